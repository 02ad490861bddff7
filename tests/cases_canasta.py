"""The case kinds of Bolivia and Canasta, for the case runner.

Each handler takes one case and says in the words of the case file what the
rulebook makes of it. Canasta has the kinds of Bolivia with its own numbers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.canasta import BOLIVIA, CANASTA, Canasta, of_options, read_hand
from scoring.rulebooks.canasta_checks import hand_problems
from scoring.rulebooks.canasta_game import game_end
from scoring.rulebooks.canasta_hand import (
    GROUPS,
    SIDES,
    cards_value,
    deck_cards,
    first_meld_minimum,
    scores,
    sides_of,
)
from scoring.rulebooks.pairs import (
    DEALS_CHAIN,
    GAMES_CHAIN,
    balance,
    points_for,
    rank_pairs,
    victory_points,
)
from tests.cases_belotten import GAMES, results_of

Case = Mapping[str, Any]
Answer = dict[str, Any]
# The words of the case file for the fields of a reading.
FIELDS = {
    "melded_points": "melded",
    "melded_cards": "melded",
    "hand_points": "hand",
    "hand_cards": "hand",
    "melded_black_threes": "black_threes",
}
CARD_NAMES = {"black_threes": "black_three", "melded_black_threes": "black_three"}


def hand(game: Canasta, case: Case) -> Answer:
    """A hand: its primary error, or its scores and the first warning."""
    rules, teams = rules_of(game, case), case["input"]["teams"]
    names, players = list(teams), players_of(case)
    if players not in rules.sizes or len(sides_of(players)) != len(names):
        return error("player_count")
    sides = dict(zip(SIDES, map(side_of_case, teams.values()), strict=False))
    deal = {"end": case["input"].get("end"), "sides": sides}
    read, problems = read_hand(
        rules, deal, players, list(map(before_of, teams.values()))
    )
    if read:
        problems = hand_problems(rules, read)
    found = verdict(problems, names)
    if read and found["valid"]:
        found["scores"] = dict(zip(names, scores(rules, read), strict=True))
    return found


def cards(game: Canasta, case: Case) -> Answer:
    """Counted cards: their value, and what the threes left in hand cost."""
    rules = rules_of(game, case)
    given: dict[str, Any] = dict(case["input"]["cards"])
    if any(not isinstance(n, int) or isinstance(n, bool) for n in given.values()):
        return error("not_integer")
    if min(given.values(), default=0) < 0:
        return error("negative")
    threes = given.pop("hand_threes", 0)
    counted = {CARD_NAMES.get(name, name): number for name, number in given.items()}
    if threes + counted.get("black_three", 0) > rules.threes:
        return error("black3_total")
    deck = deck_cards(rules)
    if any(counted.get(group, 0) > deck[group] for group in GROUPS):
        return error("card_count")
    penalty = rules.three_in_hand * threes
    return {"valid": True, "value": cards_value(rules, counted), "penalty": penalty}


def first_meld(game: Canasta, case: Case) -> Answer:
    score = case["input"]["score"]
    if not isinstance(score, int) or isinstance(score, bool):
        return error("not_integer")
    return {"valid": True, "minimum": first_meld_minimum(rules_of(game, case), score)}


def end_of_game(game: Canasta, case: Case) -> Answer:
    """The totals after a hand, and whether that was the last one."""
    rules, given = rules_of(game, case), case["input"]
    before, played = given["before"], given["hands_played"]
    names = list(before)
    players = case.get("players") or (3 if len(names) == 3 else 4)
    if players not in rules.sizes or len(sides_of(players)) != len(names):
        return error("player_count")
    if game_end(rules, list(before.values()), played - 1, players).over:
        return error("game_over")
    after = {name: before[name] + given["hand"][name] for name in names}
    end = game_end(rules, list(after.values()), played, players)
    return {
        "valid": True,
        "after": after,
        "over": end.over,
        "result": end.result,
        "winners": [names[side] for side in end.winners],
    }


def teams(game: Canasta, case: Case) -> Answer:
    given = case["input"].get("players")
    players = case.get("players") or given
    named = given if isinstance(given, list) else None
    count = len(players) if isinstance(players, list) else players
    if count not in rules_of(game, case).sizes:
        return error("player_count")
    labels = named or [str(place) for place in range(1, count + 1)]
    sides = [[labels[place - 1] for place in side] for side in sides_of(count)]
    return {"valid": True, "teams": sides}


def ranking(game: Canasta, case: Case) -> Answer:
    """Pairs or players over their rounds (rule 6.5)."""
    given = case["input"]
    results = {name: results_of(played) for name, played in given["results"].items()}
    chain = GAMES_CHAIN if given.get("system", "vp") in GAMES else DEALS_CHAIN
    return {
        "valid": True,
        "vp": {name: victory_points(played) for name, played in results.items()},
        "balance": {name: balance(played) for name, played in results.items()},
        "points": {name: points_for(played) for name, played in results.items()},
        "ranking": rank_pairs(results, chain),
    }


KINDS: dict[str, Callable[[Canasta, Case], Answer]] = {
    "hand": hand,
    "cards": cards,
    "first_meld": first_meld,
    "game_end": end_of_game,
    "teams": teams,
    "ranking": ranking,
}
HANDLERS: dict[tuple[str, str], Callable[[Case], Answer]] = {
    (game.key, kind): partial(handler, game)
    for game in (BOLIVIA, CANASTA)
    for kind, handler in KINDS.items()
}


def rules_of(game: Canasta, case: Case) -> Canasta:
    """The rules with the options of the case; a target holds for every size."""
    chosen = dict(case.get("config") or {})
    if "target" in case["input"]:
        chosen["target"] = case["input"]["target"]
    if isinstance(chosen.get("target"), int):
        chosen["target"] = [chosen["target"]] * 3
    return of_options(game.options() | chosen) if chosen else replace(game)


def players_of(case: Case) -> int:
    """The players of a hand: as said, else two sides named NS and EW are pairs."""
    if "players" in case:
        return int(case["players"])
    names = case["input"]["teams"]
    return 4 if "NS" in names else len(names)


def side_of_case(team: Mapping[str, Any]) -> dict[str, Any]:
    """One team of a hand as a reading has it: points, or counted cards."""
    side: dict[str, Any] = {"melded": 0, "hand": 0}
    for name, value in team.items():
        if isinstance(value, Mapping):
            value = {CARD_NAMES.get(group, group): n for group, n in value.items()}
        field = FIELDS.get(name, name)
        counted = isinstance(side.get(field), Mapping)
        if not counted:
            side[field] = value
    return side


def before_of(team: Mapping[str, Any]) -> int | None:
    """The score before the hand; 0 where a first meld is written without one."""
    before: int | None = team.get("score_before")
    return 0 if before is None and team.get("first_meld") is not None else before


def verdict(problems: Sequence[Problem], names: Sequence[str]) -> Answer:
    """The primary error and its team, or the first warning, in the file's words."""
    blocking = next((p for p in problems if p.blocks), None)
    warning = next((p for p in problems if p.severity is Severity.WARN), None)
    found: Answer = {"valid": True}
    if blocking:
        found = error(blocking.code)
    elif warning:
        found["warning"] = {"code": warning.code, "class": "WARN"}
    named = blocking or warning
    if named and named.place:
        found["team"] = names[named.place - 1]
    return found


def error(code: str) -> Answer:
    return {"valid": False, "error": {"code": code, "class": "HARD"}}
