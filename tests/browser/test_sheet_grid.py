"""A paper form is typed in by keyboard alone, and nothing typed is ever lost."""

from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import BrowserContext, Page, expect

from scoring.models import Draft, Revision
from scoring.rulebooks.prediction import BOLLEN
from tests.browser.keys import Rows, keys_along_deals, keys_along_rows, press
from tests.building import FORM_OF_FIVE, Evening
from tournament.actions import sheets
from tournament.actions.tournaments import set_rules

pytestmark = pytest.mark.browser

# Example BF02 of rule 2.8, and what it comes to.
BF02 = [row.split() for row in FORM_OF_FIVE]
TOTALS = ["15", "14", "10", "18", "21"]


@pytest.fixture
def table_of_five(evening: Callable[..., Evening]) -> Evening:
    """An evening of one table, its seating published."""
    built = evening(5)
    built.publish()
    return built


@pytest.fixture
def address(table_of_five: Evening) -> str:
    return f"/nl/desk/{table_of_five.tournament.slug}/rounds/1/tables/1/"


@pytest.fixture
def sheet(desk_page: Page, address: str) -> Page:
    """The empty form of the table, the first cell ready to be typed in."""
    desk_page.goto(address)
    expect(desk_page.locator("#c1-1")).to_be_focused()
    return desk_page


def with_cell(place: int, deal: int, text: str) -> list[list[str]]:
    """BF02 with one cell written differently."""
    rows = [list(row) for row in BF02]
    rows[place - 1][deal - 1] = text
    return rows


def start_from(page: Page, evening: Evening, rows: Rows) -> None:
    """Show the form as if it had been kept as a draft with these cells."""
    cells = {"rows": [list(row) for row in rows]}
    sheets.save_draft(evening.table(1, 1), cells, evening.director)
    page.reload()


def hand_in(page: Page) -> None:
    """Hand in a form without faults: the desk shows the round again."""
    page.keyboard.press("Control+Enter")
    page.wait_for_url(lambda url: "/tables/" not in url)


def be_refused(page: Page) -> None:
    """Hand in a form with faults: it comes back with a sentence about them."""
    page.keyboard.press("Control+Enter")
    page.locator("[role=alert]").wait_for()


def figures(page: Page) -> dict[str, list[str]]:
    """Every figure beside and under the cells, as it is shown."""
    kinds = ("sum", "all", "left")
    return {k: page.locator(f"[data-{k}]").all_inner_texts() for k in kinds}


def totals(page: Page) -> list[str]:
    return page.locator("[data-sum=totaal]").all_inner_texts()


def typed(page: Page) -> list[list[str]]:
    """What stands in the cells; a bol that is shown as a dot gets its x back."""
    cells = page.locator("input.cell[id]").evaluate_all(
        "cells => cells.map(c => c.value.replace('x', '')"
        " + (c.classList.contains('bol') ? 'x' : ''))"
    )
    return [cells[at : at + 11] for at in range(0, len(cells), 11)]


def counted() -> list[list[str]] | None:
    """The cells of the form that counts, or None."""
    revision = Revision.objects.filter(counted=True).first()
    return revision.cells["rows"] if revision else None


@pytest.mark.parametrize("keys", [keys_along_rows(BF02), keys_along_deals(BF02)])
def test_a_form_of_five_takes_fewer_than_sixty_keys_beyond_its_cells_and_bollen(
    sheet: Page, keys: list[str], record_property: Callable[[str, object], None]
) -> None:
    press(sheet, keys)

    assert typed(sheet) == BF02
    assert totals(sheet) == TOTALS
    hand_in(sheet)

    assert counted() == BF02
    cells, bollen = 55, 14
    beyond = len(keys) + 1 - cells - bollen
    print(f"{len(keys) + 1} keys: {cells} cells, {bollen} x, {beyond} beyond")
    record_property("keys beyond", beyond)
    assert beyond < 60


@pytest.mark.parametrize("count", [1, 70, None])
def test_what_is_added_up_while_typing_is_what_the_server_adds_up(
    count: int | None,
    sheet: Page,
    address: str,
    desk_context: Callable[..., BrowserContext],
) -> None:
    press(sheet, keys_along_rows(BF02)[:count])
    shown = figures(sheet)
    with sheet.expect_navigation():
        sheet.locator("[name=draft]").click()

    plain = desk_context(script=False).new_page()
    plain.goto(address)

    assert figures(plain) == shown


def test_left_is_marked_as_soon_as_a_deal_cannot_be(sheet: Page) -> None:
    left = sheet.locator("[data-left]").first
    press(sheet, ["1", "ArrowDown"])
    expect(left).to_have_text("0")
    expect(left).to_have_class("ok")

    press(sheet, ["1"])

    expect(left).to_have_text("−1")
    expect(left).to_have_class("no")


