"""What is said of a round's clock."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.logwords.parts import Data, Who, Words


def _started(data: Data, who: Who) -> str:
    minutes = data["seconds"] // 60
    return ngettext(
        "Round %(round)s began; the clock is set to %(minutes)s minute.",
        "Round %(round)s began; the clock is set to %(minutes)s minutes.",
        minutes,
    ) % {"round": data["round"], "minutes": minutes}


def _stopped(data: Data, who: Who) -> str:
    return _("The clock of round %(round)s was taken away.") % data


def _paused(data: Data, who: Who) -> str:
    return _("The clock of round %(round)s was stopped at %(left)s.") % _left(data)


def _resumed(data: Data, who: Who) -> str:
    return _("The clock of round %(round)s goes on from %(left)s.") % _left(data)


def _left(data: Data) -> Data:
    left = "{:02}:{:02}".format(*divmod(max(0, data["left"]), 60))
    return {"round": data["round"], "left": left}


def _changed(data: Data, who: Who) -> str:
    return _("Round %(round)s takes %(now)s minutes instead of %(was)s.") % {
        "round": data["round"],
        "now": data["seconds"] // 60,
        "was": data["was"] // 60,
    }


def _extra(data: Data, who: Who) -> str:
    figures = {"round": data["round"], "table": data["table"]}
    minutes = data["seconds"] // 60
    if not minutes:
        return _("Table %(table)s has no extra time in round %(round)s.") % figures
    return ngettext(
        "Table %(table)s has %(minutes)s minute extra in round %(round)s.",
        "Table %(table)s has %(minutes)s minutes extra in round %(round)s.",
        minutes,
    ) % {**figures, "minutes": minutes}


WORDS: Words = {
    "round.clock_started": _started,
    "round.clock_stopped": _stopped,
    "round.clock_paused": _paused,
    "round.clock_resumed": _resumed,
    "round.clock_changed": _changed,
    "round.clock_extra": _extra,
}
