"""Run a file of rule cases through the rulebooks.

    python -m tests.rules_cases FILE.json

Prints every difference and a last line "N passed, N failed". A case of a game or
kind that is not known here fails: nothing is skipped.
"""

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scoring.ranking import places as places_of
from scoring.ranking import rank
from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.bidding import (
    Cell,
    dealer_of,
    forbidden_bid,
    leader_of,
    possible_tricks,
    read_cell,
)
from scoring.rulebooks.figures import figures_of_rounds
from scoring.rulebooks.prediction import Deal, Prediction
from scoring.rulebooks.sums import sums_problems, sums_total
from tests import cases_belotten
from tests.verdicts import verdict
from tournament.seating import TooFewPlayers, table_sizes, unusual_sizes

Case = Mapping[str, Any]
TOURNAMENT = Prediction()
HOME = PRESETS["bollen_thuis"]


def bollen_deal(case: Case) -> dict[str, Any]:
    cards, texts = case["input"]["cards"], case["input"]["cells"]
    rules = Prediction(deals=(Deal(str(cards), cards),))
    reading = {"rows": [[text] for text in texts]}
    found = verdict(rules.problems(reading, len(texts)))
    if found["valid"]:
        cells = [_cell(text) for text in texts]
        lines = rules.score(reading, len(texts))
        found |= {
            "bol_count": sum(not cell.made for cell in cells),
            "points": [line.stats["punten"] for line in lines],
            "tournament": [line.total for line in lines],
            "tricks": [sorted(t) for t in possible_tricks(cards, cells)],
        }
    return found


def bollen_deal_tricks(case: Case) -> dict[str, Any]:
    given = case["input"]
    bids, tricks = given["bids"], given["tricks"]
    marks = given.get("made_marks") or [
        b == t for b, t in zip(bids, tricks, strict=True)
    ]
    rules = Prediction(deals=(Deal(str(given["cards"]), given["cards"]),))
    rows = [[str(Cell(b, m))] for b, m in zip(bids, marks, strict=True)]
    reading = {"rows": rows, "tricks": [[t] for t in tricks]}
    found = verdict(rules.problems(reading, len(bids)))
    if found["valid"]:
        lines = rules.score(reading, len(bids))
        found |= {
            "bol_count": marks.count(False),
            "points": [line.stats["punten"] for line in lines],
            "tournament": [line.total for line in lines],
        }
    return found


def bollen_last_bid(case: Case) -> dict[str, Any]:
    cards = case["input"]["cards"]
    barred = forbidden_bid(cards, case["input"]["earlier_bids"])
    allowed = [bid for bid in range(cards + 1) if bid != barred]
    return {"valid": True, "forbidden": barred, "allowed": allowed}


def bollen_rotation(case: Case) -> dict[str, Any]:
    first, deal = case["input"]["first_leader_seat"], case["input"]["deal_number"]
    dealer = dealer_of(first, deal, case["players"])
    return {
        "valid": True,
        "leader_seat": leader_of(first, deal, case["players"]),
        "dealer_seat": dealer,
        "last_bidder_seat": dealer,
    }


def bollen_form(case: Case) -> dict[str, Any]:
    given = case["input"]
    names = list(given["rows"])
    home = given.get("variant") == "home"
    rules = HOME if home else TOURNAMENT
    reading = _form_reading(given, names)
    problems = rules.problems(reading, len(names))
    if not home and unusual_sizes([len(names)]):
        problems.append(Problem("table_size_unusual", Severity.WARN))
    found = verdict(problems)
    named = next((p for p in problems if p.place and p.severity != "INFO"), None)
    if named and named.place:
        found["player"] = names[named.place - 1]
    if not found["valid"]:
        return found
    lines = rules.score(reading, len(names))
    stats = {name: line.stats for name, line in zip(names, lines, strict=True)}
    shown = ("bollen", "punten", *(() if home else ("niet_behaalde_bollen", "totaal")))
    found["columns"] = {n: {key: s[key] for key in shown} for n, s in stats.items()}
    figures = {name: figures_of_rounds([s]) for name, s in stats.items()}
    ranked = rank(names, rules.criteria, lambda n, key: figures[n][key], str)
    order = places_of(ranked, str)
    if home:
        found["losers"] = order[-1]
        found["bolloos"] = [n for n, s in stats.items() if s["bollen"] == 0]
    else:
        found["ranking"] = order
    return found


