"""Two people sat on each other's places, and it is noticed later."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.models import Result, Revision
from scoring.refused import Refused
from tests.building import Evening
from tests.tournament.pair_nights import belotten_game
from tests.tournament.test_log import press_undo
from tests.tournament.test_substitutes import known, row_of, seat_of
from tournament.actions import ending, penalties, registration, rounds, seats
from tournament.actions.exchanging import exchange, exchange_back
from tournament.actions.substitutes import substitute
from tournament.models import LogEntry, Player
from tournament.queries.exchanges import changes_of, exchange_of
from tournament.queries.ranked import Standings
from tournament.queries.seating import history
from tournament.queries.standings import standings

Build = Callable[..., Evening]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def night(evening: Build) -> Evening:
    """Nine people at a table of five and one of four, and the forms are in."""
    night = evening(9, names=["Jan de Vries", "Zoë Lammers"])
    night.fill(night.publish())
    return night


def at(night: Evening, table: int, place: int) -> int:
    seat = night.round(1).seats.get(table__number=table, place=place)
    return seat.entry.number


def traded(night: Evening, one: int, other: int, reason: str = "zeiden ze") -> None:
    seen = exchange_of(night.round(1), one, other).seen
    exchange(night.round(1), one, other, night.director, seen=seen, reason=reason)


def figures(found: Standings) -> dict[int, tuple[float, int]]:
    return {row.person.number: (row.total, row.place) for row in found.rows}


def page(desk: Client, night: Evening, query: str = "") -> str:
    address = f"/en/desk/{night.tournament.slug}/rounds/1/exchange/{query}"
    response = desk.get(address)
    assert response.status_code == 200
    return unescape(response.content.decode())


def hidden(text: str) -> dict[str, Any]:
    found = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


@pytest.mark.parametrize("places", [((1, 1), (2, 3)), ((1, 2), (1, 4))])
def test_who_sat_on_each_others_places_gets_what_was_scored_there(
    night: Evening, places: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    one, other = at(night, *places[0]), at(night, *places[1])
    before = {n: row_of(night, n).total for n in range(1, 10)}
    forms = list(Result.objects.values_list("pk", "place", "total"))
    promised = {
        moved.person.number: moved.total
        for moved in changes_of(night.round(1), one, other).totals
    }
    traded(night, one, other)
    after = {n: row_of(night, n).total for n in range(1, 10)}
    assert after == {**before, one: before[other], other: before[one]}
    assert promised == {n: after[n] for n in after if after[n] != before[n]}
    assert (at(night, *places[0]), at(night, *places[1])) == (other, one)
    assert list(Result.objects.values_list("pk", "place", "total")) == forms


def test_it_is_promised_as_it_comes_out_also_where_one_form_is_still_out(
    evening: Build,
) -> None:
    night = evening(9, missed_round="lowest")
    night.fill(night.publish(), leave=[2])
    one, other = at(night, 1, 1), at(night, 2, 1)
    penalties.give(
        night.tournament.entries.get(number=one), 1, -5, "te laat", night.director
    )
    found = changes_of(night.round(1), one, other)
    traded(night, one, other)
    now = figures(standings(night.tournament))
    for moved in found.moved:
        assert now[moved.person.number] == (moved.total, moved.place)
    assert row_of(night, one).correctie == -5
    assert row_of(night, one).scores[0].total is None


def test_a_substitute_goes_along_and_still_counts_apart(night: Evening) -> None:
    one, other = at(night, 1, 1), at(night, 2, 1)
    stand_in = known(night, "Inge Valler")
    seen = {"apart": True, "seen": 1}
    substitute(night.round(1), one, stand_in, night.director, **seen)  # type: ignore[arg-type]
    found = changes_of(night.round(1), one, other)
    traded(night, one, other)
    seat = seat_of(night, one)
    assert (seat.player, seat.apart, seat.table.number) == (stand_in, True, 2)
    now = figures(standings(night.tournament))
    for moved in found.moved:
        assert now[moved.person.number] == (moved.total, moved.place)


def test_before_a_form_is_in_no_reason_is_asked(evening: Build) -> None:
    night = evening(8)
    night.publish()
    one, other = at(night, 1, 1), at(night, 2, 1)
    traded(night, one, other, reason="")
    assert at(night, 1, 1) == other
    assert LogEntry.objects.filter(action="seat.exchanged").count() == 1


def test_a_pair_that_sat_on_another_pairs_places_gets_what_was_scored_there(
    pair_evening: Build,
) -> None:
    night = pair_evening(4)
    night.publish()
    for table in (1, 2):
        night.hand_in(night.table(1, table), belotten_game())
    one, other = at(night, 1, 1), at(night, 2, 2)
    found = changes_of(night.round(1), one, other)
    traded(night, one, other)
    seats_of = night.round(1).seats.filter(entry__number=one)
    assert set(seats_of.values_list("table__number", "place")) == {(2, 2), (2, 4)}
    now = figures(standings(night.tournament))
    for moved in found.moved:
        assert now[moved.person.number] == (moved.total, moved.place)


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_what_cannot_be_is_refused_in_a_sentence(night: Evening) -> None:
    one, other = at(night, 1, 1), at(night, 2, 1)
    late = registration.register(
        night.tournament,
        Player.objects.create(club=night.tournament.club, name="Laat"),
        night.director,
    ).number
    assert refused(lambda: traded(night, one, other, reason="  ")) == "reason_missing"
    assert refused(lambda: traded(night, one, one)) == "same_person"
    assert refused(lambda: traded(night, one, late)) == "nobody_here"
    assert refused(lambda: traded(night, 0, 99)) == "nobody_here"
    assert at(night, 1, 1) == one


def test_whoever_looked_at_other_seats_changes_nothing(night: Evening) -> None:
    one, other = at(night, 1, 1), at(night, 2, 1)
    seen = exchange_of(night.round(1), one, other).seen
    twice = {"seen": seen, "reason": "zeiden ze"}
    exchange(night.round(1), one, other, night.director, **twice)
    again = refused(
        lambda: exchange(night.round(1), one, other, night.director, **twice)
    )
    assert again == "round_moved_on"
    assert at(night, 1, 1) == other


def test_it_can_be_done_in_a_closed_round_and_taken_back(night: Evening) -> None:
    rounds.close(night.round(1), night.director)
    one, other = at(night, 1, 1), at(night, 2, 1)
    before = figures(standings(night.tournament))
    traded(night, one, other)
    back = LogEntry.objects.get(action="seat.exchanged").data["back"]
    exchange_back(night.round(1), one, other, night.director, seen=back)
    assert figures(standings(night.tournament)) == before


def test_a_closed_tournament_stays_as_it_is(evening: Build) -> None:
    night = evening(8, rounds_planned=1, played=1)
    ending.close(night.tournament, night.director)
    assert refused(lambda: traded(night, 1, 2)) == "tournament_closed"


def test_the_next_draw_knows_who_really_met(night: Evening) -> None:
    one, other = at(night, 1, 1), at(night, 2, 1)
    traded(night, one, other)
    met = {frozenset(table) for table in history(night.tournament, 2)[0].tables}
    assert any(one in table and at(night, 2, 2) in table for table in met)


def test_the_director_sees_what_it_changes_and_puts_it_right_and_back(
    desk: Client, night: Evening
) -> None:
    jan, zoe = 1, 2
    table = seat_of(night, jan).table.number
    base = f"/en/desk/{night.tournament.slug}/"
    people = desk.get(f"{base}rounds/1/tables/{table}/people/?number={jan}")
    assert "exchange/?one=1" in unescape(people.content.decode())
    assert "See what it changes" in page(desk, night)
    assert "Choose two different people." in page(desk, night, "?one=1&other=1")
    shown = page(desk, night, f"?one={jan}&other={zoe}")
    assert "What this changes" in shown
    address = f"{base}rounds/1/exchange/"
    sent = hidden(shown.split("<main", 1)[1])
    answer = desk.post(address, {**sent, "reason": ""})
    assert answer.status_code == 422
    assert "Say how you know who sat where" in unescape(answer.content.decode())
    totals = [row_of(night, n).total for n in (jan, zoe)]
    answer = desk.post(address, {**sent, "reason": "zeiden ze"}, follow=True)
    assert "changed places in round 1" in answer.content.decode()
    assert [row_of(night, n).total for n in (zoe, jan)] == totals
    twice = desk.post(address, {**sent, "reason": "zeiden ze"})
    assert "Somebody was just before you" in twice.content.decode()
    log = unescape(desk.get(f"{base}log/").content.decode())
    sentence = "Jan de Vries (no. 1) and Zoë Lammers (no. 2) sat on each other’s places"
    assert f"{sentence} in round 1. Reason: zeiden ze" in log
    press_undo(desk, night, sentence)
    assert [row_of(night, n).total for n in (jan, zoe)] == totals


def test_a_proposal_has_no_places_to_put_right(desk: Client, evening: Build) -> None:
    night = evening(8)
    night.draw()
    address = f"/en/desk/{night.tournament.slug}/rounds/1/exchange/"
    answer = desk.get(address, follow=True)
    assert "Somebody was just before you" in answer.content.decode()


@pytest.mark.parametrize("nonsense", ["x", "-1", "9" * 300, "²", ""])
def test_nonsense_in_the_address_shows_the_page(
    desk: Client, night: Evening, nonsense: str
) -> None:
    assert "See what it changes" in page(desk, night, f"?one={nonsense}&other=1")
    address = f"/en/desk/{night.tournament.slug}/rounds/1/exchange/"
    answer = desk.post(address, {"one": nonsense, "other": "1", "seen": nonsense})
    assert answer.status_code == 422
    assert Revision.objects.filter(counted=True).count() == 2


@pytest.mark.parametrize("people", [20, 200])
def test_the_page_costs_as_many_queries_at_200_people(
    desk: Client, evening: Build, people: int
) -> None:
    night = evening(people)
    night.fill(night.publish())
    page(desk, night, "?one=1&other=2")
    with CaptureQueriesContext(connection) as asked:
        page(desk, night, "?one=1&other=2")
    assert len(asked) == 21


def test_who_left_during_the_game_is_still_somebody_whose_place_changes(
    evening: Build,
) -> None:
    night = evening(8)
    night.publish()
    one, other = at(night, 1, 1), at(night, 2, 1)
    seats.leave(night.round(1), one, 3, night.director)
    traded(night, one, other)
    assert at(night, 2, 1) == one
