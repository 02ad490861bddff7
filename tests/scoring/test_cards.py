"""The pack and the rules of a trick, on cards picked by hand."""

import random

import pytest

from scoring.cards import (
    RANKS,
    best_play,
    card_heights,
    clockwise_from,
    deal_cards,
    full_pack,
    legal_cards,
)

HEIGHTS = card_heights()


def winner(cards: str, trump: str | None) -> int:
    """Return which card of a trick takes it, 1 for the first played."""
    return best_play(list(enumerate(cards.split(), 1)), trump, HEIGHTS)[0]


def test_the_pack_has_32_different_cards_without_low_ones() -> None:
    pack = full_pack()
    assert len(pack) == len(set(pack)) == 32
    assert {"S7", "H10", "DJ", "CA"} <= set(pack)
    assert not {"S2", "H6"} & set(pack)


def test_the_cards_of_a_suit_go_from_seven_up_to_ace() -> None:
    hearts = ["HA", "H10", "H7", "HQ", "H9", "HK", "HJ", "H8"]
    ordered = sorted(hearts, key=HEIGHTS.__getitem__)
    assert ordered == ["H7", "H8", "H9", "H10", "HJ", "HQ", "HK", "HA"]


def test_clockwise_goes_round_past_the_last_place() -> None:
    assert clockwise_from(3, 4) == [3, 4, 1, 2]


def test_who_can_follow_suit_must() -> None:
    assert legal_cards(["H7", "S10", "HK"], "H") == ["H7", "HK"]


@pytest.mark.parametrize("led", ["D", None])
def test_who_cannot_follow_or_leads_may_play_anything(led: str | None) -> None:
    assert legal_cards(["H7", "S10", "HK"], led) == ["H7", "S10", "HK"]


@pytest.mark.parametrize(
    ("cards", "trump", "expected"),
    [
        ("H7 H10 H9", None, 2),
        ("H10 H9 HJ", None, 3),
        ("H7 SA DA", None, 1),
        ("H7 SA DA", "C", 1),
        ("HA S7 HK", "S", 2),
        ("HA S7 S8", "S", 3),
        ("HA S9 S8", "S", 2),
        ("S8 HA SK", "S", 3),
    ],
)
def test_the_highest_trump_or_else_the_suit_led_takes_the_trick(
    cards: str, trump: str | None, expected: int
) -> None:
    assert winner(cards, trump) == expected


def test_an_empty_trick_has_no_winner() -> None:
    with pytest.raises(ValueError, match="without cards"):
        best_play([], "S", HEIGHTS)


def test_the_leader_gets_the_first_card_and_the_card_after_the_last_is_turned() -> None:
    pack = full_pack()
    random.Random(5).shuffle(pack)
    dealt = deal_cards(2, True, 3, 2, RANKS, random.Random(5))
    assert list(dealt.hands) == [2, 3, 1]
    assert dealt.hands[2] == (pack[0], pack[3])
    assert dealt.hands[1] == (pack[2], pack[5])
    assert dealt.turned == pack[6]
    assert dealt.trump == pack[6][0]


def test_without_trump_no_card_is_turned() -> None:
    dealt = deal_cards(5, False, 6, 1, RANKS, random.Random(5))
    assert dealt.turned is None
    assert dealt.trump is None


@pytest.mark.parametrize("cards", [0, 8])
def test_a_pack_that_cannot_give_the_hands_and_a_turned_card_is_refused(
    cards: int,
) -> None:
    with pytest.raises(ValueError, match="32 cards"):
        deal_cards(cards, True, 4, 1, RANKS, random.Random(5))
