"""The desk outside a round: tournaments, people, presence, settings, the workbook."""

import secrets

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.refused import Refused
from tournament.access import clubs_of, desk, say_refused, who
from tournament.actions import presence, registration, tournaments
from tournament.forms import ListForm, NamesForm, PersonForm, TournamentForm
from tournament.messages import counted, file_sentence, report_sentence
from tournament.models import Entry, Player, Presence, Tournament
from tournament.playerlist import UnreadableFile, read_names, read_player_list
from tournament.queries.people import Attendance, attendance, people
from tournament.queries.standings import standings
from tournament.tables import (
    EntryTable,
    PlayerTable,
    TournamentTable,
    entry_rows,
    paged,
)
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
    if request.method == "POST" and form.is_valid():
        club = next((c for c in clubs if str(c.pk) == request.POST.get("club")), None)
        tournament = tournaments.create_tournament(
            club or clubs[0], who(request), **form.cleaned_data
        )
        return redirect("people", tournament.slug)
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
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("settings", tournament.slug)
    context = {"form": form, "tournament": Tournament.objects.get(pk=tournament.pk)}
    status = 422 if form.errors else 200
    return render(request, "director/settings.html", context, status=status)


@never_cache
@desk
def people_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who takes part, and three ways to add somebody."""
    table = EntryTable(entry_rows(tournament), tournament=tournament)
    paged(table, request, 50)
    taking_part = tournament.members.values("player")
    context = {
        "tournament": tournament,
        "table": table,
        "count": tournament.members.count(),
        "names_form": NamesForm(),
        "list_form": ListForm(),
        "key": secrets.token_hex(16),
        "book": Player.objects.filter(club=tournament.club)
        .exclude(pk__in=taking_part)
        .order_by("name", "pk"),
    }
    return render(request, "director/people.html", context)


@require_POST
@desk
@say_refused("people")
def add_names(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """People the club does not know yet, a name per line."""
    listed = read_names(request.POST.get("names", "")[:20_000])
    if not listed.rows:
        raise Refused("no_names", _("Type at least one name."))
    if _sent_before(request):
        return redirect("people", tournament.slug)
    report = registration.import_list(tournament, listed, who(request), all_new=True)
    if all(row.outcome == "added" for row in report):
        messages.success(request, counted(report))
        return redirect("people", tournament.slug)
    return _reported(request, tournament, _("New people"), report)


def _sent_before(request: HttpRequest) -> bool:
    """Whether this very form was sent already: by F5, or by a second press."""
    sent = request.session.get("sent", [])
    key = request.POST.get("key", "")[:64]
    if key and key in sent:
        return True
    request.session["sent"] = [*sent, key][-20:]
    return False


@require_POST
@desk
@say_refused("people")
def add_from_book(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """People the club knows already."""
    chosen = list(
        Player.objects.filter(
            club=tournament.club, pk__in=_numbers(request.POST.getlist("player"))
        ).exclude(memberships__tournament=tournament)
    )
    if not chosen:
        raise Refused("nobody_chosen", _("Choose at least one person."))
    for player in chosen:
        registration.register(tournament, player, who(request))
    messages.success(
        request,
        ngettext("%(n)s person added.", "%(n)s people added.", len(chosen))
        % {"n": len(chosen)},
    )
    return redirect("people", tournament.slug)


@require_POST
@desk
@say_refused("people")
def import_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A player list as a file; answers with what became of every row."""
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        raise Refused("no_file", _("Choose a file first, or the file is empty."))
    upload = form.cleaned_data["file"]
    try:
        listed = read_player_list(upload.read(), upload.name)
    except UnreadableFile as fault:
        raise Refused(fault.code, file_sentence(fault.code, fault.params)) from None
    report = registration.import_list(tournament, listed, who(request))
    return _reported(request, tournament, upload.name, report, listed.ignored)


def _reported(
    request: HttpRequest,
    tournament: Tournament,
    source: str,
    report: list[registration.Reported],
    ignored: tuple[str, ...] = (),
) -> HttpResponse:
    """Keep the report for the page that shows it, so that F5 sends nothing again."""
    request.session["report"] = {
        "tournament": tournament.pk,
        "source": source,
        "summary": counted(report),
        "ignored": list(ignored),
        "rows": [
            (row.line, row.number, row.name, row.outcome, report_sentence(row))
            for row in report
        ],
    }
    return redirect("list_report", tournament.slug)


@never_cache
@desk
def list_report(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What became of every row of the list that was read last."""
    report = request.session.get("report")
    if not report or report["tournament"] != tournament.pk:
        return redirect("people", tournament.slug)
    context = {**report, "tournament": tournament}
    return render(request, "director/imported.html", context)


@never_cache
@desk
def person(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One participant: correct the name, or let them go home."""
    entry = _entry(tournament, number)
    member = entry.members.select_related("player").get()
    known = member.player.consent
    shown = known if entry.consent is None else entry.consent
    form = PersonForm(
        request.POST or None, instance=member.player, initial={"consent": shown}
    )
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        # An answer given here is also the answer at the door of this tournament.
        answered = data["consent"] != shown
        data["consent"] = data["consent"] if answered else known
        try:
            registration.change_player(
                member.player,
                who(request),
                **data,
                at_door=entry if answered else None,
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Saved."))
            return redirect("people", tournament.slug)
    context = {
        "tournament": tournament,
        "entry": entry,
        "form": form,
        "player": Player.objects.get(pk=member.player_id),
        "next_round": _next_round(tournament),
        "has_seat": entry.seats.exists(),
    }
    status = 422 if form.errors else 200
    return render(request, "director/person.html", context, status=status)


@require_POST
@desk
@say_refused("people")
def person_leaves(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """Withdraw somebody, take them back, or undo the registration."""
    entry = _entries(tournament).filter(number=number).first()
    if entry is None:
        raise Refused(
            "taken_off", _("Somebody was just before you. Here is how it is now.")
        )
    if act == "withdraw":
        presence.withdraw(entry, _next_round(tournament), who(request))
        messages.success(
            request, _("Number %(number)s has withdrawn.") % {"number": number}
        )
    elif act == "return":
        presence.take_back(entry, who(request))
        messages.success(
            request, _("Number %(number)s takes part again.") % {"number": number}
        )
    else:
        registration.unregister(entry, who(request))
        messages.success(
            request, _("Number %(number)s is taken off the list.") % {"number": number}
        )
    return redirect("people", tournament.slug)


@never_cache
@desk
@say_refused("presence")
def presence_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is there for the next round."""
    number = _next_round(tournament)
    if request.method == "POST":
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
        return redirect("round", tournament.slug)
    folk = people(tournament, public=False)
    states = attendance(tournament, number)
    rows = [(folk[entry], state) for entry, state in states.items()]
    context = {
        "tournament": tournament,
        "number": number,
        "rows": rows,
        "present": sum(state == Attendance.PRESENT for _p, state in rows),
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


def _entry(tournament: Tournament, number: int) -> Entry:
    return get_object_or_404(_entries(tournament), number=number)


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.filter(members__isnull=False).distinct()


def _next_round(tournament: Tournament) -> int:
    """The round whose seating is not out yet."""
    return tournament.rounds.exclude(state="proposed").count() + 1


def _numbers(texts: list[str]) -> list[int]:
    return [int(text) for text in texts if text.isdecimal() and len(text) < 18]
