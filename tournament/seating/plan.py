"""Plan one round: who sits at which table, in which seat.

Plain numbers and a seed come in, a proposal with its quality comes out. It must not
know what a person, a tournament or a database is, nor what time it is.
"""

from dataclasses import dataclass
from random import Random

from tournament.seating.dealers import number, seat, spread_dealers
from tournament.seating.history import Round
from tournament.seating.outlook import Hall, most_promising
from tournament.seating.quality import Quality, judge

DEFAULT_MOVES = 60_000
MOST_SEATS = 8


@dataclass(frozen=True)
class Request:
    """What to plan: everybody present, everything really played, the sizes wanted.

    `moves` is how many swaps may be tried; the same request gives the same proposal.
    Raises ValueError when the sizes do not seat exactly these players.
    """

    players: tuple[int, ...]
    history: tuple[Round, ...]
    sizes: tuple[int, ...]
    seed: int
    moves: int = DEFAULT_MOVES

    def __post_init__(self) -> None:
        if len(set(self.players)) != len(self.players):
            raise ValueError("somebody is listed twice")
        if not self.players or sum(self.sizes) != len(self.players):
            raise ValueError("the tables do not seat exactly the players")
        if not all(2 <= size <= MOST_SEATS for size in self.sizes):
            raise ValueError(f"a table has 2 to {MOST_SEATS} seats")


@dataclass(frozen=True)
class Proposal:
    """A seating, largest tables first; table number k is `tables[k - 1]`.

    Ids in seat order, the first seat deals first.
    """

    tables: tuple[tuple[int, ...], ...]
    quality: Quality


def plan_round(request: Request) -> Proposal:
    """Seat the round: small tables evenly, then fewest repeats, then first deals.

    Never more collisions than the best of 1000 draws by lot that seat small tables as
    evenly (fewer draws in a large hall, see most_promising).
    """
    rng = Random(request.seed)
    hall = Hall(
        players=tuple(sorted(request.players)),
        sizes=tuple(sorted(request.sizes, reverse=True)),
    )
    history = request.history
    seating, terms = most_promising(hall, history, request.moves, rng)
    spread_dealers(seating, history, terms, request.moves, rng)
    tables = tuple(number(seat(seating.tables, history, rng), history))
    return Proposal(tables, judge(tables, history))
