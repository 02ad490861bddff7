"""Handing in a sheet and keeping what is half typed: the only writers of sheets.

Every function runs inside the caller's transaction, so that what a tournament
makes of it is written together with it or not at all.
"""

from collections.abc import Mapping, Sequence
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
) -> Revision:
    """Add a revision to a sheet and make it the one that counts.

    ``key`` is made by the page: the same key twice is one handing in. ``based_on``
    is the number of the revision that was shown, 0 for none. ``reason`` answers
    for every warning, for deals accepted as played, for a correction, and for what
    comes after the sheet was locked. The draft of ``device`` has done its work.

    Raises Refused: sheet_locked (only for a captain), sheet_changed (details:
    counted), sheet_faulty (problems), sheet_doubtful (problems), reason_missing.
    """
    assert transaction.get_connection().in_atomic_block
    sheet = Sheet.objects.select_for_update().get(pk=sheet.pk)
    key = f"{sheet.pk}-{key}".replace("\0", "")[:64]
    reason = reason.replace("\0", "").strip()[:300]
    counted = sheet.revisions.filter(counted=True).first()
    known = sheet.revisions.filter(key=key).first()
    same = next((r for r in (known, counted) if r and r.cells == cells), None)
    if same:
        sheet.drafts.filter(device=device).delete()
        return same
    if sheet.locked and source == Revision.Source.CAPTAIN:
        raise Refused("sheet_locked", _("The round is closed. Go to the desk."))
    # The same key with other cells: somebody went back in the browser and typed on.
    if known or based_on != (counted.number if counted else 0):
        raise Refused(
            "sheet_changed",
            _("This form was handed in by somebody else while you were typing."),
            counted=counted,
        )
    overruled = _judge(sheet, cells, reason)
    if (counted or sheet.locked) and not reason:
        raise Refused(
            "reason_missing",
            _("Say why you change a form that is in, or a round that is closed."),
        )
    revision = _add(sheet, cells, counted, key, source, user, reason, overruled)
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.APPROVED)
    sheet.drafts.filter(device=device).delete()
    return revision


def refuse_faulty(sheet: Sheet, cells: Mapping[str, Any]) -> None:
    """Judge a reading without handing it in; raises Refused as hand_in would."""
    _judge(sheet, cells, reason="")


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
