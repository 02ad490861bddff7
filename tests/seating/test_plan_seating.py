"""manage.py plan_seating: a schedule on its own, as people script against it."""

import json
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tournament.seating.effort import in_seconds


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def planned(folder: Path, *arguments: object) -> tuple[str, dict[str, Any]]:
    """What the command says, and the plan it writes."""
    out = StringIO()
    target = folder / "plan.json"
    words = map(str, (*arguments, "--json", target))
    call_command("plan_seating", *words, stdout=out)
    plan: dict[str, Any] = json.loads(target.read_text("utf-8"))
    return out.getvalue(), plan


def refusal(*arguments: object) -> str:
    with pytest.raises(CommandError) as caught:
        call_command("plan_seating", *map(str, arguments), stdout=StringIO())
    assert "\n" not in str(caught.value)
    return str(caught.value)


def written(folder: Path, data: Any) -> Path:
    path = folder / "given.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


def test_everybody_sits_once_in_every_round_at_the_tables_asked_for(
    tmp_path: Path,
) -> None:
    said, plan = planned(tmp_path, "--tables", "2x4,3x5", "--rounds", 3, "--moves", 99)
    assert plan["players"] == list(range(1, 24))
    for tables in plan["rounds"]:
        assert sorted(map(len, tables)) == [4, 4, 5, 5, 5]
        assert sorted(p for table in tables for p in table) == plan["players"]
    assert "23 people, 3 rounds, tables 3x5 2x4." in said
    assert "attendance" not in plan


@pytest.mark.parametrize("seconds", [0, 0.1, 0.3, 1])
def test_the_moves_that_were_recorded_give_the_same_plan_again(
    tmp_path: Path, seconds: float
) -> None:
    # a busy machine makes fewer cycles, one or none, and says so
    asked = ("--players", 23, "--rounds", 5, "--seed", 7)
    said, plan = planned(tmp_path, *asked, "--seconds", seconds)
    moves = said.rsplit("--moves ", 1)[1].split(".")[0]
    assert planned(tmp_path, *asked, "--moves", moves)[1] == plan


def test_a_search_for_steadiness_in_vain_leaves_time_for_the_rest() -> None:
    passed = [0.0]
    lengths = []
    for cycle in in_seconds(1, lambda: passed[0]):
        passed[0] += cycle.moves / 40_000
        lengths.append(cycle.moves)
    assert sum(lengths[:4]) <= 0.35 * 40_000
    assert 0.8 * 40_000 < sum(lengths) <= 0.95 * 40_000


def test_one_recorded_cycle_is_made_again_in_one(tmp_path: Path) -> None:
    asked = ("--players", 22, "--rounds", 5, "--seed", 7)
    said, plan = planned(tmp_path, *asked, "--moves", "1500,")
    assert "--moves 1500,." in said
    assert planned(tmp_path, *asked, "--moves", "1500,")[1] == plan
    assert planned(tmp_path, *asked, "--moves", "1500")[1] != plan


def test_people_come_and_go_by_the_attendance(tmp_path: Path) -> None:
    there = [list("abcdefgh"), list("abcdefghi"), list("bcdefgh")]
    given = written(tmp_path, there)
    _, plan = planned(
        tmp_path, "--players", 9, "--rounds", 3, "--attendance", given, "--moves", 500
    )
    assert plan["attendance"] == there
    for tables, people in zip(plan["rounds"], there, strict=True):
        assert sorted(p for table in tables for p in table) == people


def test_who_sits_apart_never_shares_a_table(tmp_path: Path) -> None:
    pairs = [[1, 2], [3, 4], [1, 5]]
    given = written(tmp_path, {"forbidden": pairs})
    _, plan = planned(
        tmp_path, "--players", 12, "--rounds", 4, "--apart", given, "--moves", 2_000
    )
    assert plan["forbidden"] == pairs
    for tables in plan["rounds"]:
        for table in tables:
            assert not any({a, b} <= set(table) for a, b in pairs)


def test_whoever_has_a_table_of_their_own_keeps_it_at_either_size(
    tmp_path: Path,
) -> None:
    given = written(tmp_path, {"3": 2, "5": 0})
    _, plan = planned(
        tmp_path, "--players", 13, "--rounds", 6, "--fixed", given, "--moves", 3_000
    )
    small: Counter[int] = Counter()
    for tables in plan["rounds"]:
        assert 3 in tables[2]
        assert 5 in tables[0]
        small.update(p for table in tables if len(table) < 5 for p in table)
    assert max(small.values()) - min(small.values()) <= 1


