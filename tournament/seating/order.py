"""In which order to play rounds that were planned together.

Those first that are even and new, given what came before: so that an evening cut short,
or planned anew for others, has had the best of it.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from tournament.seating.history import Round
from tournament.seating.odd import odd_people

Tables = list[list[int]]

MOST_COMPARED = 1_000_000
"""People looked at; of more the later rounds stay as they are."""


def best_first(
    rounds: Sequence[Tables], history: Sequence[Round], even: Sequence[int]
) -> list[Tables]:
    """The rounds, each time the best next one of those left.

    By small-table rounds among `even`, most minus fewest, then by who would be at the
    odd table twice running, then by meetings again, then by how many of those are with
    people of the round just before.
    """
    met: Counter[tuple[int, int]] = Counter()
    small: Counter[int] = Counter()
    last: set[tuple[int, int]] = set()
    odd: set[int] = set()
    for played in history:
        tables = [list(table) for table in played.tables]
        pairs = _pairs(played.company)
        last = set(pairs)
        small.update(_small(tables))
        met.update(pairs if played.counted else ())
        odd = odd_people(tables)
    left, ordered = list(rounds), []
    people = sum(map(len, rounds[0])) if rounds else 0
    budget = MOST_COMPARED

    def price(tables: Tables) -> tuple[int, int, int, int]:
        pairs = _pairs(tables)
        then = set(_small(tables))
        counts = [small[person] + (person in then) for person in even]
        return (
            max(counts, default=0) - min(counts, default=0),
            len(odd & odd_people(tables)),
            sum(met[pair] for pair in pairs if pair in met),
            sum(pair in last for pair in pairs),
        )

    while left and budget > 0:
        budget -= people * len(left)
        best = min(range(len(left)), key=lambda number: price(left[number]))
        tables = left.pop(best)
        last = set(_pairs(tables))
        small.update(_small(tables))
        met.update(last)
        odd = odd_people(tables)
        ordered.append(tables)
    return ordered + left


def _pairs(tables: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    return [pair for table in tables for pair in combinations(sorted(table), 2)]


def _small(tables: Tables) -> list[int]:
    largest = max(map(len, tables), default=0)
    return [p for table in tables if len(table) < largest for p in table]
