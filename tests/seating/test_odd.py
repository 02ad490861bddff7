"""The odd table goes round, in the plan and when somebody comes or goes."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.evenings import attendances, evening, played
from tournament.seating import Round, Rules, table_sizes
from tournament.seating.change import one_fewer, one_more
from tournament.seating.odd import Turns, odd_people
from tournament.seating.repair import repaired
from tournament.seating.start import Gathering
from tournament.seating.twice import Terms, spare_twice

FIRST = Round(((1, 2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12, 13)))


def test_the_odd_table_is_of_the_size_fewest_have() -> None:
    assert odd_people(FIRST.tables) == {1, 2, 3, 4, 5}
    assert odd_people([[1, 2, 3, 4, 5], [6, 7, 8, 9]]) == {6, 7, 8, 9}
    assert odd_people([[1, 2, 3], [4, 5, 6]]) == set()
    assert odd_people([[], [1, 2, 3], [4, 5, 6]]) == set()


def test_whose_turn_it_is_counts_for_the_rounds_they_were_there() -> None:
    turns = Turns([FIRST, Round(((6, 7, 8, 1, 2), (9, 3, 4, 5)))])
    assert turns.last == {9, 3, 4, 5}
    assert (turns.share(3), turns.share(9), turns.share(6)) == (1.0, 0.5, 0.0)
    assert (turns.share(10), turns.share(99)) == (0.0, 0.0)


def test_a_newcomer_does_not_make_it_the_odd_table_again_for_the_same_people() -> None:
    tables = ((1, 2, 6, 10), (3, 7, 8, 11), (9, 12, 13, 14))
    assert one_more(tables, 15, [FIRST]).touched == (3,)


def test_of_equals_a_newcomer_goes_where_they_had_the_odd_table_least() -> None:
    second = Round(((6, 10, 1, 14), (7, 11, 2, 15), (8, 12, 3, 13)))
    tables = ((1, 6, 7, 10), (8, 11, 13, 12), (2, 3, 14, 15))
    assert one_more(tables, 16, [FIRST, second]).touched == (2,)


def test_who_comes_over_leaves_no_odd_table_to_those_who_had_it() -> None:
    # the table of five that is left is the odd one then
    before = Round(((6, 7, 8, 9), (1, 2, 3, 4, 5), (10, 11, 12, 13, 14)))
    tables = ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10), (11, 12, 13, 14))
    changed = one_fewer(tables, 14, [before], allowed=(4, 5))
    assert 2 in changed.touched


@settings(max_examples=40, deadline=None)
@given(attendances(40, 3), st.integers(0, 9), st.data())
def test_a_newcomer_is_never_put_where_more_sit_at_the_odd_table_twice_running(
    attendance: list[list[int]], seed: int, data: st.DataObject
) -> None:
    rounds = played(attendance, seed, 300)
    history = [Round(proposal.tables) for _, proposal in rounds[:-1]]
    tables = rounds[-1][1].tables
    sizes = {len(table) for table in tables if len(table) < 6}
    if not sizes:
        return
    changed = one_more(tables, 99, history)
    last = odd_people(history[-1].tables) if history else set()

    def twice(number: int) -> int:
        now = [[*t, 99] if i == number else t for i, t in enumerate(tables)]
        return len(last & odd_people(now))

    growing = [i for i, table in enumerate(tables) if len(table) == min(sizes)]
    assert twice(changed.touched[0] - 1) == min(map(twice, growing))


@pytest.mark.parametrize("n", [29, 33, 37, 41, 53, 61, 69])
def test_in_a_hall_with_one_odd_table_nobody_has_it_twice_running(n: int) -> None:
    odd = [odd_people(proposal.tables) for proposal in evening(n, 5, moves=2_000)]
    assert all(one and one.isdisjoint(other) for one, other in pairwise(odd))


def test_people_who_come_and_go_do_not_get_the_odd_table_twice_running() -> None:
    for seed in range(3):
        rng = Random(seed)
        there = set(range(1, 42))
        attendance = []
        for newcomer in range(42, 47):
            attendance.append(sorted(there))
            there = (there - {1 + int(rng.random() * 41)}) | {newcomer}
        odd = [
            odd_people(proposal.tables)
            for _, proposal in played(attendance, seed, 2_000)
        ]
        assert all(one.isdisjoint(other) for one, other in pairwise(odd))


@settings(max_examples=30, deadline=None)
@given(st.integers(7, 45), st.integers(2, 5), st.integers(0, 99))
def test_sparing_them_costs_no_meeting_and_no_evenness(
    n: int, rounds: int, seed: int
) -> None:
    rng = Random(seed)
    hall = Gathering(tuple(range(1, n + 1)), tuple(table_sizes(n)))
    plan, stay, _ = repaired([hall] * rounds, [], Rules(), rng)
    terms = Terms(stay, {}, [rounds - 1], set(hall.players))
    spared = spare_twice(plan, [], terms, rng)
    for tables, before in zip(spared, plan, strict=True):
        assert sorted(p for t in tables for p in t) == list(hall.players)
        assert [*map(len, tables)] == [*map(len, before)]
    assert _collisions(spared) <= _collisions(plan)
    assert _gap(spared, n) <= _gap(plan, n)
    assert _twice(spared) <= _twice(plan)


def test_whoever_may_not_move_or_meet_is_left_alone() -> None:
    first = [[1, 2, 3, 4, 5], [6, 7, 8, 9], [10, 11, 12, 13]]
    again = [[1, 6, 7, 10, 11], [2, 8, 12, 3], [4, 9, 13, 5]]
    terms = Terms([set(), {1}], {}, [], ())
    assert spare_twice([first, again], [], terms, Random(1)) == [first, again]
    strangers = {2, 3, 4, 5, 8, 9, 12, 13}
    apart = {1: dict.fromkeys(strangers, 1000)} | {p: {1: 1000} for p in strangers}
    terms = Terms([set(), set()], apart, [], ())
    spared = spare_twice([first, again], [], terms, Random(1))
    assert {frozenset(t) for t in spared[1] if 1 in t} == {frozenset(again[0])}


def _collisions(plan: list[list[list[int]]]) -> int:
    met = Counter(
        pair
        for tables in plan
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    return sum(times * (times - 1) // 2 for times in met.values())


def _gap(plan: list[list[list[int]]], n: int) -> int:
    small = Counter(
        p
        for tables in plan
        for table in tables
        if len(table) < max(map(len, tables))
        for p in table
    )
    had = [small[p] for p in range(1, n + 1)]
    return max(had) - min(had)


def _twice(plan: list[list[list[int]]]) -> int:
    return sum(len(odd_people(a) & odd_people(b)) for a, b in pairwise(plan))
