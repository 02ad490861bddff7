"""The checks of one deal and of a whole form, in the order of rule 2.7.

The first problem found is the primary error. What a form scores is not known here.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.rulebooks.base import Line, Problem, Severity
from scoring.rulebooks.bid_form import LONGEST, SUM_COLUMNS, Form
from scoring.rulebooks.bid_rules import BidRules
from scoring.rulebooks.bidding import Cell, can_have_happened, leaders_and_dealers

HARD, HARD_PLUS = Severity.HARD, Severity.HARD_PLUS
WARN, INFO = Severity.WARN, Severity.INFO
Seated = Sequence[tuple[int, Cell]]  # a place and its cell, of those dealt in
FAR = 3  # tricks off that want a second look (check A7)
_CELL_FAULTS = ("not_integer", "missing_cell", "bid_range", "tricks_missing")


def deal_problems(rules: BidRules, form: Form) -> list[Problem]:
    """Rule 2.7 A, or B where tricks are known, for every deal that was played."""
    found: list[Problem] = []
    deals = rules.deals_for(form.places)
    columns = zip(*form.cells, strict=True)
    texts = zip(*form.texts, strict=True)
    for number, (deal, column, typed) in enumerate(
        zip(deals, columns, texts, strict=True), 1
    ):
        if number in form.off:
            continue
        broken = [
            Problem(code, HARD, place, number, _typed(text, deal.cards))
            for place, (text, cell) in enumerate(zip(typed, column, strict=True), 1)
            if (code := _cell_fault(rules, text, cell, deal.cards))
        ]
        if broken:
            found += sorted(broken, key=lambda p: _CELL_FAULTS.index(p.code))
            continue
        seated = [(p, c) for p, c in enumerate(column, 1) if c and c.dealt]
        hook = number not in form.as_played and rules.hooked(deal.cards)
        found += _deal(form, number, deal.cards, seated, hook)
    return found


def _typed(text: str, cards: int) -> dict[str, Any]:
    return {"text": text[:LONGEST], "cards": cards}


def _cell_fault(
    rules: BidRules, text: str, cell: Cell | None, cards: int
) -> str | None:
    """Rule 1.2 and checks A1 and A2 for one cell, and what its score needs."""
    if cell is None:
        return "not_integer" if text.strip() else "missing_cell"
    if cell.bid is not None and not 0 <= cell.bid <= cards:
        return "bid_range"
    if rules.miss_per and not cell.made:
        if cell.bid is None:
            return "missing_cell"
        return "tricks_missing" if cell.tricks is None else None
    return None


def _deal(
    form: Form, number: int, cards: int, seated: Seated, hook: bool
) -> Iterator[Problem]:
    cells = [cell for _place, cell in seated]
    if hook and _sum_is(cells, cards):
        yield _forbidden_sum(form, number, cards, cells)
    known = [cell.tricks for cell in cells if cell.tricks is not None]
    wrong = list(_tricks(number, cards, seated))
    yield from wrong
    if len(known) == len(cells):
        yield from _all_tricks(number, cards, cells, hook)
    elif not wrong:
        yield from _marks(number, cards, seated, hook)


def _forbidden_sum(
    form: Form, number: int, cards: int, cells: Sequence[Cell]
) -> Problem:
    """Check A3, with the last bidder where it is known who that is."""
    params = {"cards": cards, "bids": [cell.bid for cell in cells]}
    place = None
    if form.first_leader:
        dealt = form.dealt_in()
        turns = leaders_and_dealers(form.first_leader, dealt, form.places)
        place = turns[number - 1][1]
    return Problem("bid_sum_equals_tricks", HARD_PLUS, place, number, params)


def _marks(number: int, cards: int, seated: Seated, hook: bool) -> Iterator[Problem]:
    """Checks A4 to A8: whether the marks can be right.

    A4 follows from the forbidden bid sum, so it only holds where that does, and says
    nothing more where the bids do add up.
    """
    cells = [cell for _place, cell in seated]
    missed = [(place, cell) for place, cell in seated if not cell.made]
    left = cards - sum(cell.bid or 0 for cell in cells if cell.made)
    forbidden = hook and _sum_is(cells, cards)
    impossible = forbidden
    if hook and not missed and not forbidden:
        impossible = True
        yield Problem("no_bol", HARD, None, number, _left(cells, cards))
    if left < 0:
        impossible = True
        yield Problem("hits_exceed_tricks", HARD, None, number, _left(cells, cards))
    if impossible:
        return
    if not can_have_happened(cards, cells, hook):
        yield Problem("miss_impossible", HARD, None, number, _left(cells, cards))
        return
    yield from _remarkable(number, missed, left)
    if len(missed) == len(cells):
        yield Problem("all_bol", INFO, None, number)


def _left(cells: Sequence[Cell], cards: int) -> dict[str, Any]:
    """The figures of a deal for its sentence: made bids, and what is left then."""
    made = [cell.bid or 0 for cell in cells if cell.made]
    return {"cards": cards, "made": made, "left": cards - sum(made)}


def _remarkable(number: int, missed: Seated, left: int) -> Iterator[Problem]:
    """Check A7: the only bol is far off, and nobody wrote down its tricks."""
    if len(missed) != 1:
        return
    place, cell = missed[0]
    if cell.bid is not None and cell.tricks is None and abs(left - cell.bid) >= FAR:
        params = {"bid": cell.bid, "tricks": left}
        yield Problem("implied_far", WARN, place, number, params)


def _tricks(number: int, cards: int, seated: Seated) -> Iterator[Problem]:
    """Checks B2 to B4: the tricks that are known against bids and marks."""
    known = [(p, cell, cell.tricks) for p, cell in seated if cell.tricks is not None]
    for place, _cell, taken in known:
        if not 0 <= taken <= cards:
            params = {"tricks": taken, "cards": cards}
            yield Problem("trick_range", HARD, place, number, params)
    total = sum(taken for _place, _cell, taken in known)
    if len(known) == len(seated) and total != cards:
        params = {"cards": cards, "sum": total}
        yield Problem("trick_sum", HARD, None, number, params)
    for place, cell, taken in known:
        if cell.bid is not None and cell.made != (cell.bid == taken):
            marks = {"bid": cell.bid, "tricks": taken, "made": cell.made}
            yield Problem("hit_mark_conflict", HARD, place, number, marks)


def _all_tricks(
    number: int, cards: int, cells: Sequence[Cell], hook: bool
) -> Iterator[Problem]:
    """Check A8, and whether bids that cannot be read fit the tricks."""
    if not any(cell.made for cell in cells):
        yield Problem("all_bol", INFO, None, number)
    unread = any(cell.bid is None for cell in cells)
    if unread and not can_have_happened(cards, cells, hook):
        yield Problem("miss_impossible", HARD, None, number, _left(cells, cards))


def _sum_is(cells: Sequence[Cell], cards: int) -> bool:
    """Check A3: all bids are known and add up to the tricks."""
    total = 0
    for cell in cells:
        if cell.bid is None:
            return False
        total += cell.bid
    return total == cards


def absence_problems(rules: BidRules, form: Form) -> Iterator[Problem]:
    """Rule 2.9: who left, who sat out in turn, and where the game ended."""
    if form.ended:
        yield Problem("game_ended", WARN, None, form.ended)
        for number in range(form.ended, form.deals + 1):
            column = [form.cell(p, number) for p in range(1, form.places + 1)]
            played = any(cell and cell.dealt for cell in column)
            if played and number not in form.annulled:
                yield Problem("game_over", HARD, None, number)
    if rules.sits_out_at(form.places):
        yield from _turns(form)
    elif form.absence:
        yield from _back_again(form)


def _back_again(form: Form) -> Iterator[Problem]:
    """Somebody who left and plays on later: each place once."""
    for place, row in enumerate(form.cells, 1):
        left = False
        for number, cell in enumerate(row, 1):
            if number in form.off or cell is None:
                continue
            if cell.dealt and left:
                yield Problem("dealt_in_again", WARN, place, number)
                break
            left = left or not cell.dealt


def _turns(form: Form) -> Iterator[Problem]:
    """One sits out each deal, and nobody two deals more than another."""
    often = dict.fromkeys(range(1, form.places + 1), 0)
    wrong = None
    for number, dealt in enumerate(form.dealt_in(), 1):
        if number in form.off:
            continue
        out = [place for place in often if place not in dealt]
        for place in out:
            often[place] += 1
        if len(out) != 1:
            wrong = wrong or Problem(
                "sat_out_count", WARN, None, number, {"out": len(out)}
            )
    most, fewest = max(often.values()), min(often.values())
    if wrong:
        yield wrong
    elif most - fewest > 1:
        yield Problem("sat_out_uneven", WARN, params={"most": most, "fewest": fewest})


def penalty_problems(rules: BidRules, form: Form) -> Iterator[Problem]:
    """Rule 2.5 and checks C2 to C4."""
    used: set[tuple[int, int | None]] = set()
    for penalty in form.penalties:
        place, deal = penalty.place, penalty.zero_deal
        if penalty.notation == "zero":
            cell = form.cell(place, deal)
            zero = cell is not None and cell.dealt and cell.made and cell.bid == 0
            free = zero and deal not in form.off and (place, deal) not in used
            used.add((place, deal))
            where = deal if cell is not None else None
            if not free:
                yield Problem("penalty_zero_absent", HARD, place, where)
            elif not rules.turns_zeros:
                yield Problem("penalty_zero_in_tournament", WARN, place, deal)
        if not penalty.replayed:
            yield Problem("penalty_without_replay", WARN, place, penalty.deal)


def sum_problems(form: Form, lines: Sequence[Line]) -> Iterator[Problem]:
    """Checks C6 and C7, against what was counted."""
    for line in lines:
        written = form.written[line.place - 1] if form.written else None
        yield from differences(line, written or {})
        if line.stats["bollen"] == 0 and line.stats["niet_behaalde_bollen"]:
            yield Problem("bolloos", INFO, line.place)


def differences(line: Line, written: Mapping[str, int | None]) -> Iterator[Problem]:
    """Check C6: a sum on paper is another than was counted, which stands."""
    for key in SUM_COLUMNS:
        value, counted = written.get(key), line.stats[key]
        if value is not None and value != counted:
            params = {"column": key, "written": value, "counted": counted}
            yield Problem("sum_written_differs", WARN, line.place, params=params)
