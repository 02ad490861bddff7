"""Melds of Belotten: worth, precedence (rule 4.2), and checks 14 to 20 of rule 4.8."""

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.belotten_melds import (
    Carre,
    Counted,
    Meld,
    MeldRules,
    Run,
    can_be_melded,
    cards_of,
    counted_melds,
    meld_problems,
    place_of,
    read_melds,
    value_of,
)
from tests.scoring.belotten_hands import (
    PLAYERS,
    carre,
    dealt_hands,
    melds_in,
    sequence,
)
from tests.scoring.belotten_hands import counted as best_side

HARD, WARN = Severity.HARD, Severity.WARN
RULES = MeldRules()


def melds(text: str) -> list[Meld]:
    """ "A1 HK3, B1 4J": a sequence of three from the heer of hearts, four boeren."""
    found: list[Meld] = []
    for part in text.split(", ") if text else []:
        player, what = part.split()
        if what[0] == "4":
            found.append(Carre(player, what[1:]))
        else:
            found.append(Run(player, what[0], what[1:-1], int(what[-1])))
    return found


def counted(text: str, rules: MeldRules = RULES, order: Any = PLAYERS) -> Counted:
    return counted_melds(melds(text), "S", order, rules)


def found(
    text: str, belot: str | None = None, trump: str | None = "S", **options: Any
) -> list[tuple[str, int | None]]:
    rules = replace(RULES, **options)
    problems = meld_problems(melds(text), trump, belot, rules)
    return [(p.code, p.place) for p in problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("A1 4J", 200),
        ("A1 49", 150),
        ("A1 4A", 100),
        ("A1 410", 100),
        ("A1 4K", 100),
        ("A1 4Q", 100),
        ("A1 48", 0),
        ("A1 47", 0),
        ("A1 HQ2", 0),
        ("A1 HK3", 20),
        ("A1 HK4", 50),
        ("A1 HK5", 100),
        ("A1 HA6", 100),
        ("A1 HA7", 100),
        ("A1 HA8", 100),
        ("A1 SA7", 100),
        ("A1 SA8", 1000),
    ],
)
def test_a_meld_is_worth_what_the_table_says(text: str, value: int) -> None:
    assert value_of(melds(text)[0], "S", RULES) == value


def test_eight_plain_cards_can_count_as_five_and_three() -> None:
    split = MeldRules(eight_sequence="split")
    values = [value_of(melds(f"A1 {t}")[0], "S", split) for t in ("HA8", "HA7", "SA8")]
    assert values == [120, 100, 1000]


@pytest.mark.parametrize(
    ("text", "side", "points"),
    [
        ("", None, 0),
        ("A1 HK3, B1 D104", "B", 50),  # EM01
        ("A1 4A, B1 DK5", "A", 100),  # EM03: a carré beats a sequence of 100
        ("A1 HQ3, B1 SQ3", "B", 20),  # EM04: trump first
        ("A1 H93, A2 DK4, B1 CA3", "A", 70),  # EM10: all melds of the best side
        ("A1 HK3, B1 DA3", "B", 20),  # the higher top card
        ("A1 HK3, B1 SQ3", "A", 20),  # height before trump
        ("A1 SA3, B1 H104", "B", 50),  # length before both
        ("B1 HA5, A1 DK6", "A", 100),  # six beats five of equal points
        ("A1 49, B1 4J", "B", 200),
        ("A1 4A, B1 49", "B", 150),
        ("A1 410, B1 4A", "B", 100),
        ("A1 4K, B1 410", "B", 100),
        ("A1 4Q, B1 4K", "B", 100),
        ("A1 48, B1 HK3", "B", 20),  # four eights are no meld
        ("A1 47", None, 0),
        ("A1 48, A2 HK3, B1 DQ3", "A", 20),
        ("A1 SA8, B1 HA8", "A", 1000),
    ],
)
def test_the_side_with_the_best_meld_scores_all_of_its_own(
    text: str, side: str | None, points: int
) -> None:
    result = counted(text)
    other = {"A": "B", "B": "A"}.get(side or "", "B")
    assert result.side == side
    assert result.points == {side or "A": points, other: 0}
    assert not result.by_order


def test_equal_melds_count_for_who_plays_first() -> None:
    text = "A1 HK3, B1 DK3, A2 S93"
    assert counted(text) == Counted("A", {"A": 40, "B": 0}, by_order=True)
    late = ["B1", "A2", "B2", "A1"]
    assert counted(text, order=late) == Counted("B", {"A": 0, "B": 20}, by_order=True)


