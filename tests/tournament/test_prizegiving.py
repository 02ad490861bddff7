"""Who wins which prize, worked out by hand: ties, cents, and what nobody won."""

import pytest

from tournament.prizegiving import (
    BEST_ROUND,
    BOLLOOS,
    BOOBY,
    PLACE,
    TABLE,
    TEAM,
    Contender,
    Game,
    Offered,
    Won,
    awards,
    divided,
)


def ranked(*places: int) -> list[Contender]:
    """Start numbers 1, 2, ... at these places; the total is 100 less the place."""
    return [Contender(n, place, 100 - place) for n, place in enumerate(places, 1)]


def money(*cents: int) -> list[Offered]:
    """Prize money for the first places."""
    return [Offered(PLACE, place, cents=each) for place, each in enumerate(cents, 1)]


def shares(won: list[Won]) -> list[tuple[tuple[int, ...], int, int]]:
    """Per award who, what each gets, and what cannot be split."""
    return [(each.numbers, each.cents, each.left) for each in won]


def test_prizes_are_read_out_from_the_last_place_to_the_first() -> None:
    won = awards(money(5000, 3000, 2000), ranked(3, 1, 2, 4))
    assert shares(won) == [((1,), 2000, 0), ((3,), 3000, 0), ((2,), 5000, 0)]
    assert [each.figure for each in won] == [97, 98, 99]


def test_two_at_the_top_each_get_half_of_the_first_and_second_prize() -> None:
    won = awards(money(5000, 3000, 2000), ranked(1, 1, 3))
    assert shares(won) == [((3,), 2000, 0), ((1, 2), 4000, 0)]
    assert [prize.place for prize in won[1].prizes] == [1, 2]


def test_who_shares_the_last_place_with_a_prize_shares_that_prize_only() -> None:
    """Places 3, 4 and 5 are equal: 20.00 for three is 6.66, and 2 cents stay."""
    won = awards(money(5000, 3000, 2000), ranked(1, 2, 3, 3, 3))
    assert shares(won)[0] == ((3, 4, 5), 666, 2)


@pytest.mark.parametrize("pot", [1, 2, 999, 5000, 10_001])
@pytest.mark.parametrize("many", [1, 2, 3, 7])
def test_no_cent_is_lost_and_everybody_gets_the_same(pot: int, many: int) -> None:
    (won,) = awards(money(pot), ranked(*[1] * many))
    assert won.cents * many + won.left == pot
    assert 0 <= won.left < many


def test_a_thing_for_a_place_inside_a_tie_goes_to_all_of_them_together() -> None:
    (won,) = awards([Offered(PLACE, 2, "worst")], ranked(1, 1, 3))
    assert won.numbers == (1, 2)
    assert [prize.what for prize in won.prizes] == ["worst"]


def test_a_prize_for_a_place_that_nobody_has_is_won_by_nobody() -> None:
    won = awards(money(300, 200, 100), ranked(1, 2))
    assert shares(won)[0] == ((), 0, 100)
    assert won[0].prizes[0].place == 3


def test_a_tied_booby_prize_is_shared_by_those_who_played_every_round() -> None:
    """Of three at the last place one missed a round; the one before them is second."""
    rows = [*ranked(1, 2, 3, 3), Contender(5, 3, 97, whole=False)]
    prizes = [Offered(BOOBY, 1, cents=501), Offered(BOOBY, 3, cents=200)]
    won = awards(prizes, rows)
    assert shares(won) == [((2,), 200, 0), ((3, 4), 250, 1)]


def test_the_booby_prize_is_for_the_last_who_played_every_round() -> None:
    rows = ranked(1, 2, 3)
    late = Contender(4, 4, 10, whole=False)
    (won,) = awards([Offered(BOOBY, what="eieren")], [*rows, late])
    assert won.numbers == (3,)


def test_the_booby_prize_is_shared() -> None:
    (won,) = awards([Offered(BOOBY, cents=501)], ranked(1, 2, 2))
    assert (won.numbers, won.cents, won.left) == ((2, 3), 250, 1)


