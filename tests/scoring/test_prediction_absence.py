"""Who leaves, who sits out in turn, and deals that count for nobody (rule 2.9)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.bidding import Cell
from scoring.rulebooks.figures import LEFT
from scoring.rulebooks.prediction import BOLLEN, BOLLEN_DEALS, Deal, Prediction
from tests.building import FORM_OF_FIVE, FORM_OF_FOUR, FORM_OF_THREE, reading
from tests.scoring.deals import codes, marked_deals, one_deal

HARD, WARN = Severity.HARD, Severity.WARN
COLUMNS = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
NOTHING = [0, 0, 0, 0]
IN_TURN = replace(BOLLEN, sits_out_from=5)


def columns(form: dict[str, Any], rules: Prediction = BOLLEN) -> list[list[int]]:
    lines = rules.score(form, len(form["rows"]))
    return [[line.stats[key] for key in COLUMNS] for line in lines]


def serious(form: dict[str, Any], rules: Prediction = BOLLEN) -> list[Any]:
    found = rules.problems(form, len(form["rows"]))
    return [(p.code, p.deal) for p in found if p.severity is not Severity.INFO]


def left_after(deals: int, rows: tuple[str, ...] = FORM_OF_THREE) -> dict[str, Any]:
    """A form of three that a fourth, in the second place, left after some deals."""
    form = reading([rows[0], " ".join(["0"] * 11), *rows[1:]])
    form["rows"][1][deals:] = ["-"] * (11 - deals)
    return form


@settings(max_examples=200, deadline=None)
@given(marked_deals(), st.data(), st.booleans())
def test_who_is_not_dealt_in_changes_nothing_for_the_others(
    deal: tuple[int, list[Cell]], data: st.DataObject, accepted: bool
) -> None:
    cards, cells = deal
    place = data.draw(st.integers(0, len(cells)))
    with_one_more = [*map(str, cells[:place]), "-", *map(str, cells[place:])]
    more = {"as_played": [1]} if accepted else {}
    wide = Prediction(sizes=(3, 4, 5, 6, 7))
    found = one_deal(cards, with_one_more, wide, **more)
    assert [
        (p.code, p.place - (p.place > place + 1) if p.place else None) for p in found
    ] == [(p.code, p.place) for p in one_deal(cards, cells, wide, **more)]
    rules = replace(wide, deals=(Deal("x", cards),))
    alone = rules.score({"rows": [[str(c)] for c in cells]}, len(cells))
    together = rules.score({"rows": [[c] for c in with_one_more]}, len(cells) + 1)
    figures = {k: v for k, v in together[place].stats.items() if k != LEFT}
    assert not any(figures.values())
    del together[place]
    assert [line.stats for line in together] == [line.stats for line in alone]


def test_a_form_that_somebody_left_is_that_of_the_others() -> None:
    form = left_after(0)
    assert serious(form) == []
    assert columns(form) == [
        *columns(reading(FORM_OF_THREE))[:1],
        NOTHING,
        *columns(reading(FORM_OF_THREE))[1:],
    ]


def test_who_left_keeps_what_was_played() -> None:
    form = reading(FORM_OF_FIVE)
    form["rows"][4][8:] = ["-", "-", "-"]
    assert columns(form)[4] == [2, 4, 6, 4 + 2 * 6 - 2 * 2]
    assert columns(form)[:4] == columns(reading(FORM_OF_FIVE))[:4]


def test_the_last_bidder_is_one_of_those_dealt_in() -> None:
    form = left_after(1)
    form["first_leader"] = 2
    for place, text in ((0, "1x"), (2, "1"), (3, "0")):
        form["rows"][place][1] = text
    found = BOLLEN.problems(form, 4)
    assert [(p.code, p.place, p.deal) for p in found if p.blocks] == [
        ("bid_sum_equals_tricks", 1, 2)
    ]


def test_who_left_and_plays_again_wants_a_reason() -> None:
    form = reading(FORM_OF_FIVE)
    form["rows"][2][2] = "-"
    form["rows"][2][5] = "-"
    again = Problem("dealt_in_again", WARN, 3, 4)
    assert [p for p in BOLLEN.problems(form, 5) if p.severity is WARN] == [again]


def test_with_fewer_than_three_the_game_ends_and_the_rest_is_annulled() -> None:
    form = reading(FORM_OF_THREE)
    for row in form["rows"]:
        row[7:] = [""] * 4
    form["rows"][0][7] = "-"
    assert BOLLEN.problems(form, 3)[0] == Problem("game_ended", WARN, None, 8)
    assert serious(form) == [("game_ended", 8)]
    assert [bollen + made for bollen, _, made, _ in columns(form)] == [7, 7, 7]


@pytest.mark.parametrize("texts", ["- 0 1x", "- - x", "0 - -", "0 0 1x"])
def test_after_the_end_of_the_game_nothing_can_be_played(texts: str) -> None:
    form = reading(FORM_OF_THREE)
    for row in form["rows"]:
        row[7:] = [""] * 4
    form["rows"][0][7] = "-"
    for row, text in zip(form["rows"], texts.split(), strict=True):
        row[9] = text
    assert serious(form) == [("game_ended", 8), ("game_over", 10)]
    form["annulled"] = [10]
    assert serious(form) == [("game_ended", 8)]


@pytest.mark.parametrize("deal", range(1, 12))
def test_an_annulled_deal_counts_for_nobody_whatever_stands_in_it(deal: int) -> None:
    whole = columns(reading(FORM_OF_FOUR))
    for text in ("?", "", "9", "-", "1"):
        form = reading(FORM_OF_FOUR, annulled=[deal])
        was = [Cell(0, True)] * 4
        for place, row in enumerate(form["rows"]):
            bol = row[deal - 1].endswith("x")
            was[place] = Cell(int(row[deal - 1].strip("x")), not bol)
            row[deal - 1] = text
        assert serious(form) == []
        for place, (bollen, points, made, _total) in enumerate(columns(form)):
            assert bollen == whole[place][0] - (not was[place].made)
            assert points == whole[place][1] - was[place].made * (was[place].bid or 0)
            assert made == whole[place][2] - was[place].made
            assert made + bollen == 10


def test_a_zero_of_an_annulled_deal_cannot_be_turned() -> None:
    penalty = {"place": 1, "notation": "zero", "zero_deal": 1}
    form = reading(FORM_OF_FOUR, penalties=[penalty], annulled=[1])
    assert serious(form) == [("penalty_zero_absent", 1)]


def test_who_was_never_dealt_in_is_not_honoured() -> None:
    assert "bolloos" not in codes(BOLLEN.problems(left_after(0), 4))


def in_turn(out: list[int | None]) -> dict[str, Any]:
    """A form of five on which one of them sits out each deal."""
    rows: list[list[str]] = [[] for _ in range(5)]
    for deal, place in zip(BOLLEN_DEALS, out, strict=True):
        cells = ["0x" if n else f"{deal.cards}x" for n in range(5)]
        cells = ["1", "0x", "1x", "0", "0"] if deal.cards == 2 else cells
        for n in range(5):
            rows[n].append("-" if n + 1 == place else cells[n])
    return {"rows": rows}


def turns(form: dict[str, Any], rules: Prediction = IN_TURN) -> list[Problem]:
    return [p for p in rules.problems(form, 5) if p.code.startswith(("sat", "dealt"))]


def test_a_fifth_sits_out_in_turn() -> None:
    form = in_turn([1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 1])
    assert turns(form) == []
    assert IN_TURN.live(5)["sits_out"]
    assert not IN_TURN.live(4)["sits_out"]
    assert [p.place for p in turns(form, BOLLEN)] == [1, 2, 3, 4, 5]


def test_a_deal_in_which_nobody_sits_out_wants_a_reason() -> None:
    form = in_turn([1, 2, 3, None, 5, None, 2, 3, 4, 5, 1])
    assert turns(form) == [Problem("sat_out_count", WARN, None, 4, {"out": 0})]
    assert turns(reading(FORM_OF_FIVE)) == [
        Problem("sat_out_count", WARN, None, 1, {"out": 0})
    ]


def test_one_that_sits_out_too_often_wants_a_reason() -> None:
    form = in_turn([1, 1, 1, 2, 3, 4, 5, 2, 3, 4, 5])
    assert turns(form) == []
    form = in_turn([1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 5])
    assert turns(form) == [
        Problem("sat_out_uneven", WARN, params={"most": 3, "fewest": 1})
    ]


def test_at_a_table_of_four_nobody_sits_out() -> None:
    assert IN_TURN.problems(reading(FORM_OF_FOUR), 4) == []


def test_the_last_deal_of_a_form_is_after_the_end_as_well() -> None:
    form = reading(FORM_OF_THREE)
    for row in form["rows"]:
        row[7:] = [""] * 4
    form["rows"][0][7] = "-"
    form["rows"][1][10] = "0"
    assert serious(form) == [("game_ended", 8), ("game_over", 11)]


def test_a_deal_that_was_annulled_is_nobodys_turn_to_sit_out() -> None:
    form = in_turn([1, 2, 3, 4, None, 5, 1, 2, 3, 4, 5])
    told = [("sat_out_count", 5)]
    assert [(p.code, p.deal) for p in turns(form)] == told
    assert turns(form | {"annulled": [5]}) == []


def test_in_an_annulled_deal_nobody_left_and_nobody_came_back() -> None:
    form = reading(FORM_OF_FIVE)
    form["rows"][2][2] = "-"
    for annulled, told in (([], 4), ([4], 5), ([4, 5], 6)):
        assert ("dealt_in_again", told) in serious(form | {"annulled": annulled})
    assert serious(form | {"annulled": [3]}) == []


def left(form: dict[str, Any], rules: Prediction = BOLLEN) -> dict[int, int]:
    """The first deal that each place was not dealt in, of those who left."""
    lines = rules.score(form, len(form["rows"]))
    return {line.place: line.stats[LEFT] for line in lines if LEFT in line.stats}


@pytest.mark.parametrize("deals", [1, 4, 10])
def test_who_left_is_told_with_the_first_deal_without_them(deals: int) -> None:
    assert left(left_after(deals)) == {2: deals + 1}


def test_a_deal_that_counts_for_nobody_is_not_the_one_after_which_somebody_left() -> (
    None
):
    form = left_after(4) | {"annulled": [5]}
    assert left(form) == {2: 6}
    assert left(left_after(10) | {"annulled": [11]}) == {}


def test_where_people_sit_out_in_turn_one_deal_tells_nothing() -> None:
    last = reading(FORM_OF_FIVE)
    last["rows"][1][10:] = ["-"]
    assert left(last) == {2: 11}
    assert left(last, IN_TURN) == {}
    last["rows"][1][9:] = ["-", "-"]
    assert left(last, IN_TURN) == {2: 10}
