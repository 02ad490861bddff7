"""Seatings: what a draw needs to know, and who sits where in a round."""

from dataclasses import dataclass, field, replace
from typing import Any

from tournament.models import Round, Seat, Table, Tournament
from tournament.queries.people import Attendance, Person, attendance, people
from tournament.seating import Request, request_from_dict, table_sizes
from tournament.seating import Round as Played


@dataclass(frozen=True)
class SeatedTable:
    """One table of a round with its people in seat order; the first deals first."""

    number: int
    people: tuple[Person, ...]
    state: str | None = None  # of its sheet; None before the seating is published
    locked: bool = False


@dataclass(frozen=True)
class Seating:
    """One round as it is seated."""

    number: int
    state: str
    tables: tuple[SeatedTable, ...]
    quality: dict[str, Any] = field(default_factory=dict)
    seed: int = 0

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
) -> Request:
    """Everything a draw is planned from. Raises TooFewPlayers for one or two.

    What the round before planned ahead is gone by, unless it is to be drawn anew.
    """
    present = attendance(tournament, round_number)
    folk = people(tournament, public=False)
    numbers = [
        folk[entry].number
        for entry, state in present.items()
        if state == Attendance.PRESENT
    ]
    return Request(
        players=tuple(numbers),
        history=history(tournament, round_number),
        sizes=tuple(table_sizes(len(numbers))),
        seed=seed,
        rounds_left=max(1, tournament.rounds_planned - round_number + 1),
        ahead=() if anew else _planned_ahead(tournament, round_number),
    )


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
    """The rounds before this one as start numbers in seat order."""
    rounds: dict[int, dict[int, list[int]]] = {}
    for number, table, start_number in (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
        .order_by("round__number", "table__number", "place")
        .values_list("round__number", "table__number", "entry__number")
    ):
        rounds.setdefault(number, {}).setdefault(table, []).append(start_number)
    return tuple(
        Played(tuple(tuple(seats) for seats in tables.values()))
        for tables in rounds.values()
    )


def seated_numbers(round_: Round) -> tuple[tuple[int, ...], ...]:
    """Start numbers in seat order, table by table."""
    return history(round_.tournament, round_.number + 1)[-1].tables


def people_at(table: Table) -> list[Person]:
    """Everybody at a table by name, in seat order: for those who sit or work there."""
    folk = people(table.round.tournament, public=False)
    entries = table.seats.order_by("place").values_list("entry_id", flat=True)
    return [folk[entry] for entry in entries]


def seating(tournament: Tournament, round_: Round, *, public: bool) -> Seating:
    """A round as it is seated, tables by number. Two queries."""
    folk = people(tournament, public=public)
    tables: dict[int, list[Person]] = {}
    sheets: dict[int, tuple[str | None, bool]] = {}
    for number, entry, state, locked in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "place")
        .values_list(
            "table__number", "entry_id", "table__sheet__state", "table__sheet__locked"
        )
    ):
        tables.setdefault(number, []).append(folk[entry])
        sheets[number] = (state, bool(locked))
    return Seating(
        number=round_.number,
        state=round_.state,
        tables=tuple(
            SeatedTable(number, tuple(seats), *sheets[number])
            for number, seats in tables.items()
        ),
        quality=round_.quality,
        seed=round_.seed,
    )
