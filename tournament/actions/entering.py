"""Entering people under a start number: what one person, a pair and a list share.

People are found in the club's address book or added to it. Called with the
tournament locked; what it means for a draw or the log is up to the caller.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.models import Club, Entry, Member, Player, Round, Tournament
from tournament.names import find_similar, same_name
from tournament.playerlist import PersonRow


@dataclass(frozen=True)
class Reported:
    """What became of one row of a player list, or of one pair.

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


def proper(name: str) -> str:
    """A name on one line, single spaces; refused without a letter or too long."""
    name = " ".join(name.split())
    if not any(letter.isalpha() for letter in name):
        raise Refused("no_name", _("A name has at least one letter."))
    if len(name) > 200:
        raise Refused("name_too_long", _("A name has at most 200 letters."))
    return name


def take(
    tournament: Tournament,
    rows: Sequence[PersonRow],
    found: Sequence[Player | None],
    book: list[Player],
    number: int,
) -> tuple[Reported, list[Player]]:
    """Enter the people of one row together under ``number``, who is new in the book.

    ``found`` has who they are in the book, as far as they are in it.
    """
    line, name = rows[0].line, " & ".join(row.name for row in rows)
    members = [member_of(tournament, player) if player else None for player in found]
    there = next((member for member in members if member), None)
    if there and any(m is None or m.entry != there.entry for m in members):
        params = {"name": there.player.name, "number": there.entry.number}
        return Reported(line, name, "refused", code="in_a_pair", params=params), []
    players: list[Player] = []
    like: list[str] = []
    for row, player in zip(rows, found, strict=True):
        if player is None:
            like += looks_like(row, book)
            player = new_player(tournament.club, row, book)
            book.append(player)
        else:
            complete(player, row, book)
            like += [player.name] if player.name != row.name else []
        players.append(player)
    if there:
        for row, player in zip(rows, players, strict=True):
            # A no is always heard; a yes never undoes what was said at the door.
            if row.consent is False:
                Member.objects.filter(entry=there.entry, player=player).update(
                    consent=False
                )
        there_already = Reported(line, name, "exists", there.entry.number, tuple(like))
        return there_already, players
    said = [row.consent for row in rows]
    entry = enter(tournament, list(zip(players, said, strict=True)), number)
    outcome = "similar" if like else "added"
    return Reported(line, name, outcome, entry.number, tuple(like)), players


def member_of(tournament: Tournament, player: Player) -> Member | None:
    members = Member.objects.filter(tournament=tournament, player=player)
    return members.select_related("entry", "player").first()


def refuse_other_entrants(tournament: Tournament, *, pairs: bool) -> None:
    if pairs and not tournament.pairs:
        raise Refused(
            "singles_only",
            _("Everybody plays for themselves here. Add people one by one."),
        )
    if tournament.pairs and not pairs:
        raise Refused(
            "pairs_only", _("Only pairs take part here. Add two people together.")
        )


def next_number(tournament: Tournament) -> int:
    """One more than the highest ever given, also of those taken back."""
    highest = tournament.entries.aggregate(Max("number"))["number__max"]
    return (highest or 0) + 1


def enter(
    tournament: Tournament,
    people: Sequence[tuple[Player, bool | None]],
    number: int,
) -> Entry:
    """Give one or two people, with what they said at the door, a start number."""
    # A round that is only proposed can still be drawn again with them in it.
    settled = tournament.rounds.exclude(state=Round.State.PROPOSED)
    last = settled.aggregate(Max("number"))["number__max"] or 0
    entry = Entry.objects.create(
        tournament=tournament, number=number, joins_in=last + 1
    )
    for position, (player, consent) in enumerate(people, 1):
        Member.objects.create(
            tournament=tournament,
            entry=entry,
            position=position,
            player=player,
            consent=consent,
        )
    return entry


def in_book(row: PersonRow, book: Sequence[Player], taken: set[int]) -> Player | None:
    """The person of a row, unless the club does not know them.

    By member number, else by exactly that name and note, else by name. Who is
    ``taken`` (by primary key) is somebody else.
    """
    free = [player for player in book if player.pk not in taken]
    if row.member_number:
        for player in book:
            numbered = player.member_number == row.member_number
            if numbered and (player.pk not in taken or player.name == row.name):
                return player
        free = [player for player in free if not player.member_number]
    named = [player for player in free if player.name == row.name]
    return next((p for p in named if p.note == row.note), named[0] if named else None)


def find_each(
    rows: Sequence[PersonRow], book: Sequence[Player], taken: set[int]
) -> list[Player | None]:
    """The people of some rows, nobody twice."""
    found: list[Player | None] = []
    for row in rows:
        mine = {player.pk for player in found if player}
        found.append(in_book(row, book, taken | mine))
    return found


def complete(player: Player, row: PersonRow, book: Sequence[Player]) -> None:
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


def looks_like(row: PersonRow, book: Sequence[Player]) -> tuple[str, ...]:
    """Names in the book that are the same or similar, or have the row's number."""
    names = [player.name for player in book]
    same = [other for other in names if same_name(row.name, other)]
    number = row.member_number
    numbered = [p.name for p in book if number and p.member_number == number]
    return tuple(dict.fromkeys(same + find_similar(row.name, names) + numbered))


def new_player(club: Club, row: PersonRow, book: Sequence[Player]) -> Player:
    """Put the person of a row in the book.

    A member number that somebody else has stays with them.
    """
    known = {player.member_number for player in book}
    number = "" if row.member_number in known else row.member_number
    return Player.objects.create(
        club=club,
        name=row.name,
        member_number=number,
        note=row.note,
        consent=row.consent,
    )
