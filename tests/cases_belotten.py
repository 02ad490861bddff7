"""The rule cases of Belotten: every kind of case, worked out by the rulebook."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.belotten import Belotten, read_game
from scoring.rulebooks.belotten_deals import Deal, next_dealer
from scoring.rulebooks.belotten_melds import (
    SIDES,
    counted_melds,
    meld_problems,
    place_of,
    read_melds,
)
from scoring.rulebooks.belotten_scoring import Game, score_deal
from scoring.rulebooks.pairs import (
    DEALS_CHAIN,
    FREE,
    GAMES_CHAIN,
    Result,
    balance,
    free_result,
    partners_in_turn,
    points_for,
    rank_pairs,
    victory_points,
)
from tests.verdicts import verdict

Case = Mapping[str, Any]
PASSED = ("all_passed_twice", "all_passed", "passed", "all_pass", "pass")
LENGTHS = ("deal_count", "fixed_deals", "number_of_deals", "deals_per_game")
GAMES = ("vp", "victory_points", "games")
FREE_WORDS = ("", "free", "bye", "vrij", None)


def belotten_deal(case: Case) -> dict[str, Any]:
    given = case["input"]
    rules, entry = _rules(case), _entry(given)
    game, problems = read_game(rules, _reading([entry], given))
    found = verdict([p for p in problems if p.code != "game_unfinished"])
    if found["valid"]:
        (step,) = game.steps
        found |= {
            "outcome": step.outcome,
            "score": dict(step.score),
            "held": step.held,
            "winner": step.winner,
        }
    return found


def belotten_melds(case: Case) -> dict[str, Any]:
    given = case["input"]
    rules, trump = _rules(case).meld_rules, given.get("trump")
    melds, faults = read_melds(_shown(given["melds"]))
    found = verdict([*faults, *meld_problems(melds, trump, given.get("belot"), rules)])
    if found["valid"]:
        counted = counted_melds(melds, trump, given.get("play_order"), rules)
        found |= {"side": counted.side, "points": dict(counted.points)}
        belot = (given.get("belot") or "")[:1]
        found["belot"] = {side: 20 * (side == belot) for side in SIDES}
    return found


def belotten_game(case: Case) -> dict[str, Any]:
    given = case["input"]
    entries = [_entry(deal) for deal in given["deals"]]
    game, problems = read_game(_rules(case), _reading(entries, given))
    found = verdict([p for p in problems if p.code != "game_unfinished"])
    if found["valid"]:
        found |= _course(game)
    return found


def belotten_dealer(case: Case) -> dict[str, Any]:
    given = case["input"]
    rules, event = _rules(case), _event(given)
    dealer = given["dealer_seat"]
    deal = Deal(event=event, by=SIDES[(dealer - 1) % 2])
    found: dict[str, Any] = {
        "valid": True,
        "next_dealer_seat": next_dealer(dealer, event),
    }
    if event != "played":
        found["score"] = dict(score_deal(rules, deal).score)
    return found


def belotten_ranking(case: Case) -> dict[str, Any]:
    given = case["input"]
    results = {name: results_of(played) for name, played in given["results"].items()}
    chain = GAMES_CHAIN if given.get("system", "vp") in GAMES else DEALS_CHAIN
    return {
        "valid": True,
        "vp": {name: victory_points(r) for name, r in results.items()},
        "balance": {name: balance(r) for name, r in results.items()},
        "points_for": {name: points_for(r) for name, r in results.items()},
        "ranking": rank_pairs(results, chain),
    }


def belotten_rotation_pairs(case: Case) -> dict[str, Any]:
    players = case["input"]["players"]
    if len(players) != 4:
        return verdict([Problem("player_count", Severity.HARD)])
    return {"valid": True, "rounds": partners_in_turn(players)}


HANDLERS: dict[tuple[str, str], Callable[[Case], dict[str, Any]]] = {
    ("belotten", "deal"): belotten_deal,
    ("belotten", "melds"): belotten_melds,
    ("belotten", "game"): belotten_game,
    ("belotten", "dealer"): belotten_dealer,
    ("belotten", "ranking"): belotten_ranking,
    ("belotten", "rotation_pairs"): belotten_rotation_pairs,
}


def _rules(case: Case) -> Belotten:
    """The options of a case; a fixed number of deals may stand under any name."""
    options: dict[str, Any] = dict(case.get("config") or {})
    given = case["input"]
    for name in LENGTHS:
        length = options.pop(name, None) or given.get(name)
        if length:
            options["deal_count"] = length
    return Belotten(**options)


def _event(given: Mapping[str, Any]) -> str:
    event = given.get("event") or given.get("result") or "played"
    passed = event in PASSED or any(given.get(word) for word in PASSED)
    return "all_passed_twice" if passed else str(event)


def _entry(given: Mapping[str, Any]) -> dict[str, Any]:
    entry = dict(given) | {"event": _event(given)}
    if entry.get("belot") in ("AB", "both"):
        entry["belot"] = list(SIDES)
    if isinstance(entry.get("melds"), list):
        entry["melds"] = _shown(entry["melds"])
    return entry


def _shown(melds: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Melds with their ranks as text: 10 and "10" are the same card."""
    cards = ("top", "rank")
    return [{k: str(v) if k in cards else v for k, v in m.items()} for m in melds]


def _reading(
    entries: Sequence[Mapping[str, Any]], given: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "deals": entries,
        "start": given.get("start"),
        "held": given.get("held_before") or given.get("held"),
        "first_dealer": _first_dealer(given),
    }


def _first_dealer(given: Mapping[str, Any]) -> int | None:
    """The dealer, who plays last where the order of play is given instead."""
    order = given.get("play_order")
    return place_of(order[-1]) if order else given.get("dealer_seat")


def _course(game: Game) -> dict[str, Any]:
    return {
        "running": [[totals[side] for side in SIDES] for totals in game.running],
        "outcomes": [step.outcome for step in game.steps],
        "over": game.over,
        "winner": game.winner,
        "held": game.held,
        "deciding": game.deciding,
    }


def results_of(played: Sequence[Sequence[Any]]) -> list[Result]:
    """The results of a pair; a free round without figures gets the average."""
    known = [(r[0], r[1], r[2]) for r in played if r[0] not in FREE_WORDS]
    told = [r[1:] for r in played if r[0] in FREE_WORDS]
    free = [
        free_result(known) if None in own or not own else (FREE, own[0], own[1])
        for own in told
    ]
    return [*known, *free]
