"""How many people sit at each table, before anybody is given a seat.

Only arithmetic on the number of players (rule 6.2). It must not know who the players
are or where they sat before.
"""

from collections.abc import Iterable, Sequence

USUAL_SIZES = (4, 5)
ALLOWED_SIZES = (3, 4, 5, 6)


class TooFewPlayers(ValueError):
    """Too few players for any table. `n` is how many there are, `needed` how many."""

    def __init__(self, n: int, needed: int = 3) -> None:
        super().__init__(f"too few players for a table: {n}")
        self.n = n
        self.needed = needed


class NothingFits(ValueError):
    """No tables of the sizes allowed seat exactly `n`; `nearest` numbers that do.

    The nearest below (if there is one) comes first, then the nearest above.
    """

    def __init__(self, n: int, nearest: tuple[int, ...]) -> None:
        near = " or ".join(map(str, nearest))
        super().__init__(f"no tables seat exactly {n} players; {near} would fit")
        self.n = n
        self.nearest = nearest


def table_sizes(
    n: int,
    usual: Sequence[int] = USUAL_SIZES,
    allowed: Iterable[int] = ALLOWED_SIZES,
) -> list[int]:
    """Seats per table for n players, largest table first (rule 6.2).

    `usual` sizes, the preferred one first, are part of what the game has `allowed`.
    Only tables of the preferred size if they fit, otherwise only of another usual one,
    otherwise usual ones with as many preferred as possible, otherwise as near to the
    preferred size as can be, of equals the most tables. Raises TooFewPlayers below the
    smallest table, NothingFits when no tables seat exactly n.
    """
    every = sorted({*usual, *allowed})
    if n < every[0]:
        raise TooFewPlayers(n, every[0])
    for size in usual:
        if n % size == 0:
            return [size] * (n // size)
    best = usual[0]
    sizes = _cheapest(n, usual, best)
    if sizes is None:
        sizes = _cheapest(n, every, best)
    if sizes is None:
        raise NothingFits(n, _nearest(n, every))
    return sorted(sizes, reverse=True)


def sizes_that_fit(n: int, allowed: Iterable[int]) -> bool:
    """Whether tables of these sizes can seat exactly n."""
    return n > 0 and _cheapest(n, sorted(set(allowed)), 0) is not None


def unusual_sizes(sizes: Iterable[int], usual: Sequence[int] = USUAL_SIZES) -> bool:
    """Whether a table seats other than the usual number, as tables of 3 and 6 do."""
    return any(size not in usual for size in sizes)


def _cheapest(n: int, sizes: Sequence[int], best: int) -> list[int] | None:
    """Least distance from the best size, then most tables, then most alike ones.

    Beyond a few dozen only tables of the best size are added, which cost nothing.
    """
    spare = 0
    if best in sizes:
        spare = max(0, (n - 2 * max(sizes) ** 2) // best)
    left = n - spare * best
    found: list[tuple[int, int, int, int] | None] = [(0, 0, 0, 0)] + [None] * left
    for seats in range(1, left + 1):
        options = [
            (
                before[0] + abs(size - best),
                before[1] - 1,
                before[2] + (size - best) ** 2,
                size,
            )
            for size in sizes
            if size <= seats and (before := found[seats - size])
        ]
        found[seats] = min(options, default=None)
    tables = [best] * spare
    while left > 0:
        now = found[left]
        if now is None:
            return None
        tables.append(now[3])
        left -= now[3]
    return tables


def _nearest(n: int, sizes: Sequence[int]) -> tuple[int, ...]:
    below = next((m for m in range(n - 1, 0, -1) if sizes_that_fit(m, sizes)), None)
    above = n + 1
    while not sizes_that_fit(above, sizes):
        above += 1
    return (above,) if below is None else (below, above)
