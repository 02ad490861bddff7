"""What everybody may see: standings and seating. No session, no log-in.

Every answer carries an ETag of the tournament's version, so that an unchanged page
costs one query. It also tells whether objections still count: that passes without
anybody writing anything.
"""

import csv
import hashlib
from collections.abc import Callable
from functools import wraps
from io import StringIO
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import condition

from tournament.addresses import for_others
from tournament.models import Round, Tournament
from tournament.names import fold
from tournament.queries.hall import screen
from tournament.queries.people import Person
from tournament.queries.ranked import Row
from tournament.queries.seating import SeatedTable, seating
from tournament.queries.standings import standings
from tournament.views.downloads import workbook_download
from tournament.workbook import heading

KEEP = 3600  # seconds
CACHE = "public, max-age=0, s-maxage=2"
View = Callable[..., HttpResponse]


def _build() -> int:
    """Changes with every file that a page is made of."""
    parts = [
        settings.BASE_DIR / part for part in ("templates", "tournament", "scoring")
    ]
    files = [file for part in parts for file in part.rglob("*.*") if file.is_file()]
    return max(file.stat().st_mtime_ns for file in files)


BUILD = _build()


def public(view: Callable[[HttpRequest, Tournament], HttpResponse]) -> View:
    """A page of a tournament that shows something to the public; else a 404."""

    @wraps(view)
    def shown(request: HttpRequest, slug: str) -> HttpResponse:
        tournament = get_object_or_404(
            Tournament.objects.select_related("club"), slug=slug
        )
        # A database made anew starts at the same numbers: the moment tells them apart.
        made = tournament.created_at.timestamp()
        until = tournament.objections_until
        over = until is not None and until <= timezone.now()
        version = f"{tournament.pk}-{made}-{tournament.results_version}-{over:d}"
        etag = f'"{version}-{get_language()}-{BUILD}"'
        answer = condition(etag_func=lambda request: etag)(
            lambda request: _once(request, etag, lambda: view(request, tournament))
        )
        response: HttpResponse = answer(request)
        response["Cache-Control"] = CACHE
        return response

    return shown


def _once(
    request: HttpRequest, etag: str, render: Callable[[], HttpResponse]
) -> HttpResponse:
    """A page that everybody asks for is made once per version; a search is not kept."""
    if "q" in request.GET:
        return render()
    asked = f"{request.get_host()} {request.get_full_path()} {etag}"
    key = hashlib.sha256(asked.encode()).hexdigest()
    response = cache.get_or_set(key, render, timeout=KEEP)
    assert isinstance(response, HttpResponse)
    return response


@public
def standings_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings, provisional while forms are missing."""
    ranked = standings(tournament, public=True)
    wanted = request.GET.get("q", "").strip()
    context = {
        "tournament": tournament,
        "standings": ranked,
        "q": wanted,
        "hits": [row for row in ranked.rows if _is(row.person, wanted)],
        "found": {row.person.number for row in ranked.rows if _is(row.person, wanted)},
        "count": tournament.members.filter(position=1).count(),
        "page": "standings",
        "may_register": _may_register(tournament, begun=bool(ranked.rounds)),
    }
    return render(request, _template(request, "standings"), context)


@public
def seats_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Where do I sit: search by name or number, and every table."""
    round_ = (
        tournament.rounds.exclude(state=Round.State.PROPOSED)
        .order_by("-number")
        .first()
    )
    wanted = request.GET.get("q", "").strip()
    seated = seating(tournament, round_, public=True) if round_ else None
    found = [
        (table, person, place)
        for table in (seated.tables if seated else ())
        for place, person in enumerate(table.people, 1)
        if _is(person, wanted)
    ]
    context = {
        "tournament": tournament,
        "seating": seated,
        "q": wanted,
        "found": [(t, p, place, _others(t, place)) for t, p, place in found],
        "free": [p for p in (seated.free_people if seated else ()) if _is(p, wanted)],
        "count": tournament.members.filter(position=1).count(),
        "page": "seats",
        "may_register": _may_register(tournament, begun=round_ is not None),
    }
    return render(request, _template(request, "seats"), context)


@public
def hall_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The hall's screen: seating and standings by turns, one page of it at a time."""
    wanted = request.GET.get("page", "1")
    number = int(wanted) if wanted.isdecimal() and len(wanted) < 6 else 1
    context = {
        "tournament": tournament,
        "screen": screen(tournament, max(number, 1)),
        "address": for_others(request, f"/t/{tournament.slug}/"),
    }
    return render(request, _template(request, "hall"), context)


def _may_register(tournament: Tournament, *, begun: bool) -> bool:
    return tournament.preregistration and not (begun or tournament.closed_at)


def _template(request: HttpRequest, page: str) -> str:
    """The whole page, or only the part of it that is refreshed."""
    live = request.GET.get("part") == "live"
    return f"public/_{page}_live.html" if live else f"public/{page}.html"


@public
def standings_json(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The public standings as data, the same numbers as on the board."""
    ranked = standings(tournament, public=True)
    current, moment = ranked.current, ranked.objections
    until = moment and timezone.localtime(moment.until).isoformat()
    return JsonResponse(
        {
            "tournament": tournament.name,
            "date": tournament.date.isoformat(),
            "after_round": ranked.after,
            "rounds_planned": ranked.planned,
            "provisional": ranked.provisional,
            "final": ranked.final,
            "hidden_from_round": ranked.hidden_from,
            "revealed_from_place": ranked.revealed_from,
            "objections_until": until,
            "objections_over": bool(moment and moment.over),
            "tables": current.tables if current else 0,
            "tables_counted": current.counted if current else 0,
            "standings": [_as_data(row, ranked.main) for row in ranked.rows],
        },
        json_dumps_params={"ensure_ascii": False},
    )


@public
def standings_csv(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The public standings for a spreadsheet; text that starts a formula is tamed."""
    ranked = standings(tournament, public=True)
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    rounds = [f"R{progress.number}" for progress in ranked.rounds]
    sums = [heading(key) for key in (ranked.main, *ranked.columns)]
    writer.writerow(["plaats", "nummer", "naam", *rounds, *sums, "correctie"])
    for row in ranked.rows:
        totals = ["" if s.missed else s.told for s in row.scores]
        writer.writerow(
            [
                row.place,
                row.person.number,
                _tame(row.person.name or ""),
                *totals,
                *(str(sum_).replace(".", ",") for sum_ in (row.total, *row.sums)),
                row.correctie,
            ]
        )
    response = HttpResponse(
        text.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8"
    )
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}.csv"'
    return response


@public
def standings_xlsx(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The workbook with only the names that may be public."""
    return workbook_download(tournament, public=True)


def _as_data(row: Row, main: str) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "number": row.person.number,
        "name": row.person.name,
        main: row.total,
        **row.figures,
        "correctie": row.correctie,
        "rounds": [None if s.missed else s.told for s in row.scores],
        "decided_by": row.ahead_by.key if row.ahead_by else None,
    }


def _is(person: Person, wanted: str) -> bool:
    """Whether somebody searched for this person, by name or start number."""
    if not wanted:
        return False
    if wanted.isdecimal():
        return person.number == int(wanted[:9])
    sought = fold(wanted)
    return bool(sought) and person.name is not None and sought in fold(person.name)


def _others(table: SeatedTable, place: int) -> list[Person]:
    return [other for at, other in enumerate(table.people, 1) if at != place]


def _tame(text: str) -> str:
    """Keep a spreadsheet from running a name as a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
