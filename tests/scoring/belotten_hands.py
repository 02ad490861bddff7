"""Deals of Belotten to test with: entries, real hands as they were played, melds.

The melds are found by looking at the cards; nothing here uses the rulebook.
"""

import random
from collections.abc import Sequence
from typing import Any

from scoring.cards import full_pack

Entry = dict[str, Any]
PLAYERS = ("A1", "B1", "A2", "B2")
NATURAL = ("A", "K", "Q", "J", "10", "9", "8", "7")
# From low to high in a trick.
TRUMPS = ("7", "8", "Q", "K", "10", "A", "9", "J")
PLAIN = ("7", "8", "9", "J", "Q", "K", "10", "A")
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
    """Eight cards for everybody; most packs keep suits or ranks together, for melds."""
    pack = full_pack(NATURAL)
    if rng.random() < 0.4:
        pack.sort(key=lambda card: NATURAL.index(card[1:]))
    for _ in range(rng.choice([2, 6, 12, 200])):
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


def worth(meld: Entry, trump: str, eight_plain: int = 100) -> int:
    """What a meld is worth by the table of rule 4.2."""
    if meld["kind"] == "carre":
        return {"J": 200, "9": 150, "8": 0, "7": 0}.get(meld["rank"], 100)
    if meld["length"] == 8:
        return 1000 if meld["suit"] == trump else eight_plain
    return {3: 20, 4: 50}.get(meld["length"], 100)


def counted(
    melds: Sequence[Entry], trump: str, order: Sequence[str], eight: int = 100
) -> dict[str, int]:
    """The melds that count, per side: all of the side with the best one (rule 4.2)."""

    def height(meld: Entry) -> tuple[int, ...]:
        if meld["kind"] == "carre":
            return (1, -["J", "9", "A", "10", "K", "Q"].index(meld["rank"]))
        first = -order.index(meld["player"])
        top = -NATURAL.index(meld["top"])
        return (0, meld["length"], top, int(meld["suit"] == trump), first)

    real = [meld for meld in melds if worth(meld, trump)]
    if not real:
        return {"A": 0, "B": 0}
    best = max(real, key=height)["player"][0]
    values = [(meld["player"][0], worth(meld, trump, eight)) for meld in real]
    return {s: sum(v for side, v in values if side == s == best) for s in "AB"}


def strength(card: str, led: str, trump: str) -> int:
    """The higher takes the trick; 0 for a card that never can."""
    if card[0] == trump:
        return 10 + TRUMPS.index(card[1:])
    return 1 + PLAIN.index(card[1:]) if card[0] == led else 0


def allowed(hand: Sequence[str], trick: Sequence[str], trump: str) -> Sequence[str]:
    """Follow suit; who cannot, trumps; and over the trumps that lie, if he can."""
    if not trick:
        return hand
    led = trick[0][0]
    follows = [card for card in hand if card[0] == led]
    forced = follows or [card for card in hand if card[0] == trump]
    best = max(strength(card, led, trump) for card in trick)
    over = [c for c in forced if c[0] == trump and strength(c, led, trump) > best]
    return over or forced or hand


def played(rng: random.Random, dealer: int = 4) -> tuple[dict[str, list[str]], Entry]:
    """Hands, and the entry of a deal in which everybody played any card allowed."""
    hands, trump = dealt_hands(rng), rng.choice("SHDC")
    left = {player: list(hand) for player, hand in hands.items()}
    points, tricks = {"A": 0, "B": 0}, {"A": 0, "B": 0}
    turn = dealer % 4
    for _ in range(8):
        seats = [PLAYERS[(turn + step) % 4] for step in range(4)]
        trick: list[str] = []
        for player in seats:
            card = rng.choice(allowed(left[player], trick, trump))
            left[player].remove(card)
            trick.append(card)
        strengths = [strength(card, trick[0][0], trump) for card in trick]
        winner = seats[strengths.index(max(strengths))]
        turn = PLAYERS.index(winner)
        tricks[winner[0]] += 1
        for card in trick:
            values = TRUMP_POINTS if card[0] == trump else PLAIN_POINTS
            points[winner[0]] += values.get(card[1:], 0)
    points[winner[0]] += 10
    belot = [p for p, hand in hands.items() if {f"{trump}K", f"{trump}Q"} <= {*hand}]
    return hands, {
        "makers": rng.choice("AB"),
        "card_points": points,
        "tricks": tricks,
        "last_trick": winner[0],
        "trump": trump,
        "melds": [meld for p, hand in hands.items() for meld in melds_in(p, hand)],
        "belot": rng.choice([belot[0], belot[0][0]]) if belot else None,
    }
