"""Handing in the form of a table, and keeping what is half typed."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring import sheets as scoring
from scoring.messages import sentence
from scoring.models import Draft, Revision, Sheet
from scoring.refused import Refused
from scoring.rulebooks.bid_rules import BidRules
from scoring.rulebooks.session import deals_done, locked_deal
from tournament.actions.log import User, lock, log, results_changed
from tournament.models import Round, Table

AT_TABLE = "table"  # the device of a draft that goes from phone to phone
# Somebody came to the table or went since its form was read.
SEATS_CHANGED = "seats_changed"


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
    see scoring.sheets.hand_in; and round_moved_on; and deal_locked for a captain, where
    the rules let only the last deal be entered again.
    """
    tournament = lock(table.round.tournament)
    sheet = _laid(table)
    if source == Revision.Source.CAPTAIN:
        _refuse_locked(sheet, cells)
    before = sheet.revisions.count()
    revision = scoring.hand_in(
        sheet,
        cells,
        key=key,
        based_on=based_on,
        source=source,
        user=user,
        reason=reason,
        device=""
        if again
        else AT_TABLE
        if source == Revision.Source.CAPTAIN
        else desk_device(user),
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


@transaction.atomic
def keep_at_table(
    table: Table, cells: Mapping[str, Any], *, phone: str, seen: str
) -> Draft:
    """Keep how far a form is that is filled in at the table, for any of its phones.

    ``seen`` is the version of what the phone goes on from, as ``version_of`` gives.
    Another phone than the last that goes on is noted in the reading (rule 2.9).
    Raises Refused: form_elsewhere where another phone was later, deal_locked,
    form_in, round_moved_on.
    """
    lock(table.round.tournament)
    sheet = _laid(table)
    if sheet.revisions.filter(counted=True).exists():
        raise Refused("form_in", _("This form is handed in already."))
    kept = sheet.drafts.filter(device=AT_TABLE).first()
    another = kept is not None and kept.cells.get("phone") != phone
    if (another or not phone) and seen != version_of(kept):
        raise Refused(
            "form_elsewhere",
            _(
                "This form is being filled in on another phone. Load this page again "
                "to go on here."
            ),
        )
    _refuse_locked(sheet, cells)
    if another and "rows" in cells:
        deal = min(deals_done(cells["rows"]) + 1, len(cells["rows"][0]))
        cells = {**cells, "pen": [*cells.get("pen", ()), {"deal": deal}]}
    return scoring.save_draft(sheet, AT_TABLE, {**cells, "phone": phone[:40]})


def kept_at_table(sheet: Sheet) -> tuple[dict[str, Any], str, str]:
    """What is kept at the table: the reading ({} for none), its version, its phone."""
    kept = sheet.drafts.filter(device=AT_TABLE).first()
    cells = dict(kept.cells) if kept else {}
    phone = cells.pop("phone", "")
    return cells, version_of(kept), phone


def version_of(kept: Draft | None) -> str:
    """What tells one state of a draft from another; "0" for none."""
    return kept.saved_at.isoformat() if kept else "0"


def _refuse_locked(sheet: Sheet, cells: Mapping[str, Any]) -> None:
    """Rule 3.3: a deal stays as it was kept once the next one has begun."""
    rules = sheet.rules
    if not (isinstance(rules, BidRules) and rules.locks_deals and "rows" in cells):
        return
    before = kept_at_table(sheet)[0].get("rows")
    problem = locked_deal(before, cells["rows"]) if before else None
    if problem:
        raise Refused(problem.code, sentence(problem), problems=[problem])


def _laid(table: Table) -> Sheet:
    """The sheet that lies on a table now; its seating may have been taken back."""
    sheet = Sheet.objects.filter(table=table.pk).first()
    if sheet is None:
        raise Refused(
            "round_moved_on", _("Somebody was just before you. Here is how it is now.")
        )
    if table.sheet is not None and table.sheet.places != sheet.places:
        raise Refused(
            SEATS_CHANGED, _("Somebody was just before you. Here is how it is now.")
        )
    return sheet


def desk_device(user: User) -> str:
    """Under which name a person's own drafts are kept."""
    return f"desk-{user.pk if user else 0}"
