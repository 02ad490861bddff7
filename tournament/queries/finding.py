"""The table of a form: by its number, by a start number, by a name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.models import Sheet
from tournament.models import Round, Seat, Table, Tournament
from tournament.names import fold
from tournament.queries.people import SITTER, Person, Sitter, folk_of
from tournament.queries.seating import SeatedTable, seating

MOST = 12  # so many are offered to choose from
ASKED = re.compile(r"(?P<kind>t|n)?[a-z]*\.?\s*(?P<number>[0-9]{1,5})", re.IGNORECASE)


@dataclass(frozen=True)
class Hit:
    """A table, and the person by whom it was found; None where by its own number."""

    table: int
    people: tuple[Person, ...]
    person: Person | None
    state: str | None


@dataclass(frozen=True)
class Choice:
    """A table that a form can be moved to: it has as many places, and people."""

    round: int
    table: int
    people: tuple[Person, ...]
    filled: bool

    @property
    def key(self) -> str:
        return f"{self.round}-{self.table}"


def find(tournament: Tournament, round_: Round, asked: str) -> list[Hit]:
    """What somebody can mean: "12" a table or a start number, "t5" a table, "n12" a
    number, else a part of a name. The table stands first.
    """
    tables = seating(tournament, round_, public=False).tables
    said = ASKED.fullmatch(asked)
    if said is None:
        part = fold(asked)
        return list(_named(tables, part))[:MOST] if part else []
    kind, number = (said["kind"] or "").lower(), int(said["number"])
    hits = []
    if kind != "n":
        hits += [_hit(t, None) for t in tables if t.number == number]
    if kind != "t":
        seated = [(t, p) for t in tables for p in t.people if p.number == number]
        # Both of a pair have one number, and sit at one table.
        hits += [_hit(table, person) for table, person in seated[:1]]
    return hits


def _named(tables: tuple[SeatedTable, ...], part: str) -> Iterator[Hit]:
    for table in tables:
        for person in table.people:
            if part in fold(person.name or ""):
                yield _hit(table, person)


def _hit(table: SeatedTable, person: Person | None) -> Hit:
    return Hit(table.number, table.people, person, table.state)


def tables_for(tournament: Tournament, table: Table) -> list[Choice]:
    """The tables to which the form of this one can be moved. Two queries."""
    assert table.sheet
    folk = folk_of(tournament, public=False)
    seated: dict[tuple[int, int], list[Person]] = {}
    filled: dict[tuple[int, int], bool] = {}
    there = (Sheet.State.HANDED_IN, Sheet.State.APPROVED, Sheet.State.SENT_BACK)
    for round_, number, state, *sitter in (
        Seat.objects.filter(
            round__tournament=tournament,
            table__sheet__places=table.sheet.places,
            table__sheet__rulebook=table.sheet.rulebook,
        )
        .exclude(table=table)
        .order_by("-round__number", "table__number", "place")
        .values_list("round__number", "table__number", "table__sheet__state", *SITTER)
    ):
        seated.setdefault((round_, number), []).append(folk.at(Sitter(*sitter)))
        filled[round_, number] = state in there
    return [
        Choice(round_, number, tuple(people), filled[round_, number])
        for (round_, number), people in seated.items()
    ]
