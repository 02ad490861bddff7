"""The desk while a seating is out: who comes late, who goes, who sits in."""

from collections.abc import Callable
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.models import Sheet
from scoring.refused import Refused
from scoring.rulebooks.bid_rules import BidRules
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import seats, substitutes
from tournament.actions.log import just_before
from tournament.formshape import is_begun
from tournament.models import Player, Round, Seat, Table, Tournament
from tournament.queries.people import Person, is_meant
from tournament.queries.places import candidates, places_for, without_seat
from tournament.queries.seating import people_at
from tournament.views.typed import whole

Step = Callable[[Round, int, HttpRequest], str]


@never_cache
@desk
@say_refused("round")
def newcomer(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who comes late, and the table that they join; all others stay as they are."""
    round_ = _open_round(tournament, number)
    if request.method == "POST":
        return _seated(request, tournament, round_)
    waiting = without_seat(tournament, round_)
    chosen = whole(request.GET.get("number", ""))
    found = next((w.person for w in waiting if w.person.number == chosen), None)
    wanted = request.GET.get("q", "").replace("\0", "").strip()[:200]
    context = {
        "tournament": tournament,
        "round": round_,
        "waiting": [w for w in waiting if is_meant(w.person, wanted)],
        "q": wanted,
        "all": len(waiting),
        "person": found,
        "rooms": places_for(tournament, round_, chosen) if found else None,
    }
    return render(request, "director/newcomer.html", context)


def _seated(
    request: HttpRequest, tournament: Tournament, round_: Round
) -> HttpResponse:
    table = whole(request.POST.get("table", ""))
    seat = seats.add(
        round_, whole(request.POST.get("number", "")), table or None, who(request)
    )
    messages.success(
        request,
        _("%(name)s sits at table %(table)s, place %(place)s.")
        % {
            "name": seat.player.name,
            "table": seat.table.number,
            "place": seat.place,
        },
    )
    return redirect("round", tournament.slug)


@never_cache
@desk
@say_refused("round")
def table_people(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """Who sits at one table; and what is to happen to the place of who is chosen."""
    round_ = _open_round(tournament, number)
    table = get_object_or_404(
        round_.tables.select_related("sheet"), number=table_number
    )
    chosen = whole(request.GET.get("number", ""))
    position = whole(request.GET.get("position", "")) or 1
    return _people_page(request, tournament, round_, table, (chosen, position))


@dataclass(frozen=True)
class _Place:
    """One place of the table as the page lists it."""

    seat: Seat
    person: Person
    own: str  # the name of whose place it is, where somebody sits in


def _people_page(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    table: Table,
    chosen: tuple[int, int],
    refused: Refused | None = None,
) -> HttpResponse:
    sheet = table.sheet
    if sheet is None:
        raise Http404
    table.round = round_
    rows = table.seats.select_related("entry", "member__player", "player")
    people = people_at(table)
    places = [
        _Place(
            seat,
            person,
            seat.member.player.name if person.substitute else "",
        )
        for seat, person in zip(rows.order_by("place"), people, strict=True)
    ]
    place = next(
        (p for p in places if (p.seat.entry.number, p.seat.member.position) == chosen),
        None,
    )
    context = {
        "tournament": tournament,
        "round": round_,
        "table": table,
        "places": places,
        "chosen": place,
        "refused": refused,
        "typed": request.POST,
    }
    if place:
        context |= _choices(tournament, round_, table, sheet)
        if place.own:
            context["apart"] = place.seat.apart
    status = 422 if refused else 200
    return render(request, "director/table_people.html", context, status=status)


def _choices(
    tournament: Tournament, round_: Round, table: Table, sheet: Sheet
) -> dict[str, object]:
    """What may happen to a place of this table as things stand."""
    rules = sheet.rules
    counted = sheet.revisions.filter(counted=True).first()
    form_open = counted is None and sheet.state == Sheet.State.OPEN
    begun = [is_begun(cells) for cells in sheet.drafts.values_list("cells", flat=True)]
    by_deal = isinstance(rules, BidRules)
    return {
        "seen": counted.number if counted else 0,
        "form_open": form_open,
        "begun": any(begun),
        "fewer": sheet.places - 1
        if not tournament.pairs and sheet.places - 1 in rules.sizes
        else None,
        "deals": rules.live(sheet.places)["deals"] if by_deal else (),
        "may_redraw": round_.state == Round.State.PUBLISHED,
        "drafts": Table.objects.filter(round=round_, sheet__drafts__isnull=False)
        .distinct()
        .count(),
        "candidates": candidates(tournament, round_),
        "apart": tournament.substitutes == Tournament.Substitutes.APART,
    }


@post_only
@desk
@say_refused("round")
def seat_act(
    request: HttpRequest, tournament: Tournament, number: int, person: int, act: str
) -> HttpResponse:
    """Do one thing with the place of somebody in a round that is out."""
    round_ = _open_round(tournament, number)
    try:
        sentence = STEPS[act](round_, person, request)
    except Refused as refused:
        if act not in ("substitute", "leave"):
            raise
        position = _position(request)
        seat = seats.seat_of(round_, person, position)
        return _people_page(
            request, tournament, round_, seat.table, (person, position), refused
        )
    messages.success(request, sentence)
    return redirect("round", tournament.slug)


def _remove(round_: Round, number: int, request: HttpRequest) -> str:
    seats.remove(round_, number, who(request))
    return _("Number %(number)s is taken out; the table goes on with one fewer.") % {
        "number": number
    }


def _leave(round_: Round, number: int, request: HttpRequest) -> str:
    deal = whole(request.POST.get("deal", ""))
    seats.leave(round_, number, deal, who(request))
    return _(
        "Number %(number)s left from deal %(deal)s on. On the form the cells from "
        "there on are a dash."
    ) % {"number": number, "deal": deal}


def _substitute(round_: Round, number: int, request: HttpRequest) -> str:
    post = request.POST
    known = Player.objects.filter(
        club_id=round_.tournament.club_id, pk=whole(post.get("player", ""))
    ).first()
    name = post.get("name", "")[:1000]
    if not known and not name.strip():  # what counts of who sits in already
        seat = seats.seat_of(round_, number, _position(request))
        known = seat.player if seat.player_id != seat.member.player_id else None
    seat = substitutes.substitute(
        round_,
        number,
        known or name,
        who(request),
        apart={"yes": True, "no": False}.get(post.get("apart", "")),
        position=_position(request),
        seen=whole(post.get("seen", "")),
    )
    return _("%(name)s sits in for number %(number)s at table %(table)s.") % {
        "name": seat.player.name,
        "number": number,
        "table": seat.table.number,
    }


def _redraw(round_: Round, number: int, request: HttpRequest) -> str:
    seats.redraw_without(round_, number, who(request))
    return _(
        "The seating is taken back, and number %(number)s is absent. Draw it again."
    ) % {"number": number}


def _unseat(round_: Round, number: int, request: HttpRequest) -> str:
    seats.unseat(round_, number, who(request))
    return _("Number %(number)s has no seat in this round any more.") % {
        "number": number
    }


def _put_back(round_: Round, number: int, request: HttpRequest) -> str:
    seats.put_back(round_, number, who(request))
    return _("Number %(number)s sits where they sat before.") % {"number": number}


def _stay(round_: Round, number: int, request: HttpRequest) -> str:
    seats.stay(round_, number, who(request))
    return _("Number %(number)s plays on.") % {"number": number}


def _own(round_: Round, number: int, request: HttpRequest) -> str:
    seat = substitutes.own_again(
        round_, number, who(request), position=_position(request)
    )
    return _("%(name)s plays without a substitute.") % {"name": seat.player.name}


STEPS: dict[str, Step] = {
    "remove": _remove,
    "leave": _leave,
    "substitute": _substitute,
    "redraw": _redraw,
    "unseat": _unseat,
    "put-back": _put_back,
    "stay": _stay,
    "own": _own,
}


def _open_round(tournament: Tournament, number: int) -> Round:
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None or round_.state not in seats.OPEN:
        raise just_before()
    round_.tournament = tournament
    return round_


def _position(request: HttpRequest) -> int:
    return whole(request.POST.get("position", "")) or 1
