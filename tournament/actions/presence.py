"""Saying who is there in a round, who sits out, who has gone home."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, lock, log, people_changed
from tournament.models import Entry, Presence, Round, Tournament
from tournament.queries.people import Attendance, attendance


@transaction.atomic
def set_presence(
    tournament: Tournament, round_number: int, said: Mapping[int, str], user: User
) -> int:
    """Write presence per start number for a round; returns how many changed.

    Only what differs from what already holds is written. Raises Refused
    (round_drawn) when the seating of the round is out.
    """
    tournament = lock(tournament)
    settled = tournament.rounds.exclude(state=Round.State.PROPOSED)
    if settled.filter(number=round_number).exists():
        raise Refused(
            "round_drawn",
            _("The seating of round %(number)s is out. Take it back first.")
            % {"number": round_number},
        )
    now = attendance(tournament, round_number)
    changed: list[tuple[int, str, str]] = []
    for entry in Entry.objects.filter(tournament=tournament, number__in=said):
        state = Presence.State(said[entry.number])
        if now[entry.pk] == Attendance(state):
            continue
        if now[entry.pk] in (Attendance.NOT_YET, Attendance.WITHDRAWN):
            continue
        Presence.objects.update_or_create(
            entry=entry, round_number=round_number, defaults={"state": state}
        )
        changed.append((entry.number, now[entry.pk].value, state.value))
    if changed:
        people_changed(tournament)
        log(tournament, user, "presence.set", round=round_number, said=changed)
    return len(changed)


@transaction.atomic
def withdraw(entry: Entry, from_round: int, user: User) -> None:
    """Take somebody out from a round on; what was played stays in the standings.

    Who is gone already stays gone from the round it was said for. Raises Refused
    (already_seated).
    """
    tournament = lock(entry.tournament)
    settled = tournament.rounds.exclude(state=Round.State.PROPOSED)
    if settled.filter(number__gte=from_round, seats__entry=entry).exists():
        raise Refused(
            "already_seated",
            _("Number %(number)s has a seat in that round already.")
            % {"number": entry.number},
        )
    gone = Entry.objects.filter(pk=entry.pk, withdrawn_from__lte=from_round)
    if gone.exists():
        return
    Entry.objects.filter(pk=entry.pk).update(withdrawn_from=from_round)
    people_changed(tournament)
    log(tournament, user, "entry.withdrawn", number=entry.number, from_round=from_round)


@transaction.atomic
def take_back(entry: Entry, user: User) -> None:
    """Undo a withdrawal."""
    tournament = lock(entry.tournament)
    Entry.objects.filter(pk=entry.pk).update(withdrawn_from=None)
    people_changed(tournament)
    log(tournament, user, "entry.taken_back", number=entry.number)
