"""The history of a form at the table, in hidden fields and in words: who held the pen,
and what a deal was before it was played again (rule 2.9)."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.rulebooks.base import Reading
from scoring.rulebooks.bid_history import history_faults
from tournament.queries.people import Person

PARTS = ("pen", "attempts")
LONGEST = 20_000  # letters; a page never sends more
Deals = Sequence[Mapping[str, Any]]


def typed_history(
    post: QueryDict, counted: Reading, places: int, deals: int
) -> dict[str, Any]:
    """What the page sent along, else what ``counted`` holds; nothing where none is."""
    found = {}
    for part in PARTS:
        kept = counted.get(part)
        sent = _read(post.get(part, ""))
        if sent is not None and not list(history_faults({part: sent}, places, deals)):
            kept = sent
        if kept:
            found[part] = kept
    return found


def hidden_fields(reading: Reading) -> list[tuple[str, str]]:
    """Name and value of the fields that carry the history through a page."""
    return [(part, json.dumps(reading.get(part) or [])) for part in PARTS]


def told_history(
    reading: Reading, people: Sequence[Person], deals: Deals
) -> Iterator[str]:
    """A sentence for each revoke, each deal that was played again, and the pen."""
    for penalty in reading.get("penalties") or ():
        if set(penalty) > {"place"}:
            yield " ".join(_penalty(penalty, people, deals))
    for attempt in reading.get("attempts") or ():
        yield _attempt(attempt, people, deals)
    for turn in reading.get("pen") or ():
        place = turn.get("place")
        text = (
            _("From deal %(deal)s on %(name)s wrote.")
            if place
            else _("From deal %(deal)s on it was kept on another phone.")
        )
        name = _name(people, place) if place else ""
        yield text % {"deal": _deal(turn["deal"], deals), "name": name}


def _penalty(
    penalty: Mapping[str, Any], people: Sequence[Person], deals: Deals
) -> Iterator[str]:
    told = {"name": _name(people, penalty["place"])}
    if penalty.get("deal"):
        told["deal"] = _deal(penalty["deal"], deals)
        yield _("%(name)s revoked in deal %(deal)s.") % told
    else:
        yield _("%(name)s revoked.") % told
    if penalty.get("zero_deal"):
        told["deal"] = _deal(penalty["zero_deal"], deals)
        yield _("The 0 of deal %(deal)s was turned into a bol.") % told
    if not penalty.get("replayed", True):
        yield _("The deal was not played again.")


def _attempt(attempt: Mapping[str, Any], people: Sequence[Person], deals: Deals) -> str:
    why: Mapping[str, Callable[[], str]] = {
        "revoke": lambda: _("Deal %(deal)s was played again: %(name)s revoked."),
        "misdeal": lambda: _("Deal %(deal)s was dealt again."),
        "written": lambda: _("Deal %(deal)s was written again."),
        "left": lambda: _("Deal %(deal)s was dealt again: %(name)s left."),
    }
    place = attempt.get("place")
    said = why[attempt["reason"]]() % {
        "deal": _deal(attempt["deal"], deals),
        "name": _name(people, place) if place else "",
    }
    cells = ", ".join(
        f"{_name(people, place)} {text.replace('/', ' / ')}"
        for place, text in enumerate(attempt["cells"], 1)
        if text
    )
    return f"{said} {_('Before: %(cells)s.') % {'cells': cells}}" if cells else said


def _deal(number: int, deals: Deals) -> str:
    """A deal by number and label; the form may have none of that number."""
    label = str(deals[number - 1]["label"]) if number <= len(deals) else f"{number}"
    return f"{number}" if label == str(number) else f"{number} ({label})"


def _name(people: Sequence[Person], place: int) -> str:
    person = people[place - 1]
    return person.name or str(person.number)


def _read(text: str) -> Any:
    if not text or len(text) > LONGEST:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
