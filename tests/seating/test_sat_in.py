"""Who really sat where counts as a meeting; whose seat it is counts for all else."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.test_rules import every_seating
from tournament.seating import Request, Round, judge, plan_round
from tournament.seating.bound import plan_bound
from tournament.seating.history import meetings
from tournament.seating.matrix import counts
from tournament.seating.order import best_first
from tournament.seating.quality import swap_effect
from tournament.seating.repair import known
from tournament.seating.wire import request_from_json, request_to_json
from tournament.swaps import Effect, best_swap, effects

SOME = settings(max_examples=60, deadline=None)
EIGHT = range(1, 9)


@st.composite
def rounds(draw: st.DrawFn, people: range = EIGHT, size: int = 4) -> Round:
    """A round in which some sat on the seats of others, or somebody of outside did."""
    lot = draw(st.permutations(people))
    tables = [tuple(lot[at : at + size]) for at in range(0, len(lot), size)]
    sat = [[*table] for table in tables]
    for seat, filler in draw(
        st.lists(
            st.tuples(st.integers(0, len(lot) - 1), st.none() | st.sampled_from(people))
        )
    ):
        sat[seat // size][seat % size] = filler or 0
    groups = tuple(tuple(dict.fromkeys(p for p in t if p)) for t in sat)
    own = groups == tuple(tables)
    return Round(tuple(tables), draw(st.booleans()), None if own else groups)


histories = st.lists(rounds(), min_size=1, max_size=4)


def recounted(played: list[Round]) -> Counter[frozenset[int]]:
    """Times that two sat together, by asking every pair of every group."""
    met: Counter[frozenset[int]] = Counter()
    for each in played:
        for group in (each.tables if each.sat is None else each.sat) * each.counted:
            for a in group:
                for b in group:
                    if a < b:
                        met[frozenset((a, b))] += 1
    return met


@SOME
@given(histories, rounds())
def test_every_count_agrees_with_one_by_other_code(
    played: list[Round], now: Round
) -> None:
    met = recounted(played)
    tables = now.tables
    here = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    quality = judge(tables, played)
    assert quality.collisions == sum(met[pair] for pair in here)
    assert quality.repeats == sum(met[pair] > 0 for pair in here)
    assert {frozenset((a, b)): n for a, b, n in quality.repeated_pairs} == {
        pair: met[pair] + 1 for pair in here if met[pair]
    }
    counted = [each for each in played if each.counted]
    often = meetings(counted, EIGHT)
    matrix = counts(counted)
    for a, b in combinations(EIGHT, 2):
        times = met[frozenset((a, b))]
        assert often[a].get(b, 0) == often[b].get(a, 0) == matrix[a, b] == times
        assert (b in known(played, Request((1, 2), (), (2,), 1).rules).get(a, ())) == (
            times > 0
        )


@SOME
@given(histories, st.integers(0, 9))
def test_the_plan_minds_those_meetings_and_its_proof_holds(
    played: list[Round], seed: int
) -> None:
    request = Request(tuple(EIGHT), tuple(played), (4, 4), seed, 2000, 1)
    assert request_from_json(request_to_json(request)) == request
    met = recounted(played)
    proposal = plan_round(request)
    prices = []
    for tables in every_seating([*EIGHT], [4, 4]):
        here = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
        again = sum(met[pair] > 0 for pair in here)
        prices.append((sum(met[pair] for pair in here), again))
    proof = plan_bound([(EIGHT, (4, 4))], played)
    assert proof.collisions <= min(price for price, _ in prices)
    assert proof.repeats <= min(again for _, again in prices)
    assert proposal.quality.collisions == min(price for price, _ in prices)


@SOME
@given(histories, rounds())
def test_a_swap_costs_what_judging_it_says(played: list[Round], now: Round) -> None:
    one, other = now.tables[0][0], now.tables[1][0]
    swap = {one: other, other: one}
    then = tuple(tuple(swap.get(p, p) for p in table) for table in now.tables)
    change = swap_effect(now.tables, played, one, other)
    before, after = judge(now.tables, played), judge(then, played)
    assert change.collisions == after.collisions - before.collisions
    assert change.repeats == after.repeats - before.repeats
    rules = Request((1, 2), (), (2,), 1).rules
    told = effects(now.tables, played, rules, one, [other])
    assert told[other] == Effect(change.repeats, apart=False)
    found = best_swap(now.tables, played, (one, now.tables[0][1]))
    if found:
        better = swap_effect(now.tables, played, found.one, found.other)
        assert better.repeats == -found.repeats
        assert better.collisions < 0


@SOME
@given(histories, st.lists(rounds(), min_size=2, max_size=3))
def test_of_rounds_planned_the_newest_comes_first(
    played: list[Round], planned: list[Round]
) -> None:
    left = [[[*table] for table in each.tables] for each in planned]
    first = best_first(left, played, [*EIGHT])[0]
    met = recounted(played)

    def price(tables: list[list[int]]) -> int:
        pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
        return sum(met[pair] for pair in pairs)

    assert price(first) == min(map(price, left))


def test_sizes_and_first_deals_are_of_whose_seat_it_is() -> None:
    tables = ((1, 2, 3, 4, 5), (6, 7, 8, 9))
    own = Round(tables)
    sat_in = Round(tables, sat=((1, 2, 3, 4, 5), (1, 7, 8, 9)))
    then = ((6, 2, 3, 4, 5), (1, 7, 8, 9))
    mine, other = judge(then, [sat_in]), judge(then, [own])
    assert (mine.evenness, mine.first_dealer_spread) == (
        other.evenness,
        other.first_dealer_spread,
    )
    assert mine.collisions == 3 + 6 + 3
    assert other.collisions == 6 + 3
