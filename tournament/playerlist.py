"""Reads the list of people a club already has: an Excel workbook or a CSV file.

Every filled row comes back, either as a person or with the reason why it is none;
nothing is stored, decided or worded here. It must not import Django, and must not
trust a file: it may be broken, hostile, or in whatever encoding Excel chose.
"""

import csv
import io
import re
import unicodedata
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, time
from functools import partial
from itertools import takewhile
from typing import Any

import openpyxl

from tournament.names import fold

MAX_BYTES = 2 * 1024 * 1024
MAX_PARTS = 200
MAX_UNPACKED = 50 * 1024 * 1024
MAX_RATIO = 200
MAX_TAGS = 1_000_000  # 5000 people in ten columns take a third of it
MAX_ROWS = 5000
MAX_NAME = 200
MAX_SHOWN = 300  # characters of a bad row or of the headings that we report
HEADING_WITHIN = 20  # rows
EXCEL_ROWS = 1_048_576
COLUMNS = 60  # more than any club keeps; a sheet may claim 16,384

# Folded headings per field; where two columns fit one field, the earlier word wins.
HEADINGS = {
    "name": "volledigenaam naamspeler spelersnaam naamdeelnemer voorenachternaam "
    "deelnemer speler naam fullname playername player participant name "
    "deelnemers spelers participants players",
    "first_name": "voornaam roepnaam firstname givenname voorletters initials",
    "infix": "tussenvoegsel tussenvoegsels tussen tv voorvoegsel infix prefix",
    "last_name": "achternaam familienaam lastname surname familyname",
    "member_number": "lidnummer lidnr membernumber memberno nummer nr number id",
    "note": "opmerking opmerkingen woonplaats plaats adres straat club note notes "
    "remark remarks town city address street",
    "consent": "naamopenbaar openbaar toestemming akkoord namepublic publicname "
    "consent public",
}
NAME_FIELDS = ("name", "first_name", "infix", "last_name")
PLURALS = {"deelnemers", "spelers", "participants", "players"}
YES = {"ja", "j", "yes", "y", "x", "1", "true", "waar"}
NO = {"nee", "n", "no", "0", "false", "onwaar"}

# Excel writes error values in the language of its user.
EXCEL_ERROR = re.compile(
    r"#(REF!|N/A|NAME\?|VALUE!|DIV/0!|NUM!|NULL!|SPILL!|CALC!"
    r"|VERW!|N/B|NAAM\?|WAARDE!|DEEL/0!|GETAL!|LEEG!|OVERLOOP!|BEREKENEN!"
    r"|NOM\?|VALEUR!|NOMBRE!|NUL!)",
    re.IGNORECASE,
)
# Tabs and line breaks count as spaces. Direction overrides are refused because they
# turn around the text that follows a name on the board.
CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
INVISIBLE = dict.fromkeys([0xAD, 0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF])
# Excel never writes a document type; its entities can grow a hundredfold in memory.
DOCUMENT_TYPE = re.compile(rb"<\0?!\0?D\0?O\0?C\0?T\0?Y\0?P\0?E")


@dataclass(frozen=True)
class PersonRow:
    """A person as the list has them; `line` is the row number Excel shows."""

    line: int
    name: str
    member_number: str
    note: str
    consent: bool | None


@dataclass(frozen=True)
class BadRow:
    """A filled row that is no person: `raw` is what it says, `code` is why.

    Codes: no_name, name_too_long (length, limit), no_letters, excel_error (error),
    control_characters (character, such as U+0000).
    """

    line: int
    raw: str
    code: str
    params: dict[str, str | int]


@dataclass(frozen=True)
class PlayerList:
    """All filled rows in order, and which headings were and were not used.

    `headings` maps a key of HEADINGS to the heading as found; several columns that
    together make the note are joined by a comma.
    """

    rows: tuple[PersonRow | BadRow, ...]
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


@dataclass(frozen=True)
class _Line:
    number: int = 0
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Heading:
    line: _Line
    columns: dict[str, tuple[int, ...]]  # empty when no column holds a name
    fit: tuple[int, bool]


# Opens a table from its first filled row, so that a heading costs twenty rows only.
_Table = Callable[[], Iterator[_Line]]


