"""How long to search: in moves, so that a plan can be made again anywhere.

Every next cycle is longer, and the last takes what is left. It must not know what is
seated, nor read a clock: whoever wants to be done by some time brings one.
"""

from collections.abc import Callable, Iterator, Sequence

from tournament.seating.anneal import Cycle

SHORTEST = 1_500
LONGER = 3
SHORT = (2, 4, 8, 16)
"""Percent of the effort for the first cycles: what they ask may not be there at all."""

WORK = 1_300_000
"""Microseconds of one core, as measured, that a draw someone waits for may search."""

FEW = 110
"""Seats, over all rounds to come, below which there is less that can be tried."""


def default_moves(people: int, tables: int, rounds: int) -> int:
    """Moves for a draw that somebody waits for: at most about a second.

    A move weighs the mover at every table, and carries a change through every round.
    For few people it is less, by the square of the seats: of evenings of 7 to 23 people
    none was found better with more.
    """
    each = 3 + 0.25 * tables + 0.35 * rounds + tables * people / 800
    return int(WORK / each * min(1, people * rounds / FEW) ** 2)


def in_moves(moves: int) -> Iterator[Cycle]:
    """Cycles of so many moves together: four short ones, at most 30 % of it, first."""
    length = SHORTEST
    total = moves
    for percent in SHORT:
        short = min(length, total * percent // 100)
        if short > 0:
            yield Cycle(short)
        moves -= short
        length *= LONGER
    while moves > 0:
        if moves < (1 + LONGER) * length:
            length = moves
        yield Cycle(length)
        moves -= length
        length *= LONGER


def as_recorded(lengths: Sequence[int]) -> Iterator[Cycle]:
    """The cycles that an earlier search made."""
    return map(Cycle, lengths)


def in_seconds(seconds: float, elapsed: Callable[[], float]) -> Iterator[Cycle]:
    """Cycles that end about when so many seconds have gone by, by the clock brought.

    Each is measured to tell how long the next may be; the first four are short.
    """
    length, rate = SHORTEST, 0.0
    for percent in SHORT:
        made = length
        if rate:
            made = max(SHORTEST // LONGER, int(rate * seconds * percent / 100))
            made = min(made, length)
        began = elapsed()
        yield Cycle(made)
        now = elapsed()
        rate = made / max(now - began, 1e-6)
        length *= LONGER
    while True:
        left = int(rate * (0.93 * seconds - now))
        if left < SHORTEST:
            return
        length = left if left < (1 + LONGER) * LONGER * length else LONGER * length
        began = elapsed()
        yield Cycle(length)
        now = elapsed()
        rate = length / max(now - began, 1e-6)
