"""A director runs a whole evening in the browser, from an empty database."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from scoring.models import Revision
from tests.browser.boards import standing, standing_in
from tests.browser.keys import keys_along_rows, press
from tests.building import FORMS
from tournament.models import Tournament

pytestmark = pytest.mark.browser

NAMES = [
    "Anneke Aarts",
    "Bart Bakker",
    "Corrie Claes",
    "Dirk Dekker",
    "Els El Idrissi",
    "Fatima Franken",
    "Gerrit de Groot",
    "Hilde Hermans",
    "Ibrahim IJzerman",
]


def open_the_club(page: Page) -> None:
    """From the front door to the first account."""
    page.goto("/")
    page.get_by_role("link", name="Run a tournament").click()
    expect(page).to_have_url(re.compile("/en/setup/"))
    page.get_by_label("Name of the club").focus()
    for text in ("De Vaste Hand", "margriet", "klaver-zeven-boer"):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def make_tournament(page: Page) -> None:
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name", exact=True).fill("Najaarsbollen")
    page.get_by_label(re.compile("rounds", re.I)).first.fill("2")
    page.keyboard.press("Enter")


def register(page: Page) -> None:
    """Paste the names and say that everybody is there."""
    page.get_by_label("New names, one per line").fill("\n".join(NAMES))
    page.get_by_role("button", name="Add these people").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("9 participants")
    page.get_by_role("link", name="Who is present?").click()
    page.get_by_role("button", name="Save who is present").click()


def play_round(page: Page, number: int) -> None:
    """Draw, publish, type the forms of both tables, close."""
    page.get_by_role("button", name=f"Draw round {number}").click()
    page.get_by_role("button", name="Publish the seating").click()
    page.get_by_role("link", name="Enter table 1").wait_for()
    page.keyboard.press("n")
    for table in (1, 2):
        page.wait_for_url(f"**/rounds/{number}/tables/{table}/")
        expect(page.locator("#c1-1")).to_be_focused()
        places = page.locator("tr[data-place]").count()
        press(page, keys_along_rows([row.split() for row in FORMS[places]]))
        page.keyboard.press("Control+Enter")
    page.get_by_role("button", name=f"Close round {number}").wait_for()
    page.keyboard.press("n")
    expect(page.get_by_text(f"Round {number} is closed.")).to_be_visible()


def test_an_evening_of_two_rounds_from_the_first_account_to_the_workbook(
    open_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = open_context(locale="en-GB").new_page()
    open_the_club(page)
    make_tournament(page)
    register(page)
    for number in (1, 2):
        play_round(page, number)
    page.get_by_role("link", name="To the final standings").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Final standings")
    shown = standing(page)
    assert sorted(name for name, _total in shown) == NAMES

    with page.expect_download() as download:
        page.get_by_role("link", name="Download the workbook").click()
    download.value.save_as(tmp_path / "evening.xlsx")
    assert standing_in(tmp_path / "evening.xlsx") == shown

    assert User.objects.count() == Tournament.objects.count() == 1
    assert Revision.objects.filter(counted=True).count() == 4
    page.get_by_role("link", name="Open the public page").click()
    assert standing(page) == shown