def test_the_second_booby_prize_is_for_the_last_but_one() -> None:
    offered = [Offered(BOOBY, 1, "eieren"), Offered(BOOBY, 2, "prei")]
    won = awards(offered, ranked(1, 2, 3))
    assert [(each.numbers, each.prizes[0].what) for each in won] == [
        ((2,), "prei"),
        ((3,), "eieren"),
    ]


def test_one_person_may_win_several_prizes() -> None:
    offered = [*money(100), Offered(BOOBY, cents=50)]
    assert [each.numbers for each in awards(offered, ranked(1))] == [(1,), (1,)]


PLAYED = [
    Contender(1, 1, 40, [Game(1, 1, 22), Game(2, 1, 18, bolloos=True)], team="A"),
    Contender(2, 2, 39, [Game(1, 1, 17), Game(2, 2, 22)], team="A"),
    Contender(3, 3, 30, [Game(1, 2, 20), Game(2, 1, 10)], team="B"),
    Contender(4, 4, 30, [Game(1, 2, 20), Game(2, 2, 10)], team="B"),
    Contender(5, 5, 28, [Game(2, 2, 28)], whole=False),
]


def test_the_best_round_is_of_whoever_made_it_in_any_round() -> None:
    won = awards([Offered(BEST_ROUND, 1, "a"), Offered(BEST_ROUND, 2, "b")], PLAYED)
    assert [(each.numbers, each.figure) for each in won] == [((1, 2), 22), ((5,), 28)]
    assert won[1].games == (Game(2, 2, 28),)


def test_where_few_is_good_the_best_round_is_the_lowest() -> None:
    (won,) = awards([Offered(BEST_ROUND, 1, "a")], PLAYED, high=False)
    assert (won.numbers, won.figure) == ((3, 4), 10)


def test_every_table_of_every_round_has_a_winner_and_equals_share() -> None:
    won = awards([Offered(TABLE, cents=100)], PLAYED)
    assert [(w.games[0].round, w.games[0].table, w.numbers, w.cents) for w in won] == [
        (1, 1, (1,), 100),
        (1, 2, (3, 4), 50),
        (2, 1, (1,), 100),
        (2, 2, (5,), 100),
    ]


def test_a_form_without_a_bol_wins_each_time() -> None:
    (won,) = awards([Offered(BOLLOOS, what="borrel")], PLAYED)
    assert (won.numbers, won.games[0].round) == ((1,), 2)


def test_of_teams_the_totals_are_added_up() -> None:
    won = awards([Offered(TEAM, 1, "beker"), Offered(TEAM, 2, "bloemen")], PLAYED)
    assert [(each.teams, each.figure) for each in won] == [(("B",), 60), (("A",), 79)]


def test_teams_that_are_equal_share() -> None:
    rows = [Contender(1, 1, 5, team="A"), Contender(2, 1, 5, team="B")]
    (won,) = awards([Offered(TEAM, 1, cents=1001)], rows)
    assert (won.teams, won.cents, won.left) == (("A", "B"), 500, 1)


def test_everything_is_read_out_in_one_order() -> None:
    kinds = [PLACE, BOOBY, BEST_ROUND, TEAM, TABLE, BOLLOOS]
    won = awards([Offered(kind, what="x") for kind in kinds], PLAYED)
    order = list(dict.fromkeys(each.kind for each in won))
    assert order == [BOLLOOS, TABLE, TEAM, BEST_ROUND, BOOBY, PLACE]


@pytest.mark.parametrize(
    ("pot", "percents", "parts"),
    [
        (20_000, [50, 30, 20], [10_000, 6_000, 4_000]),
        (10_001, [50, 30, 20], [5_001, 3_000, 2_000]),
        (100, [33, 33, 33], [33, 33, 33]),
        (101, [34, 33, 33], [35, 33, 33]),
        (99, [100], [99]),
        (5, [50, 50], [3, 2]),
        (500, [], []),
    ],
)
def test_a_pot_is_divided_in_whole_cents_and_what_is_left_goes_to_the_first(
    pot: int, percents: list[int], parts: list[int]
) -> None:
    assert divided(pot, percents) == parts
    assert sum(parts) == pot * sum(percents) // 100
