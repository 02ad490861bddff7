"""Whatever is sent for a game kept deal by deal is judged, shown and never an error."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import DealRulebook
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.canasta import BOLIVIA, CANASTA
from tests.scoring.belotten_hands import carre, entry, sequence
from tests.scoring.hands import sheet

OUT = {"melded": 230, "hand": 25, "natural": 1, "escalera": 1, "out": "normal"}
LOST = {"melded": {"two": 1, "k_to_8": 4}, "hand": {"ace": 2}, "red_threes": 2}
SHOWN = [sequence("A1", "S", "A", 3), carre("B1", "10")]
BELOTTEN = {
    "deals": [
        entry("A", 95, melds=SHOWN, trump="S", belot="A1"),
        entry("B", 162, tricks={"A": 8, "B": 0}, melds={"A": 0, "B": 20}),
        {"event": "misdeal", "by": "A"},
    ],
    "first_dealer": 2,
    "start": {"A": 100, "B": 81},
    "held": 81,
}
GAMES: dict[str, tuple[DealRulebook, Any]] = {
    "belotten": (Belotten(), BELOTTEN),
    "in tens": (
        Belotten(rounding="tens_half_up", misdeal_penalty=162),
        BELOTTEN | {"start": {"A": 10, "B": 8}},
    ),
    "bolivia": (BOLIVIA, sheet((OUT, LOST), (LOST, OUT), first_dealer=1)),
    "two hands": (
        replace(BOLIVIA, deal_count=2),
        sheet((OUT, LOST), (OUT, LOST), as_played=[1]),
    ),
    "canasta": (CANASTA, sheet((OUT | {"escalera": 0}, LOST))),
}
WORDS = ("A", "B", "A1", "S", "10", "sequence", "normal", "out", "revoke", "misdeal")
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-20, 200)
    | st.floats()
    | st.text(max_size=3)
)
JSON = st.recursive(
    SCALARS | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(("A", "B", "sides", "deals", "two")), inner)
    ),
    max_leaves=6,
)


def spots(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every part of a reading, large and small."""
    if path:
        yield path
    inner = dict(enumerate(value)) if isinstance(value, list) else value
    for key, part in inner.items() if isinstance(inner, dict) else ():
        yield from spots(part, (*path, key))


def changed(value: Any, path: tuple[Any, ...], part: Any) -> Any:
    value, (key, *inner) = copy.copy(value), path
    value[key] = changed(value[key], tuple(inner), part) if inner else part
    return value


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_reading_with_any_part_changed_is_judged_and_shown(
    game: str, data: st.DataObject
) -> None:
    rules, sent = GAMES[game]
    assert not any(p.blocks for p in rules.problems(sent, 4))
    for _ in range(data.draw(st.integers(1, 2))):
        path = data.draw(st.sampled_from(list(spots(sent))))
        sent = changed(sent, path, data.draw(JSON))
    problems = rules.problems(sent, 4)
    for problem in problems:
        assert problem.place in (None, 1, 2, 3, 4)
        json.dumps(problem.params)
    assert rules.mode_of(sent) in rules.modes
    numbers = [line.number for line in rules.course(sent, 4)]
    assert numbers == list(range(1, len(numbers) + 1))
    if not any(problem.blocks for problem in problems):
        lines = rules.score(sent, 4)
        assert [line.place for line in lines] == [1, 2, 3, 4]
        assert all(type(figure) is int for ln in lines for figure in ln.stats.values())
