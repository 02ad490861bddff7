"""Two people look at, move or correct one form at once, in two processes."""

import pytest

from tests.building import FORM_OF_FOUR
from tests.racing import Deed, Pair
from tests.tournament.test_races import fewer, holds, one_won, times, turn

pytestmark = pytest.mark.races


def to_look_at(pair: Pair, people: int = 8) -> int:
    """A tournament with a first round out, whose tables look at their own forms."""
    tournament: int = pair.alone("set_up", people=people, verification="table")
    pair.alone("draw", tournament=tournament, seed=1)
    pair.alone("publish", tournament=tournament)
    return tournament


@times
def test_a_form_is_approved_or_sent_back_never_both(pair: Pair, times: int) -> None:
    tournament = to_look_at(pair)
    at = {"tournament": tournament, "table": 1}
    states = []
    for race in range(times):
        pair.alone("hand_in", **at, turned=race)
        yes: Deed = ("look", {**at, "act": "approve"})
        no: Deed = ("look", {**at, "act": "send_back"})
        won = one_won(pair.race(yes, no), "not_waiting")
        assert won.value == race + 1
        states.append(pair.alone("lies", tournament=tournament)[0])
        assert holds(pair, tournament)
    log = pair.alone("log_of", tournament=tournament)
    assert log.get("sheet.approved", 0) == states.count("approved")
    assert log.get("sheet.sent_back", 0) == states.count("sent_back")


@fewer
def test_two_who_approve_at_once_approve_once(pair: Pair, times: int) -> None:
    tournament = to_look_at(pair)
    at = {"tournament": tournament, "table": 1}
    for race in range(times):
        pair.alone("hand_in", **at, turned=race)
        deed: Deed = ("look", {**at, "act": "approve"})
        one_won(pair.race(deed, deed), "not_waiting")
        assert pair.alone("lies", tournament=tournament)[0] == "approved"
    assert pair.alone("log_of", tournament=tournament)["sheet.approved"] == times


@times
def test_a_correction_while_somebody_approves_is_not_approved_unseen(
    pair: Pair, times: int
) -> None:
    """Approved first and then corrected is fine; the correction then waits again."""
    tournament = to_look_at(pair)
    at = {"tournament": tournament, "table": 1}
    pair.alone("hand_in", **at, turned=0)
    for race in range(times):
        approved, corrected = pair.race(
            ("look", {**at, "act": "approve"}),
            ("hand_in", {**at, "turned": race + 1}),
        )
        assert corrected.value == race + 2, corrected
        assert approved.won or approved.refused == "sheet_changed", approved
        assert pair.alone("lies", tournament=tournament)[0] == "handed_in"
        assert holds(pair, tournament)


@fewer
def test_a_correction_while_it_is_sent_back_is_one_or_the_other(
    pair: Pair, times: int
) -> None:
    tournament = to_look_at(pair)
    at = {"tournament": tournament, "table": 1}
    pair.alone("hand_in", **at, turned=0)
    for race in range(times):
        back, corrected = pair.race(
            ("look", {**at, "act": "send_back"}),
            ("hand_in", {**at, "turned": race + 1}),
        )
        # Sent back first, the correction answers it; else what was seen is gone.
        assert corrected.value == race + 2, corrected
        assert back.won or back.refused == "sheet_changed", back
        assert pair.alone("lies", tournament=tournament)[0] == "handed_in"
        assert holds(pair, tournament)


@fewer
def test_two_forms_moved_to_one_table_at_once_lose_neither(
    pair: Pair, times: int
) -> None:
    for _ in range(times):
        tournament = pair.alone("set_up", people=12)
        pair.alone("draw", tournament=tournament, seed=1)
        pair.alone("publish", tournament=tournament)
        at = {"tournament": tournament}
        pair.alone("hand_in", **at, table=1, turned=0)
        pair.alone("hand_in", **at, table=2, turned=1)
        outcomes = pair.race(
            ("move", {**at, "table": 1, "to": 3}), ("move", {**at, "table": 2, "to": 3})
        )
        one_won(outcomes, "sheet_changed")
        first = outcomes[0].won
        rows = pair.alone("counted", **at, table=3)
        assert [" ".join(row) for row in rows] == turn(FORM_OF_FOUR, 0 if first else 1)
        states = pair.alone("lies", tournament=tournament)
        assert states == (
            ["open", "approved", "approved"]
            if first
            else ["approved", "open", "approved"]
        )
        assert holds(pair, tournament)


@fewer
def test_a_form_that_comes_in_where_another_is_moved_to_is_kept(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=8)
    pair.alone("draw", tournament=tournament, seed=1)
    pair.alone("publish", tournament=tournament)
    at = {"tournament": tournament}
    pair.alone("hand_in", **at, table=1, turned=0)
    here, there = 1, 2
    for race in range(times):
        moved, form = pair.race(
            ("move", {**at, "table": here, "to": there}),
            ("hand_in", {**at, "table": there, "turned": race % 3 + 1}),
        )
        one_won((moved, form), "sheet_changed")
        states = dict(enumerate(pair.alone("lies", tournament=tournament), 1))
        assert states[there] == "approved"
        assert states[here] == ("open" if moved.won else "approved")
        assert holds(pair, tournament)
        if form.won:  # both have a form: begin anew with the first alone
            tournament = pair.alone("set_up", people=8)
            at = {"tournament": tournament}
            pair.alone("draw", tournament=tournament, seed=1)
            pair.alone("publish", tournament=tournament)
            pair.alone("hand_in", **at, table=1, turned=0)
            here, there = 1, 2
        else:
            here, there = there, here
