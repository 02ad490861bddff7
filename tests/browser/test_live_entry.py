"""A game kept at the table: bids in their order, then the tricks, tap by tap."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from scoring.rulebooks import PRESETS
from tests.building import Evening

pytestmark = pytest.mark.browser


@pytest.fixture
def table(
    open_context: Callable[..., BrowserContext], evening: Callable[..., Evening]
) -> Iterator[Page]:
    """The captain's page of an app game of four, open at its first deal."""
    built = evening(4, rulebook="bollen_app")
    built.publish()
    page = open_context("en").new_page()
    page.goto(f"/en/c/{built.table(1, 1).code}/?mode=live")
    yield page
    page.wait_for_load_state("networkidle")  # what is kept has come in


def tap(page: Page, *numbers: int) -> None:
    for number in numbers:
        page.locator("#live-keys").get_by_text(str(number), exact=True).click()


def ask(page: Page, what: str, nth: int | None = None) -> None:
    """Say that something else happened, and whom it is about."""
    if not page.locator("#live-else").evaluate("box => box.open"):
        page.locator("#live-else summary").click()
    page.locator(f"[data-ask={what}], [data-again={what}]").click()
    if nth is not None:
        page.locator("#live-names button").nth(nth).click()


def one_deal(page: Page, cards: int) -> None:
    """Everybody bids 0 but the last, who takes all; the last bids one too few."""
    tap(page, 0, 0, 0, cards - 1)
    tap(page, 0, 0, 0, cards)


def kept(table: Page) -> None:
    """The form has gone to the server."""
    expect(table.locator('[name="based_on"]')).not_to_have_value("0")


def kept_as_far_as(page: Page, deal: str) -> None:
    """Another phone would go on at this deal."""
    for _ in range(60):
        page.reload()
        if page.locator("#live-label").inner_text() == deal:
            return
    pytest.fail(f"the server never had what comes before deal {deal}")


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
    ask(table, "revoke", 1)
    expect(table.locator("#c2-1")).to_have_value("")
    expect(table.locator('[name="pen2"]')).to_have_value("1")
    expect(table.locator("#live-order .now")).to_have_count(1)


def test_a_whole_game_goes_from_the_first_tap_to_the_receipt(table: Page) -> None:
    for cards in (1, 2, 3, 4, 5, 6, 6, 6, 5, 4, 3, 2, 1):
        one_deal(table, cards)  # the last may not bid all of them
    expect(table.locator("#live-label")).to_have_text("All deals are in")
    expect(table.locator("#live-order .crown")).to_have_count(3)
    table.locator("[data-submit]").click()
    expect(table.locator(".readback")).to_be_visible()


def test_an_earlier_attempt_of_a_deal_stays_with_the_form(table: Page) -> None:
    tap(table, 0, 1)
    ask(table, "misdeal")
    expect(table.locator("#c2-1")).to_have_value("")
    kept_attempts = table.locator('[name="attempts"]')
    expect(kept_attempts).to_have_value(
        '[{"deal":1,"reason":"misdeal","cells":["","0","1",""]}]'
    )
    table.locator("#live-undo").click()
    expect(kept_attempts).to_have_value("[]")
    expect(table.locator("#c3-1")).to_have_value("1")


def test_only_the_last_deal_is_entered_again_until_the_next_has_begun(
    table: Page,
) -> None:
    one_deal(table, 1)
    expect(table.locator("#live-redo")).to_have_text("↻ Deal 1 once more")
    table.locator("#live-redo").click()
    expect(table.locator("#live-label")).to_have_text("1")
    one_deal(table, 1)
    tap(table, 0)
    expect(table.locator("#live-redo")).to_be_hidden()
    expect(table.locator("#live-locked")).to_contain_text("Deal 1 stands")
    table.locator("#live-undo").click()
    expect(table.locator("#live-undo")).to_be_disabled()
    expect(table.locator("#c2-1")).to_have_js_property("readOnly", True)
    table.locator("#c2-1").press("x")
    table.locator("#c2-1").press("Backspace")
    expect(table.locator("#c2-1")).to_have_value("0/0")


def test_who_leaves_is_not_dealt_in_any_more(table: Page) -> None:
    one_deal(table, 1)
    tap(table, 1)
    ask(table, "left", 1)
    for deal in (2, 13):
        expect(table.locator(f"#c2-{deal}")).to_have_value("-")
    expect(table.locator("#live-order li")).to_have_count(3)
    expect(table.locator('[name="attempts"]')).to_have_value(
        '[{"deal":2,"reason":"left","cells":["","","1",""],"place":2}]'
    )
    ask(table, "left", 0)
    expect(table.locator("#live-label")).to_have_text("The game ends here")
    expect(table.locator("#c1-2")).to_have_value("-")


def test_another_phone_goes_on_where_the_first_one_was(
    table: Page, open_context: Callable[..., BrowserContext]
) -> None:
    one_deal(table, 1)
    ask(table, "pen", 2)
    kept(table)
    expect(table.locator('[name="pen"]')).to_have_value('[{"deal":2,"place":3}]')
    other = open_context("en").new_page()
    other.goto(table.url)
    expect(other.locator("#live-label")).to_have_text("2")
    expect(other.locator("#c2-1")).to_have_value("0/0")
    one_deal(other, 2)
    expect(other.locator('[name="pen"]')).to_have_value(
        '[{"deal":2,"place":3},{"deal":2}]'
    )
    kept_as_far_as(table, "3")


def test_what_is_tapped_while_the_server_is_slow_is_kept_after_it(
    table: Page, open_context: Callable[..., BrowserContext]
) -> None:
    held: list[Route] = []
    table.route("**/c/**", lambda route: held.append(route), times=1)
    with table.expect_event("request"):
        tap(table, 0)
    tap(table, 0, 0, 0)
    tap(table, 0, 0, 0, 1)
    expect(table.locator("#live-label")).to_have_text("2")
    held[0].continue_()
    other = open_context("en").new_page()
    other.goto(table.url)
    kept_as_far_as(other, "2")


def test_at_a_table_of_five_one_sits_out_in_turn(
    open_context: Callable[..., BrowserContext], evening: Callable[..., Evening]
) -> None:
    rules = replace(PRESETS["bollen"], sits_out_from=5)  # type: ignore[type-var]
    built = evening(5, options=rules.options())
    built.publish()
    page = open_context("en").new_page()
    page.goto(f"/en/c/{built.table(1, 1).code}/?mode=live")
    expect(page.locator("#live-about")).to_have_text("Who sits out this deal?")
    page.locator("#live-keys button").nth(0).click()
    expect(page.locator("#live-order li")).to_have_count(4)
    expect(page.locator("#c1-1")).to_have_value("-")
    one_deal(page, 1)
    expect(page.locator("#c2-2")).to_have_value("-")
    expect(page.locator("#live-about")).to_contain_text("sits out")
    expect(page.locator("#live-order li")).to_have_count(4)
    ask(page, "sits_out", 3)
    expect(page.locator("#c2-2")).to_have_value("")
    expect(page.locator("#live-order li")).to_have_count(4)
    page.wait_for_load_state("networkidle")
