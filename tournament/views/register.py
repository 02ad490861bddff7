"""Registering beforehand, by anybody: the only public page that takes something in.

It never shows a name but to who just typed it: a number leads to the registration, and
only the address that was given then has the names with it.
"""

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.actions.preregistration import cancel, new_code, preregister
from tournament.forms import RegisterForm
from tournament.models import PreRegistration, Tournament
from tournament.queries.preregistration import plain_code, why_not

TICKET, NAMES = Signer(salt="ticket"), Signer(salt="names")


@never_cache
def register_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and the way back to a registration for who has its number."""
    tournament = _tournament(slug)
    number = plain_code(request.GET.get("number", "")[:40])
    if number and tournament.preregistrations.filter(code=number).exists():
        return redirect("registered", slug, number)
    sent = request.method == "POST"
    form = RegisterForm(request.POST if sent else None, pairs=tournament.pairs)
    closed, question = why_not(tournament), ""
    if sent and not closed and form.is_valid():
        try:
            made = preregister(
                tournament,
                form.people,
                _code(request.POST.get("ticket", "")),
                sure="sure" in request.POST,
            )
        except Refused as refused:
            if refused.code == "expected_already":
                question = str(refused)
            else:
                at = "partner" if refused.code == "twice_one" else None
                form.add_error(at, str(refused))
        else:
            names = urlencode({"names": _key(made)})
            return redirect(f"{reverse('registered', args=[slug, made.code])}?{names}")
    context = {
        **_frame(tournament),
        "form": form,
        "closed": closed,
        "question": question,
        "ticket": TICKET.sign(new_code()),
        "number": number,
    }
    return render(request, "public/register.html", context, status=422 if sent else 200)


@never_cache
def registered_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The confirmation to keep, or to cancel."""
    tournament = _tournament(slug)
    found = tournament.preregistrations.select_related("entry")
    made = found.filter(code=plain_code(code)).first()
    names = request.GET.get("names", "")
    if made is None:
        wrong = urlencode({"number": code[:40]})
        return redirect(f"{reverse('register', args=[slug])}?{wrong}")
    refused = ""
    if request.method == "POST":
        try:
            cancel(made, None)
        except Refused:
            refused = "came"  # the page says so
        made = found.get(pk=made.pk)
    context = {
        **_frame(tournament),
        "made": made,
        "named": constant_time_compare(names, _key(made)),
        "refused": refused,
    }
    return render(request, "public/registered.html", context)


def _tournament(slug: str) -> Tournament:
    return get_object_or_404(Tournament.objects.select_related("club"), slug=slug)


def _frame(tournament: Tournament) -> dict[str, object]:
    return {
        "tournament": tournament,
        "count": tournament.members.filter(position=1).count(),
        "page": "register",
    }


def _code(ticket: str) -> str:
    """The number that was made with the form; a new one if that cannot be read."""
    try:
        return TICKET.unsign(ticket)
    except BadSignature:
        return new_code()


def _key(made: PreRegistration) -> str:
    """What only the address of who just registered has."""
    return NAMES.signature(f"{made.tournament_id}-{made.code}")
