"""How good and how quick seating is: each kind of field, and how it grows.

    python -m tests.benchmarks.bench_seating [SECONDS] [NAME ...]

Processor seconds of one core; three seeds each. Collisions are sums of m(m - 1)/2 over
pairs that meet m times; a gap is most minus fewest rounds at a small table.
"""

import resource
import sys
from collections.abc import Sequence
from time import process_time

from tournament.seating.effort import in_moves, in_seconds
from tournament.seating.joint import Evening, Seated
from tournament.seating.plan import plan_evening
from tournament.seating.quality import Quality, judge_rounds
from tournament.seating.start import Gathering

FIELDS: dict[str, tuple[tuple[int, ...], int]] = {
    "8/4/3": ((4,) * 2, 3),
    "12/4/3": ((4,) * 3, 3),
    "15/5/6": ((5,) * 3, 6),
    "16/4/5": ((4,) * 4, 5),
    "20/4/5": ((4,) * 5, 5),
    "20/5/4": ((5,) * 4, 4),
    "23mix/5": ((5,) * 3 + (4,) * 2, 5),
    "25/5/6": ((5,) * 5, 6),
    "32/4/10": ((4,) * 8, 10),
    "33mix-a/6": ((5,) + (4,) * 7, 6),
    "33mix-b/6": ((5,) * 5 + (4,) * 2, 6),
    "37mix-a/8": ((5,) + (4,) * 8, 8),
    "37mix-b/8": ((5,) * 5 + (4,) * 3, 8),
    "40/4/8": ((4,) * 10, 8),
    "40/5/6": ((5,) * 8, 6),
    "64/4/10": ((4,) * 16, 10),
    "97mix/8": ((5,) * 9 + (4,) * 13, 8),
    "100/5/8": ((5,) * 20, 8),
    "200/4/8": ((4,) * 50, 8),
    "500/5/10": ((5,) * 100, 10),
    "1000/4/10": ((4,) * 250, 10),
    "5000mix/8": ((5,) * 500 + (4,) * 625, 8),
    "10000mix/10": ((5,) * 1000 + (4,) * 1250, 10),
    # where a design exists that a search does not find
    "20/4/6": ((4,) * 5, 6),
    "24/4/7": ((4,) * 6, 7),
    "28/4/9": ((4,) * 7, 9),
    "30/5/6": ((5,) * 6, 6),
    "32/4/8": ((4,) * 8, 8),
    "32/4/9": ((4,) * 8, 9),
    "35/5/7": ((5,) * 7, 7),
    "36/4/11": ((4,) * 9, 11),
    "40/4/13": ((4,) * 10, 13),
}
GROWTH = (200, 500, 1000, 2000, 5000, 10_000, 20_000)


def evening(sizes: Sequence[int], rounds: int) -> Evening:
    people = tuple(range(1, sum(sizes) + 1))
    return Evening((Gathering(people, tuple(sizes)),) * rounds)


def search(name: str, seconds: float, seed: int) -> tuple[float, Seated, Quality]:
    """One plan from nothing, its seats and dealers included."""
    began = process_time()

    def elapsed() -> float:
        return process_time() - began

    cycles = in_seconds(seconds, elapsed)
    rounds, seated = plan_evening(
        evening(*FIELDS[name]), seed, cycles, up=lambda: elapsed() > seconds
    )
    return elapsed(), seated, judge_rounds(rounds, ())


def report(name: str, seconds: float) -> None:
    row = []
    for seed in (1, 2, 3):
        took, seated, quality = search(name, seconds, seed)
        row.append(
            f"{quality.collisions} gap {quality.evenness} deals "
            f"{quality.first_dealer_spread} {took:.2f} s {seated.how}"
        )
    print(f"{name:12} bound {quality.bound:3} | " + " | ".join(row), flush=True)


def grow(people: int) -> None:
    rounds = 10
    field = evening((4,) * (people // 4), rounds)
    began = process_time()
    planned, seated = plan_evening(field, 1, in_moves(0))
    took = process_time() - began
    repeats = judge_rounds(planned, ()).repeats
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    each = 1_000_000 * took / (people * rounds)
    print(
        f"{people:6} people, {rounds} rounds of 4: {took:6.2f} s, {each:5.1f} µs a "
        f"seat, {most:4} MB at most so far, {repeats} repeats, {seated.how}",
        flush=True,
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    names = sys.argv[2:]
    for name in names or FIELDS:
        report(name, seconds)
    if not names:
        for people in GROWTH:
            grow(people)


if __name__ == "__main__":
    main()
