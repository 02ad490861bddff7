"""The penalties that the direction gave, also those that were cancelled."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from tournament.models import Penalty, Tournament
from tournament.queries.people import Person


@dataclass(frozen=True)
class Given:
    """One penalty: below 0 for points off. It counts unless it was cancelled."""

    pk: int
    person: Person
    round: int
    points: int
    reason: str
    at: datetime
    counts: bool


def penalties(tournament: Tournament, folk: Mapping[int, Person]) -> list[Given]:
    """Every penalty of a tournament in the order of giving. One query.

    ``folk`` are its people by the key of their entry, see queries/people.py.
    """
    found = Penalty.objects.filter(entry__tournament=tournament)
    return [
        Given(
            penalty.pk,
            folk[penalty.entry_id],
            penalty.round_number,
            penalty.points,
            penalty.reason,
            penalty.made_at,
            penalty.cancelled_at is None,
        )
        for penalty in found
        if penalty.entry_id in folk
    ]
