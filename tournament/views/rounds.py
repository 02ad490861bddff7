"""The desk during a round: draw, publish, watch the forms come in, close."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from scoring.models import Sheet
from scoring.refused import Refused
from tournament.access import desk, say_refused, who
from tournament.actions import rounds
from tournament.messages import too_few
from tournament.models import Round, Tournament
from tournament.queries.people import Attendance, attendance
from tournament.queries.seating import Seating, seating
from tournament.tablesizes import NoTables, layout


@never_cache
@desk
def round_page(
    request: HttpRequest, tournament: Tournament, number: int | None = None
) -> HttpResponse:
    """The current round, or an earlier one: what is to be done next."""
    drawn = list(tournament.rounds.order_by("number"))
    if number is None:
        shown = drawn[-1] if drawn else None
    else:
        shown = next((r for r in drawn if r.number == number), None)
        if shown is None:
            raise Http404
    last = drawn[-1] if drawn else None
    context = {
        "tournament": tournament,
        "drawn": drawn,
        "round": shown,
        "is_last": shown == last,
        "to_draw": _to_draw(tournament, last),
    }
    if shown is None:
        return render(request, "director/first_round.html", context)
    context |= _seated(tournament, shown)
    proposed = shown.state == Round.State.PROPOSED
    if request.GET.get("part") == "live" and not proposed:
        return render(request, "director/_round_live.html", context)
    template = "director/proposal.html" if proposed else "director/round.html"
    return render(request, template, context)


def _to_draw(tournament: Tournament, last: Round | None) -> dict[str, object] | None:
    """What the next draw would be: its number, who is there, at which tables."""
    if last and last.state != Round.State.CLOSED:
        return None
    number = last.number + 1 if last else 1
    if number > tournament.rounds_planned:
        return None
    present = list(attendance(tournament, number).values()).count(Attendance.PRESENT)
    to_draw: dict[str, object] = {"number": number, "present": present}
    try:
        tables = layout(present, tournament.rules, pairs=tournament.pairs)
    except NoTables as none:
        return to_draw | {"too_few": too_few(none, pairs=tournament.pairs)}
    seats = [size * (2 if tournament.pairs else 1) for size in tables.sizes]
    sizes = [(seats.count(size), size) for size in dict.fromkeys(seats)]
    return to_draw | {"sizes": sizes, "free": tables.free}


def _seated(tournament: Tournament, round_: Round) -> dict[str, object]:
    seated = seating(tournament, round_, public=False)
    missing = [t for t in seated.tables if t.state != Sheet.State.APPROVED]
    entries = seated.entries
    repeats = [
        (entries[a], entries[b], times)
        for a, b, times in round_.quality.get("repeated_pairs", [])
        if a in entries and b in entries
    ]
    return {
        "seating": seated,
        "missing": missing,
        "done": len(seated.tables) - len(missing),
        "repeats": repeats,
        "unusual": _unusual(tournament, seated),
        "stale": round_.state == Round.State.PROPOSED
        and rounds.is_stale(round_, tournament),
    }


def _unusual(tournament: Tournament, seated: Seating) -> list[tuple[int, int]]:
    """Tables of a size that the game is not usually played at, each with its size."""
    usual = tournament.rules.usual_sizes
    sized = [(table.number, len(table.people)) for table in seated.tables]
    return [(number, size) for number, size in sized if size not in usual]


@require_POST
@desk
@say_refused("round")
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round, or draw the proposal that is named once more."""
    replacing = None
    if request.POST.get("replacing"):
        replacing = _named(tournament, request.POST["replacing"])
    drawn = rounds.draw(tournament, who(request), replacing=replacing)
    messages.success(
        request, _("Round %(number)s is drawn.") % {"number": drawn.number}
    )
    return redirect("round", tournament.slug)


@require_POST
@desk
@say_refused("round")
def act(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """Take one step with a round, forward or back."""
    round_ = tournament.rounds.filter(number=number).first()
    if round_ is None:
        raise Refused(
            "round_moved_on", _("Somebody was just before you. Here is how it is now.")
        )
    step, sentence = _steps()[act]
    step(round_, request)
    messages.success(request, sentence % {"number": number})
    return redirect("round", tournament.slug)


def _steps() -> dict[str, tuple[Callable[[Round, HttpRequest], None], str]]:
    return {
        "publish": (
            lambda r, q: rounds.publish(r, who(q), anyway="anyway" in q.POST),
            _("The seating of round %(number)s is out."),
        ),
        "discard": (
            lambda r, q: rounds.discard(r, who(q)),
            _("The draw of round %(number)s is thrown away."),
        ),
        "unpublish": (
            lambda r, q: rounds.unpublish(r, who(q)),
            _("The seating of round %(number)s is taken back."),
        ),
        "close": (
            lambda r, q: rounds.close(r, who(q), without=_tables(q)),
            _("Round %(number)s is closed."),
        ),
        "reopen": (
            lambda r, q: rounds.reopen(r, who(q)),
            _("Round %(number)s is open again."),
        ),
    }


def _tables(request: HttpRequest) -> frozenset[int]:
    named = request.POST.getlist("without")
    return frozenset(int(t) for t in named if t.isdecimal() and len(t) < 9)


def _named(tournament: Tournament, key: str) -> Round:
    """A proposal that is gone by now is still named, so that the act is refused."""
    if not key.isdecimal() or len(key) > 17:
        raise Http404
    found = Round.objects.filter(tournament=tournament, pk=int(key)).first()
    if found:
        return found
    number = tournament.rounds.exclude(state=Round.State.PROPOSED).count() + 1
    return Round(pk=int(key), tournament=tournament, number=number)
