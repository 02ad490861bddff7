"""What evenness itself costs: a bound for plans with a gap of at most 1.

Pure arithmetic on table sizes and a number of rounds.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from tournament.seating.spread import spread


def even_bound(sizes: Sequence[int], rounds: int) -> int:
    """Collisions of rounds alike in which all are at a small table equally often.

    Give or take one round, everybody there in every round. Then sum C(x, 2) over the
    people, x their rounds at a small table, is fixed, and it also counts, over all two
    rounds, the people at a small table in both. But two rounds without a repeat need a
    certain number of those (five tables, 5 5 5 4 4: exactly two), so where the numbers
    differ some two rounds must repeat.
    """
    largest = max(sizes)
    small = [size for size in sizes if size < largest]
    twos = rounds * (rounds - 1) // 2
    if not small or not twos:
        return 0
    people, seats = sum(sizes), sum(small)
    both = spread(rounds * seats, people)
    least = max(0, 2 * seats - people)
    each, over = divmod(both, twos)
    if not any(_two_rounds(sizes, small, o) for o in {each, each + (over > 0)}):
        return 0
    costs = [_two_rounds(sizes, small, o) for o in range(least, seats + 1)]
    return ceil(twos * _under(costs, Fraction(both, twos) - least))


def _two_rounds(sizes: Sequence[int], small: Sequence[int], both: int) -> int:
    """Least pairs together in two rounds with so many people small in both.

    The tables of one round by those of the other are cells in four blocks, and the
    number of people in each block is given: spread evenly over the block, or table by
    table over the two blocks it is cut into.
    """
    few, many = len(small), len(sizes) - len(small)
    people, seats = sum(sizes), sum(small)
    once = seats - both
    blocks = (
        spread(both, few * few)
        + 2 * spread(once, few * many)
        + spread(people - seats - once, many * many)
    )
    large = [max(sizes)] * many
    tables = _cut(small, both, few, many) + _cut(large, once, few, many)
    return max(blocks, tables)


def _cut(tables: Sequence[int], first: int, boxes: int, others: int) -> int:
    """Least pairs when `first` people of these tables go into boxes, the rest others.

    Table by table convex in how many go, so they are taken where one more costs least.
    """
    steps: Counter[int] = Counter()
    total = 0
    for size, number in Counter(tables).items():
        costs = [spread(t, boxes) + spread(size - t, others) for t in range(size + 1)]
        total += number * costs[0]
        for one, more in pairwise(costs):
            steps[more - one] += number
    for step in sorted(steps):
        taken = min(first, steps[step])
        total += taken * step
        first -= taken
    return total


def _under(costs: Sequence[int], at: Fraction) -> Fraction:
    """The lower convex hull of these costs, between the first and the last."""
    hull: list[int] = []
    for place, cost in enumerate(costs):
        while len(hull) > 1:
            one, two = hull[-2:]
            rise = (costs[two] - costs[one]) * (place - one)
            if rise < (cost - costs[one]) * (two - one):
                break
            hull.pop()
        hull.append(place)
    for one, two in pairwise(hull):
        if at <= two:
            slope = Fraction(costs[two] - costs[one], two - one)
            return costs[one] + slope * (at - one)
    return Fraction(costs[-1])
