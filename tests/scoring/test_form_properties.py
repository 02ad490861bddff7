"""What holds for every form: verdicts like enumeration, sums that add up (rule 2.6)."""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.robots import play_game
from scoring.rulebooks.bidding import Cell, read_cell
from scoring.rulebooks.prediction import BOLLEN_DEALS, Prediction
from tests.building import FORMS, reading
from tests.scoring.deals import (
    blocking,
    happened,
    happenings,
    marked_deals,
    one_deal,
    played_deals,
)
from tournament.simulation import form_of

BOLLEN = Prediction()
MAY_BE_FOUND = {"implied_far", "all_bol", "bolloos"}


def form_of_robots(seed: int, places: int) -> dict[str, Any]:
    """A form that robots really played."""
    deals = [(deal.cards, deal.trump, deal.blind) for deal in BOLLEN_DEALS]
    leader = seed % places + 1
    played = play_game(deals, places, leader, random.Random(seed))
    return form_of(played, places, leader)


def known_forms() -> st.SearchStrategy[dict[str, Any]]:
    return st.sampled_from([3, 4, 5]).map(lambda places: reading(FORMS[places]))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 6))
def test_a_form_that_was_played_can_be_handed_in(seed: int, places: int) -> None:
    form = form_of_robots(seed, places)
    with_tricks = BOLLEN.problems(form, places)
    without = BOLLEN.problems(form | {"tricks": None}, places)
    assert {p.code for p in with_tricks} <= MAY_BE_FOUND - {"implied_far"}
    assert {p.code for p in without} <= MAY_BE_FOUND
    assert not any(p.blocks for p in [*with_tricks, *without])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 6))
def test_a_form_that_was_played_may_lose_the_bids_under_its_bollen(
    seed: int, places: int
) -> None:
    form = form_of_robots(seed, places)
    worn = [["x" if "x" in text else text for text in row] for row in form["rows"]]
    for tricks in (None, form["tricks"]):
        found = BOLLEN.problems({"rows": worn, "tricks": tricks}, places)
        assert {p.code for p in found} <= MAY_BE_FOUND


@settings(max_examples=200, deadline=None)
@given(known_forms(), st.data())
def test_one_changed_cell_is_judged_as_by_enumeration(
    form: dict[str, Any], data: st.DataObject
) -> None:
    rows = form["rows"]
    place = data.draw(st.integers(0, len(rows) - 1))
    deal = data.draw(st.integers(0, 10))
    cards = BOLLEN_DEALS[deal].cards
    bid = data.draw(st.none() | st.integers(0, cards))
    made = bid is not None and data.draw(st.booleans())
    rows[place][deal] = str(Cell(bid, made))
    cells = [cell for row in rows if (cell := read_cell(row[deal]))]
    found = [p for p in BOLLEN.problems(form, len(rows)) if p.blocks]
    assert {p.deal for p in found} == (set() if happened(cards, cells) else {deal + 1})


@settings(max_examples=300, deadline=None)
@given(marked_deals(), st.booleans(), st.sampled_from([None, 1, 2, 4]))
def test_a_deal_is_refused_exactly_when_it_cannot_have_happened(
    deal: tuple[int, list[Cell]], accepted: bool, hook_from: int | None
) -> None:
    cards, cells = deal
    rules = Prediction(hook_from=hook_from)
    problems = one_deal(cards, cells, rules, as_played=[1] if accepted else [])
    hook = rules.hooked(cards) and not accepted
    assert (not blocking(problems)) == happened(cards, cells, hook)


@settings(max_examples=300, deadline=None)
@given(marked_deals(), st.data())
def test_a_deal_with_tricks_is_refused_exactly_when_it_cannot_have_gone_so(
    deal: tuple[int, list[Cell]], data: st.DataObject
) -> None:
    cards, cells = deal
    went = [tricks for _bids, tricks in happenings(cards, cells)]
    one = st.lists(st.integers(0, cards), min_size=len(cells), max_size=len(cells))
    tricks = data.draw(st.sampled_from(went) | one if went else one)
    problems = one_deal(cards, cells, tricks=[[taken] for taken in tricks])
    assert (not blocking(problems)) == (tuple(tricks) in went)


@settings(max_examples=200, deadline=None)
@given(played_deals(), st.data())
def test_one_trick_more_or_less_is_always_found(
    deal: tuple[int, list[Cell], list[int]], data: st.DataObject
) -> None:
    cards, cells, tricks = deal
    assert not blocking(one_deal(cards, cells, tricks=[[t] for t in tricks]))
    tricks[data.draw(st.integers(0, len(cells) - 1))] += data.draw(
        st.sampled_from([-1, 1])
    )
    assert "trick_sum" in blocking(one_deal(cards, cells, tricks=[[t] for t in tricks]))


def penalties(places: int) -> st.SearchStrategy[list[dict[str, Any]]]:
    one = st.fixed_dictionaries({"place": st.integers(1, places)})
    return st.lists(one, max_size=5)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 6), st.data())
def test_the_columns_of_every_row_add_up(
    seed: int, places: int, data: st.DataObject
) -> None:
    booked = data.draw(penalties(places))
    form = form_of_robots(seed, places) | {"penalties": booked}
    for line, row in zip(BOLLEN.score(form, places), form["rows"], strict=True):
        stats, pen = line.stats, [p["place"] for p in booked].count(line.place)
        standing = [int(text) for text in row if "x" not in text]
        assert stats["strafbollen"] == pen
        assert stats["bollen"] == 11 - len(standing) + pen
        assert stats["niet_behaalde_bollen"] + stats["bollen"] - pen == 11
        assert stats["punten"] == sum(standing)
        assert line.total == stats["totaal"]
        assert line.total == sum(standing) + 2 * len(standing) - 2 * stats["bollen"]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 6), st.data())
def test_the_totals_of_a_table_follow_from_points_and_bollen(
    seed: int, places: int, data: st.DataObject
) -> None:
    """Rule 2.6: sum of T = sum of P + 22n - 4 x cell bollen - 2 x penalty bollen."""
    booked = data.draw(penalties(places))
    form = form_of_robots(seed, places) | {"penalties": booked}
    lines = BOLLEN.score(form, places)
    points = sum(line.stats["punten"] for line in lines)
    in_cells = sum(text.endswith("x") for row in form["rows"] for text in row)
    expected = points + 22 * places - 4 * in_cells - 2 * len(booked)
    assert sum(line.total for line in lines) == expected
    assert points <= 35
    assert in_cells >= 11
