"""The ways to seat a round: mixed, by standing, a final, by hand, by lots drawn in the
hall.

Pure, and seats by standing in a process of its own: a request and a way on stdin, the
proposal on stdout. It must not know how places in the standings come about.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from tournament.seating import Contradiction, Proposal, Request, judge, plan_round
from tournament.seating.dealers import first_dealers
from tournament.seating.lot import shuffled
from tournament.seating.rules import Rules, foes, units
from tournament.seating.seats import seat_rounds
from tournament.seating.standing import STOPS, by_rank, cut, snake, swiss
from tournament.seating.wire import (
    contradiction_to_json,
    proposal_to_json,
    request_as_dict,
    request_from_dict,
)

MIX, STANDING, SNAKE, FINAL, HAND, LOTS = (
    "mix",
    "standing",
    "snake",
    "final",
    "hand",
    "lots",
)
RANKED = (STANDING, SNAKE, FINAL)
"""Who meets in such a round may meet again: it is not counted as a meeting."""

OWN = (HAND, LOTS)
"""Nothing is drawn."""

Tables = list[list[int]]


@dataclass(frozen=True)
class Way:
    """How a round is seated.

    ``stop``: 0 to 4, from strictly by standing to mostly new people. ``ranking``:
    (start number, place), best first. ``final``: the sizes of the final tables, best
    table first; ``chosen``: who of those that share the last place gets in, nobody
    where the lot decides. ``tables``: lots as they were typed in.
    """

    key: str = MIX
    stop: int = 0
    ranking: tuple[tuple[int, int], ...] = ()
    final: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    tables: tuple[tuple[int, ...], ...] = ()

    @property
    def ranked(self) -> bool:
        return self.key in RANKED


MIXED = Way()


def way_as_dict(way: Way) -> dict[str, Any]:
    """What is not empty of a way, ready for JSON."""
    return {name: value for name, value in asdict(way).items() if value}


def way_from_dict(data: Mapping[str, Any]) -> Way:
    """The way in that; of a round that was drawn before there were ways, a mix."""
    return Way(
        key=str(data.get("key", MIX)),
        stop=int(data.get("stop", 0)),
        ranking=tuple((int(n), int(place)) for n, place in data.get("ranking", ())),
        final=tuple(map(int, data.get("final", ()))),
        chosen=tuple(map(int, data.get("chosen", ()))),
        tables=tuple(tuple(map(int, t)) for t in data.get("tables", ())),
    )


def seat_by_standing(request: Request, way: Way) -> Proposal:
    """Seat a round in one of the RANKED ways; the same gives the same.

    Who has a table of their own, or company, gets it by changing places with somebody
    of about the same rank. Raises Contradiction, ValueError.
    """
    rng = Random(request.seed)
    order = _by_lot_where_equal(way.ranking, rng)
    sizes = sorted(request.sizes, reverse=True)
    first = len(way.final) if way.key == FINAL else 0
    if way.key == FINAL:
        tables = _final(request, way, order)
    elif way.key == SNAKE:
        tables = snake(order, sizes)
    else:
        tables = swiss(
            order,
            sizes,
            request.history,
            min(way.stop, len(STOPS) - 1),
            request.seed,
            rules=request.rules,
        )
    tables = _Mended(tables, order, request.rules, first).tables
    if request.plan_dealers:
        dealers = first_dealers([tables], request.history, rng)
        (seated,) = seat_rounds([tables], dealers, request.history, rng)
    else:
        seated = [tuple(shuffled(rng, table)) for table in tables]
    return Proposal(tuple(seated), judge(seated, request.history), (), way.key)


def finalists(way: Way, order: Sequence[int]) -> list[int]:
    """Who is in the final, best first; ``order`` has the lot of who are equal.

    Raises ValueError when the chosen are not as many of the tied as have a place.
    """
    edge = cut(way.ranking, sum(way.final))
    chosen = way.chosen or [p for p in order if p in edge.tied][: edge.places]
    if len({*chosen}) != edge.places or not set(chosen) <= set(edge.tied):
        raise ValueError("the final is not filled by these")
    there = {*edge.certain, *chosen}
    return [p for p in order if p in there]


def _final(request: Request, way: Way, order: Sequence[int]) -> Tables:
    """The final tables by rank, and the others mixed at what tables are left."""
    left = list(request.sizes)
    for size in way.final:
        left.remove(size)
    best = finalists(way, order)
    others = tuple(sorted(set(request.players) - set(best)))
    tables = by_rank(best, way.final)
    if not others:
        return tables
    rules = replace(request.rules, fixed=(), pins=())
    mixed = replace(
        request, players=others, sizes=tuple(left), rounds_left=1, ahead=(), rules=rules
    )
    return [*tables, *map(list, plan_round(mixed).tables)]


def _by_lot_where_equal(ranking: Sequence[tuple[int, int]], rng: Random) -> list[int]:
    lot = {person: rng.random() for person, _place in sorted(ranking)}
    return [
        person
        for person, _place in sorted(ranking, key=lambda who: (who[1], lot[who[0]]))
    ]


class _Mended:
    """Tables by standing, changed as little as the demands on them need.

    ``first`` tables are a final: nobody gets in or out of it for a demand.
    """

    def __init__(
        self, tables: Tables, order: Sequence[int], rules: Rules, first: int
    ) -> None:
        self.rank = {person: rank for rank, person in enumerate(order)}
        final = {p for table in tables[:first] for p in table}
        self.final = final
        self.hated = foes(rules.apart)
        own = {p: n - 1 for p, n in (*rules.fixed, *rules.pins) if p in self.rank}
        self.bound = {*own}
        for person, table in own.items():
            if not 0 <= table < len(tables):
                raise Contradiction((person,), ("fixed", "seats"))
        self.tables = _numbered([list(table) for table in tables], own)
        for person, table in sorted(own.items()):
            if not self._bring(person, table):
                raise Contradiction((person,), ("fixed", "seats"))
        for unit in units(self.rank, Rules(together=rules.groups)):
            # a final takes who is in it: whoever it parts is named in the proposal
            parted = 0 < len(final.intersection(unit.people)) < len(unit.people)
            if len(unit.people) > 1 and not parted:
                self._join(unit.people)
        for a, b in rules.apart:
            self._part(a, b)

    def _at(self, person: int) -> int:
        return next(n for n, table in enumerate(self.tables) if person in table)

    def _bring(self, person: int, table: int) -> bool:
        """Let somebody change places with who is nearest in rank at that table."""
        here = self._at(person)
        if here == table:
            return True
        rank = self.rank[person]
        near = sorted(self.tables[table], key=lambda p: abs(self.rank[p] - rank))
        for other in near:
            if other in self.bound or (other in self.final) != (person in self.final):
                continue
            hated, his = self.hated.get(person, set()), self.hated.get(other, set())
            if hated & {*self.tables[table]} - {other}:
                continue
            if his & {*self.tables[here]} - {person}:
                continue
            mine, theirs = self.tables[here], self.tables[table]
            mine[mine.index(person)] = other
            theirs[theirs.index(other)] = person
            return True
        return False

    def _join(self, group: Sequence[int]) -> None:
        """Bring a group together at the table of one of them, whichever can be."""
        held = [p for p in group if p in self.bound]
        for first in held[:1] or group:
            before = [list(table) for table in self.tables]
            others = [p for p in group if p != first]
            self.bound |= {first}
            if all(self._joined(person, first) for person in others):
                return
            self.tables = before
            self.bound -= {*group} - {*held}
        raise Contradiction(group, ("together", "seats"))

    def _joined(self, person: int, first: int) -> bool:
        here = self._at(person) == self._at(first)
        done = here or (
            person not in self.bound and self._bring(person, self._at(first))
        )
        self.bound |= {person}
        return done

    def _part(self, a: int, b: int) -> None:
        if a not in self.rank or b not in self.rank or self._at(a) != self._at(b):
            return
        here = self._at(a)
        movers = [p for p in (a, b) if p not in self.bound]
        for away in range(1, len(self.tables)):
            for table in (here + away, here - away):
                if not 0 <= table < len(self.tables):
                    continue
                if any(self._bring(person, table) for person in movers):
                    return
        if not {a, b} <= self.final:
            raise Contradiction((a, b), ("apart", "seats"))


def _numbered(tables: Tables, own: Mapping[int, int]) -> Tables:
    """The tables with the numbers that people in them have, best first otherwise."""
    laid: dict[int, list[int]] = {}
    rest = []
    for table in tables:
        wanted = [own[p] for p in table if p in own and own[p] not in laid]
        if wanted:
            laid[wanted[0]] = table
        else:
            rest.append(table)
    left = iter(rest)
    return [laid[n] if n in laid else next(left) for n in range(len(tables))]


def asked_to_json(request: Request, way: Way) -> str:
    """What this module reads when it is run."""
    return json.dumps({"request": request_as_dict(request), "way": way_as_dict(way)})


def main() -> int:
    """Exit status 0: seated, or named what contradicts."""
    asked = json.loads(sys.stdin.read())
    request = request_from_dict(asked["request"])
    try:
        proposal = seat_by_standing(request, way_from_dict(asked["way"]))
    except Contradiction as refused:
        print(contradiction_to_json(refused))
    else:
        print(proposal_to_json(proposal))
    return 0


if __name__ == "__main__":
    sys.exit(main())
