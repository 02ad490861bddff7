"""Evenings of every game in plain data: forms that a rulebook can score, at random.

Nobody checks here whether the cards can have fallen so; sums and workbooks do not ask.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.rulebooks import PRESETS, canasta, prediction
from scoring.rulebooks.base import DealRulebook, Reading, Rulebook, kept_by_deal
from scoring.rulebooks.bid_rules import BidRules
from tests.fifth_game import Tientje
from tests.tournament.evenings import Played, evening_of
from tournament.missed import LOWEST
from tournament.queries.evening import Evening

Form = Callable[[int, random.Random], Reading]
BELOTTEN = PRESETS["belotten"]
BOLLEN = prediction.BOLLEN
SIZES = ((4, 4), (4, 3), (4, 4))
PUNISHED = [(1, 1, -162), (2, 2, 10), (2, 1, 3)]
# Another score for everything, and the lowest total wins.
HOUSE = replace(
    BOLLEN,
    hit_per=-10,
    hit_bonus=0,
    miss=5,
    penalty=17,
    start=100,
    high_wins=False,
)


def random_form(rules: Rulebook) -> Form:
    """A function that fills in a form of this game: (places, dice) -> a reading."""

    def form(places: int, dice: random.Random) -> Reading:
        if isinstance(rules, BidRules):
            return _cells(rules, places, dice)
        assert kept_by_deal(rules)
        return _deals(rules, places, dice)

    return form


def random_game(
    rules: Rulebook,
    sizes: Sequence[Sequence[int]] = SIZES,
    *,
    seed: int = 1,
    form: Form | None = None,
    penalties: Sequence[tuple[int, int, int]] = (),
) -> Evening:
    """Rounds with tables of these sizes; who is left over misses the round."""
    dice = random.Random(f"{rules.key} {seed}")
    people = list(range(1, 1 + max(sum(round_) for round_ in sizes)))
    rounds = []
    for tables in sizes:
        dice.shuffle(people)
        left = list(people)
        rounds.append([_table(rules, form, dice, left, size) for size in tables])
    return evening_of(rounds, policy=LOWEST, rules=rules, penalties=penalties)


def pairs_evening(
    rules: Rulebook = BELOTTEN, penalties: Sequence[tuple[int, int, int]] = ()
) -> Evening:
    """Five pairs: four are free once, and 4 and 5 miss the first round."""
    dice, form = random.Random(1), random_form(rules)
    free = {(n, n) for n in range(1, 5)}
    played = []
    for number in range(1, 5):
        pairs = [pair for pair in range(1, 6) if pair != number]
        games = [pairs[:2]] if number == 1 else [pairs[:2], pairs[2:]]
        played.append([Played(both * 2, reading=form(4, dice)) for both in games])
    return evening_of(played, rules=rules, free=free, penalties=penalties)


def tied_pairs(games: int = 1) -> Evening:
    """Pairs 1, 2 and 3 are equal on points, and met each other ``games`` times.

    Among themselves pair 2 has a balance of 24, pair 3 of 0 and pair 1 of -24.
    """
    rounds = [
        [_won(1, 2, 100), _won(3, 4, 100)],
        [_won(3, 1, 112), _won(2, 4, 88)],
        [_won(1, 4, 112), _won(2, 3, 112)],
    ]
    return evening_of(rounds * games, rules=BELOTTEN)


def pairs_that_never_met() -> Evening:
    """Pairs 1 and 3 are equal on everything, and so are 2 and 4."""
    return evening_of([[_won(1, 2, 100), _won(3, 4, 100)]], rules=BELOTTEN)


def every_game() -> dict[str, Evening]:
    """One evening per game, and evenings on which something special was written."""
    found = {
        key: random_game(
            rules, [(4, 4), (4,), (4, 4)] if 3 not in rules.sizes else SIZES
        )
        for key, rules in PRESETS.items()
    }

    return found | {
        "fifth": random_game(Tientje()),
        "house": random_game(HOUSE),
        "table points": random_game(replace(HOUSE, table_points=True)),
        "ranked by points": random_game(replace(HOUSE, ranking=("punten", "gemist"))),
        "ranked by rounds": random_game(
            replace(BOLLEN, ranking=("gemist", "beste_rondes"))
        ),
        "sums": random_game(BOLLEN, form=_sums),
        "annulled": random_game(BOLLEN, form=_annulled),
        "ended": random_game(BOLLEN, form=_ended),
        "turned": random_game(PRESETS["bollen_thuis"], form=_turned),
        "turned in a tournament": random_game(
            replace(BOLLEN, turned_zero=True), form=_turned
        ),
        "sizes": random_game(PRESETS["bollen_app"], [(4, 7), (7, 4), (3, 7)]),
        "everybody for themselves": random_game(PRESETS["bolivia"], [(3, 3), (2, 3)]),
        "by deals": random_game(replace(canasta.BOLIVIA, points_first=True)),
        "pairs": pairs_evening(),
        "punished pairs": pairs_evening(penalties=PUNISHED),
        "punished": random_game(replace(HOUSE, table_points=True), penalties=PUNISHED),
        "punished at home": random_game(PRESETS["bollen_thuis"], penalties=PUNISHED),
        "tied": tied_pairs(),
        "tied twice": tied_pairs(games=2),
        "never met": pairs_that_never_met(),
        "nothing in": evening_of([[Played([1, 2] * 2)]], rules=BELOTTEN),
        "no round": evening_of([], rules=PRESETS["bolivia"]),
    }


def _table(
    rules: Rulebook, form: Form | None, dice: random.Random, left: list[int], size: int
) -> Played:
    numbers = [left.pop() for _place in range(size)]
    return Played(numbers, reading=(form or random_form(rules))(size, dice))


def _cells(rules: BidRules, places: int, dice: random.Random) -> Reading:
    """Made bids and bollen, with tricks where the score asks for them."""

    def cell(cards: int) -> str:
        bid = dice.randint(0, cards)
        if rules.miss_per:
            return f"{bid}/{dice.choice([bid, dice.randint(0, cards)])}"
        return dice.choice([str(bid), f"{bid}x", "x"])

    rows = [
        [cell(deal.cards) for deal in rules.deals_for(places)] for _ in range(places)
    ]
    booked = [{"place": p} for p in range(1, places + 1) if dice.random() < 0.3]
    return {"rows": rows, "penalties": booked}


def _deals(rules: DealRulebook, places: int, dice: random.Random) -> Reading:
    sides = list(rules.sides(places))
    count = rules.deal_count or dice.randint(2, 4)
    return {
        "deals": [_deal(rules, sides, dice) for _deal_ in range(count)],
        "first_dealer": 1,
    }


def _deal(
    rules: DealRulebook, sides: Sequence[str], dice: random.Random
) -> Mapping[str, Any]:
    if isinstance(rules, canasta.Canasta):
        figures = {
            side: {
                "melded": 5 * dice.randint(20, 60),
                "hand": 5 * dice.randint(4, 15),
                "mixed": dice.randint(0, 1),
            }
            for side in sides
        }
        return {"end": "stock", "sides": figures}
    if isinstance(rules, Tientje):
        pegs = [dice.choice(sides) for _peg in range(rules.pegs)]
        return {"pegs": {side: pegs.count(side) for side in sides}}
    points = dice.choice([0, 42, 81, 100, 162])
    melds = dice.choice([0, 0, 20, 50])
    maker = dice.choice(sides)
    return {"makers": maker, "card_points": {"A": points}, "melds": {maker: melds}}


def _won(winner: int, loser: int, points: int) -> Played:
    """One deal in which the winner made so many of the 162 points."""
    deal = {"makers": "A", "card_points": {"A": points}}
    return Played([winner, loser] * 2, reading={"deals": [deal], "first_dealer": 1})


def _sums(places: int, dice: random.Random) -> Reading:
    """The sum columns of a form of which nobody has the cells; every other form."""
    if places == 3:
        return _cells(HOUSE, places, dice)
    columns = ("bollen", "punten", "niet_behaalde_bollen", "strafbollen")
    return {
        "rows": [[""] * 11] * places,
        "sums": [dict(zip(columns, (3, p + 3, 9, 1), strict=True)) for p in range(4)],
    }


def _annulled(places: int, dice: random.Random) -> Reading:
    return {**_cells(HOUSE, places, dice), "annulled": [2, 7]}


def _ended(places: int, dice: random.Random) -> Reading:
    """From the ninth deal on two are left, and that ends it."""
    form = _cells(HOUSE, places, dice)
    for row in form["rows"][2:]:
        row[8:] = ["-", "-", "-"]
    return form


def _turned(places: int, dice: random.Random) -> Reading:
    """Everybody made a 0 in the first deal, and it was turned after a revoke."""
    form = _cells(HOUSE, places, dice)
    turned = [
        {"place": place, "notation": "zero", "zero_deal": 1}
        for place in range(1, places + 1)
    ]
    rows = [["0", *row[1:]] for row in form["rows"]]
    return {"rows": rows, "penalties": [*form["penalties"], *turned]}
