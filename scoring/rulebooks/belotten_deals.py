"""One deal of Belotten as it is entered: reading it, and checks 1 to 20 of rule 4.8.

An entry of a reading holds:
    event        "played" (or nothing), "all_passed_twice", "misdeal" or "revoke"
    by           with a misdeal or a revoke: the side that did it
    makers       "A" or "B"
    card_points  {"A", "B"}, with the 10 of the last trick; one of them is enough
    tricks       {"A", "B"}, optional; one of them is enough
    last_trick   a side, optional
    melds        {"A", "B"} the totals that counted, or a list of melds as shown
    trump        a suit, needed with melds as shown
    belot        a side or a player, optional
What a deal scores is the business of belotten.py.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from scoring.cards import SUITS, clockwise_from
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.belotten_melds import (
    EIGHT_TRUMPS,
    MOST,
    MOST_WITHOUT_EIGHT_TRUMPS,
    PLAYERS,
    SIDES,
    Counted,
    Meld,
    MeldRules,
    can_be_melded,
    counted_melds,
    meld_problems,
    place_of,
    read_melds,
)

HARD, WARN = Severity.HARD, Severity.WARN
PLACES = 4
EVENTS = ("played", "all_passed_twice", "misdeal", "revoke")
CARD_POINTS = 162
LAST_TRICK = 10
TRICKS = 8
TRUMP_VALUES = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
PLAIN_VALUES = TRUMP_VALUES | {"J": 2, "9": 0}
# The most that t tricks hold without the 10 of the last one: the best 4t cards.
MOST_IN_TRICKS = (0, 56, 98, 126, 140, 150, 152, 152, 152)
NOTHING = {"A": 0, "B": 0}


@dataclass(frozen=True)
class Deal:
    """A deal whose entry could be read; figures are per side."""

    makers: str = "A"
    points: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    tricks: Mapping[str, int] | None = None
    last_trick: str | None = None
    melds: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    belot: str | None = None
    event: str = "played"
    by: str | None = None

    @property
    def defenders(self) -> str:
        return other_side(self.makers)

    def belot_of(self, side: str) -> int:
        """The 20 of heer and dame of trump, or 0."""
        return 20 if self.belot == side else 0


def other_side(side: str) -> str:
    """The side that ``side`` plays against."""
    return "B" if side == "A" else "A"


def side_of(place: int) -> str:
    """The side of a place, counted from 1: partners sit opposite (rule 4.1)."""
    return SIDES[(place - 1) % 2]


def next_dealer(dealer: int, event: str = "played") -> int:
    """Who deals next, as a place: clockwise, but again after a misdeal (rule 4.3)."""
    return dealer if event == "misdeal" else dealer % PLACES + 1


def dealer_of_deal(first_dealer: int, earlier: Sequence[str]) -> int:
    """Who deals after the events of all earlier deals, as a place."""
    dealer = first_dealer
    for event in earlier:
        dealer = next_dealer(dealer, event)
    return dealer


def play_order(dealer: int) -> list[str]:
    """The players in the order of play of the first trick: the dealer last."""
    return [PLAYERS[place - 1] for place in clockwise_from(next_dealer(dealer), PLACES)]


def event_of(entry: Any) -> str:
    """What became of a deal: a key of EVENTS, or whatever the entry says."""
    return str(_mapping(entry).get("event") or "played")


def read_deal(
    entry: Any,
    order: Sequence[str] | None,
    rules: MeldRules,
    unplayed: Container[str] = ("all_passed_twice", "misdeal"),
) -> tuple[Deal | None, list[Problem]]:
    """The deal, or None if it cannot be read, and all that is wrong with it.

    ``order`` holds the players in order of play, None if nobody knows who dealt.
    Of an event in ``unplayed`` nothing but the side that did it is read.
    Problems come in the order of rule 4.8, without the number of the deal.
    """
    entry, event = _mapping(entry), event_of(entry)
    if event not in EVENTS:
        return None, [Problem("event_unknown", HARD, params={"text": event})]
    if event in unplayed:
        by = entry.get("by")
        return Deal(event=event, by=by if by in SIDES else None), []
    shown = entry.get("melds")
    melds, faults = read_melds(shown) if isinstance(shown, list) else ([], [])
    unreadable = [*_unreadable(entry), *faults]
    if unreadable:
        return None, unreadable
    trump = entry.get("trump") if entry.get("trump") in SUITS else None
    claims = _claims(entry.get("belot"))
    counted = _counted(entry, melds, trump, order, rules)
    deal = _deal_of(entry, counted, claims)
    found = [*_card_points(deal), *_sums(deal, claims)]
    # Figures that are wrong by themselves would only cause more of the same.
    found += [] if found else _plausible(deal)
    found += _trump_missing(melds, trump)
    found += meld_problems(melds, trump, claims[0] if claims else None, rules)
    if counted.by_order and order is None:
        found.append(Problem("meld_order_unknown", HARD))
    return deal, found


def _deal_of(entry: Mapping[str, Any], counted: Counted, claims: Sequence[str]) -> Deal:
    return Deal(
        makers=entry["makers"],
        points=_both(entry.get("card_points"), CARD_POINTS) or NOTHING,
        tricks=_both(entry.get("tricks"), TRICKS),
        last_trick=entry.get("last_trick") or None,
        melds=counted.points,
        belot=claims[0][0] if claims else None,
        event=event_of(entry),
        by=entry.get("by") or None,
    )


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _claims(belot: Any) -> list[str]:
    """Who claims belot, as a side, a player, a list of them or a mark per side."""
    if isinstance(belot, Mapping):
        belot = [side for side, claimed in belot.items() if claimed]
    claims = belot if isinstance(belot, list) else [belot]
    return [str(claim) for claim in claims if claim and claim != "none"]


def _both(value: Any, total: int) -> dict[str, int] | None:
    """The figures of both sides; the one that is missing follows from the other."""
    given = {s: v for s in SIDES if (v := _mapping(value).get(s)) is not None}
    if not given:
        return None
    figure = next(iter(given.values()))
    return {s: given.get(s, total - figure) for s in SIDES}


def _unreadable(entry: Mapping[str, Any]) -> Iterator[Problem]:
    """Checks 1 and 2: makers and whole numbers; and words that name no side."""
    if entry.get("makers") not in SIDES:
        yield Problem("makers_unknown", HARD)
    for key in ("card_points", "tricks", "melds"):
        value = entry.get(key)
        if isinstance(value, list) and key == "melds":
            continue
        figures = _mapping(value)
        if figures is not value and value is not None:
            yield not_integer(key, None, str(value))
        for side in SIDES:
            figure = figures.get(side)
            if figure is not None and type(figure) is not int:
                yield not_integer(key, place_of(side), str(figure))
    points = _mapping(entry.get("card_points"))
    if points.get("A") is None and points.get("B") is None:
        yield not_integer("card_points", None, "")
    yield from _unknown_sides(entry)


def _unknown_sides(entry: Mapping[str, Any]) -> Iterator[Problem]:
    words = [(key, entry.get(key)) for key in ("last_trick", "by")]
    words += [("belot", claim) for claim in _claims(entry.get("belot"))]
    for key, word in words:
        known = (*SIDES, *PLAYERS) if key == "belot" else SIDES
        if word and word not in known:
            params = {"field": key, "text": str(word)}
            yield Problem("side_unknown", HARD, params=params)


def _counted(
    entry: Mapping[str, Any],
    melds: Sequence[Meld],
    trump: str | None,
    order: Sequence[str] | None,
    rules: MeldRules,
) -> Counted:
    """What counts: worked out from melds as shown, or as the table wrote it."""
    if melds:
        return counted_melds(melds, trump, order, rules)
    totals = _mapping(entry.get("melds"))
    return Counted(None, {side: totals.get(side) or 0 for side in SIDES})


def _card_points(deal: Deal) -> Iterator[Problem]:
    """Checks 3 and 4."""
    total = sum(deal.points.values())
    if total != CARD_POINTS:
        params = {**deal.points, "sum": total, "of": CARD_POINTS}
        yield Problem("points_sum", HARD, params=params)
    for side, points in deal.points.items():
        if points < 0 or points == 1 or points > CARD_POINTS:
            params = {"points": points, "most": CARD_POINTS}
            yield Problem("points_unreachable", HARD, place_of(side), params=params)
            if total == CARD_POINTS and min(deal.points.values()) < 0:
                return  # too many on one side are too few on the other: said once


def _sums(deal: Deal, claims: Sequence[str]) -> Iterator[Problem]:
    """Checks 5 to 9: tricks, melds and belot of both sides together."""
    tricks = deal.tricks
    if tricks and (sum(tricks.values()) != TRICKS or min(tricks.values()) < 0):
        params = {**tricks, "sum": sum(tricks.values()), "of": TRICKS}
        yield Problem("tricks_sum", HARD, params=params)
    if all(deal.melds.values()):
        yield Problem("melds_both_sides", HARD, params=dict(deal.melds))
    for side, total in deal.melds.items():
        if not can_be_melded(total):
            params = {
                "melds": total,
                "most": MOST_WITHOUT_EIGHT_TRUMPS,
                "eight_trumps": EIGHT_TRUMPS,
                "most_with_them": MOST,
            }
            yield Problem("meld_value", HARD, place_of(side), params=params)
    if len({claim[0] for claim in claims}) > 1:
        yield Problem("belot_both_sides", HARD)
    yield from _eight_trumps(deal)


def _eight_trumps(deal: Deal) -> Iterator[Problem]:
    """Check 9: who holds all trumps takes every trick, and nobody else has belot.

    Where tricks were not entered, missing card points show that some are missing.
    """
    for side, total in deal.melds.items():
        if total < EIGHT_TRUMPS:
            continue
        key, taken, of = "points", deal.points, CARD_POINTS
        if deal.tricks:
            key, taken, of = "tricks", deal.tricks, TRICKS
        if taken[side] != of:
            params = {"melds": total, key: taken[side], "of": of}
            place = place_of(side)
            yield Problem("eight_trumps_not_all_tricks", HARD, place, params=params)
        if deal.belot == other_side(side):
            place, shown = place_of(deal.belot), {"melds": total}
            yield Problem("belot_conflict", HARD, place, params=shown)


def _plausible(deal: Deal) -> Iterator[Problem]:
    """Checks 10 to 13: card points against tricks and the last trick."""
    if deal.tricks:
        for side in SIDES:
            yield from _tricks_and_points(deal, side, deal.tricks[side])
    if deal.last_trick and not _has_last_trick(deal.points[deal.last_trick]):
        place, points = place_of(deal.last_trick), deal.points[deal.last_trick]
        params = {"points": points, "last": LAST_TRICK}
        yield Problem("last_trick_points", HARD, place, params=params)
    if deal.tricks is None:
        place = place_of(deal.makers)
        if deal.points[deal.makers] == CARD_POINTS:
            params = {"points": CARD_POINTS, "tricks": TRICKS}
            yield Problem("all_points_without_kapot", WARN, place, params=params)
        if deal.points[deal.makers] == 0:
            yield Problem("zero_points_without_no_tricks", WARN, place)


def _tricks_and_points(deal: Deal, side: str, tricks: int) -> Iterator[Problem]:
    """Check 10 for one side; the 10 of the last trick count where it can have it."""
    points = deal.points[side]
    none = side if tricks == 0 else other_side(side) if tricks == TRICKS else None
    # Who took no trick cannot have the last one; that is for check 11 to say.
    holder = None if deal.last_trick == none else deal.last_trick
    may_have = side != none and holder in (None, side)
    may_lack = other_side(side) != none and holder != side
    last = [LAST_TRICK] * may_have + [0] * may_lack
    if not any((4 * tricks, points - more) in card_sums() for more in last):
        most = MOST_IN_TRICKS[tricks] + max(last, default=0)
        least = CARD_POINTS - MOST_IN_TRICKS[TRICKS - tricks] - LAST_TRICK * may_lack
        params = {"tricks": tricks, "points": points, "least": least, "most": most}
        yield Problem("tricks_points_conflict", HARD, place_of(side), params=params)


def _has_last_trick(points: int) -> bool:
    """Check 11: beside the 10 there must be cards that are worth the rest."""
    return any(total == points - LAST_TRICK for _, total in card_sums())


@cache
def card_sums() -> frozenset[tuple[int, int]]:
    """Every (number of cards, their points) that cards of the pack can make."""
    values = [*TRUMP_VALUES.values(), *[*PLAIN_VALUES.values()] * 3]
    sums = {(0, 0)}
    for value in values:
        sums |= {(cards + 1, total + value) for cards, total in sums}
    return frozenset(sums)


def _trump_missing(melds: Sequence[Meld], trump: str | None) -> list[Problem]:
    """Which sequence counts, and for how much, can depend on the trump suit."""
    return [Problem("trump_unknown", HARD)] if melds and trump is None else []


def not_integer(key: str, place: int | None, text: str) -> Problem:
    """What should be a whole number is none, or is not there (rule 1.2)."""
    return Problem("not_integer", HARD, place, params={"field": key, "text": text})


def with_deal(problems: Sequence[Problem], number: int) -> list[Problem]:
    """The problems of one deal with its number, counted from 1."""
    return [replace(problem, deal=number) for problem in problems]
