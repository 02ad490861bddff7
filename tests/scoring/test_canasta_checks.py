"""Every code of rule 5.5 for both games: when it comes, how heavy, in what order."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.rulebooks.base import Severity
from scoring.rulebooks.canasta import BOLIVIA, CANASTA
from scoring.rulebooks.canasta_checks import hand_problems
from scoring.rulebooks.canasta_hand import Hand, Side
from tests.scoring.hands import found, hand_of, out, side

HARD, HARD_PLUS, WARN = Severity.HARD, Severity.HARD_PLUS, Severity.WARN
CARDS = {"seven_to_4": 11, "k_to_8": 3}  # an escalera and a natural canasta


def first(hand: Hand, canasta: bool = False) -> tuple[str, Severity, int | None] | None:
    problems = hand_problems(CANASTA if canasta else BOLIVIA, hand)
    if not problems:
        return None
    return (problems[0].code, problems[0].severity, problems[0].place)


def test_a_plain_hand_has_nothing_wrong() -> None:
    assert found(BOLIVIA, out(), side()) == []
    assert found(CANASTA, side(melded=230, natural=1, out="normal"), side()) == []


@pytest.mark.parametrize(
    ("sides", "more", "expected"),
    [
        ((out(melded=-5), side()), {}, ("negative", HARD, 1)),
        ((out(), side(mixed=-1)), {}, ("negative", HARD, 2)),
        ((out(melded=233), side()), {}, ("not_multiple_of_5", HARD, 1)),  # CE01
        ((out(), side(hand=41)), {}, ("not_multiple_of_5", HARD, 2)),
        ((out(first_meld=52), side()), {}, ("not_multiple_of_5", HARD, 1)),
        ((out(), out()), {}, ("out_multiple", HARD, None)),
        ((out(), side()), {"end": "stock"}, ("end_conflict", HARD, None)),
        ((side(), side()), {}, ("end_conflict", HARD, None)),
        ((out(), side()), {"end": ""}, ("end_conflict", HARD, None)),
        ((out(escalera=0, mixed=1), side()), {}, ("out_requirement", HARD_PLUS, 1)),
        ((out(natural=0), side()), {}, ("out_requirement", HARD_PLUS, 1)),
        ((out(hand=15), side()), {"players": 2}, ("out_with_hand", HARD, 1)),  # CE06
        ((out(hand=0, hand_threes=1), side()), {"players": 2},
         ("out_with_hand", HARD, 1)),
        ((side(), out(hand=0, out="concealed")), {}, ("concealed_partner", HARD, 2)),
        ((out(hand=0), side()), {}, ("hand_empty", HARD, 1)),
        ((out(), side(hand=5)), {}, ("hand_empty", HARD, 2)),
        ((out(), side(black_threes=3)), {}, ("black3_not_out", HARD, 2)),
        ((out(black_threes=2), side()), {}, ("black3_count", HARD, 1)),
        ((out(melded=80), side()), {}, ("meld_too_small", HARD, 1)),
        ((out(melded=95, black_threes=3), side()), {}, ("meld_too_small", HARD, 1)),
        ((out(), side(first_meld=65)), {}, ("meld_too_small", HARD, 2)),
        ((out(), side(melded=10)), {}, ("meld_too_small", HARD, 2)),
        ((out(red_threes=4), side(red_threes=3)), {}, ("red3_total", HARD, None)),
        ((out(black_threes=3), side(hand_threes=4)), {}, ("black3_total", HARD, None)),
        ((out(natural=0, bolivia=2, melded=700), side(bolivia=1, melded=400)), {},
         ("wild_total", HARD, None)),  # CE08
        ((out(melded=1645), side()), {}, ("card_value_total", HARD, None)),
        ((out(melded_cards=CARDS | {"joker": 7}, melded=435), side()), {},
         ("card_count", HARD, None)),
        ((out(melded_cards={"ace": 12}, melded=240), side()), {},
         ("meld_too_small", HARD, 1)),
        ((side(red_threes=5), side()), {"end": "stock"}, ("red3_missing", WARN, None)),
        ((out(first_meld=85), side()), {"before": (1500, 0)},
         ("first_meld_below", WARN, 1)),  # CE17
        ((out(), side(melded=85)), {"before": (0, 1500)},
         ("first_meld_below", WARN, 2)),
        ((out(), side(melded=0, hand=145)), {}, ("unmelded_hand_small", WARN, 2)),
        ((out(out="concealed", hand=70), side()), {}, ("unmelded_hand_small", WARN, 1)),
        ((out(), side()), {"over": True}, ("game_over", HARD, None)),
        ((out(melded=900, escalera=4, bolivia=2), side()), {},
         ("score_unusual", WARN, 1)),
    ],
)  # fmt: skip
def test_the_primary_error_of_a_hand(
    sides: tuple[Side, ...], more: dict[str, Any], expected: tuple[str, Severity, int]
) -> None:
    assert first(hand_of(*sides, **more)) == expected


@pytest.mark.parametrize(
    ("sides", "more"),
    [
        ((out(hand=5), side(hand=10)), {}),  # a card for everybody who plays on
        ((out(hand=0, hand_threes=1), side(hand=0, hand_threes=2)), {}),
        ((out(hand=0), side(hand=5)), {"players": 2}),
        ((out(melded=85), side()), {}),
        ((out(melded=100, black_threes=3), side()), {}),
        ((out(red_threes=3), side(red_threes=3)), {}),
        ((out(black_threes=3), side(hand_threes=3)), {}),
        ((side(red_threes=6), side()), {"end": "stock"}),
        ((out(first_meld=90), side()), {"before": (1500, 0)}),
        ((out(), side(melded=90)), {"before": (0, 1500)}),
        ((out(), side(melded=0, hand=150)), {}),
        ((out(out="concealed", hand=75), side()), {"before": (8000, 0)}),
        ((out(melded_cards=CARDS, melded=85), side()), {}),
        ((out(melded=890, natural=2, escalera=3, bolivia=1), side()), {}),
    ],
)
def test_a_hand_at_the_border_of_what_is_possible(
    sides: tuple[Side, ...], more: dict[str, Any]
) -> None:
    assert first(hand_of(*sides, **more)) is None


CANASTA_OUT = {"melded": 100, "hand": 25, "mixed": 1, "out": "normal"}


@pytest.mark.parametrize(
    ("sides", "more", "expected"),
    [
        ((side(**CANASTA_OUT), side()), {}, None),
        ((side(**CANASTA_OUT | {"hand": 0}), side()), {"players": 2},
         ("out_requirement", HARD_PLUS, 1)),
        ((side(**CANASTA_OUT | {"melded": 45}), side()), {},
         ("meld_too_small", HARD, 1)),
        ((side(**CANASTA_OUT | {"melded": 50}), side()), {}, None),
        ((side(**CANASTA_OUT), side(red_threes=4)), {}, None),
        ((side(**CANASTA_OUT), side(red_threes=5)), {}, ("red3_total", HARD, None)),
        ((side(**CANASTA_OUT), side(hand_threes=4)), {}, None),
        ((side(**CANASTA_OUT), side(hand_threes=5)), {}, ("black3_total", HARD, None)),
        ((side(**CANASTA_OUT | {"mixed": 7, "melded": 500}),
          side(mixed=6, melded=400)), {}, ("wild_total", HARD, None)),
        ((side(**CANASTA_OUT | {"melded": 1055}), side()), {},
         ("card_value_total", HARD, None)),
        ((side(**CANASTA_OUT | {"melded": 1040}), side()), {}, None),
        ((side(red_threes=3), side()), {"end": "stock"}, ("red3_missing", WARN, None)),
        ((side(**CANASTA_OUT | {"first_meld": 100}), side()), {"before": (9000, 0)},
         ("first_meld_below", WARN, 1)),
        ((side(**CANASTA_OUT), side(melded=0, hand=105)), {},
         ("unmelded_hand_small", WARN, 2)),
        ((side(**CANASTA_OUT), side(melded=0, hand=110)), {}, None),
    ],
)  # fmt: skip
def test_canasta_has_the_same_checks_with_its_own_deck(
    sides: tuple[Side, ...],
    more: dict[str, Any],
    expected: tuple[str, Severity, int] | None,
) -> None:
    assert first(hand_of(*sides, **more), canasta=True) == expected


@pytest.mark.parametrize(("players", "cards"), [(2, 15), (3, 13)])
def test_who_never_laid_down_in_canasta_holds_what_was_dealt(
    players: int, cards: int
) -> None:
    gone = side(melded=300, mixed=1, natural=1, out="normal", hand=0)
    rest = [side()] * (players - 2)
    for hand, codes in ((5 * cards, []), (5 * cards - 5, ["unmelded_hand_small"])):
        sides = (gone, side(melded=0, hand=hand), *rest)
        assert found(CANASTA, *sides, players=players) == codes


def test_findings_come_in_the_order_of_the_rules() -> None:
    wrong = out(melded=81, escalera=0, black_threes=2, red_threes=7, hand=0)
    assert found(BOLIVIA, wrong, side(hand=0), over=True) == [
        "not_multiple_of_5",
        "out_requirement",
        "hand_empty",
        "hand_empty",
        "black3_count",
        "red3_total",
        "game_over",
    ]


def test_going_out_in_one_turn_may_be_free_of_canastas() -> None:
    gone = out(out="concealed", natural=0, escalera=0, hand=75)
    assert found(BOLIVIA, gone, side())[0] == "out_requirement"
    assert found(replace(BOLIVIA, concealed_needs_them=False), gone, side()) == []


def test_a_counted_hand_is_known_to_the_card() -> None:
    ace = side(hand=20, hand_cards={"ace": 1})
    assert found(BOLIVIA, out(), ace) == ["hand_empty"]
    assert found(BOLIVIA, out(), side(hand=20)) == []
    aces = side(hand=40, hand_cards={"ace": 2})
    assert found(BOLIVIA, out(), aces) == []


def test_a_problem_carries_the_figures_for_its_sentence() -> None:
    hand = Hand("out", (out(red_threes=4), side(red_threes=3)), 4)
    (problem,) = hand_problems(BOLIVIA, hand)
    assert problem.params == {"each": [4, 3], "sum": 7, "most": 6}
    (problem,) = hand_problems(BOLIVIA, Hand("out", (out(melded=60), side()), 4))
    assert problem.params == {"side": "A", "melded": 60, "least": 85}


def test_one_card_is_enough_for_the_partner_of_who_went_out_in_one_turn() -> None:
    gone = out(out="concealed", hand=5)
    assert found(BOLIVIA, gone, side()) == ["unmelded_hand_small"]


@pytest.mark.parametrize(
    ("melded", "hand", "threes", "too_much"),
    [
        (1535, 45, 6, False),
        (1540, 45, 6, True),
        (1535, 50, 6, True),
        (1540, 45, 5, False),
    ],
)
def test_threes_in_hand_are_part_of_the_value_of_all_cards(
    melded: int, hand: int, threes: int, too_much: bool
) -> None:
    sides = (side(melded=melded, hand=hand), side(hand=100, hand_threes=threes))
    assert ("card_value_total" in found(BOLIVIA, *sides, end="stock")) == too_much


def test_a_deck_without_jokers_is_no_card_short() -> None:
    rules = replace(CANASTA, jokers=0)
    gone = {"melded": 50, "mixed": 1, "out": "normal"}
    assert found(rules, side(**gone), side()) == []
    assert found(rules, side(melded_cards={"joker": 1}, **gone), side()) != []


def test_dearer_ranks_are_looked_at_when_every_other_figure_can_be_right() -> None:
    # Seven mixed canastas are worth 350 at least, and more from one deck.
    seven = {"melded": 400, "mixed": 7}
    gone = side(**seven, out="normal", hand=25)
    assert found(CANASTA, gone, side())[0] == "meld_too_small"
    assert found(CANASTA, gone, side(**seven | {"mixed": 6}))[0] == "wild_total"


def test_a_score_is_unusual_above_ten_thousand_and_not_at_it() -> None:
    for bonus, told in ((7695, []), (7700, ["score_unusual"])):
        rules = replace(BOLIVIA, escalera=1500 + bonus)
        # 230 melded, 500 and 1500 for canastas, 100 for going out, 25 in hand.
        assert found(rules, out(), side()) == told


@pytest.mark.parametrize(
    ("figures", "least"),
    [
        ({"mixed": 1}, 50),
        ({"natural": 2}, 70),
        ({"escalera": 1}, 50),
        ({"bolivia": 1}, 140),
        ({"mixed": 1, "natural": 1, "escalera": 1, "bolivia": 1}, 275),
    ],
)
def test_the_least_that_canastas_are_worth_is_told(
    figures: dict[str, int], least: int
) -> None:
    for low, codes in ((least - 5, ["meld_too_small"]), (least, [])):
        hand = hand_of(side(melded=low, **figures), side(red_threes=6), end="stock")
        problems = hand_problems(BOLIVIA, hand)
        assert [p.code for p in problems] == codes
        seven = hand_of(side(melded=low, **figures), side(red_threes=7), end="stock")
        told = [p.code for p in hand_problems(BOLIVIA, seven)]
        assert told == [*codes, "red3_total"]
        assert [p.params["least"] for p in problems] == [least] * len(codes)


def test_a_low_first_meld_is_told_with_what_was_needed() -> None:
    needed = {"before": 1500, "least": 90}
    for sides, field in (
        ((out(first_meld=85), side()), {"field": "first_meld", "points": 85}),
        ((side(melded=85, first_meld=None), out()), {"field": "melded", "points": 85}),
    ):
        hand = hand_of(*sides, before=(1500, 0))
        (problem,) = hand_problems(BOLIVIA, hand)
        assert problem.params == {"side": "A"} | needed | field


def test_all_red_threes_do_not_hide_an_unusual_score() -> None:
    rich = out(melded=900, escalera=4, bolivia=2, red_threes=6)
    assert found(BOLIVIA, rich, side()) == ["score_unusual"]
    codes = found(BOLIVIA, replace(rich, red_threes=7), side())
    assert codes == ["red3_total"]


def test_black_threes_that_were_laid_down_are_part_of_what_was_melded() -> None:
    many = side(red_threes=7)
    for melded, told in ((95, ["meld_too_small"]), (100, [])):
        codes = found(BOLIVIA, out(melded=melded, black_threes=3), many)
        assert codes == [*told, "red3_total"]
    # One of five natural canastas is of dearer cards: 4 * 35 + 70, and 15.
    for melded, told in ((220, ["meld_too_small"]), (225, [])):
        gone = side(melded=melded, natural=5, black_threes=3, out="normal")
        assert found(CANASTA, gone, side()) == told


def test_too_many_black_threes_are_told_once() -> None:
    sides = (out(black_threes=3), side(hand_threes=4))
    assert found(BOLIVIA, *sides) == ["black3_total"]
    (problem,) = hand_problems(BOLIVIA, hand_of(*sides))
    assert problem.params == {"each": [3, 4], "sum": 7, "most": 6}


def test_a_group_of_which_too_many_cards_were_counted_is_named() -> None:
    gone = out(melded_cards=CARDS | {"joker": 4}, melded=285)
    held = side(hand_cards={"joker": 3}, hand=150)
    (problem,) = hand_problems(BOLIVIA, hand_of(gone, held))
    params = {"group": "joker", "sum": 7, "most": 6}
    assert (problem.code, problem.params) == ("card_count", params)


def test_who_never_laid_down_is_told_how_many_cards_were_dealt() -> None:
    sides = (out(), side(melded=0, hand=145))
    (problem,) = hand_problems(BOLIVIA, hand_of(*sides))
    assert problem.params == {"side": "B", "cards": 29, "least": 30}


def test_a_hand_after_the_end_is_told_where_the_game_stood() -> None:
    hand = hand_of(out(), side(), over=True, before=(15_200, 40))
    (problem,) = hand_problems(BOLIVIA, hand)
    assert (problem.code, problem.params) == ("game_over", {"A": 15_200, "B": 40})


def test_every_wild_card_of_the_deck_can_be_in_a_mixed_canasta() -> None:
    for mixed, told in ((18, False), (19, True)):
        sides = (side(melded=1400, mixed=mixed), side(melded=0))
        assert ("wild_total" in found(BOLIVIA, *sides, end="stock")) == told


@pytest.mark.parametrize("name", ["melded", "hand"])
def test_fewer_than_no_cards_of_a_group_cannot_be_counted(name: str) -> None:
    cards: dict[str, Any] = {f"{name}_cards": {"ace": 4, "two": -1}}
    (problem,) = hand_problems(BOLIVIA, hand_of(out(), side(**cards)))
    assert (problem.code, problem.place) == ("negative", 2)
    assert problem.params == {"side": "B", "field": name, "lowest": -1}
