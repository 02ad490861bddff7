"""Two phones of one table at once, and a phone while the desk decides."""

from collections.abc import Iterator

import pytest

from tests.building import FORM_OF_FOUR
from tests.racing import Deed, Pair
from tests.tournament.test_races import fewer, holds, one_won, times, turn

pytestmark = pytest.mark.races
TABLES = 10


def tables(pair: Pair, count: int) -> Iterator[tuple[int, dict[str, int]]]:
    """So many tables on which nothing lies yet: which, and where it stands."""
    for race in range(count):
        if race % TABLES == 0:
            tournament: int = pair.alone("set_up", people=4 * TABLES)
            pair.alone("draw", tournament=tournament, seed=1)
            pair.alone("publish", tournament=tournament)
        yield race, {"tournament": tournament, "table": race % TABLES + 1}


@times
def test_of_two_phones_at_once_one_counts_and_the_other_waits(
    pair: Pair, times: int
) -> None:
    for _race, at in tables(pair, times):
        one: Deed = ("send", {**at, "turned": 0, "key": "one"})
        other: Deed = ("send", {**at, "turned": 1, "key": "other"})
        outcomes = pair.race(one, other)
        assert sorted(each.value for each in outcomes) == [0, 1]
        first = 0 if outcomes[0].value else 1
        rows = pair.alone("counted", **at)
        assert [" ".join(row) for row in rows] == turn(FORM_OF_FOUR, first)
        rows = pair.alone("waits", **at)
        assert [" ".join(row) for row in rows] == turn(FORM_OF_FOUR, 1 - first)
        assert holds(pair, at["tournament"])


@fewer
def test_a_phone_that_comes_while_the_desk_decides_is_never_lost(
    pair: Pair, times: int
) -> None:
    """The desk decided before it came, or is told that there is yet another form."""
    for race, at in tables(pair, times):
        for turned in (0, 1):
            pair.alone("send", **at, turned=turned, key=f"phone-{turned}")
        act = ("first", "second")[race % 2]
        decided, sent = pair.race(
            ("decide", {**at, "act": act}),
            ("send", {**at, "turned": 2, "key": "phone-2"}),
        )
        assert sent.value == 0, sent
        assert decided.won or decided.refused == "second_changed", decided
        rows = pair.alone("waits", **at)
        assert [" ".join(row) for row in rows] == turn(FORM_OF_FOUR, 2)
        chosen = 1 if decided.won and act == "second" else 0
        rows = pair.alone("counted", **at)
        assert [" ".join(row) for row in rows] == turn(FORM_OF_FOUR, chosen)
        assert holds(pair, at["tournament"])


@fewer
def test_two_at_the_desk_decide_once(pair: Pair, times: int) -> None:
    for _race, at in tables(pair, times):
        for turned in (0, 1):
            pair.alone("send", **at, turned=turned, key=f"phone-{turned}")
        outcomes = pair.race(
            ("decide", {**at, "act": "first"}), ("decide", {**at, "act": "second"})
        )
        one_won(outcomes, "sheet_changed")
        rows = pair.alone("counted", **at)
        chosen = 0 if outcomes[0].won else 1
        assert [" ".join(row) for row in rows] == turn(FORM_OF_FOUR, chosen)
        assert pair.alone("waits", **at) == []
        assert holds(pair, at["tournament"])
