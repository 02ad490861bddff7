"""Melds of Belotten: what they are worth, whose count, and whether they can be.

Pure functions over melds as they were shown. Card points, tricks and the score of
a deal stand in belotten_deals.py and belotten.py; nothing here knows them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.cards import SUITS
from scoring.rulebooks.base import Problem, Severity

HARD, WARN = Severity.HARD, Severity.WARN
SIDES = ("A", "B")
# The players of a table by place, clockwise; the letter is their side.
PLAYERS = ("A1", "B1", "A2", "B2")
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")
CARRE_POINTS = {"J": 200, "9": 150, "A": 100, "10": 100, "K": 100, "Q": 100}
BELOT = ("K", "Q")
HAND = 8
SHORTEST = 3
EIGHT_TRUMPS = 1000
# Two carrés in either hand: 200 + 150 + 100 + 100.
MOST_WITHOUT_EIGHT_TRUMPS = 550
# Beside eight trumps the partner can still show five cards and three.
MOST = EIGHT_TRUMPS + 120


@dataclass(frozen=True)
class Run:
    """Cards of one suit in sequence, from ``top`` downwards."""

    player: str
    suit: str
    top: str
    length: int


@dataclass(frozen=True)
class Carre:
    """Four of a kind."""

    player: str
    rank: str


Meld = Run | Carre


@dataclass(frozen=True)
class MeldRules:
    """The options that concern melds; Belotten names and explains them."""

    eight_sequence: str = "seed"
    sequence_order: tuple[str, ...] = RANKS
    carre_order: tuple[str, ...] = ("A", "10", "K", "Q")
    worthless_carre_takes_precedence: bool = False
    equal_melds: str = "first"
    card_in_carre_and_sequence: bool = True


@dataclass(frozen=True)
class Counted:
    """Whose melds count, and for how much.

    ``by_order`` says that only the order of play decided it, or would have to.
    """

    side: str | None
    points: Mapping[str, int]
    by_order: bool = False


def can_be_melded(total: int) -> bool:
    """Whether melds of one side can add up to ``total`` (check 7 of rule 4.8).

    Sums of 20, 50, 100, 150, 200 and 1000, and no more than two hands can show.
    """
    if total % 10 or total in (10, 30):
        return False
    return 0 <= total <= MOST_WITHOUT_EIGHT_TRUMPS or EIGHT_TRUMPS <= total <= MOST


def cards_of(meld: Meld, rules: MeldRules) -> frozenset[str]:
    """The cards of a meld, suit before rank as in "S10"."""
    if isinstance(meld, Carre):
        return frozenset(suit + meld.rank for suit in SUITS)
    start = rules.sequence_order.index(meld.top)
    ranks = rules.sequence_order[start : start + max(meld.length, 0)]
    return frozenset(meld.suit + rank for rank in ranks)


def value_of(meld: Meld, trump: str | None, rules: MeldRules) -> int:
    """What a meld is worth (rule 4.2); option eight_sequence splits 8 in 5 and 3."""
    if isinstance(meld, Carre):
        return CARRE_POINTS.get(meld.rank, 0)
    if meld.length == HAND and meld.suit == trump:
        return EIGHT_TRUMPS
    if meld.length == HAND and rules.eight_sequence == "split":
        return 120
    return 100 if meld.length > 4 else {3: 20, 4: 50}.get(meld.length, 0)


def counted_melds(
    melds: Sequence[Meld],
    trump: str | None,
    order: Sequence[str] | None,
    rules: MeldRules,
) -> Counted:
    """Whose melds count, by the best single meld of each side (rule 4.2).

    ``order`` holds the players in the order of play of the first trick; None where
    nobody knows it, and then equal melds count for nobody, with ``by_order`` set.
    """
    ranked = [
        (_precedence(meld, trump, rules), meld)
        for meld in melds
        if value_of(meld, trump, rules)
        or (isinstance(meld, Carre) and rules.worthless_carre_takes_precedence)
    ]
    nothing = dict.fromkeys(SIDES, 0)
    if not ranked:
        return Counted(None, nothing)
    best = max(key for key, _ in ranked)
    holders = [meld.player for key, meld in ranked if key == best]
    sides = {player[0] for player in holders}
    by_order = len(sides) > 1 and rules.equal_melds == "first"
    if len(sides) > 1:
        if order is None or not by_order:
            return Counted(None, nothing, by_order)
        sides = {min(holders, key=order.index)[0]}
    (side,) = sides
    won = sum(
        value_of(meld, trump, rules) for _, meld in ranked if meld.player[0] == side
    )
    return Counted(side, nothing | {side: won}, by_order)


def read_melds(entries: Sequence[Any]) -> tuple[list[Meld], list[Problem]]:
    """The melds of one deal as stored, and what cannot be read of them.

    An entry is {"player", "kind": "sequence", "suit", "top", "length"} or
    {"player", "kind": "carre", "rank"}.
    """
    melds: list[Meld] = []
    faults: list[Problem] = []
    for entry in entries:
        meld = _read_meld(entry)
        if isinstance(meld, Problem):
            faults.append(meld)
        else:
            melds.append(meld)
    return melds, faults


def meld_problems(
    melds: Sequence[Meld], trump: str | None, belot: str | None, rules: MeldRules
) -> list[Problem]:
    """Checks 14 to 20 of rule 4.8, in that order.

    ``belot`` is a player, or a side of which somebody must have held it.
    """
    hands: dict[str, set[str]] = {player: set() for player in PLAYERS}
    for meld in melds:
        hands[meld.player] |= cards_of(meld, rules)
    found = [*_lengths(melds, rules), *_overlaps(melds, rules)]
    found += _cards_twice(melds, hands, rules)
    found += _belot_conflict(hands, trump, belot)
    found += _too_many(hands)
    found += _touching(melds, rules)
    return found


def place_of(holder: str) -> int:
    """The place of a player ("B2" is 4), or the first place of a side."""
    return PLAYERS.index(holder if len(holder) > 1 else f"{holder}1") + 1


def _precedence(meld: Meld, trump: str | None, rules: MeldRules) -> tuple[int, ...]:
    """Rule 4.2: carrés first; then points and kind, or length, height and trump."""
    if isinstance(meld, Carre):
        order = rules.carre_order
        height = len(order) - order.index(meld.rank) if meld.rank in order else 0
        return (1, value_of(meld, trump, rules), height)
    height = -rules.sequence_order.index(meld.top)
    return (0, meld.length, height, int(meld.suit == trump))


def _read_meld(entry: Any) -> Meld | Problem:
    entry = entry if isinstance(entry, Mapping) else {}
    player, kind = entry.get("player"), entry.get("kind")
    if player not in PLAYERS:
        return Problem("player_unknown", HARD, params={"text": _text(player)})
    if kind == "carre" and entry.get("rank") in RANKS:
        return Carre(player, entry["rank"])
    known = entry.get("suit") in SUITS and entry.get("top") in RANKS
    if kind != "sequence" or not known:
        return Problem("meld_unknown", HARD, place_of(player))
    length = entry.get("length")
    if type(length) is not int:
        params = {"field": "melds.length", "text": _text(length)}
        return Problem("not_integer", HARD, place_of(player), params=params)
    return Run(player, entry["suit"], entry["top"], length)


def _text(value: Any) -> str:
    return "" if value is None else str(value)


def _runs(melds: Sequence[Meld]) -> list[Run]:
    return [meld for meld in melds if isinstance(meld, Run)]


def _lengths(melds: Sequence[Meld], rules: MeldRules) -> Iterator[Problem]:
    """Checks 14 and 15: three cards at least, and none below the lowest."""
    for run in _runs(melds):
        if run.length < SHORTEST:
            short = {"length": run.length, "least": SHORTEST}
            yield Problem("sequence_length", HARD, place_of(run.player), params=short)
    for run in _runs(melds):
        left = len(rules.sequence_order) - rules.sequence_order.index(run.top)
        if run.length > left:
            params: dict[str, Any] = {
                "top": run.top,
                "length": run.length,
                "left": left,
            }
            yield Problem("sequence_range", HARD, place_of(run.player), params=params)


def _pairs_of(melds: Sequence[Meld]) -> Iterator[tuple[Meld, Meld]]:
    """Every two melds of one player."""
    for one, other in combinations(melds, 2):
        if one.player == other.player:
            yield one, other


def _overlaps(melds: Sequence[Meld], rules: MeldRules) -> Iterator[Problem]:
    """Check 16; and carré with sequence where the rules forbid that (Q43)."""
    for one, other in _pairs_of(melds):
        shared = cards_of(one, rules) & cards_of(other, rules)
        runs = isinstance(one, Run) + isinstance(other, Run)
        if not shared:
            continue
        params = {"cards": sorted(shared)}
        if runs == 2:
            yield Problem("sequence_overlap", HARD, place_of(one.player), params=params)
        elif runs == 1 and not rules.card_in_carre_and_sequence:
            yield Problem("meld_overlap", HARD, place_of(one.player), params=params)


def _cards_twice(
    melds: Sequence[Meld], hands: Mapping[str, set[str]], rules: MeldRules
) -> Iterator[Problem]:
    """Check 17; one player cannot show the same carré twice either."""
    for one, other in combinations(PLAYERS, 2):
        shared = hands[one] & hands[other]
        if shared:
            params = {"cards": sorted(shared), "other": place_of(other)}
            yield Problem("card_twice", HARD, place_of(one), params=params)
    for one_meld, other_meld in _pairs_of(melds):
        if isinstance(one_meld, Carre) and one_meld == other_meld:
            place, twice = place_of(one_meld.player), cards_of(one_meld, rules)
            params = {"cards": sorted(twice)}
            yield Problem("card_twice", HARD, place, params=params)


def _belot_conflict(
    hands: Mapping[str, set[str]], trump: str | None, belot: str | None
) -> Iterator[Problem]:
    """Check 18: somebody must be able to hold heer and dame beside what he showed."""
    if trump is None or belot is None:
        return
    pair = {trump + rank for rank in BELOT}
    for player in PLAYERS:
        elsewhere = set().union(*(hands[p] for p in PLAYERS if p != player))
        # A hand that is too large by itself is check 19, not this one.
        room = len(hands[player] | pair) <= HAND or len(hands[player]) > HAND
        if player.startswith(belot) and room and not pair & elsewhere:
            return
    yield Problem("belot_conflict", HARD, place_of(belot), params={"trump": trump})


def _too_many(hands: Mapping[str, set[str]]) -> Iterator[Problem]:
    """Check 19."""
    for player, cards in hands.items():
        if len(cards) > HAND:
            params = {"cards": len(cards), "of": HAND}
            yield Problem("hand_size", HARD, place_of(player), params=params)


def _touching(melds: Sequence[Meld], rules: MeldRules) -> Iterator[Problem]:
    """Check 20: two sequences that should have been one longer sequence."""
    order = rules.sequence_order
    for one, other in _pairs_of(melds):
        if not (isinstance(one, Run) and isinstance(other, Run)):
            continue
        upper, lower = sorted((one, other), key=lambda run: order.index(run.top))
        meets = order.index(upper.top) + upper.length == order.index(lower.top)
        if upper.suit == lower.suit and meets:
            params = {"upper": upper.length, "lower": lower.length}
            yield Problem(
                "sequence_touching", WARN, place_of(one.player), params=params
            )
