"""Who deals first, who sits where at the table, and which number a table gets.

Nobody deals first twice before everybody did once, nobody keeps the same seat or the
same table. All of this comes after who meets whom and must not make that dearer.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random

from tournament.seating.history import (
    Round,
    first_deals,
    number_counts,
    seat_counts,
)
from tournament.seating.lot import pick, shuffled
from tournament.seating.search import Seating, Terms, may_swap, swap, swap_price

HEAVY = 5
"""From this many seats on the first dealer deals three times, at a disadvantage."""

Counts = Mapping[int, Mapping[int, int]]


def spread_dealers(
    seating: Seating, history: Sequence[Round], terms: Terms, moves: int, rng: Random
) -> None:
    """Bring people who dealt first least to different tables, at no price.

    Every table needs one first dealer, so the sum over the tables of the fewest first
    deals at each should be that of the people with fewest in the hall. Every second
    try is aimed, the others drift over seatings that are as good.
    """
    deals = first_deals(history)
    everybody = sorted(seating.at)
    counts = {person: deals.get(person, 0) for person in everybody}
    least = sum(sorted(counts.values())[: len(seating.tables)])
    total = sum(_fewest(table, counts) for table in seating.tables)
    lacking = spare = everybody
    for move in range(moves):
        if total <= least:
            return
        if move % len(everybody) == 0:
            lacking, spare = _lacking_and_spare(seating, counts)
        aimed = move % 2 == 0
        p = pick(rng, lacking if aimed else everybody)
        q = pick(rng, spare if aimed else everybody)
        total += _deal_swap(seating, p, q, counts, terms)


def seat(
    tables: Sequence[Sequence[int]], history: Sequence[Round], rng: Random
) -> list[tuple[int, ...]]:
    """Everybody's seat: the first dealer, then the order with the fewest repeats.

    The dealer is who dealt first least; at a table of five or more, of those, who did
    so least at such a table. Of all orders of the others the one that adds least to the
    sum of the squared seat counts. What is equal is drawn.
    """
    seats = seat_counts(history)
    heavy = first_deals(history, HEAVY)
    return [_seat_table(shuffled(rng, table), seats, heavy) for table in tables]


def number(
    tables: Sequence[tuple[int, ...]], history: Sequence[Round]
) -> list[tuple[int, ...]]:
    """The tables in the order of their numbers, moved only among equal sizes.

    Swaps two numbers as long as that spares people a table they had, most of all those
    who had it often.
    """
    visits = number_counts(history)
    placed = list(tables)
    helped = True
    while helped:
        helped = False
        for position in range(len(placed)):
            helped = _renumber(placed, position, visits) or helped
    return placed


def _fewest(table: Sequence[int], counts: Mapping[int, int]) -> int:
    return min(counts[person] for person in table)


def _lacking_and_spare(
    seating: Seating, counts: Mapping[int, int]
) -> tuple[list[int], list[int]]:
    """People at the tables furthest from a fresh dealer, and fresh dealers too many."""
    furthest = max(_fewest(table, counts) for table in seating.tables)
    lacking: list[int] = []
    spare: list[int] = []
    for table in seating.tables:
        if _fewest(table, counts) == furthest:
            lacking += table
        else:
            fresh = [person for person in table if counts[person] < furthest]
            spare += fresh if len(fresh) > 1 else []
    return lacking, spare or lacking


def _deal_swap(
    seating: Seating, p: int, q: int, counts: Mapping[int, int], terms: Terms
) -> int:
    """Swap p and q unless that makes anything worse; change of the fewest deals."""
    if counts[p] == counts[q] or not may_swap(seating, p, q, terms):
        return 0
    change = _deal_change(seating, p, q, counts)
    if change > 0:
        return 0
    price = swap_price(seating, p, q, terms.prices)
    if price > 0:
        return 0
    swap(seating, p, q, price)
    return change


def _deal_change(seating: Seating, p: int, q: int, counts: Mapping[int, int]) -> int:
    """Change of the two tables' fewest first deals when p and q change places."""
    a = seating.tables[seating.at[p]]
    b = seating.tables[seating.at[q]]
    before = _fewest(a, counts) + _fewest(b, counts)
    after_a = min(counts[q if person == p else person] for person in a)
    after_b = min(counts[p if person == q else person] for person in b)
    return after_a + after_b - before


def _seat_table(
    members: list[int], seats: Counts, heavy: Mapping[int, int]
) -> tuple[int, ...]:
    """One table in seat order; members come in the order of the lot."""

    def turn(person: int) -> tuple[int, int]:
        weighs = len(members) >= HEAVY
        return _times(seats, person, 0), heavy.get(person, 0) if weighs else 0

    dealer = min(members, key=turn)
    others = [person for person in members if person != dealer]
    return (dealer, *min(permutations(others), key=lambda o: _order_price(o, seats)))


def _order_price(others: Sequence[int], seats: Counts) -> int:
    """Half of what these seats, from the second on, add to the squared counts."""
    return sum(
        _times(seats, person, place) for place, person in enumerate(others, start=1)
    )


def _renumber(placed: list[tuple[int, ...]], position: int, visits: Counts) -> bool:
    """Give this table the number that helps most, if any does."""
    table = placed[position]
    strain = _strain(table, position, visits)
    if strain == 0:
        return False
    gains = [
        (strain + _strain(other, place, visits))
        - (_strain(table, place, visits) + _strain(other, position, visits))
        if len(other) == len(table)
        else 0
        for place, other in enumerate(placed)
    ]
    gain = max(gains)
    if gain <= 0:
        return False
    place = gains.index(gain)
    placed[position], placed[place] = placed[place], table
    return True


def _strain(table: Sequence[int], position: int, visits: Counts) -> int:
    """How much the people of this table sat at this number before.

    Cubed, since one person's third time at a table is worse than two people's second.
    """
    return sum(_times(visits, person, position) ** 3 for person in table)


def _times(counts: Counts, person: int, what: int) -> int:
    return counts.get(person, {}).get(what, 0)
