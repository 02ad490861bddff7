"""The desk around a form: find its table, look at what came in, move it.

Whoever looks at a form here cannot change it.
"""

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.models import Sheet
from scoring.refused import Refused
from scoring.sheets import standing
from tournament.access import desk, say_refused, who
from tournament.actions import moving, sheets
from tournament.actions.log import just_before
from tournament.models import Round, Table, Tournament
from tournament.queries.checking import may_look, waiting
from tournament.queries.finding import find, tables_for
from tournament.queries.seating import people_at
from tournament.queries.twoforms import second_form
from tournament.views.filling import build_form
from tournament.views.typed import whole


@never_cache
@desk
@say_refused("round")
def find_table(
    request: HttpRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """To the form of a table, by its number, a start number or a name."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    if round_.state == Round.State.PROPOSED:
        raise just_before()
    asked = request.GET.get("q", "").replace("\0", "").strip()[:60]
    hits = find(tournament, round_, asked)
    if len({hit.table for hit in hits}) == 1:
        page = reverse("sheet", args=[tournament.slug, number, hits[0].table])
        person = hits[0].person
        return redirect(f"{page}?who={person.number}" if person else page)
    context = {
        "tournament": tournament,
        "round_number": number,
        "asked": asked,
        "hits": hits,
    }
    return render(request, "director/find.html", context)


@never_cache
@desk
@say_refused("round")
def check_form(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """Look at a form that came in: approve it, or send it back and say why."""
    table = _table(tournament, number, table_number)
    if request.method == "POST":
        return _looked(request, tournament, table)
    return _check(request, tournament, table)


def _looked(request: HttpRequest, tournament: Tournament, table: Table) -> HttpResponse:
    post, user, revision = request.POST, who(request), _number(request, "revision")
    reason = post.get("reason", "")
    here = {"table": table.number}
    try:
        match post.get("act"):
            case "approve":
                sheets.approve(table, revision, user, reason)
                said = _("The form of table %(table)s is approved.")
            case "send_back":
                sheets.send_back(table, revision, user, reason)
                said = _("The form of table %(table)s is sent back.")
            case "unapprove":
                sheets.unapprove(table, revision, user)
                said = _("The form of table %(table)s is to be looked at again.")
            case "unsend":
                sheets.unsend(table, revision, user)
                said = _("The form of table %(table)s counts again.")
            case _other:
                return _check(request, tournament, table, status=422)
    except Refused as refused:
        table = _table(tournament, table.round.number, table.number)
        return _check(request, tournament, table, refused, 422)
    messages.success(request, said % here)
    following = waiting(tournament, table.round, user).after(table.number)
    if following is None:
        return redirect("one_round", tournament.slug, table.round.number)
    return redirect("check_form", tournament.slug, table.round.number, following)


def _check(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    sheet = _sheet(table)
    shown, seated = standing(sheet), people_at(table)
    to_look = waiting(tournament, table.round, who(request))
    context = {
        "tournament": tournament,
        "round_number": table.round.number,
        "table": table,
        "sheet": sheet,
        "shown": shown,
        "second": second_form(sheet),
        "form": build_form(sheet, seated, shown.cells, bare=True) if shown else None,
        "refused": refused,
        "reason": request.POST.get("reason", ""),
        "act": request.POST.get("act", ""),
        "may_look": bool(shown and may_look(tournament, shown, who(request))),
        "for_table": tournament.verification == Tournament.Verification.TABLE,
        "following": to_look.after(table.number),
    }
    return render(request, "director/check.html", context, status=status)


@never_cache
@desk
@say_refused("round")
def move_form(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """Move a form to the table it belongs to, after seeing who sits at both."""
    table = _table(tournament, number, table_number)
    target = _target(request, tournament)
    if request.method == "POST" and target:
        return _moved(request, tournament, table, target)
    return _move(request, tournament, table, target)


def _moved(
    request: HttpRequest, tournament: Tournament, table: Table, target: Table
) -> HttpResponse:
    undo = "undo" in request.POST
    reason = request.POST.get("reason", "")
    try:
        moving.move_form(
            table,
            target,
            who(request),
            based_on=_number(request, "based_on"),
            target_based_on=_number(request, "target_based_on"),
            reason=_("moved back") if undo else reason,
        )
    except Refused as refused:
        table = _table(tournament, table.round.number, table.number)
        target = _table(tournament, target.round.number, target.number)
        return _move(request, tournament, table, target, refused)
    said = _("The form lies at table %(table)s in round %(round)s now.")
    figures = {"table": target.number, "round": target.round.number}
    messages.success(request, said % figures)
    return redirect("sheet", tournament.slug, target.round.number, target.number)


def _move(
    request: HttpRequest,
    tournament: Tournament,
    table: Table,
    target: Table | None,
    refused: Refused | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "tournament": tournament,
        "round_number": table.round.number,
        "table": table,
        "here": _lying(table),
        "target": target,
        "there": _lying(target) if target else None,
        "choices": tables_for(tournament, table),
        "refused": refused,
        "reason": request.POST.get("reason", ""),
    }
    status = 422 if refused else 200
    return render(request, "director/move.html", context, status=status)


def _lying(table: Table) -> dict[str, Any]:
    """A table with its people, and the form that lies there."""
    sheet = _sheet(table)
    shown, seated = standing(sheet), people_at(table)
    form = build_form(sheet, seated, shown.cells, bare=True) if shown else None
    return {"table": table, "people": seated, "shown": shown, "form": form}


def _target(request: HttpRequest, tournament: Tournament) -> Table | None:
    """The table that was chosen, as "2-5" for table 5 of round 2."""
    said = request.POST.get("to") or request.GET.get("to", "")
    round_number, _dash, number = said.partition("-")
    if not all(n.isdecimal() and len(n) < 6 for n in (round_number, number)):
        return None
    return _tables(tournament, int(round_number), int(number)).first()


def _table(tournament: Tournament, number: int, table_number: int) -> Table:
    return get_object_or_404(_tables(tournament, number, table_number))


def _tables(tournament: Tournament, number: int, table_number: int) -> QuerySet[Table]:
    return Table.objects.select_related("sheet", "round__tournament").filter(
        round__tournament=tournament,
        round__number=number,
        number=table_number,
        sheet__isnull=False,
    )


def _number(request: HttpRequest, name: str) -> int:
    return whole(request.POST.get(name, ""))


def _sheet(table: Table) -> Sheet:
    assert table.sheet is not None
    return table.sheet
