"""Two directors change one proposal at the same instant, in two processes."""

import pytest

from tests.racing import Deed, Pair
from tests.tournament.test_races import fewer, holds, one_won

pytestmark = pytest.mark.races


@fewer
def test_two_swaps_on_one_proposal_leave_one_and_a_sentence(
    pair: Pair,
    times: int,
) -> None:
    tournament = pair.alone("set_up", people=16)
    pair.alone("draw", tournament=tournament, seed=1)
    for race in range(times):
        deeds: list[Deed] = [
            ("swap", {"tournament": tournament, "table": table}) for table in (1, 2)
        ]
        one_won(pair.race(*deeds), "proposal_changed")
        assert holds(pair, tournament), race
    assert pair.alone("log_of", tournament=tournament)["round.swapped"] == times


@fewer
def test_a_swap_while_it_is_drawn_again_is_one_or_the_other(
    pair: Pair,
    times: int,
) -> None:
    tournament = pair.alone("set_up", people=16)
    pair.alone("draw", tournament=tournament, seed=1)
    for race in range(times):
        outcomes = pair.race(
            ("swap", {"tournament": tournament, "table": 1}),
            ("draw_again", {"tournament": tournament, "seed": race}),
        )
        won, lost = sorted(outcomes, key=lambda outcome: not outcome.won)
        assert won.won, outcomes
        assert lost.refused in ("proposal_changed", "round_moved_on"), outcomes
        assert holds(pair, tournament)
        assert pair.alone("state", tournament=tournament) == [1, "proposed", 16]


@fewer
def test_a_swap_while_it_is_published_never_changes_what_is_out(
    pair: Pair,
    times: int,
) -> None:
    tournament = pair.alone("set_up", people=9)
    pair.alone("draw", tournament=tournament, seed=1)
    for _race in range(times):
        swapped, published = pair.race(
            ("swap", {"tournament": tournament, "table": 1}),
            ("publish", {"tournament": tournament}),
        )
        assert published.won
        assert swapped.won or swapped.refused == "round_moved_on", swapped
        assert holds(pair, tournament)
        pair.alone("unpublish", tournament=tournament)
