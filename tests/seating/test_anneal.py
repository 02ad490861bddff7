"""The search: what it says of a seating is what anybody counts."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.seating.anneal import Cycle, Hall, anneal

Tables = list[list[int]]


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.integers(-3, 3), min_size=13, max_size=13),
    st.integers(1, 5),
    st.integers(0, 3),
    st.booleans(),
    st.integers(0, 99),
)
def test_collisions_and_evenness_are_kept_right_move_by_move(
    balance: list[int], rounds: int, price: int, steady: bool, seed: int
) -> None:
    # uneven from the start, as after people came and went
    rng = Random(seed)
    hot = [Cycle(300, 5.0, 1.0)] * 2
    start = [[[0, 1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]] for _ in range(rounds)]
    hall = Hall(
        people=13,
        met=[{} for _ in range(13)],
        movers=[range(13)] * rounds,
        small=[balance] * rounds,
        watched=range(rounds) if steady else [rounds - 1],
        even=[p for p in range(13) if balance[p] % 2 == 0],
        price=price,
        target=0,
        gap=0,
    )
    found, made = anneal(hall, start, hot, rng, lambda: False)
    assert made == (300, 300) or found.worth[2] == 0
    assert found.worth[2] == _collisions(found.rounds)
    again, _ = anneal(hall, found.rounds, [], rng, lambda: False)
    assert again.worth == found.worth


def _collisions(rounds: list[Tables]) -> int:
    met: dict[tuple[int, int], int] = {}
    total = 0
    for tables in rounds:
        for table in tables:
            for a in table:
                for b in table:
                    if a < b:
                        total += met.get((a, b), 0)
                        met[a, b] = met.get((a, b), 0) + 1
    return total
