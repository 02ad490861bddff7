"""The options of games in which you bid your tricks, and the presets made of them."""

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebooks import PRESETS, load
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.bid_rules import one_maximum
from scoring.rulebooks.prediction import (
    APP,
    AT_HOME,
    BOERENBRIDGE,
    BOERENBRIDGE_19,
    BOLLEN,
    Deal,
    Pack,
    Prediction,
    of_options,
)

GAMES = [BOLLEN, AT_HOME, APP, BOERENBRIDGE, BOERENBRIDGE_19]


def labels(rules: Prediction, places: int) -> str:
    return " ".join(deal.label for deal in rules.deals_for(places))


def test_every_game_of_the_family_can_be_chosen() -> None:
    keys = ["bollen", "bollen_thuis", "bollen_app", "boerenbridge", "boerenbridge_19"]
    assert [rules.key for rules in GAMES] == keys
    assert [PRESETS[key] for key in keys] == GAMES


def frozen(rules: Prediction) -> Any:
    return json.loads(json.dumps(rules.options()))


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.key)
def test_a_game_comes_back_whole_from_its_options(rules: Prediction) -> None:
    assert of_options(frozen(rules)) == rules
    assert load(rules.key, frozen(rules)) == rules
    assert load(rules.key, {}) is rules


def test_options_that_were_frozen_before_an_option_was_there_keep_their_meaning() -> (
    None
):
    old = ("key", "deck", "sizes", "usual_sizes", "deals", "hook_from", "hit_bonus")
    options = frozen(replace(BOLLEN, miss=-5))
    kept = {k: options[k] for k in (*old, "miss", "home")}
    assert load("bollen", kept) == replace(BOLLEN, miss=-5)


CHANGES: dict[str, Any] = {
    "deck": 36,
    "packs": (Pack(5, 36, 4),),
    "sizes": (4,),
    "usual_sizes": (4,),
    "deals": (Deal("3B", 3, trump=False, blind=True),),
    "no_trump_label": "Z",
    "most_cards": 5,
    "max_cards": 3,
    "trump_suit": "H",
    "bids_at_once": True,
    "hook_from": None,
    "hit_bonus": 10,
    "hit_per": 3,
    "miss": -1,
    "miss_per": -3,
    "penalty": -7,
    "turned_zero": True,
    "start": 50,
    "high_wins": False,
    "home": True,
    "sits_out_from": 5,
    "locks_deals": True,
    "forfeit": "een rondje",
    "table_points": True,
    "ranking": ("punten", "totaal"),
}


def test_every_option_is_kept_in_json() -> None:
    names = {field.name for field in fields(Prediction)}
    assert set(CHANGES) == names - {"key"}
    for name, value in CHANGES.items():
        changed = replace(BOLLEN, **{name: value})
        assert changed != BOLLEN
        assert of_options(frozen(changed)) == changed


@pytest.mark.parametrize(
    ("places", "deck", "columns"),
    [
        (3, 32, "1 2 3 4 5 6 6SA 6 5 4 3 2 1"),
        (4, 32, "1 2 3 4 5 6 6SA 6 5 4 3 2 1"),
        (5, 32, "1 2 3 4 5 6 6SA 6 5 4 3 2 1"),
        (6, 32, "1 2 3 4 5 5SA 5 4 3 2 1"),
        (7, 36, "1 2 3 4 5 5SA 5 4 3 2 1"),
    ],
)
def test_the_deals_of_the_app_follow_the_table(
    places: int, deck: int, columns: str
) -> None:
    assert (labels(APP, places), APP.deck_for(places)) == (columns, deck)
    assert [deal["label"] for deal in APP.live(places)["deals"]] == columns.split()
    assert APP.live(places)["deck"] == deck
    without = [deal.label for deal in APP.deals_for(places) if not deal.trump]
    assert without == [next(c for c in columns.split() if "SA" in c)]
    assert APP.live(places)["deals"] == [
        {
            "label": d.label,
            "cards": d.cards,
            "trump": d.trump,
            "blind": False,
            "hook": True,
        }
        for d in APP.deals_for(places)
    ]


def test_the_largest_deal_is_what_the_pack_allows_and_never_more_than_is_set() -> None:
    """Rule 3.2: one card must be left to turn."""
    free = replace(APP, most_cards=20)
    assert [free.max_cards_for(places) for places in range(3, 8)] == [10, 7, 6, 5, 5]
    assert {replace(APP, most_cards=4).max_cards_for(n) for n in range(3, 8)} == {4}


def test_all_tables_of_a_round_can_play_the_same_deals() -> None:
    assert one_maximum(APP, [4, 4, 6]) == 5
    assert one_maximum(APP, [4, 5]) == 6
    assert one_maximum(APP, []) is None
    assert one_maximum(BOLLEN, [4, 5]) is None
    shared = replace(APP, max_cards=one_maximum(APP, [4, 6]))
    assert labels(shared, 4) == labels(shared, 6) == "1 2 3 4 5 5SA 5 4 3 2 1"


