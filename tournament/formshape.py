"""A half-typed form when somebody comes to its table, goes, or leaves during the game.

Pure: readings of games that are written in a row per place. Nothing typed is lost.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

NOT_DEALT_IN = "-"  # rule 2.9
PER_PLACE = ("rows", "bids", "tricks", "sums", "written")

Reading = Mapping[str, Any]


class Written(ValueError):
    """Something is written for whom the place would be taken away."""


def is_begun(reading: Reading) -> bool:
    """Whether anything is written of a deal."""
    if reading.get("deals"):
        return True
    rows = [row for key in ("rows", "sums") for row in reading.get(key) or ()]
    return any(_written(row) for row in rows)


def with_one_more(reading: Reading) -> dict[str, Any]:
    """The same form with a place at the end; who comes was not dealt in before."""
    rows: Sequence[Sequence[str]] = reading.get("rows") or ()
    newcomer = [
        NOT_DEALT_IN if all(column) else ""
        for column in zip_longest(*rows, fillvalue="")
    ]
    return {
        key: [*value, newcomer if key == "rows" else _blank(value)]
        if key in PER_PLACE and value
        else value
        for key, value in reading.items()
    }


def with_one_fewer(reading: Reading, place: int) -> dict[str, Any]:
    """The same form without a place (from 1). Raises Written where it is not empty."""
    rows = [reading[key][place - 1] for key in ("rows", "sums") if reading.get(key)]
    penalised = [p.get("place") for p in reading.get("penalties") or ()]
    if any(_written(row) for row in rows) or place in penalised:
        raise Written(place)
    kept = {
        key: [*value[: place - 1], *value[place:]]
        if key in PER_PLACE and value
        else value
        for key, value in reading.items()
    }
    return _moved(kept, lambda at: None if at == place else at - (at > place))


def with_place_back(reading: Reading, place: int) -> dict[str, Any]:
    """The same form with an empty place (from 1) put in between again."""
    kept = {
        key: [*value[: place - 1], _blank(value), *value[place - 1 :]]
        if key in PER_PLACE and value
        else value
        for key, value in reading.items()
    }
    return _moved(kept, lambda at: at + (at >= place))


def leaving(reading: Reading, place: int, deal: int) -> dict[str, Any]:
    """Somebody is not dealt in from a deal on; what is written already stays."""
    return _from(reading, place, deal, "", NOT_DEALT_IN)


def staying(reading: Reading, place: int, deal: int) -> dict[str, Any]:
    """Takes back what ``leaving`` did."""
    return _from(reading, place, deal, NOT_DEALT_IN, "")


def _from(
    reading: Reading, place: int, deal: int, old: str, new: str
) -> dict[str, Any]:
    rows = [list(row) for row in reading.get("rows") or ()]
    if len(rows) >= place:
        row = rows[place - 1]
        row[deal - 1 :] = [new if text == old else text for text in row[deal - 1 :]]
    return {**reading, **({"rows": rows} if rows else {})}


def _moved(reading: Reading, to: Callable[[int], int | None]) -> dict[str, Any]:
    """The places that are named elsewhere in a form, at their new numbers."""
    told = dict(reading)
    for key in ("first_leader", "first_dealer"):
        if isinstance(told.get(key), int):
            at = to(told.pop(key))
            told |= {} if at is None else {key: at}
    if told.get("penalties"):
        told["penalties"] = [
            {**booked, "place": to(booked["place"])}
            for booked in told["penalties"]
            if to(booked["place"]) is not None
        ]
    return told


def _blank(rows: Sequence[Any]) -> Any:
    """An empty row like the others."""
    first = rows[0]
    if isinstance(first, Mapping):
        return {key: 0 if key == "strafbollen" else "" for key in first}
    if isinstance(first, str) or not isinstance(first, Sequence):
        return None
    empty = "" if any(isinstance(each, str) for each in first) else None
    return [empty] * len(first)


def _written(row: Any) -> bool:
    if isinstance(row, Mapping):
        return any(value not in ("", None, 0) for value in row.values())
    return any(text not in ("", None, NOT_DEALT_IN) for text in row or ())
