"""Two people do the same thing at the same instant, in two processes.

On a real SQLite file, and on PostgreSQL where BOLWERK_TEST_POSTGRES names a server
that lets us make databases. The loser of a race gets a sentence, never an error.
"""

import uuid
from typing import Any

import pytest

from tests.building import FORM_OF_FOUR, FORM_OF_THREE, letters
from tests.racing import Deed, Outcome, Pair

pytestmark = pytest.mark.races
times = pytest.mark.parametrize("times", [10, pytest.param(50, marks=pytest.mark.slow)])
# For what the same constraints guard as in the races above.
fewer = pytest.mark.parametrize("times", [pytest.param(20, marks=pytest.mark.slow)])


def one_won(outcomes: tuple[Outcome, Outcome], code: str) -> Outcome:
    """The winner, after seeing that the other was refused with a sentence."""
    won, lost = sorted(outcomes, key=lambda outcome: not outcome.won)
    assert won.won, outcomes
    assert (lost.refused, lost.error) == (code, ""), outcomes
    assert lost.sentence.endswith("."), lost
    return won


def both_won(outcomes: tuple[Outcome, Outcome]) -> tuple[Outcome, Outcome]:
    assert all(outcome.won for outcome in outcomes), outcomes
    return outcomes


def holds(pair: Pair, tournament: int) -> bool:
    broken = pair.alone("broken", tournament=tournament)
    assert broken == []
    return True


def published(pair: Pair, people: int, **settings: Any) -> int:
    """A tournament with the seating of its first round out."""
    tournament: int = pair.alone("set_up", people=people, **settings)
    pair.alone("draw", tournament=tournament, seed=1)
    pair.alone("publish", tournament=tournament)
    return tournament


@times
def test_two_draws_at_once_make_one_round(pair: Pair, times: int) -> None:
    tournament = pair.alone("set_up", people=16)
    for seed in range(times):
        outcomes = pair.race(
            ("draw", {"tournament": tournament, "seed": seed}),
            ("draw", {"tournament": tournament, "seed": seed + times}),
        )
        assert one_won(outcomes, "already_drawn").value == 16
        assert pair.alone("state", tournament=tournament) == [1, "proposed", 16]
        assert holds(pair, tournament)
        pair.alone("discard", tournament=tournament)
    log = pair.alone("log_of", tournament=tournament)
    assert log["round.drawn"] == log["round.discarded"] == times


def test_two_draws_planned_in_children_make_one_round(pair: Pair) -> None:
    tournament = pair.alone("set_up", people=16)
    deed: Deed = ("draw", {"tournament": tournament, "seed": 5, "in_child": True})
    for _ in range(3):
        one_won(pair.race(deed, deed), "already_drawn")
        assert holds(pair, tournament)
        pair.alone("discard", tournament=tournament)


@times
def test_publishing_twice_at_once_lays_one_sheet_per_table(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=9)
    pair.alone("draw", tournament=tournament, seed=1)
    deed: Deed = ("publish", {"tournament": tournament})
    for _ in range(times):
        one_won(pair.race(deed, deed), "round_moved_on")
        assert pair.alone("state", tournament=tournament) == [1, "published", 9]
        assert holds(pair, tournament)
        pair.alone("unpublish", tournament=tournament)


@times
def test_two_readings_of_one_form_at_once_leave_one_that_counts(
    pair: Pair, times: int
) -> None:
    tournament = published(pair, 16)
    turned = dict.fromkeys(range(1, 5), 0)  # the reading that counts, per table
    for race in range(times):
        number = race % 4 + 1
        table = {"tournament": tournament, "table": number}
        sides = [turned[number] + 1, turned[number] + 2]
        first, second = [("hand_in", {**table, "turned": side}) for side in sides]
        outcomes = pair.race(first, second)
        assert one_won(outcomes, "sheet_changed").value == race // 4 + 1
        turned[number] = sides[0] if outcomes[0].won else sides[1]
        rows = pair.alone("counted", **table)
        assert [" ".join(row) for row in rows] == turn(FORM_OF_FOUR, turned[number])
        assert holds(pair, tournament)
    assert forms_logged(pair, tournament) == times


