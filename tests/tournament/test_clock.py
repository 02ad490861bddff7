"""The clock of a round: started, stopped, set, and shown the same everywhere."""

import html
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.refused import Refused
from tests.building import Evening
from tests.tournament.test_log import press_undo
from tournament.actions import clock, rounds
from tournament.models import LogEntry, Round
from tournament.queries.clock import Clock
from tournament.queries.seating import seating

Build = Callable[..., Evening]
# Winter time: half past seven at the venue.
BEGIN = datetime(2026, 11, 14, 18, 30, tzinfo=UTC)


def after(minutes: float) -> datetime:
    return BEGIN + timedelta(minutes=minutes)


@pytest.fixture
def night(evening: Build) -> Evening:
    """Eight people at two tables, the seating of a round of 60 minutes is out."""
    night = evening(8, minutes=60)
    night.publish()
    return night


@pytest.fixture
def begun(night: Evening) -> Evening:
    clock.start(night.round(1), night.director, at=BEGIN)
    return night


def of(night: Evening) -> Clock:
    found = seating(night.tournament, night.round(1), public=False).clock
    assert found
    return found


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value).endswith(".")
    return caught.value.code


def acts(night: Evening) -> list[str]:
    logged = LogEntry.objects.filter(action__startswith="round.clock").order_by("pk")
    return [entry.action.removeprefix("round.clock_") for entry in logged]


def press(desk: Client, night: Evening, act: str, **data: object) -> str:
    slug = night.tournament.slug
    address = f"/nl/desk/{slug}/rounds/1/clock/{act}/"
    response = desk.post(address, data, follow=True)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def test_starting_a_round_sets_it_playing_and_its_clock_running(begun: Evening) -> None:
    assert begun.round(1).state == Round.State.PLAYING
    now = of(begun)
    assert now.ends == after(60)
    assert (now.left(BEGIN), now.left(after(20)), now.left(after(63))) == (
        3600,
        2400,
        -180,
    )


def test_a_clock_that_stood_still_goes_on_where_it_stopped(begun: Evening) -> None:
    clock.pause(begun.round(1), None, seen=of(begun).stamp, at=after(20))
    still = of(begun)
    assert still.ends is None
    assert still.standing == "40:00"
    assert still.left(after(30)) == still.left(after(500)) == 2400
    clock.resume(begun.round(1), None, seen=still.stamp, at=after(32))
    assert of(begun).ends == after(72)
    clock.pause(begun.round(1), None, seen=of(begun).stamp, at=after(40))
    assert of(begun).standing == "32:00"


def test_a_minute_more_or_less_moves_the_end(begun: Evening) -> None:
    clock.change(begun.round(1), 1, None, seen=of(begun).stamp)
    clock.change(begun.round(1), 1, None, seen=of(begun).stamp)
    assert of(begun).ends == after(62)
    clock.change(begun.round(1), -1, None, seen=of(begun).stamp)
    assert of(begun).ends == after(61)


def test_a_round_takes_at_least_a_minute(begun: Evening) -> None:
    Round.objects.update(clock_seconds=60)
    stamp = of(begun).stamp
    assert (
        refused(lambda: clock.change(begun.round(1), -1, None, seen=stamp))
        == "clock_too_short"
    )


def test_one_table_may_have_more_time_than_the_others(begun: Evening) -> None:
    clock.give_extra(begun.table(1, 2), 5, None, seen=of(begun).stamp)
    now = of(begun)
    assert now.extras == [(2, 5, after(65))]
    assert now.late(after(61)) == [1]
    assert now.late(after(65)) == [1, 2]
    clock.give_extra(begun.table(1, 2), -2, None, seen=now.stamp)
    assert of(begun).extras == [(2, 3, after(63))]


@pytest.mark.parametrize("minutes", [0, -1, 61])
def test_extra_time_is_within_reason(begun: Evening, minutes: int) -> None:
    table, stamp = begun.table(1, 1), of(begun).stamp
    act = refused(lambda: clock.give_extra(table, minutes, None, seen=stamp))
    assert act == "too_much_extra"


def test_a_table_whose_form_is_in_is_not_late_and_has_no_clock(begun: Evening) -> None:
    begun.hand_in(begun.table(1, 1))
    assert of(begun).late(after(90)) == [2]
    begun.hand_in(begun.table(1, 2))
    assert seating(begun.tournament, begun.round(1), public=True).clock is None


