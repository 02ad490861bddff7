"""Seating by standing: Swiss stops, finals with a cut, and the snake."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from tournament.seating import Round, Rules, table_sizes
from tournament.seating.lot import shuffled
from tournament.seating.standing import STOPS, by_rank, cut, snake, swiss, width


def test_a_cut_between_two_places_is_clean() -> None:
    made = cut([(7, 1), (3, 2), (5, 3), (1, 4)], 2)
    assert (made.certain, made.tied, made.places) == ((7, 3), (), 0)


def test_people_tied_at_the_cut_are_named_with_the_places_left() -> None:
    made = cut([(7, 1), (3, 2), (5, 2), (1, 2), (9, 5)], 3)
    assert (made.certain, made.tied, made.places) == ((7,), (3, 5, 1), 2)


def test_a_final_larger_than_the_field_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot fill"):
        cut([(1, 1)], 4)


def test_by_rank_the_best_sit_together_and_the_snake_spreads_them() -> None:
    assert by_rank(range(1, 10), [5, 4]) == [[1, 2, 3, 4, 5], [6, 7, 8, 9]]
    assert snake(range(1, 13), [4, 4, 4]) == [
        [1, 6, 7, 12],
        [2, 5, 8, 11],
        [3, 4, 9, 10],
    ]
    assert [len(table) for table in snake(range(1, 15), [5, 5, 4])] == [5, 5, 4]


def test_every_stop_meets_fewer_again_and_seats_wider() -> None:
    order = shuffled(Random(3), range(1, 41))
    history = [Round(tuple(map(tuple, by_rank(order, [4] * 10))))]
    order[3:5] = reversed(order[3:5])
    repeats, widths = [], []
    for stop in range(len(STOPS)):
        tables = swiss(order, [4] * 10, history, stop, seed=1)
        assert sorted(p for table in tables for p in table) == sorted(order)
        met = {pair for t in history[0].tables for pair in combinations(sorted(t), 2)}
        repeats.append(
            sum(p in met for t in tables for p in combinations(sorted(t), 2))
        )
        widths.append(width(tables, order))
    assert repeats == sorted(repeats, reverse=True)
    assert widths == sorted(widths)
    assert repeats[0] > 40
    assert repeats[-1] <= 8


def test_a_round_by_standing_that_does_not_count_may_be_repeated() -> None:
    order = list(range(1, 17))
    tables = tuple(map(tuple, by_rank(order, [4] * 4)))
    again = swiss(order, [4] * 4, [Round(tables, counted=False)], 4, seed=1)
    assert {frozenset(t) for t in again} == {frozenset(t) for t in tables}


def test_people_kept_apart_stay_so_in_a_swiss_round() -> None:
    tables = swiss(range(1, 17), [4] * 4, [], 0, 1, rules=Rules(apart=((1, 2), (3, 4))))
    assert not any({1, 2} <= set(t) or {3, 4} <= set(t) for t in tables)


def test_the_leaders_do_not_always_have_the_large_tables() -> None:
    order = list(range(1, 24))
    history: list[Round] = []
    small: Counter[int] = Counter()
    for seed in range(5):
        tables = swiss(order, table_sizes(23), history, 1, seed)
        history.append(Round(tuple(map(tuple, tables))))
        small.update(p for table in tables if len(table) < 5 for p in table)
    assert sum(small[p] for p in order[:5]) >= 7
    assert max(small.values()) - min(small.values()) <= 2
