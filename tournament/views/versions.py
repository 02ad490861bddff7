"""The versions of a form: every revision there was, one of them to look at."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest

from scoring.models import Revision, Sheet
from scoring.refused import Refused
from tournament.queries.people import Person
from tournament.views.filling import Form, build_form
from tournament.views.typed import whole


@dataclass(frozen=True)
class Versions:
    """All revisions, newest first; the one ``looked`` at with its form.

    ``refused`` says why it was not taken back, for the ``reason`` that was typed.
    """

    all: Sequence[Revision]
    looked: Revision | None = None
    form: Form | None = None
    refused: Refused | None = None
    reason: str = ""


def versions_of(
    request: HttpRequest,
    sheet: Sheet,
    people: Sequence[Person],
    refused: Refused | None = None,
) -> Versions:
    """The versions of a sheet, and the one the page is asked for. One query."""
    revisions = list(sheet.revisions.select_related("made_by").order_by("-number"))
    wanted = asked_version(request)
    looked = next((r for r in revisions if r.number == wanted), None)
    if looked is None:
        return Versions(revisions, refused=refused)
    form = build_form(sheet, people, looked.cells, bare=True)
    return Versions(revisions, looked, form, refused, request.POST.get("reason", ""))


def asked_version(request: HttpRequest) -> int:
    """The number of the version to take back or to look at; 0 for none."""
    return whole(request.POST.get("take_back") or request.GET.get("revision", ""))
