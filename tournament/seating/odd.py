"""The odd table: of the size that fewest people have in its round.

It goes round by times there over times present, never twice running to the same people
while that can be avoided. It must not move anybody.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from tournament.seating.history import Round


def odd_size(tables: Mapping[int, int]) -> int:
    """The size with fewest seats, the smaller of equals; 0 when all are alike.

    `tables`: how many there are of each size.
    """
    seats = {size: size * number for size, number in tables.items()}
    seats = {size: number for size, number in seats.items() if number > 0}
    if len(seats) < 2:
        return 0
    return min(seats, key=lambda size: (seats[size], size))


def odd_people(tables: Iterable[Sequence[int]]) -> set[int]:
    """Who sits at a table of the rarer size; nobody when all are alike."""
    laid = list(tables)
    rare = odd_size(Counter(map(len, laid)))
    return {person for table in laid if len(table) == rare for person in table}


class Turns:
    """Who was at the odd table how often, and who was there last time."""

    def __init__(self, history: Sequence[Round]) -> None:
        self._times: dict[int, int] = {}
        self._present: dict[int, int] = {}
        self.last: set[int] = set()
        for played in history:
            self.last = odd_people(played.tables)
            for table in played.tables:
                for person in table:
                    self._present[person] = self._present.get(person, 0) + 1
            for person in self.last:
                self._times[person] = self._times.get(person, 0) + 1

    def share(self, person: int) -> float:
        """Times at the odd table over times present."""
        return self._times.get(person, 0) / max(1, self._present.get(person, 0))


def odd_after(
    tables: Sequence[Sequence[int]], history: Sequence[Round]
) -> Callable[[Sequence[tuple[Sequence[int], Sequence[int]]]], tuple[int, float]]:
    """What changes of tables (before, after) would mean for the odd table.

    The answer: how many sit there twice running, and how often those who come to it
    were there for the rounds they were there. Each takes the time of its tables only.
    """
    turns = Turns(history)
    laid = Counter(map(len, tables))
    again: Counter[int] = Counter()
    for table in tables:
        again[len(table)] += len(turns.last.intersection(table))

    def price(
        changes: Sequence[tuple[Sequence[int], Sequence[int]]],
    ) -> tuple[int, float]:
        now = laid.copy()
        for before, after in changes:
            now[len(before)] -= 1
            now[len(after)] += 1
        rare = odd_size(now)
        twice = again[rare] if rare else 0
        come: list[int] = []
        for before, after in changes:
            if len(before) == rare:
                twice -= len(turns.last.intersection(before))
            if len(after) == rare:
                twice += len(turns.last.intersection(after))
                come += after
        return twice, sum(map(turns.share, come)) / max(1, len(come))

    return price
