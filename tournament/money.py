"""Amounts of money: whole cents inside, euros where people read and write them."""

import re
from decimal import Decimal

from django.utils.formats import number_format

# A thousand has its own sign only where cents follow: "7,505" is a slip.
EUROS = r"(\d{1,4}|\d[.,]\d{3}(?=[.,]\d\d))"
AMOUNT = re.compile(rf"(?:€\s*)?{EUROS}(?:[.,](\d\d?|-))?\s*(?:€|euro)?")


def in_euros(cents: int) -> str:
    """An amount as a sentence has it: "€ 7,50" in Dutch, with a space that holds."""
    return f"€\N{NO-BREAK SPACE}{as_decimal(cents)}"


def as_decimal(cents: int) -> str:
    """Euros with two decimals as the language writes them: 750 -> "7,50"."""
    return str(number_format(Decimal(cents) / 100, 2, force_grouping=True))


def read_cents(text: str) -> int | None:
    """Cents from an amount below 10,000 euros, with a comma or a point; else None."""
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        return None
    decimals = (found[2] or "").replace("-", "")
    euros = int(found[1].replace(".", "").replace(",", ""))
    return euros * 100 + int(decimals.ljust(2, "0"))
