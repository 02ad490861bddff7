"""How good a seating is, recounted from nothing but the tables.

It must not share any counting with the search: what it says is what an outsider with a
pencil would find, next to what is proven to be possible.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

from tournament.seating.bound import lower_bound
from tournament.seating.history import Round


@dataclass(frozen=True)
class Quality:
    """The quality of one round, given the rounds played before it.

    repeats: pairs of this round that met before. collisions: sum over pairs of
    m(m - 1)/2, m being their meetings, as far as this round adds to it; `bound` is
    proven to be the least possible. most_meetings: largest m, this round included.
    evenness and first_dealer_spread: most minus fewest rounds at a small table, and
    most minus fewest first deals, over those who sat in every round. repeated_pairs:
    (a, b, meetings including this one), a < b.
    """

    repeats: int
    collisions: int
    bound: int
    most_meetings: int
    evenness: int
    first_dealer_spread: int
    repeated_pairs: tuple[tuple[int, int, int], ...]


def judge(tables: Sequence[Sequence[int]], history: Sequence[Round]) -> Quality:
    """Recount the quality of these tables; ids in seat order, history oldest first."""
    this = Round(tuple(tuple(table) for table in tables))
    rounds = [*history, this]
    met = Counter(pair for played in rounds for pair in _pairs(played))
    repeated = tuple(
        (a, b, met[a, b]) for a, b in sorted(_pairs(this)) if met[a, b] > 1
    )
    everybody = [person for table in tables for person in table]
    return Quality(
        repeats=len(repeated),
        collisions=sum(times - 1 for _, _, times in repeated),
        bound=lower_bound(everybody, [len(table) for table in tables], history),
        most_meetings=max(met.values(), default=0),
        evenness=_gap(Counter(_small_seats(rounds)), rounds),
        first_dealer_spread=_gap(
            Counter(table[0] for played in rounds for table in played.tables), rounds
        ),
        repeated_pairs=repeated,
    )


def as_dict(quality: Quality) -> dict[str, Any]:
    """The quality as plain numbers and lists, ready for JSON."""
    return asdict(quality) | {"repeated_pairs": [*map(list, quality.repeated_pairs)]}


def _pairs(played: Round) -> Iterator[tuple[int, int]]:
    for table in played.tables:
        yield from combinations(sorted(table), 2)


def _small_seats(rounds: Sequence[Round]) -> Iterator[int]:
    """Everybody once for each round at a table smaller than its round's largest."""
    for played in rounds:
        largest = max(map(len, played.tables), default=0)
        for table in played.tables:
            if len(table) < largest:
                yield from table


def _gap(counts: Counter[int], rounds: Sequence[Round]) -> int:
    """Most minus fewest over the people who sat in every round; 0 without any."""
    always = set.intersection(
        *({p for table in played.tables for p in table} for played in rounds)
    )
    values = [counts[person] for person in always]
    return max(values, default=0) - min(values, default=0)
