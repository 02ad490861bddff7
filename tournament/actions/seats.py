"""Who comes to a table whose seating is out, who goes, and who leaves during the game.

One table changes and all others stay as everybody read them; the form, the captain's
link and what is half typed stay with the table. Once its form is in nothing of this
can be done.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.models import Draft, Sheet
from scoring.refused import Refused
from scoring.rulebooks.base import kept_by_deal
from scoring.rulebooks.bid_rules import BidRules
from tournament import formshape
from tournament.actions.log import User, just_before, lock, log, people_changed
from tournament.actions.presence import set_presence
from tournament.actions.rounds import unpublish
from tournament.actions.sheets import desk_device
from tournament.models import Entry, Presence, Round, Seat, Table, Tournament
from tournament.queries.people import Attendance, attendance
from tournament.queries.places import busy_at, places_for
from tournament.queries.seating import seated_numbers

OPEN = (Round.State.PUBLISHED, Round.State.PLAYING)
LEFT = "left"  # the draft that tells every page who left from which deal
ABSENT = Presence.State.ABSENT
MAY_PLAY = (Attendance.PRESENT, Attendance.IF_NEEDED)


@transaction.atomic
def add(round_: Round, number: int, table_number: int | None, user: User) -> Seat:
    """Seat a latecomer in a round that is out; no other table hears of it.

    At the last place of the table, or without one of the table where it costs least.
    Raises Refused: round_moved_on, nobody_here, seated_already, plays_elsewhere,
    withdrawn, no_table, form_in, table_full, pairs_stay.
    """
    tournament, round_ = locked(round_)
    _refuse_pairs(tournament)
    entry = _entry(tournament, number)
    if round_.seats.filter(entry=entry).exists():
        raise _seated_already(number)
    if entry.withdrawn_from and entry.withdrawn_from <= round_.number:
        raise Refused(
            "withdrawn",
            _("Number %(number)s has withdrawn. Let them take part again first.")
            % {"number": number},
        )
    member = entry.members.get(position=1)
    refuse_busy(round_, member.player_id, member.player.name)
    if table_number is None:
        best = places_for(tournament, round_, number).best
        table_number = best.number if best else None
    table, sheet = open_table(round_, table_number)
    remember(round_)
    place = sheet.places + 1
    _resize(tournament, sheet, place)
    reshape(sheet, formshape.with_one_more)
    seat = Seat.objects.create(
        round=round_,
        table=table,
        place=place,
        entry=entry,
        member=member,
        player=member.player,
    )
    joined = entry.joins_in
    Entry.objects.filter(pk=entry.pk).update(joins_in=min(joined, round_.number))
    was = _there(tournament, entry, round_.number)
    _told(tournament, user, "seat.added", seat, joined=joined, was=was)
    return seat


@transaction.atomic
def unseat(round_: Round, number: int, user: User) -> None:
    """Undo of add: the table is again as it was before.

    Raises Refused: round_moved_on, nobody_here, form_in, written_already.
    """
    tournament, round_ = locked(round_)
    seat = seat_of(round_, number)
    told = _last_told(tournament, "seat.added", round_, number)
    _taken_away(tournament, round_, seat)
    Entry.objects.filter(pk=seat.entry_id).update(
        joins_in=told.get("joined", round_.number)
    )
    say(seat.entry, round_.number, told.get("was", ABSENT))
    _told(tournament, user, "seat.unseated", seat)


@transaction.atomic
def remove(round_: Round, number: int, user: User) -> None:
    """Take somebody out; the table goes on with one fewer, and the form with it.

    Who goes is absent from this round on, until the next word. Raises Refused:
    round_moved_on, nobody_here, form_in, table_too_small, written_already, pairs_stay.
    """
    tournament, round_ = locked(round_)
    seat = seat_of(round_, number)
    _taken_away(tournament, round_, seat)
    was = say(seat.entry, round_.number, ABSENT)
    player = None if seat.player_id == seat.member.player_id else seat.player_id
    _told(
        tournament, user, "seat.removed", seat, was=was, player=player, apart=seat.apart
    )


@transaction.atomic
def put_back(round_: Round, number: int, user: User) -> None:
    """Undo of remove: the same seat at the same table, as long as its form is not in.

    Raises Refused: round_moved_on, nobody_here, seated_already, plays_elsewhere,
    form_in, table_full.
    """
    tournament, round_ = locked(round_)
    entry = _entry(tournament, number)
    told = _last_told(tournament, "seat.removed", round_, number)
    if not told or round_.seats.filter(entry=entry).exists():
        raise _seated_already(number)
    table, sheet = open_table(round_, told["table"])
    member = entry.members.get(position=1)
    player = told.get("player") or member.player_id
    refuse_busy(round_, player, member.player.name)
    _resize(tournament, sheet, sheet.places + 1)
    place = min(told["place"], sheet.places + 1)
    reshape(sheet, lambda cells: formshape.with_place_back(cells, place))
    for other in table.seats.filter(place__gte=place).order_by("-place"):
        Seat.objects.filter(pk=other.pk).update(place=other.place + 1)
    seat = Seat.objects.create(
        round=round_,
        table=table,
        place=place,
        entry=entry,
        member=member,
        player_id=player,
        apart=told.get("apart", False),
    )
    say(entry, round_.number, told.get("was", ""))
    _told(tournament, user, "seat.put_back", seat)


@transaction.atomic
def leave(round_: Round, number: int, deal: int, user: User) -> None:
    """Somebody leaves during the game: not dealt in from that deal on (rule 2.9).

    The seat stays, and so does what was played. Every draft of the form says so, and
    who opens the form finds it there. Absent from the next round on. Raises Refused:
    round_moved_on, nobody_here, form_in, not_by_deal, no_such_deal.
    """
    tournament, round_ = locked(round_)
    seat = seat_of(round_, number)
    _table, sheet = open_table(round_, seat.table.number)
    if not isinstance(sheet.rules, BidRules):
        raise Refused(
            "not_by_deal",
            _("In this game nobody can go during the game. Choose a substitute."),
        )
    deals = len(sheet.rules.live(sheet.places)["deals"])
    if not 1 <= deal <= deals:
        raise Refused(
            "no_such_deal",
            _("Choose a deal from 1 to %(most)s.") % {"most": deals},
        )
    _keep_blank(sheet, deals, desk_device(user))
    reshape(sheet, lambda cells: formshape.leaving(cells, seat.place, deal))
    was = say(seat.entry, round_.number + 1, ABSENT)
    _told(tournament, user, "seat.left", seat, deal=deal, was=was)


@transaction.atomic
def stay(round_: Round, number: int, user: User) -> None:
    """Undo of leave. Raises Refused: round_moved_on, nobody_here, form_in."""
    tournament, round_ = locked(round_)
    seat = seat_of(round_, number)
    told = _last_told(tournament, "seat.left", round_, number)
    _table, sheet = open_table(round_, seat.table.number)
    deal = told.get("deal", 1)
    reshape(sheet, lambda cells: formshape.staying(cells, seat.place, deal))
    say(seat.entry, round_.number + 1, told.get("was", ""))
    _told(tournament, user, "seat.stayed", seat)


@transaction.atomic
def redraw_without(round_: Round, number: int, user: User) -> None:
    """Take the seating back, with somebody absent: the round is to be drawn again.

    Raises Refused: round_moved_on once a form is in, nobody_here.
    """
    tournament = lock(round_.tournament)
    entry = _entry(tournament, number)
    unpublish(round_, user)
    set_presence(tournament, round_.number, {entry.number: ABSENT}, user)


def locked(round_: Round) -> tuple[Tournament, Round]:
    """The tournament, held, and the round as it is now, if people play in it."""
    tournament = lock(round_.tournament)
    now = Round.objects.select_for_update().filter(pk=round_.pk, state__in=OPEN).first()
    if now is None:
        raise just_before()
    return tournament, now


def seat_of(round_: Round, number: int, position: int = 1) -> Seat:
    """The seat of a start number in a round, of a pair that of one of the two."""
    seats = round_.seats.select_related("entry", "member__player", "table", "player")
    seat = seats.filter(entry__number=number, member__position=position).first()
    if seat is None:
        raise Refused(
            "nobody_here",
            _("Number %(number)s has no seat in this round.") % {"number": number},
        )
    return seat


def open_table(round_: Round, number: int | None) -> tuple[Table, Sheet]:
    """A table whose form has not come in, with its form."""
    table = round_.tables.filter(number=number or 0).first()
    if table is None or table.sheet_id is None:
        raise Refused(
            "no_table", _("No table has room. Choose another one, or draw again.")
        )
    sheet = Sheet.objects.select_for_update().get(pk=table.sheet_id)
    if sheet.locked or sheet.state != Sheet.State.OPEN or sheet.revisions.exists():
        raise Refused(
            "form_in",
            _("The form of table %(table)s is in, so who sits there stays as it is.")
            % {"table": number},
        )
    return table, sheet


def refuse_busy(round_: Round, player: int, name: str) -> None:
    """Nobody plays at two tables at once: refused until the form of theirs is in."""
    at = busy_at(round_, player)
    if at:
        raise Refused(
            "plays_elsewhere",
            _("%(name)s plays at table %(table)s, whose form is not in yet.")
            % {"name": name, "table": at},
        )


def say(entry: Entry, round_number: int, state: str) -> str:
    """Write presence for a round, "" for nothing said; returns what was said."""
    was = said_of(entry, round_number)
    if state:
        Presence.objects.update_or_create(
            entry=entry, round_number=round_number, defaults={"state": state}
        )
    else:
        Presence.objects.filter(entry=entry, round_number=round_number).delete()
    return was


def _there(tournament: Tournament, entry: Entry, number: int) -> str:
    """Present from this round on, unless it was said already that they may play."""
    if attendance(tournament, number)[entry.pk] in MAY_PLAY:
        return said_of(entry, number)
    return say(entry, number, Presence.State.PRESENT)


def said_of(entry: Entry, round_number: int) -> str:
    """What was said about one round, "" for nothing."""
    said = Presence.objects.filter(entry=entry, round_number=round_number)
    return said.values_list("state", flat=True).first() or ""


def reshape(sheet: Sheet, change: Any) -> None:
    """Give every draft of a form another shape; refuse what would lose something."""
    for draft in sheet.drafts.select_for_update():
        try:
            draft.cells = change(draft.cells)
        except formshape.Written:
            raise Refused(
                "written_already",
                _(
                    "Something is written for this person on a draft of the form. Let "
                    "them leave from a deal on instead."
                ),
            ) from None
        draft.save(update_fields=["cells"])


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = tournament.entries.filter(number=number, members__isnull=False).first()
    if entry is None:
        raise just_before("nobody_here")
    return entry


def _refuse_pairs(tournament: Tournament) -> None:
    if tournament.pairs:
        raise Refused(
            "pairs_stay",
            _("Pairs play two against two. Choose a substitute, or draw again."),
        )


def _seated_already(number: int) -> Refused:
    return Refused(
        "seated_already",
        _("Number %(number)s has a seat in this round already.") % {"number": number},
    )


def _taken_away(tournament: Tournament, round_: Round, seat: Seat) -> None:
    """Remove a seat; those behind it move up, on the drafts too."""
    _refuse_pairs(tournament)
    table, sheet = open_table(round_, seat.table.number)
    remember(round_)
    _resize(tournament, sheet, sheet.places - 1)
    reshape(sheet, lambda cells: formshape.with_one_fewer(cells, seat.place))
    Seat.objects.filter(pk=seat.pk).delete()
    for other in table.seats.filter(place__gt=seat.place).order_by("place"):
        Seat.objects.filter(pk=other.pk).update(place=other.place - 1)


def _resize(tournament: Tournament, sheet: Sheet, places: int) -> None:
    """Another number of places on a form, if the game can be played by so many."""
    rules = sheet.rules
    larger = places > sheet.places
    too_many = isinstance(rules, BidRules) and rules.capacity_problem(places)
    if places not in rules.sizes or too_many:
        raise Refused(
            "table_full" if larger else "table_too_small",
            _("This game cannot be played by %(count)s people at this table.")
            % {"count": places},
        )
    if kept_by_deal(rules) and any(
        formshape.is_begun(cells)
        for cells in sheet.drafts.values_list("cells", flat=True)
    ):
        raise Refused(
            "written_already",
            _("At this table play has begun, for the people who sit there now."),
        )
    Sheet.objects.filter(pk=sheet.pk).update(places=places)


def _keep_blank(sheet: Sheet, deals: int, device: str) -> None:
    """A draft that tells who left, for whoever opens the form later."""
    blank = {"rows": [[""] * deals for _ in range(sheet.places)]}
    for name in (LEFT, device):
        Draft.objects.get_or_create(sheet=sheet, device=name, defaults={"cells": blank})


def remember(round_: Round) -> None:
    """How the round was published, so that its draw can still be proven."""
    if "published" not in round_.inputs:
        tables = seated_numbers(round_)
        round_.inputs = {**round_.inputs, "published": tables}
        round_.save(update_fields=["inputs"])


def _last_told(
    tournament: Tournament, action: str, round_: Round, number: int
) -> dict[str, Any]:
    """What the log says of the last time this was done, for its undo."""
    said = tournament.log.filter(
        action=action, data__round=round_.number, data__number=number
    )
    told: dict[str, Any] | None = said.values_list("data", flat=True).first()
    return told or {}


def _told(
    tournament: Tournament, user: User, action: str, seat: Seat, **data: Any
) -> None:
    people_changed(tournament)
    log(
        tournament,
        user,
        action,
        round=seat.round.number,
        table=seat.table.number,
        number=seat.entry.number,
        place=seat.place,
        **data,
    )
