"""Putting people in the address book and into a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, lock, log, people_changed, results_changed
from tournament.models import Club, Entry, Member, Player, Round, Tournament
from tournament.names import find_similar, same_name
from tournament.playerlist import BadRow, PersonRow, PlayerList


@dataclass(frozen=True)
class Reported:
    """What became of one row of a player list.

    ``outcome`` is added, exists (as ``like``, where the address book has another
    name), similar (added, and looks like ``like``) or refused (``code`` and
    ``params`` say why). ``number`` is the start number.
    """

    line: int
    name: str
    outcome: str
    number: int | None = None
    like: tuple[str, ...] = ()
    code: str = ""
    params: Any = None


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
    name = _proper(name)
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

    Raises Refused (already_registered) with the start number they have.
    """
    tournament = lock(tournament)
    member = Member.objects.filter(tournament=tournament, player=player).first()
    if member:
        raise Refused(
            "already_registered",
            _("%(name)s is registered already, with start number %(number)s.")
            % {"name": player.name, "number": member.entry.number},
            entry=member.entry,
        )
    entry = _register(tournament, player, _next_number(tournament), consent)
    people_changed(tournament)
    log(tournament, user, "entry.registered", number=entry.number, name=player.name)
    return entry


@transaction.atomic
def unregister(entry: Entry, user: User) -> None:
    """Take back a registration; the start number is not given out again.

    Raises Refused (has_played) once the entry has a seat: withdraw instead.
    """
    tournament = lock(entry.tournament)
    if entry.seats.exists():
        raise Refused(
            "has_played",
            _("Number %(number)s has a seat already. Let them withdraw instead.")
            % {"number": entry.number},
        )
    entry.presences.all().delete()
    entry.members.all().delete()
    people_changed(tournament)
    log(tournament, user, "entry.unregistered", number=entry.number)


@transaction.atomic
def change_player(
    player: Player,
    user: User,
    *,
    name: str,
    member_number: str,
    note: str,
    consent: bool | None,
    at_door: Entry | None = None,
) -> None:
    """Correct a person; every tournament they take part in hears of it.

    ``at_door`` is the entry for which ``consent`` was said at the door as well.
    Raises Refused: no_name, name_too_long, number_taken.
    """
    # Not against those who only point at this person: a draw that seats them holds
    # the tournament, which is wanted here below.
    old = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    name = _proper(name)
    try:
        with transaction.atomic():
            Player.objects.filter(pk=player.pk).update(
                name=name, member_number=member_number, note=note, consent=consent
            )
    except IntegrityError:
        raise Refused(
            "number_taken", _("Another player has this member number already.")
        ) from None
    if at_door:
        Entry.objects.filter(pk=at_door.pk).update(consent=consent)
    for tournament in Tournament.objects.filter(members__player=player):
        results_changed(tournament)
        log(
            tournament,
            user,
            "player.changed",
            player=player.pk,
            was=old.name,
            name=name,
        )


@transaction.atomic
def import_list(
    tournament: Tournament, listed: PlayerList, user: User, all_new: bool = False
) -> list[Reported]:
    """Register everybody on a list who can be; one report per row.

    With ``all_new`` every row is a person the club does not know yet. Else:

    A row is the person in the address book with its member number, else the one
    with exactly its name and note, else with its name. Each person is taken once,
    so a second row with the same name is a second person, and reported as such.
    """
    tournament = lock(tournament)
    book = list(Player.objects.filter(club=tournament.club).order_by("pk"))
    report: list[Reported] = []
    taken: set[int] = set()
    number = _next_number(tournament)
    for row in listed.rows:
        if isinstance(row, BadRow):
            report.append(
                Reported(row.line, row.raw, "refused", code=row.code, params=row.params)
            )
            continue
        row = replace(row, member_number=row.member_number[:40], note=row.note[:200])
        player = None if all_new else _in_book(row, book, taken)
        if player is None:
            like = _looks_like(row, book)
            player = _new_player(tournament.club, row, book)
            book.append(player)
        else:
            _complete(player, row, book)
            like = () if player.name == row.name else (player.name,)
        taken.add(player.pk)
        entry = _entry_of(tournament, player)
        outcome = ("similar" if like else "added") if entry is None else "exists"
        if entry and row.consent is False:
            # A no is always heard; a yes never undoes what was said at the door.
            Entry.objects.filter(pk=entry.pk).update(consent=False)
        if entry is None:
            entry = _register(tournament, player, number, row.consent)
            number += 1
        report.append(Reported(row.line, row.name, outcome, entry.number, like))
    people_changed(tournament)
    counts = {o: sum(r.outcome == o for r in report) for o in ("added", "similar")}
    log(tournament, user, "list.imported", rows=len(report), **counts)
    return report


