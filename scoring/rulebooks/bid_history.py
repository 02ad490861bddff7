"""What happened while a form was kept at the table: who held the pen, and the attempts
of a deal before the one that counts (rules 1.3 and 2.9).

It is kept in the reading and scores nothing. A reading holds
    pen       [{"deal", "place"}]: who writes from that deal on; without a place it
              only went to another phone
    attempts  [{"deal", "reason", "place", "cells"}]: the cells of a deal before it was
              played again, one text per place, and who revoked or left
"""

from collections.abc import Iterator, Mapping
from typing import Any

# A revoke, wrongly dealt, wrongly written, and somebody left during the deal.
REASONS = ("revoke", "misdeal", "written", "left")
MOST = 200  # more never happen at one table
LONGEST_TEXT = 12


def history_faults(reading: Any, places: int, deals: int) -> Iterator[str]:
    """The parts of the history that no page of ours sends."""
    for key, fits in (("pen", _pen), ("attempts", _attempt)):
        items = reading.get(key) or ()
        readable = isinstance(items, list | tuple) and len(items) <= MOST
        if not readable or not all(fits(item, places, deals) for item in items):
            yield key


def _pen(item: Any, places: int, deals: int) -> bool:
    return (
        isinstance(item, Mapping)
        and set(item) <= {"deal", "place"}
        and _within(item.get("deal"), deals)
        and (item.get("place") is None or _within(item["place"], places))
    )


def _attempt(item: Any, places: int, deals: int) -> bool:
    if not isinstance(item, Mapping) or not _pen(
        {key: item.get(key) for key in ("deal", "place")}, places, deals
    ):
        return False
    cells = item.get("cells")
    return (
        set(item) <= {"deal", "place", "reason", "cells"}
        and item.get("reason") in REASONS
        and isinstance(cells, list | tuple)
        and len(cells) == places
        and all(isinstance(text, str) and len(text) <= LONGEST_TEXT for text in cells)
    )


def _within(number: Any, most: int) -> bool:
    return type(number) is int and 1 <= number <= most
