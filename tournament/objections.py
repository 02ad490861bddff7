"""Until when a score may be objected to: that moment as it is typed and as it is told.

Asks no clock and no database: whoever uses this says what time it is. Times are the
venue's.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format

CLOCK = re.compile(r"(\d{1,2})(?:\s?[:., hu]?\s?(\d{2})(?::\d{2})?)?")
NIGHT = timedelta(hours=12)


@dataclass(frozen=True)
class Objections:
    """The moment, whether it is over, and the day on which the tournament is."""

    until: datetime
    over: bool
    day: date

    @property
    def told(self) -> str:
        """The time; with its day, unless that is the evening of the tournament."""
        local = timezone.localtime(self.until)
        same = (local - NIGHT / 2).date() == self.day or local.date() == self.day
        return date_format(local, "H:i" if same else "j F, H:i")


def objections(until: datetime | None, day: date, now: datetime) -> Objections | None:
    """What can be said of a moment at ``now``; nothing where there is none."""
    return Objections(until, until <= now, day) if until else None


def stamp_of(until: datetime | None) -> str:
    """Which moment somebody saw; a page sends it along with what is to happen."""
    return str(int(until.timestamp())) if until else ""


def minutes_from(now: datetime, minutes: int) -> datetime:
    """So many minutes from now, and on to the whole minute that a clock shows."""
    then = now + timedelta(minutes=minutes)
    whole = then.replace(second=0, microsecond=0)
    return whole if whole == then else whole + timedelta(minutes=1)


def at_clock(text: str, now: datetime) -> datetime | None:
    """When the clock shows "22:45"; None where the text is no time.

    That is today's, or one of tomorrow within twelve hours where that has passed.
    """
    found = CLOCK.fullmatch(text.strip())
    hour, minute = (int(part or 0) for part in found.groups()) if found else (24, 0)
    if hour > 23 or minute > 59:
        return None
    here = timezone.localtime(now)
    today = here.replace(hour=hour, minute=minute, second=0, microsecond=0, fold=0)
    ahead = [today, today.replace(fold=1), today + timedelta(days=1)]
    # Through UTC, so that a time which the clock skips in spring is a real one.
    moments = [timezone.localtime(each.astimezone(UTC)) for each in ahead]
    return next((m for m in moments if now < m <= now + NIGHT), moments[0])
