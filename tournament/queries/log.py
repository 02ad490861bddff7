"""The log of a tournament: which of its entries somebody asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournament.logwords import KINDS
from tournament.models import LogEntry, Seat, Tournament
from tournament.names import fold
from tournament.queries.people import Person


@dataclass(frozen=True)
class Asked:
    """Which entries: of one kind (see logwords.KINDS), round or table, or about
    somebody by start number or a part of the name. Empty or None asks for all.
    """

    kind: str = ""
    round: int | None = None
    table: int | None = None
    who: str = ""


def log_entries(
    tournament: Tournament, asked: Asked, folk: Mapping[int, Person]
) -> "QuerySet[LogEntry] | Sequence[LogEntry]":
    """The entries that are asked for, newest first, each with who did it.

    Not read yet, unless they are of somebody: then two queries.
    """
    found = tournament.log.select_related("user").order_by("-pk")
    if asked.kind:
        beginnings = KINDS[asked.kind][1]
        of_kind = Q()
        for beginning in beginnings:
            of_kind |= Q(action__startswith=f"{beginning}.")
        found = found.filter(of_kind)
    if asked.round is not None:
        found = found.filter(
            Q(data__round=asked.round)
            | Q(data__from_round=asked.round)
            | Q(data__to_round=asked.round)
        )
    if asked.table is not None:
        at = Q(data__table=asked.table) | Q(data__to_table=asked.table)
        found = found.filter(at)
    return _about(tournament, asked.who, found, folk) if asked.who else found


def _about(
    tournament: Tournament,
    who: str,
    found: "QuerySet[LogEntry]",
    folk: Mapping[int, Person],
) -> list[LogEntry]:
    """Entries about somebody: by number, by a name then or now, by where they sat."""
    if who.isdecimal():
        name, numbers = "", {int(who[:9])}
    else:
        name = fold(who)
        named = {n: fold(person.name or "") for n, person in folk.items()}
        numbers = {n for n, folded in named.items() if name and name in folded}
    seats = Seat.objects.filter(
        round__tournament=tournament, entry__number__in=numbers
    ).values_list("round__number", "table__number")
    sat = set(seats)
    return [
        entry
        for entry in found
        if numbers & set(numbers_in(entry.data))
        or (entry.data.get("round"), entry.data.get("table")) in sat
        or (name and any(name in fold(text) for text in _names_in(entry)))
    ]


def numbers_in(data: Mapping[str, Any]) -> list[int]:
    """The start numbers that an entry is about."""
    said = [number for number, _was, _now in data.get("said", ())]
    return [*([data["number"]] if "number" in data else ()), *said] or list(
        data.get("numbers", ())
    )


def _names_in(entry: LogEntry) -> list[str]:
    if entry.action.startswith("seat."):
        return [entry.data["name"]] if "name" in entry.data else []
    if not entry.action.startswith(("entry.", "player.", "preregistration.")):
        return []
    return [entry.data[key] for key in ("name", "was") if entry.data.get(key)]
