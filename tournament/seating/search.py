"""Seat a round so that as few people as possible meet again.

A seeded search by swapping two people, first downhill and then by annealing. It must
never return a seating dearer than it was given, and never break the division over small
and large tables. Only exact arithmetic, so every machine finds the same seating.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tournament.seating.history import Round, meetings
from tournament.seating.lot import pick

COLLISION = 100
"""Price of one collision: a pair's second meeting costs one, its third two more."""
REMATCH = 1
"""On top of that when the pair met in the round before: decides only between equals."""

# In collisions; from 1.0, where every second worse swap is taken, to hardly any.
TEMPERATURES = (0.7, 0.55, 0.45, 0.37, 0.3, 0.25, 0.2, 0.16, 0.13, 0.1)
DOWNHILL = 10
"""Swaps tried per player before the search starts to take dearer seatings."""

Prices = dict[int, dict[int, int]]


@dataclass(frozen=True)
class Terms:
    """What the search works with and never changes.

    `prices`: what it costs to seat two people together, 0 where absent. `small`: per
    table whether it is a small one. `free`: who may move between small and large.
    `target`: a price no seating can go below.
    """

    prices: Prices
    small: tuple[bool, ...]
    free: frozenset[int]
    target: int


@dataclass
class Seating:
    """A seating under search: the tables, each person's table and the price."""

    tables: list[list[int]]
    at: dict[int, int]
    price: int


def pair_prices(history: Sequence[Round], players: Sequence[int]) -> Prices:
    """What it costs to seat two people together, by what they have met before."""
    last = meetings(history[-1:], players)
    return {
        person: {
            other: COLLISION * count + REMATCH * last[person].get(other, 0)
            for other, count in opponents.items()
        }
        for person, opponents in meetings(history, players).items()
    }


def total_price(tables: Sequence[Sequence[int]], prices: Prices) -> int:
    """What a seating costs, counted in full."""
    return sum(
        prices[a].get(b, 0) for table in tables for a, b in combinations(table, 2)
    )


def take_seats(tables: Sequence[Sequence[int]], prices: Prices) -> Seating:
    """A seating to search from; the tables are copied."""
    return Seating(
        tables=[list(table) for table in tables],
        at={person: number for number, table in enumerate(tables) for person in table},
        price=total_price(tables, prices),
    )


def swap_price(seating: Seating, p: int, q: int, prices: Prices) -> int:
    """How much dearer the seating gets when p and q, at two tables, change places."""
    of_p, of_q = prices[p], prices[q]
    change = 0
    for other in seating.tables[seating.at[p]]:
        if other != p:
            change += of_q.get(other, 0) - of_p.get(other, 0)
    for other in seating.tables[seating.at[q]]:
        if other != q:
            change += of_p.get(other, 0) - of_q.get(other, 0)
    return change


def may_swap(seating: Seating, p: int, q: int, terms: Terms) -> bool:
    """Whether p and q sit apart and may take each other's size of table."""
    a, b = seating.at[p], seating.at[q]
    if terms.small[a] != terms.small[b]:
        return p in terms.free and q in terms.free
    return a != b


def swap(seating: Seating, p: int, q: int, change: int) -> None:
    """Let p and q change places, at the price that swap_price gave."""
    a, b = seating.at[p], seating.at[q]
    table_a, table_b = seating.tables[a], seating.tables[b]
    table_a[table_a.index(p)] = q
    table_b[table_b.index(q)] = p
    seating.at[p], seating.at[q] = b, a
    seating.price += change


def improve(
    tables: Sequence[Sequence[int]], terms: Terms, moves: int, rng: Random
) -> Seating:
    """The best seating found from here in that many tried swaps, or this one."""
    now = take_seats(tables, terms.prices)
    best = take_seats(tables, terms.prices)
    for temperature, steps in _schedule(len(now.at), moves):
        if best.price <= terms.target:
            break
        best = _sweep(now, best, terms, temperature, steps, rng)
    return best


def _schedule(players: int, moves: int) -> Iterator[tuple[float, int]]:
    """Temperatures with the swaps to try at each: downhill, then longer cycles.

    Every cycle cools down fully, so the last one takes what is left however little.
    """
    downhill = min(DOWNHILL * players, moves)
    yield 0.0, downhill
    left = moves - downhill
    steps = DOWNHILL * players
    while left > 0:
        cycle = min(left, steps * len(TEMPERATURES))
        for temperature in TEMPERATURES:
            yield temperature, -(-cycle // len(TEMPERATURES))
        left -= cycle
        steps *= 2


def _sweep(
    now: Seating,
    best: Seating,
    terms: Terms,
    temperature: float,
    moves: int,
    rng: Random,
) -> Seating:
    """Try swaps at one temperature, led by the people who meet somebody again."""
    everybody = sorted(now.at)
    scale = 4 * COLLISION * temperature
    for move in range(moves):
        if move % len(everybody) == 0:
            led = _who_repeat(now, terms.prices)
            if not led:
                break
        p = pick(rng, led)
        q = pick(rng, everybody)
        if not may_swap(now, p, q, terms):
            continue
        change = swap_price(now, p, q, terms.prices)
        if change > 0 and not _takes(change, scale, rng):
            continue
        swap(now, p, q, change)
        if now.price < best.price:
            best = take_seats(now.tables, terms.prices)
            if best.price <= terms.target:
                break
    return best


def _takes(change: int, scale: float, rng: Random) -> bool:
    """Whether a dearer swap is taken: chance (1 + x/4)^-4, close to exp(-x).

    No exponential: its last digit differs between machines, and one bit is enough to
    seat a whole hall otherwise.
    """
    if scale == 0.0:
        return False
    steepness = 1.0 + change / scale
    squared = steepness * steepness
    return rng.random() * squared * squared < 1.0


def _who_repeat(seating: Seating, prices: Prices) -> list[int]:
    """Everybody who sits with somebody met before, table by table."""
    return [
        person
        for table in seating.tables
        for person in table
        if any(other in prices[person] for other in table)
    ]
