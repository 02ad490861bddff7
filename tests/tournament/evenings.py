"""Builds whole evenings in plain data, without a database, and writes and reads
their workbooks. It ranks with the product's own chain; what a test wants to know
independently it must compute itself.
"""

import io
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

import openpyxl
import pandas as pd

from scoring.ranking import rank
from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Reading, Rulebook, Stats
from scoring.rulebooks.figures import with_penalties
from scoring.rulebooks.pairs import MUTUAL, add_mutual_results
from scoring.rulebooks.prediction import BOLLEN_DEALS
from tournament.missed import LOWEST_OR_ZERO, missed_worth
from tournament.queries.evening import (
    Evening,
    FormRow,
    SeatedPlace,
    form_rows,
    free_of,
    most_labels,
)
from tournament.queries.penalties import Given
from tournament.queries.people import Person
from tournament.queries.ranked import Progress, Row, Score, Standings
from tournament.workbook import write_workbook

RULES = PRESETS["bollen"]
NOON = datetime(2026, 10, 31, 12, tzinfo=UTC)
LABELS = tuple(deal.label for deal in BOLLEN_DEALS)
Cells = tuple[str, ...]
Free = Collection[tuple[int, int]]
LONG = "Wilhelmina Antonia Josephina van den Bosch-Vanderstraeten & Zoon"
NAMES: Mapping[int, str | None] = {
    1: '=HYPERLINK("http://x.test","klik")',
    2: "+31 6",
    3: "-12",
    4: "@SOM(1)",
    5: LONG,
    6: None,
    7: "NA",
    8: "#N/A",
    9: "Ruud van 't Hof <b>\\",
    10: "Piet\x00\x1f \ud800 \U0001f0a1",
}


@dataclass(frozen=True)
class Played:
    """One table of one round: start numbers, and their cells unless not yet in.

    Both members of a pair have its number. Another form than one of cells and
    penalty bollen is a ``reading``.
    """

    numbers: Sequence[int]
    rows: Sequence[Cells] | None = None
    penalties: Sequence[int] = ()  # places with a penalty bol, once per bol
    reading: Reading | None = None

    @property
    def form(self) -> Reading | None:
        booked = [{"place": place} for place in self.penalties]
        cells = {"rows": self.rows, "penalties": booked, "first_leader": 1}
        return cells if self.rows else self.reading


@dataclass
class Facts:
    """What the rounds come to, before ranking."""

    policy: str = LOWEST_OR_ZERO
    fixed: int = 0
    penalties: dict[int, int] = field(default_factory=dict)
    seats: list[SeatedPlace] = field(default_factory=list)
    forms: list[FormRow] = field(default_factory=list)
    sizes: dict[tuple[int, int], int] = field(default_factory=dict)
    stats: dict[tuple[int, int], Stats] = field(default_factory=dict)
    totals: dict[tuple[int, int], int] = field(default_factory=dict)


def cells_with(points: int, bollen: int) -> Cells:
    """A row with that many bollen in front and these points in what is made."""
    row = ["x"] * bollen
    for deal in BOLLEN_DEALS[bollen:]:
        bid = min(points, deal.cards)
        points -= bid
        row.append(str(bid))
    assert points == 0
    return tuple(row)


def random_cells(dice: random.Random) -> Cells:
    """A row of the form, with bids both readable and not under the bollen."""
    row = []
    for deal in BOLLEN_DEALS:
        bid = str(dice.randint(0, deal.cards))
        row.append(dice.choice([bid, bid, f"{bid}x", "x"]))
    return tuple(row)


