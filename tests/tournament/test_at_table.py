"""A form kept at the table: it goes from phone to phone, and by the rules of the app
game a deal stands once the next has begun (rules 2.9 and 3.3)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scoring.models import Draft, Revision
from tests.building import Evening
from tests.tournament.test_sheet_page import Page
from tournament.models import LogEntry, Table

Build = Callable[..., Evening]
DEALS = (1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 1)
JSON = {"Accept": "application/json"}


@pytest.fixture
def table(evening: Build) -> Table:
    night = evening(4, rulebook="bollen_app")
    night.publish()
    return night.table(1, 1)


def cells(deals: int, **more: str) -> dict[str, str]:
    """The fields of a form with so many deals: the fourth takes all, bids one less."""
    fields = {"mode": "live", "phone": "one", "based_on": "0", "key": "a"}
    for deal, cards in enumerate(DEALS[:deals], 1):
        fields |= {f"c{place}-{deal}": "0/0" for place in (1, 2, 3)}
        fields[f"c4-{deal}"] = f"{cards - 1}/{cards}"
    return fields | more


def keep(client: Client, table: Table, fields: dict[str, str]) -> Any:
    post = {**fields, "keep": "1"}
    return client.post(f"/en/c/{table.code}/", post, headers=JSON)


def test_the_form_is_kept_for_the_next_phone(client: Client, table: Table) -> None:
    answer = keep(client, table, cells(2))
    assert answer.status_code == 200
    page = client.get(f"/en/c/{table.code}/?mode=live").content.decode()
    assert 'value="1/2"' in page
    assert answer.json()["seen"] in page
    assert Draft.objects.count() == 1
    assert Revision.objects.count() == 0


def test_another_phone_that_goes_on_is_noted_and_the_first_reads_so(
    client: Client, table: Table
) -> None:
    seen = keep(client, table, cells(2)).json()["seen"]
    went_on = keep(client, table, cells(3, phone="two", based_on=seen))
    assert went_on.json()["pen"] == [{"deal": 4}]
    late = keep(client, table, cells(3, based_on=seen))
    assert late.status_code == 409
    assert "on another phone" in late.json()["sentence"]
    handed_in = client.post(f"/en/c/{table.code}/", cells(13, pen='[{"deal": 4}]'))
    assert handed_in.status_code == 302
    assert Draft.objects.count() == 0
    revision = Revision.objects.get()
    assert revision.cells["pen"] == [{"deal": 4}]
    assert "phone" not in revision.cells


def test_an_answer_that_never_came_is_no_other_phone(
    client: Client, table: Table
) -> None:
    keep(client, table, cells(2))
    assert keep(client, table, cells(3)).status_code == 200


def test_without_script_the_form_is_kept_by_its_button(
    client: Client, table: Table
) -> None:
    answer = client.post(
        f"/en/c/{table.code}/", cells(2, phone="", keep="1"), follow=True
    )
    assert "The form is kept as it stands." in answer.content.decode()
    stale = client.post(f"/en/c/{table.code}/", cells(3, phone="", keep="1"))
    assert stale.status_code == 422
    assert "on another phone" in stale.content.decode()
    assert 'name="c4-3" inputmode' in stale.content.decode()


def test_the_last_deal_is_put_right_until_the_next_has_begun(
    client: Client, table: Table
) -> None:
    keep(client, table, cells(2))
    other = {"c1-2": "1/1", "c4-2": "2/1"}
    assert keep(client, table, cells(2, **other)).status_code == 200
    keep(client, table, cells(2, **other, **{"c1-3": "0"}))
    refused = keep(client, table, cells(2, **{"c1-3": "0"}))
    assert refused.status_code == 409
    assert "until the next one has begun" in refused.json()["sentence"]


def test_an_earlier_deal_is_refused_also_when_the_form_is_handed_in(
    client: Client, desk: Client, table: Table
) -> None:
    keep(client, table, cells(4))
    other = {"c1-1": "1/1", "c4-1": "1/0"}
    address = f"/en/c/{table.code}/"
    refused = client.post(address, cells(13, **other))
    assert refused.status_code == 422
    assert "until the next one has begun" in refused.content.decode()
    assert 'value="1/1"' in refused.content.decode()
    assert client.post(address, cells(13)).status_code == 302
    slug = table.round.tournament.slug
    at_desk = f"/en/desk/{slug}/rounds/1/tables/1/"
    form = cells(13, **other, based_on="1", key="b", reason="A kreeg de slag")
    preview = desk.post(at_desk, form)
    assert preview.status_code == 200
    sure = Page(preview).value("sure")
    corrected = desk.post(at_desk, form | {"sure": sure})
    assert corrected.status_code == 302
    assert LogEntry.objects.filter(action="sheet.corrected").count() == 1


def test_a_club_without_that_rule_goes_back_as_far_as_it_likes(
    client: Client, evening: Build
) -> None:
    night = evening(4, rulebook="boerenbridge")
    night.publish()
    table = night.table(1, 1)
    first = {"phone": "one", "c1-1": "0/0", "c2-1": "0/0", "c3-1": "0/0", "c4-1": "0/1"}
    keep(client, table, first | {"c1-2": "1"})
    assert keep(client, table, first | {"c1-1": "1/0"}).status_code == 200


def test_the_desk_reads_what_happened_at_the_table(
    client: Client, desk: Client, table: Table
) -> None:
    attempts = (
        '[{"deal": 2, "reason": "revoke", "place": 1, "cells": ["1","0","2/1",""]},'
        ' {"deal": 3, "reason": "misdeal", "cells": ["","","1",""]}]'
    )
    told = {"attempts": attempts, "pen": '[{"deal": 3, "place": 2}]', "pen1": "1"}
    assert client.post(f"/en/c/{table.code}/", cells(13, **told)).status_code == 302
    slug = table.round.tournament.slug
    page = desk.get(f"/en/desk/{slug}/rounds/1/tables/1/").content.decode()
    names = [s.player.name for s in table.seats.order_by("place")]
    revoked = f"Deal 2 was played again: {names[0]} revoked."
    assert f"{revoked} Before: {names[0]} 1, {names[1]} 0, {names[2]} 2 / 1." in page
    assert f"Deal 3 was dealt again. Before: {names[2]} 1." in page
    assert f"From deal 3 on {names[1]} wrote." in page


@pytest.mark.parametrize(
    "broken",
    ["[[[", "7", '"x"', '[{"deal": 0}]', '[{"deal": 99}]', '{"deal": 1}', "[" * 30_000],
)
def test_a_history_that_no_page_sends_is_left_out(
    client: Client, table: Table, broken: str
) -> None:
    sent = cells(13, pen=broken, attempts=broken)
    assert client.post(f"/en/c/{table.code}/", sent).status_code == 302
    assert {"pen", "attempts"}.isdisjoint(Revision.objects.get().cells)
