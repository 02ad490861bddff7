"""The standings as people read them: on a page, in a workbook."""

from pathlib import Path

import openpyxl
from playwright.sync_api import Page


def standing(page: Page) -> list[tuple[str, str]]:
    """Name and total of each row of the standings, as shown."""
    rows = page.locator("table.board tbody tr")
    return [
        (row.locator(".nm a").inner_text(), row.locator(".total").inner_text())
        for row in rows.all()
    ]


def standing_in(workbook: Path) -> list[tuple[str, str]]:
    """Name and total of each row of the first page of a workbook."""
    book = openpyxl.load_workbook(workbook, read_only=True)
    try:
        heading, *rows = book["Stand"].iter_rows(values_only=True)
        name, total = heading.index("naam"), heading.index("totaal")
        return [(str(row[name]), str(row[total])) for row in rows]
    finally:
        book.close()
