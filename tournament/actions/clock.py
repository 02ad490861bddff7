"""The clock of a round: start, pause, go on, a minute more or less, a table's extra.

Whoever acts says which clock they saw (``seen``, see Clock.stamp): what somebody else
did meanwhile is not done twice. ``at`` is the moment it happens, now unless given.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Revision
from scoring.refused import Refused
from tournament.actions.log import User, just_before, lock, log, results_changed
from tournament.models import Round, Table, Tournament
from tournament.queries.clock import OPEN, Clock, clock_of, stamp_of

MINUTE = 60  # seconds
MOST_EXTRA = 60 * MINUTE


@transaction.atomic
def start(
    round_: Round, user: User, *, seen: str = "", at: datetime | None = None
) -> None:
    """Begin a round: it is played from now on, and its clock runs.

    Raises Refused: round_moved_on, clock_moved_on, no_clock.
    """
    tournament, round_, _clock = _seen(round_, seen)
    if not tournament.minutes:
        raise Refused(
            "no_clock", _("Type in the settings first how long a round takes.")
        )
    if _clock:
        raise _moved_on()
    seconds = tournament.minutes * MINUTE
    _set(
        tournament,
        round_,
        state=Round.State.PLAYING,
        clock_seconds=seconds,
        clock_since=_moment(at),
        clock_spent=0,
    )
    log(tournament, user, "round.clock_started", round=round_.number, seconds=seconds)


@transaction.atomic
def stop(round_: Round, user: User, *, seen: str) -> None:
    """Take the clock away; a round without any form has not begun after that.

    Raises Refused: round_moved_on, clock_moved_on.
    """
    tournament, round_, clock = _seen(round_, seen)
    if clock is None:
        raise _moved_on()
    begun = Revision.objects.filter(sheet__table__round=round_).exists()
    round_.tables.update(extra_seconds=0)
    _set(
        tournament,
        round_,
        state=Round.State.PLAYING if begun else Round.State.PUBLISHED,
        clock_seconds=None,
        clock_since=None,
        clock_spent=0,
    )
    log(tournament, user, "round.clock_stopped", round=round_.number)


@transaction.atomic
def pause(round_: Round, user: User, *, seen: str, at: datetime | None = None) -> None:
    """Let the clock stand still. Raises Refused: round_moved_on, clock_moved_on."""
    tournament, round_, clock = _seen(round_, seen)
    if clock is None or clock.since is None:
        raise _moved_on()
    left = clock.left(_moment(at))
    spent = max(0, clock.seconds - left)
    _set(tournament, round_, clock_since=None, clock_spent=spent)
    log(tournament, user, "round.clock_paused", round=round_.number, left=left)


@transaction.atomic
def resume(round_: Round, user: User, *, seen: str, at: datetime | None = None) -> None:
    """Let the clock go on. Raises Refused: round_moved_on, clock_moved_on."""
    tournament, round_, clock = _seen(round_, seen)
    if clock is None or clock.since is not None:
        raise _moved_on()
    _set(tournament, round_, clock_since=_moment(at))
    left = clock.seconds - clock.spent
    log(tournament, user, "round.clock_resumed", round=round_.number, left=left)


@transaction.atomic
def change(round_: Round, minutes: int, user: User, *, seen: str) -> None:
    """Give the round so many minutes more; below 0 less.

    Raises Refused: round_moved_on, clock_moved_on, clock_too_short.
    """
    tournament, round_, clock = _seen(round_, seen)
    if clock is None:
        raise _moved_on()
    seconds = clock.seconds + minutes * MINUTE
    if seconds < MINUTE:
        raise Refused("clock_too_short", _("A round takes at least a minute."))
    _set(tournament, round_, clock_seconds=seconds)
    log(
        tournament,
        user,
        "round.clock_changed",
        round=round_.number,
        was=clock.seconds,
        seconds=seconds,
    )


@transaction.atomic
def give_extra(table: Table, minutes: int, user: User, *, seen: str) -> None:
    """Give one table so many minutes beyond the clock; below 0 takes them back.

    Raises Refused: round_moved_on, clock_moved_on, too_much_extra.
    """
    tournament, round_, clock = _seen(table.round, seen)
    if clock is None:
        raise _moved_on()
    was = clock.extra.get(table.number, 0)
    seconds = was + minutes * MINUTE
    if not minutes or not 0 <= seconds <= MOST_EXTRA:
        raise Refused(
            "too_much_extra",
            _("Extra time is from 1 to %(most)s minutes.") % {"most": MOST_EXTRA // 60},
        )
    Table.objects.filter(pk=table.pk).update(extra_seconds=seconds)
    results_changed(tournament)
    log(
        tournament,
        user,
        "round.clock_extra",
        round=round_.number,
        table=table.number,
        was=was,
        seconds=seconds,
    )


def _seen(round_: Round, seen: str) -> tuple[Tournament, Round, Clock | None]:
    """The tournament, locked; its round and clock now, if nobody acted on them."""
    tournament = lock(round_.tournament)
    rounds = Round.objects.select_for_update()
    now = rounds.filter(pk=round_.pk, state__in=OPEN).first()
    if now is None:
        raise just_before()
    more = now.tables.filter(extra_seconds__gt=0)
    clock = clock_of(now, dict(more.values_list("number", "extra_seconds")))
    if stamp_of(clock) != seen:
        raise _moved_on()
    return tournament, now, clock


def _set(tournament: Tournament, round_: Round, **fields: object) -> None:
    Round.objects.filter(pk=round_.pk).update(**fields)
    results_changed(tournament)


def _moment(at: datetime | None) -> datetime:
    return (at or timezone.now()).replace(microsecond=0)


def _moved_on() -> Refused:
    return Refused(
        "clock_moved_on",
        _("Somebody was just before you at the clock. Here is how it is now."),
    )
