"""Every code of rule 2.7 on a form of Bollen: when it comes, how heavy, in what order.

Deals stand alone here; test_forms.py has whole forms.
"""

from dataclasses import replace
from typing import Any

import pytest

from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.prediction import Prediction
from tests.scoring.deals import codes, of_one_deal, one_deal

HARD, HARD_PLUS = Severity.HARD, Severity.HARD_PLUS
WARN, INFO = Severity.WARN, Severity.INFO
NO_HOOK = Prediction(hook_from=None)
HOOK_FROM_TWO = Prediction(hook_from=2)


@pytest.mark.parametrize(
    ("cards", "cells", "code", "severity"),
    [
        (3, "2 1.5 0x 1x", "not_integer", HARD),
        (3, "2 twee 0x 1x", "not_integer", HARD),
        (3, "3 1x 4 0", "bid_range", HARD),
        (3, "3 1x -1 0", "bid_range", HARD),
        (3, "3 1x 123456789 0", "bid_range", HARD),
        (5, "3x 1 6x 0", "bid_range", HARD),
        (3, "1 1 1 0", "bid_sum_equals_tricks", HARD_PLUS),
        (3, "1x 1 1 0", "bid_sum_equals_tricks", HARD_PLUS),
        (5, "2 1 0 1", "no_bol", HARD),
        (3, "2 1 0 1", "no_bol", HARD),
        (4, "2 2 1 0x", "hits_exceed_tricks", HARD),
        (2, "1 1 0x 1x", "miss_impossible", HARD),
        (3, "2 0x 0x 0", "miss_impossible", HARD),
        (4, "2 1 1x 1x", "miss_impossible", HARD),
        (1, "0 0 x x", "miss_impossible", HARD),
        (5, "0 0 1x 1", "implied_far", WARN),
        (5, "5x 0 1 1", None, None),
        (5, "5x 1 1 1", "implied_far", WARN),
        (1, "1x 1x 0x 1x", "all_bol", INFO),
    ],
)
def test_the_primary_error_of_a_deal(
    cards: int, cells: str, code: str | None, severity: Severity | None
) -> None:
    found = [p for p in one_deal(cards, cells) if p.code != "bolloos"]
    first = (found[0].code, found[0].severity) if found else (None, None)
    assert first == (code, severity)


def test_an_empty_cell_is_missing_and_is_named() -> None:
    rules = of_one_deal(3)
    rows = [["2"], [" "], ["1x"], [""]]
    assert rules.problems({"rows": rows}, 4) == [
        Problem("missing_cell", HARD, place, 1, {"text": text, "cards": 3})
        for place, text in ((2, " "), (4, ""))
    ]


def test_a_cell_that_is_null_in_json_is_an_empty_one() -> None:
    found = of_one_deal(3).problems({"rows": [["2"], [None], ["1x"], ["1"]]}, 4)
    assert [(p.code, p.place) for p in found] == [("missing_cell", 2)]


def test_a_cell_may_come_as_a_number() -> None:
    assert of_one_deal(3).problems({"rows": [[2], [1], ["x"], ["1x"]]}, 4) == (
        one_deal(3, "2 1 x 1x")
    )


def test_faulty_cells_are_reported_in_the_order_of_the_rules_and_nothing_else() -> None:
    rows = [["4"], [""], ["?"], ["-1x"]]
    found = of_one_deal(3).problems({"rows": rows}, 4)
    assert [(p.code, p.place) for p in found] == [
        ("not_integer", 3),
        ("missing_cell", 2),
        ("bid_range", 1),
        ("bid_range", 4),
    ]


def test_a_deal_can_have_several_errors_the_first_of_the_rules_first() -> None:
    assert codes(one_deal(3, "1 1 1 0")) == ["bid_sum_equals_tricks"]
    assert codes(one_deal(3, "2 1 0 1")) == ["no_bol", "hits_exceed_tricks"]


def test_the_sentence_of_a_deal_gets_its_figures() -> None:
    (found,) = one_deal(4, "2 1 1x 1x")
    assert (found.place, found.deal) == (None, 1)
    assert found.params == {"cards": 4, "made": [2, 1], "left": 1}


@pytest.mark.parametrize(
    ("cells", "far"),
    [("1 0 0 1x", 3), ("1 1 0 1x", None), ("3 0 0 5x", 3), ("2 0 0 5x", None)],
)
def test_three_tricks_off_is_far_and_two_is_not(cells: str, far: int | None) -> None:
    found = [p for p in one_deal(5, cells) if p.code == "implied_far"]
    assert [abs(p.params["tricks"] - p.params["bid"]) for p in found] == (
        [] if far is None else [far]
    )
    assert all(p.place == 4 and p.deal == 1 for p in found)


