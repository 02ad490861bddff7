"""How many people sit at each table of every game, and who is free."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebooks import PRESETS
from tournament.seating import table_sizes
from tournament.tablesizes import (
    Layout,
    NoTables,
    can_be_pairs,
    free_in_turn,
    layout,
    needed,
    sizes_for_all,
)

FOUR_FIRST = ("bollen", "boerenbridge", "boerenbridge_19")
OF_SIDES = ("belotten", "bolivia", "canasta")


@pytest.mark.parametrize("game", FOUR_FIRST)
@pytest.mark.parametrize("n", [*range(3, 60), 200, 1001])
def test_games_of_four_and_five_are_divided_by_rule_6_2(game: str, n: int) -> None:
    assert layout(n, PRESETS[game]) == Layout(tuple(table_sizes(n)))


@pytest.mark.parametrize(
    ("game", "n", "sizes"),
    [
        ("bollen_thuis", 3, [3]),
        ("bollen_thuis", 5, [5]),
        ("bollen_thuis", 6, [6]),
        ("bollen_thuis", 7, [4, 3]),
        ("bollen_thuis", 15, [5, 5, 5]),
        ("bollen_app", 6, [6]),
        ("bollen_app", 7, [7]),
        ("bollen_app", 8, [4, 4]),
        ("bollen", 6, [3, 3]),
    ],
)
def test_a_home_evening_sits_at_one_table_as_long_as_the_game_allows(
    game: str, n: int, sizes: list[int]
) -> None:
    assert layout(n, PRESETS[game]) == Layout(tuple(sizes))


@pytest.mark.parametrize("game", OF_SIDES)
@pytest.mark.parametrize("n", range(4, 40))
def test_games_of_sides_are_played_by_four_and_the_rest_is_free(
    game: str, n: int
) -> None:
    assert layout(n, PRESETS[game]) == Layout((4,) * (n // 4), n % 4)
    pairs = layout(n, PRESETS[game], pairs=True)
    assert pairs == Layout((2,) * (n // 2), n % 2)


def test_two_or_three_play_bolivia_at_a_table_of_their_own() -> None:
    assert layout(2, PRESETS["bolivia"]) == Layout((2,))
    assert layout(3, PRESETS["bolivia"]) == Layout((3,))


@pytest.mark.parametrize(
    ("game", "pairs", "n", "more"),
    [
        ("bollen", False, 0, 3),
        ("bollen", False, 2, 3),
        ("bollen_app", False, 1, 3),
        ("belotten", False, 3, 4),
        ("bolivia", False, 1, 2),
        ("belotten", True, 0, 2),
        ("bolivia", True, 1, 2),
    ],
)
def test_a_number_that_is_too_small_says_how_many_are_needed(
    game: str, pairs: bool, n: int, more: int
) -> None:
    with pytest.raises(NoTables) as caught:
        layout(n, PRESETS[game], pairs=pairs)
    assert (caught.value.n, caught.value.fewer, caught.value.more) == (n, None, more)


@pytest.mark.parametrize(
    ("n", "usual", "allowed", "sizes"),
    [
        (7, (4, 5), (3, 4, 5), [4, 3]),
        (11, (4, 5), (4, 5, 6), [6, 5]),  # without threes
        (20, (5, 4), (3, 4, 5, 6), [5, 5, 5, 5]),
        (16, (5, 4), (3, 4, 5, 6), [4, 4, 4, 4]),
        (13, (4,), (3, 4, 5, 6), [5, 4, 4]),
        (7, (3,), (3, 4), [4, 3]),
    ],
)
def test_house_rules_have_few_tables_of_an_unusual_size(
    n: int, usual: tuple[int, ...], allowed: tuple[int, ...], sizes: list[int]
) -> None:
    assert sizes_for_all(n, usual, allowed) == sizes


def test_a_number_between_that_fills_no_tables_names_its_neighbours() -> None:
    with pytest.raises(NoTables) as caught:
        sizes_for_all(7, (4, 5), (4, 5, 6))
    assert (caught.value.fewer, caught.value.more) == (6, 8)


@given(
    st.integers(1, 80),
    st.sets(st.integers(2, 8), min_size=1).flatmap(
        lambda allowed: st.tuples(
            st.just(sorted(allowed)),
            st.lists(st.sampled_from(sorted(allowed)), min_size=1, unique=True),
        )
    ),
)
def test_everybody_sits_at_an_allowed_table_or_the_neighbours_are_right(
    n: int, rules: tuple[list[int], list[int]]
) -> None:
    allowed, usual = rules
    try:
        sizes = sizes_for_all(n, usual, allowed)
    except NoTables as none:
        for near in (none.fewer, none.more):
            if near is not None:
                assert sum(sizes_for_all(near, usual, allowed)) == near
        return
    assert sum(sizes) == n
    assert set(sizes) <= set(allowed)
    assert sizes == sorted(sizes, reverse=True)


def test_only_games_of_two_against_two_are_for_pairs() -> None:
    assert all(can_be_pairs(PRESETS[game]) for game in OF_SIDES)
    alone = (*FOUR_FIRST, "bollen_thuis", "bollen_app")
    assert not any(can_be_pairs(PRESETS[game]) for game in alone)


@given(st.integers(2, 30), st.integers(1, 3), st.integers(0, 10_000))
def test_nobody_is_free_twice_before_all_were(n: int, count: int, seed: int) -> None:
    times: Counter[int] = Counter()
    for number in range(2 * n // count + 1):
        free = free_in_turn(range(1, n + 1), times, count, seed + number)
        assert len(set(free)) == min(count, n)
        times.update(free)
        assert max(times.values()) - min(times[i] for i in range(1, n + 1)) <= 1


def test_the_lot_decides_between_those_who_were_free_equally_often() -> None:
    drawn = {free_in_turn(range(1, 6), {3: 1}, 1, seed) for seed in range(50)}
    assert drawn == {(1,), (2,), (4,), (5,)}
    assert free_in_turn([5, 4, 2, 1], {}, 2, 7) == free_in_turn([1, 2, 4, 5], {}, 2, 7)


@pytest.mark.parametrize(
    ("game", "n", "most", "count"),
    [
        ("bollen", 43, 1, 1),  # eleven of four instead of three of five
        ("bollen", 44, 3, 0),
        ("bollen", 41, 2, 0),  # 42 and 43 are mixed as well
        ("bollen", 41, 3, 3),
        ("bollen", 11, 1, 1),  # no table of three
        ("bollen", 6, 2, 2),  # eight: two of four
        ("bollen", 2, 1, 1),
        ("bollen", 1, 1, 0),  # two are no table either
        ("belotten", 15, 1, 1),
        ("belotten", 14, 1, 0),  # one fewer would be free, but none fills the table
    ],
)
def test_as_few_play_because_they_are_needed_as_make_the_tables_fit(
    game: str, n: int, most: int, count: int
) -> None:
    assert needed(n, most, PRESETS[game]) == count


def test_an_odd_pair_gets_the_pair_that_plays_if_needed() -> None:
    assert needed(5, 2, PRESETS["belotten"], pairs=True) == 1
    assert needed(6, 2, PRESETS["belotten"], pairs=True) == 0
