"""No accepted hand needs a card that the deck does not hold.

Hands laid from a real deck are accepted. What is accepted is worked out once more
by a search that gives every canasta its cards one by one.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
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
    subsets,
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
from tests.scoring.card_search import Search
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


def _ended(rules: HandRules, sides: list[Side], players: int, stock: bool) -> Hand:
    able = [i for i, s in enumerate(sides) if may_go_out(rules, s, players)]
    if stock or not able:
        return Hand("stock", tuple(sides), players)
    gone = replace(sides[able[0]], out=Out.NORMAL)
    sides[able[0]] = (
        gone if players == 4 else replace(gone, hand=0, hand_threes=0, hand_cards=None)
    )
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
    players = draw(st.sampled_from((2, 3, 4)))
    number, most = (3, 2) if players == 3 else (2, 3)
    sides = []
    for _ in range(number):
        counts = Counter(draw(st.lists(st.sampled_from(kinds), max_size=most)))
        plain = of_kinds(counts)
        if draw(st.booleans()):
            plain = replace(plain, melded_cards=draw(few_cards(rules, counts)))
        cards = plain.melded_cards
        melded = cards_value(rules, cards) if cards else least_value(rules, (plain,))
        more = 0 if cards else draw(st.sampled_from((0, 0, 5, 10, 15, 40)))
        hand = draw(st.sampled_from((10, 15, 35)))
        threes = draw(st.integers(0, 1))
        sides.append(
            replace(plain, melded=(melded or 0) + more, hand=hand, hand_threes=threes)
        )
    return _ended(rules, sides, players, draw(st.booleans()))


@st.composite
def few_cards(
    draw: st.DrawFn, rules: HandRules, kinds: Mapping[str, int]
) -> dict[str, int]:
    """As many cards as the canastas need, or one more or less, mostly low ones."""
    groups = st.sampled_from(("seven_to_4",) * 4 + ("k_to_8", "ace"))
    cards = dict.fromkeys(("joker", "two", "ace", "k_to_8", "seven_to_4"), 0)
    for kind in Counter(kinds).elements():
        if kind == "escalera":
            cards["seven_to_4"] += 4
            cards["k_to_8"] += 3
            continue
        wild = {"bolivia": 7, "natural": 0}.get(kind, draw(st.integers(1, 2)))
        cards["two"] += wild
        cards[draw(groups)] += 7 - wild
    group, change = draw(groups), draw(st.sampled_from((-1, 0, 0, 0, 1)))
    cards[group] = max(0, cards[group] + change)
    if cards["two"] > 4 * rules.packs:
        cards["joker"] = cards["two"] - 4 * rules.packs
        cards["two"] -= cards["joker"]
    return cards


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
    assert most_mixed(replace(BOLIVIA, packs=1)) == 0  # four of a rank and two wild


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
        ({"bolivia": 2, "mixed": 4}, 4 * 30 + 12 * 20 + 6 * 50),
        ({"mixed": 18}, 8 * 30 + 10 * 60 + 12 * 20 + 6 * 50),
    ],
)
def test_the_cheapest_cards_of_the_canastas(
    canastas: dict[str, int], least: int | None
) -> None:
    assert least_value(BOLIVIA, (of_kinds(canastas),)) == least


def test_a_short_meld_of_wild_cards_takes_three_of_them() -> None:
    assert least_value(BOLIVIA, (Side(0, 0, short_wild_melds=1),)) == 60
    both = Side(0, 0, short_wild_melds=2, mixed=1)
    assert least_value(BOLIVIA, (both,)) == 6 * 20 + 50
    assert holds_canastas(BOLIVIA, both, {"seven_to_4": 6, "two": 4, "joker": 3})
    assert not holds_canastas(BOLIVIA, both, {"seven_to_4": 6, "two": 6})


def test_canasta_knows_no_escalera_and_no_bolivia() -> None:
    for kind in ("escalera", "bolivia"):
        assert least_value(CANASTA, (of_kinds({kind: 1}),)) is None
        loser = side(melded=300, **{kind: 1})
        assert "card_count" in found(CANASTA, side(hand=60), loser, end="stock")


def test_thirteen_escaleras_are_more_than_the_tens_in_the_deck() -> None:
    sides = (side(melded=350, escalera=7), side(melded=300, escalera=6))
    assert found(BOLIVIA, *sides, end="stock")[0] == "card_count"
    sides = (side(melded=560, escalera=7), side(melded=480, escalera=6))
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
    gone = out(melded=1615, black_threes=None)
    for held, missing in ((3, False), (4, True)):
        codes = found(BOLIVIA, gone, side(hand_threes=held))
        assert ("card_count" in codes) == missing


def test_counted_cards_must_hold_the_canastas() -> None:
    cards = {"seven_to_4": 9, "k_to_8": 5, "two": 1}
    both = Side(0, 0, natural=1, escalera=1)
    assert holds_canastas(
        BOLIVIA, replace(both, mixed=0), {"seven_to_4": 11, "k_to_8": 3}
    )
    assert not holds_canastas(BOLIVIA, both, {"seven_to_4": 12, "k_to_8": 2})
    assert holds_canastas(BOLIVIA, Side(0, 0, mixed=1), cards)
    assert not holds_canastas(BOLIVIA, Side(0, 0, mixed=1), cards | {"two": 0})
    assert not holds_canastas(BOLIVIA, Side(0, 0, mixed=1), {"seven_to_4": 6})
    assert holds_canastas(BOLIVIA, Side(0, 0, mixed=1), {"ace": 5, "two": 2})
    assert not holds_canastas(BOLIVIA, Side(0, 0, mixed=1), {"ace": 4, "two": 3})
    assert holds_canastas(CANASTA, Side(0, 0, mixed=1), {"ace": 4, "two": 3})
    high = {"k_to_8": 6}  # the escalera goes on to the ace, or begins at a seven
    assert holds_canastas(BOLIVIA, Side(0, 0, escalera=1), high | {"ace": 1})
    assert holds_canastas(BOLIVIA, Side(0, 0, escalera=1), high | {"seven_to_4": 1})
    assert not holds_canastas(BOLIVIA, Side(0, 0, escalera=1), high)
    wild = Side(0, 0, mixed=1, bolivia=1)
    assert holds_canastas(BOLIVIA, wild, {"seven_to_4": 6, "two": 5, "joker": 3})
    assert not holds_canastas(BOLIVIA, wild, {"seven_to_4": 6, "two": 4, "joker": 3})


def test_counted_canastas_of_both_sides_share_the_ranks() -> None:
    """Four natural canastas of low cards leave five of each low rank, no six."""
    three = side(melded=145, natural=3, melded_cards={"seven_to_4": 21, "two": 2})
    for low, twos, wrong in ((13, 1, True), (12, 2, False)):
        cards = {"seven_to_4": low, "two": twos}
        melded = 5 * low + 20 * twos
        two = side(melded=melded, natural=1, mixed=1, melded_cards=cards)
        assert ("card_count" in found(BOLIVIA, two, three, end="stock")) == wrong


def test_black_threes_on_the_table_do_not_pay_for_a_hand() -> None:
    # All 32 low cards are in canastas, and 5 points are left to be had.
    gone = out(melded=120, natural=2, hand=0)
    for melded, hand, wrong in ((145, 185, True), (150, 180, False)):
        other = side(melded=melded, natural=3, hand=hand)
        assert ("card_count" in found(SMALL, other, gone, players=2)) == wrong


def test_many_canastas_are_too_dear_together_though_each_side_could_pay() -> None:
    gone = out(melded=230, mixed=1, natural=2, escalera=2, hand=0)
    third = side(melded=90, natural=1, escalera=1, hand=5)
    for melded, wrong in ((205, True), (240, False)):
        other = side(melded=melded, natural=3, hand=300)
        sides = (gone, other, third)
        assert ("card_count" in found(BOLIVIA, *sides, players=3)) == wrong


def test_what_each_side_could_have_can_be_too_much_for_one_deck() -> None:
    six = side(melded=600, natural=6)
    assert found(BOLIVIA, six, side(melded=60), end="stock") == ["red3_missing"]
    assert found(BOLIVIA, six, six, end="stock")[0] == "card_count"


def test_cards_that_were_counted_in_a_hand_are_cards_of_the_deck() -> None:
    for aces, wrong in ((12, False), (13, True)):
        held = side(hand=20 * aces, hand_cards={"ace": aces})
        assert ("card_count" in found(BOLIVIA, out(), held)) == wrong


def test_where_a_joker_is_the_cheapest_wild_card_it_is_counted_first() -> None:
    cheap = replace(BOLIVIA, joker=10)
    assert least_value(cheap, (of_kinds({"bolivia": 1}),)) == 6 * 10 + 20
    assert least_value(cheap, (of_kinds({"mixed": 1}),)) == 30 + 10


def test_every_choice_of_one_or_more() -> None:
    assert list(subsets("abc")) == [
        *(("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c")),
        ("a", "b", "c"),
    ]
    assert list(subsets(())) == []
