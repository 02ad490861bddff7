"""The desk at the end: hide and reveal the standings, close, and begin the next."""

from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import ending
from tournament.actions.cloning import clone
from tournament.actions.objections import set_until
from tournament.models import Tournament
from tournament.objections import Objections, at_clock, minutes_from
from tournament.queries.ranked import Row
from tournament.queries.standings import standings
from tournament.queries.twoforms import undecided
from tournament.views.prizes import PrizeForm, prizes_shown
from tournament.views.typed import whole

MONTH = timedelta(weeks=4)  # the same day of the week


class CloneForm(forms.Form):
    """Next month's tournament."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    people = forms.BooleanField(
        label=gettext_lazy("The same people, all still to pay"), required=False
    )


@never_cache
@desk
def stage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Place by place from the last to the first, for use on stage."""
    if request.method == "POST":
        try:
            _step(request, tournament)
        except Refused as refused:
            messages.error(request, str(refused))
        return redirect("stage", tournament.slug)
    ranked = standings(tournament)
    groups = _groups(ranked.rows)
    revealed = tournament.revealed_from
    shown = [group for group in groups if revealed and group[0].place >= revealed]
    to_come = [group[0].place for group in groups if group not in shown]
    context = {
        "tournament": tournament,
        "rounds": range(1, tournament.rounds_planned + 1),
        "standings": ranked,
        "open_round": tournament.rounds.exclude(state="closed").first(),
        "undecided": undecided(tournament),
        "now": shown[0] if shown else None,
        "before": [row for group in shown[1:] for row in group],
        "next": to_come[-1] if to_come else None,
        "places": to_come[::-1],
    }
    return render(request, "director/stage.html", context)


def _step(request: HttpRequest, tournament: Tournament) -> None:
    """The next place, one back, all at once, or down to a place; from where it was."""
    places = [group[0].place for group in _groups(standings(tournament).rows)]
    was = _whole(request.POST.get("was", ""))
    earlier = [p for p in places if was is None or p < was]
    later = [p for p in places if was is not None and p > was]
    act = request.POST.get("act", "")
    to: dict[str, int | None] = {
        "next": earlier[-1] if earlier else was,
        "back": later[0] if later else None,
        "all": 1,
        "none": None,
    }
    asked = _whole(act)
    if act not in to and asked is None:
        return
    place = to.get(act, asked)
    ending.reveal(tournament, place, who(request), was=was)


@post_only
@desk
@say_refused("stage")
def hide(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hide the standings from a round on, or hide them no longer."""
    number = _whole(request.POST.get("round", ""))
    ending.hide_from(tournament, number, who(request))
    said = (
        _("From round %(round)s on the public does not see the standings.")
        if number
        else _("The public sees the standings.")
    )
    messages.success(request, said % {"round": number})
    return redirect("stage", tournament.slug)


@post_only
@desk
@say_refused("prizes")
def finish(request: HttpRequest, tournament: Tournament, act: str) -> HttpResponse:
    """Close the tournament, or open it again.

    Closing asks once more where it cuts something short.
    """
    if act == "close":
        try:
            ending.close(
                tournament, who(request), anyway=request.POST.get("anyway", "")
            )
        except Refused as refused:
            if refused.code != "cut_short":
                raise
            page = reverse("prizes", args=[tournament.slug])
            return redirect(f"{page}?closing=1#end")
        messages.success(
            request, _("The tournament is closed. Everything can still be read.")
        )
    else:
        ending.reopen(tournament, who(request))
        messages.success(request, _("The tournament is open again."))
    return redirect("prizes", tournament.slug)


@desk
def objections(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Say until when objections count, move that moment, or take it away."""
    if request.method != "POST":
        return redirect("prizes", tournament.slug)
    try:
        until = _moment(request)
        set_until(tournament, until, who(request), seen=request.POST.get("seen", ""))
    except Refused as refused:
        if refused.code in ("no_moment", "passed"):
            return prizes_shown(request, tournament, PrizeForm(), refused)
        messages.error(request, str(refused))
        return redirect("prizes", tournament.slug)
    if until is None:
        said = _("No moment is set for objections any more.")
    else:
        told = Objections(until, False, tournament.date).told
        said = _("Objections count until %(time)s.") % {"time": told}
    messages.success(request, said)
    return redirect("prizes", tournament.slug)


def _moment(request: HttpRequest) -> datetime | None:
    """The moment asked for: minutes from now, a time, one that was before, or none."""
    now = timezone.now()
    back = request.POST.get("back", "")
    if back:
        stamp = whole(back, 11)
        return datetime.fromtimestamp(stamp, UTC) if stamp else None
    minutes = whole(request.POST.get("minutes", ""), 3)
    until = (
        minutes_from(now, minutes)
        if minutes
        else at_clock(request.POST.get("at", ""), now)
    )
    if until is None:
        raise Refused(
            "no_moment", _("Type a time with hours and minutes, such as 22:45.")
        )
    return until


@never_cache
@desk
def clone_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make the next tournament from this one."""
    begin: dict[str, Any] = {
        "name": tournament.name,
        "date": max(tournament.date + MONTH, timezone.localdate()),
        "people": True,
    }
    form = CloneForm(request.POST or None, initial=begin)
    if request.method == "POST" and form.is_valid():
        made = clone(tournament, who(request), **form.cleaned_data)
        messages.success(
            request, _("%(name)s is made. Look at its settings.") % {"name": made.name}
        )
        return redirect("settings", made.slug)
    context = {"tournament": tournament, "form": form}
    status = 422 if form.errors else 200
    return render(request, "director/clone.html", context, status=status)


def _groups(rows: tuple[Row, ...]) -> list[list[Row]]:
    """The rows of every place together, the first place first."""
    return [list(each) for _place, each in groupby(rows, lambda row: row.place)]


def _whole(text: str) -> int | None:
    return whole(text, 4) or None
