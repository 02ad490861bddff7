"""Penalties of the direction: points off or extra, with the reason."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, just_before, lock, log, results_changed
from tournament.models import Entry, Penalty, Round

MOST = 9999  # points of one penalty
LONGEST = 300  # letters of a reason


@transaction.atomic
def give(entry: Entry, round_number: int, points: int, reason: str, user: User) -> None:
    """Give ``points``, below 0 to take them, from a round that is out on.

    Before the first seating is out that is round 1. It belongs to the start number
    and the round, so that drawing a round again leaves it as it is.
    Raises Refused: taken_off, no_points, no_reason, no_such_round.
    """
    tournament = lock(entry.tournament)
    if not entry.members.exists():
        raise just_before("taken_off")
    reason = " ".join(reason.split())[:LONGEST]
    if not points or abs(points) > MOST:
        raise Refused(
            "no_points",
            _("Type how many points: a whole number from 1 to %(most)s.")
            % {"most": MOST},
        )
    if not reason:
        raise Refused("no_reason", _("Type the reason; it is kept with the penalty."))
    out = tournament.rounds.exclude(state=Round.State.PROPOSED).count()
    if not 1 <= round_number <= max(out, 1):
        raise Refused(
            "no_such_round",
            _("Round %(round)s is not out yet. Choose one that is.")
            % {"round": round_number},
        )
    given = Penalty.objects.create(
        entry=entry, round_number=round_number, points=points, reason=reason
    )
    results_changed(tournament)
    log(
        tournament,
        user,
        "penalty.given",
        number=entry.number,
        round=round_number,
        points=points,
        reason=reason,
        penalty=given.pk,
    )


@transaction.atomic
def cancel(penalty: Penalty, user: User) -> None:
    """Let a penalty no longer count; it stays in the list as cancelled.

    Raises Refused (already_cancelled) for the second of two.
    """
    tournament = lock(penalty.entry.tournament)
    counting = Penalty.objects.filter(pk=penalty.pk, cancelled_at=None)
    if not counting.update(cancelled_at=timezone.now()):
        raise just_before("already_cancelled")
    results_changed(tournament)
    log(
        tournament,
        user,
        "penalty.cancelled",
        number=penalty.entry.number,
        round=penalty.round_number,
        points=penalty.points,
        penalty=penalty.pk,
    )
