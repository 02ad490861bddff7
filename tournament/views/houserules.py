"""The house rules of a tournament: every rule of its game that a club may set."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.access import desk, say_refused, who
from tournament.actions import tournaments
from tournament.actions.log import just_before
from tournament.forms import HouseRulesForm
from tournament.houserules import changed, game_name
from tournament.models import Tournament


@never_cache
@desk
@say_refused("house_rules")
def house_rules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Set the rules, or read them once they are fixed."""
    rules = tournament.rules
    fixed = tournaments.rules_fixed(tournament)
    sent = request.POST if request.method == "POST" else None
    form = HouseRulesForm(rules, sent)
    if sent is not None:
        if fixed:
            raise Refused("rules_fixed", fixed)
        if sent.get("game") != rules.key:
            raise just_before("game_moved_on")
        if "standard" in sent:
            tournaments.set_rules(tournament, rules.key, {}, who(request))
            messages.success(request, _("The standard rules hold again."))
            return redirect("house_rules", tournament.slug)
        if form.is_valid():
            options = form.rules.options()
            tournaments.set_rules(tournament, rules.key, options, who(request))
            messages.success(request, _("The house rules are saved."))
            return redirect("settings", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "game": game_name(rules.key),
        "fixed": fixed,
        "own": len(changed(rules)),
    }
    status = 422 if form.errors else 200
    return render(request, "director/rules.html", context, status=status)
