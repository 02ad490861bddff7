"""How a page of the workbook looks, and how it gets into an Excel file.

Knows columns, texts, print set-up and paper; nothing of cards or tournaments. What
stands on the pages is said in workbook.py.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from textwrap import wrap
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.properties import PageSetupProperties

A4 = 9  # the paper size as Excel numbers them
WIDEST = 40  # letters; longer texts are wrapped
LINE = 15  # points, the height of one line
FONT = "Calibri"
RED, GREY = "FFC00000", "FFBFBFBF"
HEADER_LETTERS = 45  # Excel refuses a page header of more than 255, codes included
# Everything but what XML 1.0 can hold.
NOT_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Value = int | float | str | None


class Kind(Enum):
    """What stands in a column: how it is stored, and on which side."""

    NUMBER = auto()
    TEXT = auto()
    DEAL = auto()  # a number, or a bol as text
    FORMULA = auto()
    EMPTY = auto()


@dataclass(frozen=True)
class Column:
    """A column of a sheet; without ``width`` it is as wide as its content."""

    heading: str | None
    kind: Kind = Kind.NUMBER
    format: str = "General"
    width: int | None = None


@dataclass(frozen=True)
class Page:
    """A sheet in plain data.

    ``freeze`` is the first cell that scrolls. A thin rule stands above every row
    that differs from the one before in its first ``group`` values. ``printed`` is
    how many columns are printed, None for all.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Value]]
    freeze: str
    landscape: bool = True
    group: int = 0
    filtered: bool = True
    printed: int | None = None


@dataclass(frozen=True)
class Heads:
    """What is printed above every page, to the left and to the right."""

    left: Sequence[str]
    right: Sequence[str]


def clean(text: str) -> str:
    """The text without the characters that XML cannot hold."""
    return NOT_XML.sub("", text)


def write_page(book: Workbook, page: Page, heads: Heads) -> None:
    """Add ``page`` to a book that was opened with ``write_only``."""
    sheet = book.create_sheet(page.title)
    widths = [_width(page, index) for index in range(len(page.columns))]
    for index, width in enumerate(widths, 1):
        sheet.column_dimensions[get_column_letter(index)].width = width
    lines = [
        len(wrap(column.heading or "", width - 1))
        for column, width in zip(page.columns, widths, strict=True)
    ]
    # The line left free at the bottom is for the buttons of the filter.
    sheet.row_dimensions[1].height = LINE * (max(lines) + page.filtered) + 3
    _set_up(sheet, page, heads)
    sheet.append([_heading(sheet, column) for column in page.columns])
    dressed = _dresser(sheet, page)
    before: Sequence[Value] = ()
    for number, row in enumerate(page.rows, 2):
        tall = _lines(page, row, widths)
        if tall > 1:
            sheet.row_dimensions[number].height = LINE * tall
        ruled = bool(before) and row[: page.group] != before[: page.group]
        sheet.append([dressed(at, value, ruled) for at, value in enumerate(row)])
        before = row


def _set_up(sheet: Any, page: Page, heads: Heads) -> None:
    """Everything about a sheet but its cells: the screen, and the printer."""
    last = get_column_letter(len(page.columns))
    sheet.freeze_panes = page.freeze
    if page.filtered:
        sheet.auto_filter.ref = f"A1:{last}{len(page.rows) + 1}"
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.page_setup.paperSize = A4
    sheet.page_setup.orientation = "landscape" if page.landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.page_margins.left = sheet.page_margins.right = 0.4
    sheet.print_title_rows = "1:1"
    if page.printed:
        end = get_column_letter(page.printed)
        sheet.print_area = f"A1:{end}{len(page.rows) + 1}"
    for part, texts in (
        (sheet.oddHeader.left, heads.left),
        (sheet.oddHeader.right, heads.right),
    ):
        part.text = " · ".join(_header_text(text) for text in texts)
    sheet.oddFooter.left.text = page.title
    sheet.oddFooter.right.text = "pagina &P van &N"


def _header_text(text: str) -> str:
    """A text for the page header, in which & begins a code."""
    plain = " ".join(clean(text).split())
    short = plain if len(plain) <= HEADER_LETTERS else plain[: HEADER_LETTERS - 1] + "…"
    return short.replace("&", "&&")


def _width(page: Page, index: int) -> int:
    column = page.columns[index]
    if column.width:
        return column.width
    longest = max((len(word) for word in (column.heading or "").split()), default=0)
    if column.kind is not Kind.FORMULA:
        found = (row[index] for row in page.rows)
        values = (str(round(v, 1) if isinstance(v, float) else v) for v in found if v)
        longest = max([longest, *(len(value) for value in values)])
    return min(max(longest, 4), WIDEST) + 3


def _lines(page: Page, row: Sequence[Value], widths: Sequence[int]) -> int:
    """How many lines the longest text of the row takes; programs do not measure it
    when they open a file."""
    return max(
        len(wrap(value, width - 3))
        if isinstance(value, str) and column.kind is Kind.TEXT and len(value) > WIDEST
        else 1
        for value, column, width in zip(row, page.columns, widths, strict=True)
    )


def _heading(sheet: Any, column: Column) -> Any:
    cell = WriteOnlyCell(sheet, clean(column.heading or ""))
    cell.data_type = "s"
    if column.heading:
        cell.font = Font(name=FONT, size=11, bold=True)
        cell.alignment = _alignment(column, wrapped=True)
        cell.border = Border(bottom=Side("thin"))
    return cell


def _alignment(column: Column, *, wrapped: bool) -> Alignment:
    text = column.kind is Kind.TEXT
    return Alignment(
        horizontal="left" if text else "right",
        vertical="top",
        indent=int(text),
        wrap_text=wrapped,
    )


def _dresser(sheet: Any, page: Page) -> Callable[[int, Value, bool], Any]:
    """A function that makes the cell for a value: column, value, rule above it.

    It dresses one cell per look and column and fills it again for every row, which
    is safe because a row is written at once; new cells would take three times as
    long.
    """
    made: dict[tuple[int, bool, bool, bool], Any] = {}

    def dressed(at: int, value: Value, ruled: bool) -> Any:
        column = page.columns[at]
        text = isinstance(value, str) and column.kind is not Kind.FORMULA
        value = clean(value) if isinstance(value, str) else value
        quoted = text and column.kind is Kind.TEXT and not str(value)[:1].isalpha()
        look = (at, ruled, text, quoted)
        if look not in made:
            made[look] = _dressed_cell(sheet, column, ruled, text, quoted)
        cell = made[look]
        cell.value = value
        if text:
            # Otherwise somebody called =1+1 becomes a sum, and #N/A an error.
            cell.data_type = "s"
        return cell

    return dressed


def _dressed_cell(
    sheet: Any, column: Column, ruled: bool, text: bool, quoted: bool
) -> Any:
    cell = WriteOnlyCell(sheet)
    cell.number_format = column.format
    cell.alignment = _alignment(column, wrapped=column.kind is Kind.TEXT)
    if column.kind is Kind.DEAL and text:
        cell.font = Font(name=FONT, size=11, color=RED)
    if ruled and column.kind is not Kind.EMPTY:
        cell.border = Border(top=Side("thin", GREY))
    # Excel keeps a quoted cell text when somebody edits it.
    cell.quotePrefix = quoted
    return cell
