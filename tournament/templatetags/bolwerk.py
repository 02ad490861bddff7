"""Filters of Bolwerk's templates: figures, money and sentences, no logic."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.ranking import Criterion, Decision
from scoring.rulebooks.base import Rulebook
from scoring.words import word
from tournament.houserules import changed, game_name
from tournament.messages import decided as decided_sentence
from tournament.messages import figure as figure_in_words
from tournament.messages import ranked_by as ranked_by_sentence
from tournament.money import in_euros
from tournament.queries.ranked import Row

register = template.Library()


@register.filter
def figure(value: float | None) -> str:
    return figure_in_words(value)


@register.filter
def euros(cents: int) -> str:
    """An amount in cents as a sentence has it."""
    return in_euros(cents)


@register.filter
def heading(key: str) -> str:
    """The name of a figure of the standings."""
    return word("figure", key)


@register.filter
def ranked_by(criteria: Sequence[Criterion]) -> str:
    return ranked_by_sentence(criteria)


@register.filter
def played(rules: Rulebook) -> str:
    """Which game a score was computed by, and whether with rules of the house."""
    texts = {"game": game_name(rules.key)}
    if changed(rules):
        return _("%(game)s with house rules.") % texts
    return f"{texts['game']}."


@register.filter
def told(row: Row) -> str:
    """The figures beside the total in one line: "3 bollen, 40 points"."""
    return ", ".join(
        f"{figure(value)} {word('short', key)}" for key, value in row.figures.items()
    )


@register.filter
def decided(decision: Decision | None) -> str:
    return decided_sentence(decision)


@register.filter
def size(value: int) -> int:
    """Distance without its direction: places won or lost."""
    return abs(value)


@register.simple_tag
def qr(address: str, label: str) -> SafeString:
    """A QR code as SVG, drawn from its matrix: one path, no quiet zone."""
    size, path = _squares(address)
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}"><path d="{}"/></svg>',
        size,
        size,
        label,
        path,
    )


@lru_cache(maxsize=1024)
def _squares(address: str) -> tuple[int, str]:
    """How wide the code of an address is, and its dark runs as a path.

    Kept, as finding the best of eight masks takes longer than the rest of a card.
    """
    code = segno.make(address, error="m", micro=False)
    runs = []
    for y, row in enumerate(code.matrix):
        x = 0
        for dark, same in groupby(row):
            n = len(list(same))
            if dark:
                runs.append(f"M{x} {y}h{n}v1h-{n}z")
            x += n
    return len(code.matrix), "".join(runs)
