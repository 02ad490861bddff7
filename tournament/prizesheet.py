"""The sheet Prijzen of the workbook: who won what, in Dutch as all of it."""

from collections.abc import Iterator

from django.utils import translation

from tournament.excel import Column, Kind, Page, Value
from tournament.prizewords import won_for
from tournament.queries.evening import Evening
from tournament.queries.prizes import Award


def prijzen(evening: Evening) -> Page:
    """One row per winner, the first place first; money is what each gets."""
    columns = [
        Column("prijs", Kind.TEXT),
        Column("te winnen", Kind.TEXT),
        Column("bedrag", format="0.00"),
        Column("nummer"),
        Column("naam", Kind.TEXT),
        Column("met"),
        Column("gedeeld door"),
    ]
    with translation.override("nl"):
        rows = [row for award in evening.awards[::-1] for row in _rows(award)]
    return Page("Prijzen", columns, rows, "B2")


def _rows(award: Award) -> Iterator[tuple[Value, ...]]:
    won = award.won
    things = ", ".join(prize.what for prize in won.prizes if prize.what)
    shared = won.winners if won.winners > 1 else None
    money = won.cents / 100 if won.cents else None
    front = (won_for(won), things or None)
    for person in award.people:
        name = person.name or f"Deelnemer {person.number}"
        yield (*front, money, person.number, name, won.figure, shared)
    for team in won.teams:
        yield (*front, money, None, team, won.figure, shared)
    if not won.winners:
        yield (*front, won.pot / 100 or None, None, None, None, None)
