"""Games of Bolivia and Canasta: their end, whole sheets, ranks and the case file."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebooks.base import Severity
from scoring.rulebooks.canasta import (
    BOLIVIA,
    CANASTA,
    PRESETS,
    Canasta,
    course,
    next_hand,
    of_options,
)
from scoring.rulebooks.canasta_game import End, dealer_of_hand, final_result, game_end
from scoring.rulebooks.canasta_hand import SIDES, sides_of
from scoring.rulebooks.pairs import DEALS_CHAIN, GAMES_CHAIN
from tests.cases_canasta import HANDLERS
from tests.scoring.hands import sheet, written

ROUND = replace(BOLIVIA, deal_count=4)
SHORT = replace(BOLIVIA, target=(2500, 2500, 2500))
# CH01: 2805 against 40.
NORTH = {
    "melded": 230, "hand": 25, "mixed": 1, "natural": 1, "escalera": 1,
    "red_threes": 2, "out": "normal",
}  # fmt: skip
EAST = {"melded": 185, "hand": 45, "mixed": 1, "red_threes": 3, "hand_threes": 1}
HAND = (NORTH, EAST)
CASES = [
    case
    for case in json.loads(
        (Path(__file__).parents[1] / "data" / "rules-cases.json").read_text("utf-8")
    )["cases"]
    if case["game"] in PRESETS
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_of_the_rules(case: dict[str, Any]) -> None:
    found = HANDLERS[case["game"], case["kind"]](case)
    assert {key: found.get(key) for key in case["expect"]} == case["expect"]


def test_a_pair_without_opponents_has_won_with_its_average() -> None:
    results = {
        "P1": [["P2", 2000, 1000], ["vrij", None, None]],
        "P2": [["P1", 1000, 2000], [None, 1300, 1300]],
    }
    found = HANDLERS["bolivia", "ranking"]({"input": {"results": results}})
    assert found["vp"] == {"P1": 4, "P2": 2}
    assert found["points"] == {"P1": 4000, "P2": 2300}
    assert found["balance"] == {"P1": 1000, "P2": -1000}


def codes(rules: Canasta, reading: dict[str, Any], places: int = 4) -> list[str]:
    return [problem.code for problem in rules.problems(reading, places)]


@pytest.mark.parametrize(
    ("totals", "hands", "end"),
    [
        ((15_205, 9040), 7, End(True, "win", (0,))),  # CG01
        ((15_100, 15_100), 8, End(True, "draw", (0, 1))),  # CG03
        ((9500, 8200), 60, End(True, "draw", (0, 1))),  # CG05
        ((14_995, 14_995), 59, End(False)),
        ((15_000, 14_995), 59, End(True, "win", (0,))),
        ((15_000, 15_005), 60, End(True, "win", (1,))),  # Q55
        ((15_100, 200, 15_100), 9, End(True, "draw", (0, 2))),  # Q56
        ((100, 200, 300), 60, End(True, "draw", (0, 1, 2))),
        ((-500, -400), 1, End(False)),
    ],
)
def test_when_a_game_of_bolivia_is_over_and_whose_it_is(
    totals: tuple[int, ...], hands: int, end: End
) -> None:
    assert game_end(BOLIVIA, totals, hands, len(totals)) == end


def test_the_order_of_target_and_limit_and_the_shared_first_are_options() -> None:
    late = replace(BOLIVIA, target_first=False)
    assert game_end(late, (15_100, 0), 60, 4) == End(True, "draw", (0, 1))
    assert game_end(late, (15_100, 0), 59, 4) == End(True, "win", (0,))
    every = replace(BOLIVIA, shared_first_only=False)
    assert game_end(every, (15_100, 200, 15_100), 9, 3).winners == (0, 1, 2)


@pytest.mark.parametrize(("players", "target"), [(2, 5000), (3, 7500), (4, 5000)])
def test_canasta_has_its_own_target_for_every_number_of_players(
    players: int, target: int
) -> None:
    others = (0,) * (len(sides_of(players)) - 1)
    assert game_end(CANASTA, (target, *others), 3, players) == End(True, "win", (0,))
    assert not game_end(CANASTA, (target - 5, *others), 3, players).over


def test_a_game_of_so_many_hands_goes_to_the_higher_total_whatever_the_target() -> None:
    assert not game_end(ROUND, (20_000, 0), 3, 4).over
    assert game_end(ROUND, (300, 200), 4, 4) == End(True, "win", (0,))
    assert game_end(ROUND, (200, 200), 4, 4) == End(True, "draw", (0, 1))
    assert final_result(BOLIVIA, (300, 200), 2, 4) == End(False, "win", (0,))


def test_the_deal_goes_round_clockwise() -> None:
    assert [dealer_of_hand(3, n, 4) for n in range(1, 6)] == [3, 4, 1, 2, 3]
    assert [dealer_of_hand(2, n, 2) for n in (1, 2, 3)] == [2, 1, 2]


def test_a_sheet_shows_totals_minimum_and_dealer_before_every_hand() -> None:
    steps = course(BOLIVIA, sheet(HAND, HAND[::-1], first_dealer=4), 4)
    assert [step.dealer for step in steps] == [4, 1]
    assert [step.before for step in steps] == [(0, 0), (2805, 40)]
    assert [step.minimum for step in steps] == [(50, 50), (90, 50)]
    assert [step.scores for step in steps] == [(2805, 40), (40, 2805)]
    assert steps[-1].after == (2845, 2845)
    coming = next_hand(BOLIVIA, sheet(HAND, HAND, first_dealer=4), 4)
    assert coming is not None
    assert (coming.number, coming.dealer, coming.minimum) == (3, 2, (120, 50))


def test_the_first_hand_is_next_on_an_empty_sheet_and_none_after_the_end() -> None:
    first = next_hand(BOLIVIA, {}, 3)
    assert first is not None
    assert (first.number, first.dealer, first.minimum) == (1, None, (50, 50, 50))
    assert first.before == (0, 0, 0)
    assert next_hand(SHORT, sheet(HAND), 4) is None
    assert next_hand(BOLIVIA, sheet(({}, {})), 4) is None


def test_a_round_of_four_hands_is_scored_for_every_place() -> None:
    reading = sheet(HAND, HAND, HAND[::-1], HAND)
    assert codes(ROUND, reading) == []
    lines = ROUND.score(reading, 4)
    assert [(line.place, line.side, line.total) for line in lines] == [
        (1, "A", 8455), (2, "B", 2925), (3, "A", 8455), (4, "B", 2925),
    ]  # fmt: skip
    assert lines[0].stats == {
        "victory_points": 2, "balance": 5530, "points_for": 8455,
        "points_against": 2925,
    }  # fmt: skip
    assert lines[1].stats["victory_points"] == 0


def test_three_players_play_against_each_other() -> None:
    alone = {"melded": 260, "hand": 0, "natural": 1, "escalera": 1, "out": "normal"}
    loser = {"melded": 90, "hand": 55}
    rules = replace(BOLIVIA, deal_count=1)
    lines = rules.score(sheet((alone, loser, loser)), 3)
    assert [line.stats["victory_points"] for line in lines] == [4, 1, 1]
    assert [line.stats["balance"] for line in lines] == [4650, -2325, -2325]
    assert [line.stats["points_for"] for line in lines] == [2360, 35, 35]


def test_sixty_hands_without_a_target_are_a_draw_in_victory_points_too() -> None:
    rules = replace(BOLIVIA, hand_limit=1)
    assert codes(rules, sheet(HAND)) == []
    lines = rules.score(sheet(HAND), 4)
    assert [line.stats["victory_points"] for line in lines] == [1, 1, 1, 1]
    assert [line.total for line in lines] == [2805, 40, 2805, 40]


def test_the_number_of_hands_on_a_sheet() -> None:
    assert codes(ROUND, sheet(HAND, HAND, HAND)) == ["deal_count"]
    assert codes(ROUND, sheet(*[HAND] * 5))[0] == "deal_count"
    assert codes(ROUND, {"deals": []}) == ["deal_count"]
    assert codes(replace(ROUND, time_limit=True), sheet(HAND)) == []
    assert codes(replace(ROUND, time_limit=True), {}) == ["deal_count"]
    assert codes(BOLIVIA, {}) == ["deal_count"]
    assert codes(BOLIVIA, sheet(HAND), places=5) == ["player_count"]


def test_an_unfinished_game_to_a_target_is_asked_about() -> None:
    (problem,) = BOLIVIA.problems(sheet(HAND), 4)
    assert (problem.code, problem.severity) == ("game_unfinished", Severity.WARN)
    totals = {"A": 2805, "B": 40}
    assert problem.params == {**totals, "goal": 15_000, "dealt": 1}
    assert codes(replace(BOLIVIA, time_limit=True), sheet(HAND)) == []
    assert codes(SHORT, sheet(HAND)) == []


def test_no_hand_comes_after_the_decided_game() -> None:
    (problem,) = SHORT.problems(sheet(HAND, HAND), 4)
    assert (problem.code, problem.deal) == ("game_over", 2)


def test_problems_say_in_which_hand_and_for_which_side() -> None:
    odd = EAST | {"melded": 187}
    low = NORTH | {"first_meld": 45}
    problems = BOLIVIA.problems(sheet(HAND, (NORTH, odd), (low, EAST)), 4)
    assert [(p.code, p.deal, p.place) for p in problems] == [
        ("not_multiple_of_5", 2, 2)
    ]
    warned = BOLIVIA.problems(sheet((low, EAST)), 4)
    assert (warned[0].code, warned[0].deal, warned[0].place) == (
        "first_meld_below",
        1,
        1,
    )


def test_what_cannot_be_read_stands_in_the_way_of_the_whole_hand() -> None:
    problems = ROUND.problems(sheet(*[HAND] * 3, (NORTH, {"melded": "x"})), 4)
    assert [(p.code, p.deal, p.place) for p in problems] == [
        ("not_integer", 4, 2), ("missing_cell", 4, 2),
    ]  # fmt: skip
    assert codes(ROUND, {"deals": [{"end": "out"}] * 4})[0] == "missing_cell"


def test_the_direction_may_accept_a_side_that_went_out_too_soon() -> None:
    soon = NORTH | {"escalera": 0}
    assert codes(SHORT, sheet((soon, EAST))) == ["out_requirement"]
    accepted = sheet((soon, EAST), as_played=[1])
    assert codes(SHORT, accepted) == ["game_unfinished"]
    assert SHORT.score(accepted, 4)[0].total == 230 + 800 - 200 + 100 - 25


def test_a_hand_on_the_stock_has_no_going_out() -> None:
    plain = NORTH | {"out": "no", "red_threes": 3}
    reading = {"deals": [written(plain, EAST, end="stock")]}
    assert codes(SHORT, reading) == []
    assert SHORT.score(reading, 4)[0].total == 2805


def test_entries_rank_by_victory_points_or_else_by_points() -> None:
    assert [c.key for c in BOLIVIA.criteria] == list(GAMES_CHAIN)
    assert replace(BOLIVIA, points_first=True).chain == DEALS_CHAIN


@pytest.mark.parametrize("rules", [*PRESETS.values(), ROUND, SHORT])
def test_options_survive_being_stored(rules: Canasta) -> None:
    assert of_options(json.loads(json.dumps(rules.options()))) == rules


def test_an_unknown_condition_of_the_red_threes_is_refused() -> None:
    with pytest.raises(ValueError, match="never"):
        of_options({"red_three_condition": "never"})


@pytest.mark.parametrize("rules", PRESETS.values())
@pytest.mark.parametrize("places", [2, 3, 4])
def test_a_page_is_told_what_its_fields_can_hold(rules: Canasta, places: int) -> None:
    live = json.loads(json.dumps(rules.live(places)))
    assert sorted(p for members in live["sides"].values() for p in members) == [
        *range(1, places + 1)
    ]
    assert live["most"]["bolivia"] == (2 if rules.sequences else 0)
    assert live["most"]["red_threes"] == (6 if rules.sequences else 4)
    to_target = replace(rules, deal_count=None)
    assert to_target.live(places)["goal"] == rules.target[places - 2]
    assert replace(rules, deal_count=4).live(places)["goal"] is None


@given(
    st.sampled_from((2, 3, 4)),
    st.lists(st.integers(-400, 3600).map(lambda n: 5 * n), min_size=3, max_size=3),
    st.integers(1, 60),
)
def test_the_highest_total_has_the_game_unless_the_limit_draws_it(
    places: int, figures: list[int], hands: int
) -> None:
    totals = figures[: len(sides_of(places))]
    end = final_result(BOLIVIA, totals, hands, places)
    assert end.winners
    assert (end.result == "win") == (len(end.winners) == 1)
    top = max(totals)
    drawn = hands == 60 and top < 15_000
    assert drawn or all(totals[winner] == top for winner in end.winners)
    assert not end.over or drawn or top >= 15_000


@given(st.lists(st.booleans(), min_size=1, max_size=6), st.sampled_from((2, 4)))
def test_the_lines_of_a_table_add_up(turned: list[bool], places: int) -> None:
    gone = NORTH if places == 4 else NORTH | {"hand": 0}
    hands = [(EAST, gone) if turn else (gone, EAST) for turn in turned]
    lines = replace(BOLIVIA, time_limit=True).score(sheet(*hands), places)
    sides = {line.side: line for line in lines}
    assert set(sides) == set(SIDES[:2])
    assert sum(line.stats["balance"] for line in sides.values()) == 0
    assert sum(line.stats["victory_points"] for line in sides.values()) == 2
    assert all(line.total == line.stats["points_for"] for line in lines)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"deals": {"end": "out"}}, "reading_unreadable"),
        ({"deals": ["out"]}, "reading_unreadable"),
        ({"as_played": 1}, "reading_unreadable"),
        ({"first_dealer": "1"}, "dealer_unknown"),
        ({"first_dealer": 5}, "dealer_unknown"),
        ({"deals": [{"end": "out", "sides": {"A": [1], "B": 7}}]}, "missing_cell"),
        ({"deals": [{"end": "out", "sides": "A"}]}, "missing_cell"),
    ],
)
def test_a_reading_of_another_shape_is_a_problem_and_no_error(
    wrong: dict[str, Any], code: str
) -> None:
    reading = {"deals": [{"end": "stock", "sides": {}}], **wrong}
    assert code in [problem.code for problem in BOLIVIA.problems(reading, 4)]


@pytest.mark.parametrize("first", [0, 5, 2.0, True, "1"])
def test_nobody_who_is_not_at_the_table_dealt_first(first: Any) -> None:
    (problem,) = SHORT.problems(sheet(HAND, first_dealer=first), 4)
    assert (problem.code, problem.params) == ("dealer_unknown", {"places": 4})
    assert SHORT.problems(sheet(HAND, first_dealer=4), 4) == []


@pytest.mark.parametrize(
    ("rules", "hands", "expected"),
    [(ROUND, 0, 4), (ROUND, 3, 4), (ROUND, 5, 4), (BOLIVIA, 0, 1)],
)
def test_too_few_or_too_many_hands_are_told_with_how_many_there_must_be(
    rules: Canasta, hands: int, expected: int
) -> None:
    problem, *_ = rules.problems(sheet(*[HAND] * hands), 4)
    params = {"expected": expected, "written": hands}
    assert (problem.code, problem.params) == ("deal_count", params)


@pytest.mark.parametrize("name", ["melded", "hand"])
def test_cards_counted_in_one_place_make_a_form_that_counts(name: str) -> None:
    part = {"melded": 60, "hand": 45, name: {"ace": 3}}
    assert BOLIVIA.mode_of(sheet((EAST, part))) == "counted"
    assert BOLIVIA.mode_of(sheet(HAND)) == "totals"


def test_what_cannot_be_read_around_the_hands_is_named() -> None:
    for part in ("deals", "as_played"):
        values: tuple[Any, ...] = ("x", [[]])
        for value in values:
            found = SHORT.problems(sheet(HAND) | {part: value}, 4)
            assert [p.params for p in found if p.blocks] == [{"part": part}]


def test_options_that_are_not_told_are_those_of_bolivia() -> None:
    assert of_options({}) == BOLIVIA
    assert of_options({"target": [2500] * 3}) == SHORT
