"""Hands of Bolivia and Canasta in short, and hands laid from a real deck of cards.

Used by the tests of those games.
"""

import random
from dataclasses import dataclass, field
from typing import Any

from scoring.rulebooks.canasta_checks import hand_problems
from scoring.rulebooks.canasta_hand import SIDES, Hand, HandRules, Out, Side

LOWEST, RANKS = 4, 11


def side(**figures: Any) -> Side:
    """A side that laid down a little and holds a card, unless said otherwise."""
    out = Out(figures.pop("out", "no"))
    return Side(**{"melded": 60, "hand": 45} | figures, out=out)


def out(**figures: Any) -> Side:
    """A side of a pair that went out with an escalera and a natural canasta."""
    plain = {"melded": 230, "hand": 25, "natural": 1, "escalera": 1}
    return side(**{"out": "normal"} | plain | figures)


def hand_of(*sides: Side, **more: Any) -> Hand:
    """A hand of four players that ended by going out, unless said otherwise."""
    plain: dict[str, Any] = {"end": "out", "sides": sides, "players": 4}
    return Hand(**plain | more)


def found(rules: HandRules, *sides: Side, **more: Any) -> list[str]:
    """The codes of a hand, the primary error first."""
    return [problem.code for problem in hand_problems(rules, hand_of(*sides, **more))]


def sheet(*deals: Any, **more: Any) -> dict[str, Any]:
    """A reading; a deal is its sides as dicts, in order, that ended by going out."""
    return {"deals": [written(*sides) for sides in deals], **more}


def written(*sides: dict[str, Any], end: str = "out") -> dict[str, Any]:
    return {"end": end, "sides": dict(zip(SIDES, sides, strict=False))}


@dataclass
class Deck:
    """The cards not yet laid: 4 up to ace by rank, twos, jokers, black threes."""

    rules: HandRules
    rng: random.Random
    ranks: list[int] = field(init=False)
    twos: int = field(init=False)
    jokers: int = field(init=False)
    threes: int = field(init=False)

    def __post_init__(self) -> None:
        self.ranks = [4 * self.rules.packs] * RANKS
        self.twos, self.jokers = 4 * self.rules.packs, self.rules.jokers
        self.threes = self.rules.threes

    def take(self, ranks: dict[int, int], wild: int = 0) -> dict[str, int] | None:
        """Take naturals by rank and some wild cards; the cards by value group."""
        enough = all(self.ranks[rank] >= n for rank, n in ranks.items())
        if not enough or self.twos + self.jokers < wild:
            return None
        fewest = max(0, wild - self.twos)
        jokers = self.rng.randint(fewest, min(wild, self.jokers))
        self.jokers, self.twos = self.jokers - jokers, self.twos - (wild - jokers)
        cards = {"joker": jokers, "two": wild - jokers}
        for rank, number in ranks.items():
            self.ranks[rank] -= number
            cards[group_of(rank)] = cards.get(group_of(rank), 0) + number
        return cards

    def canasta(self, kind: str) -> dict[str, int] | None:
        """The cards of a canasta, None where the deck no longer has them."""
        rank = self.rng.randrange(RANKS)
        if kind == "escalera":
            start = self.rng.randrange(RANKS - 6)
            return self.take(dict.fromkeys(range(start, start + 7), 1))
        if kind == "bolivia":
            return self.take({}, 7)
        wild = self.rng.randint(1, self.rules.most_wild) if kind == "mixed" else 0
        return self.take({rank: 7 - wild}, wild)

    def some(self, number: int) -> dict[str, int]:
        """So many loose cards, or as many as there are."""
        cards: dict[str, int] = {}
        for _ in range(number):
            rank = self.rng.randrange(RANKS + 1)
            one = self.take({}, 1) if rank == RANKS else self.take({rank: 1})
            for group, more in (one or {}).items():
                cards[group] = cards.get(group, 0) + more
        return cards


def group_of(rank: int) -> str:
    """The value group of a rank, 0 for the four up to 10 for the ace."""
    if rank == RANKS - 1:
        return "ace"
    return "seven_to_4" if rank < 4 else "k_to_8"