def test_a_table_size_can_have_a_largest_deal_of_its_own() -> None:
    rules = replace(APP, packs=(Pack(4, 32, max_cards=7), Pack(7, 36)))
    assert rules.max_cards_for(4) == 7
    assert rules.max_cards_for(3) == 6
    assert replace(rules, max_cards=2).max_cards_for(4) == 2


@given(st.integers(3, 7), st.integers(-2, 14))
def test_the_pack_must_leave_a_card_to_turn(places: int, most: int) -> None:
    rules = replace(APP, max_cards=most)
    deck = 36 if places == 7 else 32
    found = rules.problems({}, places)
    refused = Problem(
        "sequence_capacity",
        Severity.HARD,
        params={"places": places, "cards": most, "deck": deck},
    )
    assert (found == [refused]) == (most < 1 or places * most + 1 > deck)
    assert len(rules.score({}, places)) == places


def test_with_a_suit_that_is_always_trump_no_card_need_be_left() -> None:
    rules = replace(APP, max_cards=8, trump_suit="S")
    assert rules.capacity_problem(4) is None
    assert rules.capacity_problem(5) is not None


def test_where_one_sits_out_the_others_can_have_more_cards() -> None:
    rules = replace(APP, sits_out_from=6, sizes=(3, 4, 5, 6))
    assert (rules.max_cards_for(5), rules.max_cards_for(6)) == (6, 6)
    assert (rules.dealt_at(5), rules.dealt_at(6)) == (5, 5)
    assert replace(rules, sits_out_from=1).dealt_at(1) == 1
    assert rules.capacity_problem(6) is None


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.key)
def test_every_table_can_be_dealt_every_deal_of_its_game(rules: Prediction) -> None:
    turned = rules.trump_suit is None and rules.key != "boerenbridge"  # a second pack
    for places in rules.sizes:
        cards = max(deal.cards for deal in rules.deals_for(places))
        assert places * cards + turned <= rules.deck_for(places)


def test_boerenbridge_goes_up_to_eight_and_down_again_in_seventeen_deals() -> None:
    assert labels(BOERENBRIDGE, 4) == "1 2 3 4 5 6 7 8 8Z 8 7 6 5 4 3 2 1"
    assert [d.label for d in BOERENBRIDGE.deals if not d.trump] == ["8Z"]
    assert not any(BOERENBRIDGE.hooked(cards) for cards in range(1, 9))


def test_the_long_boerenbridge_goes_down_to_one_and_up_in_nineteen_deals() -> None:
    cards = [deal.cards for deal in BOERENBRIDGE_19.deals]
    assert cards == [*range(10, 0, -1), *range(2, 11)]
    assert len(cards) == 19
    assert all(deal.trump for deal in BOERENBRIDGE_19.deals)
    assert BOERENBRIDGE_19.live(5)["trump_suit"] == "S"
    assert [BOERENBRIDGE_19.hooked(n) for n in (1, 3, 4, 10)] == [False] * 2 + [
        True
    ] * 2


def test_bidding_at_the_same_moment_nobody_is_last() -> None:
    assert not replace(BOLLEN, bids_at_once=True).hooked(5)


def chain(rules: Prediction) -> list[str]:
    return [c.key if c.high else f"-{c.key}" for c in rules.criteria]


def test_where_low_wins_the_lowest_total_is_first() -> None:
    low = ["-totaal", "-gemist", "-bollen", "punten"]
    assert chain(replace(BOLLEN, high_wins=False)) == low
    assert chain(APP) == chain(BOLLEN)


def test_a_club_can_choose_what_ranks() -> None:
    rules = replace(BOLLEN, ranking=("bollen", "totaal", "beste_rondes"))
    assert chain(rules) == ["-bollen", "totaal", "beste_rondes"]
    assert chain(replace(rules, high_wins=False)) == ["-bollen", "-totaal"]


def test_a_page_gets_the_figures_of_the_game() -> None:
    live = BOERENBRIDGE_19.live(5)
    figures = ("hit_bonus", "hit_per", "miss", "miss_per", "penalty", "start")
    assert [live[key] for key in figures] == [5, 1, 0, -1, -4, 0]
    live = APP.live(5)
    assert [live[key] for key in figures] == [0, 1, -10, 0, -10, 100]
    assert json.loads(json.dumps(live)) == live


@pytest.mark.parametrize("high_wins", [True, False])
def test_best_rounds_never_decide_first(high_wins: bool) -> None:
    alone = replace(BOLLEN, ranking=("beste_rondes",), high_wins=high_wins)
    assert [criterion.key for criterion in alone.criteria] == ["totaal"]
    before = replace(alone, ranking=("beste_rondes", "bollen"))
    assert [criterion.key for criterion in before.criteria] == ["bollen"]
    assert before.columns[0] == "totaal"