@fewer
def test_a_version_taken_back_while_a_correction_comes_in_is_one_or_the_other(
    pair: Pair, times: int
) -> None:
    tournament = published(pair, 3)
    table = {"tournament": tournament, "table": 1}
    pair.alone("hand_in", **table, turned=0)
    pair.alone("hand_in", **table, turned=1)
    for race in range(times):
        # 0 is what the first version says; after a correction it may come back.
        correction: Deed = ("hand_in", {**table, "turned": 2})
        back: Deed = ("take_back_version", {**table, "number": 1})
        outcomes = pair.race(back, correction)
        assert one_won(outcomes, "sheet_changed").value == 3 + 2 * race
        rows = pair.alone("counted", **table)
        turned = 0 if outcomes[0].won else 2
        assert [" ".join(row) for row in rows] == turn(FORM_OF_THREE, turned)
        assert holds(pair, tournament)
        pair.alone("hand_in", **table, turned=1)
    assert forms_logged(pair, tournament) == 2 + 2 * times


@pytest.mark.parametrize("keys", [("key", "key"), ("one", "another")])
@times
def test_the_same_form_twice_at_once_is_one_handing_in(
    pair: Pair, times: int, keys: tuple[str, str]
) -> None:
    tournament = published(pair, 16)
    for race in range(times):
        number = race % 4 + 1
        deeds: list[Deed] = [
            (
                "hand_in",
                {
                    "tournament": tournament,
                    "table": number,
                    "turned": race // 4 % 4,
                    "key": f"{key}-{race}",
                },
            )
            for key in keys
        ]
        first, second = both_won(pair.race(*deeds))
        assert first.value == second.value == race // 4 + 1
        assert holds(pair, tournament)
    assert forms_logged(pair, tournament) == times


@times
def test_a_player_registered_twice_at_once_gets_one_number(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=0)
    for number in range(1, times + 1):
        player = pair.alone("new_player", tournament=tournament)
        deed: Deed = ("register", {"tournament": tournament, "player": player})
        assert one_won(pair.race(deed, deed), "already_registered").value == number
    assert pair.alone("numbers", tournament=tournament) == list(range(1, times + 1))
    assert pair.alone("log_of", tournament=tournament)["entry.registered"] == times
    assert holds(pair, tournament)


@times
def test_two_people_registered_at_once_get_two_numbers(pair: Pair, times: int) -> None:
    tournament = pair.alone("set_up", people=0)
    for race in range(times):
        deeds: list[Deed] = [
            ("register", {"tournament": tournament, "player": player})
            for player in (
                pair.alone("new_player", tournament=tournament),
                pair.alone("new_player", tournament=tournament),
            )
        ]
        given = sorted(o.value for o in both_won(pair.race(*deeds)))
        assert given == [2 * race + 1, 2 * race + 2]
    numbers = pair.alone("numbers", tournament=tournament)
    assert numbers == list(range(1, 2 * times + 1))
    assert holds(pair, tournament)


@fewer
def test_two_helpers_at_the_door_register_nobody_twice(pair: Pair, times: int) -> None:
    tournament = pair.alone("set_up", people=0, fee_cents=500)
    for number in range(1, times + 1):
        player = pair.alone("new_player", tournament=tournament)
        deed: Deed = ("register_at_door", {"tournament": tournament, "who": player})
        assert one_won(pair.race(deed, deed), "already_registered").value == number
        assert pair.alone("cash", tournament=tournament)[:3] == [
            number,
            number,
            500 * number,
        ]
    log = pair.alone("log_of", tournament=tournament)
    assert log["entry.registered"] == log["entry.paid"] == times
    assert holds(pair, tournament)


