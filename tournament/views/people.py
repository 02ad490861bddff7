"""The desk's people: who takes part, alone or as a pair, and who leaves."""

import secrets
from collections.abc import Sequence

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import pairs, presence, registration
from tournament.actions.entering import Reported
from tournament.actions.log import just_before
from tournament.actions.seats import OPEN
from tournament.forms import ListForm, NamesForm, PersonForm
from tournament.messages import counted, file_sentence, report_sentence
from tournament.models import Entry, Member, Player, Tournament
from tournament.playerlist import UnreadableFile, read_names, read_player_list
from tournament.queries.people import round_to_come
from tournament.tables import EntryTable, entry_rows, paged
from tournament.views.company import company_context


@never_cache
@desk
def people_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who takes part, and the ways to add somebody."""
    rows = entry_rows(tournament)
    table = EntryTable(rows, tournament=tournament)
    paged(table, request, 50)
    names_form = NamesForm()
    if tournament.pairs:
        names_form.fields["names"].label = _("Pairs, one per line, & between the names")
    context = {
        "tournament": tournament,
        "table": table,
        "count": len(rows),
        "names_form": names_form,
        "list_form": ListForm(),
        "key": secrets.token_hex(16),
        "book": _book(tournament),
    }
    return render(request, "director/people.html", context)


def _book(tournament: Tournament) -> QuerySet[Player]:
    """Who is in the address book and does not take part."""
    taking_part = tournament.members.values("player")
    listed = Player.objects.filter(club=tournament.club).exclude(pk__in=taking_part)
    return listed.order_by("name", "pk")


@post_only
@desk
@say_refused("people")
def add_names(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """People the club does not know yet, a name per line; or pairs, known or not."""
    text = request.POST.get("names", "")[:20_000]
    listed = read_names(text, pairs=tournament.pairs)
    if not listed.rows:
        raise Refused("no_names", _("Type at least one name."))
    if sent_before(request):
        return redirect("people", tournament.slug)
    report = registration.import_list(
        tournament, listed, who(request), all_new=not tournament.pairs
    )
    return _added(request, tournament, report)


@post_only
@desk
@say_refused("people")
def add_pair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One pair, each of the two chosen from the address book or typed."""
    two = [_chosen(request, tournament, position) for position in ("1", "2")]
    if sent_before(request):
        return redirect("people", tournament.slug)
    return _added(
        request, tournament, [pairs.register_pair(tournament, two, who(request))]
    )


def _chosen(
    request: HttpRequest, tournament: Tournament, position: str = ""
) -> Player | str:
    """A person of the address book where one was chosen, else the name typed."""
    wanted = _numbers([request.POST.get(f"player{position}", "")])
    known = Player.objects.filter(club=tournament.club, pk__in=wanted).first()
    return known or request.POST.get(f"name{position}", "")[:1000]


def _added(
    request: HttpRequest, tournament: Tournament, report: Sequence[Reported]
) -> HttpResponse:
    """Back to the people when all is well, else to what is to be looked at."""
    if any(row.outcome != "added" for row in report):
        source = _("New pairs") if tournament.pairs else _("New people")
        return _reported(request, tournament, source, report)
    messages.success(request, counted(report, pairs=tournament.pairs))
    return redirect("people", tournament.slug)


def sent_before(request: HttpRequest) -> bool:
    """Whether this very form was sent already: by F5, or by a second press."""
    sent = request.session.get("sent", [])
    key = request.POST.get("key", "")[:64]
    if key and key in sent:
        return True
    request.session["sent"] = [*sent, key][-20:]
    return False


@post_only
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


