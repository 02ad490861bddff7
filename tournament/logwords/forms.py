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


WORDS: Words = {
    "sheet.handed_in": _handed_in,
    "sheet.corrected": _corrected,
}
