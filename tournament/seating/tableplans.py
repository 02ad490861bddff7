"""The ways to divide people over tables, and what each means for the evening.

Arithmetic and proofs only: it must not plan a seating, nor say which way is best for
whom; a director chooses.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.seating.bound import plan_bound
from tournament.seating.evenness import small_seats
from tournament.seating.layout import (
    ALLOWED_SIZES,
    USUAL_SIZES,
    table_sizes,
    unusual_sizes,
)

MOST_PLANS = 8


@dataclass(frozen=True)
class TablePlan:
    """One way to divide people over tables.

    `sizes`: largest first. `usual`: whether it is what the rule says. `unusual`:
    whether a size is not one of the game's usual ones. `repeats`: meetings that cannot
    be first ones, over the rounds planned; proven by `by`, and never fewer. `meets`:
    people somebody meets at the most, at the smallest and at the largest table every
    round; nobody meets more than the others there are. `small_rounds`: fewest and most
    rounds at a smaller table when that is shared out evenly; (0, 0) when all are alike.
    """

    sizes: tuple[int, ...]
    usual: bool
    unusual: bool
    repeats: int
    by: str
    meets: tuple[int, int]
    small_rounds: tuple[int, int]


def table_plans(
    n: int,
    rounds: int,
    usual: Sequence[int] = USUAL_SIZES,
    allowed: Iterable[int] = ALLOWED_SIZES,
) -> list[TablePlan]:
    """Every sensible way for n people, the one of the rule first, most tables next.

    Sensible is that two tables differ by at most one; of many, those with about as many
    tables as the rule gives. Raises TooFewPlayers or NothingFits as table_sizes does.
    """
    every = {*usual, *allowed}
    first = tuple(table_sizes(n, usual, every))
    ways = [first]
    for tables in range(n // min(every), 0, -1):
        each, over = divmod(n, tables)
        way = (each + 1,) * over + (each,) * (tables - over)
        if way != first and set(way) <= every:
            ways.append(way)
    near = sorted(ways, key=lambda way: (way != first, abs(len(way) - len(first))))
    kept = set(near[:MOST_PLANS])
    return [_plan(way, first, rounds, usual) for way in ways if way in kept]


def _plan(
    sizes: tuple[int, ...], first: tuple[int, ...], rounds: int, usual: Sequence[int]
) -> TablePlan:
    n = sum(sizes)
    proof = plan_bound([(range(n), sizes)] * rounds)
    small, over = divmod(small_seats(sizes) * rounds, n)
    return TablePlan(
        sizes=sizes,
        usual=sizes == first,
        unusual=unusual_sizes(sizes, usual),
        repeats=proof.repeats,
        by=proof.repeats_by,
        meets=(
            min(n - 1, rounds * (min(sizes) - 1)),
            min(n - 1, rounds * (max(sizes) - 1)),
        ),
        small_rounds=(small, small + (over > 0)),
    )
