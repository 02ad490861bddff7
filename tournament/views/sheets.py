"""The desk's page for the form of one table: type it, keep it, hand it in."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.models import Draft, Revision, Sheet
from scoring.refused import Refused
from scoring.rulebooks.base import Problem, Severity
from tournament.access import desk, say_refused, who
from tournament.actions import sheets
from tournament.addresses import for_others
from tournament.models import Round, Table, Tournament
from tournament.queries.seating import people_at
from tournament.views.filling import (
    asked_mode,
    build_form,
    empty_reading,
    filled_so_far,
    refuse_unreadable,
    typed_reading,
    who_left,
)
from tournament.views.following import following_people
from tournament.views.versions import asked_version, versions_of


@dataclass
class _Typed:
    """What the page shows: a reading, what was said of it, and about whose version."""

    reading: Any
    based_on: int
    problems: list[Problem]
    reason: str = ""
    refused: Refused | None = None
    draft: Draft | None = None
    checked: bool = False
    dealer_open: bool = False


@never_cache
@desk
@say_refused("round")
@following_people(
    lambda tournament, number, table_number: {
        "round__tournament": tournament,
        "round__number": number,
        "number": table_number,
    }
)
def sheet_page(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """The form of one table as a grid that looks like the paper."""
    table = get_object_or_404(
        Table.objects.select_related("sheet", "round__tournament"),
        round__tournament=tournament,
        round__number=number,
        number=table_number,
        sheet__isnull=False,
    )
    counted = _sheet(table).revisions.filter(counted=True).first()
    if "take_back" in request.POST:
        return _taken_back(request, tournament, table)
    if request.method == "POST":
        return _posted(request, tournament, table, counted)
    return _shown(request, tournament, table, counted, _stored(request, table, counted))


def _posted(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    counted: Revision | None,
) -> HttpResponse:
    post, sheet = request.POST, _sheet(table)
    cells = typed_reading(sheet, post, counted.cells if counted else {})
    based_on = _based_on(request)
    if "live" in post:
        return filled_so_far(request, sheet, people_at(table), cells)
    if "more" in post:
        typed = _Typed(cells, based_on, [], post.get("reason", ""))
        return _shown(request, tournament, table, counted, typed)
    if "draft" in post:
        sheets.save_draft(table, cells, who(request))
        messages.success(
            request, _("Table %(table)s is kept as a draft.") % {"table": table.number}
        )
        return redirect("round", tournament.slug)
    try:
        refuse_unreadable(sheet, post, people_at(table))
        sheets.hand_in(
            table,
            cells,
            who(request),
            key=post.get("key") or secrets.token_hex(16),
            based_on=based_on,
            reason=post.get("reason", ""),
        )
    except Refused as refused:
        sheets.save_draft(table, cells, who(request))
        problems = refused.details.get("problems", [])
        newest = refused.details.get("counted")
        typed = _Typed(
            cells,
            newest.number if newest else based_on,
            problems,
            post.get("reason", ""),
            refused,
        )
        return _shown(request, tournament, table, newest or counted, typed, 422)
    messages.success(
        request, _("Table %(table)s is handed in.") % {"table": table.number}
    )
    following = _next_missing(table)
    if following is None:
        return redirect("round", tournament.slug)
    return redirect("sheet", tournament.slug, table.round.number, following)


def _taken_back(
    request: HttpRequest, tournament: Tournament, table: Table
) -> HttpResponse:
    """Let an earlier version count again, unless another one came in meanwhile."""
    post, number = request.POST, asked_version(request)
    try:
        revision = sheets.take_back_version(
            table,
            number,
            who(request),
            key=post.get("key") or secrets.token_hex(16),
            based_on=_based_on(request),
            reason=post.get("reason", ""),
        )
    except Refused as refused:
        counted = _sheet(table).revisions.filter(counted=True).first()
        typed = _stored(request, table, counted)
        return _shown(request, tournament, table, counted, typed, 422, refused)
    messages.success(
        request,
        _("Version %(number)s counts again, as version %(new)s.")
        % {"number": number, "new": revision.number},
    )
    return redirect("sheet", tournament.slug, table.round.number, table.number)


def _based_on(request: HttpRequest) -> int:
    said = request.POST.get("based_on", "")[:9]
    return int(said) if said.isdecimal() else 0


def _stored(request: HttpRequest, table: Table, counted: Revision | None) -> _Typed:
    """A draft of one's own, else the counted form, else an empty one."""
    sheet = _sheet(table)
    draft = sheet.drafts.filter(device=sheets.desk_device(who(request))).first()
    based_on = counted.number if counted else 0
    if draft:
        return _Typed(draft.cells, based_on, [], draft=draft)
    if counted:
        return _Typed(counted.cells, based_on, [])
    reading = who_left(sheet) or empty_reading(sheet)
    if not table.round.dealers_drawn:
        reading.pop("first_dealer", None)
    return _Typed(reading, based_on, [], dealer_open=not table.round.dealers_drawn)


def _shown(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    counted: Revision | None,
    typed: _Typed,
    status: int = 200,
    not_taken_back: Refused | None = None,
) -> HttpResponse:
    sheet, seated = _sheet(table), people_at(table)
    post = request.POST if request.method == "POST" and not not_taken_back else None
    form = build_form(
        sheet,
        seated,
        typed.reading,
        typed.problems,
        post=post,
        mode=asked_mode(request, sheet),
    )
    changed = typed.refused is not None and typed.refused.code == "sheet_changed"
    context = {
        "tournament": tournament,
        "round_number": table.round.number,
        "table": table,
        "form": form,
        "counted": counted,
        "versions": versions_of(request, sheet, seated, not_taken_back),
        "typed": typed,
        "dealer_open": typed.dealer_open,
        "key": secrets.token_hex(16),
        "doubts": [p for p in typed.problems if p.severity is Severity.WARN],
        "acceptable": _acceptable(typed),
        "accepted": typed.reading.get("as_played", []),
        "following": _next_missing(table),
        "captains_link": _captains_link(request, table),
        "other": build_form(sheet, seated, counted.cells, bare=True)
        if changed and counted
        else None,
        "asks_reason": counted is not None
        or sheet.locked
        or any(not p.blocks for p in typed.problems),
    }
    return render(request, "director/sheet.html", context, status=status)


def _acceptable(typed: _Typed) -> list[int]:
    """Deals with a forbidden bid sum that the direction accepted, or may accept."""
    found = {p.deal for p in typed.problems if p.severity is Severity.HARD_PLUS}
    return sorted({d for d in found if d} | set(typed.reading.get("as_played", [])))


def _captains_link(request: HttpRequest, table: Table) -> str | None:
    if table.code is None or table.round.state == Round.State.CLOSED:
        return None
    return for_others(request, reverse("captain_link", args=[table.code]))


def _next_missing(table: Table) -> int | None:
    """The next table of the round without an approved form, going round."""
    missing = list(
        Table.objects.filter(round_id=table.round_id)
        .exclude(sheet__state=Sheet.State.APPROVED)
        .exclude(pk=table.pk)
        .order_by("number")
        .values_list("number", flat=True)
    )
    later = [number for number in missing if number > table.number]
    return next(iter(later or missing), None)


def _sheet(table: Table) -> Sheet:
    assert table.sheet is not None
    return table.sheet
