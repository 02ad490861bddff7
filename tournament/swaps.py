"""What letting two people change places would spare a seating. Pure; start numbers."""

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import combinations

from tournament.seating import Round, Rules

Tables = Sequence[Sequence[int]]


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
    tables: Tables,
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
            for table in played.company:
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
    tables: Tables,
    history: Sequence[Round],
    pair: tuple[int, int],
    stay: Set[int] = frozenset(),
) -> Swap | None:
    """The swap of one of this pair that spares most repeats; None where none does.

    Nobody of those who are to ``stay`` changes places. Of equals one between tables of
    a size. Looks at everybody at another table, after one pass over what was played: a
    few milliseconds for a thousand people.
    """
    here = next(table for table in tables if pair[0] in table)
    met, again = _meetings(tables, here, history)
    largest = max(map(len, tables))
    options = []
    for one in {*pair} - stay:
        # of any person: meetings with those who stay at this table, and with how many
        rest = [met[x] for x in here if x != one]
        times = sum(rest, Counter())
        people = Counter(other for of_one in rest for other in of_one)
        with_one = met[one]
        for table in tables:
            if table is here:
                continue
            there = sum(with_one[y] for y in table)
            known = sum(y in with_one for y in table)
            uneven = (len(here) < largest) != (len(table) < largest)
            for other in table:
                if other in stay:
                    continue
                left = with_one[other], other in with_one
                collisions = times[other] + there - left[0] - times[one]
                repeats = people[other] + known - left[1] - people[one]
                for often in again.get(other, ()):
                    collisions -= often
                    repeats -= 1
                if repeats < 0 and collisions < 0:
                    options.append((repeats, uneven, one, other))
    if not options:
        return None
    repeats, uneven, one, other = min(options)
    return Swap(one, other, -repeats, uneven)


def _meetings(
    tables: Tables, here: Sequence[int], history: Sequence[Round]
) -> tuple[dict[int, Counter[int]], dict[int, list[int]]]:
    """How often those here met everybody, and how often each other person met those of
    the own table, if at all."""
    now = {p: number for number, table in enumerate(tables) for p in table}
    met: dict[int, Counter[int]] = {person: Counter() for person in here}
    mates: Counter[tuple[int, int]] = Counter()
    for played in history:
        for table in played.company if played.counted else ():
            seats = [now.get(person, -1) for person in table]
            if now[here[0]] in seats:
                for person in met.keys() & {*table}:
                    met[person].update(other for other in table if other != person)
            if len(set(seats)) < len(seats):
                for a, b in combinations(sorted(table), 2):
                    if now.get(a, -1) == now.get(b, -2):
                        mates[a, b] += 1
    again: dict[int, list[int]] = {}
    for pair, often in mates.items():
        for person in pair:
            again.setdefault(person, []).append(often)
    return met, again