def evening_of(
    rounds: Sequence[Sequence[Played]],
    names: Mapping[int, str | None] | None = None,
    *,
    policy: str = LOWEST_OR_ZERO,
    club: str = "De Bol",
    approved: bool = True,
    rules: Rulebook = RULES,
    free: Free = (),
    fixed: int = 0,
    penalties: Sequence[tuple[int, int, int]] = (),
) -> Evening:
    """The evening on which these rounds were played, names by start number.

    ``free`` has (round, number) of who had nobody left to play against, and
    ``penalties`` (round, number, points) each.
    """
    numbers = sorted({n for tables in rounds for t in tables for n in t.numbers})
    shown = {n: f"Speler {n}" for n in numbers} | dict(names or {})
    people = {n: Person(1000 + n, n, shown[n]) for n in numbers}
    facts = Facts(policy=policy, fixed=fixed)
    for _round, number, points in penalties:
        facts.penalties[number] = facts.penalties.get(number, 0) + points
    for number, tables in enumerate(rounds, 1):
        for table, played in enumerate(tables, 1):
            _play(facts, rules, people, number, table, played)
    progress = tuple(
        _progress(n, tables, approved) for n, tables in enumerate(rounds, 1)
    )
    standings = Standings(
        rows=tuple(_ranked(facts, rules, people, len(rounds), free)),
        rounds=progress,
        after=max((form.seat.round for form in facts.forms), default=0),
        planned=len(rounds),
        columns=tuple(rules.columns),
        criteria=tuple(rules.criteria),
    )
    return Evening(
        club=club,
        name="Najaarstoernooi",
        date=date(2026, 10, 31),
        missed_round=policy,
        rules=rules,
        labels=most_labels(rules, facts.forms),
        standings=standings,
        seats=tuple(facts.seats),
        forms=tuple(facts.forms),
        free=free_of(standings),
        missed_points=fixed,
        penalties=tuple(
            Given(at, people[number], round_, points, "te laat", NOON, True)
            for at, (round_, number, points) in enumerate(penalties)
        ),
    )


def random_evening(
    people: int = 23,
    rounds: int = 4,
    seed: int = 1,
    *,
    names: Mapping[int, str | None] | None = None,
    policy: str = LOWEST_OR_ZERO,
    fixed: int = 0,
    penalties: Sequence[tuple[int, int, int]] = (),
    whole: bool = False,
) -> Evening:
    """Random forms for people who come, miss rounds, and get penalties.

    Of the first two and of the next two everybody's cells are the same, so that
    there are ties. Unless ``whole``, the last table of the last round is not in.
    """
    dice = random.Random(seed)
    played = []
    for number in range(1, rounds + 1):
        missing = {number + 4, number + 5} if number > 1 else set()
        present = [n for n in range(1, people + 1) if n not in missing]
        late = number == rounds and not whole
        played.append(list(_random_tables(present, dice, late)))
    return evening_of(
        played,
        names,
        policy=policy,
        approved=whole,
        fixed=fixed,
        penalties=penalties,
    )


def bk04() -> Evening:
    """The three rounds of example BK04 of rule 6.2: points and bollen per round."""
    rounds = [
        [(8, 2), (9, 3), (7, 3), (3, 3), (12, 1)],
        [(8, 5), (6, 3), (7, 3), (7, 3), (7, 5)],
        [(5, 3), (6, 4), (3, 3), (7, 3), (7, 5)],
    ]
    return evening_of(
        [
            [
                Played(
                    range(1, 6), [cells_with(points, bollen) for points, bollen in row]
                )
            ]
            for row in rounds
        ]
    )


def written(evening: Evening) -> bytes:
    """Its workbook as a file."""
    target = io.BytesIO()
    write_workbook(evening, target)
    return target.getvalue()


def opened(data: bytes) -> Any:
    """The workbook with its formulas and its looks."""
    return openpyxl.load_workbook(io.BytesIO(data))


def frame(data: bytes, sheet: str) -> pd.DataFrame:
    """One sheet as a script reads it."""
    texts = {"naam": str, "beslist": str}
    return pd.read_excel(
        io.BytesIO(data), sheet, keep_default_na=False, na_values=[""], dtype=texts
    )


