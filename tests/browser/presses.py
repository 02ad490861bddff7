"""Hands at the desk: clicks and keys as a person presses them, and how many."""

import re
from collections import Counter
from dataclasses import dataclass, field

from playwright.sync_api import FilePayload, Locator, Page

from tests.browser.keys import Rows, keys_along_rows, press

# Puts a whole form in the cells as if it were typed there, a cell at a time.
TYPE_ROWS = """rows => rows.forEach((row, place) => row.forEach((text, deal) => {
  const cell = document.getElementById(`c${place + 1}-${deal + 1}`);
  cell.value = text;
  cell.dispatchEvent(new Event("input", {bubbles: true}));
}))"""
TO_CHOOSE = 2  # a list is opened, and one of it pressed; so is a file


@dataclass
class Hands:
    """At one page. ``presses`` is by step of the evening, the cells of forms apart."""

    page: Page
    step: str = ""
    presses: Counter[str] = field(default_factory=Counter)
    cells: int = 0

    def click(self, where: Locator) -> None:
        where.click()
        self.presses[self.step] += 1

    def link(self, name: str) -> None:
        """The first link of which the name fits a pattern."""
        self.click(self.page.get_by_role("link", name=re.compile(name)).first)

    def button(self, name: str) -> None:
        self.click(self.page.get_by_role("button", name=re.compile(name)).first)

    def press(self, *keys: str) -> None:
        """Press keys one by one; "Shift+Enter" is two."""
        self.page.wait_for_load_state()
        press(self.page, keys)
        self.presses[self.step] += sum(len(key.split("+")) for key in keys)

    def type(self, text: str) -> None:
        """Type where one is; a capital takes Shift."""
        self.page.wait_for_load_state()
        self.page.keyboard.type(text)
        self.presses[self.step] += len(text) + sum(map(str.isupper, text))

    def choose(self, where: Locator, label: str) -> None:
        where.select_option(label=label)
        self.presses[self.step] += TO_CHOOSE

    def bring(self, where: Locator, file: FilePayload) -> None:
        where.set_input_files(file)
        self.presses[self.step] += TO_CHOOSE

    def type_form(self, rows: Rows, by_key: bool = False) -> None:
        """Fill in the form in sight from its first cell on; counted as if by key."""
        keys = keys_along_rows(rows)
        if by_key:
            press(self.page, keys)
        else:
            self.page.evaluate(TYPE_ROWS, [list(row) for row in rows])
        self.cells += len(keys)

    def told(self) -> str:
        """How many presses each step took."""
        steps = ", ".join(f"{step} {count}" for step, count in self.presses.items())
        return f"{self.presses.total()} presses ({steps}), and {self.cells} in cells"
