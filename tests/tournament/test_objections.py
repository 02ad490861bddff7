"""Until when the score may be objected to: said in public, and heeded at the desk."""

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.refused import Refused
from tests.building import Evening
from tests.tournament.test_public_cases import cells_of
from tournament.actions import ending, prizes
from tournament.actions.cloning import clone
from tournament.actions.objections import set_until
from tournament.models import LogEntry, Tournament
from tournament.objections import Objections, at_clock, minutes_from, stamp_of
from tournament.queries.closing import cut_short

Build = Callable[..., Evening]
QUARTER = timedelta(minutes=15)
AMSTERDAM = ZoneInfo("Europe/Amsterdam")
PAGES = ("standings", "hall", "public_prizes")


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(8, played=2, rounds_planned=2)
    prizes.first_three(night.tournament, night.director)
    return night


def allow(night: Evening, until: datetime | None, **wishes: Any) -> None:
    night.tournament.refresh_from_db()
    seen = stamp_of(night.tournament.objections_until)
    set_until(night.tournament, until, night.director, **{"seen": seen, **wishes})
    night.tournament.refresh_from_db()


def pass_by(night: Evening) -> datetime:
    """The moment comes without anybody writing anything: it was a minute ago."""
    until = timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=1)
    Tournament.objects.filter(pk=night.tournament.pk).update(objections_until=until)
    night.tournament.refresh_from_db()
    return until


def soon() -> datetime:
    return minutes_from(timezone.now(), 15)


def page(name: str, night: Evening, client: Client | None = None, **asked: str) -> str:
    client = client or Client()
    return unescape(client.get(where(name, night), asked).content.decode())


def where(name: str, night: Evening, *more: object) -> str:
    """An address in English, whatever was read last."""
    with translation.override("en"):
        return reverse(name, args=[night.tournament.slug, *more])


def clock(night: Evening, moment: datetime) -> str:
    """How a page tells a moment."""
    with translation.override("en"):
        return Objections(moment, False, night.tournament.date).told


@pytest.mark.parametrize("name", PAGES)
def test_the_public_reads_until_when_to_check_and_then_that_it_is_over(
    night: Evening, name: str
) -> None:
    assert "bjections" not in page(name, night)
    until = soon()
    allow(night, until)
    assert f"bjections until {clock(night, until)}" in page(name, night)
    over = pass_by(night)
    assert f"No objections any more since {clock(night, over)}" in page(name, night)


def test_the_data_says_until_when_and_whether_that_is_over(night: Evening) -> None:
    def told() -> tuple[str | None, bool]:
        data = json.loads(page("standings_json", night))
        return data["objections_until"], data["objections_over"]

    assert told() == (None, False)
    until = soon()
    allow(night, until)
    assert told() == (timezone.localtime(until).isoformat(), False)
    over = pass_by(night)
    assert told() == (timezone.localtime(over).isoformat(), True)


def test_a_page_that_was_kept_changes_when_the_moment_passes_without_a_write(
    night: Evening, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(night, soon())
    address = where("hall", night)
    first = client.get(address, {"part": "live"})
    kept = {"if-none-match": first["ETag"]}
    assert client.get(address, {"part": "live"}, headers=kept).status_code == 304
    later = timezone.now() + timedelta(minutes=17)
    monkeypatch.setattr(timezone, "now", lambda: later)
    answer = client.get(address, {"part": "live"}, headers=kept)
    assert answer.status_code == 200
    assert answer["ETag"] != first["ETag"]
    assert answer.content != first.content
    kept = {"if-none-match": answer["ETag"]}
    assert client.get(address, {"part": "live"}, headers=kept).status_code == 304


def test_a_page_that_nobody_changed_costs_one_query_before_and_after_the_moment(
    night: Evening, client: Client, django_assert_num_queries: Any
) -> None:
    address = where("standings", night)
    for act in (lambda: allow(night, soon()), lambda: pass_by(night)):
        act()
        tag = client.get(address)["ETag"]
        with django_assert_num_queries(1):
            assert client.get(address, headers={"if-none-match": tag}).content == b""


def test_of_hidden_standings_nothing_is_said_before_all_is_revealed(
    night: Evening,
) -> None:
    ending.hide_from(night.tournament, 2, night.director)
    allow(night, soon())
    for place in (None, 5):
        ending.reveal(night.tournament, place, night.director, was=None)
        assert not [name for name in PAGES if "bjections" in page(name, night)]
        assert json.loads(page("standings_json", night))["objections_until"] is None
    ending.reveal(night.tournament, 1, night.director, was=5)
    assert all("bjections" in page(name, night) for name in PAGES)


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        ((2026, 11, 14, 22, 45), "22:45"),
        ((2026, 11, 15, 0, 15), "00:15"),  # the night after
        ((2026, 11, 15, 10, 0), "15 November, 10:00"),
        ((2026, 11, 13, 22, 45), "13 November, 22:45"),
    ],
)
def test_a_moment_of_another_day_than_the_tournament_has_its_date(
    night: Evening, moment: tuple[int, ...], told: str
) -> None:
    until = datetime(*moment, tzinfo=AMSTERDAM)  # type: ignore[misc,arg-type]
    assert clock(night, until) == told


