"""What happened at the table is kept with a form: the pen, earlier attempts, and which
deals stand already (rules 1.3, 2.9 and 3.3)."""

from typing import Any

import pytest

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.bid_history import MOST, history_faults
from scoring.rulebooks.prediction import BOLLEN
from scoring.rulebooks.session import deals_done, locked_deal
from tests.building import FORM_OF_FOUR, reading

ATTEMPT = {"deal": 2, "reason": "revoke", "place": 1, "cells": ["1", "", "2/1", ""]}


def rows(*columns: str) -> list[list[str]]:
    """Cells per place, from deals such as "0/0 1/0 - 1"; "." is an empty cell."""
    deals = [[text.strip(".") for text in column.split()] for column in columns]
    return [list(row) for row in zip(*deals, strict=True)]


def test_the_history_scores_nothing_and_is_no_fault() -> None:
    plain = reading(FORM_OF_FOUR)
    told = plain | {"attempts": [ATTEMPT], "pen": [{"deal": 1, "place": 4}]}
    told["pen"].append({"deal": 11})
    assert BOLLEN.problems(told, 4) == BOLLEN.problems(plain, 4)
    assert BOLLEN.score(told, 4) == BOLLEN.score(plain, 4)


@pytest.mark.parametrize(
    "part",
    [
        {"pen": 7},
        {"pen": [7]},
        {"pen": [{}]},
        {"pen": [{"deal": 0}]},
        {"pen": [{"deal": 12}]},
        {"pen": [{"deal": True}]},
        {"pen": [{"deal": 1, "place": 0}]},
        {"pen": [{"deal": 1, "place": 5}]},
        {"pen": [{"deal": 1, "who": 2}]},
        {"pen": [{"deal": 1}] * (MOST + 1)},
        {"attempts": "x"},
        {"attempts": [[]]},
        {"attempts": [ATTEMPT | {"reason": "boredom"}]},
        {"attempts": [ATTEMPT | {"deal": 12}]},
        {"attempts": [ATTEMPT | {"place": 5}]},
        {"attempts": [ATTEMPT | {"cells": ["", "", ""]}]},
        {"attempts": [ATTEMPT | {"cells": ["", "", "", 1]}]},
        {"attempts": [ATTEMPT | {"cells": ["", "", "", "1" * 13]}]},
        {"attempts": [ATTEMPT | {"more": 1}]},
        {"attempts": [{"deal": 2, "reason": "misdeal"}]},
    ],
)
def test_a_history_that_cannot_be_read_is_named(part: dict[str, Any]) -> None:
    (name,) = part
    assert list(history_faults(part, 4, 11)) == [name]
    found = BOLLEN.problems(reading(FORM_OF_FOUR) | part, 4)
    unread = Problem("reading_unreadable", Severity.HARD, params={"part": name})
    assert [problem for problem in found if problem.blocks] == [unread]


def test_as_many_attempts_as_can_be_are_kept() -> None:
    assert list(history_faults({"attempts": [ATTEMPT] * MOST}, 4, 11)) == []


@pytest.mark.parametrize(
    ("columns", "done"),
    [
        ((". . . .", ". . . ."), 0),
        (("0 1 0 1", ". . . ."), 0),  # bid, not yet played
        (("0/0 1/0 0/0 1", ". . . ."), 0),
        (("0/0 1/0 0/0 1/1", ". . . ."), 1),
        (("0/0 1/0 - 1/1", "0 . - ."), 1),
        (("0 1x 0 1", ". . . ."), 1),  # copied from paper
        (("0 1x . 1", ". . . ."), 0),
        (("0/0 1x 0 1", ". . . ."), 0),
        ((". . . .", "0/0 1/0 0/0 1/1"), 0),
        (("- - - -", ". . . ."), 0),
        (("0/0 1/0 0/0 1/1", "0/0 1/0 0/0 1/1"), 2),
    ],
)
def test_a_deal_is_over_once_what_was_bid_is_told(
    columns: tuple[str, ...], done: int
) -> None:
    assert deals_done(rows(*columns)) == done


DONE, OTHER, OPEN, BEGUN = "0/0 1/0 0/0 1/1", "0/1 1/0 0/0 0/0", ". . . .", "0 . . ."


@pytest.mark.parametrize(
    ("before", "after", "deal"),
    [
        ((DONE, OPEN, OPEN), (OTHER, OPEN, OPEN), None),
        ((DONE, OPEN, OPEN), (OPEN, OPEN, OPEN), None),
        ((DONE, BEGUN, OPEN), (DONE, DONE, OPEN), None),
        ((DONE, BEGUN, OPEN), (OTHER, BEGUN, OPEN), 1),
        ((DONE, DONE, OPEN), (DONE, OTHER, OPEN), None),
        ((DONE, DONE, OPEN), (OTHER, DONE, OPEN), 1),
        ((DONE, DONE, "- . . ."), (DONE, OTHER, "- . . ."), None),  # not a bid
        ((DONE, DONE, DONE), (DONE, DONE, OTHER), None),  # the last of the game
        ((DONE, DONE, DONE), (DONE, OTHER, DONE), 2),
    ],
)
def test_only_the_last_deal_can_follow_as_another(
    before: tuple[str, ...], after: tuple[str, ...], deal: int | None
) -> None:
    found = locked_deal(rows(*before), rows(*after))
    expected = Problem("deal_locked", Severity.HARD, deal=deal) if deal else None
    assert found == expected
