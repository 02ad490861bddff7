"""The keys with which a paper form is typed over, counted as a person presses them."""

from collections.abc import Sequence

from playwright.sync_api import Page

Rows = Sequence[Sequence[str]]  # per place the cells as written: "2", "2x", "x"


def keys_along_rows(rows: Rows) -> list[str]:
    """The keys for a form as one reads: Tab after a cell, once more past the penalty
    column, none after the last cell."""
    keys = [
        key
        for row in rows
        for key in [*(k for cell in row for k in (*cell, "Tab")), "Tab"]
    ]
    return keys[:-2]


def keys_along_deals(rows: Rows) -> list[str]:
    """The keys for a form deal by deal: down the first, up the second."""
    keys: list[str] = []
    for deal, column in enumerate(zip(*rows, strict=True)):
        down = deal % 2 == 0
        for cell in column if down else column[::-1]:
            keys += [*cell, "ArrowDown" if down else "ArrowUp"]
        keys[-1] = "ArrowRight"
    return keys[:-1]


def press(page: Page, keys: Sequence[str]) -> None:
    for key in keys:
        page.keyboard.press(key)
