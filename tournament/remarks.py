"""What a director should mind in a seating, besides who meets again. Pure.

It says what, about whom and how often; the words are elsewhere.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.seating import Round, Rules

OFTEN_SIZE = 2
"""So many rounds at the rarer size more than somebody else: that is worth saying."""

OFTEN_TABLE = 2
"""So many rounds before at this table number."""


@dataclass(frozen=True)
class Remark:
    """One thing to mind; ``figure`` is a table number or size, ``times`` before."""

    code: str
    people: tuple[int, ...]
    table: int
    figure: int = 0
    times: int = 0


def remarks(
    tables: Sequence[Sequence[int]], history: Sequence[Round], rules: Rules
) -> list[Remark]:
    """Everything to mind, demands that are not kept first."""
    return [
        *_company(tables, rules),
        *_own_tables(tables, rules),
        *_rare_size(tables, history),
        *_same_table(tables, history, rules),
    ]


def _company(tables: Sequence[Sequence[int]], rules: Rules) -> Iterator[Remark]:
    at = {p: number for number, table in enumerate(tables, 1) for p in table}
    for code, pairs in (("apart", rules.apart), ("rather_apart", rules.rather_apart)):
        for a, b in pairs:
            if a in at and at[a] == at.get(b):
                yield Remark(code, (a, b), at[a])
    for group in dict.fromkeys(rules.groups):
        for a, b in combinations(group, 2):
            if a in at and b in at and at[a] != at[b]:
                yield Remark("not_together", (a, b), at[a])


def _own_tables(tables: Sequence[Sequence[int]], rules: Rules) -> Iterator[Remark]:
    own = dict(rules.fixed)
    for number, table in enumerate(tables, 1):
        for person in table:
            if own.get(person, number) != number:
                yield Remark("not_own_table", (person,), number, own[person])


def _rare_size(
    tables: Sequence[Sequence[int]], history: Sequence[Round]
) -> Iterator[Remark]:
    """Who is at a table of the rarer size well more often than others."""
    seats = Counter(len(table) for table in tables for _person in table)
    if len(seats) < 2:
        return
    rare = min(seats, key=lambda size: (seats[size], size))
    before = Counter(
        p for r in history for table in r.tables if len(table) == rare for p in table
    )
    there = [p for table in tables for p in table]
    fewest = min(before[p] for p in there)
    for number, table in enumerate(tables, 1):
        if len(table) == rare:
            for person in table:
                if before[person] - fewest >= OFTEN_SIZE:
                    yield Remark("same_size", (person,), number, rare, before[person])


def _same_table(
    tables: Sequence[Sequence[int]], history: Sequence[Round], rules: Rules
) -> Iterator[Remark]:
    own = dict(rules.fixed)
    for number, table in enumerate(tables, 1):
        for person in table:
            times = sum(
                person in played.tables[number - 1]
                for played in history
                if number <= len(played.tables)
            )
            if times >= OFTEN_TABLE and person not in own and len(tables) > 2:
                yield Remark("same_table", (person,), number, number, times)
