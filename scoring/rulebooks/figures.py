"""What an entry has to show after some rounds: the figures the chain compares."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rulebooks.base import Rulebook, Stats

SUMMED = (
    "totaal",
    "bollen",
    "punten",
    "niet_behaalde_bollen",
    "strafbollen",
    "tafelpunten",
)
# What is counted in the points of a form; at home only the points themselves are.
POINTS, POINTS_AT_HOME = ("totaal", "points_for", "balance"), "punten"
# The first deal in which somebody who left during a game was not dealt in (rule 2.9).
LEFT = "vertrokken"
# Below any total that can be made: an unplayed round never looks like a good one.
NOT_YET = -1_000_000


def figures_of_rounds(
    played: Sequence[Stats], missed: Sequence[int] = (), to_come: int = 0
) -> dict[str, Any]:
    """Sum the rounds of one entry into the figures of rule 6.2.

    ``missed`` holds what each missed round counts for; it is in the total and in
    ``correctie``, and books no bollen. ``to_come`` rounds have no form yet.
    """
    figures: dict[str, Any] = {
        key: sum(stats.get(key, 0) for stats in played) for key in SUMMED
    }
    figures["correctie"] = sum(missed)
    figures["totaal"] += sum(missed)
    figures["gemist"] = len(missed)
    totals = sorted([*(stats["totaal"] for stats in played), *missed], reverse=True)
    figures["beste_rondes"] = (*totals, *([NOT_YET] * to_come))
    return figures


def table_points(totals: Sequence[int], high_wins: bool = True) -> list[float]:
    """What each place at a table gets: the first of n gets n, the next one less.

    Who shares places shares their points evenly, so halves occur (rule 6.2).
    """
    ranked = sorted(totals, reverse=high_wins)
    worth: dict[int, float] = {}
    for total in set(totals):
        first, many = ranked.index(total), ranked.count(total)
        worth[total] = len(totals) - first - (many - 1) / 2
    return [worth[total] for total in totals]


def penalised(rules: Rulebook) -> tuple[str, ...]:
    """The figures that a penalty of the direction changes, in points of the form.

    Never what is won beside them: victory points and points per table stay as played
    (rules 6.2 and 6.4).
    """
    shown = (rules.criteria[0].key, *rules.columns)
    known = tuple(key for key in POINTS if key in shown)
    return known or ((POINTS_AT_HOME,) if POINTS_AT_HOME in shown else shown[:1])


def with_penalties(
    rules: Rulebook, figures: Mapping[str, Any], points: int
) -> dict[str, Any]:
    """The figures after penalties of ``points`` together, below 0 for points off.

    They stand in ``correctie`` too, beside what missed rounds count for.
    """
    changed = (*penalised(rules), "correctie") if points else ()
    return {**figures, **{key: figures[key] + points for key in changed}}
