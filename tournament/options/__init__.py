"""The options of the rulebooks in words, for the page with the house rules.

Per family of games its groups in the order of the page. What is deliberately not
asked stands in NOT_ASKED of its module, with the reason. A game that is not known
here is asked by the names of its options.
"""

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Any, get_args, get_type_hints

from django.utils.translation import gettext as _

from scoring.rulebooks.base import Rulebook
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.canasta import Canasta
from scoring.rulebooks.prediction import Prediction
from tournament.options import belotten, bids, canasta
from tournament.options.kinds import Flag, Group, Kind, Number, Option, Text
from tournament.options.lists import Numbers

MOST = 1_000_000
FAMILIES: Mapping[type, tuple[Sequence[Group], Mapping[str, str]]] = {
    Prediction: (bids.GROUPS, bids.NOT_ASKED),
    Belotten: (belotten.GROUPS, belotten.NOT_ASKED),
    Canasta: (canasta.GROUPS, canasta.NOT_ASKED),
}


def groups_of(rules: Rulebook) -> list[Group]:
    """Everything that is asked about a game, in the order of the page."""
    groups, not_asked = next(
        (asked for family, asked in FAMILIES.items() if isinstance(rules, family)),
        ((), {"key": ""}),
    )
    known = {name for group in groups for name in group.options} | set(not_asked)
    others = {
        name: Option(name.replace("_", " ").capitalize(), kind)
        for name, value in rules.options().items()
        if name not in known and (kind := kind_by_value(rules, name, value))
    }
    return [*groups, *([Group(_("Other rules"), others)] if others else [])]


def options_of(rules: Rulebook) -> dict[str, Option]:
    """Everything that is asked about a game, by name."""
    return {
        n: option for group in groups_of(rules) for n, option in group.options.items()
    }


def kind_by_value(rules: Rulebook, name: str, value: Any) -> Kind | None:
    """How to ask for an option without words of its own; None where nobody can."""
    hints = get_type_hints(type(rules))
    if isinstance(value, bool):
        return Flag()
    if value is None or isinstance(value, int):
        may_be_empty = value is None or NoneType in get_args(hints.get(name))
        return Number(-MOST, MOST, empty=_("nothing") if may_be_empty else "")
    if isinstance(value, str):
        return Text()
    if isinstance(value, tuple | list) and all(type(each) is int for each in value):
        return Numbers(-MOST, MOST)
    return None
