"""Games in which you bid your tricks: Bollen, as a tournament and at home.

One engine, its options as data. The checks of a deal stand here in the order of
rule 2.7, so that the first one found is the primary error.

A reading of a sheet holds, per place:
    rows       cells as typed: "2" made, "2x" a bol, "x" a bol with unreadable bid
    tricks     optional, tricks taken per deal (None where unknown)
    penalties  [{"place", "deal", "notation", "zero_deal", "replayed"}], the notation
               "right" for a bol to the right, "zero" for a 0 that was turned
    written    optional, the sums as written on paper, or None
and for the sheet: labels (optional), first_leader (a place, or None), and
as_played: deals whose forbidden bid sum the direction accepts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from scoring.ranking import Criterion
from scoring.rulebooks.base import Line, Problem, Reading, Severity
from scoring.rulebooks.bidding import (
    Cell,
    can_have_happened,
    dealer_of,
    read_cell,
)

HARD, HARD_PLUS = Severity.HARD, Severity.HARD_PLUS
WARN, INFO = Severity.WARN, Severity.INFO
SUM_COLUMNS = ("bollen", "punten", "niet_behaalde_bollen", "totaal")


@dataclass(frozen=True)
class Deal:
    """A column of the form: its label, cards each, trump turned, bid blind."""

    label: str
    cards: int
    trump: bool = True
    blind: bool = False


BOLLEN_DEALS = (
    *(Deal(str(n), n) for n in (1, 2, 3, 4, 5)),
    Deal("5Z", 5, trump=False),
    Deal("5B", 5, trump=False, blind=True),
    *(Deal(str(n), n) for n in (4, 3, 2, 1)),
)


@dataclass(frozen=True)
class Prediction:
    """The rules of one prediction game; the defaults are the Bollen tournament."""

    key: str = "bollen"
    deck: int = 32
    sizes: tuple[int, ...] = (3, 4, 5, 6)
    usual_sizes: tuple[int, ...] = (4, 5)
    deals: tuple[Deal, ...] = BOLLEN_DEALS
    hook_from: int | None = 1  # bids may not add up, from this many cards (Q6)
    hit_bonus: int = 2  # a made bid scores the bid and this
    miss: int = -2  # a bol, and a penalty bol
    home: bool = False  # most bollen loses; a turned 0 is then allowed

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Rule 6.2; a home game ranks by bollen, then points (rule 2.6, Q12)."""
        if self.home:
            return (Criterion("bollen", high=False), Criterion("punten"))
        return (
            Criterion("totaal"),
            Criterion("gemist", high=False),
            Criterion("bollen", high=False),
            Criterion("punten"),
            Criterion("beste_rondes"),
        )

    def options(self) -> dict[str, Any]:
        return asdict(self)

    def hooked(self, cards: int) -> bool:
        return self.hook_from is not None and cards >= self.hook_from

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Rule 2.7: deal_count first, then deal by deal, then the whole form."""
        if places not in self.sizes:
            return [Problem("player_count", HARD, params={"places": places})]
        missing = self._deal_count(reading, places)
        if missing:
            return missing
        form = Form(reading)
        found = [p for d in range(len(self.deals)) for p in self._deal(form, d)]
        found += self._penalties(form)
        if not any(p.blocks for p in found):
            found += self._whole_form(form, places)
        return found

    def score(self, reading: Reading, places: int) -> list[Line]:
        """Rule 2.6: bollen with penalties, points that stand, cells that stand."""
        form = Form(reading)
        lines = []
        for place in range(1, places + 1):
            cells = [cell for cell in form.cells[place - 1] if cell is not None]
            made = [cell.bid or 0 for cell in cells if cell.made]
            own = [p for p in form.penalties if p.place == place]
            turned = len([p for p in own if p.notation == "zero"]) if self.home else 0
            stand = len(made) - turned
            bollen = len(cells) - len(made) + len(own)
            total = sum(made) + self.hit_bonus * stand + self.miss * bollen
            lines.append(
                Line(
                    place=place,
                    side=str(place),
                    total=total,
                    stats={
                        "bollen": bollen,
                        "punten": sum(made),
                        "niet_behaalde_bollen": stand,
                        "strafbollen": len(own),
                        "totaal": total,
                    },
                )
            )
        return lines

    def live(self, places: int) -> dict[str, Any]:
        """What a page needs to add up while somebody types."""
        return {
            "deals": [
                {
                    "label": d.label,
                    "cards": d.cards,
                    "trump": d.trump,
                    "blind": d.blind,
                    "hook": self.hooked(d.cards),
                }
                for d in self.deals
            ],
            "hit_bonus": self.hit_bonus,
            "miss": self.miss,
            "places": places,
        }

    def _deal_count(self, reading: Reading, places: int) -> list[Problem]:
        rows = reading.get("rows") or []
        expected = len(self.deals)
        labels = reading.get("labels")
        if labels is not None and list(labels) != [d.label for d in self.deals]:
            return [Problem("deal_count", HARD, params={"expected": expected})]
        if len(rows) != places:
            return [Problem("player_count", HARD, params={"places": len(rows)})]
        return [
            Problem("deal_count", HARD, place=i, params={"expected": expected})
            for i, row in enumerate(rows, 1)
            if len(row) != expected
        ]

    def _deal(self, form: "Form", index: int) -> Iterator[Problem]:
        """Rule 2.7 A, or B where tricks were entered, for one deal."""
        number, cards = index + 1, self.deals[index].cards
        texts = [row[index] for row in form.rows]
        cells = [row[index] for row in form.cells]
        broken = [
            Problem(code, HARD, place, number, {"text": text, "cards": cards})
            for place, (text, cell) in enumerate(zip(texts, cells, strict=True), 1)
            if (code := _cell_fault(text, cell, cards))
        ]
        yield from sorted(broken, key=lambda p: _CELL_FAULTS.index(p.code))
        if broken:
            return
        whole = [cell for cell in cells if cell is not None]
        hook = self.hooked(cards) and number not in form.as_played
        if hook and _sum_is(whole, cards):
            yield self._forbidden_sum(form, number, cards, whole)
        tricks = form.deal_tricks(index)
        if tricks is None:
            yield from _marks(number, cards, whole, hook)
            return
        yield from _tricks(number, cards, whole, tricks)
        unread = any(cell.bid is None for cell in whole)
        if unread and not can_have_happened(cards, whole, hook):
            yield Problem("miss_impossible", HARD, None, number, _left(whole, cards))

    def _forbidden_sum(
        self, form: "Form", number: int, cards: int, cells: Sequence[Cell]
    ) -> Problem:
        params: dict[str, Any] = {"cards": cards, "bids": [c.bid for c in cells]}
        place = None
        if form.first_leader:
            place = dealer_of(form.first_leader, number, len(cells))
        return Problem("bid_sum_equals_tricks", HARD_PLUS, place, number, params)

    def _penalties(self, form: "Form") -> Iterator[Problem]:
        """Rule 2.5 and checks C2 to C4."""
        used: set[tuple[int, int | None]] = set()
        for penalty in form.penalties:
            place, deal = penalty.place, penalty.zero_deal
            if penalty.notation == "zero":
                cell = form.cell(place, deal)
                free = cell == Cell(0, made=True) and (place, deal) not in used
                used.add((place, deal))
                if not free:
                    yield Problem("penalty_zero_absent", HARD, place, deal)
                elif not self.home:
                    yield Problem("penalty_zero_in_tournament", WARN, place, deal)
            if not penalty.replayed:
                yield Problem("penalty_without_replay", WARN, place, penalty.deal)

    def _whole_form(self, form: "Form", places: int) -> Iterator[Problem]:
        """Checks C6 and C7."""
        for line in self.score(form.reading, places):
            written = form.written[line.place - 1] if form.written else None
            for key in SUM_COLUMNS if written else ():
                value = (written or {}).get(key)
                if value is not None and value != line.stats[key]:
                    params = {
                        "column": key,
                        "written": value,
                        "counted": line.stats[key],
                    }
                    yield Problem(
                        "sum_written_differs", WARN, line.place, params=params
                    )
            if line.stats["bollen"] == 0:
                yield Problem("bolloos", INFO, line.place)


@dataclass(frozen=True)
class Penalty:
    """A penalty bol after a revoke (rule 2.5)."""

    place: int
    deal: int | None = None
    notation: str = "right"
    zero_deal: int | None = None
    replayed: bool = True


@dataclass(frozen=True)
class Form:
    """A reading with its cells read; a cell that cannot be read is None."""

    reading: Reading
    rows: list[list[str]] = field(init=False)
    cells: list[list[Cell | None]] = field(init=False)
    penalties: list[Penalty] = field(init=False)

    def __post_init__(self) -> None:
        given = self.reading["rows"]
        rows = [["" if text is None else str(text) for text in row] for row in given]
        object.__setattr__(self, "rows", rows)
        cells = [[_read_or_none(text) for text in row] for row in rows]
        object.__setattr__(self, "cells", cells)
        penalties = [Penalty(**p) for p in self.reading.get("penalties") or ()]
        object.__setattr__(self, "penalties", penalties)

    @property
    def first_leader(self) -> int | None:
        return self.reading.get("first_leader")

    @property
    def as_played(self) -> frozenset[int]:
        return frozenset(self.reading.get("as_played") or ())

    @property
    def written(self) -> list[Mapping[str, int] | None] | None:
        return self.reading.get("written")

    def cell(self, place: int, deal: int | None) -> Cell | None:
        if not 1 <= place <= len(self.cells):
            return None
        row = self.cells[place - 1]
        return row[deal - 1] if deal and 1 <= deal <= len(row) else None

    def deal_tricks(self, index: int) -> list[int] | None:
        """The tricks of one deal, or None unless all of them are known."""
        tricks = self.reading.get("tricks")
        if not tricks:
            return None
        column = [row[index] for row in tricks]
        return None if any(t is None for t in column) else column


_CELL_FAULTS = ("not_integer", "missing_cell", "bid_range")


def _cell_fault(text: str, cell: Cell | None, cards: int) -> str | None:
    """Rule 1.2 and checks A1 and A2 for one cell."""
    if cell is None:
        return "not_integer" if text.strip() else "missing_cell"
    if cell.bid is not None and not 0 <= cell.bid <= cards:
        return "bid_range"
    return None


def _marks(
    number: int, cards: int, cells: Sequence[Cell], hook: bool
) -> Iterator[Problem]:
    """Checks A4 to A8: whether the marks can be right.

    A4 follows from the forbidden bid sum, so it only holds where that does.
    """
    params = _left(cells, cards)
    left: int = params["left"]
    missed = [cell for cell in cells if not cell.made]
    impossible = False
    if hook and not missed:
        impossible = True
        yield Problem("no_bol", HARD, None, number, params)
    if left < 0:
        impossible = True
        yield Problem("hits_exceed_tricks", HARD, None, number, params)
    if impossible or (hook and _sum_is(cells, cards)):
        return
    if not can_have_happened(cards, cells, hook):
        yield Problem("miss_impossible", HARD, None, number, params)
        return
    yield from _remarkable(number, cells, missed, left)


def _left(cells: Sequence[Cell], cards: int) -> dict[str, Any]:
    """The figures of a deal for its sentence: made bids, and what is left then."""
    made = [cell.bid or 0 for cell in cells if cell.made]
    return {"cards": cards, "made": made, "left": cards - sum(made)}


def _remarkable(
    number: int, cells: Sequence[Cell], missed: Sequence[Cell], left: int
) -> Iterator[Problem]:
    """Checks A7 and A8: possible, and worth a second look."""
    bid = missed[0].bid if len(missed) == 1 else None
    if bid is not None and abs(left - bid) >= 3:
        place = cells.index(missed[0]) + 1
        params = {"bid": bid, "tricks": left}
        yield Problem("implied_far", WARN, place, number, params)
    if len(missed) == len(cells):
        yield Problem("all_bol", INFO, None, number)


def _tricks(
    number: int, cards: int, cells: Sequence[Cell], tricks: Sequence[int]
) -> Iterator[Problem]:
    """Checks B2 to B4: bids, marks and tricks against each other."""
    wrong = [place for place, t in enumerate(tricks, 1) if not 0 <= t <= cards]
    for place in wrong:
        params = {"tricks": tricks[place - 1], "cards": cards}
        yield Problem("trick_range", HARD, place, number, params)
    if sum(tricks) != cards:
        params = {"cards": cards, "sum": sum(tricks)}
        yield Problem("trick_sum", HARD, None, number, params)
    for place, (cell, taken) in enumerate(zip(cells, tricks, strict=True), 1):
        if cell.bid is not None and cell.made != (cell.bid == taken):
            params = {"bid": cell.bid, "tricks": taken, "made": cell.made}
            yield Problem("hit_mark_conflict", HARD, place, number, params)
    if all(not cell.made for cell in cells):
        yield Problem("all_bol", INFO, None, number)


def _sum_is(cells: Sequence[Cell], cards: int) -> bool:
    """Check A3: all bids are known and add up to the tricks."""
    total = 0
    for cell in cells:
        if cell.bid is None:
            return False
        total += cell.bid
    return total == cards


def _read_or_none(text: str) -> Cell | None:
    try:
        return read_cell(text)
    except ValueError:
        return None
