"""How many people sit at each table, before anybody is given a seat.

Only arithmetic on the number of players (rule 6.2). It must not know who the players
are or where they sat before.
"""

from collections.abc import Iterable

USUAL_SIZES = (4, 5)


class TooFewPlayers(ValueError):
    """Fewer than three players: no table can be laid. `n` is how many there are."""

    def __init__(self, n: int) -> None:
        super().__init__(f"{n} players are too few for a table")
        self.n = n


def table_sizes(n: int) -> list[int]:
    """Seats per table for n players, largest table first (rule 6.2).

    Only fours when n is a multiple of 4, otherwise only fives when it is a multiple of
    5, otherwise fours and fives with as many fours as possible. 3, 6, 7 and 11 cannot
    be written so and get tables of three. Raises TooFewPlayers below 3.
    """
    if n < 3:
        raise TooFewPlayers(n)
    for fives in _counts_of_fives(n):
        fours, rest = divmod(n - 5 * fives, 4)
        if rest == 0:
            return [5] * fives + [4] * fours
    threes = -n % 4
    return [4] * ((n - 3 * threes) // 4) + [3] * threes


def unusual_sizes(sizes: Iterable[int]) -> bool:
    """Whether a table seats other than four or five, as tables of 3 and 6 do."""
    return any(size not in USUAL_SIZES for size in sizes)


def _counts_of_fives(n: int) -> list[int]:
    """Numbers of fives worth trying, the preferred one first."""
    if n % 4 != 0 and n % 5 == 0:
        return [n // 5]
    return list(range(n // 5 + 1))