def bollen_sums(case: Case) -> dict[str, Any]:
    rows = case["input"]["rows"]
    given = [
        {"strafbollen": row.get("strafbollen", row.get("penalties", 0)), **row}
        for row in rows.values()
    ]
    columns = [{k: v for k, v in row.items() if k != "penalties"} for row in given]
    problems = sums_problems(TOURNAMENT, columns)
    found = verdict(problems)
    if problems and problems[0].place:
        found["player"] = list(rows)[problems[0].place - 1]
    if found["valid"]:
        found["totals"] = {name: sums_total(TOURNAMENT, r) for name, r in rows.items()}
    return found


def bollen_ranking(case: Case) -> dict[str, Any]:
    rounds = case["input"]["rounds"]
    figures = {
        name: figures_of_rounds([_round_stats(*numbers) for numbers in played])
        for name, played in rounds.items()
    }
    ranked = rank(
        list(rounds), TOURNAMENT.criteria, lambda n, key: figures[n][key], str
    )
    grouped: dict[int, list[str]] = {}
    for item in ranked:
        grouped.setdefault(item.place, []).append(item.row)
    ranking = [{"place": p, "players": sorted(n)} for p, n in grouped.items()]
    return {"valid": True, "ranking": ranking}


def bollen_tables(case: Case) -> dict[str, Any]:
    try:
        sizes = table_sizes(case["input"]["participants"])
    except TooFewPlayers:
        return {
            "valid": False,
            "error": {"code": "too_few_players", "class": "HARD"},
        }
    found: dict[str, Any] = {"valid": True, "sizes": sizes}
    if unusual_sizes(sizes):
        found["warning"] = {"code": "table_size_unusual", "class": "WARN"}
    return found


HANDLERS: dict[tuple[str, str], Callable[[Case], dict[str, Any]]] = {
    ("bollen", "deal"): bollen_deal,
    ("bollen", "deal_tricks"): bollen_deal_tricks,
    ("bollen", "last_bid"): bollen_last_bid,
    ("bollen", "rotation"): bollen_rotation,
    ("bollen", "form"): bollen_form,
    ("bollen", "sums"): bollen_sums,
    ("bollen", "ranking"): bollen_ranking,
    ("bollen", "tables"): bollen_tables,
    **cases_belotten.HANDLERS,
}


def differences(case: Case) -> list[str]:
    """What the rulebook says otherwise than the case; empty when they agree."""
    handler = HANDLERS.get((case["game"], case["kind"]))
    if handler is None:
        return [f"no rulebook for {case['game']} {case['kind']}"]
    found = handler(case)
    return [
        f"{key}: expected {wanted!r}, found {found.get(key)!r}"
        for key, wanted in case["expect"].items()
        if found.get(key) != wanted
    ]


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    cases = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))["cases"]
    failed = 0
    for case in cases:
        found = differences(case)
        failed += bool(found)
        for line in found:
            print(f"{case['id']} {case['title']}: {line}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


def _cell(text: str) -> Cell:
    cell = read_cell(text)
    assert cell is not None
    return cell


def _form_reading(given: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    place = {name: index for index, name in enumerate(names, 1)}
    written = given.get("written_sums")
    tricks = given.get("tricks")
    return {
        "labels": given.get("labels"),
        "rows": [given["rows"][name] for name in names],
        "tricks": [tricks[name] for name in names] if tricks else None,
        "first_leader": place.get(given.get("first_leader", "")),
        "written": [written.get(name) for name in names] if written else None,
        "penalties": [
            {
                "place": place[penalty["player"]],
                "deal": penalty.get("deal"),
                "notation": penalty.get("notation", "right"),
                "zero_deal": penalty.get("zero_deal"),
                "replayed": penalty.get("replayed", True),
            }
            for penalty in given.get("penalties", ())
        ],
    }


def _round_stats(totaal: int, bollen: int, punten: int | None = None) -> dict[str, int]:
    """Without penalties the points follow from total and bollen (rule 6.2)."""
    if punten is None:
        punten = totaal - 22 + 4 * bollen
    return {
        "totaal": totaal,
        "bollen": bollen,
        "punten": punten,
        "niet_behaalde_bollen": 11 - bollen,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
