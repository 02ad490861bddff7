"""Drawing by lot, the same way on every Python version.

Only `Random.random()` is promised never to change its sequence, so `shuffle`, `sample`
and `choice` of the standard library must not be used anywhere in this package.
"""

from collections.abc import Iterable, Sequence
from random import Random


def pick(rng: Random, items: Sequence[int]) -> int:
    """One of the items, of which there is at least one."""
    return items[int(rng.random() * len(items))]


def shuffled(rng: Random, items: Iterable[int]) -> list[int]:
    """The items in a random order (Fisher and Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = int(rng.random() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return order
