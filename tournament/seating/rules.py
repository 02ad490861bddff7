"""What a director may demand of a seating, and whether it can be had.

A demand that cannot be kept is answered with the people it is about, never silently
dropped. Who met whom is a wish here, and never a reason to refuse.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tournament.seating.lot import shuffled

Pairs = tuple[tuple[int, int], ...]


class Contradiction(ValueError):
    """Demands that cannot all be kept.

    `people`: whom they are about, in rising order. `rules`: which kinds clash, of
    "apart", "together", "fixed", "pins" and "seats" (a table has too few).
    """

    def __init__(self, people: Iterable[int], rules: Iterable[str]) -> None:
        self.people = tuple(sorted(set(people)))
        self.rules = tuple(dict.fromkeys(rules))
        names = ", ".join(map(str, self.people))
        super().__init__(f"{' and '.join(self.rules)} cannot both be kept for {names}")


@dataclass(frozen=True)
class Rules:
    """Demands on a seating; people who are not there are passed over.

    `apart`: pairs that never share a table; `rather_apart`: only if it costs three
    repeats otherwise. `fixed`: (person, table number from 1) in every round. `pins`:
    the same for the next round only. `companions`: groups that share a table in every
    round; `together`: in the next round.
    """

    apart: Pairs = ()
    rather_apart: Pairs = ()
    fixed: Pairs = ()
    pins: Pairs = ()
    together: tuple[tuple[int, ...], ...] = ()
    companions: tuple[tuple[int, ...], ...] = ()

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Everybody who shares a table in the next round, for whichever reason."""
        return (*self.companions, *self.together)

    def later(self) -> "Rules":
        """The demands that hold in the rounds after the next one too."""
        return replace(self, pins=(), together=())


NONE = Rules()
NOBODY: set[int] = set()


@dataclass
class Unit:
    """People who go to one table together: `table` (from 0) if it is a certain one."""

    people: list[int]
    table: int | None = None
    kinds: list[str] = field(default_factory=list)


def units(players: Iterable[int], rules: Rules) -> list[Unit]:
    """Everybody with a demand of their own, joined where they must sit together.

    Raises Contradiction when somebody is to sit at two tables, or two people together
    who never may.
    """
    there = set(players)
    of: dict[int, Unit] = {}
    for group in rules.groups:
        _join(of, [p for p in group if p in there], "together")
    for kind, places in (("fixed", rules.fixed), ("pins", rules.pins)):
        for person, number in places:
            if person in there:
                _join(of, [person], kind)
                _place(of[person], number - 1, kind)
    for a, b in rules.apart:
        if a in there and b in there:
            _join(of, [a], "apart")
            _join(of, [b], "apart")
            if of[a] is of[b]:
                direct = any({a, b} <= {*group} for group in rules.groups)
                named = (a, b) if direct else of[a].people
                raise Contradiction(named, ("apart", "together"))
    return list({id(unit): unit for unit in of.values()}.values())


def _join(of: dict[int, Unit], group: Sequence[int], kind: str) -> None:
    joined = Unit([], None, [kind])
    for person in group:
        unit = of.get(person, Unit([person]))
        if unit is joined:
            continue
        joined.people += unit.people
        joined.kinds = [*dict.fromkeys([*unit.kinds, *joined.kinds])]
        if unit.table is not None:
            _place(joined, unit.table, kind)
        for other in unit.people:
            of[other] = joined


def _place(unit: Unit, table: int, kind: str) -> None:
    if unit.table is not None and unit.table != table:
        raise Contradiction(unit.people, (*unit.kinds, kind))
    unit.table = table


@dataclass(frozen=True)
class Seats:
    """The tables of one round: `sizes` by table. Used as wishes only: the size of table
    each person would rather have, and whom each has met."""

    sizes: Sequence[int]
    wishes: Mapping[int, int]
    met: Mapping[int, set[int]] = field(default_factory=dict)


def seat_units(
    parts: Sequence[Unit], seats: Seats, apart: Pairs, rng: Random
) -> list[list[int]]:
    """The units at tables, within their seats, nobody beside one to be kept apart.

    Tries every way if need be, up to a limit that only contrived demands reach. Raises
    Contradiction with as few people as the proof needs.
    """
    found = _search(parts, seats, apart, rng)
    if found is not None:
        return found
    guilty = list(parts)
    for unit in parts:
        fewer = [other for other in guilty if other is not unit]
        if len(parts) <= 80 and _search(fewer, seats, apart, rng) is None:
            guilty = fewer
    kinds = [kind for unit in guilty for kind in unit.kinds]
    raise Contradiction((p for unit in guilty for p in unit.people), (*kinds, "seats"))


def foes(pairs: Pairs) -> dict[int, set[int]]:
    """Per person everybody listed in a pair with them."""
    out: dict[int, set[int]] = {}
    for a, b in pairs:
        out.setdefault(a, set()).add(b)
        out.setdefault(b, set()).add(a)
    return out


def _search(
    parts: Sequence[Unit], seats: Seats, apart: Pairs, rng: Random
) -> list[list[int]] | None:
    """Depth first over the units, the hardest to place first."""
    hated = foes(apart)
    enemies = [set().union(*(hated.get(p, ()) for p in u.people)) for u in parts]

    def hardness(index: int) -> tuple[bool, int, int]:
        unit = parts[index]
        return unit.table is None, -len(unit.people), -len(enemies[index])

    order = sorted(shuffled(rng, range(len(parts))), key=hardness)
    taken = {u.table for u in parts if u.table is not None}
    tables: list[list[int]] = [[] for _ in seats.sizes]
    lot = shuffled(rng, range(len(tables)))
    trail: list[tuple[list[int], int]] = []
    budget = 5_000 + 20 * len(parts)
    while len(trail) < len(order):
        index = order[len(trail)]
        options = _options(parts[index], enemies[index], tables, seats, (lot, taken))
        trail.append((options, -1))
        while trail:
            options, now = trail.pop()
            unit = parts[order[len(trail)]]
            if now >= 0:
                del tables[now][-len(unit.people) :]
            if options and budget > 0:
                budget -= 1
                table = options.pop(0)
                tables[table] += unit.people
                trail.append((options, table))
                break
        else:
            return None
    return tables


def _options(
    unit: Unit,
    enemies: set[int],
    tables: list[list[int]],
    seats: Seats,
    lot: tuple[list[int], set[int]],
) -> list[int]:
    """Tables the unit may have, the wished size first, then where fewest meet again; of
    equal empty ones only one.
    """
    order, taken = lot
    numbers = order if unit.table is None else [unit.table]
    out = []
    empty: set[int] = set()
    for table in numbers:
        if not 0 <= table < len(tables):
            continue
        size = seats.sizes[table]
        if len(tables[table]) + len(unit.people) > size:
            continue
        if not enemies.isdisjoint(tables[table]):
            continue
        if not tables[table] and table not in taken:
            if size in empty:
                continue
            empty.add(size)
        out.append(table)
    wish = seats.wishes.get(unit.people[0])
    known = [seats.met.get(person, NOBODY) for person in unit.people]

    def price(table: int) -> tuple[bool, int]:
        again = sum(len(of_one.intersection(tables[table])) for of_one in known)
        return seats.sizes[table] != wish, again

    return sorted(out, key=price)