def test_a_single_bol_without_a_bid_or_one_of_two_is_never_called_far() -> None:
    assert "implied_far" not in codes(one_deal(5, "0 0 0 x"))
    assert "implied_far" not in codes(one_deal(5, "0 0 0x 1x"))


@pytest.mark.parametrize(("leader", "offender"), [(1, 4), (2, 1), (4, 3), (None, None)])
def test_the_last_bidder_is_named_when_the_leader_is_known(
    leader: int | None, offender: int | None
) -> None:
    found = one_deal(3, "1 1 1 0x", first_leader=leader)[0]
    assert (found.code, found.place) == ("bid_sum_equals_tricks", offender)
    assert found.params == {"cards": 3, "bids": [1, 1, 1, 0]}


def test_an_unreadable_bid_cannot_be_held_against_the_sum() -> None:
    assert one_deal(3, "1 1 x 0") == [
        Problem("bolloos", INFO, place) for place in (1, 2, 4)
    ]


@pytest.mark.parametrize(
    ("cells", "found"),
    [
        ("1 1 1 0", []),  # neither the sum rule nor the bol it makes certain
        ("1x 2x 0 0", []),
        ("1x 1 1 0", ["miss_impossible"]),
        ("2 1 1 0", ["hits_exceed_tricks"]),
        ("1 1 0 0", ["miss_impossible"]),
    ],
)
def test_a_deal_accepted_as_played_is_only_asked_whether_it_can_be(
    cells: str, found: list[str]
) -> None:
    problems = one_deal(3, cells, as_played=[1])
    assert codes([p for p in problems if p.blocks]) == found


def test_accepting_one_deal_does_not_accept_another() -> None:
    assert codes(one_deal(3, "1 1 1 0", as_played=[2]))[0] == "bid_sum_equals_tricks"
    assert codes(one_deal(3, "1 1 1 0", as_played=[]))[0] == "bid_sum_equals_tricks"


@pytest.mark.parametrize("rules", [NO_HOOK, HOOK_FROM_TWO])
def test_without_the_sum_rule_everybody_may_make_the_bid(rules: Prediction) -> None:
    assert codes(one_deal(1, "1 0 0 0", rules)) == ["bolloos"] * 4
    assert codes(one_deal(1, "0 0 0 0", rules)) == ["miss_impossible"]


def test_the_sum_rule_holds_from_the_number_of_cards_on_that_is_set() -> None:
    assert codes(one_deal(2, "1 1 0 0", HOOK_FROM_TWO))[0] == "bid_sum_equals_tricks"
    assert codes(one_deal(2, "1 1 0 0", NO_HOOK)) == ["bolloos"] * 4
    assert [HOOK_FROM_TWO.hooked(cards) for cards in (1, 2, 3)] == [False, True, True]
    assert not NO_HOOK.hooked(5)
    assert Prediction().hooked(1)


@pytest.mark.parametrize(
    ("cells", "tricks", "found"),
    [
        ("1 1 0x 2x", [1, 1, 1, 0], []),
        ("1 1 1x 0", [1, 1, 1, 0], ["bid_sum_equals_tricks", "hit_mark_conflict"]),
        ("1 1 0x 2x", [1, 1, 4, -3], ["trick_range", "trick_range"]),
        ("1 1 0x 2x", [1, 1, 2, -1], ["trick_range"]),
        ("1 1 0x 2x", [1, 1, 2, 0], ["trick_sum"]),
        ("1 1 0x 2", [1, 1, 1, 0], ["hit_mark_conflict"]),
        ("1 1x 0x 2x", [1, 1, 1, 0], ["hit_mark_conflict"]),
        ("1 1 0x 4x", [1, 1, 1, 0], ["bid_range"]),
        ("1 1 x x", [1, 1, 1, 0], []),
        ("1x 1x 1x 1x", [3, 0, 0, 0], []),
    ],
)
def test_tricks_bids_and_marks_are_held_against_each_other(
    cells: str, tricks: list[int], found: list[str]
) -> None:
    problems = one_deal(3, cells, tricks=[[taken] for taken in tricks])
    assert codes([p for p in problems if p.blocks]) == found
    assert all(p.severity is HARD for p in problems if p.blocks and p != problems[0])


