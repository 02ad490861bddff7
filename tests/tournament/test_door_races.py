"""Two laptops at the door and at the clock at the same instant, in two processes."""

import pytest

from tests.racing import Deed, Pair
from tests.tournament.test_races import both_won, fewer, holds, one_won

pytestmark = pytest.mark.races


@fewer
def test_two_helpers_let_in_whom_both_expected_once(pair: Pair, times: int) -> None:
    tournament = pair.alone("set_up", people=0, preregistration=True)
    for number in range(1, times + 1):
        code = f"ABC{number:03}"
        who = {"tournament": tournament, "code": code}
        pair.alone("preregister", **who, name="Zelda Zwijg")
        deed: Deed = ("let_in", who)
        assert one_won(pair.race(deed, deed), "came_already").value == number
        assert pair.alone("expected", tournament=tournament) == []
    log = pair.alone("log_of", tournament=tournament)
    assert log["entry.registered"] == log["preregistration.came"] == times
    assert holds(pair, tournament)


@fewer
def test_cancelling_while_one_is_let_in_does_one_of_both(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=0, preregistration=True)
    inside = 0
    for race in range(times):
        who = {"tournament": tournament, "code": f"ABC{race:03}"}
        pair.alone("preregister", **who, name="Zelda Zwijg")
        let_in, cancelled = pair.race(("let_in", who), ("cancel", who))
        assert let_in.won != cancelled.won, (let_in, cancelled)
        assert let_in.refused in ("", "not_coming"), let_in
        assert cancelled.refused in ("", "came_already"), cancelled
        inside += let_in.won
        assert len(pair.alone("numbers", tournament=tournament)) == inside
    assert holds(pair, tournament)


@fewer
def test_the_same_form_sent_twice_at_once_is_one_registration(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=0, preregistration=True)
    for race in range(times):
        code = f"ABC{race:03}"
        asked = {"tournament": tournament, "name": f"Jan {race}", "code": code}
        first, second = both_won(
            pair.race(("preregister", asked), ("preregister", asked))
        )
        assert first.value == second.value == code
    assert len(pair.alone("expected", tournament=tournament)) == times


@fewer
def test_a_minute_more_pressed_twice_at_once_is_one_minute(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=8, minutes=60)
    pair.alone("draw", tournament=tournament, seed=1)
    pair.alone("publish", tournament=tournament)
    deed: Deed = ("start_clock", {"tournament": tournament})
    one_won(pair.race(deed, deed), "clock_moved_on")
    assert pair.alone("state", tournament=tournament)[1] == "playing"
    more: Deed = ("more_time", {"tournament": tournament})
    for race in range(1, times + 1):
        won = one_won(pair.race(more, more), "clock_moved_on")
        assert won.value == 60 * (60 + race)
    log = pair.alone("log_of", tournament=tournament)
    assert (log["round.clock_started"], log["round.clock_changed"]) == (1, times)
