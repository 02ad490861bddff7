"""Two people of a published round, as they would sit on each other's places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.models import Sheet
from tournament.models import Round, Seat
from tournament.queries.corrections import Changes, changes_with
from tournament.queries.people import Person
from tournament.queries.seating import seating

COUNTS = (Sheet.State.HANDED_IN, Sheet.State.APPROVED)


@dataclass(frozen=True)
class Exchange:
    """The seats of both (of a pair two each), and whether a form of theirs counts."""

    mine: tuple[Seat, ...]
    theirs: tuple[Seat, ...]
    counts: bool

    @property
    def seen(self) -> str:
        """Tells these seats from any others."""
        return "-".join(
            f"{seat.entry_id}.{seat.table_id}.{seat.place}"
            for seat in (*self.mine, *self.theirs)
        )


def exchange_of(round_: Round, one: int, other: int) -> Exchange:
    """Where two start numbers sit in a round. Two queries."""
    mine, theirs = (_seats(round_, number) for number in (one, other))
    closed = round_.state == Round.State.CLOSED
    forms = [seat.table.sheet for seat in (*mine, *theirs)]
    counts = closed or any(form and form.state in COUNTS for form in forms)
    return Exchange(mine, theirs, counts)


def changes_of(round_: Round, one: int, other: int) -> Changes:
    """What the exchange changes in the standings. As many queries as a correction."""
    entries = dict(
        round_.seats.filter(entry__number__in=[one, other]).values_list(
            "entry__number", "entry_id"
        )
    )
    places = {
        (round_.number, entries[one]): entries[other],
        (round_.number, entries[other]): entries[one],
    }
    return changes_with(round_.tournament, {}, places)


def seated_by_table(round_: Round) -> Sequence[tuple[int, list[Person]]]:
    """Who sits at which table, each start number once."""
    tables = seating(round_.tournament, round_, public=False).tables
    return [(table.number, list(_once(table.people))) for table in tables]


def _once(people: Sequence[Person]) -> Iterator[Person]:
    ordered = sorted(people, key=lambda person: person.number)
    for _number, some in groupby(ordered, key=lambda person: person.number):
        yield next(some)


def _seats(round_: Round, number: int) -> tuple[Seat, ...]:
    seats = round_.seats.select_related("table__sheet", "entry", "member", "player")
    return tuple(seats.filter(entry__number=number).order_by("member__position"))
