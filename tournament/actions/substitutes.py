"""Who sits in for somebody, and whom that counts for.

The seat keeps the entry it belongs to; who really sits there is a fact of the seat.
"""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.entering import in_book, new_player, proper
from tournament.actions.log import User, log, people_changed
from tournament.actions.seats import ABSENT, locked, refuse_busy, say, seat_of
from tournament.models import Player, Presence, Round, Seat, Tournament
from tournament.names import same_name
from tournament.playerlist import PersonRow


@transaction.atomic
def substitute(
    round_: Round,
    number: int,
    named: Player | str,
    user: User,
    *,
    apart: bool | None = None,
    position: int = 1,
    seen: int = 0,
) -> Seat:
    """Let somebody sit in for a start number, of a pair for one of the two.

    ``named`` is a person of the address book, or the name of somebody new; who sits in
    already, to count otherwise. ``apart`` says that the score counts for nobody, None
    goes by the tournament. ``seen`` is the
    version of the form that was on the page, 0 for none: with the form in this only
    puts down who really played. Absent from this round on is who was sat in for.
    Raises Refused: round_moved_on, nobody_here, form_in, no_name, name_too_long,
    sits_there, plays_elsewhere.
    """
    tournament, round_ = locked(round_)
    seat = seat_of(round_, number, position)
    _refuse_newer_form(seat, seen)
    player = _player(tournament, named)
    default = tournament.substitutes == Tournament.Substitutes.APART
    apart = default if apart is None else apart
    sits_in = seat.player_id != seat.member.player_id
    same = player.pk == seat.player_id
    if same and (apart == seat.apart or not sits_in):
        raise Refused(
            "sits_there",
            _("%(name)s sits there already.") % {"name": player.name},
        )
    if player.pk == seat.member.player_id:
        return own_again(round_, number, user, position=position)
    if not same:
        refuse_busy(round_, player.pk, player.name)
    was = say(seat.entry, round_.number, ABSENT)
    before = seat.player_id if sits_in else None
    Seat.objects.filter(pk=seat.pk).update(player=player)
    _count(round_, seat, apart)
    people_changed(tournament)
    log(
        tournament,
        user,
        "seat.substituted",
        round=round_.number,
        table=seat.table.number,
        number=number,
        position=position,
        name=player.name,
        player=player.pk,
        before=before,
        apart=apart,
        was=was,
    )
    seat.refresh_from_db()
    return seat


@transaction.atomic
def own_again(round_: Round, number: int, user: User, *, position: int = 1) -> Seat:
    """Undo: the person whose seat it is sits there, and it counts.

    Raises Refused: round_moved_on, nobody_here, plays_elsewhere.
    """
    tournament, round_ = locked(round_)
    seat = seat_of(round_, number, position)
    member = seat.member
    if seat.player_id == member.player_id:
        return seat
    refuse_busy(round_, member.player_id, member.player.name)
    Seat.objects.filter(pk=seat.pk).update(player=member.player)
    _count(round_, seat, _others_apart(round_, seat))
    said = tournament.log.filter(
        action="seat.substituted", data__round=round_.number, data__number=number
    ).values_list("data", flat=True)
    # Who sat in after one another: what was said before the first of them.
    told: dict[str, Any] = next((data for data in said if not data["before"]), {})
    say(seat.entry, round_.number, told.get("was", Presence.State.PRESENT))
    people_changed(tournament)
    log(
        tournament,
        user,
        "seat.own_again",
        round=round_.number,
        table=seat.table.number,
        number=number,
        position=position,
        name=member.player.name,
    )
    seat.refresh_from_db()
    return seat


def _refuse_newer_form(seat: Seat, seen: int) -> None:
    sheet = seat.table.sheet
    counted = sheet.revisions.filter(counted=True).first() if sheet else None
    if (counted.number if counted else 0) != seen:
        raise Refused(
            "form_in",
            _(
                "The form of table %(table)s came in or was changed meanwhile. Look "
                "who it says played, and choose once more."
            )
            % {"table": seat.table.number},
        )


def _player(tournament: Tournament, named: Player | str) -> Player:
    """The person of the address book; a name that it does not have is put in."""
    if isinstance(named, Player):
        return named
    if not named.strip():
        raise Refused(
            "no_name", _("Choose who sits in, or type the name of somebody new.")
        )
    name = proper(named)
    book = list(Player.objects.filter(club=tournament.club).order_by("pk"))
    row = PersonRow(1, name, "", "", None)
    known = in_book(row, book, set())
    known = known or next((each for each in book if same_name(each.name, name)), None)
    return known or new_player(tournament.club, row, book)


def _count(round_: Round, seat: Seat, apart: bool) -> None:
    """Of a pair both seats: it plays the round or misses it as one."""
    Seat.objects.filter(round=round_, entry_id=seat.entry_id).update(apart=apart)


def _others_apart(round_: Round, seat: Seat) -> bool:
    """Whether the other of a pair still has a substitute who counts apart."""
    others = Seat.objects.filter(round=round_, entry_id=seat.entry_id)
    sat_in = [
        other.apart
        for other in others.exclude(pk=seat.pk).select_related("member")
        if other.player_id != other.member.player_id
    ]
    return any(sat_in)