def test_tricks_that_are_wrong_are_named_with_their_figures() -> None:
    found = one_deal(3, "1 1 0x 2", tricks=[[1], [1], [4], [0]])
    assert found == [
        Problem("trick_range", HARD, 3, 1, {"tricks": 4, "cards": 3}),
        Problem("trick_sum", HARD, None, 1, {"cards": 3, "sum": 6}),
        Problem("hit_mark_conflict", HARD, 4, 1, {"bid": 2, "tricks": 0, "made": True}),
    ]


def test_with_tricks_nothing_is_far_off_and_all_bol_is_still_told() -> None:
    tricks = [[1], [0], [0], [4]]
    assert codes(one_deal(5, "1 0 0 1x", tricks=tricks)) == ["bolloos"] * 3
    all_missed = one_deal(3, "1x 1x 1x 1x", tricks=[[3], [0], [0], [0]])
    assert all_missed == [Problem("all_bol", INFO, None, 1)]


def test_with_an_unreadable_bid_the_sum_rule_still_holds_beside_tricks() -> None:
    """Whoever took nothing and missed with one card bid 1; then the bids make 1."""
    assert codes(one_deal(1, "0x x 0", tricks=[[1], [0], [0]])) == ["miss_impossible"]
    assert codes(one_deal(1, "0x x x", tricks=[[1], [0], [0]])) == ["all_bol"]
    accepted = one_deal(1, "0x x 0", tricks=[[1], [0], [0]], as_played=[1])
    assert codes(accepted) == ["bolloos"]


@pytest.mark.parametrize("tricks", [None, [], [[None]] * 4])
def test_marks_are_judged_where_no_tricks_are_known(tricks: Any) -> None:
    assert codes(one_deal(3, "2 0x 0x 0", tricks=tricks)) == ["miss_impossible"]
    assert "implied_far" in codes(one_deal(5, "1 0 0 1x", tricks=tricks))


def test_accepted_as_played_with_tricks_everybody_may_make_the_bid() -> None:
    tricks = [[1], [1], [1], [0]]
    found = one_deal(3, "1 1 1 0", tricks=tricks, as_played=[1])
    assert codes(found) == ["bolloos"] * 4


@pytest.mark.parametrize("places", [0, 1, 2, 7, 32])
def test_a_table_nobody_plays_at_is_refused_whatever_is_written(places: int) -> None:
    rows = [["1x"] for _ in range(places)]
    assert of_one_deal(1).problems({"rows": rows}, places) == [
        Problem("player_count", HARD, params={"places": places})
    ]


@pytest.mark.parametrize("rows", [[], None, [["1"]] * 3, [["1"]] * 5])
def test_a_row_too_few_or_too_many_is_refused(rows: Any) -> None:
    assert of_one_deal(1).problems({"rows": rows}, 4) == [
        Problem("player_count", HARD, params={"places": len(rows or [])})
    ]


def test_a_blocking_problem_is_hard_and_a_warning_is_not() -> None:
    blocks = {s: Problem("no_bol", s).blocks for s in Severity}
    assert blocks == {HARD: True, HARD_PLUS: True, WARN: False, INFO: False}


def test_severities_are_written_as_in_the_rules() -> None:
    assert list(Severity) == ["HARD", "HARD+", "WARN", "INFO"]


def test_the_tournament_game_goes_by_the_figures_of_the_rules() -> None:
    rules = Prediction()
    assert rules == PRESETS["bollen"]
    assert (rules.key, rules.deck, rules.home) == ("bollen", 32, False)
    assert (rules.sizes, rules.usual_sizes) == ((3, 4, 5, 6), (4, 5))
    assert (rules.hook_from, rules.hit_bonus, rules.miss) == (1, 2, -2)


def test_both_presets_go_by_the_same_deals() -> None:
    bollen, home = PRESETS["bollen"], PRESETS["bollen_thuis"]
    assert isinstance(bollen, Prediction)
    assert isinstance(home, Prediction)
    assert replace(bollen, key=home.key, usual_sizes=(3, 4, 5, 6), home=True) == home


@pytest.mark.parametrize(
    ("cards", "cells", "told"),
    [
        (4, "2 2 1 0x", ["hits_exceed_tricks"]),
        (5, "2 1 0 1", ["no_bol"]),
        (3, "2 1 1 0", ["no_bol", "hits_exceed_tricks"]),
        (3, "1 1 1 0", ["bid_sum_equals_tricks"]),
        (4, "2 1 1x 1x", ["miss_impossible"]),
        (5, "0 0 1x 1", ["implied_far"]),
        (2, "0x 0x 2x 1x", ["all_bol"]),
    ],
)
def test_nothing_follows_from_what_is_told_already(
    cards: int, cells: str, told: list[str]
) -> None:
    assert [c for c in codes(one_deal(cards, cells)) if c != "bolloos"] == told
