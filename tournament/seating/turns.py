"""Whose turn it is for what only some get: sitting out, or the odd table.

By times there over times present, never twice running while that can be avoided.
"""

from collections.abc import Collection, Sequence
from random import Random

from tournament.seating.lot import shuffled


def next_in_turn(
    players: Collection[int],
    count: int,
    had: Sequence[Collection[int]],
    present: Sequence[Collection[int]],
    rng: Random,
) -> set[int]:
    """The `count` players whose turn it is.

    `had`: per round so far who had it; `present`: who was there. Whoever had it least
    for the rounds they were there goes first, equals by lot; whoever had it last time
    goes after all others.
    """
    last = set(had[-1]) if had else set()

    def share(person: int) -> tuple[bool, float, int]:
        there = sum(person in people for people in present)
        times = sum(person in people for people in had)
        return person in last, times / max(1, there), -there

    order = sorted(shuffled(rng, sorted(players)), key=share)
    return set(order[:count])


def sit_out(
    attendance: Sequence[Collection[int]], counts: Sequence[int], rng: Random
) -> list[set[int]]:
    """Per round who sits out, so many in each, when everybody's presence is known."""
    there = [frozenset(people) for people in attendance]
    out: list[set[int]] = []
    for number, (people, count) in enumerate(zip(there, counts, strict=True)):
        turn = next_in_turn(people, count, out, there[:number], rng) if count else set()
        out.append(turn)
    return out
