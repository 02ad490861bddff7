"""Kinds of options that hold more than one value: figures, small tables, orders."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournament.options.kinds import (
    Part,
    Texts,
    figure,
    first_text,
    one_text,
    outside,
    whole,
    words_of,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

SPARE_ROWS = 2  # empty rows of a small table, to fill in


@dataclass(frozen=True)
class Figures:
    """As many numbers as there are labels."""

    labels: "tuple[StrOrPromise, ...]"
    low: int
    high: int
    shape = "figures"

    def show(self, value: Sequence[int]) -> list[str]:
        return [str(number) for number in value]

    def read(self, texts: Texts) -> list[int]:
        padded = [*texts, *[""] * len(self.labels)][: len(self.labels)]
        return [whole(text) for text in padded]

    def fault(self, value: Sequence[int]) -> str:
        if len(value) != len(self.labels):
            return _("Type %(count)s numbers.") % {"count": len(self.labels)}
        return next(
            (f for f in (outside(n, self.low, self.high) for n in value) if f), ""
        )

    def say(self, value: Sequence[int]) -> str:
        if len(set(value)) == 1:
            return figure(value[0])
        named = zip(self.labels, value, strict=True)
        return ", ".join(f"{figure(number)} ({label})" for label, number in named)

    def parts(self, texts: Texts) -> list[Part]:
        padded = [*texts, *[""] * len(self.labels)]
        cells = zip(self.labels, padded, strict=False)
        return [Part(str(label), text) for label, text in cells]


@dataclass(frozen=True)
class Numbers:
    """Numbers on one line. ``lead`` is what stands before them and is not asked."""

    low: int
    high: int
    lead: tuple[int, ...] = ()
    shape = "line"

    def show(self, value: Sequence[int]) -> list[str]:
        return [" ".join(str(number) for number in value[len(self.lead) :])]

    def read(self, texts: Texts) -> list[int]:
        return [*self.lead, *(whole(word) for word in words_of(first_text(texts)))]

    def fault(self, value: Sequence[int]) -> str:
        if tuple(value[: len(self.lead)]) != self.lead:
            lead = " ".join(map(figure, self.lead))
            return _("The numbers begin with %(lead)s.") % {"lead": lead}
        return next(
            (f for f in (outside(n, self.low, self.high) for n in value) if f), ""
        )

    def say(self, value: Sequence[int]) -> str:
        return " ".join(map(figure, value[len(self.lead) :])) or _("nothing")

    def parts(self, texts: Texts) -> list[Part]:
        return one_text(texts)


@dataclass(frozen=True)
class Column:
    """A column of a small table of numbers; ``optional`` where it may stay empty."""

    name: str
    label: "StrOrPromise"
    low: int
    high: int
    optional: bool = False


@dataclass(frozen=True)
class Rows:
    """A small table of numbers. A row is a list, or a mapping where ``named``."""

    columns: tuple[Column, ...]
    said: Callable[[Sequence[int | None]], str]
    named: bool = False
    shape = "rows"

    def show(self, value: Sequence[Any]) -> list[str]:
        return [
            "" if number is None else str(number)
            for row in value
            for number in self._figures(row)
        ]

    def read(self, texts: Texts) -> list[Any]:
        rows = []
        for number, row in enumerate(self._rows(texts), 1):
            if any(row):
                figures = [
                    self._read(column, text, number)
                    for column, text in zip(self.columns, row, strict=True)
                ]
                names = (column.name for column in self.columns)
                named = dict(zip(names, figures, strict=True))
                rows.append(named if self.named else figures)
        return rows

    def fault(self, value: Sequence[Any]) -> str:
        found = (
            outside(number, column.low, column.high)
            for row in value
            for column, number in zip(self.columns, self._figures(row), strict=True)
            if number is not None
        )
        return next((fault for fault in found if fault), "")

    def say(self, value: Sequence[Any]) -> str:
        return "; ".join(self.said(self._figures(row)) for row in value) or _("none")

    def parts(self, texts: Texts) -> list[list[Part]]:
        rows = [row for row in self._rows(texts) if any(row)]
        rows += [[""] * len(self.columns)] * SPARE_ROWS
        return [
            [
                Part(str(c.label), text)
                for c, text in zip(self.columns, row, strict=True)
            ]
            for row in rows
        ]

    def _figures(self, row: Any) -> list[int | None]:
        return [row[column.name] for column in self.columns] if self.named else row

    def _rows(self, texts: Texts) -> list[list[str]]:
        wide = len(self.columns)
        cells = [text.strip() for text in texts]
        cells += [""] * (-len(cells) % wide)
        return [cells[at : at + wide] for at in range(0, len(cells), wide)]

    def _read(self, column: Column, text: str, row: int) -> int | None:
        if text or not column.optional:
            try:
                return whole(text)
            except ValidationError as wrong:
                told = {"row": row, "column": column.label, "why": wrong.messages[0]}
                raise ValidationError(
                    _("Row %(row)s, %(column)s: %(why)s") % told
                ) from None
        return None


@dataclass(frozen=True)
class Order:
    """Values in an order, most important first, each at most once.

    At least ``least`` of them; ``empty`` says what it means that there are none.
    """

    words: "Mapping[Any, StrOrPromise]"
    least: int = 0
    empty: "StrOrPromise" = ""
    shape = "order"

    def show(self, value: Sequence[Any]) -> list[str]:
        return [str(each) for each in value]

    def read(self, texts: Texts) -> list[Any]:
        known = {str(value): value for value in self.words}
        chosen = [text for text in texts if text]
        if not set(chosen) <= set(known):
            raise ValidationError(_("Choose one of these at each place."))
        return [known[text] for text in chosen]

    def fault(self, value: Sequence[Any]) -> str:
        if not set(value) <= set(self.words):
            return _("Choose one of these at each place.")
        twice = [each for each in self.words if list(value).count(each) > 1]
        if twice:
            return _("“%(this)s” stands there twice. Leave one out.") % {
                "this": self.words[twice[0]]
            }
        if len(value) < self.least:
            figures = {"count": len(value), "least": self.least}
            return _("%(count)s places are filled in of at least %(least)s.") % figures
        return ""

    def say(self, value: Sequence[Any]) -> str:
        said = [str(self.words.get(each, each)) for each in value]
        return ", ".join(said) or str(self.empty)

    def parts(self, texts: Texts) -> list[list[Part]]:
        padded = [*texts, *[""] * len(self.words)][: len(self.words)]
        return [
            [Part(str(w), str(v), str(v) == text) for v, w in self.words.items()]
            for text in padded
        ]
