"""The door: one screen for a queue, by keyboard, and without script by buttons."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.access import desk, post_only, who
from tournament.actions import door as acts
from tournament.actions import preregistration as beforehand
from tournament.addresses import for_others
from tournament.models import Entry, Member, Player, PreRegistration, Tournament
from tournament.money import in_euros
from tournament.queries.door import Door, book_of, door, doubles, found
from tournament.queries.places import missed_round
from tournament.queries.preregistration import (
    Arrival,
    arrivals,
    expected,
    plain_code,
)
from tournament.views.people import sent_before
from tournament.views.typed import whole

CONSENT = {"yes": True, "no": False, "": None}
PARTS = {"live": "director/_door_live.html", "hits": "director/_door_hits.html"}


@never_cache
@desk
def door_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who stands there, who came in last, and the cash box.

    ``q`` is what was typed, ``in`` the start number on the card, ``first`` and
    ``first_new`` who of a pair is known already; with ``ask`` the name typed is
    somebody new, unless they look like somebody in the book. ``made`` is how those who
    are looked for registered beforehand.
    """
    given = request.GET
    part = given.get("part", "")
    now = door(tournament, whole(given.get("in", ""), 17))
    context: dict[str, object] = {"tournament": tournament, "door": now}
    if now.card and not tournament.pairs:
        context["late_for"] = missed_round(tournament, now.card.number)
    if part != "live":
        context |= _sought(tournament, given, now)
    return render(request, PARTS.get(part, "director/door.html"), context)


def _sought(tournament: Tournament, given: QueryDict, now: Door) -> dict[str, object]:
    """The people that may be meant, or the question whether it is one of them."""
    inside, wanted = now.inside, _text(given, "q")
    made = next((e for e in now.expected if str(e.pk) == given.get("made")), None)
    book = book_of(tournament.club) if wanted or "first" in given else []
    first = _one_of(given, "first", book)
    if not tournament.pairs or (isinstance(first, Player) and first not in book):
        first = ""
    asked = "ask" in given and wanted != ""
    like = doubles(wanted, book, inside) if asked else None
    if like and not like.count:
        like = None
        if tournament.pairs and not first:
            first, wanted = wanted, made.names[-1] if made else ""
    awaited: Sequence[Arrival] = ()
    if not (asked or first or made):
        awaited = arrivals(wanted, now.expected, book, inside)
    besides = [player.pk for way in awaited for player in way.players if player]
    if isinstance(first, Player):
        besides.append(first.pk)
    return {
        "made": made,
        "awaited": awaited,
        "q": wanted,
        "first": first,
        "known": isinstance(first, Player),
        "asks": like is not None,
        "hits": like or found(wanted, book, inside, besides),
        "may_add": sum(sign.isalpha() for sign in wanted) > 1
        and plain_code(wanted) not in [way.expected.code for way in awaited],
        "paid": "paid" in given,
        "key": secrets.token_hex(16),
    }


@post_only
@desk
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Give whoever was picked, or named, a start number; their card is shown next."""
    sent = request.POST
    if sent_before(request):
        return _to_door(tournament, {"in": request.session.get("at_door", "")})
    book = book_of(tournament.club)
    first, other = _one_of(sent, "first", book), _one_of(sent, "player", book)
    sure = {_text(sent, "first_new")}
    if "sure" in sent:
        sure.add(_text(sent, "player_new"))
    try:
        entry = acts.register_at_door(
            tournament,
            [first, other] if first else [other],
            who(request),
            paid="paid" in sent,
            sure=sure,
            made=_made(tournament, sent.get("made", "")),
        )
    except Refused as refused:
        return _refused(request, tournament, refused)
    request.session["at_door"] = entry.number
    return _to_door(tournament, {"in": entry.number})


def _refused(
    request: HttpRequest, tournament: Tournament, refused: Refused
) -> HttpResponse:
    """Back to the door: with the question, with who is in already, or with why not."""
    sent = request.POST
    if refused.code == "near_double":
        carried = ("first", "first_new", "paid", "made")
        kept = {key: sent[key] for key in carried if key in sent}
        return _to_door(tournament, {"q": refused.details["name"], "ask": 1} | kept)
    messages.error(request, str(refused))
    there = refused.details.get("entry")
    if there:
        return _to_door(tournament, {"in": there.number})
    return _to_door(tournament, {"q": _text(sent, "player_new")})


@post_only
@desk
def act(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """Take the fee or give it back; or undo the registration."""
    entry = Entry.objects.filter(tournament=tournament, number=number).first()
    try:
        if entry is None:
            raise acts.taken_off()
        if act != "undo":
            acts.set_paid(entry, act == "paid", who(request))
            return _to_door(tournament, {"in": number})
        back = acts.undo(entry, who(request))
    except Refused as refused:
        messages.error(request, str(refused))
        return _to_door(tournament, {"in": number})
    sentence = _("Number %(number)s is taken off the list.") % {"number": number}
    if back:
        sentence += " " + _("Give %(amount)s back.") % {"amount": in_euros(back)}
    messages.success(request, sentence)
    return _to_door(tournament, {})


@post_only
@desk
def said(
    request: HttpRequest, tournament: Tournament, number: int, position: int
) -> HttpResponse:
    """What somebody at the door says: name in public or not, club or household."""
    sent = request.POST
    member = Member.objects.filter(
        tournament=tournament, entry__number=number, position=position
    ).first()
    news: dict[str, Any] = {}
    if sent.get("consent") in CONSENT:
        news["consent"] = CONSENT[sent["consent"]]
    if "note" in sent:
        news["note"] = " ".join(_text(sent, "note").split())
    try:
        if member is None:
            raise acts.taken_off()
        if news:
            acts.say(member, who(request), **news)
    except Refused as refused:
        messages.error(request, str(refused))
    return _to_door(tournament, {"in": number})


@never_cache
@desk
def expected_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who registered beforehand and is not here yet."""
    context = {
        "tournament": tournament,
        "expected": expected(tournament),
        "address": for_others(request, f"/t/{tournament.slug}/register/"),
    }
    return render(request, "director/expected.html", context)


@post_only
@desk
def expected_act(
    request: HttpRequest, tournament: Tournament, code: str, act: str
) -> HttpResponse:
    """Expect somebody no longer, or after all."""
    made = tournament.preregistrations.filter(code=code).first()
    try:
        if made is None:
            raise acts.taken_off()
        if act == "cancel":
            beforehand.cancel(made, who(request))
        else:
            beforehand.restore(made, who(request))
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect("expected", tournament.slug)


def _made(tournament: Tournament, key: str) -> PreRegistration | None:
    return tournament.preregistrations.filter(pk=whole(key, 17)).first()


def _to_door(tournament: Tournament, asked: dict[str, Any]) -> HttpResponse:
    address = reverse("door", args=[tournament.slug])
    asked = {key: value for key, value in asked.items() if value != ""}
    return redirect(f"{address}?{urlencode(asked)}" if asked else address)


def _one_of(data: QueryDict, name: str, book: list[Player]) -> Player | str:
    """A person of the book by key, or the name of somebody new; "" for nobody.

    Somebody who left the book since is still named, so that the act is refused.
    """
    key = whole(data.get(name, ""), 17)
    if not key:
        return _text(data, f"{name}_new")
    return next((player for player in book if player.pk == key), Player(pk=key))


def _text(data: QueryDict, name: str) -> str:
    return data.get(name, "")[:1000].replace("\0", "").strip()
