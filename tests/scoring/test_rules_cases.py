"""The runner of rule cases, and the cases of Bollen it has to agree with."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rules_cases import HANDLERS, main

ALL_CASES = Path(__file__).parent.parent / "data" / "rules-cases.json"
BOLLEN = [
    case
    for case in json.loads(ALL_CASES.read_text(encoding="utf-8"))["cases"]
    if case["game"] == "bollen"
]
Run = Callable[[list[dict[str, Any]]], tuple[int, list[str]]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs cases from a file; gives the exit code and the lines printed."""

    def run_file(cases: list[dict[str, Any]]) -> tuple[int, list[str]]:
        file = tmp_path / "cases.json"
        file.write_text(json.dumps({"cases": cases}), encoding="utf-8")
        code = main([str(file)])
        return code, capsys.readouterr().out.splitlines()

    return run_file


def test_every_case_of_bollen_agrees(run: Run) -> None:
    assert len(BOLLEN) == 34
    assert run(BOLLEN) == (0, ["34 passed, 0 failed"])


def test_every_kind_of_case_of_bollen_is_known_and_there_is_one() -> None:
    assert {(case["game"], case["kind"]) for case in BOLLEN} == {
        (game, kind) for game, kind in HANDLERS if game == "bollen"
    }


@pytest.mark.parametrize("change", [{"game": "pesten"}, {"kind": "bluff"}])
def test_a_game_or_a_kind_that_is_not_known_counts_as_failed(
    run: Run, change: dict[str, str]
) -> None:
    code, lines = run([*BOLLEN, BOLLEN[0] | change])
    assert code == 1
    assert "no rulebook for" in lines[0]
    assert lines[1:] == ["34 passed, 1 failed"]


def test_a_difference_is_printed_with_what_was_expected_and_found(run: Run) -> None:
    case = next(c for c in BOLLEN if c["kind"] == "last_bid")
    wrong = case | {"expect": {**case["expect"], "forbidden": 77, "soup": "pea"}}
    code, lines = run([wrong, case])
    assert code == 1
    found = case["expect"]["forbidden"]
    assert lines == [
        f"{case['id']} {case['title']}: forbidden: expected 77, found {found!r}",
        f"{case['id']} {case['title']}: soup: expected 'pea', found None",
        "1 passed, 1 failed",
    ]


def spoiled(value: Any) -> Any:
    """Another value of the same shape."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return None if value else "something"


@pytest.mark.parametrize("case", BOLLEN, ids=lambda case: case["id"])
def test_every_expectation_of_every_case_is_looked_at(
    run: Run, case: dict[str, Any]
) -> None:
    for key, value in case["expect"].items():
        wrong = copy.deepcopy(case)
        wrong["expect"][key] = spoiled(value)
        code, lines = run([wrong])
        assert (code, lines[-1]) == (1, "0 passed, 1 failed"), key


def test_a_file_without_cases_passes(run: Run) -> None:
    assert run([]) == (0, ["0 passed, 0 failed"])


@pytest.mark.parametrize("arguments", [[], ["one.json", "two.json"]])
def test_the_runner_wants_one_file(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "FILE.json" in printed.err
