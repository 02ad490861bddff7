"""Forms kept deal by deal add up while they are typed, and lose nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from scoring.models import Revision
from tests.building import Evening

pytestmark = pytest.mark.browser


@pytest.fixture
def belotten(evening: Callable[..., Evening]) -> Evening:
    built = evening(4, rulebook="belotten")
    built.publish()
    return built


def address(evening: Evening) -> str:
    return f"/en/desk/{evening.tournament.slug}/rounds/1/tables/1/"


def deal(page: Page, number: int, makers: str, points: str) -> None:
    page.select_option(f'[name="d{number}-makers"]', makers)
    page.fill(f'[name="d{number}-card_points.A"]', points)


def test_totals_follow_what_is_typed_and_the_other_side_gets_the_rest(
    desk_page: Page, belotten: Evening
) -> None:
    desk_page.goto(address(belotten))
    deal(desk_page, 1, "A", "95")
    other = desk_page.locator('[name="d1-card_points.B"]')
    expect(other).to_have_attribute("placeholder", "67")
    totals = desk_page.locator("#deal1 .total td")
    expect(totals).to_have_text(["95", "67"])
    deal(desk_page, 2, "B", "70")
    expect(desk_page.locator(".sides dd")).to_have_text(["165", "159"])
    expect(desk_page.locator("#deal3 h2 small")).to_contain_text("deals")


def test_a_mistake_is_marked_at_its_field_and_found_by_f8(
    desk_page: Page, belotten: Evening
) -> None:
    desk_page.goto(address(belotten))
    deal(desk_page, 1, "A", "95")
    desk_page.fill('[name="d1-card_points.B"]', "66")
    expect(desk_page.locator("#deal1 .sayings")).to_contain_text("95 + 66 = 161")
    wrong = desk_page.locator('[name="d1-card_points.A"]')
    expect(wrong).to_have_attribute("aria-invalid", "true")
    desk_page.locator('[name="d3-card_points.A"]').focus()
    desk_page.keyboard.press("F8")
    expect(wrong).to_be_focused()
    desk_page.fill('[name="d1-card_points.B"]', "67")
    expect(wrong).not_to_have_attribute("aria-invalid", "true")


def test_what_is_rarely_needed_opens_where_it_is_asked_for(
    desk_page: Page, belotten: Evening
) -> None:
    desk_page.goto(address(belotten))
    tricks = desk_page.locator('[name="d1-tricks.A"]')
    expect(tricks).to_be_hidden()
    deal(desk_page, 1, "A", "162")
    expect(tricks).to_be_visible()
    tricks.fill("8")
    expect(desk_page.locator("#deal1 .total td")).to_have_text(["252", "0"])


def test_what_was_typed_is_there_again_after_the_page_was_left(
    desk_page: Page, belotten: Evening
) -> None:
    desk_page.goto(address(belotten))
    deal(desk_page, 1, "A", "95")
    expect(desk_page.locator("#deal1 .total td").first).to_have_text("95")
    desk_page.goto("/en/desk/")
    desk_page.goto(address(belotten))
    expect(desk_page.locator('[name="d1-card_points.A"]')).to_have_value("95")
    expect(desk_page.locator("#restored")).to_be_visible()
    expect(desk_page.locator("#deal1 .total td").first).to_have_text("95")


def test_enter_goes_from_field_to_field_and_ctrl_enter_hands_in(
    desk_page: Page, belotten: Evening
) -> None:
    desk_page.goto(address(belotten))
    deal(desk_page, 1, "A", "162")
    desk_page.locator('[name="d1-card_points.A"]').press("Enter")
    expect(desk_page.locator('[name="d1-card_points.B"]')).to_be_focused()
    desk_page.locator("#deal1 details summary").click()
    desk_page.fill('[name="d1-tricks.A"]', "8")
    expect(desk_page.locator("#deal1 .total td").first).to_have_text("252")
    desk_page.keyboard.press("Control+Enter")
    desk_page.fill("#reason", "the bar closes")
    desk_page.keyboard.press("Control+Enter")
    desk_page.wait_for_url(lambda url: "/tables/" not in url)
    assert [r.total for r in Revision.objects.get().results.all()] == [252, 0, 252, 0]


def test_without_script_the_same_form_is_filled_in_and_grows(
    desk_context: Callable[..., BrowserContext], belotten: Evening
) -> None:
    page = desk_context(script=False).new_page()
    page.goto(address(belotten))
    deal(page, 8, "A", "95")
    page.get_by_role("button", name="More deals").click()
    expect(page.locator(".block")).to_have_count(12)
    expect(page.locator('[name="d8-card_points.A"]')).to_have_value("95")


def test_a_hand_of_bolivia_shows_each_side_its_minimum_and_its_score(
    desk_page: Page, evening: Callable[..., Evening]
) -> None:
    built = evening(4, rulebook="bolivia_ronde")
    built.publish()
    desk_page.goto(address(built))
    expect(desk_page.locator(".block")).to_have_count(4)
    expect(desk_page.locator("#deal1 .soft td")).to_have_text(["50", "50"])
    typed = {"A.melded": 230, "A.mixed": 1, "A.natural": 1, "A.escalera": 1}
    typed |= {"A.red_threes": 2, "A.hand": 25, "B.melded": 185, "B.mixed": 1}
    typed |= {"B.red_threes": 3, "B.hand": 45, "B.hand_threes": 1}
    for name, figure in typed.items():
        desk_page.fill(f'[name="d1-sides.{name}"]', str(figure))
    desk_page.select_option('[name="d1-sides.A.out"]', "normal")
    expect(desk_page.locator("#deal1 .total td")).to_have_text(["2805", "40"])
    expect(desk_page.locator("#deal2 .soft td")).to_have_text(["90", "50"])
