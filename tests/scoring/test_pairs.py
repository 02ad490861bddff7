"""Pairs over their rounds: the examples of rules 6.4 and 6.6, ties, free rounds."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebooks.pairs import (
    DEALS_CHAIN,
    FREE,
    GAMES_CHAIN,
    Result,
    balance,
    figures_of_games,
    figures_of_pairs,
    free_result,
    mutual_results,
    partners_in_turn,
    points_for,
    points_of_game,
    rank_pairs,
    ranked_pairs,
    stats_of_game,
    victory_points,
)

Game = tuple[str, str, int, int]


def of_games(*games: Game) -> dict[str, list[Result]]:
    """The results of every pair, both sides of each game."""
    results: dict[str, list[Result]] = {}
    for one, other, points, against in games:
        results.setdefault(one, []).append((other, points, against))
        results.setdefault(other, []).append((one, against, points))
    return results


BOLIVIA = of_games(
    ("P1", "P2", 2805, 40),
    ("P3", "P4", 700, 2100),
    ("P1", "P3", 1200, 1500),
    ("P2", "P4", 2500, 900),
    ("P1", "P4", 3000, 2000),
    ("P2", "P3", 1800, 1800),
)
BELOTTEN = of_games(
    ("P1", "P2", 1088, 782),
    ("P3", "P4", 900, 1030),
    ("P1", "P3", 640, 1010),
    ("P2", "P4", 1040, 610),
    ("P1", "P4", 1002, 990),
    ("P2", "P3", 1005, 870),
)


@pytest.mark.parametrize(
    ("results", "won", "balances", "order"),
    [
        (BOLIVIA, (4, 3, 3, 2), (3465, -1165, -1100, -1200), "P1 P3 P2 P4"),
        (BELOTTEN, (4, 4, 2, 2), (-52, 259, 105, -312), "P2 P1 P3 P4"),
    ],
)
def test_the_example_rankings_of_the_rules(
    results: dict[str, list[Result]],
    won: tuple[int, ...],
    balances: tuple[int, ...],
    order: str,
) -> None:
    names = sorted(results)
    assert tuple(victory_points(results[name]) for name in names) == won
    assert tuple(balance(results[name]) for name in names) == balances
    assert rank_pairs(results, GAMES_CHAIN) == [[name] for name in order.split()]


def test_a_fixed_number_of_deals_ranks_by_points_first() -> None:
    results = of_games(("P1", "P2", 900, 800), ("P3", "P4", 1200, 1300))
    assert rank_pairs(results, DEALS_CHAIN) == [["P4"], ["P3"], ["P1"], ["P2"]]
    assert rank_pairs(results, GAMES_CHAIN) == [["P4"], ["P1"], ["P3"], ["P2"]]


def test_a_win_is_two_a_draw_one_and_a_loss_nothing() -> None:
    assert [points_of_game(5, t) for t in (4, 5, 6)] == [2, 1, 0]


def test_the_figures_of_a_game_are_those_of_both_sides_turned_round() -> None:
    assert stats_of_game(1088, 782) == {
        "victory_points": 2,
        "balance": 306,
        "points_for": 1088,
        "points_against": 782,
    }
    assert stats_of_game(782, 1088)["balance"] == -306


# P1 and P2 both win once by 100 and lose once by 100, with 1900 points for.
LEVEL = (
    ("P1", "P3", 900, 1000),
    ("P2", "P4", 1000, 900),
    ("P1", "P2", 1000, 900),
)


def test_two_level_pairs_that_met_are_parted_by_their_own_game() -> None:
    results = of_games(*LEVEL)
    assert victory_points(results["P1"]) == victory_points(results["P2"])
    assert balance(results["P1"]) == balance(results["P2"])
    assert points_for(results["P1"]) == points_for(results["P2"])
    assert rank_pairs(results, GAMES_CHAIN) == [["P3"], ["P1"], ["P2"], ["P4"]]
    first = ranked_pairs(results, GAMES_CHAIN)[1].ahead_by
    assert first is not None
    assert (first.key, first.mine, first.theirs) == ("mutual_result", 100, -100)


def test_level_pairs_that_never_met_share_their_place() -> None:
    results = of_games(("P1", "P4", 1000, 700), ("P2", "P3", 1000, 700))
    assert rank_pairs(results, GAMES_CHAIN) == [["P1", "P2"], ["P3", "P4"]]
    assert [r.place for r in ranked_pairs(results, GAMES_CHAIN)] == [1, 1, 3, 3]


def test_three_level_pairs_are_parted_only_if_all_of_them_met() -> None:
    cycle = [("A", "B", 1000, 900), ("B", "C", 1000, 850), ("C", "A", 1000, 900)]
    levelled = [("A", "X", 1000, 940), ("B", "X", 1000, 990), ("C", "X", 1000, 990)]
    all_met = of_games(*cycle, *levelled)
    assert mutual_results(["A", "B", "C"], all_met) == {"A": 0, "B": 50, "C": -50}
    not_all = of_games(*cycle[:2], *levelled)
    assert mutual_results(["A", "B", "C"], not_all) == {"A": 0, "B": 0, "C": 0}


def test_the_mutual_result_counts_every_game_two_pairs_played_together() -> None:
    results = of_games(("A", "B", 1000, 900), ("A", "B", 700, 1010))
    assert mutual_results(["A", "B"], results) == {"A": -210, "B": 210}


def test_the_mutual_result_looks_only_at_pairs_that_are_level_before_it() -> None:
    results = of_games(("A", "B", 10, 90), ("A", "C", 95, 5))
    assert rank_pairs(results, ("mutual_result",)) == [["A", "B", "C"]]
    chain = ("victory_points", "mutual_result")
    assert rank_pairs(results, chain) == [["B"], ["A"], ["C"]]


def test_a_free_round_is_a_win_with_the_average_and_no_balance() -> None:
    played: list[Result] = [("P2", 1001, 700), ("P3", 800, 1002)]
    free = free_result(played)
    assert free == (FREE, 901, 901)
    assert victory_points([*played, free]) == 4
    assert balance([*played, free]) == balance(played)
    assert free_result([free, *played]) == free


def test_a_pair_that_was_only_free_has_no_average() -> None:
    assert free_result([]) == (FREE, 0, 0)


def test_a_free_pair_has_met_nobody() -> None:
    results: dict[str, list[Result]] = {"P1": [(FREE, 5, 5)], "P2": [(FREE, 5, 5)]}
    assert rank_pairs(results, GAMES_CHAIN) == [["P1", "P2"]]


def test_an_unknown_key_of_the_chain_is_refused() -> None:
    with pytest.raises(KeyError):
        rank_pairs({"P1": []}, ("elo",))


def test_four_people_partner_each_other_once_in_three_games() -> None:
    games = partners_in_turn(["A", "B", "C", "D"])
    assert games == [
        [["A", "B"], ["C", "D"]],
        [["A", "C"], ["B", "D"]],
        [["A", "D"], ["B", "C"]],
    ]
    with pytest.raises(ValueError):
        partners_in_turn(["A", "B", "C"])


@st.composite
def evenings(draw: st.DrawFn) -> dict[str, list[Result]]:
    """A few games among five pairs, with scores that are often level."""
    games = st.sampled_from(list(combinations("ABCDE", 2)))
    points = st.sampled_from([0, 900, 1010])
    played = draw(st.lists(st.tuples(games, points, points), max_size=8))
    results = of_games(*((*pair, own, theirs) for pair, own, theirs in played))
    return {name: results.get(name, []) for name in "ABCDE"}


@given(evenings(), st.sampled_from([GAMES_CHAIN, DEALS_CHAIN]))
def test_every_pair_stands_at_one_place_and_the_first_key_decides_first(
    results: dict[str, list[Result]], chain: tuple[str, ...]
) -> None:
    order = rank_pairs(results, chain)
    assert sorted(name for names in order for name in names) == list("ABCDE")
    first = {"victory_points": victory_points, "points_for": points_for}[chain[0]]
    figures = [first(results[name]) for names in order for name in names]
    assert figures == sorted(figures, reverse=True)


@given(evenings(), st.permutations("ABCDE"))
def test_the_ranking_does_not_depend_on_the_order_of_entry(
    results: dict[str, list[Result]], names: list[str]
) -> None:
    again = {name: list(reversed(results[name])) for name in names}
    assert rank_pairs(again, GAMES_CHAIN) == rank_pairs(results, GAMES_CHAIN)


@given(evenings())
def test_victory_points_are_two_a_game_and_balances_cancel_out(
    results: dict[str, list[Result]],
) -> None:
    games = sum(len(played) for played in results.values()) // 2
    assert sum(victory_points(played) for played in results.values()) == 2 * games
    assert sum(balance(played) for played in results.values()) == 0


def test_games_without_a_figure_count_for_nothing() -> None:
    figures = figures_of_games([{}, {"points_for": 5}], [0, 0])
    expected = {"victory_points": 0, "balance": 0, "points_for": 5}
    assert figures == expected | {"points_against": 0, "gemist": 2, "correctie": 0}


def test_a_chain_without_the_mutual_result_does_not_look_at_it() -> None:
    chain = ("victory_points",)
    assert figures_of_pairs(of_games(*LEVEL), chain)["P1"] == {"victory_points": 2}
    assert rank_pairs(of_games(("P1", "P2", 3, 1)), chain) == [["P1"], ["P2"]]
