"""Deals of Belotten to test with: entries, real hands, and the melds in them.

The melds are found by looking at the cards; nothing here uses the rulebook.
"""

import random
from collections.abc import Sequence
from typing import Any

from scoring.cards import full_pack

PLAYERS = ("A1", "B1", "A2", "B2")
NATURAL = ("A", "K", "Q", "J", "10", "9", "8", "7")
TRUMP_POINTS = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}
PLAIN_POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def entry(makers: str, points_of_a: int, **more: Any) -> dict[str, Any]:
    """A deal as entered, with the card points of side A."""
    points = {"A": points_of_a, "B": 162 - points_of_a}
    return {"makers": makers, "card_points": points, **more}


def sequence(player: str, suit: str, top: str, length: int) -> dict[str, Any]:
    return {
        "player": player,
        "kind": "sequence",
        "suit": suit,
        "top": top,
        "length": length,
    }


def carre(player: str, rank: str) -> dict[str, Any]:
    return {"player": player, "kind": "carre", "rank": rank}


def dealt_hands(rng: random.Random) -> dict[str, list[str]]:
    """Eight cards for everybody; most deals keep suits together, to hold melds."""
    pack = full_pack(NATURAL)
    for _ in range(rng.choice([2, 6, 200])):
        one, other = rng.randrange(32), rng.randrange(32)
        pack[one], pack[other] = pack[other], pack[one]
    return {
        player: pack[8 * index : 8 * index + 8] for index, player in enumerate(PLAYERS)
    }


def melds_in(player: str, hand: Sequence[str]) -> list[dict[str, Any]]:
    """Every longest sequence of at least three, and every four of a kind."""
    found = [carre(player, r) for r in NATURAL if sum(c[1:] == r for c in hand) == 4]
    for suit in "SHDC":
        marks = "".join("x" if suit + rank in hand else " " for rank in NATURAL)
        for part in {p for p in marks.split() if len(p) >= 3}:
            start = f" {marks} ".index(f" {part} ")
            found.append(sequence(player, suit, NATURAL[start], len(part)))
    return found


def played(rng: random.Random) -> tuple[dict[str, list[str]], dict[str, Any]]:
    """Hands, and the entry of a deal played with them without regard to suits.

    Who holds all trumps takes everything, as he would.
    """
    hands, trump = dealt_hands(rng), rng.choice("SHDC")
    orders = {player: rng.sample(hand, 8) for player, hand in hands.items()}
    owner = next(
        (p for p, hand in hands.items() if {c[0] for c in hand} == {trump}), ""
    )
    chance = rng.choice([0, 0.3, 0.5, 1])
    winners = ["A" if rng.random() < chance else "B" for _ in range(8)]
    winners = [owner[0]] * 8 if owner else winners
    points = {"A": 0, "B": 0}
    for trick, winner in enumerate(winners):
        for order in orders.values():
            card = order[trick]
            worth = TRUMP_POINTS if card[0] == trump else PLAIN_POINTS
            points[winner] += worth.get(card[1:], 0)
    points[winners[-1]] += 10
    belot = [p for p, hand in hands.items() if {f"{trump}K", f"{trump}Q"} <= {*hand}]
    return hands, {
        "makers": rng.choice("AB"),
        "card_points": points,
        "tricks": {side: winners.count(side) for side in "AB"},
        "last_trick": winners[-1],
        "trump": trump,
        "melds": [meld for p, hand in hands.items() for meld in melds_in(p, hand)],
        "belot": rng.choice([belot[0], belot[0][0]]) if belot else None,
    }
