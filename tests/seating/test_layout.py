"""Table sizes for any number of players (rule 6.2)."""

import pytest

from tournament.seating import NothingFits, TooFewPlayers, table_sizes, unusual_sizes


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (3, [3]),
        (4, [4]),
        (5, [5]),
        (6, [3, 3]),
        (7, [4, 3]),
        (8, [4, 4]),
        (9, [5, 4]),
        (10, [5, 5]),
        (11, [4, 4, 3]),
        (12, [4, 4, 4]),
        (13, [5, 4, 4]),
        (14, [5, 5, 4]),
        (15, [5, 5, 5]),
        (16, [4, 4, 4, 4]),
        (17, [5, 4, 4, 4]),
        (18, [5, 5, 4, 4]),
        (19, [5, 5, 5, 4]),
        (20, [4, 4, 4, 4, 4]),
        (21, [5, 4, 4, 4, 4]),
        (22, [5, 5, 4, 4, 4]),
        (23, [5, 5, 5, 4, 4]),
        (25, [5, 5, 5, 5, 5]),
        (40, [4] * 10),
        (43, [5, 5, 5, 4, 4, 4, 4, 4, 4, 4]),
    ],
)
def test_the_players_are_divided_as_the_rule_says(n: int, sizes: list[int]) -> None:
    assert table_sizes(n) == sizes


@pytest.mark.parametrize("n", range(3, 201))
def test_every_player_has_a_seat_and_the_largest_table_is_first(n: int) -> None:
    sizes = table_sizes(n)
    assert sum(sizes) == n
    assert sizes == sorted(sizes, reverse=True)
    assert set(sizes) <= {3, 4, 5}


@pytest.mark.parametrize("n", [-1, 0, 1, 2])
def test_one_or_two_players_are_refused(n: int) -> None:
    with pytest.raises(TooFewPlayers) as refusal:
        table_sizes(n)
    assert refusal.value.n == n


def test_only_3_6_7_and_11_players_need_an_unusual_table() -> None:
    assert [n for n in range(3, 200) if unusual_sizes(table_sizes(n))] == [3, 6, 7, 11]


def test_a_table_of_six_is_unusual() -> None:
    assert unusual_sizes([6, 4])


@pytest.mark.parametrize(
    ("n", "usual", "allowed", "sizes"),
    [
        (12, (4,), (4,), [4, 4, 4]),  # Belotten: only fours
        (10, (4,), (2, 3, 4), [4, 3, 3]),  # Canasta
        (9, (4,), (2, 3, 4), [3, 3, 3]),
        (6, (4, 5), (3, 4, 5, 6, 7), [3, 3]),
        (7, (4, 5), (4, 5, 6, 7), [7]),
        (10_001, (4, 5), (3, 4, 5, 6), [5] + [4] * 2499),
    ],
)
def test_another_game_has_other_sizes(
    n: int, usual: tuple[int, ...], allowed: tuple[int, ...], sizes: list[int]
) -> None:
    assert table_sizes(n, usual, allowed) == sizes


@pytest.mark.parametrize(
    ("n", "sizes", "nearest"), [(10, (4,), (8, 12)), (11, (4, 5), (10, 12))]
)
def test_where_nothing_fits_the_nearest_numbers_are_named(
    n: int, sizes: tuple[int, ...], nearest: tuple[int, ...]
) -> None:
    with pytest.raises(NothingFits) as refusal:
        table_sizes(n, sizes, sizes)
    assert refusal.value.nearest == nearest