def test_equal_melds_of_one_side_need_no_order_of_play() -> None:
    result = counted("A1 HK3, A2 DK3, B1 CQ3", order=None)
    assert result == Counted("A", {"A": 40, "B": 0})


def test_equal_melds_count_for_nobody_without_an_order_or_by_option() -> None:
    text = "A1 HK3, B1 DK3"
    nobody = Counted(None, {"A": 0, "B": 0}, by_order=True)
    assert counted(text, order=None) == nobody
    strict = MeldRules(equal_melds="none")
    assert counted(text, strict) == replace(nobody, by_order=False)


def test_a_worthless_carre_can_take_precedence_without_scoring() -> None:
    proud = MeldRules(worthless_carre_takes_precedence=True)
    assert counted("A1 48, B1 HA5", proud).points == {"A": 0, "B": 0}
    assert counted("A1 48, B1 HA5", proud).side == "A"
    assert counted("A1 48, A2 D103, B1 HA5", proud).points == {"A": 20, "B": 0}


def test_the_order_of_carres_and_of_sequences_is_an_option() -> None:
    queens = MeldRules(carre_order=("Q", "K", "10", "A"))
    assert counted("A1 4Q, B1 4A", queens).side == "A"
    by_points = ("A", "10", "K", "Q", "J", "9", "8", "7")
    trick_order = MeldRules(sequence_order=by_points)
    (meld,) = melds("A1 HA3")
    assert cards_of(meld, trick_order) == {"HA", "H10", "HK"}


@pytest.mark.parametrize(
    ("text", "belot", "problems"),
    [
        ("A1 HA3", None, []),
        ("A1 HA2", None, [("sequence_length", 1)]),
        ("B1 H93", None, []),
        ("B1 H94", None, [("sequence_range", 2)]),
        ("B2 H83", None, [("sequence_range", 4)]),
        ("A1 HA9", None, [("sequence_range", 1)]),
        ("A1 HA4, A1 HJ3", None, [("sequence_overlap", 1)]),
        ("A1 HA3, A2 HQ3", None, [("card_twice", 1)]),
        ("A1 4K, B1 HA3", None, [("card_twice", 1)]),
        ("A1 4K, A1 4K", None, [("card_twice", 1)]),
        ("A1 4K, A1 HA3", None, []),
        ("A1 4K", "B1", [("belot_conflict", 2)]),  # EM15
        ("A1 4K", "B", [("belot_conflict", 2)]),
        ("A1 4K", "A", []),
        ("A1 4K", "A1", []),
        ("A1 4K", "A2", [("belot_conflict", 3)]),
        ("A1 4K, B1 4Q", "A1", [("belot_conflict", 1)]),
        ("A1 SQ3", "A2", [("belot_conflict", 3)]),
        ("A1 SJ3", "B2", []),
        ("A1 HA8", "A1", [("belot_conflict", 1)]),  # no room for two trumps
        ("A1 HA7", "A1", [("belot_conflict", 1)]),
        ("A1 HA6", "A1", []),
        ("A1 HA8, A2 DA7", "A", [("belot_conflict", 1)]),
        ("A1 HA8, A2 DA6", "A", []),
        ("A1 4A, A1 H94, A1 DK3", None, [("sequence_range", 1), ("hand_size", 1)]),
        ("A1 HA5, A1 DA4", None, [("hand_size", 1)]),
        ("A1 HA5, A1 DA4", "A1", [("hand_size", 1)]),
        ("A1 4A, A1 HA5", None, []),  # eight different cards
        ("A1 4A, A1 HA5, A1 DA3", None, [("hand_size", 1)]),
        ("A1 HA3, A1 HJ3", None, [("sequence_touching", 1)]),
        ("A1 HJ3, A1 HA3", None, [("sequence_touching", 1)]),
        ("A1 HA3, A1 H103", None, []),
        ("A1 HA3, A1 DJ3", None, []),
        ("A1 HA3, A2 HJ3", None, []),
        (
            "A1 49, A1 DA3, A1 HA3, A1 HJ3",
            None,
            [("hand_size", 1), ("sequence_touching", 1)],
        ),
        ("A1 4A, A1 DK3, A1 DQ3", None, [("sequence_overlap", 1)]),
    ],
)
def test_melds_that_cannot_be_are_refused(
    text: str, belot: str | None, problems: list[tuple[str, int]]
) -> None:
    assert found(text, belot) == problems


