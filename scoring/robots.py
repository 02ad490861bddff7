"""Robots that play Bollen: they look at their cards, bid, and play to make the bid.

A robot bids the tricks it expects: for each card the chance that nobody beats it
(likelier with fewer cards above it, fewer players and fewer cards), corrected for
what was bid before it, for its temperament and for a small random error. Short of
tricks it leads its surest card and wins as cheaply as it dares; once it has its
tricks it leads low and throws the highest card that still loses. It knows no more
than a `View` holds: its own hand and the cards not yet seen.

Pure: no database, no clock; all chance comes from the generator handed in.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import fsum
from typing import Any

from scoring.cards import (
    RANKS,
    Dealt,
    beats,
    best_play,
    clockwise_from,
    deal_cards,
    legal_cards,
)

# Tricks by which a bid gives way for each trick bid before it beyond a fair share.
PRESSURE = 0.2
# Chance that a beaten trump still ruffs a trick, in a hand with many tricks to come.
RUFF = 0.4


@dataclass(frozen=True)
class Temperament:
    """The character of one robot, for a whole game."""

    optimism: float  # tricks added to what the hand promises
    wobble: float  # largest random error of a bid, in tricks
    caution: float  # with a smaller chance to hold the trick it saves its high cards
    slip: float  # chance to play any allowed card without thinking


@dataclass(frozen=True)
class View:
    """What one robot knows when it bids or plays: nothing of the other hands."""

    hand: Sequence[str]
    unseen: Sequence[str]  # not in the hand, not turned, not played
    trump: str | None
    heights: Mapping[str, int]  # of `card_heights`
    trick: Sequence[tuple[int, str]]  # (place, card) so far
    behind: int  # players still to play after this one
    need: int  # tricks short of the bid; below 0 when there are too many


@dataclass(frozen=True)
class PlayedDeal:
    """One deal as it was played, everything in the order in which it happened."""

    deal: int  # 1 for the first of the game
    cards: int
    trump: str | None
    turned: str | None  # the turned card, None without trump
    dealer: int
    leader: int
    hands: dict[int, tuple[str, ...]]  # place -> cards as dealt
    bids: tuple[tuple[int, int], ...]  # (place, bid)
    tricks: tuple[tuple[tuple[int, str], ...], ...]  # (place, card)
    winners: tuple[int, ...]  # place that took each trick

    def tricks_taken(self) -> dict[int, int]:
        """Return the number of tricks of every place, 0 included."""
        taken = Counter(self.winners)
        return {place: taken[place] for place in self.hands}


def play_game(
    deals: Sequence[tuple[int, bool, bool]],
    places: int,
    first_leader: int,
    rng: random.Random,
    rank_order: Sequence[str] = RANKS,
    hook_from: int | None = 1,
) -> list[PlayedDeal]:
    """Deal, bid and play a whole game with one robot on each of 1..`places`.

    `deals` holds (cards for each, with trump, bid blind) for every deal. The leader
    moves one place clockwise every deal and the dealer sits before the leader (rule
    2.3). Bids may not add up to the cards from `hook_from` cards on, None for never.
    The same state of `rng` gives the same game on every Python version.
    Raises ValueError for an impossible first leader or a pack that is too small.
    """
    if places < 2 or not 1 <= first_leader <= places:
        raise ValueError(f"no place {first_leader} can lead at a table of {places}")
    robots = {place: draw_temperament(rng) for place in range(1, places + 1)}
    game = []
    for index, (cards, with_trump, blind) in enumerate(deals):
        leader = (first_leader - 1 + index) % places + 1
        dealt = deal_cards(cards, with_trump, places, leader, rank_order, rng)
        hooked = hook_from is not None and cards >= hook_from
        bids = make_bids(dealt, robots, blind, rng, hooked)
        game.append(play_deal(index + 1, dealt, robots, bids, rng))
    return game


def plays_json(
    deals: Sequence[PlayedDeal], numbers: Mapping[int, int | str]
) -> list[dict[str, Any]]:
    """Return `deals` ready for JSON, with `numbers[place]` instead of each place.

    The hands are keyed by text, as JSON wants it; elsewhere numbers stay as they are.
    Raises KeyError for a place without a number.
    """
    return [
        {
            "deal": deal.deal,
            "cards": deal.cards,
            "trump": deal.trump,
            "turned": deal.turned,
            "dealer": numbers[deal.dealer],
            "leader": numbers[deal.leader],
            "hands": {str(numbers[p]): list(hand) for p, hand in deal.hands.items()},
            "bids": [[numbers[place], bid] for place, bid in deal.bids],
            "tricks": [
                [[numbers[place], card] for place, card in trick]
                for trick in deal.tricks
            ],
        }
        for deal in deals
    ]


def make_bids(
    dealt: Dealt,
    robots: Mapping[int, Temperament],
    blind: bool,
    rng: random.Random,
    hooked: bool = True,
) -> dict[int, int]:
    """Return the bid of every place, in the order made: leader first, dealer last.

    Where the deal is `hooked`, the dealer may not bring the sum of all bids to the
    number of cards (rule 2.3).
    """
    cards, places = dealt.cards, len(dealt.hands)
    bids: dict[int, int] = {}
    for position, (place, hand) in enumerate(dealt.hands.items()):
        earlier = sum(bids.values())
        if blind:
            hoped = blind_hope(cards, places, rng)
        else:
            hoped = expected_tricks(opening_view(dealt, hand), position == 0)
        robot = robots[place]
        error = robot.wobble * (2 * rng.random() - 1)
        surplus = earlier - position * cards / places
        wish = hoped + robot.optimism + error - PRESSURE * surplus
        last = hooked and position == places - 1
        forbidden = cards - earlier if last else None
        bids[place] = nearest_bid(wish, cards, forbidden)
    return bids


def play_deal(
    number: int,
    dealt: Dealt,
    robots: Mapping[int, Temperament],
    bids: Mapping[int, int],
    rng: random.Random,
) -> PlayedDeal:
    """Play all tricks of `dealt` and return the deal as it went.

    The leader of the deal leads the first trick, the winner of a trick the next one.
    """
    hands = {place: list(hand) for place, hand in dealt.hands.items()}
    need = dict(bids)
    order = list(hands)
    tricks: list[tuple[tuple[int, str], ...]] = []
    winners: list[int] = []
    unplayed = [card for card in dealt.heights if card != dealt.turned]
    for _ in range(dealt.cards):
        turn = winners[-1] if winners else order[0]
        trick = play_trick(turn, dealt, hands, unplayed, need, robots, rng)
        winner = best_play(trick, dealt.trump, dealt.heights)[0]
        need[winner] -= 1
        winners.append(winner)
        tricks.append(trick)
    return PlayedDeal(
        deal=number,
        cards=dealt.cards,
        trump=dealt.trump,
        turned=dealt.turned,
        dealer=order[-1],
        leader=order[0],
        hands=dict(dealt.hands),
        bids=tuple(bids.items()),
        tricks=tuple(tricks),
        winners=tuple(winners),
    )


def play_trick(
    turn: int,
    dealt: Dealt,
    hands: Mapping[int, list[str]],
    unplayed: list[str],
    need: Mapping[int, int],
    robots: Mapping[int, Temperament],
    rng: random.Random,
) -> tuple[tuple[int, str], ...]:
    """Let every robot play a card, the place `turn` first, and return the trick.

    Takes the cards played out of `hands` and `unplayed`.
    """
    trick: list[tuple[int, str]] = []
    for place in clockwise_from(turn, len(hands)):
        view = View(
            hand=hands[place],
            unseen=[card for card in unplayed if card not in hands[place]],
            trump=dealt.trump,
            heights=dealt.heights,
            trick=trick,
            behind=len(hands) - 1 - len(trick),
            need=need[place],
        )
        card = choose_card(view, robots[place], rng)
        hands[place].remove(card)
        unplayed.remove(card)
        trick.append((place, card))
    return tuple(trick)


def draw_temperament(rng: random.Random) -> Temperament:
    """Draw the character of a robot, anywhere from steady to bold or careless."""
    return Temperament(
        optimism=0.3 * (rng.random() - 0.5),
        wobble=0.1 + 0.3 * rng.random(),
        caution=0.3 + 0.3 * rng.random(),
        slip=0.06 * rng.random(),
    )


def opening_view(dealt: Dealt, hand: Sequence[str]) -> View:
    """Return what the holder of `hand` knows before the first card is played."""
    seen = (*hand, dealt.turned)
    return View(
        hand=hand,
        unseen=[card for card in dealt.heights if card not in seen],
        trump=dealt.trump,
        heights=dealt.heights,
        trick=(),
        behind=len(dealt.hands) - 1,
        need=0,
    )


def expected_tricks(view: View, leads: bool) -> float:
    """Return the tricks the hand promises, a number from 0 to the cards held.

    A card of a plain suit only wins if that suit is led: 1 - (3/4)^cards, the more
    cards the likelier; the leader of the deal sees to it for the surest one. A trump
    that is not the highest gets a second chance, by ruffing in a later trick.
    """
    later = 1 - 1 / len(view.hand)
    idle = 1.0
    for _ in view.hand:
        idle *= 0.75
    trumps, plain = [], []
    for card in view.hand:
        hold = hold_chance(card, view)
        if card[0] == view.trump:
            trumps.append(hold + (1 - hold) * RUFF * later)
        else:
            plain.append(hold)
    first_lead = idle * max(plain) if leads and plain else 0.0
    # fsum, since plain sum() rounds floats differently from Python 3.12 on.
    return fsum([*trumps, *(hold * (1 - idle) for hold in plain), first_lead])


def blind_hope(cards: int, places: int, rng: random.Random) -> float:
    """Return the tricks hoped for before looking: a fair share, give or take one."""
    return cards / places + 2 * rng.random() - 1


def nearest_bid(wish: float, cards: int, forbidden: int | None) -> int:
    """Return the allowed bid from 0 to `cards` nearest to `wish`, the lower of two."""
    allowed = [bid for bid in range(cards + 1) if bid != forbidden]
    return min(allowed, key=lambda bid: abs(bid - wish))


@cache
def absence_chance(wanted: int, unseen: int, held: int) -> float:
    """Return the chance that a hand of `held` of the `unseen` cards has no wanted one.

    Hypergeometric: the product over i < wanted of (unseen - held - i) / (unseen - i).
    """
    chance = 1.0
    for index in range(wanted):
        chance *= max(unseen - held - index, 0) / (unseen - index)
    return chance


def suit_led(view: View) -> str | None:
    """Return the suit of the first card of the trick, None for who leads it."""
    return view.trick[0][1][0] if view.trick else None


def hold_chance(card: str, view: View) -> float:
    """Return the chance that nobody still to play can beat `card` in this trick.

    For `card` as the best so far, or as the one led. Every player behind holds as
    many cards as this one and is taken to beat the card if he can; the hands count
    as drawn apart from each other, which is near enough.
    """
    led = suit_led(view) or card[0]
    height = view.heights[card]
    suited = trumps = higher = 0
    for other in view.unseen:
        suit = other[0]
        suited += suit == led
        trumps += suit == view.trump
        higher += suit == card[0] and view.heights[other] > height
    unseen, held = len(view.unseen), len(view.hand)
    above = 1 - absence_chance(higher, unseen, held)
    if card[0] != led:
        risk = absence_chance(suited, unseen, held) * above
    elif card[0] == view.trump:
        risk = above
    else:
        ruffed = 1 - absence_chance(trumps, unseen, held)
        risk = above + (1 - above) * absence_chance(suited, unseen, held) * ruffed
    chance = 1.0
    for _ in range(view.behind):
        chance *= 1 - risk
    return chance


def choose_card(view: View, robot: Temperament, rng: random.Random) -> str:
    """Return the card the robot plays, always one that is allowed (rule 2.5)."""
    led = suit_led(view)
    options = legal_cards(view.hand, led)
    if len(options) == 1:
        return options[0]
    if rng.random() < robot.slip:
        return rng.choice(options)
    if led is None:
        return lead(options, view)
    _, best = best_play(view.trick, view.trump, view.heights)
    winning = [c for c in options if beats(c, best, view.trump, view.heights)]
    losing = [card for card in options if card not in winning]
    if view.need > 0:
        return try_to_win(winning, losing, view, robot)
    return duck(winning, losing, view)


def strength(card: str, view: View) -> int:
    """Return a rank for throwing away: any trump above all other cards."""
    return view.heights[card] + (100 if card[0] == view.trump else 0)


def lead(options: Sequence[str], view: View) -> str:
    """Return the surest card to win with, or the surest to lose when none is needed."""
    if view.need > 0:
        return max(options, key=lambda card: hold_chance(card, view))
    return min(options, key=lambda card: hold_chance(card, view))


def try_to_win(
    winning: Sequence[str], losing: Sequence[str], view: View, robot: Temperament
) -> str:
    """Return the cheapest card that will probably win, else the cheapest to lose.

    Who needs all tricks that are left, or has no losing card, plays the surest one.
    """
    cheapest_first = sorted(winning, key=lambda card: strength(card, view))
    for card in cheapest_first:
        if hold_chance(card, view) >= robot.caution:
            return card
    if winning and (view.need >= len(view.hand) or not losing):
        return max(winning, key=lambda card: hold_chance(card, view))
    return min(losing, key=lambda card: strength(card, view))


def duck(winning: Sequence[str], losing: Sequence[str], view: View) -> str:
    """Return the highest card that loses; else the one likeliest to be beaten.

    Who is last and cannot lose gets rid of the highest card, for it costs the same.
    """
    if losing:
        return max(losing, key=lambda card: strength(card, view))
    if view.behind == 0:
        return max(winning, key=lambda card: strength(card, view))
    return min(winning, key=lambda card: strength(card, view))
