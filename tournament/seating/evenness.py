"""Who is to sit at a small table, so that everybody does so equally often.

A table of four and one of five do not pay alike, so the number of rounds at each is
evened out before anything else (rule 6.2). It must not look at who met whom.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random

from tournament.seating.history import Round
from tournament.seating.lot import shuffled
from tournament.seating.odd import odd_size


def small_seats(sizes: Sequence[int]) -> int:
    """Seats at tables smaller than the largest of the round."""
    largest = max(sizes, default=0)
    return sum(size for size in sizes if size < largest)


class Balance:
    """Small-table rounds beyond a person's due, in rounds; below 0 is a debt.

    The due of a round is its share of small seats, so whoever missed rounds is measured
    on the rounds played only, and somebody new has neither credit nor debt. People who
    were there in the same rounds differ by whole rounds.
    """

    def __init__(self, rounds: Iterable[Round]) -> None:
        self._of: dict[int, float] = {}
        self._spared: dict[int, int] = {}
        for played in rounds:
            self.add(played.tables)

    def add(self, tables: Sequence[Sequence[int]]) -> None:
        """Count one round more."""
        sizes = [len(table) for table in tables]
        small = small_seats(sizes)
        self._spared = {}
        if not small:
            return
        due = small / sum(sizes)
        largest = max(sizes)
        rare = odd_size(Counter(sizes))
        for table in tables:
            gain = (1 if len(table) < largest else 0) - due
            for person in table:
                self._of[person] = self._of.get(person, 0.0) + gain
            if len(table) == rare:
                sooner = -1 if rare == largest else 1
                self._spared.update(dict.fromkeys(table, sooner))

    def owe(self, players: Iterable[int], due: float) -> None:
        """Count the due of a round whose tables are not laid yet."""
        for person in players:
            self._of[person] = self._of.get(person, 0.0) - due

    def spared(self, person: int) -> int:
        """1 or -1 for whoever had the odd table last time: a small one (so now rather
        not), or the largest (now rather a small one)."""
        return self._spared.get(person, 0)

    def of(self, person: int) -> float:
        """Rounded, so that sums in another order are still equal."""
        return round(self._of.get(person, 0.0), 6)

    def halves(self, people: Sequence[int], even: Sequence[int]) -> list[int]:
        """In half rounds, those in `even` (who differ by whole rounds) exactly."""
        zero = self.of(even[0]) if even else 0.0
        return [int(2 * (self.of(person) - zero) + 64.5) - 64 for person in people]


def in_turn(players: Iterable[int], balance: Balance, rng: Random) -> list[int]:
    """The players, those due a small table first; equals so that the odd table goes
    round, then by lot.

    Filling the small seats in this order keeps most minus fewest at 1 or below among
    those who played every round: nobody gets another while somebody with fewer has
    none.
    """
    return sorted(
        shuffled(rng, sorted(players)),
        key=lambda person: (balance.of(person), balance.spared(person)),
    )
