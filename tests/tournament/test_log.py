"""The log page: what was done, found back, and taken back where that still can be."""

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Revision
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.test_sheet_page import form_of
from tournament.actions import presence, registration, rounds, sheets
from tournament.models import Entry, LogEntry, Player, Presence, Round

Build = Callable[..., Evening]


def address(night: Evening, asked: str = "") -> str:
    return f"/en/desk/{night.tournament.slug}/log/{asked}"


def shown(desk: Client, night: Evening, asked: str = "") -> list[str]:
    """The sentences of the first page, newest first."""
    return [line.text for line in lines(desk, night, asked)]


def lines(desk: Client, night: Evening, asked: str = "") -> list[Any]:
    response = desk.get(address(night, asked))
    assert response.status_code == 200
    return [line for _day, each in response.context["days"] for line in each]


def press_undo(desk: Client, night: Evening, sentence: str) -> str:
    """Press Undo at the newest entry that starts like this; the page after it."""
    page = desk.get(address(night)).content.decode()
    entry = next(e for e in page.split("<li>") if f">{sentence}" in unescape(e))
    target = re.search(r'<form method="post" action="([^"]+)"', entry)
    assert target, entry
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', entry))
    fields.pop("csrfmiddlewaretoken", None)
    response = desk.post(target[1], fields, follow=True)
    assert response.status_code == 200
    return response.content.decode()


def state(night: Evening, number: int = 1) -> str:
    return night.round(number).state


@pytest.fixture
def night(evening: Build) -> Evening:
    """Eight people; the first round is played, the second is out."""
    night = evening(8, names=["Jan de Vries", "Zoë Lammers"], played=1)
    night.publish(seed=2)
    return night


def test_everything_is_told_newest_first_with_who_did_it(
    desk: Client, night: Evening
) -> None:
    told = lines(desk, night)
    assert [line.text for line in told[:3]] == [
        "The seating of round 2 was published.",
        "Round 2 was drawn: 2 tables.",
        "Round 1 was closed with all forms in.",
    ]
    assert told[-1].text == "The tournament Najaarsbollen was made."
    assert "Jan de Vries (no. 1) was registered." in [line.text for line in told]
    assert {line.by for line in told} == {"by margriet"}


def test_a_form_from_a_phone_is_said_to_be_from_its_table(
    desk: Client, night: Evening
) -> None:
    code = night.table(2, 1).code
    assert Client().post(f"/nl/c/{code}/", form_of()).status_code == 302
    newest = lines(desk, night)[0]
    assert newest.text == "Table 1 handed in its form of round 2."
    assert newest.by == "by the table captain"


def test_the_log_is_narrowed_by_kind_round_and_table(
    desk: Client, night: Evening
) -> None:
    forms = shown(desk, night, "?kind=forms")
    assert forms == [
        "The form of table 2 in round 1 was entered.",
        "The form of table 1 in round 1 was entered.",
    ]
    assert shown(desk, night, "?kind=forms&table=1") == forms[1:]
    assert shown(desk, night, "?kind=rounds&round=2") == [
        "The seating of round 2 was published.",
        "Round 2 was drawn: 2 tables.",
    ]
    assert len(shown(desk, night, "?kind=people")) == 8
    assert shown(desk, night, "?kind=settings") == [
        "The tournament Najaarsbollen was made."
    ]
    entry = Entry.objects.get(number=5)
    presence.withdraw(entry, 3, night.director)
    assert shown(desk, night, "?round=3") == [
        "Speler E (no. 5) has withdrawn from round 3 on."
    ]


@pytest.mark.parametrize(
    "asked", ["?kind=x&round=-1&table=twee", "?round=9999999999", "?page=99&kind="]
)
def test_what_cannot_be_asked_for_is_not_asked_for(
    desk: Client, night: Evening, asked: str
) -> None:
    assert len(shown(desk, night, asked)) == len(shown(desk, night))


def test_somebody_is_found_by_number_and_by_name_and_where_they_sat(
    desk: Client, night: Evening
) -> None:
    presence.set_presence(night.tournament, 3, {2: "absent"}, night.director)
    table = night.round(1).tables.get(seats__entry__number=2).number
    found = [
        "Presence in round 3 was changed: absent Zoë Lammers (no. 2).",
        f"The form of table {table} in round 1 was entered.",
        "Zoë Lammers (no. 2) was registered.",
    ]
    for asked in ("?q=2", "?q=zoe", "?q=Lammers"):
        assert shown(desk, night, asked) == found
    assert shown(desk, night, "?q=2&kind=forms") == found[1:2]
    for nobody in ("?q=99", "?q=Zebedeus", "?q=%22%27%00", "?q=" + "9" * 300):
        assert shown(desk, night, nobody) == []


