"""Clubs and their tournaments: people, rounds, tables, seats, prizes, and the log.

Rows are changed by tournament/actions only. What must be true is a constraint
here; what may be done when is decided there.
"""

from tournament.models.clubs import Club, Company, Player
from tournament.models.people import (
    Entry,
    Member,
    Penalty,
    PreRegistration,
    Presence,
    Together,
)
from tournament.models.records import LogEntry, Prize
from tournament.models.rounds import Round, Seat, Table
from tournament.models.tournaments import Tournament

__all__ = [
    "Club",
    "Company",
    "Entry",
    "LogEntry",
    "Member",
    "Penalty",
    "Player",
    "PreRegistration",
    "Presence",
    "Prize",
    "Round",
    "Seat",
    "Table",
    "Together",
    "Tournament",
]
