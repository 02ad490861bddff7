"""Mending: it ends, however hopeless, and everybody keeps a seat."""

from random import Random

from tournament.seating import Rules
from tournament.seating.history import Round
from tournament.seating.repair import known, mend, repaired
from tournament.seating.seats import number_tables
from tournament.seating.start import Gathering, Start

ALL_MET = [Round((tuple(range(1, 41)),))]


def tables_of_four() -> list[list[int]]:
    return [list(range(first, first + 4)) for first in range(1, 41, 4)]


def test_where_everybody_met_everybody_it_stops_after_so_many_looks() -> None:
    start = Start(tables_of_four(), frozenset())
    patience = [10**6, 5_000]
    left = mend(start, (known(ALL_MET, Rules()), {}), patience, Random(1))
    assert left == 40
    assert -300 < patience[1] <= 0
    assert sorted(p for table in start.tables for p in table) == list(range(1, 41))


def test_a_long_evening_of_many_rounds_is_mended_in_bounded_looks() -> None:
    hall = Gathering(tuple(range(1, 81)), (4,) * 20)
    rounds, _, left = repaired([hall] * 60, (), Rules(), Random(1))
    assert left > 0
    for tables in rounds:
        assert sorted(p for table in tables for p in table) == list(hall.players)


def test_table_numbers_are_tried_only_so_often() -> None:
    tables = [tuple(table) for table in tables_of_four()]
    everywhere = {p: dict.fromkeys(range(10), 1) for p in range(1, 41)}
    everywhere |= {p: {0: 3} for p in range(1, 5)}
    patience = [9]
    placed = number_tables(tables, everywhere, patience=patience)
    assert placed[0] != tables[0]
    assert patience[0] <= 0
    assert sorted(placed) == tables
