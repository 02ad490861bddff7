"""The desk's page of penalties."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from scoring.rulebooks.base import Rulebook
from scoring.rulebooks.figures import penalised
from scoring.words import word
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import penalties as actions
from tournament.models import Penalty, Tournament
from tournament.objections import objections
from tournament.queries.penalties import penalties
from tournament.queries.people import people, round_to_come
from tournament.views.typed import whole


@never_cache
@desk
def penalties_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Every penalty, and the form to give one; ``?number=`` says to whom."""
    folk = people(tournament, public=False)
    refused = _give(request, tournament) if request.method == "POST" else None
    if request.method == "POST" and not refused:
        messages.success(request, _("The penalty counts from now on."))
        return redirect("penalties", tournament.slug)
    typed = request.POST if refused else request.GET
    last = max(round_to_come(tournament) - 1, 1)
    rules = tournament.rules
    context = {
        "tournament": tournament,
        "penalties": penalties(tournament, folk)[::-1],
        "people": folk.values(),
        "rounds": range(1, last + 1),
        "chosen": _whole(typed.get("number", "")),
        "chosen_round": _whole(typed.get("round", "")) or last,
        "off": typed.get("sign", "off") == "off",
        "points": typed.get("points", ""),
        "reason": typed.get("reason", ""),
        "refused": refused,
        "figures": [word("figure", key) for key in penalised(rules)],
        "kept": _kept(rules),
        "low_wins": not _high_wins(rules),
        "moment": objections(
            tournament.objections_until, tournament.date, timezone.now()
        ),
    }
    status = 422 if refused else 200
    return render(request, "director/penalties.html", context, status=status)


@post_only
@desk
@say_refused("penalties")
def cancel(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Let a penalty no longer count."""
    penalty = get_object_or_404(
        Penalty.objects.select_related("entry__tournament"),
        pk=pk,
        entry__tournament=tournament,
    )
    actions.cancel(penalty, who(request))
    messages.success(request, _("The penalty does not count any more."))
    return redirect("penalties", tournament.slug)


def _give(request: HttpRequest, tournament: Tournament) -> Refused | None:
    """Give the penalty that was typed, or say why not."""
    number = _whole(request.POST.get("number", ""))
    entry = tournament.entries.filter(number=number, members__isnull=False).first()
    if entry is None:
        return Refused("nobody", _("Choose who gets the penalty."))
    points = _whole(request.POST.get("points", ""))
    try:
        actions.give(
            entry,
            _whole(request.POST.get("round", "")),
            points if request.POST.get("sign") == "extra" else -points,
            request.POST.get("reason", ""),
            who(request),
        )
    except Refused as refused:
        return refused
    return None


def _kept(rules: Rulebook) -> str:
    """The figure that ranks first, where a penalty leaves it as it is."""
    first = rules.criteria[0].key
    return "" if first in penalised(rules) else word("figure", first)


def _high_wins(rules: Rulebook) -> bool:
    high = {criterion.key: criterion.high for criterion in rules.criteria}
    return high.get(penalised(rules)[0], True)


def _whole(text: str) -> int:
    """A number as somebody typed it; 0 for anything else."""
    text = text.strip().lstrip("-\N{MINUS SIGN}")
    return whole(text, 5)
