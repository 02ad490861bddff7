"""How a game of Bolivia or Canasta ends: to a target, or after so many hands.

The options beyond those of a hand (canasta_hand.py), and rule 5.4.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.rulebooks.bidding import leader_of
from scoring.rulebooks.canasta_hand import HandRules, for_players
from scoring.rulebooks.pairs import DEALS_CHAIN, GAMES_CHAIN

# Shorter games than to the target of the preset (rules 5.1 and 5.7).
TARGETS = (2500, 5000, 7500, 10_000)


@dataclass(frozen=True)
class CanastaRules(HandRules):
    """The rules of one game of the family; the defaults are Bolivia."""

    key: str = "bolivia"
    sizes: tuple[int, ...] = (2, 3, 4)
    usual_sizes: tuple[int, ...] = (4,)
    target: tuple[int, int, int] = (15_000, 15_000, 15_000)  # who has it ends the game
    hand_limit: int = 60  # hands after which a game to a target is a draw
    target_first: bool = True  # the target reached in the last of those wins (Q55)
    shared_first_only: bool = True  # a draw is between the highest; else all (Q56)
    deal_count: int | None = None  # so many hands instead of a target (Q62)
    time_limit: bool = False  # the clock may end a game: the higher total wins (Q62)
    points_first: bool = False  # entries rank by points before victory points

    @property
    def chain(self) -> tuple[str, ...]:
        """What ranks entries over their rounds, for ``rank_pairs`` (rule 6.5)."""
        return DEALS_CHAIN if self.points_first else GAMES_CHAIN


@dataclass(frozen=True)
class End:
    """Where a game stands: over or not, "win" or "draw", and whose it is.

    ``winners`` are sides, 0 for A; at a draw those who share it.
    """

    over: bool
    result: str | None = None
    winners: tuple[int, ...] = ()


_OPEN = End(False)


def game_end(
    rules: CanastaRules, totals: Sequence[int], hands_played: int, places: int
) -> End:
    """Whether the game is over after so many hands, and who won (rule 5.4)."""
    everybody = tuple(range(len(totals)))
    if rules.deal_count:
        return _highest(rules, totals) if hands_played >= rules.deal_count else _OPEN
    at_limit = hands_played >= rules.hand_limit
    if at_limit and not rules.target_first:
        return End(True, "draw", everybody)
    if max(totals) >= for_players(rules.target, places):
        return _highest(rules, totals)
    return End(True, "draw", everybody) if at_limit else _OPEN


def final_result(
    rules: CanastaRules, totals: Sequence[int], hands_played: int, places: int
) -> End:
    """The result that counts: a game that was stopped goes to the higher total."""
    end = game_end(rules, totals, hands_played, places)
    return end if end.over else replace(_highest(rules, totals), over=False)


def _highest(rules: CanastaRules, totals: Sequence[int]) -> End:
    """The highest total wins; a shared first place is a draw (rule 5.4, Q56)."""
    first = tuple(i for i, total in enumerate(totals) if total == max(totals))
    if len(first) == 1:
        return End(True, "win", first)
    everybody = tuple(range(len(totals)))
    return End(True, "draw", first if rules.shared_first_only else everybody)


def dealer_of_hand(first_dealer: int, number: int, places: int) -> int:
    """The place that deals hand ``number``; both count from 1, clockwise."""
    return leader_of(first_dealer, number, places)
