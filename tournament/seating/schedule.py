"""A schedule on its own: people under any names, who is there when, and the demands.

Turns what people write down into an evening to plan, and a plan into what the outside
world reads. Raises ValueError with one sentence for what cannot be.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tournament.seating.history import Round
from tournament.seating.joint import Evening
from tournament.seating.layout import (
    ALLOWED_SIZES,
    USUAL_SIZES,
    sizes_that_fit,
    table_sizes,
)
from tournament.seating.rules import Rules
from tournament.seating.start import Gathering
from tournament.seating.turns import sit_out


@dataclass(frozen=True)
class Wanted:
    """What is asked for.

    `players`: anything JSON has for a name. `attendance`: per round who is there, None
    for everybody always. `tables`: sizes for when they fit exactly, else `sizes`
    decide. `sizes`: the only sizes wanted; whoever does not fit sits out by turns. None
    for fours and fives, and others where these cannot do. `apart`: pairs who never
    share a table; `fixed`: table numbers from 0, in every round. In the first round
    only: `together`, groups who share a table, and `pins`, table numbers from 0.
    """

    players: Sequence[Any]
    rounds: int
    attendance: Sequence[Sequence[Any]] | None = None
    tables: tuple[int, ...] | None = None
    sizes: tuple[int, ...] | None = None
    apart: Sequence[Sequence[Any]] = ()
    fixed: Mapping[str, int] | None = None
    together: Sequence[Sequence[Any]] = ()
    pins: Mapping[str, int] | None = None


@dataclass(frozen=True)
class Schedule:
    """The evening with people by number from 1, and the name behind each number."""

    evening: Evening
    names: dict[int, Any]
    out: list[set[int]]


def schedule(wanted: Wanted, seed: int, variety_first: bool = False) -> Schedule:
    """The evening that is wanted. Raises ValueError when it contradicts itself."""
    numbers = _numbers(wanted.players)
    attendance = wanted.attendance or [wanted.players] * wanted.rounds
    if len(attendance) != wanted.rounds:
        raise ValueError(
            f"the attendance tells of {len(attendance)} rounds, not {wanted.rounds}"
        )
    there = [_known(people, numbers, "the attendance") for people in attendance]
    laid = [_tables(len(people), wanted) for people in there]
    spare = [len(p) - sum(sizes) for p, sizes in zip(there, laid, strict=True)]
    out = sit_out(there, spare, Random(seed))
    gatherings = tuple(
        Gathering(tuple(p for p in people if p not in resting), sizes)
        for people, resting, sizes in zip(there, out, laid, strict=True)
    )
    rules = Rules(
        apart=_pairs(wanted.apart, numbers),
        fixed=_places(wanted.fixed, numbers),
        pins=_places(wanted.pins, numbers),
        together=_groups(wanted.together, numbers),
    )
    evening = Evening(gatherings, rules=rules, variety_first=variety_first)
    return Schedule(evening, {n: name for name, n in numbers.items()}, out)


def plan_as_dict(
    made: Schedule, wanted: Wanted, rounds: Iterable[Round]
) -> dict[str, Any]:
    """`{"players", "rounds": [[[id, ...], ...], ...]}`, the first seat deals first.

    Also `attendance` (those who play, where somebody is absent or sits out), and
    `forbidden`, `fixed`, `together` and `pins` as they were given.
    """
    names = made.names
    plan: dict[str, Any] = {
        "players": list(wanted.players),
        "rounds": [[[names[p] for p in t] for t in r.tables] for r in rounds],
    }
    if wanted.attendance is not None or any(made.out):
        plan["attendance"] = [
            [names[p] for p in g.players] for g in made.evening.gatherings
        ]
    if wanted.apart:
        plan["forbidden"] = [list(pair) for pair in wanted.apart]
    for key, places in (("fixed", wanted.fixed), ("pins", wanted.pins)):
        if places:
            plan[key] = dict(places)
    if wanted.together:
        plan["together"] = [list(group) for group in wanted.together]
    return plan


def _numbers(players: Sequence[Any]) -> dict[Any, int]:
    if not all(isinstance(name, Hashable) for name in players):
        raise ValueError("a player is a number or a text")
    numbers = {name: number for number, name in enumerate(players, 1)}
    if len(numbers) != len(players):
        raise ValueError("somebody is listed twice among the players")
    return numbers


def _known(people: Sequence[Any], numbers: dict[Any, int], where: str) -> list[int]:
    unknown = [name for name in people if name not in numbers]
    if unknown:
        raise ValueError(f"{where} names {unknown[0]!r}, who is not a player")
    if len(set(people)) != len(people):
        raise ValueError(f"{where} names somebody twice in one round")
    return [numbers[name] for name in people]


def _tables(count: int, wanted: Wanted) -> tuple[int, ...]:
    if wanted.tables and sum(wanted.tables) == count:
        return tuple(sorted(wanted.tables, reverse=True))
    if not wanted.sizes:
        return tuple(table_sizes(count, USUAL_SIZES, ALLOWED_SIZES))
    seats = next((m for m in range(count, 0, -1) if sizes_that_fit(m, wanted.sizes)), 0)
    if not seats:
        least = min(wanted.sizes)
        raise ValueError(f"{count} people are too few for a table of {least}")
    return tuple(table_sizes(seats, wanted.sizes, wanted.sizes))


def _pairs(
    pairs: Sequence[Sequence[Any]], numbers: dict[Any, int]
) -> tuple[tuple[int, int], ...]:
    out = []
    for pair in pairs:
        if len(pair) != 2 or pair[0] == pair[1]:
            raise ValueError(f"{list(pair)!r} is not a pair to keep apart")
        a, b = _known(pair, numbers, "the list of who sits apart")
        out.append((a, b))
    return tuple(out)


def _groups(
    groups: Sequence[Sequence[Any]], numbers: dict[Any, int]
) -> tuple[tuple[int, ...], ...]:
    for group in groups:
        if len(group) < 2:
            raise ValueError(f"{list(group)!r} is not a group to keep together")
    where = "the list of who sits together"
    return tuple(tuple(_known(group, numbers, where)) for group in groups)


def _places(
    places: Mapping[str, int] | None, numbers: dict[Any, int]
) -> tuple[tuple[int, int], ...]:
    # JSON keys are always text, whatever the players are
    by_text = {str(name): number for name, number in numbers.items()}
    out = []
    for name, table in (places or {}).items():
        if str(name) not in by_text:
            raise ValueError(f"the fixed tables name {name!r}, who is not a player")
        if type(table) is not int or table < 0:
            raise ValueError(f"{table!r} is not the number of a table")
        out.append((by_text[str(name)], table + 1))
    return tuple(out)
