"""Tables of which a phone sent another form than the one that is in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.models import Draft, Sheet
from tournament.models import Round, Tournament

# The device of a draft that waits beside the form that is in. Its cells hold the key of
# the phone's page too, so that it is known when it is sent again.
SECOND = "second"


@dataclass(frozen=True)
class Second:
    """The other form of a table; ``seen`` tells one from a later one."""

    cells: Mapping[str, Any]
    key: str
    at: datetime

    @property
    def seen(self) -> str:
        return self.at.isoformat()


def second_form(sheet: Sheet) -> Second | None:
    """The form that waits beside the one that is in. One query."""
    draft = sheet.drafts.filter(device=SECOND).first()
    if draft is None:
        return None
    cells = dict(draft.cells)
    return Second(key=cells.pop("key"), cells=cells, at=draft.saved_at)


def with_two_forms(round_: Round) -> tuple[int, ...]:
    """The tables of a round between whose forms the desk is to decide. One query."""
    waiting = Draft.objects.filter(device=SECOND, sheet__table__round=round_)
    numbers = waiting.order_by("sheet__table__number")
    return tuple(numbers.values_list("sheet__table__number", flat=True))


def undecided(tournament: Tournament) -> tuple[tuple[int, int], ...]:
    """(round, table) of every two forms that the desk left undecided. One query."""
    waiting = Draft.objects.filter(
        device=SECOND, sheet__table__round__tournament=tournament
    )
    at = ("sheet__table__round__number", "sheet__table__number")
    return tuple(waiting.order_by(*at).values_list(*at))
