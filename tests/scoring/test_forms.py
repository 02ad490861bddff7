"""Whole forms of Bollen: deals, penalties, written sums, scores (rules 2.5 to 2.7)."""

import json
from typing import Any

import pytest

from scoring.rulebooks import PRESETS, load
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.prediction import BOLLEN_DEALS, Prediction
from tests.building import FORM_OF_FIVE, FORM_OF_FOUR, FORM_OF_THREE, reading
from tests.scoring.deals import codes

HARD, WARN, INFO = Severity.HARD, Severity.WARN, Severity.INFO
BOLLEN, HOME = PRESETS["bollen"], PRESETS["bollen_thuis"]
LABELS = ["1", "2", "3", "4", "5", "5Z", "5B", "4", "3", "2", "1"]


def with_cell(place: int, deal: int, text: str) -> dict[str, Any]:
    """The form of four with one cell written otherwise."""
    form = reading(FORM_OF_FOUR)
    form["rows"][place - 1][deal - 1] = text
    return form


def stats(rules: Any, form: dict[str, Any], *keys: str) -> list[list[int]]:
    lines = rules.score(form, len(form["rows"]))
    return [[line.stats[key] for key in keys] for line in lines]


def test_the_eleven_deals_of_bollen() -> None:
    assert [deal.label for deal in BOLLEN_DEALS] == LABELS
    assert [deal.cards for deal in BOLLEN_DEALS] == [1, 2, 3, 4, 5, 5, 5, 4, 3, 2, 1]
    assert [deal.label for deal in BOLLEN_DEALS if not deal.trump] == ["5Z", "5B"]
    assert [deal.label for deal in BOLLEN_DEALS if deal.blind] == ["5B"]


@pytest.mark.parametrize("rows", [FORM_OF_THREE, FORM_OF_FOUR, FORM_OF_FIVE])
def test_a_form_checked_by_hand_has_no_problem(rows: tuple[str, ...]) -> None:
    for rules in (BOLLEN, HOME):
        assert rules.problems(reading(rows, labels=LABELS), len(rows)) == []


def test_the_scores_of_a_table_of_four() -> None:
    columns = ("bollen", "punten", "niet_behaalde_bollen", "totaal", "strafbollen")
    assert stats(BOLLEN, reading(FORM_OF_FOUR), *columns) == [
        [3, 6, 8, 16, 0],
        [4, 3, 7, 9, 0],
        [3, 5, 8, 15, 0],
        [3, 7, 8, 17, 0],
    ]
    lines = BOLLEN.score(reading(FORM_OF_FOUR), 4)
    assert [(line.place, line.side, line.total) for line in lines] == [
        *((1, "1", 16), (2, "2", 9), (3, "3", 15), (4, "4", 17))
    ]


@pytest.mark.parametrize(
    "labels", [[], LABELS[:-1], LABELS[::-1], [*LABELS, "1"], ["1", "2", "3"]]
)
def test_other_deals_than_the_eleven_are_refused(labels: list[str]) -> None:
    assert BOLLEN.problems(reading(FORM_OF_FOUR, labels=labels), 4) == [
        Problem("deal_count", HARD, params={"expected": 11})
    ]


def test_a_row_of_ten_deals_is_refused_before_any_cell_is_looked_at() -> None:
    form = with_cell(3, 1, "nonsense")
    form["rows"][1].pop()
    form["rows"][2].append("1")
    assert BOLLEN.problems(form, 4) == [
        Problem("deal_count", HARD, place, params={"expected": 11}) for place in (2, 3)
    ]


def test_the_deals_are_judged_from_left_to_right() -> None:
    form = with_cell(1, 9, "?")
    form["rows"][0][3] = "3"
    found = BOLLEN.problems(form, 4)
    assert [(p.code, p.deal) for p in found] == [
        ("hits_exceed_tricks", 4),
        ("not_integer", 9),
    ]


