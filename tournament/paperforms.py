"""An evening's paper forms, typed over into a file: a row per place.

Columns: ronde, tafel, plaats, the deals in the order of the form, straf. A cell is
written as it is typed at the desk: "2" made, "2x" a bol, "x" a bol without a bid.
"""

import csv
from io import StringIO
from typing import Any

FIRST_COLUMNS = ["ronde", "tafel", "plaats"]


def read_paper_forms(text: str) -> dict[tuple[int, int], dict[str, Any]]:
    """Readings by (round, table). Raises ValueError when the columns are others."""
    heading, *lines = csv.reader(StringIO(text), delimiter=";")
    if heading[:3] != FIRST_COLUMNS or heading[-1] != "straf":
        raise ValueError(f"the columns are {FIRST_COLUMNS}, the deals, and straf")
    forms: dict[tuple[int, int], dict[str, Any]] = {}
    for number, table, place, *cells, penalties in lines:
        form = forms.setdefault(
            (int(number), int(table)), {"rows": [], "penalties": []}
        )
        if int(place) != len(form["rows"]) + 1:
            raise ValueError(
                f"round {number}, table {table}: place {place} is out of order"
            )
        form["rows"].append(cells)
        form["penalties"] += [{"place": int(place)}] * int(penalties or 0)
    return forms
