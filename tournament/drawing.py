"""What a round is drawn from, and how: planned, or going on from the game before.

Pure, so that a draw can be made again from what is stored with its round. It must not
know where that is stored.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.rulebooks.base import Reading, Rulebook
from tournament.onetable import Order, next_order
from tournament.seating import Proposal, Request, Round, judge, plan_round
from tournament.seating.pairs import PairRound, plan_pairs
from tournament.seating.wire import PairRequest

PairPlanner = Callable[[PairRequest], Sequence[PairRound]]


@dataclass(frozen=True)
class Wanted:
    """Everything a round is drawn from.

    ``free``: start numbers left over when the tables were full; of pairs the plan says
    who. ``games``: the seats of the games before at the one table where everybody sits
    on, oldest first, and ``dealing`` what the last form says of its deals.
    """

    request: Request | PairRequest
    free: tuple[int, ...] = ()
    games: tuple[Order, ...] = ()
    dealing: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Drawn:
    """The seating, and the start numbers that are free."""

    proposal: Proposal
    free: tuple[int, ...]


def planned_pairs(request: PairRequest) -> list[PairRound]:
    """The rounds of a request for pairs."""
    return plan_pairs(
        request.entries,
        request.rounds_left,
        request.history,
        request.seed,
        ahead=request.ahead,
    )


def drawn(
    wanted: Wanted,
    rules: Rulebook,
    plan: Callable[[Request], Proposal] = plan_round,
    plan_for_pairs: PairPlanner = planned_pairs,
) -> Drawn:
    """Draw it; the same gives the same. The planners may run elsewhere."""
    request = wanted.request
    if isinstance(request, PairRequest):
        return _of_pairs(request, plan_for_pairs)
    if wanted.games:
        order = next_order(rules, wanted.games, wanted.dealing)
        quality = judge([order], request.history)
        return Drawn(Proposal((order,), quality, how="sat on"), wanted.free)
    return Drawn(plan(request), wanted.free)


def dealing_of(reading: Reading | None) -> dict[str, Any]:
    """What of a form the seats of the next game go by: who began, how many deals."""
    said = dict(reading or {})
    told = {
        name: said[name] for name in ("first_dealer", "first_leader") if name in said
    }
    return told | {"deals": [{} for _deal in said.get("deals") or ()]}


def _of_pairs(request: PairRequest, plan: PairPlanner) -> Drawn:
    first, *later = plan(request)
    history = [Round(played.tables) for played in request.history]
    proposal = Proposal(
        first.tables,
        judge(first.tables, history),
        tuple(Round(planned.tables) for planned in later),
        "pairs",
    )
    return Drawn(proposal, () if first.free is None else (first.free,))
