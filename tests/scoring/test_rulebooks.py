"""What holds for every game that is known: presets, modes, options, figures."""

import json
from dataclasses import replace
from typing import Any

import pytest

from scoring.rulebooks import PRESETS, forget, load, register
from scoring.rulebooks.base import (
    DealLine,
    Field,
    Problem,
    Rulebook,
    Severity,
    kept_by_deal,
)
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.belotten_melds import MeldRules
from scoring.rulebooks.canasta import BOLIVIA, CANASTA, Canasta
from scoring.rulebooks.canasta_game import TARGETS
from scoring.rulebooks.prediction import APP, BOERENBRIDGE, BOLLEN, Prediction
from tests.building import FORM_OF_FOUR, reading
from tests.fifth_game import Tientje
from tests.scoring.belotten_hands import entry
from tests.scoring.hands import sheet

BY_DEAL = ["belotten", "bolivia_ronde", "bolivia", "canasta"]
OUT = {"melded": 230, "hand": 25, "natural": 1, "escalera": 1, "out": "normal"}
LOST = {"melded": 60, "hand": 45}


@pytest.mark.parametrize(
    ("key", "sizes", "usual"),
    [
        ("bollen", (3, 4, 5, 6), (4, 5)),
        ("bollen_thuis", (3, 4, 5, 6), (3, 4, 5, 6)),
        ("bollen_app", (3, 4, 5, 6, 7), (3, 4, 5, 6, 7)),
        ("boerenbridge", (3, 4, 5, 6), (4, 5)),
        ("boerenbridge_19", (3, 4, 5), (4, 5)),
        ("belotten", (4,), (4,)),
        ("bolivia_ronde", (2, 3, 4), (4,)),
        ("bolivia", (2, 3, 4), (4,)),
        ("canasta", (2, 3, 4), (4,)),
    ],
)
def test_a_game_is_played_at_tables_of_its_sizes(
    key: str, sizes: tuple[int, ...], usual: tuple[int, ...]
) -> None:
    assert (PRESETS[key].sizes, PRESETS[key].usual_sizes) == (sizes, usual)
    for places in (sizes[0] - 1, sizes[-1] + 1):
        (problem,) = PRESETS[key].problems({}, places)
        expected = Problem("player_count", Severity.HARD, params={"places": places})
        assert problem == expected


def test_how_heavy_a_problem_is_goes_by_the_words_of_the_rules() -> None:
    assert list(Severity) == ["HARD", "HARD+", "WARN", "INFO"]
    assert [Problem("x", s).blocks for s in Severity] == [True, True, False, False]


def test_which_games_are_kept_deal_by_deal() -> None:
    assert [key for key, rules in PRESETS.items() if kept_by_deal(rules)] == BY_DEAL
    assert all(kept_by_deal(PRESETS[key]) is True for key in BY_DEAL)
    assert kept_by_deal(BOLLEN) is False


def test_a_game_can_be_known_for_a_while() -> None:
    rules = replace(BOLLEN, key="kampen")
    register({"kampen": rules}, lambda options: replace(rules, miss=options["miss"]))
    assert load("kampen", {}) is rules
    assert load("kampen", {"miss": -7}) == replace(rules, miss=-7)
    forget("kampen")
    assert "kampen" not in PRESETS
    with pytest.raises(KeyError):
        load("kampen", {"miss": -7})


@pytest.mark.parametrize("key", PRESETS)
def test_options_that_were_frozen_give_the_game_of_their_own_family(key: str) -> None:
    frozen = json.loads(json.dumps(PRESETS[key].options()))
    assert load(key, frozen) == PRESETS[key]
    assert PRESETS[key].key == key


def test_all_tables_of_a_round_play_to_the_largest_deal_that_all_of_them_can() -> None:
    assert APP.options_at([4, 6, 5]) == APP.options() | {"max_cards": 5}
    for rules in (BOLLEN, Belotten(), CANASTA):
        assert rules.options_at([4]) == rules.options()


def test_what_the_direction_may_accept_as_played() -> None:
    accepted = {key: rules.as_played for key, rules in PRESETS.items()}
    bids = dict.fromkeys(list(accepted)[:5], "bid_sum_equals_tricks")
    canastas = dict.fromkeys(BY_DEAL[1:], "out_requirement")
    assert accepted == {**bids, "belotten": "", **canastas}