@pytest.mark.parametrize("deal", range(1, 12))
def test_the_range_of_a_bid_is_that_of_its_own_deal(deal: int) -> None:
    cards = BOLLEN_DEALS[deal - 1].cards
    most = BOLLEN.problems(with_cell(1, deal, f"{cards}x"), 4)
    assert "bid_range" not in codes(most)
    found = BOLLEN.problems(with_cell(1, deal, f"{cards + 1}x"), 4)
    assert [(p.code, p.place, p.deal) for p in found] == [("bid_range", 1, deal)]


@pytest.mark.parametrize(("deal", "last"), [(1, 1), (2, 2), (5, 1), (11, 3)])
def test_the_last_bidder_of_each_deal_is_named(deal: int, last: int) -> None:
    form = reading(FORM_OF_FOUR, first_leader=2)
    for row, text in zip(form["rows"], ["0x", "0", "0", "0"], strict=True):
        row[deal - 1] = text
    form["rows"][3][deal - 1] = str(BOLLEN_DEALS[deal - 1].cards)
    found = BOLLEN.problems(form, 4)[0]
    assert (found.code, found.deal) == ("bid_sum_equals_tricks", deal)
    assert found.place == last


def test_a_bol_to_the_right_costs_two_and_leaves_the_cells() -> None:
    form = reading(FORM_OF_FOUR, penalties=[{"place": 1}, {"place": 3}, {"place": 3}])
    assert BOLLEN.problems(form, 4) == []
    columns = ("bollen", "punten", "niet_behaalde_bollen", "totaal", "strafbollen")
    assert stats(BOLLEN, form, *columns) == [
        [4, 6, 8, 14, 1],
        [4, 3, 7, 9, 0],
        [5, 5, 8, 11, 2],
        [3, 7, 8, 17, 0],
    ]


def test_a_turned_zero_stands_again_in_a_tournament_with_a_warning() -> None:
    penalty = {"place": 1, "deal": 8, "notation": "zero", "zero_deal": 1}
    form = reading(FORM_OF_FOUR, penalties=[penalty])
    assert BOLLEN.problems(form, 4) == [
        Problem("penalty_zero_in_tournament", WARN, 1, 1)
    ]
    columns = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
    assert stats(BOLLEN, form, *columns)[0] == [4, 6, 8, 14]


def test_a_turned_zero_at_home_is_a_bol_and_no_longer_stands() -> None:
    penalty = {"place": 1, "deal": 8, "notation": "zero", "zero_deal": 1}
    form = reading(FORM_OF_FOUR, penalties=[penalty])
    assert HOME.problems(form, 4) == []
    assert stats(HOME, form, "bollen", "punten", "niet_behaalde_bollen", "totaal")[
        0
    ] == [4, 6, 7, 12]


def test_where_the_rules_let_a_zero_be_turned_it_costs_four_in_a_tournament() -> None:
    penalty = {"place": 1, "deal": 8, "notation": "zero", "zero_deal": 1}
    form = reading(FORM_OF_FOUR, penalties=[penalty])
    rules = Prediction(turned_zero=True)
    assert rules.problems(form, 4) == []
    columns = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
    assert stats(rules, form, *columns)[0] == [4, 6, 7, 12]


@pytest.mark.parametrize("rules", [BOLLEN, HOME])
@pytest.mark.parametrize(
    ("place", "zero_deal"),
    [
        (1, 2),  # a bol on 1
        (1, 4),  # a 1 that stands
        (1, 11),  # a bol on a 0
        (1, None),
        (1, 0),
        (1, -1),
        (1, 12),
    ],
)
def test_only_a_made_zero_of_the_offender_can_be_turned(
    rules: Prediction, place: int, zero_deal: int | None
) -> None:
    penalty = {"place": place, "notation": "zero", "zero_deal": zero_deal}
    found = rules.problems(reading(FORM_OF_FOUR, penalties=[penalty]), 4)
    deal = zero_deal if zero_deal in range(1, 12) else None
    assert found == [Problem("penalty_zero_absent", HARD, place, deal)]


