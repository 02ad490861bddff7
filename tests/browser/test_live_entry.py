"""A game kept at the table: bids in their order, then the tricks, tap by tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.building import Evening

pytestmark = pytest.mark.browser


@pytest.fixture
def table(
    open_context: Callable[..., BrowserContext], evening: Callable[..., Evening]
) -> Page:
    """The captain's page of an app game of four, open at its first deal."""
    built = evening(4, rulebook="bollen_app")
    built.publish()
    page = open_context("en").new_page()
    page.goto(f"/en/c/{built.table(1, 1).code}/?mode=live")
    return page


def tap(page: Page, *numbers: int) -> None:
    for number in numbers:
        page.locator("#live-keys").get_by_text(str(number), exact=True).click()


def test_the_last_bidder_cannot_make_the_bids_fit(table: Page) -> None:
    tap(table, 0, 1, 0)
    barred = table.locator("#live-keys button[aria-disabled]")
    expect(barred).to_have_text(["0"])
    expect(table.locator("#live-why")).to_contain_text("1 + 0 = 1")
    barred.click(force=True)
    expect(table.locator("#c1-1")).to_have_value("")


def test_tricks_follow_the_bids_and_write_the_form(table: Page) -> None:
    tap(table, 0, 1, 0, 1)
    tap(table, 0, 1, 0, 0)
    expect(table.locator("#c2-1")).to_have_value("0/0")
    expect(table.locator("#c3-1")).to_have_value("1/1")
    expect(table.locator("#c1-1")).to_have_value("1/0")
    expect(table.locator("#c1-1")).to_have_class("cell bol")
    expect(table.locator('tr[data-place="1"] [data-sum="totaal"]').first).to_have_text(
        "90"
    )
    expect(table.locator("#live-label")).to_have_text("2")


def test_no_more_tricks_are_offered_than_are_left(table: Page) -> None:
    tap(table, 0, 1, 0, 1)
    tap(table, 1)
    expect(table.locator("#live-keys button[aria-disabled]")).to_have_text(["1"])


def test_taps_are_taken_back_one_by_one(table: Page) -> None:
    tap(table, 0, 1)
    table.locator("#live-undo").click()
    expect(table.locator("#c3-1")).to_have_value("")
    table.locator("#live-undo").click()
    expect(table.locator("#c2-1")).to_have_value("")
    expect(table.locator("#live-undo")).to_be_disabled()


def test_who_revokes_gets_a_penalty_bol_and_the_deal_is_bid_again(table: Page) -> None:
    tap(table, 0, 1, 0, 1)
    table.locator("#live-revoke").click()
    table.locator("#live-revoker button").nth(1).click()
    expect(table.locator("#c2-1")).to_have_value("")
    expect(table.locator('[name="pen2"]')).to_have_value("1")
    expect(table.locator("#live-order .now")).to_have_count(1)


def test_a_whole_game_goes_from_the_first_tap_to_the_receipt(table: Page) -> None:
    for cards in (1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 1):
        tap(table, 0, 0, 0)  # the last may not bid all of them
        tap(table, cards - 1)
        tap(table, 0, 0, 0)
        tap(table, cards)
    expect(table.locator("#live-label")).to_have_text("All deals are in")
    table.locator("[data-submit]").click()
    expect(table.locator(".readback")).to_be_visible()
