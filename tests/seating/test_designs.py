"""Plans by construction: valid, without a repeat, and as even as they say."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating.cyclic import DIFFERENCES, NEARLY, STARTERS, Starter, develop
from tournament.seating.designs import Plan, design, fair_start, small_table_gap
from tournament.seating.fields import field, prime_power

FIELDS = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32]


@pytest.mark.parametrize("q", FIELDS)
def test_a_field_adds_and_multiplies_like_numbers(q: int) -> None:
    plus, times = field(q)
    everything = list(range(q))
    assert plus[0] == tuple(everything)
    assert times[1] == tuple(everything)
    assert all(sorted(row) == everything for row in plus)
    assert all(sorted(row) == everything for row in times[1:])
    some = everything[:: max(1, q // 6)]
    for a in some:
        for b in some:
            assert times[a][b] == times[b][a]
            for c in some:
                assert times[a][plus[b][c]] == plus[times[a][b]][times[a][c]]
                assert times[a][times[b][c]] == times[times[a][b]][c]


def test_there_is_no_field_of_six() -> None:
    assert [q for q in range(33) if prime_power(q)] == FIELDS
    with pytest.raises(ValueError, match="6"):
        field(6)


@pytest.mark.parametrize("starter", STARTERS, ids=lambda s: f"{s.sizes}x{s.rounds}")
def test_a_stored_start_develops_without_a_repeat(starter: Starter) -> None:
    plan = develop(starter)
    assert len(plan) == starter.rounds
    _check(plan, starter.sizes)
    assert small_table_gap(plan) <= 1


@pytest.mark.parametrize("g", DIFFERENCES)
def test_no_two_rounds_of_a_difference_matrix_have_one_difference(g: int) -> None:
    rows = [(0, *row) for row in DIFFERENCES[g]]
    for a, b in combinations(range(5), 2):
        assert len({(row[a] - row[b]) % g for row in rows}) == len(rows)


@pytest.mark.parametrize(
    ("tables", "seats", "rounds"),
    [
        *[(4, 4, 5), (5, 4, 5), (6, 4, 7), (7, 4, 9), (8, 4, 10), (9, 4, 11)],
        *[(10, 4, 13), (5, 5, 6), (6, 5, 6), (7, 5, 7), (8, 5, 8), (9, 5, 9)],
        *[(10, 5, 9), (12, 5, 10), (14, 5, 12), (15, 5, 12), (18, 5, 12)],
        *[(20, 4, 20), (20, 5, 12), (3, 3, 4), (5, 3, 7), (9, 3, 13), (16, 4, 21)],
        *[(33, 4, 10), (250, 4, 10), (200, 5, 10), (7, 6, 7), (13, 6, 13)],
    ],
)
def test_equal_tables_never_repeat(tables: int, seats: int, rounds: int) -> None:
    plan = design([seats] * tables, rounds)
    assert plan is not None
    assert len(plan) == rounds
    _check(plan, [seats] * tables)


@pytest.mark.parametrize(
    ("fours", "fives", "rounds", "gap"),
    [
        *[(2, 5, 6, 1), (1, 5, 6, 1), (1, 4, 6, 0), (1, 6, 7, 1), (1, 7, 8, 1)],
        (8, 1, 8, 1),
        *[(2, 3, 5, 2), (3, 5, 8, 3), (13, 9, 8, 8), (125, 100, 10, 10)],
    ],
)
def test_fours_and_fives_never_repeat_and_are_as_even_as_said(
    fours: int, fives: int, rounds: int, gap: int
) -> None:
    plan = design([5] * fives + [4] * fours, rounds)
    assert plan is not None
    _check(plan, [5] * fives + [4] * fours)
    assert small_table_gap(plan) == gap


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.data())
def test_whatever_is_built_is_valid(seats: int, data: st.DataObject) -> None:
    tables = data.draw(st.integers(1, 28))
    larger = data.draw(st.integers(0, tables - 1))
    sizes = data.draw(
        st.permutations([seats + 1] * larger + [seats] * (tables - larger))
    )
    rounds = data.draw(st.integers(1, 12))
    plan = design(sizes, rounds)
    if plan is not None:
        assert len(plan) == rounds
        _check(plan, sizes)


def test_more_rounds_than_opponents_are_not_promised() -> None:
    assert design([4] * 4, 6) is None
    assert design([4] * 3, 2) is None
    assert design([5, 3], 1) is None
    assert design([], 1) is None


def test_a_fair_start_is_even_even_where_it_repeats() -> None:
    plan = fair_start([5, 4] * 3 + [5, 5], 8)
    assert plan is not None
    assert small_table_gap(plan) == 1
    assert _collisions(plan) <= 9
    assert [len(table) for table in plan[0]] == [5, 4] * 3 + [5, 5]
    assert fair_start([5] * 3 + [4] * 3, 5) is None


def test_thirty_two_meet_all_but_one_in_ten_rounds() -> None:
    plan = design([4] * 8, 10)
    assert plan is not None
    _check(plan, [4] * 8)
    met = {frozenset(pair) for r in plan for t in r for pair in combinations(t, 2)}
    strangers = [p for p in combinations(range(32), 2) if frozenset(p) not in met]
    assert Counter(p for pair in strangers for p in pair) == Counter(range(32))


@pytest.mark.parametrize("starter", NEARLY)
def test_a_start_with_repeats_seats_everybody_evenly(starter: Starter) -> None:
    plan = develop(starter)
    for tables in plan:
        assert sorted(p for t in tables for p in t) == list(range(sum(starter.sizes)))
    assert small_table_gap(plan) <= 1


def _check(plan: Plan, sizes: list[int] | tuple[int, ...]) -> None:
    for tables in plan:
        assert [len(table) for table in tables] == list(sizes)
        assert sorted(p for t in tables for p in t) == list(range(sum(sizes)))
    assert _collisions(plan) == 0


def _collisions(plan: Plan) -> int:
    met = Counter(
        frozenset(pair)
        for tables in plan
        for table in tables
        for pair in combinations(table, 2)
    )
    return sum(times * (times - 1) // 2 for times in met.values())
