"""A form that was typed under the wrong table or round goes where it belongs."""

import uuid
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import sheets as scoring
from scoring.models import Revision, Sheet
from scoring.refused import Refused
from tournament.actions.log import User, lock, log
from tournament.actions.sheets import laid, lay
from tournament.actions.twoforms import settle_exchanged, to_table
from tournament.models import Table


@transaction.atomic
def move_form(
    table: Table,
    target: Table,
    user: User,
    *,
    based_on: int,
    target_based_on: int = 0,
    reason: str,
) -> Revision:
    """Hand in the form of ``table`` at ``target``; the table itself is open again.

    Where the target has a form already the two are exchanged. ``based_on`` and
    ``target_based_on`` are the revisions that were shown, 0 for none. Gives the new
    revision at the target. Raises Refused as scoring.sheets.hand_in does, and
    same_table, other_size, nothing_to_move, reason_missing.
    """
    tournament = lock(table.round.tournament)
    here, there = laid(table), laid(target)
    reason = scoring.clean_reason(reason)
    _refuse_move(here, there, reason)
    mine, theirs = scoring.standing(here), scoring.standing(there)
    if mine is None:
        raise Refused("nothing_to_move", _("This table has no form to move any more."))
    for shown, number in ((mine, based_on), (theirs, target_based_on)):
        if (shown.number if shown else 0) != number:
            raise Refused("sheet_changed", _moved_on(), counted=shown)
    scoring.take_off(here, mine.number)
    if theirs is None:
        to_table(here)
    by: dict[str, Any] = {"source": Revision.Source.DESK, "user": user}
    made = lay(
        tournament,
        target,
        mine.cells,
        key=uuid.uuid4().hex,
        based_on=target_based_on,
        reason=_from(table, reason),
        **by,
    )
    back = 0
    if theirs:
        back = lay(
            tournament,
            table,
            theirs.cells,
            key=uuid.uuid4().hex,
            based_on=0,
            reason=_from(target, reason),
            **by,
        ).number
        for sheet in (here, there):
            settle_exchanged(sheet)
    log(
        tournament,
        user,
        "sheet.exchanged" if theirs else "sheet.moved",
        round=table.round.number,
        table=table.number,
        revision=mine.number,
        to_round=target.round.number,
        to_table=target.number,
        made=made.number,
        theirs=theirs.number if theirs else 0,
        back=back,
        reason=reason,
    )
    return made


def _refuse_move(here: Sheet, there: Sheet, reason: str) -> None:
    if here == there:
        raise Refused("same_table", _("That is the table where the form lies now."))
    if (here.rulebook, here.places) != (there.rulebook, there.places):
        raise Refused(
            "other_size",
            _("A form only fits a table with as many places as its own."),
        )
    if not reason:
        raise Refused("reason_missing", _("Say why the form belongs to that table."))


def _from(table: Table, reason: str) -> str:
    return _("from table %(table)s in round %(round)s: %(reason)s") % {
        "table": table.number,
        "round": table.round.number,
        "reason": reason,
    }


def _moved_on() -> str:
    return _("Meanwhile another form came in at one of these tables. Look once more.")
