"""Robots at the table, watched by a referee who knows the rules by himself.

`offences` replays a deal card by card with code of its own and lists what was wrong.
"""

import hashlib
import json
import random
from collections.abc import MutableSequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.cards import card_heights, full_pack
from scoring.robots import (
    PlayedDeal,
    Temperament,
    View,
    choose_card,
    expected_tricks,
    hold_chance,
    nearest_bid,
    play_game,
    plays_json,
)

BOLLEN = [
    *((cards, True, False) for cards in (1, 2, 3, 4, 5)),
    (5, False, False),
    (5, False, True),
    *((cards, True, False) for cards in (4, 3, 2, 1)),
]
STEADY = Temperament(optimism=0, wobble=0, caution=0.5, slip=0)
LOW_TO_HIGH = ["7", "8", "9", "10", "J", "Q", "K", "A"]


def referee_points(card: str, led: str, trump: str | None) -> int:
    """Return what a card is worth in a trick: 0 when it can never take it."""
    height = 1 + LOW_TO_HIGH.index(card[1:])
    if card[0] == trump:
        return 10 + height
    return height if card[0] == led else 0


def trick_offences(deal: PlayedDeal, places: int) -> list[str]:
    """Return what is wrong with the order, the suits and the winners of the tricks."""
    wrong = []
    left = {place: list(hand) for place, hand in deal.hands.items()}
    taken = dict.fromkeys(left, 0)
    turn = deal.leader
    for trick in deal.tricks:
        led = trick[0][1][0]
        if [place for place, _ in trick] != [
            (turn + step - 1) % places + 1 for step in range(places)
        ]:
            wrong.append("turn")
        for place, card in trick:
            if card not in left[place]:
                wrong.append("card not held")
                continue
            if card[0] != led and any(other[0] == led for other in left[place]):
                wrong.append("revoke")
            left[place].remove(card)
        points = [referee_points(card, led, deal.trump) for _, card in trick]
        turn = trick[points.index(max(points))][0]
        taken[turn] += 1
    if any(left.values()):
        wrong.append("cards left")
    if taken != deal.tricks_taken():
        wrong.append("tricks")
    return wrong


def offences(deal: PlayedDeal, places: int) -> list[str]:
    """Return everything that breaks a rule in one deal of `places` players."""
    wrong = trick_offences(deal, places)
    seen = [card for hand in deal.hands.values() for card in hand]
    seen += [deal.turned] if deal.turned else []
    known = {suit + rank for suit in "SHDC" for rank in LOW_TO_HIGH}
    if len(set(seen)) != len(seen) or not set(seen) <= known:
        wrong.append("pack")
    if any(len(hand) != deal.cards for hand in deal.hands.values()):
        wrong.append("hand size")
    if sorted(deal.hands) != list(range(1, places + 1)):
        wrong.append("places")
    if (deal.turned[0] if deal.turned else None) != deal.trump:
        wrong.append("trump")
    if deal.leader != deal.dealer % places + 1:
        wrong.append("dealer")
    if [place for place, _ in deal.bids] != [
        (deal.leader + step - 1) % places + 1 for step in range(places)
    ]:
        wrong.append("bidding order")
    if any(not 0 <= bid <= deal.cards for _, bid in deal.bids):
        wrong.append("bid range")
    if sum(bid for _, bid in deal.bids) == deal.cards:
        wrong.append("forbidden bid")
    return wrong


def game(seed: int, places: int = 4, first_leader: int = 1) -> list[PlayedDeal]:
    """Return a game of Bollen."""
    return play_game(BOLLEN, places, first_leader, random.Random(seed))


tables = st.integers(3, 6).flatmap(
    lambda places: st.tuples(st.just(places), st.integers(1, places))
)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), table=tables)
def test_a_referee_finds_nothing_wrong_in_any_game(
    seed: int, table: tuple[int, int]
) -> None:
    places, first_leader = table
    played = game(seed, places, first_leader)
    assert [offences(deal, places) for deal in played] == [[]] * 11


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32), table=tables)
def test_the_deals_follow_the_game_and_the_leader_moves_one_place_each_deal(
    seed: int, table: tuple[int, int]
) -> None:
    places, first_leader = table
    played = game(seed, places, first_leader)
    assert [deal.deal for deal in played] == list(range(1, 12))
    assert [(d.cards, d.trump is not None) for d in played] == [
        (cards, trump) for cards, trump, _ in BOLLEN
    ]
    assert [deal.leader for deal in played] == [
        (first_leader + k - 1) % places + 1 for k in range(11)
    ]


REVOKED = (
    ((1, "H9"), (2, "D8"), (3, "CA")),
    ((2, "HK"), (3, "C7"), (1, "SA")),
)
OUT_OF_TURN = (
    ((1, "H9"), (2, "HK"), (3, "CA")),
    ((1, "SA"), (2, "D8"), (3, "C7")),
)


