"""Every way in which a form can be sent: live, as sums, and in a wrong shape."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.prediction import (
    APP,
    AT_HOME,
    BOERENBRIDGE,
    BOLLEN,
    Prediction,
)
from tests.building import FORM_OF_FOUR, reading
from tests.scoring.deals import blocking, codes, of_one_deal, one_deal, played_deals

HARD, WARN, INFO = Severity.HARD, Severity.WARN, Severity.INFO
ROW = {"bollen": 3, "punten": 6, "niet_behaalde_bollen": 8}
SUMS = [
    ROW,
    {"bollen": 4, "punten": 3, "niet_behaalde_bollen": 7},
    {"bollen": 3, "punten": 5, "niet_behaalde_bollen": 8},
    {"bollen": 3, "punten": 7, "niet_behaalde_bollen": 8},
]


@settings(max_examples=150, deadline=None)
@given(played_deals(), st.data())
def test_bids_and_tricks_without_marks_are_judged_as_with_them(
    deal: tuple[int, list[Any], list[int]], data: st.DataObject
) -> None:
    cards, cells, tricks = deal
    tricks[0] += data.draw(st.sampled_from([0, 0, 1, -1]))
    rules = of_one_deal(cards)
    bids = [cell.bid for cell in cells]
    marked = [f"{b}" if b == t else f"{b}x" for b, t in zip(bids, tricks, strict=True)]
    beside = {"tricks": [[taken] for taken in tricks]}
    ways: list[dict[str, Any]] = [
        {"rows": [[text] for text in marked], **beside},
        {"rows": [[f"{b}/{t}"] for b, t in zip(bids, tricks, strict=True)]},
        {"bids": [[bid] for bid in bids], **beside},
    ]
    found = [rules.problems(way, len(cells)) for way in ways]
    assert found[0] == found[1] == found[2]
    scored = [rules.score(way, len(cells)) for way in ways]
    assert scored[0] == scored[1] == scored[2]


def test_a_deal_that_is_not_over_is_empty_yet() -> None:
    form = {"bids": [[1], [0], [2]], "tricks": [[1], [0], [None]]}
    found = of_one_deal(3).problems(form, 3)
    assert [(p.code, p.place) for p in found] == [("missing_cell", 3)]
    found = of_one_deal(3).problems({"bids": [[1], [0], [2]]}, 3)
    assert codes(found) == ["missing_cell"] * 3


def test_who_is_not_dealt_in_makes_no_bid() -> None:
    form = {"bids": [[1], ["-"], [0], [0]], "tricks": [[1], [None], [0], [1]]}
    assert blocking(of_one_deal(2).problems(form, 4)) == []


@pytest.mark.parametrize(
    ("cells", "tricks", "found"),
    [
        ("2 0x 0x 0", [2, None, None, 0], ["miss_impossible"]),
        ("1 1x 2x 0", [None, 2, None, None], []),
        ("1 1x 2x 0", [None, 3, None, None], ["miss_impossible"]),
        ("2 1x 2x 0", [1, None, None, None], ["hit_mark_conflict"]),
        ("2 1x 2x 0", [None, 1, None, None], ["hit_mark_conflict"]),
        ("1 1x 2x 0", [None, 4, None, None], ["trick_range"]),
        ("1 1x 2x 0", [None, -1, None, None], ["trick_range"]),
        ("1 1x 2x 0", [9, None, None, None], ["trick_range", "hit_mark_conflict"]),
    ],
)
def test_tricks_that_are_known_of_some_are_held_against_their_cells(
    cells: str, tricks: list[int | None], found: list[str]
) -> None:
    problems = one_deal(3, cells, tricks=[[taken] for taken in tricks])
    assert blocking(problems) == found


def test_a_single_bol_whose_tricks_are_written_is_not_called_far() -> None:
    assert codes(one_deal(5, "0 0 1x 0")) == ["implied_far"] + ["bolloos"] * 3
    assert codes(one_deal(5, "0 0 1x/5 0")) == ["bolloos"] * 3


def test_tricks_in_a_cell_and_others_beside_it_do_not_go_together() -> None:
    beside = [[1], [0], [2], [0]]
    found = one_deal(3, "1/1 0x/1 1/2 0", tricks=beside)
    assert ("hit_mark_conflict", 2) in [(p.code, p.place) for p in found]
    params = {"bid": 2, "tricks": 0, "made": True}  # a bol either way, and two counts
    assert one_deal(3, "1/1 2/1 1/2", tricks=[[1], [0], [2]])[0] == (
        Problem("hit_mark_conflict", HARD, 2, 1, params)
    )
    assert blocking(one_deal(3, "1/1 2/0 1/2", tricks=[[1], [None], [2]])) == []
    assert blocking(one_deal(3, "1/1 0 1/2 0", tricks=beside)) == []


def test_the_sums_alone_give_the_totals_and_are_marked() -> None:
    form = {"sums": SUMS}
    assert BOLLEN.problems(form, 4) == []
    lines = BOLLEN.score(form, 4)
    assert [line.total for line in lines] == [16, 9, 15, 17]
    cells = BOLLEN.score(reading(FORM_OF_FOUR), 4)
    assert [line.stats for line in lines] == [
        {**line.stats, "alleen_sommen": 1} for line in cells
    ]


def test_penalty_bollen_are_told_in_a_column_of_their_own() -> None:
    rows = [ROW | {"bollen": 4, "strafbollen": 1}, *SUMS[1:]]
    assert BOLLEN.problems({"sums": rows}, 4) == []
    assert BOLLEN.score({"sums": rows}, 4)[0].total == 14
    dear = Prediction(penalty=-7)
    assert dear.score({"sums": rows}, 4)[0].total == 6 + 16 - 6 - 7


def test_the_sums_of_the_app_start_at_a_hundred() -> None:
    rows = [
        {"bollen": bollen, "punten": points, "niet_behaalde_bollen": 13 - bollen}
        for bollen, points in ((3, 9), (2, 9), (5, 7), (3, 8))
    ]
    assert APP.problems({"sums": rows}, 4) == []
    assert [line.total for line in APP.score({"sums": rows}, 4)] == [79, 89, 57, 78]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"bollen": 2}, "sum_cells"),
        ({"bollen": -1}, "negative"),
        ({"punten": 2.0}, "not_integer"),
        ({"punten": "6"}, "not_integer"),
        ({"punten": True}, "not_integer"),
        ({"punten": 32}, "sum_points_exceed_hits"),
        ({"punten": None}, "missing_cell"),
        ({"soup": 1}, "reading_unreadable"),
        ({"totaal": 17}, "sum_written_differs"),
        ({"totaal": 16}, None),
        ({"totaal": None, "strafbollen": None}, None),
    ],
)
def test_the_sums_are_checked_as_far_as_they_go(
    change: dict[str, Any], code: str | None
) -> None:
    found = BOLLEN.problems({"sums": [ROW | change, *SUMS[1:]]}, 4)
    first = (found[0].code, found[0].place) if found else (None, None)
    assert first == (code, 1 if code and code != "reading_unreadable" else None)


def test_a_table_has_a_bol_for_every_deal_that_was_played() -> None:
    rows = [ROW | {"bollen": 1, "niet_behaalde_bollen": 10}, *SUMS[1:]]
    rows[1] = rows[1] | {"bollen": 3, "niet_behaalde_bollen": 8}
    assert codes(BOLLEN.problems({"sums": rows}, 4)) == ["table_bollen_too_few"]
    assert BOLLEN.problems({"sums": rows, "as_played": [3]}, 4) == []
    free = Prediction(hook_from=2)  # in two deals of one card all may make their bid
    assert free.problems({"sums": rows}, 4) == []
    ten = [r | {"niet_behaalde_bollen": r["niet_behaalde_bollen"] - 1} for r in rows]
    assert BOLLEN.problems({"sums": ten, "annulled": [3]}, 4) == []
    assert codes(BOLLEN.problems({"sums": ten}, 4))[0] == "sum_cells"


def test_sums_beside_a_filled_form_are_one_too_many() -> None:
    blank = [[""] * 11] * 4
    assert BOLLEN.problems({"sums": SUMS, "rows": blank}, 4) == []
    both = reading(FORM_OF_FOUR, sums=SUMS)
    assert BOLLEN.problems(both, 4) == [
        Problem("reading_unreadable", HARD, params={"part": "sums"})
    ]


def test_without_the_tricks_the_sums_of_boerenbridge_tell_no_total() -> None:
    found = BOERENBRIDGE.problems({"sums": SUMS}, 4)
    assert found == [Problem("tricks_missing", HARD)]


FORM = reading(FORM_OF_FOUR)
TRICKS = [[0] * 11 for _ in range(4)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rows": 5}, "reading_unreadable"),
        ({"rows": [1, 2, 3, 4]}, "reading_unreadable"),
        ({"rows": "0123"}, "reading_unreadable"),
        ({"rows": FORM["rows"][:3]}, "player_count"),
        ({"rows": [r[:-1] for r in FORM["rows"]]}, "deal_count"),
        ({"labels": 11}, "deal_count"),
        ({"tricks": TRICKS[:3]}, "player_count"),
        ({"tricks": [[0]] * 4}, "deal_count"),
        ({"tricks": 7}, "reading_unreadable"),
        ({"tricks": [["0"] * 11] * 4}, "not_integer"),
        ({"tricks": [[0.0] * 11] * 4}, "not_integer"),
        ({"first_leader": 5}, "player_not_at_table"),
        ({"first_leader": 0}, "player_not_at_table"),
        ({"first_leader": "1"}, "not_integer"),
        ({"first_leader": 1.0}, "not_integer"),
        ({"as_played": [12]}, "deal_count"),
        ({"as_played": [0]}, "deal_count"),
        ({"as_played": ["1"]}, "not_integer"),
        ({"as_played": 3}, "reading_unreadable"),
        ({"annulled": [True]}, "not_integer"),
        ({"annulled": [12]}, "deal_count"),
        ({"annulled": {"deal": 1}}, "reading_unreadable"),
        ({"penalties": 1}, "reading_unreadable"),
        ({"penalties": [1]}, "reading_unreadable"),
        ({"penalties": [{"place": 5}]}, "player_not_at_table"),
        ({"penalties": [{}]}, "player_not_at_table"),
        ({"penalties": [{"place": "1"}]}, "not_integer"),
        ({"penalties": [{"place": 1, "deal": 12}]}, "deal_count"),
        ({"penalties": [{"place": 1, "deal": 1.5}]}, "not_integer"),
        ({"penalties": [{"place": 1, "zero_deal": "1"}]}, "not_integer"),
        ({"penalties": [{"place": 1, "notation": "left"}]}, "reading_unreadable"),
        ({"penalties": [{"place": 1, "fine": 3}]}, "reading_unreadable"),
        ({"written": [None]}, "reading_unreadable"),
        ({"written": [{"soup": 1}, None, None, None]}, "reading_unreadable"),
        ({"written": [{"totaal": "16"}, None, None, None]}, "not_integer"),
        ({"sums": 4, "rows": []}, "reading_unreadable"),
        ({"sums": [ROW], "rows": []}, "player_count"),
        ({"sums": [1, 2, 3, 4], "rows": []}, "reading_unreadable"),
        ({"soup": 1}, "reading_unreadable"),
    ],
)
def test_a_reading_of_a_wrong_shape_is_refused(
    change: dict[str, Any], code: str
) -> None:
    assert BOLLEN.problems(FORM, 4) == []
    found = BOLLEN.problems(FORM | change, 4)
    assert found[0].code == code
    assert found[0].severity is HARD
    assert len(BOLLEN.score(FORM | change, 4)) == 4


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"rows": 5}, "rows"),
        ({"tricks": 7}, "tricks"),
        ({"as_played": 3}, "as_played"),
        ({"annulled": 3}, "annulled"),
        ({"penalties": 1}, "penalties"),
        ({"penalties": [1]}, "penalties"),
        ({"penalties": [{"place": 1, "notation": "left"}]}, "left"),
        ({"written": 4}, "written"),
        ({"sums": 4, "rows": []}, "sums"),
        ({"sums": [ROW, ROW, ROW, 4], "rows": []}, "sums"),
        ({"soup of the day at home": 1}, "soup of the day at h"),
    ],
)
def test_the_part_that_cannot_be_read_is_named(
    change: dict[str, Any], part: str
) -> None:
    expected = Problem("reading_unreadable", HARD, params={"part": part})
    assert expected in BOLLEN.problems(FORM | change, 4)


def test_what_is_no_whole_number_is_shown_at_its_place() -> None:
    tricks = [[0] * 11, [0] * 10 + ["soup" * 9], [0] * 11, [0] * 11]
    assert BOLLEN.problems(FORM | {"tricks": tricks}, 4) == [
        Problem("not_integer", HARD, 2, 11, {"text": "soup" * 5})
    ]
    written = [None, {"totaal": 1.5}, None, None]
    assert BOLLEN.problems(FORM | {"written": written}, 4) == [
        Problem("not_integer", HARD, 2, None, {"text": "1.5"})
    ]


@pytest.mark.parametrize("form", [None, [], "form", 3, {}])
def test_what_is_no_form_at_all_is_refused(form: Any) -> None:
    assert blocking(BOLLEN.problems(form, 4))
    if form != {}:
        part = {"part": str(form)}
        first = BOLLEN.problems(form, 4)[0]
        assert first == Problem("reading_unreadable", HARD, params=part)
    assert [line.total for line in BOLLEN.score(form, 4)] == [0] * 4


def test_what_is_around_the_cells_does_not_hide_what_is_in_them() -> None:
    form = FORM | {"rows": [["?", *FORM["rows"][0][1:]], *FORM["rows"][1:]], "soup": 1}
    assert codes(BOLLEN.problems(form, 4)) == ["not_integer", "reading_unreadable"]


SCALARS = st.none() | st.booleans() | st.integers(-3, 14) | st.floats() | st.text()
CELLS = st.sampled_from(["0", "1", "2x", "x", "-", "1/0", "", "●2", "x/1"]) | SCALARS
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["place", "deal", "bollen", "punten"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
NAMES = (
    *("rows", "bids", "tricks", "penalties", "written", "labels", "sums"),
    *("first_leader", "as_played", "annulled", "soup"),
)
GRID = st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=3, max_size=3)
READINGS = JSON | st.dictionaries(
    st.sampled_from(NAMES), JSON | GRID | st.lists(JSON, min_size=3, max_size=3)
)
SMALL = {
    "bollen": Prediction(deals=BOLLEN.deals[:3]),
    "home": Prediction(deals=BOLLEN.deals[:3], home=True, sits_out_from=3),
    "per trick": Prediction(deals=BOLLEN.deals[:3], miss=0, miss_per=-1),
    "app": Prediction(key="bollen_app", deals=(), max_cards=1),
}


@settings(max_examples=200, deadline=None)
@given(READINGS, st.sampled_from(sorted(SMALL)))
@example({"sums": [{"bollen": 1e400}] * 3}, "bollen")
@example({"rows": [["9" * 5000, "1", "2"]] * 3}, "bollen")
def test_whatever_is_sent_gives_problems_on_the_form_and_never_an_error(
    sent: Any, game: str
) -> None:
    rules = SMALL[game]
    for problem in rules.problems(sent, 3):
        assert problem.place in (None, 1, 2, 3)
        assert problem.deal in (None, 1, 2, 3)
        json.dumps(problem.params)
    lines = rules.score(sent, 3)
    assert [line.place for line in lines] == [1, 2, 3]
    assert all(isinstance(n, int) for ln in lines for n in ln.stats.values())


@settings(max_examples=100, deadline=None)
@given(READINGS)
def test_what_is_accepted_can_be_scored_by_the_figures_of_the_game(sent: Any) -> None:
    rules = SMALL["bollen"]
    if blocking(rules.problems(sent, 3)):
        return
    for line in rules.score(sent, 3):
        stats = line.stats
        made = stats["punten"] + 2 * stats["niet_behaalde_bollen"]
        assert line.total == stats["totaal"] == made - 2 * stats["bollen"]


def test_the_marks_of_a_home_game_are_read_the_same_way() -> None:
    assert AT_HOME.problems({"sums": SUMS}, 4) == []


def test_no_tricks_beside_a_dash_deal_nobody_in() -> None:
    form = {"rows": [["-"], ["0"], ["0"], ["1x"]], "tricks": [[0], [0], [0], [3]]}
    rules = of_one_deal(3)
    assert not blocking(rules.problems(form, 4))
    assert rules.score(form, 4)[0].stats["niet_behaalde_bollen"] == 0


def test_what_is_no_row_of_sums_is_named() -> None:
    for row in (7, {"soup": 1}):
        problems = BOLLEN.problems({"sums": [row] * 4}, 4)
        assert [p.params["part"] for p in problems] == ["sums"] * 4


@pytest.mark.parametrize("odd", [7, {"soup": 1}, {"notation": "?"}, {"zero_deal": "?"}])
def test_a_penalty_after_one_that_cannot_be_read_is_read(odd: Any) -> None:
    form = FORM | {"penalties": [odd, {"place": 2}]}
    assert blocking(BOLLEN.problems(form, 4))
    penalties = [line.stats["strafbollen"] for line in BOLLEN.score(form, 4)]
    assert penalties == [0, 1, 0, 0]


@pytest.mark.parametrize("cells", [{"bids": [[1]]}, {"rows": [["1"]]}, {"rows": "no"}])
def test_sums_do_not_stand_beside_cells(cells: Any) -> None:
    problems = BOLLEN.problems({"sums": SUMS} | cells, 4)
    expected = Problem("reading_unreadable", HARD, params={"part": "sums"})
    assert problems == [expected]


def test_tricks_are_not_looked_at_where_the_rows_do_not_fit() -> None:
    for tricks in ("no", [[0]], [["x"] * 11] * 2):
        found = BOLLEN.problems({"rows": [["1"] * 11] * 2, "tricks": tricks}, 4)
        assert codes(found) == ["player_count"]
