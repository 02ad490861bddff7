"""Forms that robots really played, of every game in which you bid your tricks.

A form is kept as cells in which everything is known; `as_known` takes away what
nobody wrote down, and `reading` writes it as a sheet holds it.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import strategies as st

from scoring.robots import play_game
from scoring.rulebooks.bidding import NOT_DEALT_IN, Cell
from scoring.rulebooks.prediction import (
    APP,
    AT_HOME,
    BOERENBRIDGE,
    BOERENBRIDGE_19,
    BOLLEN,
    Prediction,
)

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
GAMES = (
    *(BOLLEN, AT_HOME, APP, BOERENBRIDGE, BOERENBRIDGE_19),
    replace(APP, deck=36, packs=(), most_cards=8, hook_from=2),
    replace(APP, deck=52, packs=(), most_cards=10, hook_from=None),
)
# Per place a cell for every deal; None for an empty one.
Cells = list[list[Cell | None]]
# What is known of a cell: the bid under a bol, and the tricks.
Known = Callable[[Cell], Cell]


def tables() -> st.SearchStrategy[tuple[Prediction, int]]:
    """A game, and a number of players that can play it."""
    return st.sampled_from([(game, places) for game in GAMES for places in game.sizes])


@cache
def played(game: Prediction, places: int, seed: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells of a form of robots, per place; the first leader is `leader_of`."""
    deals = [(deal.cards, deal.trump, deal.blind) for deal in game.deals_for(places)]
    happened = play_game(
        deals,
        places,
        leader_of(places, seed),
        random.Random(seed),
        RANKS[-(game.deck_for(places) // 4) :],
        game.hook_from,
    )
    rows: list[list[Cell]] = [[] for _ in range(places)]
    for deal in happened:
        taken = deal.tricks_taken()
        for place, bid in deal.bids:
            tricks = taken[place]
            rows[place - 1].append(Cell(bid, bid == tricks, tricks))
    return tuple(map(tuple, rows))


def leader_of(places: int, seed: int) -> int:
    return seed % places + 1


def left_early(
    game: Prediction, places: int, seed: int, leaver: int, after: int
) -> Cells:
    """A form on which the others play on without ``leaver`` after so many deals.

    Rule 2.9: they keep their seats. The game must say its deals itself.
    """
    before = as_known(played(game, places, seed), everything)
    rest = as_known(played(game, places - 1, seed), everything)
    rest.insert(leaver - 1, [NOT_DEALT_IN] * len(game.deals))
    return [b[:after] + r[after:] for b, r in zip(before, rest, strict=True)]


def everything(cell: Cell) -> Cell:
    return cell


def marks(cell: Cell) -> Cell:
    return replace(cell, tricks=None)


def worn(cell: Cell) -> Cell:
    """No bid under a bol can be read."""
    return marks(cell) if cell.made else Cell(None, made=False)


def worn_with_tricks(cell: Cell) -> Cell:
    return replace(worn(cell), tricks=cell.tricks)


def tricks_of_a_bol(cell: Cell) -> Cell:
    """Tricks only where they do not follow from the bid."""
    return marks(cell) if cell.made else cell


def ways_to_know(game: Prediction) -> list[Known]:
    """What a form of this game can leave out and still be scored."""
    enough: list[Known] = [everything, tricks_of_a_bol]
    return enough if game.miss_per else [*enough, marks, worn, worn_with_tricks]


def as_known(cells: Sequence[Sequence[Cell]], known: Known) -> Cells:
    return [[known(cell) for cell in row] for row in cells]


def reading(cells: Cells, **more: Any) -> dict[str, Any]:
    """The form as a sheet holds it, the tricks beside the cells."""
    rows = [
        ["" if c is None else str(replace(c, tricks=None)) for c in r] for r in cells
    ]
    tricks = [[None if c is None else c.tricks for c in row] for row in cells]
    beside = tricks if any(t is not None for row in tricks for t in row) else None
    return {"rows": rows, "tricks": beside, **more}


def in_cells(cells: Cells) -> dict[str, Any]:
    """The same form with the tricks in the cells: "2/1"."""
    return {"rows": [["" if c is None else str(c) for c in row] for row in cells]}


def as_bids(cells: Cells) -> dict[str, Any]:
    """The same form as bids and tricks, without a mark."""
    return {
        "bids": [[c and c.bid for c in row] for row in cells],
        "tricks": [[c and c.tricks for c in row] for row in cells],
    }
