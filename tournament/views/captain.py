"""The captain's page: the form of one table, for whoever has its link.

Where the table itself looks at its form, that is done here: by another phone than the
one that handed it in, which a signed cookie tells apart. A link of another table, of a
closed round, or a guess: 404, and nothing else. Where only the desk fills in forms: 403
with a sentence.
"""

import secrets
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.models import Revision, Sheet
from scoring.refused import Refused
from scoring.sheets import refuse_faulty, standing
from tournament.actions import sheets
from tournament.actions.twoforms import keep_second
from tournament.addresses import for_others
from tournament.models import Round, Table, Tournament
from tournament.queries.clock import clock_at
from tournament.queries.seating import people_at
from tournament.queries.twoforms import second_form
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
from tournament.views.typed import page_key, whole

REMEMBERED = 24 * 3600  # seconds
OPEN_ROUNDS = [Round.State.PUBLISHED, Round.State.PLAYING]


@never_cache
@following_people(lambda code: {"code": code})
def captain_page(request: HttpRequest, code: str) -> HttpResponse:
    """Fill in the form and hand it in; once it is in, a receipt."""
    table = (
        Table.objects.select_related("sheet", "round__tournament__club")
        .filter(code=code, round__state__in=OPEN_ROUNDS, sheet__isnull=False)
        .first()
    )
    if table is None or table.sheet is None:
        return render(request, "captain/gone.html", status=404)
    try:
        sheets.refuse_phones_off(table.round.tournament)
        return _opened(request, table, table.sheet)
    except Refused as refused:
        if refused.code != sheets.PHONES_OFF:
            raise
        return _off(request, table, refused)


def _off(request: HttpRequest, table: Table, refused: Refused) -> HttpResponse:
    """Only the desk fills in forms; a page that was open already is told so too."""
    if request.headers.get("Accept", "") == "application/json":
        return JsonResponse({"sentence": str(refused)}, status=409)
    context = {
        "table": table,
        "tournament": table.round.tournament,
        "refused": refused,
    }
    return render(request, "captain/off.html", context, status=403)


def _opened(request: HttpRequest, table: Table, sheet: Sheet) -> HttpResponse:
    if request.GET.get("part") == "clock":
        return render(request, "captain/_clock.html", _clock(table))
    if request.POST.get("act") in ("approve", "send_back"):
        return _looked(request, table)
    if request.method == "POST":
        return _handed_in(request, table, sheet)
    shown = standing(sheet)
    if shown and shown.counted:
        return _receipt(request, table, sheet, shown)
    return _form(request, table, sheet, {})


def _looked(request: HttpRequest, table: Table) -> HttpResponse:
    """The table says that its form is right, or that it is not."""
    revision = whole(request.POST.get("revision", "")[:6])
    tournament = table.round.tournament
    try:
        if tournament.verification != Tournament.Verification.TABLE:
            raise Refused("not_the_table", _("The desk looks at this form."))
        if request.POST["act"] == "send_back":
            sheets.send_back(table, revision, None, request.POST.get("reason", ""))
        elif _is_own(request, table, revision):
            raise Refused("same_phone", _("Somebody else of the table does this."))
        else:
            sheets.approve(table, revision, None)
    except Refused as refused:
        if refused.code == sheets.PHONES_OFF:
            raise
        table.refresh_from_db()
        shown = standing(Sheet.objects.get(table=table))
        if shown is None or not shown.counted:
            return redirect("captain", table.code)
        return _receipt(request, table, _sheet(table), shown, not_looked=refused)
    return redirect("captain", table.code)


def _is_own(request: HttpRequest, table: Table, number: int) -> bool:
    """Whether this phone handed in that revision."""
    said = request.get_signed_cookie(f"form-{table.code}", default="")
    return said == str(number)


def _handed_in(request: HttpRequest, table: Table, sheet: Sheet) -> HttpResponse:
    cells = typed_reading(sheet, request.POST, {})
    for decided in ("as_played", "annulled"):  # only the direction decides these
        cells.pop(decided, None)
    if "live" in request.POST:
        return filled_so_far(request, sheet, people_at(table), cells)
    if "keep" in request.POST:
        return _kept(request, table, cells)
    if "more" in request.POST:
        return _form(request, table, sheet, cells)
    try:
        refuse_unreadable(sheet, request.POST, people_at(table))
        if "check" in request.POST:
            refuse_faulty(sheet, cells)
            return _form(request, table, sheet, cells, checked=True)
        revision = sheets.hand_in(
            table,
            cells,
            None,
            key=page_key(request),
            based_on=_based_on(request, sheet),
            source=Revision.Source.CAPTAIN,
            reason=request.POST.get("reason", ""),
        )
    except Refused as refused:
        if refused.code in (sheets.SEATS_CHANGED, sheets.PHONES_OFF):
            raise
        counted = refused.details.get("counted")
        if counted and counted.counted:
            return _another(request, table, cells, refused)
        return _form(request, table, Sheet.objects.get(table=table), cells, refused)
    answer = redirect("captain", table.code)
    if table.round.tournament.verification != Tournament.Verification.TABLE:
        return answer
    answer.set_signed_cookie(
        f"form-{table.code}",
        str(revision.number),
        max_age=REMEMBERED,
        httponly=True,
        samesite="Lax",
    )
    return answer


