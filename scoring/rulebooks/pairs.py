"""How pairs rank over their rounds: victory points, balance, points, own games.

Results in, places out. It knows no game and no table, and never breaks a tie that
the chain leaves: that place is shared (rules 6.1 and 6.4).
"""

from collections.abc import Hashable, Iterable, Mapping, MutableMapping, Sequence
from typing import Any, TypeVar

from scoring.ranking import Criterion, Ranked, places, rank
from scoring.rulebooks.base import Stats

Entry = TypeVar("Entry", bound=Hashable)
# What one pair made of one round: the opponents, own points and theirs.
Result = tuple[str, int, int]
Results = Mapping[str, Sequence[Result]]

# Stands for the opponents in the result of a pair that was free that round.
FREE = ""
WIN, DRAW, LOSS = 2, 1, 0

SUMMED = ("victory_points", "balance", "points_for", "points_against")
# The only criterion that looks at who is equal so far.
MUTUAL = "mutual_result"
# Rule 6.4: games to a target, and games of a fixed number of deals.
GAMES_CHAIN = ("victory_points", "balance", "points_for", MUTUAL)
DEALS_CHAIN = ("points_for", "victory_points", "balance", MUTUAL)


def criteria_of(chain: Sequence[str]) -> tuple[Criterion, ...]:
    """The chain as ranking criteria; of all of them a high figure is better."""
    return tuple(Criterion(key) for key in chain)


def points_of_game(own: int, theirs: int) -> int:
    """Victory points for one game: 2 for a win, 1 for a draw, 0 (rule 6.4)."""
    if own == theirs:
        return DRAW
    return WIN if own > theirs else LOSS


def stats_of_game(own: int, theirs: int) -> dict[str, int]:
    """The figures of one game for one side, as a Line carries them."""
    return {
        "victory_points": points_of_game(own, theirs),
        "balance": own - theirs,
        "points_for": own,
        "points_against": theirs,
    }


def columns_of(chain: Sequence[str]) -> tuple[str, ...]:
    """The figures that standings show beside the first of the chain."""
    return tuple(key for key in chain[1:] if key != MUTUAL)


def figures_of_games(
    played: Sequence[Stats], missed: Sequence[int] = ()
) -> dict[str, Any]:
    """The rounds of one entry summed up. A missed round brings nothing at all."""
    figures: dict[str, Any] = {
        key: sum(stats.get(key, 0) for stats in played) for key in SUMMED
    }
    return figures | {"gemist": len(missed), "correctie": 0}


def free_game(played: Sequence[Stats]) -> dict[str, int]:
    """The figures of a free round, from the entry's games (rule 6.4)."""
    results = [
        ("other", int(s["points_for"]), int(s["points_against"])) for s in played
    ]
    _free, average, _same = free_result(results)
    return stats_of_game(average, average) | {"victory_points": WIN}


def victory_points(results: Iterable[Result]) -> int:
    """The victory points of one pair; a free round counts as won (rule 6.4)."""
    return sum(
        WIN if opponent == FREE else points_of_game(own, theirs)
        for opponent, own, theirs in results
    )


def balance(results: Iterable[Result]) -> int:
    """Points for minus points against of one pair."""
    return sum(own - theirs for _, own, theirs in results)


def points_for(results: Iterable[Result]) -> int:
    """The points one pair made itself."""
    return sum(own for _, own, _ in results)


def free_result(others: Sequence[Result]) -> Result:
    """A free round: the average of the pair's other rounds, balance 0 (rule 6.4).

    ``others`` may hold free rounds, which are left out. Halves are rounded up; a
    pair that has not played yet gets 0.
    """
    own = [points for opponent, points, _ in others if opponent != FREE]
    average = (2 * sum(own) + len(own)) // (2 * len(own)) if own else 0
    return (FREE, average, average)


def mutual_results(
    group: Sequence[Entry], results: Mapping[Entry, Sequence[tuple[Any, int, int]]]
) -> dict[Entry, int]:
    """The balance of the games that the tied pairs of ``group`` played together.

    It holds for everybody in the group at once. Unless all of them met each other
    it is skipped: 0 for all (rule 6.4).
    """
    met = all(
        any(opponent == other for opponent, _, _ in results[name])
        for name in group
        for other in group
        if other != name
    )
    if not met:
        return dict.fromkeys(group, 0)
    return {name: balance(r for r in results[name] if r[0] in group) for name in group}


def add_mutual_results(
    figures: Mapping[Entry, MutableMapping[str, Any]],
    results: Mapping[Entry, Sequence[tuple[Any, int, int]]],
    chain: Sequence[str],
) -> None:
    """Give everybody the mutual result among those equal on all keys before it."""
    if MUTUAL not in chain:
        return
    before = chain[: chain.index(MUTUAL)]
    for group in _tied(figures, before):
        for name, figure in mutual_results(group, results).items():
            figures[name][MUTUAL] = figure


def figures_of_pairs(
    results: Results, chain: Sequence[str]
) -> dict[str, dict[str, int]]:
    """The figures of every pair, for the keys of ``chain``.

    Keys are those of GAMES_CHAIN. The mutual result is that among the pairs equal
    on every key before it. Raises KeyError for another key.
    """
    figures = {
        name: {key: _FIGURES[key](played) for key in chain if key != MUTUAL}
        for name, played in results.items()
    }
    add_mutual_results(figures, results, chain)
    return figures


def ranked_pairs(results: Results, chain: Sequence[str]) -> list[Ranked[str]]:
    """The pairs ranked, with shared places and what put one above the next."""
    figures = figures_of_pairs(results, chain)
    return rank(
        list(results), criteria_of(chain), lambda name, key: figures[name][key], str
    )


def rank_pairs(results: Results, chain: Sequence[str]) -> list[list[str]]:
    """The pairs per place, best first; who shares a place stands in one list.

    Raises KeyError for a key of the chain that is not known.
    """
    return places(ranked_pairs(results, chain), str)


def partners_in_turn(players: Sequence[str]) -> list[list[list[str]]]:
    """Three games for four people, each partnering each once (rule 6.4).

    Per game its two sides. Raises ValueError unless there are four players.
    """
    first, second, third, fourth = players
    return [
        [[first, second], [third, fourth]],
        [[first, third], [second, fourth]],
        [[first, fourth], [second, third]],
    ]


_FIGURES = {
    "victory_points": victory_points,
    "balance": balance,
    "points_for": points_for,
}


def _tied(
    figures: Mapping[Entry, Mapping[str, Any]], keys: Sequence[str]
) -> list[list[Entry]]:
    groups: dict[tuple[Any, ...], list[Entry]] = {}
    for name, found in figures.items():
        groups.setdefault(tuple(found[key] for key in keys), []).append(name)
    return list(groups.values())
