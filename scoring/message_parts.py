"""What the sentences for problems are built from. No game is known here."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.text import capfirst

from scoring.words import card_name, word

Params = Mapping[str, Any]
Sentence = Callable[[Params], str]


def plain(text: Callable[[], str]) -> Sentence:
    """A sentence without figures; ``text`` translates when it is called."""
    return lambda params: text()


def filled(text: Callable[[], str]) -> Sentence:
    """A sentence that takes its figures from the params as they are."""
    return lambda params: text() % dict(params)


def added(numbers: Iterable[int]) -> str:
    """Numbers as they are added up: "95 + 66"."""
    return " + ".join(str(number) for number in numbers)


def standing(params: Params) -> str:
    """The totals of all sides, "1020 / 940"; empty where they are not told."""
    totals = (params.get(side) for side in "ABC")
    return " / ".join(str(total) for total in totals if total is not None)


def card_names(params: Params) -> str:
    return ", ".join(card_name(card) for card in params["cards"])


def field_name(params: Params) -> str:
    """The field that is wrong, and the cards that were counted in it."""
    named = [params[key] for key in ("field", "group") if params.get(key)]
    return capfirst(", ".join(word("field", key) for key in named))
