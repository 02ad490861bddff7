"""The forms robots write, and the standings counted again from stored forms alone.

The recount knows rules 2.6 and 6.2 by itself and asks nothing of the product's
scoring, ranking or queries.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from scoring.cards import RANKS
from scoring.models import Revision
from scoring.robots import play_game
from scoring.rulebooks import PRESETS
from scoring.rulebooks.prediction import Prediction
from tests.browser.keys import Rows
from tournament.models import Entry, Seat, Tournament
from tournament.simulation import form_of

LEADER = 2  # place 1 deals first


def robots_form(seed: str, places: int, gone: tuple[int, int] | None = None) -> Rows:
    """What a table of robots writes; ``gone`` is the place of somebody who leaves and
    the deal from which the others play on."""
    rules = PRESETS["bollen"]
    assert isinstance(rules, Prediction)
    deals = [(deal.cards, deal.trump, deal.blind) for deal in rules.deals_for(places)]
    rng = Random(seed)
    whole = form_of(play_game(deals, places, LEADER, rng, RANKS), places, LEADER)
    rows: list[list[str]] = whole["rows"]
    if gone is None:
        return rows
    place, deal = gone
    left = places - 1
    rest = form_of(play_game(deals[deal - 1 :], left, 1, rng, RANKS), left, 1)["rows"]
    rest.insert(place - 1, ["-"] * len(rest[0]))
    return [row[: deal - 1] + more for row, more in zip(rows, rest, strict=True)]


def recounted(tournament: Tournament) -> list[tuple[int, str, int]]:
    """Place, name and total of everybody, by place and name."""
    games = _games(tournament)
    lowest = {
        number: min(game["total"] for game in of_round.values())
        for number, of_round in games.items()
    }
    people = {
        entry: (entry.members.get(position=1).player.name, _keys(entry, games, lowest))
        for entry in Entry.objects.filter(tournament=tournament)
    }
    return sorted(
        (1 + sum(other > keys for _name, other in people.values()), name, keys[0])
        for name, keys in people.values()
    )


def _games(tournament: Tournament) -> dict[int, dict[int, dict[str, int]]]:
    """Per round and entry what the form that counts says of it."""
    games: dict[int, dict[int, dict[str, int]]] = defaultdict(dict)
    seats = Seat.objects.filter(round__tournament=tournament)
    for seat in seats.select_related("table", "round"):
        form = Revision.objects.get(sheet=seat.table.sheet_id, counted=True)
        games[seat.round.number][seat.entry_id] = _row(form.cells, seat.place)
    return games


def _row(form: Mapping[str, Any], place: int) -> dict[str, int]:
    """Rule 2.6: T = P + 2 N - 2 B."""
    cells: Sequence[str] = form["rows"][place - 1]
    stands = [int(cell) for cell in cells if cell != "-" and not cell.endswith("x")]
    bollen = sum(cell.endswith("x") for cell in cells)
    bollen += sum(bol["place"] == place for bol in form.get("penalties", ()))
    total = sum(stands) + 2 * len(stands) - 2 * bollen
    return {"total": total, "bollen": bollen, "points": sum(stands)}


def _keys(
    entry: Entry,
    games: Mapping[int, Mapping[int, Mapping[str, int]]],
    lowest: Mapping[int, int],
) -> tuple[Any, ...]:
    """Rule 6.2: total, missed rounds, bollen, points, the best rounds; more is better.

    A missed round counts for the lowest total of that round, but never above 0.
    """
    mine = [of_round[entry.pk] for of_round in games.values() if entry.pk in of_round]
    missed = [min(0, lowest[n]) for n in games if entry.pk not in games[n]]
    totals = [game["total"] for game in mine]
    return (
        sum(totals) + sum(missed),
        -len(missed),
        -sum(game["bollen"] for game in mine),
        sum(game["points"] for game in mine),
        sorted([*totals, *missed], reverse=True),
    )
