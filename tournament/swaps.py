"""What letting two people change places would spare a seating. Pure; start numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.seating import Round, Rules
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


@dataclass(frozen=True)
class Effect:
    """What changing places with somebody does.

    ``repeats``: so many more meet again, or fewer; ``apart``: two would sit together
    who never may.
    """

    repeats: int
    apart: bool

    @property
    def fewer(self) -> int:
        return -self.repeats


def effects(
    tables: Sequence[Sequence[int]],
    history: Sequence[Round],
    rules: Rules,
    one: int,
    others: Sequence[int],
) -> dict[int, Effect]:
    """The effect of changing places with each of the others, as swap_effect counts it.

    Who is at no table, or at the same one, may be among them.
    """
    company = {p: [*table] for table in tables for p in table}
    met: set[tuple[int, int]] = set()
    for played in history:
        if played.counted:
            for table in played.tables:
                met.update(combinations(sorted(table), 2))
    strict = {(min(pair), max(pair)) for pair in rules.apart}
    here = company.get(one, [])
    now = _known(one, here, met)
    found = {}
    for other in others:
        there = company.get(other, [])
        if other in here or other == one:
            found[other] = Effect(0, apart=False)
            continue
        joined = [(other, x) for x in here if x != one]
        joined += [(one, x) for x in there if x != other]
        pairs = {(min(pair), max(pair)) for pair in joined}
        before = now + _known(other, there, met)
        found[other] = Effect(len(pairs & met) - before, bool(pairs & strict))
    return found


def _known(one: int, table: Sequence[int], met: set[tuple[int, int]]) -> int:
    return sum((min(one, x), max(one, x)) in met for x in table)


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