def test_arrows_home_end_and_enter_move_over_the_form(sheet: Page) -> None:
    steps = {
        "ArrowRight": "c1-2",
        "ArrowDown": "c2-2",
        "ArrowLeft": "c2-1",
        "ArrowUp": "c1-1",
        "End": "pen1",
        "Tab": "c2-1",
        "Shift+Tab": "pen1",
        "Home": "c1-1",
        "Enter": "c2-1",
    }
    for key, name in steps.items():
        sheet.keyboard.press(key)
        expect(sheet.locator(f"[name={name}]")).to_be_focused()

    press(sheet, ["Enter"] * 4)

    expect(sheet.locator("[data-submit]")).to_be_focused()


def test_x_turns_a_bid_into_a_bol_and_back_and_backspace_empties_a_cell(
    sheet: Page,
) -> None:
    cell = sheet.locator("#c1-1")
    press(sheet, ["1", "x"])
    expect(cell).to_have_class("cell bol")
    expect(cell).to_have_value("1")

    press(sheet, ["x"])
    expect(cell).to_have_class("cell")

    press(sheet, ["x", "Backspace"])  # the digit goes first, then the bol
    expect(cell).to_have_value("")
    expect(cell).to_have_class("cell bol")
    press(sheet, ["Backspace"])
    expect(cell).to_have_class("cell")


def test_a_misread_digit_is_shown_at_its_cell_and_mended_by_f8(sheet: Page) -> None:
    misread = with_cell(1, 5, "4")
    press(sheet, keys_along_rows(misread))
    be_refused(sheet)

    assert typed(sheet) == misread
    bad = sheet.locator("[aria-invalid]")
    assert "c1-5" in bad.evaluate_all("cells => cells.map(c => c.id)")
    expect(sheet.locator("tr.say")).to_contain_text("4 + 0 + 2 + 1 = 7")
    assert counted() is None
    expect(sheet.locator("#c1-5")).to_be_focused()

    names = bad.evaluate_all("cells => cells.map(c => c.id)")
    for name in [*names[1:], names[0]]:
        press(sheet, ["F8"])
        expect(sheet.locator(f"#{name}")).to_be_focused()
    press(sheet, ["1"])
    hand_in(sheet)

    assert counted() == BF02


def test_a_cell_left_empty_is_named_and_the_rest_is_still_there(
    sheet: Page, table_of_five: Evening
) -> None:
    start_from(sheet, table_of_five, with_cell(3, 7, ""))
    be_refused(sheet)

    expect(sheet.locator("[aria-invalid]")).to_have_count(1)
    expect(sheet.locator("#c3-7")).to_be_focused()
    expect(sheet.locator("[role=alert] a")).to_have_attribute("href", "#c3-7")
    assert typed(sheet) == with_cell(3, 7, "")

    press(sheet, ["1", "x"])
    hand_in(sheet)

    assert counted() == BF02


def test_a_deal_that_cannot_have_happened_is_shown_at_its_bollen(
    sheet: Page, table_of_five: Evening
) -> None:
    impossible = [list(row) for row in BF02]
    for place, cell in enumerate(("1", "1", "0x", "1x", "0")):
        impossible[place][1] = cell  # BD06 of rule 2.8, and a fifth who made nothing
    start_from(sheet, table_of_five, impossible)
    be_refused(sheet)

    bad = sheet.locator("[aria-invalid]").evaluate_all("cells => cells.map(c => c.id)")
    assert bad == ["c3-2", "c4-2"]
    assert typed(sheet) == impossible
    assert counted() is None


def test_a_bol_whose_digit_cannot_be_read_is_handed_in_without_one(
    sheet: Page, table_of_five: Evening
) -> None:
    start_from(sheet, table_of_five, with_cell(1, 2, ""))
    expect(sheet.locator("#c1-1")).to_be_focused()
    press(sheet, ["Tab", "x"])
    expect(sheet.locator("#c1-2")).to_have_class("cell bol")
    hand_in(sheet)

    assert counted() == with_cell(1, 2, "x")


def test_penalty_bollen_are_typed_behind_the_deals(
    sheet: Page, table_of_five: Evening
) -> None:
    start_from(sheet, table_of_five, BF02)
    expect(sheet.locator("#c1-1")).to_be_focused()
    press(sheet, [*["Enter"] * 4, "End", "2"])
    assert totals(sheet) == [*TOTALS[:4], "17"]
    hand_in(sheet)

    assert Revision.objects.get(counted=True).cells["penalties"] == [{"place": 5}] * 2


