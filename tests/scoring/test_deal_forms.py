"""What the form of a deal asks, and the course of a game as a page shows it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from scoring.rulebooks.base import DealLine, DealRulebook, Field, Problem
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.canasta import BOLIVIA, CANASTA
from tests.scoring.bad_forms import bad_belotten, bad_canasta, bad_hands
from tests.scoring.belotten_hands import carre, entry, sequence
from tests.scoring.hands import sheet, written

BELOTTEN = Belotten()
ALL_PASSED = {"event": "all_passed_twice"}
# CH01: 2805 against 40.
NORTH = {
    "melded": 230, "hand": 25, "mixed": 1, "natural": 1, "escalera": 1,
    "red_threes": 2, "out": "normal",
}  # fmt: skip
EAST = {"melded": 185, "hand": 45, "mixed": 1, "red_threes": 3, "hand_threes": 1}


def paths(rules: DealRulebook, mode: str) -> list[str]:
    return [field.path for field in rules.fields(4, mode)]


def answers(rules: DealRulebook, mode: str, deal: dict[str, Any]) -> dict[str, Any]:
    """A deal taken apart into the answers to what its form asks."""

    def answer(path: str) -> Any:
        part: Any = deal
        for step in path.split("."):
            if isinstance(part, list):
                part = part[int(step)] if int(step) < len(part) else None
            else:
                part = part.get(step) if part else None
        return part

    asked = [path for field in rules.fields(4, mode) for path in every(field)]
    return {path: answer(path) for path in asked if answer(path) is not None}


def every(field: Field) -> list[str]:
    return [field.at(side) for side in "AB"] if field.per_side else [field.path]


def leaves(value: Any, path: str = "") -> Iterable[tuple[str, Any]]:
    if isinstance(value, dict | list):
        parts = value.items() if isinstance(value, dict) else enumerate(value)
        for key, part in parts:
            yield from leaves(part, f"{path}.{key}")
    else:
        yield path[1:], value


TOTALS = entry(
    "B",
    95,
    tricks={"A": 4, "B": 4},
    melds={"A": 20, "B": 0},
    belot="A",
    last_trick="B",
    event="revoke",
    by="B",
)
SHOWN = entry(
    "A",
    95,
    trump="S",
    belot="B",
    melds=[sequence("A1", "S", "A", 3), carre("B1", "10"), *[carre("A2", "9")] * 2],
)
COUNTED = {
    "melded": {
        "joker": 1, "two": 1, "ace": 3, "k_to_8": 7, "seven_to_4": 7, "black_three": 0,
    },
    "hand": {
        "joker": 0, "two": 1, "ace": 0, "k_to_8": 2, "seven_to_4": 1, "black_three": 2,
    },
    "red_threes": 2, "out": "no", "natural": 1, "mixed": 0, "first_meld": 60,
}  # fmt: skip
ADDED_UP = {
    "melded": 180, "hand": 45, "hand_threes": 2, "black_threes": 0, "red_threes": 2,
    "out": "no", "natural": 1, "mixed": 0, "first_meld": 60,
}  # fmt: skip
BOTH_MORE = {"escalera": 1, "bolivia": 0}


@pytest.mark.parametrize(
    ("rules", "mode", "deal"),
    [
        (BELOTTEN, "totals", TOTALS),
        (BELOTTEN, "shown", SHOWN),
        (CANASTA, "totals", written(ADDED_UP, ADDED_UP)),
        (CANASTA, "counted", written(COUNTED, COUNTED)),
        (BOLIVIA, "totals", written(ADDED_UP | BOTH_MORE, ADDED_UP | BOTH_MORE)),
        (BOLIVIA, "counted", written(COUNTED | BOTH_MORE, COUNTED | BOTH_MORE)),
    ],
)
def test_a_form_asks_everything_that_a_deal_can_hold(
    rules: DealRulebook, mode: str, deal: dict[str, Any]
) -> None:
    assert mode in rules.modes
    assert rules.mode_of({"deals": [{}, deal]}) == mode
    assert answers(rules, mode, deal) == dict(leaves(deal))
    if mode != "shown":
        asked = {path for field in rules.fields(4, mode) for path in every(field)}
        assert asked == set(dict(leaves(deal)))


def test_the_usual_way_comes_first() -> None:
    for rules in (BELOTTEN, BOLIVIA, CANASTA):
        assert rules.modes[0] == "totals" == rules.mode_of({"deals": [{}]})
        assert rules.mode_of({}) == rules.mode_of({"deals": "no"}) == "totals"


def named(rules: DealRulebook, mode: str) -> dict[str, Field]:
    return {field.path: field for field in rules.fields(4, mode)}


def test_what_is_rare_on_a_form_of_belotten_stands_apart() -> None:
    fields = named(BELOTTEN, "totals")
    rare = ["tricks.{side}", "last_trick", "event", "by"]
    assert [path for path, field in fields.items() if field.folded] == rare
    assert {fields[path].group for path in rare} == {"rare"}
    assert fields["event"].usual == fields["event"].choices[0] == "played"
    assert [p for p, field in fields.items() if field.adds_to] == [
        "card_points.{side}",
        "tricks.{side}",
    ]
    assert (fields["card_points.{side}"].adds_to, fields["tricks.{side}"].most) == (
        162,
        8,
    )
    assert fields["melds.{side}"].most == 1120
    assert [fields[p].choices for p in ("makers", "belot")] == [("A", "B")] * 2
    assert fields["makers"].group == fields["makers"].usual == ""
    assert not fields["makers"].folded


def test_four_melds_can_be_shown_each_in_a_group_of_its_own() -> None:
    fields = [f for f in BELOTTEN.fields(4, "shown") if f.name.startswith("melds.")]
    assert [f.group for f in fields[::6]] == [f"meld_{n}" for n in (1, 2, 3, 4)]
    assert all(field.folded for field in fields)
    assert [f.name for f in fields[:6]] == [
        *("melds.player", "melds.kind", "melds.length"),
        *("melds.top", "melds.suit", "melds.rank"),
    ]
    choices = {field.name: field.choices for field in fields}
    assert choices["melds.player"] == ("A1", "B1", "A2", "B2")
    assert choices["melds.kind"] == ("sequence", "carre")
    assert choices["melds.length"] == ()
    assert choices["melds.top"] == choices["melds.rank"]
    assert set(choices["melds.top"]) == {*"AKQJ987", "10"}
    assert set(choices["melds.suit"]) == {*"SHDC"}


def test_what_is_rare_on_a_form_of_canasta_stands_apart() -> None:
    fields = named(BOLIVIA, "totals")
    rare = ["sides.{side}.first_meld", "sides.{side}.black_threes"]
    assert [path for path, field in fields.items() if field.folded] == rare
    assert {fields[path].group for path in rare} == {"rare"}
    end, gone = fields["end"], fields["sides.{side}.out"]
    assert (end.choices, end.usual) == (("out", "stock"), "out")
    assert (gone.choices, gone.usual) == (("no", "normal", "concealed"), "no")
    most = {field.name: field.most for field in fields.values()}
    assert (most["mixed"], most["natural"], most["escalera"]) == (18, 11, 12)
    assert (most["bolivia"], most["red_threes"], most["hand_threes"]) == (2, 6, 6)
    assert (most["black_threes"], most["melded"], most["first_meld"]) == (6, None, None)


def test_cards_that_are_counted_stand_together() -> None:
    fields = BOLIVIA.fields(4, "counted")
    groups = {
        name: [f for f in fields if f.group == name] for name in ("melded", "hand")
    }
    for some in groups.values():
        assert [field.most for field in some] == [6, 12, 12, 72, 48, 6]
        assert [field.name for field in some] == [
            *("joker", "two", "ace", "k_to_8", "seven_to_4", "black_three"),
        ]


def test_a_short_wild_meld_is_asked_where_it_is_worth_something() -> None:
    club = replace(BOLIVIA, short_wild_meld=200)
    more = set(paths(club, "totals")) - set(paths(BOLIVIA, "totals"))
    assert more == {"sides.{side}.short_wild_melds"}
    (field,) = (f for f in club.fields(4, "totals") if f.name == "short_wild_melds")
    assert field.most == 6


@pytest.mark.parametrize(
    ("rules", "problems"),
    [
        (BELOTTEN, [*bad_belotten()]),
        (replace(BOLIVIA, short_wild_meld=1), [*bad_hands(), *bad_canasta()]),
    ],
)
def test_a_problem_points_at_fields_of_the_form(
    rules: DealRulebook, problems: list[Problem]
) -> None:
    fields = {f.name for mode in rules.modes for f in rules.fields(4, mode)}
    assert {name for some in rules.blames.values() for name in some} <= fields
    assert set(rules.blames) <= {problem.code for problem in problems}


def test_the_course_of_a_game_of_belotten() -> None:
    deals = [entry("A", 95), ALL_PASSED, entry("A", 81), {"event": "misdeal"}]
    reading = {"deals": deals, "first_dealer": 4, "start": {"A": 5, "B": 0}}
    start = {"A": 100, "B": 67}
    after = {"A": 100, "B": 148}
    nothing = {"A": 0, "B": 0}
    held = {"held": 81}
    assert BELOTTEN.course(reading, 4) == [
        DealLine(1, 4, "made", {"A": 95, "B": 67}, start),
        DealLine(2, 1, "all_passed", nothing, start),
        DealLine(3, 2, "equal", {"A": 0, "B": 81}, after, left=held),
        DealLine(4, 3, "misdeal", nothing, after, left=held),
        DealLine(5, 3),
    ]


def test_after_a_deal_that_is_wrong_the_course_shows_no_figures() -> None:
    deals = [entry("A", 95), entry("?", 95), entry("A", 95)]
    lines = BELOTTEN.course({"deals": deals}, 4)
    assert [line.number for line in lines] == [1, 2, 3, 4]
    assert [line.outcome for line in lines] == ["made", "", "", ""]
    assert [line.totals for line in lines[1:]] == [None] * 3
    assert {line.dealer for line in lines} == {None}


def test_no_deal_comes_after_the_end_of_a_game() -> None:
    over = {"deals": [entry("A", 95)], "start": {"A": 950, "B": 0}}
    assert [line.number for line in BELOTTEN.course(over, 4)] == [1]
    assert BELOTTEN.course({"deals": [], "first_dealer": 3}, 4) == [DealLine(1, 3)]
    assert BELOTTEN.course({"deals": [], "first_dealer": 5}, 4) == [DealLine(1)]


def test_the_course_of_a_game_of_bolivia() -> None:
    reading = sheet((NORTH, EAST), ({}, {}), ({}, {}), first_dealer=4)
    minimum = "first_meld_minimum"
    assert BOLIVIA.course(reading, 4) == [
        DealLine(
            1,
            4,
            scores={"A": 2805, "B": 40},
            totals={"A": 2805, "B": 40},
            before={minimum: {"A": 50, "B": 50}},
        ),
        DealLine(2, 1, before={minimum: {"A": 90, "B": 50}}),
        DealLine(3, 2),
    ]
    assert BOLIVIA.course({}, 3) == [
        DealLine(1, before={minimum: {"A": 50, "B": 50, "C": 50}})
    ]
    assert BOLIVIA.course({"deals": 7, "first_dealer": 2}, 2)[0].dealer is None
    short = replace(BOLIVIA, target=(2500, 2500, 2500))
    assert len(short.course(sheet((NORTH, EAST)), 4)) == 1
