"""What a director demands is kept, or answered with the people it is about."""

from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.evenings import attendances, played
from tournament.seating import (
    Contradiction,
    Proposal,
    Request,
    Round,
    Rules,
    plan_round,
    table_sizes,
)
from tournament.seating.rules import Seats, seat_units, units

SOME = settings(max_examples=60, deadline=None)

people = st.integers(1, 14)
pairs = st.lists(
    st.tuples(people, people).filter(lambda pair: pair[0] != pair[1]), max_size=12
)
places = st.lists(st.tuples(people, st.integers(1, 4)), max_size=3)
groups = st.lists(st.lists(people, min_size=2, max_size=4, unique=True), max_size=2)

RULES = st.builds(
    Rules,
    apart=pairs.map(tuple),
    rather_apart=pairs.map(tuple),
    fixed=places.map(tuple),
    pins=places.map(tuple),
    together=groups.map(lambda lists: tuple(map(tuple, lists))),
    companions=pairs.map(lambda some: tuple(some[:3])),
)


def kept(tables: tuple[tuple[int, ...], ...], rules: Rules, first: bool) -> bool:
    """Whether a round keeps to the rules, counted from nothing but the tables."""
    at = {p: number for number, table in enumerate(tables, 1) for p in table}
    together = [
        pair
        for group in (*rules.companions, *(rules.together if first else ()))
        for pair in pairwise([p for p in group if p in at])
    ]
    return (
        all(at.get(a, 0) != at.get(b, -1) for a, b in rules.apart)
        and all(at.get(p, number) == number for p, number in rules.fixed)
        and all(not first or at.get(p, number) == number for p, number in rules.pins)
        and all(at[a] == at[b] for a, b in together)
    )


@SOME
@given(st.sets(people, min_size=3), RULES, st.integers(0, 9), st.integers(1, 3))
def test_any_rules_are_kept_or_contradicted_by_name(
    there: set[int], rules: Rules, seed: int, rounds: int
) -> None:
    request = Request(
        players=tuple(sorted(there)),
        history=(),
        sizes=tuple(table_sizes(len(there))),
        seed=seed,
        moves=300,
        rounds_left=rounds,
        rules=rules,
    )
    proposal = answered(request)
    assert answered(request) == proposal
    if not isinstance(proposal, Proposal):
        named, kinds = proposal
        assert named
        assert kinds
        assert set(named) <= there
        return
    for number, tables in enumerate(
        [proposal.tables, *(r.tables for r in proposal.ahead)]
    ):
        assert sorted(p for table in tables for p in table) == sorted(there)
        assert sorted(map(len, tables)) == sorted(request.sizes)
        assert kept(tables, rules, first=number == 0)


@settings(max_examples=40, deadline=None)
@given(attendances(14, 4), RULES, st.integers(0, 9), st.booleans())
def test_rules_are_kept_while_people_come_and_go(
    attendance: list[list[int]], rules: Rules, seed: int, variety_first: bool
) -> None:
    past = played(attendance[:-1], seed, 200) if attendance[1:] else []
    request = Request(
        players=tuple(attendance[-1]),
        history=tuple(Round(proposal.tables) for _, proposal in past),
        sizes=tuple(table_sizes(len(attendance[-1]))),
        seed=seed,
        moves=300,
        rounds_left=2,
        rules=rules,
        ahead=past[-1][1].ahead if past else (),
        variety_first=variety_first,
    )
    proposal = answered(request)
    assert answered(request) == proposal
    if not isinstance(proposal, Proposal):
        assert set(proposal[0]) <= set(request.players)
        return
    assert sorted(p for t in proposal.tables for p in t) == sorted(request.players)
    assert sorted(map(len, proposal.tables)) == sorted(request.sizes)
    assert kept(proposal.tables, rules, first=True)
    assert proposal.quality.collisions >= proposal.quality.bound


