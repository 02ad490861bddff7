"""The desk outside a round: tournaments, presence, settings, the workbook."""

from collections import Counter

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.access import clubs_of, desk, say_refused, who
from tournament.actions import presence, tournaments
from tournament.actions.log import just_before
from tournament.forms import TournamentForm
from tournament.houserules import game_name, rules_in_words
from tournament.models import Player, Presence, Tournament
from tournament.queries.people import (
    Attendance,
    attendance,
    is_meant,
    people,
    round_to_come,
)
from tournament.queries.standings import standings
from tournament.tables import PlayerTable, TournamentTable, paged
from tournament.views.downloads import workbook_download


@never_cache
@login_required
def desk_home(request: HttpRequest) -> HttpResponse:
    """All tournaments of one's clubs."""
    listed = Tournament.objects.filter(club__in=clubs_of(request)).select_related(
        "club"
    )
    table = TournamentTable(listed)
    paged(table, request, 25)
    return render(request, "director/home.html", {"table": table})


@never_cache
@login_required
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Create a tournament on one screen."""
    clubs = list(clubs_of(request))
    if not clubs:
        raise Http404
    form = TournamentForm(request.POST or None)
    if request.method == "GET":
        form.fields["name"].widget.attrs["autofocus"] = True
    if request.method == "POST" and form.is_valid():
        club = next((c for c in clubs if str(c.pk) == request.POST.get("club")), None)
        try:
            tournament = tournaments.create_tournament(
                club or clubs[0], who(request), **form.cleaned_data
            )
        except Refused as refused:
            form.add_error(refused.details.get("field", "entrants"), str(refused))
        else:
            following = "house_rules" if "then_rules" in request.POST else "people"
            return redirect(following, tournament.slug)
    context = {"form": form, "clubs": clubs}
    status = 422 if form.errors else 200
    return render(request, "director/new.html", context, status=status)


@never_cache
@desk
def change_settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Change what was chosen when the tournament was created."""
    form = TournamentForm(request.POST or None, instance=tournament)
    if request.method == "POST" and form.is_valid():
        try:
            stored = Tournament.objects.get(pk=tournament.pk)
            tournaments.change_tournament(stored, who(request), **form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.details.get("field"), str(refused))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("settings", tournament.slug)
    stored = Tournament.objects.get(pk=tournament.pk)
    context = {
        "form": form,
        "tournament": stored,
        "game": game_name(stored.rulebook),
        "rules": rules_in_words(stored.rules),
        "fixed": tournaments.rules_fixed(stored),
    }
    status = 422 if form.errors else 200
    return render(request, "director/settings.html", context, status=status)


@never_cache
@desk
@say_refused("presence")
def presence_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is there for the next round."""
    number = round_to_come(tournament)
    if request.method == "POST":
        # A page of the round before this one says nothing about this one.
        if request.POST.get("round", str(number)) != str(number):
            raise just_before()
        said = {
            int(key[1:]): state
            for key, state in request.POST.items()
            if key[:1] == "p"
            and key[1:].isdecimal()
            and len(key) < 9
            and state in Presence.State.values
        }
        changed = presence.set_presence(tournament, number, said, who(request))
        messages.success(
            request,
            ngettext("%(n)s change saved.", "%(n)s changes saved.", changed)
            % {"n": changed},
        )
        # Who looked somebody up goes on with the next one.
        here = "filtered" in request.POST
        return redirect("presence" if here else "round", tournament.slug)
    folk = people(tournament, public=False)
    states = attendance(tournament, number)
    rows = [(folk[entry], state) for entry, state in states.items()]
    wanted = request.GET.get("q", "").replace("\0", "").strip()[:200]
    asked = request.GET.get("state", "")
    counted = Counter(state for _person, state in rows)
    context = {
        "tournament": tournament,
        "number": number,
        "rows": [
            (person, state)
            for person, state in rows
            if is_meant(person, wanted) and asked in ("", state)
        ],
        "all": len(rows),
        "q": wanted,
        "asked": asked,
        "counts": [(state, counted[state]) for state in Attendance if counted[state]],
        "present": counted[Attendance.PRESENT],
        "choices": Presence.State.choices,
    }
    return render(request, "director/presence.html", context)


@never_cache
@desk
def desk_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings with every name, for the desk only."""
    context = {"tournament": tournament, "standings": standings(tournament)}
    return render(request, "director/standings.html", context)


@never_cache
@desk
def workbook(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The club's workbook, with every name."""
    return workbook_download(tournament, public=False)


@never_cache
@login_required
def address_book(request: HttpRequest) -> HttpResponse:
    """Everybody the clubs know."""
    players = Player.objects.filter(club__in=clubs_of(request)).select_related("club")
    wanted = request.GET.get("q", "").replace("\0", "").strip()
    if wanted:
        players = players.filter(name__icontains=wanted)
    table = PlayerTable(players)
    paged(table, request, 50)
    context = {"table": table, "q": wanted}
    return render(request, "director/address_book.html", context)
