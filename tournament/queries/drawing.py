"""What a round is drawn from: who is there, what was played, what was planned ahead."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring.models import Revision
from scoring.rulebooks.base import Rulebook
from tournament.drawing import Wanted, dealing_of
from tournament.models import Round, Tournament
from tournament.onetable import Order
from tournament.queries.demands import demands
from tournament.queries.playing import who_plays
from tournament.queries.seating import history, laid_as_drawn
from tournament.seating import Request, request_from_dict
from tournament.seating import Round as Played
from tournament.seating.pairs import PairRound
from tournament.seating.wire import PairRequest, pair_request_from_dict
from tournament.seatingways import HAND, LOTS, MIX, MIXED, Way, way_from_dict
from tournament.tablechoices import may_choose
from tournament.tablesizes import Layout, free_in_turn, layout


class TablesDoNotFit(ValueError):
    """The tables that were chosen seat another number than the ``n`` who are there.

    ``seats``: how many they do seat; 0 where the game is not played at such tables.
    """

    def __init__(self, n: int, seats: int) -> None:
        super().__init__(f"tables for {seats} do not seat {n}")
        self.n, self.seats = n, seats


def draw_request(
    tournament: Tournament,
    round_number: int,
    seed: int,
    *,
    anew: bool = False,
    sizes: tuple[int, ...] = (),
    variety_first: bool = False,
    way: Way = MIXED,
    pins: Sequence[tuple[int, int]] = (),
) -> Wanted:
    """Everything a draw is planned from.

    What the round before planned ahead is gone by, and the same people at one table sit
    on, unless it is to be drawn ``anew`` or another ``way``. ``sizes`` are the tables
    chosen, else those of the rule; ``pins`` (start number, table) whom to leave there.
    Of pairs the engine hears the numbers only: a table of two pairs is one of two.
    Raises NoTables, TablesDoNotFit.
    """
    rules = tournament.rules
    playing = who_plays(tournament, round_number, sizes)
    numbers = list(playing.numbers)
    tables = layout(len(numbers), rules, pairs=tournament.pairs)
    if way.key == HAND:
        way = replace(way, tables=((),) * len(sizes or tables.sizes))
    if tournament.pairs:
        asked = _pair_request(tournament, round_number, numbers, seed, anew)
        return Wanted(asked, way=way, helpers=playing.helpers)
    free: tuple[int, ...] = ()
    if way.key == LOTS:
        tables = Layout(tuple(len(table) for table in way.tables))
        free = tuple(sorted(set(numbers).difference(*way.tables)))
    elif sizes:
        tables = Layout(_fitting(sizes, len(numbers), rules))
    if tables.free:
        before = times_free(tournament, round_number)
        free = free_in_turn(numbers, before, tables.free, seed)
    request = Request(
        players=tuple(number for number in numbers if number not in free),
        history=history(tournament, round_number),
        sizes=tables.sizes,
        seed=seed,
        rounds_left=max(1, tournament.rounds_planned - round_number + 1),
        ahead=() if anew else _as_rounds(_planned_ahead(tournament, round_number)),
        variety_first=variety_first,
        plan_dealers=tournament.first_dealer == Tournament.FirstDealer.DRAWN,
        rules=replace(demands(tournament, round_number), pins=tuple(pins)),
    )
    if anew or way.key != MIX:
        return Wanted(request, free, way=way, helpers=playing.helpers)
    games = _games_before(tournament, round_number, request)
    dealing = _dealing_before(tournament, round_number) if games else {}
    return Wanted(request, free, games, dealing, helpers=playing.helpers)


def times_free(tournament: Tournament, before: int) -> Counter[int]:
    """How often each start number was free in the rounds before this one."""
    rounds = tournament.rounds.filter(number__lt=before)
    drawn = rounds.values_list("inputs__free", flat=True)
    return Counter(number for free in drawn for number in free or ())


def drawn_from(round_: Round) -> Wanted:
    """What a round was drawn from, with the rounds before it as they are seated now.

    Raises ValueError when nothing, or not enough, was stored with it.
    """
    tournament, number, stored = round_.tournament, round_.number, round_.inputs
    asked = {**stored.get("request", {}), "history": []}
    way = way_from_dict(stored.get("way", {}))
    if "entries" in asked:
        played = _pair_history(tournament, number)
        return Wanted(replace(pair_request_from_dict(asked), history=played), way=way)
    request = replace(request_from_dict(asked), history=history(tournament, number))
    if not stored.get("kept"):
        return Wanted(request, laid_as_drawn(round_).loose, way=way)
    games = _games_before(tournament, number, request)
    return Wanted(request, tuple(stored["free"]), games, stored["dealing"])


def planned_ahead(round_: Round | None) -> tuple[Played, ...]:
    """How the rounds after this one were planned along with it."""
    return _as_rounds(round_.inputs.get("ahead", []) if round_ else [])


def _planned_ahead(tournament: Tournament, number: int) -> list[list[list[int]]]:
    before = tournament.rounds.filter(number=number - 1).first()
    planned: list[list[list[int]]] = before.inputs.get("ahead", []) if before else []
    return planned


def _as_rounds(planned: Sequence[Sequence[Sequence[int]]]) -> tuple[Played, ...]:
    return tuple(Played(tuple(tuple(seats) for seats in tables)) for tables in planned)


def _fitting(sizes: tuple[int, ...], n: int, rules: Rulebook) -> tuple[int, ...]:
    if sum(sizes) != n:
        raise TablesDoNotFit(n, sum(sizes))
    if not may_choose(rules, pairs=False) or not set(sizes) <= set(rules.sizes):
        raise TablesDoNotFit(n, 0)
    return sizes


def _pair_request(
    tournament: Tournament, number: int, numbers: Sequence[int], seed: int, anew: bool
) -> PairRequest:
    there = set(numbers)
    ahead = [
        PairRound(tuple(map(tuple, tables)), _left_over(there, tables))
        for tables in ([] if anew else _planned_ahead(tournament, number))
    ]
    return PairRequest(
        entries=tuple(numbers),
        history=_pair_history(tournament, number),
        seed=seed,
        rounds_left=max(1, tournament.rounds_planned - number + 1),
        ahead=tuple(ahead),
    )


def _left_over(there: set[int], tables: Sequence[Sequence[int]]) -> int | None:
    """Who is free in a round planned before, if it is one for these pairs."""
    left = there.difference(*tables)
    return left.pop() if len(left) == 1 else None


def _pair_history(tournament: Tournament, before: int) -> tuple[PairRound, ...]:
    rounds = tournament.rounds.filter(number__lt=before).order_by("number")
    free = rounds.values_list("inputs__free", flat=True)
    return tuple(
        PairRound(played.tables, next(iter(left or ()), None))
        for played, left in zip(history(tournament, before), free, strict=True)
    )


def _games_before(
    tournament: Tournament, number: int, request: Request
) -> tuple[Order, ...]:
    """The seats of the games in which these people sat on at one table, oldest first.

    Begins at the last game that was really drawn. None unless the round before was at
    one table with exactly these people, and this one is too.
    """
    games: list[Order] = []
    if len(request.sizes) != 1:
        return ()
    rounds = tournament.rounds.filter(number__lt=number).order_by("-number")
    kept = rounds.values_list("inputs__kept", flat=True)
    for played, sat_on in zip(reversed(request.history), kept, strict=True):
        if len(played.tables) != 1 or {*played.tables[0]} != {*request.players}:
            break
        games.insert(0, played.tables[0])
        if not sat_on:
            break
    return tuple(games)


def _dealing_before(tournament: Tournament, number: int) -> dict[str, Any]:
    form = Revision.objects.filter(
        sheet__table__round__tournament=tournament,
        sheet__table__round__number=number - 1,
        counted=True,
    ).first()
    return dealing_of(form.cells if form else None)