def test_a_form_is_of_the_mode_in_which_it_was_filled_in() -> None:
    row = {"bollen": 3, "punten": 6, "niet_behaalde_bollen": 8}
    assert BOLLEN.mode_of({"sums": [row] * 4}) == "sums"
    assert BOLLEN.mode_of(reading(FORM_OF_FOUR)) == BOLLEN.modes[0] == "cells"
    assert set(BOLLEN.modes) == {"cells", "live", "sums"}


def test_a_game_that_says_no_more_has_one_way_to_fill_in_and_no_free_rounds() -> None:
    rules = Tientje()
    assert rules.modes == ("totals",)
    assert rules.mode_of({"deals": []}) == "totals"
    assert rules.as_played == ""
    assert rules.free_round([]) is None
    assert rules.options_at([4, 5]) == rules.options()
    assert rules.live(4) == {}


def test_a_form_is_of_the_usual_mode_where_a_game_does_not_tell_them_apart() -> None:
    class TwoWays(Tientje):
        modes = ("by deal", "totals")

    assert TwoWays().mode_of({"deals": []}) == "by deal"


def test_the_options_of_canasta_as_they_are_kept() -> None:
    options = json.loads(json.dumps(BOLIVIA.options()))
    assert options["first_meld"] == [[0, 50], [1500, 90], [3000, 120], [7000, 150]]
    assert options["red_three_condition"] == "going_out"
    assert CANASTA.options()["red_three_condition"] == "melded"
    assert CANASTA.options()["first_meld"] == ((0, 50), (1500, 90), (3000, 120))
    assert (BOLIVIA.dealt, CANASTA.dealt) == ((15, 15, 15), (15, 13, 11))
    assert CANASTA.red_threes == (0, 100, 200, 300, 800)
    assert BOLIVIA.red_threes == (0, 100, 200, 300, 400, 500, 1000)
    assert CANASTA.canastas_to_go_out == (2, 1, 1)
    assert BOLIVIA.canastas_to_go_out == (2, 2, 2)
    assert (BOLIVIA.packs, BOLIVIA.jokers, BOLIVIA.most_wild) == (3, 6, 2)
    assert (CANASTA.packs, CANASTA.jokers, CANASTA.most_wild) == (2, 4, 3)
    assert BOLIVIA.target == (15_000, 15_000, 15_000)
    assert CANASTA.target == (5000, 7500, 5000)
    assert TARGETS == (2500, 5000, 7500, 10_000)
    assert PRESETS["bolivia_ronde"] == replace(
        BOLIVIA, key="bolivia_ronde", deal_count=4
    )


def test_the_options_of_belotten_as_they_are_kept() -> None:
    options = Belotten().options()
    figures = {key: n for key, n in options.items() if type(n) is int}
    assert figures == {
        "target": 1000,
        "capot_bonus": 90,
        "no_trick_bonus": 50,
        "misdeal_penalty": 0,
    }
    refused = [key for key, answer in options.items() if answer is False]
    assert refused == ["worthless_carre_takes_precedence"]
    assert sum(answer is True for answer in options.values()) == 9
    assert options["sequence_order"] == ("A", "K", "Q", "J", "10", "9", "8", "7")
    assert options["carre_order"] == ("A", "10", "K", "Q")
    assert options["deal_count"] is None
    assert Belotten().meld_rules == MeldRules()


@pytest.mark.parametrize("rules", [Belotten(), BOLIVIA, CANASTA])
def test_the_rounds_of_a_pair_are_summed_and_a_free_one_is_a_win(rules: Any) -> None:
    won = {"victory_points": 2, "balance": 300, "points_for": 1001}
    lost = {"victory_points": 0, "balance": -40, "points_for": 700}
    played = [won | {"points_against": 701}, lost | {"points_against": 740}]
    assert rules.figures(played, [0], 1) == {
        "victory_points": 2,
        "balance": 260,
        "points_for": 1701,
        "points_against": 1441,
        "gemist": 1,
        "correctie": 0,
    }
    assert rules.free_round(played) == {
        "victory_points": 2,
        "balance": 0,
        "points_for": 851,
        "points_against": 851,
    }
    assert rules.columns == ("balance", "points_for")


