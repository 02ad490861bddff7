"""Who registered beforehand on the public page, and has not come yet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournament.models import Player, PreRegistration, Round, Tournament
from tournament.names import fold, same_name, similar_name

BEGUN = 4  # signs of a number from which it is sought
SHOWN = 8  # of those that may be meant
NAMESAKES = 3  # people of one name; who is sought further on is asked about


@dataclass(frozen=True)
class Expected:
    """Somebody, or a pair, who is expected: their number, and their names in order."""

    pk: int
    code: str
    names: tuple[str, ...]
    at: datetime

    @property
    def name(self) -> str:
        return " & ".join(self.names)


@dataclass(frozen=True)
class Arrival:
    """One way to let somebody in who was expected: who of the book each of them is.

    None for somebody new. ``sure`` unless somebody in the book may be meant as well,
    which is then asked.
    """

    expected: Expected
    players: tuple[Player | None, ...]
    sure: bool

    @property
    def first(self) -> Player | None:
        return self.players[0]

    @property
    def last(self) -> Player | None:
        return self.players[-1]

    @property
    def new(self) -> bool:
        return None in self.players


def why_not(tournament: Tournament) -> str:
    """Why nobody can register beforehand now; empty where they can. One query."""
    if not tournament.preregistration:
        return _(
            "For this tournament nobody registers beforehand. Come to the door, you "
            "are welcome."
        )
    if tournament.closed_at:
        return _("This tournament is over.")
    if tournament.rounds.exclude(state=Round.State.PROPOSED).exists():
        return _(
            "The first round is out, so registering beforehand has ended. Come to the "
            "door and ask whether you can still join."
        )
    return ""


def expected(tournament: Tournament) -> list[Expected]:
    """Everybody who has not come and did not cancel, by name. One query."""
    open_ = PreRegistration.objects.filter(
        tournament=tournament, entry=None, cancelled_at=None
    )
    rows = open_.order_by("name", "pk").values_list(
        "pk", "code", "name", "partner", "made_at"
    )
    return [
        Expected(pk, code, (name, partner) if partner else (name,), at)
        for pk, code, name, partner, at in rows
    ]


def plain_code(text: str) -> str:
    """A number as it is kept, from what somebody types."""
    return "".join(sign for sign in text.upper() if sign.isalnum())


def arrivals(
    wanted: str,
    awaited: Sequence[Expected],
    book: Sequence[Player],
    inside: Mapping[int, object],
) -> list[Arrival]:
    """Who is meant of those expected, by number or by a part of their names.

    For one person a line per person of that name in the address book who is not in
    yet, and one for somebody new.
    """
    words = [word for word in map(fold, wanted.split()) if word]
    code = plain_code(wanted)
    if len("".join(words)) < 2:
        return []
    meant = [
        each
        for each in awaited
        if (len(code) >= BEGUN and each.code.startswith(code))
        or all(word in fold(each.name) for word in words)
    ]
    free = [player for player in book if player.pk not in inside]
    return [arrival for each in meant[:SHOWN] for arrival in _ways_in(each, free, book)]


def _ways_in(
    who: Expected, free: Sequence[Player], book: Sequence[Player]
) -> list[Arrival]:
    same = [[p for p in free if same_name(p.name, name)] for name in who.names]
    if len(who.names) > 1:
        found = tuple(players[0] if players else None for players in same)
        twice = any(len(players) > 1 for players in same) or _is_one(found)
        doubted = (
            _alike(n, book) for n, p in zip(who.names, found, strict=True) if not p
        )
        return [Arrival(who, found, sure=not twice and not any(doubted))]
    ways = [Arrival(who, (player,), sure=True) for player in same[0][:NAMESAKES]]
    return [*ways, Arrival(who, (None,), sure=False)]


def _is_one(players: Sequence[Player | None]) -> bool:
    known = [player.pk for player in players if player]
    return len(known) != len(set(known))


def _alike(name: str, book: Sequence[Player]) -> bool:
    return any(same_name(name, p.name) or similar_name(name, p.name) for p in book)
