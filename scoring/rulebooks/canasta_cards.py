"""Which canastas the deck of Bolivia or Canasta can hold, and their cheapest cards.

Pure counting of cards by rank and value group (rules 5.1 and 5.5). It looks at
canastas alone; canasta_search.py looks for the cards of a whole hand.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Any, TypeVar

from scoring.rulebooks.canasta_hand import (
    CANASTAS,
    Cards,
    HandRules,
    Side,
    card_values,
    cards_value,
    deck_cards,
    total_of,
)

Item = TypeVar("Item")

RANKS = 11  # 4 up to ace
# The ranks of each value group, counted from the four.
RANK_GROUPS = {
    "seven_to_4": range(4),
    "k_to_8": range(4, 10),
    "ace": range(10, RANKS),
}
SEVEN = 7  # cards of a canasta
SHORT = 3  # cards of the shortest meld
STARTS = RANKS - SEVEN + 1  # an escalera begins at a 4 up to an 8

# Natural cards of the smallest canastas in one value group, the fewest wild cards
# beside them, and how many natural cards could be wild ones instead.
Need = tuple[int, int, int]
Layout = tuple[Need, ...]


def most_escaleras(rules: HandRules) -> int:
    """Each holds the 8, 9 and 10 of its suit (rule 5.5)."""
    return 4 * rules.packs if rules.sequences else 0


def most_bolivias(rules: HandRules) -> int:
    """Each takes seven wild cards (rule 5.5)."""
    return rules.wild // SEVEN if rules.sequences else 0


def most_mixed(rules: HandRules) -> int:
    """Each takes a wild card, and natural cards of one rank (rule 5.1)."""
    return min(rules.wild, RANKS * (4 * rules.packs // (SEVEN - rules.most_wild)))


def most_naturals(rules: HandRules) -> int:
    """Each takes seven of the four cards per pack of a rank."""
    return RANKS * (4 * rules.packs // SEVEN)


def least_value(rules: HandRules, sides: Sequence[Side]) -> int | None:
    """The smallest card value the canastas of ``sides`` can have together.

    None when the deck does not hold the cards. Taken for granted: a wild card is
    worth no less than the card it stands for.
    """
    kinds = (*CANASTAS, "short_wild_melds")
    together: dict[str, Any] = {kind: total_of(sides, kind) for kind in kinds}
    return _least_value(rules, Side(0, 0, **together))


@lru_cache(maxsize=512)
def _least_value(rules: HandRules, side: Side) -> int | None:
    values = card_values(rules)
    found = []
    for layout in _layouts_of(rules, (side,)):
        wild = _all_wild((side,)) + sum(need[1] for need in layout)
        if wild <= rules.wild:
            named = zip(RANK_GROUPS, layout, strict=True)
            naturals = sum(values[group] * need[0] for group, need in named)
            found.append(naturals + _cheapest_wild(rules, wild))
    return min(found, default=None)


def holds_canastas(rules: HandRules, side: Side, cards: Cards) -> bool:
    """Whether counted cards are enough for the canastas of a side."""
    free = cards.get("joker", 0) + cards.get("two", 0) - _all_wild((side,))
    return any(_fits(layout, cards, free) for layout in _layouts_of(rules, (side,)))


def deck_value(rules: HandRules) -> int:
    """All cards without the red threes together (rule 5.1): 1770, Canasta 1180."""
    return cards_value(rules, deck_cards(rules))


def subsets(items: Sequence[Item]) -> Iterator[tuple[Item, ...]]:
    """Every choice of one or more items."""
    for size in range(1, len(items) + 1):
        yield from combinations(items, size)


def _all_wild(sides: Sequence[Side]) -> int:
    """Cards of melds of nothing but wild cards, the short ones with three."""
    bolivias = SEVEN * total_of(sides, "bolivia")
    return bolivias + SHORT * total_of(sides, "short_wild_melds")


def _cheapest_wild(rules: HandRules, number: int) -> int:
    few, many = sorted([(rules.two, 4 * rules.packs), (rules.joker, rules.jokers)])
    first = min(number, few[1])
    return few[0] * first + many[0] * (number - first)


def _fits(layout: Layout, cards: Cards, free: int) -> bool:
    """Whether cards are enough for a layout, with ``free`` wild cards for it."""
    for group, (naturals, wild, spare) in zip(RANK_GROUPS, layout, strict=True):
        short = max(0, naturals - cards.get(group, 0))
        if short > spare:
            return False
        free -= wild + short
    return free >= 0


def _layouts_of(rules: HandRules, sides: Sequence[Side]) -> frozenset[Layout]:
    escalera, natural, mixed = (
        total_of(sides, name) for name in ("escalera", "natural", "mixed")
    )
    copies = 4 * rules.packs
    impossible = (
        escalera > most_escaleras(rules)
        or natural > most_naturals(rules)
        or mixed > most_mixed(rules)
        or total_of(sides, "bolivia") > most_bolivias(rules)
        or SEVEN * (escalera + natural + mixed) > RANKS * copies + rules.wild
    )
    if impossible:
        return frozenset()
    return _layouts(copies, rules.most_wild, escalera, natural, mixed)


@lru_cache(maxsize=512)
def _layouts(
    copies: int, most_wild: int, escaleras: int, naturals: int, mixed: int
) -> frozenset[Layout]:
    """Every way to spread canastas over the value groups that the deck allows."""
    found: set[Layout] = set()
    for starts in _spread(escaleras, STARTS):
        used = [sum(starts[max(0, r - SEVEN + 1) : r + 1]) for r in range(RANKS)]
        groups = [[used[r] for r in ranks] for ranks in RANK_GROUPS.values()]
        low, high, ace = (
            fewest_wild(
                tuple(sorted(copies - u for u in group)), most_wild, naturals, mixed
            )
            for group in groups
        )
        for here, there in product(low, high):
            rest = (naturals - here[0] - there[0], mixed - here[1] - there[1])
            if rest in ace:
                wild = (low[here], high[there], ace[rest])
                split = zip((here, there, rest), wild, groups, strict=True)
                found.add(tuple(_need(k, w, most_wild, sum(g)) for k, w, g in split))
    return frozenset(found)


def _need(canastas: tuple[int, int], wild: int, most_wild: int, used: int) -> Need:
    naturals, mixed = canastas
    cards = SEVEN * (naturals + mixed) - wild + used
    return (cards, wild, most_wild * mixed - wild)


@lru_cache(maxsize=4096)
def fewest_wild(
    room: tuple[int, ...], most_wild: int, naturals: int, mixed: int
) -> dict[tuple[int, int], int]:
    """The fewest wild cards for each (natural, mixed) that ranks can hold.

    ``room`` has the cards left of each rank; no more than ``naturals`` and
    ``mixed`` are wanted.
    """
    found = {(0, 0): 0}
    for cards in room:
        longer: dict[tuple[int, int], int] = {}
        for (n, m), wild in found.items():
            for more_n, more_m, more in _one_rank(cards, most_wild):
                key = (n + more_n, m + more_m)
                if key[0] <= naturals and key[1] <= mixed:
                    longer[key] = min(longer.get(key, wild + more), wild + more)
        found = longer
    return found


@lru_cache(maxsize=256)
def _one_rank(cards: int, most_wild: int) -> list[tuple[int, int, int]]:
    """(natural, mixed, fewest wild cards) that so many cards of a rank allow."""
    found = []
    for naturals in range(cards // SEVEN + 1):
        left = cards - SEVEN * naturals
        for mixed in range(left // (SEVEN - most_wild) + 1):
            found.append((naturals, mixed, max(mixed, SEVEN * mixed - left)))
    return found


def _spread(number: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide a number over so many parts."""
    if parts == 1:
        yield (number,)
        return
    for first in range(number + 1):
        for rest in _spread(number - first, parts - 1):
            yield (first, *rest)