def a_deal_to_doctor() -> PlayedDeal:
    """Return a deal of two tricks of three players with one revoke at hand."""
    return PlayedDeal(
        deal=1,
        cards=2,
        trump="D",
        turned="D7",
        dealer=3,
        leader=1,
        hands={1: ("H9", "SA"), 2: ("HK", "D8"), 3: ("C7", "CA")},
        bids=((1, 1), (2, 2), (3, 0)),
        tricks=(
            ((1, "H9"), (2, "HK"), (3, "CA")),
            ((2, "D8"), (3, "C7"), (1, "SA")),
        ),
        winners=(2, 2),
    )


def test_the_referee_accepts_an_honest_deal() -> None:
    assert offences(a_deal_to_doctor(), 3) == []


@pytest.mark.parametrize(
    ("change", "offence"),
    [
        ({"bids": ((1, 0), (2, 2), (3, 0))}, "forbidden bid"),
        ({"bids": ((1, 3), (2, 2), (3, 0))}, "bid range"),
        ({"bids": ((3, 1), (1, 2), (2, 0))}, "bidding order"),
        ({"turned": "H7"}, "trump"),
        ({"turned": "D8"}, "pack"),
        ({"dealer": 2}, "dealer"),
        ({"winners": (2, 1)}, "tricks"),
        ({"cards": 1}, "hand size"),
        ({"tricks": REVOKED}, "revoke"),
        ({"tricks": OUT_OF_TURN}, "turn"),
    ],
)
def test_the_referee_sees_through_a_doctored_deal(
    change: dict[str, Any], offence: str
) -> None:
    assert offence in offences(replace(a_deal_to_doctor(), **change), 3)


class OtherPack(random.Random):
    """The same chance as the seed gives, but the pack lies upside down."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle as usual and turn the pack over."""
        super().shuffle(x)
        x.reverse()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), places=st.integers(3, 6))
def test_blind_bids_are_the_same_whatever_the_cards(seed: int, places: int) -> None:
    blind = [(5, False, True)]
    (one,) = play_game(blind, places, 1, random.Random(seed))
    (other,) = play_game(blind, places, 1, OtherPack(seed))
    assert one.hands != other.hands
    assert one.bids == other.bids


def test_seen_bids_do_change_with_the_cards() -> None:
    seen = [(5, False, False)]
    same = 0
    for seed in range(40):
        (one,) = play_game(seen, 4, 1, random.Random(seed))
        (other,) = play_game(seen, 4, 1, OtherPack(seed))
        same += one.bids == other.bids
    assert same < 20


def test_the_same_seed_gives_the_same_game() -> None:
    assert game(7, 5, 2) == game(7, 5, 2)


def test_another_seed_gives_another_game() -> None:
    assert game(7, 5, 2) != game(8, 5, 2)


def test_a_seed_gives_the_same_game_on_every_version_of_python() -> None:
    played = [game(seed, places) for places in (3, 4, 5, 6) for seed in range(5)]
    text = json.dumps(
        [plays_json(deals, {p: p for p in range(1, 7)}) for deals in played]
    )
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "290ca34b5742a70b"


@pytest.mark.parametrize(("places", "low", "high"), [(4, 0.55, 0.65), (5, 0.6, 0.7)])
def test_robots_make_somewhat_over_half_of_their_bids(
    places: int, low: float, high: float
) -> None:
    made = [
        deal.tricks_taken()[place] == bid
        for seed in range(60)
        for deal in game(seed, places)
        for place, bid in deal.bids
    ]
    assert low < sum(made) / len(made) < high


def test_robots_of_one_table_differ_in_temperament() -> None:
    bids: dict[int, int] = dict.fromkeys(range(1, 5), 0)
    for deal in play_game([(5, False, True)] * 300, 4, 1, random.Random(3)):
        for place, bid in deal.bids:
            bids[place] += bid
    assert max(bids.values()) - min(bids.values()) > 20


def view(
    hand: str, trick: str = "", trump: str | None = "S", behind: int = 0, need: int = 0
) -> View:
    """Return the first trick of a deal as the holder of `hand` sees it."""
    known = [*hand.split(), *trick.split()]
    return View(
        hand=hand.split(),
        unseen=[card for card in full_pack() if card not in known],
        trump=trump,
        heights=card_heights(),
        trick=list(enumerate(trick.split(), 1)),
        behind=behind,
        need=need,
    )


def choice(seen: View) -> str:
    """Return the card a robot without whims plays."""
    return choose_card(seen, STEADY, random.Random(0))


def test_short_of_tricks_the_last_player_wins_as_cheaply_as_he_can() -> None:
    assert choice(view("HA HQ H7", "H10 H9", need=1)) == "HQ"


