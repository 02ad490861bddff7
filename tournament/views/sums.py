"""The emergency entry: only the sum columns of a form, where its cells are lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.messages import sentence
from scoring.models import Sheet
from scoring.rulebooks.base import Problem, Reading, Severity
from scoring.words import word
from tournament.queries.people import Person

COLUMNS = ("bollen", "punten", "niet_behaalde_bollen", "strafbollen")
LONGEST = 4


@dataclass(frozen=True)
class SumCell:
    name: str
    value: str
    label: str


@dataclass(frozen=True)
class SumsRow:
    """One place: its columns, its total, and whether something is wrong with it."""

    place: int
    person: Person
    cells: tuple[SumCell, ...]
    total: int
    bad: bool
    sayings: tuple[str, ...]


@dataclass(frozen=True)
class SumsForm:
    """The sum columns of a form, ready for its template."""

    rows: tuple[SumsRow, ...]
    headings: tuple[str, ...]
    people: Sequence[Person]
    listed: tuple[tuple[str, str, str], ...]
    modes: tuple[tuple[str, str], ...]
    home: bool
    differing: frozenset[str] = frozenset()  # cells that say otherwise elsewhere
    mode: str = "sums"
    store: str = "-sums"
    template: str = "_sums.html"
    script: str = "tournament/deals.js"


def typed_sums(sheet: Sheet, post: QueryDict) -> dict[str, Any]:
    """The reading that was typed: a row of sums per place, absent where empty."""
    rows = []
    for place in range(1, sheet.places + 1):
        typed = {c: _value(post.get(f"s{place}-{c}", "")) for c in COLUMNS}
        row = {column: value for column, value in typed.items() if value != ""}
        rows.append(dict.fromkeys(COLUMNS[:3], "") | {"strafbollen": 0} | row)
    return {"sums": rows}


def build_sums(
    sheet: Sheet,
    people: Sequence[Person],
    reading: Reading,
    problems: Sequence[Problem] = (),
) -> SumsForm:
    """Lay sums out as rows, each problem at its row."""
    rows: Sequence[Mapping[str, Any]] = reading.get("sums") or [{}] * sheet.places
    totals = {line.place: line.total for line in _lines(sheet, rows)}
    said = [p for p in problems if p.severity is not Severity.INFO]
    return SumsForm(
        rows=tuple(
            SumsRow(
                place=place,
                person=person,
                cells=tuple(_cell(place, person, row, column) for column in COLUMNS),
                total=totals.get(place, 0),
                bad=any(p.place == place and p.blocks for p in said),
                sayings=tuple(
                    dict.fromkeys(_says(p) for p in said if p.place == place)
                ),
            )
            for place, (person, row) in enumerate(zip(people, rows, strict=True), 1)
        ),
        headings=tuple(word("short", column) for column in COLUMNS),
        home=sheet.rules.criteria[0].key == "bollen",
        people=people,
        listed=tuple(
            (f"s{place}-bollen" if place else "", who, text)
            for place, who, text in dict.fromkeys(
                (p.place, _who(people, p), _says(p)) for p in said
            )
        ),
        modes=tuple((key, word("mode", key)) for key in sheet.rules.modes),
    )


def _says(problem: Problem) -> str:
    if problem.code == "not_integer":
        return _("Fill in bollen, points and made bids as whole numbers, also a 0.")
    return sentence(problem)


def _lines(sheet: Sheet, rows: Sequence[Mapping[str, Any]]) -> Sequence[Any]:
    whole = all(type(value) is int for row in rows for value in row.values()) and all(
        rows
    )
    return sheet.rules.score({"sums": rows}, sheet.places) if whole else ()


def _cell(place: int, person: Person, row: Mapping[str, Any], column: str) -> SumCell:
    return SumCell(
        name=f"s{place}-{column}",
        value=str(row.get(column, "")),
        label=f"{person.name or person.number}, {word('figure', column)}",
    )


def _who(people: Sequence[Person], problem: Problem) -> str:
    if not problem.place:
        return ""
    person = people[problem.place - 1]
    return person.name or str(person.number)


def _value(text: str) -> int | str:
    text = text.replace("\0", "").strip()[:LONGEST]
    return int(text) if text.isascii() and text.isdecimal() else text
