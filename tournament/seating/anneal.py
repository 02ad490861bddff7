"""Seat several rounds together so that as few people as possible meet again.

Simulated annealing over all rounds at once; a move lets one person change places with
another in one round, and all partners are weighed at once. Counts are kept as whole
numbers with 16 bits for each person (a lane), so that one addition of Python's handles
the whole hall. Only exact arithmetic and Random.random(), so every machine finds the
same seating. It must not know what a rule or a size means: see Hall.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

LANE = 16
FULL = (1 << LANE) - 1
ZERO = 1 << (LANE - 1)
"""What stands for 0 in a lane that may go below it."""

LEVELS = 40
TRIES = 3
"""Drawings of a mover, until one meets somebody again in that round."""

Tables = list[list[int]]


@dataclass(frozen=True)
class Hall:
    """What is seated, people and tables numbered from 0.

    `met`: per person what another's company costs on top, as if they had met so often
    (pairs that never met are left out). `movers`: per round who may change places.
    `small`: per round, and per person, what somebody had of small tables beyond the due
    after it, in half rounds, those to come left out; `watched`: the rounds after which
    it is to be even. `even`: who counts for the gap, in rounds. `price`: of half a
    round of unevenness, in collisions; 0 leaves it to chance. `target`: added cost no
    seating can go below; the search stops there once the gap is at most `gap`.
    `strict`: pairs never to sit together.
    """

    people: int
    met: Sequence[dict[int, int]]
    movers: Sequence[Sequence[int]]
    small: Sequence[Sequence[int]]
    watched: Sequence[int]
    even: Sequence[int]
    price: int
    target: int
    gap: int
    strict: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True)
class Found:
    """The best seating found: broken rules, gap (at least Hall.gap), added cost.

    `rounds`: per round the tables in the order they were given, ids in no order.
    """

    worth: tuple[int, int, int]
    rounds: list[Tables]


@dataclass(frozen=True)
class Cycle:
    """One cooling down: how many moves, from which temperature to which."""

    moves: int
    hot: float = 0.6
    cold: float = 0.2


Clock = Callable[[], bool]
"""Says whether time is up. A cycle that it cuts short counts for nothing."""


def anneal(
    hall: Hall, start: list[Tables], cycles: Iterable[Cycle], rng: Random, up: Clock
) -> tuple[Found, tuple[int, ...]]:
    """The best seating met with, and the moves of each cycle that was run in full.

    Each cycle goes on from where the one before ended. Never worse than the start.
    """
    board = _Board(hall, start)
    best = board.found()
    made: list[int] = []
    left = iter(cycles)
    while not _good_enough(best, hall) and not up():
        cycle = next(left, None)
        found = cycle and _cool(board, best, cycle, rng, up)
        if not cycle or not found:
            break
        best = found
        made.append(cycle.moves)
    return best, tuple(made)


def _good_enough(found: Found, hall: Hall) -> bool:
    broken, gap, cost = found.worth
    return broken == 0 and gap <= hall.gap and cost <= hall.target


class _Board:
    """The seating under search with its counts.

    Tables are numbered through over the rounds; `away` is the table of whoever is not
    there. `met[p]`: lane q holds how often p and q meet. `company[t]`: lane q holds how
    often q meets the people of table t. `seated[t]`: 1 in the lanes of its people.
    """

    def __init__(self, hall: Hall, start: list[Tables]) -> None:
        self.hall = hall
        self.counts = [len(tables) for tables in start]
        self.tables = [list(table) for tables in start for table in tables]
        self.away = len(self.tables)
        self.unit = [1 << (LANE * person) for person in range(hall.people)]
        self.seated = [sum(self.unit[p] for p in table) for table in self.tables]
        self.met = [
            sum(times * self.unit[q] for q, times in others.items())
            for others in hall.met
        ]
        before = self._collisions()
        self.at = [[self.away] * len(start) for _ in range(hall.people)]
        self.small = [list(balance) for balance in hall.small]
        self._lay(start)
        self.cost = self._collisions() - before
        self.company = [sum(self.met[p] for p in table) for table in self.tables]
        self.company.append(0)
        self.strict = [*hall.strict]
        self.standing = self._standing()

    def _lay(self, start: list[Tables]) -> None:
        number = 0
        for r, tables in enumerate(start):
            largest = max(map(len, tables), default=0)
            for table in tables:
                for p in table:
                    self.at[p][r] = number
                    self.met[p] += self.seated[number] - self.unit[p]
                    if len(table) < largest:
                        for balance in self.small[r:]:
                            balance[p] += 2
                number += 1

    def _collisions(self) -> int:
        total = 0
        for lanes in self.met:
            data = lanes.to_bytes(2 * self.hall.people, "little")
            total += sum(m * (m - 1) // 2 for m in memoryview(data).cast("H") if m > 1)
        return total // 2

    def gap(self) -> int:
        widest = self.hall.gap
        if self.hall.even:
            for r in self.hall.watched:
                balance = [self.small[r][p] for p in self.hall.even]
                widest = max(widest, (max(balance) - min(balance)) // 2)
        return widest

    def _standing(self) -> list[int]:
        """Per round the balances after all watched rounds from it on, in lanes.

        Counted from the lowest they can ever come to: a lane never goes below 0.
        """
        lowest = min((min(b, default=0) for b in self.small), default=0)
        lowest -= 2 * len(self.small)
        lanes = [0] * len(self.small)
        later = [0] * self.hall.people
        for r in reversed(range(len(self.small))):
            if r in self.hall.watched:
                now = zip(later, self.small[r], strict=True)
                later = [total + balance - lowest for total, balance in now]
            data = b"".join(total.to_bytes(2, "little") for total in later)
            lanes[r] = int.from_bytes(data, "little")
        return lanes

    def broken(self) -> int:
        """Times that two people sit together who never may."""
        return sum(
            a == b != self.away
            for p, q in self.strict
            for a, b in zip(self.at[p], self.at[q], strict=True)
        )

    def found(self) -> Found:
        """The seating as it is, copied."""
        rounds, first = [], 0
        for count in self.counts:
            rounds.append([list(t) for t in self.tables[first : first + count]])
            first += count
        return Found((self.broken(), self.gap(), self.cost), rounds)


def chances(temperature: float) -> list[float]:
    """exp(-k / temperature) for k = 1, 2, .. as far as it matters, by exact steps.

    The square taken ten times of 1 - x / 1024: an exponential of the machine's differs
    in the last digit, and one bit is enough to seat a whole hall otherwise.
    """
    factor = 1 - 1 / (temperature * 1024)
    for _ in range(10):
        factor *= factor
    out = []
    chance = factor
    while chance > 1e-5:
        out.append(chance)
        chance *= factor
    return out


def _cool(
    board: _Board, best: Found, cycle: Cycle, rng: Random, up: Clock
) -> Found | None:
    """One cycle; the best so far or better, None when time was up before its end."""
    # each level has to be prepared, which takes as long as some moves
    levels = max(4, min(LEVELS, cycle.moves // 30))
    moves = -(-cycle.moves // levels)
    # the factor by which the temperature falls at each level, by bisection, exactly
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        power = 1.0
        for _ in range(levels - 1):
            power *= middle
        low, high = (middle, high) if power * cycle.hot < cycle.cold else (low, middle)
    temperature = cycle.hot
    for _ in range(levels):
        best = _level(board, best, chances(temperature), moves, rng)
        if _good_enough(best, board.hall):
            return best
        if up():
            return None
        temperature *= high
    return best


# one long function on purpose: calls would triple the time of a move
def _level(  # noqa: C901
    board: _Board, best: Found, chance: list[float], moves: int, rng: Random
) -> Found:
    """Moves at one temperature.

    A limit is drawn such that a change by k is allowed with chance exp(-k / T); among
    the partners within the limit one is taken by lot.
    """
    hall, random = board.hall, rng.random
    met, company, seated, at = board.met, board.company, board.seated, board.at
    unit, tables = board.unit, board.tables
    movers, price, counts = hall.movers, hall.price, board.counts
    playable = [r for r, able in enumerate(movers) if len(able) > 1 and counts[r] > 1]
    if not playable:
        return best
    firsts = [sum(counts[:r]) for r in range(len(counts))]
    spans = [range(f, f + c) for f, c in zip(firsts, counts, strict=True)]
    everybody = sum(unit)
    able = [sum(unit[p] for p in people) << (LANE - 1) for people in movers]
    sizes = [len(table) for table in tables]
    largest = [max((sizes[t] for t in span), default=0) for span in spans]
    base = [sum(seated[t] * (sizes[t] - 1) for t in span) for span in spans]
    large = [
        sum(seated[t] for t in span if sizes[t] == most)
        for span, most in zip(spans, largest, strict=True)
    ]
    smalls = [
        sum(seated[t] for t in span if sizes[t] < most)
        for span, most in zip(spans, largest, strict=True)
    ]
    weigh = [bool(price) and any(smalls[r : r + 1]) for r in range(len(counts))]
    standing = board.standing
    rounds = range(len(counts))
    later = [2 * sum(k >= r for k in hall.watched) for r in rounds]
    last = len(chance)
    fresh: list[int | None] = [None] * len(counts)
    again = fresh[:]
    cost = board.cost
    worth = best.worth
    better = False
    goal = (0, hall.gap, hall.target)
    for _ in range(moves):
        r = playable[int(random() * len(playable))]
        span = spans[r]
        clash = again[r]
        if clash is None:
            clash = -base[r]
            for t in span:
                clash += company[t] & (seated[t] * FULL)
            again[r] = clash
        folk = movers[r]
        for _ in range(TRIES):
            p = folk[int(random() * len(folk))]
            shift = LANE * p
            clash_p = (clash >> shift) & FULL
            if clash_p:
                break
        a = at[p][r]
        drawn = random()
        limit = 0
        while limit < last and drawn < chance[limit]:
            limit += 1
        change = company[a] - 2 * met[p] - clash
        for t in span:
            change += ((company[t] >> shift) & FULL) * seated[t]
        if weigh[r]:
            weight, uneven = later[r], standing[r]
            mine = (uneven >> shift) & FULL
            if sizes[a] == largest[r]:
                lanes = smalls[r]
                change += price * ((mine + weight) * lanes - (uneven & (lanes * FULL)))
            else:
                lanes = large[r]
                change += price * ((uneven & (lanes * FULL)) - (mine - weight) * lanes)
        change += (ZERO - clash_p - limit - 1) * everybody
        choice = ~change & able[r] & ~(seated[a] << (LANE - 1))
        if not choice:
            continue
        for _ in range(int(random() * choice.bit_count())):
            choice &= choice - 1
        shift = (choice & -choice).bit_length() - LANE
        q = shift // LANE
        b = at[q][r]
        change = ((change >> shift) & FULL) - ZERO + limit + 1
        if better and (change >= 0 or sizes[a] != sizes[b]):
            # copied only now, when it is about to be lost: dearer, or less even
            board.cost = cost
            best, better = board.found(), False
        cost += change
        # carry it out
        mark_p, mark_q = unit[p], unit[q]
        swing = mark_q - mark_p
        change = seated[b] - seated[a] - swing
        met[p] += change
        met[q] -= change
        for t in at[p]:
            company[t] += change
        for t in at[q]:
            company[t] -= change
        here, there = tables[a], tables[b]
        here.remove(p)
        there.remove(q)
        for x in here:
            met[x] += swing
            for t in at[x]:
                company[t] += swing
        for x in there:
            met[x] -= swing
            for t in at[x]:
                company[t] -= swing
        change = met[q] - met[p]
        company[a] += change
        company[b] -= change
        seated[a] += swing
        seated[b] -= swing
        here.append(q)
        there.append(p)
        at[p][r], at[q][r] = b, a
        again = fresh[:]
        if sizes[a] != sizes[b]:
            base[r] += (sizes[a] - sizes[b]) * swing
            was_large, gets_large = sizes[a] == largest[r], sizes[b] == largest[r]
            if was_large != gets_large:
                more = 1 if was_large else -1
                mine = (standing[r] >> (LANE * p)) & FULL
                other = (standing[r] >> (LANE * q)) & FULL
                cost -= price * (more * (mine - other) + later[r])
                for k in rounds:
                    standing[k] -= more * later[max(r, k)] * swing
                for balance in board.small[r:]:
                    balance[p] += 2 * more
                    balance[q] -= 2 * more
                large[r] += more * swing
                smalls[r] -= more * swing
        if cost < worth[2] or worth[1] > hall.gap or worth[0]:
            now = board.broken() if board.strict else 0, board.gap(), cost
            if now < worth:
                worth, better = now, True
                if now <= goal and now[2] <= hall.target:
                    break
    board.cost = cost
    return board.found() if better else best
