"""The bounds on rounds to come: by hand, and never above an exhaustive search."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import comb, prod
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating.bound import Bound, lower_bound, plan_bound
from tournament.seating.history import Round

Tables = tuple[tuple[int, ...], ...]
Sittings = list[tuple[list[int], list[int]]]

MOST_PLANS = 20_000


def test_a_round_that_does_not_count_forces_nothing() -> None:
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    by_standing = Round(tables, counted=False)
    assert lower_bound(range(1, 9), (4, 4), [Round(tables)]) == 4
    assert lower_bound(range(1, 9), (4, 4), [by_standing]) == 0


def _alike(sizes: Sequence[int], rounds: int) -> Sittings:
    return [(list(range(sum(sizes))), list(sizes))] * rounds


@pytest.mark.parametrize(
    ("sizes", "rounds", "collisions", "by"),
    [
        *[([4] * 2, 3, 12, "crossing"), ([4] * 3, 3, 9, "crossing")],
        *[([5] * 3, 6, 90, "crossing"), ([5] * 4, 4, 24, "crossing")],
        *[([4] * 4, 5, 0, ""), ([4] * 8, 10, 0, ""), ([3] * 3, 5, 9, "player")],
        *[([4, 4, 5, 5, 5], 5, 0, ""), ([3, 4], 3, 9, "crossing")],
        ([4, 5, 5] + [4] * 8, 8, 0, ""),
    ],
)
def test_what_table_sizes_force_is_known_with_the_reason(
    sizes: list[int], rounds: int, collisions: int, by: str
) -> None:
    bound = plan_bound(_alike(sizes, rounds))
    assert (bound.collisions, bound.by) == (collisions, by)


def test_too_many_rounds_for_the_opponents_repeat() -> None:
    # 31 opponents, 33 met in eleven rounds of four
    assert plan_bound(_alike([4] * 8, 11)) == Bound(32, "player", 32, "player")


def test_no_round_and_no_people_force_nothing() -> None:
    assert plan_bound([]) == Bound(0, "", 0, "")
    assert plan_bound([([], [])]) == Bound(0, "", 0, "")
    assert lower_bound([1], [1], [Round(((1, 2, 3),))]) == 0


@pytest.mark.parametrize(
    ("sizes", "rounds", "collisions"),
    [
        # met by the best plans known, so these are the least there is
        *[([4, 4, 4, 5], 5, 24), ([4, 4, 5, 5], 5, 34), ([4, 5, 5, 5], 5, 39)],
        *[([4] * 4 + [5], 5, 12), ([4] * 3 + [5] * 2, 5, 12)],
        ([4] * 2 + [5] * 3, 5, 6),
    ],
)
def test_evenness_has_a_price_of_its_own(
    sizes: list[int], rounds: int, collisions: int
) -> None:
    even = plan_bound(_alike(sizes, rounds), even=True)
    assert (even.collisions, even.by) == (collisions, "fair")
    assert plan_bound(_alike(sizes, rounds)).collisions < collisions


def test_evenness_is_free_where_sizes_are_equal_or_tables_many() -> None:
    for sizes, rounds in [([4] * 5, 5), ([4] * 7 + [5], 6), ([4] * 2 + [5] * 5, 6)]:
        assert plan_bound(_alike(sizes, rounds), even=True).collisions == 0


def test_the_past_counts_for_the_rest() -> None:
    played = [Round(((0, 1, 2, 3), (4, 5, 6, 7)))]
    assert plan_bound(_alike([4, 4], 1), played).collisions == 4
    assert plan_bound(_alike([4, 4], 2), played).collisions == 12
    # a third round of the same tables would make 12, and these two are 12 with it
    assert plan_bound(_alike([4, 4], 2), played).repeats == 8


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_no_plan_is_below_the_bound(seed: int) -> None:
    rng = Random(seed)
    sittings, history = _evening(rng)
    bound = plan_bound(sittings, history)
    collisions, repeats, _ = _least(sittings, history)
    assert bound.collisions <= collisions
    assert bound.repeats <= repeats


@pytest.mark.parametrize(
    ("sizes", "rounds"),
    [
        *[((3, 4), 2), ((3, 4), 3), ((4, 5), 2), ((4, 5), 3), ((2, 2, 3), 2)],
        *[((2, 2, 3), 3), ((2, 3), 3), ((2, 3), 4), ((2, 3, 3), 2), ((2, 3, 4), 2)],
        *[((3, 5), 3), ((2, 2, 2, 3), 2), ((3, 3, 2), 2), ((2, 5), 4)],
    ],
)
def test_no_even_plan_is_below_the_bound(sizes: tuple[int, ...], rounds: int) -> None:
    sittings = _alike(sizes, rounds)
    fair = plan_bound(sittings, even=True)
    first = next(_seatings(tuple(range(sum(sizes))), tuple(sorted(sizes))))
    _, _, even = _least(sittings, [], first)
    assert fair.collisions <= even


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_a_round_more_never_lowers_the_bound(seed: int) -> None:
    sittings, history = _evening(Random(seed), most=30)
    fewer = plan_bound(sittings[:-1], history)
    assert fewer.collisions <= plan_bound(sittings, history).collisions


def _evening(rng: Random, most: int = 9) -> tuple[Sittings, list[Round]]:
    """Rounds to come, and rounds played; people come and go about half the time."""
    while True:
        n = rng.randint(6, most)
        fixed = rng.random() < 0.5
        rounds = [_sitting(rng, n, fixed) for _ in range(rng.randint(1, 3))]
        if fixed and rng.random() < 0.7:
            rounds = [rounds[0]] * len(rounds)
        if most > 9 or prod(_ways(sizes) for _, sizes in rounds) <= MOST_PLANS:
            break
    history = [_played(rng, n, fixed) for _ in range(rng.choice([0, 0, 1, 2, 3]))]
    return rounds, history


def _sitting(rng: Random, n: int, fixed: bool) -> tuple[list[int], list[int]]:
    there = sorted(rng.sample(range(n), n if fixed else rng.randint(max(4, n - 3), n)))
    tables = rng.choice([2, 2, 3]) if len(there) > 5 else 2
    cuts = [0, *sorted(rng.sample(range(2, len(there) - 1), tables - 1)), len(there)]
    sizes = [end - start for start, end in pairwise(cuts)]
    return there, sizes


def _played(rng: Random, n: int, fixed: bool) -> Round:
    there, sizes = _sitting(rng, n, fixed)
    rng.shuffle(there)
    return Round(tuple(tuple(there.pop() for _ in range(size)) for size in sizes))


def _ways(sizes: Sequence[int]) -> int:
    ways, left = 1, sum(sizes)
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways


def _least(
    sittings: Sittings, history: list[Round], first: Tables | None = None
) -> tuple[int, int, int]:
    """Fewest collisions and repeats of all plans, and collisions of the even ones."""
    met = Counter(pair for played in history for pair in _pairs(played.tables))
    choices = [
        [first] if first and not number else list(_seatings(tuple(p), tuple(sorted(s))))
        for number, (p, s) in enumerate(sittings)
    ]
    pairs = {tables: _pairs(tables) for tables in {t for c in choices for t in c}}
    best = [10**9] * 3

    def extend(number: int, cost: int, again: int, plan: list[Tables]) -> None:
        if number == len(choices):
            best[0], best[1] = min(best[0], cost), min(best[1], again)
            if cost < best[2] and _is_even(plan):
                best[2] = cost
            return
        for tables in choices[number]:
            here = [met[pair] for pair in pairs[tables]]
            for pair in pairs[tables]:
                met[pair] += 1
            repeats = sum(times > 0 for times in here)
            extend(number + 1, cost + sum(here), again + repeats, [*plan, tables])
            for pair in pairs[tables]:
                met[pair] -= 1

    extend(0, 0, 0, [])
    return best[0], best[1], best[2]


def _is_even(plan: list[Tables]) -> bool:
    small = Counter(
        {person: 0 for table in plan[0] for person in table},
    )
    for tables in plan:
        largest = max(map(len, tables))
        small.update(p for t in tables if len(t) < largest for p in t)
    return max(small.values()) - min(small.values()) <= 1


def _seatings(players: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """Every way to fill tables of those sizes, in order of the sizes."""
    if not sizes:
        yield ()
        return
    for table in combinations(players, sizes[0]):
        rest = tuple(person for person in players if person not in table)
        for others in _seatings(rest, sizes[1:]):
            yield (table, *others)


def _pairs(tables: Tables) -> list[tuple[int, int]]:
    return [pair for table in tables for pair in combinations(sorted(table), 2)]
