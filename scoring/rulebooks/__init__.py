"""The games Bolwerk keeps score of. A fifth game is one module and a line here."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.rulebooks import belotten, canasta, prediction
from scoring.rulebooks.base import Rulebook

Read = Callable[[Mapping[str, Any]], Rulebook]

PRESETS: dict[str, Rulebook] = {}
_READERS: dict[str, Read] = {}


def register(presets: Mapping[str, Rulebook], of_options: Read) -> None:
    """Make a family of games known: its presets, and how its options are read back."""
    PRESETS.update(presets)
    _READERS.update(dict.fromkeys(presets, of_options))


def forget(key: str) -> None:
    """Take a game back that was registered for a while."""
    del PRESETS[key], _READERS[key]


def load(key: str, options: Mapping[str, Any]) -> Rulebook:
    """The rulebook ``key`` with options as ``Rulebook.options()`` gave them.

    Raises KeyError for a game that is not known.
    """
    return _READERS[key](options) if options else PRESETS[key]


register(prediction.PRESETS, prediction.of_options)
register(belotten.PRESETS, belotten.of_options)
register(canasta.PRESETS, canasta.of_options)
