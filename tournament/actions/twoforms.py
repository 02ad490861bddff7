"""Two different forms of one table: a person at the desk decides which counts."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import sheets as scoring
from scoring.models import Revision, Sheet
from scoring.refused import Refused
from tournament.actions.log import User, lock, log
from tournament.actions.sheets import (
    AT_TABLE,
    desk_device,
    drop_second_form,
    hand_in,
    laid,
    lay,
    refuse_phones_off,
)
from tournament.models import Table
from tournament.queries.twoforms import SECOND, Second, second_form

# A phone sent yet another form while somebody looked at the two.
SECOND_CHANGED = "second_changed"
# Problems that say that a form is not all there: nobody could decide for it.
NOT_ALL_THERE = {"missing_cell", "not_integer", "reading_unreadable"}


@transaction.atomic
def keep_second(table: Table, cells: Mapping[str, Any], *, key: str) -> bool:
    """Keep what a phone sent beside the form that is in, until the desk decides.

    A later one takes the place of an earlier. False, and nothing kept, where the form
    is not all there or says the same. Raises Refused: phones_off, round_moved_on,
    sheet_locked, sheet_changed where no form counts any more.
    """
    tournament = lock(table.round.tournament)
    refuse_phones_off(tournament)
    sheet = laid(table)
    counted = scoring.counted_for_captain(sheet)
    problems = sheet.rules.problems(cells, sheet.places)
    if counted.cells == cells or NOT_ALL_THERE & {p.code for p in problems}:
        return False
    before = second_form(sheet)
    if before is None or before.cells != cells:
        key = uuid.uuid4().hex if scoring.known(sheet, key) else key[:40]
        scoring.save_draft(sheet, SECOND, {**cells, "key": key})
    if before is None:
        log(
            tournament,
            None,
            "sheet.second_came",
            round=table.round.number,
            table=table.number,
            revision=counted.number,
            source=Revision.Source.CAPTAIN,
        )
    return True


@transaction.atomic
def take_second(
    table: Table,
    cells: Mapping[str, Any],
    user: User,
    *,
    seen: str,
    key: str,
    based_on: int,
    reason: str,
) -> Revision:
    """Let the form that a phone sent count, or what the desk made of it.

    ``seen`` is the Second.seen that was shown. Raises Refused as sheets.hand_in does,
    and second_changed.
    """
    lock(table.round.tournament)
    second = as_seen(laid(table), seen)
    said: dict[str, Any] = {"key": key, "based_on": based_on, "reason": reason}
    if second and second.cells == cells:
        said |= {"key": second.key, "origin": Revision.Source.CAPTAIN}
    return hand_in(table, cells, user, **said)


@transaction.atomic
def keep_first(
    table: Table,
    cells: Mapping[str, Any],
    user: User,
    *,
    key: str,
    based_on: int,
    seen: str = "",
) -> Revision:
    """Of two different forms of a table let the first one stay.

    The second is a version of its own, so that it can be found back; after it the
    first, which is revision ``based_on``, counts again. With ``seen`` (Second.seen) the
    second is what a phone sent, else it is ``cells``. Raises Refused as
    scoring.sheets.hand_in does, and second_changed.
    """
    tournament = lock(table.round.tournament)
    sheet = laid(table)
    pressed_twice = scoring.known(sheet, f"{key}-first")
    if pressed_twice:
        return pressed_twice
    first, before = scoring.still_standing(sheet, based_on), sheet.revisions.count()
    second = as_seen(sheet, seen) if seen else None
    by: dict[str, Any] = {"source": Revision.Source.DESK, "user": user}
    sent = {"key": second.key, "origin": Revision.Source.CAPTAIN} if second else {}
    other = lay(
        tournament,
        table,
        second.cells if second else cells,
        based_on=based_on,
        reason=_("a second form of this table, not chosen"),
        device=desk_device(user),
        **{"key": key, **by, **sent},
    )
    stays = lay(
        tournament,
        table,
        first.cells,
        key=f"{key}-first",
        based_on=other.number,
        reason=_("of two forms this one stays"),
        **by,
    )
    if stays.number <= before:  # they said the same
        return stays
    drop_second_form(sheet)
    log(
        tournament,
        user,
        "sheet.second_kept_out",
        round=table.round.number,
        table=table.number,
        revision=other.number,
    )
    return stays


@transaction.atomic
def drop_second(table: Table, user: User, *, seen: str) -> None:
    """Take away what a phone sent, where it cannot be a version of the form.

    Raises Refused (second_changed).
    """
    tournament = lock(table.round.tournament)
    sheet = laid(table)
    shown = scoring.standing(sheet)
    if as_seen(sheet, seen) is None or shown is None:
        return
    drop_second_form(sheet)
    log(
        tournament,
        user,
        "sheet.second_dropped",
        round=table.round.number,
        table=table.number,
        revision=shown.number,
    )


def to_table(sheet: Sheet) -> None:
    """The first form was another table's: its phones go on with what they sent."""
    second = second_form(sheet)
    if second:
        scoring.save_draft(sheet, AT_TABLE, second.cells)
        drop_second_form(sheet)


def settle_exchanged(sheet: Sheet) -> None:
    """The first form became another by an exchange: where that is what a phone had
    sent beside it, nothing is left to decide.
    """
    first, second = scoring.standing(sheet), second_form(sheet)
    if first and second and first.cells == second.cells:
        drop_second_form(sheet)


def as_seen(sheet: Sheet, seen: str) -> Second | None:
    """The form that a phone sent, as it was shown; None once that was decided.

    Raises Refused (second_changed).
    """
    second = second_form(sheet)
    if second and second.seen != seen:
        raise Refused(
            SECOND_CHANGED,
            _("Meanwhile a phone sent yet another form. It is shown now."),
        )
    return second
