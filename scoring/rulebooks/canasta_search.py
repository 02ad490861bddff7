"""Whether the deck holds the cards of a whole hand of Bolivia or Canasta.

Looks for cards that give every canasta and make every value on the form (rule 5.5,
check 16). A hand that was played is always found; it judges nothing else.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

from scoring.rulebooks.canasta_cards import (
    RANK_GROUPS,
    RANKS,
    SEVEN,
    SHORT,
    STARTS,
    fewest_wild,
    subsets,
)
from scoring.rulebooks.canasta_hand import (
    Cards,
    HandRules,
    Side,
    card_values,
    deck_cards,
    total_of,
)

# Escaleras first: the ranks they leave are all that the others depend on.
ORDER = ("escalera", "bolivia", "short_wild_melds", "natural", "mixed")
WILD_ONLY = {"bolivia": SEVEN, "short_wild_melds": SHORT}
TRIES = 4000  # far more than a hand of eight canastas needs
# What a side can lay down: its points, or where those were counted its cards of
# each group of ranks and its wild cards.
Purse = tuple[int, ...]
Ranks = tuple[int, ...]


@dataclass(frozen=True)
class Demand:
    """What canastas to come ask of some sides together.

    ``others`` is what escaleras and melds of wild cards are worth at least; ``wild``
    cards are those to come from what nobody counted.
    """

    sides: tuple[int, ...]
    kinds: tuple[int, int]  # natural, mixed
    others: int
    wild: int


@dataclass(frozen=True)
class Wanted:
    """What is looked for: canastas, as (kind, side), and the values of hands.

    ``to_come`` has what is asked from each canasta on, for any sides together.
    Cards in ``counted`` hands, twos and jokers also where they lie, are not there to
    be given. ``threes`` has, for every number of black threes that may be on the
    table unmentioned, what they are worth to each side.
    """

    rules: HandRules
    prices: tuple[int, ...]  # of a card of each group of ranks, and of a two
    canastas: tuple[tuple[str, int], ...]
    to_come: tuple[tuple[Demand, ...], ...]
    hands: tuple[int, ...]
    counted: Mapping[str, int]
    threes: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Given:
    """How far the search is: cards left by rank from 4 up to ace, and per side what
    it has left and its wild cards, as if they were all twos; counted ones are not.
    """

    ranks: Ranks
    purses: tuple[Purse, ...]
    wild: tuple[int, ...]


def deck_gives(rules: HandRules, sides: Sequence[Side]) -> bool:
    """Whether cards of the deck give every canasta and make every value.

    Black threes on the table that nobody mentioned count as possible for the side
    that went out. Taken for granted: a joker is worth no less than a two, and a wild
    card no less than the card it stands for.
    """
    wanted = _wanted(rules, sides)
    purses = tuple(_purse(rules, side) for side in sides)
    start = Given((4 * rules.packs,) * RANKS, purses, (0,) * len(sides))
    return _pays(wanted, start) and _found(wanted, 0, start, set())


def counted_cards(sides: Sequence[Side]) -> dict[str, int]:
    """All counted cards of the sides by value group, and the black threes."""
    total: dict[str, int] = {}
    for side in sides:
        for cards in (side.melded_cards or {}, side.hand_cards or {}):
            for group, number in cards.items():
                total[group] = total.get(group, 0) + number
    black = total_of(sides, "black_threes") + total_of(sides, "hand_threes")
    return total | {"black_three": black}


def _wanted(rules: HandRules, sides: Sequence[Side]) -> Wanted:
    canastas = tuple(
        (kind, number)
        for kind in ORDER
        for number, side in enumerate(sides)
        for _ in range(getattr(side, kind))
    )
    counted = counted_cards(sides)
    unsaid = [
        side.is_out and side.black_threes is None and side.melded_cards is None
        for side in sides
    ]
    most = rules.threes - counted["black_three"] if any(unsaid) else 0
    values = card_values(rules)
    for group in RANK_GROUPS:
        melded = sum((side.melded_cards or {}).get(group, 0) for side in sides)
        counted[group] = counted.get(group, 0) - melded
    return Wanted(
        rules=rules,
        prices=tuple(values[group] for group in (*RANK_GROUPS, "two")),
        canastas=canastas,
        to_come=tuple(
            tuple(_demands(rules, canastas[index:], sides))
            for index in range(len(canastas))
        ),
        hands=tuple(side.hand for side in sides if side.hand_cards is None),
        counted=counted,
        threes=tuple(
            tuple(rules.black_three * number * here for here in unsaid)
            for number in (0, *range(SHORT, most + 1))
        ),
    )


def _demands(
    rules: HandRules, canastas: Sequence[tuple[str, int]], sides: Sequence[Side]
) -> Iterator[Demand]:
    for some in subsets(range(len(sides))):
        kinds = Counter(kind for kind, side in canastas if side in some)
        wild = sum(
            WILD_ONLY.get(kind, int(kind == "mixed"))
            for kind, side in canastas
            if side in some and sides[side].melded_cards is None
        )
        equal = (kinds.pop("natural", 0), kinds.pop("mixed", 0))
        others = sum(_cheapest(rules, kind) * n for kind, n in kinds.items())
        if any(equal) or others:
            yield Demand(some, equal, others, wild)


def _cheapest(rules: HandRules, kind: str) -> int:
    """What a canasta that is not of one rank is worth at least."""
    if kind in WILD_ONLY:
        return WILD_ONLY[kind] * rules.two
    worth = [card_values(rules)[g] for g, ranks in RANK_GROUPS.items() for _ in ranks]
    return min(sum(worth[start : start + SEVEN]) for start in range(STARTS))


def _purse(rules: HandRules, side: Side) -> Purse:
    cards = side.melded_cards
    if cards is None:
        return (side.melded - rules.black_three * (side.black_threes or 0),)
    wild = cards.get("two", 0) + cards.get("joker", 0)
    return (*(cards.get(group, 0) for group in RANK_GROUPS), wild)


def _found(
    wanted: Wanted, index: int, given: Given, failed: set[tuple[int, Given]]
) -> bool:
    """Give the canastas from ``index`` on.

    ``failed`` keeps what was tried in vain; with too much of it the cards count as
    found, so that a hand of many canastas never keeps anybody waiting.
    """
    if len(failed) >= TRIES:
        return True
    if (index, given) in failed:
        return False
    if index == len(wanted.canastas):
        done = _pays(wanted, given)
    else:
        done = _has_room(wanted, index, given) and any(
            _found(wanted, index + 1, after, failed)
            for after in _next(wanted, index, given)
        )
    if not done:
        failed.add((index, given))
    return done


def _has_room(wanted: Wanted, index: int, given: Given) -> bool:
    """Whether the ranks left hold the canastas to come, for what the sides have."""
    rules, ranks = wanted.rules, _in_order(given.ranks)
    points = [_points(wanted, purse) for purse in given.purses]
    for demand in wanted.to_come[index]:
        least = _least(ranks, rules.most_wild, wanted.prices, demand.kinds)
        wild = demand.wild + sum(given.wild[side] for side in demand.sides)
        jokers = max(0, wild - _left(wanted, "two"))
        if least is None or jokers > _left(wanted, "joker"):
            return False
        least += demand.others + (rules.joker - rules.two) * jokers
        if least > sum(points[side] for side in demand.sides):
            return False
    return True


def _left(wanted: Wanted, group: str) -> int:
    """Twos or jokers that nobody counted."""
    return deck_cards(wanted.rules)[group] - wanted.counted.get(group, 0)


def _points(wanted: Wanted, purse: Purse) -> int:
    return purse[0] if len(purse) == 1 else _cost(wanted, purse)


def _cost(wanted: Wanted, cards: Sequence[int]) -> int:
    """The value of cards of each group of ranks and wild cards, those as twos."""
    pairs = zip(cards, wanted.prices, strict=True)
    return sum(number * price for number, price in pairs)


@lru_cache(maxsize=65536)
def _least(
    ranks: Ranks, most_wild: int, prices: tuple[int, ...], kinds: tuple[int, int]
) -> int | None:
    """What (natural, mixed) canastas are worth at least; None if the ranks lack."""
    *values, two = prices
    naturals, mixed = kinds
    low, high, ace = (
        _worth(ranks[group], most_wild, value, two, kinds)
        for group, value in zip(_GROUPS, values, strict=True)
    )
    found = [
        here + there + ace[rest]
        for (n, m), here in low.items()
        for (more_n, more_m), there in high.items()
        if (rest := (naturals - n - more_n, mixed - m - more_m)) in ace
    ]
    return min(found, default=None)


@lru_cache(maxsize=8192)
def _worth(
    ranks: Ranks, most_wild: int, value: int, two: int, kinds: tuple[int, int]
) -> dict[tuple[int, int], int]:
    """What up to so many (natural, mixed) of ranks of one value are worth at least."""
    fewest = fewest_wild(ranks, most_wild, *kinds)
    return {k: (SEVEN * sum(k) - w) * value + w * two for k, w in fewest.items()}


def _next(wanted: Wanted, index: int, given: Given) -> Iterator[Given]:
    """Every way to give one canasta, the cheapest first."""
    kind, side = wanted.canastas[index]
    following = [kind for kind, _ in wanted.canastas[index + 1 :][:1]]
    same = tuple if following == ["escalera"] else _in_order if following else _pooled
    ways = _ways(kind, given.ranks, wanted.rules.most_wild, same)
    for cards, ranks in sorted(ways, key=lambda way: _cost(wanted, way[0])):
        purse, wild = given.purses[side], given.wild
        if len(purse) == 1:
            purse = (purse[0] - _cost(wanted, cards),)
            wild = _changed(wild, side, wild[side] + cards[-1])
        else:
            purse = tuple(a - b for a, b in zip(purse, cards, strict=True))
        if min(purse) >= 0:
            yield Given(ranks, _changed(given.purses, side, purse), wild)


def _changed(figures: tuple[Any, ...], side: int, figure: Any) -> tuple[Any, ...]:
    return (*figures[:side], figure, *figures[side + 1 :])


def _in_order(ranks: Sequence[int]) -> Ranks:
    """Ranks of one value do the same once no escalera is to come."""
    return tuple(have for group in _GROUPS for have in sorted(ranks[group]))


def _pooled(ranks: Sequence[int]) -> Ranks:
    """Only how many cards are left in a group matters once no canasta is to come."""
    found = [0] * RANKS
    for group in _GROUPS:
        found[group.start] = sum(ranks[group])
    return tuple(found)


_GROUPS = [slice(ranks.start, ranks.stop) for ranks in RANK_GROUPS.values()]


@lru_cache(maxsize=8192)
def _ways(
    kind: str, ranks: Ranks, most_wild: int, same: Callable[[Sequence[int]], Ranks]
) -> set[tuple[tuple[int, ...], Ranks]]:
    """The smallest canastas of a kind: cards by group and wild ones, ranks left.

    Of ranks left that are the ``same`` for what is to come, one is enough.
    """
    found = set()
    for cards, wild in _shapes(kind, ranks, most_wild):
        left = [have - used for have, used in zip(ranks, cards, strict=True)]
        used = tuple(sum(cards[group]) for group in _GROUPS)
        found.add(((*used, wild), same(left)))
    return found


def _shapes(kind: str, ranks: Ranks, most_wild: int) -> Iterator[tuple[list[int], int]]:
    """The naturals by rank and the number of wild cards of a smallest canasta."""
    if kind in WILD_ONLY:
        yield [0] * RANKS, WILD_ONLY[kind]
    elif kind == "escalera":
        for start in range(STARTS):
            if min(ranks[start : start + SEVEN]) > 0:
                yield [int(start <= r < start + SEVEN) for r in range(RANKS)], 0
    else:
        for wild in range(1, most_wild + 1) if kind == "mixed" else (0,):
            for rank, have in enumerate(ranks):
                if have >= SEVEN - wild:
                    yield [(SEVEN - wild) * (r == rank) for r in range(RANKS)], wild


def _pays(wanted: Wanted, given: Given) -> bool:
    """Whether the cards left can make every value left, and any of them together."""
    laid = [purse for purse in given.purses if len(purse) > 1]
    left = {
        group: sum(given.ranks[r] for r in ranks)
        - wanted.counted[group]
        - sum(purse[number] for purse in laid)
        for number, (group, ranks) in enumerate(RANK_GROUPS.items())
    }
    twos, jokers = _left(wanted, "two"), _left(wanted, "joker")
    for some in product(*(range(min(wild, jokers) + 1) for wild in given.wild)):
        left["joker"] = jokers - sum(some)
        left["two"] = twos - sum(given.wild) + sum(some)
        if min(left.values()) >= 0 and _makes_all(wanted, given, left, some):
            return True
    return False


def _makes_all(
    wanted: Wanted, given: Given, cards: Cards, jokers: Sequence[int]
) -> bool:
    """Whether cards make what is left, with so many jokers among the wild cards."""
    dearer = wanted.rules.joker - wanted.rules.two
    for threes in wanted.threes:
        rest = [
            purse[0] - dearer * number - black
            for purse, number, black in zip(given.purses, jokers, threes, strict=True)
            if len(purse) == 1
        ]
        if min(rest, default=0) >= 0 and _makes(wanted, cards, (*rest, *wanted.hands)):
            return True
    return False


def _makes(wanted: Wanted, cards: Cards, amounts: Sequence[int]) -> bool:
    values = card_values(wanted.rules)
    coins = [(values[group], number) for group, number in cards.items()]
    # An amount that does not end in a nought needs a card of its own that does not.
    small = sum(number for value, number in coins if value % 10)
    if sum(amount % 10 > 0 for amount in amounts) > small:
        return False
    possible = _sums(tuple(coins))
    return all(possible >> sum(some) & 1 for some in subsets(amounts))


@lru_cache(maxsize=1024)
def _sums(cards: tuple[tuple[int, int], ...]) -> int:
    """The sums that cards (value, number) can make, as the bits of a number."""
    bits = 1
    for value, number in cards:
        step = 1
        while number:
            step = min(step, number)
            bits |= bits << value * step
            number -= step
            step *= 2
    return bits