def test_short_of_tricks_a_robot_leads_its_surest_card() -> None:
    assert choice(view("H7 SA D9", behind=3, need=1)) == "SA"


def test_short_of_tricks_a_beaten_robot_throws_its_lowest_card() -> None:
    assert choice(view("HJ H8 H9", "HA", behind=2, need=1)) == "H8"


def test_short_of_tricks_who_cannot_follow_ruffs_with_the_lowest_trump() -> None:
    assert choice(view("S9 SK C7", "HA", need=1)) == "S9"


def test_a_doubtful_winner_is_saved_unless_every_trick_is_needed() -> None:
    hopeful = view("H9 H7 CA", "H8", behind=3, need=1)
    assert choice(hopeful) == "H7"
    assert choice(replace(hopeful, need=3)) == "H9"


def test_with_enough_tricks_a_robot_leads_the_card_likeliest_to_lose() -> None:
    assert choice(view("HA D7 SK", behind=3)) == "D7"


def test_with_enough_tricks_a_robot_throws_the_highest_card_that_loses() -> None:
    assert choice(view("HA H9 H7", "HK", behind=2)) == "H9"


def test_with_enough_tricks_the_last_player_who_must_win_spends_the_highest() -> None:
    assert choice(view("HA HQ CA", "HJ")) == "HA"


def test_with_enough_tricks_who_must_go_over_goes_over_as_low_as_he_can() -> None:
    assert choice(view("HA HQ CA", "HJ", behind=2)) == "HQ"


def test_a_careless_robot_still_follows_suit() -> None:
    careless = replace(STEADY, slip=1)
    seen = view("HA H7 SA CA", "H9", need=1)
    played = {choose_card(seen, careless, random.Random(s)) for s in range(30)}
    assert played == {"HA", "H7"}


def test_the_highest_trump_always_holds_the_trick() -> None:
    assert hold_chance("SA", view("SA", behind=5)) == 1


def test_a_single_king_of_trumps_holds_unless_the_ace_is_out() -> None:
    # Each of the others holds one of 31 unseen cards.
    assert hold_chance("SK", view("SK", behind=1)) == pytest.approx(30 / 31)
    assert hold_chance("SK", view("SK", behind=3)) == pytest.approx((30 / 31) ** 3)


def test_a_plain_ace_of_one_card_fears_only_a_ruff() -> None:
    chance = hold_chance("HA", view("HA", behind=1))
    assert chance == pytest.approx(1 - 24 / 31 * 8 / 31)
    assert hold_chance("HA", view("HA", behind=1, trump=None)) == 1


def test_a_better_hand_promises_more_tricks() -> None:
    strong, weak = view("SA SK HA", behind=3), view("D7 C8 H7", behind=3)
    assert expected_tricks(weak, leads=False) < 0.5
    assert 2 < expected_tricks(strong, leads=False) <= 3
    assert expected_tricks(strong, False) < expected_tricks(strong, True) <= 3


@pytest.mark.parametrize(
    ("wish", "forbidden", "bid"),
    [
        (1.2, None, 1),
        (1.2, 1, 2),
        (0.9, 1, 0),
        (-0.7, None, 0),
        (9, None, 3),
        (9, 3, 2),
    ],
)
def test_a_bid_is_the_nearest_one_allowed(
    wish: float, forbidden: int | None, bid: int
) -> None:
    assert nearest_bid(wish, 3, forbidden) == bid


@pytest.mark.parametrize(("places", "leader"), [(1, 1), (4, 0), (4, 5)])
def test_a_leader_who_does_not_sit_at_the_table_is_refused(
    places: int, leader: int
) -> None:
    with pytest.raises(ValueError, match="can lead"):
        play_game(BOLLEN, places, leader, random.Random(1))


def test_a_table_too_large_for_the_pack_is_refused() -> None:
    with pytest.raises(ValueError, match="32 cards"):
        play_game(BOLLEN, 7, 1, random.Random(1))


def test_the_json_names_start_numbers_and_is_what_was_played() -> None:
    (text,) = plays_json([a_deal_to_doctor()], {1: 17, 2: 4, 3: 30})
    assert json.loads(json.dumps(text)) == {
        "deal": 1,
        "cards": 2,
        "trump": "D",
        "turned": "D7",
        "dealer": 30,
        "leader": 17,
        "hands": {"17": ["H9", "SA"], "4": ["HK", "D8"], "30": ["C7", "CA"]},
        "bids": [[17, 1], [4, 2], [30, 0]],
        "tricks": [
            [[17, "H9"], [4, "HK"], [30, "CA"]],
            [[4, "D8"], [30, "C7"], [17, "SA"]],
        ],
    }
