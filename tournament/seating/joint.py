"""Plan all rounds that are still to come at once, the ones played being what they are.

A known design where one fits, mending where the hall is large, annealing where it is
tight; the best by broken rules, evenness and collisions wins. It must not decide who
sits in which seat of a table.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from random import Random

from tournament.seating import anneal
from tournament.seating.anneal import Cycle
from tournament.seating.bound import plan_bound
from tournament.seating.designs import Plan, design, fair_start
from tournament.seating.evenness import Balance, small_seats
from tournament.seating.history import Round
from tournament.seating.lot import shuffled
from tournament.seating.order import best_first
from tournament.seating.repair import repaired
from tournament.seating.rules import NONE, Contradiction, Rules
from tournament.seating.start import Gathering
from tournament.seating.twice import Terms, spare_twice

NEVER = 1000
"""What two people cost who may not sit together: as if they had met so often."""

RATHER_NOT = 3

MOST_ANNEALED = 20_000
"""More seats than this, over all rounds, are only mended: the counts take too long."""

UNEVEN = 1
"""Price of half a round in the search; a plan that ends uneven is not taken anyway."""

STEADY_CYCLES = 4
MOST_STEADY = 40
"""Of more rounds the balances after each, added up, do not fit a lane."""

WARM_CYCLES = 4
WARM = 0.3

DEALT_OUT = 40
"""Lots drawn for a known plan, to find one that keeps people apart as demanded."""

Rounds = list[list[list[int]]]
Luck = tuple[Random, Callable[[], bool]]


@dataclass(frozen=True)
class Evening:
    """The rounds to be seated, those that were played, and the demands.

    `ahead`: how these rounds were planned before, if they were; people may have come
    and gone since. `variety_first`: few repeats go before even table sizes.
    `also_even`: rounds to come (from 0) after which small tables are to be even,
    besides the last.
    """

    gatherings: tuple[Gathering, ...]
    history: tuple[Round, ...] = ()
    rules: Rules = NONE
    ahead: tuple[Round, ...] = ()
    variety_first: bool = False
    also_even: tuple[int, ...] = ()

    @property
    def watched(self) -> list[int]:
        """The rounds to come after which small tables are to be even."""
        return sorted({*self.also_even, len(self.gatherings) - 1})


@dataclass(frozen=True)
class Seated:
    """The rounds by table number, in no seat order.

    `stay`: per round who must stay at their table. `cycles`: moves of each cycle
    the search made. `worth`: broken rules, small-table gap, collisions added; with
    `variety_first` the last two change places. `bound`: proven least of collisions
    added. `how`: "design", "kept", "mended" or "annealed".
    """

    rounds: Rounds
    stay: list[frozenset[int]]
    cycles: tuple[int, ...]
    worth: tuple[int, int, int]
    bound: int
    how: str


def plan_rounds(
    evening: Evening,
    seed: int,
    cycles: Iterable[Cycle],
    up: Callable[[], bool] = lambda: False,
) -> Seated:
    """Seat all rounds of the evening; the same seed and cycles give the same.

    `up` says that time is over. Raises Contradiction when the rules cannot be kept.
    """
    rng = Random(seed)
    gatherings, rules = evening.gatherings, evening.rules
    lowest = plan_bound(
        [(g.players, g.sizes) for g in gatherings],
        evening.history,
        even=not evening.variety_first,
    ).collisions
    lowest = max(lowest, _asked(evening))
    start, stay, _ = repaired(gatherings, evening.history, rules, rng)
    best = Seated(start, stay, (), _worth(evening, start), lowest, "mended")
    for how, rounds in _known_plans(evening, best, rng):
        worth = _worth(evening, rounds)
        if worth <= best.worth:
            best = Seated(rounds, stay, (), worth, lowest, how)
        if _perfect(evening, best):
            break
    seats = sum(len(gathering.players) for gathering in gatherings)
    if not _perfect(evening, best) and seats <= MOST_ANNEALED:
        best = _searched(evening, best, cycles, (rng, up))
    if best.worth[0]:
        _complain(evening, best.rounds)
    if best.how in ("annealed", "design") and not any(stay) and _alike(evening):
        ordered = best_first(best.rounds, evening.history, sorted(_always(evening)))
        best = replace(best, rounds=ordered)
    # lots of its own: a search cut short has drawn more than it made
    luck = Random(seed + 2)
    return _spared(evening, best, luck) if seats <= MOST_ANNEALED else best


def _asked(evening: Evening) -> int:
    """Collisions of those who are to sit together in every round, whatever is drawn."""
    pairs = {
        pair
        for group in evening.rules.companions
        for pair in combinations(sorted(group), 2)
    }
    met: Counter[tuple[int, int]] = Counter()
    people = {person for pair in pairs for person in pair}
    for played in evening.history if pairs else ():
        for group in played.company if played.counted else ():
            met.update(combinations(sorted(people.intersection(group)), 2))
    total = 0
    for gathering in evening.gatherings if pairs else ():
        there = people.intersection(gathering.players)
        for pair in pairs:
            if there.issuperset(pair):
                total += met[pair]
                met[pair] += 1
    return total


def _known_plans(
    evening: Evening, best: Seated, rng: Random
) -> Iterable[tuple[str, Rounds]]:
    """What may be better than `best` without a search."""
    if any(best.stay):
        return
    if evening.ahead:
        yield "kept", _adapted(evening, rng)
    if not evening.history and _alike(evening) and not _perfect(evening, best):
        for plan in _designs(evening):
            for _ in range(DEALT_OUT if evening.rules.apart else 1):
                yield "design", _dealt_out(plan, evening.gatherings[0].players, rng)


def _designs(evening: Evening) -> Iterable[Plan]:
    """The plan without repeats that is known for these tables, if there is one."""
    sizes = sorted(evening.gatherings[0].sizes, reverse=True)
    rounds = len(evening.gatherings)
    if not evening.variety_first:
        even = fair_start(sizes, rounds)
        if even:
            yield even
    elif plan := design(sizes, rounds):
        yield plan


def _dealt_out(plan: Plan, players: Sequence[int], rng: Random) -> Rounds:
    """A known plan with everybody's part in it, and the rounds' order, drawn by lot."""
    lot = shuffled(rng, sorted(players))
    return [
        [[lot[i] for i in table] for table in plan[number]]
        for number in shuffled(rng, range(len(plan)))
    ]


def _adapted(evening: Evening, rng: Random) -> Rounds:
    """The plan made before for those who are there now: who is new fills the gaps."""
    rounds = []
    for gathering, planned in zip(evening.gatherings, evening.ahead, strict=False):
        there = set(gathering.players)
        kept = [[p for p in table if p in there] for table in planned.tables]
        kept = sorted((table for table in kept if table), key=len, reverse=True)
        sizes = sorted(gathering.sizes, reverse=True)
        tables = [table[:size] for table, size in zip(kept, sizes, strict=False)] + [
            [] for _ in sizes[len(kept) :]
        ]
        seated = {p for table in tables for p in table}
        loose = iter(shuffled(rng, sorted(there - seated)))
        for table, size in zip(tables, sizes, strict=True):
            table += [next(loose) for _ in range(size - len(table))]
        rounds.append(tables)
    past = [*evening.history, *(Round(tuple(map(tuple, tables))) for tables in rounds)]
    rest = evening.gatherings[len(rounds) :]
    return rounds + repaired(rest, past, evening.rules, rng)[0]


def _searched(
    evening: Evening, best: Seated, cycles: Iterable[Cycle], luck: Luck
) -> Seated:
    """Even after every round where a short search finds that for nothing.

    Otherwise even after the last round, as asked: the rounds between cost repeats.
    """
    left = iter(cycles)
    if best.how in ("design", "kept"):
        # hotter it would soon be forgotten
        warm = (replace(cycle, hot=WARM) for cycle in islice(left, WARM_CYCLES))
        best = _annealed(evening, best, warm, luck)
    many = len(evening.gatherings) > MOST_STEADY
    if many or evening.variety_first or not _least_gap(evening):
        return _annealed(evening, best, left, luck)
    steady = replace(evening, also_even=tuple(range(len(evening.gatherings))))
    now = replace(best, worth=_worth(steady, best.rounds))
    found = _annealed(steady, now, islice(left, STEADY_CYCLES), luck)
    if _perfect(steady, found):
        return found
    worth = _worth(evening, found.rounds)
    best = replace(best, cycles=found.cycles)
    if worth < best.worth:
        best = replace(found, worth=worth)
    return _annealed(evening, best, left, luck)


def _spared(evening: Evening, best: Seated, rng: Random) -> Seated:
    """The same with fewer people at the odd table twice running, where there are."""
    price: dict[int, dict[int, int]] = {}
    rules = evening.rules
    for pairs, cost in ((rules.apart, NEVER), (rules.rather_apart, RATHER_NOT)):
        for a, b in {(min(pair), max(pair)) for pair in pairs}:
            for one, other in ((a, b), (b, a)):
                owed = price.setdefault(one, {})
                owed[other] = owed.get(other, 0) + cost
    # even after a round in between too, as far as it was: people may come and go then
    terms = Terms(best.stay, price, range(len(best.rounds)), _always(evening))
    rounds = spare_twice(best.rounds, evening.history, terms, rng)
    return replace(best, rounds=rounds, worth=_worth(evening, rounds))


def _annealed(
    evening: Evening, best: Seated, cycles: Iterable[Cycle], luck: Luck
) -> Seated:
    """The best found from there, or that itself."""
    people = sorted(_people(evening))
    index = {person: i for i, person in enumerate(people)}
    hall = _hall(evening, best, people, index)
    start = [[[index[p] for p in t] for t in tables] for tables in best.rounds]
    found, made = anneal.anneal(hall, start, cycles, *luck)
    made = best.cycles + made
    rounds = [[[people[i] for i in t] for t in tables] for tables in found.rounds]
    worth = _worth(evening, rounds)
    if worth < best.worth:
        how = "annealed"
        return replace(best, rounds=rounds, cycles=made, worth=worth, how=how)
    return replace(best, cycles=made)


def _hall(
    evening: Evening, best: Seated, people: list[int], index: dict[int, int]
) -> anneal.Hall:
    met: list[dict[int, int]] = [{} for _ in people]

    def add(a: int, b: int, times: int) -> None:
        if a in index and b in index:
            i, j = index[a], index[b]
            met[i][j] = met[j][i] = met[i].get(j, 0) + times

    for played in evening.history:
        if played.counted:
            for table in played.company:
                for a, b in combinations(table, 2):
                    add(a, b, 1)
    for a, b in evening.rules.rather_apart:
        add(a, b, RATHER_NOT)
    strict = {(min(p), max(p)) for p in evening.rules.apart if set(p) <= index.keys()}
    for a, b in strict:
        add(a, b, NEVER)
    balance = Balance(evening.history)
    even = sorted(_always(evening))
    small = []
    for gathering in evening.gatherings:
        due = small_seats(gathering.sizes) / max(1, sum(gathering.sizes))
        balance.owe(gathering.players, due)
        small.append(balance.halves(people, even))
    return anneal.Hall(
        people=len(people),
        met=met,
        movers=[
            [index[p] for p in sorted(g.players) if p not in stay]
            for g, stay in zip(evening.gatherings, best.stay, strict=True)
        ],
        small=small,
        watched=evening.watched,
        even=[index[p] for p in even],
        price=0 if evening.variety_first else UNEVEN,
        target=best.bound,
        gap=len(evening.gatherings) if evening.variety_first else _least_gap(evening),
        strict=frozenset((index[a], index[b]) for a, b in strict),
    )


def _alike(evening: Evening) -> bool:
    """Whether the same people sit at the same tables in all rounds to come."""
    first = evening.gatherings[0]
    return all(
        set(g.players) == set(first.players) and sorted(g.sizes) == sorted(first.sizes)
        for g in evening.gatherings
    )


def _people(evening: Evening) -> set[int]:
    return {p for gathering in evening.gatherings for p in gathering.players}


def _always(evening: Evening) -> set[int]:
    """Who sat in every round and is there in every round to come."""
    there = [set(g.players) for g in evening.gatherings]
    there += [{p for t in played.tables for p in t} for played in evening.history]
    return set.intersection(*there)


def _least_gap(evening: Evening) -> int:
    """The gap that is good enough: 0 only where every round's tables are alike."""
    sizes = [g.sizes for g in evening.gatherings]
    sizes += [tuple(map(len, played.tables)) for played in evening.history]
    return int(any(small_seats(of_round) for of_round in sizes))


