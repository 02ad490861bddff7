"""Which columns the sheet Rekenblad has, and where the other sheets have theirs.

The first columns run in parallel with those of Stand, letter for letter. Figures go
by their Dutch headings, so that no game is known here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from openpyxl.utils import get_column_letter

FORM_SUMS = ("bollen", "punten", "niet behaalde bollen", "totaal")
PENALTIES = "strafbollen"
# Where the sheet of penalties has its numbers and points.
PENALISED, PENALTY = "B", "D"
BEST, MUTUAL = "beste rondes", "onderling resultaat"
MEETING = ("nummer", "tegen", "groep", "saldo", "eerste keer")


@dataclass(frozen=True)
class Layout:
    """How many rows and columns the other sheets have; row 1 holds the headings.

    ``policy`` says what a missed round counts for: a key of ``MISSED``, with
    ``fixed`` as the points of a policy that has them. ``figures``
    are those of Stand, ``chain`` what ranks, with whether high is better, and
    ``columns`` the letters on Formulieren. ``taken`` are figures that are no sums:
    they are taken over from Stand. ``recounted``: there are cells to count, with
    ``terms`` as what the total is made of, (factor, figure or "") each, or None
    where cells do not tell. ``twice``: both members of a pair have a row. ``free``:
    Indeling says in its column G who was free. ``apart``: there are rows without a
    number, of substitutes who count for nobody. ``meetings`` is how often two met.
    ``straffen`` counts the rows of the sheet of penalties, which change the figures
    of ``penalised``.
    ``left`` is the column of Formulieren with who left during a game, where that
    counts as a missed round; else "".
    """

    rounds: tuple[int, ...]
    people: int
    forms: int
    seats: int
    deals: int
    policy: str
    figures: tuple[str, ...]
    chain: tuple[tuple[str, bool], ...]
    columns: Mapping[str, str]
    taken: frozenset[str] = frozenset()
    recounted: bool = False
    terms: tuple[tuple[int, str], ...] | None = None
    twice: bool = False
    free: bool = False
    apart: bool = False
    meetings: int = 0
    fixed: int = 0
    straffen: int = 0
    penalised: frozenset[str] = frozenset()
    left: str = ""

    @cached_property
    def sums(self) -> tuple[str, ...]:
        """The figures of a participant, as Stand has them."""
        return (*self.figures, "correctie", "gemist")

    @cached_property
    def people_headings(self) -> tuple[str, ...]:
        """The columns that Stand has too, in the same order, and the difference."""
        rounds = self.round_names("R")
        return ("plaats", "nummer", "naam", *rounds, *self.sums, "verschil")

    @cached_property
    def extra(self) -> tuple[str, ...]:
        """What ranks and is not on Stand."""
        return tuple(
            key for key, _high in self.chain if key not in self.people_headings
        )

    @cached_property
    def ranked(self) -> bool:
        """Whether everything that ranks can be rebuilt."""
        known = {BEST, MUTUAL, *self.columns} - self.taken
        first = self.chain[0][0] if self.chain else MUTUAL
        return first != MUTUAL and known.issuperset(self.extra)

    @cached_property
    def steps(self) -> tuple[tuple[str, bool], ...]:
        """The chain with a step for every round, best first."""
        best = [(f"beste {n}", True) for n in range(1, len(self.rounds) + 1)]
        return tuple(
            step
            for key, high in (self.chain if self.ranked else ())
            for step in (best if key == BEST else [(key, high)])
        )

    @cached_property
    def step_headings(self) -> tuple[str, ...]:
        """The way from the round totals to the place, one column per step."""
        steps = [key for key, _high in self.steps]
        return (
            "regel op Stand",
            *self.round_names("telt R"),
            *(["vrije ronde"] if self.free else []),
            *(key for key in steps if key not in self.people_headings),
            *(f"na {key}" for key in steps),
        )

    @cached_property
    def form_headings(self) -> tuple[str, ...]:
        """One row per row of Formulieren, added up anew from its cells if it can."""
        sums = (*FORM_SUMS, "verschil") if self.recounted else ()
        return tuple(f"formulier {key}" for key in ("ronde", "nummer", *sums))

    @cached_property
    def meeting_headings(self) -> tuple[str, ...]:
        """One row for every time that somebody met an opponent."""
        if not (self.ranked and MUTUAL in self.extra):
            return ()
        return tuple(f"onderling {key}" for key in MEETING)

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
            *([None, *self.meeting_headings] if self.meeting_headings else []),
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

    def stand_column(self, heading: str) -> str:
        return column(self.letters[heading], self.people, "Stand")

    def seat_column(self, letter: str) -> str:
        return column(letter, self.seats, "Indeling")

    def penalty_column(self, letter: str) -> str:
        return column(letter, self.straffen, "Straffen")

    def form_column(self, heading: str) -> str:
        """A column of the forms: here where it is added up anew, else as written."""
        mine = self.letters.get(f"formulier {heading}")
        if mine:
            return column(mine, self.forms)
        return column(self.columns[heading], self.forms, "Formulieren")

    def meeting_column(self, heading: str) -> str:
        return column(self.letters[f"onderling {heading}"], self.meetings)

    def across(self, headings: Sequence[str], row: int) -> str:
        """A range within one row, from the first of these columns to the last."""
        return f"{self.cell(headings[0], row)}:{self.cell(headings[-1], row)}"


def column(letter: str, rows: int, sheet: str = "") -> str:
    """The cells of a column below its heading, at least one."""
    prefix = f"{sheet}!" if sheet else ""
    return f"{prefix}${letter}$2:${letter}${max(rows, 1) + 1}"
