"""What is said of draws and rounds."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.logwords.parts import Data, Who, Words


def _drawn(data: Data, who: Who) -> str:
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


def _discarded(data: Data, who: Who) -> str:
    return _("The draw of round %(round)s was thrown away.") % data


def _published(data: Data, who: Who) -> str:
    return _("The seating of round %(round)s was published.") % data


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
    return sentence


def _reopened(data: Data, who: Who) -> str:
    return _("Round %(round)s was opened again.") % data


WORDS: Words = {
    "round.drawn": _drawn,
    "round.discarded": _discarded,
    "round.published": _published,
    "round.unpublished": _unpublished,
    "round.closed": _closed,
    "round.reopened": _reopened,
}
