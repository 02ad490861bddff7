"""manage.py verify_draw TOURNAMENT ROUND: draw a round again from what is stored with
it, and compare.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.drawing import drawn
from tournament.handwork import by_hand, replay
from tournament.management.commands._errors import named_tournament
from tournament.models import Round
from tournament.queries.drawing import drawn_from
from tournament.queries.seating import laid_as_drawn, laid_now, published_numbers
from tournament.seating import Contradiction
from tournament.seatingways import OWN
from tournament.seatingwords import reason


class Command(BaseCommand):
    help = "Draw a round again from what is stored with it, and compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="its slug, or slug/number of the round")
        parser.add_argument("round", nargs="?", type=int, help="number of the round")

    def handle(self, *args: Any, **options: Any) -> None:
        slug, _slash, number = options["tournament"].partition("/")
        round_ = _named_round(slug, options["round"] or number)
        try:
            wanted = drawn_from(round_)
            proposal = drawn(wanted, round_.tournament.rules).proposal
        except Contradiction as refused:
            raise CommandError(str(refused)) from refused
        except ValueError as fault:
            raise CommandError(
                _("Round %(number)s cannot be drawn again: %(why)s.")
                % {"number": round_.number, "why": fault}
            ) from fault
        request, seated = wanted.request, _before_hands(round_)
        if proposal.tables != seated:
            moved = _differ(proposal.tables, seated)
            raise CommandError(
                _(
                    "Round %(number)s was seated otherwise than drawn: seed %(seed)s "
                    "gives another seat to number %(people)s."
                )
                % {"number": round_.number, "seed": request.seed, "people": moved}
            )
        published, now = published_numbers(round_), laid_now(round_).tables
        if now != published:
            self.stdout.write(
                _(
                    "After round %(number)s was published number %(people)s came, went "
                    "or moved up."
                )
                % {"number": round_.number, "people": _differ(published, now)}
            )
        self._say_by_hand(round_)
        if wanted.way.key in OWN:
            self.stdout.write(
                _("Round %(number)s: nothing was drawn; people were put in place.")
                % {"number": round_.number}
            )
            return
        if wanted.games:
            self.stdout.write(
                _("Round %(number)s: the seats follow from the game before.")
                % {"number": round_.number}
            )
            return
        quality = proposal.quality
        self.stdout.write(
            _(
                "Round %(number)s: seed %(seed)s and %(moves)s moves give the same "
                "seating (tables: %(tables)s). Repeats: %(repeats)s; collisions: "
                "%(collisions)s, and none can have fewer than %(bound)s (%(by)s)."
            )
            % {
                "number": round_.number,
                "seed": request.seed,
                "moves": request.effort,
                "tables": len(seated),
                "repeats": quality.repeats,
                "collisions": quality.collisions,
                "bound": quality.bound,
                "by": reason(quality.bound_by) or _("no argument forces one"),
            }
        )

    def _say_by_hand(self, round_: Round) -> None:
        """Who was put elsewhere by hand after the draw; all others sit as drawn."""
        steps = round_.inputs.get("hand", [])
        if not steps:
            return
        drawn = laid_as_drawn(round_)
        moved = by_hand(drawn, replay(drawn, steps))
        self.stdout.write(
            _("Round %(number)s: changed by hand after the draw: %(people)s.")
            % {
                "number": round_.number,
                "people": ", ".join(map(str, moved)) or _("nobody"),
            }
        )


def _before_hands(round_: Round) -> tuple[tuple[int, ...], ...]:
    """The seats as drawn: those of now, when the changes by hand lead there.

    Where they do not, the seats of now, which then differ from what is drawn.
    """
    seated, steps = published_numbers(round_), round_.inputs.get("hand", [])
    if not steps:
        return seated
    drawn = laid_as_drawn(round_)
    laid = replay(drawn, steps).tables
    trimmed = laid[: len(seated)]
    left_out = laid[len(seated) :]
    return drawn.tables if trimmed == seated and not any(left_out) else seated


def _named_round(slug: str, number: Any) -> Round:
    tournament = named_tournament(slug)
    if not str(number).isdigit():
        raise CommandError(
            _("Say which round: verify_draw %(slug)s/1.") % {"slug": slug}
        )
    found = tournament.rounds.filter(number=int(number)).first()
    if found:
        return found
    raise CommandError(
        _("Round %(number)s is not drawn; there are %(count)s rounds.")
        % {"number": number, "count": tournament.rounds.count()}
    )


def _differ(
    drawn: tuple[tuple[int, ...], ...], seated: tuple[tuple[int, ...], ...]
) -> str:
    """The start numbers with another table or seat, the first twenty."""
    places = [
        {p: (t, s) for t, table in enumerate(tables) for s, p in enumerate(table)}
        for tables in (drawn, seated)
    ]
    moved = sorted(
        p for p in places[0] | places[1] if places[0].get(p) != places[1].get(p)
    )
    return ", ".join(map(str, moved[:20])) + (" …" if len(moved) > 20 else "")
