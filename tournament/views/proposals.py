"""The desk: a proposal changed by hand, and the ways to seat a round."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import desk, post_only, say_refused, who
from tournament.actions import proposals
from tournament.actions.laying import version_of
from tournament.actions.log import just_before
from tournament.handwork import PIN, PLACE, SWAP
from tournament.models import Round, Tournament
from tournament.proposalwords import (
    STOPS,
    WAYS,
    about_remark,
    name_of,
    unfinished,
)
from tournament.queries.draft import Draft, draft
from tournament.queries.seating import Seating, laid_now
from tournament.seatingways import FINAL, HAND, MIX, MIXED, STANDING, Way, way_from_dict

MOST_REMARKS = 12
MOST_FINALS = 3
MOST_SEATS = 8


def draft_context(
    request: HttpRequest, tournament: Tournament, round_: Round, seated: Seating
) -> dict[str, Any]:
    """What the page of a proposal says of it as it can be changed by hand."""
    found = draft(
        tournament, round_, seated.entries, number_in(request.GET.get("pick", ""))
    )
    folk = seated.entries
    told = [about_remark(remark, folk) for remark in found.remarks]
    return {
        "draft": found,
        "version": version_of(round_),
        "last": _last_step(found, seated),
        "remarks": told[:MOST_REMARKS],
        "more_remarks": max(0, len(told) - MOST_REMARKS),
        "unfinished": unfinished(found.laid, tournament.rules, pairs=tournament.pairs),
        "one_table": len(found.tables) == 1,
        "may_be_free": tournament.pairs or tournament.rules.free_round([]) is not None,
    }


def _last_step(found: Draft, seated: Seating) -> str:
    """The last change by hand, in words."""
    if not found.last:
        return ""
    kind, one, *more = found.last
    figures = {
        "who": name_of(int(one), seated.entries),
        "other": name_of(int(more[0]), seated.entries) if more else "",
        "table": more[0] if more else "",
    }
    if kind == SWAP:
        return _("%(who)s and %(other)s changed places.") % figures
    if kind == PLACE and figures["table"]:
        return _("%(who)s was put at table %(table)s.") % figures
    if kind == PLACE:
        return _("%(who)s was taken from the table.") % figures
    if kind == PIN:
        return _("%(who)s stays at this table.") % figures
    return _("%(who)s may sit anywhere again.") % figures


@post_only
@desk
@say_refused("round")
def by_hand(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """One change in a proposal, or the last one taken back."""
    round_ = acted_on(tournament, number)
    one = number_in(request.POST.get("one", "")) or 0
    ACTS[act](round_, one, request)
    page = reverse("round", args=[tournament.slug])
    laid = laid_now(round_)
    table = laid.table_of(one) if any(one in seats for seats in laid.tables) else 0
    return redirect(f"{page}#t{table}" if table else f"{page}#tables")


def _swap(round_: Round, one: int, request: HttpRequest) -> None:
    proposals.swap(
        round_,
        one,
        number_in(request.POST.get("other", "")) or 0,
        who(request),
        _version(request),
        stays="loose" not in request.POST,
    )


def _place(round_: Round, one: int, request: HttpRequest) -> None:
    table = number_in(request.POST.get("table", ""))
    at = -1 if table is None else table
    proposals.place(round_, one, at, who(request), _version(request))


ACTS: dict[str, Callable[[Round, int, HttpRequest], object]] = {
    "swap": _swap,
    "place": _place,
    "pin": lambda r, one, q: proposals.pin(r, one, who(q), _version(q)),
    "unpin": lambda r, one, q: proposals.unpin(r, one, who(q), _version(q)),
    "undo": lambda r, _one, q: proposals.take_back(r, who(q), _version(q)),
}


def _version(request: HttpRequest) -> str:
    return request.POST.get("version", "")[:40]


def ways_context(
    tournament: Tournament,
    ranked: bool,
    last: Round | None,
    sizes: list[tuple[int, int]],
) -> dict[str, Any]:
    """The ways to seat that a draw may choose from.

    ``sizes``: (how many, of what size); ``last`` is the proposal that is drawn again.
    """
    if tournament.pairs:
        return {"ways": [(key, WAYS[key]) for key in (MIX, HAND)]}
    again = last is not None and last.state == Round.State.PROPOSED
    stored = last.inputs.get("way", {}) if last and again else {}
    way = way_from_dict(stored)
    keys = WAYS if ranked else (MIX, HAND)
    return {
        "ways": [(key, WAYS[key]) for key in keys],
        # what was put by hand stays when the rest is drawn
        "way": way if way.ranked else MIXED,
        "final": f"{len(way.final)}x{way.final[0]}" if way.final else "",
        "stops": list(enumerate(STOPS)) if ranked else [],
        "finals": _finals(sizes) if ranked else [],
    }


def _finals(sizes: list[tuple[int, int]]) -> list[tuple[str, int, int, int]]:
    """(key, tables, of what size, seats) of the finals that these tables allow."""
    return [
        (f"{tables}x{size}", tables, size, tables * size)
        for count, size in sizes
        for tables in range(1, min(count, MOST_FINALS) + 1)
    ]


def way_in(request: HttpRequest) -> Way:
    """The way that was chosen. Raises Http404 for one that there is not."""
    key = request.POST.get("way", MIX)
    if key not in WAYS:
        raise Http404
    stop = number_in(request.POST.get("stop", "")) or 0
    if key == STANDING:
        return Way(key, stop=min(stop, len(STOPS) - 1))
    if key == FINAL:
        chosen = [number_in(text) for text in request.POST.getlist("chosen")]
        return Way(
            key,
            final=final_in(request.POST.get("final", "")),
            chosen=tuple(sorted({n for n in chosen if n is not None})),
        )
    return Way(key)


def final_in(text: str) -> tuple[int, ...]:
    """The sizes of the final tables in "2x4". Raises Http404 for another text."""
    tables, _x, size = text.partition("x")
    count, seats = number_in(tables), number_in(size)
    if not count or not seats or count > MOST_FINALS or seats > MOST_SEATS:
        raise Http404
    return (seats,) * count


def acted_on(tournament: Tournament, number: int) -> Round:
    """The round an act is meant for. Raises Refused (round_moved_on) if it is gone."""
    found = tournament.rounds.filter(number=number).first()
    if found is None:
        raise just_before()
    return found


def named_proposal(tournament: Tournament, key: str) -> Round:
    """A proposal that is gone by now is still named, so that the act is refused."""
    if not key.isdecimal() or len(key) > 17:
        raise Http404
    found = Round.objects.filter(tournament=tournament, pk=int(key)).first()
    if found:
        return found
    number = tournament.rounds.exclude(state=Round.State.PROPOSED).count() + 1
    return Round(pk=int(key), tournament=tournament, number=number, inputs={})


def number_in(text: str) -> int | None:
    """A number as a form sends it; None for anything else."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else None
