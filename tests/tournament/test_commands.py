"""The commands that people script against: what they do, and how they refuse.

A refusal is one sentence on stderr and exit status 1; some are run as real
processes, because only those have an exit status.
"""

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import openpyxl
import pytest
from django.core.management import CommandError, call_command

from tests.building import Evening
from tests.running import BASE, manage, one_sentence
from tournament.models import Tournament

Build = Callable[..., Evening]
SIMULATE = ("--players", "8", "--rounds", "1", "--seed", "1")


def said(name: str, *arguments: object) -> str:
    """Everything a command wrote."""
    out = StringIO()
    call_command(name, *map(str, arguments), stdout=out)
    return out.getvalue()


def refusal(name: str, *arguments: object) -> str:
    """The sentence with which a command refuses; it has written nothing."""
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command(name, *map(str, arguments), stdout=out)
    assert out.getvalue() == ""
    sentence = str(caught.value)
    assert sentence
    assert "\n" not in sentence
    return sentence


# As real processes


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database in which there is nothing yet."""
    folder = tmp_path_factory.mktemp("empty")
    assert manage(folder, "migrate", "-v0").returncode == 0
    return folder


def test_the_same_seed_plays_the_same_evening_in_every_process(tmp_path: Path) -> None:
    for name in ("first", "again"):
        files = ("--json", f"{name}.json", "--plays", f"{name}.plays")
        done = manage(tmp_path, "simulate_evening", *SIMULATE, *files)
        assert (done.returncode, done.stderr) == (0, "")
        assert len(done.stdout.splitlines()) == 1
    for kind in ("json", "plays"):
        first, again = (tmp_path / f"{name}.{kind}" for name in ("first", "again"))
        assert first.read_bytes() == again.read_bytes()
    assert not (tmp_path / "bolwerk.sqlite3").exists()


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("simulate_evening", *SIMULATE, "--game", "klaverjassen"), "bollen"),
        (("simulate_evening", *SIMULATE, "--json", "no/such/folder.json"), "folder"),
        (("export", "najaarsbollen", "evening.xlsx"), "najaarsbollen"),
    ],
)
def test_a_command_that_cannot_says_why_and_exits_with_1(
    empty: Path, arguments: tuple[str, ...], word: str
) -> None:
    done = manage(empty, *arguments)
    assert done.returncode == 1
    assert word in one_sentence(done.stderr)
    assert done.stdout == ""
    assert [file.suffix for file in empty.iterdir() if file.is_file()] == [".sqlite3"]


@pytest.mark.parametrize(
    "arguments",
    [("export", "bollen", "evening.xlsx"), ("simulate_evening", *SIMULATE, "--here")],
)
def test_a_database_that_is_not_set_up_is_a_sentence(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    done = manage(tmp_path, *arguments)
    assert done.returncode == 1
    assert "migrate" in one_sentence(done.stderr)


# simulate_evening


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("people", "rounds", "word"),
    [(2, 1, "minstens 3"), (0, 1, "minstens 3"), (8, 0, "één")],
)
def test_too_few_people_or_rounds_are_refused(
    people: int, rounds: int, word: str
) -> None:
    counts = ("--players", people, "--rounds", rounds, "--seed", 1)
    assert word in refusal("simulate_evening", *counts)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["--json", "--plays", "--xlsx"])
def test_a_file_that_cannot_be_written_is_named(tmp_path: Path, kind: str) -> None:
    counts = ("--players", 3, "--rounds", 1, "--seed", 1)
    assert str(tmp_path) in refusal("simulate_evening", *counts, kind, tmp_path)


@pytest.mark.django_db
def test_here_keeps_the_evening_in_bolwerks_own_database() -> None:
    counts = ("--players", 3, "--rounds", 1, "--seed", 1)
    for times in (1, 2):
        said("simulate_evening", *counts, "--here")
        assert Tournament.objects.count() == times
    assert said("recheck", Tournament.objects.latest("pk").slug).startswith("1 ")


# export, import_players, recheck


def test_export_writes_the_workbook(evening: Build, tmp_path: Path) -> None:
    night = evening(8, played=1)
    said("export", night.tournament.slug, tmp_path / "avond.XLSX")
    book = openpyxl.load_workbook(tmp_path / "avond.XLSX", read_only=True)
    assert [row[1] for row in book["Indeling"].iter_rows(values_only=True)][1:] == [
        *([1] * 4),
        *([2] * 4),
    ]
    book.close()


@pytest.mark.parametrize("name", ["avond.ods", "avond", "avond.xlsx.txt"])
def test_export_writes_only_xlsx(evening: Build, tmp_path: Path, name: str) -> None:
    night = evening(0)
    assert ".xlsx" in refusal("export", night.tournament.slug, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_export_names_a_folder_that_is_not_there(
    evening: Build, tmp_path: Path
) -> None:
    file = tmp_path / "weg" / "avond.xlsx"
    assert str(file) in refusal("export", evening(0).tournament.slug, file)


@pytest.mark.parametrize("name", ["export", "import_players"])
def test_an_unknown_tournament_is_answered_with_those_there_are(
    evening: Build, tmp_path: Path, name: str
) -> None:
    night = evening(0)
    sentence = refusal(name, "voorjaarsbollen", tmp_path / "lijst.xlsx")
    assert "voorjaarsbollen" in sentence
    assert night.tournament.slug in sentence
    assert list(tmp_path.iterdir()) == []


def test_importing_registers_the_list_and_reports_row_by_row(evening: Build) -> None:
    night, seed = evening(0), BASE / "seeds" / "club-list.csv"
    text = seed.read_text("cp1252").splitlines()
    rows = list(csv.DictReader(text, delimiter=";"))
    *lines, last = said("import_players", night.tournament.slug, seed).splitlines()
    assert len(lines) == len(rows) == night.tournament.entries.count()
    assert str(len(rows)) in last
    for number, (line, row) in enumerate(zip(lines, rows, strict=True), 1):
        assert row["Achternaam"] in line
        assert f"({number})" in line


def test_importing_twice_registers_nobody_twice(evening: Build) -> None:
    night, seed = evening(0), BASE / "seeds" / "club-list.csv"
    said("import_players", night.tournament.slug, seed)
    before = night.tournament.entries.count()
    said("import_players", night.tournament.slug, seed)
    assert night.tournament.entries.count() == before


@pytest.mark.parametrize(
    ("name", "word"),
    [("lijst.ods", ".xlsx"), ("lijst.xls", ".xlsx"), ("leeg.csv", "leeg")],
)
def test_a_list_of_another_kind_is_refused(
    evening: Build, tmp_path: Path, name: str, word: str
) -> None:
    night, file = evening(0), tmp_path / name
    file.write_bytes(b"" if name == "leeg.csv" else b"PK\x03\x04 iets anders")
    assert word in refusal("import_players", night.tournament.slug, file)
    assert night.tournament.entries.count() == 0


def test_a_list_that_is_not_there_is_named(evening: Build, tmp_path: Path) -> None:
    file = tmp_path / "lijst.csv"
    assert str(file) in refusal("import_players", evening(0).tournament.slug, file)


def test_recheck_finds_every_result_as_the_rulebook_says(evening: Build) -> None:
    night = evening(9, played=2)
    assert said("recheck", night.tournament.slug).startswith("4 revisions")
