"""Fixed pairs: no opponent twice, and the free round in turn."""

from collections import Counter

import pytest

from tournament.seating import Rules
from tournament.seating.pairs import PairRound, everybody_meets, plan_pairs


def opponents(rounds: list[PairRound]) -> Counter[frozenset[int]]:
    return Counter(frozenset(table) for r in rounds for table in r.tables)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8, 9, 14, 21])
def test_nobody_meets_twice_before_everybody_met(n: int) -> None:
    rounds = everybody_meets(range(1, n + 1), n - 1 + n % 2)
    met = opponents(rounds)
    assert set(met.values()) == {1}
    assert len(met) == n * (n - 1) // 2
    free = Counter(r.free for r in rounds if r.free is not None)
    assert free == (dict.fromkeys(range(1, n + 1), 1) if n % 2 else {})


@pytest.mark.parametrize("n", [8, 9])
def test_rounds_planned_one_after_the_other_still_meet_nobody_twice(n: int) -> None:
    played: list[PairRound] = []
    ahead: list[PairRound] = []
    for left in range(6, 0, -1):
        first, *ahead = plan_pairs(range(1, n + 1), left, played, 3, ahead=ahead)
        played.append(first)
    assert max(opponents(played).values()) == 1
    free = Counter(r.free for r in played if r.free is not None)
    assert max(free.values(), default=1) == 1


def test_when_an_entry_leaves_the_rest_is_planned_anew() -> None:
    played = plan_pairs(range(1, 11), 6, [], 1)[:3]
    rest = plan_pairs(range(1, 10), 3, played, 1)
    assert max(opponents([*played, *rest]).values()) == 1
    assert len({r.free for r in rest}) == 3
    for planned in rest:
        seated = {e for table in planned.tables for e in table}
        assert seated | {planned.free} == set(range(1, 10))


def test_entries_kept_apart_never_meet() -> None:
    rounds = plan_pairs(range(1, 9), 4, [], 1, Rules(apart=((1, 2), (3, 4))))
    assert not opponents(rounds).keys() & {frozenset((1, 2)), frozenset((3, 4))}


def test_one_entry_alone_is_refused() -> None:
    with pytest.raises(ValueError, match="two entries"):
        plan_pairs([1], 1, [], 1)
