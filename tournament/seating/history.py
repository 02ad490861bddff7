"""What the rounds that were really played say about each person.

Plain counting, one pass over the rounds. It must not judge, choose or draw anything.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations


@dataclass(frozen=True)
class Round:
    """One round as it was seated.

    Table number k is `tables[k - 1]`; ids in seat order, the first seat deals first.
    A round seated by standing is not `counted`: who met there may meet again. `sat`:
    who really sat together, where that is not whose seats they are: who fills in meets
    that table too, and who is not there meets nobody.
    """

    tables: tuple[tuple[int, ...], ...]
    counted: bool = True
    sat: tuple[tuple[int, ...], ...] | None = None

    @property
    def company(self) -> tuple[tuple[int, ...], ...]:
        """Who met whom: everybody of a group all others of it, some in two groups."""
        return self.tables if self.sat is None else self.sat


def meetings(
    rounds: Iterable[Round], present: Iterable[int]
) -> dict[int, dict[int, int]]:
    """How often each present person sat with each other present person.

    Pairs that never met are left out, so this grows with the seats and not with the
    square of the players. Everybody present has an entry.
    """
    met: dict[int, dict[int, int]] = {person: {} for person in present}
    for played in rounds:
        for table in played.company:
            here = [person for person in table if person in met]
            for a, b in combinations(here, 2):
                met[a][b] = met[b][a] = met[a].get(b, 0) + 1
    return met


def credit(rounds: Iterable[Round]) -> dict[int, Fraction]:
    """Small-table rounds beyond a person's due, in rounds; below 0 is a debt.

    A table is small when the largest of its round seats more. The due of a round is
    its share of small seats, so whoever missed rounds is measured on the rounds played
    only. People who were there equally often in the same rounds differ by whole rounds.
    """
    balance: dict[int, Fraction] = defaultdict(Fraction)
    for played in rounds:
        largest = max(map(len, played.tables), default=0)
        seats = sum(map(len, played.tables))
        small_seats = sum(len(t) for t in played.tables if len(t) < largest)
        if small_seats == 0:
            continue
        due = Fraction(small_seats, seats)
        for table in played.tables:
            for person in table:
                balance[person] += int(len(table) < largest) - due
    return balance


def seat_counts(rounds: Iterable[Round]) -> dict[int, dict[int, int]]:
    """How often each person had each seat; seat 0 deals first."""
    return _counts(
        (person, seat)
        for played in rounds
        for table in played.tables
        for seat, person in enumerate(table)
    )


def number_counts(rounds: Iterable[Round]) -> dict[int, dict[int, int]]:
    """How often each person sat at each table, by position (table number - 1)."""
    return _counts(
        (person, position)
        for played in rounds
        for position, table in enumerate(played.tables)
        for person in table
    )


def first_deals(rounds: Sequence[Round], least_seats: int = 0) -> dict[int, int]:
    """How often each person dealt first at a table of at least that many seats."""
    deals: dict[int, int] = defaultdict(int)
    for played in rounds:
        for table in played.tables:
            if table and len(table) >= least_seats:
                deals[table[0]] += 1
    return deals


def _counts(facts: Iterable[tuple[int, int]]) -> dict[int, dict[int, int]]:
    counts: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for person, what in facts:
        counts[person][what] += 1
    return counts
