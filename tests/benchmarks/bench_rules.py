"""How long it takes to judge and to score a form of five.

    python -m tests.benchmarks.bench_rules

Times depend on the machine; the ratio to a plain empty loop of as many turns as
there are cells depends on it far less.
"""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from scoring.rulebooks import PRESETS

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


def judge(form: dict[str, Any], forms: int) -> None:
    for _ in range(forms):
        assert PRESETS["bollen"].problems(form, 5) == []


def score(form: dict[str, Any], forms: int) -> None:
    for _ in range(forms):
        PRESETS["bollen"].score(form, 5)


def worn(form: dict[str, Any]) -> dict[str, Any]:
    """The same form with no bid readable under a bol: the slow way to judge."""
    rows = [["x" if "x" in text else text for text in row] for row in form["rows"]]
    return {"rows": rows}


def report(name: str, seconds: float, forms: int) -> None:
    ratio = seconds / best_of(lambda: empty_loop(forms))
    each = 1_000_000 * seconds / forms
    print(f"{name:32} {each:8.1f} µs a form {ratio:7.0f} x an empty loop")


def main() -> None:
    form = {"rows": [row.split() for row in ROWS]}
    judged = best_of(lambda: judge(form, JUDGED))
    report("problems(), bids readable", judged, JUDGED)
    judged = best_of(lambda: judge(worn(form), JUDGED))
    report("problems(), no bol readable", judged, JUDGED)
    scored = best_of(lambda: score(form, FORMS))
    report("score()", scored, FORMS)
    print(f"{FORMS} forms scored in {scored:.2f} s")


if __name__ == "__main__":
    main()
