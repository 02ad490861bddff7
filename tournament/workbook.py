"""The Excel file of a tournament, in Dutch whatever the language of the page.

The names of sheets and columns are an interface: people read them with scripts. It
lays out what it is given and asks the database nothing. Values stand on Stand,
formulas only on Rekenblad, because a formula is saved without its outcome.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import BinaryIO

from openpyxl import Workbook

from scoring.ranking import Decision
from scoring.rulebooks.bidding import read_cell
from scoring.rulebooks.figures import NOT_YET
from tournament import rekenblad
from tournament.excel import Column, Heads, Kind, Page, Value, clean, write_page
from tournament.queries.evening import Evening, FormRow
from tournament.queries.people import Person
from tournament.queries.standings import Progress, Row, Standings, by_size

STATES = {"published": "gepubliceerd", "playing": "bezig", "closed": "afgesloten"}
HIDE_ZERO = "0;-0;"
HIDE_NOT_YET = f'[={NOT_YET}]"";0'
BOL = "●"
# Figures whose key is not their Dutch name.
HEADINGS = {
    "victory_points": "winstpunten",
    "balance": "saldo",
    "points_for": "punten voor",
    "points_against": "punten tegen",
    "mutual_result": "onderling resultaat",
}


def write_workbook(evening: Evening, target: BinaryIO) -> None:
    """Write the workbook of ``evening`` to ``target``, an open binary file.

    Raises KeyError for a worth of missed rounds that Rekenblad has no formula for.
    """
    day, note = evening.date, provisional_note(evening.standings)
    heads = Heads(
        left=(evening.club, evening.name),
        right=(
            *([f"voorlopig, {note}"] if note else []),
            f"{day.day}-{day.month}-{day.year}",
        ),
    )
    book = Workbook(write_only=True)
    book.properties.title = clean(evening.name)
    book.properties.creator = "Bolwerk"
    for page in (
        stand(evening),
        rondes(evening),
        formulieren(evening),
        indeling(evening),
        nagerekend(evening),
    ):
        write_page(book, page, heads)
    book.save(target)


def stand(evening: Evening) -> Page:
    """The standings as plain values; a missed round stands in ``correctie``."""
    standings = evening.standings
    rounds = [progress.number for progress in standings.rounds]
    sizes = sorted({size for row in standings.rows for size in by_size(row.scores)})
    note = provisional_note(standings)
    columns = [
        Column("plaats"),
        Column("nummer"),
        Column("naam", Kind.TEXT),
        *(Column(f"R{number}") for number in rounds),
        *(Column(heading(key)) for key in (standings.main, *standings.columns)),
        *(Column(key) for key in ("correctie", "gemist")),
        *(Column(f"tafels van {size}") for size in sizes),
        Column("beslist", Kind.TEXT),
        *([Column("voorlopig", Kind.TEXT)] if note else []),
    ]
    rows = [
        (*_stand_row(row, rounds, sizes), *([note] if note else []))
        for row in standings.rows
    ]
    return Page("Stand", columns, rows, "D2")


def rondes(evening: Evening) -> Page:
    """One row per round: how far it is, and how it was played."""
    columns = [
        Column("ronde"),
        Column("staat", Kind.TEXT),
        Column("tafels"),
        Column("formulieren binnen"),
        Column("goedgekeurd"),
        Column("ontbrekende tafels", Kind.TEXT),
        Column("spelers"),
        Column("gemist"),
        Column("hoogste"),
        Column("laagste"),
        Column("gemiddelde", format="0.0"),
        Column("bollen"),
        Column("punten"),
    ]
    rows = [_round_row(evening, progress) for progress in evening.standings.rounds]
    return Page("Rondes", columns, rows, "B2")


def formulieren(evening: Evening) -> Page:
    """One row per place of every form that counts, with its cells."""
    columns = [
        *_seat_columns(),
        *(Column(label, Kind.DEAL, width=6) for label in evening.labels),
        Column("straf", format=HIDE_ZERO),
        *(Column(heading) for heading in rekenblad.FORM_SUMS),
    ]
    rows = [_form_row(form) for form in evening.forms]
    return Page("Formulieren", columns, rows, "F2", group=2)


def indeling(evening: Evening) -> Page:
    """One row per seat; who sits at place 1 deals first."""
    columns = [*_seat_columns(), Column("geeft eerst", Kind.TEXT)]
    rows = [
        (
            seat.round,
            seat.table,
            seat.place,
            seat.person.number,
            shown_name(seat.person),
            "ja" if seat.place == 1 else None,
        )
        for seat in evening.seats
    ]
    return Page("Indeling", columns, rows, "A2", landscape=False, group=2)


def nagerekend(evening: Evening) -> Page:
    """Rekenblad: the standings again, as formulas over the other sheets.

    In order of start number, so that every row has to find its own on Stand.
    """
    people = sorted((r.person for r in evening.standings.rows), key=lambda p: p.number)
    layout = rekenblad.Layout(
        rounds=tuple(progress.number for progress in evening.standings.rounds),
        people=len(people),
        forms=len(evening.forms),
        seats=len(evening.seats),
        deals=len(evening.labels),
        policy=evening.missed_round,
    )
    blocks = zip_longest(
        (_person_cells(layout, at, person) for at, person in enumerate(people, 2)),
        rekenblad.checks(layout),
        (rekenblad.form_formulas(layout, at) for at in range(2, layout.forms + 2)),
    )
    rows = []
    for person, check, form in blocks:
        cells = {**(person or {}), **(form or {})}
        if check:
            cells["controle"], cells["uitkomst"] = check
        rows.append([cells.get(heading or "") for heading in layout.headings])
    return Page(
        "Rekenblad",
        [_formula_column(heading) for heading in layout.headings],
        rows,
        "D2",
        filtered=False,
        printed=layout.headings.index("uitkomst") + 1,
    )


def heading(key: str) -> str:
    """The Dutch heading of a figure, the same in every file."""
    return HEADINGS.get(key, key.replace("_", " "))


def provisional_note(standings: Standings) -> str:
    """What is still missing: "ronde 4: 9 van 10 tafels"; empty when nothing is."""
    if standings.waiting:
        return "; ".join(
            f"ronde {r.number}: {r.counted} van {r.tables} tafels"
            for r in standings.waiting
        )
    unseen = sum(r.tables - r.approved for r in standings.rounds)
    return f"tafels nog goed te keuren: {unseen}" if unseen else ""


def decided_by(decision: Decision | None) -> str | None:
    """What put a row above the next one when their totals are equal."""
    if decision is None or decision.key == "totaal":
        return None
    key = decision.key
    if key == "beste_rondes":
        key = f"{decision.step + 1}e ronde" if decision.step else "beste ronde"
    mine, theirs = (
        "nog geen" if figure == NOT_YET else figure
        for figure in (decision.mine, decision.theirs)
    )
    return f"{key}, {mine} om {theirs}"


def shown_name(person: Person) -> str:
    """The name, or the start number where the name may not be shown."""
    return person.name if person.name is not None else f"Deelnemer {person.number}"


def deal_cell(text: str) -> int | str | None:
    """A cell of the form: a made bid as a number, a bol as ``●2`` or ``●``.

    Raises ValueError for a text that is no cell.
    """
    cell = read_cell(text)
    if cell is None or cell.made:
        return cell.bid if cell else None
    return BOL if cell.bid is None else f"{BOL}{cell.bid}"


def _stand_row(row: Row, rounds: Sequence[int], sizes: Sequence[int]) -> list[Value]:
    totals = {s.round: s.total for s in row.scores if not s.missed}
    played = by_size(row.scores)
    return [
        row.place,
        row.person.number,
        shown_name(row.person),
        *(totals.get(number) for number in rounds),
        row.total,
        *row.sums,
        row.correctie,
        row.gemist,
        *(played.get(size, 0) for size in sizes),
        decided_by(row.ahead_by),
    ]


def _round_row(evening: Evening, progress: Progress) -> list[Value]:
    number = progress.number
    played = [form.stats for form in evening.forms if form.seat.round == number]
    totals = [stats["totaal"] for stats in played]
    missed = [
        score
        for row in evening.standings.rows
        for score in row.scores
        if score.round == number and score.missed
    ]
    return [
        number,
        STATES[progress.state],
        progress.tables,
        progress.counted,
        progress.approved,
        ", ".join(str(table) for table in progress.missing),
        sum(seat.round == number for seat in evening.seats),
        len(missed),
        max(totals, default=None),
        min(totals, default=None),
        sum(totals) / len(totals) if totals else None,
        sum(stats["bollen"] for stats in played),
        sum(stats["punten"] for stats in played),
    ]


def _seat_columns() -> list[Column]:
    numbers = [Column(heading) for heading in ("ronde", "tafel", "plaats", "nummer")]
    return [*numbers, Column("naam", Kind.TEXT)]


def _form_row(form: FormRow) -> list[Value]:
    seat, stats = form.seat, form.stats
    return [
        seat.round,
        seat.table,
        seat.place,
        seat.person.number,
        shown_name(seat.person),
        *(deal_cell(text) for text in form.cells),
        stats["strafbollen"],
        stats["bollen"],
        stats["punten"],
        stats["niet_behaalde_bollen"],
        stats["totaal"],
    ]


def _person_cells(
    layout: rekenblad.Layout, at: int, person: Person
) -> dict[str, Value]:
    formulas = rekenblad.person_formulas(layout, at)
    return {**formulas, "nummer": person.number, "naam": shown_name(person)}


def _formula_column(heading: str | None) -> Column:
    if heading is None:
        return Column(None, Kind.EMPTY, width=3)
    if heading == "nummer":
        return Column(heading)
    if heading in ("naam", "controle"):
        return Column(heading, Kind.TEXT)
    hidden = heading.startswith("beste ")
    width = 12 if heading == "uitkomst" else None
    return Column(heading, Kind.FORMULA, HIDE_NOT_YET if hidden else "General", width)
