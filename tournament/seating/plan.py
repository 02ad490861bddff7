"""Plan one round: who sits at which table, in which seat.

What comes in is plain numbers and a seed, what comes out is a proposal with its quality.
It must not know what a person, a tournament or a database is, nor what time it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.bound import crossing, lower_bound
from tournament.seating.dealers import number, seat, spread_dealers
from tournament.seating.evenness import Division, divide, draw
from tournament.seating.history import Round
from tournament.seating.quality import Quality, judge
from tournament.seating.search import (
    COLLISION,
    REMATCH,
    Seating,
    Terms,
    improve,
    pair_prices,
    total_price,
)

DEFAULT_MOVES = 60_000
MOST_DRAWS = 1000
MOST_SEATS = 8


@dataclass(frozen=True)
class Request:
    """What to plan: everybody present, everything really played, the sizes wanted.

    `moves` is how many swaps may be tried; the same request gives the same proposal.
    Raises ValueError when the sizes do not seat exactly these players.
    """

    players: tuple[int, ...]
    history: tuple[Round, ...]
    sizes: tuple[int, ...]
    seed: int
    moves: int = DEFAULT_MOVES

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players):
            raise ValueError("somebody is listed twice")
        if not self.players or sum(self.sizes) != len(self.players):
            raise ValueError("the tables do not seat exactly the players")
        if not all(2 <= size <= MOST_SEATS for size in self.sizes):
            raise ValueError(f"a table has 2 to {MOST_SEATS} seats")


@dataclass(frozen=True)
class Proposal:
    """A seating, largest tables first; table number k is `tables[k - 1]`.

    Ids in seat order, the first seat deals first.
    """

    tables: tuple[tuple[int, ...], ...]
    quality: Quality


def plan_round(request: Request) -> Proposal:
    """Seat the round: small tables evenly, then fewest repeats, then first deals.

    The best of up to 1000 draws by lot, improved by swaps. Fewer draws for more than
    2 * moves / 1000 players (120 by default), where a draw is slow and gains little.
    """
    rng = Random(request.seed)
    players = sorted(request.players)
    sizes = sorted(request.sizes, reverse=True)
    division = divide(players, sizes, request.history)
    terms = _terms(players, sizes, request.history, division)
    draws = min(MOST_DRAWS, 1 + 2 * request.moves // len(players))
    start = _best_draw(division, sizes, terms, draws, rng)
    seating = improve(start, terms, request.moves, rng)
    spread_dealers(seating, request.history, terms, request.moves, rng)
    tables = _laid(seating, request.history, rng)
    return Proposal(tables, judge(tables, request.history))


def _terms(
    players: Sequence[int],
    sizes: Sequence[int],
    history: Sequence[Round],
    division: Division,
) -> Terms:
    """The search's terms; no rematch fewer than the last round alone forces."""
    target = COLLISION * lower_bound(players, sizes, history)
    if history:
        target += REMATCH * crossing(players, sizes, history[-1])
    return Terms(
        prices=pair_prices(history, players),
        small=tuple(size < max(sizes) for size in sizes),
        free=frozenset(division.free),
        target=target,
    )


def _best_draw(
    division: Division, sizes: Sequence[int], terms: Terms, draws: int, rng: Random
) -> list[list[int]]:
    """The cheapest of a number of blind draws, the first that reaches the target."""
    best = draw(division, sizes, rng)
    price = total_price(best, terms.prices)
    for _ in range(draws - 1):
        if price <= terms.target:
            break
        drawn = draw(division, sizes, rng)
        drawn_price = total_price(drawn, terms.prices)
        if drawn_price < price:
            best, price = drawn, drawn_price
    return best


def _laid(
    seating: Seating, history: Sequence[Round], rng: Random
) -> tuple[tuple[int, ...], ...]:
    """The seating with everybody's seat and every table's number."""
    return tuple(number(seat(seating.tables, history, rng), history))
