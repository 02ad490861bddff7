"""Requests and proposals as JSON text, for planning in a process of its own.

Reads strictly, since what it reads crosses a process boundary: a wrong shape is refused
here. It must not plan or judge anything.
"""

import json
from typing import Any

from tournament.seating.history import Round
from tournament.seating.plan import DEFAULT_MOVES, Proposal, Request
from tournament.seating.quality import Quality, as_dict

Tables = tuple[tuple[int, ...], ...]


def request_to_json(request: Request) -> str:
    """`{"players", "history": rounds of tables of ids, "sizes", "seed", "moves"}`."""
    return json.dumps(
        {
            "players": request.players,
            "history": [played.tables for played in request.history],
            "sizes": request.sizes,
            "seed": request.seed,
            "moves": request.moves,
        }
    )


def request_from_json(text: str) -> Request:
    """The request in that text; `moves` may be absent. Raises ValueError otherwise."""
    data = _object(json.loads(text))
    return Request(
        players=_numbers(_field(data, "players")),
        history=tuple(
            Round(_tables(played)) for played in _list(_field(data, "history"))
        ),
        sizes=_numbers(_field(data, "sizes")),
        seed=_number(_field(data, "seed")),
        moves=_number(data.get("moves", DEFAULT_MOVES)),
    )


def proposal_to_json(proposal: Proposal) -> str:
    """`{"tables": [[id, ...], ...], "quality": {...}}`, ids in seat order."""
    return json.dumps({"tables": proposal.tables, "quality": as_dict(proposal.quality)})


def proposal_from_json(text: str) -> Proposal:
    """The proposal in that text. Raises ValueError when it is not one."""
    data = _object(json.loads(text))
    return Proposal(
        tables=_tables(_field(data, "tables")),
        quality=_quality(_object(_field(data, "quality"))),
    )


def _quality(data: dict[str, Any]) -> Quality:
    return Quality(
        repeats=_number(_field(data, "repeats")),
        collisions=_number(_field(data, "collisions")),
        bound=_number(_field(data, "bound")),
        most_meetings=_number(_field(data, "most_meetings")),
        evenness=_number(_field(data, "evenness")),
        first_dealer_spread=_number(_field(data, "first_dealer_spread")),
        repeated_pairs=tuple(
            _triple(triple) for triple in _list(_field(data, "repeated_pairs"))
        ),
    )


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
