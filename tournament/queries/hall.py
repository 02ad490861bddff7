"""What the hall's screen shows, cut into pages that are read from eight metres."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Round, Tournament
from tournament.queries.people import Person
from tournament.queries.ranked import Standings
from tournament.queries.seating import Seating, seating
from tournament.queries.standings import standings

STANDINGS_PAGE = (2, 11)  # columns, rows
SEATS_PAGE = (3, 15)


@dataclass(frozen=True)
class Sought:
    """A person under whose name somebody looks for a table; who is free has none."""

    person: Person
    table: int | None


@dataclass(frozen=True)
class Screen:
    """One page of the hall's screen, and how many pages there are.

    ``columns`` hold rows of the standings, or with ``seats`` people to be found;
    ``first`` and ``last`` count them over all pages, from 1.
    """

    number: int
    of: int
    seats: bool
    columns: tuple[tuple[Any, ...], ...]
    first: int
    last: int
    total: int
    seating: Seating | None
    standings: Standings

    @property
    def following(self) -> int:
        return self.number % self.of + 1


def screen(tournament: Tournament, wanted: int) -> Screen:
    """Page ``wanted`` of the hall's screen, from 1; past the last it starts again.

    Once a seating is published only the tables are shown, so that nobody waits long
    for theirs; from the first form on they take turns with the standings.
    """
    ranked = standings(tournament, public=True)
    round_ = (
        tournament.rounds.filter(state__in=[Round.State.PUBLISHED, Round.State.PLAYING])
        .order_by("-number")
        .first()
    )
    seated = seating(tournament, round_, public=True) if round_ else None
    sought = _sought(seated)
    pages = [(True, page) for page in _cut(sought, SEATS_PAGE)]
    if ranked.after and not (round_ and round_.state == Round.State.PUBLISHED):
        pages += [(False, page) for page in _cut(ranked.rows, STANDINGS_PAGE)]
    if ranked.revealed_from:  # the place that was revealed last, and those below it
        pages = pages[:1]
    pages = pages or [(False, (1, ((),)))]
    number = (wanted - 1) % len(pages) + 1
    seats, (first, columns) = pages[number - 1]
    shown = sum(len(column) for column in columns)
    return Screen(
        number=number,
        of=len(pages),
        seats=seats,
        columns=columns,
        first=first,
        last=first + shown - 1,
        total=len(sought if seats else ranked.rows),
        seating=seated,
        standings=ranked,
    )


def _sought(seated: Seating | None) -> list[Sought]:
    if seated is None:
        return []
    found = [Sought(person, t.number) for t in seated.tables for person in t.people]
    found += [Sought(person, None) for person in seated.free_people]
    return sorted(found, key=lambda s: (_shown(s.person).casefold(), s.person.number))


def _shown(person: Person) -> str:
    return person.name or _("Participant %(number)s") % {"number": person.number}


def _cut(
    rows: Sequence[Any], page: tuple[int, int]
) -> list[tuple[int, tuple[tuple[Any, ...], ...]]]:
    """Cut rows into pages of columns; each with the number of its first row."""
    columns, length = page
    return [
        (
            start + 1,
            tuple(
                tuple(rows[at : at + length])
                for at in range(start, min(start + columns * length, len(rows)), length)
            ),
        )
        for start in range(0, len(rows), columns * length)
    ]