def answered(request: Request) -> Proposal | tuple[tuple[int, ...], tuple[str, ...]]:
    """The proposal, or the people and rules that contradict."""
    try:
        return plan_round(request)
    except Contradiction as refused:
        return refused.people, refused.rules


@SOME
@given(st.integers(4, 9), pairs, groups, places)
def test_a_contradiction_is_one_indeed(
    n: int,
    apart: list[tuple[int, int]],
    together: list[list[int]],
    fixed: list[tuple[int, int]],
) -> None:
    rules = Rules(tuple(apart), (), tuple(fixed), (), tuple(map(tuple, together)))
    there = range(1, n + 1)
    sizes = table_sizes(n)
    possible = any(
        kept(tables, rules, first=True) for tables in every_seating([*there], sizes)
    )
    try:
        parts = units(there, rules)
        seat_units(parts, Seats(sizes, {}), rules.apart, Random(1))
    except Contradiction:
        assert not possible
    else:
        assert possible


def every_seating(
    there: list[int], sizes: list[int]
) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to seat these people at tables of these sizes."""
    if not sizes:
        return [()]
    return [
        (table, *rest)
        for table in combinations(there, sizes[0])
        for rest in every_seating([p for p in there if p not in table], sizes[1:])
    ]


@pytest.mark.parametrize(
    ("rules", "named", "kinds"),
    [
        (Rules(apart=((1, 2),), together=((1, 2, 3),)), (1, 2), ("apart", "together")),
        (Rules(apart=((1, 2), (1, 3), (2, 3))), (1, 2, 3), ("apart", "seats")),
        (Rules(fixed=((1, 1),), pins=((1, 2),)), (1,), ("fixed", "pins")),
        (Rules(fixed=((4, 3),)), (4,), ("fixed", "seats")),
        (Rules(together=((1, 2, 3, 4, 5),)), (1, 2, 3, 4, 5), ("together", "seats")),
        (
            Rules(companions=((1, 2), (2, 3), (3, 4), (4, 5))),
            (1, 2, 3, 4, 5),
            ("together", "seats"),
        ),
        (
            Rules(apart=((1, 3),), companions=((1, 2), (2, 3))),
            (1, 2, 3),
            ("apart", "together"),
        ),
        (
            Rules(fixed=((1, 1), (2, 2)), together=((1, 2),)),
            (1, 2),
            ("together", "fixed"),
        ),
    ],
)
def test_the_people_and_the_rules_that_clash_are_named(
    rules: Rules, named: tuple[int, ...], kinds: tuple[str, ...]
) -> None:
    with pytest.raises(Contradiction) as refused:
        plan_round(Request(tuple(range(1, 9)), (), (4, 4), 1, 100, rules=rules))
    assert refused.value.people == named
    assert refused.value.rules == kinds


def test_people_are_rather_kept_apart_where_it_costs_little() -> None:
    rules = Rules(rather_apart=tuple(combinations((1, 2, 3, 4), 2)))
    request = Request(tuple(range(1, 21)), (), (4,) * 5, 1, 20_000, 3, rules)
    proposal = plan_round(request)
    for round_ in (Round(proposal.tables), *proposal.ahead):
        for table in round_.tables:
            assert len({1, 2, 3, 4} & set(table)) <= 1


def test_everybody_in_clubs_of_four_is_kept_apart_without_repeats() -> None:
    clubs = [range(first, first + 4) for first in range(1, 40, 4)]
    apart = tuple(pair for club in clubs for pair in combinations(club, 2))
    request = Request(
        tuple(range(1, 41)), (), (4,) * 10, 1, 60_000, 6, Rules(apart=apart)
    )
    proposal = plan_round(request)
    met = [
        pair
        for played in (Round(proposal.tables), *proposal.ahead)
        for table in played.tables
        for pair in combinations(sorted(table), 2)
    ]
    assert not set(met) & {tuple(sorted(pair)) for pair in apart}
    assert len(met) - len(set(met)) <= 2
