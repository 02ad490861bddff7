"""Writing down who did what, in the same transaction as the deed."""

from typing import Any

from django.contrib.auth.models import User as Account
from django.db.models import F
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.models import LogEntry, Tournament

User = Account | None


def log(tournament: Tournament, user: User, action: str, **data: Any) -> None:
    """Add a log entry; ``data`` holds what a sentence about it needs."""
    LogEntry.objects.create(tournament=tournament, user=user, action=action, data=data)


def lock(tournament: Tournament, *, even_closed: bool = False) -> Tournament:
    """Take the tournament's row, so that acts on it follow one another.

    Raises Refused (tournament_closed): nothing changes in a tournament that is
    closed, save for what says that it may, with ``even_closed``.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if locked.closed_at and not even_closed:
        raise Refused(
            "tournament_closed",
            _(
                "This tournament is closed, so nothing was changed. Open it again "
                "under Prizes first."
            ),
        )
    return locked


def just_before(code: str = "round_moved_on") -> Refused:
    """The refusal of whoever comes second: what they saw is not so any more."""
    return Refused(code, _("Somebody was just before you. Here is how it is now."))


def results_changed(tournament: Tournament) -> None:
    """Every board, cache and ETag of this tournament is out of date."""
    Tournament.objects.filter(pk=tournament.pk).update(
        results_version=F("results_version") + 1
    )


def people_changed(tournament: Tournament) -> None:
    """A draw that is being planned was planned for other people."""
    Tournament.objects.filter(pk=tournament.pk).update(
        people_version=F("people_version") + 1,
        results_version=F("results_version") + 1,
    )
