"""An evening at one table: the same people play game after game.

Nobody is drawn anew: the deal goes on from game to game, and where two play against
two everybody plays once with everybody. Pure; start numbers and a form come in.
"""

from collections.abc import Sequence
from typing import Any

from scoring.rulebooks.base import Reading, Rulebook, kept_by_deal
from scoring.rulebooks.pairs import partners_in_turn
from scoring.rulebooks.session import next_first_dealer

Order = tuple[int, ...]


def next_order(
    rules: Rulebook, orders: Sequence[Order], reading: Reading | None
) -> Order:
    """Who sits where in the next game, the first place dealing first.

    ``orders`` are the seats of the games before it, oldest first, of the same
    people; ``reading`` is the form of the last one, None where none counts.
    """
    first, last = orders[0], orders[-1]
    if _with_a_partner(rules, len(first)):
        return _other_partners(first, len(orders))
    dealer = _next_dealer(rules, len(last), reading or {})
    return (*last[dealer - 1 :], *last[: dealer - 1])


def _with_a_partner(rules: Rulebook, places: int) -> bool:
    if not kept_by_deal(rules):
        return False
    return places == 4 and all(len(m) == 2 for m in rules.sides(places).values())


def _other_partners(first: Order, played: int) -> Order:
    """Rule 6.4: three games in which everybody partners everybody once."""
    one, other, partner, last = first
    names = [str(number) for number in (one, partner, other, last)]
    games = partners_in_turn(names)
    (a, b), (c, d) = games[played % len(games)]
    return int(a), int(c), int(b), int(d)


def _next_dealer(
    rules: Rulebook, places: int, reading: dict[str, Any] | Reading
) -> int:
    """The place after the last dealer of the game before (rule 3.3)."""
    if kept_by_deal(rules):
        deals = len(reading.get("deals") or ())
        return next_first_dealer(reading.get("first_dealer") or 1, deals, places)
    leader = reading.get("first_leader") or 2
    deals = len(rules.live(places)["deals"])
    return next_first_dealer((leader - 2) % places + 1, deals, places)
