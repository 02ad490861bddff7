"""What the form of a deal of Belotten asks, and how a page shows the course of a game.

Two columns, we and they; what is rarely needed stands apart. It judges and scores
nothing (belotten.py and belotten_deals.py do).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.cards import SUITS
from scoring.rulebooks.base import Field
from scoring.rulebooks.belotten_deals import CARD_POINTS, EVENTS, TRICKS
from scoring.rulebooks.belotten_melds import MOST, PLAYERS, RANKS, SIDES

# As counted at the table, or as shown, so that precedence is worked out.
MODES = ("totals", "shown")
MOST_SHOWN = 4

# Which fields to look at for the code of a problem (rule 4.8).
BLAMES: Mapping[str, Sequence[str]] = {
    "event_unknown": ("event",),
    "side_unknown": ("by", "belot", "last_trick"),
    "makers_unknown": ("makers",),
    "points_sum": ("card_points",),
    "points_unreachable": ("card_points",),
    "tricks_sum": ("tricks",),
    "melds_both_sides": ("melds",),
    "meld_value": ("melds",),
    "belot_both_sides": ("belot",),
    "belot_conflict": ("belot",),
    "eight_trumps_not_all_tricks": ("melds", "tricks"),
    "tricks_points_conflict": ("tricks", "card_points"),
    "last_trick_points": ("last_trick", "card_points"),
    "all_points_without_kapot": ("tricks",),
    "zero_points_without_no_tricks": ("tricks",),
    "trump_unknown": ("trump",),
    "player_unknown": ("melds.player",),
    "meld_unknown": ("melds.kind",),
    "sequence_length": ("melds.length",),
    "sequence_range": ("melds.length", "melds.top"),
    "sequence_overlap": ("melds.top",),
    "sequence_touching": ("melds.top",),
    "meld_overlap": ("melds.rank",),
    "card_twice": ("melds.rank", "melds.top"),
    "hand_size": ("melds.kind",),
    "revoke_undecided": ("event",),
}

_ASKED = (
    Field("makers", "makers", SIDES),
    Field("card_points", "card_points.{side}", most=CARD_POINTS, adds_to=CARD_POINTS),
)
_MELDS = Field("melds", "melds.{side}", most=MOST)
_BELOT = Field("belot", "belot", SIDES)
_RARE = (
    Field("tricks", "tricks.{side}", most=TRICKS, adds_to=TRICKS),
    Field("last_trick", "last_trick", SIDES),
    Field("event", "event", EVENTS, usual=EVENTS[0]),
    Field("by", "by", SIDES),
)
_TRUMP = Field("trump", "trump", SUITS)


def form_fields(mode: str) -> list[Field]:
    """What is asked of one deal; in "shown" every meld with who showed it."""
    rare = [replace(field, group="rare", folded=True) for field in _RARE]
    if mode == "shown":
        melds = [field for item in range(MOST_SHOWN) for field in _meld(item)]
        return [*_ASKED, _BELOT, _TRUMP, *melds, *rare]
    return [*_ASKED, _MELDS, _BELOT, *rare]


def _meld(item: int) -> list[Field]:
    asked = (
        ("player", PLAYERS),
        ("kind", ("sequence", "carre")),
        ("length", ()),
        ("top", RANKS),
        ("suit", SUITS),
        ("rank", RANKS),
    )
    return [
        Field(
            name=f"melds.{name}",
            path=f"melds.{item}.{name}",
            choices=choices,
            group=f"meld_{item + 1}",
            folded=True,
        )
        for name, choices in asked
    ]
