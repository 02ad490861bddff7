"""The ways to seat the people of a round that a director may choose from.

Pure arithmetic and proofs; it plans nothing, and says nothing in words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from scoring.rulebooks.base import Rulebook
from tournament.seating import Round
from tournament.seating.bound import plan_bound
from tournament.seating.designs import design, small_table_gap
from tournament.seating.evenness import small_seats
from tournament.seating.quality import judge_rounds
from tournament.seating.tableplans import table_plans
from tournament.tablesizes import layout

MOST_CHOICES = 5
MOST_PEOPLE = 1000
"""More people get the tables of the rule: the figures would take too long."""

Sizes = tuple[int, ...]


@dataclass(frozen=True)
class TableChoice:
    """One way to seat everybody, and what it means over the rounds left.

    ``usual``: it is what the rule says (rule 6.2). ``repeats``: meetings that cannot be
    first ones, and never fewer; ``proven``: a plan with no more, and small tables
    shared out evenly, is known; ``uneven``: one is known if they need not be.
    ``meets``: people somebody meets at the most, at the smallest and at the largest
    table every round. ``small_seats``: seats at a smaller table each round;
    ``small_rounds``: fewest and most rounds there, shared out evenly.
    """

    sizes: Sizes
    usual: bool
    rounds: int
    repeats: int
    proven: bool
    uneven: bool
    meets: tuple[int, int]
    small_seats: int
    small_rounds: tuple[int, int]

    @property
    def key(self) -> str:
        """The sizes as a form sends them: "3x5+7x4"."""
        return key_of(self.sizes)

    @property
    def laid(self) -> list[tuple[int, int]]:
        """(how many, of what size), largest tables first."""
        return [(self.sizes.count(s), s) for s in dict.fromkeys(self.sizes)]

    @property
    def mixed(self) -> bool:
        return self.small_seats > 0


def key_of(sizes: Sequence[int]) -> str:
    """Sizes as text: "3x5+7x4"."""
    return "+".join(f"{sizes.count(s)}x{s}" for s in dict.fromkeys(sizes))


def sizes_of(key: str) -> Sizes:
    """The sizes in such a text, largest first. Raises ValueError for another text."""
    if not re.fullmatch(r"[0-9]{1,4}x[0-9](\+[0-9]{1,4}x[0-9]){0,9}", key):
        raise ValueError(f"{key!r} names no tables")
    parts = [part.split("x") for part in key.split("+")]
    sizes = [int(size) for count, size in parts for _table in range(int(count))]
    return tuple(sorted(sizes, reverse=True))


def may_choose(rules: Rulebook, *, pairs: bool) -> bool:
    """Whether a director has a say in the sizes: not where the game needs just one."""
    if pairs or rules.free_round([]) is not None:
        return False
    return len(rules.usual_sizes) > 1


def table_choices(
    people: Sequence[int],
    rounds: int,
    rules: Rulebook,
    played: Sequence[Round] = (),
    ahead: Sequence[Round] = (),
) -> list[TableChoice]:
    """At most five ways for these start numbers, that of the rule first.

    ``ahead`` is how the rounds left were planned before; it proves what it reaches.
    Raises NoTables.
    """
    usual = layout(len(people), rules).sizes
    if len(people) > MOST_PEOPLE:
        return [_choice(usual, people, rounds, usual=True)]
    ways = [
        plan.sizes
        for plan in table_plans(
            len(people), rounds, tuple(sorted(set(usual))), rules.sizes
        )
        if plan.sizes != usual
    ]
    near = sorted(ways, key=lambda way: abs(len(way) - len(usual)))[: MOST_CHOICES - 1]
    return [
        _choice(sizes, people, rounds, played, ahead, usual=sizes == usual)
        for sizes in (usual, *(way for way in ways if way in near))
    ]


def _choice(
    sizes: Sizes,
    people: Sequence[int],
    rounds: int,
    played: Sequence[Round] = (),
    ahead: Sequence[Round] = (),
    *,
    usual: bool,
) -> TableChoice:
    n, small = len(people), small_seats(sizes)
    repeats = plan_bound([(people, sizes)] * rounds, played).repeats
    fewest, over = divmod(small * rounds, n)
    gap = _gap_without_repeats(sizes, rounds) if not (repeats or played) else None
    return TableChoice(
        sizes=sizes,
        usual=usual,
        rounds=rounds,
        repeats=repeats,
        proven=_planned_before(sizes, people, rounds, played, ahead) == repeats
        or (gap is not None and gap <= 1),
        uneven=gap is not None and gap > 1,
        meets=(
            min(n - 1, rounds * (min(sizes) - 1)),
            min(n - 1, rounds * (max(sizes) - 1)),
        ),
        small_seats=small,
        small_rounds=(fewest, fewest + (over > 0)),
    )


@cache
def _gap_without_repeats(sizes: Sizes, rounds: int) -> int | None:
    """How unevenly the plan without repeats that is known shares small tables out."""
    plan = design(sizes, rounds)
    return None if plan is None else small_table_gap(plan)


def _planned_before(
    sizes: Sizes,
    people: Sequence[int],
    rounds: int,
    played: Sequence[Round],
    ahead: Sequence[Round],
) -> int | None:
    """The repeats of the plan made before, where it is one for all of this."""
    if len(ahead) != rounds:
        return None
    for planned in ahead:
        if tuple(sorted(map(len, planned.tables), reverse=True)) != sizes:
            return None
        if {p for table in planned.tables for p in table} != set(people):
            return None
    return judge_rounds(ahead, played).repeats