def read_player_list(data: bytes, filename: str) -> PlayerList:
    """Read the bytes of a .csv or .xlsx file, row by row.

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
        return _read_csv(data) if kind == "csv" else _read_workbook(data)
    except UnreadableFile:
        raise
    except Exception as error:
        # openpyxl meets a broken part with whatever its parsing happens to raise.
        raise UnreadableFile("damaged_file") from error


def read_names(text: str) -> PlayerList:
    """Names typed one per line; blank lines are passed over."""
    lines = enumerate(text.splitlines(), 1)
    rows = tuple(
        _row(_Line(number, (line,)), {"name": (0,)})
        for number, line in lines
        if line.strip()
    )
    return PlayerList(rows, {}, ())


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


def _read_csv(data: bytes) -> PlayerList:
    text = _decoded(data)
    # Excel obeys this line and does not show it, so it is not counted as a row.
    separator = re.match(r'"?sep=([;,\t|])"?(\r\n|\r|\n|$)', text, re.IGNORECASE)
    text = text[separator.end() :] if separator else text
    tables = [
        partial(_csv_lines, text, delimiter, _quoting(text, delimiter))
        for delimiter in (separator[1] if separator else ";,\t|")
    ]
    found = [(_find_heading(table), table) for table in tables]
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


def _csv_lines(text: str, delimiter: str, quoting: Any) -> Iterator[_Line]:
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


def _read_workbook(data: bytes) -> PlayerList:
    source = io.BytesIO(data)
    with closing(
        openpyxl.load_workbook(source, read_only=True, data_only=True)
    ) as book:
        tables = [
            partial(_sheet_lines, sheet)
            for sheet in book.worksheets
            if sheet.sheet_state == "visible"
        ]
        found = [(_find_heading(table), table) for table in tables]
        named = (pair for pair in found if pair[0].columns)
        return _player_list(*next(named, found[0]))


def _sheet_lines(sheet: Any) -> Iterator[_Line]:
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


def _filled(rows: Iterable[Iterable[str]]) -> Iterator[_Line]:
    for number, row in enumerate(rows, start=1):
        cells = tuple(row)
        if any(cell.strip() for cell in cells):
            yield _Line(number, cells)


def _find_heading(table: _Table) -> _Heading:
    """The row with most headings we know; the first row when none names a column."""
    top = takewhile(lambda line: line.number <= HEADING_WITHIN, table())
    headings = [_heading(line) for line in top] or [_heading(_Line())]
    return max(headings, key=lambda heading: heading.fit)


def _heading(line: _Line) -> _Heading:
    words = [fold(re.sub(r"\(.*?\)", "", cell)) for cell in line.cells]
    columns: dict[str, tuple[int, ...]] = {}
    for field, known in HEADINGS.items():
        hits = [words.index(word) for word in known.split() if word in words]
        if hits:
            columns[field] = tuple(sorted(hits)) if field == "note" else (hits[0],)
    if not columns.keys() & {"name", "first_name", "last_name"}:
        return _Heading(line, {}, (0, False))
    # "Spelers" may head the only column, but more often it is a title above "Naam".
    title = "name" in columns and words[columns["name"][0]] in PLURALS
    return _Heading(line, columns, (len(columns), not title))


def _player_list(heading: _Heading, table: _Table) -> PlayerList:
    if next(table(), None) is None:
        raise UnreadableFile("empty_file")
    titles = [_clean(cell) for cell in heading.line.cells]
    if not heading.columns:
        shown = ", ".join(filter(None, titles))[:MAX_SHOWN]
        raise UnreadableFile("no_name_column", headings=shown)
    rows: list[PersonRow | BadRow] = []
    for line in table():
        if line.number > heading.line.number:
            rows.append(_row(line, heading.columns))
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


def _row(line: _Line, columns: dict[str, tuple[int, ...]]) -> PersonRow | BadRow:
    cells = {
        field: [line.cells[i] for i in columns.get(field, ()) if i < len(line.cells)]
        for field in HEADINGS
    }
    value = {field: _value(cells[field]) for field in HEADINGS}
    name = _full_name(value, "last_name" in columns)
    problem = _problem([cell for f in NAME_FIELDS for cell in cells[f]], name)
    if problem:
        raw = " | ".join(filter(None, map(_clean, line.cells)))[:MAX_SHOWN]
        return BadRow(line.number, raw, *problem)
    answer = fold(value["consent"])
    consent = True if answer in YES else False if answer in NO else None
    return PersonRow(line.number, name, value["member_number"], value["note"], consent)


def _value(cells: list[str]) -> str:
    texts = [cell for cell in cells if not EXCEL_ERROR.fullmatch(cell.strip())]
    return ", ".join(filter(None, map(_clean, texts)))


def _problem(cells: list[str], name: str) -> tuple[str, dict[str, str | int]] | None:
    for cell in cells:
        if EXCEL_ERROR.fullmatch(cell.strip()):
            return "excel_error", {"error": cell.strip()}
        if control := CONTROL.search(cell):
            return "control_characters", {"character": f"U+{ord(control[0]):04X}"}
    if not name:
        return "no_name", {}
    if not any(letter.isalpha() for letter in name):
        return "no_letters", {}
    if len(name) > MAX_NAME:
        return "name_too_long", {"length": len(name), "limit": MAX_NAME}
    return None


def _clean(text: str) -> str:
    """One line in NFC with single spaces and nothing that cannot be seen."""
    visible = CONTROL.sub(" ", text).translate(INVISIBLE)
    return " ".join(unicodedata.normalize("NFC", visible).split())


def _full_name(value: dict[str, str], has_last_name: bool) -> str:
    name, first, infix, last = (value[field] for field in NAME_FIELDS)
    if not has_last_name and f" {first} ".casefold() not in f" {name} ".casefold():
        # In Flanders "Naam" beside "Voornaam" is the family name alone.
        name, last = "", name
    if name:
        return name
    if f"{last} ".casefold().startswith(f"{infix} ".casefold()):
        infix = ""  # a list that has "de" in one column and "de Vries" in the next
    return " ".join(filter(None, (first, infix, last)))
