"""A whole tournament in plain data: for the workbook and for JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from scoring.models import Result, Revision
from scoring.rulebooks import load
from scoring.rulebooks.base import (
    DealRulebook,
    Line,
    Reading,
    Rulebook,
    Stats,
    kept_by_deal,
)
from scoring.rulebooks.bid_form import Form, read_form
from scoring.rulebooks.bid_rules import BidRules
from tournament.models import Seat, Tournament
from tournament.queries.penalties import Given, penalties
from tournament.queries.people import SITTER, Person, Sitter, folk_of
from tournament.queries.prizes import Award, prizes_by
from tournament.queries.ranked import Standings
from tournament.queries.standings import hidden_from, standings


@dataclass(frozen=True)
class SeatedPlace:
    """Who sat where in one round; the first place deals first."""

    round: int
    table: int
    place: int
    person: Person
    apart: bool = False  # a substitute's score, which counts for nobody


@dataclass(frozen=True)
class FormRow:
    """One place of a counted form: its cells as typed, and what they add up to.

    ``labels`` are the deals of its table. ``cells`` has one text per deal: "2" made,
    "2x" a bol, "x" a bol without a bid; empty where only sums were handed in.
    ``tricks`` has the tricks taken per deal, or is None where they are not known.
    Deals count from 1: ``off`` are those that count for nobody, ``turned`` those
    whose 0 became a bol after a revoke. A form kept deal by deal has no cells but
    ``scores``: of its side per deal, None where nothing was scored.
    """

    seat: SeatedPlace
    side: str
    total: int
    stats: Stats
    labels: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    tricks: tuple[int | None, ...] | None = None
    first_leader: int | None = None
    off: frozenset[int] = frozenset()
    turned: frozenset[int] = frozenset()
    scores: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Evening:
    """Everything there is to write down about a tournament.

    ``labels`` are the columns of the form that has most of them: 1 2 3 4 5 5Z 5B 4 3
    2 1, or the numbers of the deals. ``free`` has round and person of who had nobody
    left to play against. ``left_misses``: a game that somebody left counts as a
    missed round.
    """

    club: str
    name: str
    date: date
    missed_round: str
    rules: Rulebook
    labels: tuple[str, ...]
    standings: Standings
    seats: tuple[SeatedPlace, ...]
    forms: tuple[FormRow, ...]
    free: tuple[tuple[int, Person], ...] = ()
    missed_points: int = 0  # under the policy of a fixed number
    penalties: tuple[Given, ...] = ()  # those that count
    awards: tuple[Award, ...] = ()  # from the first prize that is read out
    left_misses: bool = False


def evening(tournament: Tournament, *, public: bool = False) -> Evening:
    """Read a tournament whole; with ``public`` only what the public may see.

    That is names that may be shown, no reasons of penalties, and no round of which
    the standings are hidden. Five queries and those of standings and prizes.
    """
    folk = folk_of(tournament, public=public)
    hidden = hidden_from(tournament) if public else None
    upto = hidden - 1 if hidden else None
    seats: dict[int, list[SeatedPlace]] = {}
    for number, table, sheet, place, apart, *sitter in (
        Seat.objects.filter(round__tournament=tournament, table__sheet__isnull=False)
        .order_by("round__number", "table__number", "place")
        .values_list(
            "round__number",
            "table__number",
            "table__sheet_id",
            "place",
            "apart",
            *SITTER,
        )
    ):
        if upto is not None and number > upto:
            continue
        at = SeatedPlace(number, table, place, folk.at(Sitter(*sitter)), apart)
        seats.setdefault(sheet, []).append(at)
    rules = tournament.rules
    forms = tuple(_forms(tournament, seats))
    ranked = standings(tournament, public=public, upto=upto)
    last = ranked.rounds[-1].number if ranked.rounds else 0
    return Evening(
        club=tournament.club.name,
        name=tournament.name,
        date=tournament.date,
        missed_round=tournament.missed_round,
        rules=rules,
        labels=most_labels(rules, forms),
        standings=ranked,
        seats=tuple(seat for seated in seats.values() for seat in seated),
        forms=forms,
        free=free_of(ranked),
        missed_points=tournament.missed_points,
        penalties=tuple(
            replace(given, reason="") if public else given
            for given in penalties(tournament, folk.entries)
            if given.counts and given.round <= last
        ),
        awards=_awards(tournament, ranked, public),
        left_misses=tournament.left_counts == Tournament.Left.MISSED,
    )


def _awards(
    tournament: Tournament, ranked: Standings, public: bool
) -> tuple[Award, ...]:
    """Who won what; the public knows it when all is played and shown."""
    if public and not ranked.final:
        return ()
    return prizes_by(tournament, ranked).awards


def free_of(ranked: Standings) -> tuple[tuple[int, Person], ...]:
    """(round, person) of everybody who was free, by round and start number."""
    found = [
        (score.round, row.person)
        for row in ranked.rows
        for score in row.scores
        if score.free
    ]
    return tuple(sorted(found, key=lambda free: (free[0], free[1].number)))


def most_labels(rules: Rulebook, forms: Sequence[FormRow]) -> tuple[str, ...]:
    """The columns for all forms: the longest list of deals that any of them has.

    Before the first form it is that of a usual table.
    """
    known = [form.labels for form in forms]
    if not known:
        known = [_labels(rules, size) for size in rules.usual_sizes]
    return max(known, key=len, default=())


def form_rows(
    rules: Rulebook, reading: Reading, seats: Sequence[SeatedPlace], lines: list[Line]
) -> list[FormRow]:
    """The rows of one form: a seat and a line per place, place by place."""
    places = len(seats)
    common: dict[str, Any] = {"labels": _labels(rules, places)}
    own: list[dict[str, Any]] = [{} for _ in seats]
    if kept_by_deal(rules):
        own = _by_deal(rules, reading, places)
        longest = max(len(each["scores"]) for each in own)
        count = max(longest, rules.deal_count or 0)
        common["labels"] = tuple(str(number) for number in range(1, count + 1))
    elif isinstance(rules, BidRules):
        form = read_form(reading, places, rules.deals_for(places))
        common |= {"off": form.off, "first_leader": form.first_leader}
        own = [_of_cells(rules, form, place) for place in range(1, places + 1)]
    elif reading.get("rows"):
        own = [{"cells": tuple(row)} for row in reading["rows"]]
    return [
        FormRow(seat, line.side, line.total, line.stats, **common, **each)
        for seat, line, each in zip(seats, lines, own, strict=True)
    ]


def _forms(
    tournament: Tournament, seats: Mapping[int, list[SeatedPlace]]
) -> list[FormRow]:
    lines: dict[int, list[Line]] = {}
    for sheet, place, side, total, stats in (
        Result.objects.filter(
            revision__counted=True, revision__sheet__table__round__tournament=tournament
        )
        .order_by("place")
        .values_list("revision__sheet_id", "place", "side", "total", "stats")
    ):
        lines.setdefault(sheet, []).append(Line(place, side, total, stats))
    readings = {
        sheet: (load(game, options), cells)
        for sheet, game, options, cells in Revision.objects.filter(
            counted=True, sheet__table__round__tournament=tournament
        ).values_list("sheet_id", "sheet__rulebook", "sheet__options", "cells")
    }
    return [
        row
        for sheet, seated in seats.items()
        if sheet in readings
        for row in form_rows(*readings[sheet], seated, lines[sheet])
    ]


def _labels(rules: Rulebook, places: int) -> tuple[str, ...]:
    if kept_by_deal(rules):
        return tuple(str(n) for n in range(1, (rules.deal_count or 0) + 1))
    return tuple(deal["label"] for deal in rules.live(places).get("deals", ()))


def _by_deal(
    rules: DealRulebook, reading: Reading, places: int
) -> list[dict[str, Any]]:
    """Per place the scores of its side in the deals that were played."""
    played = len(reading.get("deals") or ())
    lines = rules.course(reading, places)[:played] if played else []
    sides = {p: side for side, at in rules.sides(places).items() for p in at}
    return [
        {"scores": tuple(line.scores and line.scores[sides[place]] for line in lines)}
        for place in range(1, places + 1)
    ]


def _of_cells(rules: BidRules, form: Form, place: int) -> dict[str, Any]:
    """What one row of a grid holds; a 0 is only turned where the rules say so."""
    cells = form.cells[place - 1]
    tricks = tuple(cell.tricks if cell else None for cell in cells)
    known = any(taken is not None for taken in tricks)
    booked = [p for p in form.penalties if p.place == place and p.notation == "zero"]
    turned = booked if rules.turns_zeros else []
    return {
        "cells": tuple(form.texts[place - 1]),
        "tricks": tricks if known else None,
        "turned": frozenset(p.zero_deal for p in turned if p.zero_deal),
    }
