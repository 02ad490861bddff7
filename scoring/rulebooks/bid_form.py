"""A reading of a sheet of a game in which you bid your tricks, read into cells.

Whatever is sent gives a form and what is wrong with its shape, never an exception.
Whether the deals can have happened is judged in bid_checks.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from scoring.rulebooks.base import Problem, Reading, Severity
from scoring.rulebooks.bid_history import history_faults
from scoring.rulebooks.bid_rules import Deal
from scoring.rulebooks.bidding import Cell, read_cell

HARD = Severity.HARD
SUM_COLUMNS = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
KEYS = frozenset(
    (
        *("rows", "bids", "tricks", "labels", "sums", "written"),
        *("penalties", "first_leader", "as_played", "annulled", "pen", "attempts"),
    )
)
PENALTY_KEYS = frozenset(("place", "deal", "notation", "zero_deal", "replayed"))
NOTATIONS = ("right", "zero")
FEWEST = 3  # with fewer dealt in a game ends (rule 2.9)
LONGEST = 20  # of what was typed, in a sentence about it
Table = list[Sequence[Any]]


@dataclass(frozen=True)
class Penalty:
    """A penalty bol after a revoke (rule 2.5)."""

    place: int
    deal: int | None = None
    notation: str = "right"
    zero_deal: int | None = None
    replayed: bool = True


@dataclass
class Form:
    """A reading with its cells read: per place, None where nothing can be read.

    ``misfits`` keep the cells from being judged, ``strays`` do not. Deals count from
    1: ``off`` are those that count for nobody, because they are ``annulled`` or
    because the game ``ended`` in one of them. ``absence`` says that somebody was not
    dealt in somewhere.
    """

    places: int
    deals: int
    texts: list[list[str]] = field(default_factory=list)
    cells: list[list[Cell | None]] = field(default_factory=list)
    penalties: list[Penalty] = field(default_factory=list)
    written: Sequence[Mapping[str, int] | None] = ()
    first_leader: int | None = None
    as_played: frozenset[int] = frozenset()
    annulled: frozenset[int] = frozenset()
    off: frozenset[int] = frozenset()
    ended: int | None = None
    absence: bool = False
    misfits: list[Problem] = field(default_factory=list)
    strays: list[Problem] = field(default_factory=list)

    def cell(self, place: int, deal: int | None) -> Cell | None:
        """The cell of a place in a deal; None where there is none."""
        if deal is None or not 1 <= deal <= self.deals:
            return None
        return self.cells[place - 1][deal - 1]

    def dealt_in(self) -> list[list[int]]:
        """The places dealt in, deal by deal; an empty cell may still be filled."""
        return [
            [place for place, cell in enumerate(column, 1) if not cell or cell.dealt]
            for column in zip(*self.cells, strict=True)
        ]

    def left(self, fewest: int = 1) -> dict[int, int]:
        """Who left during the game, and the first deal each was not dealt in.

        Left is who is not dealt in from some deal on, while others are, for at least
        ``fewest`` deals: where people sit out in turn one deal tells nothing.
        """
        dealt = {
            deal: places
            for deal, places in enumerate(self.dealt_in(), 1)
            if places and deal not in self.annulled
            if self.ended is None or deal <= self.ended
        }
        found = {}
        for place in range(1, self.places + 1) if self.absence else ():
            last = max((deal for deal in dealt if place in dealt[deal]), default=0)
            missed = [deal for deal in dealt if deal > last]
            if len(missed) >= fewest:
                found[place] = missed[0]
        return found


def read_form(reading: Any, places: int, deals: Sequence[Deal]) -> Form:
    """Read a form of ``places`` rows with a column for each deal."""
    form = Form(places, len(deals))
    if not isinstance(reading, Mapping):
        form.misfits.append(unreadable(reading))
        reading = {}
    form.strays += [unreadable(key) for key in reading if key not in KEYS]
    form.strays += map(unreadable, history_faults(reading, places, len(deals)))
    named = reading.get("labels")
    if named is not None and not _same(named, [deal.label for deal in deals]):
        form.misfits.append(_deal_count(form))
    _read_cells(form, reading)
    form.first_leader = _one_of(form, reading.get("first_leader"), places)
    form.as_played = _deals(form, reading, "as_played")
    form.annulled = form.off = _deals(form, reading, "annulled")
    form.penalties = list(_penalties(form, reading.get("penalties")))
    form.written = _written(form, reading.get("written"))
    seen = {_cell(text, None) for text in set().union(*form.texts)}
    if any(cell and not cell.dealt for cell in seen):
        _read_absence(form)
    return form


def is_blank(reading: Reading) -> bool:
    """Whether no cell is filled in: sums may then stand in their place."""
    if reading.get("bids"):
        return False
    rows = _table(reading.get("rows") or [])
    return rows is not None and all(c in ("", None) for row in rows for c in row)


def is_whole(value: Any) -> bool:
    """A whole number; True and 1.0 are none (rule 1.2)."""
    return isinstance(value, int) and not isinstance(value, bool)


def not_whole(value: Any, place: int | None = None, deal: int | None = None) -> Problem:
    """Rule 1.2: what should be a whole number is none."""
    return Problem("not_integer", HARD, place, deal, {"text": str(value)[:LONGEST]})


def unreadable(part: Any) -> Problem:
    """A part of the reading that no page of ours sends."""
    return Problem("reading_unreadable", HARD, params={"part": str(part)[:LONGEST]})


def _deal_count(form: Form, place: int | None = None) -> Problem:
    return Problem("deal_count", HARD, place, params={"expected": form.deals})


def _same(named: Any, labels: list[str]) -> bool:
    return isinstance(named, list | tuple) and list(named) == labels


def _table(value: Any) -> Table | None:
    """A list of lists, or None."""
    if not isinstance(value, list | tuple):
        return None
    return list(value) if all(isinstance(r, list | tuple) for r in value) else None


def _read_cells(form: Form, reading: Reading) -> None:
    tricks = reading.get("tricks") or None
    rows = _table(reading.get("rows") or [])
    if "rows" not in reading and "bids" in reading:
        rows, tricks = _rows_of_bids(reading["bids"], tricks), None
    if rows is None:
        form.misfits.append(unreadable("rows"))
    elif not form.misfits:
        form.misfits += _wrong_size(form, rows)
    taken = None
    if tricks is not None and not form.misfits:
        taken = _table(tricks)
        form.misfits += _wrong_tricks(form, taken)
    if form.misfits:
        rows, taken = _fitted(form, rows or []), None
    form.texts = [_texts(row) for row in rows or ()]
    if taken is None:
        form.cells = [[_cell(text, None) for text in row] for row in form.texts]
        return
    form.cells = [
        list(map(_cell, row, own)) for row, own in zip(form.texts, taken, strict=True)
    ]
    form.strays += _two_readings(form.texts, taken)


def _fitted(form: Form, rows: Table) -> Table:
    """As many rows and columns as the form has, for who adds up all the same."""
    empty = [""] * form.deals
    known = [[*row, *empty][: form.deals] for row in rows[: form.places]]
    return [*known, *[empty] * (form.places - len(known))]


def _rows_of_bids(bids: Any, tricks: Any) -> Table | None:
    """Cells like "2/1" from bids and tricks; a deal that is not over is empty."""
    bid_rows, trick_rows = _table(bids), _table(tricks or [])
    if bid_rows is None or trick_rows is None:
        return None
    known = trick_rows or [[None] * len(row) for row in bid_rows]
    return [
        [_bid_text(bid, taken) for bid, taken in zip(row, own, strict=False)]
        for row, own in zip(bid_rows, known, strict=False)
    ]


def _bid_text(bid: Any, taken: Any) -> str:
    if isinstance(bid, str) and not bid.strip(" -–—"):
        return bid
    return "" if bid is None or taken is None else f"{bid}/{taken}"


def _wrong_size(form: Form, rows: Table) -> list[Problem]:
    if len(rows) != form.places:
        return [Problem("player_count", HARD, params={"places": len(rows)})]
    return [
        _deal_count(form, place)
        for place, row in enumerate(rows, 1)
        if len(row) != form.deals
    ]


def _wrong_tricks(form: Form, rows: Table | None) -> list[Problem]:
    if rows is None:
        return [unreadable("tricks")]
    return _wrong_size(form, rows) or [
        not_whole(taken, place, deal)
        for place, row in enumerate(rows, 1)
        for deal, taken in enumerate(row, 1)
        if taken is not None and not is_whole(taken)
    ]


def _two_readings(texts: list[list[str]], taken: Table) -> Iterator[Problem]:
    """Tricks that stand in a cell and, otherwise, beside it."""
    for place, (row, own) in enumerate(zip(texts, taken, strict=True), 1):
        for deal, (text, beside) in enumerate(zip(row, own, strict=True), 1):
            cell = _cell(text, None) if "/" in text and beside is not None else None
            if cell and cell.tricks != beside:
                made = cell.bid != beside
                params = {"bid": cell.bid, "tricks": beside, "made": made}
                yield Problem("hit_mark_conflict", HARD, place, deal, params)


def _texts(row: Sequence[Any]) -> list[str]:
    return [
        text if isinstance(text, str) else "" if text is None else str(text)
        for text in row
    ]


@lru_cache(maxsize=4096)
def _cell(text: str, tricks: int | None) -> Cell | None:
    """A cell with the tricks that stand beside it; None where it cannot be read."""
    try:
        cell = read_cell(text)
    except ValueError:
        return None
    if cell is None or tricks is None or not cell.dealt:
        return cell
    return Cell(cell.bid, cell.made, tricks)


def _one_of(form: Form, place: Any, places: int) -> int | None:
    """A place at this table, or None after saying what is wrong with it."""
    if place is None:
        return None
    if not is_whole(place):
        form.strays.append(not_whole(place))
        return None
    if not 1 <= place <= places:
        params = {"place": place}
        form.strays.append(Problem("player_not_at_table", HARD, params=params))
        return None
    return int(place)


def _deals(form: Form, reading: Reading, key: str) -> frozenset[int]:
    """The deals that are named, those that are not on the form left out."""
    named = reading.get(key) or ()
    if not isinstance(named, list | tuple | set | frozenset):
        form.strays.append(unreadable(key))
        return frozenset()
    return frozenset(deal for item in named if (deal := _deal(form, item)))


def _deal(form: Form, deal: Any) -> int | None:
    if deal is None:
        return None
    if not is_whole(deal):
        form.strays.append(not_whole(deal))
        return None
    if not 1 <= deal <= form.deals:
        form.strays.append(_deal_count(form))
        return None
    return int(deal)


def _penalties(form: Form, given: Any) -> Iterator[Penalty]:
    if not isinstance(given or [], list | tuple):
        form.strays.append(unreadable("penalties"))
        return
    for item in given or ():
        if not isinstance(item, Mapping) or not PENALTY_KEYS.issuperset(item):
            form.strays.append(unreadable("penalties"))
            continue
        known = dict(item)
        if known.get("notation", "right") not in NOTATIONS:
            form.strays.append(unreadable(known["notation"]))
            continue
        place = _one_of(form, known.get("place") or 0, form.places)
        known["deal"] = _deal(form, known.get("deal"))
        zero = known.get("zero_deal")
        if zero is not None and not is_whole(zero):
            form.strays.append(not_whole(zero))
        elif place is not None:
            yield Penalty(**(known | {"place": place}))


def _written(form: Form, given: Any) -> Sequence[Mapping[str, int] | None]:
    """The sums on paper, where they can be compared."""
    if given is None:
        return ()
    fits = isinstance(given, list | tuple) and len(given) == form.places
    if not fits or not all(_columns(row) for row in given):
        form.strays.append(unreadable("written"))
        return ()
    numbers = [
        not_whole(value, place)
        for place, row in enumerate(given, 1)
        for value in (row or {}).values()
        if value is not None and not is_whole(value)
    ]
    form.strays += numbers
    return () if numbers else list(given)


def _columns(row: Any) -> bool:
    return row is None or (isinstance(row, Mapping) and set(row) <= set(SUM_COLUMNS))


def _read_absence(form: Form) -> None:
    """Rule 2.9: with fewer than three dealt in the game ends, before that deal."""
    form.absence = True
    for deal, dealt in enumerate(form.dealt_in(), 1):
        if len(dealt) < FEWEST and deal not in form.off:
            form.ended = deal
            form.off |= frozenset(range(deal, form.deals + 1))
            return
