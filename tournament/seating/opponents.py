"""Bounds from the number of opponents there are: all meetings have to go somewhere.

Counts meetings and who can meet at all. It must not look at single tables.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournament.seating.history import Round, meetings

# a round to come: who is there, and the sizes, smallest first
Sitting = tuple[frozenset[int], tuple[int, ...]]
# opponents met at most 0, 1, 2, ... times so far; the last number goes on for ever
Levels = tuple[int, ...]


@dataclass(frozen=True)
class Demand:
    """The meetings that are to come, and where they can go.

    `people`: how many have the same least and largest number of meetings to come and
    the same opponents. `pairs`: all pairs that can meet. `total`: meetings of pairs.
    """

    people: Mapping[tuple[int, int, Levels], int]
    pairs: Levels
    total: int


def demand(rounds: Sequence[Sitting], history: Sequence[Round]) -> Demand:
    """What these rounds ask of the opponents that people have left."""
    when = _presence(rounds)
    patterns = Counter(when.values())
    shared = {
        pattern: sum(n for other, n in patterns.items() if pattern & other) - 1
        for pattern in patterns
    }
    load = {pattern: _load(pattern, rounds) for pattern in patterns}
    total = sum(size * (size - 1) // 2 for _, sizes in rounds for size in sizes)
    people: Counter[tuple[int, int, Levels]] = Counter()
    if _plenty(when, shared, load, history):
        for pattern, number in patterns.items():
            people[*load[pattern], (shared[pattern],)] += number
        return Demand(people, (_pairs(shared, patterns),), total)
    met = meetings(history, when)
    times: Counter[int] = Counter()
    for person, pattern in when.items():
        known = Counter(
            often for other, often in met[person].items() if pattern & when[other]
        )
        times.update(known)
        people[*load[pattern], _levels(shared[pattern], known)] += 1
    halves = Counter({often: number // 2 for often, number in times.items()})
    return Demand(people, _levels(_pairs(shared, patterns), halves), total)


def pairs_collisions(wanted: Demand) -> int:
    """All meetings go to the pairs that met least, whoever they are."""
    return _price(wanted.pairs, wanted.total)


def pairs_repeats(wanted: Demand) -> int:
    return max(0, wanted.total - wanted.pairs[0])


def player_collisions(wanted: Demand) -> int:
    """Everybody meets the opponents met least; half the sum over the people.

    Who is at the larger tables is left open: all get the meetings of the smallest, the
    others go to whoever pays least for one more.
    """
    return -(-_least(wanted.people, wanted.total) // 2)


def player_repeats(wanted: Demand) -> int:
    people: Counter[tuple[int, int, Levels]] = Counter()
    for (least, most, levels), number in wanted.people.items():
        # everybody already met costs 1, however often, and is never used up
        people[least, most, (levels[0], max(levels[0], most))] += number
    return -(-_least(people, wanted.total) // 2)


def _presence(rounds: Sequence[Sitting]) -> dict[int, int]:
    """Per person the rounds that person is there, as bits."""
    if rounds and all(players == rounds[0][0] for players, _ in rounds):
        return dict.fromkeys(rounds[0][0], 2 ** len(rounds) - 1)
    when: dict[int, int] = {}
    for number, (players, _) in enumerate(rounds):
        for person in players:
            when[person] = when.get(person, 0) | 1 << number
    return when


def _load(pattern: int, rounds: Sequence[Sitting]) -> tuple[int, int]:
    """Fewest and most meetings of somebody who is there in these rounds."""
    there = [sizes for bit, (_, sizes) in enumerate(rounds) if pattern >> bit & 1]
    return sum(s[0] - 1 for s in there), sum(s[-1] - 1 for s in there)


def _plenty(
    when: Mapping[int, int],
    shared: Mapping[int, int],
    load: Mapping[int, tuple[int, int]],
    history: Sequence[Round],
) -> bool:
    """Whether nobody can run out of new opponents, so that the past does not matter."""
    before: Counter[int] = Counter()
    for played in history:
        for table in played.company:
            for person in table:
                before[person] += len(table) - 1
    if not before:
        return True
    return all(before[p] + load[w][1] <= shared[w] for p, w in when.items())


def _pairs(shared: Mapping[int, int], patterns: Mapping[int, int]) -> int:
    return sum(shared[pattern] * number for pattern, number in patterns.items()) // 2


def _levels(opponents: int, known: Mapping[int, int]) -> Levels:
    levels = [opponents - sum(known.values())]
    for often in range(1, max(known, default=0) + 1):
        levels.append(levels[-1] + known.get(often, 0))
    return tuple(levels)


def _price(levels: Levels, wanted: int) -> int:
    """Cost of so many meetings, each with an opponent met least by then."""
    return sum(cost * number for cost, number in _steps(levels, wanted))


def _steps(levels: Levels, wanted: int) -> Iterable[tuple[int, int]]:
    """How many meetings come at which cost, cheapest first.

    Whoever was met at most c times can be met at cost c once: before that the cost was
    lower, after it, it is higher.
    """
    cost = 0
    while wanted > 0 and levels[-1] > 0:
        number = min(wanted, levels[min(cost, len(levels) - 1)])
        if number:
            yield cost, number
        wanted -= number
        cost += 1


def _least(people: Mapping[tuple[int, int, Levels], int], total: int) -> int:
    """Least sum over the people of the cost of their meetings, 2 * total in all."""
    cost = 0
    open_ = 2 * total
    more: Counter[int] = Counter()
    for (least, most, levels), number in people.items():
        cost += number * _price(levels, least)
        open_ -= number * least
        for sign, wanted in ((1, most), (-1, least)):
            for price, units in _steps(levels, wanted):
                more[price] += sign * number * units
    for price in sorted(more):
        taken = min(open_, more[price])
        cost += taken * price
        open_ -= taken
    return cost
