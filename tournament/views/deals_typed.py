"""What was typed into a form kept deal by deal, read back into a reading.

It judges nothing: what cannot be read stays as it was typed.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict

from scoring.rulebooks.base import DealRulebook, Field, Problem

Sides = Mapping[str, Sequence[int]]

LONGEST_NUMBER, LONGEST_CHOICE = 6, 40
MOST_DEALS = 99
MORE_DEALS = 4  # blocks that are added at a time


def typed_deals(rules: DealRulebook, places: int, post: QueryDict) -> dict[str, Any]:
    """The reading that was typed into the page's form, without its empty end."""
    fields = rules.fields(places, chosen_mode(rules, post.get("mode", "")))
    entries = [
        _typed_entry(fields, rules.sides(places), post, number)
        for number in range(1, _number(post.get("deals", ""), MOST_DEALS) + 1)
    ]
    while entries and not entries[-1]:
        entries.pop()
    first = _number(post.get("first_dealer", ""), places) or 1
    reading: dict[str, Any] = {"deals": entries, "first_dealer": first}
    accepted = {_number(text, MOST_DEALS) for text in post.getlist("as_played")} - {0}
    return reading | ({"as_played": sorted(accepted)} if accepted else {})


def empty_deals() -> dict[str, Any]:
    """A form on which nothing is written yet; the first place deals first."""
    return {"deals": [], "first_dealer": 1}


def blocks_asked(post: QueryDict) -> int:
    """How many blocks the page is to show: those it had, and more when asked."""
    return _number(post.get("deals", ""), MOST_DEALS) + MORE_DEALS * ("more" in post)


def chosen_mode(rules: DealRulebook, mode: str) -> str:
    """The mode that was asked for, or the usual one."""
    return mode if mode in rules.modes else rules.modes[0]


def _typed_entry(
    fields: Sequence[Field], sides: Sides, post: QueryDict, number: int
) -> dict[str, Any]:
    """What was typed of one deal; {} when nothing was but what is usual."""
    entry: dict[str, Any] = {}
    usual: dict[str, Any] = {}
    for field in fields:
        for side in tuple(sides) if field.per_side else ("",):
            path = field.at(side)
            text = post.get(f"d{number}-{path}", "").replace("\0", "").strip()
            if not text or text == field.usual:
                if field.usual and not field.per_side:
                    _put(usual, _keys(field, side), field.usual)
                continue
            _put(entry, _keys(field, side), _value(field, text))
    if not entry:
        return {}
    return {key: _as_lists(value) for key, value in (usual | entry).items()}


def _value(field: Field, text: str) -> int | str:
    """A whole number where one is asked; what cannot be read stays as it is."""
    if field.choices:
        return text[:LONGEST_CHOICE]
    text = text[:LONGEST_NUMBER]
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdecimal() else text


def _keys(field: Field, side: str) -> list[str | int]:
    """The way to an answer in the entry of a deal; a number for an item of a list."""
    return [
        int(part) if part.isdecimal() else part.replace("{side}", side)
        for part in field.path.split(".")
    ]


def _put(entry: dict[Any, Any], keys: Sequence[str | int], value: Any) -> None:
    *parents, last = keys
    for key in parents:
        entry = entry.setdefault(key, {})
    entry[last] = value


def _as_lists(value: Any) -> Any:
    """Items numbered 0, 1, .. as a list, those without an answer left out."""
    if not isinstance(value, dict):
        return value
    known = {key: _as_lists(item) for key, item in value.items()}
    if all(isinstance(key, int) for key in known):
        return [known[key] for key in sorted(known)]
    return known


def _number(text: str, most: int) -> int:
    text = text.strip()
    fits = text.isascii() and text.isdecimal() and len(text) < 4
    return int(text) if fits and 1 <= int(text) <= most else 0


def quietly(problems: Sequence[Problem]) -> list[Problem]:
    """Problems without those that say no more than that a form is not finished."""
    unfinished = {"missing_cell", "deal_count", "game_unfinished", "makers_unknown"}
    return [
        p for p in problems if p.code not in unfinished and p.params.get("text") != ""
    ]
