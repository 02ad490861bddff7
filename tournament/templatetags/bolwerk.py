"""Filters of Bolwerk's templates: figures and sentences, no logic."""

import segno
from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

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


@register.simple_tag
def qr(address: str, label: str) -> SafeString:
    """A QR code as SVG, drawn from its matrix: one path, no quiet zone."""
    code = segno.make(address, error="m", micro=False)
    size = code.symbol_size(border=0)[0]
    path = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(code.matrix)
        for x, dark in enumerate(row)
        if dark
    )
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}"><path d="{}"/></svg>',
        size,
        size,
        label,
        path,
    )
