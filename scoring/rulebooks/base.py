"""What every rulebook is: the words it answers in, and what it can be asked.

A rulebook judges and scores one sheet of one table. It is pure: no Django, no
clock, no settings, no translation. Sentences for its codes live in
scoring/messages.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from scoring.ranking import Criterion

# One complete reading of a sheet, as it is stored and sent: plain JSON.
Reading = Mapping[str, Any]


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
    stats: Mapping[str, int]


class Rulebook(Protocol):
    """The rules of one game with its options filled in."""

    @property
    def key(self) -> str: ...

    @property
    def sizes(self) -> Sequence[int]:
        """Table sizes this game can be played at."""

    @property
    def criteria(self) -> Sequence[Criterion]:
        """How entries are ranked over the rounds, most important first."""

    def options(self) -> dict[str, Any]:
        """The options as JSON, to freeze into a tournament or a sheet."""

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Everything wrong with the reading, the primary error first."""

    def score(self, reading: Reading, places: int) -> list[Line]:
        """One line per place. Only for a reading without a problem that blocks."""

    def live(self, places: int) -> dict[str, Any]:
        """Columns, ranges and sums as data, for a page that checks while typing."""
