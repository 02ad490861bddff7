"""Plan in a process of its own: a request on stdin, a proposal on stdout.

A search in the web process would slow every save down. It must not read or write
anything else; an unusable request is one sentence on stderr and exit status 2.
"""

import sys

from tournament.seating.pairs import plan_pairs
from tournament.seating.plan import plan_round
from tournament.seating.rules import Contradiction
from tournament.seating.wire import (
    PairRequest,
    any_request_from_json,
    contradiction_to_json,
    pair_rounds_to_json,
    proposal_to_json,
)


def main() -> int:
    """Exit status: 0 planned or named what contradicts, 2 unusable request."""
    try:
        request = any_request_from_json(sys.stdin.read())
    except ValueError as problem:
        print(f"unusable request: {problem}", file=sys.stderr)
        return 2
    try:
        if isinstance(request, PairRequest):
            rounds = plan_pairs(
                request.entries,
                request.rounds_left,
                request.history,
                request.seed,
                ahead=request.ahead,
            )
            print(pair_rounds_to_json(rounds))
        else:
            print(proposal_to_json(plan_round(request)))
    except Contradiction as refused:
        print(contradiction_to_json(refused))
    return 0


if __name__ == "__main__":
    sys.exit(main())