def _random_tables(
    present: list[int], dice: random.Random, late: bool
) -> Iterable[Played]:
    dice.shuffle(present)
    twins = [random_cells(dice), random_cells(dice)]
    fives = len(present) % 4
    while present:
        size = 5 if fives else 4
        fives -= size == 5
        numbers, present = present[:size], present[size:]
        rows = [twins[(n - 1) // 2] if n <= 4 else random_cells(dice) for n in numbers]
        revokes = [p for p, n in enumerate(numbers, 1) if n > 4 and dice.random() < 0.1]
        yield Played(numbers, None if late and not present else rows, revokes)


def _play(
    facts: Facts,
    rules: Rulebook,
    people: Mapping[int, Person],
    number: int,
    table: int,
    played: Played,
) -> None:
    size = len(played.numbers)
    seats = [
        SeatedPlace(number, table, place, people[who])
        for place, who in enumerate(played.numbers, 1)
    ]
    facts.seats += seats
    facts.sizes |= {(number, who): size for who in played.numbers}
    if played.form is None:
        return
    lines = rules.score(played.form, size)
    facts.forms += form_rows(rules, played.form, seats, lines)
    for who, line in zip(played.numbers, lines, strict=True):
        facts.stats[number, who] = line.stats
        facts.totals[number, who] = line.total


def _progress(number: int, tables: Sequence[Played], approved: bool) -> Progress:
    missing = tuple(at for at, played in enumerate(tables, 1) if not played.form)
    counted = len(tables) - len(missing)
    return Progress(
        number=number,
        state="closed" if approved and not missing else "playing",
        tables=len(tables),
        counted=counted,
        approved=counted if approved else max(counted - 1, 0),
        missing=missing,
    )


def _scores(
    facts: Facts, rules: Rulebook, rounds: int, who: int, free: Free
) -> tuple[Score, ...]:
    own = [total for (_, n), total in facts.totals.items() if n == who]
    scores = []
    for number in range(1, rounds + 1):
        totals = [total for (r, _), total in facts.totals.items() if r == number]
        size = facts.sizes.get((number, who))
        if (number, who) in free:
            average = int(_free_round(facts, rules, who)["points_for"])
            scores.append(Score(number, average, free=True))
        elif size or not totals:
            scores.append(Score(number, facts.totals.get((number, who)), size=size))
        else:
            worth = missed_worth(facts.policy, totals, own, facts.fixed)
            scores.append(Score(number, worth, missed=True))
    return tuple(scores)


def _free_round(facts: Facts, rules: Rulebook, who: int) -> Stats:
    worth = rules.free_round([s for (_, n), s in facts.stats.items() if n == who])
    assert worth
    return worth


def _ranked(
    facts: Facts,
    rules: Rulebook,
    people: Mapping[int, Person],
    rounds: int,
    free: Free,
) -> Iterable[Row]:
    scores = {who: _scores(facts, rules, rounds, who, free) for who in people}
    figures = {
        who: with_penalties(
            rules,
            rules.figures(
                [
                    *(stats for (_, n), stats in facts.stats.items() if n == who),
                    *(_free_round(facts, rules, who) for _, n in free if n == who),
                ],
                [s.total for s in scores[who] if s.missed and s.total is not None],
                sum(s.total is None for s in scores[who]),
            ),
            facts.penalties.get(who, 0),
        )
        for who in people
    }
    chain = [criterion.key for criterion in rules.criteria]
    if MUTUAL in chain:
        add_mutual_results(figures, _met(facts, people), chain)
    main = chain[0]
    for item in rank(
        people, rules.criteria, lambda who, key: figures[who][key], lambda who: who
    ):
        mine = figures[item.row]
        yield Row(
            place=item.place,
            shared=item.shared,
            person=people[item.row],
            scores=scores[item.row],
            ahead_by=item.ahead_by,
            moved=None,
            total=mine[main],
            figures={key: mine[key] for key in rules.columns},
            correctie=mine["correctie"],
            gemist=mine["gemist"],
        )


def _met(facts: Facts, people: Iterable[int]) -> dict[int, list[tuple[int, int, int]]]:
    """Every opponent of everybody, with own points and theirs, once per round."""
    met: dict[int, list[tuple[int, int, int]]] = {who: [] for who in people}
    tables: dict[tuple[int, int], dict[int, FormRow]] = {}
    for form in facts.forms:
        at = tables.setdefault((form.seat.round, form.seat.table), {})
        at[form.seat.person.number] = form
    for table in tables.values():
        for who, form in table.items():
            met[who] += [
                (number, form.total, other.total)
                for number, other in table.items()
                if other.side != form.side
            ]
    return met
