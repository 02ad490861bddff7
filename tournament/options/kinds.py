"""The kinds of options that rulebooks have: how each is shown, read, judged and said.

A kind takes the value of an option as plain JSON. ``show`` gives the texts that
stand in the inputs of a page, ``read`` makes the value of such texts again, ``fault``
says why a value cannot be, and ``say`` puts it in words.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Texts = Sequence[str]


@dataclass(frozen=True)
class Part:
    """One input of an option: a text to type, or something to choose."""

    label: str = ""
    text: str = ""
    chosen: bool = False


class Kind(Protocol):
    """What a page and a reader need to know of an option."""

    @property
    def shape(self) -> str:
        """Which inputs it is asked with."""

    def show(self, value: Any) -> list[str]:
        """The texts of its inputs, in their order."""

    def read(self, texts: Texts) -> Any:
        """The value those texts mean. Raises ValidationError where they mean none."""

    def fault(self, value: Any) -> str:
        """Why the value cannot be, as a sentence; empty where it can."""

    def say(self, value: Any) -> str:
        """The value in words."""

    def parts(self, texts: Texts) -> list[Any]:
        """Its inputs, filled in: parts, or a list of parts per row or place."""


def figure(number: int) -> str:
    """A number with a real minus."""
    return f"−{-number}" if number < 0 else str(number)


def whole(text: str) -> int:
    """The whole number in a text. Raises ValidationError for anything else."""
    text = text.strip().replace("−", "-")
    if not text:
        raise ValidationError(_("Type a number."))
    if not re.fullmatch(r"-?\d{1,9}", text, re.ASCII):
        raise ValidationError(
            _("“%(text)s” is not a whole number.") % {"text": text[:40]}
        )
    return int(text)


def listed(words: Sequence[str]) -> str:
    """Words as a list: 3, 4 and 5."""
    if len(words) < 2:
        return "".join(words)
    return _("%(these)s and %(last)s") % {
        "these": ", ".join(words[:-1]),
        "last": words[-1],
    }


def outside(number: int, low: int, high: int, step: int = 1) -> str:
    """Why a number is not one of those from ``low`` to ``high``; empty if it is."""
    if not low <= number <= high:
        figures = (figure(each) for each in (number, low, high))
        return _("%(number)s is not between %(low)s and %(high)s.") % dict(
            zip(("number", "low", "high"), figures, strict=True)
        )
    if number % step:
        return _("%(number)s is not a multiple of %(step)s.") % {
            "number": figure(number),
            "step": step,
        }
    return ""


def first_text(texts: Texts) -> str:
    return texts[0].strip() if texts else ""


def one_text(texts: Texts) -> list[Part]:
    return [Part(text=first_text(texts))]


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    shape = "flag"

    def show(self, value: bool) -> list[str]:
        return ["1"] if value else []

    def read(self, texts: Texts) -> bool:
        return bool(texts)

    def fault(self, value: bool) -> str:
        return ""

    def say(self, value: bool) -> str:
        return _("yes") if value else _("no")

    def parts(self, texts: Texts) -> list[Part]:
        return [Part(text="1", chosen=bool(texts))]


@dataclass(frozen=True)
class Number:
    """A whole number, or None where ``empty`` says what that means."""

    low: int
    high: int
    step: int = 1
    empty: "StrOrPromise" = ""
    shape = "number"

    def show(self, value: int | None) -> list[str]:
        return ["" if value is None else str(value)]

    def read(self, texts: Texts) -> int | None:
        text = first_text(texts)
        return None if self.empty and not text else whole(text)

    def fault(self, value: int | None) -> str:
        return "" if value is None else outside(value, self.low, self.high, self.step)

    def say(self, value: int | None) -> str:
        return str(self.empty) if value is None else figure(value)

    def parts(self, texts: Texts) -> list[Part]:
        return one_text(texts)


@dataclass(frozen=True)
class Text:
    """A few words; ``letters`` for one word of letters, which must be there."""

    most: int = 100
    letters: bool = False
    shape = "text"

    def show(self, value: str) -> list[str]:
        return [value]

    def read(self, texts: Texts) -> str:
        return "".join(char for char in first_text(texts) if char.isprintable())

    def fault(self, value: str) -> str:
        if len(value) > self.most:
            figures = {"count": len(value), "most": self.most}
            return _("That is %(count)s letters; keep to %(most)s.") % figures
        if self.letters and not value.isalpha():
            return _("Type letters only, such as Z or SA.")
        return ""

    def say(self, value: str) -> str:
        return value or _("nothing")

    def parts(self, texts: Texts) -> list[Part]:
        return one_text(texts)


@dataclass(frozen=True)
class Choice:
    """One of a few values, each in words."""

    words: Mapping[Any, "StrOrPromise"]
    shape = "choice"

    def show(self, value: Any) -> list[str]:
        return [str(value)]

    def read(self, texts: Texts) -> Any:
        known = {str(value): value for value in self.words}
        if first_text(texts) not in known:
            raise ValidationError(_("Choose one of these."))
        return known[first_text(texts)]

    def fault(self, value: Any) -> str:
        return "" if value in self.words else _("Choose one of these.")

    def say(self, value: Any) -> str:
        return str(self.words.get(value, value))

    def parts(self, texts: Texts) -> list[Part]:
        return [
            Part(str(words), str(value), [str(value)] == list(texts))
            for value, words in self.words.items()
        ]


@dataclass(frozen=True)
class Sizes:
    """Some of the table sizes from ``low`` to ``high``."""

    low: int
    high: int
    shape = "sizes"

    def show(self, value: Sequence[int]) -> list[str]:
        return [str(size) for size in value]

    def read(self, texts: Texts) -> list[int]:
        ticked = {whole(text) for text in texts}
        return sorted(ticked)

    def fault(self, value: Sequence[int]) -> str:
        if not value:
            return _("Tick at least one table size.")
        return next(
            (f for f in (outside(s, self.low, self.high) for s in value) if f), ""
        )

    def say(self, value: Sequence[int]) -> str:
        return listed([str(size) for size in value])

    def parts(self, texts: Texts) -> list[Part]:
        sizes = (str(size) for size in range(self.low, self.high + 1))
        return [Part(size, size, size in texts) for size in sizes]


def words_of(line: str) -> list[str]:
    """The words of a line, between spaces, commas or semicolons."""
    return [word for word in re.split(r"[\s,;]+", line) if word]


@dataclass(frozen=True)
class Option:
    """An option in words: what it is called, how it is asked, a line of help."""

    label: "StrOrPromise"
    kind: Kind
    help: "StrOrPromise" = ""


@dataclass(frozen=True)
class Group:
    """Options that stand together under one heading, by name."""

    title: "StrOrPromise"
    options: Mapping[str, Option]