def _proper(name: str) -> str:
    """A name on one line, single spaces; refused without a letter or too long."""
    name = " ".join(name.split())
    if not any(letter.isalpha() for letter in name):
        raise Refused("no_name", _("A name has at least one letter."))
    if len(name) > 200:
        raise Refused("name_too_long", _("A name has at most 200 letters."))
    return name


def _in_book(row: PersonRow, book: Sequence[Player], taken: set[int]) -> Player | None:
    free = [player for player in book if player.pk not in taken]
    if row.member_number:
        for player in book:
            numbered = player.member_number == row.member_number
            if numbered and (player.pk not in taken or player.name == row.name):
                return player
        free = [player for player in free if not player.member_number]
    named = [player for player in free if player.name == row.name]
    return next((p for p in named if p.note == row.note), named[0] if named else None)


def _complete(player: Player, row: PersonRow, book: Sequence[Player]) -> None:
    """Fill in what nobody had said of a person yet; what was said stays."""
    taken = any(other.member_number == row.member_number for other in book)
    number = "" if taken else row.member_number
    said = {
        "member_number": player.member_number or number,
        "note": player.note or row.note,
        "consent": row.consent if player.consent is None else player.consent,
    }
    if any(getattr(player, key) != value for key, value in said.items()):
        for key, value in said.items():
            setattr(player, key, value)
        player.save(update_fields=list(said))


def _looks_like(row: PersonRow, book: Sequence[Player]) -> tuple[str, ...]:
    """Names in the book that are the same or similar, or have the row's number."""
    names = [player.name for player in book]
    same = [other for other in names if same_name(row.name, other)]
    number = row.member_number
    numbered = [p.name for p in book if number and p.member_number == number]
    return tuple(dict.fromkeys(same + find_similar(row.name, names) + numbered))


def _new_player(club: Club, row: PersonRow, book: Sequence[Player]) -> Player:
    """A member number that somebody else has stays with them."""
    known = {player.member_number for player in book}
    number = "" if row.member_number in known else row.member_number
    return Player.objects.create(
        club=club,
        name=row.name,
        member_number=number,
        note=row.note,
        consent=row.consent,
    )


def _entry_of(tournament: Tournament, player: Player) -> Entry | None:
    member = (
        Member.objects.filter(tournament=tournament, player=player)
        .select_related("entry")
        .first()
    )
    return member.entry if member else None


def _next_number(tournament: Tournament) -> int:
    """One more than the highest ever given, also of those taken back."""
    highest = tournament.entries.aggregate(Max("number"))["number__max"]
    return (highest or 0) + 1


def _register(
    tournament: Tournament, player: Player, number: int, consent: bool | None
) -> Entry:
    # A round that is only proposed can still be drawn again with them in it.
    settled = tournament.rounds.exclude(state=Round.State.PROPOSED)
    last = settled.aggregate(Max("number"))["number__max"] or 0
    entry = Entry.objects.create(
        tournament=tournament, number=number, joins_in=last + 1, consent=consent
    )
    Member.objects.create(tournament=tournament, entry=entry, player=player)
    return entry
