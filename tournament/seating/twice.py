"""Spare people the odd table twice running, where that costs nothing else.

Comes after the rounds are found: two people change places in a round, or in two rounds
the one way and the other, and where nobody meets twice their rounds are mended for it.
It must not add a meeting again, nor make small tables less even.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

from tournament.seating.evenness import Balance
from tournament.seating.history import Round
from tournament.seating.odd import odd_people
from tournament.seating.repair import mend
from tournament.seating.start import Start

Tables = list[list[int]]
# in which round who changes places with whom
Swap = tuple[int, int, int]

MOST_TRIED = 10_000
"""Changes of places tried, over all rounds."""

MOST_MENDED = 30_000
MENDING = (40, 4_000)
"""People in the rounds mended for such changes, and how long each: see repair.mend."""


@dataclass(frozen=True)
class Terms:
    """What is to be kept.

    `stay`: per round who may not move. `price`: per person what another's company costs
    on top, in meetings. `watched`: the rounds after which small tables are to be even;
    `always`: among whom.
    """

    stay: Sequence[Collection[int]]
    price: Mapping[int, Mapping[int, int]]
    watched: Sequence[int]
    always: Collection[int]


def spare_twice(
    rounds: Sequence[Tables], history: Sequence[Round], terms: Terms, rng: Random
) -> list[Tables]:
    """The rounds with as few people twice running at the odd table as were found."""
    last = odd_people(history[-1].tables) if history else set()
    odd = [last, *map(odd_people, rounds)]
    if all(one.isdisjoint(next_) for one, next_ in pairwise(odd)):
        return list(rounds)
    board = _Board(rounds, history, terms, odd)
    board.mending = (MOST_MENDED if board.nobody_twice() else 0, rng)
    tried = 0
    for r in range(len(rounds)):
        for person in board.again(r):
            for swaps in board.ways(r, person):
                tried += 1
                if tried > MOST_TRIED or board.made(swaps):
                    break
    return board.rounds


class _Board:
    """The rounds with their counts.

    `odd[r]`: who had the odd table before round r; the last is nobody. `small[w]`: per
    person small tables beyond the due after watched round w; `range[w]`: the least and
    most of those who always were there, and of all.
    """

    def __init__(
        self,
        rounds: Sequence[Tables],
        history: Sequence[Round],
        terms: Terms,
        odd: list[set[int]],
    ) -> None:
        self.rounds = [[list(table) for table in tables] for tables in rounds]
        self.terms = terms
        self.odd = [*odd, set()]
        self.mending = (0, Random(0))
        self.at = [
            {p: number for number, table in enumerate(tables) for p in table}
            for tables in self.rounds
        ]
        self.met = {p: dict(terms.price.get(p, {})) for sat in self.at for p in sat}
        for played in history:
            if played.counted:
                here = [[p for p in table if p in self.met] for table in played.company]
                self._count(here, 1)
        for tables in self.rounds:
            self._count(tables, 1)
        balance = Balance(history)
        self.small: dict[int, dict[int, float]] = {}
        self.range: dict[int, tuple[float, float, float, float]] = {}
        for r, tables in enumerate(self.rounds):
            balance.add(tables)
            if r in terms.watched:
                now = self.small[r] = {p: balance.of(p) for p in self.met}
                even = [now[p] for p in terms.always] or [0.0]
                ends = (min(0.0, *now.values()), max(0.0, *now.values()))
                self.range[r] = (min(even), max(even), *ends)

    def again(self, r: int) -> list[int]:
        """Who may move, has the odd table in round r and had it before."""
        return sorted((self.odd[r] & self.odd[r + 1]).difference(self.terms.stay[r]))

    def ways(self, r: int, p: int) -> Iterator[list[Swap]]:
        """Somebody else may have it who has it neither before nor after, and in return
        some other odd table may be p's instead of theirs."""
        taken = self.odd[r] | self.odd[r + 1] | self.odd[r + 2] | {*self.terms.stay[r]}
        heirs = [q for q in sorted(self.at[r]) if q not in taken]
        for q in heirs:
            yield [(r, p, q)]
        for q in heirs:
            for k, sat in enumerate(self.at):
                near = {k, k + 1, k + 2} - {r + 1}
                if (
                    q in self.odd[k + 1]
                    and p in sat
                    and not any(p in self.odd[n] for n in near)
                    and not {p, q} & {*self.terms.stay[k]}
                ):
                    yield [(r, p, q), (k, q, p)]

    def made(self, swaps: list[Swap]) -> bool:
        """Whether these changes cost nothing; only then they stay."""
        cost = sum(self._swap(*swap) for swap in swaps)
        if all(self._even(p) and self._even(q) for _, p, q in swaps) and (
            cost <= 0 or self._mended({r for r, _, _ in swaps})
        ):
            return True
        for r, p, q in reversed(swaps):
            self._swap(r, q, p)
        return False

    def nobody_twice(self) -> bool:
        """Whether everybody who sits together does so only once."""
        return all(
            self.met[a][b] == 1
            for tables in self.rounds
            for table in tables
            for a, b in combinations(table, 2)
        )

    def _mended(self, numbers: Collection[int]) -> bool:
        """Whether people at tables of a size could be sorted out so that nobody meets
        again in these rounds; only then they stay so."""
        before = {r: [list(table) for table in self.rounds[r]] for r in numbers}
        for r in numbers:
            left, rng = self.mending
            self.mending = (left - len(self.at[r]), rng)
            self._count(self.rounds[r], -1)
            start = Start(
                [list(t) for t in self.rounds[r]], frozenset(self.terms.stay[r])
            )
            known = {
                p: {q for q, n in self.met[p].items() if n > 0} for p in self.at[r]
            }
            again = left <= 0 or mend(start, (known, {}), [*MENDING], rng)
            self._put(r, self.rounds[r] if again else start.tables)
            if again:
                for done, tables in before.items():
                    self._count(self.rounds[done], -1)
                    self._put(done, tables)
                return False
        return True

    def _put(self, r: int, tables: Tables) -> None:
        self.rounds[r] = tables
        self.at[r] = {p: number for number, table in enumerate(tables) for p in table}
        self._count(tables, 1)

    def _count(self, tables: Tables, times: int) -> None:
        for table in tables:
            for a, b in combinations(table, 2):
                self.met[a][b] = self.met[b][a] = self.met[a].get(b, 0) + times

    def _even(self, person: int) -> bool:
        for w, now in self.small.items():
            least, most, lowest, highest = self.range[w]
            if person not in self.terms.always:
                least, most = lowest, highest
            if not least <= round(now[person], 6) <= most:
                return False
        return True

    def _swap(self, r: int, p: int, q: int) -> int:
        """Let two people at different tables change places; collisions added."""
        tables, at, met = self.rounds[r], self.at[r], self.met
        here, there = tables[at[p]], tables[at[q]]
        here.remove(p)
        there.remove(q)
        cost = 0
        for table, goes, comes in ((here, p, q), (there, q, p)):
            for x in table:
                met[goes][x] -= 1
                met[x][goes] -= 1
                cost += met[comes].get(x, 0) - met[goes][x]
                met[comes][x] = met[comes].get(x, 0) + 1
                met[x][comes] = met[x].get(comes, 0) + 1
        here.append(q)
        there.append(p)
        at[p], at[q] = at[q], at[p]
        odd = self.odd[r + 1]
        if (p in odd) != (q in odd):
            odd ^= {p, q}
        largest = max(map(len, tables))
        more = (len(there) < largest) - (len(here) < largest)
        for w, now in self.small.items():
            if more and w >= r:
                now[p] += more
                now[q] -= more
        return cost
