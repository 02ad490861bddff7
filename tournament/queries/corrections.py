"""What a correction changes, before it is made: the standings now and with it.

Nothing is written: what the form would score is put in the place of what it scores.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.models import Sheet
from scoring.rulebooks.base import Line, Reading
from tournament.models import Prize, Tournament
from tournament.objections import Objections
from tournament.queries.people import Person
from tournament.queries.ranked import Row, Standings
from tournament.queries.standings import Exchanged, standings
from tournament.seating.standing import cut

FIRST_PLACES = 3  # these are always told; more where there is a prize for them


@dataclass(frozen=True)
class Moved:
    """Somebody whose total or place becomes another; None for who is not in it."""

    person: Person
    total: float
    total_before: float | None
    place: int
    place_before: int | None
    shared: bool

    @property
    def other_total(self) -> bool:
        return self.total != self.total_before

    @property
    def other_place(self) -> bool:
        return self.place != self.place_before


@dataclass(frozen=True)
class OfPlace:
    """A place at the top that goes to others: who has it now, who would have it."""

    place: int
    before: tuple[Person, ...]
    after: tuple[Person, ...]
    prize: str


@dataclass(frozen=True)
class OfFinal:
    """A final that is drawn already, and who would be in or out of it now."""

    round: int
    goes_in: tuple[Person, ...]
    goes_out: tuple[Person, ...]


@dataclass(frozen=True)
class Changes:
    """What a correction changes; ``main`` names the figure that ranks first.

    ``closed`` is the moment until which objections counted, where that is over.
    """

    moved: tuple[Moved, ...]
    tops: tuple[OfPlace, ...]
    finals: tuple[OfFinal, ...]
    main: str
    closed: Objections | None = None

    @property
    def totals(self) -> list[Moved]:
        """Who gets another total."""
        return [each for each in self.moved if each.other_total]

    @property
    def others(self) -> list[Moved]:
        """Who only moves up or down."""
        return [each for each in self.moved if not each.other_total]

    @property
    def places(self) -> int:
        """How many people get another place."""
        return sum(each.other_place for each in self.moved)


def changes_by(tournament: Tournament, sheet: Sheet, reading: Reading) -> Changes:
    """What it changes when a sheet is handed in like this.

    The reading must be one without a problem that blocks. Ten queries, and four for
    every final that is drawn.
    """
    return changes_with(tournament, {sheet.pk: _lines(sheet, reading)})


def changes_with(
    tournament: Tournament,
    instead: Mapping[int, Sequence[Line]],
    exchanged: Exchanged | None = None,
) -> Changes:
    """What it changes when these lines count for these sheets, by primary key, or
    when people sat on each other's places.
    """
    now = standings(tournament)
    then = standings(tournament, instead=instead, exchanged=exchanged)
    before = {row.person.entry: row for row in now.rows}
    moved = [_moved(row, before.get(row.person.entry)) for row in then.rows]
    prizes = {
        prize.place: prize.what
        for prize in tournament.prizes.filter(kind=Prize.Kind.PLACE)
    }
    return Changes(
        moved=tuple(each for each in moved if each),
        tops=tuple(_tops(now, then, prizes)),
        finals=tuple(_finals(tournament, instead, exchanged)),
        main=then.main,
        closed=now.objections if now.objections and now.objections.over else None,
    )


def _lines(sheet: Sheet, reading: Reading) -> list[Line]:
    return list(sheet.rules.score(reading, sheet.places))


def _moved(row: Row, was: Row | None) -> Moved | None:
    if was and (was.total, was.place) == (row.total, row.place):
        return None
    return Moved(
        person=row.person,
        total=row.total,
        total_before=was.total if was else None,
        place=row.place,
        place_before=was.place if was else None,
        shared=row.shared,
    )


def _tops(now: Standings, then: Standings, prizes: Mapping[int, str]) -> list[OfPlace]:
    """The places at the top, and those with a prize, that go to somebody else."""
    places = sorted({*range(1, FIRST_PLACES + 1), *prizes})
    found = []
    for place in places:
        before, after = _at(now, place), _at(then, place)
        if [p.entry for p in before] != [p.entry for p in after]:
            found.append(OfPlace(place, before, after, prizes.get(place, "")))
    return found


def _at(ranked: Standings, place: int) -> tuple[Person, ...]:
    """Who has a place; nobody before the first form counts."""
    if not ranked.after:
        return ()
    return tuple(row.person for row in ranked.rows if row.place == place)


def _finals(
    tournament: Tournament,
    instead: Mapping[int, Sequence[Line]],
    exchanged: Exchanged | None,
) -> Iterator[OfFinal]:
    """The finals drawn by standings in which there would be others.

    A draw stores its way to seat: the ranking as (start number, place), best first,
    and the sizes of the final tables.
    """
    ways = tournament.rounds.values_list("number", "inputs__way").order_by("number")
    for number, way in ways:
        if not way or way.get("key") != "final":
            continue
        stored = [(n, place) for n, place in way["ranking"]]
        seats = sum(way["final"])
        then = standings(
            tournament, upto=number - 1, instead=instead, exchanged=exchanged
        )
        there = {n for n, _place in stored}
        rows = [row for row in then.rows if row.person.number in there]
        people = {row.person.number: row.person for row in rows}
        ranking = [(row.person.number, row.place) for row in rows]
        if not 0 < seats <= len(ranking):
            continue
        was, now = cut(stored, seats), cut(ranking, seats)
        before = {*was.certain, *(way.get("chosen") or was.tied)}
        after = {*now.certain, *now.tied}
        goes_in = [n for n in now.certain if n not in before]
        goes_out = [n for n, _place in ranking if n in before - after]
        if goes_in or goes_out:
            yield OfFinal(
                number,
                tuple(people[n] for n in goes_in),
                tuple(people[n] for n in goes_out),
            )
