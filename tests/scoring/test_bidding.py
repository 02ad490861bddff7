"""One deal: what may be bid, and whether what was written can have happened."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.bidding import (
    Cell,
    can_have_happened,
    dealer_of,
    forbidden_bid,
    leader_of,
    possible_tricks,
    read_cell,
)
from tests.scoring.deals import every_cell, happened, happenings, marked_deals


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("2", Cell(2, made=True)),
        ("0", Cell(0, made=True)),
        ("2x", Cell(2, made=False)),
        ("2X", Cell(2, made=False)),
        ("2 x", Cell(2, made=False)),
        ("x", Cell(None, made=False)),
        ("●2", Cell(2, made=False)),
        ("● 2", Cell(2, made=False)),
        ("2●", Cell(2, made=False)),
        ("●", Cell(None, made=False)),
        (" 3 ", Cell(3, made=True)),
        ("-1", Cell(-1, made=True)),
        ("123456789", Cell(123456789, made=True)),
        ("", None),
        ("  ", None),
    ],
)
def test_a_cell_is_read_as_people_write_it(text: str, cell: Cell | None) -> None:
    assert read_cell(text) == cell


@pytest.mark.parametrize(
    "text",
    [
        *("1.5", "1,5", "two", "x2", "1 2", "--", "1e1", "+1", "½", "2xx", "9" * 5000),
        *("2/", "/1", "-/1", "2/1/1", "2/1x", "2/1.5", "2/" + "9" * 5000),
    ],
)
def test_what_is_not_a_whole_number_is_not_a_cell(text: str) -> None:
    with pytest.raises(ValueError):
        read_cell(text)


@given(st.builds(Cell, st.integers(-3, 99), st.booleans()))
def test_a_cell_is_read_back_as_it_is_written(cell: Cell) -> None:
    assert read_cell(str(cell)) == cell


def test_an_unreadable_bid_is_written_as_a_bare_bol() -> None:
    assert str(Cell(None, made=False)) == "x"


@pytest.mark.parametrize(
    ("cards", "earlier", "barred"),
    [
        (5, [2, 1, 1], 1),
        (5, [3, 2, 1], None),
        (5, [3, 2], 0),
        (1, [0, 0, 0], 1),
        (1, [1, 0, 0], 0),
        (1, [1, 1, 0], None),
        (3, [], 3),
    ],
)
def test_the_last_bidder_may_not_make_the_bids_add_up(
    cards: int, earlier: list[int], barred: int | None
) -> None:
    assert forbidden_bid(cards, earlier) == barred


@given(st.integers(1, 6), st.data())
def test_any_other_last_bid_keeps_the_sum_from_the_tricks(
    cards: int, data: st.DataObject
) -> None:
    earlier = data.draw(st.lists(st.integers(0, cards), min_size=2, max_size=5))
    barred = forbidden_bid(cards, earlier)
    adding_up = [bid for bid in range(cards + 1) if sum(earlier) + bid == cards]
    assert adding_up == ([] if barred is None else [barred])


def test_leader_and_dealer_move_one_seat_a_deal() -> None:
    assert [leader_of(3, deal, 4) for deal in range(1, 12)] == [
        *(3, 4, 1, 2),
        *(3, 4, 1, 2),
        *(3, 4, 1),
    ]
    assert (dealer_of(3, 1, 4), dealer_of(3, 11, 4)) == (2, 4)
    assert dealer_of(1, 1, 5) == 5


@pytest.mark.parametrize(
    ("players", "often"), [(4, [3, 3, 3, 2]), (5, [3, 2, 2, 2, 2])]
)
@pytest.mark.parametrize("first", [1, 2, 4])
def test_bidding_last_is_spread_over_the_seats(
    players: int, often: list[int], first: int
) -> None:
    last = [dealer_of(first, deal, players) for deal in range(1, 12)]
    counts = [last.count(seat) for seat in range(1, players + 1)]
    assert sorted(counts, reverse=True) == often


@settings(max_examples=300, deadline=None)
@given(marked_deals(), st.booleans())
def test_a_deal_is_possible_when_some_division_of_the_tricks_fits(
    deal: tuple[int, list[Cell]], hook: bool
) -> None:
    cards, cells = deal
    assert can_have_happened(cards, cells, hook) == happened(cards, cells, hook)


@settings(max_examples=200, deadline=None)
@given(marked_deals(), st.booleans())
def test_the_possible_tricks_are_those_of_some_division(
    deal: tuple[int, list[Cell]], hook: bool
) -> None:
    cards, cells = deal
    found: list[set[int]] = [set() for _ in cells]
    for _bids, tricks in happenings(cards, cells, hook):
        for taken, one in zip(found, tricks, strict=True):
            taken.add(one)
    assert possible_tricks(cards, cells, hook) == found


@settings(max_examples=300, deadline=None)
@given(marked_deals(most_unread=6), st.booleans())
def test_the_closed_form_and_the_program_agree(
    deal: tuple[int, list[Cell]], hook: bool
) -> None:
    cards, cells = deal
    tricks = possible_tricks(cards, cells, hook)
    assert can_have_happened(cards, cells, hook) == all(tricks)
    assert any(tricks) == all(tricks)


@pytest.mark.parametrize("hook", [True, False])
@pytest.mark.parametrize(
    ("cards", "players"), [(1, 3), (1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (3, 3)]
)
def test_every_small_deal_is_judged_as_by_enumeration(
    cards: int, players: int, hook: bool
) -> None:
    cells = every_cell(cards, unread=True)
    for deal in combinations_with_replacement(cells, players):
        assert can_have_happened(cards, deal, hook) == happened(cards, deal, hook), deal


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6])
def test_the_closed_form_holds_for_every_deal(cards: int, players: int) -> None:
    known = every_cell(cards, unread=False)
    for deal in combinations_with_replacement(known, players):
        assert can_have_happened(cards, deal) == happened(cards, deal), deal


def test_the_order_of_the_players_does_not_matter() -> None:
    cells = [Cell(2, True), Cell(0, False), Cell(None, False)]
    assert possible_tricks(3, cells) == possible_tricks(3, cells[::-1])[::-1]
    assert possible_tricks(3, cells) == [{2}, {1}, {0}]


def test_two_bollen_beside_zeros_that_stand_cannot_be_with_one_card() -> None:
    """Rule 2.7, also when both bids are unreadable."""
    unread, zero = Cell(None, made=False), Cell(0, made=True)
    assert not can_have_happened(1, [unread, unread, zero, zero])
    assert can_have_happened(1, [unread, unread, unread, zero])
