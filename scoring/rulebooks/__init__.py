"""The games Bolwerk keeps score of. A fifth game is one module and a line here."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.rulebooks import prediction
from scoring.rulebooks.base import Rulebook

_FAMILIES: tuple[
    tuple[Mapping[str, Rulebook], Callable[[Mapping[str, Any]], Rulebook]], ...
] = ((prediction.PRESETS, prediction.of_options),)

PRESETS: dict[str, Rulebook] = {
    key: rules for presets, _read in _FAMILIES for key, rules in presets.items()
}


def load(key: str, options: Mapping[str, Any]) -> Rulebook:
    """The rulebook ``key`` with options as ``Rulebook.options()`` gave them.

    Raises KeyError for a game that is not known.
    """
    preset = PRESETS[key]
    if not options:
        return preset
    return next(read(options) for presets, read in _FAMILIES if key in presets)
