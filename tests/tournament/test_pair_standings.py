"""The standings of pairs: the example of rule 6.6, ties, free rounds, any evening."""

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.rulebooks.pairs import FREE, GAMES_CHAIN, free_result, rank_pairs
from tests.building import Evening
from tests.tournament.pair_nights import (
    ONE_HAND,
    Results,
    bolivia_game,
    by_number,
    every_game,
    free_of,
    opponents,
    play_round,
)
from tournament.actions import rounds
from tournament.queries.standings import standings

Build = Callable[..., Evening]

CR01: Results = {
    (1, 2): (2805, 40),
    (3, 4): (700, 2100),
    (1, 3): (1200, 1500),
    (2, 4): (2500, 900),
    (1, 4): (3000, 2000),
    (2, 3): (1800, 1800),
}


def scored_by(dice: Random) -> Callable[[int, int], tuple[int, int]]:
    """Results that often are equal, so that the whole chain is needed."""
    return lambda a, b: (100 * dice.randint(1, 4), 100 * dice.randint(1, 4))


def typed(cells: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The fields of the page for a hand of Bolivia."""
    yield from {"deals": "1", "first_dealer": "1", "d1-end": "stock"}.items()
    for side, figures in cells["deals"][0]["sides"].items():
        for name, value in figures.items():
            yield f"d1-sides.{side}.{name}", str(value)


def test_the_example_of_the_rules_through_the_pages(
    desk: Client, client: Client, pair_evening: Build
) -> None:
    night = pair_evening(4, "bolivia", options=ONE_HAND, rounds_planned=3)
    slug = night.tournament.slug
    for number in (1, 2, 3):
        desk.post(f"/en/desk/{slug}/draw/")
        desk.post(f"/en/desk/{slug}/rounds/{number}/publish/")
        for at, (one, other) in enumerate(opponents(night.round(number)), 1):
            result = CR01.get((one, other)) or CR01[other, one][::-1]
            fields = dict(typed(bolivia_game(*result)))
            fields |= {"key": f"{number}-{at}", "based_on": "0", "reason": "geteld"}
            desk.post(f"/en/desk/{slug}/rounds/{number}/tables/{at}/", fields)
        desk.post(f"/en/desk/{slug}/rounds/{number}/close/")
    shown = client.get(f"/t/{slug}/standings.json").json()
    assert shown["final"]
    assert [
        (row["place"], row["name"], row["victory_points"], row["balance"])
        for row in shown["standings"]
    ] == [
        (1, "Anna A & Bert A", 4, 3465),
        (2, "Anna C & Bert C", 3, -1100),
        (3, "Anna B & Bert B", 3, -1165),
        (4, "Anna D & Bert D", 2, -1200),
    ]
    for address in (f"/en/t/{slug}/", f"/en/desk/{slug}/standings/"):
        page = desk.get(address).content.decode()
        assert page.count("Anna C &amp; Bert C") == 1
        assert "−1165" in page
    assert "4 pairs" in client.get(f"/en/t/{slug}/").content.decode()


def test_pairs_who_are_equal_rank_by_their_own_game_and_else_share_the_place(
    pair_evening: Build,
) -> None:
    """1 beat 2; both won one game, drew one and lost one, with the same points."""
    games = {
        (1, 2): (500, 400),
        (1, 3): (500, 500),
        (1, 4): (400, 500),
        (2, 3): (500, 400),
        (2, 4): (500, 500),
        (3, 4): (500, 500),
    }
    night = pair_evening(4, "bolivia", options=ONE_HAND, rounds_planned=3)
    for seed in (1, 2, 3):
        play_round(night, games, seed)
    shown = standings(night.tournament)
    figures = {n: (r.total, *r.sums[:2]) for n, r in by_number(shown).items()}
    assert [figures[1], figures[2]] == [(3, 0, 1400)] * 2
    placed = [(row.place, row.shared, row.person.number) for row in shown.rows]
    assert placed.index((2, False, 1)) < placed.index((3, False, 2))
    even = pair_evening(4, "bolivia", options=ONE_HAND, name="Gelijk")
    play_round(even, every_game(range(1, 5), lambda a, b: (500, 500)))
    assert [(r.place, r.shared) for r in standings(even.tournament).rows] == [
        (1, True)
    ] * 4


def test_a_free_round_counts_two_points_and_the_average_of_the_others(
    pair_evening: Build,
) -> None:
    night = pair_evening(3, "bolivia", options=ONE_HAND, rounds_planned=3)
    first = night.publish()
    (free,) = first.inputs["free"]
    row = by_number(standings(night.tournament))[free]
    assert (row.total, row.scores[0].total) == (0, None)  # nobody has played yet
    for table in first.tables.select_related("sheet", "round__tournament"):
        night.hand_in(table, bolivia_game(600, 500), reason="zo gespeeld")
    row = by_number(standings(night.tournament))[free]
    assert (row.total, row.figures["points_for"], row.figures["balance"]) == (2, 0, 0)
    rounds.close(first, night.director)
    others = dict.fromkeys(combinations((1, 2, 3), 2), (700, 600))
    for seed in (2, 3):
        play_round(night, others, seed)
    assert set(free_of(night).values()) == {1}
    row = by_number(standings(night.tournament))[free]
    played = [s.total for s in row.scores if not s.free and s.total is not None]
    average = (2 * sum(played) + len(played)) // (2 * len(played))
    assert row.scores[0].total == average
    assert row.figures["points_for"] == sum(played) + average
    assert row.gemist == 0


@pytest.mark.parametrize("count", [5, 6, 7])
def test_standings_of_random_evenings_are_those_of_the_rules(
    pair_evening: Build, count: int
) -> None:
    dice = Random(count)
    night = pair_evening(count, "bolivia", options=ONE_HAND)
    results: dict[str, list[tuple[str, int, int]]] = {
        str(n): [] for n in range(1, count + 1)
    }
    frees = []
    for seed in (1, 2, 3, 4):
        games = every_game(range(1, count + 1), scored_by(dice))
        round_ = play_round(night, games, seed)
        for one, other in map(sorted, opponents(round_)):
            own, theirs = games[one, other]
            results[str(one)].append((str(other), own, theirs))
            results[str(other)].append((str(one), theirs, own))
        frees += [str(n) for n in round_.inputs["free"]]
    for name in frees:
        results[name].append(free_result(results[name]))
    assert all(len(games) == 4 for games in results.values())
    assert sum(r[0] == FREE for games in results.values() for r in games) == len(frees)
    places: dict[int, list[str]] = {}
    for row in standings(night.tournament).rows:
        places.setdefault(row.place, []).append(str(row.person.number))
    expected = rank_pairs(results, GAMES_CHAIN)
    assert [sorted(tied) for tied in places.values()] == [sorted(t) for t in expected]


def test_the_standings_of_pairs_take_five_queries(
    pair_evening: Build, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    night = pair_evening(7, "bolivia", options=ONE_HAND)
    wins = every_game(range(1, 8), lambda a, b: (500, 400))
    for seed in (1, 2):
        play_round(night, wins, seed)
    with django_assert_num_queries(5):
        standings(night.tournament, public=True)
