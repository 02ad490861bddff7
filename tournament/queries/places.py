"""Room for one more in a round that is out, and who may sit in for somebody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef

from scoring.models import Sheet
from tournament.formshape import is_begun
from tournament.models import Company, Player, Round, Seat, Tournament
from tournament.queries.demands import said_of_two
from tournament.queries.people import Attendance, Person, attendance, people
from tournament.queries.seating import history
from tournament.seating.change import one_more
from tournament.seating.history import Round as Played
from tournament.seating.history import meetings
from tournament.seating.rules import Contradiction, Rules

OUT = (Round.State.PUBLISHED, Round.State.PLAYING)
IN = (Sheet.State.HANDED_IN, Sheet.State.APPROVED)


@dataclass(frozen=True)
class Room:
    """A table that a latecomer can join: nobody else moves.

    ``size`` is that of the table as it is; ``again`` are those at it whom the
    latecomer met before; ``begun`` says that something is written on a draft.
    ``apart``: somebody sits there who is never to share a table with the latecomer;
    ``own``: it is the table that is always theirs; ``beside``: somebody sits there whom
    they always sit with. ``unusual``: the game is not
    usually played by one more.
    """

    number: int
    size: int
    people: tuple[Person, ...]
    again: tuple[Person, ...]
    begun: bool
    apart: bool
    own: bool
    beside: bool
    unusual: bool

    @property
    def larger(self) -> int:
        return self.size + 1


@dataclass(frozen=True)
class Rooms:
    """The tables with room, by number, and the one where it costs least, if any."""

    tables: tuple[Room, ...]
    best: Room | None
    in_: int  # tables whose form is in


def places_for(tournament: Tournament, round_: Round, number: int) -> Rooms:
    """Where a start number can join a round that is out. Seven queries.

    Best is the smallest table, where play has not begun, where fewest are met again;
    never with somebody who is kept apart, and at the table of their own, or of whom
    they always sit with, for who has one.
    """
    folk = {p.number: p for p in people(tournament, public=False).values()}
    tables = _open_tables(round_)
    seated: dict[int, list[int]] = {}
    for table, entry in (
        Seat.objects.filter(round=round_)
        .order_by("table__number", "place")
        .values_list("table__number", "entry__number")
    ):
        seated.setdefault(table, []).append(entry)
    played = history(tournament, round_.number)
    met = meetings(played, [number, *folk])[number]
    demands, own = _demands(tournament, number)
    hated = {person for pair in demands.apart for person in pair} - {number}
    beside = {person for pair in demands.companions for person in pair} - {number}
    usual = tournament.rules.usual_sizes
    rooms = tuple(
        Room(
            number=at,
            size=len(seated[at]),
            people=tuple(folk[n] for n in seated[at] if n in folk),
            again=tuple(folk[n] for n in seated[at] if met.get(n) and n in folk),
            begun=begun,
            apart=not hated.isdisjoint(seated[at]),
            own=at == own,
            beside=not beside.isdisjoint(seated[at]),
            unusual=len(seated[at]) + 1 not in usual,
        )
        for at, (sizes, begun) in tables.items()
        if len(seated[at]) + 1 in sizes
    )
    best = _best(rooms, seated, number, played, demands)
    return Rooms(rooms, best, len(seated) - len(tables))


def _best(
    rooms: Sequence[Room],
    seated: Mapping[int, list[int]],
    number: int,
    played: Sequence[Played],
    demands: Rules,
) -> Room | None:
    """By seating/change.py: at a table of their own, with their company, else where
    play is to begin.
    """
    own = [room for room in rooms if room.own]
    beside = [room for room in rooms if room.beside]
    for some in (own, beside, [r for r in rooms if not r.begun], rooms):
        tables = [tuple(seated[room.number]) for room in some]
        sizes = {room.size + 1 for room in some}
        try:
            changed = one_more(tables, number, played, sizes, demands)
        except Contradiction:
            continue
        return some[changed.touched[0] - 1]
    return None


def _open_tables(round_: Round) -> dict[int, tuple[frozenset[int], bool]]:
    """By number, tables whose form is not in: sizes of the game, and whether begun."""
    tables = round_.tables.select_related("sheet").prefetch_related("sheet__drafts")
    counted = tables.annotate(versions=Count("sheet__revisions")).order_by("number")
    found = {}
    for table in counted:
        sheet = table.sheet
        if sheet is None or table.versions or sheet.state != Sheet.State.OPEN:
            continue
        begun = any(is_begun(draft.cells) for draft in sheet.drafts.all())
        found[table.number] = (frozenset(sheet.rules.sizes), begun)
    return found


def _demands(tournament: Tournament, number: int) -> tuple[Rules, int | None]:
    """Whom this person is kept from or with here, and the table that is theirs."""
    here = {
        player: (start_number, table)
        for player, start_number, table in tournament.members.values_list(
            "player_id", "entry__number", "player__fixed_table"
        )
    }
    said = said_of_two(tournament, {player: n for player, (n, _table) in here.items()})
    own = next((table for n, table in here.values() if n == number), None)
    apart, together = (
        tuple(pair for pair in said[kind] if number in pair)
        for kind in (Company.Kind.APART, Company.Kind.TOGETHER)
    )
    return Rules(apart=apart, companions=together), own


@dataclass(frozen=True)
class Waiting:
    """Somebody without a seat in a round, and why."""

    person: Person
    state: Attendance


def without_seat(tournament: Tournament, round_: Round) -> list[Waiting]:
    """Who takes part and has no seat in a round, who may have come late first.

    Four queries.
    """
    folk = people(tournament, public=False)
    seated = set(round_.seats.values_list("entry_id", flat=True))
    order = list(Attendance)
    found = [
        Waiting(folk[entry], state)
        for entry, state in attendance(tournament, round_.number).items()
        if entry not in seated and state != Attendance.WITHDRAWN
    ]
    return sorted(found, key=lambda w: (order.index(w.state), -w.person.number))


def missed_round(tournament: Tournament, number: int) -> int | None:
    """The round that is out without a seat for this start number, unless withdrawn.

    One query.
    """
    gone = tournament.entries.filter(
        number=number, withdrawn_from__lte=OuterRef("number")
    )
    out = tournament.rounds.filter(state__in=OUT).exclude(Exists(gone))
    return (
        out.exclude(seats__entry__number=number)
        .values_list("number", flat=True)
        .first()
    )


def busy_at(round_: Round, player: int) -> int | None:
    """The table where somebody plays in this round whose form is not in."""
    seats = Seat.objects.filter(round=round_, player=player)
    return (
        seats.exclude(table__sheet__state__in=IN)
        .values_list("table__number", flat=True)
        .first()
    )


@dataclass(frozen=True)
class Candidate:
    """Somebody who may sit in: by player, with the start number of who takes part."""

    player: int
    name: str
    number: int | None
    note: str = ""


@dataclass(frozen=True)
class Candidates:
    """Who may sit in, as they are asked: who offered, whose table is done, the book."""

    offered: tuple[Candidate, ...]
    done: tuple[Candidate, ...]
    others: tuple[Candidate, ...]


def candidates(tournament: Tournament, round_: Round) -> Candidates:
    """Everybody of the club who does not play at this moment. Five queries."""
    seats = Seat.objects.filter(round=round_)
    playing = set(
        seats.exclude(table__sheet__state__in=IN).values_list("player_id", flat=True)
    )
    done = set(seats.values_list("player_id", flat=True)) - playing
    states = attendance(tournament, round_.number)
    taking_part = {
        player: (entry, number)
        for player, entry, number in tournament.members.values_list(
            "player_id", "entry_id", "entry__number"
        )
    }
    offered, ready, others = [], [], []
    for player, name, note in (
        Player.objects.filter(club=tournament.club_id)
        .exclude(pk__in=playing)
        .order_by("name", "pk")
        .values_list("pk", "name", "note")
    ):
        entry, number = taking_part.get(player, (None, None))
        found = Candidate(player, name, number, note)
        if player in done:
            ready.append(found)
        elif entry and states[entry] == Attendance.IF_NEEDED:
            offered.append(found)
        else:
            others.append(found)
    return Candidates(tuple(offered), tuple(ready), tuple(others))
