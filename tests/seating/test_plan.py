"""Planning a round: who sits where, who deals first, and at which table number."""

import json
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.evenings import attendances, evening, played
from tournament.seating import (
    Proposal,
    Request,
    Round,
    judge,
    plan_round,
    proposal_from_json,
    proposal_to_json,
    request_from_json,
    request_to_json,
    table_sizes,
)
from tournament.seating.effort import in_moves
from tournament.seating.joint import Evening
from tournament.seating.order import best_first
from tournament.seating.plan import plan_evening
from tournament.seating.start import Gathering

SOME = settings(max_examples=20, deadline=None)


@SOME
@given(attendances(), st.integers(0, 99))
def test_a_person_sits_at_exactly_one_table(
    attendance: list[list[int]], seed: int
) -> None:
    for request, proposal in played(attendance, seed):
        seated = [person for table in proposal.tables for person in table]
        assert sorted(seated) == sorted(request.players)
        assert [len(t) for t in proposal.tables] == table_sizes(len(seated))


@SOME
@given(attendances(), st.integers(0, 99))
def test_the_same_request_gives_the_same_proposal(
    attendance: list[list[int]], seed: int
) -> None:
    request, proposal = played(attendance, seed)[-1]
    assert plan_round(request) == proposal


@SOME
@given(attendances())
def test_small_tables_stay_even_and_the_report_true_while_people_come_and_go(
    attendance: list[list[int]],
) -> None:
    for request, proposal in played(attendance):
        assert proposal.quality == judge(proposal.tables, request.history)
        assert proposal.quality.evenness <= 2
        assert proposal.quality.collisions >= proposal.quality.bound


@pytest.mark.parametrize(("seed", "changing"), [(5, 2), (8, 1), (16, 1)])
def test_forty_three_of_whom_some_change_every_round_never_meet_again(
    seed: int, changing: int
) -> None:
    rng = Random(seed)
    there, attendance = set(range(1, 44)), []
    for number in range(6):
        attendance.append(sorted(there))
        for _ in range(changing):
            there.discard(rng.choice(sorted(there)))
        first = 44 + changing * number
        there |= {*range(first, first + changing)}
    for _, proposal in played(attendance, seed, moves=100_000):
        assert proposal.quality.repeats == 0
        assert proposal.quality.evenness <= 1


def test_another_seed_gives_another_seating() -> None:
    players = tuple(range(1, 17))
    first, second = (
        plan_round(Request(players, (), (4, 4, 4, 4), seed)).tables for seed in (1, 2)
    )
    assert first != second


def test_the_seating_of_a_seed_never_changes() -> None:
    # a stored seed must prove a draw years later, on any machine and Python version
    assert [p.tables for p in evening(9, 3, seed=5)] == PINNED


def test_the_order_in_which_the_players_are_listed_does_not_matter() -> None:
    there = Request(tuple(range(1, 24)), (), (5, 5, 5, 4, 4), seed=7)
    back = Request(there.players[::-1], (), (4, 5, 4, 5, 5), seed=7)
    assert plan_round(there) == plan_round(back)


@pytest.mark.parametrize(
    ("players", "sizes"),
    [((1, 2, 3), (4,)), ((1, 2, 2), (3,)), ((), ()), ((1, 2, 3), (2, 1))],
)
def test_sizes_that_do_not_seat_exactly_the_players_are_refused(
    players: tuple[int, ...], sizes: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"seat|listed twice"):
        Request(players, (), sizes, seed=1)


@pytest.mark.parametrize("seed", range(3))
def test_sixteen_players_all_meet_in_five_rounds(seed: int) -> None:
    assert [p.quality.repeats for p in evening(16, 5, seed)] == [0] * 5


@pytest.mark.parametrize("n", [12, 15])
def test_forced_repeats_are_kept_to_the_proven_minimum(n: int) -> None:
    for proposal in evening(n, 4):
        assert proposal.quality.collisions == proposal.quality.bound


