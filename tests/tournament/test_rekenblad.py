"""Rekenblad rebuilds Stand, and says so when it cannot: worked out by LibreOffice."""

import io
import re
import shutil
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.tournament.evenings import (
    NAMES,
    Played,
    bk04,
    cells_with,
    evening_of,
    frame,
    opened,
    random_evening,
    written,
)
from tournament.missed import FIXED
from tournament.queries.evening import Evening
from tournament.rekenblad.formulas import MISSED


def recalculated(folder: Path, files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The same workbooks after LibreOffice has worked out every formula."""
    for name, data in files.items():
        (folder / f"{name}.xlsx").write_bytes(data)
    soffice = shutil.which("soffice")
    assert soffice
    command = [
        soffice,
        f"-env:UserInstallation=file://{folder}/profile",
        "--headless",
        *("--convert-to", "xlsx", "--outdir", str(folder / "out")),
        *(str(folder / f"{name}.xlsx") for name in files),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    return {name: (folder / "out" / f"{name}.xlsx").read_bytes() for name in files}


def test_formulas_stand_on_rekenblad_only_and_need_no_new_excel() -> None:
    book = opened(written(random_evening()))
    used = set()
    for table in book:
        formulas = [
            c.value for row in table.iter_rows() for c in row if c.data_type == "f"
        ]
        assert bool(formulas) == (table.title == "Rekenblad")
        used |= set(re.findall(r"[A-Z.]+(?=\()", "".join(formulas)))
    assert used <= {
        *("ABS", "AND", "COUNT", "COUNTIF", "COUNTIFS", "IF", "IFERROR", "INDEX"),
        *("ISNUMBER", "LARGE", "MATCH", "MIN", "N", "SUM", "SUMIFS"),
    }


def check_rekenblad(data: bytes) -> None:
    """Every difference is 0, and the figures are those of Stand, also read here."""
    sheet = frame(data, "Rekenblad")
    people = sheet.dropna(subset="nummer").set_index("nummer")
    stand = frame(data, "Stand").set_index("nummer")
    assert len(people) == len(stand)
    assert people["verschil"].tolist() == [0] * len(stand)
    assert not sheet.filter(items=["formulier verschil"]).fillna(0).any(axis=None)
    assert sheet["uitkomst"][0] == "alles klopt"
    rebuilt = [heading for heading in stand if heading in people and heading != "naam"]
    assert {"plaats", "correctie", "gemist"} < {*rebuilt}
    for heading in rebuilt:
        here, there = people[heading].sort_index(), stand[heading].sort_index()
        assert (here.fillna(-1) == there.fillna(-1)).all(), heading


def nobody_below_zero(policy: str) -> Evening:
    """Number 3 misses a round in which the lowest total is 10."""
    good, fair = cells_with(8, 2), cells_with(8, 5)
    first, second = Played([1, 2, 3], [good, fair, fair]), Played([1, 2], [fair, good])
    return evening_of([[first], [second]], policy=policy)


def a_round_of_nothing() -> Evening:
    """Numbers 1 and 2 differ only in the second round: 0, or no form yet."""
    other = cells_with(8, 2)
    first = Played([1, 2], [cells_with(6, 0), cells_with(4, 5)], penalties=[1] * 11)
    second = [Played([2, 3], [cells_with(2, 6), other]), Played([1, 4], None)]
    return evening_of([[first, Played([3, 4], [other, other])], second])


def test_a_round_of_nothing_is_better_than_no_form_yet() -> None:
    stand = frame(written(a_round_of_nothing()), "Stand").set_index("nummer")
    assert stand["totaal"][1] == stand["totaal"][2] == 6
    assert stand["beslist"][2] == "2e ronde, 0 om nog geen"


@pytest.mark.libreoffice
def test_libreoffice_rebuilds_stand_without_a_difference(tmp_path: Path) -> None:
    evenings = {
        f"{policy}-{whole}": random_evening(
            names=NAMES, policy=policy, whole=whole, seed=seed
        )
        for seed, policy in enumerate(MISSED)
        for whole in (True, False)
    }
    evenings |= {f"good-{policy}": nobody_below_zero(policy) for policy in MISSED}
    evenings["fixed"] = random_evening(policy=FIXED, fixed=-7)
    evenings["penalties"] = random_evening(
        names=NAMES, penalties=[(1, 6, -40), (2, 1, 5), (3, 6, 3)]
    )
    evenings |= {"example": bk04(), "round_of_nothing": a_round_of_nothing()}
    evenings["nothing_in"] = evening_of([[Played([1, 2, 3, 4], None)]])
    files = {name: written(evening) for name, evening in evenings.items()}
    for data in recalculated(tmp_path, files).values():
        check_rekenblad(data)


@pytest.mark.libreoffice
def test_libreoffice_shows_a_difference_when_something_was_changed(
    tmp_path: Path,
) -> None:
    def changed(sheet: str, at: str, value: int | str | None) -> bytes:
        book = opened(written(random_evening(whole=True)))
        assert book[sheet][at].value != value
        book[sheet][at] = value
        target = io.BytesIO()
        book.save(target)
        return target.getvalue()

    files = {
        "a_cell_of_a_form": changed("Formulieren", "H2", 9),
        "a_round_total": changed("Stand", "D2", None),
        "a_place": changed("Stand", "A3", 7),
        "a_number": changed("Formulieren", "D2", 99),
        "a_seat_for_who_missed": changed("Indeling", "D30", 6),
    }
    for data in recalculated(tmp_path, files).values():
        assert frame(data, "Rekenblad")["uitkomst"][0] == "klopt niet"


@pytest.mark.slow
@pytest.mark.libreoffice
def test_two_hundred_people_and_six_rounds_take_seconds(tmp_path: Path) -> None:
    evening = random_evening(people=200, rounds=6)
    start = time.process_time()
    data = written(evening)
    assert time.process_time() - start < 10
    start = time.monotonic()
    check_rekenblad(recalculated(tmp_path, {"large": data})["large"])
    assert time.monotonic() - start < 60
