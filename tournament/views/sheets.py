"""The desk's page for the form of one table: type it, keep it, hand it in.

A correction is shown with what it changes before it is saved; a second form of a table
beside the first.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence
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
from scoring.sheets import examine, refuse_faulty, standing
from tournament.access import desk, say_refused, who
from tournament.actions import sheets, twoforms
from tournament.addresses import for_others
from tournament.models import Round, Table, Tournament
from tournament.queries.checking import moves_of
from tournament.queries.corrections import Changes, changes_by
from tournament.queries.halfway import Halfway, halfway
from tournament.queries.people import Person
from tournament.queries.seating import people_at
from tournament.queries.twoforms import Second, second_form
from tournament.views.compare import Comparison, compare
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
from tournament.views.twoforms import first_kept
from tournament.views.typed import based_on, page_key
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
    dealer_open: bool = False
    changes: Changes | None = None
    second: str = ""  # the Second.seen that this is, or was made of
    beside: bool = False  # the one that counts is shown until a person decided

    @property
    def sure(self) -> str:
        """What says that these cells were shown with what they change."""
        return _digest(self.reading)


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
    shown = standing(_sheet(table))
    if "take_back" in request.POST:
        return _taken_back(request, tournament, table)
    if request.method == "POST":
        return _posted(request, tournament, table, shown)
    second = second_form(_sheet(table)) if "second" in request.GET else None
    if shown and second:
        typed = _of_phone(tournament, table, shown, second)
    else:
        typed = _stored(request, table, shown)
    return _shown(request, tournament, table, shown, typed)


def _posted(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    shown: Revision | None,
) -> HttpResponse:
    post, sheet = request.POST, _sheet(table)
    second = second_form(sheet) if post.get("second") else None
    before = second.cells if second else shown.cells if shown else {}
    cells = typed_reading(sheet, post, before)
    typed = _Typed(cells, based_on(request), [], post.get("reason", ""))
    typed.second = post.get("second", "")[:40] if second else ""
    if "live" in post:
        return filled_so_far(request, sheet, people_at(table), cells)
    if "more" in post:
        return _shown(request, tournament, table, shown, typed)
    if "draft" in post or "drop" in post:
        return _drafted(request, tournament, table, cells)
    try:
        if typed.second:
            twoforms.as_seen(sheet, typed.second)
        if "keep_first" in post:
            return first_kept(request, table, typed.reading, typed.second)
        return _handed_in(request, tournament, table, shown, typed)
    except Refused as refused:
        second = second_form(sheet)
        if refused.code == twoforms.SECOND_CHANGED and shown and second:
            typed = _of_phone(tournament, table, shown, second, refused)
            return _shown(request, tournament, table, shown, typed, 422)
        sheets.save_draft(table, cells, who(request))
        typed.refused, typed.problems = refused, refused.details.get("problems", [])
        undecided = refused.code == "reason_missing" and "two" in post
        typed.beside = refused.code == "sheet_changed" or undecided
        if typed.beside:
            shown = refused.details.get("counted", shown)
            typed.based_on = shown.number if shown else 0
            typed.changes = _if_chosen(tournament, table, typed)
        return _shown(request, tournament, table, shown, typed, 422)


def _handed_in(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    shown: Revision | None,
    typed: _Typed,
) -> HttpResponse:
    """Hand the form in; a correction first is shown with what it changes."""
    sheet = _sheet(table)
    refuse_unreadable(sheet, request.POST, people_at(table))
    said: dict[str, Any] = {
        "key": page_key(request),
        "based_on": typed.based_on,
        "reason": typed.reason,
    }
    found = examine(sheet, typed.reading, source=Revision.Source.DESK, **said)
    corrects = not found.same and (found.counted or sheet.locked)
    if corrects and request.POST.get("sure") != typed.sure:
        typed.changes = changes_by(tournament, sheet, typed.reading)
        return _shown(request, tournament, table, shown, typed)
    if typed.second:
        said["seen"] = typed.second
        twoforms.take_second(table, typed.reading, who(request), **said)
    else:
        sheets.hand_in(table, typed.reading, who(request), **said)
    text = (
        _("The form of table %(table)s was in already, and says the same.")
        if found.same
        else _("Table %(table)s is handed in.")
    )
    messages.success(request, text % {"table": table.number})
    following = None if sheet.locked else _next_missing(table)
    if following is None:
        return _to_round(tournament, table)
    return redirect("sheet", tournament.slug, table.round.number, following)


def _if_chosen(tournament: Tournament, table: Table, typed: _Typed) -> Changes | None:
    """What it changes to take the second of two forms; None where it cannot be."""
    sheet = _sheet(table)
    try:
        refuse_faulty(sheet, typed.reading, reason="?")
    except Refused as refused:
        typed.problems = refused.details["problems"]
        return None
    return changes_by(tournament, sheet, typed.reading)


def _drafted(
    request: HttpRequest, tournament: Tournament, table: Table, cells: Any
) -> HttpResponse:
    """Keep what is half typed, or throw it away."""
    if "drop" in request.POST:
        sheets.drop_draft(table, who(request))
        messages.success(request, _("Your draft is thrown away."))
        return redirect("sheet", tournament.slug, table.round.number, table.number)
    sheets.save_draft(table, cells, who(request))
    messages.success(
        request, _("Table %(table)s is kept as a draft.") % {"table": table.number}
    )
    return _to_round(tournament, table)


def _to_round(tournament: Tournament, table: Table) -> HttpResponse:
    """The round of a table; that of now has an address that stays the same."""
    if _sheet(table).locked:
        return redirect("one_round", tournament.slug, table.round.number)
    return redirect("round", tournament.slug)


def _of_phone(
    tournament: Tournament,
    table: Table,
    shown: Revision,
    second: Second,
    refused: Refused | None = None,
) -> _Typed:
    """The form that a phone sent, to be laid beside the one that is in."""
    sentence = _("A phone at this table sent another form than the one that is in.")
    typed = _Typed(second.cells, shown.number, [], second=second.seen)
    typed.refused = refused or Refused("sheet_changed", sentence)
    typed.changes = _if_chosen(tournament, table, typed)
    return typed


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
            key=page_key(request),
            based_on=based_on(request),
            reason=post.get("reason", ""),
        )
    except Refused as refused:
        shown = standing(Sheet.objects.get(table=table))
        typed = _stored(request, table, shown)
        return _shown(request, tournament, table, shown, typed, 422, refused)
    messages.success(
        request,
        _("Version %(number)s counts again, as version %(new)s.")
        % {"number": number, "new": revision.number},
    )
    return redirect("sheet", tournament.slug, table.round.number, table.number)


def _digest(reading: Any) -> str:
    text = json.dumps(reading, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _stored(request: HttpRequest, table: Table, shown: Revision | None) -> _Typed:
    """A draft of one's own, else the form that is in, else an empty one."""
    sheet = _sheet(table)
    draft = sheet.drafts.filter(device=sheets.desk_device(who(request))).first()
    number = shown.number if shown else 0
    if draft:
        return _Typed(draft.cells, number, [], draft=draft)
    if shown:
        return _Typed(shown.cells, number, [])
    reading = who_left(sheet) or empty_reading(sheet)
    if not table.round.dealers_drawn:
        reading.pop("first_dealer", None)
    return _Typed(reading, number, [], dealer_open=not table.round.dealers_drawn)


