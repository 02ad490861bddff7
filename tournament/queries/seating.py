"""Seatings: what a draw needs to know, and who sits where in a round."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.models import Revision, Sheet
from scoring.rulebooks.base import Rulebook
from tournament.drawing import Wanted, dealing_of
from tournament.handwork import Laid
from tournament.models import Round, Seat, Table, Tournament
from tournament.onetable import Order
from tournament.queries.clock import Clock, clock_of
from tournament.queries.demands import demands
from tournament.queries.people import (
    SITTER,
    Attendance,
    Person,
    Sitter,
    attendance,
    folk_of,
    people,
)
from tournament.seating import Request, request_from_dict
from tournament.seating import Round as Played
from tournament.seating.pairs import PairRound
from tournament.seating.wire import PairRequest, pair_request_from_dict
from tournament.seatingways import HAND, LOTS, MIX, MIXED, RANKED, Way, way_from_dict
from tournament.tablechoices import may_choose
from tournament.tablesizes import Layout, free_in_turn, layout, needed

AWAY = (Attendance.ABSENT, Attendance.SITS_OUT)


@dataclass(frozen=True)
class SeatedTable:
    """One table of a round with its people in seat order; the first deals first."""

    number: int
    people: tuple[Person, ...]
    state: str | None = None  # of its sheet; None before the seating is published
    locked: bool = False
    dealer_drawn: bool = True  # else the first place need not deal first

    @property
    def numbers(self) -> tuple[int, ...]:
        """The start numbers at the table in seat order, that of a pair once."""
        return tuple(dict.fromkeys(person.number for person in self.people))


@dataclass(frozen=True)
class Seating:
    """One round as it is seated."""

    number: int
    state: str
    tables: tuple[SeatedTable, ...]
    quality: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    free: tuple[Person, ...] = ()  # entries for whom no place was left
    free_people: tuple[Person, ...] = ()  # the same, each of a pair by their own name
    taken: tuple[Person, ...] = ()  # who play because they are needed
    spare: tuple[Person, ...] = ()  # who would have, and are not needed
    entries: dict[int, Person] = field(default_factory=dict)  # by start number
    clock: Clock | None = None  # while some table still plays

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """(how many, of what size), largest tables first."""
        sizes = sorted((len(t.people) for t in self.tables), reverse=True)
        return [(sizes.count(s), s) for s in dict.fromkeys(sizes)]

    @property
    def seats(self) -> int:
        return sum(len(table.people) for table in self.tables)


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


@dataclass(frozen=True)
class Playing:
    """Who plays in a round, as start numbers in order.

    ``taken`` are those of them who play only if needed, ``spare`` who are not needed.
    ``away`` are the people who take part and are absent or sit out.
    """

    numbers: tuple[int, ...]
    taken: tuple[int, ...] = ()
    spare: tuple[int, ...] = ()
    away: tuple[Person, ...] = ()

    @property
    def helpers(self) -> dict[str, tuple[int, ...]]:
        """As it is stored with a draw: nothing where nobody offered."""
        offered = self.taken + self.spare
        return {"taken": self.taken, "spare": self.spare} if offered else {}


def who_plays(
    tournament: Tournament, round_number: int, sizes: tuple[int, ...] = ()
) -> Playing:
    """Who is there in a round, and as few of those who play if needed as there can be.

    For the tables chosen (``sizes``) as many as fill them. In turn: who played so
    least often goes first. Three queries, and one more where somebody offered.
    """
    present = attendance(tournament, round_number)
    folk = people(tournament, public=False)
    states: dict[Attendance, list[int]] = {}
    for entry, state in present.items():
        states.setdefault(state, []).append(folk[entry].number)
    there = states.get(Attendance.PRESENT, [])
    offered = states.get(Attendance.IF_NEEDED, [])
    away = tuple(folk[e] for e, state in present.items() if state in AWAY)
    if not offered:
        return Playing(tuple(there), away=away)
    if sizes:
        count = max(0, min(sum(sizes) - len(there), len(offered)))
    else:
        count = needed(
            len(there), len(offered), tournament.rules, pairs=tournament.pairs
        )
    helped = times_helped(tournament, round_number)
    taken = sorted(sorted(offered, key=lambda n: (helped[n], n))[:count])
    spare = [number for number in offered if number not in taken]
    return Playing(tuple(sorted(there + taken)), tuple(taken), tuple(spare), away)


def present_numbers(tournament: Tournament, round_number: int) -> list[int]:
    """The start numbers that play in a round, in order. See who_plays.

    Those who play because they are needed stay so while their proposal stands.
    """
    drawn = tournament.rounds.filter(number=round_number)
    stored = drawn.values_list("inputs__helpers", flat=True).first() or {}
    playing = who_plays(tournament, round_number)
    offered = {*playing.taken, *playing.spare}
    if not stored or not offered:
        return list(playing.numbers)
    there = {*playing.numbers} - offered
    return sorted(there | (offered & {*stored.get("taken", ())}))


def times_helped(tournament: Tournament, before: int) -> Counter[int]:
    """How often each start number played because it was needed, before this round."""
    rounds = tournament.rounds.filter(number__lt=before)
    drawn = rounds.values_list("inputs__helpers", flat=True)
    return Counter(n for stored in drawn for n in (stored or {}).get("taken", ()))


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


def history(tournament: Tournament, before: int) -> tuple[Played, ...]:
    """The rounds before this one as start numbers in seat order, a pair once.

    Those seated by standing do not count as meetings. Two queries.
    """
    ways = tournament.rounds.filter(number__lt=before)
    by_standing = {
        number
        for number, way in ways.values_list("number", "inputs__way__key")
        if way in RANKED
    }
    rounds: dict[int, dict[int, list[int]]] = {}
    for number, table, start_number in (
        Seat.objects.filter(round__tournament=tournament, round__number__lt=before)
        .order_by("round__number", "table__number", "place")
        .values_list("round__number", "table__number", "entry__number")
    ):
        rounds.setdefault(number, {}).setdefault(table, []).append(start_number)
    return tuple(
        Played(
            tuple(tuple(dict.fromkeys(seats)) for seats in tables.values()),
            number not in by_standing,
        )
        for number, tables in rounds.items()
    )


def seated_numbers(round_: Round) -> tuple[tuple[int, ...], ...]:
    """Start numbers in seat order, table by table; empty ones too. One query."""
    return laid_now(round_).tables


def laid_now(round_: Round) -> Laid:
    """How a round is seated as it stands, with who is to stay put. One query."""
    tables: dict[int, list[int]] = {}
    pinned = set()
    for table, number, stays in round_.tables.order_by(
        "number", "seats__place"
    ).values_list("number", "seats__entry__number", "seats__pinned"):
        seats = tables.setdefault(table, [])
        if number is not None and number not in seats:
            seats.append(number)
        if stays:
            pinned.add(number)
    return Laid(
        tuple(map(tuple, tables.values())),
        tuple(round_.inputs.get("free", ())),
        frozenset(pinned),
    )


def laid_for_all(round_: Round) -> Laid:
    """The same, without a seat everybody who is there now and has none. Four queries.

    So who came since the draw can be given a seat, and nobody waits for who left.
    """
    laid = laid_now(round_)
    seated = {number for table in laid.tables for number in table}
    there = present_numbers(round_.tournament, round_.number)
    return replace(laid, loose=tuple(n for n in there if n not in seated))


def gone_from(round_: Round) -> list[int]:
    """Who has a seat in a proposal and does not play any more. Four queries."""
    there = {*present_numbers(round_.tournament, round_.number)}
    seated = {number for table in laid_now(round_).tables for number in table}
    return sorted(seated - there)


def laid_as_drawn(round_: Round) -> Laid:
    """How a round was drawn, before anything was changed by hand.

    Of one that was not changed the seats are not read.
    """
    stored = round_.inputs
    drawn = stored.get("drawn", {"tables": (), "free": stored.get("free", ())})
    pins = stored.get("request", {}).get("rules", {}).get("pins", ())
    return Laid(
        tuple(tuple(table) for table in drawn["tables"]),
        tuple(drawn["free"]),
        frozenset(number for number, _table in pins),
    )


def published_numbers(round_: Round) -> tuple[tuple[int, ...], ...]:
    """The same as the seating was published, before anybody came late or went."""
    stored = round_.inputs.get("published")
    return tuple(map(tuple, stored)) if stored else laid_now(round_).tables


def people_at(table: Table) -> list[Person]:
    """Everybody at a table by name, in seat order: for those who sit or work there."""
    folk = folk_of(table.round.tournament, public=False)
    seated = table.seats.order_by("place").values_list(*SITTER)
    return [folk.at(Sitter(*sitter)) for sitter in seated]


def seating(tournament: Tournament, round_: Round, *, public: bool) -> Seating:
    """A round as it is seated, tables by number; people under their own names.

    Two queries.
    """
    folk = folk_of(tournament, public=public)
    entries = {entry.number: entry for entry in folk.entries.values()}
    tables: dict[int, list[Person]] = {}
    sheets: dict[int, tuple[str | None, bool]] = {}
    extra: dict[int, int] = {}
    for number, state, locked, more, *sitter in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "place")
        .values_list(
            "table__number",
            "table__sheet__state",
            "table__sheet__locked",
            "table__extra_seconds",
            *SITTER,
        )
    ):
        tables.setdefault(number, []).append(folk.at(Sitter(*sitter)))
        sheets[number] = (state, bool(locked))
        extra[number] = more
    free = round_.inputs.get("free", ())
    playing = frozenset(n for n, at in sheets.items() if at[0] == Sheet.State.OPEN)
    helpers = round_.inputs.get("helpers", {})
    return Seating(
        number=round_.number,
        state=round_.state,
        tables=tuple(
            SeatedTable(number, tuple(seats), *sheets[number], round_.dealers_drawn)
            for number, seats in tables.items()
        ),
        quality=round_.quality,
        seed=round_.seed,
        free=tuple(entries[n] for n in free if n in entries),
        taken=tuple(entries[n] for n in helpers.get("taken", ()) if n in entries),
        spare=tuple(entries[n] for n in helpers.get("spare", ()) if n in entries),
        free_people=tuple(p for p in folk.at_places.values() if p.number in free),
        entries=entries,
        clock=clock_of(round_, extra, playing) if playing else None,
    )
