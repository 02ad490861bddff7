"""One hand of Bolivia and Canasta counted: the examples of the rules, and options."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebooks.canasta import BOLIVIA, CANASTA
from scoring.rulebooks.canasta_hand import (
    Hand,
    HandRules,
    Out,
    RedThrees,
    Side,
    cards_value,
    first_meld_minimum,
    may_go_out,
    read_side,
    score_parts,
    scores,
    sides_of,
    unreadable,
)
from tests.scoring.hands import side


def score(rules: HandRules, one: Side, players: int = 4) -> int:
    return sum(score_parts(rules, one, players).values())


@pytest.mark.parametrize(
    ("players", "figures", "expected"),
    [
        # CH01
        (
            4,
            {
                "melded": 230,
                "mixed": 1,
                "natural": 1,
                "escalera": 1,
                "red_threes": 2,
                "out": "normal",
                "hand": 25,
            },
            2805,
        ),
        (4, {"melded": 185, "mixed": 1, "red_threes": 3, "hand_threes": 1}, 40),
        # CH02
        (
            2,
            {"melded": 235, "natural": 1, "escalera": 1, "out": "concealed", "hand": 0},
            2435,
        ),
        (2, {"melded": 0, "red_threes": 2, "hand": 120, "hand_threes": 2}, -520),
        # CH04
        (2, {"melded": 150, "natural": 1, "red_threes": 6, "hand": 75}, -425),
        (2, {"melded": 180, "escalera": 2, "out": "normal", "hand": 0}, 3280),
        # CH05
        (
            4,
            {
                "melded": 410,
                "escalera": 1,
                "bolivia": 1,
                "red_threes": 4,
                "hand": 95,
                "hand_threes": 1,
            },
            4615,
        ),
        (4, {"melded": 165, "mixed": 1, "red_threes": 2, "hand": 130}, 135),
        # CH06
        (
            4,
            {"melded": 300, "mixed": 2, "natural": 1, "red_threes": 1, "hand": 50},
            1250,
        ),
        (
            4,
            {"melded": 200, "natural": 1, "escalera": 1, "out": "normal", "hand": 35},
            2265,
        ),
        # CH08
        (
            3,
            {
                "melded": 260,
                "natural": 1,
                "escalera": 1,
                "red_threes": 1,
                "out": "normal",
                "hand": 0,
            },
            2460,
        ),
        (3, {"melded": 90, "red_threes": 2, "hand": 55}, -165),
        (3, {"melded": 0, "hand": 180, "hand_threes": 2}, -380),
        # Five red threes are 500 and six are 1000, with what going out needs.
        (4, {"melded": 100, "escalera": 2, "red_threes": 5, "hand": 0}, 3600),
        (4, {"melded": 100, "escalera": 2, "red_threes": 6, "hand": 0}, 4100),
    ],
)
def test_the_examples_of_bolivia(
    players: int, figures: dict[str, Any], expected: int
) -> None:
    assert score(BOLIVIA, side(**figures), players) == expected


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ({"melded": 100, "natural": 1, "red_threes": 3, "hand": 0}, 900),
        ({"melded": 15, "red_threes": 4, "hand": 0}, 815),
        ({"melded": 0, "red_threes": 4, "hand": 0}, -800),
        ({"melded": 0, "red_threes": 1, "hand": 20, "hand_threes": 3}, -135),
        ({"melded": 50, "mixed": 1, "out": "normal", "hand": 0}, 450),
        ({"melded": 50, "mixed": 1, "out": "concealed", "hand": 0}, 550),
    ],
)
def test_canasta_counts_by_its_own_numbers(
    figures: dict[str, Any], expected: int
) -> None:
    assert score(CANASTA, side(**figures)) == expected


@pytest.mark.parametrize(
    ("condition", "figures", "red"),
    [
        (RedThrees.GOING_OUT, {"mixed": 2}, -100),
        (RedThrees.GOING_OUT, {"escalera": 1}, -100),
        (RedThrees.GOING_OUT, {"escalera": 1, "mixed": 1}, 100),
        (RedThrees.TWO_CANASTAS, {"mixed": 2}, 100),
        (RedThrees.TWO_CANASTAS, {"mixed": 1}, -100),
        (RedThrees.MELDED, {}, 100),
        (RedThrees.MELDED, {"melded": 0}, -100),
    ],
)
def test_when_red_threes_count_for_a_side(
    condition: RedThrees, figures: dict[str, Any], red: int
) -> None:
    rules = replace(BOLIVIA, red_three_condition=condition)
    parts = score_parts(rules, side(**{"melded": 300, "red_threes": 1} | figures), 4)
    assert parts["red_threes"] == red


def test_what_going_out_needs() -> None:
    mixed = side(mixed=1)
    assert [may_go_out(CANASTA, mixed, n) for n in (2, 3, 4)] == [False, True, True]
    assert may_go_out(CANASTA, side(mixed=1, natural=1), 2)
    assert not may_go_out(BOLIVIA, side(mixed=2, natural=3, bolivia=1), 4)
    assert not may_go_out(BOLIVIA, side(escalera=1), 4)
    assert may_go_out(BOLIVIA, side(escalera=1, bolivia=1), 4)


def test_a_hand_that_ends_on_the_stock_can_be_left_out_of_the_count() -> None:
    hand = Hand("stock", (side(), side(melded=0)), 4)
    assert scores(BOLIVIA, hand) == [15, -45]
    assert scores(replace(BOLIVIA, stock_hand_counts=False), hand) == [0, 0]


def test_a_short_wild_meld_is_worth_its_cards_alone_unless_the_rules_say_more() -> None:
    one = side(short_wild_melds=1)
    assert score(BOLIVIA, one) == 15
    assert score(replace(BOLIVIA, short_wild_meld=200), one) == 215


@pytest.mark.parametrize(
    ("total", "bolivia", "canasta"),
    [
        (-5, 15, 15),
        (0, 50, 50),
        (1495, 50, 50),
        (1500, 90, 90),
        (2995, 90, 90),
        (3000, 120, 120),
        (6995, 120, 120),
        (7000, 150, 120),
        (14995, 150, 120),
    ],
)
def test_the_minimum_of_the_first_meld(total: int, bolivia: int, canasta: int) -> None:
    assert first_meld_minimum(BOLIVIA, total) == bolivia
    assert first_meld_minimum(CANASTA, total) == canasta


def test_partners_sit_opposite_and_two_or_three_play_alone() -> None:
    assert sides_of(4) == ((1, 3), (2, 4))
    assert sides_of(3) == ((1,), (2,), (3,))
    assert sides_of(2) == ((1,), (2,))


def test_counted_cards_give_the_value_and_the_threes() -> None:
    cards = {"joker": 2, "two": 1, "ace": 3, "k_to_8": 10, "seven_to_4": 12}
    assert cards_value(BOLIVIA, cards) == 340
    hand = {"two": 2, "ace": 1, "k_to_8": 3, "seven_to_4": 4, "black_three": 2}
    read = read_side(BOLIVIA, {"melded": cards | {"black_three": 3}, "hand": hand})
    assert (read.melded, read.black_threes) == (355, 3)
    assert (read.hand, read.hand_threes) == (110, 2)
    assert read.hand_cards == {k: n for k, n in hand.items() if k != "black_three"}


def test_a_side_says_no_more_than_it_must() -> None:
    read = read_side(BOLIVIA, {"melded": 60, "hand": 45})
    assert read == Side(melded=60, hand=45)
    assert (read.out, read.black_threes, read.first_meld) == (Out.NO, None, None)


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"melded": None}, "missing_cell", "melded"),
        ({"hand": None}, "missing_cell", "hand"),
        ({"melded": "230"}, "not_integer", "melded"),
        ({"melded": 230.0}, "not_integer", "melded"),
        ({"hand": True}, "not_integer", "hand"),
        ({"hand": {"two": 1.5}}, "not_integer", "hand"),
        ({"hand": {"rode drie": 1}}, "not_integer", "hand"),
        ({"mixed": "1"}, "not_integer", "mixed"),
        ({"first_meld": 52.5}, "not_integer", "first_meld"),
        ({"out": "maybe"}, "out_unknown", "out"),
    ],
)
def test_what_cannot_be_read_is_named(
    more: dict[str, Any], code: str, field: str
) -> None:
    ((found, name, _),) = unreadable({"melded": 60, "hand": 45} | more)
    assert (found, name) == (code, field)


@given(
    st.integers(0, 354),
    st.integers(0, 200),
    st.integers(0, 6),
    st.integers(0, 6),
    st.sampled_from(list(Out)),
    st.tuples(*[st.integers(0, 4)] * 4),
    st.integers(2, 4),
)
def test_every_score_is_the_sum_of_its_parts_and_a_multiple_of_five(
    melded: int,
    hand: int,
    red: int,
    threes: int,
    out: Out,
    canastas: tuple[int, int, int, int],
    players: int,
) -> None:
    one = Side(
        5 * melded, 5 * hand, *canastas, red_threes=red, hand_threes=threes, out=out
    )
    mixed, natural, escalera, bolivia = canastas
    sign = 1 if escalera >= 1 and sum(canastas) >= 2 else -1
    expected = (
        5 * melded
        + 300 * mixed
        + 500 * natural
        + 1500 * escalera
        + 2500 * bolivia
        + sign * (1000 if red == 6 else 100 * red)
        + {"no": 0, "normal": 100, "concealed": 200}[out]
        - 5 * hand
        - 100 * threes
    )
    found = score(BOLIVIA, one, players)
    assert found == expected
    assert found % 5 == 0


def test_cards_that_were_counted_without_threes_have_none() -> None:
    read = read_side(BOLIVIA, {"melded": {"ace": 3}, "hand": {"ace": 1}})
    assert (read.black_threes, read.hand_threes) == (0, 0)
    read = read_side(
        BOLIVIA, {"melded": {"ace": 3}, "hand": {"black_three": 1}, "hand_threes": 2}
    )
    assert (read.hand, read.hand_threes) == (0, 3)


def test_the_parts_of_a_score_are_named() -> None:
    parts = score_parts(BOLIVIA, side(out="normal", hand_threes=1, mixed=1), 4)
    assert parts == {
        "melded": 60,
        "canastas": 300,
        "red_threes": 0,
        "out": 100,
        "hand": -45,
        "hand_threes": -100,
    }