@pytest.mark.parametrize(("n", "rounds"), [(43, 4), (23, 5), (9, 4), (7, 5)])
def test_nobody_ends_two_rounds_more_at_a_small_table(n: int, rounds: int) -> None:
    assert evening(n, rounds)[-1].quality.evenness <= 1


def test_small_tables_are_even_after_every_round_where_that_costs_nothing() -> None:
    assert [p.quality.evenness <= 1 for p in evening(43, 6)] == [True] * 6
    assert [p.quality.repeats for p in evening(43, 6)] == [0] * 6


@pytest.mark.parametrize("seed", range(3))
def test_nobody_deals_first_twice_while_it_can_be_avoided(seed: int) -> None:
    proposals = evening(43, 4, seed)
    dealers = Counter(table[0] for p in proposals for table in p.tables)
    assert max(dealers.values()) == 1
    assert proposals[-1].quality.repeats == 0


@settings(max_examples=40, deadline=None)
@given(st.integers(6, 60), st.integers(2, 9), st.integers(0, 99))
def test_first_deals_differ_by_one_among_those_who_stay(
    n: int, rounds: int, seed: int
) -> None:
    hall = Gathering(tuple(range(1, n + 1)), tuple(table_sizes(n)))
    planned, _ = plan_evening(Evening((hall,) * rounds), seed, in_moves(500))
    deals = Counter(table[0] for played in planned for table in played.tables)
    had = [deals[person] for person in hall.players]
    assert max(had) - min(had) <= 1


@SOME
@given(attendances(40, 5), st.integers(0, 99))
def test_first_deals_differ_by_two_at_most_while_people_come_and_go(
    attendance: list[list[int]], seed: int
) -> None:
    for _, proposal in played(attendance, seed, moves=300):
        assert proposal.quality.first_dealer_spread <= 2


def test_everybody_deals_first_once_when_it_comes_out_even() -> None:
    assert evening(200, 4)[-1].quality.first_dealer_spread == 0


def test_whoever_dealt_first_at_a_five_is_not_asked_there_again() -> None:
    # each of the five dealt first once, 1 at a table of four and the others at fives
    first = (Round(((2, 4, 5, 6, 7), (3, 8, 9, 10, 11), (1, 12, 13, 14))),)
    again = (Round(((4, 5, 6, 7, 8), (9, 10, 11, 12, 13), (14, 1, 2, 3))),)
    history = first + again + (Round(((15, 1, 2, 3, 16),)),)
    for seed in range(10):
        proposal = plan_round(Request((1, 2, 3, 4, 9), history, (5,), seed))
        assert proposal.tables[0][0] == 1


def test_a_person_gets_another_seat_each_round() -> None:
    for seed in range(3):
        seats = Counter(
            (person, seat)
            for proposal in evening(16, 4, seed)
            for table in proposal.tables
            for seat, person in enumerate(table)
        )
        assert max(seats.values()) <= 2


def test_a_person_gets_another_table_number_each_round() -> None:
    for seed in range(3):
        sat = [_numbers(proposal) for proposal in evening(40, 4, seed)]
        for before, after in pairwise(sat):
            assert sum(before[p] == after[p] for p in before) <= 2


def test_nobody_keeps_one_table_number_all_evening_when_there_are_few() -> None:
    for seed in range(3):
        sat = Counter(
            place
            for proposal in evening(16, 5, seed, moves=5_000)
            for place in _numbers(proposal).items()
        )
        assert max(sat.values()) <= 3


@pytest.mark.parametrize(("n", "rounds"), [(16, 5), (20, 5), (23, 5), (33, 4)])
def test_an_evening_has_far_fewer_collisions_than_the_best_of_1000_draws(
    n: int, rounds: int
) -> None:
    planned = sum(p.quality.collisions for p in evening(n, rounds, moves=10_000))
    assert planned <= _best_draws(n, rounds) * 3 / 4


