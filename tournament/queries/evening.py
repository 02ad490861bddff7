"""A whole tournament in plain data: for the workbook and for JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from scoring.models import Result, Revision
from tournament.models import Seat, Tournament
from tournament.queries.people import Person, people
from tournament.queries.standings import Standings, standings


@dataclass(frozen=True)
class SeatedPlace:
    """Who sat where in one round; the first place deals first."""

    round: int
    table: int
    place: int
    person: Person


@dataclass(frozen=True)
class FormRow:
    """One place of a counted form: its cells as typed, and what they add up to.

    ``cells`` has one text per deal: "2" made, "2x" a bol, "x" a bol without a bid.
    ``tricks`` has the tricks taken per deal, or is None where they are not known.
    """

    seat: SeatedPlace
    cells: tuple[str, ...]
    tricks: tuple[int | None, ...] | None
    first_leader: int | None
    stats: Mapping[str, int]


@dataclass(frozen=True)
class Evening:
    """Everything there is to write down about a tournament.

    ``labels`` are the columns of the form: 1 2 3 4 5 5Z 5B 4 3 2 1.
    """

    club: str
    name: str
    date: date
    missed_round: str
    labels: tuple[str, ...]
    standings: Standings
    seats: tuple[SeatedPlace, ...]
    forms: tuple[FormRow, ...]


def evening(tournament: Tournament, *, public: bool = False) -> Evening:
    """Read a tournament whole; with ``public`` only names that may be shown."""
    folk = people(tournament, public=public)
    seats: dict[tuple[int, int], SeatedPlace] = {}
    for number, table, sheet, place, entry in (
        Seat.objects.filter(round__tournament=tournament, table__sheet__isnull=False)
        .order_by("round__number", "table__number", "place")
        .values_list(
            "round__number", "table__number", "table__sheet_id", "place", "entry_id"
        )
    ):
        seats[sheet, place] = SeatedPlace(number, table, place, folk[entry])
    return Evening(
        club=tournament.club.name,
        name=tournament.name,
        date=tournament.date,
        missed_round=tournament.missed_round,
        labels=tuple(d["label"] for d in tournament.rules.live(4)["deals"]),
        standings=standings(tournament, public=public),
        seats=tuple(seats.values()),
        forms=tuple(_forms(tournament, seats)),
    )


def _forms(
    tournament: Tournament, seats: Mapping[tuple[int, int], SeatedPlace]
) -> list[FormRow]:
    readings: dict[int, Any] = dict(
        Revision.objects.filter(
            counted=True, sheet__table__round__tournament=tournament
        ).values_list("sheet_id", "cells")
    )
    results = Result.objects.filter(
        revision__counted=True, revision__sheet__table__round__tournament=tournament
    ).values_list("revision__sheet_id", "place", "stats")
    stats = {(sheet, place): figures for sheet, place, figures in results}
    rows = []
    for (sheet, place), seat in seats.items():
        if sheet not in readings:
            continue
        reading = readings[sheet]
        tricks = reading.get("tricks")
        rows.append(
            FormRow(
                seat=seat,
                cells=tuple(reading["rows"][place - 1]),
                tricks=tuple(tricks[place - 1]) if tricks else None,
                first_leader=reading.get("first_leader"),
                stats=stats[sheet, place],
            )
        )
    return rows
