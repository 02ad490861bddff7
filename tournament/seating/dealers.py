"""Who deals first at each table, over all rounds that are planned.

At a table of five or more the first dealer also deals last, at a disadvantage of two to
three points, more than the table's size matters. So those tables are shared out first.
Comes after who meets whom, and must not change it.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from tournament.seating.history import Round, first_deals
from tournament.seating.lot import shuffled

HEAVY = 5
"""From this many seats on the first dealer deals more often than the others."""

SEARCHES = 5_000
"""People looked through to hand one deal on; only huge halls have more of them."""

MOST_SEARCHES = 150_000
"""The same for all deals together."""


class Deals:
    """First deals per person and who has those of the tables to come.

    `tables`: members of every table to come. `dealer`: person per table, -1 for none
    yet. `holds`: the tables each person deals first at.
    """

    def __init__(self, tables: Sequence[Sequence[int]], rng: Random) -> None:
        self.tables = [shuffled(rng, table) for table in tables]
        self.dealer = [-1] * len(tables)
        self.holds: dict[int, set[int]] = {p: set() for t in tables for p in t}

    def give(self, table: int, person: int, counts: dict[int, int]) -> None:
        """Let that person deal first at that table, nobody else."""
        before = self.dealer[table]
        if before >= 0:
            self.holds[before].discard(table)
            counts[before] -= 1
        self.dealer[table] = person
        self.holds[person].add(table)
        counts[person] += 1


def first_dealers(
    rounds: Sequence[Sequence[Sequence[int]]],
    history: Sequence[Round],
    rng: Random,
) -> list[list[int]]:
    """Per round and table who deals first.

    The heavy tables are shared out evenly, then all: of all ways to hand deals on from
    one member of a table to another, none makes the counts more even (an optimal
    semi-matching). Whoever missed rounds is counted as if taking an average part there.
    """
    tables = [table for tables in rounds for table in tables]
    deals = Deals(tables, rng)
    heavy = [t for t, table in enumerate(tables) if len(table) >= HEAVY]
    light = [t for t, table in enumerate(tables) if len(table) < HEAVY]
    counts = _so_far(deals, first_deals(history, HEAVY), history, HEAVY)
    _share(deals, heavy, counts, [counts])
    total = _so_far(deals, first_deals(history), history, 0)
    for t in heavy:
        total[deals.dealer[t]] += 1
    _share(deals, light, total, [total, counts])
    _even_out(deals, range(len(tables)), total)
    dealer = iter(deals.dealer)
    return [[next(dealer) for _ in tables] for tables in rounds]


def _so_far(
    deals: Deals, dealt: Mapping[int, int], history: Sequence[Round], least: int
) -> dict[int, int]:
    """First deals played, with an average part for the rounds a person missed."""
    missed = dict.fromkeys(deals.holds, 0.0)
    for played in history:
        seats = sum(map(len, played.tables))
        share = sum(len(table) >= least for table in played.tables) / max(1, seats)
        there = {p for table in played.tables for p in table}
        for person in missed.keys() - there:
            missed[person] += share
    return {p: dealt.get(p, 0) + int(m + 0.5) for p, m in missed.items()}


def _share(
    deals: Deals,
    tables: Sequence[int],
    counts: dict[int, int],
    order: Sequence[Mapping[int, int]],
) -> None:
    """First the member with fewest at each table, then what handing on can mend."""
    for table in tables:
        members = deals.tables[table]
        deals.give(table, min(members, key=lambda p: [c[p] for c in order]), counts)
    _even_out(deals, tables, counts)


def _even_out(deals: Deals, tables: Iterable[int], counts: dict[int, int]) -> None:
    """Hand deals on along chains of people until no chain evens the counts more."""
    allowed = set(tables)
    if not allowed:
        return
    least = min(counts.values())
    stuck: set[int] = set()
    budget = MOST_SEARCHES
    for person in sorted(counts, key=lambda p: (-counts[p], p)):
        while counts[person] > least + 1 and person not in stuck and budget > 0:
            chain, looked = _chain(deals, allowed, counts, person)
            budget -= looked
            if not chain:
                stuck.add(person)
            for table, heir in chain:
                deals.give(table, heir, counts)


def _chain(
    deals: Deals, allowed: set[int], counts: Mapping[int, int], person: int
) -> tuple[list[tuple[int, int]], int]:
    """Hand-overs (table, to whom) that end with somebody two below; breadth first."""
    came: dict[int, tuple[int, int]] = {person: (-1, -1)}
    queue = deque([person])
    while queue and len(came) < SEARCHES:
        giver = queue.popleft()
        for table in sorted(deals.holds[giver] & allowed):
            for heir in deals.tables[table]:
                if heir in came:
                    continue
                came[heir] = (table, giver)
                if counts[heir] <= counts[person] - 2:
                    return _back(came, heir, person), len(came)
                queue.append(heir)
    return [], len(came)


def _back(
    came: Mapping[int, tuple[int, int]], heir: int, person: int
) -> list[tuple[int, int]]:
    chain = []
    while heir != person:
        table, giver = came[heir]
        chain.append((table, heir))
        heir = giver
    return chain
