"""Until when objections count: said at the desk in one press, and read in the hall."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, expect

from tests.building import Evening
from tournament.models import Tournament

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build) -> Evening:
    return evening(8, played=2, rounds_planned=2)


def test_one_press_at_the_desk_and_the_hall_says_to_check_until_it_is_over(
    night: Evening,
    desk_context: Callable[..., BrowserContext],
    open_context: Callable[..., BrowserContext],
) -> None:
    slug = night.tournament.slug
    hall = open_context("en").new_page()
    hall.goto(f"/en/t/{slug}/hall/")
    desk = desk_context(locale="en").new_page()
    desk.goto(f"/en/desk/{slug}/prizes/")
    desk.get_by_role("button", name="15 minutes").click()
    expect(desk.locator("#objections + p")).to_contain_text("Objections count until")
    expect(hall.locator("header")).to_contain_text("Check your score")
    Tournament.objects.filter(pk=night.tournament.pk).update(
        objections_until=timezone.now() + timedelta(seconds=2)
    )
    expect(hall.locator("header")).to_contain_text("No objections any more")


def test_without_script_the_moment_is_set_moved_and_taken_away(
    night: Evening, desk_context: Callable[..., BrowserContext]
) -> None:
    page = desk_context(locale="en", script=False).new_page()
    page.goto(f"/en/desk/{night.tournament.slug}/prizes/")
    said = page.locator("#objections + p")
    page.get_by_role("button", name="10 minutes").click()
    first = said.inner_text()
    page.get_by_role("button", name="30 minutes").click()
    expect(said).not_to_have_text(first)
    page.get_by_role("button", name="Close the tournament").click()
    expect(page.get_by_role("alert")).to_contain_text("Objections count until")
    page.get_by_role("link", name="Leave it open").click()
    page.get_by_role("button", name="Take this time away").click()
    expect(said).to_contain_text("Until when may they object?")
    page.get_by_role("button", name="Close the tournament").click()
    expect(page.locator("body")).to_have_class("closed")
