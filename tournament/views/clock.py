"""The buttons of a round's clock."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import clock
from tournament.actions.log import just_before
from tournament.models import Round, Table, Tournament
from tournament.views.proposals import acted_on
from tournament.views.typed import whole

ACTS: dict[str, Callable[[Round, HttpRequest, str], None]] = {
    "start": lambda r, q, seen: clock.start(r, who(q), seen=seen),
    "stop": lambda r, q, seen: clock.stop(r, who(q), seen=seen),
    "pause": lambda r, q, seen: clock.pause(r, who(q), seen=seen),
    "resume": lambda r, q, seen: clock.resume(r, who(q), seen=seen),
    "more": lambda r, q, seen: clock.change(r, 1, who(q), seen=seen),
    "less": lambda r, q, seen: clock.change(r, -1, who(q), seen=seen),
}


@post_only
@desk
@say_refused("round")
def act(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """Press one button of the clock; ``seen`` says which clock was on the page."""
    round_ = acted_on(tournament, number)
    seen = request.POST.get("seen", "")
    if act == "extra":
        _extra(request, round_, seen)
    else:
        ACTS[act](round_, request, seen)
    return redirect("round", tournament.slug)


def _extra(request: HttpRequest, round_: Round, seen: str) -> None:
    """Extra minutes for one table, or with a minus in front of them fewer."""
    named = request.POST.get("table", "")
    text = request.POST.get("minutes", "").strip()
    table = Table.objects.filter(round=round_, number=whole(named)).first()
    if table is None:
        raise just_before()
    if not text.removeprefix("-").isdecimal() or len(text) > 4:
        raise Refused("no_minutes", _("Type how many minutes extra, for example 5."))
    clock.give_extra(table, int(text), who(request), seen=seen)
