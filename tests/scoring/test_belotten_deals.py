"""One deal of Belotten as entered: reading it, and checks 1 to 20 of rule 4.8."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.belotten_deals import (
    MOST_IN_TRICKS,
    Deal,
    card_sums,
    dealer_of_deal,
    event_of,
    next_dealer,
    play_order,
    read_deal,
    side_of,
    with_deal,
)
from scoring.rulebooks.belotten_melds import PLAYERS, MeldRules
from tests.scoring.belotten_hands import carre, entry, played, sequence

HARD, WARN = Severity.HARD, Severity.WARN
ORDER = list(PLAYERS)


def problems(
    given: Any, order: list[str] | None = ORDER, **options: Any
) -> list[Problem]:
    return read_deal(given, order, MeldRules(**options))[1]


def codes(given: Any, order: list[str] | None = ORDER) -> list[str]:
    return [p.code for p in problems(given, order)]


def deal(given: Any) -> Deal:
    read, found = read_deal(given, ORDER, MeldRules())
    assert read is not None
    assert not any(p.blocks for p in found)
    return read


def tricks(a: int, b: int) -> dict[str, int]:
    return {"A": a, "B": b}


BAD_POINTS = {"makers": "A", "card_points": {"A": 95, "B": 66}}


@pytest.mark.parametrize(
    ("given", "code", "severity", "place"),
    [
        (entry("C", 95), "makers_unknown", HARD, None),
        (entry("", 95), "makers_unknown", HARD, None),
        ({"card_points": {"A": 95}}, "makers_unknown", HARD, None),
        ({"makers": "A"}, "not_integer", HARD, None),
        ({"makers": "A", "card_points": 95}, "not_integer", HARD, None),
        ({"makers": "A", "card_points": {"B": "67"}}, "not_integer", HARD, 2),
        ({"makers": "A", "card_points": {"A": 95.5}}, "not_integer", HARD, 1),
        ({"makers": "A", "card_points": {"A": True}}, "not_integer", HARD, 1),
        (entry("A", 95, tricks={"A": 4.5}), "not_integer", HARD, 1),
        (entry("A", 95, tricks=4), "not_integer", HARD, None),
        (entry("A", 95, melds={"B": "20"}), "not_integer", HARD, 2),
        (entry("A", 95, melds="20"), "not_integer", HARD, None),
        (BAD_POINTS, "points_sum", HARD, None),
        (entry("A", 161), "points_unreachable", HARD, 2),
        (entry("A", 1), "points_unreachable", HARD, 1),
        (entry("A", -5), "points_unreachable", HARD, 1),
        (entry("A", 95, tricks=tricks(5, 4)), "tricks_sum", HARD, None),
        (entry("A", 95, tricks=tricks(9, -1)), "tricks_sum", HARD, None),
        (entry("A", 95, melds=tricks(20, 50)), "melds_both_sides", HARD, None),
        (entry("A", 95, melds=tricks(0, 30)), "meld_value", HARD, 2),
        (entry("A", 95, melds=tricks(45, 0)), "meld_value", HARD, 1),
        (entry("A", 95, melds=tricks(-20, 0)), "meld_value", HARD, 1),
        (entry("A", 95, melds=tricks(5000, 0)), "meld_value", HARD, 1),
        (entry("A", 95, belot=["A", "B"]), "belot_both_sides", HARD, None),
        (entry("A", 95, belot={"A": 1, "B": 1}), "belot_both_sides", HARD, None),
        (entry("A", 95, belot=["A2", "B2"]), "belot_both_sides", HARD, None),
        (
            entry("A", 162, melds=tricks(1000, 0), tricks=tricks(7, 1)),
            "eight_trumps_not_all_tricks",
            HARD,
            1,
        ),
        (
            entry("A", 95, melds=tricks(0, 1000)),
            "eight_trumps_not_all_tricks",
            HARD,
            2,
        ),
        (entry("A", 100, tricks=tricks(1, 7)), "tricks_points_conflict", HARD, 1),
        (entry("A", 95, tricks=tricks(8, 0)), "tricks_points_conflict", HARD, 1),
        (
            entry("A", 156, tricks=tricks(7, 1), last_trick="B"),
            "tricks_points_conflict",
            HARD,
            1,
        ),
        (entry("A", 5, tricks=tricks(0, 8)), "tricks_points_conflict", HARD, 1),
        (entry("A", 156, last_trick="B"), "last_trick_points", HARD, 2),
        (entry("A", 9, last_trick="A"), "last_trick_points", HARD, 1),
        (entry("A", 153, last_trick="B"), "last_trick_points", HARD, 2),
        (entry("A", 11, last_trick="A"), "last_trick_points", HARD, 1),
        (
            entry("A", 0, tricks=tricks(0, 8), last_trick="A"),
            "last_trick_points",
            HARD,
            1,
        ),
        (entry("A", 162), "all_points_without_kapot", WARN, 1),
        (entry("B", 0), "all_points_without_kapot", WARN, 2),
        (entry("A", 0), "zero_points_without_no_tricks", WARN, 1),
        (entry("A", 95, last_trick="C"), "side_unknown", HARD, None),
        (entry("A", 95, belot="C1"), "side_unknown", HARD, None),
        (entry("A", 95, event="revoke", by="C"), "side_unknown", HARD, None),
        (entry("A", 95, event="regen"), "event_unknown", HARD, None),
        (
            entry("A", 162, tricks=tricks(8, 0), melds=tricks(1000, 0), belot="B"),
            "belot_conflict",
            HARD,
            2,
        ),
        (None, "makers_unknown", HARD, None),
    ],
)
def test_the_primary_error_of_a_deal(
    given: Any, code: str, severity: Severity, place: int | None
) -> None:
    first = problems(given)[0]
    assert (first.code, first.severity, first.place) == (code, severity, place)


@pytest.mark.parametrize(
    "given",
    [
        entry("A", 95),
        entry("A", 2),
        entry("A", 160),
        entry("A", 66, tricks=tricks(1, 7)),
        entry("A", 56, tricks=tricks(1, 7), last_trick="B"),
        entry("A", 162, tricks=tricks(7, 1)),
        entry("A", 162, tricks=tricks(6, 2)),
        entry("A", 0, tricks=tricks(2, 6)),
        entry("A", 10, last_trick="A"),
        entry("A", 152, last_trick="B"),
        entry("A", 162, melds=tricks(1000, 0), tricks=tricks(8, 0)),
        entry("A", 0, melds=tricks(0, 1000), tricks=tricks(0, 8)),
        entry("A", 95, melds=tricks(0, 40), belot="A"),
        entry("A", 95, melds=tricks(550, 0), belot={"A": False, "B": True}),
        entry("A", 95, belot="none"),
        entry("A", 95, event="", last_trick="", belot=""),
        {"event": "all_passed_twice"},
        {"event": "misdeal"},
    ],
)
def test_a_deal_that_can_be_has_no_problem(given: dict[str, Any]) -> None:
    assert problems(given) == []


def test_figures_come_with_a_problem_for_its_sentence() -> None:
    (sum_wrong,) = problems(BAD_POINTS)
    params = {"A": 95, "B": 66, "sum": 161, "of": 162}
    assert sum_wrong == Problem("points_sum", HARD, params=params)
    conflict = problems(entry("A", 100, tricks=tricks(1, 7)))
    figures = {"tricks": 1, "points": 100, "least": 0, "most": 66}
    assert conflict[0].params == figures


@pytest.mark.parametrize(
    ("figures", "named"),
    [
        ((163, -1), [(1, 163)]),
        ((-1, 163), [(1, -1)]),
        ((161, 1), [(2, 1)]),
        ((163, 1), [(1, 163), (2, 1)]),
        ((-1, -1), [(1, -1), (2, -1)]),
        ((162, 0), []),
    ],
)
def test_points_that_no_side_can_have_are_told_once(
    figures: tuple[int, int], named: list[tuple[int, int]]
) -> None:
    found = problems({"makers": "A", "card_points": tricks(*figures)})
    unreachable = [p for p in found if p.code == "points_unreachable"]
    assert [(p.place, p.params["points"]) for p in unreachable] == named


def test_a_word_that_names_no_side_is_quoted_with_its_field() -> None:
    for field in ("by", "last_trick", "belot"):
        (unknown,) = problems(entry("A", 95, event="revoke") | {field: "C"})
        assert unknown.params == {"field": field, "text": "C"}


def test_several_problems_come_in_the_order_of_the_rules() -> None:
    given = entry("A", 161, tricks=tricks(5, 4), melds=tricks(30, 20), belot=["A", "B"])
    assert codes(given) == [
        "points_unreachable",
        "tricks_sum",
        "melds_both_sides",
        "meld_value",
        "belot_both_sides",
    ]
    assert codes({"makers": "X", "card_points": {"A": "?"}}) == [
        "makers_unknown",
        "not_integer",
    ]


def test_one_figure_fills_in_the_other() -> None:
    given = {"makers": "B", "card_points": {"B": 162}, "tricks": {"B": 8}}
    read = deal(given)
    assert (read.points, read.tricks) == ({"A": 0, "B": 162}, {"A": 0, "B": 8})


def test_melds_that_were_shown_are_added_up_for_the_side_that_has_them() -> None:
    shown = [sequence("A1", "H", "K", 3), sequence("B1", "D", "10", 4)]
    read = deal(entry("A", 95, melds=shown, trump="S", belot="A2"))
    assert (read.melds, read.belot) == ({"A": 0, "B": 50}, "A")
    assert (read.belot_of("A"), read.belot_of("B")) == (20, 0)


@pytest.mark.parametrize(
    ("shown", "belot", "code"),
    [
        ([sequence("A1", "H", "A", 2)], None, "sequence_length"),
        ([sequence("A1", "H", "9", 4)], None, "sequence_range"),
        (
            [sequence("A1", "H", "A", 4), sequence("A1", "H", "J", 3)],
            None,
            "sequence_overlap",
        ),
        ([carre("A1", "K"), sequence("B1", "H", "A", 3)], None, "card_twice"),
        ([carre("A1", "K")], "B", "belot_conflict"),
        (
            [sequence("A1", "H", "A", 5), sequence("A1", "D", "A", 4)],
            None,
            "hand_size",
        ),
        (
            [sequence("A1", "H", "A", 3), sequence("A1", "H", "J", 3)],
            None,
            "sequence_touching",
        ),
        ([carre("A1", "6")], None, "meld_unknown"),
        ([carre("Z9", "K")], None, "player_unknown"),
    ],
)
def test_melds_of_a_deal_are_checked(
    shown: list[Any], belot: str | None, code: str
) -> None:
    assert codes(entry("A", 95, melds=shown, trump="S", belot=belot)) == [code]


def test_a_card_in_two_melds_is_refused_where_the_rules_forbid_it() -> None:
    given = entry(
        "A", 95, trump="S", melds=[carre("A1", "K"), sequence("A1", "H", "A", 3)]
    )
    found = problems(given, card_in_carre_and_sequence=False)
    assert [p.code for p in found] == ["meld_overlap"]


def test_melds_as_shown_need_a_trump_suit() -> None:
    given = entry("A", 95, melds=[sequence("A1", "H", "K", 3)])
    assert codes(given) == ["trump_unknown"]
    assert codes(given | {"trump": "Z"}) == ["trump_unknown"]


def test_equal_melds_need_to_know_who_dealt() -> None:
    shown = [sequence("A1", "H", "K", 3), sequence("B1", "D", "K", 3)]
    given = entry("A", 95, melds=shown, trump="S")
    assert codes(given, order=None) == ["meld_order_unknown"]
    assert codes(given) == []


def test_eight_trumps_shown_need_every_trick() -> None:
    shown = [sequence("A1", "S", "A", 8)]
    given = entry("A", 162, melds=shown, trump="S", tricks=tricks(8, 0), belot="A")
    assert codes(given) == []
    assert codes(given | {"tricks": tricks(7, 1)}) == ["eight_trumps_not_all_tricks"]


def test_nothing_else_is_read_of_a_deal_that_was_not_played() -> None:
    read, found = read_deal({"event": "misdeal", "by": "B"}, None, MeldRules())
    assert (read, found) == (Deal(event="misdeal", by="B"), [])
    read, found = read_deal({"event": "misdeal", "by": "?"}, None, MeldRules())
    assert (read, found) == (Deal(event="misdeal"), [])
    assert read is not None
    assert (read.points, read.melds) == ({"A": 0, "B": 0}, {"A": 0, "B": 0})


def test_a_deal_without_a_word_was_played() -> None:
    events = [event_of(e) for e in ({}, {"event": None}, {"event": "misdeal"}, 7)]
    assert events == ["played", "played", "misdeal", "played"]


def test_the_most_in_so_many_tricks_is_the_best_four_cards_of_each() -> None:
    best = [max(t for n, t in card_sums() if n == 4 * k) for k in range(9)]
    assert tuple(best) == MOST_IN_TRICKS


def test_partners_sit_opposite() -> None:
    assert [side_of(place) for place in (1, 2, 3, 4)] == ["A", "B", "A", "B"]


def test_the_deal_goes_round_clockwise_but_not_after_a_misdeal() -> None:
    assert [next_dealer(place) for place in (1, 2, 3, 4)] == [2, 3, 4, 1]
    assert next_dealer(2, "all_passed_twice") == 3
    assert next_dealer(2, "misdeal") == 2
    events = ["played", "misdeal", "misdeal", "all_passed_twice", "revoke"]
    assert dealer_of_deal(3, events) == 2


def test_the_dealer_plays_last() -> None:
    assert play_order(4) == ["A1", "B1", "A2", "B2"]
    assert play_order(1) == ["B1", "A2", "B2", "A1"]


def test_a_deal_gets_its_number() -> None:
    assert with_deal([Problem("points_sum", HARD)], 3) == [
        Problem("points_sum", HARD, deal=3)
    ]


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 10**6))
def test_a_deal_that_was_played_is_accepted_with_or_without_its_tricks(
    seed: int,
) -> None:
    _, given = played(random.Random(seed))
    assert codes(given) == []
    without = given | {"tricks": None, "last_trick": None}
    blocking = [p for p in problems(without) if p.blocks]
    assert blocking == []


def _can_be(points: int, taken: int | None, last: str | None) -> bool:
    """Whether side A can have these points: some cards, and the last trick or not."""
    return any(
        (4 * t, points - 10 * (holder == "A")) in card_sums()
        for t in (range(9) if taken is None else [taken])
        for holder in ([last] if last else ["A", "B"])
        if t != (0 if holder == "A" else 8)
    )


@pytest.mark.parametrize("last", [None, "A", "B"])
@pytest.mark.parametrize("taken", [None, *range(9)])
def test_points_are_accepted_exactly_where_cards_can_make_them(
    taken: int | None, last: str | None
) -> None:
    for points in range(163):
        given = entry("A", points, last_trick=last)
        if taken is not None:
            given["tricks"] = tricks(taken, 8 - taken)
        accepted = not any(p.blocks for p in problems(given))
        assert accepted == _can_be(points, taken, last), points


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20, 200)
    | st.floats()
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["A", "B", "player", "kind"]), inner)
    ),
    max_leaves=6,
)
FIELDS = ("makers", "card_points", "tricks", "last_trick", "melds", "belot", "trump")


@settings(max_examples=50, deadline=None)
@given(JSON | st.dictionaries(st.sampled_from([*FIELDS, "event", "by"]), JSON))
def test_any_json_is_judged_without_an_exception(given: Any) -> None:
    read, found = read_deal(given, ORDER, MeldRules())
    assert read is not None or any(p.blocks for p in found)


@settings(max_examples=50, deadline=None)
@given(st.sampled_from([*FIELDS, "event", "by"]), JSON)
def test_any_json_in_one_field_is_judged_without_an_exception(
    field: str, value: Any
) -> None:
    read, found = read_deal(entry("A", 95) | {field: value}, ORDER, MeldRules())
    assert read is not None or any(p.blocks for p in found)