@pytest.mark.parametrize("place", [5, 0, -1, None])
def test_a_penalty_for_nobody_at_the_table_is_refused(place: int | None) -> None:
    penalty = {"place": place, "notation": "zero", "zero_deal": 1}
    found = BOLLEN.problems(reading(FORM_OF_FOUR, penalties=[penalty]), 4)
    assert found == [Problem("player_not_at_table", HARD, params={"place": place or 0})]
    assert stats(BOLLEN, reading(FORM_OF_FOUR, penalties=[penalty]), "totaal") == (
        stats(BOLLEN, reading(FORM_OF_FOUR), "totaal")
    )


@pytest.mark.parametrize(("place", "deal"), [(1, 1), (4, 11)])
def test_the_first_and_the_last_zero_of_a_form_can_be_turned(
    place: int, deal: int
) -> None:
    penalty = {"place": place, "notation": "zero", "zero_deal": deal}
    assert HOME.problems(reading(FORM_OF_FOUR, penalties=[penalty]), 4) == []


def test_one_zero_is_turned_only_once() -> None:
    penalties = [{"place": 1, "notation": "zero", "zero_deal": d} for d in (1, 6, 1)]
    found = HOME.problems(reading(FORM_OF_FOUR, penalties=penalties), 4)
    assert found == [Problem("penalty_zero_absent", HARD, 1, 1)]


def test_the_same_zero_of_two_people_is_two_zeros() -> None:
    penalties = [{"place": p, "notation": "zero", "zero_deal": 1} for p in (1, 2)]
    assert HOME.problems(reading(FORM_OF_FOUR, penalties=penalties), 4) == []


def test_a_revoke_that_was_not_played_again_wants_a_reason() -> None:
    penalties = [
        {"place": 2, "deal": 5, "replayed": False},
        {"place": 3, "deal": 5, "replayed": True},
    ]
    assert BOLLEN.problems(reading(FORM_OF_FOUR, penalties=penalties), 4) == [
        Problem("penalty_without_replay", WARN, 2, 5)
    ]


def test_penalties_come_after_the_deals() -> None:
    form = with_cell(1, 11, "?")
    form["penalties"] = [{"place": 1, "notation": "zero", "zero_deal": 4}]
    assert codes(BOLLEN.problems(form, 4)) == ["not_integer", "penalty_zero_absent"]


def test_sums_on_paper_are_held_against_the_count() -> None:
    written = [
        {"bollen": 3, "punten": 6, "niet_behaalde_bollen": 8, "totaal": 16},
        None,
        {"bollen": 2, "punten": 5, "niet_behaalde_bollen": 9},
        {"totaal": 18},
    ]
    found = BOLLEN.problems(reading(FORM_OF_FOUR, written=written), 4)
    assert [(p.place, p.severity, p.params) for p in found] == [
        (3, WARN, {"column": "bollen", "written": 2, "counted": 3}),
        (3, WARN, {"column": "niet_behaalde_bollen", "written": 9, "counted": 8}),
        (4, WARN, {"column": "totaal", "written": 18, "counted": 17}),
    ]
    assert set(codes(found)) == {"sum_written_differs"}


def test_a_written_zero_is_compared_too() -> None:
    written = [None, None, None, {"punten": 0}]
    found = BOLLEN.problems(reading(FORM_OF_FOUR, written=written), 4)
    assert [p.params["written"] for p in found] == [0]


def test_written_sums_wait_until_the_deals_are_right() -> None:
    form = with_cell(1, 1, "?") | {"written": [{"totaal": 0}] * 4}
    assert codes(BOLLEN.problems(form, 4)) == ["not_integer"]


