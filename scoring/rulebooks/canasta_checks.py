"""The checks of one hand of Bolivia or Canasta, in the order of rule 5.5.

They judge figures that could be read. What concerns a whole sheet (the deals on
it, a hand after the game was decided) is in canasta.py.
"""

from collections.abc import Callable, Iterator
from typing import Any

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.canasta_cards import (
    SHORT,
    deck_value,
    holds_canastas,
    least_value,
)
from scoring.rulebooks.canasta_hand import (
    CANASTAS,
    SIDES,
    Hand,
    HandRules,
    Out,
    Side,
    deck_cards,
    first_meld_minimum,
    for_players,
    may_go_out,
    scores,
    total_of,
)
from scoring.rulebooks.canasta_search import counted_cards, deck_gives

HARD, HARD_PLUS, WARN = Severity.HARD, Severity.HARD_PLUS, Severity.WARN
UNIT = 5  # every card value, and so every score, is a multiple of five
ENDS = ("out", "stock")

Found = Iterator[Problem]
Check = Callable[[HandRules, Hand], Found]


def hand_problems(rules: HandRules, hand: Hand) -> list[Problem]:
    """Everything wrong with a hand, in the order of rule 5.5, with its side's place.

    Nothing else is looked at after a negative figure; whether the deck holds the
    cards is worked out once every other figure can be right.
    """
    negative = list(_negative(rules, hand))
    if negative:
        return negative
    found = [problem for check in _CHECKS for problem in check(rules, hand)]
    if not any(problem.severity is HARD for problem in found):
        found += _cards_missing(rules, hand)
    return found + [problem for check in _LATER for problem in check(rules, hand)]


def _negative(rules: HandRules, hand: Hand) -> Found:
    """Check 1."""
    for place, side in _each(hand):
        figures = [(getattr(side, name) or 0, name) for name in _FIGURES]
        for name, cards in (("melded", side.melded_cards), ("hand", side.hand_cards)):
            figures += [(number, name) for number in (cards or {}).values()]
        lowest, name = min(figures, key=lambda figure: figure[0])
        if lowest < 0:
            yield _at("negative", place, field=name, lowest=lowest)


def _not_multiple_of_5(rules: HandRules, hand: Hand) -> Found:
    """Check 2; a first meld is a part of what is melded."""
    for place, side in _each(hand):
        for name in ("melded", "hand", "first_meld"):
            points = getattr(side, name) or 0
            if points % UNIT:
                params: dict[str, Any] = {"field": name, "points": points}
                yield _at("not_multiple_of_5", place, unit=UNIT, **params)


def _out_multiple(rules: HandRules, hand: Hand) -> Found:
    """Check 3."""
    out = _out_count(hand)
    if out > 1:
        yield Problem("out_multiple", HARD, params={"out": out})


def _end_conflict(rules: HandRules, hand: Hand) -> Found:
    """Check 4; two sides out is told by check 3."""
    out = _out_count(hand)
    if hand.end not in ENDS or (hand.end == "out") != bool(out):
        yield Problem("end_conflict", HARD, params={"end": hand.end, "out": out})


def _out_requirement(rules: HandRules, hand: Hand) -> Found:
    """Check 5."""
    for place, side in _each(hand):
        free = side.out is Out.CONCEALED and not rules.concealed_needs_them
        if side.is_out and not free and not may_go_out(rules, side, hand.players):
            params = {
                "canastas": side.canastas,
                "needed": for_players(rules.canastas_to_go_out, hand.players),
                "escaleras": side.escalera,
                "with_escalera": rules.escalera_to_go_out,
            }
            yield _at("out_requirement", place, HARD_PLUS, **params)


def _out_with_hand(rules: HandRules, hand: Hand) -> Found:
    """Check 6."""
    for place, side in _each(hand):
        left = side.hand or side.hand_threes or any((side.hand_cards or {}).values())
        if hand.side_size == 1 and side.is_out and left:
            yield _at("out_with_hand", place, hand=side.hand, threes=side.hand_threes)