def _perfect(evening: Evening, seated: Seated) -> bool:
    broken, gap, cost = seated.worth
    if evening.variety_first:
        gap, cost = cost, gap
    at_best = evening.variety_first or gap <= _least_gap(evening)
    return broken == 0 and at_best and cost <= seated.bound


def _worth(evening: Evening, rounds: Rounds) -> tuple[int, int, int]:
    """Counted afresh, in time linear in the seats: see Seated.worth."""
    met: Counter[tuple[int, int]] = Counter()
    for played in evening.history:
        if played.counted:
            for sat in played.company:
                met.update(combinations(sorted(sat), 2))
    strict = {(min(pair), max(pair)) for pair in evening.rules.apart}
    soft = {(min(pair), max(pair)) for pair in evening.rules.rather_apart}
    broken = cost = 0
    for tables in rounds:
        for table in tables:
            for pair in combinations(sorted(table), 2):
                cost += met.get(pair, 0)
                met[pair] += 1
                broken += pair in strict
                cost += RATHER_NOT * (pair in soft)
    gap = _gap(evening, rounds)
    return (broken, cost, gap) if evening.variety_first else (broken, gap, cost)


def _gap(evening: Evening, rounds: Rounds) -> int:
    """Most minus fewest small tables, or what is good enough if that is more."""
    small: Counter[int] = Counter()
    always = _always(evening)
    watched = {len(evening.history) + r for r in evening.watched}
    widest = 0
    everything = [*(played.tables for played in evening.history), *rounds]
    for number, seated in enumerate(everything):
        largest = max(map(len, seated), default=0)
        for table in seated:
            if len(table) < largest:
                small.update(table)
        if number in watched and always:
            had = [small[p] for p in always]
            widest = max(widest, max(had) - min(had))
    return widest if evening.variety_first else max(widest, _least_gap(evening))


def _complain(evening: Evening, rounds: Rounds) -> None:
    """Name those whom the search could not keep apart."""
    strict = {frozenset(pair) for pair in evening.rules.apart}
    together = [
        pair
        for tables in rounds
        for table in tables
        for pair in combinations(sorted(table), 2)
        if frozenset(pair) in strict
    ]
    raise Contradiction((p for pair in together for p in pair), ("apart", "seats"))
