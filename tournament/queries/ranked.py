"""What the standings say: rows, scores of the rounds, and how far the rounds are."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.ranking import Criterion, Decision
from tournament.models import Round
from tournament.objections import Objections
from tournament.queries.people import Person

CLOSED = Round.State.CLOSED


@dataclass(frozen=True)
class Score:
    """What one entry did in one round.

    ``total`` is None where no form counts yet; ``missed`` says the entry was not
    seated, or the round was closed without its table, and ``total`` is then what
    that counts for. ``free`` says that no place was left for the entry.
    """

    round: int
    total: int | None
    missed: bool = False
    size: int | None = None
    free: bool = False
    shown: float | None = None  # what stands on the board, where that is not the total

    @property
    def told(self) -> float | None:
        return self.total if self.shown is None else self.shown


@dataclass(frozen=True)
class Row:
    """One line of the standings."""

    place: int
    shared: bool
    person: Person
    total: float  # the figure that ranks first
    figures: Mapping[str, float]  # the columns beside it
    correctie: int
    gemist: int
    scores: tuple[Score, ...]
    ahead_by: Decision | None
    moved: int | None  # places won since the round before; None in the first

    @property
    def sums(self) -> tuple[float, ...]:
        """The figures of the columns, in their order."""
        return tuple(self.figures.values())


@dataclass(frozen=True)
class Progress:
    """How far one round is: tables, how many forms count, which are missing."""

    number: int
    state: str
    tables: int
    counted: int
    approved: int
    missing: tuple[int, ...]


@dataclass(frozen=True)
class Standings:
    """Ranked rows and the progress of the rounds behind them.

    ``after`` is the number of the last round of which a form counts, 0 for none.
    With ``hidden_from`` the standings are kept from the public from that round on:
    these are the ones before it, or once places are revealed those from
    ``revealed_from`` down. ``going`` is the last round, also when it is hidden. In a
    tournament that ``ended`` nothing comes in any more. ``moment`` is until when they
    may be objected to.
    """

    rows: tuple[Row, ...]
    rounds: tuple[Progress, ...]
    after: int
    planned: int
    columns: tuple[str, ...]
    criteria: tuple[Criterion, ...]
    hidden_from: int | None = None
    revealed_from: int | None = None
    going: Progress | None = None
    moment: Objections | None = None
    ended: bool = False

    @property
    def main(self) -> str:
        """The figure that ranks first."""
        return self.criteria[0].key

    @property
    def current(self) -> Progress | None:
        return self.going or (self.rounds[-1] if self.rounds else None)

    @property
    def waiting(self) -> tuple[Progress, ...]:
        """The rounds in which a form may still come in."""
        return tuple(
            r for r in self.rounds if r.state != CLOSED and r.counted < r.tables
        )

    @property
    def unseen(self) -> int:
        """How many forms count that nobody approved yet."""
        return sum(r.counted - r.approved for r in self.rounds)

    @property
    def provisional(self) -> bool:
        """A form may still come in, or was handed in and is not yet approved."""
        return bool(self.unseen or self.waiting) and not self.ended

    @property
    def has_corrections(self) -> bool:
        return any(row.gemist or row.correctie for row in self.rows)

    @property
    def played(self) -> bool:
        """Every planned round is closed, or the tournament was before that."""
        return (
            self.ended
            or len([r for r in self.rounds if r.state == CLOSED]) >= self.planned
        )

    @property
    def final(self) -> bool:
        """Every planned round is closed, and nothing may still come in."""
        return self.played and not self.provisional

    @property
    def objections(self) -> Objections | None:
        """Until when these may be objected to, once everybody may see them all."""
        return self.moment if self.played and not self.hidden_from else None
