"""The sentence for each problem a rulebook can find: what is wrong, in figures,
and then what to do about it.

Here are the sentences that games share; those of one game stand in modules of
their own. A sentence names no side: the page puts the names of its people in front.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.message_parts import Params, Sentence, field_name, plain, standing
from scoring.messages_belotten import BELOTTEN
from scoring.messages_bids import BIDS
from scoring.messages_canasta import CANASTA
from scoring.rulebooks.base import Problem


def sentence(problem: Problem) -> str:
    """The translated sentence for a problem, without its place.

    A game from elsewhere can bring its own as ``params["sentence"]``.
    """
    known = SENTENCES.get(problem.code)
    if known:
        return known(problem.params)
    if problem.params.get("sentence"):
        return str(problem.params["sentence"])
    return _("This cannot be right: %(what)s. Look at it once more.") % {
        "what": problem.code.replace("_", " ")
    }


def _not_integer(params: Params) -> str:
    if "field" not in params:
        return _(
            "“%(text)s” is not a whole number. Type a digit, with an x for a bol."
        ) % {"text": params["text"]}
    if not params["text"]:
        return _nothing_there(params)
    return _("%(what)s: “%(text)s” is not a whole number. Type digits only.") % {
        "what": field_name(params),
        "text": params["text"],
    }


def _missing_cell(params: Params) -> str:
    if "field" in params:
        return _nothing_there(params)
    return _("This cell is empty. Type the bid, or x for a bol.")


def _nothing_there(params: Params) -> str:
    return _("%(what)s: nothing is filled in. Type the number, also when it is 0.") % {
        "what": field_name(params)
    }


def _negative(params: Params) -> str:
    if "field" not in params:
        return _("A sum cannot be less than 0.")
    return _("%(what)s: %(lowest)s is less than 0. Read it once more.") % {
        "what": field_name(params),
        "lowest": params["lowest"],
    }


def _deal_count(params: Params) -> str:
    expected, written = params["expected"], params.get("written")
    if written == 0:
        return _("Nothing is filled in yet. Begin at deal 1.")
    if written is None:
        text = ngettext(
            "The form has %(expected)s deal, no more and no fewer.",
            "The form has %(expected)s deals, no more and no fewer.",
            expected,
        )
    elif written < expected:
        text = _(
            "Filled in: %(written)s, and this game has %(expected)s. Fill in the rest."
        )
    else:
        text = _(
            "Filled in: %(written)s, and this game has %(expected)s. Take off what is "
            "too many."
        )
    return text % {"expected": expected, "written": written}


def _game_over(params: Params) -> str:
    totals = standing(params)
    if not totals:
        return _("The game had ended before this deal; nothing can stand here.")
    return _("The game was already over at %(totals)s. Take this off the form.") % {
        "totals": totals
    }


def _game_unfinished(params: Params) -> str:
    figures = {**params, "totals": standing(params)}
    if "deals" in params:
        text = _(
            "Filled in: %(dealt)s of %(deals)s. Fill in the rest, or say why the game "
            "stopped."
        )
    elif max(params[side] for side in "ABC" if side in params) < params["goal"]:
        text = _(
            "It stands at %(totals)s, and the game goes to %(goal)s. Fill in the rest, "
            "or say why it stopped."
        )
    else:
        text = _(
            "It stands at %(totals)s, and nobody has won by that yet. Fill in the "
            "rest, or say why it stopped."
        )
    return text % figures


SENTENCES: Mapping[str, Sentence] = {
    "not_integer": _not_integer,
    "missing_cell": _missing_cell,
    "negative": _negative,
    "deal_count": _deal_count,
    "game_over": _game_over,
    "game_unfinished": _game_unfinished,
    "player_count": plain(
        lambda: _("This game is not played by so many people at one table.")
    ),
    **BIDS,
    **BELOTTEN,
    **CANASTA,
}
