"""Evenings of fixed pairs, and forms of theirs with a result that is wanted."""

import datetime
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from django.contrib.auth.models import User

from scoring.rulebooks import PRESETS
from tests.building import Evening, letters
from tests.scoring.test_belotten_games import EG01
from tournament.actions import pairs, rounds, tournaments
from tournament.models import Club, Round, Table
from tournament.queries.ranked import Row, Standings

# Games of one hand, so that a form can hold any result that is wanted.
ONE_HAND = replace(PRESETS["bolivia"], deal_count=1).options()  # type: ignore[type-var]
Results = Mapping[tuple[int, int], tuple[int, int]]


def pair_night(
    club: Club, director: User, count: int, rulebook: str = "belotten", **settings: Any
) -> Evening:
    """A tournament in which Anna A & Bert A are pair 1, Anna B & Bert B pair 2, ..."""
    tournament = tournaments.create_tournament(
        club,
        director,
        name=settings.pop("name", "Koppelavond"),
        date=datetime.date(2026, 11, 14),
        rulebook=rulebook,
        entrants="pairs",
        **settings,
    )
    for number in range(1, count + 1):
        mark = letters(number)
        pairs.register_pair(tournament, (f"Anna {mark}", f"Bert {mark}"), director)
    return Evening(tournament, director)


def belotten_game() -> dict[str, Any]:
    """A whole game: 1088 for the side of the first place, 782 for the other."""
    return {"deals": EG01, "first_dealer": 1}


def bolivia_game(first: int, second: int) -> dict[str, Any]:
    """One hand with these scores, each from 40 to 3000."""
    scores = {"A": _laid_down(first), "B": _laid_down(second)}
    return {"deals": [{"end": "stock", "sides": scores}], "first_dealer": 1}


def _laid_down(points: int) -> dict[str, int]:
    escalera = int(points >= 1700)
    natural = min((points - 1500 * escalera) // 600, 2)
    melded = points - 1500 * escalera - 500 * natural + 45
    return {"melded": melded, "escalera": escalera, "natural": natural, "hand": 45}


def numbers_at(table: Table) -> tuple[int, ...]:
    """The start numbers of a table by place: (3, 5, 3, 5)."""
    seats = table.seats.order_by("place")
    return tuple(seats.values_list("entry__number", flat=True))


def opponents(round_: Round) -> list[tuple[int, int]]:
    """The pairs at every table, the one at the first place first."""
    tables = [numbers_at(table) for table in round_.tables.all()]
    return [(first, second) for first, second, *_rest in tables]


def play_round(night: Evening, results: Results, seed: int = 1) -> Round:
    """Draw, publish, and play a round of Bolivia by these results, then close it."""
    round_ = night.publish(seed)
    for table in round_.tables.select_related("sheet", "round__tournament"):
        one, other, *_rest = numbers_at(table)
        if (one, other) in results:
            cells = bolivia_game(*results[one, other])
        else:
            cells = bolivia_game(*reversed(results[other, one]))
        night.hand_in(table, cells, reason="zo gespeeld")
    rounds.close(round_, night.director)
    return round_


def free_of(night: Evening) -> Counter[int]:
    """How often each start number was free."""
    drawn = night.tournament.rounds.all()
    return Counter(number for round_ in drawn for number in round_.inputs["free"])


def by_number(shown: Standings) -> dict[int, Row]:
    return {row.person.number: row for row in shown.rows}


def every_game(numbers: range, score: Callable[[int, int], tuple[int, int]]) -> Results:
    """A result for everybody against everybody."""
    return {(a, b): score(a, b) for a, b in combinations(numbers, 2)}
