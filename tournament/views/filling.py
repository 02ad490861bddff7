"""Filling in the form of a table, whatever the game: one way in for every page.

A game whose form is a grid of cells, one kept deal by deal, and the emergency entry
of sums each have a module; here is only which.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from scoring.models import Sheet
from scoring.rulebooks.base import Problem, Reading, kept_by_deal
from tournament.actions.seats import LEFT
from tournament.queries.people import Person
from tournament.views import beside, deals, deals_typed, grid, sums

Form = deals.DealsForm | grid.Grid | sums.SumsForm


def empty_reading(sheet: Sheet) -> dict[str, Any]:
    """A form on which nothing is written yet."""
    if kept_by_deal(sheet.rules):
        return deals_typed.empty_deals()
    return grid.empty_reading(sheet)


def who_left(sheet: Sheet) -> dict[str, Any] | None:
    """The form with a dash for whoever left during the game, once that was said."""
    draft = sheet.drafts.filter(device=LEFT).first()
    return dict(draft.cells) if draft else None


def typed_reading(sheet: Sheet, post: QueryDict, counted: Reading) -> dict[str, Any]:
    """The reading that was typed; ``counted`` is the version it was based on."""
    rules = sheet.rules
    if kept_by_deal(rules):
        return deals_typed.typed_deals(rules, sheet.places, post)
    if post.get("mode") == "sums":
        return sums.typed_sums(sheet, post)
    return grid.typed_reading(sheet, post, counted)


def refuse_unreadable(sheet: Sheet, post: QueryDict, people: Sequence[Person]) -> None:
    """Raise Refused for what was typed and a reading has no room for."""
    if not kept_by_deal(sheet.rules) and post.get("mode") != "sums":
        beside.refuse_unreadable(sheet, post, people)


def build_form(
    sheet: Sheet,
    people: Sequence[Person],
    reading: Reading,
    problems: Sequence[Problem] = (),
    *,
    post: QueryDict | None = None,
    mode: str = "",
    bare: bool = False,
) -> Form:
    """The form ready for its template, which stands in ``template``.

    ``post`` is what was typed, for what the reading has no room for; ``bare`` asks
    for no more than what is filled in.
    """
    rules = sheet.rules
    mode = mode or rules.mode_of(reading)
    if kept_by_deal(rules):
        more = deals_typed.blocks_asked(post) if post else 0
        return deals.build_deals(sheet, people, reading, problems, mode, more, bare)
    if mode == "sums":
        return sums.build_sums(sheet, people, reading, problems)
    return grid.build_grid(sheet, people, reading, problems, post, mode)


def filled_so_far(
    request: HttpRequest, sheet: Sheet, people: Sequence[Person], cells: Reading
) -> HttpResponse:
    """The form with its totals and findings while somebody types; nothing is kept."""
    problems = deals_typed.quietly(sheet.rules.problems(cells, sheet.places))
    form = build_form(sheet, people, cells, problems, post=request.POST)
    return render(request, form.template, {"form": form, "entry": True})


def asked_mode(request: HttpRequest, sheet: Sheet) -> str:
    """Another way to fill in, when it was asked for."""
    asked = request.POST.get("mode") or request.GET.get("mode", "")
    return asked if asked in sheet.rules.modes else ""
