"""The quality report: recounted by hand, and its bound against exhaustive search."""

import json
from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.evenings import attendances, played
from tournament.seating import Round, as_dict, judge
from tournament.seating.bound import spread
from tournament.seating.quality import judge_rounds, swap_effect

FIRST = Round(((1, 2, 3, 4, 5), (6, 7, 8, 9)))


def test_a_first_round_has_nothing_to_report() -> None:
    quality = judge(FIRST.tables, ())
    assert (quality.repeats, quality.collisions, quality.bound) == (0, 0, 0)
    assert (quality.most_meetings, quality.repeated_pairs) == (1, ())
    assert (quality.evenness, quality.first_dealer_spread) == (1, 1)


def test_a_round_played_again_repeats_every_pair() -> None:
    quality = judge(FIRST.tables, (FIRST, FIRST))
    assert quality.repeats == 16
    assert quality.collisions == 32
    assert quality.most_meetings == 3
    assert quality.evenness == 3
    assert quality.first_dealer_spread == 3
    assert quality.repeated_pairs[:2] == ((1, 2, 3), (1, 3, 3))


def test_repeated_pairs_are_named_with_their_meetings() -> None:
    quality = judge([[6, 1, 7, 2, 8], [3, 9, 4, 5]], [FIRST])
    assert quality.repeated_pairs == (
        (1, 2, 2),
        (3, 4, 2),
        (3, 5, 2),
        (4, 5, 2),
        (6, 7, 2),
        (6, 8, 2),
        (7, 8, 2),
    )


def test_whoever_missed_a_round_does_not_count_for_evenness() -> None:
    # 9 was away in between; without that, 9 would be two rounds ahead of 1
    away = Round(((1, 2, 3, 4), (5, 6, 7, 8)))
    assert judge([[1, 2, 6, 7, 8], [3, 4, 5, 9]], [FIRST, away]).evenness == 1
    assert judge([[1, 2, 3, 4, 6], [5, 7, 8, 9]], [FIRST, away]).evenness == 2


@pytest.mark.parametrize(
    ("sizes", "forced"),
    [([4, 4], 4), ([4, 4, 4], 3), ([5, 5, 5], 6), ([4] * 4, 0), ([5] * 4, 4)],
)
def test_the_bound_knows_what_a_second_round_forces(
    sizes: list[int], forced: int
) -> None:
    order = iter(range(100))
    tables = tuple(tuple(next(order) for _ in range(size)) for size in sizes)
    assert judge(tables, (Round(tables),)).bound == forced


def test_the_bound_knows_that_met_opponents_run_out() -> None:
    # everybody met everybody in five rounds of three pairs, so a sixth repeats three
    rounds = [((0, 5), (1, 4), (2, 3)), ((1, 5), (2, 0), (3, 4))]
    rounds += [((2, 5), (3, 1), (4, 0)), ((3, 5), (4, 2), (0, 1))]
    rounds += [((4, 5), (0, 3), (1, 2))]
    history = [Round(tables) for tables in rounds]
    assert judge(rounds[0], history).bound == 3


def test_the_bound_counts_the_larger_table_for_somebody() -> None:
    # all five met once, two by two; a table of three and one of two make four pairs
    rounds = [((1, 2), (3, 4)), ((1, 3), (2, 5)), ((1, 4), (3, 5))]
    rounds += [((1, 5), (2, 4)), ((2, 3), (4, 5))]
    history = [Round(tables) for tables in rounds]
    assert judge([[1, 2, 3], [4, 5]], history).bound == 4


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_the_bound_is_never_above_the_truth(seed: int) -> None:
    rng = Random(seed)
    history = [Round(_random_tables(rng)) for _ in range(rng.randint(1, 4))]
    tables = _random_tables(rng)
    quality = judge(tables, history)
    players = tuple(person for table in tables for person in table)
    sizes = tuple(len(table) for table in tables)
    truth = min(
        judge(seating, history).collisions for seating in _seatings(players, sizes)
    )
    assert quality.bound <= truth <= quality.collisions


