"""The rule cases of Bollen and of its app variant, worked out by the rulebook."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from scoring.ranking import places as places_of
from scoring.ranking import rank
from scoring.rulebooks.base import Line, Problem, Severity
from scoring.rulebooks.bidding import (
    Cell,
    dealer_of,
    forbidden_bid,
    leader_of,
    possible_tricks,
    read_cell,
)
from scoring.rulebooks.figures import figures_of_rounds
from scoring.rulebooks.prediction import APP, AT_HOME, BOLLEN, Deal, Pack, Prediction
from scoring.rulebooks.session import (
    bolloos,
    correction_problem,
    losers,
    next_first_dealer,
    session_totals,
    winners,
)
from scoring.rulebooks.sums import sums_total
from tests.verdicts import verdict
from tournament.missed import LOWEST_OR_ZERO, missed_worth
from tournament.seating import TooFewPlayers, table_sizes, unusual_sizes

Case = Mapping[str, Any]
Answer = dict[str, Any]
WRITTEN = ("bollen", "punten", "niet_behaalde_bollen", "totaal")
DIRECTION = ("direction", "toernooileiding")


def deal(game: Prediction, case: Case) -> Answer:
    """One deal: its primary error, or what it scores and which tricks fell."""
    given = case["input"]
    cards = given["cards"]
    rows, tricks = deal_cells(given)
    rules = replace(rules_of(game, case), deals=(Deal(str(cards), cards),))
    reading: dict[str, Any] = {"rows": rows, "tricks": tricks}
    if given.get("as_played"):
        reading["as_played"] = [1]
    problems = rules.problems(reading, len(rows))
    full = replace(rules_of(game, case), max_cards=cards)
    capacity = full.capacity_problem(len(rows)) if isinstance(cards, int) else None
    found = verdict([capacity] if capacity else problems)
    told = [p.code for p in problems if p.code == "all_bol"]
    if told:
        found["info"] = {"code": told[0], "class": "INFO"}
    if found["valid"]:
        lines = rules.score(reading, len(rows))
        hook = rules.hooked(cards) and not given.get("as_played")
        found |= scored_deal(rules, cards, rows, lines, hook)
    return found


def scored_deal(
    rules: Prediction,
    cards: int,
    rows: Sequence[Sequence[str]],
    lines: Sequence[Line],
    hook: bool,
) -> Answer:
    cells = [cell for row in rows if (cell := read_cell(row[0]))]
    dealt = [cell for cell in cells if cell.dealt]
    bol = [cell.dealt and not cell.made for cell in cells]
    fell = iter(possible_tricks(cards, dealt, hook))
    return {
        "bol": bol,
        "bol_count": sum(bol),
        "points": [line.stats["punten"] for line in lines],
        "tournament": [line.total for line in lines],
        "scores": [line.total - rules.start for line in lines],
        "tricks": [sorted(next(fell)) if cell.dealt else [] for cell in cells],
    }


def deal_cells(given: Mapping[str, Any]) -> tuple[list[list[str]], Any]:
    """The cells of one deal, and the tricks beside them where those are given."""
    tricks = given.get("tricks")
    beside = [[taken] for taken in tricks] if tricks else None
    if "cells" in given:
        return [[text] for text in given["cells"]], beside
    bids = given["bids"]
    marks = given.get("made_marks")
    if marks is None:
        marks = [b == t for b, t in zip(bids, tricks or bids, strict=False)]
    cells = [Cell(b, m) for b, m in zip(bids, marks, strict=True)]
    return [[str(cell)] for cell in cells], beside


def last_bid(game: Prediction, case: Case) -> Answer:
    cards = case["input"]["cards"]
    barred = None
    if rules_of(game, case).hooked(cards):
        barred = forbidden_bid(cards, case["input"]["earlier_bids"])
    allowed = [bid for bid in range(cards + 1) if bid != barred]
    return {"valid": True, "forbidden": barred, "allowed": allowed}


def rotation(case: Case) -> Answer:
    first, number = case["input"]["first_leader_seat"], case["input"]["deal_number"]
    dealer = dealer_of(first, number, case["players"])
    return {
        "valid": True,
        "leader_seat": leader_of(first, number, case["players"]),
        "dealer_seat": dealer,
        "last_bidder_seat": dealer,
    }


def form(case: Case) -> Answer:
    given = case["input"]
    names = list(given["rows"])
    home = given.get("variant") == "home"
    rules = rules_of(AT_HOME if home else BOLLEN, case)
    reading = form_reading(given, names)
    problems = rules.problems(reading, len(names))
    if not home and unusual_sizes([len(names)]):
        problems.append(Problem("table_size_unusual", Severity.WARN))
    found = verdict(problems) | named(problems, names)
    if not found["valid"]:
        return found
    lines = rules.score(reading, len(names))
    stats = {name: line.stats for name, line in zip(names, lines, strict=True)}
    shown = ("bollen", "punten", *(() if home else ("niet_behaalde_bollen", "totaal")))
    found["columns"] = {n: {key: s[key] for key in shown} for n, s in stats.items()}
    if home:
        found |= {"losers": sorted(losers(stats)), "bolloos": bolloos(stats)}
    else:
        rounds = {name: figures_of_rounds([s]) for name, s in stats.items()}
        found["ranking"] = places_of(ranked(rules, rounds), str)
    return found


def sums(case: Case) -> Answer:
    names = list(case["input"]["rows"])
    given = [
        {"strafbollen": row.get("penalties", 0), **row}
        for row in case["input"]["rows"].values()
    ]
    rows = [{k: v for k, v in row.items() if k != "penalties"} for row in given]
    problems = BOLLEN.problems({"sums": rows}, len(rows))
    found = verdict(problems) | named(problems, names)
    if found["valid"]:
        totals = [sums_total(BOLLEN, row) for row in rows]
        found["totals"] = dict(zip(names, totals, strict=True))
    return found


def ranking(case: Case) -> Answer:
    rounds = case["input"]["rounds"]
    policy = (case.get("config") or {}).get("missed_round", LOWEST_OR_ZERO)
    figures = {}
    for name, played in rounds.items():
        own = [numbers[0] for numbers in played if numbers]
        missed = [
            missed_worth(policy, [r[n][0] for r in rounds.values() if r[n]], own)
            for n, numbers in enumerate(played)
            if not numbers
        ]
        stats = [round_stats(*numbers) for numbers in played if numbers]
        figures[name] = figures_of_rounds(stats, missed)
    grouped: dict[int, list[str]] = {}
    for item in ranked(BOLLEN, figures):
        grouped.setdefault(item.place, []).append(item.row)
    ranking = [{"place": p, "players": sorted(n)} for p, n in grouped.items()]
    totals = {name: f["totaal"] for name, f in figures.items()}
    return {"valid": True, "ranking": ranking, "totals": totals}


def tables(case: Case) -> Answer:
    try:
        sizes = table_sizes(case["input"]["participants"])
    except TooFewPlayers:
        return {
            "valid": False,
            "error": {"code": "too_few_players", "class": "HARD"},
        }
    found: Answer = {"valid": True, "sizes": sizes}
    if unusual_sizes(sizes):
        found["warning"] = {"code": "table_size_unusual", "class": "WARN"}
    return found


def app_sequence(case: Case) -> Answer:
    rules, players = rules_of(APP, case), case["players"]
    problem = rules.capacity_problem(players)
    if players not in rules.sizes:
        problem = Problem("player_count", Severity.HARD)
    if problem:
        return verdict([problem])
    deals = rules.deals_for(players)
    return {
        "valid": True,
        "deck": rules.deck_for(players),
        "labels": [d.label for d in deals],
        "cards": [d.cards for d in deals],
        "max_cards": rules.max_cards_for(players),
        "deals": len(deals),
    }


def app_game(case: Case) -> Answer:
    """A whole game: final scores, who won, and who deals first in the next one."""
    given, rules = case["input"], rules_of(APP, case)
    names = list(given["rows"])
    reading = form_reading(given, names)
    problems = rules.problems(reading, len(names))
    found = verdict(problems) | named(problems, names)
    if not found["valid"]:
        return found
    lines = rules.score(reading, len(names))
    final = {name: line.total for name, line in zip(names, lines, strict=True)}
    found |= {
        "final": final,
        "bollen": {n: ln.stats["bollen"] for n, ln in zip(names, lines, strict=True)},
        "ranking": by_total(final),
        "winners": sorted(winners(final)),
    }
    if given.get("first_dealer") in names:
        first = names.index(given["first_dealer"]) + 1
        deals = len(rules.deals_for(len(names)))
        following = next_first_dealer(first, deals, len(names))
        found["next_dealer"] = names[following - 1]
    return found


def app_session(case: Case) -> Answer:
    games = case["input"]["games"]
    totals = session_totals(games)
    return {
        "valid": True,
        "totals": totals,
        "ranking": by_total(totals),
        "winners": [sorted(winners(game)) for game in games],
    }


def app_correction(case: Case) -> Answer:
    given = case["input"]
    problem = correction_problem(
        given["edit_deal"],
        given["deals_completed"],
        given["next_deal_started"],
        direction=given.get("by") in DIRECTION,
    )
    if problem:
        return verdict([problem]) | {"allowed": False}
    return {"valid": True, "allowed": True}


def of(
    game: Prediction, handler: Callable[[Prediction, Case], Answer]
) -> Callable[[Case], Answer]:
    return lambda case: handler(game, case)


HANDLERS: dict[tuple[str, str], Callable[[Case], Answer]] = {
    ("bollen", "deal"): of(BOLLEN, deal),
    ("bollen", "deal_tricks"): of(BOLLEN, deal),
    ("bollen", "last_bid"): of(BOLLEN, last_bid),
    ("bollen", "rotation"): rotation,
    ("bollen", "form"): form,
    ("bollen", "sums"): sums,
    ("bollen", "ranking"): ranking,
    ("bollen", "tables"): tables,
    ("bollen_app", "deal"): of(APP, deal),
    ("bollen_app", "last_bid"): of(APP, last_bid),
    ("bollen_app", "sequence"): app_sequence,
    ("bollen_app", "game"): app_game,
    ("bollen_app", "session"): app_session,
    ("bollen_app", "correction"): app_correction,
}


def rules_of(game: Prediction, case: Case) -> Prediction:
    """The rules with the options of a case; a deck can be told per table size."""
    config = dict(case.get("config") or {})
    if config.pop("free_sum_on_one_card", False):
        config["hook_from"] = 2
    players = case.get("players", 4)
    for name in ("deck", "max_cards"):
        if isinstance(config.get(name), Mapping):
            config[name] = config[name].get(str(players))
        if config.get(name) is None:
            config.pop(name, None)
    if "deck" in config:
        config["packs"] = (Pack(players, config["deck"]),)
    known = {field.name for field in fields(Prediction)}
    return replace(game, **{k: v for k, v in config.items() if k in known})


def form_reading(given: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    place = {name: index for index, name in enumerate(names, 1)}
    written, tricks = given.get("written_sums"), given.get("tricks")
    return {
        "labels": given.get("labels"),
        "rows": [[cell_text(cell) for cell in given["rows"][name]] for name in names],
        "tricks": [tricks[name] for name in names] if tricks else None,
        "first_leader": place.get(given.get("first_leader", "")),
        "written": [known_sums(written.get(name)) for name in names]
        if written
        else None,
        "as_played": given.get("as_played"),
        "annulled": given.get("annulled"),
        "penalties": [
            {
                "place": place.get(penalty["player"], 0),
                "deal": penalty.get("deal"),
                "notation": penalty.get("notation", "right"),
                "zero_deal": penalty.get("zero_deal"),
                "replayed": penalty.get("replayed", True),
            }
            for penalty in given.get("penalties", ())
        ],
    }


def cell_text(cell: Any) -> Any:
    """A cell as typed, also from [bid, tricks]; a part that is missing leaves none."""
    if not isinstance(cell, Sequence) or isinstance(cell, str):
        return cell
    return "" if None in cell else "/".join(map(str, cell))


def known_sums(row: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return {k: v for k, v in row.items() if k in WRITTEN} if row else None


def named(problems: Sequence[Problem], names: Sequence[str]) -> Answer:
    """Who the primary error is about, or the first warning."""
    heavy = [p for p in problems if p.severity is not Severity.INFO]
    primary = next((p for p in heavy if p.blocks), heavy[0] if heavy else None)
    if primary is None or primary.place is None:
        return {}
    return {"player": names[primary.place - 1]}


def ranked(rules: Prediction, figures: Mapping[str, Mapping[str, Any]]) -> list[Any]:
    return rank(list(figures), rules.criteria, lambda n, key: figures[n][key], str)


def by_total(totals: Mapping[str, int]) -> list[list[str]]:
    """The highest total first; equal totals share a place (Q21)."""
    order = sorted(set(totals.values()), reverse=True)
    return [sorted(n for n, total in totals.items() if total == t) for t in order]


def round_stats(totaal: int, bollen: int, punten: int | None = None) -> dict[str, int]:
    """Without penalties the points follow from total and bollen (rule 6.2)."""
    if punten is None:
        punten = totaal - 22 + 4 * bollen
    return {
        "totaal": totaal,
        "bollen": bollen,
        "punten": punten,
        "niet_behaalde_bollen": 11 - bollen,
    }