def test_a_round_never_gets_worse_by_searching_longer() -> None:
    history = tuple(Round(p.tables) for p in evening(23, 3))
    sizes = (5, 5, 5, 4, 4)
    collisions = [
        plan_round(Request(tuple(range(1, 24)), history, sizes, 1, moves)).quality
        for moves in (0, 2_000)
    ]
    assert collisions[0].collisions > collisions[1].collisions


def test_a_third_meeting_is_avoided_before_a_second() -> None:
    # eight at two tables: some pairs must meet again, but none needs a third time
    proposals = evening(8, 2)
    assert proposals[1].quality.most_meetings == 2
    assert proposals[1].quality.collisions == proposals[1].quality.bound == 4


def test_of_rounds_planned_together_those_that_are_new_and_even_come_first() -> None:
    repeating = [[1, 2, 5], [3, 4, 6]]
    fresh = [[1, 3, 5], [2, 4, 6]]
    uneven = [[1, 3, 5, 6], [2, 4]]
    history = [Round(((1, 2), (3, 4), (5, 6)))]
    ordered = best_first([uneven, repeating, fresh], history, range(1, 7))
    assert ordered == [fresh, repeating, uneven]


def test_a_plan_is_kept_while_nobody_comes_or_goes() -> None:
    first, second = played([range(1, 17)] * 4)[:2]
    assert second[1].tables != first[1].tables
    kept = {frozenset(table) for table in second[1].tables}
    assert kept == {frozenset(table) for table in first[1].ahead[0].tables}


def test_a_request_and_a_proposal_survive_the_wire() -> None:
    request, proposal = played([range(1, 10)] * 3)[-1]
    assert request_from_json(request_to_json(request)) == request
    assert proposal_from_json(proposal_to_json(proposal)) == proposal


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"players": [1, 2, 3], "history": [], "sizes": [3]}',
        '{"players": [1, 2, "3"], "history": [], "sizes": [3], "seed": 1}',
        '{"players": [1, 2, true], "history": [], "sizes": [3], "seed": 1}',
        '{"players": [1, 2, 3], "history": [1], "sizes": [3], "seed": 1}',
        '{"players": [1, 2, 3], "history": [], "sizes": [4], "seed": 1}',
    ],
)
def test_text_that_is_no_request_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        request_from_json(text)


def test_a_process_of_its_own_plans_the_same() -> None:
    request, proposal = played([range(1, 14)] * 2)[-1]
    child = _child(request_to_json(request))
    assert child.returncode == 0
    assert proposal_from_json(child.stdout) == proposal


def test_the_process_answers_an_unusable_request_in_one_sentence() -> None:
    child = _child(json.dumps({"players": []}))
    assert (child.returncode, child.stdout) == (2, "")
    assert child.stderr == "unusable request: history is missing\n"


def _child(text: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tournament.seating"]
    return subprocess.run(
        command, input=text, capture_output=True, text=True, check=False
    )


def _numbers(proposal: Proposal) -> dict[int, int]:
    return {p: number for number, t in enumerate(proposal.tables) for p in t}


def _best_draws(n: int, rounds: int) -> int:
    """Collisions of an evening that takes the best of 1000 draws each round."""
    rng = Random(1)
    met: Counter[frozenset[int]] = Counter()
    total = 0
    for _ in range(rounds):
        drawn = [_pairs_of_a_draw(n, rng) for _ in range(1000)]
        best = min(drawn, key=lambda pairs: sum(met[pair] for pair in pairs))
        total += sum(met[pair] for pair in best)
        met.update(best)
    return total


def _pairs_of_a_draw(n: int, rng: Random) -> list[frozenset[int]]:
    order = rng.sample(range(n), n)
    pairs: list[frozenset[int]] = []
    for size in table_sizes(n):
        table, order = order[:size], order[size:]
        pairs += [frozenset((a, b)) for a in table for b in table if a < b]
    return pairs


PINNED = [
    ((3, 8, 2, 7, 4), (9, 1, 5, 6)),
    ((7, 5, 1, 8, 6), (2, 4, 9, 3)),
    ((6, 9, 3, 2, 1), (4, 5, 8, 7)),
]
