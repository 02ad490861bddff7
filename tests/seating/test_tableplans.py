"""The ways to divide people over tables."""

import pytest

from tournament.seating import NothingFits
from tournament.seating.tableplans import TablePlan, table_plans


def ways(*arguments: object) -> list[tuple[int, ...]]:
    return [plan.sizes for plan in table_plans(*arguments)]  # type: ignore[arg-type]


def test_the_way_of_the_rule_comes_first_and_then_more_tables() -> None:
    assert ways(15, 5) == [(5, 5, 5), (3, 3, 3, 3, 3), (4, 4, 4, 3)]
    assert ways(11, 4) == [(4, 4, 3), (6, 5)]
    assert ways(6, 4) == [(3, 3), (6,)]


def test_each_way_says_what_it_means_for_the_evening() -> None:
    threes, fours = table_plans(12, 4)[1], table_plans(12, 4)[0]
    assert fours == TablePlan((4, 4, 4), True, False, 9, "crossing", (11, 11), (0, 0))
    assert (threes.sizes, threes.repeats, threes.unusual) == ((3, 3, 3, 3), 0, True)
    mixed = table_plans(23, 5)[0]
    assert (mixed.sizes, mixed.small_rounds) == ((5, 5, 5, 4, 4), (1, 2))
    assert mixed.meets == (15, 20)


def test_only_sizes_the_game_allows_are_offered() -> None:
    assert ways(12, 4, (4,), (4,)) == [(4, 4, 4)]
    assert ways(14, 4, (4, 5), (3, 4, 5, 6, 7)) == [
        (5, 5, 4),
        (4, 4, 3, 3),
        (7, 7),
    ]
    with pytest.raises(NothingFits):
        table_plans(10, 4, (4,), (4,))


def test_of_many_ways_only_those_near_the_rule_are_offered() -> None:
    plans = table_plans(400, 5)
    assert len(plans) == 8
    assert all(abs(len(plan.sizes) - 100) <= 8 for plan in plans)
