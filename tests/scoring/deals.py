"""Deals to test the rules with, and what can have happened in them by enumeration.

`happenings` tries every division of the tricks and every reading of a bid that can
no longer be read; it knows nothing of the closed form or of the rulebook's program.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from hypothesis import strategies as st

from scoring.rulebooks.base import Problem
from scoring.rulebooks.bidding import Cell
from scoring.rulebooks.prediction import Deal, Prediction

Happening = tuple[tuple[int, ...], tuple[int, ...]]


@cache
def divisions(cards: int, players: int) -> list[tuple[int, ...]]:
    """Every way in which the tricks of a deal can fall."""
    if players == 0:
        return [] if cards else [()]
    return [
        (taken, *rest)
        for taken in range(cards + 1)
        for rest in divisions(cards - taken, players - 1)
    ]


def happenings(
    cards: int, cells: Sequence[Cell], hook: bool = True
) -> Iterator[Happening]:
    """Every (bids, tricks) that bids, marks and known tricks allow (rule 2.7 A)."""
    for tricks in divisions(cards, len(cells)):
        read = [_bids(cards, c, taken) for c, taken in zip(cells, tricks, strict=True)]
        for bids in product(*read):
            if not (hook and sum(bids) == cards):
                yield bids, tricks


def _bids(cards: int, cell: Cell, taken: int) -> list[int]:
    """What a cell can have been bid by who took so many tricks."""
    if cell.tricks not in (None, taken):
        return []
    unread = range(cards + 1)
    return [
        bid
        for bid in (unread if cell.bid is None else [cell.bid])
        if cell.made == (bid == taken)
    ]


def happened(cards: int, cells: Sequence[Cell], hook: bool = True) -> bool:
    return next(happenings(cards, cells, hook), None) is not None


def every_cell(cards: int, *, unread: bool) -> list[Cell]:
    """Every cell that can stand in a deal of so many cards."""
    known = [Cell(bid, made) for bid in range(cards + 1) for made in (True, False)]
    return [*known, Cell(None, made=False)] if unread else known


@st.composite
def marked_deals(draw: st.DrawFn, most_unread: int = 2) -> tuple[int, list[Cell]]:
    """Cards and cells of 3 to 6 players; most are near what can happen."""
    cards, players = draw(st.integers(1, 6)), draw(st.integers(3, 6))
    bids = draw(st.lists(st.integers(0, cards), min_size=players, max_size=players))
    if draw(st.booleans()):
        bids = [min(bid, 1 + cards // players) for bid in bids]
    marks = draw(st.lists(st.booleans(), min_size=players, max_size=players))
    cells = [Cell(bid, made) for bid, made in zip(bids, marks, strict=True)]
    missed = [index for index, cell in enumerate(cells) if not cell.made]
    for index in missed[: draw(st.integers(0, most_unread))]:
        cells[index] = Cell(None, made=False)
    return cards, cells


@st.composite
def played_deals(draw: st.DrawFn) -> tuple[int, list[Cell], list[int]]:
    """Cards, cells and tricks of a deal that was bid and played by the rules."""
    cards, players = draw(st.integers(1, 6)), draw(st.integers(3, 6))
    winners = [draw(st.integers(0, players - 1)) for _ in range(cards)]
    tricks = [winners.count(player) for player in range(players)]
    bids = draw(
        st.lists(st.integers(0, cards), min_size=players, max_size=players).filter(
            lambda made: sum(made) != cards
        )
    )
    cells = [Cell(bid, bid == t) for bid, t in zip(bids, tricks, strict=True)]
    return cards, cells, tricks


def one_deal(
    cards: int,
    cells: str | Sequence[Cell | str],
    rules: Prediction | None = None,
    **more: Any,
) -> list[Problem]:
    """What is wrong with a form of one deal; cells as typed: "1 0x x 2"."""
    typed = cells.split() if isinstance(cells, str) else [str(cell) for cell in cells]
    reading = {"rows": [[text] for text in typed], **more}
    return of_one_deal(cards, rules).problems(reading, len(typed))


def of_one_deal(cards: int, rules: Prediction | None = None) -> Prediction:
    """The same rules for a game that is this deal only."""
    options = (rules or Prediction()).options()
    return Prediction(**{**options, "deals": (Deal(str(cards), cards),)})


def codes(problems: Sequence[Problem]) -> list[str]:
    return [problem.code for problem in problems]


def blocking(problems: Sequence[Problem]) -> list[str]:
    return [problem.code for problem in problems if problem.blocks]
