"""The form of a game kept deal by deal, as a page shows it: a block per deal, a column
per side; from a reading to blocks, and from what was typed back to a reading.

It judges nothing itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

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
from tournament.views.deals_typed import MORE_DEALS, MOST_DEALS, chosen_mode

LONGEST_HEAD = 14
# Blocks of a game that the score ends: so many at first, and so many more at a time.
FIRST_DEALS = 8

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
    store: str
    differing: frozenset[str] = frozenset()  # cells that say otherwise elsewhere
    template: str = "_deals.html"
    script: str = "tournament/deals.js"


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
        store=f"-{mode}",
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
                _found(entry, field.at(side)) not in (None, field.usual)
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
                    name=f"d{number}-{field.at(side)}",
                    label=", ".join(part for part in (told, label, who) if part),
                    value=_text(_found(entry, field.at(side))) or field.usual,
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
