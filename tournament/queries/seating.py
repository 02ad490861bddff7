"""Who sits where in a round, now and as it was drawn, and who sat where before."""

from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import FilteredRelation, Q

from scoring.models import Sheet
from tournament.handwork import Laid
from tournament.models import Round, Seat, Table, Tournament
from tournament.queries.clock import Clock, clock_of
from tournament.queries.people import (
    SITTER,
    Person,
    Sitter,
    folk_of,
)
from tournament.queries.playing import present_numbers
from tournament.seating import Round as Played
from tournament.seatingways import RANKED


@dataclass(frozen=True)
class SeatedTable:
    """One table of a round with its people in seat order; the first deals first."""

    number: int
    people: tuple[Person, ...]
    state: str | None = None  # of its sheet; None before the seating is published
    locked: bool = False
    dealer_drawn: bool = True  # else the first place need not deal first

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers at the table in seat order, that of a pair once."""
        return tuple(dict.fromkeys(person.number for person in self.people))


@dataclass(frozen=True)
class Seating:
    """One round as it is seated."""

    number: int
    state: str
    tables: tuple[SeatedTable, ...]
    quality: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    free: tuple[Person, ...] = ()  # entries for whom no place was left
    free_people: tuple[Person, ...] = ()  # the same, each of a pair by their own name
    taken: tuple[Person, ...] = ()  # who play because they are needed
    spare: tuple[Person, ...] = ()  # who would have, and are not needed
    entries: dict[int, Person] = field(default_factory=dict)  # by start number
    clock: Clock | None = None  # while some table still plays

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """(how many, of what size), largest tables first."""
        sizes = sorted((len(t.people) for t in self.tables), reverse=True)
        return [(sizes.count(s), s) for s in dict.fromkeys(sizes)]

    @property
    def seats(self) -> int:
        return sum(len(table.people) for table in self.tables)


def history(tournament: Tournament, before: int) -> tuple[Played, ...]:
    """The rounds before this one as start numbers in seat order, a pair once.

    Those seated by standing do not count as meetings. Who sat in for somebody met that
    table, if they take part; a pair stays who it is. Two queries.
    """
    ways = tournament.rounds.filter(number__lt=before)
    by_standing = {
        number
        for number, way in ways.values_list("number", "inputs__way__key")
        if way in RANKED
    }
    rounds: dict[int, dict[int, list[tuple[int, int | None]]]] = {}
    here = Q(player__memberships__tournament=tournament)
    for number, table, *seat in (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
        .annotate(sitter=FilteredRelation("player__memberships", condition=here))
        .order_by("round__number", "table__number", "place")
        .values_list(
            "round__number", "table__number", "entry__number", "sitter__entry__number"
        )
    ):
        start_number, sitter = seat
        sat = start_number if tournament.pairs else sitter
        seats = rounds.setdefault(number, {}).setdefault(table, [])
        seats.append((start_number, sat))
    return tuple(
        _played(list(tables.values()), counted=number not in by_standing)
        for number, tables in rounds.items()
    )


def _played(tables: list[list[tuple[int, int | None]]], *, counted: bool) -> Played:
    """A round of seats: whose each is, and who of the participants sat there."""
    owners = tuple(tuple(dict.fromkeys(own for own, _ in seats)) for seats in tables)
    sitters = tuple(
        tuple(dict.fromkeys(sat for _, sat in seats if sat is not None))
        for seats in tables
    )
    return Played(owners, counted, None if sitters == owners else sitters)


def seated_numbers(round_: Round) -> tuple[tuple[int, ...], ...]:
    """Start numbers in seat order, table by table; empty ones too. One query."""
    return laid_now(round_).tables


def laid_now(round_: Round) -> Laid:
    """How a round is seated as it stands, with who is to stay put. One query."""
    tables: dict[int, list[int]] = {}
    pinned = set()
    for table, number, stays in round_.tables.order_by(
        "number", "seats__place"
    ).values_list("number", "seats__entry__number", "seats__pinned"):
        seats = tables.setdefault(table, [])
        if number is not None and number not in seats:
            seats.append(number)
        if stays:
            pinned.add(number)
    return Laid(
        tuple(map(tuple, tables.values())),
        tuple(round_.inputs.get("free", ())),
        frozenset(pinned),
    )


def laid_for_all(round_: Round) -> Laid:
    """The same, without a seat everybody who is there now and has none. Four queries.

    So who came since the draw can be given a seat, and nobody waits for who left.
    """
    laid = laid_now(round_)
    seated = {number for table in laid.tables for number in table}
    there = present_numbers(round_.tournament, round_.number)
    return replace(laid, loose=tuple(n for n in there if n not in seated))


def gone_from(round_: Round) -> list[int]:
    """Who has a seat in a proposal and does not play any more. Four queries."""
    there = {*present_numbers(round_.tournament, round_.number)}
    seated = {number for table in laid_now(round_).tables for number in table}
    return sorted(seated - there)


def laid_as_drawn(round_: Round) -> Laid:
    """How a round was drawn, before anything was changed by hand.

    Of one that was not changed the seats are not read.
    """
    stored = round_.inputs
    drawn = stored.get("drawn", {"tables": (), "free": stored.get("free", ())})
    pins = stored.get("request", {}).get("rules", {}).get("pins", ())
    return Laid(
        tuple(tuple(table) for table in drawn["tables"]),
        tuple(drawn["free"]),
        frozenset(number for number, _table in pins),
    )


def published_numbers(round_: Round) -> tuple[tuple[int, ...], ...]:
    """The same as the seating was published, before anybody came late or went."""
    stored = round_.inputs.get("published")
    return tuple(map(tuple, stored)) if stored else laid_now(round_).tables


def people_at(table: Table) -> list[Person]:
    """Everybody at a table by name, in seat order: for those who sit or work there."""
    folk = folk_of(table.round.tournament, public=False)
    seated = table.seats.order_by("place").values_list(*SITTER)
    return [folk.at(Sitter(*sitter)) for sitter in seated]


def seating(tournament: Tournament, round_: Round, *, public: bool) -> Seating:
    """A round as it is seated, tables by number; people under their own names.

    Two queries.
    """
    folk = folk_of(tournament, public=public)
    entries = {entry.number: entry for entry in folk.entries.values()}
    tables: dict[int, list[Person]] = {}
    sheets: dict[int, tuple[str | None, bool]] = {}
    extra: dict[int, int] = {}
    for number, state, locked, more, *sitter in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "place")
        .values_list(
            "table__number",
            "table__sheet__state",
            "table__sheet__locked",
            "table__extra_seconds",
            *SITTER,
        )
    ):
        tables.setdefault(number, []).append(folk.at(Sitter(*sitter)))
        sheets[number] = (state, bool(locked))
        extra[number] = more
    free = round_.inputs.get("free", ())
    playing = frozenset(n for n, at in sheets.items() if at[0] == Sheet.State.OPEN)
    helpers = round_.inputs.get("helpers", {})
    return Seating(
        number=round_.number,
        state=round_.state,
        tables=tuple(
            SeatedTable(number, tuple(seats), *sheets[number], round_.dealers_drawn)
            for number, seats in tables.items()
        ),
        quality=round_.quality,
        seed=round_.seed,
        free=tuple(entries[n] for n in free if n in entries),
        taken=tuple(entries[n] for n in helpers.get("taken", ()) if n in entries),
        spare=tuple(entries[n] for n in helpers.get("spare", ()) if n in entries),
        free_people=tuple(p for p in folk.at_places.values() if p.number in free),
        entries=entries,
        clock=clock_of(round_, extra, playing) if playing else None,
    )
