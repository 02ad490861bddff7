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

from tests import cases_belotten, cases_bollen, cases_canasta

Case = Mapping[str, Any]

HANDLERS: dict[tuple[str, str], Callable[[Case], dict[str, Any]]] = {
    **cases_bollen.HANDLERS,
    **cases_belotten.HANDLERS,
    **cases_canasta.HANDLERS,
}


def differences(case: Case) -> list[str]:
    """What the rulebook says otherwise than the case; empty when they agree."""
    handler = HANDLERS.get((case["game"], case["kind"]))
    if handler is None:
        return [f"no rulebook for {case['game']} {case['kind']}"]
    try:
        found = handler(case)
    except Exception as error:  # one case that cannot be read is not the end of all
        return [f"{type(error).__name__}: {error}"]
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


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
