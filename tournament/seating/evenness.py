"""Who must sit at a small table this round, who may, and who must not.

A table of four and one of five do not pay alike, so the number of rounds at each is
evened out before anything else (rule 6.2). It must not look at who met whom.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from tournament.seating.history import Round, credit
from tournament.seating.lot import shuffled


@dataclass(frozen=True)
class Division:
    """The players, split by how few small-table rounds they had.

    `free` are of equal standing: any of them may take the small seats that `small`
    leaves over.
    """

    small: tuple[int, ...]
    free: tuple[int, ...]
    large: tuple[int, ...]


def divide(
    players: Iterable[int], sizes: Sequence[int], history: Iterable[Round]
) -> Division:
    """Give the small seats to those who had fewest, measured by their due.

    Filling them in this order keeps most minus fewest at 1 or below among those who
    played every round: nobody gets another while somebody with fewer gets none.
    """
    balance = credit(history)
    ordered = sorted(players, key=lambda person: (standing(balance, person), person))
    small_seats = sum(size for size in sizes if size < max(sizes))
    if small_seats == 0:
        return Division((), (), tuple(ordered))
    edge = standing(balance, ordered[small_seats - 1])
    return Division(
        small=tuple(p for p in ordered if standing(balance, p) < edge),
        free=tuple(p for p in ordered if standing(balance, p) == edge),
        large=tuple(p for p in ordered if standing(balance, p) > edge),
    )


def standing(balance: dict[int, Fraction], person: int) -> Fraction:
    """Somebody who is new has neither credit nor debt."""
    return balance.get(person, Fraction(0))


def draw(division: Division, sizes: Sequence[int], rng: Random) -> list[list[int]]:
    """One blind draw that keeps to the division; sizes largest first."""
    small_seats = sum(size for size in sizes if size < max(sizes))
    free = shuffled(rng, division.free)
    taken = small_seats - len(division.small)
    order = shuffled(rng, (*division.large, *free[taken:]))
    order += shuffled(rng, (*division.small, *free[:taken]))
    tables: list[list[int]] = []
    start = 0
    for size in sizes:
        tables.append(order[start : start + size])
        start += size
    return tables
