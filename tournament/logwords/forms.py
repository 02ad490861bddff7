"""What is said of forms."""

from django.utils.translation import gettext as _

from scoring.models import Revision
from tournament.logwords.parts import Data, Who, Words


def _handed_in(data: Data, who: Who) -> str:
    if data.get("source") == Revision.Source.CAPTAIN:
        return _("Table %(table)s handed in its form of round %(round)s.") % data
    return _("The form of table %(table)s in round %(round)s was entered.") % data


def _corrected(data: Data, who: Who) -> str:
    if data.get("again"):
        return (
            _(
                "Version %(again)s of the form of table %(table)s in round %(round)s "
                "was taken back, as version %(revision)s."
            )
            % data
        )
    return (
        _(
            "The form of table %(table)s in round %(round)s was corrected; this is "
            "version %(revision)s."
        )
        % data
    )


def _approved(data: Data, who: Who) -> str:
    return _("The form of table %(table)s in round %(round)s was approved.") % data


def _sent_back(data: Data, who: Who) -> str:
    return _("The form of table %(table)s in round %(round)s was sent back.") % data


def _unapproved(data: Data, who: Who) -> str:
    return (
        _("The approval of the form of table %(table)s in round %(round)s was undone.")
        % data
    )


def _unsent(data: Data, who: Who) -> str:
    return (
        _(
            "The form of table %(table)s in round %(round)s was not sent back after "
            "all; it counts."
        )
        % data
    )


def _moved(data: Data, who: Who) -> str:
    return (
        _(
            "The form of table %(table)s in round %(round)s was moved to table "
            "%(to_table)s in round %(to_round)s."
        )
        % data
    )


def _exchanged(data: Data, who: Who) -> str:
    return (
        _(
            "The forms of table %(table)s in round %(round)s and table %(to_table)s in "
            "round %(to_round)s were exchanged."
        )
        % data
    )


def _second_came(data: Data, who: Who) -> str:
    return (
        _(
            "Table %(table)s sent a second form of round %(round)s, which differs from "
            "the first."
        )
        % data
    )


def _second_dropped(data: Data, who: Who) -> str:
    return (
        _(
            "The first form of table %(table)s in round %(round)s stays. The second "
            "cannot be right, and was taken away."
        )
        % data
    )


def _second_kept_out(data: Data, who: Who) -> str:
    return (
        _(
            "Another form came in for table %(table)s in round %(round)s; the first "
            "one stays. The other is kept as version %(revision)s."
        )
        % data
    )


WORDS: Words = {
    "sheet.handed_in": _handed_in,
    "sheet.corrected": _corrected,
    "sheet.approved": _approved,
    "sheet.sent_back": _sent_back,
    "sheet.unapproved": _unapproved,
    "sheet.unsent": _unsent,
    "sheet.moved": _moved,
    "sheet.exchanged": _exchanged,
    "sheet.second_came": _second_came,
    "sheet.second_kept_out": _second_kept_out,
    "sheet.second_dropped": _second_dropped,
}
