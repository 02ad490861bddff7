"""One hand of Bolivia or Canasta: its rules as options, its figures, its score.

Reads what a form says about each side and counts it. It does not judge whether
that can be right (canasta_checks.py) and knows no game of several hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Cards = Mapping[str, int]

SIDES = ("A", "B", "C")
# The value groups in which cards are counted, dearest first (rule 5.2).
GROUPS = ("joker", "two", "ace", "k_to_8", "seven_to_4", "black_three")
CANASTAS = ("mixed", "natural", "escalera", "bolivia")


class Out(StrEnum):
    """Whether a side went out, and how (rule 5.2)."""

    NO = "no"
    NORMAL = "normal"
    CONCEALED = "concealed"


class RedThrees(StrEnum):
    """What a side needs for its red threes to count for it (Q51)."""

    GOING_OUT = "going_out"  # what going out needs
    TWO_CANASTAS = "two_canastas"  # two canastas of any kind
    MELDED = "melded"  # cards on the table


@dataclass(frozen=True)
class HandRules:
    """The options about one hand; the defaults are Bolivia (rules 5.1 and 5.7).

    A triple holds the figures for two, three and four players. Nothing is set
    where the table decides before it writes a figure: that only black threes are
    held in hand (Q53), that a canasta of more than seven is one (Q59), and that
    two canastas of one rank are two (Q60).
    """

    packs: int = 3  # packs of 52 cards in the deck
    jokers: int = 6  # jokers in the deck
    dealt: tuple[int, int, int] = (15, 15, 15)  # cards each player gets
    most_wild: int = 2  # wild cards that a canasta of seven may hold
    sequences: bool = True  # escaleras and bolivias exist
    joker: int = 50  # value of a joker (Q50)
    two: int = 20  # value of a two (Q50)
    ace: int = 20  # value of an ace (Q50)
    k_to_8: int = 10  # value of an 8 up to a king (Q50)
    seven_to_4: int = 5  # value of a 4 up to a 7 (Q50)
    black_three: int = 5  # value of a black three on the table (Q50)
    mixed: int = 300  # bonus for a mixed canasta
    natural: int = 500  # bonus for a natural canasta
    escalera: int = 1500  # bonus for an escalera
    bolivia: int = 2500  # bonus for a bolivia
    out_normal: int = 100  # bonus for going out
    out_concealed: int = 200  # bonus for going out in one turn (Q54)
    canastas_to_go_out: tuple[int, int, int] = (2, 2, 2)  # needed for going out
    escalera_to_go_out: bool = True  # one of them must be an escalera
    concealed_needs_them: bool = True  # also when going out in one turn (Q61)
    red_threes: tuple[int, ...] = (0, 100, 200, 300, 400, 500, 1000)  # by number (Q52)
    red_three_condition: RedThrees = RedThrees.GOING_OUT  # else they cost (Q51)
    three_in_hand: int = 100  # what a black three left in hand costs (Q53)
    short_wild_meld: int = 0  # bonus for a wild meld of 3 to 6 cards (Q57)
    stock_hand_counts: bool = True  # a hand that ends on the stock is scored (Q58)
    first_meld_below_zero: int = 15  # minimum of the first meld below 0 points
    first_meld: tuple[tuple[int, int], ...] = (
        (0, 50),
        (1500, 90),
        (3000, 120),
        (7000, 150),
    )  # from this score on, the minimum of the first meld
    unusual_score: int = 10_000  # a side that scores more in a hand is asked about

    @property
    def wild(self) -> int:
        """Wild cards in the deck: twos and jokers."""
        return 4 * self.packs + self.jokers

    @property
    def threes(self) -> int:
        """Black threes in the deck, and as many red ones."""
        return 2 * self.packs


@dataclass(frozen=True)
class Side:
    """What the form says about one side after a hand, in points and in numbers.

    ``melded_cards`` and ``hand_cards`` hold the counted cards where a form gives
    those; ``black_threes`` is None where nothing was said about melded ones.
    """

    melded: int
    hand: int
    mixed: int = 0
    natural: int = 0
    escalera: int = 0
    bolivia: int = 0
    short_wild_melds: int = 0
    red_threes: int = 0
    hand_threes: int = 0
    out: Out = Out.NO
    black_threes: int | None = None
    first_meld: int | None = None
    melded_cards: Cards | None = None
    hand_cards: Cards | None = None

    @property
    def canastas(self) -> int:
        return self.mixed + self.natural + self.escalera + self.bolivia

    @property
    def is_out(self) -> bool:
        return self.out is not Out.NO


@dataclass(frozen=True)
class Hand:
    """A hand as read: how it ended ("out" or "stock"), and its sides A, B(, C).

    ``before`` holds each side's score before the hand, None where not known;
    ``over`` says that the game was decided before it.
    """

    end: str
    sides: tuple[Side, ...]
    players: int
    before: tuple[int | None, ...] = (None, None, None)
    over: bool = False

    @property
    def side_size(self) -> int:
        return self.players // len(self.sides)


def sides_of(places: int) -> tuple[tuple[int, ...], ...]:
    """The places of each side (rule 5.1): at four, partners sit opposite."""
    if places == 4:
        return ((1, 3), (2, 4))
    return tuple((place,) for place in range(1, places + 1))


def for_players(triple: tuple[int, int, int], players: int) -> int:
    """The figure of an option that holds one for 2, 3 and 4 players."""
    return triple[players - 2]


def card_values(rules: HandRules) -> dict[str, int]:
    """What one card of each value group is worth (rule 5.1, Q50)."""
    return {group: getattr(rules, group) for group in GROUPS}


def deck_cards(rules: HandRules) -> dict[str, int]:
    """How many cards of each value group the deck holds; red threes are in none."""
    four = 4 * rules.packs
    counts = (rules.jokers, four, four, 6 * four, 4 * four, rules.threes)
    return dict(zip(GROUPS, counts, strict=True))


def cards_value(rules: HandRules, cards: Cards) -> int:
    """The value of counted cards (rule 5.1). Raises KeyError for another group."""
    values = card_values(rules)
    return sum(values[group] * number for group, number in cards.items())


def first_meld_minimum(rules: HandRules, score: int) -> int:
    """What the first meld must be worth, by the score before the hand (rule 5.1)."""
    return max(
        (minimum for from_score, minimum in rules.first_meld if score >= from_score),
        default=rules.first_meld_below_zero,
    )


def may_go_out(rules: HandRules, side: Side, players: int) -> bool:
    """Whether a side has the canastas that going out needs (rules 5.3 and 5.7)."""
    if rules.escalera_to_go_out and not side.escalera:
        return False
    return side.canastas >= for_players(rules.canastas_to_go_out, players)


def score_parts(rules: HandRules, side: Side, players: int) -> dict[str, int]:
    """The parts of a side's score for a hand, signed; they add up to it (rule 5.3).

    Raises IndexError for more red threes than the deck holds.
    """
    red = rules.red_threes[side.red_threes]
    bonus = {
        Out.NO: 0,
        Out.NORMAL: rules.out_normal,
        Out.CONCEALED: rules.out_concealed,
    }
    return {
        "melded": side.melded,
        "canastas": sum(getattr(side, k) * getattr(rules, k) for k in CANASTAS)
        + rules.short_wild_meld * side.short_wild_melds,
        "red_threes": red if _red_threes_count(rules, side, players) else -red,
        "out": bonus[side.out],
        "hand": -side.hand,
        "hand_threes": -rules.three_in_hand * side.hand_threes,
    }


def scores(rules: HandRules, hand: Hand) -> list[int]:
    """The score of each side for one hand (rule 5.3)."""
    if hand.end == "stock" and not rules.stock_hand_counts:
        return [0] * len(hand.sides)
    return [sum(score_parts(rules, s, hand.players).values()) for s in hand.sides]


def unreadable(raw: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """What keeps one side of a form from being read: code, field, text.

    ``not_integer`` for anything but whole numbers (rule 1.2), ``missing_cell`` for
    an empty melded or hand value, ``out_unknown`` for another way of going out. All
    else may be left out and is then 0.
    """
    for name in ("melded", "hand"):
        value = raw.get(name)
        if isinstance(value, Mapping):
            for group, number in value.items():
                if group not in GROUPS or not _is_whole(number):
                    yield "not_integer", name, f"{group} {number}"
        elif value is None:
            yield "missing_cell", name, ""
        elif not _is_whole(value):
            yield "not_integer", name, str(value)
    for name in (*_NUMBERS, *_OPTIONAL):
        value = raw.get(name)
        if value is not None and not _is_whole(value):
            yield "not_integer", name, str(value)
    out = raw.get("out") or Out.NO
    if out not in list(Out):
        yield "out_unknown", "out", str(out)


def read_side(rules: HandRules, raw: Mapping[str, Any]) -> Side:
    """One side of a form that is not ``unreadable``.

    Counted cards give the value and the threes; a black three in the hand is no
    card value there.
    """
    melded, hand = raw["melded"], raw["hand"]
    melded_cards = dict(melded) if isinstance(melded, Mapping) else None
    hand_cards = dict(hand) if isinstance(hand, Mapping) else None
    found: dict[str, Any] = {name: raw.get(name) or 0 for name in _NUMBERS}
    found |= {name: raw.get(name) for name in _OPTIONAL}
    if melded_cards is not None:
        found["black_threes"] = melded_cards.get("black_three", 0)
        melded = cards_value(rules, melded_cards)
    if hand_cards is not None:
        found["hand_threes"] += hand_cards.pop("black_three", 0)
        hand = cards_value(rules, hand_cards)
    return Side(
        melded=melded,
        hand=hand,
        out=Out(raw.get("out") or Out.NO),
        melded_cards=melded_cards,
        hand_cards=hand_cards,
        **found,
    )


_NUMBERS = (*CANASTAS, "short_wild_melds", "red_threes", "hand_threes")
_OPTIONAL = ("black_threes", "first_meld")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _red_threes_count(rules: HandRules, side: Side, players: int) -> bool:
    if rules.red_three_condition is RedThrees.MELDED:
        return side.melded > 0
    if rules.red_three_condition is RedThrees.TWO_CANASTAS:
        return side.canastas >= 2
    return may_go_out(rules, side, players)


def total_of(sides: Sequence[Side], name: str) -> int:
    """The sum of one figure over the sides, 0 where a side says nothing."""
    return sum(getattr(side, name) or 0 for side in sides)