def test_a_row_without_any_bol_is_told() -> None:
    rows = ["0 0 0 0 0 0 0 0 0 0 0"] * 3 + ["0x 0x 0x 0x 0x 0x 0x 0x 0x 0x 0x"]
    found = BOLLEN.problems(reading(rows), 4)
    assert [
        (p.code, p.severity, p.place) for p in found if p.code != "implied_far"
    ] == [("bolloos", INFO, place) for place in (1, 2, 3)]
    penalised = BOLLEN.problems(reading(rows, penalties=[{"place": 2}]), 4)
    assert [p.place for p in penalised if p.code == "bolloos"] == [1, 3]


def test_a_form_that_is_half_filled_in_is_added_up_as_far_as_it_goes() -> None:
    rows = [["1", "", "2x"], ["?", "", ""], ["", "", ""]]
    columns = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
    assert stats(BOLLEN, {"rows": rows}, *columns) == [[1, 1, 1, 1], [0] * 4, [0] * 4]


def test_the_bounds_of_a_total_are_reached() -> None:
    missed = " ".join(["x"] * 11)
    made = " ".join(str(deal.cards) for deal in BOLLEN_DEALS)
    lines = BOLLEN.score(reading([missed, made, missed]), 3)
    assert [line.total for line in lines] == [-22, 57, -22]


def test_a_rulebook_comes_back_whole_from_the_json_it_is_frozen_in() -> None:
    for key, rules in PRESETS.items():
        frozen = json.loads(json.dumps(rules.options()))
        assert load(key, frozen) == rules
        assert load(key, {}) is rules


def test_frozen_options_are_kept_when_the_preset_is_another() -> None:
    frozen = json.loads(json.dumps(Prediction(miss=-5, hook_from=None).options()))
    rules = load("bollen", frozen)
    assert rules == Prediction(miss=-5, hook_from=None)
    assert stats(rules, reading(FORM_OF_FOUR), "totaal")[0] == [7]


def test_a_game_that_is_not_known_is_an_error() -> None:
    with pytest.raises(KeyError):
        load("pesten", {})


def test_a_page_gets_what_it_needs_to_add_up() -> None:
    live = BOLLEN.live(4)
    assert (live["hit_bonus"], live["miss"], live["places"]) == (2, -2, 4)
    assert live["deals"][5] == {
        "label": "5Z",
        "cards": 5,
        "trump": False,
        "blind": False,
        "hook": True,
    }
    assert [deal["hook"] for deal in Prediction(hook_from=2).live(4)["deals"]] == [
        deal.cards > 1 for deal in BOLLEN_DEALS
    ]


def test_a_tournament_ranks_by_total_and_a_home_game_by_bollen() -> None:
    chain = [(c.key, c.high) for c in BOLLEN.criteria]
    assert chain == [
        ("totaal", True),
        ("gemist", False),
        ("bollen", False),
        ("punten", True),
        ("beste_rondes", True),
    ]
    assert [(c.key, c.high) for c in HOME.criteria] == [
        ("bollen", False),
        ("punten", True),
    ]


def test_more_rows_than_the_table_has_are_left_out_of_the_count() -> None:
    form = reading(FORM_OF_FOUR)
    longer = {"rows": [[*row, "1"] for row in [*form["rows"], form["rows"][0]]]}
    assert BOLLEN.score(longer, 4) == BOLLEN.score(form, 4)
    shorter = {"rows": [row[:10] for row in form["rows"][:3]]}
    assert [line.total for line in BOLLEN.score(shorter, 4)] == [18, 7, 13, 0]


def test_a_penalty_needs_no_more_than_a_place() -> None:
    form = reading(FORM_OF_FOUR, penalties=[{"place": 2}])
    assert codes(BOLLEN.problems(form, 4)) == []


def test_a_sum_that_was_not_written_is_not_compared() -> None:
    form = reading(FORM_OF_FOUR, written=[{"bollen": None, "punten": 6}, None, {}, {}])
    assert codes(BOLLEN.problems(form, 4)) == []


def test_cells_stand_before_bids_where_both_are_sent() -> None:
    form = reading(FORM_OF_FOUR)
    assert BOLLEN.score(form | {"bids": [[0] * 11] * 4}, 4) == BOLLEN.score(form, 4)