def test_a_learner_sits_with_somebody_and_a_place_is_kept_for_the_first_round(
    tmp_path: Path,
) -> None:
    together, pins = [[1, 9], [2, 3, 4]], {"5": 1}
    plan_with = written(tmp_path, {"together": together, "pins": pins})
    files = ("--together", plan_with, "--pins", plan_with)
    _, plan = planned(
        tmp_path, "--players", 13, "--rounds", 4, *files, "--moves", 2_000
    )
    first, *later = plan["rounds"]
    assert all(any(set(group) <= {*table} for table in first) for group in together)
    assert 5 in first[1]
    assert not all(2 in t and 3 in t for tables in later for t in tables if 2 in t)
    assert (plan["together"], plan["pins"]) == (together, pins)


def test_together_and_apart_at_once_is_named_by_its_people(tmp_path: Path) -> None:
    given = written(tmp_path, [[3, 7]])
    said = refusal(
        *("--players", 12, "--rounds", 2, "--apart", given, "--together", given)
    )
    assert said.endswith("(sitting apart + sitting together): 3, 7.")


def test_the_proof_is_told_in_words(tmp_path: Path) -> None:
    said, _ = planned(tmp_path, "--players", 12, "--rounds", 3, "--moves", 2_000)
    assert "(a table seats more people than there are tables they can come from)" in (
        said
    )


def test_whoever_does_not_fit_sits_out_by_turns(tmp_path: Path) -> None:
    said, plan = planned(
        tmp_path, "--players", 10, "--rounds", 5, "--sizes", 4, "--moves", 500
    )
    out = [set(plan["players"]) - set(people) for people in plan["attendance"]]
    assert Counter(p for people in out for p in people) == dict.fromkeys(
        range(1, 11), 1
    )
    assert "Sitting out by turns: 2, 2, 2, 2, 2." in said


def test_the_matrix_counts_every_meeting(tmp_path: Path) -> None:
    said, plan = planned(
        tmp_path, "--players", 8, "--rounds", 3, "--moves", 500, "--matrix"
    )
    rows = said.splitlines()[-8:]
    met = Counter(
        pair
        for tables in plan["rounds"]
        for table in tables
        for pair in combinations(sorted(table), 2)
    )
    for (a, b), times in met.items():
        assert rows[a - 1].removeprefix(f"{a} ")[b - 1] == str(times)


def test_the_matrix_is_drawn_as_well(tmp_path: Path) -> None:
    picture = tmp_path / "matrix.svg"
    planned(tmp_path, "--players", 8, "--rounds", 2, "--moves", 9, "--svg", picture)
    assert picture.read_text("utf-8").count("<rect") == 8 * 7


def test_a_contradiction_is_named_by_its_people(tmp_path: Path) -> None:
    pairs = [list(pair) for pair in combinations([2, 4, 6, 8], 2)]
    given = written(tmp_path, pairs)
    said = refusal("--players", 12, "--rounds", 2, "--apart", given)
    assert said.endswith("2, 4, 6, 8.")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", 0, "--rounds", 2),
        ("--players", 2, "--rounds", 2),
        ("--players", 9, "--rounds", 0),
        ("--players", 9, "--rounds", 2, "--sizes", "4,x"),
        ("--players", 3, "--rounds", 2, "--sizes", "4"),
        ("--players", 9, "--rounds", 2, "--moves", "many"),
        ("--tables", "4x", "--rounds", 2),
        ("--tables", "1x99", "--rounds", 2),
        ("--players", 9, "--rounds", 2, "--apart", "/nowhere.json"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(
    arguments: tuple[object, ...],
) -> None:
    assert refusal(*arguments).endswith((".", "directory"))


@pytest.mark.parametrize(
    ("option", "data"),
    [
        ("--apart", [[1, 99]]),
        ("--apart", [[1]]),
        ("--apart", {"a": 1}),
        ("--fixed", {"99": 0}),
        ("--fixed", {"1": "a"}),
        ("--fixed", {"1": 7}),
        ("--fixed", [[1, 2]]),
        ("--together", [[1]]),
        ("--together", [[1, 99]]),
        ("--together", {"a": 1}),
        ("--pins", {"99": 0}),
        ("--pins", {"1": 7}),
        ("--pins", [[1, 2]]),
        ("--attendance", [[1, 2, 3]]),
        ("--attendance", [[1, 2, 3], [1, 1, 2]]),
        ("--attendance", 5),
        ("--attendance", [[{"a": 1}], [2]]),
        ("--apart", [[[1], 2]]),
        ("--together", [[[1], 2]]),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_one_sentence(
    tmp_path: Path, option: str, data: Any
) -> None:
    said = refusal("--players", 9, "--rounds", 2, option, written(tmp_path, data))
    assert said.endswith(".")
