"""Sentences for Bolivia and Canasta: their problems are those of rule 5.5."""

from collections.abc import Mapping

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.message_parts import Params, Sentence, added, field_name, filled, plain
from scoring.words import ENDS, WAYS_OUT, word


def _out_unknown(params: Params) -> str:
    known = ", ".join(word("choice", key) for key in WAYS_OUT)
    return _("“%(text)s” is not a way to go out. Choose: %(known)s.") % {
        "text": params["text"],
        "known": known,
    }


def _multiple(params: Params) -> str:
    return _(
        "%(what)s: %(points)s is not a multiple of %(unit)s, and every card is. Count "
        "once more."
    ) % {**params, "what": field_name(params)}


def _end_conflict(params: Params) -> str:
    if params["end"] not in ENDS:
        known = ", ".join(word("choice", key) for key in ENDS)
        return _("It does not say how this ended. Choose: %(known)s.") % {
            "known": known
        }
    if params["out"]:
        return _(
            "The stock ran out, and yet somebody went out. Only one of the two can be: "
            "change the other."
        )
    return _(
        "Somebody went out, and it does not say who. Fill in who did, or that the "
        "stock ran out."
    )


def _out_requirement(params: Params) -> str:
    if params["with_escalera"]:
        text = _(
            "Canastas: %(canastas)s, escaleras among them: %(escaleras)s. Going out "
            "takes at least %(needed)s with an escalera among them. Count once more, "
            "or ask the direction."
        )
    else:
        text = _(
            "Canastas: %(canastas)s. Going out takes at least %(needed)s. Count once "
            "more, or ask the direction."
        )
    return text % dict(params)


def _meld_too_small(params: Params) -> str:
    if params["melded"] >= params["least"]:
        return _(
            "The cards that were counted cannot make these canastas. Count cards and "
            "canastas once more."
        )
    return _(
        "Melded is %(melded)s, and what stands here is worth at least %(least)s. Count "
        "points and canastas once more."
    ) % dict(params)


def _red3_total(params: Params) -> str:
    return _(
        "%(each)s = %(sum)s red threes, there are %(most)s. Count once more."
    ) % _with_sum(params)


def _black3_total(params: Params) -> str:
    return _(
        "%(each)s = %(sum)s black threes, there are %(most)s. Count once more."
    ) % _with_sum(params)


def _card_value_total(params: Params) -> str:
    return _(
        "%(each)s = %(sum)s points in cards, there are %(most)s. Count once more."
    ) % _with_sum(params)


def _with_sum(params: Params) -> Params:
    return {**params, "each": added(params["each"])}


def _wild_total(params: Params) -> str:
    if params["bolivia"]:
        text = _(
            "Bolivias: %(bolivia)s, mixed canastas: %(mixed)s. They take at least "
            "%(sum)s wild cards, there are %(most)s. Count once more."
        )
    else:
        text = _(
            "Mixed canastas: %(mixed)s. They take at least %(sum)s wild cards, there "
            "are %(most)s. Count once more."
        )
    return text % dict(params)


def _card_count(params: Params) -> str:
    if "group" not in params:
        return _(
            "The deck does not hold the cards for these points and canastas together. "
            "Count both once more."
        )
    return _("%(what)s: %(sum)s counted, there are %(most)s. Count once more.") % {
        **params,
        "what": capfirst(word("field", params["group"])),
    }


def _first_meld_below(params: Params) -> str:
    return _(
        "%(what)s: %(points)s; with a total of %(before)s the first meld is at least "
        "%(least)s. Count once more, or say why this is right."
    ) % {**params, "what": field_name(params)}


CANASTA: Mapping[str, Sentence] = {
    "out_unknown": _out_unknown,
    "not_multiple_of_5": _multiple,
    "out_multiple": filled(
        lambda: _(
            "Out: %(out)s sides, and only one can be. Leave it with who went out."
        )
    ),
    "end_conflict": _end_conflict,
    "out_requirement": _out_requirement,
    "out_with_hand": filled(
        lambda: _(
            "Out, and yet left in hand: points %(hand)s, black threes %(threes)s. Who "
            "plays alone and goes out holds nothing; change one of the two."
        )
    ),
    "concealed_partner": plain(
        lambda: _(
            "Out in one turn, and nothing left in hand: the partner still holds cards. "
            "Fill in what they are worth."
        )
    ),
    "hand_empty": filled(
        lambda: _(
            "Who did not go out holds a card: that is at least %(players)s here, and "
            "what is left in hand makes at most %(cards)s. Count it once more."
        )
    ),
    "black3_not_out": filled(
        lambda: _(
            "Black threes melded: %(threes)s, and only who goes out may meld them. "
            "Make it 0, or fill in who went out."
        )
    ),
    "black3_count": filled(
        lambda: _(
            "Black threes melded: %(threes)s, and a meld has at least %(least)s. Count "
            "once more."
        )
    ),
    "meld_too_small": _meld_too_small,
    "red3_total": _red3_total,
    "black3_total": _black3_total,
    "wild_total": _wild_total,
    "card_value_total": _card_value_total,
    "card_count": _card_count,
    "red3_missing": filled(
        lambda: _(
            "The stock ran out with red threes: %(sum)s of %(most)s. Count once more, "
            "or say where the rest is."
        )
    ),
    "first_meld_below": _first_meld_below,
    "unmelded_hand_small": filled(
        lambda: _(
            "Who melded nothing still holds at least %(least)s cards, and what is left "
            "in hand makes at most %(cards)s. Count once more, or say why this is "
            "right."
        )
    ),
    "score_unusual": filled(
        lambda: _(
            "A score of %(score)s is above %(most)s, which is rare. Look once more, or "
            "say why this is right."
        )
    ),
}
