"""Plan the next round, or all that are left: who sits at which table, in which seat.

Plain numbers and a seed come in, a proposal with its quality comes out. It must not
know what a person, a tournament or a database is, nor what time it is.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.anneal import Cycle
from tournament.seating.dealers import first_dealers
from tournament.seating.effort import default_moves, in_moves
from tournament.seating.history import Round
from tournament.seating.joint import Evening, Seated, plan_rounds
from tournament.seating.lot import shuffled
from tournament.seating.quality import Quality, judge
from tournament.seating.rules import NONE, Rules
from tournament.seating.seats import number_rounds, seat_rounds
from tournament.seating.start import Gathering

MOST_SEATS = 8

MOST_KEPT = 1000
"""Of more people no plan is kept: it is large, and another as good is soon made."""


@dataclass(frozen=True)
class Request:
    """What to plan: everybody present, everything really played, the sizes wanted.

    `rounds_left`: rounds still to come, this one included, planned as if everybody
    stayed. `moves`: how much may be tried, None for what fits a draw somebody waits
    for; the same request gives the same proposal. `ahead`: what was planned for these
    rounds before. `plan_dealers`: False when a card drawn at the table decides it.
    Raises ValueError when the sizes do not seat exactly these players.
    """

    players: tuple[int, ...]
    history: tuple[Round, ...]
    sizes: tuple[int, ...]
    seed: int
    moves: int | None = None
    rounds_left: int = 1
    rules: Rules = NONE
    ahead: tuple[Round, ...] = ()
    variety_first: bool = False
    plan_dealers: bool = True

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players):
            raise ValueError("somebody is listed twice")
        if not self.players or sum(self.sizes) != len(self.players):
            raise ValueError("the tables do not seat exactly the players")
        if not all(2 <= size <= MOST_SEATS for size in self.sizes):
            raise ValueError(f"a table has 2 to {MOST_SEATS} seats")
        if self.rounds_left < 1:
            raise ValueError("at least one round is left to plan")

    @property
    def effort(self) -> int:
        """Moves to be tried."""
        if self.moves is not None:
            return self.moves
        return default_moves(len(self.players), len(self.sizes), self.rounds_left)


@dataclass(frozen=True)
class Proposal:
    """A seating, largest tables first unless somebody has a table of their own.

    Table number k is `tables[k - 1]`; ids in seat order, the first seat deals first.
    `ahead`: the later rounds of the same plan, where they are worth keeping. `how`:
    "design", "kept", "mended" or "annealed".
    """

    tables: tuple[tuple[int, ...], ...]
    quality: Quality
    ahead: tuple[Round, ...] = ()
    how: str = "mended"


def plan_round(request: Request) -> Proposal:
    """Seat the round: rules, then small tables evenly, then fewest repeats over all
    rounds left, then first deals. Raises Contradiction when the rules cannot be kept.
    """
    gathering = Gathering(tuple(sorted(request.players)), request.sizes)
    evening = Evening(
        gatherings=(gathering,) * request.rounds_left,
        history=request.history,
        rules=request.rules,
        ahead=request.ahead,
        variety_first=request.variety_first,
        also_even=(0,) if _people_came_or_went(request) else (),
    )
    rounds, seated = plan_evening(
        evening, request.seed, in_moves(request.effort), request.plan_dealers
    )
    tables = rounds[0].tables
    ahead = rounds[1:] if len(request.players) <= MOST_KEPT else ()
    return Proposal(tables, judge(tables, request.history), ahead, seated.how)


def _people_came_or_went(request: Request) -> bool:
    """Whether others were there in an earlier round.

    Then more may, and small tables that are to be evened out later never will be.
    """
    there = set(request.players)
    return any({p for t in r.tables for p in t} != there for r in request.history)


def plan_evening(
    evening: Evening,
    seed: int,
    cycles: Iterable[Cycle],
    plan_dealers: bool = True,
    up: Callable[[], bool] = lambda: False,
) -> tuple[tuple[Round, ...], Seated]:
    """All rounds with their seats and table numbers, and how they were found."""
    seated = plan_rounds(evening, seed, cycles, up)
    rng = Random(seed + 1)
    if plan_dealers:
        dealers = first_dealers(seated.rounds, evening.history, rng)
        orders = seat_rounds(seated.rounds, dealers, evening.history, rng)
    else:
        orders = [
            [tuple(shuffled(rng, sorted(table))) for table in tables]
            for tables in seated.rounds
        ]
    held = [_held(evening.rules, index) for index in range(len(orders))]
    orders = number_rounds(orders, evening.history, held)
    return tuple(Round(tuple(tables)) for tables in orders), seated


def _held(rules: Rules, index: int) -> Sequence[int]:
    """Tables (from 0) that are somebody's in that round."""
    places = [*rules.fixed, *(rules.pins if index == 0 else ())]
    return [number - 1 for _, number in places]
