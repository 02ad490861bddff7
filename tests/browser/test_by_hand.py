"""A proposal changed by mouse, by touch, by keyboard, and without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.building import Evening
from tournament.models import Round
from tournament.queries.seating import laid_now, seated_numbers

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]


def proposal(night: Evening) -> Round:
    return Round.objects.get(tournament=night.tournament, state="proposed")


def opened(page: Page, night: Evening) -> tuple[int, int, tuple[tuple[int, ...], ...]]:
    """The page of a proposal; somebody of its first table, and of its second."""
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"/nl/desk/{night.tournament.slug}/")
    tables = seated_numbers(proposal(night))
    return tables[0][1], tables[1][0], tables


def changed(night: Evening, one: int, other: int) -> None:
    laid = laid_now(proposal(night))
    assert laid.tables[0][1] == other
    assert laid.tables[1][0] == one
    assert laid.pins == ((one, 2),)


def seat(number: int) -> str:
    return f'.seat[data-number="{number}"]'


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(16, played=1)
    night.draw(seed=2)
    return night


def test_dragging_a_name_to_another_shows_what_it_does_and_swaps(
    desk_page: Page, night: Evening
) -> None:
    page = desk_page
    one, other, _tables = opened(page, night)
    page.locator(seat(one)).hover()
    page.mouse.down()
    box = page.locator(seat(other)).bounding_box()
    assert box
    page.mouse.move(box["x"] + 30, box["y"] + 10, steps=5)
    expect(page.locator(".dragged")).to_be_visible()
    expect(page.locator(f"{seat(other)} .fx")).to_be_visible()
    page.mouse.move(box["x"] + 40, box["y"] + 12)
    expect(page.locator(f"{seat(other)}.aimed")).to_be_visible()
    expect(page.locator(".dragged")).to_contain_text("·")
    with page.expect_navigation():
        page.mouse.up()
    expect(page.locator("[data-part=draft] .note")).to_be_visible()
    changed(night, one, other)


def test_a_finger_drags_by_the_grip(desk_page: Page, night: Evening) -> None:
    page = desk_page
    one, other, _tables = opened(page, night)
    page.set_viewport_size({"width": 360, "height": 900})
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    page.locator(seat(one)).scroll_into_view_if_needed()
    page.locator(seat(other)).scroll_into_view_if_needed()
    grip = page.locator(f"{seat(one)} .grip").bounding_box()
    target = page.locator(seat(other)).bounding_box()
    assert grip
    assert target
    touch("touchStart", grip["x"] + 4, grip["y"] + 7)
    for step in range(1, 6):
        far = (target["y"] + 15 - grip["y"]) * step / 5
        touch("touchMove", grip["x"] + 40, grip["y"] + far)
    expect(page.locator(f"{seat(other)}.aimed .fx")).to_be_visible()
    with page.expect_navigation():
        touch("touchEnd")
    changed(night, one, other)


def test_a_drag_that_ends_nowhere_or_at_escape_changes_nothing(
    desk_page: Page, night: Evening
) -> None:
    page = desk_page
    one, _other, tables = opened(page, night)
    for end in ("Escape", ""):
        page.locator(seat(one)).hover()
        page.mouse.down()
        page.mouse.move(600, 300, steps=4)
        expect(page.locator(".dragged")).to_be_visible()
        if end:
            page.keyboard.press(end)
        page.mouse.up()
        expect(page.locator(".dragged")).to_have_count(0)
        expect(page.locator('.seat[aria-pressed="true"]')).to_have_count(0)
    assert seated_numbers(proposal(night)) == tables


def test_by_keyboard_alone(desk_page: Page, night: Evening) -> None:
    page = desk_page
    one, other, _tables = opened(page, night)
    page.locator(seat(one)).focus()
    page.keyboard.press("Enter")
    expect(page.locator(seat(one))).to_have_attribute("aria-pressed", "true")
    expect(page.locator(seat(one))).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator('.seat[aria-pressed="true"]')).to_have_count(0)
    expect(page.locator(seat(one))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".held")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    expect(page.locator(seat(other))).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    changed(night, one, other)
    with page.expect_navigation():
        page.locator("[data-part=draft] .note form button").press("Enter")
    assert laid_now(proposal(night)).pins == ()


def test_without_script_two_presses_swap(
    desk_context: Callable[..., BrowserContext], night: Evening
) -> None:
    page = desk_context(script=False).new_page()
    one, other, _tables = opened(page, night)
    page.locator(seat(one)).click()
    expect(page.locator(".held")).to_be_visible()
    expect(page.locator(f"{seat(other)} .fx")).to_be_visible()
    page.locator(seat(other)).click()
    changed(night, one, other)


def test_two_directors_on_one_proposal(
    desk_context: Callable[..., BrowserContext], night: Evening
) -> None:
    """The second is told, and sees the proposal as the first left it."""
    first, second = (desk_context().new_page() for _ in range(2))
    one, other, _tables = opened(first, night)
    opened(second, night)
    for page in (first, second):
        page.locator(seat(one)).click()
        expect(page.locator(".held")).to_be_visible()
    with first.expect_navigation():
        first.locator(seat(other)).click()
    third = seated_numbers(proposal(night))[2][0]
    with second.expect_navigation():
        second.locator(seat(third)).click()
    expect(second.locator(".note.err")).to_be_visible()
    changed(night, one, other)
    expect(second.locator(f'[data-table="2"] {seat(one)}')).to_be_visible()


def test_empty_tables_are_filled_by_dragging(desk_page: Page, evening: Build) -> None:
    night = evening(8)
    desk_page.goto(f"/nl/desk/{night.tournament.slug}/")
    desk_page.locator(".rare summary").last.click()
    desk_page.locator('[name=way][value="hand"]').check()
    with desk_page.expect_navigation():
        desk_page.locator("form[data-once] button.main").click()
    desk_page.set_viewport_size({"width": 1280, "height": 1400})
    desk_page.locator(seat(3)).hover()
    desk_page.mouse.down()
    box = desk_page.locator('[data-table="1"]').bounding_box()
    assert box
    desk_page.mouse.move(box["x"] + 30, box["y"] + 30, steps=5)
    expect(desk_page.locator('[data-table="1"][data-room]')).to_be_visible()
    desk_page.mouse.move(box["x"] + 32, box["y"] + 30)
    with desk_page.expect_navigation():
        desk_page.mouse.up()
    assert seated_numbers(proposal(night))[0] == (3,)


def test_lots_are_typed_by_keyboard_with_the_names_beside_them(
    desk_page: Page, evening: Build
) -> None:
    night = evening(8)
    page = desk_page
    page.goto(f"/nl/desk/{night.tournament.slug}/draw/lots/")
    page.locator("#table1").focus()
    page.keyboard.type("8 3 1 99")
    expect(page.locator("#said1")).to_contain_text("99?")
    expect(page.locator("#said1")).to_contain_text("Speler H")
    expect(page.locator("[data-count]")).to_have_text("5")
    page.keyboard.press("Backspace")
    page.keyboard.press("Backspace")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    expect(page.locator("#table2")).to_be_focused()
    page.keyboard.type("2 4 6 7")
    expect(page.locator("[data-count]")).to_have_text("0")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert seated_numbers(proposal(night)) == ((8, 3, 1, 5), (2, 4, 6, 7))
