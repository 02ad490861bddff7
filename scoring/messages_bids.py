"""Sentences for games in which you bid your tricks: their problems are those of
rule 2.7.
"""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.message_parts import Params, Sentence, added, filled, plain
from scoring.words import word


def _bid_sum(params: Params) -> str:
    return _(
        "The bids %(bids)s make exactly %(cards)s, and the last bidder may not do "
        "that. Read them once more."
    ) % {"bids": added(params["bids"]), "cards": params["cards"]}


def _no_bol(params: Params) -> str:
    text = ngettext(
        "Nobody has a bol, with %(sum)s of %(cards)s trick bid. At least one cell "
        "must be a bol.",
        "Nobody has a bol, with %(sum)s of %(cards)s tricks bid. At least one cell "
        "must be a bol.",
        params["cards"],
    )
    return text % {"sum": sum(params["made"]), "cards": params["cards"]}


def _hits_exceed(params: Params) -> str:
    text = ngettext(
        "%(made)s = %(sum)s tricks, there is %(cards)s. A digit is wrong, or one of "
        "them is a bol.",
        "%(made)s = %(sum)s tricks, there are %(cards)s. A digit is wrong, or one of "
        "them is a bol.",
        params["cards"],
    )
    made = params["made"]
    return text % {"made": added(made), "sum": sum(made), "cards": params["cards"]}


def _miss_impossible(params: Params) -> str:
    text = ngettext(
        "%(left)s of %(cards)s trick left for the bollen, and these bids cannot all "
        "have missed then. Read the bollen once more.",
        "%(left)s of %(cards)s tricks left for the bollen, and these bids cannot all "
        "have missed then. Read the bollen once more.",
        params["cards"],
    )
    return text % {"left": params["left"], "cards": params["cards"]}


def _hit_mark(params: Params) -> str:
    if params["made"]:
        text = _("Bid %(bid)s and took %(tricks)s: that is a bol.")
    else:
        text = _("Bid %(bid)s and took %(tricks)s: that is made, not a bol.")
    return text % {"bid": params["bid"], "tricks": params["tricks"]}


def _sum_written(params: Params) -> str:
    return _(
        "On paper %(column)s is %(written)s; counted it is %(counted)s. What is "
        "counted stands."
    ) % {**params, "column": word("figure", params["column"])}


BIDS: Mapping[str, Sentence] = {
    "bid_range": filled(
        lambda: _(
            "With cards: %(cards)s, a bid is 0 to %(cards)s. Read the digit once more."
        )
    ),
    "bid_sum_equals_tricks": _bid_sum,
    "no_bol": _no_bol,
    "hits_exceed_tricks": _hits_exceed,
    "miss_impossible": _miss_impossible,
    "implied_far": filled(
        lambda: _(
            "The only bol bid %(bid)s and must have taken %(tricks)s. That is far "
            "off: is it right?"
        )
    ),
    "trick_range": filled(
        lambda: _("With cards: %(cards)s, nobody takes %(tricks)s tricks.")
    ),
    "trick_sum": filled(
        lambda: _(
            "The tricks add up to %(sum)s, and must make %(cards)s. Count once more."
        )
    ),
    "hit_mark_conflict": _hit_mark,
    "sum_written_differs": _sum_written,
    "sum_cells": filled(
        lambda: _(
            "Bollen and made bids are %(counted)s together, they must be %(expected)s."
        )
    ),
    "sum_points_exceed_hits": filled(
        lambda: _(
            "Points: %(points)s. With so few bids made there are at most %(most)s. "
            "Read them once more."
        )
    ),
    "table_bollen_too_few": filled(
        lambda: _(
            "Bollen at the table: %(bollen)s. Each deal has at least one, so there "
            "must be %(deals)s or more."
        )
    ),
    "table_points_exceed": filled(
        lambda: _(
            "Points at the table: %(points)s, with tricks to take: %(tricks)s. Read "
            "the points once more."
        )
    ),
    "all_bol": plain(lambda: _("Everybody has a bol in this deal.")),
    "bolloos": plain(lambda: _("No bol in the whole game: bolloos.")),
    "penalty_zero_absent": plain(
        lambda: _(
            "The 0 that became a penalty bol is not a 0 that was made. Type the 0 in "
            "its cell again, without a bol."
        )
    ),
    "penalty_zero_in_tournament": plain(
        lambda: _("A penalty bol goes to the right; the 0 stands again.")
    ),
    "penalty_without_replay": plain(
        lambda: _("There is a penalty bol, but the deal was not played again.")
    ),
    "tricks_missing": plain(
        lambda: _(
            "The score depends on the tricks of a bol. Type how many were taken, "
            "like 2/1."
        )
    ),
    "reading_unreadable": filled(
        lambda: _("Part of the form cannot be read (%(part)s). Load the page again.")
    ),
    "player_not_at_table": filled(
        lambda: _("There is no place %(place)s at this table.")
    ),
    "sequence_capacity": filled(
        lambda: _(
            "%(places)s people with %(cards)s cards each: a pack of %(deck)s is too "
            "small."
        )
    ),
    "deal_locked": plain(
        lambda: _(
            "Only the last deal can be entered again, until the next one has begun."
        )
    ),
    "game_ended": plain(
        lambda: _(
            "Fewer than three people are dealt in: the game ends here, the rest is "
            "annulled."
        )
    ),
    "dealt_in_again": plain(lambda: _("Not dealt in before, and dealt in again here.")),
    "sat_out_count": filled(
        lambda: _("One person sits out each deal; here it is %(out)s.")
    ),
    "sat_out_uneven": filled(
        lambda: _("Sitting out is uneven: %(most)s deals against %(fewest)s.")
    ),
    "table_size_unusual": plain(
        lambda: _("A table of three or six: only when the number leaves no choice.")
    ),
}
