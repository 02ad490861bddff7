"""A half-typed form when the people of its table change."""

from typing import Any

import pytest

from tournament.formshape import (
    Written,
    is_begun,
    leaving,
    staying,
    with_one_fewer,
    with_one_more,
    with_place_back,
)

FORM: dict[str, Any] = {
    "rows": [["0", "1x", ""], ["1", "", ""], ["", "", ""]],
    "penalties": [{"place": 1}, {"place": 2}],
    "first_leader": 2,
    "annulled": [3],
}


def test_who_comes_was_not_dealt_in_where_everybody_else_has_a_cell() -> None:
    begun = {"rows": [["0", "1"], ["1", ""]]}
    assert with_one_more(begun)["rows"] == [["0", "1"], ["1", ""], ["-", ""]]
    assert with_one_more(FORM)["rows"][3] == ["", "", ""]


def test_sums_and_tricks_get_an_empty_row_too() -> None:
    sums = {"sums": [{"bollen": 1, "punten": "", "strafbollen": 0}]}
    assert with_one_more(sums)["sums"][1] == {
        "bollen": "",
        "punten": "",
        "strafbollen": 0,
    }
    tricks = {"rows": [["0"]], "tricks": [[1]]}
    assert with_one_more(tricks)["tricks"] == [[1], [None]]


def test_places_behind_who_goes_move_up_with_all_that_names_them() -> None:
    empty_first = {**FORM, "rows": FORM["rows"][::-1], "penalties": [{"place": 3}]}
    fewer = with_one_fewer(empty_first, 1)
    assert fewer["rows"] == FORM["rows"][1::-1]
    assert (fewer["penalties"], fewer["first_leader"]) == ([{"place": 2}], 1)
    assert with_place_back(fewer, 1) == empty_first


def test_the_first_leader_who_goes_is_to_be_named_again() -> None:
    assert "first_leader" not in with_one_fewer(
        {"rows": [[""], [""]], "first_leader": 1}, 1
    )


@pytest.mark.parametrize("place", [1, 2])
def test_a_row_with_a_cell_or_a_penalty_is_never_taken_away(place: int) -> None:
    with pytest.raises(Written):
        with_one_fewer(FORM, place)


def test_a_row_of_dashes_is_empty() -> None:
    assert with_one_fewer({"rows": [["-", "-"], ["1", ""]]}, 1)["rows"] == [["1", ""]]


def test_who_leaves_keeps_what_was_written_and_may_stay_after_all() -> None:
    left = leaving(FORM, 2, 1)
    assert left["rows"][1] == ["1", "-", "-"]
    assert staying(left, 2, 1) == FORM
    assert leaving({"deals": []}, 1, 1) == {"deals": []}


@pytest.mark.parametrize(
    ("reading", "begun"),
    [
        (FORM, True),
        ({"rows": [["", "-"], ["", ""]]}, False),
        ({"deals": []}, False),
        ({"deals": [{}]}, True),
        ({"sums": [{"bollen": "", "strafbollen": 0}]}, False),
        ({"sums": [{"bollen": 2}]}, True),
    ],
)
def test_a_form_is_begun_once_something_is_written_of_a_deal(
    reading: dict[str, object], begun: bool
) -> None:
    assert is_begun(reading) is begun
