"""Prizes in words: what they are for, what is won, and how it is shared."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.money import in_euros
from tournament.prizegiving import (
    BEST_ROUND,
    BOLLOOS,
    BOOBY,
    EACH_TIME,
    PLACE,
    TABLE,
    Offered,
    Won,
)


def prize_for(kind: str, place: int = 1) -> str:
    """What a prize is for: "place 2", "booby prize"."""
    if kind == PLACE:
        return _("Place %(place)s") % {"place": place}
    if kind == BOLLOOS:
        return _("A form without a bol")
    if kind == TABLE:
        return _("Winner of a table")
    return _ranked_kind(kind, place)


def _ranked_kind(kind: str, place: int) -> str:
    if kind == BOOBY:
        first, further = _("Booby prize"), _("Booby prize, %(place)s from the end")
    elif kind == BEST_ROUND:
        first, further = _("Best round"), _("Best round, place %(place)s")
    else:
        first, further = _("Best team"), _("Teams, place %(place)s")
    return first if place == 1 else further % {"place": place}


def what_is_won(prize: Offered) -> str:
    """A thing, an amount, or both: "a ham and € 12,50"."""
    amount = in_euros(prize.cents) if prize.cents else ""
    if prize.what and amount:
        return _("%(what)s and %(amount)s") % {"what": prize.what, "amount": amount}
    return prize.what or amount


def won_for(won: Won) -> str:
    """What was won: "Place 1", "Places 2 and 3", "Round 2, table 4"."""
    places = [prize.place for prize in won.prizes]
    if won.kind in EACH_TIME and won.games:
        at = {"round": won.games[0].round, "table": won.games[0].table}
        if won.kind == TABLE:
            return _("Winner of table %(table)s in round %(round)s") % at
        return _("A form without a bol in round %(round)s") % at
    if won.kind == PLACE and len(places) > 1:
        return _("Places %(places)s") % {"places": _and([str(p) for p in places])}
    return _and([prize_for(won.kind, place) for place in places])


def what_each_gets(won: Won) -> str:
    """What every winner goes home with, or how things are to be divided."""
    things = [prize.what for prize in won.prizes if prize.what]
    amount = in_euros(won.cents) if won.cents else ""
    if won.winners < 2:
        parts = [*things, *([amount] if amount else [])]
        return _and(parts)
    if amount:
        amount = _("%(amount)s each") % {"amount": amount}
    shared = _("together: %(things)s") % {"things": _and(things)} if things else ""
    return "; ".join(part for part in (amount, shared) if part)


def how_shared(won: Won) -> str:
    """A tie in words, with what becomes of cents that cannot be split."""
    if won.winners < 2:
        return ""
    said = ngettext("%(count)s shares this.", "%(count)s share this.", won.winners) % {
        "count": won.winners
    }
    if won.pot and len(won.prizes) > 1:
        said = _("%(count)s are equal and share %(places)s: %(pot)s together.") % {
            "count": won.winners,
            "places": won_for(won).lower(),
            "pot": in_euros(won.pot),
        }
    if won.left:
        said += " " + ngettext(
            "%(cents)s cent cannot be split and stays in the cash box.",
            "%(cents)s cents cannot be split and stay in the cash box.",
            won.left,
        ) % {"cents": won.left}
    if any(prize.what for prize in won.prizes):
        said += " " + _("Divide what is no money, or let them draw lots.")
    return said


def _and(texts: Sequence[str]) -> str:
    if len(texts) < 2:
        return "".join(texts)
    return _("%(first)s and %(last)s") % {
        "first": ", ".join(texts[:-1]),
        "last": texts[-1],
    }
