"""No accepted hand needs a card that the deck does not hold.

Hands laid from a real deck are accepted. What is accepted is worked out once more
by a search that gives every canasta its cards one by one.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Severity
from scoring.rulebooks.canasta import BOLIVIA, CANASTA, Canasta
from scoring.rulebooks.canasta_cards import (
    deck_value,
    holds_canastas,
    least_value,
    most_bolivias,
    most_escaleras,
    most_mixed,
    most_naturals,
)
from scoring.rulebooks.canasta_checks import hand_problems
from scoring.rulebooks.canasta_hand import (
    CANASTAS,
    Hand,
    HandRules,
    Out,
    Side,
    cards_value,
    deck_cards,
    may_go_out,
)
from tests.scoring.hands import Deck, found, out, side

GAMES = (BOLIVIA, CANASTA)
KINDS = {
    "bolivia": ("natural", "mixed", "escalera", "bolivia"),
    "canasta": ("natural", "mixed"),
}
SMALL = replace(BOLIVIA, packs=2, jokers=4)  # a deck that runs out soon


def accepted(rules: HandRules, hand: Hand) -> bool:
    return not any(p.severity is Severity.HARD for p in hand_problems(rules, hand))


@st.composite
def laid(draw: st.DrawFn, rules: Canasta) -> Hand:
    """A hand as real cards make it; a side with what it needs may be out."""
    deck = Deck(rules, random.Random(draw(st.integers(0, 10**9))))
    players, counted = draw(st.sampled_from((2, 3, 4))), draw(st.booleans())
    number = 2 if players == 4 else players
    hands = [deck.some(draw(st.integers(2, 15))) for _ in range(number)]
    sides = []
    for hand in hands:
        kinds, melded = _canastas(
            draw(st.lists(st.sampled_from(KINDS[rules.key]))), deck
        )
        if kinds:
            melded.update(deck.some(draw(st.integers(0, 12))))
        sides.append(_side(rules, kinds, melded, hand, counted))
    return _ended(rules, sides, players, draw(st.booleans()))


def _canastas(wanted: list[str], deck: Deck) -> tuple[Counter[str], Counter[str]]:
    """As many of the wanted canastas as the deck still has, and their cards."""
    kinds: Counter[str] = Counter()
    melded: Counter[str] = Counter()
    for kind in wanted:
        cards = deck.canasta(kind)
        if cards is not None:
            kinds[kind] += 1
            melded.update(cards)
    return kinds, melded


def _side(
    rules: Canasta,
    kinds: Mapping[str, int],
    melded: dict[str, int],
    hand: dict[str, int],
    counted: bool,
) -> Side:
    return replace(
        of_kinds(kinds),
        melded=cards_value(rules, melded),
        hand=cards_value(rules, hand),
        melded_cards=dict(melded) if counted else None,
        hand_cards=hand if counted else None,
        black_threes=0,
    )


def of_kinds(kinds: Mapping[str, int]) -> Side:
    """A side of which only the canastas are known."""
    figures: dict[str, Any] = {kind: kinds.get(kind, 0) for kind in CANASTAS}
    return Side(melded=0, hand=0, **figures)


def _ended(rules: Canasta, sides: list[Side], players: int, stock: bool) -> Hand:
    able = [i for i, s in enumerate(sides) if may_go_out(rules, s, players)]
    if stock or not able:
        return Hand("stock", tuple(sides), players)
    gone = replace(sides[able[0]], out=Out.NORMAL)
    sides[able[0]] = gone if players == 4 else replace(gone, hand=0, hand_cards=None)
    return Hand("out", tuple(sides), players)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(GAMES).flatmap(lambda rules: st.tuples(st.just(rules), laid(rules)))
)
def test_a_hand_laid_from_a_real_deck_is_accepted(case: tuple[Canasta, Hand]) -> None:
    rules, hand = case
    assert [p for p in hand_problems(rules, hand) if p.blocks] == []


@settings(max_examples=60)
@given(laid(BOLIVIA), st.data())
def test_the_same_hand_with_more_cards_than_the_deck_holds_is_refused(
    hand: Hand, data: st.DataObject
) -> None:
    group = data.draw(st.sampled_from([*deck_cards(BOLIVIA)][:-1]))
    most = deck_cards(BOLIVIA)[group]
    first, *others = hand.sides
    cards = dict(first.melded_cards or {}) | {group: most + 1}
    greedy = replace(
        first, melded_cards=cards, melded=cards_value(BOLIVIA, cards), red_threes=0
    )
    faulty = replace(hand, sides=(greedy, *others))
    codes = {p.code for p in hand_problems(BOLIVIA, faulty)}
    assert codes & {"card_count", "card_value_total"}
    assert not accepted(BOLIVIA, faulty)


@st.composite
def tight(draw: st.DrawFn, rules: HandRules) -> Hand:
    """A hand of a few canastas with little or nothing above their cheapest cards."""
    kinds = ("natural", "mixed", *(("escalera", "bolivia") if rules.sequences else ()))
    sides = []
    for _ in range(2):
        counts = Counter(draw(st.lists(st.sampled_from(kinds), max_size=3)))
        plain = of_kinds(counts)
        least = least_value(rules, (plain,)) or 0
        more = draw(st.sampled_from((0, 0, 5, 10, 15, 40)))
        hand = draw(st.sampled_from((10, 15, 35)))
        sides.append(replace(plain, melded=least + more, hand=hand, black_threes=0))
    return Hand("stock", tuple(sides), 4)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from((BOLIVIA, CANASTA, SMALL)).flatmap(
        lambda rules: st.tuples(st.just(rules), tight(rules))
    )
)
def test_a_search_finds_the_cards_of_every_accepted_hand(
    case: tuple[Canasta, Hand],
) -> None:
    rules, hand = case
    if any(0 < s.melded < 15 for s in hand.sides):
        return
    assert accepted(rules, hand) == Search(rules, hand.sides).succeeds()


class Search:
    """Gives every canasta its cards one by one, then pays the values that are left.

    It shares no arithmetic with the rulebook.
    """

    def __init__(self, rules: HandRules, sides: tuple[Side, ...]) -> None:
        self.rules, self.sides = rules, sides
        self.wanted = [
            (kind, number)
            for kind in ("escalera", "bolivia", "natural", "mixed")
            for number, s in enumerate(sides)
            for _ in range(getattr(s, kind))
        ]
        self.failed: set[tuple[object, ...]] = set()

    def succeeds(self) -> bool:
        four = 4 * self.rules.packs
        stock = (*[four] * 11, four, self.rules.jokers)
        return self._give(0, stock, tuple(s.melded for s in self.sides))

    def _give(self, index: int, stock: tuple[int, ...], left: tuple[int, ...]) -> bool:
        state = (index, stock, left)
        if state in self.failed:
            return False
        if index == len(self.wanted):
            done = _pay((*left, *(s.hand for s in self.sides)), _coins(stock))
        else:
            kind, number = self.wanted[index]
            done = any(
                self._give(index + 1, rest, (*left[:number], more, *left[number + 1 :]))
                for rest, worth in self._choices(kind, stock)
                if (more := left[number] - worth) >= 0
            )
        if not done:
            self.failed.add(state)
        return done

    def _choices(
        self, kind: str, stock: tuple[int, ...]
    ) -> list[tuple[tuple[int, ...], int]]:
        found = []
        for cards in self._canastas(kind):
            rest = tuple(have - used for have, used in zip(stock, cards, strict=True))
            if min(rest) >= 0:
                worth = zip(cards, WORTH, strict=True)
                found.append((rest, sum(used * value for used, value in worth)))
        return found

    def _canastas(self, kind: str) -> list[list[int]]:
        if kind == "escalera":
            return [
                [int(start <= r < start + 7) for r in range(13)] for start in range(5)
            ]
        if kind == "bolivia":
            return [[0] * 11 + [7 - j, j] for j in range(8)]
        wild = range(1, self.rules.most_wild + 1) if kind == "mixed" else (0,)
        return [
            [(7 - w) * (r == rank) for r in range(11)] + [w - j, j]
            for rank, w in product(range(11), wild)
            for j in range(w + 1)
        ]


WORTH = (5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20, 20, 50)


def _coins(stock: tuple[int, ...]) -> tuple[int, int, int, int]:
    return (stock[12], stock[10] + stock[11], sum(stock[4:10]), sum(stock[:4]))


@cache
def _pay(amounts: tuple[int, ...], coins: tuple[int, int, int, int]) -> bool:
    """Whether 50, 20, 10 and 5 points, so many of each, make all the amounts."""
    if min(coins) < 0:
        return False
    if not amounts:
        return True
    amount, *others = amounts
    if amount == 0:
        return _pay(tuple(others), coins)
    smaller = zip((50, 20, 10, 5), range(4), strict=True)
    return any(
        _pay((amount - value, *others), (*coins[:i], coins[i] - 1, *coins[i + 1 :]))
        for value, i in smaller
        if value <= amount
    )


def test_the_deck_is_worth_what_the_rules_say() -> None:
    assert (deck_value(BOLIVIA), deck_value(CANASTA)) == (1770, 1180)
    assert (BOLIVIA.wild, CANASTA.wild) == (18, 12)
    assert (BOLIVIA.threes, CANASTA.threes) == (6, 4)
    for rules, cards in ((BOLIVIA, 162), (CANASTA, 108)):
        assert sum(deck_cards(rules).values()) + rules.threes == cards


def test_the_most_of_every_canasta_a_deck_can_hold() -> None:
    most = (most_escaleras, most_bolivias, most_naturals, most_mixed)
    assert [f(BOLIVIA) for f in most] == [12, 2, 11, 18]
    assert [f(CANASTA) for f in most] == [0, 0, 11, 12]


@pytest.mark.parametrize(
    ("canastas", "least"),
    [
        ({"natural": 1}, 35),
        ({"mixed": 1}, 50),
        ({"escalera": 1}, 50),
        ({"bolivia": 1}, 140),
        ({"bolivia": 2}, 340),  # twelve twos and two jokers
        ({"natural": 4}, 140),
        ({"natural": 5}, 210),  # a fifth rank is not worth five a card any more
        ({"natural": 11}, 700),
        ({"mixed": 8}, 400),
        ({"mixed": 8, "escalera": 1}, 480),  # 8 to ace: the low ranks are all in use
        ({"natural": 12}, None),
        ({"escalera": 12}, 600),
        ({"escalera": 13}, None),
        ({"escalera": 12, "natural": 6}, None),  # the 8, 9 and 10 are used up
        ({"escalera": 9}, 450),
        ({"bolivia": 3}, None),
        ({"bolivia": 2, "mixed": 5}, None),
    ],
)
def test_the_cheapest_cards_of_the_canastas(
    canastas: dict[str, int], least: int | None
) -> None:
    assert least_value(BOLIVIA, (of_kinds(canastas),)) == least


def test_canasta_knows_no_escalera_and_no_bolivia() -> None:
    for kind in ("escalera", "bolivia"):
        assert least_value(CANASTA, (of_kinds({kind: 1}),)) is None
        loser = side(melded=300, **{kind: 1})
        assert "card_count" in found(CANASTA, side(hand=60), loser, end="stock")


def test_thirteen_escaleras_are_more_than_the_tens_in_the_deck() -> None:
    sides = (side(melded=350, escalera=7), side(melded=300, escalera=6))
    assert found(BOLIVIA, *sides, end="stock")[0] == "card_count"
    sides = (side(melded=350, escalera=6), side(melded=300, escalera=6))
    assert "card_count" not in found(BOLIVIA, *sides, end="stock")


def test_two_sides_cannot_both_have_the_cheap_canastas() -> None:
    cheap = side(melded=140, natural=4)
    assert found(BOLIVIA, cheap, side(melded=35, natural=1), end="stock")[0] == (
        "card_count"
    )
    dearer = side(melded=70, natural=1)
    assert "card_count" not in found(BOLIVIA, cheap, dearer, end="stock")


def test_five_natural_canastas_cannot_all_be_of_low_cards() -> None:
    few = side(melded=205, natural=5)
    assert found(BOLIVIA, few, side(), end="stock")[0] == "meld_too_small"
    assert found(BOLIVIA, replace(few, melded=210), side(), end="stock") == [
        "red3_missing"
    ]


def test_a_value_that_ends_in_five_needs_a_card_of_five() -> None:
    # Canastas take 31 of the 32 low cards; A has 15 points to spare, B 15 in hand.
    both = side(melded=85, natural=2, hand=10)
    other = side(melded=135, mixed=1, natural=1, escalera=1, hand=15)
    assert "card_count" in found(SMALL, both, other, end="stock")
    assert "card_count" not in found(SMALL, both, replace(other, hand=20), end="stock")


def test_black_threes_that_nobody_laid_are_not_in_the_melded_points() -> None:
    # Two sides with 60 and 45 + 45 points leave 1590 of the 1740 without threes.
    assert "card_count" not in found(BOLIVIA, side(melded=1590), side(), end="stock")
    assert found(BOLIVIA, side(melded=1595), side(), end="stock")[0] == "card_count"
    assert found(BOLIVIA, out(melded=1615, black_threes=0), side())[0] == "card_count"
    for threes in (None, 3, 6):
        gone = out(melded=1615, black_threes=threes)
        assert "card_count" not in found(BOLIVIA, gone, side())


def test_counted_cards_must_hold_the_canastas() -> None:
    cards = {"seven_to_4": 9, "k_to_8": 5, "two": 1}
    both = Side(0, 0, natural=1, escalera=1)
    assert holds_canastas(
        BOLIVIA, replace(both, mixed=0), {"seven_to_4": 11, "k_to_8": 3}
    )
    assert not holds_canastas(BOLIVIA, both, {"seven_to_4": 12, "k_to_8": 2})
    assert holds_canastas(BOLIVIA, Side(0, 0, mixed=1), cards)
    assert not holds_canastas(BOLIVIA, Side(0, 0, mixed=1), cards | {"two": 0})
    assert holds_canastas(BOLIVIA, Side(0, 0, mixed=1), {"ace": 5, "two": 2})
    assert not holds_canastas(BOLIVIA, Side(0, 0, mixed=1), {"ace": 4, "two": 3})
    assert holds_canastas(CANASTA, Side(0, 0, mixed=1), {"ace": 4, "two": 3})
