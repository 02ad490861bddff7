"""The Excel file of a tournament, in Dutch whatever the language of the page.

The names of sheets and columns are an interface: people read them with scripts. It
lays out what it is given and asks the database nothing. Values stand on Stand,
formulas only on Rekenblad, because a formula is saved without its outcome.
"""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from scoring.ranking import Decision
from scoring.rulebooks.base import Rulebook, kept_by_deal
from scoring.rulebooks.bid_rules import TABLE_POINTS, BidRules
from scoring.rulebooks.figures import LEFT, NOT_YET, penalised
from tournament.excel import Column, Heads, Kind, Page, Value, clean, write_page
from tournament.formcells import deal_cells, deal_names, deal_width, total_terms
from tournament.missed import ZERO
from tournament.prizesheet import prijzen
from tournament.queries.evening import Evening, FormRow, SeatedPlace
from tournament.queries.people import Person
from tournament.queries.ranked import Progress, Row, Standings
from tournament.queries.standings import by_size
from tournament.rekenblad.layout import Layout
from tournament.rekenblad.page import nagerekend

STATES = {"published": "gepubliceerd", "playing": "bezig", "closed": "afgesloten"}
HIDE_ZERO = "0;-0;"
FORM_SUMS = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
# Figures that are no sum of what stands on forms, or have a column of their own.
APART = frozenset(("beste_rondes", "mutual_result", "correctie", "gemist"))
# Figures whose key is not their Dutch name.
HEADINGS = {
    "victory_points": "winstpunten",
    "balance": "saldo",
    "points_for": "punten voor",
    "points_against": "punten tegen",
    "mutual_result": "onderling resultaat",
}


def write_workbook(evening: Evening, target: BinaryIO) -> None:
    """Write the workbook of ``evening`` to ``target``, an open binary file."""
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
        rekenblad(evening),
        *([straffen(evening)] if evening.penalties else []),
        *([prijzen(evening)] if evening.awards else []),
    ):
        write_page(book, page, heads)
    book.save(target)


def stand(evening: Evening) -> Page:
    """The standings as plain values.

    Missed rounds and penalties stand in ``correctie``.
    """
    standings = evening.standings
    rounds = [progress.number for progress in standings.rounds]
    sizes = sorted({size for row in standings.rows for size in by_size(row.scores)})
    note = provisional_note(standings)
    columns = [
        Column("plaats"),
        Column("nummer"),
        Column("naam", Kind.TEXT),
        *(Column(f"R{number}") for number in rounds),
        *(Column(heading(key)) for key in stand_figures(standings)),
        *(Column(key) for key in ("correctie", "gemist")),
        *(Column(f"tafels van {size}") for size in sizes),
        Column("beslist", Kind.TEXT),
        *([Column("voorlopig", Kind.TEXT)] if note else []),
    ]
    rows = [
        (*_stand_row(standings, row, rounds, sizes), *([note] if note else []))
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
        *([Column("vrij")] if evening.free else []),
        Column("hoogste"),
        Column("laagste"),
        Column("gemiddelde", format="0.0"),
        *(Column(key) for key in _round_sums(evening)),
    ]
    rows = [_round_row(evening, progress) for progress in evening.standings.rounds]
    return Page("Rondes", columns, rows, "B2")


def formulieren(evening: Evening) -> Page:
    """One row per place of every form that counts, with its deals.

    Where somebody left a column says from which deal on; where tables had other
    deals a last one tells which.
    """
    left = _anybody_left(evening)
    others = any(form.labels != evening.labels for form in evening.forms)
    told = others and not kept_by_deal(evening.rules)
    names = deal_names(evening)
    columns = [
        *_seat_columns(),
        *(Column(name, Kind.DEAL, width=deal_width(evening)) for name in names),
        *(_figure_column(key) for key in form_figures(evening)),
        *([Column(heading(LEFT))] if left else []),
        *([Column("giften", Kind.TEXT)] if told else []),
    ]
    rows = [
        (
            *_form_row(evening, form),
            *([form.stats.get(LEFT)] if left else []),
            *([" ".join(form.labels)] if told else []),
        )
        for form in evening.forms
    ]
    return Page("Formulieren", columns, rows, "F2", group=2)


