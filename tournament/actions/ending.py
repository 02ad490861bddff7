"""The end of an evening: hiding and revealing the standings, closing, reopening."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, just_before, lock, log, results_changed
from tournament.models import Round, Tournament
from tournament.queries.closing import cut_short


@transaction.atomic
def hide_from(tournament: Tournament, round_number: int | None, user: User) -> None:
    """Keep the standings from the public once this round is out; None shows them.

    Nothing is revealed then. Raises Refused (no_such_round).
    """
    tournament = lock(tournament)
    if round_number is not None and not 1 <= round_number <= tournament.rounds_planned:
        raise Refused(
            "no_such_round",
            _("Choose a round from 1 to %(last)s.")
            % {"last": tournament.rounds_planned},
        )
    if tournament.hidden_from == round_number and tournament.revealed_from is None:
        return
    Tournament.objects.filter(pk=tournament.pk).update(
        hidden_from=round_number, revealed_from=None
    )
    results_changed(tournament)
    log(
        tournament,
        user,
        "standings.hidden" if round_number else "standings.shown",
        from_round=round_number,
    )


@transaction.atomic
def reveal(
    tournament: Tournament, place: int | None, user: User, *, was: int | None
) -> None:
    """Show the public the places from ``place`` down; None hides all of them again.

    ``was`` is how far it was on the page that asks, so that a key pressed twice does
    not give a place away. Raises Refused: not_hidden, moved_on, round_open.
    """
    tournament = lock(tournament)
    if tournament.hidden_from is None:
        raise Refused("not_hidden", _("The standings are not hidden from anybody."))
    if tournament.revealed_from != was:
        raise just_before("moved_on")
    if place is not None:
        refuse_open_round(tournament)
    if place == was or (place is not None and place < 1):
        return
    Tournament.objects.filter(pk=tournament.pk).update(revealed_from=place)
    results_changed(tournament)
    log(tournament, user, "standings.revealed", place=place, was=was)


@transaction.atomic
def close(tournament: Tournament, user: User, *, anyway: str = "") -> None:
    """Close a tournament: it can be read, and nothing in it changes any more.

    ``anyway`` is the stamp of what that cuts short, for who was asked about it.
    Raises Refused: tournament_closed, round_open, standings_hidden, cut_short.
    """
    tournament = lock(tournament)
    refuse_open_round(tournament)
    if tournament.hidden_from is not None and tournament.revealed_from != 1:
        raise Refused(
            "standings_hidden",
            _("The standings are still hidden from the public. Show them first."),
        )
    if cut_short(tournament, timezone.now()).stamp not in ("", anyway):
        raise Refused("cut_short", _("Not everything is done yet. Close it anyway?"))
    _set_closed(tournament, True, user)


@transaction.atomic
def reopen(tournament: Tournament, user: User) -> None:
    """Open a closed tournament again. Raises Refused (not_closed)."""
    tournament = lock(tournament, even_closed=True)
    if tournament.closed_at is None:
        raise Refused("not_closed", _("This tournament is open already."))
    _set_closed(tournament, False, user)


def refuse_open_round(tournament: Tournament) -> None:
    """Raises Refused (round_open) while a round is drawn and not closed."""
    going = tournament.rounds.exclude(state=Round.State.CLOSED).first()
    if going:
        raise Refused(
            "round_open",
            _("Round %(number)s is not closed yet. Close it first.")
            % {"number": going.number},
        )


def _set_closed(tournament: Tournament, closed: bool, user: User) -> None:
    at = timezone.now() if closed else None
    Tournament.objects.filter(pk=tournament.pk).update(closed_at=at)
    results_changed(tournament)
    log(tournament, user, "tournament.closed" if closed else "tournament.reopened")
