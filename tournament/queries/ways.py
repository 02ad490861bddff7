"""Seating by standing: who is ranked where, and who is at the edge of a final."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.ranking import Decision
from scoring.refused import Refused
from tournament.models import Tournament
from tournament.queries.people import Person
from tournament.queries.playing import present_numbers
from tournament.queries.ranked import Standings
from tournament.queries.standings import standings
from tournament.seating.standing import cut

Ranking = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Finalist:
    """Somebody near the cut: their place and the figure that ranks first."""

    person: Person
    place: int
    total: float


@dataclass(frozen=True)
class Edge:
    """Who is in a final of so many seats.

    ``tied`` share a place, and ``places`` of them get in; ``last`` and ``first_out``
    are the two on either side of the cut where nobody is tied, with what decided.
    """

    certain: tuple[Finalist, ...]
    tied: tuple[Finalist, ...]
    places: int
    first_out: Finalist | None
    decided: Decision | None


def ranking_of(tournament: Tournament, round_number: int) -> Ranking:
    """(start number, place) of everybody who is there, best first.

    Who never played comes last. Raises Refused (no_standings).
    """
    table = standings(tournament)
    return _ranking(table, present_numbers(tournament, round_number))


def final_edge(tournament: Tournament, round_number: int, seats: int) -> Edge:
    """Who gets into a final of so many seats, and who is at the edge.

    Raises Refused: no_standings, final_does_not_fit.
    """
    table = standings(tournament)
    ranking = _ranking(table, present_numbers(tournament, round_number))
    if not 0 < seats <= len(ranking):
        raise Refused(
            "final_does_not_fit",
            _("There are not enough people for that final. Choose a smaller one."),
        )
    edge = cut(ranking, seats)
    rows = {row.person.number: row for row in table.rows}
    known = {
        number: Finalist(rows[number].person, place, rows[number].total)
        for number, place in ranking
        if number in rows
    }

    def named(numbers: Sequence[int]) -> tuple[Finalist, ...]:
        return tuple(known[n] for n in numbers if n in known)

    out = [number for number, _place in ranking[seats:] if number in known]
    return Edge(
        certain=named(edge.certain),
        tied=named(edge.tied),
        places=edge.places,
        first_out=known[out[0]] if out and not edge.tied else None,
        decided=rows[edge.certain[-1]].ahead_by
        if out and not edge.tied and _next_to(table, edge.certain[-1], out[0])
        else None,
    )


def _next_to(table: Standings, one: int, other: int) -> bool:
    """Whether they stand one below the other, so that what decided is about both."""
    numbers = [row.person.number for row in table.rows]
    return numbers.index(other) == numbers.index(one) + 1


def _ranking(table: Standings, present: Sequence[int]) -> Ranking:
    if not table.after:
        raise Refused(
            "no_standings",
            _("There are no standings yet, so nobody can be seated by them."),
        )
    there = set(present)
    ranked = [(row.person.number, row.place) for row in table.rows]
    ranked = [(number, place) for number, place in ranked if number in there]
    last = len(table.rows) + 1
    new = sorted(there - {number for number, _place in ranked})
    return (*ranked, *((number, last) for number in new))
