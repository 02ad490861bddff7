"""The prize-giving on stage: a key per place, and the hall's screen follows."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.building import Evening
from tournament.actions import ending
from tournament.queries.standings import standings

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(8, played=2, rounds_planned=2)
    ending.hide_from(night.tournament, 2, night.director)
    return night


def test_the_space_bar_reveals_place_by_place_and_the_hall_follows(
    night: Evening,
    desk_context: Callable[..., BrowserContext],
    open_context: Callable[..., BrowserContext],
) -> None:
    slug = night.tournament.slug
    rows = standings(night.tournament).rows
    places = sorted({row.place for row in rows}, reverse=True)
    hall = open_context().new_page()
    hall.goto(f"/nl/t/{slug}/hall/")
    expect(hall.locator("header")).to_contain_text("2")
    stage = desk_context().new_page()
    stage.goto(f"/nl/desk/{slug}/stage/")
    for place in places:
        stage.keyboard.press("Space")
        expect(stage.locator(".stage .clock")).to_have_text(str(place))
        first = hall.locator("tbody tr").first.locator(".pl")
        expect(first).to_have_text(str(place), timeout=5000)
        named = [row.person.name for row in rows if row.place == place]
        expect(stage.locator(".stage li")).to_have_count(len(named))
        expect(stage.locator(".stage li").first).to_contain_text(str(named[0]))
        shown = sum(row.place >= place for row in rows)
        expect(hall.locator("tbody tr")).to_have_count(shown)


def test_without_script_every_step_is_a_button(
    night: Evening, desk_context: Callable[..., BrowserContext]
) -> None:
    page = desk_context(script=False).new_page()
    page.goto(f"/nl/desk/{night.tournament.slug}/stage/")
    last = max(row.place for row in standings(night.tournament).rows)
    page.locator("form:has([value=next]) button").click()
    expect(page.locator(".stage .clock")).to_have_text(str(last))
    page.locator("button[value=back]").click()
    expect(page.locator(".stage .clock")).to_have_text("?")


def test_a_key_that_is_held_reveals_one_place(
    night: Evening, desk_context: Callable[..., BrowserContext]
) -> None:
    page = desk_context().new_page()
    page.goto(f"/nl/desk/{night.tournament.slug}/stage/")
    last = max(row.place for row in standings(night.tournament).rows)
    page.keyboard.down("Space")
    for _again in range(5):  # as the keyboard repeats it
        page.keyboard.down("Space")
    expect(page.locator(".stage .clock")).to_have_text(str(last))
    page.keyboard.up("Space")
    expect(page.locator(".stage .clock")).to_have_text(str(last))


def test_the_points_of_a_missed_round_are_asked_where_they_are_fixed(
    night: Evening, desk_context: Callable[..., BrowserContext]
) -> None:
    page = desk_context().new_page()
    page.goto("/nl/desk/new/")
    points = page.locator("#id_missed_points")
    expect(points).to_be_hidden()
    page.get_by_text("Wie een ronde mist").click()
    page.locator("#id_missed_round").select_option("fixed")
    expect(points).to_be_visible()


def test_a_closed_tournament_offers_nothing_that_is_refused(
    night: Evening, desk_context: Callable[..., BrowserContext]
) -> None:
    ending.reveal(night.tournament, 1, night.director, was=None)
    ending.close(night.tournament, night.director)
    page = desk_context().new_page()
    here = f"/nl/desk/{night.tournament.slug}/"
    for path in ("", "people/", "people/1/", "door/", "presence/", "settings/", "log/"):
        page.goto(f"{here}{path}")
        expect(page.locator("main form[method=post] button:visible")).to_have_count(0)
    page.goto(f"{here}prizes/")
    expect(page.locator("main form[method=post] button:visible")).to_have_count(1)
