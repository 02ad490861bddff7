"""An evening played by robots, through the same actions as the pages.

The robots really play the cards, so the forms are ones that can happen. Everything
follows from one seed.
"""

from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from scoring.cards import RANKS, SUITS
from scoring.models import Revision
from scoring.robots import PlayedDeal, play_game, plays_json
from scoring.rulebooks.bidding import Cell
from scoring.rulebooks.prediction import Prediction
from tournament.actions import registration, rounds, sheets, tournaments
from tournament.actions.log import User
from tournament.models import Club, Round, Table, Tournament
from tournament.queries.evening import Evening, FormRow

# Robots turn a card for trump, so they cannot play a game in which spades always are.
GAMES = ("bollen", "bollen_thuis", "bollen_app", "boerenbridge")
ALL_RANKS = ("2", "3", "4", "5", "6", *RANKS)
FIRST = [
    *(
        "Anneke",
        "Bart",
        "Corrie",
        "Dirk",
        "Els",
        "Fatima",
        "Gerrit",
        "Hilde",
        "Ibrahim",
    ),
    *("Joke", "Karel", "Lies", "Marijke", "Noor", "Otto", "Petra", "Quinten", "Riet"),
    *("Sjaak", "Tineke", "Ugo", "Vera", "Wim", "Xandra", "Yusuf", "Zwaantje"),
]
LAST = [
    *("Aarts", "Bakker", "van den Berg", "Claes", "Dekker", "El Idrissi", "Franken"),
    *("de Groot", "Hermans", "Ising", "Janssens", "de Jong", "Kuipers", "Lammers"),
    *("Mulder", "Nijs", "van Oosten", "Peeters", "Quist", "Roelofs", "Smeets"),
    *("Timmer", "Uyttendaele", "Verhagen", "de Wit", "IJzerman", "Zandstra"),
]


@dataclass(frozen=True)
class TablePlay:
    """How one table was played; ``numbers`` are the start numbers in seat order."""

    table: int
    numbers: tuple[int, ...]
    deals: tuple[PlayedDeal, ...]


def set_up(
    club: Club, user: User, people: int, rounds_planned: int, game: str = "bollen"
) -> Tournament:
    """A tournament with invented people; ``game`` is one of GAMES."""
    tournament = tournaments.create_tournament(
        club,
        user,
        name="Robots",
        date=date(2026, 1, 1),
        rounds_planned=rounds_planned,
        rulebook=game,
    )
    for index in range(people):
        # 26 and 27 have no factor in common: 702 names before one comes back.
        name = f"{FIRST[index % len(FIRST)]} {LAST[index % len(LAST)]}"
        player = registration.add_player(club, user, name=name)
        registration.register(tournament, player, user)
    return tournament


def play_evening(
    tournament: Tournament, user: User, seed: int
) -> dict[int, list[TablePlay]]:
    """Play every planned round from draw to close; the plays per round."""
    plays = {}
    for number in range(1, tournament.rounds_planned + 1):
        round_ = rounds.draw(
            tournament, user, seed=Random(f"{seed}/{number}").randrange(2**31)
        )
        rounds.publish(round_, user)
        plays[number] = [
            play_table(table, user, seed)
            for table in round_.tables.select_related("sheet", "round__tournament")
        ]
        rounds.close(Round.objects.get(pk=round_.pk), user)
    return plays


def play_table(table: Table, user: User, seed: int) -> TablePlay:
    """Let robots play one table and hand in its form, tricks and all."""
    assert table.sheet is not None
    places, rules = table.sheet.places, table.sheet.rules
    assert isinstance(rules, Prediction), "robots only play games of bids"
    rng = Random(f"{seed}/{table.round.number}/{table.number}")
    leader = 2  # the first place deals first, so the second leads
    played = play_game(
        [(deal.cards, deal.trump, deal.blind) for deal in rules.deals_for(places)],
        places,
        leader,
        rng,
        ALL_RANKS[-rules.deck_for(places) // len(SUITS) :],
        None if rules.bids_at_once else rules.hook_from,
    )
    sheets.hand_in(
        table,
        form_of(played, places, leader),
        user,
        key=f"robot-{seed}-{table.pk}",
        based_on=0,
        source=Revision.Source.ROBOT,
    )
    numbers = table.seats.order_by("place").values_list("entry__number", flat=True)
    return TablePlay(table.number, tuple(numbers), tuple(played))


def form_of(played: list[PlayedDeal], places: int, first_leader: int) -> dict[str, Any]:
    """The reading of the form that a table of robots would write."""
    rows: list[list[str]] = [[] for _ in range(places)]
    tricks: list[list[int]] = [[] for _ in range(places)]
    for deal in played:
        bids, taken = dict(deal.bids), deal.tricks_taken()
        for place in range(1, places + 1):
            cell = Cell(bids[place], made=bids[place] == taken[place])
            rows[place - 1].append(str(cell))
            tricks[place - 1].append(taken[place])
    return {
        "rows": rows,
        "tricks": tricks,
        "penalties": [],
        "first_leader": first_leader,
    }


def plays_as_json(plays: dict[int, list[TablePlay]]) -> dict[str, Any]:
    """Every deal as it was played, so that anybody can replay it."""
    return {
        "rounds": [
            {
                "number": number,
                "tables": [
                    {
                        "table": play.table,
                        "deals": plays_json(
                            list(play.deals), dict(enumerate(play.numbers, 1))
                        ),
                    }
                    for play in tables
                ],
            }
            for number, tables in plays.items()
        ]
    }


def evening_as_json(evening: Evening, game: str) -> dict[str, Any]:
    """Every form as it was handed in, and the standings that came out."""
    people = {seat.person.number: seat.person.name for seat in evening.seats}
    tables: dict[int, dict[int, list[FormRow]]] = {}
    for form in evening.forms:
        at = tables.setdefault(form.seat.round, {}).setdefault(form.seat.table, [])
        at.append(form)
    return {
        "game": game,
        "players": [{"number": n, "name": people[n]} for n in sorted(people)],
        "rounds": [
            {
                "number": number,
                "tables": [_table_as_json(t, forms) for t, forms in of_round.items()],
            }
            for number, of_round in tables.items()
        ],
        "standings": [
            {
                "place": row.place,
                "number": row.person.number,
                evening.standings.main: row.total,
                **row.figures,
                "rounds": [score.total for score in row.scores],
            }
            for row in evening.standings.rows
        ],
    }


def _table_as_json(table: int, forms: list[FormRow]) -> dict[str, Any]:
    numbers = [form.seat.person.number for form in forms]
    leader = forms[0].first_leader
    return {
        "table": table,
        "seats": numbers,
        "first_leader": numbers[leader - 1] if leader else None,
        "rows": {str(f.seat.person.number): list(f.cells) for f in forms},
        "tricks": {
            str(f.seat.person.number): list(f.tricks or [None] * len(f.cells))
            for f in forms
        },
        "penalties": {
            str(f.seat.person.number): f.stats["strafbollen"]
            for f in forms
            if f.stats["strafbollen"]
        },
    }
