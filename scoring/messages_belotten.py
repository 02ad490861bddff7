"""Sentences for Belotten: its problems are those of rule 4.8."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.message_parts import (
    Params,
    Sentence,
    card_names,
    field_name,
    filled,
    plain,
)
from scoring.words import EVENTS, word


def _event_unknown(params: Params) -> str:
    known = ", ".join(word("choice", key) for key in EVENTS)
    return _("“%(text)s” is not what happens to a deal. Choose: %(known)s.") % {
        "text": params["text"],
        "known": known,
    }


def _side_unknown(params: Params) -> str:
    if not params["text"]:
        return _("It does not say who did this. Choose one of the two sides.")
    return _("%(what)s: “%(text)s” is no side here. Choose one of the two.") % {
        "what": field_name(params),
        "text": params["text"],
    }


def _points_sum(params: Params) -> str:
    text = ngettext(
        "%(A)s + %(B)s = %(sum)s card point, there are %(of)s. Count once more.",
        "%(A)s + %(B)s = %(sum)s card points, there are %(of)s. Count once more.",
        params["sum"],
    )
    return text % dict(params)


def _points_unreachable(params: Params) -> str:
    points = params["points"]
    if points < 0:
        text = _("%(points)s card points is less than 0. Count once more.")
    elif points > params["most"]:
        text = _(
            "%(points)s card points for one side, and a whole deal has %(most)s. Count "
            "once more."
        )
    else:
        text = _(
            "No cards are worth %(points)s together. Count the card points once more."
        )
    return text % dict(params)


def _tricks_sum(params: Params) -> str:
    if params["sum"] == params["of"]:
        text = _(
            "%(A)s and %(B)s tricks, but a side takes 0 to %(of)s. Count once more."
        )
    else:
        text = ngettext(
            "%(A)s + %(B)s = %(sum)s trick, there are %(of)s. Count once more.",
            "%(A)s + %(B)s = %(sum)s tricks, there are %(of)s. Count once more.",
            params["sum"],
        )
    return text % dict(params)


def _meld_value(params: Params) -> str:
    if params["melds"] > params["most"] and params["melds"] % 10 == 0:
        text = _(
            "%(melds)s in melds is more than two hands can show: at most %(most)s, or "
            "%(eight_trumps)s to %(most_with_them)s with eight trumps. Add up once "
            "more."
        )
    else:
        text = _(
            "Melds of 20, 50, 100, 150, 200 and 1000 never make %(melds)s. Add up once "
            "more."
        )
    return text % dict(params)


def _eight_trumps(params: Params) -> str:
    if "tricks" in params:
        text = _(
            "%(melds)s in melds means eight trumps, and they take all %(of)s tricks; "
            "here it says %(tricks)s. Look at melds and tricks once more."
        )
    else:
        text = _(
            "%(melds)s in melds means eight trumps, and they take all %(of)s card "
            "points; here it says %(points)s. Look at melds and card points once more."
        )
    return text % dict(params)


def _belot_conflict(params: Params) -> str:
    if "melds" in params:
        return _(
            "%(melds)s in melds on the other side means eight trumps, so belot cannot "
            "be here. Look at belot and melds once more."
        ) % {"melds": params["melds"]}
    return _(
        "Belot is king and queen of %(trump)s in one hand, and with the melds shown "
        "nobody here can hold both. Look at belot, trump and melds once more."
    ) % {"trump": word("choice", params["trump"])}


def _tricks_and_points(params: Params) -> str:
    if params["points"] > params["most"]:
        text = ngettext(
            "%(points)s card points with %(tricks)s trick: it can be at most %(most)s. "
            "Count both once more.",
            "%(points)s card points with %(tricks)s tricks: it can be at most "
            "%(most)s. Count both once more.",
            params["tricks"],
        )
    elif params["points"] < params["least"]:
        text = ngettext(
            "%(points)s card points with %(tricks)s trick: it must be at least "
            "%(least)s. Count both once more.",
            "%(points)s card points with %(tricks)s tricks: it must be at least "
            "%(least)s. Count both once more.",
            params["tricks"],
        )
    else:
        text = ngettext(
            "%(points)s card points with %(tricks)s trick: no cards make that. Count "
            "both once more.",
            "%(points)s card points with %(tricks)s tricks: no cards make that. Count "
            "both once more.",
            params["tricks"],
        )
    return text % dict(params)


def _last_trick(params: Params) -> str:
    if params["points"] < params["last"]:
        text = _(
            "%(points)s card points with the last trick, which alone is worth "
            "%(last)s. Look at both once more."
        )
    else:
        text = _(
            "%(points)s card points with the last trick: without its %(last)s that is "
            "%(rest)s, and no cards make that. Look at both once more."
        )
    return text % {**params, "rest": params["points"] - params["last"]}


def _player_unknown(params: Params) -> str:
    if not params["text"]:
        return _("It does not say who showed a meld. Choose the player.")
    return _(
        "A meld stands with “%(text)s”, who is not at this table. Choose the player."
    ) % {"text": params["text"]}


def _sequence_range(params: Params) -> str:
    return _(
        "A sequence of %(length)s with the %(top)s on top: there can be at most "
        "%(left)s. Look at the highest card and the number of cards once more."
    ) % {**params, "top": word("choice", params["top"])}


def _sequence_touching(params: Params) -> str:
    return _(
        "Sequences of %(upper)s and %(lower)s that follow on each other are one of "
        "%(both)s. Make one of them, or say why there are two."
    ) % {**params, "both": params["upper"] + params["lower"]}


def _sequence_overlap(params: Params) -> str:
    return _(
        "In two sequences at once: %(cards)s. A card counts in one sequence; make one "
        "of them shorter."
    ) % {"cards": card_names(params)}


def _meld_overlap(params: Params) -> str:
    return _(
        "In four of a kind and in a sequence: %(cards)s. Here a card counts in one "
        "meld; take one of the two off."
    ) % {"cards": card_names(params)}


def _card_twice(params: Params) -> str:
    if "other" not in params:
        text = _("Shown twice: %(cards)s. Take one of the two melds off.")
    else:
        text = _(
            "Also shown at place %(other)s: %(cards)s. Each card is there once; look "
            "at both melds once more."
        )
    return text % {**params, "cards": card_names(params)}


BELOTTEN: Mapping[str, Sentence] = {
    "event_unknown": _event_unknown,
    "side_unknown": _side_unknown,
    "makers_unknown": plain(
        lambda: _("It does not say who played. Choose one of the two sides.")
    ),
    "points_sum": _points_sum,
    "points_unreachable": _points_unreachable,
    "tricks_sum": _tricks_sum,
    "melds_both_sides": filled(
        lambda: _(
            "Melds of %(A)s and of %(B)s: only the side with the best meld counts its "
            "melds. Take those of the other side off."
        )
    ),
    "meld_value": _meld_value,
    "belot_both_sides": plain(
        lambda: _(
            "Belot stands with both sides, and there is only one. Leave it with who "
            "held king and queen of trump."
        )
    ),
    "eight_trumps_not_all_tricks": _eight_trumps,
    "belot_conflict": _belot_conflict,
    "tricks_points_conflict": _tricks_and_points,
    "last_trick_points": _last_trick,
    "all_points_without_kapot": filled(
        lambda: _(
            "All %(points)s card points, and no tricks filled in. Fill them in: "
            "%(tricks)s if it was every trick."
        )
    ),
    "zero_points_without_no_tricks": plain(
        lambda: _(
            "0 card points for who played, and no tricks filled in. Fill them in, also "
            "when it is 0."
        )
    ),
    "player_unknown": _player_unknown,
    "meld_unknown": plain(
        lambda: _(
            "A meld is only half filled in. Choose suit and highest card of a "
            "sequence, or the rank of four of a kind."
        )
    ),
    "trump_unknown": plain(
        lambda: _(
            "There are melds, and what they are worth depends on trump. Choose the "
            "trump suit."
        )
    ),
    "meld_order_unknown": plain(
        lambda: _(
            "Both sides have the same best meld, which counts for who played first, "
            "and it does not say who dealt. Choose the first dealer."
        )
    ),
    "sequence_length": filled(
        lambda: _(
            "A sequence of %(length)s is too short: it takes at least %(least)s. Look "
            "at the number of cards once more."
        )
    ),
    "sequence_range": _sequence_range,
    "sequence_overlap": _sequence_overlap,
    "sequence_touching": _sequence_touching,
    "meld_overlap": _meld_overlap,
    "card_twice": _card_twice,
    "hand_size": filled(
        lambda: _(
            "These melds are %(cards)s cards together, and a hand has %(of)s. Look at "
            "them once more."
        )
    ),
    "dealer_unknown": filled(
        lambda: _("The first dealer sits at place 1 to %(places)s. Choose one of them.")
    ),
    "revoke_undecided": plain(
        lambda: _(
            "There was a revoke, and the direction decides what it costs. Say what was "
            "decided."
        )
    ),
    "held_at_end": filled(
        lambda: _(
            "Points still held after the last deal: %(held)s. Look at the equal deals "
            "once more, or say why this is right."
        )
    ),
}
