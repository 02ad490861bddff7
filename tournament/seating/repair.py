"""Seat round after round, mending what repeats: quick, and linear in the people.

For halls where most people never meet, which is where hardly anybody needs to meet
twice. People change places only between tables of one size, so evenness costs nothing.
"""

from collections import deque
from collections.abc import Sequence
from random import Random

from tournament.seating.evenness import Balance
from tournament.seating.history import Round
from tournament.seating.rules import Rules, foes
from tournament.seating.start import Gathering, Start, lay

PARTNERS = 300
"""Partners tried for somebody who meets somebody again, before the next one's turn."""

MOST_IN_VAIN = 600
"""Tries that help nobody, over all rounds: then it is too tight to mend."""

MOST_LOOKS = 1_000_000
"""Partners looked at over all rounds; a hundred rounds of five hundred need more."""

Known = dict[int, set[int]]


def known(history: Sequence[Round], rules: Rules) -> Known:
    """Per person everybody they met, or are to be kept apart from."""
    out = {person: set(others) for person, others in foes(rules.apart).items()}
    for person, others in foes(rules.rather_apart).items():
        out.setdefault(person, set()).update(others)
    for played in history:
        if played.counted:
            remember(out, played.company)
    return out


def remember(met: Known, tables: Sequence[Sequence[int]]) -> None:
    """Everybody at a table has met the others of it."""
    for table in tables:
        for person in table:
            others = met.setdefault(person, set())
            others.update(table)
            others.discard(person)


def repaired(
    gatherings: Sequence[Gathering],
    history: Sequence[Round],
    rules: Rules,
    rng: Random,
) -> tuple[list[list[list[int]]], list[frozenset[int]], int]:
    """The rounds by table number, who may not move in each, and how many still repeat.

    Raises Contradiction when the rules cannot be kept.
    """
    met = known(history, rules)
    hated = foes(rules.apart)
    balance = Balance(history)
    patience = [MOST_IN_VAIN, MOST_LOOKS]
    rounds, bound, left = [], [], 0
    for gathering in gatherings:
        start = lay(gathering, balance, rules, rng, met)
        left += mend(start, (met, hated), patience, rng)
        remember(met, start.tables)
        balance.add(start.tables)
        rounds.append(start.tables)
        bound.append(start.bound)
        rules = rules.later()
    return rounds, bound, left


def mend(
    start: Start, known: tuple[Known, Known], patience: list[int], rng: Random
) -> int:
    """Change places until nobody meets anybody again; how many people still do.

    `known`: whom everybody met, and whom they may never sit with. `patience`: how often
    it may be in vain, and how many partners may be looked at, both counted down.
    """
    tables, bound = start.tables, start.bound
    met, hated = known
    at = {p: number for number, table in enumerate(tables) for p in table}
    alike: dict[int, list[int]] = {}
    for number, table in enumerate(tables):
        alike.setdefault(len(table), []).append(number)
    empty: set[int] = set()
    movers = [p for p in at if p not in bound]
    waiting = deque(
        p for p in movers if not met.get(p, empty).isdisjoint(tables[at[p]])
    )
    while waiting and min(patience) > 0:
        p = waiting.popleft()
        here = tables[at[p]]
        if met.get(p, empty).isdisjoint(here):
            continue
        q, gain, looks = _partner(
            p, tables, alike[len(here)], at, (met, hated, bound), rng
        )
        patience[0] -= gain == 0
        patience[1] -= looks
        if q >= 0:
            there = tables[at[q]]
            here[here.index(p)], there[there.index(q)] = q, p
            at[p], at[q] = at[q], at[p]
            waiting += [x for x in (*here, *there) if x not in bound]
        else:
            waiting.append(p)
    return sum(not met.get(p, empty).isdisjoint(tables[at[p]]) for p in at)


def _partner(
    p: int,
    tables: list[list[int]],
    numbers: Sequence[int],
    at: dict[int, int],
    known: tuple[Known, Known, frozenset[int]],
    rng: Random,
) -> tuple[int, int, int]:
    """With whom p had best change places, how many fewer meet again then, and how many
    were looked at. Nobody (-1) when everybody tried makes it worse.
    """
    met, hated, bound = known
    empty: set[int] = set()
    of_p, foes_p = met.get(p, empty), hated.get(p, empty)
    mine = at[p]
    here = [x for x in tables[mine] if x != p]
    now = len(of_p.intersection(here))
    best, best_gain = -1, 0
    random, count = rng.random, len(numbers)
    looks = 0
    for _ in range(min(PARTNERS, 3 * len(at))):
        looks += 1
        number = numbers[int(random() * count)]
        if number == mine:
            continue
        there = tables[number]
        clash = of_p.intersection(there)
        if len(clash) > now + 1:
            continue
        # of those p would meet again, the one who makes room spares most
        q = there[int(random() * len(there))]
        if q in bound or (len(clash) == 1 and q not in clash and now == 1):
            continue
        of_q = met.get(q, empty)
        after = len(clash) - (q in clash) + len(of_q.intersection(here))
        gain = now + len(of_q.intersection(there)) - after
        if gain <= best_gain and not (gain == 0 and best < 0):
            continue
        if not foes_p.isdisjoint(x for x in there if x != q):
            continue
        if not hated.get(q, empty).isdisjoint(here):
            continue
        best, best_gain = q, gain
        if after == 0:
            break
    return best, best_gain, looks
