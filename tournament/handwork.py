"""What a director changes in a proposal by hand: steps over the seats as drawn.

Pure; start numbers. The steps are stored, so that what was drawn and what was put by
hand can be told apart afterwards, and the last step taken back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

Tables = tuple[tuple[int, ...], ...]
Step = Sequence[str | int]

SWAP, PLACE, PIN, UNPIN = "swap", "place", "pin", "unpin"
"""["swap", one, other, 1 if one is to stay there], ["place", one, table from 1 or 0 for
none], ["pin", one], ["unpin", one]."""


class NotThere(ValueError):
    """A step about somebody, or a table, that the proposal does not have."""


@dataclass(frozen=True)
class Laid:
    """A proposal: seats by table number, who has no seat, and who is to stay put."""

    tables: Tables
    loose: tuple[int, ...] = ()
    pinned: frozenset[int] = frozenset()

    def table_of(self, person: int) -> int:
        """The number of their table, 0 for who has none. Raises NotThere."""
        for number, table in enumerate((self.loose, *self.tables)):
            if person in table:
                return number
        raise NotThere(f"{person} is not in this round")

    @property
    def pins(self) -> tuple[tuple[int, int], ...]:
        """(person, table number) of those who are to stay put."""
        return tuple((person, self.table_of(person)) for person in sorted(self.pinned))


def replay(drawn: Laid, steps: Iterable[Step]) -> Laid:
    """The proposal after all these steps. Raises NotThere."""
    laid = drawn
    for step in steps:
        laid = after(laid, step)
    return laid


def after(laid: Laid, step: Step) -> Laid:
    """The proposal after one step. Raises NotThere."""
    kind, one, *more = step
    person = int(one)
    table = laid.table_of(person)
    if kind == SWAP:
        other, stays = int(more[0]), bool(more[1])
        return _swapped(laid, person, other, stays)
    if kind == PLACE:
        return _placed(laid, person, int(more[0]))
    if kind == PIN and table:
        return replace(laid, pinned=laid.pinned | {person})
    return replace(laid, pinned=laid.pinned - {person})


def _swapped(laid: Laid, one: int, other: int, stays: bool) -> Laid:
    here, there = laid.table_of(one), laid.table_of(other)
    if one == other or here == there == 0:
        raise NotThere(f"{one} and {other} have no places to change")
    change = {one: other, other: one}
    loose, *tables = (
        tuple(change.get(p, p) for p in seats) for seats in (laid.loose, *laid.tables)
    )
    # whoever stays at their table may go on staying there
    pinned = laid.pinned if here == there else laid.pinned - {one, other}
    if stays and there:
        pinned |= {one}
    return Laid(tuple(tables), loose, pinned)


def _placed(laid: Laid, one: int, table: int) -> Laid:
    if not 0 <= table <= len(laid.tables):
        raise NotThere(f"there is no table {table}")
    if laid.table_of(one) == table:
        return laid
    seats = [tuple(p for p in each if p != one) for each in (laid.loose, *laid.tables)]
    seats[table] = (*seats[table], one)
    loose, *tables = seats
    pinned = laid.pinned | {one} if table else laid.pinned - {one}
    return Laid(tuple(tables), tuple(sorted(loose)), pinned)


def by_hand(drawn: Laid, now: Laid) -> tuple[int, ...]:
    """Who has another table or seat than was drawn, in order."""
    before = _places(drawn)
    return tuple(sorted(p for p, at in _places(now).items() if before.get(p) != at))


def _places(laid: Laid) -> dict[int, tuple[int, int]]:
    tables = enumerate(laid.tables, 1)
    seated = {p: (n, seat) for n, table in tables for seat, p in enumerate(table)}
    return dict.fromkeys(laid.loose, (0, 0)) | seated
