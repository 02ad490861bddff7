"""How good a seating is, recounted from nothing but the tables.

It must not share any counting with the search: what it says is what an outsider with a
pencil would find, next to what is proven to be possible.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from tournament.seating.bound import plan_bound
from tournament.seating.history import Round

Tables = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Quality:
    """The quality of one round or more, given the rounds played before.

    repeats: meetings of these rounds that were not the pair's first. collisions: sum
    over pairs of m(m - 1)/2, m being their meetings, as far as these rounds add to it;
    `bound` is proven to be the least possible, by the argument `bound_by`, and
    even_bound if evenness is to be at most 1. blind: what a blind draw adds on average.
    score: 0 for that, 1 for the bound. most_meetings: largest m of a pair that meets
    here. met_least, met_mean: different people met so far by those who are there in
    every round. evenness and first_dealer_spread: most minus fewest rounds at a small
    table, and most minus fewest first deals, over those who sat in every round.
    repeated_pairs: (a, b, meetings so far), a < b.
    """

    repeats: int
    collisions: int
    bound: int
    bound_by: str
    even_bound: int
    blind: float
    score: float
    most_meetings: int
    met_least: int
    met_mean: float
    evenness: int
    first_dealer_spread: int
    repeated_pairs: tuple[tuple[int, int, int], ...]


def judge(tables: Tables, history: Sequence[Round]) -> Quality:
    """Recount the quality of these tables; ids in seat order, history oldest first."""
    return judge_rounds([Round(tuple(map(tuple, tables)))], history)


def judge_rounds(rounds: Sequence[Round], history: Sequence[Round]) -> Quality:
    """Recount what these rounds add to those played before them."""
    before = _meetings(history)
    here = _meetings(rounds)
    met = before + here if before else here
    again = sorted(pair for pair in here if met[pair] > 1)
    collisions = sum(_two(met[p]) - _two(before[p]) for p in again)
    sittings = [
        ([p for t in r.tables for p in t], [len(t) for t in r.tables])
        for r in rounds
        if r.counted
    ]
    proof = plan_bound(sittings, history)
    even = plan_bound(sittings, history, even=True)
    blind = _blind(rounds, before)
    span = blind - proof.collisions
    always = _always([*history, *rounds])
    everything = [*history, *rounds]
    there = always
    if any(played.sat is not None for played in history):
        there = _always([Round(played.company) for played in everything])
    opponents = Counter(p for pair in met for p in pair if p in there)
    return Quality(
        repeats=sum(met[p] - 1 - max(0, before[p] - 1) for p in again),
        collisions=collisions,
        bound=proof.collisions,
        bound_by=proof.by,
        even_bound=max(proof.collisions, even.collisions),
        blind=round(blind, 2),
        score=round((blind - collisions) / span, 4) if span > 0 else 1.0,
        most_meetings=max((met[p] for p in here), default=0),
        met_least=min((opponents[p] for p in there), default=0),
        met_mean=round(sum(opponents.values()) / max(1, len(there)), 2),
        evenness=_gap(Counter(_small_seats(everything)), always),
        first_dealer_spread=_gap(
            Counter(t[0] for played in everything for t in played.tables), always
        ),
        repeated_pairs=tuple((a, b, met[a, b]) for a, b in again),
    )


def as_dict(quality: Quality) -> dict[str, Any]:
    """The quality as plain numbers and lists, ready for JSON."""
    return asdict(quality) | {"repeated_pairs": [*map(list, quality.repeated_pairs)]}


@dataclass(frozen=True)
class Change:
    """What it would do to let two people change places.

    repeats and collisions: how many more (or fewer). parted and joined: pairs that met
    before and then no longer sit together, and that then do. small: rounds more at a
    small table for the first person, and so many fewer for the other.
    """

    repeats: int
    collisions: int
    parted: tuple[tuple[int, int], ...]
    joined: tuple[tuple[int, int], ...]
    small: int


def swap_effect(tables: Tables, history: Sequence[Round], p: int, q: int) -> Change:
    """The price of letting p and q change places; quick, only two tables are looked at.

    Raises ValueError when they do not sit at two different tables.
    """
    at_p = [table for table in tables if p in table]
    at_q = [table for table in tables if q in table]
    if not at_p or not at_q or at_p == at_q:
        raise ValueError("they do not sit at two different tables")
    here, there = at_p[0], at_q[0]
    old = [_pair(p, x) for x in here if x != p] + [_pair(q, x) for x in there if x != q]
    new = [_pair(q, x) for x in here if x != p] + [_pair(p, x) for x in there if x != q]
    met = Counter(
        pair
        for played in history
        if played.counted
        for table in played.company
        if p in table or q in table
        for pair in combinations(sorted(table), 2)
    )
    largest = max(map(len, tables))
    return Change(
        repeats=sum(met[x] > 0 for x in new) - sum(met[x] > 0 for x in old),
        collisions=sum(met[x] for x in new) - sum(met[x] for x in old),
        parted=tuple(sorted(x for x in old if met[x])),
        joined=tuple(sorted(x for x in new if met[x])),
        small=int(len(there) < largest) - int(len(here) < largest),
    )


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _two(things: int) -> int:
    return things * (things - 1) // 2


def _meetings(rounds: Sequence[Round]) -> Counter[tuple[int, int]]:
    met: Counter[tuple[int, int]] = Counter()
    for played in rounds:
        if played.counted:
            met.update(_pairs(played))
    return met


def _pairs(played: Round) -> Iterator[tuple[int, int]]:
    for table in played.company:
        yield from combinations(sorted(table), 2)


def _blind(rounds: Sequence[Round], before: Counter[tuple[int, int]]) -> float:
    """Collisions that drawing these rounds by lot adds, on average.

    Each pair present is as likely as any other to share a table: so the meetings it has
    already, and the other rounds of these in which both are there, times that chance.
    """
    total = 0.0
    there = [{p for t in r.tables for p in t} for r in rounds if r.counted]
    chance = [
        sum(_two(len(t)) for t in r.tables) / max(1, _two(sum(map(len, r.tables))))
        for r in rounds
        if r.counted
    ]
    for (a, one), (b, other) in combinations(zip(there, chance, strict=True), 2):
        total += _two(len(a & b)) * one * other
    for a, one in zip(there, chance, strict=True):
        if before:
            total += one * sum(n for (p, q), n in before.items() if p in a and q in a)
    return total


def _small_seats(rounds: Sequence[Round]) -> Iterator[int]:
    """Everybody once for each round at a table smaller than its round's largest."""
    for played in rounds:
        largest = max(map(len, played.tables), default=0)
        for table in played.tables:
            if len(table) < largest:
                yield from table


def _always(rounds: Sequence[Round]) -> set[int]:
    """Who sat in every round."""
    return set.intersection(
        *({p for table in played.tables for p in table} for played in rounds)
    )


def _gap(counts: Counter[int], people: set[int]) -> int:
    """Most minus fewest over these people; 0 without any."""
    values = [counts[person] for person in people]
    return max(values, default=0) - min(values, default=0)
