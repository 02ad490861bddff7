"""What a round is drawn from, and how: planned, by standing, by hand, or going on from
the game before.

Pure, so that a draw can be made again from what is stored with its round. It must not
know where that is stored.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.rulebooks.base import Reading, Rulebook
from tournament.onetable import Order, next_order
from tournament.seating import Proposal, Quality, Request, Round, judge, plan_round
from tournament.seating.pairs import PairRound, plan_pairs
from tournament.seating.wire import PairRequest
from tournament.seatingways import MIXED, OWN, Way, seat_by_standing

PairPlanner = Callable[[PairRequest], Sequence[PairRound]]


@dataclass(frozen=True)
class Wanted:
    """Everything a round is drawn from.

    ``free``: start numbers left over when the tables were full; of pairs the plan says
    who. ``games``: the seats of the games before at the one table where everybody sits
    on, oldest first, and ``dealing`` what the last form says of its deals. ``way``:
    how it is seated. ``helpers`` has who play because they are needed ("taken"), and
    who are not ("spare").
    """

    request: Request | PairRequest
    free: tuple[int, ...] = ()
    games: tuple[Order, ...] = ()
    dealing: Mapping[str, Any] = field(default_factory=dict)
    way: Way = MIXED
    helpers: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @property
    def people(self) -> tuple[int, ...]:
        """The start numbers of everybody who is there."""
        request = self.request
        if isinstance(request, PairRequest):
            return request.entries
        return (*request.players, *self.free)


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
    seat_ranked: Callable[[Request, Way], Proposal] = seat_by_standing,
) -> Drawn:
    """Draw it; the same gives the same. The planners may run elsewhere."""
    request = wanted.request
    if wanted.way.key in OWN:
        return _not_drawn(wanted)
    if isinstance(request, PairRequest):
        return _of_pairs(request, plan_for_pairs)
    if wanted.games:
        order = next_order(rules, wanted.games, wanted.dealing)
        quality = judge([order], request.history)
        return Drawn(Proposal((order,), quality, how="sat on"), wanted.free)
    if wanted.way.ranked:
        return Drawn(seat_ranked(request, wanted.way), wanted.free)
    return Drawn(plan(request), wanted.free)


def judged(tables: Sequence[Sequence[int]], history: Sequence[Round]) -> Quality:
    """The quality of a seating in which tables may still be empty."""
    return judge([table for table in tables if table], history)


def _not_drawn(wanted: Wanted) -> Drawn:
    """Lots as they were typed in, or empty tables to be filled by hand."""
    tables = wanted.way.tables
    seated = {person for table in tables for person in table}
    free = tuple(p for p in sorted(wanted.people) if p not in seated)
    request = wanted.request
    if isinstance(request, PairRequest):
        history: Sequence[Round] = [Round(played.tables) for played in request.history]
    else:
        history = request.history
    proposal = Proposal(tables, judged(tables, history), how=wanted.way.key)
    return Drawn(proposal, free)


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