def test_what_was_seen_before_somebody_elses_press_does_nothing(
    begun: Evening,
) -> None:
    round_, seen = begun.round(1), of(begun).stamp
    clock.change(round_, 1, None, seen=seen)
    for act in (
        lambda: clock.change(round_, 1, None, seen=seen),
        lambda: clock.pause(round_, None, seen=seen),
        lambda: clock.stop(round_, None, seen=seen),
        lambda: clock.give_extra(begun.table(1, 1), 5, None, seen=seen),
        lambda: clock.start(round_, None),
        lambda: clock.resume(round_, None, seen=of(begun).stamp),
    ):
        assert refused(act) == "clock_moved_on"
    assert of(begun).ends == after(61)
    assert acts(begun) == ["started", "changed"]


def test_the_clock_of_a_closed_round_stands_for_nothing(begun: Evening) -> None:
    begun.hand_in(begun.table(1, 1))
    round_, seen = begun.round(1), of(begun).stamp
    rounds.close(round_, None, without=frozenset({2}))
    assert refused(lambda: clock.pause(round_, None, seen=seen)) == "round_moved_on"
    assert seating(begun.tournament, begun.round(1), public=True).clock is None
    rounds.reopen(round_, None)
    assert of(begun).ends == after(60)


def test_taking_the_start_back_leaves_the_round_as_it_was(
    desk: Client, night: Evening
) -> None:
    press(desk, night, "start")
    assert night.round(1).state == Round.State.PLAYING
    press(desk, night, "stop", seen=of(night).stamp)
    round_ = night.round(1)
    assert (round_.state, round_.clock_seconds) == (Round.State.PUBLISHED, None)
    rounds.unpublish(round_, None)


def test_a_round_with_a_form_goes_on_without_its_clock(begun: Evening) -> None:
    begun.hand_in(begun.table(1, 1))
    clock.stop(begun.round(1), None, seen=of(begun).stamp)
    assert begun.round(1).state == Round.State.PLAYING


