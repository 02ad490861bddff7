"""The search for the cards of a hand ends soon, also where the deck lacks them."""

import pytest

from scoring.rulebooks import canasta_search
from scoring.rulebooks.canasta import BOLIVIA, CANASTA, Canasta
from scoring.rulebooks.canasta_cards import fewest_wild
from scoring.rulebooks.canasta_hand import CANASTAS, Side
from scoring.rulebooks.canasta_search import deck_gives
from tests.scoring.hands import found, side
from tests.scoring.test_canasta_cards import SMALL

Figures = tuple[int, ...]  # melded, hand, mixed, natural, escaleras, bolivias

# Hands that the deck lacks the cards for, and no more tries than it takes to see it;
# card_search.Search, which looks card by card, says the same, after minutes.
LACKING: list[tuple[Canasta, Figures, Figures, int]] = [
    (SMALL, (85, 10, 0, 2), (135, 15, 1, 1, 1), 20),
    (SMALL, (325, 35, 1, 2, 1, 1), (145, 25, 0, 1, 2), 45),
    (SMALL, (155, 25, 1, 1, 1), (190, 25, 0, 2, 2), 60),
    (SMALL, (240, 10, 3, 0, 1), (280, 25, 0, 0, 2, 1), 220),
    (CANASTA, (270, 10, 3, 2), (60, 35, 1), 40),
    (BOLIVIA, (210, 35, 0, 2, 2), (425, 15, 2, 2, 2, 1), 75),
]


def played(figures: Figures) -> Side:
    melded, hand, *canastas = figures
    kinds = dict(zip(CANASTAS, canastas, strict=False))
    return side(melded=melded, hand=hand, **kinds)


@pytest.mark.parametrize(("rules", "one", "other", "tries"), LACKING)
def test_a_hand_without_its_cards_is_seen_after_a_few_tries(
    rules: Canasta,
    one: Figures,
    other: Figures,
    tries: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(canasta_search, "TRIES", tries)
    assert not deck_gives(rules, (played(one), played(other)))


def test_what_takes_too_many_tries_counts_as_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, one, other, _tries = LACKING[0]
    monkeypatch.setattr(canasta_search, "TRIES", 5)
    assert deck_gives(rules, (played(one), played(other)))


def test_canastas_that_take_more_wild_cards_than_there_are_twos_take_jokers() -> None:
    """Twelve canastas on eleven ranks: two mixed ones of one rank take six wild cards.

    B has three of a low rank, two of a fourth, one of tens; A has the other ranks.
    """
    naturals = side(melded=5 * 70 + 140, natural=6)
    least = 3 * 50 + 2 * (4 * 5 + 3 * 20) + 80 + 2 * (50 - 20)
    for melded, wrong in ((least - 5, True), (least, False)):
        sides = (naturals, side(melded=melded, mixed=6))
        assert ("card_count" in found(CANASTA, *sides, end="stock")) == wrong


def test_short_melds_of_both_sides_take_jokers_when_the_twos_are_gone() -> None:
    twos = side(melded=4 * 3 * 20, short_wild_melds=4)
    for melded, wrong in ((3 * 20, True), (3 * 50, False)):
        sides = (twos, side(melded=melded, short_wild_melds=1))
        assert ("card_count" in found(BOLIVIA, *sides, end="stock")) == wrong


@pytest.mark.parametrize(
    ("cards", "naturals", "mixed", "fewest"),
    [
        (4, 1, 1, {(0, 0): 0}),
        (5, 1, 1, {(0, 0): 0, (0, 1): 2}),
        (9, 1, 2, {(0, 0): 0, (0, 1): 1, (1, 0): 0}),
        (12, 1, 2, {(0, 0): 0, (0, 1): 1, (0, 2): 2, (1, 0): 0, (1, 1): 2}),
    ],
)
def test_a_mixed_canasta_of_one_rank_has_two_wild_cards_at_most(
    cards: int, naturals: int, mixed: int, fewest: dict[tuple[int, int], int]
) -> None:
    assert fewest_wild((cards,), 2, naturals, mixed) == fewest


@pytest.mark.parametrize(
    "all_low",
    [
        side(melded=160, natural=4, melded_cards={"seven_to_4": 32}, hand=20),
        side(melded=60, hand=160, hand_cards={"seven_to_4": 32}),
    ],
)
def test_low_cards_that_were_counted_are_there_for_nobody_else(all_low: Side) -> None:
    for hand, wrong in ((15, True), (20, False)):
        sides = (all_low, side(melded=60, hand=hand))
        assert ("card_count" in found(CANASTA, *sides, end="stock")) == wrong
