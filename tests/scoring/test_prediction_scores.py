"""What the other games of the family score: the app evening and Boerenbridge."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.robots import play_game
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.prediction import (
    APP,
    BOERENBRIDGE,
    BOERENBRIDGE_19,
    BOLLEN,
    Deal,
    Prediction,
)
from tests.cases_bollen import HANDLERS
from tests.rules_cases import differences
from tests.scoring.deals import blocking
from tournament.simulation import form_of

CASES = Path(__file__).parent.parent / "data" / "rules-cases.json"
OF_THE_APP = [
    case
    for case in json.loads(CASES.read_text(encoding="utf-8"))["cases"]
    if case["game"] == "bollen_app"
]
HARD = Severity.HARD


@pytest.mark.parametrize("case", OF_THE_APP, ids=lambda case: case["id"])
def test_every_case_of_the_app_agrees(case: dict[str, Any]) -> None:
    assert differences(case) == []


def test_every_kind_of_case_of_the_app_is_known_and_there_is_one() -> None:
    kinds = {kind for game, kind in HANDLERS if game == "bollen_app"}
    assert {case["kind"] for case in OF_THE_APP} == kinds


def of_app(**given: Any) -> dict[str, Any]:
    """A case of one deal of the app."""
    return {"game": "bollen_app", "kind": "deal", "input": given, "expect": {}}


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"cards": 5, "bids": [1, 1], "tricks": [1, 4]}, "player_count"),
        ({"cards": 1, "bids": [0] * 8, "tricks": [1] + [0] * 7}, "player_count"),
        ({"cards": 8, "bids": [1] * 4, "tricks": [2] * 4}, "sequence_capacity"),
        ({"cards": 3, "bids": [1, -1, 0], "tricks": [1, 1, 1]}, "bid_range"),
        ({"cards": 3, "bids": [1, 1.5, 0], "tricks": [1, 1, 1]}, "not_integer"),
        ({"cards": 3, "bids": [1, 1, 0], "tricks": [1, 1.5, 1]}, "not_integer"),
        ({"cards": 3, "bids": [1, 1, 0], "tricks": [1, 3, -1]}, "trick_range"),
        ({"cards": 1, "bids": [1, 0, 0], "tricks": [1, 0, 0]}, "bid_sum_equals_tricks"),
        ({"cards": 2, "cells": ["1", "", "0"]}, "missing_cell"),
        ({"cards": 2, "cells": ["0", "1", "0"]}, "no_bol"),
        ({"cards": 2, "cells": ["2", "1", "0x"]}, "hits_exceed_tricks"),
        ({"cards": 2, "cells": ["2", "0x", "0"]}, "bid_sum_equals_tricks"),
        ({"cards": 2, "cells": ["1", "0x", "0x"]}, "miss_impossible"),
    ],
)
def test_the_primary_error_of_a_deal_of_the_app(
    given: dict[str, Any], code: str
) -> None:
    found = HANDLERS["bollen_app", "deal"](of_app(**given))
    assert found["error"] == {"code": code, "class": "HARD"}


def test_a_deal_of_the_app_where_everybody_missed() -> None:
    given = {"cards": 3, "bids": [1, 1, 0], "tricks": [3, 0, 0]}
    found = HANDLERS["bollen_app", "deal"](of_app(**given))
    assert found["scores"] == [-10, -10, 0]
    given = {"cards": 3, "bids": [1, 1, 3], "tricks": [3, 0, 0]}
    found = HANDLERS["bollen_app", "deal"](of_app(**given))
    assert (found["scores"], found["info"]["code"]) == ([-10] * 3, "all_bol")


def test_a_case_that_makes_the_rules_stumble_is_one_failed_case() -> None:
    (found,) = differences(of_app(cards=3))
    assert found.startswith("KeyError")


def test_the_games_of_the_app_need_every_deal() -> None:
    found = APP.problems({"rows": [["1/1"] * 12] * 4}, 4)
    assert {p.code for p in found} == {"deal_count"}
    assert found[0].params == {"expected": 13}


def one(rules: Prediction, cards: int, *texts: str) -> list[int]:
    game = replace(rules, deals=(Deal(str(cards), cards),))
    form = {"rows": [[text] for text in texts]}
    assert blocking(game.problems(form, len(texts))) == []
    return [line.total for line in game.score(form, len(texts))]


def test_boerenbridge_pays_five_and_the_tricks_and_takes_one_for_each_that_is_off() -> (
    None
):
    assert one(BOERENBRIDGE, 8, "7/2", "3/3", "0/3", "0/0") == [-5, 8, -3, 5]


def test_bids_that_add_up_are_allowed_where_all_bid_at_the_same_moment() -> None:
    assert one(BOERENBRIDGE, 3, "2/2", "1/1", "0/0") == [7, 6, 5]


def test_the_long_game_bars_the_last_bid_from_four_cards_on() -> None:
    assert one(BOERENBRIDGE_19, 3, "2/2", "1/1", "0/0") == [7, 6, 5]
    rules = replace(BOERENBRIDGE_19, deals=(Deal("4", 4),))
    found = rules.problems({"rows": [["2/2"], ["1/1"], ["1/1"]]}, 3)
    assert blocking(found) == ["bid_sum_equals_tricks"]


def test_who_had_the_wrong_number_of_cards_loses_four() -> None:
    rules = replace(BOERENBRIDGE_19, deals=(Deal("3", 3),))
    form = {"rows": [["2/2"], ["1/1"], ["0/0"]], "penalties": [{"place": 2}]}
    assert [line.total for line in rules.score(form, 3)] == [7, 2, 5]


def test_where_the_score_depends_on_the_tricks_they_must_be_known() -> None:
    rules = replace(BOERENBRIDGE, deals=(Deal("3", 3),))
    found = rules.problems({"rows": [["2"], ["1x"], ["0"], ["x/1"]]}, 4)
    assert [(p.code, p.severity, p.place, p.deal) for p in found] == [
        ("missing_cell", HARD, 4, 1),
        ("tricks_missing", HARD, 2, 1),
    ]
    beside = {"rows": [["2"], ["1x"], ["0"]], "tricks": [[None], [0], [None]]}
    assert blocking(rules.problems(beside, 3)) == ["miss_impossible"]
    beside["tricks"] = [[None], [0], [1]]
    assert blocking(rules.problems(beside, 3)) == ["hit_mark_conflict"]


def test_a_made_bid_needs_no_tricks_and_a_bol_that_can_be_is_scored() -> None:
    assert one(BOERENBRIDGE, 3, "1", "1x/2", "0") == [6, -1, 5]


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10**6),
    st.integers(3, 5),
    st.sampled_from([BOLLEN, APP]),
    st.tuples(*[st.integers(-12, 12)] * 6),
)
def test_a_total_is_the_sum_of_what_every_deal_scores(
    seed: int, places: int, game: Prediction, figures: tuple[int, ...]
) -> None:
    bonus, per, miss, off, penalty, start = figures
    rules = replace(
        game,
        hit_bonus=bonus,
        hit_per=per,
        miss=miss,
        miss_per=off,
        penalty=penalty,
        start=start,
    )
    deals = [(d.cards, d.trump, d.blind) for d in rules.deals_for(places)]
    played = play_game(deals, places, 1, random.Random(seed))
    form = form_of(played, places, 1) | {"penalties": [{"place": 2}]}
    assert blocking(rules.problems(form, places)) == []
    for line in rules.score(form, places):
        total = start + penalty * (line.place == 2)
        for deal in played:
            bid, taken = dict(deal.bids)[line.place], deal.tricks_taken()[line.place]
            distance = abs(bid - taken)
            total += miss + off * distance if distance else bonus + per * bid
        assert line.total == line.stats["totaal"] == total


def test_with_tricks_unknown_a_game_without_them_in_its_score_is_not_asked() -> None:
    assert one(APP, 3, "1", "1x", "2x") == [101, 90, 90]
    assert Problem("tricks_missing", HARD) not in APP.problems({}, 4)
