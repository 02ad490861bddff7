"""The captain's page: one link, one table, one form."""

from collections.abc import Callable

import pytest
from django.test import Client

from scoring.models import Revision
from tests.building import FORM_OF_FIVE, FORM_OF_FOUR, Evening, reading
from tournament.actions import rounds
from tournament.models import Table

Build = Callable[..., Evening]


def link(table: Table) -> str:
    return f"/nl/c/{table.code}/"


def typed(rows: tuple[str, ...], **more: str) -> dict[str, str]:
    """The fields of the page's form, as a phone would send them."""
    cells = {
        f"c{place}-{deal}": cell
        for place, row in enumerate(rows, 1)
        for deal, cell in enumerate(row.split(), 1)
    }
    return {"key": "a-phone", "based_on": "0", **cells, **more}


@pytest.fixture
def table(evening: Build) -> Table:
    night = evening(16)
    night.publish()
    return night.table(1, 2)


def test_the_page_names_round_table_and_people(client: Client, table: Table) -> None:
    page = client.get(link(table)).content.decode()
    assert "Tafel 2" in page
    assert "Toernooironde 1" in page
    for seat in table.seats.select_related("player"):
        assert seat.player.name in page


def test_the_short_link_leads_to_the_page_in_the_phones_language(
    client: Client, table: Table
) -> None:
    dutch = client.get(f"/c/{table.code}/", headers={"accept-language": "nl"})
    english = client.get(f"/c/{table.code}/", headers={"accept-language": "en"})
    assert dutch["Location"] == f"/nl/c/{table.code}/"
    assert english["Location"] == f"/en/c/{table.code}/"


def test_handing_in_counts_and_gives_a_receipt(client: Client, table: Table) -> None:
    answer = client.post(link(table), typed(FORM_OF_FOUR), follow=True)
    assert answer.redirect_chain == [(link(table), 302)]
    page = answer.content.decode()
    assert "Ingeleverd." in page
    assert "<input" not in page.split("<main")[1]
    revision = Revision.objects.get()
    assert revision.source == Revision.Source.CAPTAIN
    assert revision.made_by is None
    assert sorted(r.total for r in revision.results.all()) == [9, 15, 16, 17]


def test_handing_in_twice_is_one_form(client: Client, table: Table) -> None:
    for _again in range(2):
        client.post(link(table), typed(FORM_OF_FOUR))
    client.post(link(table), typed(FORM_OF_FOUR, key="a-second-press"))
    assert Revision.objects.count() == 1


def test_a_second_phone_with_other_figures_sees_both_and_changes_nothing(
    client: Client, table: Table
) -> None:
    client.post(link(table), typed(FORM_OF_FOUR))
    turned = (FORM_OF_FOUR[1], FORM_OF_FOUR[0], *FORM_OF_FOUR[2:])
    answer = client.post(link(table), typed(turned, key="another-phone"))
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "vóór je in" in page
    assert page.count("<table") == 2
    assert Revision.objects.count() == 1


def test_a_faulty_form_keeps_what_was_typed_and_says_where(
    client: Client, table: Table
) -> None:
    rows = ("3" + FORM_OF_FOUR[0][1:], *FORM_OF_FOUR[1:])
    answer = client.post(link(table), typed(rows))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'href="#c1-1"' in page
    assert 'value="3"' in page
    assert not Revision.objects.exists()


def test_a_forbidden_bid_sum_is_for_the_direction_to_accept(
    client: Client, table: Table
) -> None:
    rows = [["0"] * 11 for _place in range(4)]
    for deal, cards in enumerate((1, 2, 3, 4, 5, 5, 5, 4, 3, 2, 1)):
        rows[0][deal] = f"{cards}x" if deal else str(cards)
    answer = client.post(
        link(table),
        typed(tuple(" ".join(row) for row in rows), as_played="1", reason="zo was het"),
    )
    assert answer.status_code == 422
    assert not Revision.objects.exists()


@pytest.mark.parametrize("code", ["x", "AAAAAAAAAAAAAAAA", "%00", "..", "a" * 300])
def test_a_guessed_link_is_nothing(client: Client, table: Table, code: str) -> None:
    assert client.get(f"/nl/c/{code}/").status_code == 404
    assert client.post(f"/nl/c/{code}/", typed(FORM_OF_FOUR)).status_code == 404


def test_a_link_reaches_no_other_table(client: Client, table: Table) -> None:
    client.post(link(table), typed(FORM_OF_FOUR))
    assert {r.sheet_id for r in Revision.objects.all()} == {table.sheet_id}


def test_the_links_of_a_closed_round_are_gone(client: Client, evening: Build) -> None:
    night = evening(8, played=1)
    table = night.table(1, 1)
    assert client.get(link(table)).status_code == 404
    assert client.post(link(table), typed(FORM_OF_FOUR)).status_code == 404
    assert table.sheet
    assert table.sheet.revisions.count() == 1


def test_a_seating_that_is_taken_back_takes_its_links_with_it(
    client: Client, evening: Build
) -> None:
    night = evening(8)
    round_ = night.publish()
    old = link(night.table(1, 1))
    rounds.unpublish(round_, night.director)
    assert client.get(old).status_code == 404
    rounds.publish(round_, night.director)
    assert client.get(old).status_code == 404
    assert client.get(link(night.table(1, 1))).status_code == 200


def test_what_taking_a_seating_back_throws_away_is_said_beside_the_button(
    client: Client, desk: Client, evening: Build
) -> None:
    night = evening(8)
    night.publish()
    page = f"/en/desk/{night.tournament.slug}/"
    before = desk.get(page).content.decode()
    assert "The table cards of this seating stop working then" in before
    assert "thrown away" not in before
    client.post(link(night.table(1, 1)), {"c1-1": "1", "keep": "", "phone": "a"})
    for part in ("", "?part=live"):
        shown = desk.get(page + part).content.decode()
        assert "What is half typed at 1 table is thrown away." in shown


def test_links_differ_and_cannot_be_guessed(evening: Build) -> None:
    night = evening(43)
    round_ = night.publish()
    codes = list(round_.tables.values_list("code", flat=True))
    assert len(set(codes)) == 10
    assert min(len(code or "") for code in codes) >= 16


def test_the_cards_show_every_table_with_its_link(desk: Client, evening: Build) -> None:
    night = evening(16)
    night.publish()
    page = desk.get("/nl/desk/najaarsbollen/rounds/1/cards/").content.decode()
    assert page.count('class="card"') == 4
    assert page.count('role="img"') == 4
    assert "Speler A" in page


def test_a_captain_sees_the_form_of_five_at_a_table_of_five(
    client: Client, evening: Build
) -> None:
    night = evening(15)
    night.publish()
    table = night.table(1, 1)
    client.post(link(table), typed(FORM_OF_FIVE))
    assert Revision.objects.get().cells["rows"] == reading(FORM_OF_FIVE)["rows"]
