"""Whole games of Belotten: how they end, checks 21 and 22, a sheet as a rulebook."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Line, Problem, Rulebook, Severity
from scoring.rulebooks.belotten import Belotten, of_options, read_game
from scoring.rulebooks.belotten_rules import CHOICES, goal_of
from scoring.rulebooks.belotten_scoring import ending, final_totals, start_game
from scoring.rulebooks.pairs import DEALS_CHAIN, GAMES_CHAIN, criteria_of
from tests.cases_belotten import HANDLERS
from tests.scoring.belotten_hands import entry, played, sequence

HARD, WARN = Severity.HARD, Severity.WARN
RULES = Belotten()
PASSED = {"event": "all_passed_twice"}
CASES = Path(__file__).parent.parent / "data" / "rules-cases.json"


def sides(a: int, b: int) -> dict[str, int]:
    return {"A": a, "B": b}


EG01 = [
    entry("A", 95),
    entry("B", 92),
    entry("A", 100, belot="A"),
    entry("B", 81),
    entry("B", 52),
    entry("A", 162, tricks=sides(8, 0)),
    entry("B", 42, melds=sides(0, 50)),
    entry("A", 50, melds=sides(20, 0)),
    entry("B", 72, belot="B"),
    entry("B", 162, tricks=sides(8, 0)),
]
RUNNING = (
    "95-67 257-67 377-129 458-129 510-320 762-320 804-490 804-672 876-782 1088-782"
)


def found(deals: Any, rules: Belotten = RULES, **more: Any) -> list[Problem]:
    return rules.problems({"deals": deals, **more}, 4)


def codes(deals: Any, rules: Belotten = RULES, **more: Any) -> list[str]:
    return [p.code for p in found(deals, rules, **more)]


def test_the_whole_game_of_the_rules() -> None:
    game, problems = read_game(RULES, {"deals": EG01})
    assert problems == []
    totals = [f"{total['A']}-{total['B']}" for total in game.running]
    assert totals == RUNNING.split()
    assert (game.over, game.winner, game.held, game.dealt) == (True, "A", 0, 10)
    assert [step.outcome for step in game.steps][3:6] == ["equal", "made", "capot"]


def test_equal_totals_past_the_target_are_parted_by_a_deciding_deal() -> None:
    start, deals = sides(930, 950), [entry("A", 91), entry("B", 87)]
    before, _ = read_game(RULES, {"deals": deals[:1], "start": start})
    assert (before.totals, before.over) == (sides(1021, 1021), False)
    assert before.deciding
    after, problems = read_game(RULES, {"deals": deals, "start": start})
    assert (after.totals, after.over, after.winner) == (sides(1183, 1021), True, "A")
    assert problems == []


def test_a_deciding_deal_is_repeated_while_totals_are_equal() -> None:
    start = sides(1021, 1021)
    game, _ = read_game(RULES, {"deals": [PASSED], "start": start})
    assert (game.over, game.deciding) == (False, True)
    assert codes([PASSED, entry("A", 90)], start=start) == []


def test_the_higher_total_wins_a_deciding_deal_with_held_points_included() -> None:
    reading = {"deals": [entry("A", 84)], "start": sides(1021, 1021), "held": 81}
    assert read_game(RULES, reading)[0].totals == sides(1186, 1099)
    dry = Belotten(held_in_deciding_deal=False)
    assert read_game(dry, reading)[0].totals == sides(1105, 1099)


def test_an_equal_deciding_deal_is_won_by_the_defenders() -> None:
    reading = {"deals": [entry("A", 81)], "start": sides(1021, 1021)}
    game, _ = read_game(RULES, reading)
    assert (game.over, game.winner, game.held) == (True, "B", 81)
    assert final_totals(RULES, game) == sides(1021, 1102)
    paid = Belotten(held_at_end="to_winner")
    assert final_totals(paid, game) == sides(1021, 1183)


@pytest.mark.parametrize(
    ("option", "totals", "expected"),
    [
        ({}, (1000, 900), (False, None, False)),
        ({}, (1001, 900), (True, "A", False)),
        ({}, (1001, 1002), (True, "B", False)),
        ({}, (1000, 1000), (False, None, False)),
        ({}, (1001, 1001), (False, None, True)),
        ({"target_rule": "reach"}, (999, 900), (False, None, False)),
        ({"target_rule": "reach"}, (1000, 900), (True, "A", False)),
        ({"target_rule": "reach"}, (1000, 1000), (False, None, True)),
        ({"deciding_deal": False}, (1001, 1001), (True, None, False)),
        ({"target": 500}, (501, 0), (True, "A", False)),
        ({"rounding": "tens_half_up"}, (100, 90), (False, None, False)),
        ({"rounding": "tens_half_up"}, (101, 90), (True, "A", False)),
        ({"deal_count": 5}, (1200, 900), (False, None, False)),
        ({"deal_count": 4}, (700, 900), (True, "B", False)),
        ({"deal_count": 4}, (900, 900), (True, None, False)),
    ],
)
def test_a_game_ends_past_its_target_or_after_its_deals(
    option: dict[str, Any], totals: tuple[int, int], expected: tuple[bool, Any, bool]
) -> None:
    assert ending(Belotten(**option), sides(*totals), 4) == expected


def test_the_target_is_in_the_unit_of_the_totals() -> None:
    assert goal_of(RULES) == 1000
    assert goal_of(Belotten(rounding="tens_half_down")) == 100


def test_no_deal_may_follow_a_decided_game() -> None:
    (over,) = found([*EG01, entry("A", 95)])
    assert over == Problem("game_over", HARD, deal=11, params=sides(1088, 782))
    assert codes([*EG01, PASSED, {"event": "misdeal"}]) == ["game_over"]
    four = Belotten(deal_count=4)
    assert codes([entry("A", 95)] * 5, four) == ["game_over"]
    assert codes([entry("A", 95)] * 4, four) == []


def test_a_misdeal_is_no_deal_of_a_fixed_number() -> None:
    two = Belotten(deal_count=2)
    deals = [entry("A", 95), {"event": "misdeal"}, PASSED]
    assert codes(deals, two) == []
    assert codes([*deals, entry("A", 95)], two) == ["game_over"]


def test_points_held_at_the_end_of_a_fixed_number_of_deals_are_a_warning() -> None:
    two = Belotten(deal_count=2)
    (held,) = found([entry("A", 95), entry("B", 81)], two)
    assert held == Problem("held_at_end", WARN, None, 2, {"held": 81})
    assert codes([entry("B", 81), entry("A", 95)], two) == []


def test_a_game_that_stopped_early_is_a_warning_because_time_may_be_up() -> None:
    (early,) = found(EG01[:9])
    params = {**sides(876, 782), "goal": 1000, "dealt": 9}
    assert early == Problem("game_unfinished", WARN, params=params)
    assert codes(EG01, Belotten(deal_count=12)) == ["game_unfinished"]


def test_a_faulty_deal_is_named_and_the_game_stops_there() -> None:
    deals = [EG01[0], {"makers": "A", "card_points": sides(95, 66)}, entry("X", 1)]
    assert [(p.code, p.deal) for p in found(deals)] == [
        ("points_sum", 2),
        ("makers_unknown", 3),
    ]
    game, _ = read_game(RULES, {"deals": deals})
    assert game.running == (sides(95, 67),)


def test_warnings_of_a_deal_do_not_stop_the_game() -> None:
    problems = found([entry("A", 162), entry("A", 0)])
    assert [(p.code, p.deal, p.place) for p in problems] == [
        ("all_points_without_kapot", 1, 1),
        ("zero_points_without_no_tricks", 2, 1),
        ("game_unfinished", None, None),
    ]


def test_a_revoke_is_for_the_direction_unless_the_rules_settle_it() -> None:
    revoke = entry("A", 95, event="revoke", by="B")
    assert codes([revoke]) == ["revoke_undecided", "game_unfinished"]
    strict = Belotten(revoke_rule="162_to_others")
    assert codes([{"event": "revoke", "by": "B"}], strict) == ["game_unfinished"]
    game, _ = read_game(strict, {"deals": [{"event": "revoke", "by": "B"}]})
    assert game.totals == sides(162, 0)


def test_a_penalty_needs_to_know_whose_it_is() -> None:
    strict = Belotten(revoke_rule="162_to_others", misdeal_penalty=162)
    assert codes([{"event": "revoke"}], strict) == ["side_unknown"]
    assert codes([{"event": "misdeal"}], strict) == ["side_unknown"]
    (problem,) = strict.problems({"deals": [{"event": "misdeal"}]}, 4)
    assert problem.params == {"field": "by", "text": ""}
    assert codes([entry("A", 95, event="revoke")]) == ["side_unknown"]


def test_who_dealt_follows_from_the_first_dealer_and_decides_equal_melds() -> None:
    shown = [sequence("A1", "H", "K", 3), sequence("B1", "D", "K", 3)]
    last = entry("A", 95, melds=shown, trump="S")
    totals = {}
    for first in (1, 2, 3, 4):
        deals = [PASSED, {"event": "misdeal"}, last]
        game, _ = read_game(RULES, {"deals": deals, "first_dealer": first})
        totals[first] = (game.totals["A"], game.totals["B"])
    # Place 2, B1, comes before place 1, A1, only where place 1 deals.
    assert totals == {1: (115, 67), 2: (115, 67), 3: (115, 67), 4: (95, 87)}
    assert codes([last]) == ["meld_order_unknown"]


@pytest.mark.parametrize(
    ("reading", "places", "code"),
    [
        ({"deals": EG01}, 3, "player_count"),
        ({"deals": EG01}, 5, "player_count"),
        ({}, 4, "deal_count"),
        ({"deals": []}, 4, "deal_count"),
        ({"deals": "95-67"}, 4, "deal_count"),
        ({"deals": EG01, "first_dealer": 5}, 4, "dealer_unknown"),
        ({"deals": EG01, "first_dealer": 0}, 4, "dealer_unknown"),
        ({"deals": EG01, "first_dealer": 2.0}, 4, "dealer_unknown"),
        ({"deals": EG01, "first_dealer": "x"}, 4, "dealer_unknown"),
        ({"deals": EG01, "start": [1, 2]}, 4, "not_integer"),
        ({"deals": EG01, "start": {"A": 1}}, 4, "not_integer"),
        ({"deals": EG01, "held": 1.5}, 4, "not_integer"),
    ],
)
def test_a_sheet_that_cannot_be_read_is_refused(
    reading: dict[str, Any], places: int, code: str
) -> None:
    (problem,) = RULES.problems(reading, places)
    assert (problem.code, problem.severity) == (code, HARD)


@pytest.mark.parametrize(
    ("more", "place", "field", "text"),
    [
        ({"start": {"A": 10}}, 2, "start", ""),
        ({"start": {"A": "ten", "B": 5}}, 1, "start", "ten"),
        ({"held": 1.5}, None, "held", "1.5"),
    ],
)
def test_a_figure_before_the_deals_that_is_no_whole_number_is_named(
    more: dict[str, Any], place: int | None, field: str, text: str
) -> None:
    (problem,) = RULES.problems({"deals": EG01, **more}, 4)
    assert problem.place == place
    assert problem.params == {"field": field, "text": text}


@pytest.mark.parametrize("deals", [None, 12])
def test_a_sheet_on_which_nothing_is_filled_in_says_so(deals: int | None) -> None:
    (problem,) = Belotten(deal_count=deals).problems({"deals": []}, 4)
    assert problem.params == {"expected": deals, "written": 0}


def test_every_place_gets_the_result_of_its_side() -> None:
    rules: Rulebook = RULES
    mine = {"victory_points": 2, "balance": 306}
    mine |= {"points_for": 1088, "points_against": 782}
    theirs = {"victory_points": 0, "balance": -306}
    theirs |= {"points_for": 782, "points_against": 1088}
    assert rules.score({"deals": EG01}, 4) == [
        Line(1, "A", 1088, mine),
        Line(2, "B", 782, theirs),
        Line(3, "A", 1088, mine),
        Line(4, "B", 782, theirs),
    ]


def test_time_that_ends_a_round_can_leave_a_draw() -> None:
    deals = [entry("A", 91), entry("B", 91)]
    drawn = RULES.score({"deals": deals, "start": sides(0, 182)}, 4)
    assert [line.total for line in drawn] == [253, 253, 253, 253]
    assert [line.stats["victory_points"] for line in drawn] == [1, 1, 1, 1]


def test_the_ranking_puts_wins_first_and_points_first_with_fixed_deals() -> None:
    assert RULES.criteria == criteria_of(GAMES_CHAIN)
    assert Belotten(deal_count=12).criteria == criteria_of(DEALS_CHAIN)


def test_options_come_back_from_json_as_they_were() -> None:
    rules = Belotten(key="club", deal_count=12, rounding="tens_half_up", capot_bonus=80)
    assert of_options(json.loads(json.dumps(rules.options()))) == rules
    assert of_options({}) == RULES


@pytest.mark.parametrize("option", CHOICES)
def test_an_option_takes_only_the_words_it_knows(option: str) -> None:
    for word in CHOICES[option]:
        assert of_options({option: word}).options()[option] == word
    with pytest.raises(ValueError, match=option):
        of_options({option: "anders"})
    assert getattr(RULES, option) == CHOICES[option][0]


def test_a_page_gets_the_sides_and_the_figures_it_checks_with() -> None:
    live = RULES.live(4)
    assert live["sides"] == {"A": [1, 3], "B": [2, 4]}
    assert (live["card_points"], live["tricks"], live["goal"]) == (162, 8, 1000)
    json.dumps(live)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([{}, {"rounding": "tens_half_up"}]))
def test_a_game_of_real_deals_can_be_handed_in_and_not_go_on(
    seed: int, option: dict[str, Any]
) -> None:
    rng, rules = random.Random(seed), Belotten(**option)
    deals: list[dict[str, Any]] = []
    reading = {"deals": deals, "first_dealer": rng.randint(1, 4)}
    game = start_game(rules, sides(0, 0))
    assert game.held == 0
    while not game.over:
        deals.append(played(rng)[1])
        game, _ = read_game(rules, reading)
    assert rules.problems(reading, 4) == []
    lines = rules.score(reading, 4)
    for line in lines:
        assert line.total == sum(step.score[line.side] for step in game.steps)
        assert (line.stats["victory_points"] == 2) == (line.side == game.winner)
    assert max(line.total for line in lines) > goal_of(rules)
    longer = reading | {"deals": [*deals, PASSED]}
    assert [p.code for p in rules.problems(longer, 4)] == ["game_over"]


def belotten_cases() -> list[Any]:
    cases = json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    return [pytest.param(c, id=c["id"]) for c in cases if c["game"] == "belotten"]


@pytest.mark.parametrize("case", belotten_cases())
def test_the_cases_of_the_rules_come_out_as_written(case: dict[str, Any]) -> None:
    answer = HANDLERS[case["game"], case["kind"]](case)
    assert {key: answer.get(key) for key in case["expect"]} == case["expect"]


@pytest.mark.parametrize(
    ("kind", "config", "given_", "expected"),
    [
        ("deal", {}, {"event": "all_passed"}, {"outcome": "all_passed"}),
        ("deal", {}, entry("A", 95, held_before=0), {"winner": "A"}),
        (
            "deal",
            {},
            entry(
                "A",
                95,
                trump="S",
                play_order=["B1", "A2", "B2", "A1"],
                melds=[sequence("A1", "H", "K", 3), sequence("B1", "D", "K", 3)],
            ),
            {"score": sides(95, 87)},
        ),
        (
            "game",
            {"deals_per_game": 1},
            {"deals": [entry("A", 81)]},
            {"warning": {"code": "held_at_end", "class": "WARN"}, "over": True},
        ),
        (
            "game",
            {},
            {"deals": [*EG01, EG01[0]]},
            {"error": {"code": "game_over", "class": "HARD"}, "deal": 11},
        ),
        ("game", {}, {"deals": EG01[:2]}, {"over": False, "winner": None}),
        ("dealer", {}, {"event": "misdeal", "dealer_seat": 3}, {"next_dealer_seat": 3}),
        (
            "dealer",
            {"misdeal_penalty": 162},
            {"event": "misdeal", "dealer_seat": 3},
            {"score": sides(0, 162)},
        ),
        (
            "ranking",
            {},
            {
                "system": "points",
                "results": {
                    "P1": [["P2", 700, 900], ["vrij", None, None]],
                    "P2": [["P1", 900, 700]],
                },
            },
            {"ranking": [["P1"], ["P2"]], "vp": {"P1": 2, "P2": 2}},
        ),
        (
            "rotation_pairs",
            {},
            {"players": ["A", "B", "C"]},
            {"error": {"code": "player_count", "class": "HARD"}},
        ),
    ],
)
def test_other_cases_of_each_kind_are_understood(
    kind: str, config: dict[str, Any], given_: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = HANDLERS["belotten", kind]({"input": given_, "config": config})
    assert {key: answer.get(key) for key in expected} == expected
