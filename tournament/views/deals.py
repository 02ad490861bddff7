"""The form of a game kept deal by deal, as a page shows it: a block per deal, a column
per side; from a reading to blocks, and from what was typed back to a reading.

It judges nothing itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.messages import sentence
from scoring.models import Sheet
from scoring.rulebooks.base import (
    DealLine,
    DealRulebook,
    Field,
    Problem,
    Reading,
    Severity,
    kept_by_deal,
)
from scoring.words import word
from tournament.queries.people import Person

LONGEST_NUMBER, LONGEST_CHOICE, LONGEST_HEAD = 6, 40, 14
MOST_DEALS = 99
# Blocks of a game that the score ends: so many at first, and so many more at a time.
FIRST_DEALS, MORE_DEALS = 8, 4

Sides = Mapping[str, Sequence[int]]


@dataclass(frozen=True)
class Answer:
    """One field of one side, or of the whole deal: what is typed, what is wrong."""

    name: str
    label: str
    value: str
    options: tuple[tuple[str, str], ...]
    usual: str
    bad: bool
    adds_to: int | None
    described_by: str

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")

    @property
    def said(self) -> str:
        """What was answered, in words; nothing for what is usual."""
        if self.value == self.usual:
            return ""
        return dict(self.options).get(self.value, self.value)

    @property
    def stray(self) -> bool:
        """Whether a choice was made that is not among the options."""
        known = dict(self.options)
        return bool(known and self.value and self.value not in known)


@dataclass(frozen=True)
class Asked:
    """A row of a block: one question and an answer per side, or one for the deal."""

    label: str
    answers: tuple[Answer, ...]
    per_side: bool

    @property
    def filled(self) -> bool:
        return any(answer.said for answer in self.answers)


@dataclass(frozen=True)
class Group:
    """Rows that stand together, behind a heading where they have one."""

    label: str
    rows: tuple[Asked, ...]
    folded: bool


@dataclass(frozen=True)
class Block:
    """One deal: who deals it, what is asked, what it came to, what is wrong."""

    number: int
    dealer: str
    groups: tuple[Group, ...]
    before: tuple[tuple[str, tuple[Any, ...]], ...]
    left: tuple[tuple[str, int], ...]
    outcome: str
    scores: tuple[int | None, ...]
    totals: tuple[int | None, ...]
    sayings: tuple[str, ...]
    begun: bool


@dataclass(frozen=True)
class DealsForm:
    """A whole form per deal, ready for its template."""

    sides: tuple[tuple[str, str, int], ...]  # its people, the same in short, its total
    blocks: tuple[Block, ...]
    people: Sequence[Person]
    first_dealer: int
    mode: str
    modes: tuple[tuple[str, str], ...]
    more: bool
    listed: tuple[tuple[str, str, str], ...]
    template: str = "_deals.html"
    script: str = "tournament/deals.js"


def empty_deals() -> dict[str, Any]:
    """A form on which nothing is written yet; the first place deals first."""
    return {"deals": [], "first_dealer": 1}


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


def blocks_asked(post: QueryDict) -> int:
    """How many blocks the page is to show: those it had, and more when asked."""
    return _number(post.get("deals", ""), MOST_DEALS) + MORE_DEALS * ("more" in post)


def chosen_mode(rules: DealRulebook, mode: str) -> str:
    """The mode that was asked for, or the usual one."""
    return mode if mode in rules.modes else rules.modes[0]


def build_deals(
    sheet: Sheet,
    people: Sequence[Person],
    reading: Reading,
    problems: Sequence[Problem] = (),
    mode: str = "",
    more: int = 0,
    bare: bool = False,
) -> DealsForm:
    """Lay a reading out as blocks, each problem at its fields.

    ``more`` asks for so many empty blocks at the end; ``bare`` for none at all.
    """
    rules = sheet.rules
    assert kept_by_deal(rules)
    mode = chosen_mode(rules, mode or rules.mode_of(reading))
    layout = _Layout(rules, sheet.places, people, mode, tuple(problems))
    entries = reading["deals"]
    lines = {line.number: line for line in rules.course(reading, sheet.places)}
    count = len(entries) if bare else _blocks(rules, len(entries), more)
    blocks = tuple(
        layout.block(
            number,
            entries[number - 1] if number <= len(entries) else {},
            lines.get(number, DealLine(number)),
        )
        for number in range(1, count + 1)
    )
    done = [line.totals for line in lines.values() if line.totals]
    last = done[-1] if done else dict.fromkeys(layout.sides, 0)
    return DealsForm(
        sides=tuple(
            (layout.people_of(side), layout.in_short(side), last[side])
            for side in layout.sides
        ),
        blocks=blocks,
        people=people,
        first_dealer=reading.get("first_dealer") or 1,
        mode=mode,
        modes=tuple((key, word("mode", key)) for key in rules.modes),
        more=rules.deal_count is None and not bare,
        listed=tuple(layout.listed()),
    )


@dataclass(frozen=True)
class _Layout:
    """What every block of one form has in common."""

    rules: DealRulebook
    places: int
    people: Sequence[Person]
    mode: str
    problems: tuple[Problem, ...]

    @property
    def sides(self) -> Sides:
        return self.rules.sides(self.places)

    def name(self, place: int) -> str:
        person = self.people[place - 1]
        return person.name or str(person.number)

    def people_of(self, side: str) -> str:
        return " & ".join(self.name(place) for place in self.sides[side])

    def in_short(self, side: str) -> str:
        """First names, where those tell the people at the table apart."""
        first = [_clipped(self.name(p).split()[0]) for p in range(1, self.places + 1)]
        if len(set(first)) < len(first):
            return self.people_of(side)
        return " & ".join(first[place - 1] for place in self.sides[side])

    def choice(self, field: Field, key: str) -> str:
        """A choice in words: a side or a player by name."""
        if set(field.choices) <= set(self.sides):
            return self.in_short(key)
        if field.name.endswith("player"):
            place = self.sides[key[0]][int(key[1:]) - 1]
            return self.name(place)
        return word("choice", key)

    def block(self, number: int, entry: Any, line: DealLine) -> Block:
        here = [p for p in self.problems if p.deal == number]
        return Block(
            number=number,
            dealer=self.name(line.dealer) if line.dealer else "",
            groups=tuple(self._groups(number, entry, here)),
            before=tuple(
                (word("field", name), tuple(figures.get(s) for s in self.sides))
                for name, figures in line.before.items()
            ),
            left=tuple((word("field", k), value) for k, value in line.left.items()),
            outcome=word("choice", line.outcome) if line.outcome else "",
            scores=self._figures(line.scores),
            totals=self._figures(line.totals),
            sayings=tuple(self._said(p) for p in here if p.severity != Severity.INFO),
            begun=bool(entry),
        )

    def _groups(
        self, number: int, entry: Any, problems: Sequence[Problem]
    ) -> Iterator[Group]:
        fields = self.rules.fields(self.places, self.mode)
        for key, members in groupby(fields, key=lambda field: field.group):
            asked = list(members)
            needed = any(
                self._blames(p, field, "") for p in problems for field in asked
            ) or any(
                _found(entry, _path(field, side)) not in (None, field.usual)
                for field in asked
                for side in self._sides_of(field)
            )
            yield Group(
                label=word("field", key) if key else "",
                rows=tuple(self._asked(f, number, entry, problems) for f in asked),
                folded=asked[0].folded and not needed,
            )

    def _sides_of(self, field: Field) -> tuple[str, ...]:
        return tuple(self.sides) if field.per_side else ("",)

    def _figures(self, figures: Mapping[str, int] | None) -> tuple[int | None, ...]:
        return tuple(figures[s] if figures else None for s in self.sides)

    def _asked(
        self, field: Field, number: int, entry: Any, problems: Sequence[Problem]
    ) -> Asked:
        label = word("field", field.name)
        answers = []
        for side in self._sides_of(field):
            who = self.people_of(side) if side else ""
            told = _("Deal %(deal)s") % {"deal": number}
            answers.append(
                Answer(
                    name=f"d{number}-{_path(field, side)}",
                    label=", ".join(part for part in (told, label, who) if part),
                    value=_text(_found(entry, _path(field, side))) or field.usual,
                    options=tuple((c, self.choice(field, c)) for c in field.choices),
                    usual=field.usual,
                    bad=any(self._blames(p, field, side) for p in problems),
                    adds_to=field.adds_to,
                    described_by=f"say{number}" if problems else "",
                )
            )
        return Asked(label, tuple(answers), field.per_side)

    def _blames(self, problem: Problem, field: Field, side: str) -> bool:
        """Whether a field is one to look at because of a problem."""
        named = problem.params.get("field")
        fields = [named] if named else self.rules.blames.get(problem.code, ())
        if not {field.name, field.group} & set(fields):
            return False
        at = self._side_of(problem)
        return not side or not at or side == at

    def _side_of(self, problem: Problem) -> str:
        if problem.place is None:
            return ""
        return next((s for s, m in self.sides.items() if problem.place in m), "")

    def _said(self, problem: Problem) -> str:
        side = self._side_of(problem)
        who = f"{self.people_of(side)}: " if side else ""
        return who + sentence(problem)

    def listed(self) -> Iterator[tuple[str, str, str]]:
        """Every finding with where it is: (id of the block, where, sentence)."""
        for problem in self.problems:
            if problem.severity is Severity.INFO:
                continue
            where = _("deal %(deal)s") % {"deal": problem.deal} if problem.deal else ""
            target = f"deal{problem.deal}" if problem.deal else ""
            yield target, where, self._said(problem)


def _clipped(name: str) -> str:
    """A name that fits the head of a narrow column."""
    return name if len(name) <= LONGEST_HEAD else f"{name[: LONGEST_HEAD - 1]}…"


def _blocks(rules: DealRulebook, filled: int, more: int) -> int:
    if rules.deal_count:
        return max(rules.deal_count, filled)
    room = -(-(filled + 1) // MORE_DEALS) * MORE_DEALS
    return min(max(FIRST_DEALS, room, more), MOST_DEALS)


def _typed_entry(
    fields: Sequence[Field], sides: Sides, post: QueryDict, number: int
) -> dict[str, Any]:
    """What was typed of one deal; {} when nothing was but what is usual."""
    entry: dict[str, Any] = {}
    usual: dict[str, Any] = {}
    for field in fields:
        for side in tuple(sides) if field.per_side else ("",):
            path = _path(field, side)
            text = post.get(f"d{number}-{path}", "").replace("\0", "").strip()
            if not text or text == field.usual:
                if field.usual and not field.per_side:
                    _put(usual, _keys(field, side), field.usual)
                continue
            _put(entry, _keys(field, side), _value(field, text))
    if not entry:
        return {}
    return {key: _as_lists(value) for key, value in (usual | entry).items()}


def _path(field: Field, side: str) -> str:
    return field.path.replace("{side}", side)


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


def _found(entry: Any, path: str) -> Any:
    for part in path.split("."):
        if isinstance(entry, Mapping):
            entry = entry.get(part)
        elif isinstance(entry, list) and part.isdecimal():
            entry = entry[int(part)] if int(part) < len(entry) else None
        else:
            return None
    return entry


def _text(value: Any) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)


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
