"""What the games of one table come to (rules 2.6, 2.9 and 3.3)."""

import pytest

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.session import (
    bolloos,
    correction_problem,
    dealer_of_deal,
    losers,
    next_first_dealer,
    session_totals,
    winners,
)

FIRST = {"A": 79, "B": 89, "C": 57, "D": 78}
SECOND = {"A": 88, "B": 61, "C": 92, "D": 75}


def rows(**bollen_and_points: tuple[int, int]) -> dict[str, dict[str, int]]:
    return {
        name: {"bollen": bollen, "punten": points}
        for name, (bollen, points) in bollen_and_points.items()
    }


def test_the_dealer_moves_on_into_the_next_game() -> None:
    """Thirteen deals at a table of four: who dealt first also deals last."""
    assert [dealer_of_deal(1, deal, 4) for deal in (1, 2, 12, 13)] == [1, 2, 4, 1]
    assert next_first_dealer(1, 13, 4) == 2
    assert next_first_dealer(3, 11, 7) == 7
    assert next_first_dealer(4, 13, 4) == 1


@pytest.mark.parametrize(
    ("deal", "completed", "begun", "allowed"),
    [
        (5, 5, False, True),
        (1, 1, False, True),
        (5, 5, True, False),
        (4, 5, False, False),
        (1, 5, False, False),
        (6, 5, False, False),
        (0, 0, False, False),
        (-1, 5, False, False),
    ],
)
def test_only_the_last_deal_is_corrected_and_only_before_the_next_one(
    deal: int, completed: int, begun: bool, allowed: bool
) -> None:
    found = correction_problem(deal, completed, begun)
    assert (found is None) == allowed
    if found:
        where = deal if deal >= 1 else None
        assert found == Problem("deal_locked", Severity.HARD, deal=where)


@pytest.mark.parametrize(
    ("deal", "allowed"), [(0, False), (1, True), (5, True), (6, False)]
)
def test_the_direction_corrects_any_deal_that_was_played(
    deal: int, allowed: bool
) -> None:
    found = correction_problem(deal, 5, True, direction=True)
    assert (found is None) == allowed


def test_an_evening_is_the_sum_of_its_games() -> None:
    evening = {"A": 167, "B": 150, "C": 149, "D": 153}
    assert session_totals([FIRST, SECOND]) == evening
    assert session_totals([]) == {}


def test_who_came_later_has_only_the_games_played() -> None:
    assert session_totals([FIRST, {"A": 1, "E": 90}]) == FIRST | {"A": 80, "E": 90}


def test_equal_highest_scores_share_the_win() -> None:
    assert winners(FIRST) == ["B"]
    assert winners(FIRST | {"D": 89}) == ["B", "D"]
    assert winners({}) == []


def test_where_low_wins_the_lowest_total_has_won() -> None:
    assert winners(FIRST, high_wins=False) == ["C"]


def test_at_home_most_bollen_loses_and_then_fewest_points() -> None:
    assert losers(rows(A=(3, 6), B=(4, 3), C=(3, 5))) == ["B"]
    assert losers(rows(A=(3, 10), B=(4, 5), C=(4, 4))) == ["C"]


def test_equal_on_both_all_of_them_lose() -> None:
    assert losers(rows(A=(4, 4), B=(2, 9), C=(4, 4))) == ["A", "C"]
    assert losers({}) == []


def test_without_a_bol_is_an_honour_that_several_can_have() -> None:
    assert bolloos(rows(A=(0, 6), B=(4, 3), C=(0, 5))) == ["A", "C"]
    assert bolloos(rows(B=(4, 3))) == []
