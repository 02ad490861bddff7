"""Handing in a sheet and keeping what is half typed: the only writers of sheets.

Every function runs inside the caller's transaction, so that what a tournament
makes of it is written together with it or not at all.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.models import Draft, Result, Revision, Sheet
from scoring.refused import Refused
from scoring.rulebooks.base import Problem, Severity


def hand_in(
    sheet: Sheet,
    cells: Mapping[str, Any],
    *,
    key: str,
    based_on: int,
    source: str,
    user: User | None = None,
    reason: str = "",
    device: str = "",
    approved: bool = True,
    origin: str = "",
) -> Revision:
    """Add a revision to a sheet and make it the one that counts.

    ``key`` is made by the page: the same key twice is one handing in. ``based_on``
    is the number of the revision that was shown (see ``standing``), 0 for none.
    ``reason`` answers for every warning, for deals accepted as played, for a
    correction, and for what comes after the sheet was locked. The draft of ``device``
    has done its work. Unless ``approved`` somebody still has to look at it. ``origin``
    is where the reading came from, when not from the ``source`` that hands it in.

    Raises Refused: sheet_locked (only for a captain), sheet_changed (details:
    counted), sheet_faulty (problems), sheet_doubtful (problems), reason_missing.
    """
    sheet = _locked(sheet)
    reason = clean_reason(reason)
    found = examine(
        sheet, cells, key=key, based_on=based_on, source=source, reason=reason
    )
    if found.same:
        sheet.drafts.filter(device=device).delete()
        return found.same
    revision = _add(
        sheet,
        cells,
        found.counted,
        _key_of(sheet, key),
        origin or source,
        None if origin else user,
        reason,
        found.overruled,
    )
    _move(sheet, Sheet.State.APPROVED if approved else Sheet.State.HANDED_IN)
    sheet.drafts.filter(device=device).delete()
    return revision


@dataclass(frozen=True)
class Examined:
    """What handing in would do: nothing where the ``same`` is in already.

    Else it would replace what is ``counted``, with the reason by each warning's code.
    """

    same: Revision | None
    counted: Revision | None
    overruled: Mapping[str, str]


def examine(
    sheet: Sheet,
    cells: Mapping[str, Any],
    *,
    key: str,
    based_on: int,
    source: str,
    reason: str,
) -> Examined:
    """What ``hand_in`` would do; writes nothing, and raises Refused as it does."""
    shown = standing(sheet)
    counted = shown if shown and shown.counted else None
    sent = known(sheet, key)
    same = next((r for r in (sent, counted) if r and r.cells == cells), None)
    if same:
        return Examined(same, counted, {})
    by_captain = source == Revision.Source.CAPTAIN
    if sheet.locked and by_captain:
        raise _closed()
    # The same key with other cells: somebody went back in the browser and typed on.
    # What counts is corrected at the desk only.
    if sent or based_on != _number(shown) or (counted and by_captain):
        raise _changed(shown)
    overruled = _judge(sheet, cells, reason)
    if (counted or sheet.locked) and not reason.strip():
        raise Refused(
            "reason_missing",
            _("Say why you change a form that is in, or a round that is closed."),
        )
    return Examined(None, counted, overruled)


def standing(sheet: Sheet) -> Revision | None:
    """The revision to go on from: the one that counts, or that was sent back."""
    if sheet.state == Sheet.State.SENT_BACK:
        return sheet.revisions.order_by("-number").first()
    return sheet.revisions.filter(counted=True).first()


def still_standing(sheet: Sheet, number: int) -> Revision:
    """The revision that was shown, as long as it is the one to go on from.

    Raises Refused: sheet_changed (details: counted).
    """
    return _as_shown(_locked(sheet), number)


def counted_for_captain(sheet: Sheet) -> Revision:
    """The revision that counts, which a captain cannot change.

    Raises Refused: sheet_locked, sheet_changed where there is none.
    """
    sheet = _locked(sheet)
    shown = standing(sheet)
    if sheet.locked:
        raise _closed()
    if shown is None or not shown.counted:
        raise _changed(shown)
    return shown


def known(sheet: Sheet, key: str) -> Revision | None:
    """What was handed in under this key of a page."""
    return sheet.revisions.filter(key=_key_of(sheet, key)).first()


def approve(sheet: Sheet, number: int) -> Revision:
    """Say that the revision that was shown is right.

    Raises Refused: sheet_changed (details: counted), not_waiting.
    """
    return _looked_at(sheet, number, Sheet.State.HANDED_IN, Sheet.State.APPROVED)


def unapprove(sheet: Sheet, number: int) -> Revision:
    """Take an approval back. Raises Refused as ``approve``, and sheet_locked."""
    if _locked(sheet).locked:
        raise Refused("sheet_locked", _("The round is closed. Open it again first."))
    return _looked_at(sheet, number, Sheet.State.APPROVED, Sheet.State.HANDED_IN)


def send_back(sheet: Sheet, number: int, because: str) -> Revision:
    """Let a revision count no longer until its form is handed in once more.

    Raises Refused: reason_missing, sheet_changed (details: counted), not_waiting.
    """
    because = clean_reason(because)
    if not because:
        raise Refused("reason_missing", _("Say what is to be looked at."))
    revision = _looked_at(sheet, number, Sheet.State.HANDED_IN, Sheet.State.SENT_BACK)
    Revision.objects.filter(pk=revision.pk).update(counted=False)
    Sheet.objects.filter(pk=sheet.pk).update(sent_back_because=because)
    return revision


def unsend(sheet: Sheet, number: int) -> Revision:
    """Let a revision that was sent back count after all, still to be looked at.

    Raises Refused: sheet_changed (details: counted), not_waiting.
    """
    back, waiting = Sheet.State.SENT_BACK, Sheet.State.HANDED_IN
    revision = _looked_at(sheet, number, back, waiting)
    Revision.objects.filter(pk=revision.pk).update(counted=True)
    return revision


def take_off(sheet: Sheet, number: int) -> Revision:
    """Make a sheet open again; what was handed in on it stays, and does not count.

    Raises Refused: sheet_changed (details: counted).
    """
    sheet = _locked(sheet)
    shown = _as_shown(sheet, number)
    Revision.objects.filter(pk=shown.pk).update(counted=False)
    _move(sheet, Sheet.State.OPEN)
    return shown


def _looked_at(
    sheet: Sheet, number: int, old: Sheet.State, new: Sheet.State
) -> Revision:
    """Move a sheet from one state to the next; gives the revision that was shown."""
    sheet = _locked(sheet)
    shown = _as_shown(sheet, number)
    if sheet.state != old:
        raise Refused(
            "not_waiting", _("Somebody was just before you. Here is how it is now.")
        )
    _move(sheet, new)
    return shown


def _locked(sheet: Sheet) -> Sheet:
    assert transaction.get_connection().in_atomic_block
    return Sheet.objects.select_for_update().get(pk=sheet.pk)


def _move(sheet: Sheet, state: Sheet.State) -> None:
    Sheet.objects.filter(pk=sheet.pk).update(state=state, sent_back_because="")


def _key_of(sheet: Sheet, key: str) -> str:
    return f"{sheet.pk}-{key}".replace("\0", "")[:64]


def _number(revision: Revision | None) -> int:
    return revision.number if revision else 0


def _as_shown(sheet: Sheet, number: int) -> Revision:
    """See still_standing; for who holds the lock."""
    shown = standing(sheet)
    if shown is None or shown.number != number:
        raise _changed(shown)
    return shown


def _closed() -> Refused:
    return Refused("sheet_locked", _("The round is closed. Go to the desk."))


def _changed(shown: Revision | None) -> Refused:
    sentence = (
        _("This form was handed in by somebody else while you were typing.")
        if shown
        else _("This form is empty again: somebody moved it or sent it back.")
    )
    return Refused("sheet_changed", sentence, counted=shown)


def clean_reason(text: str) -> str:
    """A reason as it is kept: within its field, and as PostgreSQL can store it."""
    return text.replace("\0", "").strip()[:300]


def refuse_faulty(sheet: Sheet, cells: Mapping[str, Any], reason: str = "") -> None:
    """Judge a reading without handing it in; raises Refused as hand_in would."""
    _judge(sheet, cells, reason)


def save_draft(sheet: Sheet, device: str, cells: Mapping[str, Any]) -> Draft:
    """Keep what is being filled in on one device. It never counts."""
    draft, _created = Draft.objects.update_or_create(
        sheet=sheet, device=device, defaults={"cells": cells}
    )
    return draft


def _judge(sheet: Sheet, cells: Mapping[str, Any], reason: str) -> dict[str, str]:
    """Refuse what may not be handed in; else the reason by each warning's code."""
    problems: list[Problem] = sheet.rules.problems(cells, sheet.places)
    if any(p.blocks for p in problems):
        raise Refused(
            "sheet_faulty",
            _("The form cannot be handed in like this."),
            problems=problems,
        )
    doubtful = [p.code for p in problems if p.severity is Severity.WARN]
    if cells.get("as_played"):
        doubtful.append(sheet.rules.as_played)
    if cells.get("annulled"):
        doubtful.append("annulled")
    if doubtful and not reason.strip():
        raise Refused(
            "sheet_doubtful",
            _("Look at this once more, or say why it is right."),
            problems=problems,
        )
    return dict.fromkeys(doubtful, reason.strip())


def _add(
    sheet: Sheet,
    cells: Mapping[str, Any],
    counted: Revision | None,
    key: str,
    source: str,
    user: User | None,
    reason: str,
    overruled: Mapping[str, str],
) -> Revision:
    if counted:
        Revision.objects.filter(pk=counted.pk).update(counted=False)
    last = sheet.revisions.order_by("-number").first()
    revision = Revision.objects.create(
        sheet=sheet,
        number=last.number + 1 if last else 1,
        key=key,
        cells=cells,
        counted=True,
        source=source,
        made_by=user,
        reason=reason.strip(),
        overruled=overruled,
    )
    Result.objects.bulk_create(_results(sheet, revision))
    return revision


def _results(sheet: Sheet, revision: Revision) -> Sequence[Result]:
    return [
        Result(
            revision=revision,
            place=line.place,
            side=line.side,
            total=line.total,
            stats=dict(line.stats),
        )
        for line in sheet.rules.score(revision.cells, sheet.places)
    ]


def recomputed(revision: Revision) -> list[Result]:
    """The results as the rulebook computes them now, not saved (for a recheck)."""
    return list(_results(revision.sheet, revision))
