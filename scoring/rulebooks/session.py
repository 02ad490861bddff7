"""What the games of one table come to: who won, who lost, and who deals next.

For games in which you bid your tricks, at home and as an app evening (rules 2.6,
2.9 and 3.3). It looks at finished figures; it judges no form.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.bidding import leader_of

Person = TypeVar("Person", bound=Hashable)
Columns = Mapping[str, float]
Rows = Sequence[Sequence[str]]


def dealer_of_deal(first_dealer: int, deal: int, places: int) -> int:
    """The place that deals; the dealer moves one seat clockwise a deal (rule 3.3)."""
    return leader_of(first_dealer, deal, places)


def next_first_dealer(first_dealer: int, deals: int, places: int) -> int:
    """Who deals first in the next game: the seat after the last dealer (rule 3.3)."""
    return dealer_of_deal(first_dealer, deals + 1, places)


def correction_problem(
    deal: int, completed: int, next_begun: bool, *, direction: bool = False
) -> Problem | None:
    """Whether a deal may be entered again: None if so, else ``deal_locked``.

    Only the last of the ``completed`` deals, and only until the first bid of the
    next one is in (rule 3.3, Q24). The ``direction`` may correct any deal that was
    completed (Q25).
    """
    last = deal == completed >= 1 and not next_begun
    if last or (direction and 1 <= deal <= completed):
        return None
    return Problem("deal_locked", Severity.HARD, deal=deal if deal >= 1 else None)


def deals_done(rows: Rows) -> int:
    """How many deals from the first on are over: what was bid is also told.

    ``rows`` are cells as typed while a form is kept at the table: "2" bid, "2/1" bid
    and taken, "2x" or "x" from paper, "-" not dealt in.
    """
    done = 0
    for column in zip(*rows, strict=True):
        dealt = [text for text in column if text != "-"]
        taken = ["/" in text for text in dealt]
        marked = any("x" in text for text in dealt) and not any(taken)
        if not (dealt and all(dealt) and (all(taken) or marked)):
            return done
        done += 1
    return done


def locked_deal(before: Rows, after: Rows) -> Problem | None:
    """Why ``after`` cannot follow ``before`` at the table (rule 3.3), or None."""
    columns = list(zip(*before, strict=True))
    completed = deals_done(before)
    begun = any(text.strip("-") for text in [*columns, ()][completed])
    for deal, now in enumerate(zip(*after, strict=True), 1):
        if deal <= completed and now != columns[deal - 1]:
            problem = correction_problem(deal, completed, begun)
            if problem:
                return problem
    return None


def session_totals(games: Iterable[Mapping[Person, int]]) -> dict[Person, int]:
    """The final scores of the games of an evening added up (rule 3.3).

    The same over sessions is the all-time score. Who missed a game has nothing of it.
    """
    totals: dict[Person, int] = {}
    for game in games:
        for person, final in game.items():
            totals[person] = totals.get(person, 0) + final
    return totals


def winners(totals: Mapping[Person, float], *, high_wins: bool = True) -> list[Person]:
    """Everybody with the best total: equal totals share the win (Q21)."""
    if not totals:
        return []
    best = max(totals.values()) if high_wins else min(totals.values())
    return [person for person, total in totals.items() if total == best]


def losers(rows: Mapping[Person, Columns]) -> list[Person]:
    """Who loses a home game (rule 2.6): most bollen, among them fewest points.

    ``rows`` have ``bollen`` and ``punten``. Equal on both: all of them lose.
    """
    if not rows:
        return []
    worst = max((row["bollen"], -row["punten"]) for row in rows.values())
    return [
        person
        for person, row in rows.items()
        if (row["bollen"], -row["punten"]) == worst
    ]


def bolloos(rows: Mapping[Person, Columns]) -> list[Person]:
    """Who has no bol at all: an honour, not a win (rule 2.6)."""
    return [person for person, row in rows.items() if row["bollen"] == 0]
