"""Seating by standing: like plays like, as strictly as the director wants.

Final tables with a cut, a snake that makes all tables alike in strength, and Swiss
rounds that weigh rank against meeting again. It must not know how ranks come about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.evenness import Balance
from tournament.seating.history import Round, meetings
from tournament.seating.rules import NONE, Rules, foes

STOPS = (0, 1, 2, 4, 8)
"""Prices of a meeting again, in steps of four ranks: strictly by rank to mostly new.

For the last three of six rounds with 40 people these left 74, 47, 28, 12 and 5 repeats
of 180 pairs, at tables 3.0 to 8.3 ranks wide.
"""

NEVER = 10_000
UNEVEN = 12
"""Price of a small table too many, in quarters of a rank step as all prices here."""

NEAR = 24
"""How many ranks apart two people may be that are tried for each other's place."""

LEVELS = (4.0, 3.0, 2.2, 1.6, 1.2, 0.9, 0.6, 0.4, 0.2, 0.05)


@dataclass(frozen=True)
class Cut:
    """Who is in the final: `certain`, and of `tied` so many as `places` says.

    `tied` share one place in the standings with the last who would be in; empty when
    the cut falls between two places.
    """

    certain: tuple[int, ...]
    tied: tuple[int, ...]
    places: int


def cut(ranking: Sequence[tuple[int, int]], seats: int) -> Cut:
    """Cut the ranking, (person, place) best first, after so many seats.

    Raises ValueError when there are fewer people than seats.
    """
    if not 0 < seats <= len(ranking):
        raise ValueError(f"{len(ranking)} people cannot fill {seats} seats of a final")
    last = ranking[seats - 1][1]
    if seats == len(ranking) or ranking[seats][1] != last:
        return Cut(tuple(p for p, _ in ranking[:seats]), (), 0)
    certain = tuple(p for p, place in ranking if place < last)
    tied = tuple(p for p, place in ranking if place == last)
    return Cut(certain, tied, seats - len(certain))


def by_rank(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The best at the first table, the next best at the second, and so on."""
    _fits(order, sizes)
    people = iter(order)
    return [[next(people) for _ in range(size)] for size in sizes]


def snake(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """One to each table there and back, so that all are about as strong."""
    _fits(order, sizes)
    tables: list[list[int]] = [[] for _ in sizes]
    people = iter(order)
    forward = True
    while any(len(t) < size for t, size in zip(tables, sizes, strict=True)):
        pairs = list(zip(tables, sizes, strict=True))
        for table, size in pairs if forward else reversed(pairs):
            if len(table) < size:
                table.append(next(people))
        forward = not forward
    return tables


def swiss(
    order: Sequence[int],
    sizes: Sequence[int],
    history: Sequence[Round],
    stop: int,
    seed: int,
    moves: int = 40_000,
    rules: Rules = NONE,
) -> list[list[int]]:
    """The next round by standing, best first, at one of the five `stop`s (0 to 4).

    Least sum over pairs at a table of their rank distance / 4 and, times STOPS[stop],
    of their earlier meetings. Which tables are small goes by whose turn it is among
    people of about one rank. Raises ValueError when the sizes do not fit.
    """
    _fits(order, sizes)
    rng = Random(seed)
    start = by_rank(order, _sizes_by_turn(order, sizes, history))
    rank = {person: number for number, person in enumerate(order)}
    counted = [played for played in history if played.counted]
    prices = {
        p: {q: 4 * STOPS[stop] * times for q, times in others.items()}
        for p, others in meetings(counted, order).items()
    }
    for person, others in foes(rules.apart).items():
        if person in rank:
            prices[person].update({q: NEVER for q in others if q in rank})
    balance = Balance(history)
    turn = {person: round(UNEVEN * balance.of(person)) for person in order}
    found = _settled(_Field(start, list(order), rank, prices, turn), moves, rng)
    return sorted(found, key=lambda table: min(rank[p] for p in table))


def width(tables: Sequence[Sequence[int]], order: Sequence[int]) -> float:
    """The mean number of ranks between the best and the last of a table."""
    rank = {person: number for number, person in enumerate(order)}
    spans = [
        max(rank[p] for p in table) - min(rank[p] for p in table) for table in tables
    ]
    return sum(spans) / max(1, len(spans))


def _fits(order: Sequence[int], sizes: Sequence[int]) -> None:
    if sum(sizes) != len(order):
        raise ValueError("the tables do not seat exactly the players")


def _sizes_by_turn(
    order: Sequence[int], sizes: Sequence[int], history: Sequence[Round]
) -> list[int]:
    """The sizes from the best table down, small where the people had few small ones.

    Otherwise the leaders would always have the large tables, which pay more.
    """
    left = sorted(sizes, reverse=True)
    largest, smallest = left[0], left[-1]
    balance = Balance(history)
    laid: list[int] = []
    first, credit = 0, 0.0
    while left:
        here = order[first : first + smallest]
        had = sum(balance.of(p) for p in here) / len(here)
        # spread the small tables over the ranks, sooner where the people had few
        credit += sum(size < largest for size in left) / len(left)
        small = left[-1] < largest and credit - had >= 0.5
        size = left[-1] if small or left[0] < largest else left[0]
        credit -= size < largest
        laid.append(size)
        left.remove(size)
        first += size
    return laid


@dataclass(frozen=True)
class _Field:
    """What is searched: the start, the people by rank, and what things cost.

    `turn`: what it costs to seat somebody at a small table who had them before.
    """

    tables: list[list[int]]
    order: list[int]
    rank: Mapping[int, int]
    prices: Mapping[int, Mapping[int, int]]
    turn: Mapping[int, int]

    def swap_cost(self, p: int, q: int, here: list[int], there: list[int]) -> int:
        """How much dearer it is when p and q change places."""
        rank, of_p, of_q = self.rank, self.prices[p], self.prices[q]
        at_p, at_q = rank[p], rank[q]
        change = 0
        for x in here:
            if x != p:
                change += abs(at_q - rank[x]) - abs(at_p - rank[x])
                change += of_q.get(x, 0) - of_p.get(x, 0)
        for x in there:
            if x != q:
                change += abs(at_p - rank[x]) - abs(at_q - rank[x])
                change += of_p.get(x, 0) - of_q.get(x, 0)
        if len(here) != len(there):
            larger = 1 if len(here) > len(there) else -1
            change += larger * (self.turn[p] - self.turn[q])
        return change


def _settled(field: _Field, moves: int, rng: Random) -> list[list[int]]:
    """Change places of people of near ranks while it cools; the best seating seen."""
    tables, order = field.tables, field.order
    at = {p: number for number, table in enumerate(tables) for p in table}
    best, cost, least = [list(t) for t in tables], 0, 0
    random, count = rng.random, len(order)
    for temperature in LEVELS:
        scale = 16 * temperature
        for _ in range(moves // len(LEVELS)):
            i = int(random() * count)
            j = i + int(random() * (2 * NEAR + 1)) - NEAR
            if not 0 <= j < count or at[order[i]] == at[order[j]]:
                continue
            p, q = order[i], order[j]
            here, there = tables[at[p]], tables[at[q]]
            change = field.swap_cost(p, q, here, there)
            # close to exp(-x), but the same on every machine
            steep = (1.0 + max(0, change) / scale) ** 2
            if random() * steep * steep >= 1.0:
                continue
            here[here.index(p)], there[there.index(q)] = q, p
            at[p], at[q] = at[q], at[p]
            cost += change
            if cost < least:
                best, least = [list(t) for t in tables], cost
    return best
