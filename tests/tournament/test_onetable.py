"""An evening at one table: the deal goes on, and partners change in turn."""

from scoring.rulebooks import PRESETS
from tournament.onetable import next_order

FIVE = (11, 12, 13, 14, 15)


def test_after_eleven_deals_of_five_the_second_place_deals_first() -> None:
    assert next_order(PRESETS["bollen_thuis"], [FIVE], None) == (12, 13, 14, 15, 11)


def test_after_thirteen_deals_of_four_the_player_after_the_last_dealer_goes_on() -> (
    None
):
    order = next_order(PRESETS["bollen_app"], [(1, 2, 3, 4)], {"first_leader": 2})
    assert order == (2, 3, 4, 1)


def test_who_really_dealt_first_is_what_counts() -> None:
    order = next_order(PRESETS["bollen_app"], [(1, 2, 3, 4)], {"first_leader": 4})
    assert order == (4, 1, 2, 3)


def test_the_deal_goes_on_from_the_game_before_and_not_from_the_first() -> None:
    second = next_order(PRESETS["bollen_thuis"], [FIVE], None)
    third = next_order(PRESETS["bollen_thuis"], [FIVE, second], None)
    assert third == (13, 14, 15, 11, 12)


def test_in_three_games_everybody_partners_everybody_once() -> None:
    rules = PRESETS["belotten"]
    orders: list[tuple[int, ...]] = [(1, 2, 3, 4)]
    for _game in range(2):
        orders.append(next_order(rules, orders, None))
    sides = [{frozenset(order[::2]), frozenset(order[1::2])} for order in orders]
    pairs = [pair for game in sides for pair in game]
    assert len(set(pairs)) == 6
    assert sides[0] == {frozenset({1, 3}), frozenset({2, 4})}
    assert next_order(rules, orders, None) == (1, 2, 3, 4)


def test_three_at_canasta_go_on_dealing_after_the_hands_that_were_played() -> None:
    reading = {"deals": [{}, {}], "first_dealer": 1}
    assert next_order(PRESETS["canasta"], [(7, 8, 9)], reading) == (9, 7, 8)
