"""Choose between seatings that are as good today by what they leave for later rounds.

Sixteen people can sit five rounds without a repeat (rule 6.2), but not after just any
three good rounds. Looks ahead by trying the next rounds out with the same people; what
it tries out is thrown away. It must never prefer a seating that is dearer today.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.bound import crossing, lower_bound
from tournament.seating.evenness import Division, divide, draw
from tournament.seating.history import Round
from tournament.seating.search import (
    COLLISION,
    REMATCH,
    Seating,
    Terms,
    improve,
    pair_prices,
    total_price,
)

ATTEMPTS = 16
ROUNDS_AHEAD = 2
# a look ahead may try this fraction of all swaps; more gained nothing in trials
AHEAD_SHARE = 30
MOST_DRAWS = 1000


@dataclass(frozen=True)
class Hall:
    """Who is to be seated (in rising order) and at which tables (largest first)."""

    players: tuple[int, ...]
    sizes: tuple[int, ...]


def most_promising(
    hall: Hall, history: Sequence[Round], moves: int, rng: Random
) -> tuple[Seating, Terms]:
    """The cheapest of a number of attempts; of equals, the one with the best outlook.

    All attempts together make 1000 draws and `moves` swaps, and fewer draws for more
    than 2 * moves / 1000 players (120 by default): there a draw is slow and gains
    little. Stops at a seating that no other can better, now or in the rounds tried out.
    """
    terms = _terms(hall, history)
    draws = max(1, min(MOST_DRAWS, 2 * moves // len(hall.players)) // ATTEMPTS)
    best: Seating | None = None
    promise = 0
    for _ in range(ATTEMPTS):
        seating = _attempt(hall, history, terms, (draws, moves // ATTEMPTS), rng)
        if best and seating.price > best.price:
            continue
        ahead = _outlook(hall, history, seating, moves // AHEAD_SHARE, rng)
        if best is None or (seating.price, ahead) < (best.price, promise):
            best, promise = seating, ahead
        if best.price <= terms.target and promise == 0:
            break
    assert best is not None
    return best, terms


def _attempt(
    hall: Hall,
    history: Sequence[Round],
    terms: Terms,
    effort: tuple[int, int],
    rng: Random,
) -> Seating:
    """The best of a number of draws, improved by a number of swaps."""
    draws, moves = effort
    division = divide(hall.players, hall.sizes, history)
    start = _best_draw(division, hall.sizes, terms, draws, rng)
    return improve(start, terms, moves, rng)


def _outlook(
    hall: Hall, history: Sequence[Round], seating: Seating, moves: int, rng: Random
) -> int:
    """What the next rounds cost above the least possible, if nobody comes or goes."""
    excess = 0
    for _ in range(ROUNDS_AHEAD):
        history = (*history, Round(tuple(map(tuple, seating.tables))))
        terms = _terms(hall, history)
        seating = _attempt(hall, history, terms, (1, moves), rng)
        excess += max(0, seating.price - terms.target)
    return excess


def _terms(hall: Hall, history: Sequence[Round]) -> Terms:
    """The search's terms; no fewer rematches than the last round alone forces."""
    target = COLLISION * lower_bound(hall.players, hall.sizes, history)
    if history:
        target += REMATCH * crossing(hall.players, hall.sizes, history[-1])
    return Terms(
        prices=pair_prices(history, hall.players),
        small=tuple(size < max(hall.sizes) for size in hall.sizes),
        free=frozenset(divide(hall.players, hall.sizes, history).free),
        target=target,
    )


def _best_draw(
    division: Division, sizes: Sequence[int], terms: Terms, draws: int, rng: Random
) -> list[list[int]]:
    """The cheapest of a number of blind draws, or the first that reaches the target."""
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
