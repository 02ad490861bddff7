"""Reads the list of people a club already has: an Excel workbook or a CSV file.

Every filled row comes back, as a person, as a pair, or with the reason why it is none;
nothing is stored, decided or worded here. It must not import Django, and must not
trust a file: it may be broken, hostile, or in whatever encoding Excel chose.
"""

import csv
import io
import re
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, time
from functools import partial
from itertools import takewhile
from typing import Any

from tournament.listrows import (
    MAX_SHOWN,
    BadRow,
    Heading,
    Line,
    PairRow,
    PersonRow,
    clean,
    heading_of,
    row_of,
)

__all__ = [
    "BadRow",
    "PairRow",
    "PersonRow",
    "PlayerList",
    "UnreadableFile",
    "read_names",
    "read_player_list",
]

MAX_BYTES = 2 * 1024 * 1024
MAX_PARTS = 200
MAX_UNPACKED = 50 * 1024 * 1024
MAX_RATIO = 200
MAX_TAGS = 1_000_000  # 5000 people in ten columns take a third of it
MAX_ROWS = 5000
HEADING_WITHIN = 20  # rows
EXCEL_ROWS = 1_048_576
COLUMNS = 60  # more than any club keeps; a sheet may claim 16,384

# Excel never writes a document type; its entities can grow a hundredfold in memory.
DOCUMENT_TYPE = re.compile(rb"<\0?!\0?D\0?O\0?C\0?T\0?Y\0?P\0?E")


@dataclass(frozen=True)
class PlayerList:
    """All filled rows in order, and which headings were and were not used.

    `headings` maps a field (name, first_name, ..; "name 1" and "name 2" of a pair) to
    the heading as found; several columns that together make the note are joined by a
    comma.
    """

    rows: tuple[PersonRow | PairRow | BadRow, ...]
    headings: dict[str, str]
    ignored: tuple[str, ...]


class UnreadableFile(Exception):
    """No row of the file can be used.

    Codes: empty_file, too_big (size, limit), unsupported_kind (kind), damaged_file,
    suspicious_zip (parts, unpacked), no_name_column (headings), no_rows,
    too_many_rows (limit). Sizes are in bytes.
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


# Opens a table from its first filled row, so that a heading costs twenty rows only.
_Table = Callable[[], Iterator[Line]]


def read_player_list(data: bytes, filename: str, *, pairs: bool = False) -> PlayerList:
    """Read the bytes of a .csv or .xlsx file, row by row; with ``pairs`` two a row.

    The heading row is looked for in the first 20 rows, with its columns in any order
    and in Dutch or English. Rows with the same name are all returned. Raises
    UnreadableFile, and nothing else, whatever the bytes are.
    """
    kind = _kind(data, filename)
    if len(data) > MAX_BYTES:
        raise UnreadableFile("too_big", size=len(data), limit=MAX_BYTES)
    if kind == "xlsx":
        _check_zip(data)
    try:
        read = _read_csv if kind == "csv" else _read_workbook
        return read(data, pairs)
    except UnreadableFile:
        raise
    except Exception as error:
        # openpyxl meets a broken part with whatever its parsing happens to raise.
        raise UnreadableFile("damaged_file") from error


def read_names(text: str, *, pairs: bool = False) -> PlayerList:
    """Names typed one per line, with ``pairs`` two; blank lines are passed over.

    Two cells that were pasted from a spreadsheet are two names as well.
    """
    heading = Heading(Line(), ({"name": (0,)},), (1, True), pairs)
    lines = enumerate(text.splitlines(), 1)
    rows = tuple(
        row_of(Line(number, (_as_typed(line) if pairs else line,)), heading)
        for number, line in lines
        if line.strip()
    )
    return PlayerList(rows, {}, ())


def _as_typed(line: str) -> str:
    return " & ".join(cell for cell in line.split("\t") if cell.strip())


def _kind(data: bytes, filename: str) -> str:
    suffix = filename.rpartition(".")[2].lower() if "." in filename else ""
    if suffix not in ("csv", "xlsx"):
        raise UnreadableFile("unsupported_kind", kind=suffix[:20])
    if not data:
        raise UnreadableFile("empty_file")
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        # An .xls by another name, or a workbook locked with a password.
        raise UnreadableFile("unsupported_kind", kind="xls")
    return "xlsx" if data.startswith(b"PK\x03\x04") else suffix


def _read_csv(data: bytes, pairs: bool) -> PlayerList:
    text = _decoded(data)
    # Excel obeys this line and does not show it, so it is not counted as a row.
    separator = re.match(r'"?sep=([;,\t|])"?(\r\n|\r|\n|$)', text, re.IGNORECASE)
    text = text[separator.end() :] if separator else text
    tables = [
        partial(_csv_lines, text, delimiter, _quoting(text, delimiter))
        for delimiter in (separator[1] if separator else ";,\t|")
    ]
    found = [(_find_heading(table, pairs), table) for table in tables]
    return _player_list(*max(found, key=lambda pair: pair[0].fit))


def _decoded(data: bytes) -> str:
    """The text by its byte order mark, else as UTF-8, else as Excel saves it."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.removeprefix(b"\xef\xbb\xbf").decode("cp1252", errors="replace")