def indeling(evening: Evening) -> Page:
    """One row per seat, and per round who was free; place 1 deals first."""
    columns = [
        *_seat_columns(),
        Column("geeft eerst", Kind.TEXT),
        *([Column("vrij", Kind.TEXT)] if evening.free else []),
    ]
    seats = [
        (
            seat.round,
            seat.table,
            seat.place,
            _counts_for(seat),
            _sitter(seat),
            "ja" if seat.place == 1 else None,
            *([None] if evening.free else []),
        )
        for seat in evening.seats
    ]
    free = [
        (number, None, None, person.number, shown_name(person), None, "ja")
        for number, person in evening.free
    ]
    rows = sorted([*seats, *free], key=lambda row: row[0] or 0)
    return Page("Indeling", columns, rows, "A2", landscape=False, group=2)


def rekenblad(evening: Evening) -> Page:
    """The standings again, as formulas over the other sheets."""
    people = sorted((r.person for r in evening.standings.rows), key=lambda p: p.number)
    meetings = list(_meetings(evening))
    return nagerekend(
        _layout(evening, len(meetings)),
        [(person.number, shown_name(person)) for person in people],
        {
            at
            for at, form in enumerate(evening.forms, 2)
            if form.stats.get("alleen_sommen")
        },
        meetings,
    )


def straffen(evening: Evening) -> Page:
    """One row per penalty that counts; Rekenblad adds them up."""
    columns = [
        *(Column(heading) for heading in ("ronde", "nummer")),
        Column("naam", Kind.TEXT),
        Column("punten"),
        Column("reden", Kind.TEXT),
    ]
    rows = [
        (
            given.round,
            given.person.number,
            shown_name(given.person),
            given.points,
            given.reason or None,
        )
        for given in evening.penalties
    ]
    return Page("Straffen", columns, rows, "A2", landscape=False)


def stand_figures(standings: Standings) -> list[str]:
    """The figures of Stand, the one that ranks first first."""
    known = dict.fromkeys((standings.main, *standings.columns))
    return [key for key in known if key not in APART]


def form_figures(evening: Evening) -> list[str]:
    """The figures of Formulieren, behind the deals."""
    if isinstance(evening.rules, BidRules):
        extra = [TABLE_POINTS] if evening.rules.table_points else []
        return ["strafbollen", *FORM_SUMS, *extra]
    known = dict.fromkeys(evening.rules.figures([], [], 0))
    return [*(key for key in known if key not in {*APART, "totaal"}), "totaal"]


def _anybody_left(evening: Evening) -> bool:
    return any(LEFT in form.stats for form in evening.forms)


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


def decided_by(decision: Decision | None, main: str = "totaal") -> str | None:
    """What put a row above the next one when they are equal on ``main``."""
    if decision is None or decision.key == main:
        return None
    key = heading(decision.key)
    if decision.key == "beste_rondes":
        key = f"{decision.step + 1}e ronde" if decision.step else "beste ronde"
    mine, theirs = (
        "nog geen" if figure == NOT_YET else figure
        for figure in (decision.mine, decision.theirs)
    )
    return f"{key}, {mine} om {theirs}"


def shown_name(person: Person) -> str:
    """The name, or the start number where the name may not be shown."""
    return person.name if person.name is not None else f"Deelnemer {person.number}"


def _stand_row(
    standings: Standings, row: Row, rounds: Sequence[int], sizes: Sequence[int]
) -> list[Value]:
    figures = {**row.figures, standings.main: row.total}
    totals = {s.round: s.total for s in row.scores if not s.missed}
    played = by_size(row.scores)
    return [
        row.place,
        row.person.number,
        shown_name(row.person),
        *(totals.get(number) for number in rounds),
        *(figures[key] for key in stand_figures(standings)),
        row.correctie,
        row.gemist,
        *(played.get(size, 0) for size in sizes),
        decided_by(row.ahead_by, standings.main),
    ]