def _concealed_partner(rules: HandRules, hand: Hand) -> Found:
    """Check 7."""
    for place, side in _each(hand):
        concealed = side.out is Out.CONCEALED and hand.side_size > 1
        if concealed and most_in_hand(rules, side) < hand.side_size - 1:
            yield _at("concealed_partner", place)


def _hand_empty(rules: HandRules, hand: Hand) -> Found:
    """Check 8: everybody who did not go out holds a card."""
    for place, side in _each(hand):
        holders = hand.side_size - side.is_out
        cards = most_in_hand(rules, side)
        if cards < holders:
            yield _at("hand_empty", place, cards=cards, players=holders)


def _black3_not_out(rules: HandRules, hand: Hand) -> Found:
    """Check 9."""
    for place, side in _each(hand):
        if side.black_threes and not side.is_out:
            yield _at("black3_not_out", place, threes=side.black_threes)


def _black3_count(rules: HandRules, hand: Hand) -> Found:
    """Check 10."""
    for place, side in _each(hand):
        if 0 < (side.black_threes or 0) < SHORT:
            yield _at("black3_count", place, threes=side.black_threes, least=SHORT)


def _meld_too_small(rules: HandRules, hand: Hand) -> Found:
    """Check 11: the cheapest cards that can make the canastas of a side."""
    low, high = rules.seven_to_4, rules.k_to_8
    each = {
        "mixed": 6 * low + rules.two,
        "natural": 7 * low,
        "escalera": 4 * low + 3 * high,
        "bolivia": 7 * rules.two,
    }
    for place, side in _each(hand):
        least = sum(each[kind] * getattr(side, kind) for kind in CANASTAS)
        least += rules.black_three * (side.black_threes or 0)
        if side.melded < least:
            yield _at("meld_too_small", place, melded=side.melded, least=least)


def _red3_total(rules: HandRules, hand: Hand) -> Found:
    """Check 12."""
    red = [side.red_threes for side in hand.sides]
    if sum(red) > rules.threes:
        yield Problem("red3_total", HARD, params=_added(red, rules.threes))


def _black3_total(rules: HandRules, hand: Hand) -> Found:
    """Check 13."""
    black = [(side.black_threes or 0) + side.hand_threes for side in hand.sides]
    if sum(black) > rules.threes:
        yield Problem("black3_total", HARD, params=_added(black, rules.threes))


def _wild_total(rules: HandRules, hand: Hand) -> Found:
    """Check 14."""
    bolivia, mixed = (total_of(hand.sides, kind) for kind in ("bolivia", "mixed"))
    wild = 7 * bolivia + mixed
    if wild > rules.wild:
        params = {"bolivia": bolivia, "mixed": mixed, "sum": wild, "most": rules.wild}
        yield Problem("wild_total", HARD, params=params)


def _card_value_total(rules: HandRules, hand: Hand) -> Found:
    """Check 15."""
    values = [
        side.melded + side.hand + rules.black_three * side.hand_threes
        for side in hand.sides
    ]
    most = deck_value(rules)
    if sum(values) > most:
        yield Problem("card_value_total", HARD, params=_added(values, most))


def _card_count(rules: HandRules, hand: Hand) -> Found:
    """Check 16."""
    counted = counted_cards(hand.sides)
    for group, most in deck_cards(rules).items():
        number = counted.get(group, 0)
        if number > most and group != "black_three":
            params = {"group": group, "sum": number, "most": most}
            yield Problem("card_count", HARD, params=params)


def _cards_missing(rules: HandRules, hand: Hand) -> Found:
    """Check 16 for figures that were not counted: no cards of the deck give them.

    Where that is one side's doing it is told as check 11.
    """
    small = list(_melds_impossible(rules, hand))
    yield from small
    held = least_value(rules, hand.sides) is not None
    if not small and not (held and deck_gives(rules, hand.sides)):
        yield Problem("card_count", HARD)


def _melds_impossible(rules: HandRules, hand: Hand) -> Found:
    """A side that needs dearer ranks, other cards, or points for its first meld.

    That is a part of what was laid down, and no meld has fewer than three cards.
    """
    for place, side in _each(hand):
        least = least_value(rules, (side,)) or 0
        least += rules.black_three * (side.black_threes or 0)
        if side.melded:
            least = max(least, SHORT * rules.seven_to_4)
        least = max(least, side.first_meld or 0)
        cards = side.melded_cards
        short = cards is not None and not holds_canastas(rules, side, cards)
        if side.melded < least or short:
            yield _at("meld_too_small", place, melded=side.melded, least=least)


