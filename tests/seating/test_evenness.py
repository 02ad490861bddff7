"""Whose turn it is for a small table."""

from random import Random

from tournament.seating import Round
from tournament.seating.evenness import Balance, in_turn

# 6 to 9 had the small table
FIRST = Round(((1, 2, 3, 4, 5), (6, 7, 8, 9)))


def test_whoever_had_no_small_table_comes_first_and_a_newcomer_in_between() -> None:
    turn = in_turn(range(1, 11), Balance([FIRST]), Random(1))
    assert set(turn[:5]) == {1, 2, 3, 4, 5}
    assert turn[5] == 10


def test_somebody_who_missed_a_round_is_measured_on_the_others() -> None:
    away = Round(((1, 2, 3, 4), (5, 6, 7, 8)))
    balance = Balance([FIRST, away])
    assert balance.of(9) == balance.of(6)


def test_people_who_were_always_there_differ_by_whole_rounds() -> None:
    balance = Balance([FIRST, FIRST])
    assert balance.halves([1, 6, 10], [1, 6]) == [0, 4, 2]
