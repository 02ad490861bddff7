"""One deal of a game in which you say how many tricks you will take.

Which bids are forbidden, who leads and deals, whether a finished deal can have
happened, and which tricks each player may have taken. Pure arithmetic over bids
and marks; what a game scores for them stands elsewhere.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

# "2" made, "2x" a bol on 2, "x" a bol whose bid can no longer be read, "2/1" bid 2
# and took 1, "-" not dealt in. The workbook writes a bol as "●2"; both spellings
# are read everywhere.
_CELL = re.compile(r"(●)?\s*(-?\d+)?\s*([xX●])?\s*(?:/\s*(-?\d+))?")
_DASHES = frozenset("-–—")


@dataclass(frozen=True)
class Cell:
    """A filled cell: the bid (None where it can no longer be read) and the mark.

    ``tricks`` are those taken, None where nobody wrote them down. A player who is
    not ``dealt`` in has neither bid nor bol (rule 2.9).
    """

    bid: int | None
    made: bool
    tricks: int | None = None
    dealt: bool = True

    def __str__(self) -> str:
        if not self.dealt:
            return "-"
        bid = "" if self.bid is None else str(self.bid)
        if self.tricks is None:
            return bid if self.made else f"{bid}x"
        told = self.bid is not None and self.made == (self.bid == self.tricks)
        mark = "" if told or self.made else "x"
        return f"{bid}{mark}/{self.tricks}"


NOT_DEALT_IN = Cell(None, made=True, dealt=False)


@lru_cache(maxsize=512)
def read_cell(text: str) -> Cell | None:
    """Read one cell as it is typed; None for an empty one.

    With tricks the mark follows from them, unless it is written too. Raises
    ValueError for anything that is not a whole number with or without a bol
    (rule 1.2, ``not_integer``).
    """
    text = text.strip()
    if not text:
        return None
    if text in _DASHES:
        return NOT_DEALT_IN
    match = _CELL.fullmatch(text)
    if not match:
        raise ValueError(text)
    front, digits, back, taken = match.groups()
    bid, bol = int(digits) if digits else None, bool(front or back)
    if taken is None:
        return Cell(bid, made=not bol)
    if bid is None and not bol:
        raise ValueError(text)
    return Cell(bid, made=not bol and bid == int(taken), tricks=int(taken))


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


def leaders_and_dealers(
    first_leader: int, dealt_in: Sequence[Sequence[int]], places: int
) -> list[tuple[int, int]]:
    """Leader and dealer of each deal where not everybody is dealt in (rule 2.9).

    ``dealt_in`` holds the places of each deal; where it names nobody, everybody
    counts. The lead passes to the next of them clockwise; the one of them before
    the leader deals, and bids last.
    """
    found = []
    last = first_leader - 1
    for named in dealt_in:
        dealt = named or range(1, places + 1)
        leader = min(dealt, key=lambda place: (place - last - 1) % places)
        dealer = min(dealt, key=lambda place: (leader - place - 1) % places)
        found.append((leader, dealer))
        last = leader
    return found


def can_have_happened(cards: int, cells: Sequence[Cell], hook: bool = True) -> bool:
    """Whether the tricks left can be divided over the bollen (rule 2.7 A6).

    ``cells`` are those of the players dealt in. ``hook`` says that the bids may
    not add up to the tricks. The closed form of rule 2.7; where tricks are known
    the possibilities are walked through.
    """
    if any(cell.tricks is not None for cell in cells):
        return _walk(cards, cells, hook)
    return _closed_form(cards, cells, hook)


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


def _closed_form(cards: int, cells: Sequence[Cell], hook: bool) -> bool:
    """Rule 2.7, and with it bids that can no longer be read.

    With two cards or more an unreadable bid can always be one that keeps the sum
    from the cards; with one card it is 0 for who took the trick and else 1.
    """
    left, bids = cards, 0
    missed: list[int] = []
    unread = 0
    for cell in cells:
        bid = cell.bid
        if bid is None:
            unread += 1
            continue
        bids += bid
        if cell.made:
            left -= bid
        else:
            missed.append(bid)
    zeros = missed.count(0)
    if zeros > left:  # also where less than nothing is left
        return False
    if unread:
        if not hook or cards > 1:
            return True
        took = 1 if left and not zeros else 0
        return bids + unread - took != cards
    if (hook and bids == cards) or (not missed and left):
        return False
    stuck = bool(missed) and not zeros and all(bid == left for bid in missed)
    return not (stuck and (len(missed) == 1 or left == 1))


def _walk(cards: int, cells: Sequence[Cell], hook: bool) -> bool:
    return any(
        tricks == cards and not (hook and bids == cards)
        for bids, tricks in _sums(cards, cells)
    )


def _sums(cards: int, cells: Sequence[Cell]) -> set[tuple[int, int]]:
    """All (sum of bids, sum of tricks) that the cells allow, tricks <= cards."""
    sums = {(0, 0)}
    for cell in cells:
        pairs = _pairs(cards, cell)
        sums = {(b + x, t + y) for b, t in sums for x, y in pairs if t + y <= cards}
    return sums


def _pairs(cards: int, cell: Cell) -> list[tuple[int, int]]:
    """Every (bid, tricks) that one cell allows."""
    known = range(cards + 1) if cell.tricks is None else [cell.tricks]
    if cell.made:
        assert cell.bid is not None
        return [(cell.bid, cell.bid)] if cell.bid in known else []
    bids = range(cards + 1) if cell.bid is None else [cell.bid]
    return [(b, t) for b in bids for t in known if t != b]
