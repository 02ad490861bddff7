"""The formulas of the sheet Rekenblad: they rebuild Stand from Formulieren.

Only texts: nothing is computed and nothing is written here. Every function used is
known to Excel 2010 and to LibreOffice, and no formula needs to be an array. The
first columns run in parallel with those of Stand, letter for letter.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from openpyxl.utils import get_column_letter

from scoring.rulebooks.figures import NOT_YET
from tournament.missed import AVERAGE, LOWEST, LOWEST_OR_ZERO, ZERO

SUMS = ("totaal", "bollen", "punten", "niet behaalde bollen", "correctie", "gemist")
FORM_SUMS = ("bollen", "punten", "niet behaalde bollen", "totaal")
# The row of the first lowest total among the checks; the rounds follow below it.
LOWEST_FROM = 6
# What one missed round counts for (rule 6.2), as a formula over the lowest total of
# that round and the person's own rounds, and in words.
MISSED = {
    LOWEST_OR_ZERO: ("MIN(0,{lowest})", "het laagste totaal, hooguit 0"),
    ZERO: ("0", "0 punten"),
    LOWEST: ("{lowest}", "het laagste totaal van die ronde"),
    AVERAGE: (
        "IF(COUNT({own})=0,0,INT(SUM({own})/COUNT({own})))",
        "het eigen gemiddelde, naar beneden afgerond",
    ),
}


@dataclass(frozen=True)
class Layout:
    """How many rows and columns the other sheets have; row 1 holds the headings.

    ``policy`` says what a missed round counts for: a key of ``MISSED``.
    """

    rounds: tuple[int, ...]
    people: int
    forms: int
    seats: int
    deals: int
    policy: str

    @cached_property
    def people_headings(self) -> tuple[str, ...]:
        """The columns that Stand has too, in the same order, and the difference."""
        return ("plaats", "nummer", "naam", *self.round_names("R"), *SUMS, "verschil")

    @cached_property
    def step_headings(self) -> tuple[str, ...]:
        """The way from the round totals to the place, one column per step."""
        best = [f"beste {n}" for n in range(1, len(self.rounds) + 1)]
        after = ["totaal", "gemist", "bollen", "punten", *best]
        return (
            "regel op Stand",
            *self.round_names("telt R"),
            *best,
            *(f"na {step}" for step in after),
        )

    @cached_property
    def form_headings(self) -> tuple[str, ...]:
        """One row per row of Formulieren, added up anew from its cells."""
        keys = ("ronde", "nummer", *FORM_SUMS, "verschil")
        return tuple(f"formulier {key}" for key in keys)

    @cached_property
    def headings(self) -> tuple[str | None, ...]:
        """All headings from column A on; None for a column that stays empty."""
        return (
            *self.people_headings,
            None,
            "controle",
            "uitkomst",
            None,
            *self.step_headings,
            None,
            *self.form_headings,
        )

    @cached_property
    def letters(self) -> Mapping[str, str]:
        """The column letter of each heading."""
        return {
            heading: get_column_letter(index)
            for index, heading in enumerate(self.headings, 1)
            if heading
        }

    def round_names(self, prefix: str) -> tuple[str, ...]:
        return tuple(f"{prefix}{number}" for number in self.rounds)

    def cell(self, heading: str, row: int) -> str:
        return f"${self.letters[heading]}{row}"

    def people_column(self, heading: str) -> str:
        return column(self.letters[heading], self.people)

    def form_column(self, heading: str) -> str:
        return column(self.letters[f"formulier {heading}"], self.forms)

    def across(self, headings: Sequence[str], row: int) -> str:
        """A range within one row, from the first of these columns to the last."""
        return f"{self.cell(headings[0], row)}:{self.cell(headings[-1], row)}"


def column(letter: str, rows: int, sheet: str = "") -> str:
    """The cells of a column below its heading, at least one."""
    prefix = f"{sheet}!" if sheet else ""
    return f"{prefix}${letter}$2:${letter}${max(rows, 1) + 1}"


def person_formulas(layout: Layout, row: int) -> dict[str, str]:
    """The formulas of the participant in row ``row``, by heading.

    Without ``nummer`` and ``naam``, which stand there as they are. There is a round
    as soon as there is a participant.
    """
    rounds = [("R" + str(number), number) for number in layout.rounds]
    return {
        "plaats": f"={layout.cell(layout.step_headings[-1], row)}",
        **{name: _round_total(layout, row, number) for name, number in rounds},
        **_sums(layout, row),
        "verschil": _difference(layout, row),
        "regel op Stand": (
            f"=MATCH({layout.cell('nummer', row)},"
            f"{column(layout.letters['nummer'], layout.people, 'Stand')},0)"
        ),
        **{"telt " + name: _counts(layout, row, number) for name, number in rounds},
        **{f"beste {n}": _nth_best(layout, row, n) for n in range(1, len(rounds) + 1)},
        **_ranking_chain(layout, row),
    }


def form_formulas(layout: Layout, row: int) -> dict[str, str]:
    """The formulas beside row ``row`` of Formulieren, by heading (rule 2.6)."""
    first, last = get_column_letter(6), get_column_letter(5 + layout.deals)
    cells = f"Formulieren!${first}{row}:${last}{row}"
    after = [get_column_letter(5 + layout.deals + n) for n in range(1, 6)]
    penalty, *written = after
    mine = {key: layout.cell(f"formulier {key}", row) for key in FORM_SUMS}
    differences = [
        f"ABS(Formulieren!${letter}{row}-{mine[key]})"
        for letter, key in zip(written, FORM_SUMS, strict=True)
    ]
    formulas = {
        "ronde": f"=Formulieren!$A{row}",
        "nummer": f"=Formulieren!$D{row}",
        "bollen": f'=COUNTIF({cells},"●*")+Formulieren!${penalty}{row}',
        "punten": f"=SUM({cells})",
        "niet behaalde bollen": f"=COUNT({cells})",
        "totaal": (
            f"={mine['punten']}+2*{mine['niet behaalde bollen']}-2*{mine['bollen']}"
        ),
        "verschil": "=" + "+".join(differences),
    }
    return {f"formulier {key}": formula for key, formula in formulas.items()}


def checks(layout: Layout) -> Iterator[tuple[str, str | None]]:
    """What stands beside the participants: a text, and the formula for it.

    The first one is the verdict on the whole workbook.
    """
    label = layout.letters["uitkomst"]
    people = layout.people_column("nummer")
    on_stand = column(layout.letters["nummer"], layout.people, "Stand")
    totals = [layout.people_column(name) for name in layout.round_names("R")]
    all_zero = f"SUM(${label}$3:${label}${LOWEST_FROM - 1})=0"
    verdict = f'IFERROR(IF({all_zero},"alles klopt","klopt niet"),"klopt niet")'
    yield "oordeel", f"={verdict}"
    yield (
        "alle verschillen samen",
        f"=SUM({layout.people_column('verschil')})"
        f"+SUM({layout.form_column('verschil')})",
    )
    yield (
        "deelnemers hier of op Stand te weinig",
        f"=ABS(COUNT({on_stand})-COUNT({people}))",
    )
    counted = ",".join(totals) or '""'
    yield (
        "formulierregels zonder deelnemer",
        f"=ABS(COUNT({layout.form_column('nummer')})-COUNT({counted}))",
    )
    for number, total in zip(layout.rounds, totals, strict=True):
        formula = f'=IF(COUNT({total})=0,"",MIN({total}))'
        yield f"laagste totaal in ronde {number}", formula
    yield from ((line, None) for line in explanation(layout.policy))


def explanation(policy: str) -> tuple[str, ...]:
    """A few lines on where the figures come from."""
    return (
        "Alles hier, ook de correctie, is",
        "nagerekend uit de vakjes op Formulieren",
        "en de plaatsen op Indeling.",
        "Een gemiste ronde telt voor",
        f"{MISSED[policy][1]}.",
    )


def _round_total(layout: Layout, row: int, number: int) -> str:
    mine = (
        f"{layout.form_column('nummer')},{layout.cell('nummer', row)},"
        f"{layout.form_column('ronde')},{number}"
    )
    total = f"SUMIFS({layout.form_column('totaal')},{mine})"
    return f'=IF(COUNTIFS({mine})=0,"",{total})'


def _sums(layout: Layout, row: int) -> dict[str, str]:
    own = layout.across(layout.round_names("R"), row)
    counted = layout.across(layout.round_names("telt R"), row)
    mine = f"{layout.form_column('nummer')},{layout.cell('nummer', row)}"
    summed = {
        key: f"=SUMIFS({layout.form_column(key)},{mine})" for key in FORM_SUMS[:3]
    }
    return {
        "totaal": f"=SUM({counted})",
        **summed,
        "correctie": f"=SUM({counted})-SUM({own})",
        "gemist": f"=COUNT({counted})-COUNT({own})",
    }


def _counts(layout: Layout, row: int, number: int) -> str:
    """What a round counts for: its form, or what a missed round is worth.

    Missed is a round of which some form is in, without a seat for this person.
    """
    total = layout.cell(f"R{number}", row)
    at = LOWEST_FROM + layout.rounds.index(number)
    lowest = f"${layout.letters['uitkomst']}${at}"
    own = layout.across(layout.round_names("R"), row)
    worth = MISSED[layout.policy][0].format(lowest=lowest, own=own)
    seats = (
        f"COUNTIFS({column('D', layout.seats, 'Indeling')},"
        f"{layout.cell('nummer', row)},"
        f"{column('A', layout.seats, 'Indeling')},{number})"
    )
    missed = f"AND(ISNUMBER({lowest}),{seats}=0)"
    return f'=IF(ISNUMBER({total}),{total},IF({missed},{worth},""))'


def _nth_best(layout: Layout, row: int, n: int) -> str:
    counted = layout.across(layout.round_names("telt R"), row)
    return f"=IFERROR(LARGE({counted},{n}),{NOT_YET})"


def _ranking_chain(layout: Layout, row: int) -> dict[str, str]:
    """The place after each key of the chain of rule 6.2.

    Each step adds how many of those who shared the place so far are better.
    """
    formulas = {}
    before = None
    for heading in layout.step_headings:
        if not heading.startswith("na "):
            continue
        key = heading.removeprefix("na ")
        better = "<" if key in ("gemist", "bollen") else ">"
        beaten_by = f'{layout.people_column(key)},"{better}"&{layout.cell(key, row)}'
        if before is None:
            formulas[heading] = f"=1+COUNTIFS({beaten_by})"
        else:
            equals = f"{layout.people_column(before)},{layout.cell(before, row)}"
            formulas[heading] = (
                f"={layout.cell(before, row)}+COUNTIFS({equals},{beaten_by})"
            )
        before = heading
    return formulas


def _difference(layout: Layout, row: int) -> str:
    """How far this row is from the row of the same number on Stand, all added up.

    An empty round is not a round of 0: a difference in filled rounds counts too.
    """
    at = layout.cell("regel op Stand", row)
    rounds = layout.round_names("R")
    terms = []
    for key in ("plaats", *rounds, *SUMS):
        there = f"INDEX({column(layout.letters[key], layout.people, 'Stand')},{at})"
        terms.append(f"ABS(N({there})-N({layout.cell(key, row)}))")
    first, last = layout.letters[rounds[0]], layout.letters[rounds[-1]]
    block = f"Stand!${first}$2:${last}${layout.people + 1}"
    own = layout.across(rounds, row)
    terms.append(f"ABS(COUNT(INDEX({block},{at},0))-COUNT({own}))")
    return "=" + "+".join(terms)
