"""Who meets whom and how often, as text and as a picture."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from xml.sax.saxutils import escape

from tournament.seating.history import Round

CELL = 14
MARGIN = 44
SHADES = ("#f4f1e8", "#7fa68b", "#c8553d", "#8c2f39")
"""For never, once, twice, and more often."""


def counts(rounds: Sequence[Round]) -> Counter[tuple[int, int]]:
    """Meetings per pair, both ways round."""
    met: Counter[tuple[int, int]] = Counter()
    for played in rounds:
        for table in played.company:
            for a, b in combinations(table, 2):
                met[a, b] += 1
                met[b, a] += 1
    return met


def as_text(
    people: Sequence[int], names: Sequence[str], rounds: Sequence[Round]
) -> str:
    """A row per person: a dot for never, a digit for how often, + from ten on."""
    met = counts(rounds)
    width = max(map(len, names), default=0)
    lines = []
    for person, name in zip(people, names, strict=True):
        cells = [
            " " if other == person else _sign(met[person, other]) for other in people
        ]
        lines.append(f"{name:>{width}} {''.join(cells)}")
    return "\n".join(lines)


def as_svg(people: Sequence[int], names: Sequence[str], rounds: Sequence[Round]) -> str:
    """The same as a picture: a square per pair, darker red the more often."""
    met = counts(rounds)
    side = MARGIN + CELL * len(people) + CELL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        'font-family="sans-serif" font-size="9">'
    ]
    for row, (person, name) in enumerate(zip(people, names, strict=True)):
        along = MARGIN + CELL * row
        text = escape(name)
        parts.append(
            f'<text x="{MARGIN - 4}" y="{along + 10}" text-anchor="end">{text}</text>'
            f'<text transform="translate({along + 10} {MARGIN - 4}) rotate(-90)">'
            f"{text}</text>"
        )
        for column, other in enumerate(people):
            if other == person:
                continue
            times = met[person, other]
            shade = SHADES[min(times, len(SHADES) - 1)]
            parts.append(
                f'<rect x="{MARGIN + CELL * column}" y="{along}" width="{CELL - 1}" '
                f'height="{CELL - 1}" fill="{shade}"><title>{text} – '
                f"{escape(names[column])}: {times}</title></rect>"
            )
    return "\n".join([*parts, "</svg>"])


def _sign(times: int) -> str:
    if times == 0:
        return "."
    return str(times) if times < 10 else "+"
