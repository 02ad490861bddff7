"""The demo in an empty folder: its workbook is there, and its standings are right.

The standings are summed anew by pandas from the forms in the same workbook.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest

from tests.running import lets_in, manage

DEALS = ["1", "2", "3", "4", "5", "5Z", "5B", "4.1", "3.1", "2.1", "1.1"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the demo ran twice; the first workbook is first.xlsx."""
    folder = tmp_path_factory.mktemp("demo")
    for kept in ("first.xlsx", "second.xlsx"):
        done = manage(folder, "demo", "--no-serve")
        assert (done.returncode, done.stderr) == (0, "")
        (folder / kept).with_suffix(".txt").write_text(done.stdout, "utf-8")
        (folder / "standings.xlsx").rename(folder / kept)
    return folder


def sheet(folder: Path, name: str, file: str = "first.xlsx") -> pd.DataFrame:
    return pd.read_excel(
        folder / file, name, keep_default_na=False, na_values=[""], dtype={"naam": str}
    )


def summed_from_cells(forms: pd.DataFrame) -> pd.DataFrame:
    """Per form the sums of rule 2.6, from nothing but its cells and penalties."""
    cells = forms[DEALS]
    bol = cells.map(lambda cell: str(cell).startswith("●"))
    made = cells.mask(bol).apply(pd.to_numeric)
    out = forms[["ronde", "nummer"]].copy()
    out["bollen"] = bol.sum(axis=1) + forms["straf"].fillna(0)
    out["punten"] = made.sum(axis=1)
    out["niet behaalde bollen"] = made.notna().sum(axis=1)
    out["totaal"] = out["punten"] + 2 * (out["niet behaalde bollen"] - out["bollen"])
    return out


def standings(forms: pd.DataFrame) -> pd.DataFrame:
    """Per start number the sums, the rounds and the place by the chain of rule 6.2."""
    sums = forms.groupby("nummer").sum().drop(columns="ronde").astype(int)
    rounds = forms.pivot(index="nummer", columns="ronde", values="totaal").astype(int)
    chain = pd.DataFrame(
        {
            "key": [
                (
                    -row["totaal"],
                    row["bollen"],
                    -row["punten"],
                    *sorted(-rounds.loc[number]),
                )
                for number, row in sums.iterrows()
            ]
        },
        index=sums.index,
    )["key"]
    sums["plaats"] = [1 + sum(other < key for other in chain) for key in chain]
    return sums.join(rounds.rename(columns=lambda number: f"R{number}"))


def test_the_workbook_holds_the_whole_evening(folder: Path) -> None:
    forms = sheet(folder, "Formulieren")
    assert list(forms.columns[5:16]) == DEALS
    assert len(forms) == 4 * 43
    assert forms.groupby("ronde")["nummer"].nunique().tolist() == [43] * 4
    assert len(sheet(folder, "Stand")) == 43


def test_the_standings_are_what_the_forms_add_up_to(folder: Path) -> None:
    forms = sheet(folder, "Formulieren")
    assert (forms["straf"].fillna(0) > 0).any()  # else this shows less than it seems
    found = standings(summed_from_cells(forms))
    stand = sheet(folder, "Stand").set_index("nummer").sort_index()
    for column in found:
        assert found[column].tolist() == stand[column].tolist(), column


def test_the_sums_on_a_form_are_what_its_cells_add_up_to(folder: Path) -> None:
    forms = sheet(folder, "Formulieren")
    found = summed_from_cells(forms)
    for column in ("bollen", "punten", "niet behaalde bollen", "totaal"):
        assert found[column].tolist() == forms[column].tolist(), column


@pytest.mark.parametrize("name", ["Stand", "Formulieren", "Indeling"])
def test_running_it_again_gives_the_same_evening(folder: Path, name: str) -> None:
    first, second = (sheet(folder, name, f) for f in ("first.xlsx", "second.xlsx"))
    pd.testing.assert_frame_equal(first, second)


def test_the_second_demo_is_a_tournament_of_its_own(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "bolwerk.sqlite3")) as database:
        found = database.execute("SELECT slug FROM tournament_tournament ORDER BY id")
        assert found.fetchall() == [("najaarsbollen",), ("najaarsbollen-2",)]
        people = database.execute("SELECT count(*) FROM tournament_player")
        assert people.fetchone() == (43,)


def test_without_serving_no_password_is_printed(folder: Path) -> None:
    for name in ("first.txt", "second.txt"):
        said = (folder / name).read_text("utf-8")
        assert "standings.xlsx" in said
        assert "wachtwoord" not in said
        assert "password" not in said


@pytest.mark.parametrize("guess", ["", "demo", "bolwerk"])
def test_the_demo_account_has_no_password_to_guess(folder: Path, guess: str) -> None:
    assert not lets_in(folder, "demo", guess)
