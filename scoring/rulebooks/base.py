"""What every rulebook is: the words it answers in, and what it can be asked.

A rulebook judges and scores one sheet of one table. It is pure: no Django, no
clock, no settings, no translation. Sentences for its codes live in
scoring/messages.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeGuard

from scoring.ranking import Criterion

# One complete reading of a sheet, as it is stored and sent: plain JSON.
Reading = Mapping[str, Any]
# The figures of one place in one game, by name: whole numbers, but halves where a
# place at the table is shared.
Stats = Mapping[str, Any]


class Severity(StrEnum):
    """Who may overrule a problem (rule 1.2)."""

    HARD = "HARD"  # nobody
    HARD_PLUS = "HARD+"  # the direction, with a reason: it happened, wrongly
    WARN = "WARN"  # the table, with a reason
    INFO = "INFO"  # nothing to overrule


@dataclass(frozen=True)
class Problem:
    """What is wrong with a sheet, and where.

    ``place`` and ``deal`` count from 1; None means the whole row, column or sheet.
    ``params`` holds the figures that the sentence needs.
    """

    code: str
    severity: Severity
    place: int | None = None
    deal: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @property
    def blocks(self) -> bool:
        return self.severity in (Severity.HARD, Severity.HARD_PLUS)


@dataclass(frozen=True)
class Line:
    """What one place scored: points that rank, and the figures behind them."""

    place: int
    side: str
    total: int
    stats: Stats


@dataclass(frozen=True)
class Field:
    """One thing that a form per deal asks.

    ``path`` says where its answer stands in the entry of a deal, "{side}" standing
    for each side and a figure for an item of a list: "makers",
    "card_points.{side}", "melds.0.kind". A field without ``choices`` is a whole
    number. ``usual`` is the choice that nobody needs to make. Two sides whose
    figures make ``adds_to`` together can leave one of them out. Fields of one
    ``group`` stand together, apart from the rest; ``folded``: out of sight until
    they are needed.
    """

    name: str
    path: str
    choices: tuple[str, ...] = ()
    usual: str = ""
    most: int | None = None
    adds_to: int | None = None
    group: str = ""
    folded: bool = False

    @property
    def per_side(self) -> bool:
        return "{side}" in self.path

    def at(self, side: str) -> str:
        """The path of the answer of one side."""
        return self.path.replace("{side}", side)


@dataclass(frozen=True)
class DealLine:
    """One deal of a form per deal as a page shows it.

    ``dealer`` is a place. Figures are per side, None where the deal, or one before
    it, cannot be scored. ``before`` has what each side should know before the deal,
    ``left`` what the deal leaves behind for both, by name.
    """

    number: int
    dealer: int | None = None
    outcome: str = ""
    scores: Mapping[str, int] | None = None
    totals: Mapping[str, int] | None = None
    before: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    left: Mapping[str, int] = field(default_factory=dict)


class Rulebook(Protocol):
    """The rules of one game with its options filled in.

    What has a body here holds for most games; a game that differs says so.
    """

    @property
    def key(self) -> str: ...

    @property
    def sizes(self) -> Sequence[int]:
        """Table sizes this game can be played at."""

    @property
    def usual_sizes(self) -> Sequence[int]:
        """Table sizes to lay, the one to lay most of first."""

    @property
    def criteria(self) -> Sequence[Criterion]:
        """How entries are ranked over the rounds, most important first."""

    @property
    def columns(self) -> Sequence[str]:
        """The figures that standings show beside the first criterion."""

    @property
    def modes(self) -> Sequence[str]:
        """The ways to fill in a form, the usual one first."""
        return ("totals",)

    @property
    def as_played(self) -> str:
        """The code that the direction may accept deal by deal, or ""."""
        return ""

    def options(self) -> dict[str, Any]:
        """The options as JSON, to freeze into a tournament or a sheet."""

    def options_at(self, sizes: Sequence[int]) -> dict[str, Any]:
        """The options for the sheets of a round with tables of these sizes."""
        return self.options()

    def mode_of(self, reading: Reading) -> str:
        """In which of the modes a reading was filled in."""
        return self.modes[0]

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Everything wrong with the reading, the primary error first."""

    def score(self, reading: Reading, places: int) -> list[Line]:
        """One line per place. Only for a reading without a problem that blocks."""

    def figures(
        self, played: Sequence[Stats], missed: Sequence[int], to_come: int
    ) -> dict[str, Any]:
        """What an entry has to show after some rounds, for criteria and columns.

        ``missed`` has what each missed round counts for; ``to_come`` rounds have
        no form yet.
        """

    def free_round(self, played: Sequence[Stats]) -> Stats | None:
        """What a round without opponents counts for; None where it is missed."""
        return None

    def live(self, places: int) -> dict[str, Any]:
        """Columns, ranges and sums as data, for a page that checks while typing."""
        return {}


class DealRulebook(Rulebook, Protocol):
    """The rules of a game whose form is written deal by deal and side by side.

    A reading holds "deals", one entry per deal shaped by the paths of ``fields``,
    and "first_dealer" (a place) where that is known.
    """

    @property
    def deal_count(self) -> int | None:
        """So many deals are played; None where the score ends the game."""
        return None

    @property
    def blames(self) -> Mapping[str, Sequence[str]]:
        """For the code of a problem, the fields to look at."""
        return {}

    def sides(self, places: int) -> Mapping[str, Sequence[int]]:
        """The places of each side."""

    def fields(self, places: int, mode: str) -> Sequence[Field]:
        """What the form of one deal asks, in the order of asking."""

    def course(self, reading: Reading, places: int) -> list[DealLine]:
        """The deals of a reading, and the one to play next unless it is over."""


def kept_by_deal(rules: Rulebook) -> TypeGuard[DealRulebook]:
    """Whether the form of this game is written deal by deal."""
    return hasattr(rules, "course")


def deals_of(reading: Reading) -> list[Any]:
    """The entries of a reading kept deal by deal; none where it holds anything else."""
    deals = reading.get("deals")
    return deals if isinstance(deals, list) else []
