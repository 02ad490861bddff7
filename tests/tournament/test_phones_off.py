"""An evening on which only the desk fills in forms: no phone opens or changes any."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scoring.models import Draft, Revision
from scoring.refused import Refused
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.test_captain import link, typed
from tournament.actions import cloning, sheets, tournaments
from tournament.models import Table, Tournament

Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(16, phones=False)
    night.publish()
    return night


@pytest.fixture
def table(night: Evening) -> Table:
    return night.table(1, 2)


def settings_of(tournament: Tournament) -> str:
    return f"/en/desk/{tournament.slug}/settings/"


def wishes(tournament: Tournament, **more: str) -> dict[str, str]:
    return {"name": tournament.name, "date": "2026-11-14", "rounds_planned": "4"} | more


def test_the_link_of_a_table_opens_a_sentence_and_no_form(
    client: Client, table: Table
) -> None:
    answer = client.get(link(table).replace("/nl/", "/en/"))
    page = answer.content.decode()
    assert answer.status_code == 403
    assert "This evening the desk fills in the forms. Hand in the paper." in page
    assert "<form" not in page
    assert client.get(f"{link(table)}?part=clock").status_code == 403


@pytest.mark.parametrize(
    "sent",
    [
        typed(FORM_OF_FOUR),
        typed(FORM_OF_FOUR, check="1"),
        typed(FORM_OF_FOUR, keep="1", phone="one"),
        typed(FORM_OF_FOUR, live="1"),
        typed(FORM_OF_FOUR, more="1"),
        {"act": "approve", "revision": "1"},
        {"act": "send_back", "revision": "1", "reason": "gift 3"},
        {},
    ],
    ids=["hand in", "check", "keep", "live", "more", "approve", "send back", "nothing"],
)
def test_nothing_that_a_phone_sends_is_taken_or_stored(
    client: Client, night: Evening, table: Table, sent: dict[str, str]
) -> None:
    night.hand_in(table)
    assert client.post(link(table), sent).status_code == 403
    other = night.table(1, 1)
    assert client.post(link(other), sent).status_code == 403
    assert Revision.objects.count() == 1
    assert not Draft.objects.exists()


def test_a_phone_that_was_open_already_is_told_so_where_it_keeps_by_itself(
    client: Client, table: Table
) -> None:
    sent = typed(FORM_OF_FOUR, keep="1", phone="one")
    answer = client.post(link(table), sent, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert answer.json()["sentence"]
    assert not Draft.objects.exists()


CELLS = reading(FORM_OF_FOUR)
ON_THE_WAY: dict[str, Callable[[Table], object]] = {
    "hand in": lambda table: sheets.hand_in(
        table, CELLS, None, key="k", based_on=0, source=Revision.Source.CAPTAIN
    ),
    "keep": lambda table: sheets.keep_at_table(table, CELLS, phone="one", seen="0"),
    "approve": lambda table: sheets.approve(table, 1, None),
    "send back": lambda table: sheets.send_back(table, 1, None, "gift 3"),
}


@pytest.mark.parametrize("act", ON_THE_WAY)
def test_whoever_was_on_the_way_when_it_was_switched_off_is_refused(
    table: Table, act: str
) -> None:
    with pytest.raises(Refused) as refused:
        ON_THE_WAY[act](table)
    assert refused.value.code == sheets.PHONES_OFF


def test_what_a_phone_typed_before_it_was_switched_off_stays(
    client: Client, evening: Build
) -> None:
    night = evening(8)
    night.publish()
    table = night.table(1, 1)
    client.post(link(table), typed(FORM_OF_FOUR, keep="1", phone="one"))
    tournaments.change_tournament(night.tournament, night.director, phones=False)
    assert client.get(link(table)).status_code == 403
    assert Draft.objects.get().cells["rows"][0] == FORM_OF_FOUR[0].split()
    tournaments.change_tournament(night.tournament, night.director, phones=True)
    assert FORM_OF_FOUR[0][:1] in client.get(link(table)).content.decode()


@pytest.mark.parametrize("page", ["cards", "forms", "tables/2"])
def test_no_page_of_the_desk_shows_a_link(
    desk: Client, night: Evening, table: Table, page: str
) -> None:
    path = f"/en/desk/{night.tournament.slug}/rounds/1/{page}/"
    shown = desk.get(path).content.decode()
    assert table.code
    assert table.code not in shown
    assert 'class="qr"' not in shown
    for seat in table.seats.select_related("player"):
        assert seat.player.name in shown


def test_the_desk_still_sees_who_sits_at_a_table(desk: Client, night: Evening) -> None:
    page = desk.get(f"/en/desk/{night.tournament.slug}/rounds/1/tables/2/")
    assert "Who sits here" in page.content.decode()


def test_the_desk_hands_in_as_always(desk: Client, night: Evening) -> None:
    path = f"/en/desk/{night.tournament.slug}/rounds/1/tables/2/"
    assert desk.post(path, typed(FORM_OF_FOUR)).status_code == 302
    assert Revision.objects.get().source == Revision.Source.DESK


def test_it_is_switched_in_the_settings_and_logged(
    desk: Client, night: Evening
) -> None:
    tournament = night.tournament
    page = desk.get(settings_of(tournament)).content.decode()
    assert "Tables may fill in their form on a phone" in page
    sent = wishes(tournament, phones="True")
    assert desk.post(settings_of(tournament), sent).status_code == 302
    tournament.refresh_from_db()
    assert tournament.phones
    entry = tournament.log.filter(action="tournament.changed").latest("pk")
    assert entry.data["changes"] == [["phones", False, True]]
    log = desk.get(f"/en/desk/{tournament.slug}/log/").content.decode()
    assert "on a phone from no to yes" in log
    # What a page does not send stays as it is.
    desk.post(settings_of(tournament), wishes(tournament))
    tournament.refresh_from_db()
    assert tournament.phones


@pytest.mark.parametrize(
    ("before", "sent"),
    [
        ({"verification": "table"}, {"phones": "False"}),
        ({"phones": False}, {"verification": "table"}),
        ({}, {"phones": "False", "verification": "table"}),
    ],
)
def test_a_table_cannot_look_at_its_form_without_a_phone(
    desk: Client, evening: Build, before: dict[str, Any], sent: dict[str, str]
) -> None:
    tournament = evening(0, **before).tournament
    answer = desk.post(settings_of(tournament), wishes(tournament, **sent))
    assert answer.status_code == 422
    assert "looks at its form on a phone" in str(
        answer.context["form"]["phones"].errors
    )
    stored = Tournament.objects.get()
    assert (stored.phones, stored.verification) == (
        before.get("phones", True),
        before.get("verification", "none"),
    )


def test_a_new_tournament_is_refused_the_same(desk: Client, evening: Build) -> None:
    named = wishes(evening(0).tournament, phones="False", verification="table")
    answer = desk.post("/en/desk/new/", named)
    assert answer.status_code == 422
    assert answer.context["form"]["phones"].errors
    assert Tournament.objects.count() == 1


def test_next_months_tournament_takes_it_along(night: Evening) -> None:
    tournament = night.tournament
    made = cloning.clone(
        tournament, night.director, name="December", date=tournament.date, people=False
    )
    assert not made.phones
