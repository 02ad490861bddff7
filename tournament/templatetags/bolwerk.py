"""Filters of Bolwerk's templates: figures and sentences, no logic."""

from typing import Any

from django import template

from scoring.ranking import Decision
from tournament.messages import decided as decided_sentence

register = template.Library()


@register.filter
def figure(value: int | None) -> str:
    """A whole number with a real minus sign; nothing for None."""
    return "" if value is None else str(value).replace("-", "\N{MINUS SIGN}")


@register.filter
def decided(decision: Decision | None) -> str:
    return decided_sentence(decision)


@register.filter
def size(value: int) -> int:
    """Distance without its direction: places won or lost."""
    return abs(value)


@register.filter
def get(mapping: Any, key: Any) -> Any:
    return mapping.get(key)