def test_who_has_no_table_at_bollen_misses_the_round() -> None:
    rules: Rulebook = BOLLEN
    assert rules.free_round([]) is None
    assert rules.figures([], [-3], 0)["totaal"] == -3
    assert BOLLEN.columns == ("bollen", "punten", "niet_behaalde_bollen")
    assert replace(BOLLEN, home=True).columns == ("punten",)


def test_with_table_points_a_round_is_worth_the_place_at_the_table() -> None:
    rules = Prediction(table_points=True)
    lines = rules.score(reading(FORM_OF_FOUR), 4)
    assert [line.total for line in lines] == [16, 9, 15, 17]
    assert [line.stats["tafelpunten"] for line in lines] == [3, 1, 2, 4]
    row = {"bollen": 3, "punten": 6, "niet_behaalde_bollen": 8}
    sums = rules.score({"sums": [row, row, row | {"punten": 5}]}, 3)
    assert [line.stats["tafelpunten"] for line in sums] == [2.5, 2.5, 1]
    assert rules.criteria[0].key == "tafelpunten"
    low = replace(rules, high_wins=False).score(reading(FORM_OF_FOUR), 4)
    assert [line.stats["tafelpunten"] for line in low] == [2, 4, 3, 1]
    assert "tafelpunten" not in BOLLEN.score(reading(FORM_OF_FOUR), 4)[0].stats


def test_a_page_gets_the_options_of_a_bidding_game_as_figures() -> None:
    assert PRESETS["boerenbridge_19"].live(3)["deck"] == 52
    live = BOERENBRIDGE.live(6)
    assert {key: live[key] for key in live if key != "deals"} == {
        "hit_bonus": 5,
        "hit_per": 1,
        "miss": 0,
        "miss_per": -1,
        "penalty": 0,
        "turns_zeros": False,
        "start": 0,
        "bids_at_once": True,
        "sits_out": False,
        "locks_deals": False,
        "trump_suit": None,
        "deck": 52,
        "home": False,
        "high_wins": True,
        "forfeit": "",
        "places": 6,
    }


def test_a_page_gets_the_options_of_a_game_kept_by_deal_as_figures() -> None:
    live = Belotten().live(4)
    assert Belotten().options().items() <= live.items()
    assert (live["card_points"], live["tricks"], live["places"]) == (162, 8, 4)
    live = Canasta(deal_count=4).live(2)
    assert live["cards"] == {
        "joker": 6,
        "two": 12,
        "ace": 12,
        "k_to_8": 72,
        "seven_to_4": 48,
        "black_three": 6,
    }
    assert live["values"] == {
        "joker": 50,
        "two": 20,
        "ace": 20,
        "k_to_8": 10,
        "seven_to_4": 5,
        "black_three": 5,
    }
    bonuses = {"mixed": 300, "natural": 500, "escalera": 1500, "bolivia": 2500}
    assert live["bonuses"] == bonuses
    assert live["most"] == {
        "mixed": 18,
        "natural": 11,
        "escalera": 12,
        "bolivia": 2,
        "red_threes": 6,
        "hand_threes": 6,
        "black_threes": 6,
    }
    assert (live["places"], live["sides"]) == (2, {"A": [1], "B": [2]})


def test_a_field_is_a_whole_number_on_its_own_unless_it_says_more() -> None:
    plain = Field("held", "held")
    assert (plain.choices, plain.usual, plain.most, plain.adds_to) == (
        (),
        "",
        None,
        None,
    )
    assert (plain.group, plain.folded) == ("", False)
    assert plain.per_side is False
    split = Field("held", "held.{side}")
    assert split.per_side is True
    assert (split.at("B"), plain.at("B")) == ("held.B", "held")
    line = DealLine(3)
    assert (line.dealer, line.outcome, line.scores, line.totals) == (
        None,
        "",
        None,
        None,
    )
    assert (line.before, line.left) == ({}, {})


def test_every_place_of_a_side_is_told_what_the_side_made() -> None:
    lines = BOLIVIA.score(sheet((OUT, LOST)), 4)
    assert [(line.place, line.side, line.total) for line in lines] == [
        (1, "A", 2305),
        (2, "B", 15),
        (3, "A", 2305),
        (4, "B", 15),
    ]
    (line, *_) = Belotten().score({"deals": [entry("A", 95)]}, 4)
    assert (line.place, line.side, line.total) == (1, "A", 95)
