"""The log in words: a sentence for everything anybody can do.

One function per action, from what was stored with the deed, by what it is about. What
an entry was stored with by an earlier version may lack figures; its sentence then does
without them.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.logwords import (
    clock,
    ending,
    forms,
    people,
    preregistration,
    rounds,
    seats,
    settings,
)
from tournament.logwords.parts import Data, Who, Words, named

__all__ = ["KINDS", "WORDS", "in_words", "named"]

# What can be asked for, with the beginnings of its actions.
KINDS: Mapping[str, tuple[Promise, tuple[str, ...]]] = {
    "people": (
        gettext_lazy("People"),
        ("entry", "list", "player", "presence", "preregistration", "penalty"),
    ),
    "rounds": (gettext_lazy("Draw and rounds"), ("round", "seat")),
    "forms": (gettext_lazy("Forms"), ("sheet",)),
    "prizes": (
        gettext_lazy("Prizes and standings"),
        ("prize", "standings", "objections"),
    ),
    "settings": (gettext_lazy("Settings"), ("tournament", "club")),
}

WORDS: Words = {
    **people.WORDS,
    **preregistration.WORDS,
    **rounds.WORDS,
    **seats.WORDS,
    **clock.WORDS,
    **forms.WORDS,
    **ending.WORDS,
    **settings.WORDS,
}


def in_words(action: str, data: Data, who: Who) -> str:
    """The sentence of one log entry, with the reason where one was given."""
    words = WORDS.get(action)
    if words is None:  # written by another version of Bolwerk
        return _("Something that this version of Bolwerk has no words for.")
    sentence = words(data, who)
    if data.get("reason"):
        sentence += " " + _("Reason: %(reason)s") % {"reason": data["reason"]}
    return sentence
