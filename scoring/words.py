"""The short names of what stands on a form and in standings: fields, their choices,
the ways to fill in a form, and the figures that rank.

Rulebooks answer in keys; here is what people read for them. Sides and players are
no words: a page shows the names of the people.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

Words = Mapping[str, Promise]

FIELDS: Words = {
    # Belotten
    "makers": _("makers"),
    "card_points": _("card points"),
    "tricks": _("tricks"),
    "last_trick": _("last trick"),
    "melds": _("melds"),
    "melds.player": pgettext_lazy("form field", "shown by"),
    "melds.kind": pgettext_lazy("form field", "kind"),
    "melds.suit": pgettext_lazy("form field", "suit"),
    "melds.top": _("highest card"),
    "melds.length": _("cards in the sequence"),
    "melds.rank": _("rank of the four"),
    "meld_1": _("first meld shown"),
    "meld_2": _("second meld shown"),
    "meld_3": _("third meld shown"),
    "meld_4": _("fourth meld shown"),
    "belot": _("belot"),
    "trump": _("trump"),
    "event": _("what happened"),
    "by": pgettext_lazy("form field", "by"),
    "start": _("totals at the start"),
    "held": pgettext_lazy("points", "held"),
    # Bolivia and Canasta
    "end": _("how it ended"),
    "melded": _("melded"),
    "mixed": _("mixed canastas"),
    "natural": _("natural canastas"),
    "escalera": _("escaleras"),
    "bolivia": _("bolivias"),
    "short_wild_melds": _("short wild melds"),
    "red_threes": _("red threes"),
    "out": pgettext_lazy("form field", "out"),
    "hand": _("left in hand"),
    "hand_threes": _("black threes left in hand"),
    "black_threes": _("black threes melded"),
    "first_meld": _("first meld"),
    "first_meld_minimum": _("first meld at least"),
    "joker": _("jokers"),
    "two": _("twos"),
    "ace": _("aces"),
    "k_to_8": _("8 to king"),
    "seven_to_4": _("4 to 7"),
    "black_three": _("black threes"),
    # every form per deal
    "first_dealer": _("first dealer"),
    "rare": _("seldom needed"),
}

EVENTS: Words = {
    "played": pgettext_lazy("deal", "played"),
    "all_passed_twice": _("all passed twice"),
    "misdeal": _("misdeal"),
    "revoke": _("revoke"),
}
ENDS: Words = {
    "out": _("somebody went out"),
    "stock": _("the stock ran out"),
}
WAYS_OUT: Words = {
    "no": pgettext_lazy("going out", "no"),
    "normal": pgettext_lazy("going out", "out"),
    "concealed": _("out in one turn"),
}
SUITS: Words = {
    "S": pgettext_lazy("card", "spades"),
    "H": pgettext_lazy("card", "hearts"),
    "D": pgettext_lazy("card", "diamonds"),
    "C": pgettext_lazy("card", "clubs"),
}
# The other ranks are figures, which are their own word.
RANKS: Words = {
    "A": pgettext_lazy("card", "ace"),
    "K": pgettext_lazy("card", "king"),
    "Q": pgettext_lazy("card", "queen"),
    "J": pgettext_lazy("card", "jack"),
}
KINDS: Words = {
    "sequence": _("sequence"),
    "carre": _("four of a kind"),
}
OUTCOMES: Words = {
    "capot": _("all tricks"),
    "no_tricks": _("no trick"),
    "made": pgettext_lazy("deal", "made"),
    "failed": pgettext_lazy("deal", "failed"),
    "equal": pgettext_lazy("deal", "equal"),
    "all_passed": _("all passed"),
}
CHOICES: Words = {
    **EVENTS,
    **ENDS,
    **WAYS_OUT,
    **SUITS,
    **RANKS,
    **KINDS,
    **OUTCOMES,
}

MODES: Words = {
    "cells": _("the whole form"),
    "live": _("at the table, deal by deal"),
    "sums": _("only the sums"),
    "totals": _("totals"),
    "shown": _("melds as shown"),
    "counted": _("cards counted"),
}

# The heading of a column of standings, and the same where there is little room.
FIGURES: Mapping[str, tuple[Promise, Promise]] = {
    "totaal": (_("total"), _("total")),
    "bollen": (_("bollen"), _("bollen")),
    "punten": (_("points"), _("points")),
    "niet_behaalde_bollen": (
        _("made bids"),
        pgettext_lazy("short column heading", "made"),
    ),
    "strafbollen": (
        _("penalty bollen"),
        pgettext_lazy("short column heading", "penalty"),
    ),
    "tafelpunten": (
        _("table points"),
        pgettext_lazy("short column heading", "table pts"),
    ),
    "victory_points": (
        _("victory points"),
        pgettext_lazy("short column heading", "VP"),
    ),
    "balance": (_("balance"), _("balance")),
    "points_for": (
        _("points for"),
        pgettext_lazy("short column heading", "for"),
    ),
    "points_against": (
        _("points against"),
        pgettext_lazy("short column heading", "against"),
    ),
    "mutual_result": (
        _("mutual result"),
        pgettext_lazy("short column heading", "mutual"),
    ),
    "beste_rondes": (
        _("best rounds"),
        pgettext_lazy("short column heading", "best"),
    ),
    "gemist": (
        _("rounds missed"),
        pgettext_lazy("short column heading", "missed"),
    ),
    "correctie": (
        _("correction"),
        pgettext_lazy("short column heading", "corr."),
    ),
}

_WORDS: Mapping[str, Words] = {
    "field": FIELDS,
    "choice": CHOICES,
    "mode": MODES,
    "figure": {key: heading for key, (heading, _short) in FIGURES.items()},
    "short": {key: short for key, (_heading, short) in FIGURES.items()},
}


def word(kind: str, key: str) -> str:
    """The translated word for a key, without a capital.

    ``kind`` is "field", "choice" (of a field, or the outcome of a deal), "mode",
    "figure" or "short" (a figure where there is little room). A key that has no
    word is its own, with spaces for underscores: that of a game from elsewhere, of
    a side, or of a rank that is a figure.
    """
    known = _WORDS.get(kind, {}).get(key)
    return key.replace("_", " ") if known is None else str(known)


def card_name(card: str) -> str:
    """A card written as "SJ" in words."""
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": word("choice", card[1:]),
        "suit": word("choice", card[0]),
    }
