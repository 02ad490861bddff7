"""What the two processes of tests/racing.py can do at the end of an evening."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from tournament.actions import ending
from tournament.actions.objections import set_until
from tournament.models import Tournament
from tournament.objections import stamp_of

Act = Callable[[], Any]


def hide(tournament: int) -> Act:
    return lambda: ending.hide_from(_night(tournament), 1, None)


def reveal(tournament: int, by: int) -> Act:
    """So many places more than this process sees revealed."""
    night = _night(tournament)
    was = night.revealed_from
    place = (was or 50) - by
    return lambda: ending.reveal(night, place, None, was=was)


def object_until(tournament: int, minutes: int) -> Act:
    night = _night(tournament)
    seen = stamp_of(night.objections_until)
    until = timezone.now() + timedelta(minutes=minutes)
    return lambda: set_until(night, until, None, seen=seen)


def end(tournament: int) -> Act:
    """Close the tournament."""
    return lambda: ending.close(_night(tournament), None)


def begin_again(tournament: int) -> Act:
    return lambda: ending.reopen(_night(tournament), None)


def ends(tournament: int) -> Act:
    """From which place down it is revealed, and whether it is closed."""

    def act() -> list[Any]:
        night = _night(tournament)
        return [night.revealed_from, night.closed_at is not None]

    return act


def _night(tournament: int) -> Tournament:
    return Tournament.objects.get(pk=tournament)