def test_the_desk_sets_moves_and_takes_away_the_moment(
    night: Evening, desk: Client
) -> None:
    here = where("objections", night)

    def press(**fields: str) -> str:
        night.tournament.refresh_from_db()
        seen = stamp_of(night.tournament.objections_until)
        answer = desk.post(here, {"seen": seen, **fields}, follow=True)
        night.tournament.refresh_from_db()
        return unescape(answer.content.decode())

    before = timezone.now()
    press(minutes="10")
    first = night.tournament.objections_until
    assert first
    ten = timedelta(minutes=10)
    assert before + ten <= first <= timezone.now() + ten + timedelta(minutes=1)
    assert first.second == 0
    typed = timezone.localtime(soon() + QUARTER).strftime("%H:%M")
    assert typed in press(at=typed)
    second = night.tournament.objections_until
    assert second
    assert second > first
    press(back="none")
    assert night.tournament.objections_until is None
    done = LogEntry.objects.filter(action__startswith="objections.")
    assert [entry.action for entry in done.order_by("pk")] == [
        "objections.set",
        "objections.set",
        "objections.removed",
    ]


@pytest.mark.parametrize("typed", ["", "kwart voor elf", "25:00", "22:75", "9" * 30])
def test_what_is_no_time_gets_a_sentence_at_its_field_and_stays(
    night: Evening, desk: Client, typed: str
) -> None:
    here = where("objections", night)
    answer = desk.post(here, {"seen": "", "at": typed})
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert "22:45" in text
    assert f'value="{typed}"' in text


def test_a_time_that_has_passed_is_refused(night: Evening) -> None:
    with pytest.raises(Refused) as refused:
        allow(night, timezone.now() - timedelta(minutes=1))
    assert refused.value.code == "passed"


def test_before_the_last_round_is_closed_there_is_nothing_to_object_to(
    evening: Build, desk: Client
) -> None:
    night = evening(8, played=1, rounds_planned=2)
    with pytest.raises(Refused) as refused:
        allow(night, soon())
    assert refused.value.code == "rounds_to_come"
    assert 'id="objections"' not in page("prizes", night, desk)
    night.publish(seed=2)
    with pytest.raises(Refused) as refused:
        allow(night, soon())
    assert refused.value.code == "round_open"


def test_the_second_of_two_directors_reads_that_somebody_was_first(
    night: Evening, desk: Client
) -> None:
    allow(night, soon())
    here = where("objections", night)
    answer = desk.post(here, {"seen": "", "minutes": "30"}, follow=True)
    assert "Somebody was just before you." in answer.content.decode()


def test_reading_out_before_the_moment_warns(night: Evening, desk: Client) -> None:
    assert "bjections" not in page("prize_list", night, desk)
    allow(night, soon())
    assert "bjections count until" in page("prize_list", night, desk)
    pass_by(night)
    assert "bjections" not in page("prize_list", night, desk)


def test_closing_before_the_moment_asks_once_more(night: Evening, desk: Client) -> None:
    allow(night, soon())
    here = where("finish", night, "close")
    asked = unescape(desk.post(here, follow=True).content.decode())
    night.tournament.refresh_from_db()
    assert night.tournament.closed_at is None
    assert "all the same" in asked
    seen = cut_short(night.tournament, timezone.now()).stamp
    assert f'name="anyway" value="{seen}"' in asked
    allow(night, soon() + QUARTER)  # and somebody moves it meanwhile
    desk.post(here, {"anyway": seen})
    night.tournament.refresh_from_db()
    assert night.tournament.closed_at is None
    desk.post(here, {"anyway": cut_short(night.tournament, timezone.now()).stamp})
    night.tournament.refresh_from_db()
    assert night.tournament.closed_at


