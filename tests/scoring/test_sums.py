"""A form of which only the sum columns are known (rule 2.7 C8 to C11)."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.prediction import BOLLEN_DEALS, Prediction
from scoring.rulebooks.sums import sums_problems, sums_total
from tests.building import FORM_OF_FOUR, reading

BOLLEN = Prediction()
HARD = Severity.HARD


def columns(bollen: int, punten: int, stand: int, **more: int) -> dict[str, int]:
    return {
        "bollen": bollen,
        "punten": punten,
        "niet_behaalde_bollen": stand,
        **more,
    }


def table() -> list[dict[str, int]]:
    """The sums of a form that was checked by hand."""
    return [columns(3, 6, 8), columns(4, 3, 7), columns(3, 5, 8), columns(3, 7, 8)]


def test_right_columns_give_the_totals_of_the_form() -> None:
    assert sums_problems(BOLLEN, table()) == []
    assert [sums_total(BOLLEN, row) for row in table()] == [16, 9, 15, 17]


@given(st.lists(st.integers(1, 4), max_size=6))
def test_the_columns_of_a_right_form_are_right(penalised: list[int]) -> None:
    form = reading(FORM_OF_FOUR, penalties=[{"place": place} for place in penalised])
    lines = BOLLEN.score(form, 4)
    rows = [{k: v for k, v in line.stats.items() if k != "totaal"} for line in lines]
    assert sums_problems(BOLLEN, rows) == []
    assert [sums_total(BOLLEN, row) for row in rows] == [line.total for line in lines]


def test_so_many_rows_as_people_at_the_table() -> None:
    refused = Problem("player_count", HARD, params={"places": 3})
    assert BOLLEN.problems({"sums": table()[:3]}, 4) == [refused]


@pytest.mark.parametrize("row", [columns(3, 6, 7), columns(4, 6, 8)])
def test_bollen_and_made_bids_are_eleven_together(row: dict[str, int]) -> None:
    counted = row["bollen"] + row["niet_behaalde_bollen"]
    assert sums_problems(BOLLEN, [row, *table()[1:]]) == [
        Problem("sum_cells", HARD, 1, params={"counted": counted, "expected": 11})
    ]


def test_penalty_bollen_come_on_top_of_the_eleven() -> None:
    rows = [columns(4, 6, 8, strafbollen=1), *table()[1:]]
    assert sums_problems(BOLLEN, rows) == []
    rows[0]["strafbollen"] = 2
    assert sums_problems(BOLLEN, rows) == [
        Problem("sum_cells", HARD, 1, params={"counted": 12, "expected": 13})
    ]


def most_points(made: int) -> int:
    """The most points of so many made bids, by trying all deals."""
    cards = [deal.cards for deal in BOLLEN_DEALS]
    return max(sum(chosen) for chosen in combinations(cards, made))


@pytest.mark.parametrize("made", range(12))
def test_so_few_made_bids_cannot_bring_so_many_points(made: int) -> None:
    most = most_points(made)
    others = [columns(11, 0, 0), columns(11, 0, 0)]
    assert sums_problems(BOLLEN, [columns(11 - made, most, made), *others]) == []
    found = sums_problems(BOLLEN, [*others, columns(11 - made, most + 1, made)])
    assert found[0] == Problem(
        "sum_points_exceed_hits", HARD, 3, params={"points": most + 1, "most": most}
    )


def test_a_table_has_at_least_a_bol_in_every_deal() -> None:
    rows = [columns(2, 6, 9), columns(3, 3, 8), columns(2, 5, 9), columns(3, 7, 8)]
    few = Problem("table_bollen_too_few", HARD, params={"bollen": 10, "deals": 11})
    assert sums_problems(BOLLEN, rows) == [few]
    rows[0] = columns(3, 6, 9, strafbollen=1)  # a penalty bol is in no deal
    assert sums_problems(BOLLEN, rows) == [few]
    rows[0] = columns(3, 6, 8)
    assert sums_problems(BOLLEN, rows) == []


def test_a_table_cannot_have_more_points_than_tricks() -> None:
    rows = [columns(5, 12, 6), columns(5, 12, 6), columns(5, 11, 6)]
    assert sums_problems(BOLLEN, rows) == []
    rows[2]["punten"] = 12
    assert sums_problems(BOLLEN, rows) == [
        Problem("table_points_exceed", HARD, params={"points": 36, "tricks": 35})
    ]


@pytest.mark.parametrize(
    "row",
    [
        columns(-1, 6, 12),
        columns(3, -1, 8),
        columns(12, 6, -1),
        columns(3, 6, 7, strafbollen=-1),
        columns(2, 6, 12, strafbollen=3),  # fewer bollen than penalty bollen
    ],
)
def test_no_column_is_below_nothing(row: dict[str, int]) -> None:
    assert sums_problems(BOLLEN, [row, *table()[1:]])[0] == Problem("negative", HARD, 1)


def test_rows_are_judged_before_the_table_and_in_their_order() -> None:
    rows = [columns(0, 36, 10), columns(3, 3, 8), columns(0, -1, 11)]
    found = sums_problems(BOLLEN, rows)
    assert [(p.code, p.place) for p in found] == [
        ("sum_cells", 1),
        ("sum_points_exceed_hits", 1),
        ("negative", 3),
        ("table_bollen_too_few", None),
        ("table_points_exceed", None),
    ]


@settings(max_examples=60)
@given(
    st.integers(0, 3), st.sampled_from(["bollen", "niet_behaalde_bollen"]), st.data()
)
def test_a_slip_in_one_count_is_always_found(
    place: int, column: str, data: st.DataObject
) -> None:
    rows: list[dict[str, Any]] = table()
    right = rows[place][column]
    rows[place][column] = data.draw(st.integers(-5, 30).filter(lambda n: n != right))
    found = sums_problems(BOLLEN, rows)
    assert found
    assert found[0].place == place + 1


def test_the_bounds_follow_the_deals_of_the_game() -> None:
    short = Prediction(deals=BOLLEN_DEALS[:3], hit_bonus=10, miss=-1)
    rows = [columns(1, 5, 2), columns(1, 1, 2), columns(1, 0, 2)]
    assert sums_problems(short, rows) == []
    assert [sums_total(short, row) for row in rows] == [24, 20, 19]
    assert sums_problems(short, [columns(1, 6, 2), *rows[1:]])[0].params["most"] == 5
