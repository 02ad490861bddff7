"""manage.py recheck TOURNAMENT: prove that every stored result is what the rulebook
says of its revision now, and that rounds and penalties add up to the standings.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.models import Revision
from scoring.sheets import recomputed
from tournament.management.commands._errors import named_tournament
from tournament.models import Penalty, Tournament
from tournament.queries.standings import standings


class Command(BaseCommand):
    help = "Score every revision of a tournament anew and compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="the slug of the tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = named_tournament(options["tournament"])
        revisions = (
            Revision.objects.filter(sheet__table__round__tournament=tournament)
            .select_related("sheet")
            .prefetch_related("results")
        )
        wrong = [str(revision) for revision in revisions if _differs(revision)]
        if wrong:
            raise CommandError("Not what the rulebook says: " + "; ".join(wrong))
        apart = _apart(tournament)
        if apart:
            raise CommandError(
                "Rounds and penalties do not add up to the total of start number "
                + ", ".join(map(str, apart))
            )
        self.stdout.write(f"{len(revisions)} revisions, all as the rulebook says.")


def _differs(revision: Revision) -> bool:
    stored = {r.place: (r.side, r.total, r.stats) for r in revision.results.all()}
    return stored != {r.place: (r.side, r.total, r.stats) for r in recomputed(revision)}


def _apart(tournament: Tournament) -> list[int]:
    """Start numbers whose total is not that of their rounds and penalties.

    Only games that rank by a total of points say what it should be.
    """
    ranked = standings(tournament)
    given: dict[int, int] = {}
    last = ranked.rounds[-1].number if ranked.rounds else 0
    for entry, points in Penalty.objects.filter(
        entry__tournament=tournament, cancelled_at=None, round_number__lte=last
    ).values_list("entry_id", "points"):
        given[entry] = given.get(entry, 0) + points
    return [
        row.person.number
        for row in ranked.rows
        if ranked.main == "totaal"
        and sum(score.total or 0 for score in row.scores)
        + given.get(row.person.entry, 0)
        != row.total
    ]
