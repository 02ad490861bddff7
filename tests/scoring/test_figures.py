"""What an entry shows after some rounds (rule 6.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking import Criterion
from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Rulebook
from scoring.rulebooks.figures import (
    NOT_YET,
    figures_of_rounds,
    penalised,
    table_points,
    with_penalties,
)
from scoring.rulebooks.prediction import Prediction
from tests.fifth_game import Tientje


def played(
    totaal: int, bollen: int = 3, punten: int = 5, strafbollen: int = 0
) -> dict[str, int]:
    return {
        "totaal": totaal,
        "bollen": bollen,
        "punten": punten,
        "niet_behaalde_bollen": 11 - bollen + strafbollen,
        "strafbollen": strafbollen,
    }


def test_the_rounds_of_an_entry_are_added_column_by_column() -> None:
    rounds = [played(16), played(9, 5, 3, 1), played(21, 2, 7)]
    assert figures_of_rounds(rounds) == {
        "totaal": 46,
        "bollen": 10,
        "punten": 15,
        "niet_behaalde_bollen": 24,
        "strafbollen": 1,
        "tafelpunten": 0,
        "correctie": 0,
        "gemist": 0,
        "beste_rondes": (21, 16, 9),
    }


def test_before_the_first_round_everything_is_nothing() -> None:
    figures = figures_of_rounds([])
    assert figures.pop("beste_rondes") == ()
    assert set(figures.values()) == {0}


def test_a_missed_round_is_in_the_total_and_in_a_column_of_its_own() -> None:
    figures = figures_of_rounds([played(16), played(9)], [-4, 0])
    assert (figures["totaal"], figures["correctie"]) == (21, -4)
    assert (figures["gemist"], figures["bollen"]) == (2, 6)
    assert figures["beste_rondes"] == (16, 9, 0, -4)


def test_a_round_without_a_form_yet_is_worse_than_any_that_was_played() -> None:
    waiting = figures_of_rounds([played(-22)], to_come=1)["beste_rondes"]
    assert waiting == (-22, NOT_YET)
    assert figures_of_rounds([played(-22), played(-22)])["beste_rondes"] > waiting
    assert figures_of_rounds([played(3)], to_come=1)["totaal"] == 3


def test_a_figure_a_game_does_not_keep_counts_for_nothing() -> None:
    assert figures_of_rounds([{"totaal": 7}])["strafbollen"] == 0


@given(st.lists(st.integers(-22, 57), max_size=8), st.lists(st.integers(-22, 0)))
def test_best_rounds_and_total_do_not_depend_on_the_order(
    totals: list[int], missed: list[int]
) -> None:
    rounds = [played(total) for total in totals]
    figures = figures_of_rounds(rounds, missed, to_come=2)
    assert figures == figures_of_rounds(rounds[::-1], missed[::-1], to_come=2)
    assert figures["totaal"] == sum(totals) + sum(missed)
    best = figures["beste_rondes"]
    assert list(best) == sorted(best, reverse=True)
    assert best[-2:] == (NOT_YET, NOT_YET)


@pytest.mark.parametrize(
    ("totals", "points"),
    [
        ([20, 15, 10, 5], [4, 3, 2, 1]),
        ([5, 20, 10, 15, 12], [1, 5, 2, 4, 3]),
        ([9, 9, 5, 1], [3.5, 3.5, 2, 1]),
        ([9, 7, 7, 7], [4, 2, 2, 2]),
        ([3, 3, 3], [2, 2, 2]),
        ([-4], [1]),
    ],
)
def test_a_place_at_the_table_is_worth_points_and_a_shared_one_its_average(
    totals: list[int], points: list[float]
) -> None:
    assert table_points(totals) == points
    lowest_wins = table_points([-total for total in totals], high_wins=False)
    assert lowest_wins == points


@given(st.lists(st.integers(-22, 57), min_size=1, max_size=8))
def test_the_points_of_a_table_always_add_up_to_the_same(totals: list[int]) -> None:
    many = len(totals)
    assert sum(table_points(totals)) == many * (many + 1) / 2


class Pegs(Tientje):
    """A game that ranks by a figure of its own."""

    criteria = (Criterion("pegs"), Criterion("best_deal"))


@pytest.mark.parametrize(
    ("rules", "figures"),
    [
        (PRESETS["bollen"], ("totaal",)),
        (PRESETS["bollen_thuis"], ("punten",)),
        (PRESETS["belotten"], ("points_for", "balance")),
        (PRESETS["bolivia"], ("points_for", "balance")),
        (Prediction(table_points=True), ("totaal",)),
        (Pegs(), ("pegs",)),
    ],
)
def test_a_penalty_changes_the_points_of_the_form_and_nothing_won_beside_them(
    rules: Rulebook, figures: tuple[str, ...]
) -> None:
    assert penalised(rules) == figures
    before = dict.fromkeys(("victory_points", "bollen", "correctie", *figures), 20)
    assert with_penalties(rules, before, 0) == before
    after = dict.fromkeys((*figures, "correctie"), 15)
    assert with_penalties(rules, before, -5) == before | after
