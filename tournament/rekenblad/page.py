"""Rekenblad as a page: participants, checks, forms and meetings side by side."""

from collections.abc import Collection, Sequence
from itertools import zip_longest

from scoring.rulebooks.figures import NOT_YET
from tournament.excel import Column, Kind, Page, Value
from tournament.rekenblad.formulas import (
    checks,
    form_formulas,
    meeting_formulas,
    person_formulas,
    summed_formulas,
)
from tournament.rekenblad.layout import Layout

HIDE_NOT_YET = f'[={NOT_YET}]"";0'


def nagerekend(
    layout: Layout,
    people: Sequence[tuple[int, str]],
    sums_only: Collection[int],
    meetings: Sequence[tuple[int, int]],
) -> Page:
    """The standings again, as formulas over the other sheets.

    ``people`` are number and name in order of number, so that every row has to find
    its own on Stand. ``sums_only`` are the rows of Formulieren without cells, and
    ``meetings`` pairs of rows of Formulieren whose people were opponents.
    """
    blocks = zip_longest(
        (_person(layout, at, *person) for at, person in enumerate(people, 2)),
        checks(layout),
        (
            (summed_formulas if at in sums_only else form_formulas)(layout, at)
            for at in range(2, layout.forms + 2)
        ),
        (
            meeting_formulas(layout, at, *rows)
            for at, rows in enumerate(meetings if layout.meeting_headings else (), 2)
        ),
    )
    rows = []
    for person, check, form, meeting in blocks:
        cells = {**(person or {}), **(form or {}), **(meeting or {})}
        if check:
            cells["controle"], cells["uitkomst"] = check
        rows.append([cells.get(heading or "") for heading in layout.headings])
    return Page(
        "Rekenblad",
        [_formula_column(heading) for heading in layout.headings],
        rows,
        "D2",
        filtered=False,
        printed=layout.headings.index("uitkomst") + 1,
    )


def _person(layout: Layout, at: int, number: int, name: str) -> dict[str, Value]:
    return {**person_formulas(layout, at), "nummer": number, "naam": name}


def _formula_column(heading: str | None) -> Column:
    if heading is None:
        return Column(None, Kind.EMPTY, width=3)
    if heading == "nummer":
        return Column(heading)
    if heading in ("naam", "controle"):
        return Column(heading, Kind.TEXT)
    hidden = heading.startswith("beste ")
    width = 12 if heading == "uitkomst" else None
    return Column(heading, Kind.FORMULA, HIDE_NOT_YET if hidden else "General", width)
