"""One person more or fewer in a round that is out: one table changes, or two.

Everybody else keeps table and seat, so nobody who read the seating has to read it
again. Whoever must move is somebody for whom it costs least.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournament.seating.history import Round, meetings
from tournament.seating.layout import ALLOWED_SIZES
from tournament.seating.odd import odd_after
from tournament.seating.rules import NONE, Contradiction, Rules, foes

Tables = Sequence[tuple[int, ...]]


@dataclass(frozen=True)
class Changed:
    """The round as it is now.

    `touched`: table numbers (from 1) where somebody came or went. `moved`: people who
    were seated and go to another table. `repeats`: meetings again that this adds.
    """

    tables: tuple[tuple[int, ...], ...]
    touched: tuple[int, ...]
    moved: tuple[int, ...]
    repeats: int


def one_more(
    tables: Tables,
    newcomer: int,
    history: Sequence[Round],
    allowed: Iterable[int] = ALLOWED_SIZES,
    rules: Rules = NONE,
) -> Changed:
    """Seat somebody at the smallest table that may grow, where fewest meet again.

    The odd table goes round: before that, where fewest sit at it twice running, and of
    equals where they sat there least for the rounds they were there. The last seat is
    theirs, so the others keep their seats. Raises Contradiction when no table may grow
    or they may sit at none.
    """
    sizes = set(allowed)
    met = meetings(history, [newcomer, *(p for table in tables for p in table)])
    hated = foes(rules.apart).get(newcomer, set())
    own = {p: n - 1 for p, n in (*rules.fixed, *rules.pins)}.get(newcomer)
    odd = odd_after(tables, history)
    options = []
    for number, table in enumerate(tables):
        if (
            len(table) + 1 in sizes
            and hated.isdisjoint(table)
            and own in (None, number)
        ):
            twice, share = odd([(table, (*table, newcomer))])
            again = sum(met[newcomer].get(p, 0) for p in table)
            options.append((len(table), twice, again, share, number))
    if not options:
        raise Contradiction((newcomer, *hated), ("seats", "apart")[: 1 + bool(hated)])
    *_, number = min(options)
    changed = [*tables]
    changed[number] = (*changed[number], newcomer)
    again = sum(p in met[newcomer] for p in tables[number])
    return Changed(tuple(changed), (number + 1,), (), again)


def one_fewer(
    tables: Tables,
    gone: int,
    history: Sequence[Round],
    allowed: Iterable[int] = ALLOWED_SIZES,
    rules: Rules = NONE,
) -> Changed:
    """Let somebody go, and fill up only a table that would be too small.

    Somebody from a largest table comes over then, so that fewest sit at the odd table
    twice running and who meets fewest again; never one with a table of their own. Where
    nobody can, the table is given up and its people join others one by one. Raises
    Contradiction when that cannot be either.
    """
    sizes = set(allowed)
    number = next(n for n, table in enumerate(tables) if gone in table)
    left = tuple(p for p in tables[number] if p != gone)
    changed = [*tables]
    changed[number] = left
    if len(left) in sizes:
        return Changed(tuple(changed), (number + 1,), (), 0)
    helped = _come_over(changed, number, history, (sizes, rules))
    if helped:
        return helped
    return _given_up(changed, number, history, (sizes, rules))


def _come_over(
    tables: list[tuple[int, ...]],
    number: int,
    history: Sequence[Round],
    terms: tuple[set[int], Rules],
) -> Changed | None:
    sizes, rules = terms
    here = tables[number]
    if len(here) + 1 not in sizes:
        return None
    met = meetings(history, [p for table in tables for p in table])
    hated = foes(rules.apart)
    bound = _bound(rules)
    odd = odd_after(tables, history)
    options = []
    for other, table in enumerate(tables):
        if other == number or len(table) - 1 not in sizes:
            continue
        for p in table:
            if p not in bound and hated.get(p, set()).isdisjoint(here):
                left = tuple(q for q in table if q != p)
                twice, share = odd([(here, (*here, p)), (table, left)])
                again = sum(met[p].get(q, 0) for q in here)
                options.append((-len(table), twice, again, share, other, p))
    if not options:
        return None
    *_, other, person = min(options)
    changed = [*tables]
    changed[other] = tuple(p for p in tables[other] if p != person)
    changed[number] = (*here, person)
    again = sum(q in met[person] for q in here)
    touched = tuple(sorted((number + 1, other + 1)))
    return Changed(tuple(changed), touched, (person,), again)


def _given_up(
    tables: list[tuple[int, ...]],
    number: int,
    history: Sequence[Round],
    terms: tuple[set[int], Rules],
) -> Changed:
    sizes, rules = terms
    homeless = tables[number]
    if _bound(rules) & {*homeless} or not homeless:
        raise Contradiction(homeless, ("fixed", "seats"))
    now: Tables = [*tables[:number], (), *tables[number + 1 :]]
    touched, again = {number + 1}, 0
    for person in homeless:
        step = one_more(now, person, history, sizes - {1}, rules)
        now, again = step.tables, again + step.repeats
        touched |= {*step.touched}
    return Changed(tuple(now), tuple(sorted(touched)), homeless, again)


def _bound(rules: Rules) -> set[int]:
    """Who may not be moved: a table of their own, or company that was asked for."""
    return {p for p, _ in (*rules.fixed, *rules.pins)} | {
        p for group in rules.groups for p in group
    }