def _shown(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    shown: Revision | None,
    typed: _Typed,
    status: int = 200,
    not_taken_back: Refused | None = None,
) -> HttpResponse:
    """The page; ``shown`` is the revision to go on from (see scoring.sheets)."""
    sheet, seated = _sheet(table), people_at(table)
    second = second_form(sheet)
    post = request.POST if request.method == "POST" and not not_taken_back else None
    counted = shown if shown and shown.counted else None
    form = build_form(
        sheet,
        seated,
        typed.reading,
        typed.problems,
        post=post,
        mode=asked_mode(request, sheet),
    )
    context = {
        "tournament": tournament,
        "round_number": table.round.number,
        "table": table,
        "found": _asked_for(request, seated),
        "form": form,
        "counted": counted,
        "shown": shown,
        "versions": versions_of(request, sheet, seated, not_taken_back),
        "gone": moves_of(table),
        "elsewhere": _elsewhere(request, table) if shown is None else None,
        "typed": typed,
        "dealer_open": typed.dealer_open,
        "key": secrets.token_hex(16),
        "second": second,
        "doubts": [p for p in typed.problems if p.severity is Severity.WARN],
        "acceptable": _acceptable(typed),
        "accepted": typed.reading.get("as_played", []),
        "following": None if sheet.locked else _next_missing(table),
        "captains_link": _captains_link(request, table),
        "two": _two(table, seated, shown, typed),
        "closed": build_form(sheet, seated, shown.cells, bare=True)
        if shown and tournament.closed_at
        else None,
        "asks_reason": counted is not None
        or sheet.locked
        or any(not p.blocks for p in typed.problems),
    }
    return render(request, "director/sheet.html", context, status=status)


def _elsewhere(request: HttpRequest, table: Table) -> Halfway | None:
    """Who else has this form half filled in."""
    own = sheets.desk_device(who(request))
    return halfway(table.round, table.number, own).get(table.number)


def _asked_for(request: HttpRequest, seated: Sequence[Person]) -> Person | None:
    """By whose start number this table was found."""
    said = request.GET.get("who", "")
    return next((person for person in seated if str(person.number) == said), None)


def _two(
    table: Table, seated: Sequence[Person], shown: Revision | None, typed: _Typed
) -> Comparison | None:
    """The form that is in beside the one that was typed, or that a phone sent."""
    if shown is None or not (typed.beside or typed.second):
        return None
    sheet = _sheet(table)
    first = build_form(sheet, seated, shown.cells, bare=True)
    return compare(first, build_form(sheet, seated, typed.reading, bare=True))


def _acceptable(typed: _Typed) -> list[int]:
    """Deals with a forbidden bid sum that the direction accepted, or may accept."""
    found = {p.deal for p in typed.problems if p.severity is Severity.HARD_PLUS}
    return sorted({d for d in found if d} | set(typed.reading.get("as_played", [])))


def _captains_link(request: HttpRequest, table: Table) -> str | None:
    closed = table.round.state == Round.State.CLOSED
    if table.code is None or closed or not table.round.tournament.phones:
        return None
    return for_others(request, reverse("captain_link", args=[table.code]))


def _next_missing(table: Table) -> int | None:
    """The next table of the round without a form, going round."""
    there = (Sheet.State.APPROVED, Sheet.State.HANDED_IN)
    missing = list(
        Table.objects.filter(round_id=table.round_id)
        .exclude(sheet__state__in=there)
        .exclude(pk=table.pk)
        .order_by("number")
        .values_list("number", flat=True)
    )
    later = [number for number in missing if number > table.number]
    return next(iter(later or missing), None)


def _sheet(table: Table) -> Sheet:
    assert table.sheet is not None
    return table.sheet
