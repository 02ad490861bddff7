"""The options of a game in which you bid your tricks, and what follows from them.

Which deals a table of some size plays, from which pack, what a bid scores, and how
entries are ranked. It reads no form; prediction.py does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from scoring.ranking import Criterion
from scoring.rulebooks.base import Problem, Severity


@dataclass(frozen=True)
class Deal:
    """A column of the form: its label, cards each, trump turned, bid blind."""

    label: str
    cards: int
    trump: bool = True
    blind: bool = False


@dataclass(frozen=True)
class Pack:
    """What a table of ``places`` plays with: another pack, another largest deal."""

    places: int
    deck: int
    max_cards: int | None = None


def plain_deals(*cards: int) -> tuple[Deal, ...]:
    """Deals with trump, labelled by their cards."""
    return tuple(Deal(str(n), n) for n in cards)


def up_and_down(most: int, no_trump: str) -> tuple[Deal, ...]:
    """1 2 .. m, m without trump, m .. 2 1: 2m + 1 deals (rule 3.2)."""
    up = range(1, most + 1)
    middle = Deal(f"{most}{no_trump}", most, trump=False)
    return (*plain_deals(*up), middle, *plain_deals(*reversed(up)))


BOLLEN_DEALS = (
    *plain_deals(1, 2, 3, 4, 5),
    Deal("5Z", 5, trump=False),
    Deal("5B", 5, trump=False, blind=True),
    *plain_deals(4, 3, 2, 1),
)
BOERENBRIDGE_DEALS = up_and_down(8, "Z")
TEN_DOWN_AND_UP = plain_deals(*range(10, 0, -1), *range(2, 11))
BEST_ROUNDS = "beste_rondes"
RANKING = ("totaal", "gemist", "bollen", "punten", BEST_ROUNDS)
RANKING_AT_HOME = ("bollen", "punten")
LOW_IS_BETTER = ("gemist", "bollen")
TABLE_POINTS = "tafelpunten"


@dataclass(frozen=True)
class BidRules:
    """The rules of one prediction game; the defaults are the Bollen tournament."""

    key: str = "bollen"
    deck: int = 32  # cards in the pack
    packs: tuple[Pack, ...] = ()  # table sizes that play with another pack
    sizes: tuple[int, ...] = (3, 4, 5, 6)  # how many can play at one table
    usual_sizes: tuple[int, ...] = (4, 5)  # sizes to lay tables of
    deals: tuple[Deal, ...] = BOLLEN_DEALS  # the columns; () follows the table's size
    no_trump_label: str = "SA"  # how the deal without trump is called where () is used
    most_cards: int = 6  # the largest deal, where the pack allows it and () is used
    max_cards: int | None = None  # the largest deal at every table of a round
    trump_suit: str | None = None  # the suit that is always trump; None: it is turned
    bids_at_once: bool = False  # everybody bids at the same moment, nobody is last
    hook_from: int | None = 1  # bids may not add up, from this many cards (Q6)
    hit_bonus: int = 2  # a made bid scores this
    hit_per: int = 1  # and this for every trick of it
    miss: int = -2  # a bol scores this
    miss_per: int = 0  # and this for every trick it is off
    penalty: int | None = None  # a penalty bol scores this; None: as a bol
    turned_zero: bool = False  # a penalty bol may take a made 0 away, not at home (Q4)
    start: int = 0  # everybody begins with so many points
    high_wins: bool = True  # the highest total wins; else the lowest
    home: bool = False  # most bollen loses; a turned 0 is then allowed
    sits_out_from: int | None = None  # from this table size one sits out a deal in turn
    locks_deals: bool = False  # at the table only the last deal is entered again (3.3)
    forfeit: str = ""  # what the loser at home owes the others, in the club's words
    table_points: bool = False  # a round is worth one's place at the table (6.2)
    ranking: tuple[str, ...] = ()  # what ranks entries; (): the usual figures (6.2)

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Rule 6.2; a home game ranks by bollen, then points (rule 2.6, Q12).

        Best rounds only tell apart who is equal on something else, and only where
        high wins: they are kept high to low.
        """
        usual = RANKING_AT_HOME if self.home else RANKING
        keys = self.ranking or (*([TABLE_POINTS] * self.table_points), *usual)
        if not self.high_wins or keys[0] == BEST_ROUNDS:
            keys = tuple(key for key in keys if key != BEST_ROUNDS) or usual[:1]
        low = LOW_IS_BETTER if self.high_wins else (*LOW_IS_BETTER, "totaal")
        return tuple(Criterion(key, high=key not in low) for key in keys)

    @property
    def penalty_bol(self) -> int:
        """Points of a penalty bol (Q3)."""
        return self.miss if self.penalty is None else self.penalty

    @property
    def turns_zeros(self) -> bool:
        """Whether a made 0 may become a penalty bol, and stand no longer (2.5)."""
        return self.home or self.turned_zero

    def options(self) -> dict[str, Any]:
        return asdict(self)

    def hooked(self, cards: int) -> bool:
        """Whether the bids of a deal may not add up to its cards (rule 2.3)."""
        if self.bids_at_once or self.hook_from is None:
            return False
        return cards >= self.hook_from

    def sits_out_at(self, places: int) -> bool:
        """Whether one player a deal sits out at a table of this size (rule 2.9)."""
        return self.sits_out_from is not None and places >= self.sits_out_from

    def dealt_at(self, places: int) -> int:
        """How many are dealt in at a table of this size."""
        return max(1, places - self.sits_out_at(places))

    def deck_for(self, places: int) -> int:
        """Cards in the pack of a table of this size."""
        return next((p.deck for p in self.packs if p.places == places), self.deck)

    def max_cards_for(self, places: int) -> int:
        """The largest deal of a table of this size (rule 3.2, Q20).

        A maximum that is set stands, whether the pack allows it or not.
        """
        own = next((p.max_cards for p in self.packs if p.places == places), None)
        chosen = self.max_cards if self.max_cards is not None else own
        if chosen is not None:
            return chosen
        dealt = self.dealt_at(places)
        return min(self.most_cards, (self.deck_for(places) - 1) // dealt)

    def deals_for(self, places: int) -> tuple[Deal, ...]:
        """The deals of a game at a table of this size, at least one player."""
        if self.deals:
            return self.deals
        return _deals_up_to(self.max_cards_for(places), self.no_trump_label)

    def capacity_problem(self, places: int) -> Problem | None:
        """Rule 3.4 check 1: the pack must leave a card to turn for trump.

        None where it does, or where the deals do not follow the table's size: then
        whoever made the rules saw to it.
        """
        if self.deals:
            return None
        cards, deck = self.max_cards_for(places), self.deck_for(places)
        turned = 0 if self.trump_suit else 1
        if cards >= 1 and self.dealt_at(places) * cards + turned <= deck:
            return None
        params = {"places": places, "cards": cards, "deck": deck}
        return Problem("sequence_capacity", Severity.HARD, params=params)


def one_maximum(rules: BidRules, sizes: Sequence[int]) -> int | None:
    """The largest deal all tables of a round can play, by rule 6.3.

    ``sizes`` are the table sizes in use. It belongs in ``max_cards`` of every sheet
    of the round. None where the deals do not follow the table's size.
    """
    if rules.deals or not sizes:
        return None
    return min(rules.max_cards_for(places) for places in sizes)


def read_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they come out of JSON, with their lists as the tuples they were."""
    known = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
    for name, kind in (("deals", Deal), ("packs", Pack)):
        if name in known:
            known[name] = tuple(
                kind(**item) if isinstance(item, Mapping) else item
                for item in known[name]
            )
    return known


@lru_cache(maxsize=64)
def _deals_up_to(most: int, no_trump: str) -> tuple[Deal, ...]:
    return up_and_down(most, no_trump)
