"""What a desk does over and over in an evening: one comes in, a round is drawn, a form
is typed. Each act leaves the page as it found it: on the way to the next one.
"""

import re
from collections import Counter
from dataclasses import dataclass, field

from playwright.sync_api import Page, expect

from tests.browser.keys import Rows
from tests.browser.presses import Hands
from tests.browser.recount import robots_form


@dataclass
class Night:
    """The desk's hands, the tables' phones, and the forms that were played."""

    hands: Hands
    phone: Page
    forms: Counter[tuple[int, int]] = field(default_factory=Counter)

    @property
    def page(self) -> Page:
        return self.hands.page

    def tab(self, name: str) -> None:
        tabs = self.page.get_by_role("navigation", name="Desk")
        tab = tabs.get_by_role("link", name=name, exact=True)
        self.hands.click(tab)
        expect(tab).to_have_attribute("aria-current", "page")

    @property
    def at_the_round(self) -> bool:
        """The page of the round of now, the first of the desk."""
        return bool(re.search(r"/desk/[^/]+/$", self.page.url))

    @property
    def table(self) -> int:
        """The table whose form is in sight."""
        return int(self.page.url.split("?")[0].split("/")[-2])

    @property
    def places(self) -> int:
        return self.page.locator(".entry tr[data-place]").count()

    def played(self, number: int, gone: tuple[int, int] | None = None) -> Rows:
        """The paper of the table whose form is in sight, in round ``number``."""
        at = number, self.places
        self.forms[at] += 1
        return robots_form(f"{at}/{self.forms[at]}", self.places, gone)

    def said(self, sentence: str | re.Pattern[str]) -> None:
        expect(self.page.locator("#content, main").first).to_contain_text(sentence)


def let_in(night: Night, name: str, typed: str) -> None:
    """Somebody stands before you; what you type is enough."""
    expect(night.page.locator("#who")).to_be_focused()
    night.hands.type(typed)
    night.hands.press("Enter")
    expect(night.page.locator("#card")).to_contain_text(name)


def draw(night: Night, number: int) -> None:
    night.hands.button(f"Draw round {number}")
    night.hands.button("Publish the seating")
    night.said(f"The seating of round {number} is out.")


def first_missing(night: Night) -> None:
    if not night.at_the_round:
        night.tab("Round")
    night.hands.press("n")
    night.page.wait_for_url("**/tables/*/")


def close(night: Night, number: int) -> None:
    night.page.get_by_role("button", name=f"Close round {number}").wait_for()
    night.hands.press("n")
    night.said(f"Round {number} is closed.")


def fill_the_rest(night: Night, number: int, by_key: int = 0) -> None:
    """From the form in sight to the last one that is missing; some wholly by key."""
    while re.search(r"/tables/\d+/$", night.page.url):
        expect(night.page.locator("#c1-1")).to_be_focused()
        hand_in(night, night.played(number), by_key > 0)
        by_key -= 1


def hand_in(night: Night, rows: Rows, by_key: bool = False) -> None:
    """Type the form in sight and hand it in: the next one comes by itself."""
    here = night.page.url
    night.hands.type_form(rows, by_key)
    night.hands.press("Control+Enter")
    night.page.wait_for_url(lambda url: url != here)


def find(night: Night, asked: str) -> None:
    """The form of "t5", table 5, or of the table where "n12", number 12, sits."""
    night.hands.press("F2", *asked, "Enter")
    night.page.wait_for_url(lambda url: "/tables/" in url and "/move/" not in url)
    expect(night.page.locator("#c1-1")).to_be_focused()
