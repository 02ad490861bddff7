"""Who won which prize (rule 6.1), in the order in which prizes are read out. Pure.

Nobody is put before another by name or number: who is equal shares. Shared are all
prizes of the places that a group takes up; money in whole cents, the same for each.
What cannot be split evenly stays in the cash box.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

PLACE, BOOBY, BEST_ROUND, BOLLOOS, TABLE, TEAM = (
    "place",
    "booby",
    "best_round",
    "bolloos",
    "table",
    "team",
)
# Of these there is one prize, won as often as it happens; of the others one per place.
EACH_TIME = (BOLLOOS, TABLE)
# From the first that is read out to the last.
READ_OUT = (BOLLOOS, TABLE, TEAM, BEST_ROUND, BOOBY, PLACE)

Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True)
class Offered:
    """A prize: what it is for, and what is won: a thing, money, or both."""

    kind: str
    place: int = 1
    what: str = ""
    cents: int = 0


@dataclass(frozen=True)
class Game:
    """What somebody made of one round: the figure that is compared."""

    round: int
    table: int
    figure: float
    bolloos: bool = False


@dataclass(frozen=True)
class Contender:
    """A row of the standings; ``whole`` says that no round was missed."""

    number: int
    place: int
    total: float
    games: Sequence[Game] = ()
    whole: bool = True
    team: str = ""


@dataclass(frozen=True)
class Won:
    """Prizes that go to one, or to several who share them; to nobody without either.

    ``numbers`` are start numbers, ``teams`` names. Each gets ``cents``, and ``left``
    cents cannot be split. ``figure`` is what won it, ``games`` where.
    """

    prizes: tuple[Offered, ...]
    numbers: tuple[int, ...] = ()
    teams: tuple[str, ...] = ()
    figure: float | None = None
    games: tuple[Game, ...] = ()

    @property
    def kind(self) -> str:
        return self.prizes[0].kind

    @property
    def winners(self) -> int:
        return len(self.numbers) + len(self.teams)

    @property
    def pot(self) -> int:
        """All the money of these prizes, in cents."""
        return sum(prize.cents for prize in self.prizes)

    @property
    def cents(self) -> int:
        return self.pot // self.winners if self.winners else 0

    @property
    def left(self) -> int:
        return self.pot - self.cents * self.winners


def awards(
    offered: Iterable[Offered], contenders: Sequence[Contender], high: bool = True
) -> list[Won]:
    """Who won what, from the first prize that is read out to the last.

    ``high`` says whether a high figure is a good one. A prize that nobody won is there
    too, without winners; of a form without a bol and of tables only what was won.
    """
    by_kind: dict[str, dict[int, Offered]] = {}
    for prize in offered:
        by_kind.setdefault(prize.kind, {})[prize.place] = prize
    won: list[Won] = []
    for kind in READ_OUT:
        if kind in by_kind:
            won += _of_kind(kind, by_kind[kind], contenders, high)
    return won


def divided(pot: int, percents: Sequence[int]) -> list[int]:
    """A pot in cents cut by percentages, in whole cents.

    With 100 per cent together the whole pot is given: what rounding leaves goes to
    the first.
    """
    parts = [pot * percent // 100 for percent in percents]
    rest = pot * sum(percents) // 100 - sum(parts)
    return [parts[0] + rest, *parts[1:]] if parts else []


def _of_kind(
    kind: str,
    prizes: Mapping[int, Offered],
    contenders: Sequence[Contender],
    high: bool,
) -> list[Won]:
    if kind == BOLLOOS:
        return _bolloos(prizes[1], contenders)
    if kind == TABLE:
        return _tables(prizes[1], contenders, high)
    if kind == TEAM:
        groups = _groups(_team_totals(contenders), high)
        return _shared(
            prizes, [(len(teams), Won((), (), teams, sum_)) for teams, sum_ in groups]
        )
    if kind == BEST_ROUND:
        best = {c.number: _best(c.games, high) for c in contenders if c.games}
        compared = {number: games[0].figure for number, games in best.items()}
        won = [
            Won((), numbers, figure=figure, games=best[numbers[0]])
            for numbers, figure in _groups(compared, high)
        ]
    else:
        last = kind == BOOBY
        totals = {c.number: c.total for c in contenders}
        places = {c.number: c.place for c in contenders if c.whole or not last}
        won = [
            Won((), numbers, figure=totals[numbers[0]])
            for numbers, _place in _groups(places, high=last)
        ]
    return _shared(prizes, [(len(each.numbers), each) for each in won])


def _shared(
    prizes: Mapping[int, Offered], groups: Iterable[tuple[int, Won]]
) -> list[Won]:
    """The prizes of every group of equals, from the last place to the first.

    A group of three takes up three places, and shares the prizes of all of them.
    """
    given: list[Won] = []
    first = 1
    for size, group in groups:
        taken = range(first, first + size)
        theirs = tuple(prizes[place] for place in taken if place in prizes)
        first += size
        if theirs:
            given.append(replace(group, prizes=theirs))
    nobody = [Won((prizes[place],)) for place in sorted(prizes) if place >= first]
    return [*given, *nobody][::-1]


def _groups(
    figures: Mapping[Who, float], high: bool
) -> list[tuple[tuple[Who, ...], float]]:
    """Who is equal together, the best first."""
    found: dict[float, list[Who]] = {}
    for who, figure in figures.items():
        found.setdefault(figure, []).append(who)
    return [(tuple(found[key]), key) for key in sorted(found, reverse=high)]


def _best(games: Sequence[Game], high: bool) -> tuple[Game, ...]:
    """The best game of somebody, or all that are equally good."""
    best = (max if high else min)(game.figure for game in games)
    return tuple(game for game in games if game.figure == best)


def _team_totals(contenders: Iterable[Contender]) -> dict[str, float]:
    sums: dict[str, float] = {}
    for contender in contenders:
        if contender.team:
            sums[contender.team] = sums.get(contender.team, 0) + contender.total
    return sums


def _bolloos(prize: Offered, contenders: Iterable[Contender]) -> list[Won]:
    """Once for every form; nobody shares."""
    return [
        Won((prize,), (contender.number,), figure=game.figure, games=(game,))
        for contender in contenders
        for game in contender.games
        if game.bolloos
    ]


def _tables(prize: Offered, contenders: Iterable[Contender], high: bool) -> list[Won]:
    """The best of every table of every round; who is equal there shares."""
    tables: dict[tuple[int, int], dict[int, Game]] = {}
    for contender in contenders:
        for game in contender.games:
            at = tables.setdefault((game.round, game.table), {})
            at[contender.number] = game
    won = []
    for _at, played in sorted(tables.items()):
        figures = {number: game.figure for number, game in played.items()}
        numbers, figure = _groups(figures, high)[0]
        won.append(Won((prize,), numbers, figure=figure, games=(played[numbers[0]],)))
    return won
