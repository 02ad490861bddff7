"""The clock of a round on every screen at once, and without script."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from tests.building import Evening
from tournament.actions import clock
from tournament.models import Round
from tournament.queries.clock import clock_of

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]
RUNNING = re.compile(r"^(60:00|59:[0-5]\d)$")


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(8, minutes=60)
    night.publish()
    return night


def figure(page: Page) -> str:
    return page.locator(".timer .clock").inner_text()


def test_the_director_starts_and_stops_and_every_screen_follows(
    desk_page: Page, open_context: Callable[..., BrowserContext], night: Evening
) -> None:
    slug, code = night.tournament.slug, night.table(1, 1).code
    screens = [open_context().new_page() for _ in range(3)]
    for page, path in zip(
        screens, (f"t/{slug}/hall/", f"t/{slug}/seats/", f"c/{code}/"), strict=True
    ):
        page.goto(f"/nl/{path}")
        expect(page.locator(".timer")).to_have_count(0)

    desk_page.goto(f"/nl/desk/{slug}/")
    desk_page.keyboard.press("s")
    for page in (desk_page, *screens):
        expect(page.locator(".timer .clock")).to_have_text(RUNNING, timeout=15_000)
        expect(page.get_by_text("Nog te spelen")).to_be_visible()

    desk_page.get_by_role("button", name="+ 1 minuut").click()
    expect(desk_page.locator(".timer .clock")).to_have_text(re.compile(r"^60:"))
    cell = screens[2].locator("[name=c1-1]")
    cell.fill("0")
    desk_page.keyboard.press("p")
    for page in (desk_page, *screens):
        expect(page.get_by_text("Pauze: de klok staat stil")).to_be_visible(
            timeout=15_000
        )
    expect(cell).to_have_value("0")  # a clock never takes or sends what is typed
    stood = figure(desk_page)
    assert [figure(page) for page in screens] == [stood] * 3
    desk_page.keyboard.press("p")
    for page in (desk_page, screens[0]):
        expect(page.get_by_text("Nog te spelen")).to_be_visible()
    assert night.round(1).state == Round.State.PLAYING


def test_a_clock_goes_on_by_itself_and_past_the_end_says_so(
    open_context: Callable[..., BrowserContext], night: Evening
) -> None:
    clock.start(night.round(1), None)
    soon = timezone.now() - timedelta(minutes=60) + timedelta(seconds=6)
    Round.objects.update(clock_since=soon)
    page = open_context().new_page()
    page.goto(f"/nl/t/{night.tournament.slug}/seats/")
    expect(page.locator(".timer .clock")).to_have_text(re.compile(r"^00:0[1-6]$"))
    # No network any more: the clock needs none.
    page.route("**/*", lambda route: route.fulfill(status=204))
    expect(page.get_by_text("Tijd: speel de gift uit")).to_be_visible(timeout=20_000)
    expect(page.locator(".timer .clock")).to_have_text(re.compile(r"^\+00:0\d$"))


def test_a_phone_with_the_wrong_time_counts_by_that_of_the_server(
    open_context: Callable[..., BrowserContext], night: Evening
) -> None:
    clock.start(night.round(1), None)
    page = open_context().new_page()
    page.add_init_script(
        "const now = Date.now.bind(Date); Date.now = () => now() + 25 * 60000;"
    )
    page.goto(f"/nl/t/{night.tournament.slug}/seats/")
    expect(page.locator(".timer .clock")).to_have_text(RUNNING)


def test_two_presses_of_two_directors_are_one_minute(
    desk_context: Callable[..., BrowserContext], night: Evening
) -> None:
    clock.start(night.round(1), None)
    left, right = desk_context().new_page(), desk_context().new_page()
    for page in (left, right):
        page.goto(f"/nl/desk/{night.tournament.slug}/")
    left.get_by_role("button", name="+ 1 minuut").click()
    expect(left.locator(".timer .clock")).to_have_text(re.compile(r"^60:"))
    right.get_by_role("button", name="+ 1 minuut").click()
    expect(right.locator(".note.err")).to_contain_text("Iemand was je net voor")
    assert night.round(1).clock_seconds == 61 * 60


def test_extra_time_for_a_table_is_given_and_seen(
    desk_page: Page, open_context: Callable[..., BrowserContext], night: Evening
) -> None:
    clock.start(night.round(1), None)
    desk_page.goto(f"/nl/desk/{night.tournament.slug}/")
    desk_page.get_by_text("Extra tijd voor een tafel").click()
    desk_page.get_by_label("Tafel", exact=True).select_option("2")
    desk_page.get_by_label("Minuten").fill("7")
    desk_page.get_by_label("Minuten").press("Enter")
    expect(
        desk_page.get_by_text(re.compile(r"^Tafel 2 tot \d\d:\d\d$"))
    ).to_be_visible()
    phone = open_context().new_page()
    phone.goto(f"/nl/c/{night.table(1, 2).code}/")
    expect(phone.locator(".timer .clock")).to_have_text(re.compile(r"^6[67]:"))


def test_without_script_the_page_says_when_the_round_ends(
    open_context: Callable[..., BrowserContext],
    desk_context: Callable[..., BrowserContext],
    night: Evening,
) -> None:
    desk = desk_context(script=False).new_page()
    desk.goto(f"/nl/desk/{night.tournament.slug}/")
    desk.get_by_role("button", name="Start ronde 1").click()
    now = clock_of(night.round(1))
    assert now
    assert now.ends
    ends = timezone.localtime(now.ends).strftime("%H:%M")
    page = open_context(script=False).new_page()
    page.goto(f"/nl/t/{night.tournament.slug}/seats/")
    expect(page.locator(".timer .clock")).to_have_text(ends)
    expect(page.get_by_text("Deze ronde duurt tot")).to_be_visible()