def _quoting(text: str, delimiter: str) -> Any:
    """How to read quotes: one that never closes would swallow all rows below it."""
    end = "end of list"
    source = io.StringIO(f"{text}\n{end}", newline="")
    try:
        closed = deque(csv.reader(source, delimiter=delimiter), maxlen=1)[0] == [end]
    except csv.Error:
        closed = False  # it swallowed more than one cell may hold
    return csv.QUOTE_MINIMAL if closed else csv.QUOTE_NONE


def _csv_lines(text: str, delimiter: str, quoting: Any) -> Iterator[Line]:
    source = io.StringIO(text, newline="")
    return _filled(csv.reader(source, delimiter=delimiter, quoting=quoting))


def _check_zip(data: bytes) -> None:
    """Refuse an archive made to exhaust the server before anything parses it."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            # zipfile never unpacks a part beyond the size declared here.
            unpacked = sum(part.file_size for part in parts)
            bad = len(parts) > MAX_PARTS
            bad = bad or unpacked > min(MAX_UNPACKED, MAX_RATIO * len(data))
            bad = bad or _is_costly(map(archive.read, parts))
    except Exception as error:
        # Besides BadZipFile: zlib, end of file, encrypted, unknown compression.
        raise UnreadableFile("damaged_file") from error
    if bad:
        raise UnreadableFile("suspicious_zip", parts=len(parts), unpacked=unpacked)


def _is_costly(parts: Iterable[bytes]) -> bool:
    """Whether parsing takes far more than the size tells: 12 million empty cells fit
    in 50 MB and cost a minute and 4 GB."""
    tags = 0
    for part in parts:
        tags += part.count(b"<")
        if tags > MAX_TAGS or DOCUMENT_TYPE.search(part):
            return True
    return False


def _read_workbook(data: bytes, pairs: bool) -> PlayerList:
    # it takes as long to load as all of Django, and most commands read no workbook
    import openpyxl

    source = io.BytesIO(data)
    with closing(
        openpyxl.load_workbook(source, read_only=True, data_only=True)
    ) as book:
        tables = [
            partial(_sheet_lines, sheet)
            for sheet in book.worksheets
            if sheet.sheet_state == "visible"
        ]
        found = [(_find_heading(table, pairs), table) for table in tables]
        named = (pair for pair in found if pair[0].people)
        return _player_list(*next(named, found[0]))


def _sheet_lines(sheet: Any) -> Iterator[Line]:
    # Without bounds of our own openpyxl believes the size a sheet claims: too small
    # and rows vanish, too large and it takes minutes.
    rows = sheet.iter_rows(
        min_row=1, max_row=EXCEL_ROWS, max_col=COLUMNS, values_only=True
    )
    return _filled(
        () if row.count(None) == len(row) else map(_text, row) for row in rows
    )


def _text(value: object) -> str:
    """A cell as text: 12.0 is member number 12, a date has no midnight."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    return "" if value is None else str(value)


def _filled(rows: Iterable[Iterable[str]]) -> Iterator[Line]:
    for number, row in enumerate(rows, start=1):
        cells = tuple(row)
        if any(cell.strip() for cell in cells):
            yield Line(number, cells)


def _find_heading(table: _Table, pairs: bool) -> Heading:
    """The row with most headings we know; the first row when none names a column."""
    top = list(takewhile(lambda line: line.number <= HEADING_WITHIN, table()))
    headings = [heading_of(line, pairs=pairs) for line in top or [Line()]]
    return max(headings, key=lambda heading: heading.fit)


def _player_list(heading: Heading, table: _Table) -> PlayerList:
    if next(table(), None) is None:
        raise UnreadableFile("empty_file")
    titles = [clean(cell) for cell in heading.line.cells]
    if not heading.people:
        shown = ", ".join(filter(None, titles))[:MAX_SHOWN]
        raise UnreadableFile("no_name_column", headings=shown)
    rows: list[PersonRow | PairRow | BadRow] = []
    for line in table():
        if line.number > heading.line.number:
            rows.append(row_of(line, heading))
        if len(rows) > MAX_ROWS:
            raise UnreadableFile("too_many_rows", limit=MAX_ROWS)
    if not rows:
        raise UnreadableFile("no_rows")
    used = {column for columns in heading.columns.values() for column in columns}
    return PlayerList(
        rows=tuple(rows),
        headings={
            field: ", ".join(titles[column] for column in columns)
            for field, columns in heading.columns.items()
        },
        ignored=tuple(
            title for i, title in enumerate(titles) if title and i not in used
        ),
    )