def test_only_touching_sequences_may_be_right() -> None:
    (touching,) = meld_problems(melds("A1 HA4, A1 H104"), "S", None, RULES)
    assert (touching.code, touching.severity) == ("sequence_touching", WARN)
    (twice,) = meld_problems(melds("A1 4K, B2 HK4"), "S", None, RULES)
    params = {"cards": ["HK"], "other": 4}
    assert twice == Problem("card_twice", HARD, 1, params=params)


def test_a_sequence_of_no_cards_or_fewer_shows_none() -> None:
    assert [cards_of(Run("A1", "S", "A", n), RULES) for n in (-1, 0)] == [
        frozenset()
    ] * 2
    fewer = [Run("A1", "S", "A", -1), Run("B1", "S", "K", 3)]
    assert [p.code for p in meld_problems(fewer, "H", None, RULES)] == [
        "sequence_length"
    ]


def test_a_carre_outside_the_order_of_the_club_is_the_lowest_of_its_points() -> None:
    rules = replace(RULES, carre_order=("A", "10", "K"))
    assert counted("A1 4Q, B1 4K", rules) == Counted("B", {"A": 0, "B": 100})


def test_a_hand_that_is_too_large_is_told_with_its_cards() -> None:
    (problem,) = meld_problems(melds("A1 HA5, A1 DA4"), "S", None, RULES)
    assert problem == Problem("hand_size", HARD, 1, params={"cards": 9, "of": 8})


def test_belot_is_not_judged_without_a_trump_suit() -> None:
    assert found("A1 4K", "B1", trump=None) == []


def test_a_card_in_carre_and_sequence_can_be_forbidden() -> None:
    text = "A1 4K, A1 HA3"
    assert found(text, card_in_carre_and_sequence=False) == [("meld_overlap", 1)]


@pytest.mark.parametrize(
    ("entry", "code", "place"),
    [
        (None, "player_unknown", None),
        ({}, "player_unknown", None),
        (carre("A3", "K"), "player_unknown", None),
        (carre("B1", "6"), "meld_unknown", 2),
        (sequence("B1", "X", "K", 3), "meld_unknown", 2),
        (sequence("A2", "H", "koning", 3), "meld_unknown", 3),
        ({"player": "A1", "kind": "roem"}, "meld_unknown", 1),
        (sequence("B2", "H", "K", "drie"), "not_integer", 4),  # type: ignore[arg-type]
        (sequence("B2", "H", "K", True), "not_integer", 4),
    ],
)
def test_a_meld_that_cannot_be_read_is_refused(
    entry: Any, code: str, place: int | None
) -> None:
    read, faults = read_melds([entry, carre("A1", "K")])
    assert read == [Carre("A1", "K")]
    assert [(p.code, p.severity, p.place) for p in faults] == [(code, HARD, place)]


def test_what_cannot_be_read_is_quoted() -> None:
    _, faults = read_melds([carre("A3", "K"), {}, sequence("A1", "H", "K", True)])
    assert [fault.params["text"] for fault in faults] == ["A3", "", "True"]


def test_a_side_stands_for_its_first_place() -> None:
    holders = ("A1", "B1", "A2", "B2", "A", "B")
    assert [place_of(holder) for holder in holders] == [1, 2, 3, 4, 1, 2]


def test_totals_are_sums_of_melds_up_to_what_two_hands_can_show() -> None:
    worth = (20, 50, 100, 150, 200)
    sums = {0}
    for _ in range(28):
        sums |= {total + value for total in sums for value in worth}
    for total in range(-20, 560):
        assert can_be_melded(total) == (total in sums and 0 <= total <= 550)
    assert [t for t in range(551, 1300) if can_be_melded(t)] == [*range(1000, 1121, 10)]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6), st.permutations(PLAYERS), st.sampled_from("SHDC"))
def test_real_hands_are_accepted_and_the_side_with_the_best_meld_counts(
    seed: int, order: list[str], trump: str
) -> None:
    hands = dealt_hands(random.Random(seed))
    shown = [meld for p, hand in hands.items() for meld in melds_in(p, hand)]
    read, faults = read_melds(shown)
    holder = next(
        (p for p, h in hands.items() if {f"{trump}K", f"{trump}Q"} <= {*h}), None
    )
    assert faults == []
    assert meld_problems(read, trump, holder, RULES) == []
    result = counted_melds(read, trump, order, RULES)
    expected = best_side(shown, trump, order)
    assert result.points == expected
    assert all(map(can_be_melded, expected.values()))
    assert result.side == next((s for s in "AB" if expected[s]), None)
