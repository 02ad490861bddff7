"""The log in words: every act has a sentence, with its figures."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from tournament.logwords import KINDS, WORDS, in_words, named
from tournament.queries.undo import REVERSED_BY, UNDO

SOURCE = Path(settings.BASE_DIR) / "tournament"
NAMES = {4: "Jan de Vries", 12: "Bo Li"}


def who(number: int) -> str:
    return named(number, NAMES.get(number))


def said(action: str, **data: Any) -> str:
    with translation.override("en"):
        return in_words(action, data, who)


def logged() -> Iterator[str]:
    """Every action that the source logs, found where log() is called."""
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text())
        for function in (n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)):
            for call in calls(function, "log"):
                yield from actions(tree, function, call.args[2])


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield node


def actions(tree: ast.AST, inside: ast.FunctionDef, value: ast.expr) -> Iterator[str]:
    """The texts an argument can be: itself, either of two, or what callers give."""
    if isinstance(value, ast.IfExp):
        yield from actions(tree, inside, value.body)
        yield from actions(tree, inside, value.orelse)
    elif isinstance(value, ast.Name):
        position = [argument.arg for argument in inside.args.args].index(value.id)
        for call in calls(tree, inside.name):
            yield from actions(tree, inside, call.args[position])
    else:
        assert isinstance(value, ast.Constant), ast.unparse(value)
        yield str(value.value)


def test_everything_that_is_logged_has_words_and_a_kind_to_find_it_by() -> None:
    found = set(logged())
    assert len(found) > 15
    assert found <= set(WORDS)
    beginnings = [each for _label, some in KINDS.values() for each in some]
    assert len(beginnings) == len(set(beginnings))
    assert {action.partition(".")[0] for action in found} <= set(beginnings)


def test_no_words_are_kept_for_what_nobody_logs() -> None:
    found = set(logged())
    undoing = {act for _key, acts in REVERSED_BY.values() for act in acts}
    assert {*WORDS, *UNDO, *REVERSED_BY, *undoing} <= found


@pytest.mark.parametrize(
    ("action", "data", "sentence"),
    [
        (
            "entry.registered",
            {"number": 7, "name": "Wim Wals"},
            "Wim Wals (no. 7) was registered.",
        ),
        ("entry.unregistered", {"number": 7}, "number 7 was taken off the list."),
        (
            "entry.withdrawn",
            {"number": 4, "from_round": 3},
            "Jan de Vries (no. 4) has withdrawn from round 3 on.",
        ),
        (
            "player.changed",
            {"was": "Jan", "name": "Jan de Vries", "number": 4, "changed": ["name"]},
            "Jan is written Jan de Vries (no. 4) from now on.",
        ),
        (
            "player.changed",
            {"was": "Jan", "name": "Jan", "number": 4, "changed": ["note", "consent"]},
            "Of Jan (no. 4) was changed: note, name in public.",
        ),
        (
            "list.imported",
            {"rows": 6, "numbers": [1, 2, 3, 4, 7]},
            "6 rows of a list were read. Added: numbers 1–4, 7.",
        ),
        (
            "presence.set",
            {
                "round": 2,
                "said": [[4, "present", "absent"], [12, "present", "sits_out"]],
            },
            "Presence in round 2 was changed: absent Jan de Vries (no. 4); "
            "sits out Bo Li (no. 12).",
        ),
        (
            "presence.set",
            {"round": 2, "said": [[n, "present", "absent"] for n in range(20, 60)]},
            "Presence in round 2 was changed: absent number 20, number 21, number 22, "
            "number 23, number 24, number 25, number 26 and 33 more.",
        ),
        (
            "round.drawn",
            {"round": 2, "seed": 5, "tables": 10},
            "Round 2 was drawn: 10 tables.",
        ),
        (
            "round.closed",
            {"round": 1, "without": [3, 8]},
            "Round 1 was closed without the forms of tables 3, 8.",
        ),
        (
            "sheet.handed_in",
            {"round": 1, "table": 3, "source": "captain", "reason": ""},
            "Table 3 handed in its form of round 1.",
        ),
        (
            "sheet.corrected",
            {"round": 1, "table": 3, "revision": 2, "reason": "100 % nageteld"},
            "The form of table 3 in round 1 was corrected; this is version 2. "
            "Reason: 100 % nageteld",
        ),
        (
            "round.closed",
            {"round": 1, "without": [], "unseen": [5]},
            "Round 1 was closed with all forms in. Nobody looked at: table 5.",
        ),
        (
            "sheet.approved",
            {"round": 1, "table": 3, "revision": 1, "reason": ""},
            "The form of table 3 in round 1 was approved.",
        ),
        (
            "sheet.sent_back",
            {"round": 1, "table": 3, "revision": 1, "reason": "deal 4"},
            "The form of table 3 in round 1 was sent back. Reason: deal 4",
        ),
        (
            "sheet.moved",
            {"round": 2, "table": 3, "to_round": 1, "to_table": 5, "reason": "oops"},
            "The form of table 3 in round 2 was moved to table 5 in round 1. "
            "Reason: oops",
        ),
        (
            "sheet.exchanged",
            {"round": 2, "table": 3, "to_round": 2, "to_table": 5, "reason": ""},
            "The forms of table 3 in round 2 and table 5 in round 2 were exchanged.",
        ),
        (
            "sheet.second_came",
            {"round": 2, "table": 3, "revision": 1, "source": "captain"},
            "Table 3 sent a second form of round 2, which differs from the first.",
        ),
        (
            "sheet.second_dropped",
            {"round": 2, "table": 3, "revision": 1},
            "The first form of table 3 in round 2 stays. The second cannot be right, "
            "and was taken away.",
        ),
        (
            "round.closed",
            {"round": 1, "without": [], "unseen": [], "undecided": [2]},
            "Round 1 was closed with all forms in. Of two forms the first counts: "
            "table 2.",
        ),
        (
            "sheet.second_kept_out",
            {"round": 2, "table": 3, "revision": 2},
            "Another form came in for table 3 in round 2; the first one stays. The "
            "other is kept as version 2.",
        ),
        (
            "tournament.changed",
            {
                "changes": [
                    ["date", "2026-11-14", "2026-11-21"],
                    ["names_public", "all", "consent"],
                    ["options", None, None],
                    ["rounds_planned", 4, 5],
                    ["rulebook", "bollen", "canasta"],
                ]
            },
            "Settings were changed: date from 14 November 2026 to 21 November 2026; "
            "names in public from “Everybody’s name, announced at the door” to “Only "
            "the names of those who said yes”; house rules; tournament rounds from 4 "
            "to 5; game from Bollen, tournament to Canasta.",
        ),
        (
            "tournament.rules_set",
            {"game": "canasta", "own": ["goal"]},
            "Canasta is played by rules of the house.",
        ),
    ],
)
def test_an_act_is_told_with_its_names_and_figures(
    action: str, data: dict[str, Any], sentence: str
) -> None:
    assert said(action, **data) == sentence


@pytest.mark.parametrize(
    ("action", "data"),
    [
        ("presence.set", {"round": 1, "changed": 3}),
        ("round.drawn", {"round": 1, "seed": 2}),
        ("player.changed", {"player": 8, "was": "Jan", "name": "Jan"}),
        ("list.imported", {"rows": 3, "added": 2, "similar": 1}),
        ("tournament.changed", {"fields": ["date", "options"]}),
        ("sheet.stamped", {"round": 1}),
    ],
)
def test_what_another_version_wrote_can_still_be_read(
    action: str, data: dict[str, Any]
) -> None:
    assert said(action, **data).endswith(".")
