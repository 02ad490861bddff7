"""What the two processes of tests/racing.py can do.

Each function reads what a page would have read and returns the act itself, so that
only the act takes part in the race. It must not judge: tests do.
"""

import time
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any
from unittest import mock

from django.db.models import Count, F, Q

from scoring.models import Revision, Sheet
from scoring.refused import Refused
from scoring.sheets import recomputed, standing
from tests.building import FORMS, letters, reading
from tournament.actions import (
    clock,
    door,
    moving,
    preregistration,
    presence,
    proposals,
    registration,
    rounds,
    seats,
    sheets,
    tournaments,
    twoforms,
)
from tournament.actions.laying import version_of
from tournament.actions.substitutes import substitute
from tournament.child import plan_in_child
from tournament.models import (
    Club,
    Entry,
    Player,
    PreRegistration,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournament.queries import door as doors
from tournament.queries.clock import clock_of, stamp_of
from tournament.queries.seating import seated_numbers
from tournament.queries.twoforms import second_form
from tournament.seating import Proposal, Request, plan_round

Act = Callable[[], Any]


def set_up(people: int, rounds_planned: int = 4, **settings: Any) -> Act:
    """A club and its tournament with so many people; gives the tournament's pk."""

    def act() -> int:
        club = Club.objects.create(name=f"Kaartclub {uuid.uuid4().hex[:8]}")
        tournament = tournaments.create_tournament(
            club,
            None,
            name="Najaarsbollen",
            date=date(2026, 11, 14),
            rounds_planned=rounds_planned,
            **settings,
        )
        for number in range(1, people + 1):
            player = Player.objects.create(club=club, name=f"Speler {letters(number)}")
            registration.register(tournament, player, None)
        return tournament.pk

    return act


def new_player(tournament: int) -> Act:
    """Somebody in the address book; gives the player's pk."""
    club = Tournament.objects.get(pk=tournament).club
    name = f"Laat {letters(club.players.count() + 1)}"
    return lambda: registration.add_player(club, None, name=name).pk


def new_tournament(club: str, name: str) -> Act:
    """A tournament of a club of its own; gives the slug."""
    owner = Club.objects.get_or_create(name=club)[0]
    return lambda: (
        tournaments.create_tournament(
            owner, None, name=name, date=date(2026, 11, 14)
        ).slug
    )


def register(tournament: int, player: int, after: float = 0) -> Act:
    """Register, so many seconds after the start; gives the start number."""
    found, who = Tournament.objects.get(pk=tournament), Player.objects.get(pk=player)

    def act() -> int:
        time.sleep(after)
        return registration.register(found, who, None).number

    return act


def register_at_door(tournament: int, who: int | str, paid: bool = True) -> Act:
    """Register a player by pk, or somebody new by name; gives the start number."""
    found = Tournament.objects.get(pk=tournament)
    person = who if isinstance(who, str) else Player.objects.get(pk=who)
    return lambda: door.register_at_door(found, [person], None, paid=paid).number


def preregister(tournament: int, name: str, code: str) -> Act:
    """Register beforehand; gives the number one is expected under."""
    found = Tournament.objects.get(pk=tournament)
    return lambda: preregistration.preregister(found, [(name, True)], code).code


def cancel(tournament: int, code: str) -> Act:
    made = PreRegistration.objects.get(tournament=tournament, code=code)
    return lambda: preregistration.cancel(made, None)


def let_in(tournament: int, code: str) -> Act:
    """Let somebody in who registered beforehand; gives the start number."""
    made = PreRegistration.objects.get(tournament=tournament, code=code)
    found = made.tournament
    return lambda: (
        door.register_at_door(
            found, [made.name], None, made=made, sure=[made.name]
        ).number
    )


def expected(tournament: int) -> Act:
    """The numbers of those who are expected."""
    found = Tournament.objects.get(pk=tournament)
    return lambda: [each.code for each in doors.door(found).expected]


def start_clock(tournament: int) -> Act:
    round_ = _last_round(tournament)
    return lambda: clock.start(round_, None)


def more_time(tournament: int) -> Act:
    """A minute more than was seen; gives the seconds the round takes then."""
    round_ = _last_round(tournament)
    seen = stamp_of(clock_of(round_))

    def act() -> int | None:
        clock.change(round_, 1, None, seen=seen)
        return Round.objects.get(pk=round_.pk).clock_seconds

    return act


def set_paid(tournament: int, number: int, paid: bool) -> Act:
    entry = Entry.objects.get(tournament=tournament, number=number)
    return lambda: door.set_paid(entry, paid, None)


def undo_at_door(tournament: int, number: int) -> Act:
    """Undo a registration; gives the cents to hand back."""
    entry = Entry.objects.get(tournament=tournament, number=number)
    return lambda: door.undo(entry, None)


def cash(tournament: int) -> Act:
    """How many are in, how many of them paid, and the names in the address book."""
    found = Tournament.objects.get(pk=tournament)

    def act() -> list[Any]:
        now = doors.door(found)
        names = found.club.players.order_by("name").values_list("name", flat=True)
        return [now.count, now.paid, now.cash, list(names)]

    return act


def rename(player: int, name: str, after: float) -> Act:
    """Correct a name, so many seconds after the start."""
    who = Player.objects.get(pk=player)

    def act() -> None:
        time.sleep(after)
        registration.change_player(
            who, None, name=name, member_number=str(player), note="", consent=None
        )

    return act


def say_absent(tournament: int, number: int) -> Act:
    found = Tournament.objects.get(pk=tournament)
    return lambda: presence.set_presence(found, 1, {number: "absent"}, None)


def withdraw(tournament: int, number: int) -> Act:
    entry = Entry.objects.get(tournament=tournament, number=number)
    return lambda: presence.withdraw(entry, 1, None)


def draw(tournament: int, seed: int, in_child: bool = False) -> Act:
    """Draw the next round; gives how many people got a seat.

    A child and its search take a quarter of a second, give or take more than the
    writing takes; so most races plan at once and hardly search, and really collide.
    """
    found = Tournament.objects.get(pk=tournament)

    def act() -> int:
        plan = plan_in_child if in_child else _plan_quickly
        with mock.patch.object(rounds, "plan_in_child", plan):
            return rounds.draw(found, None, seed=seed).seats.count()

    return act


def _plan_quickly(request: Request) -> Proposal:
    return plan_round(replace(request, moves=0))


def discard(tournament: int) -> Act:
    round_ = _last_round(tournament)
    return lambda: rounds.discard(round_, None)


def swap(tournament: int, table: int) -> Act:
    """Let the first of two tables change places, on the proposal as it is now."""
    round_ = _last_round(tournament)
    seen, tables = version_of(round_), seated_numbers(round_)
    one, other = tables[table - 1][0], tables[table][0]

    def act() -> list[int]:
        proposals.swap(round_, one, other, None, seen)
        return [one, other]

    return act


def draw_again(tournament: int, seed: int) -> Act:
    """Draw a proposal again, as it is now; gives how many were left where they are."""
    round_ = _last_round(tournament)
    found, seen = round_.tournament, version_of(round_)

    def act() -> int:
        with mock.patch.object(rounds, "plan_in_child", _plan_quickly):
            again = rounds.draw(found, None, seed=seed, replacing=round_, version=seen)
            return again.seats.filter(pinned=True).count()

    return act


def publish(tournament: int) -> Act:
    round_ = _last_round(tournament)
    return lambda: rounds.publish(round_, None)


def unpublish(tournament: int) -> Act:
    round_ = _last_round(tournament)
    return lambda: rounds.unpublish(round_, None)


def close(tournament: int) -> Act:
    round_ = _last_round(tournament)
    return lambda: rounds.close(round_, None)


def reopen(tournament: int) -> Act:
    round_ = _last_round(tournament)
    return lambda: rounds.reopen(round_, None)


def hand_in(tournament: int, table: int, turned: int, key: str = "") -> Act:
    """Hand in a form of four, based on what counts now; gives the revision's number.

    ``turned`` moves the rows of the form down by so many places: other totals.
    """
    found = _table(tournament, table)
    assert found.sheet
    shown = standing(found.sheet)
    based_on = shown.number if shown else 0
    rows = FORMS[found.sheet.places]
    turned %= len(rows)
    cells = reading(rows[turned:] + rows[:turned])
    return lambda: (
        sheets.hand_in(
            found,
            cells,
            None,
            key=key or uuid.uuid4().hex,
            based_on=based_on,
            reason="nageteld",
        ).number
    )


def send(tournament: int, table: int, turned: int, key: str) -> Act:
    """A phone hands in a first form, which beside another one waits for the desk.

    Gives the revision's number, 0 for a form that waits.
    """
    found = _table(tournament, table)
    assert found.sheet
    rows = FORMS[found.sheet.places]
    cells = reading(rows[turned:] + rows[:turned])
    source = Revision.Source.CAPTAIN

    def act() -> int:
        try:
            return sheets.hand_in(
                found, cells, None, key=key, based_on=0, source=source
            ).number
        except Refused as refused:
            if refused.code != "sheet_changed":
                raise
            assert twoforms.keep_second(found, cells, key=key)
            return 0

    return act


def decide(tournament: int, table: int, act: str) -> Act:
    """Choose between the two forms of a table as they are now."""
    found = _table(tournament, table)
    assert found.sheet
    shown, second = standing(found.sheet), second_form(found.sheet)
    assert shown
    assert second
    said: dict[str, Any] = {"key": uuid.uuid4().hex, "based_on": shown.number}
    said["seen"] = second.seen
    if act == "first":
        return lambda: twoforms.keep_first(found, second.cells, None, **said).number
    said["reason"] = "nageteld"
    return lambda: twoforms.take_second(found, second.cells, None, **said).number


def waits(tournament: int, table: int) -> Act:
    """The rows of the form that waits beside the one that counts; none for none."""
    found = _table(tournament, table)
    assert found.sheet
    second = second_form(found.sheet)
    return lambda: second.cells["rows"] if second else []


def take_back_version(tournament: int, table: int, number: int) -> Act:
    """Let an earlier version count again, based on what counts now."""
    found = _table(tournament, table)
    based_on = Revision.objects.get(sheet=found.sheet, counted=True).number
    return lambda: (
        sheets.take_back_version(
            found,
            number,
            None,
            key=uuid.uuid4().hex,
            based_on=based_on,
            reason="toch de eerste",
        ).number
    )


def look(tournament: int, table: int, act: str) -> Act:
    """Approve or send back the form as it is now; gives the revision's number."""
    found = _table(tournament, table)
    number = Revision.objects.get(sheet=found.sheet, counted=True).number
    if act == "approve":
        return lambda: sheets.approve(found, number, None).number
    return lambda: sheets.send_back(found, number, None, "gift 3").number


def move(tournament: int, table: int, to: int) -> Act:
    """Move the form to a table where none was seen; gives the revision there."""
    here, there = _table(tournament, table), _table(tournament, to)
    assert here.sheet
    shown = standing(here.sheet)
    based_on = shown.number if shown else 0
    return lambda: (
        moving.move_form(here, there, None, based_on=based_on, reason="lag daar").number
    )


def lies(tournament: int) -> Act:
    """The state of every sheet of the last round, by table."""
    tables = _last_round(tournament).tables.order_by("number")
    return lambda: list(tables.values_list("sheet__state", flat=True))


def keep_draft(tournament: int, table: int) -> Act:
    found = _table(tournament, table)
    return lambda: sheets.save_draft(found, {"rows": [["1"]]}, None).device


def join(tournament: int, number: int, table: int) -> Act:
    """Somebody comes late to a table of the last round; gives the place."""
    round_ = _last_round(tournament)
    return lambda: seats.add(round_, number, table, None).place


def take_out(tournament: int, table: int) -> Act:
    """Whoever sits at the second place of a table goes; gives the start number."""
    round_ = _last_round(tournament)
    number = round_.seats.get(table__number=table, place=2).entry.number

    def act() -> int:
        seats.remove(round_, number, None)
        return number

    return act


def put_back(tournament: int, number: int) -> Act:
    round_ = _last_round(tournament)
    return lambda: seats.put_back(round_, number, None)


def sit_in(tournament: int, table: int, player: int) -> Act:
    """Somebody sits in at the first place of a table; gives the start number."""
    round_, who = _last_round(tournament), Player.objects.get(pk=player)
    number = round_.seats.get(table__number=table, place=1).entry.number
    return lambda: substitute(round_, number, who, None).entry.number


def counted(tournament: int, table: int) -> Act:
    """The rows that count on a table of the last round."""
    found = _table(tournament, table)
    return lambda: Revision.objects.get(sheet=found.sheet, counted=True).cells["rows"]


def state(tournament: int) -> Act:
    """The last round's number and state, and its seats."""
    round_ = _last_round(tournament)
    return lambda: [round_.number, round_.state, round_.seats.count()]


def log_of(tournament: int) -> Act:
    """How often each act was logged."""
    entries = Tournament.objects.get(pk=tournament).log.order_by("action")
    return lambda: {
        row["action"]: row["n"]
        for row in entries.values("action").annotate(n=Count("pk"))
    }


def numbers(tournament: int) -> Act:
    """The start numbers given out, in order."""
    entries = Entry.objects.filter(tournament=tournament).order_by("number")
    return lambda: list(entries.values_list("number", flat=True))


def broken(tournament: int) -> Act:
    """What does not hold in this tournament that always must; empty when all is well.

    Counted row by row: a race that slipped past a constraint must show here.
    """

    def act() -> list[str]:
        seats = Seat.objects.filter(round__tournament=tournament)
        laid = Sheet.objects.filter(table__round__tournament=tournament)
        revisions = Revision.objects.filter(sheet__in=laid).select_related("sheet")
        published = Q(round__tournament=tournament) & ~Q(round__state="proposed")
        open_rounds = Round.objects.filter(tournament=tournament)
        faults = {
            "somebody sits twice": _twice(seats, "round", "entry"),
            "a person sits twice": _twice(seats, "round", "player"),
            "a place is taken twice": _twice(seats, "table", "place"),
            "two rounds are open": open_rounds.exclude(state="closed").count() > 1,
            "a table has no sheet": Table.objects.filter(published, sheet=None),
            "a sheet has no table": Sheet.objects.filter(table=None),
            "a sheet is of another size": laid.annotate(
                n=Count("table__seats")
            ).exclude(n=F("places")),
            "two readings count": _twice(revisions.filter(counted=True), "sheet"),
            "no reading counts": laid.filter(
                state__in=[Sheet.State.HANDED_IN, Sheet.State.APPROVED]
            ).exclude(revisions__counted=True),
            "a reading counts that should not": laid.filter(
                state__in=[Sheet.State.OPEN, Sheet.State.SENT_BACK],
                revisions__counted=True,
            ),
            "a number is given twice": _twice(
                Entry.objects.filter(tournament=tournament), "number"
            ),
            "a result is another": [r for r in revisions if _differs(r)],
        }
        return [fault for fault, found in faults.items() if found]

    return act


def _twice(rows: Any, *fields: str) -> Any:
    return rows.order_by().values(*fields).annotate(n=Count("pk")).filter(n__gt=1)


def _differs(revision: Revision) -> bool:
    kept = {r.place: (r.total, r.stats) for r in revision.results.all()}
    return kept != {r.place: (r.total, r.stats) for r in recomputed(revision)}


def _last_round(tournament: int) -> Round:
    return Round.objects.filter(tournament=tournament).latest("number")


def _table(tournament: int, table: int) -> Table:
    return Table.objects.select_related("sheet", "round__tournament").get(
        round=_last_round(tournament), number=table
    )
