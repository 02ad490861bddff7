"""The games Bolwerk keeps score of. A fifth game is one module and a line here."""

from collections.abc import Mapping
from typing import Any

from scoring.rulebooks.base import Rulebook
from scoring.rulebooks.prediction import Deal, Prediction

PRESETS: dict[str, Rulebook] = {
    "bollen": Prediction(),
    "bollen_thuis": Prediction(key="bollen_thuis", usual_sizes=(3, 4, 5, 6), home=True),
}


def load(key: str, options: Mapping[str, Any]) -> Rulebook:
    """The rulebook ``key`` with options as ``Rulebook.options()`` gave them.

    Raises KeyError for a game that is not known.
    """
    preset = PRESETS[key]
    if not options:
        return preset
    known = dict(options)
    known["deals"] = tuple(Deal(**deal) for deal in known["deals"])
    known["sizes"] = tuple(known["sizes"])
    known["usual_sizes"] = tuple(known["usual_sizes"])
    return Prediction(**known)
