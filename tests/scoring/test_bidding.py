"""One deal: what may be bid, and whether what was written can have happened."""

from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.bidding import (
    NOT_DEALT_IN,
    Cell,
    can_have_happened,
    dealer_of,
    forbidden_bid,
    leader_of,
    leaders_and_dealers,
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
        ("2/2", Cell(2, made=True, tricks=2)),
        ("2/1", Cell(2, made=False, tricks=1)),
        ("2 / 1", Cell(2, made=False, tricks=1)),
        ("2x/1", Cell(2, made=False, tricks=1)),
        ("2x/2", Cell(2, made=False, tricks=2)),
        ("●2/1", Cell(2, made=False, tricks=1)),
        ("x/3", Cell(None, made=False, tricks=3)),
        ("2/-1", Cell(2, made=False, tricks=-1)),
        ("-", NOT_DEALT_IN),
        (" – ", NOT_DEALT_IN),
        ("—", NOT_DEALT_IN),
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


@given(
    st.none() | st.integers(-3, 99),
    st.booleans(),
    st.none() | st.integers(-3, 99),
)
def test_a_cell_with_tricks_is_read_back_as_it_is_written(
    bid: int | None, bol: bool, tricks: int | None
) -> None:
    """Only that somebody called a miss made is lost: the mark follows the tricks."""
    made = bid is not None and not bol and tricks in (None, bid)
    cell = Cell(bid, made, tricks)
    assert read_cell(str(cell)) == cell


def test_who_is_not_dealt_in_is_written_as_a_dash() -> None:
    assert str(NOT_DEALT_IN) == "-"


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


@given(st.integers(3, 7), st.data())
def test_with_everybody_dealt_in_the_lead_moves_one_seat_a_deal(
    places: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, places))
    everybody = [range(1, places + 1)] * 13
    assert leaders_and_dealers(first, everybody, places) == [
        (leader_of(first, deal, places), dealer_of(first, deal, places))
        for deal in range(1, 14)
    ]


def test_who_left_is_passed_over_and_the_others_keep_their_seats() -> None:
    """Place 2 leaves after the first deal (rule 2.9)."""
    dealt = [[1, 2, 3, 4], *[[1, 3, 4]] * 4]
    turns = [(1, 4), (3, 1), (4, 3), (1, 4), (3, 1)]
    assert leaders_and_dealers(1, dealt, 4) == turns


def test_the_lead_starts_at_the_next_one_when_the_leader_is_not_dealt_in() -> None:
    assert leaders_and_dealers(4, [[1, 2, 3], [1, 2, 3, 4]], 4) == [(1, 3), (2, 1)]


def test_a_deal_that_names_nobody_moves_the_lead_like_any_other() -> None:
    assert leaders_and_dealers(3, [[], [1, 2, 4]], 4) == [(3, 2), (4, 2)]
    assert leaders_and_dealers(1, [[], []], 4) == [(1, 4), (2, 1)]


@given(st.integers(3, 7), st.data())
def test_leader_and_dealer_are_two_of_those_dealt_in(
    places: int, data: st.DataObject
) -> None:
    some = st.sets(st.integers(1, places), min_size=2).map(sorted)
    dealt = data.draw(st.lists(some, max_size=11))
    first = data.draw(st.integers(1, places))
    turns = leaders_and_dealers(first, dealt, places)
    for named, (leader, dealer) in zip(dealt, turns, strict=True):
        assert leader != dealer
        between = [(dealer + step - 1) % places + 1 for step in range(1, places)]
        assert next(place for place in between if place in named) == leader


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
@given(marked_deals(), st.booleans(), st.data())
def test_tricks_that_are_known_of_some_narrow_what_can_have_happened(
    deal: tuple[int, list[Cell]], hook: bool, data: st.DataObject
) -> None:
    cards, cells = deal
    told = [data.draw(st.none() | st.integers(0, cards)) for _ in cells]
    known = [Cell(c.bid, c.made, t) for c, t in zip(cells, told, strict=True)]
    fits = any(
        all(t in (None, taken) for t, taken in zip(told, tricks, strict=True))
        for _bids, tricks in happenings(cards, cells, hook)
    )
    assert can_have_happened(cards, known, hook) == fits


@settings(max_examples=300, deadline=None)
@given(marked_deals(most_unread=6), st.booleans())
def test_the_closed_form_and_the_program_agree(
    deal: tuple[int, list[Cell]], hook: bool
) -> None:
    cards, cells = deal
    tricks = possible_tricks(cards, cells, hook)
    assert can_have_happened(cards, cells, hook) == all(tricks)
    assert any(tricks) == all(tricks)


def judged_alike(cards: int, players: int, hook: bool) -> bool:
    """Closed form, program and enumeration over every deal, in any order of seats.

    Somebody whose tricks are known sends the rulebook through its program; a made 0
    changes neither bids nor tricks.
    """
    known = Cell(0, made=True, tricks=0)
    for deal in combinations_with_replacement(every_cell(cards, unread=True), players):
        expected = happened(cards, deal, hook)
        assert can_have_happened(cards, deal, hook) == expected, deal
        assert can_have_happened(cards, [*deal, known], hook) == expected, deal
    return True


@pytest.mark.parametrize("hook", [True, False])
@pytest.mark.parametrize(
    ("cards", "players"), [(1, 3), (1, 4), (1, 5), (1, 6), (2, 3), (2, 4), (3, 3)]
)
def test_every_small_deal_is_judged_as_by_enumeration(
    cards: int, players: int, hook: bool
) -> None:
    assert judged_alike(cards, players, hook)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6])
def test_every_deal_up_to_six_cards_is_judged_as_by_enumeration(
    cards: int, players: int
) -> None:
    assert judged_alike(cards, players, hook=True)


def test_the_order_of_the_players_does_not_matter() -> None:
    cells = [Cell(2, True), Cell(0, False), Cell(None, False)]
    assert possible_tricks(3, cells) == possible_tricks(3, cells[::-1])[::-1]
    assert possible_tricks(3, cells) == [{2}, {1}, {0}]


def test_two_bollen_beside_zeros_that_stand_cannot_be_with_one_card() -> None:
    """Rule 2.7, also when both bids are unreadable."""
    unread, zero = Cell(None, made=False), Cell(0, made=True)
    assert not can_have_happened(1, [unread, unread, zero, zero])
    assert can_have_happened(1, [unread, unread, unread, zero])
