"""The rows of a player list: which columns hold what, and who stands in a row.

Pure text work on cells that a file or a page gave; see playerlist.py for those. It
must not import Django.
"""

import re
import unicodedata
from dataclasses import dataclass, replace

from tournament.names import fold, same_name

MAX_NAME = 200
MAX_SHOWN = 300  # characters of a bad row or of the headings that we report

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
PLURALS = {"deelnemers", "spelers", "participants", "players", "koppels", "pairs"}
# One column for both names of a pair, and a column for the second beside the first.
PAIR_NAMES = "koppel koppelnaam paar duo ploeg team namen pair names koppels pairs"
PARTNER_NAMES = "partner naampartner maat medespeler partnername"
# What is said once for both of a pair; a number belongs to one of them.
SHARED = ("note", "consent")
YES = {"ja", "j", "yes", "y", "x", "1", "true", "waar"}
NO = {"nee", "n", "no", "0", "false", "onwaar"}

# Between two names, the surest sign first. A slash in v/d or a/d belongs to a name.
BETWEEN = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"&",
        r"\+",
        r"(?<!\b[vaoi])/|/(?![dh]\b)",
        r"\s(?:en|and)\s",
    )
)

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

Columns = dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Line:
    """A filled row as it was read; `number` is the one Excel shows."""

    number: int = 0
    cells: tuple[str, ...] = ()


@dataclass(frozen=True)
class PersonRow:
    """A person as the list has them; `line` is the row number Excel shows."""

    line: int
    name: str
    member_number: str
    note: str
    consent: bool | None

    @property
    def people(self) -> tuple["PersonRow", ...]:
        return (self,)


@dataclass(frozen=True)
class PairRow:
    """Two people who stand in one row, as a pair."""

    line: int
    people: tuple[PersonRow, PersonRow]


@dataclass(frozen=True)
class BadRow:
    """A filled row that is no person: `raw` is what it says, `code` is why.

    Codes: no_name, name_too_long (length, limit), no_letters, excel_error (error),
    control_characters (character, such as U+0000); of a pair also no_partner,
    many_names (count), twice_one (name).
    """

    line: int
    raw: str
    code: str
    params: dict[str, str | int]


@dataclass(frozen=True)
class Heading:
    """A row of headings: the columns of one person, or of either of a pair.

    `people` is empty when no column holds a name. `pairs` says that a row is a pair,
    also where both names stand in one column.
    """

    line: Line
    people: tuple[Columns, ...]
    fit: tuple[int, bool]
    pairs: bool = False

    @property
    def columns(self) -> Columns:
        """All columns by field; those of a pair's own by field and position."""
        if len(self.people) == 1:
            return self.people[0]
        first, second = self.people or ({}, {})
        shared = {f: first[f] for f in first if first[f] == second.get(f)}
        own = [
            (f"{field} {position}", found)
            for position, columns in enumerate(self.people, 1)
            for field, found in columns.items()
            if field not in shared
        ]
        return shared | dict(own)


def heading_of(line: Line, *, pairs: bool) -> Heading:
    """What a row says as a row of headings."""
    aside = r"\((?![12]\)).*?\)" if pairs else r"\(.*?\)"  # "Naam (1)" is of the first
    words = [fold(re.sub(aside, "", cell)) for cell in line.cells]
    two = _of_two(words) if pairs else ()
    if two:
        return Heading(line, two, (len(two[0]) + len(two[1]), True), pairs)
    columns = _columns(words)
    if pairs:
        columns.pop("member_number", None)
        if both := _hits(words, PAIR_NAMES):
            columns.setdefault("name", both[:1])
    if not _named(columns):
        return Heading(line, (), (0, False), pairs)
    # "Spelers" may head the only column, but more often it is a title above "Naam".
    title = "name" in columns and words[columns["name"][0]] in PLURALS
    return Heading(line, (columns,), (len(columns), not title), pairs)