def _another(
    request: HttpRequest, table: Table, cells: Mapping[str, object], refused: Refused
) -> HttpResponse:
    """Another form of this table counts; the desk gets this one to look at, too."""
    key = page_key(request)
    try:
        at_desk = keep_second(table, cells, key=key)
    except Refused as other:
        if other.code in (sheets.SEATS_CHANGED, sheets.PHONES_OFF):
            raise
        at_desk = False
    counted = refused.details["counted"]
    sheet = Sheet.objects.get(table=table)
    return _receipt(request, table, sheet, counted, refused, cells, at_desk=at_desk)


def _based_on(request: HttpRequest, sheet: Sheet) -> int:
    """The version that was sent back, if the page showed it; a first form has none."""
    said = request.POST.get("answers", "")[:6]
    sent_back = sheet.state == Sheet.State.SENT_BACK
    return whole(said) if sent_back else 0


def _sheet(table: Table) -> Sheet:
    assert table.sheet is not None
    return table.sheet


def _kept(
    request: HttpRequest, table: Table, cells: Mapping[str, object]
) -> HttpResponse:
    """Keep the form for any phone of the table; the page's script asks for JSON."""
    told = request.headers.get("Accept", "") == "application/json"
    try:
        kept = sheets.keep_at_table(
            table,
            cells,
            phone=request.POST.get("phone", ""),
            seen=request.POST.get("based_on", ""),
        )
    except Refused as refused:
        if refused.code == sheets.PHONES_OFF:
            raise
        if told:
            return JsonResponse({"sentence": str(refused)}, status=409)
        return _form(request, table, _sheet(table), cells, refused)
    if told:
        pen = kept.cells.get("pen", [])
        return JsonResponse({"seen": sheets.version_of(kept), "pen": pen})
    mode = "&mode=live" if request.POST.get("mode") == "live" else ""
    return redirect(reverse("captain", args=[table.code]) + f"?kept=1{mode}")


def _form(
    request: HttpRequest,
    table: Table,
    sheet: Sheet,
    cells: Mapping[str, object],
    refused: Refused | None = None,
    checked: bool = False,
) -> HttpResponse:
    problems = refused.details.get("problems", []) if refused else []
    seated = people_at(table)
    kept, seen, phone = sheets.kept_at_table(sheet)
    shown = standing(sheet)
    reading = (
        cells
        or kept
        or (shown.cells if shown else who_left(sheet) or empty_reading(sheet))
    )
    dealer_open = not (cells or kept or shown) and not table.round.dealers_drawn
    if dealer_open:
        reading = {k: v for k, v in reading.items() if k != "first_dealer"}
    post = request.POST if request.method == "POST" else None
    context = {
        "table": table,
        "tournament": table.round.tournament,
        "people": seated,
        "sent_back": sheet.state == Sheet.State.SENT_BACK,
        "sheet": sheet,
        "based_on": shown.number if shown else 0,
        "form": build_form(
            sheet,
            seated,
            reading,
            problems,
            post=post,
            mode=asked_mode(request, sheet),
        ),
        "dealer_open": dealer_open,
        "key": secrets.token_hex(16),
        "seen": request.POST.get("based_on", seen),
        "phone": phone,
        "kept": "kept" in request.GET,
        "refused": refused,
        "reason": request.POST.get("reason", ""),
        "checked": checked,
        "asks_reason": refused is not None and refused.code == "sheet_doubtful",
        **_clock(table),
    }
    status = 422 if refused else 200
    return render(request, "captain/form.html", context, status=status)


def _clock(table: Table) -> dict[str, object]:
    """What is left for this table; also of a tournament whose clock is to start."""
    return {
        "clock": clock_at(table.round, table.extra_seconds),
        "timed": table.round.tournament.minutes is not None,
        "extra": table.extra_seconds // 60,
    }


def _receipt(
    request: HttpRequest,
    table: Table,
    sheet: Sheet,
    counted: Revision,
    refused: Refused | None = None,
    typed: Mapping[str, object] | None = None,
    not_looked: Refused | None = None,
    at_desk: bool = False,
) -> HttpResponse:
    """What was handed in; after a lost race also what was typed here instead.

    ``at_desk``: the desk has that too, and decides.
    """
    waits = sheet.state == Sheet.State.HANDED_IN and not refused
    policy = table.round.tournament.verification
    seated = people_at(table)
    totals = counted.results.order_by("-total", "place")
    context = {
        "table": table,
        "tournament": table.round.tournament,
        "counted": counted,
        "form": build_form(sheet, seated, counted.cells, bare=True),
        "totals": [(seated[r.place - 1], r.total) for r in totals],
        "refused": refused,
        "typed": build_form(sheet, seated, typed, bare=True) if typed else None,
        "waits_for": policy if waits else "",
        "approved": sheet.state == Sheet.State.APPROVED,
        "own": _is_own(request, table, counted.number),
        "link": for_others(request, reverse("captain_link", args=[table.code])),
        "not_looked": not_looked,
        "at_desk": at_desk,
        "second": None if refused else second_form(sheet),
        "reason": request.POST.get("reason", ""),
    }
    status = 409 if refused else 422 if not_looked else 200
    return render(request, "captain/receipt.html", context, status=status)
