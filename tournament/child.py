"""Plan a seating in a process of its own: a busy thread here would slow every save."""

import json
import subprocess
import sys

from django.conf import settings

from tournament.seating import (
    Proposal,
    Request,
    proposal_from_json,
    request_to_json,
)
from tournament.seating.pairs import PairRound
from tournament.seating.wire import (
    PairRequest,
    pair_request_as_dict,
    pair_rounds_from_json,
)
from tournament.seatingways import Way, asked_to_json

LONGEST = 120  # seconds


def plan_in_child(request: Request) -> Proposal:
    """What seating.plan_round gives."""
    return proposal_from_json(_said("tournament.seating", request_to_json(request)))


def plan_pairs_in_child(request: PairRequest) -> list[PairRound]:
    """The same for pairs."""
    asked = json.dumps(pair_request_as_dict(request))
    return pair_rounds_from_json(_said("tournament.seating", asked))


def seat_ranked_in_child(request: Request, way: Way) -> Proposal:
    """The same for a round by standing."""
    asked = asked_to_json(request, way)
    return proposal_from_json(_said("tournament.seatingways", asked))


def _said(module: str, asked: str) -> str:
    """What a module answers on its standard output."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        input=asked,
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
        timeout=LONGEST,
    )
    return done.stdout