def test_without_minutes_there_is_no_clock_anywhere(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    night.publish()
    page = press(desk, night, "start")
    assert "Typ eerst in de instellingen hoe lang een ronde duurt." in page
    slug, code = night.tournament.slug, night.table(1, 1).code
    paths = (f"desk/{slug}/", f"t/{slug}/hall/", f"t/{slug}/seats/", f"c/{code}/")
    for path in paths:
        page = desk.get(f"/nl/{path}").content.decode()
        assert "data-ends" not in page
        assert ">Klok<" not in page


def test_the_end_is_shown_in_the_time_of_the_venue(
    client: Client, desk: Client, begun: Evening
) -> None:
    clock.give_extra(begun.table(1, 2), 5, None, seen=of(begun).stamp)
    slug, code = begun.tournament.slug, begun.table(1, 2).code
    ends = f'data-ends="{int(after(60).timestamp())}"'
    for path in (f"desk/{slug}/", f"t/{slug}/hall/", f"t/{slug}/seats/"):
        page = desk.get(f"/nl/{path}").content.decode()
        assert ends in page
        assert "data-figure>20:30</p>" in page
        assert "Tafel 2 tot 20:35" in page
    page = client.get(f"/nl/c/{code}/").content.decode()
    assert "data-figure>20:35</p>" in page
    assert "5 minuten extra" in page
    part = client.get(f"/nl/c/{code}/", {"part": "clock"}).content.decode()
    assert part.strip().startswith('<div data-part="clock"')
    assert "data-figure>20:35</p>" in part


def test_a_break_is_shown_everywhere_with_what_is_left(
    client: Client, begun: Evening
) -> None:
    clock.pause(begun.round(1), None, seen=of(begun).stamp, at=after(51.5))
    slug, code = begun.tournament.slug, begun.table(1, 2).code
    for path in (f"t/{slug}/hall/", f"t/{slug}/seats/", f"c/{code}/"):
        page = client.get(f"/nl/{path}").content.decode()
        assert "Pauze: de klok staat stil" in page
        assert '<p class="clock">08:30</p>' in page
        assert "data-ends" not in page


def test_every_act_on_the_clock_renews_the_screens_once(
    client: Client, night: Evening
) -> None:
    hall = f"/nl/t/{night.tournament.slug}/hall/?part=live"

    def tag() -> str:
        return client.get(hall)["ETag"]

    tags = [tag()]
    clock.start(night.round(1), None)
    tags.append(tag())
    clock.change(night.round(1), 1, None, seen=of(night).stamp)
    tags.append(tag())
    clock.pause(night.round(1), None, seen=of(night).stamp)
    tags.append(tag())
    assert len(set(tags)) == 4
    with CaptureQueriesContext(connection) as queries:
        again = client.get(hall, headers={"if-none-match": tags[-1]})
    assert (again.status_code, len(queries)) == (304, 1)


def test_the_desk_names_the_tables_over_their_time(
    desk: Client, begun: Evening
) -> None:
    start = timezone.now() - timedelta(minutes=61)
    Round.objects.update(clock_since=start)
    begun.hand_in(begun.table(1, 1))
    page = press(desk, begun, "pause", seen="of long ago")
    assert "Iemand was je net voor bij de klok." in page
    assert "Over tijd: tafel 2" in page
    cells = re.findall(r'class="tcell.*?</a>', page, re.DOTALL)
    assert ["over tijd" in cell for cell in cells] == [False, True]


@pytest.mark.parametrize(
    "sent",
    [
        {"table": "9", "minutes": "5"},
        {"table": "x", "minutes": "5"},
        {"table": "1", "minutes": ""},
        {"table": "1", "minutes": "vijf"},
        {"table": "1", "minutes": "99999"},
        {"table": "1", "minutes": "-1"},
    ],
)
def test_extra_time_typed_wrong_gets_a_sentence(
    desk: Client, begun: Evening, sent: dict[str, str]
) -> None:
    page = press(desk, begun, "extra", seen=of(begun).stamp, **sent)
    assert 'role="alert"' in page
    assert of(begun).extras == []


def test_the_log_tells_the_clock_and_takes_back_what_can_be(
    desk: Client, begun: Evening
) -> None:
    clock.change(begun.round(1), 1, begun.director, seen=of(begun).stamp)
    clock.give_extra(begun.table(1, 2), 5, begun.director, seen=of(begun).stamp)
    press_undo(desk, begun, "Table 2 has 5 minutes extra in round 1.")
    assert of(begun).extras == []
    press_undo(desk, begun, "Round 1 takes 61 minutes instead of 60.")
    assert of(begun).ends == after(60)
    press_undo(desk, begun, "Round 1 began; the clock is set to 60 minutes.")
    assert begun.round(1).clock_seconds is None
    page = desk.get(f"/en/desk/{begun.tournament.slug}/log/").content.decode()
    assert "The clock of round 1 was taken away." in page
    assert 'class="undone" href' in page


def test_the_settings_keep_and_clear_the_minutes(desk: Client, night: Evening) -> None:
    address = f"/nl/desk/{night.tournament.slug}/settings/"
    form = {
        "name": "Najaarsbollen",
        "date": "2026-11-14",
        "rounds_planned": 4,
        "names_public": "all",
        "missed_round": "zero",
    }

    def kept() -> int | None:
        night.tournament.refresh_from_db()
        return night.tournament.minutes

    night.tournament.rounds.all().delete()
    assert desk.post(address, form).status_code == 302
    assert kept() == 60
    assert desk.post(address, form | {"minutes": "0"}).status_code == 422
    assert desk.post(address, form | {"minutes": "75"}).status_code == 302
    assert kept() == 75
    assert desk.post(address, form | {"minutes": ""}).status_code == 302
    assert kept() is None
    page = desk.get(f"/nl/desk/{night.tournament.slug}/log/").content.decode()
    log = html.unescape(page)
    assert "minuten per ronde van 60 naar 75" in log
    assert "minuten per ronde van 75 naar niets" in log


def test_the_clock_asks_nothing_more_of_the_database(
    desk: Client, evening: Build
) -> None:
    counts = set()
    for minutes, people in ((None, 8), (45, 8), (45, 40)):
        night = evening(people, minutes=minutes)
        night.publish()
        if minutes:
            clock.start(night.round(1), None)
        with CaptureQueriesContext(connection) as queries:
            desk.get(f"/nl/desk/{night.tournament.slug}/rounds/1/")
        counts.add(len(queries))
    assert len(counts) == 1
