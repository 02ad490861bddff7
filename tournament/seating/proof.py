"""The bounds of bound.py on rounds to come, with the argument that gives the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.seating.bound import crossing, lower_bound, spread
from tournament.seating.history import Round

Sitting = tuple[Sequence[int], Sequence[int]]


@dataclass(frozen=True)
class Proof:
    """No plan adds fewer `collisions`, by the argument named in `by`."""

    collisions: int
    by: str


def added_bound(sittings: Sequence[Sitting], history: Sequence[Round]) -> Proof:
    """Collisions that rounds with these (players, sizes) add at the least."""
    played = [r for r in history if r.counted]
    past = [lower_bound(players, sizes, played) for players, sizes in sittings]
    between = 0
    for (a, one), (b, other) in combinations(sittings, 2):
        both = len(set(a) & set(b))
        cells = spread(both, len(one) * len(other))
        if both == len(a) == len(b):
            cells = max(
                cells,
                sum(spread(size, len(other)) for size in one),
                sum(spread(size, len(one)) for size in other),
            )
        between += cells
    crossings = sum(crossing(p, s, r) for p, s in sittings for r in played)
    best = max((crossings + between, "crossing"), (sum(past), "player"))
    return Proof(*best)