def _round_row(evening: Evening, progress: Progress) -> list[Value]:
    number = progress.number
    played = [form.stats for form in evening.forms if form.seat.round == number]
    totals = [form.total for form in evening.forms if form.seat.round == number]
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
        *([sum(n == number for n, _ in evening.free)] if evening.free else []),
        max(totals, default=None),
        min(totals, default=None),
        sum(totals) / len(totals) if totals else None,
        *(sum(stats[key] for stats in played) for key in _round_sums(evening)),
    ]


def _round_sums(evening: Evening) -> tuple[str, ...]:
    """What is added up over all forms of a round."""
    return ("bollen", "punten") if isinstance(evening.rules, BidRules) else ()


def _seat_columns() -> list[Column]:
    numbers = [Column(heading) for heading in ("ronde", "tafel", "plaats", "nummer")]
    return [*numbers, Column("naam", Kind.TEXT)]


def _form_row(evening: Evening, form: FormRow) -> list[Value]:
    seat = form.seat
    figures = {**form.stats, "totaal": form.total}
    return [
        seat.round,
        seat.table,
        seat.place,
        _counts_for(seat),
        _sitter(seat),
        *deal_cells(evening, form),
        *(figures.get(key) for key in form_figures(evening)),
    ]


def _counts_for(seat: SeatedPlace) -> int | None:
    """Whose score it is; nobody's where a substitute counts apart."""
    return None if seat.apart else seat.person.number


def _sitter(seat: SeatedPlace) -> str:
    name = shown_name(seat.person)
    return f"{name} (telt apart)" if seat.apart else name


def _figure_column(key: str) -> Column:
    if key == "strafbollen":
        return Column("straf", format=HIDE_ZERO)
    return Column(heading(key))


def _layout(evening: Evening, meetings: int) -> Layout:
    rules, standings = evening.rules, evening.standings
    figures, keys = stand_figures(standings), form_figures(evening)
    letters = range(6 + len(evening.labels), 6 + len(evening.labels) + len(keys))
    summed, terms = _summed(rules), total_terms(rules)
    numbers = [
        (form.seat.round, form.seat.person.number)
        for form in evening.forms
        if not form.seat.apart
    ]
    return Layout(
        rounds=tuple(progress.number for progress in standings.rounds),
        people=len(standings.rows),
        forms=len(evening.forms),
        seats=len(evening.seats) + len(evening.free),
        deals=len(evening.labels),
        policy=evening.missed_round if _missed_counts(rules) else ZERO,
        figures=tuple(heading(key) for key in figures),
        chain=tuple((heading(c.key), c.high) for c in standings.criteria),
        columns={
            heading(key): get_column_letter(letter)
            for key, letter in zip(keys, letters, strict=True)
        },
        taken=frozenset(heading(key) for key in figures if key not in summed),
        recounted=isinstance(rules, BidRules),
        terms=None
        if terms is None
        else tuple((factor, heading(key)) for factor, key in terms),
        twice=len(set(numbers)) < len(numbers),
        free=bool(evening.free),
        apart=any(form.seat.apart for form in evening.forms),
        meetings=meetings,
        fixed=evening.missed_points,
        straffen=len(evening.penalties),
        penalised=frozenset(heading(key) for key in penalised(rules)),
        left=get_column_letter(letters.stop)
        if evening.left_misses and _anybody_left(evening)
        else "",
    )


def _summed(rules: Rulebook) -> set[str]:
    """The figures that are the sum of those of the forms."""
    one = dict.fromkeys(rules.figures([], [], 0), 1)
    return {key for key, two in rules.figures([one, one], [], 0).items() if two == 2}


def _missed_counts(rules: Rulebook) -> bool:
    """Whether the worth of a missed round is added to the total."""
    return bool(rules.figures([], [1], 0)["correctie"])


def _meetings(evening: Evening) -> Iterator[tuple[int, int]]:
    """Every time that two were opponents, both ways, as rows of Formulieren."""
    tables: dict[tuple[int, int], dict[tuple[int, str], int]] = {}
    for at, form in enumerate(evening.forms, 2):
        if form.seat.apart:
            continue
        table = tables.setdefault((form.seat.round, form.seat.table), {})
        table.setdefault((form.seat.person.number, form.side), at)
    for table in tables.values():
        for (_, side), mine in table.items():
            yield from (
                (mine, theirs) for (_, other), theirs in table.items() if other != side
            )
