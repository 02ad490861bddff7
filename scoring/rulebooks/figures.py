"""What an entry has to show after some rounds: the figures the chain compares."""

from collections.abc import Mapping, Sequence
from typing import Any

SUMMED = ("totaal", "bollen", "punten", "niet_behaalde_bollen", "strafbollen")
# Below any total that can be made: an unplayed round never looks like a good one.
NOT_YET = -1_000_000

Round = Mapping[str, int]


def figures_of_rounds(
    played: Sequence[Round], missed: Sequence[int] = (), to_come: int = 0
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
