"""Who is filling in which form at this moment, as far as it was kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from scoring.models import Draft, Sheet
from tournament.formshape import is_begun
from tournament.models import Round
from tournament.queries.twoforms import SECOND

NOT_IN = (Sheet.State.OPEN, Sheet.State.SENT_BACK)
DESK = "desk-"


@dataclass(frozen=True)
class Halfway:
    """A form that somebody has half filled in: at the desk by name, "" at the table."""

    who: str
    at: datetime


def halfway(
    round_: Round, table: int | None = None, but: str = ""
) -> dict[int, Halfway]:
    """The last of every table of a round whose form is not in, or of one table.

    ``but`` is the device of who asks. Two queries at the most.
    """
    drafts = Draft.objects.filter(
        sheet__table__round=round_, sheet__state__in=NOT_IN
    ).exclude(device__in=(but, SECOND))
    if table is not None:
        drafts = drafts.filter(sheet__table__number=table)
    kept = drafts.order_by("saved_at").values_list(
        "sheet__table__number", "device", "cells", "saved_at"
    )
    begun = {at: (device, when) for at, device, cells, when in kept if is_begun(cells)}
    names = _names({device for device, _when in begun.values()})
    return {
        at: Halfway(names.get(device, ""), when) for at, (device, when) in begun.items()
    }


def _names(devices: set[str]) -> Mapping[str, str]:
    """Who works at these devices of the desk."""
    users = [d.removeprefix(DESK) for d in devices if d.startswith(DESK)]
    found = User.objects.filter(pk__in=[int(pk) for pk in users if pk.isdecimal()])
    return {f"{DESK}{user.pk}": user.get_username() for user in found}
