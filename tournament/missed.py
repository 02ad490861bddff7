"""What a missed round counts for (rule 6.2). Pure; no database."""

from collections.abc import Sequence

LOWEST_OR_ZERO, ZERO, LOWEST, AVERAGE, FIXED = (
    "lowest_or_zero",
    "zero",
    "lowest",
    "average",
    "fixed",
)


def missed_worth(
    policy: str,
    round_totals: Sequence[int],
    own_totals: Sequence[int],
    fixed: int = 0,
) -> int:
    """Points for one missed round.

    ``round_totals`` are the totals of those who played it (at least one),
    ``own_totals`` the person's own other rounds. The average is rounded down, so
    that staying away never gains a point by rounding. ``fixed`` is the worth under
    the policy of that name.
    """
    if policy == ZERO:
        return 0
    if policy == FIXED:
        return fixed
    if policy == AVERAGE:
        return sum(own_totals) // len(own_totals) if own_totals else 0
    lowest = min(round_totals)
    return min(0, lowest) if policy == LOWEST_OR_ZERO else lowest
