"""Ranking rows by a chain of criteria, with shared places and what decided them.

Pure: it knows neither games nor tournaments. Ties are never broken by name or by
the order in which rows arrive (rule 6.1).
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

Row = TypeVar("Row")


@dataclass(frozen=True)
class Criterion:
    """One step of the chain: which figure, and whether high or low is better.

    A figure may be a tuple of numbers; it is then compared one after the other.
    """

    key: str
    high: bool = True


@dataclass(frozen=True)
class Decision:
    """Why a row stands above the next one: the criterion, and both figures.

    ``step`` is the index at which two tuples differ, 0 for plain figures.
    """

    key: str
    mine: Any
    theirs: Any
    step: int = 0


@dataclass(frozen=True)
class Ranked(Generic[Row]):
    """A row with its place; ``ahead_by`` is None on the last row and on a tie."""

    place: int
    row: Row
    shared: bool
    ahead_by: Decision | None


def rank(
    rows: Iterable[Row],
    chain: Sequence[Criterion],
    figure: Callable[[Row, str], Any],
    label: Callable[[Row], Any],
) -> list[Ranked[Row]]:
    """Rank ``rows``; equal on every criterion is a shared place: 1, 2, 2, 4.

    ``figure(row, key)`` gives the figure of a criterion. ``label`` only puts rows
    of one shared place in a steady order.
    """
    keyed = sorted(
        ((_sort_key(row, chain, figure), label(row), row) for row in rows),
        key=lambda item: (item[0], item[1]),
    )
    ranked: list[Ranked[Row]] = []
    for index, (key, _, row) in enumerate(keyed):
        tied_above = index > 0 and keyed[index - 1][0] == key
        tied_below = index + 1 < len(keyed) and keyed[index + 1][0] == key
        place = ranked[-1].place if tied_above else index + 1
        ahead = None
        if index + 1 < len(keyed) and not tied_below:
            ahead = _decision(row, keyed[index + 1][2], chain, figure)
        ranked.append(Ranked(place, row, tied_above or tied_below, ahead))
    return ranked


def places(
    ranked: Sequence[Ranked[Row]], name: Callable[[Row], str]
) -> list[list[str]]:
    """The names per place, best first, each inner list in alphabetical order."""
    groups: dict[int, list[str]] = {}
    for item in ranked:
        groups.setdefault(item.place, []).append(name(item.row))
    return [sorted(names) for _, names in sorted(groups.items())]


def _sort_key(
    row: Row, chain: Sequence[Criterion], figure: Callable[[Row, str], Any]
) -> tuple[Hashable, ...]:
    return tuple(_turned(figure(row, c.key), c.high) for c in chain)


def _turned(value: Any, high: bool) -> Any:
    if isinstance(value, tuple):
        return tuple(_turned(v, high) for v in value)
    return -value if high else value


def _decision(
    row: Row,
    below: Row,
    chain: Sequence[Criterion],
    figure: Callable[[Row, str], Any],
) -> Decision:
    for criterion in chain:
        mine, theirs = figure(row, criterion.key), figure(below, criterion.key)
        if mine == theirs:
            continue
        if isinstance(mine, tuple):
            step = next(
                i
                for i, pair in enumerate(zip(mine, theirs, strict=True))
                if pair[0] != pair[1]
            )
            return Decision(criterion.key, mine[step], theirs[step], step)
        return Decision(criterion.key, mine, theirs)
    raise AssertionError("rows that differ in the chain are equal in every figure")