@post_only
@desk
@say_refused("people")
def import_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A player list as a file; answers with what became of every row."""
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        raise Refused("no_file", _("Choose a file first, or the file is empty."))
    upload = form.cleaned_data["file"]
    try:
        listed = read_player_list(upload.read(), upload.name, pairs=tournament.pairs)
    except UnreadableFile as fault:
        raise Refused(fault.code, file_sentence(fault.code, fault.params)) from None
    report = registration.import_list(tournament, listed, who(request))
    return _reported(request, tournament, upload.name, report, listed.ignored)


def _reported(
    request: HttpRequest,
    tournament: Tournament,
    source: str,
    report: Sequence[Reported],
    ignored: tuple[str, ...] = (),
) -> HttpResponse:
    """Keep the report for the page that shows it, so that F5 sends nothing again."""
    request.session["report"] = {
        "tournament": tournament.pk,
        "source": source,
        "summary": counted(report, pairs=tournament.pairs),
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
    """One participant or pair: correct a name, change a partner, let them go home."""
    entry = get_object_or_404(_entries(tournament), number=number)
    members = list(entry.members.select_related("player", "entry").order_by("position"))
    sent = request.POST.get("position", "1") if request.method == "POST" else ""
    forms = {str(m.position): _person_form(request, m, sent) for m in members}
    form = forms.get(sent)
    if form and form.is_valid() and _changed(request, members[int(sent) - 1], form):
        messages.success(request, _("Saved."))
        return redirect("people", tournament.slug)
    names = Player.objects.filter(pk__in=[m.player_id for m in members])
    stored = dict(names.values_list("pk", "name"))
    context = {
        "tournament": tournament,
        "entry": entry,
        "people": [
            (m.position, stored[m.player_id], forms[str(m.position)]) for m in members
        ],
        "name": " & ".join(stored[m.player_id] for m in members),
        "next_round": round_to_come(tournament),
        "has_seat": entry.seats.exists(),
        "sits": entry.seats.filter(round__state__in=OPEN)
        .select_related("table", "round")
        .first(),
        "book": _book(tournament) if _may_change_partner(tournament) else None,
        **company_context(
            tournament, members[0] if members else None, request.GET.get("with", "")
        ),
    }
    status = 422 if form and form.errors else 200
    return render(request, "director/person.html", context, status=status)


def _person_form(request: HttpRequest, member: Member, sent: str) -> PersonForm:
    """The form of one person, filled in as it was sent if it was this one's."""
    position = str(member.position)
    return PersonForm(
        request.POST if sent == position else None,
        instance=member.player,
        initial={"consent": member.answer},
        prefix="" if position == "1" else f"p{position}",
    )


def _changed(request: HttpRequest, member: Member, form: PersonForm) -> bool:
    """Whether what was typed of a person could be stored; else the form says why."""
    data = form.cleaned_data
    # An answer given here is also the answer at the door of this tournament.
    answered = data["consent"] != member.answer
    data["consent"] = data["consent"] if answered else member.player.consent
    try:
        registration.change_player(
            member.player, who(request), **data, at_door=member if answered else None
        )
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    return True


def _may_change_partner(tournament: Tournament) -> bool:
    return tournament.pairs and round_to_come(tournament) == 1


@post_only
@desk
@say_refused("people")
def change_partner(
    request: HttpRequest, tournament: Tournament, number: int, position: int
) -> HttpResponse:
    """Somebody else in the place of one of a pair."""
    member = tournament.members.filter(entry__number=number, position=position).first()
    if member is None or not tournament.pairs:
        raise just_before("taken_off")
    report = pairs.change_partner(member, _chosen(request, tournament), who(request))
    if report.outcome == "similar":
        return _reported(request, tournament, _("Another partner"), [report])
    messages.success(
        request,
        _("%(name)s is in pair %(number)s now.")
        % {"name": report.name, "number": number},
    )
    return redirect("people", tournament.slug)


@post_only
@desk
@say_refused("people")
def person_leaves(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """Withdraw somebody, take them back, or undo the registration."""
    entry = _entries(tournament).filter(number=number).first()
    if entry is None:
        raise just_before("taken_off")
    if act == "withdraw":
        presence.withdraw(entry, round_to_come(tournament), who(request))
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


def _entries(tournament: Tournament) -> QuerySet[Entry]:
    return tournament.entries.filter(members__isnull=False).distinct()


def _numbers(texts: list[str]) -> list[int]:
    return [int(text) for text in texts if text.isdecimal() and len(text) < 18]
