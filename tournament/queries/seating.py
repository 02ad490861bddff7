"""Seatings: what a draw needs to know, and who sits where in a round."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from tournament.models import Round, Seat, Table, Tournament
from tournament.queries.people import (
    Attendance,
    Person,
    attendance,
    folk_of,
    people,
)
from tournament.seating import Request, request_from_dict
from tournament.seating import Round as Played
from tournament.tablesizes import free_in_turn, layout


@dataclass(frozen=True)
class SeatedTable:
    """One table of a round with its people in seat order; the first deals first."""

    number: int
    people: tuple[Person, ...]
    state: str | None = None  # of its sheet; None before the seating is published
    locked: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers at the table in seat order, that of a pair once."""
        return tuple(dict.fromkeys(person.number for person in self.people))


@dataclass(frozen=True)
class Seating:
    """One round as it is seated."""

    number: int
    state: str
    tables: tuple[SeatedTable, ...]
    quality: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    free: tuple[Person, ...] = ()  # entries for whom no place was left
    free_people: tuple[Person, ...] = ()  # the same, each of a pair by their own name
    entries: dict[int, Person] = field(default_factory=dict)  # by start number

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """(how many, of what size), largest tables first."""
        sizes = sorted((len(t.people) for t in self.tables), reverse=True)
        return [(sizes.count(s), s) for s in dict.fromkeys(sizes)]

    @property
    def seats(self) -> int:
        return sum(len(table.people) for table in self.tables)


def draw_request(
    tournament: Tournament, round_number: int, seed: int, anew: bool = False
) -> tuple[Request, tuple[int, ...]]:
    """Everything a draw is planned from, and the start numbers that are free.

    What the round before planned ahead is gone by, unless it is to be drawn anew. Of
    pairs the engine hears the numbers only: a table of two pairs is one of two.
    Raises NoTables.
    """
    present = attendance(tournament, round_number)
    folk = people(tournament, public=False)
    numbers = [
        folk[entry].number
        for entry, state in present.items()
        if state == Attendance.PRESENT
    ]
    tables = layout(len(numbers), tournament.rules, pairs=tournament.pairs)
    free: tuple[int, ...] = ()
    if tables.free:
        before = times_free(tournament, round_number)
        free = free_in_turn(numbers, before, tables.free, seed)
    request = Request(
        players=tuple(number for number in numbers if number not in free),
        history=history(tournament, round_number),
        sizes=tables.sizes,
        seed=seed,
        rounds_left=max(1, tournament.rounds_planned - round_number + 1),
        ahead=() if anew else _planned_ahead(tournament, round_number),
    )
    return request, free


def times_free(tournament: Tournament, before: int) -> Counter[int]:
    """How often each start number was free in the rounds before this one."""
    rounds = tournament.rounds.filter(number__lt=before)
    drawn = rounds.values_list("inputs__free", flat=True)
    return Counter(number for free in drawn for number in free or ())


def drawn_from(round_: Round) -> Request:
    """What a round was drawn from, with the rounds before it as they are seated now.

    Raises ValueError when nothing, or not enough, was stored with it.
    """
    stored = request_from_dict({"history": [], **round_.inputs.get("request", {})})
    return replace(stored, history=history(round_.tournament, round_.number))


def _planned_ahead(tournament: Tournament, number: int) -> tuple[Played, ...]:
    before = tournament.rounds.filter(number=number - 1).first()
    planned = before.inputs.get("ahead", []) if before else []
    return tuple(Played(tuple(tuple(seats) for seats in tables)) for tables in planned)


def history(tournament: Tournament, before: int) -> tuple[Played, ...]:
    """The rounds before this one as start numbers in seat order, a pair once."""
    rounds: dict[int, dict[int, list[int]]] = {}
    for number, table, start_number in (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
        .order_by("round__number", "table__number", "place")
        .values_list("round__number", "table__number", "entry__number")
    ):
        rounds.setdefault(number, {}).setdefault(table, []).append(start_number)
    return tuple(
        Played(tuple(tuple(dict.fromkeys(seats)) for seats in tables.values()))
        for tables in rounds.values()
    )


def seated_numbers(round_: Round) -> tuple[tuple[int, ...], ...]:
    """Start numbers in seat order, table by table."""
    return history(round_.tournament, round_.number + 1)[-1].tables


def people_at(table: Table) -> list[Person]:
    """Everybody at a table by name, in seat order: for those who sit or work there."""
    folk = folk_of(table.round.tournament, public=False).at_places
    seated = table.seats.order_by("place").values_list("player_id", flat=True)
    return [folk[player] for player in seated]


def seating(tournament: Tournament, round_: Round, *, public: bool) -> Seating:
    """A round as it is seated, tables by number; people under their own names.

    Two queries.
    """
    folk = folk_of(tournament, public=public)
    entries = {entry.number: entry for entry in folk.entries.values()}
    tables: dict[int, list[Person]] = {}
    sheets: dict[int, tuple[str | None, bool]] = {}
    for number, player, state, locked in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "place")
        .values_list(
            "table__number", "player_id", "table__sheet__state", "table__sheet__locked"
        )
    ):
        tables.setdefault(number, []).append(folk.at_places[player])
        sheets[number] = (state, bool(locked))
    free = round_.inputs.get("free", ())
    return Seating(
        number=round_.number,
        state=round_.state,
        tables=tuple(
            SeatedTable(number, tuple(seats), *sheets[number])
            for number, seats in tables.items()
        ),
        quality=round_.quality,
        seed=round_.seed,
        free=tuple(entries[n] for n in free if n in entries),
        free_people=tuple(p for p in folk.at_places.values() if p.number in free),
        entries=entries,
    )
