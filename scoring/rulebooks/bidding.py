"""One deal of a game in which you say how many tricks you will take.

Which bids are forbidden, whether a finished deal can have happened, and which
tricks each player may have taken. Pure arithmetic over bids and marks.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

# "2" made, "2x" a bol on 2, "x" a bol whose bid can no longer be read. The
# workbook writes a bol as "●2"; both spellings are read everywhere.
_CELL = re.compile(r"(●)?\s*(-?\d+)?\s*([xX●])?")


@dataclass(frozen=True)
class Cell:
    """A filled cell: the bid (None where it can no longer be read) and the mark."""

    bid: int | None
    made: bool

    def __str__(self) -> str:
        return f"{'' if self.bid is None else self.bid}{'' if self.made else 'x'}"


@lru_cache(maxsize=512)
def read_cell(text: str) -> Cell | None:
    """Read one cell as it is typed; None for an empty one.

    Raises ValueError for anything that is not a whole number with or without a
    bol (rule 1.2, ``not_integer``).
    """
    text = text.strip()
    if not text:
        return None
    match = _CELL.fullmatch(text)
    if not match:
        raise ValueError(text)
    front, digits, back = match.groups()
    return Cell(int(digits) if digits else None, made=not (front or back))


def forbidden_bid(cards: int, earlier: Sequence[int]) -> int | None:
    """The bid the last bidder may not make, or None (rule 2.3)."""
    left = cards - sum(earlier)
    return left if left >= 0 else None


def leader_of(first_leader: int, deal: int, places: int) -> int:
    """Place that leads deal ``deal``; both count from 1 (rule 2.3)."""
    return (first_leader - 1 + deal - 1) % places + 1


def dealer_of(first_leader: int, deal: int, places: int) -> int:
    """Place that deals, and bids last: the one before the leader (rule 2.3)."""
    return (leader_of(first_leader, deal, places) - 2) % places + 1


def can_have_happened(cards: int, cells: Sequence[Cell], hook: bool = True) -> bool:
    """Whether the tricks left can be divided over the bollen (rule 2.7 A6).

    ``hook`` says that the bids may not add up to the tricks. All bids known and
    the hook in force: the closed form of rule 2.7; else the possibilities are
    walked through.
    """
    if hook and all(cell.bid is not None for cell in cells):
        return sum(_bid(cell) for cell in cells) != cards and _closed_form(cards, cells)
    return bool(_walk(cards, cells, hook))


def possible_tricks(
    cards: int, cells: Sequence[Cell], hook: bool = True
) -> list[set[int]]:
    """The tricks each player may have taken, given bids and marks (rule 2.7 A).

    Empty sets when the deal cannot have happened.
    """
    found: list[set[int]] = [set() for _ in cells]
    for index, cell in enumerate(cells):
        others = [*cells[:index], *cells[index + 1 :]]
        rest = _sums(cards, others)
        for bid, tricks in _pairs(cards, cell):
            if any(
                tricks + t == cards and not (hook and bid + b == cards) for b, t in rest
            ):
                found[index].add(tricks)
    return found


def _closed_form(cards: int, cells: Sequence[Cell]) -> bool:
    missed = [_bid(cell) for cell in cells if not cell.made]
    left = cards - sum(_bid(cell) for cell in cells if cell.made)
    zeros = missed.count(0)
    if left < 0 or (not missed and left):
        return False
    if zeros > left:
        return False
    stuck = zeros == 0 and all(bid == left for bid in missed)
    return not (missed and stuck and (len(missed) == 1 or left == 1))


def _walk(cards: int, cells: Sequence[Cell], hook: bool) -> set[tuple[int, int]]:
    return {
        (bids, tricks)
        for bids, tricks in _sums(cards, cells)
        if tricks == cards and not (hook and bids == cards)
    }


def _sums(cards: int, cells: Sequence[Cell]) -> set[tuple[int, int]]:
    """All (sum of bids, sum of tricks) that the cells allow, tricks <= cards."""
    sums = {(0, 0)}
    for cell in cells:
        pairs = _pairs(cards, cell)
        sums = {(b + x, t + y) for b, t in sums for x, y in pairs if t + y <= cards}
    return sums


def _pairs(cards: int, cell: Cell) -> list[tuple[int, int]]:
    if cell.made:
        return [(_bid(cell), _bid(cell))]
    bids = range(cards + 1) if cell.bid is None else [cell.bid]
    return [(b, t) for b in bids for t in range(cards + 1) if t != b]


def _bid(cell: Cell) -> int:
    assert cell.bid is not None
    return cell.bid
