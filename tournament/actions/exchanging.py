"""Two who sat on each other's places: who sat where is put right, the forms stay."""

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from scoring.sheets import clean_reason
from tournament.actions.log import User, just_before, lock, log, people_changed
from tournament.actions.seats import remember, seat_of
from tournament.models import Round, Seat
from tournament.queries.exchanges import Exchange, exchange_of


@transaction.atomic
def exchange(
    round_: Round, one: int, other: int, user: User, *, seen: str, reason: str = ""
) -> Exchange:
    """Give two start numbers each other's places in a round that is published.

    What stands on a form stays at its place there, so what was scored goes to who
    really sat on it; of pairs both partners change. Also when forms are in or the
    round is closed, then with a reason. ``seen`` is the Exchange.seen that was shown.
    Raises Refused: round_moved_on, nobody_here, same_person, other_size,
    reason_missing.
    """
    return _exchange(round_, one, other, user, seen, reason, "seat.exchanged")


@transaction.atomic
def exchange_back(
    round_: Round, one: int, other: int, user: User, *, seen: str
) -> Exchange:
    """Undo of exchange, as long as both sit where it put them.

    Raises Refused: round_moved_on, nobody_here.
    """
    reason = _("changed back")
    return _exchange(round_, one, other, user, seen, reason, "seat.exchanged_back")


def _exchange(
    round_: Round,
    one: int,
    other: int,
    user: User,
    seen: str,
    reason: str,
    action: str,
) -> Exchange:
    tournament = lock(round_.tournament)
    now = Round.objects.select_for_update().filter(pk=round_.pk).first()
    if now is None or now.state == Round.State.PROPOSED:
        raise just_before()
    if one == other:
        raise Refused("same_person", _("Choose two different people."))
    for number in (one, other):
        seat_of(now, number)
    found = exchange_of(now, one, other)
    if found.seen != seen:
        raise just_before()
    if len(found.mine) != len(found.theirs):
        raise Refused("other_size", _("These two do not take as many places."))
    reason = clean_reason(reason)
    if found.counts and not reason:
        raise Refused(
            "reason_missing", _("Say how you know who sat where: a form is in.")
        )
    remember(now)
    for mine, theirs in zip(found.mine, found.theirs, strict=True):
        _trade(mine, theirs)
    people_changed(tournament)
    log(
        tournament,
        user,
        action,
        round=now.number,
        numbers=[one, other],
        tables=[found.mine[0].table.number, found.theirs[0].table.number],
        exchange=f"{now.number}.{one}.{other}",
        back=exchange_of(now, one, other).seen,
        **({"reason": reason} if reason else {}),
    )
    return found


def _trade(mine: Seat, theirs: Seat) -> None:
    """Lay two seats on each other's places; place 0 is nobody's for the moment."""
    Seat.objects.filter(pk=mine.pk).update(place=0)
    Seat.objects.filter(pk=theirs.pk).update(table=mine.table, place=mine.place)
    Seat.objects.filter(pk=mine.pk).update(table=theirs.table, place=theirs.place)
