"""Comparing names: which two may well be one person written twice.

Pure. Nothing is decided here; the desk is told, and a person looks.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

# Letters that Unicode does not take apart into a letter and an accent.
PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "æ": "ae", "œ": "oe"}
)
INFIX = re.compile(
    "van|von|de|den|der|het|ten|ter|te|op|aan|bij|vd|vdr|vdn|vh|vt|vande|vander|vanden"
)
# An infix inside a name, but a name or an initial at either end of it.
INNER_INFIX = re.compile("v|d|t|s|l|in|el|al|la|le|les|du|da|di|dos|del")
WHOLE_NAME = 8  # letters from which names may be compared without regard to words


@lru_cache(maxsize=16384)
def fold(text: str) -> str:
    """Letters and digits of a text in lower case without accents, no spaces."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(PLAIN))
    return "".join(
        sign
        for sign in plain
        # A vowel sign of another script is a mark too, but not an accent.
        if unicodedata.category(sign)[0] in "LNM" and not unicodedata.combining(sign)
    )


def same_name(a: str, b: str) -> bool:
    """Whether names are equal apart from case, accents, spaces and punctuation."""
    return fold(a) == fold(b)


def similar_name(a: str, b: str) -> bool:
    """Whether two names, not the same, may well be one person written twice.

    Names are compared as a set of words in any order, without infixes (van, de, v.d.)
    and with ij as y. They are similar when the words are equal or when one word is

    * one letter more, fewer, other, or two neighbours swapped, if the longer of the
      two words has 5 letters (6 if its first letter differs): not Piet and Riet;
    * the initial of the other.

    Names cut into a different number of words (Vandenberg, van de Berg) are similar
    when as a whole, of 8 letters or more, they are one letter off.
    """
    one, two = _spelling(a), _spelling(b)
    if one.folded == two.folded:
        return False
    if one.words == two.words:
        return True
    long = min(len(one.folded), len(two.folded)) >= WHOLE_NAME
    if long and one.pieces != two.pieces and _one_letter_off(one.folded, two.folded):
        return True
    left = one.words - two.words
    right = two.words - one.words
    return len(left) == len(right) == 1 and _close(*left, *right)


def find_similar(name: str, names: Iterable[str]) -> list[str]:
    """Those of the names, in their order, that are similar to (not the same as) one."""
    return [other for other in names if similar_name(name, other)]


@dataclass(frozen=True)
class _Spelling:
    folded: str
    pieces: int
    words: frozenset[str]  # without infixes


@lru_cache(maxsize=16384)
def _spelling(name: str) -> _Spelling:
    last, _, first = name.partition(",")
    pieces = re.split(r"[\s.,/\u2013-]+", f"{first} {last}")
    words = [word for word in map(fold, pieces) if word]
    content = {
        word.replace("ij", "y")
        for i, word in enumerate(words)
        if not INFIX.fullmatch(word)
        and not (0 < i < len(words) - 1 and INNER_INFIX.fullmatch(word))
    }
    return _Spelling(fold(name), len(words), frozenset(content or words))


def _close(a: str, b: str) -> bool:
    if 1 in (len(a), len(b)):
        return a[0] == b[0]
    enough = 5 if a[0] == b[0] else 6
    return max(len(a), len(b)) >= enough and _one_letter_off(a, b)


def _one_letter_off(a: str, b: str) -> bool:
    if len(a) > len(b):
        a, b = b, a
    i = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), len(a))
    if len(a) < len(b):
        return a[i:] == b[i + 1 :]
    swapped = a[i : i + 2] == b[i : i + 2][::-1]
    return a[i + 1 :] == b[i + 1 :] or (swapped and a[i + 2 :] == b[i + 2 :])
