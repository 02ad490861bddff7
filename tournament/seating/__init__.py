"""Who sits where: table sizes, the seating of the rounds, and how good it is.

Pure computation on start numbers and a seed. It must not know Django, the clock,
settings, languages or the rest of the tournament.
"""

from tournament.seating.history import Round
from tournament.seating.layout import (
    NothingFits,
    TooFewPlayers,
    table_sizes,
    unusual_sizes,
)
from tournament.seating.plan import Proposal, Request, plan_round
from tournament.seating.quality import Quality, as_dict, judge
from tournament.seating.rules import Contradiction, Rules
from tournament.seating.wire import (
    proposal_from_json,
    proposal_to_json,
    request_as_dict,
    request_from_dict,
    request_from_json,
    request_to_json,
)

__all__ = [
    "Contradiction",
    "NothingFits",
    "Proposal",
    "Quality",
    "Request",
    "Round",
    "Rules",
    "TooFewPlayers",
    "as_dict",
    "judge",
    "plan_round",
    "proposal_from_json",
    "proposal_to_json",
    "request_as_dict",
    "request_from_dict",
    "request_from_json",
    "request_to_json",
    "table_sizes",
    "unusual_sizes",
]
