"""The desk's log: everything anybody did, in words, and the way back where there is
one.
"""

from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.models import Revision
from tournament.access import desk
from tournament.logwords import KINDS, in_words, named
from tournament.models import LogEntry, Tournament
from tournament.queries.log import Asked, log_entries, numbers_in
from tournament.queries.undo import Now, is_undone, now, undo_of

PER_PAGE = 50


@dataclass(frozen=True)
class Line:
    """One entry as the page shows it.

    ``link`` leads to what it is about, ``before`` to the version of the form that was
    replaced. ``undo`` is the address that takes it back, with ``fields`` to send.
    """

    entry: LogEntry
    text: str
    by: str
    undone: bool
    link: str
    before: str
    undo: str
    fields: tuple[tuple[str, str], ...]


@never_cache
@desk
def log_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everything that was done, newest first, as far as it is asked for."""
    asked, standing = _asked(request), now(tournament)
    found = log_entries(tournament, asked, standing.people)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    lines = [_line(tournament, entry, standing) for entry in page]
    days = [(day, list(each)) for day, each in groupby(lines, _day)]
    context = {
        "tournament": tournament,
        "asked": asked,
        "narrowed": asked != Asked(),
        "page": page,
        "days": days,
        "dated": [day for day, _lines in days] != [timezone.localdate()],
        "kinds": [(key, label) for key, (label, _beginnings) in KINDS.items()],
        "rounds": sorted(standing.rounds),
        "tables": sorted({table for _round, table in standing.forms}),
    }
    return render(request, "director/log.html", context)


def _asked(request: HttpRequest) -> Asked:
    kind = request.GET.get("kind", "")
    return Asked(
        kind=kind if kind in KINDS else "",
        round=_number(request, "round"),
        table=_number(request, "table"),
        who=request.GET.get("q", "").replace("\0", "").strip()[:200],
    )


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 9 else None


def _day(line: Line) -> date:
    return timezone.localdate(line.entry.at)


def _line(tournament: Tournament, entry: LogEntry, standing: Now) -> Line:
    def who(number: int) -> str:
        person = standing.people.get(number)
        return named(number, person.name if person else None)

    undo = undo_of(entry, standing)
    return Line(
        entry,
        text=in_words(entry.action, entry.data, who),
        by=_by(entry),
        undone=is_undone(entry, standing),
        link=_link(tournament, entry, standing),
        before=_before(tournament, entry, standing),
        undo=reverse(undo.page, args=[tournament.slug, *undo.arguments])
        if undo
        else "",
        fields=undo.fields if undo else (),
    )


def _by(entry: LogEntry) -> str:
    if entry.user:
        return _("by %(name)s") % {"name": entry.user.get_username()}
    if entry.data.get("source") == Revision.Source.CAPTAIN:
        return _("by the table captain")
    if entry.action.startswith("preregistration."):
        return _("on the public page")
    return _("on the computer itself, without logging in")


def _link(tournament: Tournament, entry: LogEntry, standing: Now) -> str:
    """The page of what an entry is about, as far as it still is there."""
    kind, data = entry.action.partition(".")[0], entry.data
    if kind in ("prize", "standings", "objections"):
        page = "stage" if kind == "standings" else "prizes"
        return reverse(page, args=[tournament.slug])
    if kind == "penalty":
        return reverse("penalties", args=[tournament.slug])
    if kind in ("tournament", "club"):
        return reverse("settings", args=[tournament.slug])
    if kind == "sheet":
        return _version(tournament, entry, standing, data["revision"])
    if kind == "round" and data["round"] in standing.rounds:
        return reverse("one_round", args=[tournament.slug, data["round"]])
    about = numbers_in(data)
    if len(about) == 1 and about[0] in standing.people:
        return reverse("person", args=[tournament.slug, about[0]])
    if kind == "presence" and data["round"] == standing.next_round:
        return reverse("presence", args=[tournament.slug])
    if kind == "preregistration":
        return reverse("expected", args=[tournament.slug])
    return reverse("people", args=[tournament.slug]) if kind == "list" else ""


def _before(tournament: Tournament, entry: LogEntry, standing: Now) -> str:
    """The version that the one which counts now has replaced."""
    data = entry.data
    if entry.action != "sheet.corrected":
        return ""
    if standing.forms.get((data["round"], data["table"])) != data["revision"]:
        return ""
    page = _version(tournament, entry, standing, data["revision"] - 1)
    return page.replace("#", "&from_log=#")  # and back, once it is taken back


def _version(
    tournament: Tournament, entry: LogEntry, standing: Now, revision: int
) -> str:
    at = entry.data["round"], entry.data["table"]
    if at not in standing.forms:
        return ""
    page = reverse("sheet", args=[tournament.slug, *at])
    return f"{page}?revision={revision}#versions"
