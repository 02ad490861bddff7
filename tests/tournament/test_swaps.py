"""The best swap for a pair that meets again, against trying every swap there is."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.seating.evenings import attendances, played
from tournament.seating import Round
from tournament.seating.quality import swap_effect
from tournament.swaps import Swap, best_swap


@settings(max_examples=60, deadline=None)
@given(attendances(24, 4), st.integers(0, 99), st.data())
def test_the_best_swap_is_the_best_of_all(
    attendance: list[list[int]], seed: int, data: st.DataObject
) -> None:
    rounds = [proposal.tables for _, proposal in played(attendance, seed, moves=0)]
    counted = data.draw(st.lists(st.booleans(), min_size=4, max_size=4))
    history = [Round(t, c) for t, c in zip(rounds[:-1], counted, strict=False)]
    tables = rounds[-1]
    table = data.draw(st.sampled_from(tables))
    pair = data.draw(st.permutations(table))[:2]
    one, other = pair[0], pair[-1]
    assert best_swap(tables, history, (one, other)) == _of_all(
        tables, history, (one, other)
    )


def _of_all(
    tables: tuple[tuple[int, ...], ...], history: list[Round], pair: tuple[int, int]
) -> Swap | None:
    options = []
    for one in pair:
        for table in tables:
            for other in table if one not in table else ():
                change = swap_effect(tables, history, one, other)
                if change.collisions < 0 and change.repeats < 0:
                    uneven = change.small != 0
                    options.append((change.repeats, uneven, one, other))
    if not options:
        return None
    repeats, uneven, one, other = min(options)
    return Swap(one, other, -repeats, uneven)
