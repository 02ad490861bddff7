"""A table changes while its form comes in, and two people change it at once."""

import pytest

from tests.racing import Deed, Pair
from tests.tournament.test_races import both_won, fewer, holds, one_won, published

pytestmark = pytest.mark.races


def newcomer(pair: Pair, tournament: int) -> int:
    player = pair.alone("new_player", tournament=tournament)
    number: int = pair.alone("register", tournament=tournament, player=player)
    return number


@fewer
def test_a_form_while_somebody_is_taken_out_is_of_all_or_of_who_is_left(
    pair: Pair, times: int
) -> None:
    won = set()
    for race in range(times):
        tournament = published(pair, 5)
        form: Deed = ("hand_in", {"tournament": tournament, "table": 1, "turned": 0})
        out: Deed = ("take_out", {"tournament": tournament, "table": 1})
        first, second = (form, out) if race % 2 else (out, form)
        outcomes = dict(
            zip((first[0], second[0]), pair.race(first, second), strict=True)
        )
        handed_in, gone = outcomes["hand_in"], outcomes["take_out"]
        code = "form_in" if handed_in.won else "seats_changed"
        one_won((handed_in, gone), code)
        won.add(handed_in.won)
        left = 5 if handed_in.won else 4
        assert pair.alone("state", tournament=tournament)[2] == left
        assert holds(pair, tournament)
        if gone.won:
            pair.alone("put_back", tournament=tournament, number=gone.value)
            pair.alone("hand_in", tournament=tournament, table=1, turned=1)
            assert holds(pair, tournament)
    assert won


@fewer
def test_a_form_while_somebody_joins_is_of_the_people_it_was_written_for(
    pair: Pair, times: int
) -> None:
    for _ in range(times):
        tournament = published(pair, 4)
        number = newcomer(pair, tournament)
        outcomes = pair.race(
            ("hand_in", {"tournament": tournament, "table": 1, "turned": 0}),
            ("join", {"tournament": tournament, "number": number, "table": 1}),
        )
        one_won(outcomes, "form_in" if outcomes[0].won else "seats_changed")
        assert holds(pair, tournament)


@fewer
def test_a_latecomer_seated_by_two_at_once_has_one_seat(pair: Pair, times: int) -> None:
    tournament = published(pair, 8)
    for _ in range(times):
        number = newcomer(pair, tournament)
        deeds: list[Deed] = [
            ("join", {"tournament": tournament, "number": number, "table": table})
            for table in (1, 2)
        ]
        one_won(pair.race(*deeds), "seated_already")
        assert pair.alone("state", tournament=tournament) == [1, "published", 9]
        assert holds(pair, tournament)
        pair.alone("unpublish", tournament=tournament)
        pair.alone("discard", tournament=tournament)
        tournament = published(pair, 8)


@fewer
def test_two_latecomers_at_one_table_at_once_both_have_a_place(
    pair: Pair, times: int
) -> None:
    for _ in range(times):
        tournament = published(pair, 4)
        numbers = [newcomer(pair, tournament) for _ in range(2)]
        deeds: list[Deed] = [
            ("join", {"tournament": tournament, "number": number, "table": 1})
            for number in numbers
        ]
        places = {outcome.value for outcome in both_won(pair.race(*deeds))}
        assert places == {5, 6}
        assert holds(pair, tournament)


@fewer
def test_somebody_asked_to_sit_in_at_two_tables_at_once_sits_at_one(
    pair: Pair, times: int
) -> None:
    for _ in range(times):
        tournament = published(pair, 8)
        player = pair.alone("new_player", tournament=tournament)
        deeds: list[Deed] = [
            ("sit_in", {"tournament": tournament, "table": table, "player": player})
            for table in (1, 2)
        ]
        one_won(pair.race(*deeds), "plays_elsewhere")
        assert holds(pair, tournament)


@fewer
def test_a_form_while_somebody_is_to_sit_in_counts_either_way(
    pair: Pair, times: int
) -> None:
    for _ in range(times):
        tournament = published(pair, 4)
        player = pair.alone("new_player", tournament=tournament)
        form, sat_in = pair.race(
            ("hand_in", {"tournament": tournament, "table": 1, "turned": 0}),
            ("sit_in", {"tournament": tournament, "table": 1, "player": player}),
        )
        assert form.won, form
        assert sat_in.won or sat_in.refused == "form_in", sat_in
        assert holds(pair, tournament)
