"""Cards for a hand of Bolivia or Canasta, looked for in a way of its own.

It knows the rules of the canastas and shares no arithmetic with the rulebook.
"""

from collections.abc import Sequence
from functools import cache
from itertools import product

from scoring.rulebooks.canasta_hand import HandRules, Side

# What a side can lay down: its points, or its counted cards of each value group.
Purse = int | tuple[int, ...]


class Search:
    """Gives every canasta its cards one by one, then pays the values that are left."""

    def __init__(self, rules: HandRules, sides: tuple[Side, ...]) -> None:
        self.rules, self.sides = rules, sides
        self.wanted = [
            (kind, number)
            for kind in ("escalera", "bolivia", "natural", "mixed")
            for number, s in enumerate(sides)
            for _ in range(getattr(s, kind))
        ]
        self.failed: set[tuple[object, ...]] = set()

    def succeeds(self) -> bool:
        four = 4 * self.rules.packs
        stock = (*[four] * 11, four, self.rules.jokers)
        held = sum(s.hand_threes for s in self.sides)
        unsaid = [s.is_out and s.black_threes is None for s in self.sides]
        pairs = list(zip(self.sides, unsaid, strict=True))
        for threes in (0, *range(3, self.rules.threes - held + 1)):
            if threes and not any(unsaid):
                break
            left = [self._purse(s, 5 * threes * u) for s, u in pairs]
            if all(p >= 0 for p in left if isinstance(p, int)) and self._give(
                0, stock, tuple(left)
            ):
                return True
        return False

    def _purse(self, one: Side, threes: int) -> Purse:
        if one.melded_cards is None:
            return one.melded - threes
        names = ("joker", "two", "ace", "k_to_8", "seven_to_4")
        return tuple(one.melded_cards.get(name, 0) for name in names)

    def _give(
        self, index: int, stock: tuple[int, ...], left: tuple[Purse, ...]
    ) -> bool:
        state = (index, stock, left)
        if state in self.failed:
            return False
        if index == len(self.wanted):
            done = self._paid(stock, left)
        else:
            kind, number = self.wanted[index]
            done = any(
                self._give(index + 1, rest, (*left[:number], more, *left[number + 1 :]))
                for cards, rest in self._choices(kind, stock)
                if (more := _spent(left[number], cards)) is not None
            )
        if not done:
            self.failed.add(state)
        return done

    def _paid(self, stock: tuple[int, ...], left: tuple[Purse, ...]) -> bool:
        have = _grouped(stock)
        for purse in left:
            if not isinstance(purse, int):
                have = tuple(a - b for a, b in zip(have, purse, strict=True))
        joker, two, ace, high, low = have
        amounts = [purse for purse in left if isinstance(purse, int)]
        amounts += [s.hand for s in self.sides]
        return min(have) >= 0 and _pay(tuple(amounts), (joker, two + ace, high, low))

    def _choices(
        self, kind: str, stock: tuple[int, ...]
    ) -> list[tuple[list[int], tuple[int, ...]]]:
        found = []
        for cards in self._canastas(kind):
            rest = tuple(have - used for have, used in zip(stock, cards, strict=True))
            if min(rest) >= 0:
                found.append((cards, rest))
        return found

    def _canastas(self, kind: str) -> list[list[int]]:
        if kind == "escalera":
            return [
                [int(start <= r < start + 7) for r in range(13)] for start in range(5)
            ]
        if kind == "bolivia":
            return [[0] * 11 + [7 - j, j] for j in range(8)]
        wild = range(1, self.rules.most_wild + 1) if kind == "mixed" else (0,)
        return [
            [(7 - w) * (r == rank) for r in range(11)] + [w - j, j]
            for rank, w in product(range(11), wild)
            for j in range(w + 1)
        ]


WORTH = (5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20, 20, 50)


def _grouped(cards: Sequence[int]) -> tuple[int, ...]:
    """Jokers, twos, aces, 8 to king, 4 to 7."""
    return (cards[12], cards[11], cards[10], sum(cards[4:10]), sum(cards[:4]))


def _spent(purse: Purse, cards: Sequence[int]) -> Purse | None:
    """What is left of a purse after a canasta; None where it is not enough."""
    if isinstance(purse, int):
        value = sum(used * worth for used, worth in zip(cards, WORTH, strict=True))
        return purse - value if purse >= value else None
    rest = tuple(a - b for a, b in zip(purse, _grouped(cards), strict=True))
    return rest if min(rest) >= 0 else None


@cache
def _pay(amounts: tuple[int, ...], coins: tuple[int, int, int, int]) -> bool:
    """Whether 50, 20, 10 and 5 points, so many of each, make all the amounts."""
    if min(coins) < 0:
        return False
    if not amounts:
        return True
    amount, *others = amounts
    if amount == 0:
        return _pay(tuple(others), coins)
    smaller = zip((50, 20, 10, 5), range(4), strict=True)
    return any(
        _pay((amount - value, *others), (*coins[:i], coins[i] - 1, *coins[i + 1 :]))
        for value, i in smaller
        if value <= amount
    )
