"""The score form as a page shows it: from a reading to rows of cells, and from what
was typed back to a reading.

One component for everybody who fills in a form; it judges nothing itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.messages import sentence
from scoring.models import Sheet
from scoring.rulebooks.base import Problem, Reading, Stats
from scoring.rulebooks.bidding import Cell, read_cell
from scoring.rulebooks.session import bolloos, losers, winners
from scoring.words import word
from tournament.queries.people import Person
from tournament.views.beside import (
    LONGEST_CELL,
    Beside,
    build_beside,
    penalty_cells,
    turned_zeros,
    typed_beside,
    typed_penalties,
)
from tournament.views.history import hidden_fields, told_history, typed_history
from tournament.views.livewords import LIVE_WORDS

FEW_EMPTY = 4  # so many empty cells are named one by one


@dataclass(frozen=True)
class GridCell:
    """One cell: what is typed in it and whether it is wrong."""

    name: str
    value: str
    bol: bool
    plain: bool  # a deal without trump: the column is tinted
    bad: bool
    label: str
    tricks: bool  # whether how far a bol is off matters
    turned: bool = False  # a made 0 that became a penalty bol

    @property
    def shown(self) -> str:
        """The cell to read: without what its mark says already."""
        text = self.value.replace("x", "")
        return text if self.tricks else text.split("/")[0]


@dataclass(frozen=True)
class Saying:
    """A sentence under a row: ``before`` empty columns, then ``span`` of text."""

    id: str
    text: str
    before: int
    span: int


@dataclass(frozen=True)
class GridRow:
    """One place: who, the cells, penalty bollen, sums, and what is wrong here."""

    place: int
    person: Person
    cells: tuple[GridCell, ...]
    penalties: str
    sums: Stats
    sayings: tuple[Saying, ...]
    honour: str = ""  # once all is filled in: "winner"; at home "loser" or "bolloos"

    @property
    def penalty_name(self) -> str:
        return f"pen{self.place}"


@dataclass(frozen=True)
class Grid:
    """A whole form, ready for the template."""

    deals: tuple[Mapping[str, Any], ...]
    rows: tuple[GridRow, ...]
    left: tuple[int, ...]  # tricks left for the bollen, per deal
    sums: Stats
    live: Mapping[str, Any]
    listed: tuple[tuple[str, str, str], ...]  # (cell id, where, sentence) per problem
    people: Sequence[Person]
    first_dealer: int
    annulled: tuple[int, ...]
    modes: tuple[tuple[str, str], ...]
    mode: str
    beside: Beside
    history: tuple[str, ...]  # what happened at the table, in sentences
    kept: tuple[tuple[str, str], ...]  # hidden fields: name and value
    differing: frozenset[str] = frozenset()  # cells that say otherwise elsewhere
    template: str = "_sheet.html"
    script: str = "tournament/sheet.js"

    @property
    def store(self) -> str:
        """What tells apart what a device keeps: nothing, these are the same cells."""
        return ""

    @property
    def home(self) -> bool:
        """Whether bollen decide, and no total is made."""
        return bool(self.live["home"])

    @property
    def asks_tricks(self) -> bool:
        """Whether the score depends on how far a bol is off."""
        return bool(self.live["miss_per"])

    @property
    def live_words(self) -> Mapping[str, str]:
        """What the page says while a form is kept at the table."""
        return {key: str(text) for key, text in LIVE_WORDS.items()}

    @property
    def most_cards(self) -> int:
        return max(int(deal["cards"]) for deal in self.deals)


def empty_reading(sheet: Sheet) -> dict[str, Any]:
    """A form on which nothing is written yet."""
    deals = len(sheet.rules.live(sheet.places)["deals"])
    return {"rows": [[""] * deals for _ in range(sheet.places)]}


def typed_reading(sheet: Sheet, post: QueryDict, counted: Reading) -> dict[str, Any]:
    """The reading that was typed into the page's form.

    Tricks that ``counted`` holds are kept for every deal whose cells still are the
    same; nobody types tricks at the desk.
    """
    rows = empty_reading(sheet)["rows"]
    for place, row in enumerate(rows, 1):
        for deal in range(1, len(row) + 1):
            row[deal - 1] = _normal(post.get(f"c{place}-{deal}", ""))
    reading: dict[str, Any] = {
        "rows": rows,
        **typed_beside(sheet, post),
        **typed_history(post, counted, sheet.places, len(rows[0])),
        "first_leader": _first_leader(sheet.places, post, counted),
    }
    annulled = _deals_named(post, "annulled")
    if annulled:
        reading["annulled"] = annulled
    accepted = _deals_named(post, "as_played")
    if accepted:
        reading["as_played"] = accepted
    tricks = _kept_tricks(rows, counted)
    if tricks:
        reading["tricks"] = tricks
    return reading


def first_leader(places: int, first_dealer: int = 1) -> int:
    """Who leads the first deal: the place after the first dealer (rule 2.3)."""
    return first_dealer % places + 1


def _first_leader(places: int, post: QueryDict, counted: Reading) -> int:
    """As was chosen on the page, else as it was; unless said the first place deals."""
    said = post.get("first_dealer", "")
    if said in map(str, range(1, places + 1)):
        return first_leader(places, int(said))
    return int(counted.get("first_leader") or first_leader(places))


def _deals_named(post: QueryDict, name: str) -> list[int]:
    named = [d for d in post.getlist(name) if d.isdecimal() and len(d) < 4]
    return sorted({int(d) for d in named})


def build_grid(
    sheet: Sheet,
    people: Sequence[Person],
    reading: Reading,
    problems: Sequence[Problem] = (),
    post: QueryDict | None = None,
    mode: str = "cells",
) -> Grid:
    """Lay a reading out as a form, each problem at its cells.

    ``post`` is what was typed, for what cannot be read.
    """
    rules = sheet.rules
    if "rows" not in reading:
        reading = empty_reading(sheet)
    rows = reading["rows"]
    live = rules.live(sheet.places)
    placed = [(p, _involved(p, rows)) for p in problems]
    lines = {line.place: line.stats for line in rules.score(reading, sheet.places)}
    bad = {cell for p, cells in placed if p.blocks for cell in cells}
    honours = _honours(lines, live) if all(map(all, rows)) else {}
    penalties = (
        typed_penalties(sheet, post) if post else penalty_cells(reading, sheet.places)
    )
    grid_rows = tuple(
        GridRow(
            place=place,
            person=person,
            cells=tuple(_cells(place, person, row, live, bad, turned_zeros(reading))),
            penalties=penalties[place],
            sums=lines[place],
            sayings=tuple(_sayings(place, placed, len(row))),
            honour=honours.get(place, ""),
        )
        for place, (person, row) in enumerate(zip(people, rows, strict=True), 1)
    )
    return Grid(
        deals=tuple(live["deals"]),
        rows=grid_rows,
        left=tuple(_left(rows, live["deals"])),
        sums={key: sum(s.get(key, 0) for s in lines.values()) for key in lines[1]},
        live=live,
        listed=tuple(_listed(placed, people, live["deals"])),
        people=people,
        first_dealer=((reading.get("first_leader") or 2) - 2) % sheet.places + 1,
        annulled=tuple(reading.get("annulled") or ()),
        modes=tuple((key, word("mode", key)) for key in rules.modes),
        mode=mode,
        beside=build_beside(sheet, people, reading, post),
        history=tuple(told_history(reading, people, live["deals"])),
        kept=tuple(hidden_fields(reading)),
    )


def _honours(lines: Mapping[int, Stats], live: Mapping[str, Any]) -> dict[int, str]:
    """Who won the table; at home who loses, and who is without a bol (rule 2.6)."""
    if not live["home"]:
        totals = {place: stats["totaal"] for place, stats in lines.items()}
        return dict.fromkeys(winners(totals, high_wins=live["high_wins"]), "winner")
    lost = dict.fromkeys(losers(lines), "loser")
    return lost | dict.fromkeys(bolloos(lines), "bolloos")


def _cells(
    place: int,
    person: Person,
    row: Sequence[str],
    live: Mapping[str, Any],
    bad: set[tuple[int, int]],
    turned: set[tuple[int, int]],
) -> Iterator[GridCell]:
    for deal, (text, column) in enumerate(zip(row, live["deals"], strict=True), 1):
        cell = _read(text)
        label = _("%(name)s, deal %(deal)s (%(label)s)") % {
            "name": person.name or person.number,
            "deal": deal,
            "label": column["label"],
        }
        yield GridCell(
            name=f"c{place}-{deal}",
            value=text,
            bol=cell is not None and not cell.made,
            plain=not column["trump"],
            bad=(place, deal) in bad,
            label=label,
            tricks=bool(live["miss_per"]),
            turned=bool(live["turns_zeros"]) and (place, deal) in turned,
        )


def _involved(problem: Problem, rows: Sequence[Sequence[str]]) -> list[tuple[int, int]]:
    """The cells a problem is about; of a whole deal those that can be to blame."""
    deal = problem.deal
    if deal is None:
        return []
    if problem.place:
        return [(problem.place, deal)]
    cells = {place: _read(row[deal - 1]) for place, row in enumerate(rows, 1)}
    made = [p for p, c in cells.items() if c and c.made and c.bid]
    missed = [p for p, c in cells.items() if c and not c.made]
    chosen = {"hits_exceed_tricks": made, "miss_impossible": missed}
    return [(place, deal) for place in chosen.get(problem.code) or cells]


def _sayings(
    place: int,
    placed: Sequence[tuple[Problem, Sequence[tuple[int, int]]]],
    columns: int,
) -> Iterator[Saying]:
    """The sentences that belong under this row: below its last cell to blame."""
    for index, (problem, cells) in enumerate(placed):
        if not cells or not problem.blocks or cells[-1][0] != place:
            continue
        deal = cells[-1][1]
        start = min(deal, columns - 4)
        yield Saying(
            id=f"say{index}",
            text=_where(problem) + sentence(problem),
            before=start - 1,
            span=columns - start + 1,
        )


def _where(problem: Problem) -> str:
    return _("Deal %(deal)s: ") % {"deal": problem.deal} if problem.deal else ""


def _listed(
    placed: Sequence[tuple[Problem, Sequence[tuple[int, int]]]],
    people: Sequence[Person],
    deals: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[str, str, str]]:
    """Each finding once: what is the same for several people of a deal is one line."""
    lines: dict[tuple[int | None, str], tuple[str, list[str]]] = {}
    empty = [cells[-1] for p, cells in placed if p.code == "missing_cell"]
    if len(empty) > FEW_EMPTY:
        count = {"n": len(empty)}
        text = ngettext("%(n)s cell is empty.", "%(n)s cells are empty.", len(empty))
        yield "c{}-{}".format(*empty[0]), _("the first"), text % count
    for problem, cells in placed:
        many = problem.code == "missing_cell" and len(empty) > FEW_EMPTY
        if problem.severity == "INFO" or many:
            continue
        target = "c{}-{}".format(*cells[-1]) if cells else ""
        line = lines.setdefault((problem.deal, sentence(problem)), (target, []))
        if problem.place:
            person = people[problem.place - 1]
            line[1].append(str(person.name or person.number))
    for (deal, text), (target, names) in lines.items():
        label = deals[deal - 1]["label"] if deal else ""
        where = _("deal %(deal)s (%(label)s)") % {"deal": deal, "label": label}
        yield target, ", ".join([*([where] if deal else []), *names]), text


def _left(
    rows: Sequence[Sequence[str]], deals: Sequence[Mapping[str, Any]]
) -> Iterator[int]:
    for deal, column in enumerate(deals):
        cells = [_read(row[deal]) for row in rows]
        yield column["cards"] - sum(c.bid or 0 for c in cells if c and c.made)


def _kept_tricks(rows: Sequence[Sequence[str]], counted: Reading) -> list[Any] | None:
    tricks = counted.get("tricks")
    if not tricks:
        return None
    same = [
        [row[deal] for row in rows] == [row[deal] for row in counted["rows"]]
        for deal in range(len(rows[0]))
    ]
    return [
        [taken if kept else None for taken, kept in zip(row, same, strict=True)]
        for row in tricks
    ]


def _normal(text: str) -> str:
    """The usual spelling of a cell; what cannot be read stays as it was typed."""
    text = text.replace("\0", "")  # PostgreSQL cannot store it
    try:
        cell = read_cell(text)
    except ValueError:
        return text.strip()[:LONGEST_CELL]
    return str(cell) if cell else ""


def _read(text: str) -> Cell | None:
    try:
        return read_cell(text)
    except ValueError:
        return None
