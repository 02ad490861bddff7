"""Two directors at the end of an evening, in two processes at the same instant."""

import pytest

from tests.racing import Pair
from tests.tournament.test_races import both_won, holds, one_won, published

pytestmark = pytest.mark.races
times = pytest.mark.parametrize("times", [5, pytest.param(50, marks=pytest.mark.slow)])


def played(pair: Pair) -> int:
    """A tournament of one round, played and closed."""
    tournament = published(pair, 8, rounds_planned=1)
    for table in (1, 2):
        pair.alone("hand_in", tournament=tournament, table=table, turned=0)
    pair.alone("close", tournament=tournament)
    return tournament


@times
def test_two_who_reveal_at_once_reveal_what_one_of_them_saw(
    pair: Pair, times: int
) -> None:
    tournament = played(pair)
    pair.alone("hide", tournament=tournament)
    for _ in range(times):
        before, _closed = pair.alone("ends", tournament=tournament)
        outcomes = pair.race(
            ("reveal", {"tournament": tournament, "by": 1}),
            ("reveal", {"tournament": tournament, "by": 2}),
        )
        one_won(outcomes, "moved_on")
        now, _closed = pair.alone("ends", tournament=tournament)
        assert (before or 50) - now == (1 if outcomes[0].won else 2)
        if now < 4:
            pair.alone("hide", tournament=tournament)


@times
def test_of_two_moments_for_objections_one_is_set(pair: Pair, times: int) -> None:
    tournament = played(pair)
    for race in range(times):
        outcomes = pair.race(
            ("object_until", {"tournament": tournament, "minutes": 10 + race}),
            ("object_until", {"tournament": tournament, "minutes": 90 + race}),
        )
        one_won(outcomes, "moved_on")
    log = pair.alone("log_of", tournament=tournament)
    assert log["objections.set"] == times


@times
def test_a_tournament_is_closed_once(pair: Pair, times: int) -> None:
    tournament = played(pair)
    for _ in range(times):
        deed = ("end", {"tournament": tournament})
        one_won(pair.race(deed, deed), "tournament_closed")
        pair.alone("begin_again", tournament=tournament)


@times
def test_a_correction_while_the_tournament_is_closed_counts_or_is_refused(
    pair: Pair, times: int
) -> None:
    tournament = played(pair)
    for race in range(times):
        correction = {"tournament": tournament, "table": 1, "turned": race % 3 + 1}
        closing, corrected = pair.race(
            ("end", {"tournament": tournament}), ("hand_in", correction)
        )
        assert closing.won, closing
        if not corrected.won:
            assert (corrected.refused, corrected.error) == ("tournament_closed", "")
        else:
            both_won((closing, corrected))
        assert holds(pair, tournament)
        pair.alone("begin_again", tournament=tournament)
