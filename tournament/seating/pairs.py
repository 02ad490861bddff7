"""Fixed pairs: tables of two entries, no opponent twice, and the free round in turn.

An entry is a pair of partners with one number. Who partners whom is not decided here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.effort import default_moves, in_moves
from tournament.seating.history import Round
from tournament.seating.joint import Evening, plan_rounds
from tournament.seating.lot import shuffled
from tournament.seating.rules import NONE, Rules
from tournament.seating.seats import number_rounds
from tournament.seating.start import Gathering
from tournament.seating.turns import next_in_turn


@dataclass(frozen=True)
class PairRound:
    """Tables of two entries, the first one deals first; `free` sits out, or None."""

    tables: tuple[tuple[int, ...], ...]
    free: int | None = None


def everybody_meets(entries: Sequence[int], rounds: int) -> list[PairRound]:
    """A schedule in which nobody meets twice before everybody met everybody.

    One entry stays and the others go round it (the circle method). With an odd number
    whoever would meet the one that is missing is free, each once before any twice.
    """
    ring: list[int | None] = list(entries)
    if len(ring) % 2:
        ring.append(None)
    half = len(ring) // 2
    out = []
    for number in range(rounds):
        turn = number % (len(ring) - 1)
        rest = ring[1:]
        order = [ring[0], *rest[turn:], *rest[:turn]]
        matches = zip(order[:half], reversed(order[half:]), strict=True)
        tables, free = [], None
        for a, b in matches:
            if a is None or b is None:
                free = a if b is None else b
            else:
                # the deal changes hands with the rounds, for the one who stays as well
                tables.append((a, b) if number % 2 == 0 else (b, a))
        out.append(PairRound(tuple(tables), free))
    return out


def plan_pairs(
    entries: Sequence[int],
    rounds_left: int,
    history: Sequence[PairRound],
    seed: int,
    rules: Rules = NONE,
    ahead: Sequence[PairRound] = (),
) -> list[PairRound]:
    """The rounds left, given those played; the same request gives the same.

    `ahead`, the plan made before, is kept while nobody came or went. Otherwise fewest
    repeated opponents over all rounds, and the free round by times free over times
    present, never twice running while avoidable. Raises ValueError with fewer than two
    entries, Contradiction when the rules cannot be kept.
    """
    if len(entries) < 2:
        raise ValueError("two entries at least are needed for a table")
    there = set(entries)
    kept = [planned for planned in ahead if _people(planned) == there]
    if rules == NONE and len(kept) == len(ahead) == rounds_left:
        return kept
    rng = Random(seed)
    if rules == NONE and not history:
        plan = everybody_meets(shuffled(rng, sorted(entries)), rounds_left)
    else:
        free = _free(there, rounds_left, history, rng)
        plan = _searched(entries, free, history, seed, rules)
    orders = [[_dealing(table, history) for table in r.tables] for r in plan]
    placed = number_rounds(orders, _as_rounds(history), [()] * len(plan))
    return [
        PairRound(tuple(tables), planned.free)
        for tables, planned in zip(placed, plan, strict=True)
    ]


def _searched(
    entries: Sequence[int],
    free: Sequence[int | None],
    history: Sequence[PairRound],
    seed: int,
    rules: Rules = NONE,
) -> list[PairRound]:
    evening = Evening(
        gatherings=tuple(
            Gathering(
                tuple(sorted(e for e in entries if e != out)),
                (2,) * (len(entries) // 2),
            )
            for out in free
        ),
        history=_as_rounds(history),
        rules=rules,
    )
    moves = default_moves(len(entries), len(entries) // 2, len(free))
    seated = plan_rounds(evening, seed, in_moves(moves))
    return [
        PairRound(tuple(map(tuple, tables)), out)
        for tables, out in zip(seated.rounds, free, strict=True)
    ]


def _free(
    there: set[int], rounds: int, history: Sequence[PairRound], rng: Random
) -> list[int | None]:
    """Who is free in each round left."""
    if len(there) % 2 == 0:
        return [None] * rounds
    had = [set() if past.free is None else {past.free} for past in history]
    present = [_people(past) for past in history]
    out: list[int | None] = []
    for _ in range(rounds):
        had.append(next_in_turn(there, 1, had, present, rng))
        present.append(there)
        out += had[-1]
    return out


def _people(played: PairRound) -> set[int]:
    seated = {entry for table in played.tables for entry in table}
    return seated if played.free is None else seated | {played.free}


def _as_rounds(history: Sequence[PairRound]) -> tuple[Round, ...]:
    return tuple(Round(past.tables) for past in history)


def _dealing(table: Sequence[int], history: Sequence[PairRound]) -> tuple[int, ...]:
    """Whoever dealt first less often so far deals first."""
    dealt = [t[0] for past in history for t in past.tables]
    return tuple(sorted(table, key=dealt.count))