@fewer
def test_a_new_name_typed_at_two_laptops_at_once_is_one_person(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=0)
    for race in range(1, times + 1):
        name = f"Nieuw {letters(race)}{letters(race)}"
        deed: Deed = ("register_at_door", {"tournament": tournament, "who": name})
        one_won(pair.race(deed, deed), "near_double")
        assert pair.alone("cash", tournament=tournament)[0] == 1
        number = pair.alone("numbers", tournament=tournament)[-1]
        undo: Deed = ("undo_at_door", {"tournament": tournament, "number": number})
        one_won(pair.race(undo, undo), "taken_off")
        assert pair.alone("cash", tournament=tournament) == [0, 0, 0, []]
    assert holds(pair, tournament)


@fewer
def test_paying_and_undoing_at_once_leaves_no_money_of_nobody(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=0, fee_cents=500)
    for _ in range(times):
        player = pair.alone("new_player", tournament=tournament)
        who = {"tournament": tournament, "who": player, "paid": False}
        number = pair.alone("register_at_door", **who)
        this = {"tournament": tournament, "number": number}
        paid, undone = pair.race(
            ("set_paid", {**this, "paid": True}), ("undo_at_door", this)
        )
        assert undone.value == (500 if paid.won else 0), (paid, undone)
        assert paid.won or paid.refused == "taken_off", paid
        assert pair.alone("cash", tournament=tournament)[:3] == [0, 0, 0]
    log = pair.alone("log_of", tournament=tournament)
    assert log.get("entry.paid") == log.get("entry.unpaid")
    assert holds(pair, tournament)


@times
def test_the_last_two_forms_at_once_let_the_round_close_once(
    pair: Pair, times: int
) -> None:
    for _ in range(times):
        tournament = published(pair, 6)
        forms: list[Deed] = [
            ("hand_in", {"tournament": tournament, "table": table, "turned": 0})
            for table in (1, 2)
        ]
        both_won(pair.race(*forms))
        assert pair.alone("state", tournament=tournament)[1] == "playing"
        closing: Deed = ("close", {"tournament": tournament})
        one_won(pair.race(closing, closing), "round_moved_on")
        assert pair.alone("state", tournament=tournament)[1] == "closed"
        assert pair.alone("log_of", tournament=tournament)["round.closed"] == 1
        assert holds(pair, tournament)


@times
def test_closing_while_the_last_form_comes_in_loses_no_form(
    pair: Pair, times: int
) -> None:
    for _ in range(times):
        tournament = published(pair, 3)
        form, closing = pair.race(
            ("hand_in", {"tournament": tournament, "table": 1, "turned": 0}),
            ("close", {"tournament": tournament}),
        )
        assert form.won, form
        assert closing.won or closing.refused == "forms_missing", closing
        state = "closed" if closing.won else "playing"
        assert pair.alone("state", tournament=tournament) == [1, state, 3]
        assert holds(pair, tournament)


@times
def test_a_draw_and_a_registration_at_once_agree_on_who_is_in_it(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=3)
    for there in range(3, times + 3):
        player = pair.alone("new_player", tournament=tournament)
        late = there % 20 / 1000  # at every moment of a draw
        drawn, registered = pair.race(
            ("draw", {"tournament": tournament, "seed": there}),
            ("register", {"tournament": tournament, "player": player, "after": late}),
        )
        assert registered.value == there + 1, registered
        assert drawn.value in (there, there + 1) or drawn.refused == "people_changed"
        if drawn.value == there:  # then the seating is out of date, and says so
            publish: Deed = ("publish", {"tournament": tournament})
            outcomes = pair.race(publish, publish)
            assert {o.refused for o in outcomes} == {"people_changed"}, outcomes
        assert holds(pair, tournament)
        if drawn.won:
            pair.alone("discard", tournament=tournament)


