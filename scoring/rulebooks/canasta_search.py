"""Whether the deck holds the cards of a whole hand of Bolivia or Canasta.

Looks for cards that give every canasta and make every value on the form (rule 5.5,
check 16). A hand that was played is always found; it judges nothing else.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

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
    HandRules,
    Side,
    card_values,
    total_of,
)

# Escaleras first: the ranks they leave are all that the others depend on.
ORDER = ("escalera", "bolivia", "short_wild_melds", "natural", "mixed")
WILD_ONLY = {"bolivia": SEVEN, "short_wild_melds": SHORT}
GROUP_OF = tuple(group for group, ranks in RANK_GROUPS.items() for _ in ranks)


@dataclass(frozen=True)
class Stock:
    """Cards not given away: by rank from 4 up to ace, and the wild ones."""

    ranks: tuple[int, ...]
    twos: int
    jokers: int


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


def deck_gives(rules: HandRules, sides: Sequence[Side]) -> bool:
    """Whether cards of the deck give every canasta and make every value.

    Black threes on the table that nobody mentioned count as possible for the side
    that went out.
    """
    four = 4 * rules.packs
    stock = Stock((four,) * RANKS, four, rules.jokers)
    laid = [side for side in sides if side.melded_cards is None]
    melded = tuple(
        side.melded - rules.black_three * (side.black_threes or 0) for side in laid
    )
    return _found(_wanted(rules, sides, laid), 0, stock, melded, set())


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
    wanted: Wanted,
    index: int,
    stock: Stock,
    left: tuple[int, ...],
    failed: set[tuple[int, Stock, tuple[int, ...]]],
) -> bool:
    """Give the canastas from ``index`` on; ``left`` is what each side has to spend.

    ``failed`` keeps what was tried in vain.
    """
    if index == len(wanted.canastas):
        return _pays(wanted, stock, left)
    state = (index, stock, left)
    if state in failed or not _roomy(wanted, index, stock):
        return False
    kind, side = wanted.canastas[index]
    least = wanted.least[index + 1][side]
    for rest, worth in _given(wanted.rules, kind, stock):
        more = left[side] - worth
        if more < least:
            break
        spent = (*left[:side], more, *left[side + 1 :])
        if _found(wanted, index + 1, rest, spent, failed):
            return True
    failed.add(state)
    return False


def _roomy(wanted: Wanted, index: int, stock: Stock) -> bool:
    """Whether the ranks can hold the rank canastas to come, whatever their value."""
    kinds = [kind for kind, _ in wanted.canastas[index:]]
    natural, mixed = kinds.count("natural"), kinds.count("mixed")
    wild = sum(WILD_ONLY.get(kind, 0) for kind in kinds)
    room = tuple(sorted(stock.ranks))
    fewest = fewest_wild(room, wanted.rules.most_wild, natural, mixed)
    more = fewest.get((natural, mixed))
    return more is not None and wild + more <= stock.twos + stock.jokers


def _given(rules: HandRules, kind: str, stock: Stock) -> list[tuple[Stock, int]]:
    """Every way to give a canasta from a stock and its card value, cheapest first."""
    values, found = card_values(rules), set()
    for ranks, wild in _shapes(rules, kind, stock):
        left = tuple(have - n for have, n in zip(stock.ranks, ranks, strict=True))
        naturals = sum(
            values[group] * n for group, n in zip(GROUP_OF, ranks, strict=True)
        )
        for jokers in range(max(0, wild - stock.twos), min(wild, stock.jokers) + 1):
            twos = wild - jokers
            rest = Stock(left, stock.twos - twos, stock.jokers - jokers)
            worth = naturals + rules.joker * jokers + rules.two * twos
            found.add((rest if kind == "escalera" else _in_order(rest), worth))
    return sorted(found, key=lambda item: (item[1], item[0].ranks, item[0].jokers))


def _shapes(
    rules: HandRules, kind: str, stock: Stock
) -> Iterator[tuple[list[int], int]]:
    """The naturals by rank and the number of wild cards of a smallest canasta."""
    if kind in WILD_ONLY:
        yield [0] * RANKS, WILD_ONLY[kind]
    elif kind == "escalera":
        for start in range(STARTS):
            if min(stock.ranks[start : start + SEVEN]) > 0:
                yield [int(start <= r < start + SEVEN) for r in range(RANKS)], 0
    else:
        for wild in range(1, rules.most_wild + 1) if kind == "mixed" else (0,):
            for rank, have in enumerate(stock.ranks):
                if have >= SEVEN - wild:
                    yield [(SEVEN - wild) * (r == rank) for r in range(RANKS)], wild


def _in_order(stock: Stock) -> Stock:
    """The same stock with the ranks of one value sorted: they do the same."""
    ranks: list[int] = []
    for places in RANK_GROUPS.values():
        ranks += sorted(stock.ranks[r] for r in places)
    return Stock(tuple(ranks), stock.twos, stock.jokers)


def _pays(wanted: Wanted, stock: Stock, left: tuple[int, ...]) -> bool:
    """Whether the cards left can make every value left, and any of them together."""
    cards = {"joker": stock.jokers, "two": stock.twos}
    for group, ranks in RANK_GROUPS.items():
        cards[group] = sum(stock.ranks[r] for r in ranks)
    numbers = [cards[group] - wanted.counted.get(group, 0) for group in cards]
    if min(numbers) < 0:
        return False
    values = card_values(wanted.rules)
    coins = [(values[group], n) for group, n in zip(cards, numbers, strict=True)]
    possible = _sums((*coins, (wanted.rules.black_three, wanted.threes)))
    amounts = (*left, *wanted.hands)
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
