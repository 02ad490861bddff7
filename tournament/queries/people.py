"""Who takes part, under what name, and who is there in a round."""

from dataclasses import dataclass
from enum import StrEnum

from tournament.models import Entry, Member, Presence, Tournament


@dataclass(frozen=True)
class Person:
    """An entry as it is shown: ``name`` is None where only the number may be.

    ``twin`` says that somebody else in the tournament has the same name, so that
    the start number must be shown with it.
    """

    entry: int
    number: int
    name: str | None
    twin: bool = False


class Attendance(StrEnum):
    """Where somebody stands in one round; each has a label of its own."""

    NOT_YET = "not_yet"
    PRESENT = "present"
    SITS_OUT = "sits_out"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"


def people(tournament: Tournament, *, public: bool) -> dict[int, Person]:
    """Every entry of the tournament by its primary key, in order of start number.

    With ``public`` only the names that may be shown outside the desk: what was
    said at the door goes before what the address book says. One query.
    """
    rows = (
        Member.objects.filter(tournament=tournament)
        .order_by("entry__number", "position")
        .values_list(
            "entry_id",
            "entry__number",
            "entry__consent",
            "player__consent",
            "player__name",
        )
    )
    names: dict[int, tuple[int, list[str], bool]] = {}
    for entry, number, at_door, in_book, name in rows:
        shown = not public or _may_show(
            tournament, in_book if at_door is None else at_door
        )
        _, parts, all_shown = names.get(entry, (number, [], True))
        names[entry] = (number, [*parts, name], all_shown and shown)
    joined = {entry: " & ".join(parts) for entry, (_, parts, _) in names.items()}
    seen: dict[str, int] = {}
    for entry, (_, _, shown) in names.items():
        if shown:
            key = joined[entry].casefold()
            seen[key] = seen.get(key, 0) + 1
    return {
        entry: Person(
            entry,
            number,
            joined[entry] if shown else None,
            shown and seen[joined[entry].casefold()] > 1,
        )
        for entry, (number, _, shown) in names.items()
    }


def _may_show(tournament: Tournament, consent: bool | None) -> bool:
    if tournament.names_public == Tournament.Names.ALL:
        return consent is not False
    return consent is True


def attendance(tournament: Tournament, round_number: int) -> dict[int, Attendance]:
    """Where each entry stands in a round, by primary key, in start-number order.

    Present until said otherwise. Absent lasts until the next word; who sits out
    does so for one round. Two queries.
    """
    said: dict[int, tuple[int, str]] = {}
    for entry, number, state in (
        Presence.objects.filter(
            entry__tournament=tournament, round_number__lte=round_number
        )
        .order_by("round_number")
        .values_list("entry_id", "round_number", "state")
    ):
        said[entry] = (number, state)
    return {
        entry: _attendance(round_number, joins, gone, said.get(entry))
        for entry, joins, gone in Entry.objects.filter(members__tournament=tournament)
        .distinct()
        .order_by("number")
        .values_list("pk", "joins_in", "withdrawn_from")
    }


def _attendance(
    round_number: int,
    joins_in: int,
    withdrawn_from: int | None,
    said: tuple[int, str] | None,
) -> Attendance:
    if withdrawn_from is not None and round_number >= withdrawn_from:
        return Attendance.WITHDRAWN
    if round_number < joins_in:
        return Attendance.NOT_YET
    if said is None:
        return Attendance.PRESENT
    number, state = said
    if state == Presence.State.SITS_OUT and number < round_number:
        return Attendance.PRESENT
    return Attendance(state)
