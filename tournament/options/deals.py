"""The deals of a game on one line: 1 2 3 4 5 5Z 5B 4 3 2 1.

Each deal is its number of cards, with a mark behind it where it is not bid open and
with trump.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.options.kinds import Part, Texts, first_text, one_text, words_of

DEAL = re.compile(r"(\d{1,3})(Z|SA|B|T)?", re.ASCII)
MARKS = {  # trump, blind
    "": (True, False),
    "Z": (False, False),
    "SA": (False, False),
    "B": (False, True),
    "T": (True, True),
}
MOST_DEALS = 40  # more do not fit on a page


@dataclass(frozen=True)
class Deals:
    """The deals of a game on one line: 1 2 3 4 5 5Z 5B 4 3 2 1."""

    shape = "line"

    def show(self, value: Sequence[Mapping[str, Any]]) -> list[str]:
        return [deals_text(value)]

    def read(self, texts: Texts) -> list[dict[str, Any]]:
        return [_deal(word) for word in words_of(first_text(texts))]

    def fault(self, value: Sequence[Mapping[str, Any]]) -> str:
        if len(value) > MOST_DEALS:
            figures = {"count": len(value), "most": MOST_DEALS}
            return _("That is %(count)s deals; a form has at most %(most)s.") % figures
        without = [deal for deal in value if deal["cards"] < 1]
        if without:
            told = {"deal": deals_text(without[:1])}
            return _("Deal “%(deal)s” has no cards. Give it at least one.") % told
        return ""

    def say(self, value: Sequence[Mapping[str, Any]]) -> str:
        return deals_text(value) or _("as many as the table’s size allows")

    def parts(self, texts: Texts) -> list[Part]:
        return one_text(texts)


def deals_text(deals: Sequence[Mapping[str, Any]]) -> str:
    """Deals as they are typed; the label stands where it says what the deal is."""
    return " ".join(_written(deal) for deal in deals)


def _written(deal: Mapping[str, Any]) -> str:
    kind = (deal["trump"], deal["blind"])
    read = DEAL.fullmatch(deal["label"])
    if read and MARKS[read[2] or ""] == kind and int(read[1]) == deal["cards"]:
        return str(deal["label"])
    mark = next(mark for mark, meant in MARKS.items() if meant == kind)
    return f"{deal['cards']}{mark}"


def _deal(word: str) -> dict[str, Any]:
    read = DEAL.fullmatch(word.upper())
    if not read:
        raise ValidationError(
            _(
                "“%(word)s” is not a deal. Write the number of cards, and behind it Z, "
                "SA, B or T where that applies: 5 5Z 5B."
            )
            % {"word": word[:40]}
        )
    cards, mark = int(read[1]), read[2] or ""
    trump, blind = MARKS[mark]
    return {"label": f"{cards}{mark}", "cards": cards, "trump": trump, "blind": blind}