@pytest.mark.parametrize("leaving", ["say_absent", "withdraw"])
def test_a_draw_while_somebody_leaves_seats_them_or_is_refused(
    pair: Pair, leaving: str
) -> None:
    tournament = pair.alone("set_up", people=13)
    for left in range(10):
        drawn, gone = pair.race(
            ("draw", {"tournament": tournament, "seed": left}),
            (leaving, {"tournament": tournament, "number": left + 1}),
        )
        assert gone.won, gone
        there = (13 - left, 12 - left)
        assert drawn.value in there or drawn.refused == "people_changed", drawn
        assert holds(pair, tournament)
        if drawn.won:
            pair.alone("discard", tournament=tournament)


@times
def test_a_draw_while_a_name_is_corrected_never_locks_up(
    pair: Pair, times: int
) -> None:
    tournament = pair.alone("set_up", people=8)
    player = pair.alone("new_player", tournament=tournament)
    pair.alone("register", tournament=tournament, player=player)
    for seed in range(times):
        late = seed % 20 / 1000  # at every moment of a draw
        drawn, renamed = pair.race(
            ("draw", {"tournament": tournament, "seed": seed}),
            ("rename", {"player": player, "name": f"Na {late}", "after": late}),
        )
        assert renamed.won, renamed
        assert drawn.won or drawn.refused == "people_changed", drawn
        assert holds(pair, tournament)
        if drawn.won:
            pair.alone("discard", tournament=tournament)


@times
def test_a_form_while_the_seating_is_taken_back_gets_a_sentence(
    pair: Pair, times: int
) -> None:
    tournament = published(pair, 3)
    for _ in range(times):
        outcomes = pair.race(
            ("hand_in", {"tournament": tournament, "table": 1, "turned": 0}),
            ("unpublish", {"tournament": tournament}),
        )
        one_won(outcomes, "round_moved_on")
        assert holds(pair, tournament)
        if outcomes[0].won:
            tournament = published(pair, 3)
        else:
            pair.alone("publish", tournament=tournament)


def test_a_draft_while_the_seating_is_taken_back_gets_a_sentence(pair: Pair) -> None:
    tournament = published(pair, 3)
    for _ in range(20):
        draft, taken_back = pair.race(
            ("keep_draft", {"tournament": tournament, "table": 1}),
            ("unpublish", {"tournament": tournament}),
        )
        assert taken_back.won, taken_back
        assert draft.won or draft.refused == "round_moved_on", draft
        assert holds(pair, tournament)
        pair.alone("publish", tournament=tournament)


def test_publishing_and_discarding_at_once_do_one_of_both(pair: Pair) -> None:
    tournament = pair.alone("set_up", people=8)
    for seed in range(20):
        pair.alone("draw", tournament=tournament, seed=seed)
        publish: Deed = ("publish", {"tournament": tournament})
        outcomes = pair.race(publish, ("discard", {"tournament": tournament}))
        one_won(outcomes, "round_moved_on")
        assert holds(pair, tournament)
        if outcomes[0].won:
            pair.alone("unpublish", tournament=tournament)
            pair.alone("discard", tournament=tournament)


@times
def test_two_clubs_may_give_a_tournament_one_name_at_once(
    pair: Pair, times: int
) -> None:
    for race in range(times):
        name = f"Bollen {uuid.uuid4().hex[:6]} {race}"
        deeds: list[Deed] = [
            ("new_tournament", {"club": club, "name": name})
            for club in ("West", "Oost")
        ]
        first, second = both_won(pair.race(*deeds))
        assert first.value != second.value


def turn(form: tuple[str, ...], by: int) -> list[str]:
    by %= len(form)
    return [*form[by:], *form[:by]]


def forms_logged(pair: Pair, tournament: int) -> int:
    log = pair.alone("log_of", tournament=tournament)
    return int(log["sheet.handed_in"] + log.get("sheet.corrected", 0))
