"""How many people sit at each table of a game, and who is free when one is left over.

Pure: numbers, rules and a seed come in. It must not know who anybody is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from scoring.rulebooks.base import Rulebook, kept_by_deal
from tournament.seating import table_sizes

PAIR = 2
OPPONENTS = 2  # pairs at one table


class NoTables(ValueError):
    """So many people (or pairs) fill no tables of this game.

    ``n`` is how many there are, ``fewer`` and ``more`` the nearest numbers that do
    fill tables; ``fewer`` is None where only more people help.
    """

    def __init__(self, n: int, fewer: int | None, more: int) -> None:
        super().__init__(f"{n} fill no tables; {more} do")
        self.n, self.fewer, self.more = n, fewer, more


@dataclass(frozen=True)
class Layout:
    """Seats per table, largest first, and how many are free for want of a table.

    Of pairs a table seats two, and ``free`` counts pairs.
    """

    sizes: tuple[int, ...]
    free: int = 0


def layout(n: int, rules: Rulebook, *, pairs: bool = False) -> Layout:
    """The tables for ``n`` people, or ``n`` pairs, by what the game allows.

    A game in which a free round counts for something (rule 6.4) is played at its
    usual sizes only, with as few free as can be, unless all together are too few for
    one and fit a smaller table; in any other game everybody plays. Raises NoTables.
    """
    usual = (OPPONENTS,) if pairs else tuple(rules.usual_sizes)
    allowed = usual if pairs else tuple(rules.sizes)
    if not pairs and rules.free_round([]) is None:
        return Layout(tuple(sizes_for_all(n, usual, allowed)))
    if n < min(usual):
        return Layout((_small(n, allowed),))
    for free in range(n):
        found = _fill(n - free, usual, usual)
        if found:
            return Layout(tuple(found), free)
    raise AssertionError("one table of the smallest usual size can be filled")


def needed(n: int, most: int, rules: Rulebook, *, pairs: bool = False) -> int:
    """How many of ``most`` who play if needed make the tables of ``n`` others fit.

    As few as there can be for the best that is in reach: that there are tables at all,
    of usual sizes, with nobody free, and all of one size.
    """
    usual = (OPPONENTS,) if pairs else tuple(rules.usual_sizes)

    def misfit(extra: int) -> tuple[bool, int, int, int]:
        try:
            tables = layout(n + extra, rules, pairs=pairs)
        except NoTables:
            return True, 0, 0, 0
        unusual = sum(size not in usual for size in tables.sizes)
        return False, unusual, tables.free, len(set(tables.sizes))

    return min(range(most + 1), key=misfit)


def sizes_for_all(n: int, usual: Sequence[int], allowed: Sequence[int]) -> list[int]:
    """Seats per table when all ``n`` people play, largest table first.

    One table where that is usual for the game, else by rule 6.2 for games usually
    played by four and five, four first. Where that asks for a size that is not
    allowed, and for other games: as few tables of an unusual size as can be, then
    most of the size that is named first. Raises NoTables.
    """
    found = _for_all(n, usual, allowed)
    if found:
        return found
    tried = range(n - 1, 0, -1)
    fewer = next((m for m in tried if _for_all(m, usual, allowed)), None)
    more = n + 1
    while not _for_all(more, usual, allowed):
        more += 1
    raise NoTables(n, fewer, more)


def can_be_pairs(rules: Rulebook) -> bool:
    """Whether fixed pairs can enter: four at a table play two against two."""
    if not kept_by_deal(rules) or PAIR * OPPONENTS not in rules.sizes:
        return False
    return [len(side) for side in rules.sides(PAIR * OPPONENTS).values()] == [
        PAIR
    ] * OPPONENTS


def free_in_turn(
    numbers: Iterable[int], times_free: Mapping[int, int], count: int, seed: int
) -> tuple[int, ...]:
    """Who of these start numbers is free: fewest free rounds first, then the lot.

    So nobody is free twice before all who are there were (rule 6.4).
    """
    lot = Random(f"free {seed}")  # noqa: S311
    drawn = [(times_free.get(n, 0), lot.random(), n) for n in sorted(numbers)]
    return tuple(sorted(n for _times, _lot, n in sorted(drawn)[:count]))


def _small(n: int, allowed: Sequence[int]) -> int:
    if n not in allowed:
        more = min(size for size in allowed if size > n)
        raise NoTables(n, None, more)
    return n


def _for_all(n: int, usual: Sequence[int], allowed: Sequence[int]) -> list[int]:
    if n in usual:
        return [n]
    if n >= min(allowed) > 2 and [s for s in usual if s in (4, 5)] == [4, 5]:
        sizes = table_sizes(n)
        if set(sizes) <= set(allowed):
            return sizes
    return _fill(n, usual, allowed)


def _fill(n: int, usual: Sequence[int], allowed: Sequence[int]) -> list[int]:
    """Sizes that seat exactly ``n``, or none: few unusual, then most of the first."""
    order = [*usual, *(size for size in allowed if size not in usual)]
    worth = {
        size: (-(size not in usual), *(int(size == each) for each in order))
        for size in order
    }
    nothing = tuple(0 for _ in range(len(order) + 1))
    # Per number of people the best value of its tables, and the last table added.
    best: dict[int, tuple[tuple[int, ...], int]] = {0: (nothing, 0)}
    for people in range(1, n + 1):
        ways = [
            (tuple(a + b for a, b in zip(best[rest][0], worth[s], strict=True)), s)
            for s in order
            if (rest := people - s) in best
        ]
        if ways:
            best[people] = max(ways)
    sizes = []
    while n in best and n:
        sizes.append(best[n][1])
        n -= sizes[-1]
    return sorted(sizes, reverse=True) if n == 0 else []