def row_of(line: Line, heading: Heading) -> PersonRow | PairRow | BadRow:
    """Who stands in a row, or why nobody does."""
    found = [_person(line, columns) for columns in heading.people]
    bad = [row for row in found if isinstance(row, BadRow)]
    people = [row for row in found if isinstance(row, PersonRow)]
    if not heading.pairs:
        return found[0]
    if bad and people and bad[0].code == "no_name":
        return replace(bad[0], code="no_partner")
    if bad:
        return bad[0]
    if len(people) == 1:
        people = [
            replace(people[0], name=name) for name in names_of_pair(people[0].name)
        ]
    return _pair(line, people)


def names_of_pair(text: str) -> list[str]:
    """The names that stand in one text, parted by & + / "en" or "and"."""
    for sign in BETWEEN:
        names = [name.strip() for name in sign.split(text)]
        if len(names) > 1:
            return [name for name in names if name]
    return [text]


def clean(text: str) -> str:
    """One line in NFC with single spaces and nothing that cannot be seen."""
    visible = CONTROL.sub(" ", text).translate(INVISIBLE)
    return " ".join(unicodedata.normalize("NFC", visible).split())


def _columns(words: list[str], position: str = "") -> Columns:
    """The columns per field, with ``position`` those headed "Naam 1" or "Naam 2"."""
    columns: Columns = {}
    for field, known in HEADINGS.items():
        hits = _hits(words, known, position)
        if hits:
            columns[field] = tuple(sorted(hits)) if field == "note" else hits[:1]
    return columns


def _hits(words: list[str], known: str, position: str = "") -> tuple[int, ...]:
    wanted = [word + position for word in known.split()]
    return tuple(words.index(word) for word in wanted if word in words)


def _named(columns: Columns) -> bool:
    return bool(columns.keys() & {"name", "first_name", "last_name"})


def _of_two(words: list[str]) -> tuple[Columns, ...]:
    """The columns of either of a pair, where each has one for the name."""
    plain = _columns(words)
    first, second = _columns(words, "1"), _columns(words, "2")
    partner = _hits(words, PARTNER_NAMES)
    if partner and not _named(second):
        second["name"] = partner[:1]
    if not _named(first):
        first |= {field: plain[field] for field in NAME_FIELDS if field in plain}
    if not _named(first) or not _named(second):
        return ()
    shared = {field: plain[field] for field in SHARED if field in plain}
    return shared | first, shared | second


def _pair(line: Line, people: list[PersonRow]) -> PairRow | BadRow:
    raw = _raw(line)
    if len(people) < 2:
        return BadRow(line.number, raw, "no_partner", {})
    if len(people) > 2:
        return BadRow(line.number, raw, "many_names", {"count": len(people)})
    for person in people:
        problem = _problem([], person.name)
        if problem:
            return BadRow(line.number, raw, *problem)
    first, second = people
    if same_name(first.name, second.name):
        return BadRow(line.number, raw, "twice_one", {"name": first.name})
    return PairRow(line.number, (first, second))


def _person(line: Line, columns: Columns) -> PersonRow | BadRow:
    cells = {
        field: [line.cells[i] for i in columns.get(field, ()) if i < len(line.cells)]
        for field in HEADINGS
    }
    value = {field: _value(cells[field]) for field in HEADINGS}
    name = _full_name(value, "last_name" in columns)
    problem = _problem([cell for f in NAME_FIELDS for cell in cells[f]], name)
    if problem:
        return BadRow(line.number, _raw(line), *problem)
    answer = fold(value["consent"])
    consent = True if answer in YES else False if answer in NO else None
    return PersonRow(line.number, name, value["member_number"], value["note"], consent)


def _raw(line: Line) -> str:
    return " | ".join(filter(None, map(clean, line.cells)))[:MAX_SHOWN]


def _value(cells: list[str]) -> str:
    texts = [cell for cell in cells if not EXCEL_ERROR.fullmatch(cell.strip())]
    return ", ".join(filter(None, map(clean, texts)))


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
