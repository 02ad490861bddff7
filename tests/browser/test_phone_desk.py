"""The desk on a phone: for a director who has no laptop at hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.filled import AWKWARD
from tests.browser.opening import look_at
from tests.building import Evening

pytestmark = pytest.mark.browser
Build = Callable[..., Evening]


def test_the_tab_of_the_page_one_is_at_is_in_sight(
    desk_page: Page, evening: Build
) -> None:
    look_at(desk_page, 360, "light")
    slug = evening(0).tournament.slug
    for path in ("door/", "", "prizes/", "settings/", "log/"):
        desk_page.goto(f"/nl/desk/{slug}/{path}")
        expect(desk_page.locator(".tabs [aria-current]")).to_be_in_viewport(ratio=1)


def test_a_long_name_pushes_no_change_of_place_out_of_sight(
    desk_page: Page, evening: Build
) -> None:
    look_at(desk_page, 360, "light")
    night = evening(4, names=AWKWARD[:4])
    night.publish()
    night.hand_in(night.table(1, 1))
    desk_page.goto(f"/nl/desk/{night.tournament.slug}/rounds/1/tables/1/")
    desk_page.locator("[name=pen1]").fill("9")
    desk_page.locator("form[data-sheet] [name=reason]").fill("strafbollen vergeten")
    desk_page.locator("[data-submit]").click()
    desk_page.locator("#changes").wait_for()
    scrolls = desk_page.locator("#changes .scroll")
    wide = "table => table.scrollWidth - table.clientWidth"
    assert [table.evaluate(wide) for table in scrolls.all()] == [0]
