"""What stands beside the cells of a form, typed through the desk's page: revokes in
both notations, deals not played again, and sums as written (rules 2.5 and 2.7 C)."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from scoring.rulebooks.prediction import BOLLEN
from tests.building import Evening
from tests.tournament.test_sheet_page import Page, form_of
from tournament.actions.tournaments import set_rules
from tournament.models import Table

Build = Callable[..., Evening]
TURNED = {"v1-place": "1", "v1-deal": "8", "v1-zero": "1"}
REASON = {"reason": "zo stond het op papier"}
TRUE_SUMS = {"w1-bollen": "3", "w1-punten": "6", "w1-niet_behaalde_bollen": "8"}


@pytest.fixture
def table(evening: Build) -> Table:
    return opened(evening)


def opened(evening: Build, **settings: str) -> Table:
    night = evening(4, **settings)
    night.publish()
    return night.table(1, 1)


def page_of(table: Table) -> str:
    slug = table.round.tournament.slug
    return f"/en/desk/{slug}/rounds/1/tables/{table.number}/"


def first_line(table: Table) -> dict[str, Any]:
    assert table.sheet
    found = table.sheet.revisions.get(counted=True).results.get(place=1)
    return {**found.stats, "total": found.total}


def said(response: Any) -> str:
    return " ".join(Page(response).text.split())


def post(desk: Client, table: Table, fields: dict[str, str]) -> Any:
    return desk.post(page_of(table), form_of() | fields)


def test_the_normal_form_keeps_it_folded_away(desk: Client, table: Table) -> None:
    page = desk.get(page_of(table)).content.decode()
    assert '<details class="rare" open' not in page
    assert 'name="v1-place"' in page
    assert 'name="v2-place"' not in page


@pytest.mark.parametrize("field", ["v1-deal", "v1-zero"])
def test_a_revoke_in_a_deal_that_the_form_has_not_is_refused_on_the_page(
    desk: Client, table: Table, field: str
) -> None:
    refused = post(desk, table, TURNED | {field: "20"})
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()


def test_a_turned_zero_in_a_tournament_is_asked_about_and_booked_to_the_right(
    desk: Client, table: Table
) -> None:
    asked = post(desk, table, TURNED)
    assert asked.status_code == 422
    assert "the 0 stands again" in said(asked)
    assert '<details class="rare" open' in asked.content.decode()
    page = Page(asked)
    assert page.value("pen1") == ""
    assert post(desk, table, TURNED | REASON).status_code == 302
    line = first_line(table)
    assert (line["bollen"], line["niet_behaalde_bollen"], line["total"]) == (4, 8, 14)


def test_at_home_a_turned_zero_is_a_bol_and_stands_as_one(
    desk: Client, evening: Build
) -> None:
    table = opened(evening, rulebook="bollen_thuis")
    assert post(desk, table, TURNED).status_code == 302
    line = first_line(table)
    assert (line["bollen"], line["punten"]) == (4, 6)
    again = desk.get(page_of(table)).content.decode()
    assert "in deal 8 (4)" in again
    assert "The 0 of deal 1 was turned into a bol." in again
    post(desk, table, {**REASON, "based_on": "1"})
    looked = desk.get(page_of(table) + "?revision=1").content.decode()
    assert '<span class="bol">0<span class="vh"> bol</span></span>' in looked


def test_where_the_rules_let_it_a_turned_zero_costs_four_in_a_tournament(
    desk: Client, evening: Build
) -> None:
    night = evening(4)
    rules = BOLLEN.options() | {"turned_zero": True}
    set_rules(night.tournament, "bollen", rules, night.director)
    night.publish()
    table = night.table(1, 1)
    assert post(desk, table, TURNED).status_code == 302
    line = first_line(table)
    assert (line["bollen"], line["niet_behaalde_bollen"], line["total"]) == (4, 7, 12)


def test_a_turned_zero_that_was_not_made_is_named_at_its_cell(
    desk: Client, table: Table
) -> None:
    wrong = post(desk, table, {**TURNED, "v1-zero": "2"})
    assert wrong.status_code == 422
    assert "is not a 0 that was made" in said(wrong)
    assert "c1-2" in Page(wrong).wrong


def test_the_same_zero_is_not_turned_twice(desk: Client, table: Table) -> None:
    twice = {"v2-place": "1", "v2-zero": "1"}
    assert "is not a 0 that was made" in said(post(desk, table, TURNED | twice))


def test_a_deal_not_played_again_wants_a_reason(desk: Client, table: Table) -> None:
    late = {"v1-place": "1", "v1-deal": "8", "v1-not": "1", "pen1": "1"}
    assert "was not played again" in said(post(desk, table, late))
    assert post(desk, table, late | REASON).status_code == 302
    assert first_line(table)["bollen"] == 4
    assert first_line(table)["total"] == 14


def test_a_line_about_a_revoke_is_one_of_the_bollen_to_the_right(
    desk: Client, table: Table
) -> None:
    line = {"v1-place": "1", "v1-deal": "8", "pen1": "2"}
    assert post(desk, table, line).status_code == 302
    assert first_line(table)["strafbollen"] == 2
    assert Page(desk.get(page_of(table))).value("pen1") == "2"


def test_a_line_without_a_name_is_asked_for_and_nothing_is_lost(
    desk: Client, table: Table
) -> None:
    asked = post(desk, table, {"v1-deal": "8", "v1-zero": "3"})
    assert asked.status_code == 422
    assert "Say who revoked" in said(asked)
    page = asked.content.decode()
    assert '<option value="8" selected>8 (4)</option>' in page
    assert '<option value="3" selected>the 0 of deal 3 (3), turned</option>' in page


def test_sums_as_on_paper_are_silent_and_others_are_asked_about(
    desk: Client, evening: Build, table: Table
) -> None:
    assert post(desk, table, {**TRUE_SUMS, "w1-totaal": "16"}).status_code == 302
    other = {**TRUE_SUMS, "w1-punten": "7", "based_on": "1", "key": "b"}
    asked = post(desk, table, other)
    assert "On paper points is 7; counted it is 6." in said(asked)
    assert Page(asked).value("w1-punten") == "7"
    preview = post(desk, table, other | REASON)
    sure = {"sure": Page(preview).value("sure")}
    assert post(desk, table, other | REASON | sure).status_code == 302
    assert first_line(table)["punten"] == 6
    assert Page(desk.get(page_of(table))).value("w1-punten") == "7"


def test_a_sum_that_is_no_number_gets_a_sentence(desk: Client, table: Table) -> None:
    asked = post(desk, table, {"w1-punten": "zes"})
    assert asked.status_code == 422
    assert "on paper: “zes” is not a number." in said(asked)
    assert Page(asked).value("w1-punten") == "zes"


def test_at_home_only_the_sums_of_the_home_form_are_asked(
    desk: Client, evening: Build
) -> None:
    page = desk.get(page_of(opened(evening, rulebook="bollen_thuis"))).content.decode()
    assert 'name="w1-punten"' in page
    assert 'name="w1-totaal"' not in page


def test_a_captain_is_not_asked_for_them(client: Client, table: Table) -> None:
    page = client.get(f"/en/c/{table.code}/").content.decode()
    assert 'name="v1-place"' not in page
