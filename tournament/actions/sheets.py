"""Handing in the form of a table, and keeping what is half typed."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from scoring import sheets as scoring
from scoring.models import Draft, Revision
from tournament.actions.log import User, lock, log, results_changed
from tournament.models import Round, Table


@transaction.atomic
def hand_in(
    table: Table,
    cells: Mapping[str, Any],
    user: User,
    *,
    key: str,
    based_on: int,
    source: str = Revision.Source.DESK,
    reason: str = "",
) -> Revision:
    """Hand in the form of a table; the first of a round sets it playing.

    The arguments and what is refused: see scoring.sheets.hand_in.
    """
    tournament = lock(table.round.tournament)
    assert table.sheet is not None
    before = table.sheet.revisions.count()
    revision = scoring.hand_in(
        table.sheet,
        cells,
        key=key,
        based_on=based_on,
        source=source,
        user=user,
        reason=reason,
    )
    if table.sheet.revisions.count() == before:
        return revision
    Round.objects.filter(pk=table.round_id, state=Round.State.PUBLISHED).update(
        state=Round.State.PLAYING
    )
    results_changed(tournament)
    log(
        tournament,
        user,
        "sheet.handed_in" if revision.number == 1 else "sheet.corrected",
        round=table.round.number,
        table=table.number,
        revision=revision.number,
        source=source,
        reason=revision.reason,
    )
    return revision


@transaction.atomic
def save_draft(table: Table, cells: Mapping[str, Any], user: User) -> Draft:
    """Keep a half-typed form for this person at the desk."""
    assert table.sheet is not None
    return scoring.save_draft(table.sheet, desk_device(user), cells)


def desk_device(user: User) -> str:
    """Under which name a person's own drafts are kept."""
    return f"desk-{user.pk if user else 0}"