def test_somebody_is_found_under_the_name_they_had_and_after_they_left_the_list(
    desk: Client, evening: Build
) -> None:
    night = evening(2)
    who = Player.objects.get(name="Speler B")
    registration.change_player(
        who, night.director, name="Bo Li", member_number="7", note="", consent=None
    )
    entry = Entry.objects.get(number=2)
    registration.unregister(entry, night.director)
    assert shown(desk, night, "?q=Bo+Li") == [
        "Bo Li (no. 2) was taken off the list.",
        "Speler B is written Bo Li (no. 2) from now on. Also changed: member number.",
    ]
    assert "Speler B (no. 2) was registered." in shown(desk, night, "?q=2")
    assert len(shown(desk, night, "?q=speler+b")) == 2


def test_a_person_saved_without_a_change_is_no_entry(evening: Build) -> None:
    night = evening(1)
    before = LogEntry.objects.count()
    registration.change_player(
        Player.objects.get(),
        night.director,
        name="Speler A",
        member_number="",
        note="",
        consent=None,
    )
    assert LogEntry.objects.count() == before


def test_entries_come_in_pages_of_fifty_that_keep_what_was_asked(
    desk: Client, evening: Build
) -> None:
    night = evening(53)
    assert len(lines(desk, night, "?kind=people")) == 50
    last = desk.get(address(night, "?kind=people&page=2"))
    assert [line.text for _d, each in last.context["days"] for line in each] == [
        f"Speler {letter} (no. {number}) was registered."
        for number, letter in ((3, "C"), (2, "B"), (1, "A"))
    ]
    assert "?kind=people&amp;page=1" in last.content.decode()


def test_days_are_headed_as_the_venues_clock_has_them(
    desk: Client, night: Evening
) -> None:
    assert "<h2" not in desk.get(address(night)).content.decode().split("<footer")[0]
    first = LogEntry.objects.order_by("pk").first()
    assert first
    # Half past eleven in the evening by Greenwich is the next day in Amsterdam.
    late = (timezone.now() - timedelta(days=3)).replace(hour=23, minute=30)
    LogEntry.objects.filter(pk=first.pk).update(at=late)
    days = [day for day, _lines in desk.get(address(night)).context["days"]]
    assert days == [timezone.localdate(), late.date() + timedelta(days=1)]
    page = desk.get(address(night)).content.decode()
    assert page.count("<h2") == 2


def test_each_step_of_a_round_is_undone_from_the_log(
    desk: Client, evening: Build
) -> None:
    night = evening(8, rounds_planned=1)
    night.play()
    press_undo(desk, night, "Round 1 was closed")
    assert state(night) == Round.State.PLAYING
    told = {line.text: line for line in lines(desk, night)}
    assert told["Round 1 was closed with all forms in."].undone
    # Forms are in, so the seating stays out and the draw stays.
    assert not any(line.undo for line in told.values())


