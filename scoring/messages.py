"""The sentence for each problem a rulebook can find: what is wrong, in figures,
and then what to do about it.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.rulebooks.base import Problem

Params = Mapping[str, Any]


def sentence(problem: Problem) -> str:
    """The translated sentence for a problem, without its place."""
    return SENTENCES[problem.code](problem.params)


def _not_integer(params: Params) -> str:
    return _("“%(text)s” is not a whole number. Type a digit, with an x for a bol.") % {
        "text": params["text"]
    }


def _missing_cell(params: Params) -> str:
    return _("This cell is empty. Type the bid, or x for a bol.")


def _bid_range(params: Params) -> str:
    return _(
        "With cards: %(cards)s, a bid is 0 to %(cards)s. Read the digit once more."
    ) % {"cards": params["cards"]}


def _bid_sum(params: Params) -> str:
    return _(
        "The bids %(bids)s make exactly %(cards)s, and the last bidder may not do "
        "that. Read them once more."
    ) % {"bids": _plus(params["bids"]), "cards": params["cards"]}


def _no_bol(params: Params) -> str:
    return _(
        "Nobody has a bol, and %(sum)s of %(cards)s tricks are bid. At least one "
        "cell must be a bol."
    ) % {"sum": sum(params["made"]), "cards": params["cards"]}


def _hits_exceed(params: Params) -> str:
    return _(
        "%(made)s = %(sum)s tricks, there are %(cards)s. A digit is wrong, or one of "
        "them is a bol."
    ) % {
        "made": _plus(params["made"]),
        "sum": sum(params["made"]),
        "cards": params["cards"],
    }


def _miss_impossible(params: Params) -> str:
    return _(
        "%(left)s of %(cards)s tricks are left for the bollen, and these bids cannot "
        "all have missed then. Read the bollen once more."
    ) % {"left": params["left"], "cards": params["cards"]}


def _implied_far(params: Params) -> str:
    return _(
        "The only bol bid %(bid)s and must have taken %(tricks)s. That is far off: is "
        "it right?"
    ) % {"bid": params["bid"], "tricks": params["tricks"]}


def _trick_range(params: Params) -> str:
    return _("With cards: %(cards)s, nobody takes %(tricks)s tricks.") % {
        "cards": params["cards"],
        "tricks": params["tricks"],
    }


def _trick_sum(params: Params) -> str:
    return _("The tricks add up to %(sum)s, there are %(cards)s.") % {
        "sum": params["sum"],
        "cards": params["cards"],
    }


def _hit_mark(params: Params) -> str:
    if params["made"]:
        text = _("Bid %(bid)s and took %(tricks)s: that is a bol.")
    else:
        text = _("Bid %(bid)s and took %(tricks)s: that is made, not a bol.")
    return text % {"bid": params["bid"], "tricks": params["tricks"]}


def _sum_written(params: Params) -> str:
    columns = {
        "bollen": _("bollen"),
        "punten": _("points"),
        "niet_behaalde_bollen": _("made bids"),
        "totaal": _("total"),
    }
    return _(
        "On paper %(column)s is %(written)s; counted it is %(counted)s. What is "
        "counted stands."
    ) % {
        "column": columns[params["column"]],
        "written": params["written"],
        "counted": params["counted"],
    }


def _deal_count(params: Params) -> str:
    return _("The form has %(expected)s deals, no more and no fewer.") % {
        "expected": params["expected"]
    }


def _sum_cells(params: Params) -> str:
    return _(
        "Bollen and made bids are %(counted)s together, they must be %(expected)s."
    ) % {"counted": params["counted"], "expected": params["expected"]}


def _sum_points(params: Params) -> str:
    return _("%(points)s points cannot be made with so few bids: at most %(most)s.") % {
        "points": params["points"],
        "most": params["most"],
    }


def _table_bollen(params: Params) -> str:
    return _(
        "There are %(bollen)s bollen at the table in %(deals)s deals, and each deal "
        "has at least one."
    ) % {"bollen": params["bollen"], "deals": params["deals"]}


def _table_points(params: Params) -> str:
    return _("%(points)s points at the table, with %(tricks)s tricks to take.") % {
        "points": params["points"],
        "tricks": params["tricks"],
    }


def _plain(text: Callable[[], str]) -> Callable[[Params], str]:
    return lambda params: text()


def _filled(text: Callable[[], str]) -> Callable[[Params], str]:
    return lambda params: text() % dict(params)


SENTENCES: Mapping[str, Callable[[Params], str]] = {
    "not_integer": _not_integer,
    "missing_cell": _missing_cell,
    "bid_range": _bid_range,
    "bid_sum_equals_tricks": _bid_sum,
    "no_bol": _no_bol,
    "hits_exceed_tricks": _hits_exceed,
    "miss_impossible": _miss_impossible,
    "implied_far": _implied_far,
    "trick_range": _trick_range,
    "trick_sum": _trick_sum,
    "hit_mark_conflict": _hit_mark,
    "sum_written_differs": _sum_written,
    "deal_count": _deal_count,
    "sum_cells": _sum_cells,
    "sum_points_exceed_hits": _sum_points,
    "table_bollen_too_few": _table_bollen,
    "table_points_exceed": _table_points,
    "all_bol": _plain(lambda: _("Everybody has a bol in this deal.")),
    "bolloos": _plain(lambda: _("No bol in the whole game: bolloos.")),
    "negative": _plain(lambda: _("A sum cannot be less than 0.")),
    "player_count": _plain(
        lambda: _("This game is not played by so many people at one table.")
    ),
    "penalty_zero_absent": _plain(
        lambda: _("The 0 that became a penalty bol is not a 0 that was made.")
    ),
    "penalty_zero_in_tournament": _plain(
        lambda: _("A penalty bol goes to the right; the 0 stands again.")
    ),
    "penalty_without_replay": _plain(
        lambda: _("There is a penalty bol, but the deal was not played again.")
    ),
    "tricks_missing": _plain(
        lambda: _(
            "The score depends on the tricks of a bol. Type how many were taken, "
            "like 2/1."
        )
    ),
    "reading_unreadable": _filled(
        lambda: _("Part of the form cannot be read (%(part)s). Load the page again.")
    ),
    "player_not_at_table": _filled(
        lambda: _("There is no place %(place)s at this table.")
    ),
    "sequence_capacity": _filled(
        lambda: _(
            "%(places)s people with %(cards)s cards each: a pack of %(deck)s is too "
            "small."
        )
    ),
    "deal_locked": _plain(
        lambda: _(
            "Only the last deal can be entered again, until the next one has begun."
        )
    ),
    "game_ended": _plain(
        lambda: _(
            "Fewer than three people are dealt in: the game ends here, the rest is "
            "annulled."
        )
    ),
    "game_over": _plain(
        lambda: _("The game had ended before this deal; nothing can stand here.")
    ),
    "dealt_in_again": _plain(
        lambda: _("Not dealt in before, and dealt in again here.")
    ),
    "sat_out_count": _filled(
        lambda: _("One person sits out each deal; here it is %(out)s.")
    ),
    "sat_out_uneven": _filled(
        lambda: _("Sitting out is uneven: %(most)s deals against %(fewest)s.")
    ),
    "table_size_unusual": _plain(
        lambda: _("A table of three or six: only when the number leaves no choice.")
    ),
}


def _plus(numbers: list[int]) -> str:
    return " + ".join(str(n) for n in numbers)