def test_what_was_typed_is_put_back_after_a_reload(sheet: Page) -> None:
    press(sheet, keys_along_rows(BF02)[:70])
    before = typed(sheet)
    expect(sheet.locator("#restored")).to_be_hidden()

    sheet.reload()

    expect(sheet.locator("#restored")).to_be_visible()
    assert typed(sheet) == before
    assert not Draft.objects.exists()


def test_what_was_typed_is_put_back_after_the_session_ran_out(sheet: Page) -> None:
    press(sheet, keys_along_rows(BF02)[:30])
    before = typed(sheet)
    Session.objects.all().delete()
    with sheet.expect_navigation():
        sheet.keyboard.press("Control+Enter")

    sheet.locator("[name=username]").fill("margriet")
    sheet.locator("[name=password]").fill("klaver-zeven-boer")
    sheet.keyboard.press("Enter")

    expect(sheet.locator("#restored")).to_be_visible()
    assert typed(sheet) == before


def test_what_was_handed_in_is_not_put_back_over_the_form_that_counts(
    sheet: Page, address: str, table_of_five: Evening
) -> None:
    start_from(sheet, table_of_five, with_cell(1, 1, ""))
    expect(sheet.locator("#c1-1")).to_be_focused()
    press(sheet, ["0"])
    hand_in(sheet)

    sheet.goto(address)

    expect(sheet.locator("#c1-1")).to_be_focused()
    expect(sheet.locator("#restored")).to_be_hidden()
    assert typed(sheet) == BF02


def test_without_script_a_bol_is_typed_with_its_x(
    address: str, desk_context: Callable[..., BrowserContext]
) -> None:
    page = desk_context(script=False).new_page()
    page.goto(address)
    for place, row in enumerate(with_cell(1, 5, "4"), 1):
        for deal, cell in enumerate(row, 1):
            page.locator(f"#c{place}-{deal}").fill(cell)
    page.locator("[data-submit]").click()

    expect(page.locator("tr.say")).to_contain_text("4 + 0 + 2 + 1 = 7")
    assert typed(page) == with_cell(1, 5, "4")

    page.locator("#c1-5").fill("1")
    page.locator("[data-submit]").click()

    expect(page.locator("[role=status]")).to_be_visible()
    assert counted() == BF02


def test_a_revoke_below_the_form_is_added_up_like_the_server_does(
    sheet: Page, table_of_five: Evening
) -> None:
    start_from(sheet, table_of_five, with_cell(1, 1, "0"))
    before = int(totals(sheet)[0])
    sheet.click("details:has([data-revoke]) summary")
    sheet.select_option('[name="v1-place"]', "1")
    sheet.select_option('[name="v1-zero"]', "1")
    assert int(totals(sheet)[0]) == before - 2
    sheet.reload()
    expect(sheet.locator('[name="v1-zero"]')).to_have_value("1")
    assert int(totals(sheet)[0]) == before - 2
    be_refused(sheet)
    assert int(totals(sheet)[0]) == before - 2


def test_a_zero_that_may_be_turned_is_taken_off_like_the_server_does(
    desk_page: Page, evening: Callable[..., Evening]
) -> None:
    night = evening(5)
    rules = BOLLEN.options() | {"turned_zero": True}
    set_rules(night.tournament, "bollen", rules, night.director)
    night.publish()
    desk_page.goto(f"/nl/desk/{night.tournament.slug}/rounds/1/tables/1/")
    start_from(desk_page, night, with_cell(1, 1, "0"))
    before = int(totals(desk_page)[0])
    desk_page.click("details:has([data-revoke]) summary")
    desk_page.select_option('[name="v1-place"]', "1")
    desk_page.select_option('[name="v1-zero"]', "1")
    assert int(totals(desk_page)[0]) == before - 4
    hand_in(desk_page)
    (counted_form,) = Revision.objects.filter(counted=True)
    assert counted_form.results.get(place=1).total == before - 4


def test_back_to_a_form_that_was_checked_shows_it_as_it_was(
    open_context: Callable[..., BrowserContext], table_of_five: Evening
) -> None:
    page = open_context("en").new_page()
    page.goto(f"/en/c/{table_of_five.table(1, 1).code}/")
    page.fill("#c1-1", "1")
    page.click('[name="check"]')
    expect(page.get_by_role("alert")).to_be_visible()
    page.click("footer a >> nth=0")
    page.go_back()
    expect(page.locator("#c1-1")).to_have_value("1")
    page.reload()
    expect(page.locator("#c1-1")).to_have_value("1")
