"""Handing in the form of a table, and keeping what is half typed."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import sheets as scoring
from scoring.models import Draft, Revision, Sheet
from scoring.refused import Refused
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
    again: int = 0,
) -> Revision:
    """Hand in the form of a table; the first of a round sets it playing.

    ``again`` names the earlier revision of which these are the cells, as nobody typed
    them now: what is half typed then stays. The other arguments and what is refused:
    see scoring.sheets.hand_in; and round_moved_on.
    """
    tournament = lock(table.round.tournament)
    sheet = _laid(table)
    before = sheet.revisions.count()
    revision = scoring.hand_in(
        sheet,
        cells,
        key=key,
        based_on=based_on,
        source=source,
        user=user,
        reason=reason,
        device="" if again else desk_device(user),
    )
    if sheet.revisions.count() == before:
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
        again=again,
    )
    return revision


@transaction.atomic
def take_back_version(
    table: Table, number: int, user: User, *, key: str, based_on: int, reason: str
) -> Revision:
    """Hand in once more what an earlier revision of this form says; it counts again.

    Raises Refused as hand_in does, and revision_gone where there is no such revision.
    """
    lock(table.round.tournament)
    earlier = _laid(table).revisions.filter(number=number).first()
    if earlier is None:
        raise Refused(
            "revision_gone", _("This form has no version %(n)s.") % {"n": number}
        )
    return hand_in(
        table,
        earlier.cells,
        user,
        key=key,
        based_on=based_on,
        reason=reason,
        again=number,
    )


@transaction.atomic
def save_draft(table: Table, cells: Mapping[str, Any], user: User) -> Draft:
    """Keep a half-typed form for this person at the desk.

    Raises Refused (round_moved_on) when the seating was taken back meanwhile.
    """
    lock(table.round.tournament)
    return scoring.save_draft(_laid(table), desk_device(user), cells)


def _laid(table: Table) -> Sheet:
    """The sheet that lies on a table now; its seating may have been taken back."""
    sheet = Sheet.objects.filter(table=table.pk).first()
    if sheet is None:
        raise Refused(
            "round_moved_on", _("Somebody was just before you. Here is how it is now.")
        )
    return sheet


def desk_device(user: User) -> str:
    """Under which name a person's own drafts are kept."""
    return f"desk-{user.pk if user else 0}"
