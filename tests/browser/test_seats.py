"""A round that is out: a latecomer and a substitute, on a phone and on a laptop."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.opening import sideways
from tests.building import Evening
from tournament.actions import registration, seats
from tournament.models import Player, Seat

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(9, names=["Jan de Vries", "Zoë Lammers"])
    night.publish()
    return night


def late(night: Evening) -> int:
    player = Player.objects.create(club=night.tournament.club, name="Late Lotte")
    return registration.register(night.tournament, player, night.director).number


def at(night: Evening, path: str = "") -> str:
    return f"/en/desk/{night.tournament.slug}/{path}"


def press(page: Page, role: Literal["link", "button"], name: str) -> None:
    page.get_by_role(role, name=re.compile(name)).first.click()
    assert sideways(page) <= 0


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_latecomer_is_seated_in_three_presses(
    night: Evening,
    desk_context: Callable[..., BrowserContext],
    width: int,
    script: bool,
) -> None:
    number = late(night)
    page = desk_context(locale="en", script=script).new_page()
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(at(night))
    press(page, "link", "Somebody comes late")
    press(page, "link", "Choose a table.*Late Lotte")
    press(page, "button", "Join table")
    expect(page.get_by_text("Late Lotte sits at table")).to_be_visible()
    seat = Seat.objects.get(entry__number=number)
    assert (seat.place, seat.table.sheet and seat.table.sheet.places) == (5, 5)


@pytest.mark.parametrize("width", [360, 1280])
def test_a_substitute_sits_in_and_the_public_page_names_both(
    night: Evening, desk_context: Callable[..., BrowserContext], width: int
) -> None:
    Player.objects.create(club=night.tournament.club, name="Kees Bakker")
    page = desk_context(locale="en").new_page()
    page.set_viewport_size({"width": width, "height": 800})
    table = Seat.objects.get(entry__number=1).table.number
    page.goto(at(night, "people/1/"))
    press(page, "link", "Does not play, leaves or is replaced")
    page.get_by_label("Somebody the club knows").select_option(label="Kees Bakker")
    press(page, "button", "Let them sit in")
    expect(page.get_by_text("Kees Bakker sits in for number 1")).to_be_visible()
    page.wait_for_load_state()
    page.goto(f"/en/t/{night.tournament.slug}/seats/?q=kees")
    expect(page.get_by_text(f"Table {table}, place")).to_be_visible()
    expect(page.get_by_text("Kees Bakker for Jan de Vries").first).to_be_visible()
    assert sideways(page) <= 0


def test_what_a_captain_typed_goes_with_its_people_when_somebody_joins_or_goes(
    night: Evening, open_context: Callable[..., BrowserContext]
) -> None:
    round_ = night.round(1)
    seat = Seat.objects.filter(table__sheet__places=5, place=2).get()
    table, gone = seat.table, seat.entry.number
    page = open_context(locale="en").new_page()
    page.goto(f"/en/c/{table.code}/")
    for place in (1, 3, 5):
        page.locator(f"#c{place}-1").focus()
        page.keyboard.press("1" if place == 3 else "0")
    seats.remove(round_, gone, night.director)
    page.reload()
    shown = [page.locator(f"#c{place}-1").input_value() for place in (1, 2, 3, 4)]
    assert shown == ["0", "1", "", "0"]
    expect(page.get_by_text("What you typed here before is put back.")).to_be_visible()
    seats.put_back(round_, gone, night.director)
    page.locator("#c4-2").focus()
    page.keyboard.press("2")
    page.get_by_role("button", name="Check the form").click()
    page.locator(".note.err").wait_for()
    shown = [page.locator(f"#c{place}-1").input_value() for place in range(1, 6)]
    assert shown == ["0", "", "1", "", "0"]
    assert page.locator("#c5-2").input_value() == "2"


def test_a_name_is_found_and_nothing_chosen_before_is_lost(
    night: Evening, desk_context: Callable[..., BrowserContext], evening: Build
) -> None:
    later = evening(12, name="Later", names=["Jan de Vries", "Zoë Lammers"])
    page = desk_context(locale="en").new_page()
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(at(later, "presence/"))
    search = page.get_by_label("Name or start number")
    for text, choice in (("12", "absent"), ("zoe", "if needed")):
        search.fill(text)
        expect(page.locator("#people tbody tr:visible")).to_have_count(1)
        page.locator("#people tbody tr:visible").get_by_text(choice).click()
    search.fill("niemand")
    expect(page.get_by_text("Nobody is meant by this.")).to_be_visible()
    search.fill("")
    page.get_by_role("button", name="Save who is present").click()
    expect(page.get_by_text("2 changes saved.")).to_be_visible()
