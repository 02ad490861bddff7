"""The door: who stands there, who is in already, and what is in the cash box."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from tournament.models import Club, LogEntry, Member, Player, Seat, Tournament
from tournament.names import fold, same_name, similar_name
from tournament.queries.preregistration import Expected, expected

LAST = 10  # registrations in the list with undo
SHOWN = 8  # people found
ENOUGH = 2  # letters before anybody is sought


@dataclass(frozen=True)
class Guest:
    """One person of an entry; ``consent`` as said at the door, else as in the book."""

    player: int
    position: int
    name: str
    member_number: str
    note: str
    consent: bool | None


@dataclass(frozen=True)
class Inside:
    """Somebody who has a start number, or a pair.

    ``at`` is when it was given, for the last ones who got theirs one by one; it can
    be undone while ``seated`` is false.
    """

    number: int
    paid: bool
    guests: tuple[Guest, ...]
    seated: bool = False
    at: datetime | None = None

    @property
    def name(self) -> str:
        return " & ".join(guest.name for guest in self.guests)


@dataclass(frozen=True)
class Door:
    """Everybody inside by player, the last of them, one that is looked at, the cash.

    ``cash`` is in cents. ``expected`` are those who registered beforehand and are not
    here yet.
    """

    inside: Mapping[int, Inside]
    last: tuple[Inside, ...]
    card: Inside | None
    count: int
    paid: int
    cash: int
    expected: tuple[Expected, ...] = ()

    @property
    def unpaid(self) -> int:
        return self.count - self.paid


@dataclass(frozen=True)
class Hit:
    """A person of the address book; the part of the name that was typed is apart."""

    player: Player
    inside: Inside | None
    before: str
    typed: str
    after: str


@dataclass(frozen=True)
class Hits:
    """The first of the people found, and how many there are in all."""

    shown: tuple[Hit, ...]
    count: int

    @property
    def more(self) -> int:
        return self.count - len(self.shown)


def door(tournament: Tournament, card: int | None = None) -> Door:
    """The state of the door, with the entry of start number ``card``. Four queries."""
    members = (
        Member.objects.filter(tournament=tournament)
        .select_related("entry", "player")
        .order_by("entry__number", "position")
    )
    entries = [_inside(list(e)) for _pk, e in groupby(members, lambda m: m.entry_id)]
    last = [entry.number for entry in entries[: -LAST - 1 : -1]]
    wanted = {*last, card or 0}
    seated = set(
        Seat.objects.filter(entry__tournament=tournament, entry__number__in=wanted)
        .order_by()
        .values_list("entry__number", flat=True)
        .distinct()
    )
    given = LogEntry.objects.filter(
        tournament=tournament, action="entry.registered", data__number__in=list(wanted)
    )
    at = {data["number"]: moment for data, moment in given.values_list("data", "at")}
    known = {
        entry.number: Inside(
            entry.number,
            entry.paid,
            entry.guests,
            entry.number in seated,
            at.get(entry.number),
        )
        for entry in entries
        if entry.number in wanted
    }
    paid = sum(entry.paid for entry in entries)
    return Door(
        inside={guest.player: entry for entry in entries for guest in entry.guests},
        last=tuple(known[number] for number in last),
        card=known.get(card or 0),
        count=len(entries),
        paid=paid,
        cash=paid * tournament.fee_of_entry,
        expected=tuple(expected(tournament)),
    )


def _inside(members: list[Member]) -> Inside:
    entry = members[0].entry
    guests = tuple(
        Guest(
            m.player_id,
            m.position,
            m.player.name,
            m.player.member_number,
            m.player.note,
            m.answer,
        )
        for m in members
    )
    return Inside(entry.number, entry.paid, guests)


def book_of(club: Club) -> list[Player]:
    """The address book by name. One query."""
    return list(Player.objects.filter(club=club).order_by("name", "pk"))


def found(
    wanted: str,
    book: Sequence[Player],
    inside: Mapping[int, Inside],
    besides: Collection[int] = (),
) -> Hits:
    """Who may be meant, so that what stands first is never somebody else by a slip.

    Those with a word that begins as typed come before those with it inside a word; of
    both those not in yet first, then names that begin so. Every word typed is somewhere
    in the name, or it is the member or start number. Nobody for fewer than two letters.
    ``besides`` are players who are not meant.
    """
    words = [word for word in map(fold, wanted.split()) if word]
    typed = "".join(words)
    number = wanted.strip().isdecimal()  # "-1" is none, and no name either
    if number != typed.isdecimal() or not (number or len(typed) >= ENOUGH):
        return Hits((), 0)
    hits = []
    for player in book:
        entry = inside.get(player.pk)
        if player.pk not in besides and _meant(typed, words, player, entry):
            begins = fold(player.name).startswith(typed)
            inner = not (begins or _begin_words(words, player.name))
            hits.append((inner, entry is not None, not begins, player, entry))
    hits.sort(key=lambda hit: (*hit[:3], fold(hit[3].name)))
    shown = tuple(_hit(player, entry, wanted) for *_k, player, entry in hits[:SHOWN])
    return Hits(shown, len(hits))


def _begin_words(words: Sequence[str], name: str) -> bool:
    """Whether every word typed begins a word of the name; numbers are let be."""
    own = [fold(part) for part in re.split(r"[\W_]+", name)]
    typed = [word for word in words if not word.isdecimal()]
    return all(any(part.startswith(word) for part in own) for word in typed)


def _meant(
    typed: str, words: Sequence[str], player: Player, entry: Inside | None
) -> bool:
    if typed.isdecimal():
        number = str(entry.number) if entry else ""
        return typed in (fold(player.member_number), number)
    name = fold(player.name)
    return all(word in name for word in words)


def _hit(player: Player, entry: Inside | None, wanted: str) -> Hit:
    name, text = player.name, wanted.strip()
    at = name.lower().find(text.lower())
    if at < 0 or len(name.lower()) != len(name):  # as İ, of two letters in lower case
        return Hit(player, entry, name, "", "")
    end = at + len(text)
    return Hit(player, entry, name[:at], name[at:end], name[end:])


def doubles(name: str, book: Sequence[Player], inside: Mapping[int, Inside]) -> Hits:
    """Who in the book may be the person of this name, written otherwise."""
    like = alike(name, book)
    shown = tuple(_hit(player, inside.get(player.pk), "") for player in like[:SHOWN])
    return Hits(shown, len(like))


def alike(name: str, book: Sequence[Player]) -> list[Player]:
    """Who in the book has this name or a similar one; the same names first."""
    same = [player for player in book if same_name(name, player.name)]
    return same + [player for player in book if similar_name(name, player.name)]