def _red3_missing(rules: HandRules, hand: Hand) -> Found:
    """Check 17."""
    red = total_of(hand.sides, "red_threes")
    if hand.end == "stock" and red < rules.threes:
        params = {"sum": red, "most": rules.threes}
        yield Problem("red3_missing", WARN, params=params)


def _first_meld_below(rules: HandRules, hand: Hand) -> Found:
    """Check 18; where no first meld was written, all that was melded is the most it
    can have been. Going out in one turn has no minimum of its own.
    """
    for (place, side), before in zip(_each(hand), hand.before, strict=False):
        name, written = "first_meld", side.first_meld
        if written is None and side.out is not Out.CONCEALED:
            name, written = "melded", side.melded
        if before is None or not side.melded or written is None:
            continue
        minimum = first_meld_minimum(rules, before)
        if written < minimum:
            params = {
                "field": name,
                "points": written,
                "before": before,
                "least": minimum,
            }
            yield _at("first_meld_below", place, WARN, **params)


def _unmelded_hand_small(rules: HandRules, hand: Hand) -> Found:
    """Check 19: who never laid down holds at least what was dealt."""
    dealt = for_players(rules.dealt, hand.players)
    for place, side in _each(hand):
        holders = hand.side_size - side.is_out
        never = side.out is Out.CONCEALED or not (side.melded or side.is_out)
        if never and most_in_hand(rules, side) < dealt * holders:
            cards = most_in_hand(rules, side)
            params = {"cards": cards, "least": dealt * holders}
            yield _at("unmelded_hand_small", place, WARN, **params)


def _game_over(rules: HandRules, hand: Hand) -> Found:
    """Check 20."""
    if hand.over:
        totals = dict(zip(SIDES, hand.before, strict=False))
        yield Problem("game_over", HARD, params=totals)


def _score_unusual(rules: HandRules, hand: Hand) -> Found:
    """Check 21."""
    if max(side.red_threes for side in hand.sides) > rules.threes:
        return
    for (place, _), score in zip(_each(hand), scores(rules, hand), strict=True):
        if score > rules.unusual_score:
            params = {"score": score, "most": rules.unusual_score}
            yield _at("score_unusual", place, WARN, **params)


def most_in_hand(rules: HandRules, side: Side) -> int:
    """How many cards a side holds at most, black threes included (check 8)."""
    if side.hand_cards is not None:
        return sum(side.hand_cards.values()) + side.hand_threes
    return side.hand // rules.seven_to_4 + side.hand_threes


def _at(code: str, place: int, severity: Severity = HARD, **params: Any) -> Problem:
    return Problem(code, severity, place, params={"side": SIDES[place - 1]} | params)


def _added(parts: list[int], most: int) -> dict[str, Any]:
    return {"each": parts, "sum": sum(parts), "most": most}


def _each(hand: Hand) -> Iterator[tuple[int, Side]]:
    """The sides with their first place, which is also their number."""
    return iter(enumerate(hand.sides, 1))


def _out_count(hand: Hand) -> int:
    return sum(side.is_out for side in hand.sides)


_FIGURES = (
    *("melded", "hand", *CANASTAS, "short_wild_melds"),
    *("red_threes", "hand_threes", "black_threes", "first_meld"),
)
_CHECKS: tuple[Check, ...] = (
    _not_multiple_of_5,
    _out_multiple,
    _end_conflict,
    _out_requirement,
    _out_with_hand,
    _concealed_partner,
    _hand_empty,
    _black3_not_out,
    _black3_count,
    _meld_too_small,
    _red3_total,
    _black3_total,
    _wild_total,
    _card_value_total,
    _card_count,
)
_LATER: tuple[Check, ...] = (
    _red3_missing,
    _first_meld_below,
    _unmelded_hand_small,
    _game_over,
    _score_unusual,
)
