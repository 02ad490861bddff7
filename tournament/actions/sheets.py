"""Handing in the form of a table, looking at it, and keeping what is half typed."""

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
from tournament.actions.log import User, just_before, lock, log, results_changed
from tournament.models import Round, Table, Tournament
from tournament.queries.checking import may_look
from tournament.queries.twoforms import SECOND

Verification = Tournament.Verification

AT_TABLE = "table"  # the device of a draft that goes from phone to phone
# Somebody came to the table or went since its form was read.
SEATS_CHANGED = "seats_changed"
# Only the desk fills in forms.
PHONES_OFF = "phones_off"


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
    origin: str = "",
) -> Revision:
    """Hand in the form of a table; the first of a round sets it playing.

    ``again`` names the earlier revision of which these are the cells, as nobody typed
    them now: what is half typed then stays. ``origin`` says where they came from, when
    not from who hands them in. The other arguments and what is refused: see
    scoring.sheets.hand_in; and round_moved_on; and for a captain phones_off, and
    deal_locked where the rules let only the last deal be entered again.
    """
    tournament = lock(table.round.tournament)
    sheet = laid(table)
    if source == Revision.Source.CAPTAIN:
        refuse_phones_off(tournament)
        _refuse_locked(sheet, cells)
    before, shown = sheet.revisions.count(), scoring.standing(sheet)
    revision = lay(
        tournament,
        table,
        cells,
        key=key,
        based_on=based_on,
        source=source,
        origin=origin,
        user=user,
        reason=reason,
        device=""
        if again
        else AT_TABLE
        if source == Revision.Source.CAPTAIN
        else desk_device(user),
    )
    if revision.number <= before:  # sent twice, or nothing new in it
        return revision
    drop_second_form(sheet)
    log(
        tournament,
        user,
        "sheet.corrected" if shown else "sheet.handed_in",
        round=table.round.number,
        table=table.number,
        revision=revision.number,
        source=source,
        reason=revision.reason,
        again=again,
    )
    return revision


def lay(
    tournament: Tournament, table: Table, cells: Mapping[str, Any], **how: Any
) -> Revision:
    """Hand in a form and what follows from it; the caller holds the lock and logs it.

    ``how`` goes to scoring.sheets.hand_in.
    """
    sheet = laid(table)
    before = sheet.revisions.count()
    approved = _needs_no_look(tournament, sheet)
    revision = scoring.hand_in(sheet, cells, approved=approved, **how)
    if revision.number <= before:
        return revision
    Round.objects.filter(pk=table.round_id, state=Round.State.PUBLISHED).update(
        state=Round.State.PLAYING
    )
    results_changed(tournament)
    return revision


@transaction.atomic
def take_back_version(
    table: Table, number: int, user: User, *, key: str, based_on: int, reason: str
) -> Revision:
    """Hand in once more what an earlier revision of this form says; it counts again.

    Raises Refused as hand_in does, and revision_gone where there is no such revision.
    """
    lock(table.round.tournament)
    earlier = _revision(laid(table), number)
    return hand_in(
        table,
        earlier.cells,
        user,
        key=key,
        based_on=based_on,
        reason=reason,
        again=number,
    )


def _revision(sheet: Sheet, number: int) -> Revision:
    found = sheet.revisions.filter(number=number).first()
    if found is None:
        raise Refused(
            "revision_gone", _("This form has no version %(n)s.") % {"n": number}
        )
    return found


@transaction.atomic
def approve(table: Table, number: int, user: User, reason: str = "") -> Revision:
    """Say that the form is right as it was handed in; None for the table itself.

    Raises Refused as scoring.sheets.approve does; same_person, not_the_table, and
    reason_missing where the desk does so for the table.
    """
    tournament = lock(table.round.tournament)
    sheet = laid(table)
    reason = scoring.clean_reason(reason)
    _refuse_looking(tournament, sheet, user)
    if tournament.verification == Verification.TABLE and user and not reason:
        raise Refused(
            "reason_missing", _("Say who of the table looked at it with you.")
        )
    revision = scoring.approve(sheet, number)
    _looked(tournament, table, user, "sheet.approved", revision, reason=reason)
    return revision


