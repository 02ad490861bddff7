"""What is said of penalties, prizes, and the end of an evening."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.logwords.parts import Data, Who, Words, moment
from tournament.money import in_euros
from tournament.prizegiving import Offered
from tournament.prizewords import prize_for, what_is_won


def _penalty_given(data: Data, who: Who) -> str:
    return _("%(who)s got a penalty from round %(round)s on: %(points)s.") % {
        "who": who(data["number"]),
        "round": data["round"],
        "points": _points(data["points"]),
    }


def _penalty_cancelled(data: Data, who: Who) -> str:
    return _("The penalty of %(who)s was cancelled: %(points)s.") % {
        "who": who(data["number"]),
        "points": _points(data["points"]),
    }


def _points(points: int) -> str:
    many = {"n": abs(points)}
    if points < 0:
        return ngettext("%(n)s point off", "%(n)s points off", abs(points)) % many
    return ngettext("%(n)s point extra", "%(n)s points extra", points) % many


def _prize(data: Data) -> dict[str, str]:
    prize = Offered(data["kind"], data["place"], data["what"], data["cents"])
    return {
        "for": prize_for(prize.kind, prize.place),
        "what": what_is_won(prize) or in_euros(0),
    }


def _prize_set(data: Data, who: Who) -> str:
    if data.get("was"):
        told = {**_prize(data), "was": _prize(data["was"])["what"]}
        return _("Prize changed. %(for)s: from %(was)s to %(what)s.") % told
    return _("Prize put on the list. %(for)s: %(what)s.") % _prize(data)


def _prize_removed(data: Data, who: Who) -> str:
    return _("Prize taken off the list. %(for)s: %(what)s.") % _prize(data)


def _teams(data: Data, who: Who) -> str:
    count = len(data["numbers"])
    return ngettext(
        "The team of %(count)s start number was changed.",
        "The teams of %(count)s start numbers were changed.",
        count,
    ) % {"count": count}


def _hidden(data: Data, who: Who) -> str:
    return (
        _("The standings are hidden from the public from round %(from_round)s on.")
        % data
    )


def _shown(data: Data, who: Who) -> str:
    return _("The standings are not hidden any more.")


def _revealed(data: Data, who: Who) -> str:
    if data["place"] is None:
        return _("The places that were revealed are hidden again.")
    if data["was"] is not None and data["place"] > data["was"]:
        return _("Hidden again: the places above %(place)s.") % data
    if data["place"] == 1:
        return _("The standings were revealed down to the winner.")
    return _("The standings were revealed from place %(place)s down.") % data


def _objections(data: Data, who: Who) -> str:
    until = moment(data["until"])
    if data.get("was"):
        told = {"was": moment(data["was"]), "until": until}
        return _("Objections count until %(until)s, instead of %(was)s.") % told
    return _("Objections count until %(until)s.") % {"until": until}


def _no_objections(data: Data, who: Who) -> str:
    was = {"was": moment(data["was"])}
    return _("No moment is set for objections any more; it was %(was)s.") % was


def _closed(data: Data, who: Who) -> str:
    return _("The tournament was closed.")


def _reopened(data: Data, who: Who) -> str:
    return _("The tournament was opened again.")


def _cloned(data: Data, who: Who) -> str:
    return (
        ngettext(
            "Made after %(of)s, with its rules and prizes and %(people)s start number.",
            "Made after %(of)s, with its rules and prizes and %(people)s start "
            "numbers.",
            data["people"],
        )
        % data
    )


WORDS: Words = {
    "penalty.given": _penalty_given,
    "penalty.cancelled": _penalty_cancelled,
    "prize.set": _prize_set,
    "prize.removed": _prize_removed,
    "prize.teams": _teams,
    "standings.hidden": _hidden,
    "standings.shown": _shown,
    "standings.revealed": _revealed,
    "objections.set": _objections,
    "objections.removed": _no_objections,
    "tournament.closed": _closed,
    "tournament.reopened": _reopened,
    "tournament.cloned": _cloned,
}
