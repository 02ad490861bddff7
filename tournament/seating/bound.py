"""Proof of how many collisions rounds cannot avoid, whoever draws them.

Counts only who sat where before, who comes, and how large the tables are. It must not
look at a proposed seating, and must never promise more than the truth: relax, never
guess.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournament.seating.evenbound import even_bound
from tournament.seating.history import Round
from tournament.seating.opponents import (
    Demand,
    Sitting,
    demand,
    pairs_collisions,
    pairs_repeats,
    player_collisions,
    player_repeats,
)
from tournament.seating.spread import spread

__all__ = ["Bound", "crossing", "lower_bound", "plan_bound", "spread"]

_Proof = tuple[int, str]
_Between = Mapping[tuple[int, int], int]


@dataclass(frozen=True)
class Bound:
    """The least that rounds add, and the argument that proves it.

    `collisions`: sum over pairs of m(m - 1)/2, m being their meetings, as far as these
    rounds add to it. `repeats`: meetings in them of two who met before, whether in
    them or earlier. `by` and `repeats_by`: "pairs", "player", "crossing", "window",
    "collisions" (repeats that the collisions need), or "fair"; empty for 0.
    """

    collisions: int
    by: str
    repeats: int
    repeats_by: str


def lower_bound(
    players: Sequence[int], sizes: Sequence[int], history: Sequence[Round]
) -> int:
    """Collisions one round adds at the least: pairs times their meetings so far."""
    return plan_bound([(players, sizes)], history).collisions


def plan_bound(
    sittings: Sequence[tuple[Iterable[int], Sequence[int]]],
    history: Sequence[Round] = (),
    even: bool = False,
) -> Bound:
    """The least that rounds with these (players, table sizes) add to those played.

    Each bound holds for every plan (rule 6.2, lower bound): all meetings spread over
    the pairs met least; each person's over the opponents met least; two rounds against
    each other, table by table; and, for rounds alike, the best bound for w of them,
    averaged over all choices of w. With `even` only for plans in which all are at a
    smaller table equally often, give or take one round: then also "fair", for rounds
    alike with nothing played before. Rounds played that are not counted force nothing.
    """
    even = even and not history
    history = [played for played in history if played.counted]
    rounds = _rounds(sittings)
    between = {
        (r, s): _between(rounds[r], rounds[s])
        for r, s in combinations(range(len(rounds)), 2)
    }
    earlier = _earlier(rounds, history)
    wanted = demand(rounds, history)
    fresh = demand(rounds, ()) if history else wanted
    inside = _inside(rounds, between, fresh, even)
    best = inside
    if history:
        past = _past(rounds, history, earlier)
        together = (inside[0] + past, inside[1] if inside[0] >= past else "crossing")
        best = max(together, *_counted(wanted), key=_value)
    ever = len(rounds) + sum(map(_most_tables, history))
    # two who meet every time have m(m - 1)/2 collisions and m - 1 repeats
    needed = _up(best[0], ever - 1) if history else _up(2 * best[0], ever)
    again = max(
        (_repeated(between, earlier), "crossing"),
        (player_repeats(wanted), "player"),
        (pairs_repeats(wanted), "pairs"),
        (needed, "collisions"),
        key=_value,
    )
    return Bound(*_named(best), *_named(again))


def crossing(players: Iterable[int], sizes: Sequence[int], earlier: Round) -> int:
    """Least number of pairs that sat together in that round and do so again now.

    A table now is filled from the tables then, and a table then is split over the
    tables now (rule 6.2, lower bound). People who were not there then cost nothing.
    """
    present = players if isinstance(players, frozenset) else frozenset(players)
    if earlier.sat is None:
        parts = [len(present.intersection(table)) for table in earlier.tables]
    else:
        parts = _once_each(present, earlier.sat)
    parts = [part for part in parts if part]
    if not parts:
        return 0
    by_then = _split(parts, len(sizes))
    return max(by_then, _filled(sizes, len(parts), len(present) - sum(parts)))


def _once_each(present: frozenset[int], tables: Iterable[Sequence[int]]) -> list[int]:
    """How many at each table, who sat at two only at the first.

    That leaves out meetings to be had again, and never makes up any.
    """
    left = set(present)
    parts = []
    for table in tables:
        here = left.intersection(table)
        left -= here
        parts.append(len(here))
    return parts


def _most_tables(played: Round) -> int:
    """How often two can have met in a round."""
    if played.sat is None:
        return 1
    seats = Counter(person for table in played.sat for person in table)
    return max([1, *seats.values()])


def _rounds(
    sittings: Sequence[tuple[Iterable[int], Sequence[int]]],
) -> list[Sitting]:
    """The rounds with anybody there; the same people are the same object."""
    same: dict[frozenset[int], frozenset[int]] = {}
    rounds = []
    for players, sizes in sittings:
        there = frozenset(players)
        if there:
            rounds.append((same.setdefault(there, there), tuple(sorted(sizes))))
    return rounds


def _between(one: Sitting, other: Sitting) -> int:
    """Least pairs together in both of two rounds to come."""
    (a, sizes), (b, others) = one, other
    if a is not b:
        return spread(len(a & b), len(sizes) * len(others))
    return max(
        spread(len(a), len(sizes) * len(others)),
        _split(sizes, len(others)),
        _split(others, len(sizes)),
    )


def _split(tables: Iterable[int], boxes: int) -> int:
    """Least pairs kept when each of these tables is split over so many boxes."""
    return sum(n * spread(size, boxes) for size, n in Counter(tables).items())


def _earlier(
    rounds: Sequence[Sitting], history: Sequence[Round]
) -> list[tuple[int, ...]]:
    """Per round to come what each round played forces in it."""
    known: dict[Sitting, tuple[int, ...]] = {}
    for sitting in rounds:
        if sitting not in known:
            known[sitting] = tuple(crossing(*sitting, played) for played in history)
    return [known[sitting] for sitting in rounds]


def _inside(
    rounds: Sequence[Sitting], between: _Between, wanted: Demand, even: bool
) -> _Proof:
    """The least that these rounds have among themselves, whatever was played."""
    proofs = [(sum(between.values()), "crossing"), *_counted(wanted)]
    if rounds and all(sitting == rounds[0] for sitting in rounds):
        sizes = rounds[0][1]
        # what two of them force, and the meetings of one
        cross = between.get((0, 1), 0)
        proofs.append((_window(wanted.pairs[0], sizes, cross, len(rounds)), "window"))
        if even:
            proofs.append((even_bound(sizes, len(rounds)), "fair"))
    return max(proofs, key=_value)


def _window(pairs: int, sizes: Sequence[int], cross: int, rounds: int) -> int:
    """Of rounds alike: each two are in equally many choices of w rounds."""
    if pairs == 0:
        return 0
    met = sum(size * (size - 1) // 2 for size in sizes)
    twos = rounds * (rounds - 1) // 2
    best = 0
    for w in range(2, rounds):
        few = w * (w - 1) // 2
        least = max(spread(met * w, pairs), cross * few)
        best = max(best, _up(twos * least, few))
    return best


def _counted(wanted: Demand) -> list[_Proof]:
    return [(player_collisions(wanted), "player"), (pairs_collisions(wanted), "pairs")]


def _past(
    rounds: Sequence[Sitting],
    history: Sequence[Round],
    earlier: Sequence[tuple[int, ...]],
) -> int:
    """The least pairs that meet again from the past, round by round."""
    known: dict[Sitting, int] = {}
    for sitting, forced in zip(rounds, earlier, strict=True):
        if sitting not in known:
            alone = player_collisions(demand([sitting], history))
            known[sitting] = max(sum(forced), alone)
    return sum(known[sitting] for sitting in rounds)


def _repeated(between: _Between, earlier: Sequence[tuple[int, ...]]) -> int:
    """Each round repeats at least what one round before it forces."""
    return sum(
        max([*forced, *(between[r, s] for r in range(s))], default=0)
        for s, forced in enumerate(earlier)
    )


def _filled(sizes: Sequence[int], tables_then: int, newcomers: int) -> int:
    """Pairs forced by filling the tables now; newcomers sit where they save most."""
    seats = Counter(sizes)
    while newcomers and (fullest := max(seats, default=0)) > 0:
        moved = min(newcomers, seats[fullest])
        newcomers -= moved
        seats[fullest - 1] += moved
        seats[fullest] -= moved
        seats += Counter()
    return _split(seats.elements(), tables_then)


def _up(number: int, by: int) -> int:
    return -(-number // by) if number else 0


def _value(proof: _Proof) -> int:
    return proof[0]


def _named(proof: _Proof) -> _Proof:
    return proof if proof[0] > 0 else (0, "")
