"""Two people sat on each other's places, and it is noticed later."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.access import desk, say_refused, who
from tournament.actions import exchanging
from tournament.actions.log import just_before
from tournament.models import Round, Tournament
from tournament.queries.exchanges import changes_of, exchange_of, seated_by_table
from tournament.views.typed import whole


@never_cache
@desk
@say_refused("round")
def exchange(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Who sat where is put right, after seeing what that changes."""
    round_ = get_object_or_404(tournament.rounds, number=number)
    if round_.state == Round.State.PROPOSED:
        raise just_before()
    round_.tournament = tournament
    if request.method != "POST":
        return _page(request, round_)
    try:
        return _exchanged(request, round_)
    except Refused as refused:
        return _page(request, round_, refused)


def _exchanged(request: HttpRequest, round_: Round) -> HttpResponse:
    post, seen = request.POST, request.POST.get("seen", "")
    one, other = (whole(post.get(name, "")) for name in ("one", "other"))
    if "undo" in post:
        exchanging.exchange_back(round_, one, other, who(request), seen=seen)
    else:
        reason = post.get("reason", "")
        exchanging.exchange(round_, one, other, who(request), seen=seen, reason=reason)
    said = _("Number %(one)s and number %(other)s changed places in round %(round)s.")
    figures = {"one": one, "other": other, "round": round_.number}
    messages.success(request, said % figures)
    return redirect("one_round", round_.tournament.slug, round_.number)


def _page(
    request: HttpRequest, round_: Round, refused: Refused | None = None
) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    one, other = (whole(asked.get(name, "")) for name in ("one", "other"))
    context: dict[str, object] = {
        "tournament": round_.tournament,
        "round": round_,
        "tables": seated_by_table(round_),
        "one": one,
        "other": other,
        "refused": refused,
        "reason": request.POST.get("reason", ""),
        "same": one and one == other,
    }
    found = exchange_of(round_, one, other)
    if found.mine and len(found.mine) == len(found.theirs) and one != other:
        context["found"] = found
        context["lines"] = list(zip(found.mine, found.theirs, strict=True))
        context["changes"] = changes_of(round_, one, other) if found.counts else None
    status = 422 if refused else 200
    return render(request, "director/exchange.html", context, status=status)
