"""What is said of draws and rounds."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.logwords.parts import Data, Who, Words, listed, moment
from tournament.seatingways import FINAL, HAND, LOTS, SNAKE, STANDING


def _drawn(data: Data, who: Who) -> str:
    if data.get("way") in DRAWN:
        return DRAWN[data["way"]]() % data
    if "tables" not in data:
        return _("Round %(round)s was drawn.") % data
    return (
        ngettext(
            "Round %(round)s was drawn: %(tables)s table.",
            "Round %(round)s was drawn: %(tables)s tables.",
            data["tables"],
        )
        % data
    )


DRAWN: Mapping[str, Callable[[], str]] = {
    STANDING: lambda: _("Round %(round)s was drawn by standing."),
    SNAKE: lambda: _("Round %(round)s was drawn with tables about as strong."),
    FINAL: lambda: _("Round %(round)s was drawn as a final."),
    HAND: lambda: _("Round %(round)s was begun with empty tables, to fill by hand."),
    LOTS: lambda: _("The lots of round %(round)s were typed in."),
}


def _swapped(data: Data, who: Who) -> str:
    return _(
        "In the proposal of round %(round)s %(one)s and %(other)s changed places."
    ) % {
        "round": data["round"],
        "one": who(data["one"]),
        "other": who(data["other"]),
    }


def _placed(data: Data, who: Who) -> str:
    said = {
        "round": data["round"],
        "who": who(data["number"]),
        "table": data["table"],
    }
    if not data["table"]:
        return _("In the proposal of round %(round)s %(who)s was left out.") % said
    return (
        _("In the proposal of round %(round)s %(who)s was put at table %(table)s.")
        % said
    )


def _pinned(data: Data, who: Who) -> str:
    return _(
        "In the proposal of round %(round)s %(who)s stays at the table if it is drawn "
        "again."
    ) % {"round": data["round"], "who": who(data["number"])}


def _unpinned(data: Data, who: Who) -> str:
    return _("In the proposal of round %(round)s %(who)s may sit anywhere again.") % {
        "round": data["round"],
        "who": who(data["number"]),
    }


def _hand_undone(data: Data, who: Who) -> str:
    return _(
        "In the proposal of round %(round)s the last change by hand was taken back: "
        "%(people)s."
    ) % {"round": data["round"], "people": listed(map(who, data["numbers"]))}


def _discarded(data: Data, who: Who) -> str:
    return _("The draw of round %(round)s was thrown away.") % data


def _published(data: Data, who: Who) -> str:
    said = _("The seating of round %(round)s was published.") % data
    return said + _without_objections(data)


def _unpublished(data: Data, who: Who) -> str:
    return _("The seating of round %(round)s was taken back.") % data


def _closed(data: Data, who: Who) -> str:
    without = data.get("without", ())
    sentence = _("Round %(round)s was closed with all forms in.") % data
    if without:
        sentence = ngettext(
            "Round %(round)s was closed without the form of table %(tables)s.",
            "Round %(round)s was closed without the forms of tables %(tables)s.",
            len(without),
        ) % {"round": data["round"], "tables": ", ".join(map(str, without))}
    unseen = data.get("unseen", ())
    if unseen:
        named = ", ".join(map(str, unseen))
        sentence += " " + _("Nobody looked at: table %(tables)s.") % {"tables": named}
    undecided = data.get("undecided", ())
    if undecided:
        named = ", ".join(map(str, undecided))
        sentence += " " + _("Of two forms the first counts: table %(tables)s.") % {
            "tables": named
        }
    return sentence


def _reopened(data: Data, who: Who) -> str:
    return _("Round %(round)s was opened again.") % data + _without_objections(data)


def _without_objections(data: Data) -> str:
    """That the moment until which objections count went with it."""
    if not data.get("objections"):
        return ""
    return " " + _("Gone with that: objections until %(time)s.") % {
        "time": moment(data["objections"])
    }


WORDS: Words = {
    "round.drawn": _drawn,
    "round.swapped": _swapped,
    "round.placed": _placed,
    "round.pinned": _pinned,
    "round.unpinned": _unpinned,
    "round.hand_undone": _hand_undone,
    "round.discarded": _discarded,
    "round.published": _published,
    "round.unpublished": _unpublished,
    "round.closed": _closed,
    "round.reopened": _reopened,
}
