"""What stands on a form, whatever the game: its deals, and how its total is made."""

from collections.abc import Sequence
from itertools import repeat

from scoring.rulebooks.base import Rulebook, kept_by_deal
from scoring.rulebooks.bid_rules import BidRules
from scoring.rulebooks.bidding import read_cell
from tournament.excel import Value
from tournament.queries.evening import Evening, FormRow

BOL = "●"


def deal_names(evening: Evening) -> list[str]:
    """The headings of the deals: 1 2 3 4 5 5Z 5B 4 3 2 1, or gift 1, gift 2."""
    if kept_by_deal(evening.rules):
        return [f"gift {label}" for label in evening.labels]
    return list(evening.labels)


def deal_width(evening: Evening) -> int:
    """The width of a deal in letters: "●5", or "●10/8"."""
    return 8 if _tells_tricks(evening) else 6


def deal_cells(evening: Evening, form: FormRow) -> list[Value]:
    """A cell for every deal: what was bid and made, or what its side scored.

    It is empty where the deal counts for nobody and where nobody wrote it down.
    """
    width = len(evening.labels)
    if kept_by_deal(evening.rules):
        return [*form.scores, *[None] * (width - len(form.scores))]
    known = form.tricks if _tells_tricks(evening) else None
    cells: list[Value] = []
    for number, (text, tricks) in enumerate(
        zip(form.cells, known or repeat(None), strict=False), 1
    ):
        # A 0 that was turned is no made bid any more; its bol is a penalty bol.
        cell = f"0{BOL}" if number in form.turned else deal_cell(text, tricks)
        cells.append(None if number in form.off else cell)
    return spread(cells or [None] * len(form.labels), width)


def deal_cell(text: str, tricks: int | None = None) -> int | str | None:
    """A cell of the form: a made bid as a number, a bol as ``●2`` or ``●``.

    With ``tricks`` a bol tells them too: ``●2/1``. Raises ValueError for a text that
    is no cell.
    """
    cell = read_cell(text)
    if cell is None or cell.made:
        return cell.bid if cell else None
    bol = BOL if cell.bid is None else f"{BOL}{cell.bid}"
    return bol if tricks is None else f"{bol}/{tricks}"


def _tells_tricks(evening: Evening) -> bool:
    """Whether the score depends on the tricks by which a bol is off."""
    return isinstance(evening.rules, BidRules) and bool(evening.rules.miss_per)


def spread(cells: Sequence[Value], width: int) -> list[Value]:
    """The deals of a shorter form under the columns of the longest.

    Such forms go up to fewer cards and down again: the way up stands left, the way
    down right, and what is between, without trump, in the middle.
    """
    half, gap = (len(cells) - 1) // 2, width - len(cells)
    left: list[Value] = [None] * (gap // 2)
    right: list[Value] = [None] * (gap - gap // 2)
    back = len(cells) - half
    return [*cells[:half], *left, *cells[half:back], *right, *cells[back:]]


def total_terms(rules: Rulebook) -> tuple[tuple[int, str], ...] | None:
    """What the total of a form of bids is made of (rule 2.6): factor and figure.

    The figure of a fixed number is "". None where the cells do not tell, or where
    another form has no such cells.
    """
    if not isinstance(rules, BidRules) or rules.miss_per:
        return None
    return (
        (rules.hit_per, "punten"),
        (rules.hit_bonus, "niet_behaalde_bollen"),
        (rules.miss, "bollen"),
        (rules.penalty_bol - rules.miss, "strafbollen"),
        (rules.start, ""),
    )
