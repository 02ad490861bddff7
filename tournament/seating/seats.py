"""The order round a table, and the number a table gets.

Seats do not pay alike, and nobody should keep one seat or one table. Comes after the
first dealers are known and must not change who sits together.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from random import Random

from tournament.seating.history import Round, number_counts, seat_counts
from tournament.seating.lot import shuffled

VALUES: Mapping[int, tuple[int, ...]] = {
    3: (-40, -100, 140),
    4: (-30, -30, -20, 80),
    5: (-242, 68, 88, 58, 28),
    6: (32, 42, 2, -18, -168, 112),
}
"""Hundredths of a point that a seat pays over its table's mean, first dealer first.

From 200,000 simulated games of Bollen for each size: signs and order count, not digits.
"""

SAME_SEAT = 6_000
"""Price of having a seat once more, against the square of the seat values together."""

MOST_COMPARED = 2_000
"""In a larger hall a seat somebody had is changed only from the third time on."""

PASSES = 5
PLACES = 60
"""Table numbers tried for a table; in a large hall that finds a new one."""

MOST_PLACES = 100_000
"""Table numbers tried over all rounds: late on a long evening none is new any more."""

Orders = list[list[tuple[int, ...]]]


def seat_rounds(
    rounds: Sequence[Sequence[Sequence[int]]],
    dealers: Sequence[Sequence[int]],
    history: Sequence[Round],
    rng: Random,
) -> Orders:
    """Everybody in seat order behind the first dealer.

    Of what is left the best seat goes to whoever had least of seats so far; then two
    change seats while that lowers the squares of what the seats paid and of how often
    each had them.
    """
    paid: dict[int, int] = {}
    had: dict[tuple[int, int], int] = {}
    for person, seats in seat_counts(history).items():
        for seat, times in seats.items():
            had[person, seat] = times
    for played in history:
        for sat in played.tables:
            _count(sat, paid, {})
    out: Orders = []
    often = 1 if sum(map(len, rounds[0])) <= MOST_COMPARED else 3
    for tables, first in zip(rounds, dealers, strict=True):
        seated = []
        for table, dealer in zip(tables, first, strict=True):
            others = [p for p in shuffled(rng, table) if p != dealer]
            order = _order(dealer, others, paid, had, often)
            _count(order, paid, had)
            seated.append(tuple(order))
        out.append(seated)
    return out


def _values(size: int) -> tuple[int, ...]:
    return VALUES.get(size, (0,) * size)


def _count(
    order: Sequence[int], paid: dict[int, int], had: dict[tuple[int, int], int]
) -> None:
    for seat, (person, value) in enumerate(
        zip(order, _values(len(order)), strict=True)
    ):
        paid[person] = paid.get(person, 0) + value
        had[person, seat] = had.get((person, seat), 0) + 1


def _order(
    dealer: int,
    others: list[int],
    paid: Mapping[int, int],
    had: Mapping[tuple[int, int], int],
    often: int,
) -> list[int]:
    values = _values(len(others) + 1)
    best_first = sorted(range(1, len(values)), key=lambda seat: -values[seat])
    poorest = sorted(others, key=lambda person: paid.get(person, 0))
    order = [dealer, *others]
    for seat, person in zip(best_first, poorest, strict=True):
        order[seat] = person

    def price(person: int, seat: int) -> int:
        times = had.get((person, seat), 0)
        total = paid.get(person, 0) + values[seat]
        return total * total + SAME_SEAT * (2 * times + 1)

    helped = any(had.get((p, seat), 0) >= often for seat, p in enumerate(order))
    while helped:
        helped = False
        for a, b in combinations(range(1, len(order)), 2):
            p, q = order[a], order[b]
            if price(p, b) + price(q, a) < price(p, a) + price(q, b):
                order[a], order[b] = q, p
                helped = True
    return order


def number_tables(
    tables: Sequence[tuple[int, ...]],
    visits: Mapping[int, Mapping[int, int]],
    held: Collection[int] = (),
    patience: list[int] | None = None,
) -> list[tuple[int, ...]]:
    """The tables in the order of their numbers, moved only among equal sizes.

    Swaps two numbers as long as that spares people a table they had, most of all those
    who had it often. `held` tables (from 0) keep theirs. `patience[0]`: how many
    numbers may be tried, counted down.
    """
    left = [MOST_PLACES] if patience is None else patience
    placed = list(tables)
    alike: dict[int, list[int]] = {}
    for place, table in enumerate(placed):
        if place not in held:
            alike.setdefault(len(table), []).append(place)
    for _ in range(PASSES):
        helped = False
        for places in alike.values():
            for index, place in enumerate(places):
                if left[0] > 0 and _strain(placed[place], place, visits):
                    nearby = (places[index:] + places[:index])[1 : PLACES + 1]
                    left[0] -= len(nearby)
                    helped = _renumber(placed, place, nearby, visits) or helped
        if not helped:
            break
    return placed


def number_rounds(
    rounds: Orders, history: Sequence[Round], held: Sequence[Collection[int]]
) -> Orders:
    """All rounds numbered, one after the other: see number_tables."""
    visits = {p: dict(had) for p, had in number_counts(history).items()}
    patience = [MOST_PLACES]
    out = []
    for tables, kept in zip(rounds, held, strict=True):
        placed = number_tables(tables, visits, kept, patience)
        for place, table in enumerate(placed):
            for person in table:
                had = visits.setdefault(person, {})
                had[place] = had.get(place, 0) + 1
        out.append(placed)
    return out


def _renumber(
    placed: list[tuple[int, ...]],
    position: int,
    places: Sequence[int],
    visits: Mapping[int, Mapping[int, int]],
) -> bool:
    """Give this table the number that helps most, if any does."""
    table = placed[position]
    strain = _strain(table, position, visits)
    best, best_gain = position, 0
    for place in places:
        before = strain + _strain(placed[place], place, visits)
        after = _strain(table, place, visits)
        after += _strain(placed[place], position, visits)
        if before - after > best_gain:
            best, best_gain = place, before - after
        if after == 0:
            break
    placed[position], placed[best] = placed[best], table
    return best_gain > 0


def _strain(
    table: Sequence[int], position: int, visits: Mapping[int, Mapping[int, int]]
) -> int:
    """How much the people of this table sat at this number before.

    Cubed, since one person's third time at a table is worse than two people's second.
    """
    return sum(visits.get(p, {}).get(position, 0) ** 3 for p in table)