@settings(max_examples=30, deadline=None)
@given(attendances(most=30))
def test_the_report_agrees_with_a_recount_pair_by_pair(
    attendance: list[list[int]],
) -> None:
    request, _ = played(attendance)[-1]
    rng = Random(1)
    order = list(request.players)
    rng.shuffle(order)
    tables = [[order.pop() for _ in range(size)] for size in request.sizes]
    before = [_meetings(request.history, pair) for pair in _pairs(tables)]
    quality = judge(tables, request.history)
    assert quality.collisions == sum(before)
    assert quality.repeats == sum(times > 0 for times in before)
    assert quality.bound <= quality.collisions


def test_the_report_is_ready_for_json() -> None:
    data = as_dict(judge(FIRST.tables, (FIRST,)))
    assert json.loads(json.dumps(data)) == data
    assert data["repeats"] == 16
    assert data["repeated_pairs"][0] == [1, 2, 2]


@pytest.mark.parametrize(
    ("things", "boxes", "pairs"), [(5, 3, 2), (7, 3, 5), (4, 4, 0), (9, 2, 16)]
)
def test_things_are_spread_evenly(things: int, boxes: int, pairs: int) -> None:
    assert spread(things, boxes) == pairs


def _random_tables(rng: Random) -> tuple[tuple[int, ...], ...]:
    """Some of eight people, at one to three tables of any sizes from two on."""
    order = rng.sample(range(1, 9), rng.choice([6, 7, 8, 8]))
    cuts = rng.choice([[3], [4], [2, 4], [2], []])
    ends = zip([0, *cuts], [*cuts, len(order)], strict=True)
    return tuple(tuple(order[start:end]) for start, end in ends)


def _seatings(
    players: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[list[tuple[int, ...]]]:
    """Every way to fill tables of those sizes, in order of the sizes."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        rest = tuple(person for person in players if person not in table)
        for others in _seatings(rest, sizes[1:]):
            yield [table, *others]


def _pairs(tables: list[list[int]]) -> list[set[int]]:
    return [{a, b} for table in tables for a, b in combinations(table, 2)]


def _meetings(history: tuple[Round, ...], pair: set[int]) -> int:
    return sum(pair <= set(table) for earlier in history for table in earlier.tables)


def test_the_score_runs_from_a_blind_draw_to_the_bound() -> None:
    quality = judge([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [Round(((1, 4, 7), (2, 5, 8)))])
    assert (quality.collisions, quality.bound, quality.score) == (0, 0, 1.0)
    again = judge([[1, 2, 3], [4, 5, 6]], [Round(((1, 2, 3), (4, 5, 6)))])
    assert (again.blind, again.bound, again.collisions) == (2.4, 2, 6)
    assert again.score == -9.0


def test_rounds_are_judged_together_as_they_are_one_after_the_other() -> None:
    rounds = [Round(p.tables) for _, p in played([range(1, 14)] * 4)]
    together = judge_rounds(rounds, ())
    alone = [judge(r.tables, rounds[:number]) for number, r in enumerate(rounds)]
    assert together.collisions == sum(quality.collisions for quality in alone)
    assert together.repeats == sum(quality.repeats for quality in alone)
    assert together.evenness == alone[-1].evenness
    assert together.met_mean == alone[-1].met_mean


def test_who_met_in_a_round_by_standing_may_meet_again() -> None:
    assert judge(FIRST.tables, [Round(FIRST.tables, counted=False)]).repeats == 0


@pytest.mark.parametrize("seed", range(20))
def test_the_price_of_a_swap_is_what_judging_it_says(seed: int) -> None:
    rng = Random(seed)
    rounds = [Round(p.tables) for _, p in played([range(1, 24)] * 4, seed)]
    *history, last = rounds
    p, q = rng.sample(range(1, 24), 2)
    at = {person: table for table in last.tables for person in table}
    if at[p] == at[q]:
        with pytest.raises(ValueError, match="two different tables"):
            swap_effect(last.tables, history, p, q)
        return
    swapped = [
        [{p: q, q: p}.get(person, person) for person in table] for table in last.tables
    ]
    before, after = judge(last.tables, history), judge(swapped, history)
    change = swap_effect(last.tables, history, p, q)
    assert change.repeats == after.repeats - before.repeats
    assert change.collisions == after.collisions - before.collisions
    old = {(a, b) for a, b, _ in before.repeated_pairs}
    new = {(a, b) for a, b, _ in after.repeated_pairs}
    assert (set(change.parted), set(change.joined)) == (old - new, new - old)
    assert change.small == (len(at[q]) < 5) - (len(at[p]) < 5)
