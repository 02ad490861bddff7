"""What a missed round counts for (rule 6.2), each policy worked by hand."""

import pytest

from tournament.missed import (
    AVERAGE,
    FIXED,
    LOWEST,
    LOWEST_OR_ZERO,
    ZERO,
    missed_worth,
)
from tournament.models import Tournament


@pytest.mark.parametrize(
    ("policy", "totals", "worth"),
    [
        (LOWEST_OR_ZERO, [16, 9, 15], 0),
        (LOWEST_OR_ZERO, [16, -3, 15], -3),
        (ZERO, [16, 9, 15], 0),
        (ZERO, [16, -3, 15], 0),
        (LOWEST, [16, 9, 15], 9),
        (LOWEST, [16, -3, 15], -3),
    ],
)
def test_a_missed_round_counts_by_the_totals_of_those_who_played(
    policy: str, totals: list[int], worth: int
) -> None:
    assert missed_worth(policy, totals, own_totals=[40]) == worth


@pytest.mark.parametrize(
    ("own", "worth"), [([10, 6], 8), ([8, 5], 6), ([-3, -4], -4), ([], 0)]
)
def test_the_own_average_is_rounded_down_so_that_staying_away_gains_nothing(
    own: list[int], worth: int
) -> None:
    assert missed_worth(AVERAGE, [1, 2, 3], own) == worth


def test_every_policy_that_can_be_chosen_has_a_worth() -> None:
    known = {LOWEST_OR_ZERO, ZERO, LOWEST, AVERAGE, FIXED}
    assert set(Tournament.Missed.values) == known


def test_a_fixed_number_is_what_it_says() -> None:
    assert missed_worth(FIXED, [16, -3], own_totals=[40], fixed=-5) == -5
