"""Proof of how many collisions a round cannot avoid, whoever draws it.

Counts only who sat where before and how large the tables are now. It must not look at
a proposed seating, and must never promise more than the truth: relax, never guess.
"""

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from tournament.seating.history import Round, meetings


def spread(things: int, boxes: int) -> int:
    """Least number of pairs in one box when things go into boxes, boxes at least 1.

    Put in as evenly as possible: rule 6.2, `q(q - 1)/2` pairs for q in a box.
    """
    each, over = divmod(things, boxes)
    return (boxes - over) * (each * (each - 1) // 2) + over * (each * (each + 1) // 2)


def lower_bound(
    players: Sequence[int], sizes: Sequence[int], history: Sequence[Round]
) -> int:
    """Collisions this round adds at the least: the sum over pairs of meetings so far.

    The larger of two proofs: table by table against every earlier round, and person by
    person against the opponents met least.
    """
    crossings = sum(crossing(players, sizes, played) for played in history)
    return max(crossings, _opponents_bound(players, sizes, history))


def crossing(players: Iterable[int], sizes: Sequence[int], earlier: Round) -> int:
    """Least number of pairs that sat together in that round and do so again now.

    A table now is filled from the tables then, and a table then is split over the
    tables now (rule 6.2, lower bound). People who were not there then cost nothing.
    """
    present = set(players)
    parts = [sum(person in present for person in table) for table in earlier.tables]
    parts = [part for part in parts if part]
    if not parts:
        return 0
    by_then = sum(spread(part, len(sizes)) for part in parts)
    return max(by_then, _filled(sizes, len(parts), len(present) - sum(parts)))


def _filled(sizes: Sequence[int], tables_then: int, newcomers: int) -> int:
    """Pairs forced by filling the tables now; newcomers sit where they save most."""
    seats = list(sizes)
    for _ in range(newcomers):
        fullest = max(range(len(seats)), key=lambda table: seats[table])
        seats[fullest] -= 1
    return sum(spread(count, tables_then) for count in seats)


def _opponents_bound(
    players: Sequence[int], sizes: Sequence[int], history: Sequence[Round]
) -> int:
    """Half the sum, over the players, of the opponents met least so far.

    Everybody gets the opponents of the smallest table; the seats of larger tables go
    to whoever pays least for one more, up to the largest table.
    """
    least, most = min(sizes) - 1, max(sizes) - 1
    met = meetings(history, players)
    costs = [_cheapest(met[person].values(), len(players), most) for person in players]
    total = sum(sum(cost[:least]) for cost in costs)
    extra = sum(size * (size - 1 - least) for size in sizes)
    if extra > 0:
        total += _cheapest_extras([cost[least:] for cost in costs], extra)
    return -(-total // 2)


def _cheapest_extras(costs: Sequence[Sequence[int]], wanted: int) -> int:
    """Least sum of that many costs, each person's taken in rising order."""
    heap = [(cost[0], number, 0) for number, cost in enumerate(costs)]
    heapify(heap)
    total = 0
    for _ in range(wanted):
        price, number, taken = heappop(heap)
        total += price
        if taken + 1 < len(costs[number]):
            heappush(heap, (costs[number][taken + 1], number, taken + 1))
    return total


def _cheapest(met: Iterable[int], players: int, wanted: int) -> list[int]:
    """The smallest meeting counts of a person, those never met first."""
    known = sorted(met)
    strangers = players - 1 - len(known)
    return ([0] * min(strangers, wanted) + known)[:wanted]
