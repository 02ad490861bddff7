"""Playing cards as text: the pack, dealing, what may be played, who takes a trick.

A card is its suit (S, H, D or C) followed by its rank: "H7", "S10", "CK". Nothing
here knows of bids, of people or of the database.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SUITS = ("S", "H", "D", "C")
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")


def full_pack(rank_order: Sequence[str] = RANKS) -> list[str]:
    """Return every card once, suit by suit, in the order of `rank_order`.

    The default is the pack of 32 cards of rule 2.1, 7 lowest and ace highest.
    """
    return [suit + rank for suit in SUITS for rank in rank_order]


def card_heights(rank_order: Sequence[str] = RANKS) -> dict[str, int]:
    """Return for each card its height within its own suit, 0 for the lowest."""
    return {
        suit + rank: height for suit in SUITS for height, rank in enumerate(rank_order)
    }


def clockwise_from(place: int, places: int) -> list[int]:
    """Return the places 1..`places` in clockwise order, `place` first."""
    return [(place - 1 + step) % places + 1 for step in range(places)]


@dataclass(frozen=True)
class Dealt:
    """The cards after dealing: every hand and the turned card."""

    cards: int
    turned: str | None
    hands: dict[int, tuple[str, ...]]  # leader first, clockwise
    heights: dict[str, int]

    @property
    def trump(self) -> str | None:
        """Return the suit of the turned card, None without trump."""
        return self.turned[0] if self.turned else None


def deal_cards(
    cards: int,
    with_trump: bool,
    places: int,
    leader: int,
    rank_order: Sequence[str],
    rng: random.Random,
) -> Dealt:
    """Shuffle, deal one card at a time from the leader on and turn the next card.

    Raises ValueError when the pack has too few cards for that (rule 2.2).
    """
    pack = full_pack(rank_order)
    dealt = cards * places
    if cards < 1 or dealt + with_trump > len(pack):
        raise ValueError(f"{len(pack)} cards do not give {places} hands of {cards}")
    rng.shuffle(pack)
    hands = {
        place: tuple(pack[seat:dealt:places])
        for seat, place in enumerate(clockwise_from(leader, places))
    }
    turned = pack[dealt] if with_trump else None
    return Dealt(cards, turned, hands, card_heights(rank_order))


def legal_cards(hand: Sequence[str], led: str | None) -> list[str]:
    """Return the cards of `hand` that may be played, in the order of the hand.

    `led` is the suit of the first card of the trick, None for who leads. Who can
    follow suit must; who cannot may play anything, a trump or a discard.
    """
    following = [card for card in hand if card[0] == led]
    return following or list(hand)


def beats(card: str, other: str, trump: str | None, heights: Mapping[str, int]) -> bool:
    """Tell whether `card`, played later, takes the trick over from `other`.

    `other` is the best card so far, so a card of a third suit never beats it.
    """
    if card[0] == other[0]:
        return heights[card] > heights[other]
    return card[0] == trump


def best_play(
    trick: Sequence[tuple[int, str]], trump: str | None, heights: Mapping[str, int]
) -> tuple[int, str]:
    """Return the (place, card) that takes `trick`, given in the order of play.

    The highest trump takes it, without one the highest card of the suit led.
    Raises ValueError for a trick without cards.
    """
    if not trick:
        raise ValueError("a trick without cards has no winner")
    best = trick[0]
    for play in trick[1:]:
        if beats(play[1], best[1], trump, heights):
            best = play
    return best
