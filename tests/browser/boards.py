"""The standings as people read them: on a page, in a workbook."""

from pathlib import Path

import openpyxl
from playwright.sync_api import Page


def standing(page: Page) -> list[tuple[str, str]]:
    """Name and total of each row of the standings, in the order shown."""
    return [(name, str(total)) for _place, name, total in places(page)]


def places(page: Page) -> list[tuple[int, str, int]]:
    """Place, name and total of each row, in the order shown."""
    rows = page.locator("table.board tbody tr")
    return [
        (
            int(row.locator(".pl").inner_text()),
            row.locator(".nm a").inner_text(),
            int(row.locator(".total").inner_text().replace("−", "-")),
        )
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


def formulas_in(workbook: Path) -> int:
    """How many cells of Rekenblad are formulas."""
    book = openpyxl.load_workbook(workbook, read_only=True)
    try:
        rows = book["Rekenblad"].iter_rows(values_only=True)
        return sum(str(cell).startswith("=") for row in rows for cell in row)
    finally:
        book.close()
