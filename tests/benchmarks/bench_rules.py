"""How long it takes to judge and to score a form of every game.

    python -m tests.benchmarks.bench_rules

Times depend on the machine; the ratio to a plain empty loop of 55 turns, the cells of
a form of Bollen with five, depends on it far less.
"""

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Rulebook
from scoring.rulebooks.belotten import Belotten
from tests.scoring.belotten_hands import played as played_belotten
from tests.scoring.hands import sheet
from tests.scoring.robot_forms import as_known, everything, marks, played, worn
from tests.scoring.robot_forms import reading as reading_of

FORMS = 10_000
JUDGED = 1_000
CELLS = 55
ROWS = (
    "0 1x 1x 0 1 2 0x 1 1 0 0",
    "0x 1 1 0 2x 1 1 0x 0 0 0",
    "0 0 1 0x 0 1 1x 1 2x 1 1x",
    "0 0 1 1 2 0 1x 0 0 1x 0",
    "0 1 0 2x 1 2x 1 1 1 1 1",
)
# Rule 5.6: CH01, and a hand of many canastas for which the cards are looked up.
NORTH = {
    "melded": 230, "hand": 25, "mixed": 1, "natural": 1, "escalera": 1,
    "red_threes": 2, "out": "normal",
}  # fmt: skip
EAST = {"melded": 185, "hand": 45, "mixed": 1, "red_threes": 3, "hand_threes": 1}
MANY = {"melded": 520, "hand": 60, "mixed": 3, "natural": 2, "escalera": 2}
Form = dict[str, Any]


def best_of(act: Callable[[], Any], turns: int = 3) -> float:
    """Seconds of the quickest of some turns, the one least disturbed."""
    times = []
    for _ in range(turns):
        began = perf_counter()
        act()
        times.append(perf_counter() - began)
    return min(times)


def empty_loop(forms: int) -> None:
    for _ in range(forms * CELLS):
        pass


def repeated(act: Callable[..., Any], times: int, *given: Any) -> float:
    """Seconds that so many calls take."""

    def turn() -> None:
        for _ in range(times):
            act(*given)

    return best_of(turn)


def report(name: str, seconds: float, forms: int) -> None:
    ratio = seconds / best_of(lambda: empty_loop(forms))
    each = 1_000_000 * seconds / forms
    print(f"{name:44} {each:8.1f} µs a form {ratio:7.0f} x an empty loop")


def forms() -> list[tuple[str, Rulebook, Form, int]]:
    """A name, the game, a form on which nothing is wrong, and how many play."""
    bollen, app = PRESETS["bollen"], PRESETS["bollen_app"]
    boeren, belotten = PRESETS["boerenbridge"], Belotten(deal_count=12)
    rows = [row.split() for row in ROWS]
    no_bids = [["x" if "x" in text else text for text in row] for row in rows]
    robots = {
        game.key: played(game, places, 1)  # type: ignore[arg-type]
        for game, places in ((bollen, 5), (app, 7), (boeren, 6))
    }
    rng = random.Random(1)
    deals = [played_belotten(rng, dealer)[1] for dealer in [1, 2, 3, 4] * 3]
    return [
        ("Bollen, 5 players, bids readable", bollen, {"rows": rows}, 5),
        ("Bollen, no bid under a bol readable", bollen, {"rows": no_bids}, 5),
        *(
            (f"Bollen, robots, {name}", bollen, form(robots["bollen"], known), 5)
            for name, known in (
                ("marks", marks),
                ("tricks", everything),
                ("worn", worn),
            )
        ),
        ("Bollen app, 7 players", app, form(robots["bollen_app"], everything), 7),
        ("Boerenbridge, 6", boeren, form(robots["boerenbridge"], everything), 6),
        (
            "Belotten, 12 deals, melds shown",
            belotten,
            {"deals": deals, "first_dealer": 1},
            4,
        ),
        ("Bolivia, 4 hands", PRESETS["bolivia_ronde"], sheet(*[(NORTH, EAST)] * 4), 4),
        (
            "Bolivia, 4 hands of 10 canastas",
            PRESETS["bolivia_ronde"],
            sheet(*[(NORTH, MANY)] * 4),
            4,
        ),
    ]


def form(cells: Any, known: Any) -> Form:
    return reading_of(as_known(cells, known))


def main() -> None:
    for name, rules, given, places in forms():
        assert not any(p.blocks for p in rules.problems(given, places)), name
        seconds = repeated(rules.problems, JUDGED, given, places)
        report(f"{name}: problems()", seconds, JUDGED)
        report(f"{name}: score()", repeated(rules.score, JUDGED, given, places), JUDGED)
    _name, rules, given, places = forms()[0]
    seconds = repeated(rules.score, FORMS, given, places)
    print(f"{FORMS} forms of Bollen scored in {seconds:.2f} s")


if __name__ == "__main__":
    main()
