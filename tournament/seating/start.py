"""One round laid out by lot: evenly over small tables, and as the rules demand.

What the searches start from. Who met whom says only where those sit who may not be
moved afterwards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.evenness import Balance, in_turn, small_seats
from tournament.seating.lot import shuffled
from tournament.seating.rules import Rules, Seats, Unit, seat_units, units


@dataclass(frozen=True)
class Gathering:
    """Who is there in a round, and how many seats its tables have."""

    players: tuple[int, ...]
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class Start:
    """Tables by number, and who may not be moved from theirs."""

    tables: list[list[int]]
    bound: frozenset[int]


def lay(
    gathering: Gathering,
    balance: Balance,
    rules: Rules,
    rng: Random,
    met: Mapping[int, set[int]] | None = None,
) -> Start:
    """A round by lot. Raises Contradiction when the rules cannot be kept.

    Largest tables first, unless somebody has a table of their own: the table stays
    theirs, its size goes by whose turn it is.
    """
    turn = in_turn(gathering.players, balance, rng)
    small = set(turn[: small_seats(gathering.sizes)])
    parts = units(gathering.players, rules)
    sizes = _sizes(gathering.sizes, parts, small, rng)
    largest = max(sizes)
    least = min(sizes)
    wishes = {p: least if p in small else largest for u in parts for p in u.people}
    tables = seat_units(parts, Seats(sizes, wishes, met or {}), rules.apart, rng)
    _fill(tables, sizes, turn, rng)
    bound = {
        person
        for unit in parts
        if unit.table is not None or len(unit.people) > 1
        for person in unit.people
    }
    return Start(tables, frozenset(bound))


def _sizes(
    sizes: Sequence[int], parts: Sequence[Unit], small: set[int], rng: Random
) -> list[int]:
    """Sizes by table number: a table that is somebody's gets what that one is due."""
    left = sorted(sizes, reverse=True)
    owned: dict[int, list[int]] = {}
    for unit in parts:
        if unit.table is not None and 0 <= unit.table < len(left):
            owned.setdefault(unit.table, []).extend(unit.people)
    if not owned or left[0] == left[-1]:
        return left
    laid: dict[int, int] = {}
    # whoever needs most seats chooses first; of equals, those due a large table
    for table in sorted(
        shuffled(rng, owned),
        key=lambda t: (-len(owned[t]), sum(p in small for p in owned[t])),
    ):
        due_small = 2 * sum(p in small for p in owned[table]) > len(owned[table])
        fitting = [s for s in left if s >= len(owned[table])] or left
        laid[table] = min(fitting) if due_small else max(fitting)
        left.remove(laid[table])
    rest = iter(left)
    return [laid[table] if table in laid else next(rest) for table in range(len(sizes))]


def _fill(
    tables: list[list[int]], sizes: Sequence[int], turn: Sequence[int], rng: Random
) -> None:
    """Give the seats left to the others, the small ones in turn, otherwise by lot."""
    seated = {person for table in tables for person in table}
    others = [person for person in turn if person not in seated]
    largest = max(sizes)
    spare = [size - len(table) for size, table in zip(sizes, tables, strict=True)]
    small = sum(s for s, size in zip(spare, sizes, strict=True) if size < largest)
    for_small = iter(shuffled(rng, others[:small]))
    for_large = iter(shuffled(rng, others[small:]))
    for table, size, seats in zip(tables, sizes, spare, strict=True):
        source = for_small if size < largest else for_large
        table += [next(source) for _ in range(seats)]
