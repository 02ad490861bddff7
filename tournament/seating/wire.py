"""Requests and proposals as JSON text, for planning in a process of its own.

Reads strictly, since what it reads crosses a process boundary: a wrong shape is refused
here. It must not plan or judge anything.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournament.seating.effort import default_moves
from tournament.seating.history import Round
from tournament.seating.pairs import PairRound
from tournament.seating.plan import Proposal, Request
from tournament.seating.quality import Quality, as_dict
from tournament.seating.rules import Contradiction, Rules

Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class PairRequest:
    """What to plan for fixed pairs, as plan_pairs takes it; an entry is a pair."""

    entries: tuple[int, ...]
    history: tuple[PairRound, ...]
    seed: int
    rounds_left: int = 1
    ahead: tuple[PairRound, ...] = ()

    @property
    def effort(self) -> int:
        """Moves to be tried."""
        tables = len(self.entries) // 2
        return default_moves(len(self.entries), tables, self.rounds_left)


def request_as_dict(request: Request) -> dict[str, Any]:
    """Everything in a request, ready for JSON.

    `{"players", "history": rounds of tables of ids, "uncounted": indices of rounds
    seated by standing, "sat": by index, of rounds where others sat than whose seats
    they are, "sizes", "seed", "moves", "rounds_left", "rules", "ahead",
    "variety_first", "plan_dealers"}`
    """
    return {
        "players": list(request.players),
        "history": _listed(request.history),
        "uncounted": [i for i, r in enumerate(request.history) if not r.counted],
        "sat": {
            str(i): [list(table) for table in r.sat]
            for i, r in enumerate(request.history)
            if r.sat is not None
        },
        "sizes": list(request.sizes),
        "seed": request.seed,
        "moves": request.effort,
        "rounds_left": request.rounds_left,
        "rules": {
            name: [list(group) for group in getattr(request.rules, name)]
            for name in (
                "apart",
                "rather_apart",
                "fixed",
                "pins",
                "together",
                "companions",
            )
        },
        "ahead": _listed(request.ahead),
        "variety_first": request.variety_first,
        "plan_dealers": request.plan_dealers,
    }


def request_to_json(request: Request) -> str:
    """The text of request_as_dict."""
    return json.dumps(request_as_dict(request))


def request_from_json(text: str) -> Request:
    """The request in that text. Raises ValueError when it is not one.

    Only players, history, sizes and seed must be there.
    """
    return request_from_dict(_object(json.loads(text)))


def request_from_dict(data: dict[str, Any]) -> Request:
    """The request in what request_as_dict gave. Raises ValueError for another shape."""
    uncounted = set(_numbers(data.get("uncounted", [])))
    sat = {
        int(index): _tables(tables)
        for index, tables in _object(data.get("sat", {})).items()
    }
    moves = data.get("moves")
    return Request(
        players=_numbers(_field(data, "players")),
        history=tuple(
            Round(_tables(played), i not in uncounted, sat.get(i))
            for i, played in enumerate(_list(_field(data, "history")))
        ),
        sizes=_numbers(_field(data, "sizes")),
        seed=_number(_field(data, "seed")),
        moves=None if moves is None else _number(moves),
        rounds_left=_number(data.get("rounds_left", 1)),
        rules=_rules(_object(data.get("rules", {}))),
        ahead=tuple(Round(_tables(r)) for r in _list(data.get("ahead", []))),
        variety_first=_yes(data.get("variety_first", False)),
        plan_dealers=_yes(data.get("plan_dealers", True)),
    )


def pair_request_as_dict(request: PairRequest) -> dict[str, Any]:
    """`{"entries", "seed", "rounds_left"}`, and "history" and "ahead" as lists of
    `{"tables": [[id, id], ...], "free": id or null}`.
    """
    return {
        "entries": list(request.entries),
        "history": _pair_rounds_listed(request.history),
        "seed": request.seed,
        "rounds_left": request.rounds_left,
        "ahead": _pair_rounds_listed(request.ahead),
    }


def pair_request_from_dict(data: dict[str, Any]) -> PairRequest:
    """The request in that. Raises ValueError for another shape."""
    return PairRequest(
        entries=_numbers(_field(data, "entries")),
        history=_pair_rounds(_field(data, "history")),
        seed=_number(_field(data, "seed")),
        rounds_left=_number(_field(data, "rounds_left")),
        ahead=_pair_rounds(_field(data, "ahead")),
    )


def any_request_from_json(text: str) -> Request | PairRequest:
    """The request in that text, of whichever kind. Raises ValueError."""
    data = _object(json.loads(text))
    return (
        pair_request_from_dict(data) if "entries" in data else request_from_dict(data)
    )


def pair_rounds_to_json(rounds: Sequence[PairRound]) -> str:
    """`{"rounds": [{"tables": [[id, id], ...], "free": id or null}, ...]}`."""
    return json.dumps({"rounds": _pair_rounds_listed(rounds)})


def pair_rounds_from_json(text: str) -> list[PairRound]:
    """The rounds in that text. Raises ValueError when there are none."""
    return list(_pair_rounds(_field(_object(json.loads(text)), "rounds")))


def proposal_to_json(proposal: Proposal) -> str:
    """`{"tables": [[id, ...], ...], "quality", "ahead", "how"}`, ids in seat order."""
    return json.dumps(
        {
            "tables": proposal.tables,
            "quality": as_dict(proposal.quality),
            "ahead": _listed(proposal.ahead),
            "how": proposal.how,
        }
    )


def contradiction_to_json(refused: Contradiction) -> str:
    """`{"contradiction": {"people": [id, ...], "rules": [name, ...]}}`."""
    named = {"people": refused.people, "rules": refused.rules}
    return json.dumps({"contradiction": named})


def proposal_from_json(text: str) -> Proposal:
    """The proposal in that text. Raises ValueError when it is not one.

    Raises the Contradiction that stands there instead.
    """
    data = _object(json.loads(text))
    if "contradiction" in data:
        named = _object(data["contradiction"])
        raise Contradiction(
            _numbers(_field(named, "people")), map(str, _list(_field(named, "rules")))
        )
    return Proposal(
        tables=_tables(_field(data, "tables")),
        quality=_quality(_object(_field(data, "quality"))),
        ahead=tuple(Round(_tables(r)) for r in _list(data.get("ahead", []))),
        how=str(_field(data, "how")),
    )


def _rules(data: dict[str, Any]) -> Rules:
    return Rules(
        apart=_pairs(data.get("apart", [])),
        rather_apart=_pairs(data.get("rather_apart", [])),
        fixed=_pairs(data.get("fixed", [])),
        pins=_pairs(data.get("pins", [])),
        together=_tables(data.get("together", [])),
        companions=_tables(data.get("companions", [])),
    )


def _quality(data: dict[str, Any]) -> Quality:
    return Quality(
        repeats=_number(_field(data, "repeats")),
        collisions=_number(_field(data, "collisions")),
        bound=_number(_field(data, "bound")),
        bound_by=str(_field(data, "bound_by")),
        even_bound=_number(_field(data, "even_bound")),
        blind=float(_field(data, "blind")),
        score=float(_field(data, "score")),
        most_meetings=_number(_field(data, "most_meetings")),
        met_least=_number(_field(data, "met_least")),
        met_mean=float(_field(data, "met_mean")),
        evenness=_number(_field(data, "evenness")),
        first_dealer_spread=_number(_field(data, "first_dealer_spread")),
        repeated_pairs=tuple(
            _triple(triple) for triple in _list(_field(data, "repeated_pairs"))
        ),
    )


def _listed(rounds: tuple[Round, ...]) -> list[list[list[int]]]:
    return [[list(table) for table in played.tables] for played in rounds]


def _pair_rounds_listed(rounds: Sequence[PairRound]) -> list[dict[str, Any]]:
    return [{"tables": [*map(list, r.tables)], "free": r.free} for r in rounds]


def _pair_rounds(data: Any) -> tuple[PairRound, ...]:
    rounds = []
    for planned in map(_object, _list(data)):
        free = planned.get("free")
        tables = tuple(_pairs(_field(planned, "tables")))
        rounds.append(PairRound(tables, None if free is None else _number(free)))
    return tuple(rounds)


def _pairs(data: Any) -> tuple[tuple[int, int], ...]:
    pairs = _tables(data)
    if any(len(pair) != 2 for pair in pairs):
        raise ValueError("a pair is two whole numbers")
    return tuple((pair[0], pair[1]) for pair in pairs)


def _triple(data: Any) -> tuple[int, int, int]:
    numbers = _numbers(data)
    if len(numbers) != 3:
        raise ValueError("a repeated pair is two players and a count")
    return numbers[0], numbers[1], numbers[2]


def _tables(data: Any) -> Tables:
    return tuple(_numbers(table) for table in _list(data))


def _object(data: Any) -> dict[str, Any]:
    if isinstance(data, dict):
        return data
    raise ValueError(f"{data!r} is not an object")


def _field(data: dict[str, Any], name: str) -> Any:
    if name not in data:
        raise ValueError(f"{name} is missing")
    return data[name]


def _list(data: Any) -> list[Any]:
    if isinstance(data, list):
        return data
    raise ValueError(f"{data!r} is not a list")


def _numbers(data: Any) -> tuple[int, ...]:
    return tuple(_number(number) for number in _list(data))


def _number(data: Any) -> int:
    # true and false are whole numbers to isinstance, and would seat player 1 and 0
    if type(data) is int:
        return data
    raise ValueError(f"{data!r} is not a whole number")


def _yes(data: Any) -> bool:
    if isinstance(data, bool):
        return data
    raise ValueError(f"{data!r} is neither true nor false")
