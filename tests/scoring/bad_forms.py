"""Forms on which something is wrong: together they give every problem there is.

Where a sentence has figures, there is a form with 1 and one with many.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Problem
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.canasta import BOLIVIA, CANASTA
from scoring.rulebooks.canasta_checks import hand_problems
from scoring.rulebooks.prediction import APP, BOLLEN, Prediction
from scoring.rulebooks.session import correction_problem
from scoring.rulebooks.sums import sums_problems
from tests.building import FORM_OF_FOUR, reading
from tests.scoring.belotten_hands import carre, entry, sequence
from tests.scoring.deals import one_deal
from tests.scoring.hands import hand_of, out, sheet, side


def zero(place: int, deal: int) -> dict[str, Any]:
    return {
        "place": place,
        "notation": "zero",
        "zero_deal": deal,
        "replayed": False,
    }


def bad_deals() -> Iterator[Problem]:
    yield from one_deal(3, "2 ? 1x 1")
    yield from one_deal(3, ["2", "", "4", "1"])
    yield from one_deal(3, "1 1 1 0", first_leader=1)
    for cards, cells in ((1, "1 1 0 0"), (3, "2 1 0 1")):
        yield from one_deal(cards, cells)
    for cards, cells in ((1, "0 0 0 0"), (3, "1 0 0 0"), (5, "2 1 0 1")):
        yield from one_deal(cards, cells)
    for cards, cells in ((1, "0 0 0 1x"), (3, "1 0 0 2x"), (4, "2 1 1x 1x")):
        yield from one_deal(cards, cells)
    yield from one_deal(5, "1 0 0 1x")
    yield from one_deal(1, "1x 1x 0x 1x")
    yield from one_deal(3, "2 0x 1x 2x", tricks=[[4], [0], [1], [1]])
    yield from one_deal(1, "1 0x 0 0", tricks=[[1], [1], [0], [0]])


def bad_forms() -> Iterator[Problem]:
    rules = PRESETS["bollen"]
    form = reading(FORM_OF_FOUR)
    penalties = [zero(1, 1), zero(1, 2)]
    written = dict.fromkeys(("bollen", "punten", "niet_behaalde_bollen", "totaal"), 99)
    yield from rules.problems(form, 9)
    yield from rules.problems(form | {"labels": ["1"]}, 4)
    yield from rules.problems(form | {"penalties": penalties}, 4)
    yield from rules.problems(form | {"written": [written] * 4}, 4)


def bad_sums() -> Iterator[Problem]:
    row = {"bollen": 0, "punten": 36, "niet_behaalde_bollen": 10}
    yield from sums_problems(Prediction(), [row])
    yield from sums_problems(Prediction(), [row | {"bollen": -1}])
    ones = {"bollen": 1, "punten": 1, "niet_behaalde_bollen": 0}
    yield from sums_problems(Prediction(), [ones])


def bad_games() -> Iterator[Problem]:
    """People who leave or sit out, other packs, readings of another shape."""
    form = reading(FORM_OF_FOUR)
    rules = PRESETS["bollen"]
    gone = [[*row[:5], *["-"] * 6] for row in form["rows"][:2]]
    back = [[*gone[0][:8], "0", "-", "-"], *form["rows"][1:]]
    yield from rules.problems({"rows": [*gone, *form["rows"][2:]]}, 4)
    yield from rules.problems({"rows": back}, 4)
    yield from rules.problems(form | {"surprise": 1}, 4)
    yield from rules.problems(form | {"penalties": [{"place": 9}]}, 4)
    in_turn = replace(BOLLEN, sits_out_from=4)
    yield from in_turn.problems({"rows": back}, 4)
    yield from in_turn.problems({"rows": [["-"] * 11, *form["rows"][1:]]}, 4)
    app = replace(APP, max_cards=8)
    yield from app.problems(form, 4)
    boeren = PRESETS["boerenbridge"]
    yield from boeren.problems({"rows": [["1x"] * 17] * 4}, 4)
    locked = correction_problem(2, 5, False)
    yield from [locked] if locked else []


def both(a: int, b: int) -> dict[str, int]:
    return {"A": a, "B": b}


def points(a: Any, b: Any) -> dict[str, Any]:
    return {"makers": "A", "card_points": {"A": a, "B": b}}


def shown(*melds: Any, **more: Any) -> dict[str, Any]:
    return entry("A", 95, melds=list(melds), **{"trump": "S"} | more)


RUN = sequence("A1", "S", "A", 3)
BELOTTEN_DEALS: tuple[Any, ...] = (
    {"event": "regen"},
    entry("", 95, last_trick="C"),
    *(points(*figures) for figures in (("?", None), (None, None))),
    *(points(*figures) for figures in ((95, 66), (1, 0), (1, 161), (-1, 163))),
    *(entry("A", 95, tricks=both(*t)) for t in ((5, 4), (1, 0), (9, -1), (7, 0))),
    entry("A", 95, melds=both(20, 50)),
    *(entry("A", 95, melds=both(m, 0)) for m in (1, 30, -20, 600, 2000)),
    entry("A", 95, belot=["A", "B"]),
    entry("A", 95, belot="B", melds=both(1000, 0)),
    *(entry("A", 95, tricks=both(t, 8 - t), melds=both(1000, 0)) for t in (1, 7)),
    *(entry("A", p, tricks=both(t, 8 - t)) for p, t in ((100, 1), (95, 7), (9, 1))),
    *(entry("A", p, tricks=both(t, 8 - t)) for p, t in ((95, 8), (5, 0), (159, 4))),
    *(entry("A", p, tricks={"A": 1}, last_trick="A") for p in (11, 43, 55)),
    *(entry("A", p, last_trick="A") for p in (0, 9, 11)),
    entry("A", 162),
    entry("A", 0),
    shown({"player": "C1"}, {}, {"player": "A1", "kind": "carre"}),
    shown(sequence("A1", "S", "A", 0) | {"length": "drie"}),
    shown(RUN, trump=""),
    shown(sequence("A1", "H", "Q", 3), sequence("B1", "D", "Q", 3)),
    shown(sequence("A1", "S", "A", 1), sequence("A1", "H", "A", 2)),
    shown(sequence("A1", "S", "7", 3), sequence("A1", "H", "9", 8)),
    shown(RUN, sequence("A1", "S", "Q", 3)),
    shown(RUN, sequence("A1", "S", "K", 3)),
    shown(RUN, sequence("A1", "S", "J", 4)),
    shown(RUN, carre("A1", "K")),
    shown(RUN, carre("B1", "K")),
    shown(carre("A1", "K"), carre("A1", "K")),
    shown(RUN, sequence("A1", "H", "A", 6)),
    shown(sequence("B1", "S", "K", 3), belot="A1"),
    entry("A", 95, event="revoke", by="A"),
    entry("A", 95, event="revoke"),
)


def bad_belotten() -> Iterator[Problem]:
    rules = Belotten(card_in_carre_and_sequence=False)
    for deal in BELOTTEN_DEALS:
        yield from rules.problems({"deals": [deal]}, 4)
    made, equal = entry("A", 95), entry("A", 81)
    yield from rules.problems({"deals": [made], "first_dealer": 5}, 4)
    yield from rules.problems({"deals": [made], "start": both(1020, 940)}, 4)
    yield from rules.problems({"deals": [made], "start": {"A": "?"}, "held": "?"}, 4)
    yield from rules.problems({"deals": [made], "start": both(905, 933)}, 4)
    yield from rules.problems({"deals": []}, 4)
    for deals in ([made], [made, equal], [made] * 3):
        yield from replace(rules, deal_count=2).problems({"deals": deals}, 4)


def bad_hands() -> Iterator[Problem]:
    """Hands of Bolivia with figures that were read."""
    wild = {"melded": 600, "bolivia": 2, "natural": 0}
    aces = {"ace": 12}
    hands = (
        hand_of(out(melded=-5), side()),
        hand_of(out(melded=233), side(hand=1)),
        hand_of(out(), out()),
        *(hand_of(out(), side(), end=end) for end in ("stock", "None")),
        hand_of(side(), side()),
        *(hand_of(out(**more), side()) for more in ({"escalera": 0}, {"natural": 0})),
        hand_of(out(hand=5, hand_threes=1), side(), players=2),
        hand_of(out(out="concealed", hand=0), side()),
        hand_of(out(hand=0), side(hand=5)),
        *(hand_of(out(black_threes=n), side(black_threes=n)) for n in (1, 2)),
        hand_of(out(melded=60), side(melded=5)),
        hand_of(out(melded=240, melded_cards=aces), side()),
        hand_of(out(red_threes=6), side(red_threes=1)),
        hand_of(out(black_threes=6), side(hand_threes=1)),
        hand_of(out(**wild), side(bolivia=1, mixed=1, melded=400)),
        hand_of(out(melded=1645), side()),
        hand_of(out(melded=1560, melded_cards={"ace": 78}), side()),
        hand_of(out(melded=700, natural=5, mixed=8), side()),
        hand_of(side(red_threes=1), side(), end="stock"),
        hand_of(out(first_meld=15), side(melded=15), before=(1500, 0)),
        hand_of(out(), side(melded=0, hand=145)),
        hand_of(out(), side(), over=True, before=(15_000, 40)),
        hand_of(out(melded=900, escalera=4, bolivia=2), side()),
    )
    for hand in hands:
        yield from hand_problems(BOLIVIA, hand)
    plain = {"melded": 500, "mixed": 7, "out": "normal"}
    yield from hand_problems(CANASTA, hand_of(side(**plain), side(**plain)))
    yield from hand_problems(CANASTA, hand_of(side(out="normal"), side()))


def bad_canasta() -> Iterator[Problem]:
    rest = {"melded": 60, "hand": 45}
    gone = {"melded": 230, "hand": 25, "natural": 1, "escalera": 1, "out": "normal"}
    unread = (
        {"hand": 45, "out": "maybe"},
        {"melded": "x", "hand": {"joker": "1,5", "two": None, "foo": 1}},
    )
    for one in unread:
        yield from BOLIVIA.problems(sheet([one, rest]), 4)
    for hands in ([], [[gone, rest]], [[gone, rest]] * 3):
        yield from BOLIVIA.problems(sheet(*hands), 4)
        yield from replace(BOLIVIA, deal_count=2).problems(sheet(*hands), 4)
    yield from replace(BOLIVIA, target=(100,) * 3).problems(sheet(*hands), 4)
