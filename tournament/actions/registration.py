"""Putting people in the address book and into a tournament."""

from dataclasses import replace

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.entering import (
    Reported,
    enter,
    find_each,
    member_of,
    next_number,
    proper,
    refuse_other_entrants,
    take,
)
from tournament.actions.log import User, lock, log, people_changed, results_changed
from tournament.models import Club, Entry, Member, Player, PreRegistration, Tournament
from tournament.playerlist import BadRow, PersonRow, PlayerList


@transaction.atomic
def add_player(
    club: Club,
    user: User,
    *,
    name: str,
    member_number: str = "",
    note: str = "",
    consent: bool | None = None,
) -> Player:
    """Put a person in the address book.

    Raises Refused: no_name, name_too_long, number_taken.
    """
    Club.objects.select_for_update().get(pk=club.pk)
    name = proper(name)
    if (
        member_number
        and Player.objects.filter(club=club, member_number=member_number).exists()
    ):
        raise Refused(
            "number_taken", _("Another player has this member number already.")
        )
    return Player.objects.create(
        club=club, name=name, member_number=member_number, note=note, consent=consent
    )


@transaction.atomic
def register(
    tournament: Tournament,
    player: Player,
    user: User,
    consent: bool | None = None,
) -> Entry:
    """Give a player the next start number; joins in the next round to be drawn.

    Raises Refused: already_registered with the start number they have, pairs_only.
    """
    tournament = lock(tournament)
    refuse_other_entrants(tournament, pairs=False)
    member = member_of(tournament, player)
    if member:
        raise Refused(
            "already_registered",
            _("%(name)s is registered already, with start number %(number)s.")
            % {"name": player.name, "number": member.entry.number},
            entry=member.entry,
        )
    entry = enter(tournament, [(player, consent)], next_number(tournament))
    people_changed(tournament)
    log(tournament, user, "entry.registered", number=entry.number, name=player.name)
    return entry


@transaction.atomic
def unregister(entry: Entry, user: User) -> None:
    """Take back a registration; the start number is not given out again.

    What was paid is given back, and the log says so; who had registered beforehand
    is expected again.
    Raises Refused (has_played) once the entry has a seat: withdraw instead.
    """
    tournament = lock(entry.tournament)
    if entry.seats.exists():
        raise Refused(
            "has_played",
            _("Number %(number)s has a seat already. Let them withdraw instead.")
            % {"number": entry.number},
        )
    members = entry.members.order_by("position")
    name = " & ".join(members.values_list("player__name", flat=True))
    entry.presences.all().delete()
    entry.members.all().delete()
    PreRegistration.objects.filter(entry=entry).update(entry=None)
    people_changed(tournament)
    log(tournament, user, "entry.unregistered", number=entry.number, name=name)
    if tournament.entries.filter(pk=entry.pk, paid=True).update(paid=False):
        given_back = tournament.fee_of_entry
        log(tournament, user, "entry.unpaid", number=entry.number, cents=given_back)


@transaction.atomic
def change_player(
    player: Player,
    user: User,
    *,
    name: str,
    member_number: str,
    note: str,
    consent: bool | None,
    at_door: Member | None = None,
) -> None:
    """Correct a person; every tournament they take part in hears of what changed.

    ``at_door`` is the membership for which ``consent`` was said at the door as well.
    Raises Refused: no_name, name_too_long, number_taken.
    """
    # Not against those who only point at this person: a draw that seats them holds
    # the tournament, which is wanted here below.
    old = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    name = proper(name)
    try:
        with transaction.atomic():
            Player.objects.filter(pk=player.pk).update(
                name=name, member_number=member_number, note=note, consent=consent
            )
    except IntegrityError:
        raise Refused(
            "number_taken", _("Another player has this member number already.")
        ) from None
    said = {"name": name, "member_number": member_number, "note": note}
    changed = [key for key, value in said.items() if getattr(old, key) != value]
    if at_door:
        Member.objects.filter(pk=at_door.pk).update(consent=consent)
    if changed or old.consent != consent:
        sat_in = Tournament.objects.filter(rounds__seats__player=player)
        for tournament in sat_in.exclude(members__player=player).distinct():
            results_changed(tournament)  # where they only sat in for somebody
    everywhere = Member.objects.filter(player=player)
    for member in everywhere.select_related("tournament", "entry"):
        answered = old.consent != consent or member == at_door
        differs = [*changed, "consent"] if answered else changed
        if not differs:
            continue
        results_changed(member.tournament)
        log(
            member.tournament,
            user,
            "player.changed",
            player=player.pk,
            number=member.entry.number,
            was=old.name,
            name=name,
            changed=differs,
        )


@transaction.atomic
def import_list(
    tournament: Tournament, listed: PlayerList, user: User, all_new: bool = False
) -> list[Reported]:
    """Register everybody on a list who can be; one report per row, of two for a pair.

    With ``all_new`` every row is a person the club does not know yet. Else a person
    of the address book is known by member number or by name, see in_book. Each person
    is taken once, so a second row with the same name is a second person, and reported
    as such. Raises Refused: pairs_only, singles_only.
    """
    tournament = lock(tournament)
    book = list(Player.objects.filter(club=tournament.club).order_by("pk"))
    report: list[Reported] = []
    taken: set[int] = set()
    number = next_number(tournament)
    for row in listed.rows:
        if isinstance(row, BadRow):
            report.append(
                Reported(row.line, row.raw, "refused", code=row.code, params=row.params)
            )
            continue
        refuse_other_entrants(tournament, pairs=len(row.people) > 1)
        rows = [_cut(person) for person in row.people]
        found = [None] * len(rows) if all_new else find_each(rows, book, taken)
        reported, players = take(tournament, rows, found, book, number)
        taken |= {player.pk for player in players}
        number += reported.number == number
        report.append(reported)
    people_changed(tournament)
    numbers = [r.number for r in report if r.outcome in ("added", "similar")]
    log(tournament, user, "list.imported", rows=len(report), numbers=numbers)
    return report


def _cut(row: PersonRow) -> PersonRow:
    return replace(row, member_number=row.member_number[:40], note=row.note[:200])
