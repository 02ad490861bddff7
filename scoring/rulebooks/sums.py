"""A form of which only the sum columns are known: the emergency entry.

Only what the columns themselves can tell is checked (rule 2.7 C8 to C11).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from scoring.rulebooks.base import Line, Problem, Severity
from scoring.rulebooks.bid_form import is_whole, not_whole, unreadable
from scoring.rulebooks.bid_rules import BidRules

HARD = Severity.HARD
NEEDED = ("bollen", "punten", "niet_behaalde_bollen")
ALLOWED = frozenset((*NEEDED, "strafbollen", "totaal"))
Columns = Mapping[str, int]


def sums_total(rules: BidRules, row: Columns) -> int:
    """The total that the three columns give (rule 2.6)."""
    penalties = row.get("strafbollen") or 0
    made = rules.hit_per * row["punten"] + rules.hit_bonus * row["niet_behaalde_bollen"]
    missed = rules.miss * (row["bollen"] - penalties)
    return rules.start + made + missed + rules.penalty_bol * penalties


def sums_problems(
    rules: BidRules,
    rows: Sequence[Columns],
    *,
    as_played: Collection[int] = (),
    annulled: Collection[int] = (),
) -> list[Problem]:
    """Checks C8 to C11 over all rows of a table, row by row first.

    Penalty bollen stand under ``strafbollen``, 0 where absent. Deals, numbered
    from 1, whose bid sum was accepted ``as_played`` can be without a bol; those
    ``annulled`` count for nothing.
    """
    numbered = enumerate(rules.deals_for(len(rows) or 1), 1)
    deals = {n: deal for n, deal in numbered if n not in annulled}
    cards = sorted((deal.cards for deal in deals.values()), reverse=True)
    found = [p for place, row in enumerate(rows, 1) for p in _row(cards, place, row)]
    sure = [n for n, d in deals.items() if rules.hooked(d.cards) and n not in as_played]
    bollen = sum(row["bollen"] - (row.get("strafbollen") or 0) for row in rows)
    if bollen < len(sure):
        params = {"bollen": bollen, "deals": len(sure)}
        found.append(Problem("table_bollen_too_few", HARD, params=params))
    points = sum(row["punten"] for row in rows)
    if points > sum(cards):
        params = {"points": points, "tricks": sum(cards)}
        found.append(Problem("table_points_exceed", HARD, params=params))
    return found


def sums_misfits(rules: BidRules, rows: Any, places: int) -> list[Problem]:
    """What keeps the columns from being judged: their shape (rule 1.2).

    A game that scores a bol by the tricks it is off has no total without them.
    """
    if not isinstance(rows, list | tuple):
        return [unreadable("sums")]
    if len(rows) != places:
        return [Problem("player_count", HARD, params={"places": len(rows)})]
    if rules.miss_per:
        return [Problem("tricks_missing", HARD)]
    return [p for place, row in enumerate(rows, 1) for p in _misfit(place, row)]


def sums_lines(rules: BidRules, rows: Sequence[Columns]) -> list[Line]:
    """One line per row; ``alleen_sommen`` marks that no cell was ever seen."""
    lines = []
    for place, row in enumerate(rows, 1):
        total = sums_total(rules, row)
        stats = {key: row[key] for key in NEEDED}
        stats |= {"strafbollen": row.get("strafbollen") or 0, "totaal": total}
        lines.append(Line(place, str(place), total, stats | {"alleen_sommen": 1}))
    return lines


def _misfit(place: int, row: Any) -> Iterator[Problem]:
    if not isinstance(row, Mapping) or not ALLOWED.issuperset(row):
        yield unreadable("sums")
        return
    for key in NEEDED:
        if row.get(key) is None:
            yield Problem("missing_cell", HARD, place)
    for value in row.values():
        if value is not None and not is_whole(value):
            yield not_whole(value, place)


def _row(cards: Sequence[int], place: int, row: Columns) -> Iterator[Problem]:
    """One row; ``cards`` are those of the deals, the most first."""
    deals, penalties = len(cards), row.get("strafbollen") or 0
    counts = [row[key] for key in NEEDED]
    if min(*counts, penalties, row["bollen"] - penalties) < 0:
        yield Problem("negative", HARD, place)
        return
    counted = row["bollen"] + row["niet_behaalde_bollen"]
    if counted != deals + penalties:
        params = {"counted": counted, "expected": deals + penalties}
        yield Problem("sum_cells", HARD, place, params=params)
    most = [0, *accumulate(cards)][min(row["niet_behaalde_bollen"], deals)]
    if row["punten"] > most:
        params = {"points": row["punten"], "most": most}
        yield Problem("sum_points_exceed_hits", HARD, place, params=params)
