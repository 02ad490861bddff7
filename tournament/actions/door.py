"""The desk at the door: a start number at once, what is paid, what is said, undo."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.entering import (
    new_player,
    proper,
    refuse_other_entrants,
)
from tournament.actions.log import User, just_before, lock, log
from tournament.actions.pairs import register_pair
from tournament.actions.preregistration import came, still_expected
from tournament.actions.registration import change_player, register, unregister
from tournament.models import Club, Entry, Member, Player, PreRegistration, Tournament
from tournament.playerlist import PersonRow
from tournament.queries.door import alike, book_of


@transaction.atomic
def register_at_door(
    tournament: Tournament,
    people: Sequence[Player | str],
    user: User,
    *,
    paid: bool = False,
    sure: Collection[str] = (),
    made: PreRegistration | None = None,
) -> Entry:
    """Give one person, or the two of a pair, the next start number.

    Each is somebody of the address book, or the name of somebody new. A new name
    that looks like one in the book is refused unless it is in ``sure``. ``made`` is
    how they registered beforehand, if they did.
    Raises Refused: near_double with the name and the players it is ``like``,
    already_registered with the entry, taken_off (the person was undone meanwhile),
    in_a_pair, twice_one, no_name, name_too_long, pairs_only, singles_only,
    came_already with the entry, not_coming.
    """
    tournament = lock(tournament)
    made = still_expected(made) if made else None
    refuse_other_entrants(tournament, pairs=len(people) > 1)
    club = tournament.club
    book = book_of(club)
    players = [_known(each, book) or _added(club, each, book, sure) for each in people]
    entry = _entered(tournament, players, user)
    for player, named in zip(players, people, strict=True):
        if isinstance(named, str):
            log(
                tournament,
                user,
                "player.added",
                number=entry.number,
                name=player.name,
                player=player.pk,
            )
    if made:
        came(made, entry, user)
    if paid and tournament.fee_of_entry:
        _write_paid(tournament, entry, True, user)
    return entry


@transaction.atomic
def set_paid(entry: Entry, paid: bool, user: User) -> None:
    """Say whether the fee of a start number is in the cash box.

    Saying it twice is saying it once. Raises Refused: taken_off, no_fee.
    """
    tournament = lock(entry.tournament)
    now = _still_in(tournament, entry)
    if not tournament.fee_of_entry:
        raise Refused(
            "no_fee", _("Nothing is paid here. Type the entry fee in the settings.")
        )
    if now.paid != paid:
        _write_paid(tournament, now, paid, user)


@transaction.atomic
def say(member: Member, user: User, **said: Any) -> None:
    """Keep what somebody says at the door: ``consent`` to show the name, or ``note``.

    For this tournament and in the address book. Raises Refused: taken_off.
    """
    # First the person and then the tournaments, in the order of change_player.
    people = Player.objects.select_for_update(no_key=True)
    player = people.filter(pk=member.player_id).first()
    now = Member.objects.filter(pk=member.pk, player=player).first()
    if player is None or now is None:
        raise taken_off()
    change_player(
        player,
        user,
        name=player.name,
        member_number=player.member_number,
        note=said.get("note", player.note)[:200],
        consent=said.get("consent", player.consent),
        at_door=now if "consent" in said else None,
    )


@transaction.atomic
def undo(entry: Entry, user: User) -> int:
    """Take a registration back as if it had not been; the money to give back, in cents.

    Who was new in the address book leaves it too; the number is not given out again.
    Raises Refused: taken_off, has_played.
    """
    tournament = lock(entry.tournament)
    now = _still_in(tournament, entry)
    unregister(now, user)
    added = tournament.log.filter(action="player.added", data__number=now.number)
    new = [data["player"] for data in added.values_list("data", flat=True)]
    nowhere = Player.objects.filter(pk__in=new, memberships=None, seats=None)
    # Whom another desk is correcting at this moment stays in the book.
    free = nowhere.select_for_update(skip_locked=True, of=("self",))
    Player.objects.filter(pk__in=[player.pk for player in free]).delete()
    return tournament.fee_of_entry if now.paid else 0


def _known(named: Player | str, book: Sequence[Player]) -> Player | None:
    """The person of the book as it is now; another desk may have undone them."""
    if isinstance(named, str):
        return None
    if named not in book:
        raise taken_off()
    return named


def _added(club: Club, name: Any, book: list[Player], sure: Collection[str]) -> Player:
    name = proper(name)
    like = alike(name, book)
    if like and name not in map(_one_line, sure):
        raise Refused(
            "near_double",
            _("%(name)s looks like %(like)s. Say whether it is the same person.")
            % {"name": name, "like": ", ".join(player.name for player in like)},
            name=name,
            like=like,
        )
    player = new_player(club, PersonRow(1, name, "", "", None), book)
    book.append(player)
    return player


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _entered(tournament: Tournament, players: Sequence[Player], user: User) -> Entry:
    if len(players) == 1:
        return register(tournament, players[0], user)
    reported = register_pair(tournament, players, user)
    assert reported.number
    entry = tournament.entries.get(number=reported.number)
    if reported.outcome == "exists":
        raise Refused(
            "already_registered",
            _("%(name)s is registered already, with start number %(number)s.")
            % {"name": reported.name, "number": reported.number},
            entry=entry,
        )
    return entry


def _write_paid(tournament: Tournament, entry: Entry, paid: bool, user: User) -> None:
    Entry.objects.filter(pk=entry.pk).update(paid=paid)
    log(
        tournament,
        user,
        "entry.paid" if paid else "entry.unpaid",
        number=entry.number,
        cents=tournament.fee_of_entry,
    )


def _still_in(tournament: Tournament, entry: Entry) -> Entry:
    now = Entry.objects.filter(pk=entry.pk, members__tournament=tournament).first()
    if now is None:
        raise taken_off()
    return now


def taken_off() -> Refused:
    """The refusal of an act on somebody who is not registered any more."""
    return just_before("taken_off")
