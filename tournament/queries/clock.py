"""The clock of a round: how long it takes, when it ends, what single tables have more.

Counting down is done by whoever looks; a page only says when the time is over.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from tournament.models import Round

OPEN = (Round.State.PUBLISHED, Round.State.PLAYING)


@dataclass(frozen=True)
class Clock:
    """How many ``seconds`` a round takes, of which ``spent`` were gone at ``since``.

    ``since`` is when it last began to run; None while it stands still. ``extra`` has
    the seconds that tables have beyond it, by table number, and ``playing`` the tables
    whose form is still to come.
    """

    seconds: int
    spent: int = 0
    since: datetime | None = None
    extra: Mapping[int, int] = field(default_factory=dict)
    playing: frozenset[int] = frozenset()

    @property
    def ends(self) -> datetime | None:
        """When the time is over, if nobody stops the clock."""
        left = timedelta(seconds=self.seconds - self.spent)
        return self.since + left if self.since else None

    @property
    def standing(self) -> str:
        """What is left when the clock stopped, as minutes and seconds."""
        return "{:02}:{:02}".format(*divmod(max(0, self.seconds - self.spent), 60))

    @property
    def extras(self) -> list[tuple[int, int, datetime | None]]:
        """The tables that still play and have extra time: number, minutes, until."""
        return [
            (number, more // 60, self.ends and self.ends + timedelta(seconds=more))
            for number, more in sorted(self.extra.items())
            if more and number in self.playing
        ]

    @property
    def stamp(self) -> str:
        """Changes with every act on the clock: who acts says which one they saw."""
        since = int(self.since.timestamp()) if self.since else 0
        return f"{self.seconds}-{self.spent}-{since}-{sum(self.extra.values())}"

    def left(self, now: datetime, table: int = 0) -> int:
        """Seconds that are left, for a table with what it has extra; below 0: over."""
        running = int((now - self.since).total_seconds()) if self.since else 0
        return self.seconds + self.extra.get(table, 0) - self.spent - running

    def late(self, now: datetime) -> list[int]:
        """The tables that still play after their time."""
        return sorted(n for n in self.playing if self.left(now, n) <= 0)


def clock_of(
    round_: Round,
    extra: Mapping[int, int] | None = None,
    playing: frozenset[int] = frozenset(),
) -> Clock | None:
    """The clock of a round that is under way, if it has one. No queries."""
    if round_.state not in OPEN or round_.clock_seconds is None:
        return None
    return Clock(
        seconds=round_.clock_seconds,
        spent=round_.clock_spent,
        since=round_.clock_since,
        extra=extra or {},
        playing=playing,
    )


def clock_at(round_: Round, extra_seconds: int) -> Clock | None:
    """The clock as it counts for one table. No queries."""
    clock = clock_of(round_)
    if clock is None:
        return None
    return Clock(clock.seconds + extra_seconds, clock.spent, clock.since)


def stamp_of(clock: Clock | None) -> str:
    return clock.stamp if clock else ""
