"""Forms at the desk: found by keyboard, looked at, corrected, moved; two of a table."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from scoring.models import Revision
from tests.browser.keys import keys_along_rows, press
from tests.building import FORM_OF_FOUR, Evening, reading
from tournament.actions import sheets
from tournament.models import Tournament

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]
ROWS = [row.split() for row in FORM_OF_FOUR]
OTHER = [*FORM_OF_FOUR[1:], FORM_OF_FOUR[0]]


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(16)
    night.publish()
    return night


def desk_of(night: Evening) -> str:
    return f"/en/desk/{night.tournament.slug}/"


def sheet_of(night: Evening, table: int) -> str:
    return f"{desk_of(night)}rounds/1/tables/{table}/"


def counted(night: Evening, table: int = 1) -> Revision:
    return Revision.objects.get(sheet=night.table(1, table).sheet, counted=True)


def test_a_pile_of_forms_goes_in_by_keyboard_alone(
    desk_page: Page, night: Evening
) -> None:
    """One is found by a start number, the next missing comes by itself, the third is
    found by its table: 3 keys a form beside those of its cells, 6 where it is sought.
    """
    number = night.table(1, 3).seats.get(place=1).entry.number
    desk_page.goto(desk_of(night))
    asked = ["F2", *f"n{number}", "Enter"]
    press(desk_page, asked)
    desk_page.wait_for_url(f"**/tables/3/?who={number}")
    expect(desk_page.get_by_role("status").first).to_contain_text(f"Number {number}")
    expect(desk_page.locator("#c1-1")).to_be_focused()
    press(desk_page, [*keys_along_rows(ROWS), "Control+Enter"])
    desk_page.wait_for_url("**/tables/4/")  # the next missing one
    expect(desk_page.locator("#c1-1")).to_be_focused()
    # But another form lies on the pile.
    press(desk_page, ["F2", *"t2", "Enter"])
    desk_page.wait_for_url("**/tables/2/")
    expect(desk_page.locator("#c1-1")).to_be_focused()
    press(desk_page, [*keys_along_rows(ROWS), "Control+Enter"])
    desk_page.wait_for_url("**/tables/4/")
    assert [counted(night, table).cells["rows"] for table in (3, 2)] == [ROWS, ROWS]


def test_a_number_that_can_be_two_things_takes_one_more_enter(
    desk_page: Page, night: Evening
) -> None:
    for number in range(1, 5):
        if night.round(1).tables.get(seats__entry__number=number).number != number:
            break
    desk_page.goto(desk_of(night), wait_until="networkidle")
    press(desk_page, ["F2", str(number), "Enter"])
    first = desk_page.locator("a.hit").first
    expect(first).to_be_focused()
    expect(first).to_contain_text(f"Table {number}")
    press(desk_page, ["Tab", "Enter"])
    desk_page.wait_for_url(f"**/?who={number}")


def other_than_the_phone(page: Page, night: Evening) -> None:
    """A captain hands in while somebody types the paper form, which says otherwise."""
    page.goto(sheet_of(night, 1))
    sheets.hand_in(
        night.table(1, 1),
        reading(OTHER),
        None,
        key="phone",
        based_on=0,
        source=Revision.Source.CAPTAIN,
    )
    for place, row in enumerate(ROWS, 1):
        for deal, cell in enumerate(row, 1):
            page.locator(f"#c{place}-{deal}").fill(cell)
    page.locator("[data-submit]").click()


@pytest.mark.parametrize("script", [True, False])
def test_of_two_forms_a_person_keeps_the_first(
    desk_context: Callable[..., BrowserContext], night: Evening, script: bool
) -> None:
    page = desk_context("en", script).new_page()
    other_than_the_phone(page, night)
    expect(page.locator("#two-h")).to_be_visible()
    marked = page.locator("td.differs[data-view]")
    cells = [row.split() for row in OTHER]
    differ = sum(
        mine != theirs
        for row, other in zip(ROWS, cells, strict=True)
        for mine, theirs in zip(row, other, strict=True)
    )
    assert marked.count() == 2 * differ
    expect(page.locator("caption", has_text="differences")).to_contain_text(str(differ))
    page.get_by_role("button", name="Keep the first").click()
    expect(page.get_by_role("status").first).to_contain_text(
        "The first form of table 1"
    )
    assert [" ".join(row) for row in counted(night).cells["rows"]] == OTHER
    assert Revision.objects.get(number=2).cells["rows"] == ROWS


@pytest.mark.parametrize("script", [True, False])
def test_of_two_forms_a_person_takes_the_second(
    desk_context: Callable[..., BrowserContext], night: Evening, script: bool
) -> None:
    page = desk_context("en", script).new_page()
    other_than_the_phone(page, night)
    expect(page.locator("#changes")).to_be_visible()
    page.locator("#reason").fill("the paper has their names on it")
    page.get_by_role("button", name="Take the second").click()
    page.wait_for_url("**/tables/2/")
    assert counted(night).cells["rows"] == ROWS
    assert counted(night).reason == "the paper has their names on it"


@pytest.mark.parametrize("script", [True, False])
def test_a_correction_shows_what_it_changes_and_goes_on_with_one_key(
    desk_context: Callable[..., BrowserContext], night: Evening, script: bool
) -> None:
    night.hand_in(night.table(1, 1))
    page = desk_context("en", script).new_page()
    page.goto(sheet_of(night, 1))
    page.locator("[name=pen1]").fill("1")
    page.locator("#reason").fill("a penalty was forgotten")
    page.locator("[data-submit]").click()
    expect(page.locator("#changes")).to_contain_text("16 → 14")
    assert Revision.objects.count() == 1
    save = page.get_by_role("button", name="Save").first
    expect(save).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/2/")
    assert counted(night).number == 2


def test_two_laptops_at_one_form_the_second_looks_and_the_first_is_told(
    desk_page: Page,
    open_context: Callable[..., BrowserContext],
    night: Evening,
) -> None:
    """The verifier has a page without a single cell to type in, and two keys."""
    Tournament.objects.update(verification="second")
    colleague = User.objects.create_user("henk")
    night.tournament.club.staff.add(colleague)
    for table in (1, 2):
        sheets.hand_in(
            night.table(1, table),
            reading(FORM_OF_FOUR),
            colleague,
            key=str(table),
            based_on=0,
        )
    desk_page.goto(desk_of(night), wait_until="networkidle")
    press(desk_page, ["k"])
    desk_page.wait_for_url("**/tables/1/check/")
    assert desk_page.locator("input.cell").count() == 0
    press(desk_page, ["a"])
    desk_page.wait_for_url("**/tables/2/check/")
    # Meanwhile the colleague corrects what is on the screen.
    sheets.hand_in(
        night.table(1, 2),
        reading(OTHER),
        colleague,
        key="c",
        based_on=1,
        reason="nageteld",
    )
    press(desk_page, ["a"])
    expect(desk_page.get_by_role("alert")).to_be_visible()
    expect(desk_page.locator(".sheethead")).to_contain_text("version 2")
    desk_page.locator("#because").fill("the total of Bo")
    desk_page.get_by_role("button", name="Send it back").click()
    desk_page.wait_for_url("**/rounds/1/")
    expect(desk_page.locator(".tcell.back")).to_have_count(1)


def test_a_table_looks_at_its_form_on_two_phones(
    open_context: Callable[..., BrowserContext], night: Evening
) -> None:
    Tournament.objects.update(verification="table")
    link = f"/en/c/{night.table(1, 1).code}/"
    first, second = (open_context("en").new_page() for _ in range(2))
    first.goto(link)
    for place, row in enumerate(ROWS, 1):
        for deal, cell in enumerate(row, 1):
            first.locator(f"#c{place}-{deal}").fill(cell)
    first.locator("[data-submit]").click()
    expect(first.get_by_text("This phone handed it in.")).to_be_visible()
    assert first.get_by_role("button", name="We looked together").count() == 0
    second.goto(link)
    second.get_by_role("button", name="We looked together").click()
    expect(second.get_by_text("Looked at, and approved.")).to_be_visible()
    first.reload()
    expect(first.get_by_text("Looked at, and approved.")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_two_phones_send_different_forms_and_the_desk_decides(
    open_context: Callable[..., BrowserContext],
    desk_context: Callable[..., BrowserContext],
    night: Evening,
    script: bool,
) -> None:
    phones = [open_context("en", script).new_page() for _phone in range(2)]
    for phone in phones:
        phone.goto(f"/en/c/{night.table(1, 1).code}/")
    rows = (ROWS, [row.split() for row in OTHER])
    for phone, form in zip(phones, rows, strict=True):
        for place, row in enumerate(form, 1):
            for deal, cell in enumerate(row, 1):
                phone.locator(f"#c{place}-{deal}").fill(cell)
        phone.locator("[data-submit]").click()
    expect(phones[0].get_by_role("status").first).to_contain_text("Handed in.")
    expect(phones[1].get_by_role("alert")).to_contain_text("The desk sees both forms")
    phones[0].reload()
    expect(phones[0].get_by_text("The desk sees both forms")).to_be_visible()
    page = desk_context("en", script).new_page()
    page.goto(desk_of(night))
    page.locator(".tcell", has_text="two different forms").click()
    expect(page.locator("#two-h")).to_be_visible()
    expect(page.locator("#changes")).to_be_visible()
    page.locator("#reason").fill("the second has their names on it")
    page.get_by_role("button", name="Take the second").click()
    page.wait_for_url("**/tables/2/")
    assert counted(night).cells["rows"] == rows[1]
    assert counted(night).source == Revision.Source.CAPTAIN
    phones[1].goto(f"/en/c/{night.table(1, 1).code}/")
    expect(phones[1].get_by_text("The desk sees both forms")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_a_form_under_the_wrong_table_is_moved_after_seeing_both(
    desk_context: Callable[..., BrowserContext], night: Evening, script: bool
) -> None:
    night.hand_in(night.table(1, 1))
    page = desk_context("en", script).new_page()
    page.goto(sheet_of(night, 1))
    page.get_by_role("link", name="Wrong table? Move it").click()
    page.locator("#to").select_option("1-3")
    page.get_by_role("button", name="Look at that table").click()
    for seat in night.table(1, 3).seats.select_related("player"):
        expect(page.locator("main")).to_contain_text(seat.player.name)
    page.locator("#reason").fill("typed under table 1")
    page.get_by_role("button", name="Move it from table 1 to table 3").click()
    page.wait_for_url("**/tables/3/")
    assert counted(night, 3).cells["rows"] == ROWS
