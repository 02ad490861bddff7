"""What the form of a hand of Bolivia or Canasta asks.

A column per side, as on the pad: laid down, canastas, red threes, out, left in
hand. It judges and scores nothing.
"""

from collections.abc import Mapping, Sequence

from scoring.rulebooks.base import Field
from scoring.rulebooks.canasta_cards import (
    most_bolivias,
    most_escaleras,
    most_mixed,
    most_naturals,
)
from scoring.rulebooks.canasta_hand import GROUPS, HandRules, Out, deck_cards

# Points as the table added them up, or cards that are counted here (rule 5.2).
MODES = ("totals", "counted")
ENDS = ("out", "stock")

# Which fields to look at for the code of a problem (rule 5.5).
BLAMES: Mapping[str, Sequence[str]] = {
    "not_multiple_of_5": ("melded", "hand"),
    "out_unknown": ("out",),
    "out_multiple": ("out",),
    "end_conflict": ("end", "out"),
    "out_requirement": ("out", "escalera", "mixed", "natural", "bolivia"),
    "out_with_hand": ("hand", "hand_threes"),
    "concealed_partner": ("out", "hand"),
    "hand_empty": ("hand",),
    "black3_not_out": ("black_threes",),
    "black3_count": ("black_threes",),
    "meld_too_small": ("melded",),
    "red3_total": ("red_threes",),
    "red3_missing": ("red_threes",),
    "black3_total": ("hand_threes", "black_threes"),
    "wild_total": ("mixed", "bolivia"),
    "card_value_total": ("melded", "hand"),
    "card_count": ("melded", "hand"),
    "first_meld_below": ("first_meld",),
    "unmelded_hand_small": ("hand",),
    "score_unusual": ("melded",),
}


def form_fields(rules: HandRules, mode: str) -> list[Field]:
    """What is asked of one hand; in "counted" the cards of each value group."""
    asked = [
        Field("end", "end", ENDS, usual=ENDS[0]),
        *_cards(rules, "melded", mode),
        _figure("mixed", most_mixed(rules)),
        _figure("natural", most_naturals(rules)),
    ]
    if rules.sequences:
        asked.append(_figure("escalera", most_escaleras(rules)))
        asked.append(_figure("bolivia", most_bolivias(rules)))
    if rules.short_wild_meld:
        asked.append(_figure("short_wild_melds", rules.wild // 3))
    asked.append(_figure("red_threes", rules.threes))
    asked.append(Field("out", "sides.{side}.out", tuple(Out), usual=Out.NO))
    asked += _cards(rules, "hand", mode)
    if mode == "totals":
        asked.append(_figure("hand_threes", rules.threes))
    asked.append(_figure("first_meld", None, "rare"))
    if mode == "totals":
        asked.append(_figure("black_threes", rules.threes, "rare"))
    return asked


def _cards(rules: HandRules, name: str, mode: str) -> list[Field]:
    if mode == "totals":
        return [_figure(name, None)]
    most = deck_cards(rules)
    return [
        Field(group, f"sides.{{side}}.{name}.{group}", most=most[group], group=name)
        for group in GROUPS
    ]


def _figure(name: str, most: int | None, group: str = "") -> Field:
    path = f"sides.{{side}}.{name}"
    return Field(name, path, most=most, group=group, folded=bool(group))
