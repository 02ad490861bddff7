"""Plans without a single repeat, built instead of searched for.

Knows only table sizes and a number of rounds; people are 0..n-1. It must not know who
played before, and must never return a plan in which two people meet twice, except where
`fair_start` says so.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, product
from math import gcd, prod

from tournament.seating.cyclic import DIFFERENCES, NEARLY, STARTERS, develop
from tournament.seating.fields import field, prime_power

Table = list[int]
Plan = list[list[Table]]

# what a plan for a thousand people may cost, in people looked at
_EFFORT = 60_000
_LARGEST_FIELD = 32
# sets of people looked at for some who never meet; there may be very many, or none
_LOOKS = 2000


def design(sizes: Sequence[int], rounds: int) -> Plan | None:
    """Rounds of tables of ids 0..n-1 in which no two people meet twice, or None.

    Table k of each round seats sizes[k] people; sizes may differ by one. None means
    that no construction here reaches it, not that there is none. Of the plans found
    the evenest: `small_table_gap` is at most 1 for the stored mixed plans with all
    their rounds and for equal tables less one person; more people taken from equal
    tables are missed by some people oftener than by others, and then the gap is up to
    the number of people missing or of rounds, whichever is less.
    """
    if not sizes or rounds < 1 or max(sizes) - min(sizes) > 1 or min(sizes) < 2:
        return None
    plans = list(_candidates(tuple(sorted(sizes)), rounds))
    if not plans:
        return None
    return _in_order(min(plans, key=small_table_gap), sizes)


def fair_start(sizes: Sequence[int], rounds: int) -> Plan | None:
    """A plan with a gap of at most 1 to search on from, or None.

    A design where there is an even one; else a stored plan with fewer collisions than
    a search from scratch was seen to reach.
    """
    plan = design(sizes, rounds)
    if plan and small_table_gap(plan) <= 1:
        return plan
    key = tuple(sorted(sizes))
    for known in NEARLY:
        if known.sizes == key and known.rounds == rounds:
            return _in_order(develop(known), sizes)
    return None


def small_table_gap(plan: Plan) -> int:
    """Most minus fewest rounds at a table smaller than the largest of its round."""
    small = {person: 0 for table in plan[0] for person in table}
    for tables in plan:
        largest = max(map(len, tables))
        for table in tables:
            if len(table) < largest:
                for person in table:
                    small[person] += 1
    return max(small.values()) - min(small.values())


def _candidates(sizes: tuple[int, ...], rounds: int) -> Iterator[Plan]:
    """Plans for these sizes, smallest first; not in the order of the sizes."""
    seats = max(sizes)
    missing = seats * len(sizes) - sum(sizes)
    best = _equal(len(sizes), seats, rounds)
    if missing:
        yield from _stored(sizes, rounds)
    if best and missing:
        columns = _transversal(len(sizes), seats, rounds)
        yield from _thinned(best, missing)
        if columns and columns != best:
            yield from _thinned(columns, missing)
    elif best:
        yield best


def _equal(tables: int, seats: int, rounds: int) -> Plan | None:
    """Equal tables: stored, transversal, or transversal and then within the columns.

    After a transversal design nobody has met anybody of the own column, so columns
    that fill whole tables play on among themselves. One table per column makes an
    affine plane.
    """
    for stored in _stored((seats,) * tables, rounds):
        return stored
    plan = _transversal(tables, seats, min(rounds, tables))
    if plan is None or rounds <= tables:
        return plan
    within = (
        _equal(tables // seats, seats, rounds - tables) if tables % seats == 0 else None
    )
    if within is None:
        return None
    return plan + [
        [
            [column * tables + person for person in table]
            for column in range(seats)
            for table in round_within
        ]
        for round_within in within
    ]


def _stored(sizes: tuple[int, ...], rounds: int) -> Iterator[Plan]:
    """The stored plans for these sizes; of more rounds than asked the evenest."""
    for starter in STARTERS:
        if starter.sizes == sizes and starter.rounds >= rounds:
            whole = develop(starter)
            few = max(1, _EFFORT // (sum(sizes) * rounds * 4))
            chosen = islice(combinations(whole, rounds), few)
            yield list(min(chosen, key=lambda plan: small_table_gap(list(plan))))


def _transversal(tables: int, seats: int, rounds: int) -> Plan | None:
    """A transversal design: person `column * tables + x`, one of a column at a table.

    In round r table t seats t + d[r][column] of each column, added in a group: two
    people meet once when no two rounds have the same difference between two columns
    (a difference matrix; MacNeish 1922 for the products of fields).
    """
    for rows, plus in _difference_rows(tables, seats, rounds):
        return [
            [
                [column * tables + plus[t][shift] for column, shift in enumerate(row)]
                for t in range(tables)
            ]
            for row in rows
        ]
    return None


_Group = Sequence[Sequence[int]]


def _difference_rows(
    g: int, columns: int, rounds: int
) -> Iterator[tuple[list[list[int]], _Group]]:
    """Difference matrices of g elements: a row of shifts per round, and the group."""
    cyclic = [[(a + b) % g for b in range(g)] for a in range(g)]
    if all(g // gcd(g, apart) >= rounds for apart in range(1, columns)):
        rows = [[r * column % g for column in range(columns)] for r in range(rounds)]
        yield rows, cyclic
    stored = DIFFERENCES.get(g, ())
    if len(stored) >= rounds and columns <= 5:
        yield [[0, *row][:columns] for row in stored[:rounds]], cyclic
    powers = _prime_powers(g)
    if rounds <= g and columns <= min(powers) and max(powers) <= _LARGEST_FIELD:
        plus, times = _product_ring(tuple(powers))
        # the element that is `column` in each of the fields
        diagonal = [_place([column] * len(powers), powers) for column in range(columns)]
        yield [[times[r][column] for column in diagonal] for r in range(rounds)], plus


def _prime_powers(g: int) -> list[int]:
    """The largest prime powers that g is the product of; [1] for 1."""
    primes = [d for d in range(2, g + 1) if g % d == 0 and prime_power(d) == (d, 1)]
    return [max(p**e for e in range(1, 12) if g % p**e == 0) for p in primes] or [1]


@cache
def _product_ring(powers: tuple[int, ...]) -> tuple[_Group, _Group]:
    """Addition and multiplication, field by field, of the product of these fields."""
    fields = [field(q) for q in powers]
    elements = list(product(*map(range, powers)))

    def table(which: int) -> list[list[int]]:
        return [
            [
                _place(
                    [f[which][x][y] for f, x, y in zip(fields, a, b, strict=True)],
                    powers,
                )
                for b in elements
            ]
            for a in elements
        ]

    return table(0), table(1)


def _place(element: Sequence[int], powers: Sequence[int]) -> int:
    """The position of an element among all, the last field running fastest."""
    return sum(x * prod(powers[i + 1 :]) for i, x in enumerate(element))


def _thinned(plan: Plan, missing: int) -> Iterator[Plan]:
    """The plan without some people who never meet, one way after another.

    Each table then lacks at most one. Everybody else is at a small table as often as
    they meet somebody missing, so the people of a column that lost some but not all
    are never at one.
    """
    people = sum(map(len, plan[0]))
    few = max(1, _EFFORT // (people * len(plan) * 2))
    # people of the last column never meet, so there is always one choice in time
    choices = [tuple(range(people - missing, people))]
    if people <= 80:
        sets = islice(_strangers(_met(plan), missing), _LOOKS)
        choices += islice((found for found in sets if len(found) == missing), few)
    for choice in choices:
        if _evenly_missed(plan, choice):
            yield _without(plan, choice)


def _evenly_missed(plan: Plan, absent: Sequence[int]) -> bool:
    gone = set(absent)
    return all(len(gone.intersection(t)) <= 1 for tables in plan for t in tables)


def _met(plan: Plan) -> list[set[int]]:
    met: list[set[int]] = [set() for table in plan[0] for _ in table]
    for tables in plan:
        for table in tables:
            for person in table:
                met[person].update(table)
    return met


def _strangers(met: Sequence[set[int]], wanted: int) -> Iterator[tuple[int, ...]]:
    """Sets of up to so many people none of whom met another, from each in turn."""

    def extend(chosen: tuple[int, ...], open_: list[int]) -> Iterator[tuple[int, ...]]:
        yield chosen
        if len(chosen) == wanted:
            return
        for number, person in enumerate(open_):
            rest = [other for other in open_[number + 1 :] if other not in met[person]]
            yield from extend((*chosen, person), rest)

    firsts = [
        extend(
            (person,), [q for q in range(person + 1, len(met)) if q not in met[person]]
        )
        for person in range(len(met))
    ]
    while firsts:
        for search in list(firsts):
            found = next(search, None)
            if found is None:
                firsts.remove(search)
            else:
                yield found


def _without(plan: Plan, absent: Sequence[int]) -> Plan:
    """The plan without these people, everybody else numbered on from 0."""
    gone = set(absent)
    left = [p for p in sorted(p for t in plan[0] for p in t) if p not in gone]
    number = {person: place for place, person in enumerate(left)}
    return [[[number[p] for p in t if p in number] for t in tables] for tables in plan]


def _in_order(plan: Plan, sizes: Sequence[int]) -> Plan:
    """The tables of each round put where the sizes want them."""
    places = sorted(range(len(sizes)), key=lambda place: sizes[place])
    ordered: Plan = []
    for tables in plan:
        by_place = dict(zip(places, sorted(tables, key=len), strict=True))
        ordered.append([by_place[place] for place in range(len(sizes))])
    return ordered