@transaction.atomic
def send_back(table: Table, number: int, user: User, because: str) -> Revision:
    """Send a form back to be looked at; until it comes in again it does not count.

    Raises Refused as scoring.sheets.send_back does, same_person and not_the_table.
    """
    tournament = lock(table.round.tournament)
    sheet = laid(table)
    _refuse_looking(tournament, sheet, user)
    revision = scoring.send_back(sheet, number, because)
    reason = scoring.clean_reason(because)
    _looked(tournament, table, user, "sheet.sent_back", revision, reason=reason)
    return revision


@transaction.atomic
def unapprove(table: Table, number: int, user: User) -> Revision:
    """Take an approval back. Raises Refused as scoring.sheets.unapprove does."""
    tournament = lock(table.round.tournament)
    revision = scoring.unapprove(laid(table), number)
    _looked(tournament, table, user, "sheet.unapproved", revision)
    return revision


@transaction.atomic
def unsend(table: Table, number: int, user: User) -> Revision:
    """Let a form that was sent back count again; it still is to be looked at."""
    tournament = lock(table.round.tournament)
    revision = scoring.unsend(laid(table), number)
    _looked(tournament, table, user, "sheet.unsent", revision)
    return revision


def _refuse_looking(tournament: Tournament, sheet: Sheet, user: User) -> None:
    if user is None:
        refuse_phones_off(tournament)
    shown = scoring.standing(sheet)
    if shown is None or may_look(tournament, shown, user):
        return
    if user is None:
        raise Refused("not_the_table", _("The desk looks at this form."))
    raise Refused(
        "same_person",
        _("You handed in this form yourself, so somebody else looks at it."),
    )


def _looked(
    tournament: Tournament,
    table: Table,
    user: User,
    action: str,
    revision: Revision,
    **said: str,
) -> None:
    results_changed(tournament)
    log(
        tournament,
        user,
        action,
        round=table.round.number,
        table=table.number,
        revision=revision.number,
        form=f"{table.round.number}-{table.number}-{revision.number}",
        source=Revision.Source.DESK if user else Revision.Source.CAPTAIN,
        **said,
    )


def _needs_no_look(tournament: Tournament, sheet: Sheet) -> bool:
    """Whether handing in approves. Once a round is closed its tables have gone."""
    if tournament.verification == Verification.TABLE:
        return sheet.locked
    return tournament.verification == Verification.NONE


@transaction.atomic
def drop_draft(table: Table, user: User) -> None:
    """Throw away what this person at the desk had half typed."""
    lock(table.round.tournament)
    laid(table).drafts.filter(device=desk_device(user)).delete()


@transaction.atomic
def save_draft(table: Table, cells: Mapping[str, Any], user: User) -> Draft:
    """Keep a half-typed form for this person at the desk.

    Raises Refused (round_moved_on) when the seating was taken back meanwhile.
    """
    lock(table.round.tournament)
    return scoring.save_draft(laid(table), desk_device(user), cells)


@transaction.atomic
def keep_at_table(
    table: Table, cells: Mapping[str, Any], *, phone: str, seen: str
) -> Draft:
    """Keep how far a form is that is filled in at the table, for any of its phones.

    ``seen`` is the version of what the phone goes on from, as ``version_of`` gives.
    Another phone than the last that goes on is noted in the reading (rule 2.9).
    Raises Refused: form_elsewhere where another phone was later, deal_locked,
    form_in, round_moved_on, phones_off.
    """
    refuse_phones_off(lock(table.round.tournament))
    sheet = laid(table)
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


def refuse_phones_off(tournament: Tournament) -> None:
    """Raises Refused (phones_off) where tables hand in paper."""
    if not tournament.phones:
        raise Refused(
            PHONES_OFF,
            _("This evening the desk fills in the forms. Hand in the paper."),
        )


def drop_second_form(sheet: Sheet) -> None:
    """Of two forms of a table it is decided which counts."""
    sheet.drafts.filter(device=SECOND).delete()


def laid(table: Table) -> Sheet:
    """The sheet that lies on a table now; its seating may have been taken back."""
    sheet = Sheet.objects.filter(table=table.pk).first()
    if sheet is None:
        raise just_before()
    if table.sheet is not None and table.sheet.places != sheet.places:
        raise just_before(SEATS_CHANGED)
    return sheet


def desk_device(user: User) -> str:
    """Under which name a person's own drafts are kept."""
    return f"desk-{user.pk if user else 0}"
