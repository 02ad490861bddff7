"""A Bollen form of which only the sum columns are known: the emergency entry.

Only what the columns themselves can tell is checked (rule 2.7 C8 to C11).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.prediction import Prediction

Columns = Mapping[str, int]


def sums_total(rules: Prediction, row: Columns) -> int:
    """The total that the three columns give (rule 2.6)."""
    made = rules.hit_bonus * row["niet_behaalde_bollen"]
    return row["punten"] + made + rules.miss * row["bollen"]


def sums_problems(rules: Prediction, rows: Sequence[Columns]) -> list[Problem]:
    """Checks C8 to C11 over all rows of a table, row by row first.

    Penalty bollen stand under ``strafbollen``, 0 where absent.
    """
    found = [p for place, row in enumerate(rows, 1) for p in _row(rules, place, row)]
    deals = len(rules.deals)
    tricks = sum(deal.cards for deal in rules.deals)
    bollen = sum(row["bollen"] - row.get("strafbollen", 0) for row in rows)
    if bollen < deals:
        params = {"bollen": bollen, "deals": deals}
        found.append(
            Problem("table_bollen_too_few", Severity.HARD, params=params),
        )
    points = sum(row["punten"] for row in rows)
    if points > tricks:
        params = {"points": points, "tricks": tricks}
        found.append(Problem("table_points_exceed", Severity.HARD, params=params))
    return found


def _row(rules: Prediction, place: int, row: Columns) -> Iterator[Problem]:
    deals, penalties = len(rules.deals), row.get("strafbollen", 0)
    if min(*row.values(), row["bollen"] - penalties) < 0:
        yield Problem("negative", Severity.HARD, place)
        return
    counted = row["bollen"] + row["niet_behaalde_bollen"]
    if counted != deals + penalties:
        params = {"counted": counted, "expected": deals + penalties}
        yield Problem("sum_cells", Severity.HARD, place, params=params)
    largest = sorted((deal.cards for deal in rules.deals), reverse=True)
    most = [0, *accumulate(largest)][min(row["niet_behaalde_bollen"], deals)]
    if row["punten"] > most:
        params = {"points": row["punten"], "most": most}
        yield Problem("sum_points_exceed_hits", Severity.HARD, place, params=params)