def test_a_seating_and_then_its_draw_are_taken_back_until_a_form_is_in(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    night.publish()
    press_undo(desk, night, "The seating of round 1 was published")
    assert state(night) == Round.State.PROPOSED
    press_undo(desk, night, "Round 1 was drawn")
    assert not night.tournament.rounds.exists()
    told = lines(desk, night, "?kind=rounds")
    assert [line.undone for line in told] == [False, False, True, True]
    assert not any(line.undo or line.link for line in told)


def test_a_draw_that_was_drawn_again_is_not_what_would_be_undone(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    first = night.draw(seed=1)
    rounds.draw(night.tournament, night.director, seed=1, replacing=first)
    told = lines(desk, night, "?kind=rounds")
    assert [(line.undone, bool(line.undo)) for line in told] == [
        (False, True),
        (True, False),
    ]


def test_who_was_registered_by_mistake_or_went_home_comes_back(
    desk: Client, evening: Build
) -> None:
    night = evening(5)
    entry = Entry.objects.get(number=3)
    presence.withdraw(entry, 1, night.director)
    press_undo(desk, night, "Speler C (no. 3) has withdrawn")
    entry.refresh_from_db()
    assert entry.withdrawn_from is None
    press_undo(desk, night, "Speler E (no. 5) was registered")
    assert not entry.tournament.members.filter(entry__number=5).exists()
    told = {line.text: line for line in lines(desk, night)}
    assert told["Speler E (no. 5) was registered."].undone
    assert told["Speler C (no. 3) has withdrawn from round 1 on."].undone


def test_presence_is_put_back_as_it_was_until_it_is_said_otherwise(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    tournament, user = night.tournament, night.director
    presence.set_presence(tournament, 1, {1: "absent", 2: "sits_out"}, user)
    presence.set_presence(tournament, 1, {3: "absent"}, user)
    press_undo(desk, night, "Presence in round 1 was changed: absent Speler A")
    said = dict(Presence.objects.values_list("entry__number", "state"))
    assert said == {1: "present", 2: "present", 3: "absent"}
    newest = lines(desk, night, "?kind=people")
    texts = [line.text for line in newest if line.undo and "Presence" in line.text]
    assert texts == [
        "Presence in round 1 was changed: present Speler A (no. 1), Speler B (no. 2).",
        "Presence in round 1 was changed: absent Speler C (no. 3).",
    ]


def test_presence_of_a_round_that_went_out_meanwhile_is_not_put_in_the_next(
    desk: Client, evening: Build
) -> None:
    night = evening(9)
    presence.set_presence(night.tournament, 1, {1: "absent"}, night.director)
    (line,) = [at for at in lines(desk, night) if "absent" in at.text]
    night.publish()
    page = desk.post(line.undo, dict(line.fields), follow=True).content.decode()
    assert "just before you" in page
    assert list(Presence.objects.values_list("round_number", "state")) == [
        (1, "absent")
    ]
    assert not any("Presence" in at.text and at.undo for at in lines(desk, night))


def test_a_corrected_form_leads_to_the_version_it_replaced(
    desk: Client, night: Evening
) -> None:
    table = night.table(1, 1)
    counted = Revision.objects.get(sheet=table.sheet)
    rows = counted.cells["rows"]
    for number, turned in ((1, 1), (2, 2)):
        cells = {"rows": rows[turned:] + rows[:turned]}
        night.hand_in(table, cells, based_on=number, reason="nageteld")
    told = lines(desk, night, "?kind=forms&table=1")
    page = f"/en/desk/{night.tournament.slug}/rounds/1/tables/1/"
    before = f"{page}?revision=2&from_log=#versions"
    assert [line.before for line in told] == [before, "", ""]
    assert [line.link for line in told] == [
        f"{page}?revision={number}#versions" for number in (3, 2, 1)
    ]
    shown = desk.get(told[0].before).content.decode()
    assert '<input type="hidden" name="from_log" value="">' in shown
    back = {"take_back": "2", "based_on": "3", "reason": "toch", "from_log": ""}
    done = desk.post(page, back)
    assert done.headers["Location"] == address(night)


def test_an_entry_leads_to_what_it_is_about(desk: Client, night: Evening) -> None:
    links = {line.text: line.link for line in lines(desk, night)}
    here = f"/en/desk/{night.tournament.slug}/"
    assert links["Jan de Vries (no. 1) was registered."] == f"{here}people/1/"
    assert links["Round 2 was drawn: 2 tables."] == f"{here}rounds/2/"
    assert links["The tournament Najaarsbollen was made."] == f"{here}settings/"
    for link in set(links.values()):
        assert desk.get(link).status_code == 200


def test_what_people_typed_stays_text(desk: Client, evening: Build) -> None:
    night = evening(1, names=["<b>Bobby</b> & %(name)s"])
    page = desk.get(address(night)).content.decode()
    assert "<b>Bobby" not in page
    assert "&lt;b&gt;Bobby&lt;/b&gt; &amp; %(name)s (no. 1)" in page


def test_who_did_it_without_logging_in_is_said_so(
    desk: Client, evening: Build, director: User
) -> None:
    night = evening(4)
    night.publish()
    sheets.hand_in(
        night.table(1, 1),
        reading(FORM_OF_FOUR),
        None,
        key="k",
        based_on=0,
        source="file",
    )
    assert lines(desk, night)[0].by == "on the computer itself, without logging in"


def queries(desk: Client, night: Evening, asked: str = "") -> int:
    with CaptureQueriesContext(connection) as counted:
        lines(desk, night, asked)
    return len(counted)


@pytest.mark.parametrize("asked", ["", "?kind=forms&round=1&table=1", "?q=speler"])
def test_the_log_costs_as_many_queries_with_200_people_as_with_20(
    desk: Client, evening: Build, asked: str
) -> None:
    few, many = evening(20, name="Klein"), evening(200, name="Groot")
    for night in (few, many):
        numbers = dict.fromkeys(range(1, night.tournament.entries.count(), 2), "absent")
        presence.set_presence(night.tournament, 1, numbers, night.director)
        night.draw()
        rounds.publish(night.round(1), night.director)
        night.fill(night.round(1))
    desk.get(address(few))
    assert queries(desk, few, asked) == queries(desk, many, asked) == 12
