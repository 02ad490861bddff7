"""What letting two people change places would spare a seating. Pure; start numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.seating import Round
from tournament.seating.quality import swap_effect


@dataclass(frozen=True)
class Swap:
    """Two people who change places: ``repeats`` fewer, and whether tables stay even.

    ``uneven``: one of them gets a smaller table for it, the other a larger one.
    """

    one: int
    other: int
    repeats: int
    uneven: bool


def best_swap(
    tables: Sequence[Sequence[int]], history: Sequence[Round], pair: tuple[int, int]
) -> Swap | None:
    """The swap of one of this pair that spares most repeats; None where none does.

    Of equals one between tables of a size. Looks at everybody at another table.
    """
    here = next(table for table in tables if pair[0] in table)
    options = []
    for one in pair:
        for table in tables:
            for other in table if table is not here else ():
                change = swap_effect(tables, history, one, other)
                if change.collisions < 0 and change.repeats < 0:
                    uneven = change.small != 0
                    options.append((change.repeats, uneven, one, other))
    if not options:
        return None
    repeats, uneven, one, other = min(options)
    return Swap(one, other, -repeats, uneven)
