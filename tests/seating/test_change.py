"""Somebody comes or goes when the seating is out."""

import pytest

from tournament.seating import Contradiction, Round, Rules
from tournament.seating.change import one_fewer, one_more

TABLES = ((1, 2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12, 13))


def test_a_newcomer_makes_a_small_table_larger_and_nobody_moves() -> None:
    changed = one_more(TABLES, 14, ())
    assert changed.tables[0] == TABLES[0]
    assert len(changed.touched) == 1
    assert changed.moved == ()
    assert changed.tables[changed.touched[0] - 1][-1] == 14


def test_a_newcomer_sits_where_fewest_met_before() -> None:
    before = (Round(((14, 6, 7, 1), (2, 3, 8, 9))),)
    changed = one_more(TABLES, 14, before)
    assert (changed.touched, changed.repeats) == ((3,), 0)


def test_a_newcomer_keeps_away_from_whom_they_are_kept_apart() -> None:
    changed = one_more(TABLES, 14, (), rules=Rules(apart=((14, 6), (10, 14))))
    assert changed.touched == (1,)


def test_where_no_table_may_grow_the_newcomer_is_named() -> None:
    with pytest.raises(Contradiction) as refused:
        one_more(((1, 2, 3, 4),), 5, (), allowed=(4,))
    assert refused.value.people == (5,)


def test_a_five_becomes_a_four_untouched() -> None:
    changed = one_fewer(TABLES, 3, ())
    assert changed.tables == ((1, 2, 4, 5), *TABLES[1:])
    assert (changed.touched, changed.moved) == ((1,), ())


def test_a_four_becomes_a_three_where_that_is_allowed() -> None:
    assert one_fewer(TABLES, 7, ()).tables[1] == (6, 8, 9)


def test_otherwise_somebody_comes_over_from_a_five_who_met_fewest() -> None:
    before = (Round(((1, 2, 4, 6), (3, 5, 8, 9))),)
    changed = one_fewer(TABLES, 8, before, allowed=(4, 5))
    assert changed.touched == (1, 2)
    assert changed.moved == (3,) or changed.repeats <= 1
    assert sorted(map(len, changed.tables)) == [4, 4, 4]


def test_whoever_has_a_table_of_their_own_does_not_come_over() -> None:
    fixed = Rules(fixed=tuple((p, 1) for p in (1, 2, 3, 4)))
    assert one_fewer(TABLES, 8, (), (4, 5), fixed).moved == (5,)


def test_a_table_that_cannot_be_filled_is_given_up() -> None:
    tables = ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    changed = one_fewer(tables, 16, (), allowed=(4, 5))
    assert sorted(map(len, changed.tables)) == [0, 5, 5, 5]
    assert changed.moved == (13, 14, 15)
