"""A proposal as it is changed by hand: who can be moved, and what that would do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.handwork import Laid
from tournament.models import Round, Tournament
from tournament.queries.demands import demands
from tournament.queries.people import Person
from tournament.queries.seating import history, laid_for_all
from tournament.remarks import Remark, remarks
from tournament.seating import Rules
from tournament.swaps import Effect, effects


@dataclass(frozen=True)
class DraftSeat:
    """Somebody at their place, or without one.

    ``stays``: drawing again leaves them at this table; ``own``: it is always theirs.
    ``effect`` is that of changing places with who is picked up.
    """

    person: Person
    place: int
    stays: bool = False
    own: bool = False
    effect: Effect | None = None


@dataclass(frozen=True)
class DraftTable:
    """A table for so many ``people``; ``room`` says that one more can be put there."""

    number: int
    people: int
    seats: tuple[DraftSeat, ...]
    room: bool
    dealer_drawn: bool


@dataclass(frozen=True)
class Draft:
    """A proposal with what can be done to it.

    ``picked`` is who was picked up, at ``table`` (0 for none), ``stays`` if drawing
    again leaves them there. ``last``: the last change by hand, of ``changes``.
    """

    laid: Laid
    tables: tuple[DraftTable, ...]
    loose: tuple[DraftSeat, ...]
    picked: Person | None
    table: int
    stays: bool
    changes: int
    last: tuple[str | int, ...]
    remarks: tuple[Remark, ...]
    pins: int

    @property
    def loose_held(self) -> bool:
        """Whether who is picked up has no seat: with another without is no change."""
        return self.picked is not None and not self.table


def draft(
    tournament: Tournament,
    round_: Round,
    folk: Mapping[int, Person],
    picked: int | None = None,
) -> Draft:
    """A proposal, by start number; a pair is one. Nine queries."""
    laid = laid_for_all(round_)
    played = history(tournament, round_.number)
    rules = demands(tournament, round_.number)
    there = [p for table in (laid.loose, *laid.tables) for p in table if p in folk]
    held = picked if picked in there else None
    told: Mapping[int, Effect] = {}
    if held is not None:
        told = effects(laid.tables, played, rules, held, there)
    seats = {
        person: seat
        for seat in _seats(laid, rules, folk, told, held)
        for person in (seat.person.number,)
    }
    most = _most(tournament, seated=held is not None and held not in laid.loose)
    steps: list[Any] = round_.inputs.get("hand", [])
    return Draft(
        laid=laid,
        tables=tuple(
            DraftTable(
                number,
                len(table) * (2 if tournament.pairs else 1),
                tuple(seats[p] for p in table if p in seats),
                len(table) < most and held not in (None, *table),
                round_.dealers_drawn,
            )
            for number, table in enumerate(laid.tables, 1)
        ),
        loose=tuple(seats[p] for p in laid.loose if p in seats),
        picked=folk[held] if held is not None else None,
        table=laid.table_of(held) if held is not None else 0,
        stays=held in laid.pinned,
        changes=len(steps),
        last=tuple(steps[-1]) if steps else (),
        remarks=tuple(remarks(laid.tables, played, rules)),
        pins=len(laid.pinned),
    )


def _most(tournament: Tournament, *, seated: bool) -> int:
    """So many are put at a table: who has a place makes none larger than usual."""
    if tournament.pairs:
        return 2
    rules = tournament.rules
    return max(rules.usual_sizes if seated else rules.sizes)


def _seats(
    laid: Laid,
    rules: Rules,
    folk: Mapping[int, Person],
    told: Mapping[int, Effect],
    held: int | None,
) -> Iterator[DraftSeat]:
    own = set(rules.fixed)
    for number, table in enumerate((laid.loose, *laid.tables)):
        for place, person in enumerate(table, 1):
            if person in folk:
                yield DraftSeat(
                    folk[person],
                    place,
                    stays=person in laid.pinned,
                    own=(person, number) in own,
                    effect=told.get(person) if person != held else None,
                )