def test_a_tournament_closed_before_the_moment_asks_nobody_for_objections(
    night: Evening, desk: Client
) -> None:
    allow(night, soon())
    assert "bjections until" in page("standings", night)
    stamp = cut_short(night.tournament, timezone.now()).stamp
    ending.close(night.tournament, night.director, anyway=stamp)
    for name in ("standings", "hall", "public_prizes"):
        assert "bjections" not in page(name, night)
    assert "bjections" not in page("prize_list", night, desk)
    ending.reopen(night.tournament, night.director)
    assert "bjections until" in page("standings", night)


def test_closing_after_the_moment_asks_nothing(night: Evening) -> None:
    pass_by(night)
    ending.close(night.tournament, night.director)


def test_a_correction_after_the_moment_says_that_objections_were_closed(
    night: Evening, desk: Client
) -> None:
    here = where("sheet", night, 2, 1)
    sent = {**cells_of(), "pen1": "1", "reason": "verzaakt", "based_on": "1"}
    allow(night, soon())
    assert "bjections" not in desk.post(here, sent).content.decode()
    over = pass_by(night)
    text = desk.post(here, sent).content.decode()
    assert f"Objections were closed at {clock(night, over)}" in text
    assert 'name="sure"' in text
    assert f"Objections were closed at {clock(night, over)}" in page(
        "penalties", night, desk
    )


def test_opening_the_last_round_again_takes_the_moment_away_and_says_so(
    night: Evening, desk: Client
) -> None:
    allow(night, soon())
    here = where("act", night, 2, "reopen")
    answer = desk.post(here, follow=True)
    night.tournament.refresh_from_db()
    assert night.tournament.objections_until is None
    assert "anew until when objections count" in answer.content.decode()
    assert "Gone with that: objections until" in page("log", night, desk)


def test_a_round_more_takes_the_moment_away(night: Evening) -> None:
    allow(night, soon())
    Tournament.objects.filter(pk=night.tournament.pk).update(rounds_planned=3)
    night.tournament.refresh_from_db()
    assert "bjections" not in page("standings", night)
    night.publish(seed=3)
    night.tournament.refresh_from_db()
    assert night.tournament.objections_until is None


def test_the_log_takes_each_step_back(night: Evening, desk: Client) -> None:
    first, second = soon(), soon() + QUARTER
    allow(night, first)
    allow(night, second)
    here = where("objections", night)
    text = page("log", night, desk, kind="prizes")
    assert f'name="seen" value="{stamp_of(second)}"' in text
    back = {"seen": stamp_of(second), "back": stamp_of(first), "from_log": ""}
    desk.post(here, back)
    night.tournament.refresh_from_db()
    assert night.tournament.objections_until == first
    desk.post(here, {"seen": stamp_of(first), "back": "none"})
    assert f'name="back" value="{stamp_of(first)}"' in page("log", night, desk)


def test_the_next_tournament_has_no_moment(night: Evening) -> None:
    allow(night, soon())
    day = date(2026, 12, 12)
    made = clone(night.tournament, night.director, name="X", date=day, people=True)
    made.refresh_from_db()
    assert made.objections_until is None


def test_minutes_from_now_end_on_the_minute_that_a_clock_shows() -> None:
    now = datetime(2026, 11, 14, 21, 30, 40, 5, tzinfo=UTC)
    assert minutes_from(now, 15) == datetime(2026, 11, 14, 21, 46, tzinfo=UTC)
    sharp = now.replace(second=0, microsecond=0)
    assert minutes_from(sharp, 15) == datetime(2026, 11, 14, 21, 45, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "now", "meant"),
    [
        ("22:45", (2026, 11, 14, 22, 30), (2026, 11, 14, 22, 45)),
        ("22.45", (2026, 11, 14, 22, 30), (2026, 11, 14, 22, 45)),
        ("2245", (2026, 11, 14, 22, 30), (2026, 11, 14, 22, 45)),
        ("22:45:00", (2026, 11, 14, 22, 30), (2026, 11, 14, 22, 45)),
        ("23", (2026, 11, 14, 22, 30), (2026, 11, 14, 23, 0)),
        ("00:15", (2026, 11, 14, 23, 50), (2026, 11, 15, 0, 15)),
        ("22:45", (2026, 11, 14, 22, 50), (2026, 11, 14, 22, 45)),  # has passed
        ("02:30", (2026, 3, 29, 1, 50), (2026, 3, 29, 3, 30)),  # there is no half past
    ],
)
def test_a_time_is_that_of_the_clock_on_the_wall(
    typed: str, now: tuple[int, ...], meant: tuple[int, ...]
) -> None:
    at = datetime(*now, tzinfo=AMSTERDAM)  # type: ignore[misc,arg-type]
    found = at_clock(typed, at)
    assert found
    assert found == datetime(*meant, tzinfo=AMSTERDAM)  # type: ignore[misc,arg-type]
