"""What stands beside the cells of a form: penalty bollen, how a revoke was written
down, and the sums as somebody added them up on paper.

From a reading to fields, and from what was typed back to a reading; it judges nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.models import Sheet
from scoring.refused import Refused
from scoring.rulebooks.base import Reading
from scoring.words import word
from tournament.queries.people import Person

LONGEST_CELL = 6
MOST_PENALTIES = 9
COLUMNS = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
AT_HOME = ("bollen", "punten")


@dataclass(frozen=True)
class Revoke:
    """A line about one revoke, as typed: places and deals, or "" where open.

    ``zero`` is the deal whose 0 was turned into a bol; else the bol is to the right.
    """

    name: str
    place: str = ""
    deal: str = ""
    zero: str = ""
    not_replayed: bool = False

    @property
    def said(self) -> bool:
        return bool(self.place or self.deal or self.zero or self.not_replayed)


@dataclass(frozen=True)
class WrittenSum:
    """One sum of one row, as written on paper."""

    name: str
    value: str
    label: str


@dataclass(frozen=True)
class Beside:
    """The fields beside the cells, ready for the template."""

    revokes: tuple[Revoke, ...]
    headings: tuple[str, ...]
    written: tuple[tuple[Person, tuple[WrittenSum, ...]], ...]

    @property
    def any_revoke(self) -> bool:
        return any(line.said for line in self.revokes)

    @property
    def any_written(self) -> bool:
        return any(cell.value for _person, row in self.written for cell in row)


def typed_beside(sheet: Sheet, post: QueryDict) -> dict[str, Any]:
    """Penalties and written sums, the last only where something was typed."""
    reading: dict[str, Any] = {"penalties": list(_typed_penalties(sheet, post))}
    written = [
        {
            column: _number(text)
            for column in COLUMNS
            if (text := _text(post, f"w{place}-{column}"))
        }
        for place in range(1, sheet.places + 1)
    ]
    if any(written):
        reading["written"] = written
    return reading


def _typed_penalties(sheet: Sheet, post: QueryDict) -> Iterator[dict[str, Any]]:
    """The lines about revokes, and as many bollen to the right as the cells say."""
    lines = [line for line in _typed_revokes(post) if line.place]
    for place in range(1, sheet.places + 1):
        to_the_right = 0
        for line in lines:
            if line.place != str(place):
                continue
            booked: dict[str, Any] = {"place": place}
            if line.deal:
                booked["deal"] = int(line.deal)
            if line.zero:
                booked |= {"notation": "zero", "zero_deal": int(line.zero)}
            if line.not_replayed:
                booked["replayed"] = False
            to_the_right += not line.zero
            yield booked
        written = _count(post.get(f"pen{place}", ""))
        for _bol in range(written - to_the_right):
            yield {"place": place}


def _typed_revokes(post: QueryDict) -> Iterator[Revoke]:
    """The lines that were sent, also those that are not complete."""
    for number in range(1, MOST_PENALTIES + 2):
        name = f"v{number}"
        place, deal, zero = (
            _digits(post, f"{name}-{part}") for part in ("place", "deal", "zero")
        )
        line = Revoke(name, place, deal, zero, f"{name}-not" in post)
        if line.said:
            yield line


def typed_penalties(sheet: Sheet, post: QueryDict) -> dict[int, str]:
    """The penalty cells as they were typed, by place."""
    return {place: _text(post, f"pen{place}") for place in range(1, sheet.places + 1)}


def refuse_unreadable(sheet: Sheet, post: QueryDict, people: Sequence[Person]) -> None:
    """Raise Refused (penalties_unreadable, revoke_of_nobody, written_unreadable)."""
    for place, text in typed_penalties(sheet, post).items():
        if text and not (text.isdecimal() and int(text) <= MOST_PENALTIES):
            told = {"name": _name(people[place - 1]), "text": text}
            raise Refused(
                "penalties_unreadable",
                _(
                    "Penalty bollen of %(name)s: “%(text)s” is not a number from 0 to "
                    "%(most)s."
                )
                % {**told, "most": MOST_PENALTIES},
            )
    if any(line.said and not line.place for line in _typed_revokes(post)):
        raise Refused(
            "revoke_of_nobody",
            _("Say who revoked, or empty that line below the form."),
        )
    for place, row in enumerate(typed_beside(sheet, post).get("written", ()), 1):
        for column, value in row.items():
            if isinstance(value, str):
                told = {"name": _name(people[place - 1]), "text": value}
                raise Refused(
                    "written_unreadable",
                    _("%(column)s of %(name)s on paper: “%(text)s” is not a number.")
                    % {**told, "column": word("figure", column).capitalize()},
                )


def penalty_cells(reading: Reading, places: int) -> dict[int, str]:
    """How many bollen stand to the right of each row; a turned 0 is not one."""
    right = [
        item["place"]
        for item in reading.get("penalties") or ()
        if item.get("notation") != "zero"
    ]
    return {p: str(right.count(p) or "") for p in range(1, places + 1)}


def turned_zeros(reading: Reading) -> set[tuple[int, int]]:
    """Place and deal of every 0 that was turned into a penalty bol."""
    return {
        (item["place"], item["zero_deal"])
        for item in reading.get("penalties") or ()
        if item.get("notation") == "zero" and item.get("zero_deal")
    }


def build_beside(
    sheet: Sheet, people: Sequence[Person], reading: Reading, post: QueryDict | None
) -> Beside:
    """What is known, and one more line about a revoke than was filled in."""
    lines = list(_typed_revokes(post) if post else _revokes_of(reading))
    lines = [
        Revoke(f"v{number}", line.place, line.deal, line.zero, line.not_replayed)
        for number, line in enumerate([*lines, Revoke("")], 1)
    ]
    columns = AT_HOME if sheet.rules.live(sheet.places)["home"] else COLUMNS
    known: Sequence[Mapping[str, Any]] = reading.get("written") or [{}] * len(people)
    return Beside(
        revokes=tuple(lines),
        headings=tuple(word("short", column) for column in columns),
        written=tuple(
            (person, tuple(_written(place, person, row or {}, columns)))
            for place, (person, row) in enumerate(zip(people, known, strict=True), 1)
        ),
    )


def _revokes_of(reading: Reading) -> Iterator[Revoke]:
    for item in reading.get("penalties") or ():
        if set(item) > {"place"}:
            yield Revoke(
                "",
                str(item["place"]),
                str(item.get("deal") or ""),
                str(item.get("zero_deal") or ""),
                not item.get("replayed", True),
            )


def _written(
    place: int, person: Person, row: Mapping[str, Any], columns: Sequence[str]
) -> Iterator[WrittenSum]:
    for column in columns:
        label = _("%(name)s, %(column)s on paper") % {
            "name": _name(person),
            "column": word("figure", column),
        }
        value = row.get(column)
        yield WrittenSum(
            f"w{place}-{column}", "" if value is None else str(value), label
        )


def _name(person: Person) -> str:
    return person.name or str(person.number)


def _text(post: QueryDict, name: str) -> str:
    return post.get(name, "").replace("\0", "").strip()[:LONGEST_CELL]


def _digits(post: QueryDict, name: str) -> str:
    """A choice of a list of places or deals; "" for anything else."""
    text = _text(post, name)
    return text if text.isascii() and text.isdecimal() and len(text) < 3 else ""


def _number(text: str) -> int | str:
    digits = text.replace("−", "-").removeprefix("-")
    whole = digits.isascii() and digits.isdecimal()
    return int(text.replace("−", "-")) if whole else text


def _count(text: str) -> int:
    text = text.strip()
    return min(int(text), MOST_PENALTIES) if text.isdecimal() and len(text) < 4 else 0
