"""Whether the deck holds the cards of a whole hand of Bolivia or Canasta.

Looks for cards that give every canasta and make every value on the form (rule 5.5,
check 16). A hand that was played is always found; it judges nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from scoring.rulebooks.canasta_cards import (
    RANK_GROUPS,
    RANKS,
    SEVEN,
    SHORT,
    STARTS,
    subsets,
)
from scoring.rulebooks.canasta_hand import (
    Cards,
    HandRules,
    Side,
    card_values,
    total_of,
)

# Escaleras first: the ranks they leave are all that the others depend on.
ORDER = ("escalera", "bolivia", "short_wild_melds", "natural", "mixed")
WILD_ONLY = {"bolivia": SEVEN, "short_wild_melds": SHORT}
TRIES = 1500  # far more than a hand of six canastas needs


@dataclass(frozen=True)
class Wanted:
    """What is looked for: canastas, as (kind, side), and the values of hands.

    ``least`` has, from each canasta on, what those to come are worth at least for
    each side. ``counted`` cards, by value group, are not there to be given, and
    ``threes`` black ones may be on the table unmentioned.
    """

    rules: HandRules
    canastas: tuple[tuple[str, int], ...]
    least: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    counted: Mapping[str, int]
    threes: int


@dataclass(frozen=True)
class Given:
    """How far the search is: cards left by rank from 4 up to ace, and per side the
    wild cards it has and the points it has left, as if they were all twos.
    """

    ranks: tuple[int, ...]
    wild: tuple[int, ...]
    left: tuple[int, ...]


def deck_gives(rules: HandRules, sides: Sequence[Side]) -> bool:
    """Whether cards of the deck give every canasta and make every value.

    Black threes on the table that nobody mentioned count as possible for the side
    that went out. Taken for granted: a joker is worth no less than a two.
    """
    laid = [side for side in sides if side.melded_cards is None]
    melded = tuple(
        side.melded - rules.black_three * (side.black_threes or 0) for side in laid
    )
    start = Given((4 * rules.packs,) * RANKS, (0,) * len(laid), melded)
    return _found(_wanted(rules, sides, laid), 0, start, set())


def counted_cards(sides: Sequence[Side]) -> dict[str, int]:
    """All counted cards of the sides by value group, and the black threes."""
    total: dict[str, int] = {}
    for side in sides:
        for cards in (side.melded_cards or {}, side.hand_cards or {}):
            for group, number in cards.items():
                total[group] = total.get(group, 0) + number
    black = total_of(sides, "black_threes") + total_of(sides, "hand_threes")
    return total | {"black_three": black}


def _wanted(rules: HandRules, sides: Sequence[Side], laid: Sequence[Side]) -> Wanted:
    canastas = tuple(
        (kind, number)
        for kind in ORDER
        for number, side in enumerate(laid)
        for _ in range(getattr(side, kind))
    )
    least = [(0,) * len(laid)]
    for kind, number in reversed(canastas):
        worth = _cheapest(rules, kind)
        least.append(tuple(v + worth * (i == number) for i, v in enumerate(least[-1])))
    counted = counted_cards(sides)
    unsaid = any(side.is_out and side.black_threes is None for side in laid)
    return Wanted(
        rules=rules,
        canastas=canastas,
        least=tuple(reversed(least)),
        hands=tuple(side.hand for side in sides if side.hand_cards is None),
        counted=counted,
        threes=rules.threes - counted["black_three"] if unsaid else 0,
    )


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
        done = any(
            _found(wanted, index + 1, after, failed)
            for after in _next(wanted, index, given)
        )
    if not done:
        failed.add((index, given))
    return done


def _next(wanted: Wanted, index: int, given: Given) -> Iterator[Given]:
    """Every way to give one canasta, the cheapest first."""
    kind, side = wanted.canastas[index]
    rules, least = wanted.rules, wanted.least[index + 1][side]
    values = (rules.seven_to_4, rules.k_to_8, rules.ace)
    for worth, wild, ranks in _ways(kind, given.ranks, rules.most_wild, values):
        left = given.left[side] - worth - wild * rules.two
        held = given.wild[side] + wild
        if left >= least and sum(given.wild) + wild <= rules.wild:
            yield Given(
                ranks,
                _changed(given.wild, side, held),
                _changed(given.left, side, left),
            )


def _changed(figures: tuple[int, ...], side: int, figure: int) -> tuple[int, ...]:
    return (*figures[:side], figure, *figures[side + 1 :])


@lru_cache(maxsize=8192)
def _ways(
    kind: str, ranks: tuple[int, ...], most_wild: int, values: tuple[int, int, int]
) -> list[tuple[int, int, tuple[int, ...]]]:
    """The smallest canastas of a kind: their naturals' value, wild cards, ranks left.

    Ranks of one value do the same once no escalera is to come; they are sorted then.
    """
    found = set()
    for cards, wild in _shapes(kind, ranks, most_wild):
        left = [have - used for have, used in zip(ranks, cards, strict=True)]
        groups = [slice(r.start, r.stop) for r in RANK_GROUPS.values()]
        pairs = zip(values, groups, strict=True)
        worth = sum(value * sum(cards[group]) for value, group in pairs)
        if kind != "escalera":
            left = [have for group in groups for have in sorted(left[group])]
        found.add((worth, wild, tuple(left)))
    return sorted(found)


def _shapes(
    kind: str, ranks: tuple[int, ...], most_wild: int
) -> Iterator[tuple[list[int], int]]:
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
    rules, counted = wanted.rules, wanted.counted
    left = {
        group: sum(given.ranks[r] for r in ranks) - counted.get(group, 0)
        for group, ranks in RANK_GROUPS.items()
    }
    twos = 4 * rules.packs - counted.get("two", 0)
    jokers = rules.jokers - counted.get("joker", 0)
    for some in product(*(range(wild + 1) for wild in given.wild)):
        left["joker"] = jokers - sum(some)
        left["two"] = twos - sum(given.wild) + sum(some)
        dearer = [(rules.joker - rules.two) * number for number in some]
        rest = [a - b for a, b in zip(given.left, dearer, strict=True)]
        enough = min(left.values()) >= 0 and min(rest, default=0) >= 0
        if enough and _makes(wanted, left, (*rest, *wanted.hands)):
            return True
    return False


def _makes(wanted: Wanted, cards: Cards, amounts: Sequence[int]) -> bool:
    values = card_values(wanted.rules)
    coins = [(values[group], number) for group, number in cards.items()]
    coins.append((wanted.rules.black_three, wanted.threes))
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


def _cheapest(rules: HandRules, kind: str) -> int:
    """No canasta of a kind is worth less than its cards at their lowest value."""
    wild, lowest = min(rules.joker, rules.two), min(card_values(rules).values())
    return WILD_ONLY[kind] * wild if kind in WILD_ONLY else SEVEN * lowest
