"""Who takes part, under what name, and who is there in a round."""

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from django.utils.translation import gettext as _

from tournament.models import Entry, Member, Presence, Round, Tournament
from tournament.names import fold


@dataclass(frozen=True)
class Person:
    """An entry as it is shown, or one of a pair at their place at a table.

    ``name`` is None where only the number may be shown, of a pair both names joined.
    ``twin`` says that somebody else in the tournament has the same name, so that the
    start number must be shown with it.
    """

    entry: int
    number: int
    name: str | None
    twin: bool = False
    substitute: bool = False  # the name is of who sits there, and of whom for


@dataclass(frozen=True)
class Sitter:
    """Who really sits at a place: the player with what the address book says."""

    member: int
    player: int
    name: str
    consent: bool | None


# What a query of seats reads for Sitter, in its order.
SITTER = ("member_id", "player_id", "player__name", "player__consent")


@dataclass(frozen=True)
class Folk:
    """Everybody who takes part: entries by their key, and people by their player's.

    ``members`` has whose place each member is, by the member's key; ``shown`` says of
    everybody who takes part whether their name may be shown, by their player's.
    """

    tournament: Tournament
    public: bool
    entries: dict[int, Person]
    at_places: dict[int, Person]
    members: dict[int, int]
    shown: dict[int, bool]

    def at(self, sitter: Sitter) -> Person:
        """Who sits at a place: the member, or a substitute with whom that is for.

        Both names are shown as far as each may be. The start number is that of whom
        the place belongs to.
        """
        own = self.at_places[self.members[sitter.member]]
        if self.members[sitter.member] == sitter.player:
            return own
        mine = _may_show(self.tournament, sitter.consent)
        shown = not self.public or self.shown.get(sitter.player, mine)
        told = {"substitute": sitter.name, "person": own.name, "number": own.number}
        if own.name is None:
            text = (
                _("%(substitute)s for no. %(number)s")
                if shown
                else _("substitute for no. %(number)s")
            )
        else:
            text = (
                _("%(substitute)s for %(person)s")
                if shown
                else _("substitute for %(person)s")
            )
        return replace(own, name=text % told, substitute=True)


class Attendance(StrEnum):
    """Where somebody stands in one round; each has a label of its own."""

    NOT_YET = "not_yet"
    PRESENT = "present"
    IF_NEEDED = "if_needed"
    SITS_OUT = "sits_out"
    ABSENT = "absent"
    WITHDRAWN = "withdrawn"


def people(tournament: Tournament, *, public: bool) -> dict[int, Person]:
    """Every entry of the tournament by its primary key, in order of start number.

    With ``public`` only the names that may be shown outside the desk. One query.
    """
    return folk_of(tournament, public=public).entries


def folk_of(tournament: Tournament, *, public: bool) -> Folk:
    """Every entry and everybody in it, in order of start number. One query.

    With ``public`` what somebody said at the door goes before what the address book
    says; a pair has a name where both of its people do.
    """
    at_places: dict[int, Person] = {}
    members: dict[int, list[Person]] = {}
    places: dict[int, int] = {}
    may: dict[int, bool] = {}
    for member, entry, number, at_door, in_book, player, name in (
        Member.objects.filter(tournament=tournament)
        .order_by("entry__number", "position")
        .values_list(
            "pk",
            "entry_id",
            "entry__number",
            "consent",
            "player__consent",
            "player_id",
            "player__name",
        )
    ):
        answer = in_book if at_door is None else at_door
        may[player] = _may_show(tournament, answer)
        person = Person(entry, number, name if may[player] or not public else None)
        places[member] = player
        at_places[player] = person
        members.setdefault(entry, []).append(person)
    entries = {entry: _joined(each) for entry, each in members.items()}
    return Folk(
        tournament,
        public,
        _told_apart(entries),
        _told_apart(at_places),
        places,
        may,
    )


def _joined(members: list[Person]) -> Person:
    names = [person.name for person in members if person.name is not None]
    whole = len(names) == len(members)
    return replace(members[0], name=" & ".join(names) if whole else None)


def _told_apart(shown: dict[int, Person]) -> dict[int, Person]:
    """The same people, who has a name that is shown twice marked as a twin."""
    seen = Counter(p.name.casefold() for p in shown.values() if p.name is not None)
    return {
        key: replace(person, twin=seen[person.name.casefold()] > 1)
        if person.name is not None
        else person
        for key, person in shown.items()
    }


def _may_show(tournament: Tournament, consent: bool | None) -> bool:
    if tournament.names_public == Tournament.Names.ALL:
        return consent is not False
    return consent is True


def is_meant(person: Person, wanted: str) -> bool:
    """Whether a list narrowed to what somebody typed still has this person.

    The beginning of a start number, or a part of the name; nothing typed is everybody.
    """
    if wanted.isdecimal():
        return str(person.number).startswith(wanted)
    return fold(wanted) in fold(person.name or "")


def round_to_come(tournament: Tournament) -> int:
    """The number of the round whose seating is not out yet."""
    return tournament.rounds.exclude(state=Round.State.PROPOSED).count() + 1


def attendance(tournament: Tournament, round_number: int) -> dict[int, Attendance]:
    """Where each entry stands in a round, by primary key, in start-number order.

    Present until said otherwise. Absent lasts until the next word; who sits out
    does so for one round. Two queries.
    """
    said: dict[int, tuple[int, str]] = {}
    for entry, number, state in (
        Presence.objects.filter(
            entry__tournament=tournament, round_number__lte=round_number
        )
        .order_by("round_number")
        .values_list("entry_id", "round_number", "state")
    ):
        said[entry] = (number, state)
    return {
        entry: _attendance(round_number, joins, gone, said.get(entry))
        for entry, joins, gone in Entry.objects.filter(members__tournament=tournament)
        .distinct()
        .order_by("number")
        .values_list("pk", "joins_in", "withdrawn_from")
    }


def _attendance(
    round_number: int,
    joins_in: int,
    withdrawn_from: int | None,
    said: tuple[int, str] | None,
) -> Attendance:
    if withdrawn_from is not None and round_number >= withdrawn_from:
        return Attendance.WITHDRAWN
    if round_number < joins_in:
        return Attendance.NOT_YET
    if said is None:
        return Attendance.PRESENT
    number, state = said
    if state == Presence.State.SITS_OUT and number < round_number:
        return Attendance.PRESENT
    return Attendance(state)
