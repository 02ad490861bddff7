"""The desk during a round: draw, publish, watch the forms come in, close."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.models import Sheet
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import rounds
from tournament.logwords.parts import listed
from tournament.messages import too_few
from tournament.models import Round, Tournament
from tournament.proposalwords import about_way, name_of
from tournament.queries.checking import waiting
from tournament.queries.demands import demands
from tournament.queries.drawing import planned_ahead
from tournament.queries.halfway import halfway
from tournament.queries.people import Person
from tournament.queries.playing import who_plays
from tournament.queries.seating import Seating, gone_from, history, seating
from tournament.queries.twoforms import with_two_forms
from tournament.seatingways import FINAL, MIX, way_from_dict
from tournament.seatingwords import about_choice, about_quality, figures
from tournament.swaps import Swap, best_swap
from tournament.tablechoices import key_of, may_choose, sizes_of, table_choices
from tournament.tablesizes import NoTables, layout
from tournament.views.proposals import (
    acted_on,
    draft_context,
    named_proposal,
    way_in,
    ways_context,
)

# Repeats of a proposal, and people who are away, that are named one by one.
MOST_NAMED = 12
THERE = (Sheet.State.HANDED_IN, Sheet.State.APPROVED)


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
        "to_draw": _to_draw(tournament, drawn),
    }
    if shown is None:
        return render(request, "director/first_round.html", context)
    context |= _seated(tournament, shown)
    proposed = shown.state == Round.State.PROPOSED
    if proposed:
        context |= _proposed(request, tournament, shown, context)
    else:
        context["waiting"] = waiting(tournament, shown, who(request))
        context["halfway"] = halfway(shown)
        context["two_forms"] = with_two_forms(shown)
    if request.GET.get("part") == "draft" and proposed:
        return render(request, "director/_draft.html", context)
    if request.GET.get("part") == "live" and not proposed:
        return render(request, "director/_round_live.html", context)
    template = "director/proposal.html" if proposed else "director/round.html"
    return render(request, template, context)


def _to_draw(
    tournament: Tournament, drawn: Sequence[Round]
) -> dict[str, object] | None:
    """What the next draw would be: its number, who is there, at which tables.

    A proposal can be drawn again, so it is its own next draw.
    """
    last = drawn[-1] if drawn else None
    if last and last.state not in (Round.State.PROPOSED, Round.State.CLOSED):
        return None
    again = last is not None and last.state == Round.State.PROPOSED
    number = len(drawn) + (not again)
    if number > tournament.rounds_planned:
        return None
    playing = who_plays(tournament, number)
    numbers = list(playing.numbers)
    to_draw: dict[str, object] = {
        "number": number,
        "present": len(numbers) - len(playing.taken),
        "taken": len(playing.taken),
        "spare": len(playing.spare),
        "away": playing.away[:MOST_NAMED],
        "more_away": len(playing.away[MOST_NAMED:]),
    }
    try:
        tables = layout(len(numbers), tournament.rules, pairs=tournament.pairs)
    except NoTables as none:
        return to_draw | {"too_few": too_few(none, pairs=tournament.pairs)}
    seats = [size * (2 if tournament.pairs else 1) for size in tables.sizes]
    sizes = [(seats.count(size), size) for size in dict.fromkeys(seats)]
    before = drawn[number - 2] if number > 1 else None
    return (
        to_draw
        | {"sizes": sizes, "free": tables.free}
        | _choices(tournament, numbers, number, before, last)
        | ways_context(tournament, number > 1, last, sizes)
    )


def _choices(
    tournament: Tournament,
    numbers: Sequence[int],
    number: int,
    before: Round | None,
    last: Round | None,
) -> dict[str, object]:
    """The tables to choose from, the ones to begin with first.

    Those of the round before, or of the proposal, where they still fit; else the rule.
    """
    if not may_choose(tournament.rules, pairs=tournament.pairs):
        return {}
    asked = last.inputs.get("request", {}) if last else {}
    choices = table_choices(
        numbers,
        max(1, tournament.rounds_planned - number + 1),
        tournament.rules,
        history(tournament, number) if before else (),
        planned_ahead(before),
    )
    if len(choices) < 2:
        return {}
    first = next(
        (c for c in choices if list(c.sizes) == asked.get("sizes")), choices[0]
    )
    told = [(choice, about_choice(choice)) for choice in choices]
    return {
        "chosen": (first, about_choice(first)),
        "others": [each for each in told if each[0] is not first],
        "mixed": any(choice.mixed for choice in choices),
        "variety": bool(asked.get("variety_first")),
    }


def _proposed(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    context: Mapping[str, Any],
) -> dict[str, object]:
    """What is proven of a proposal, and what was asked to be looked at closer."""
    seated: Seating = context["seating"]
    mixing = way_from_dict(round_.inputs.get("way", {})).key == MIX
    asked = round_.inputs.get("request", {})
    mixed = len(set(asked.get("sizes", ()))) > 1
    told: dict[str, object] = {
        **draft_context(request, tournament, round_, seated),
        "mixing": mixing,
        "kept": bool(round_.inputs.get("kept")),
        "gone": _gone(round_, seated) if context["stale"] else "",
        "mixed": mixed,
        "variety": bool(asked.get("variety_first")),
        "sizes_key": key_of(asked.get("sizes", ())) if mixed else "",
        "above_bound": mixing and _above_bound(round_),
        "swaps": None,
        "own_tables": bool(context["to_draw"])
        and seated.sizes != context["to_draw"].get("sizes"),
        "facts": about_quality(
            round_.quality,
            pairs=tournament.pairs,
            dealers_drawn=round_.dealers_drawn,
            mixed=mixed,
            more_rounds=bool(round_.inputs.get("ahead")),
        ),
    }
    look = request.GET.get("look")
    if look == "variety" and mixed and mixing and not context["stale"]:
        told["compared"] = _compared(round_)
    if look == "swaps" and told["above_bound"]:
        told["swaps"] = _swaps(tournament, round_, seated)
    return told


def _gone(round_: Round, seated: Seating) -> str:
    """Who sits in the proposal and went, by name."""
    return listed(name_of(number, seated.entries) for number in gone_from(round_))


def _above_bound(round_: Round) -> bool:
    """Whether it is not proven that there are as few repeats as can be."""
    quality = round_.quality
    return bool(quality["collisions"] > quality["bound"])


def _compared(round_: Round) -> list[str]:
    """This proposal and the other way, a line each."""
    first = bool(round_.inputs["request"]["variety_first"])
    mine, other = rounds.other_variety(round_)
    return [
        figures(mine, variety_first=first),
        figures(other, variety_first=not first),
    ]


def _swaps(
    tournament: Tournament, round_: Round, seated: Seating
) -> list[tuple[Person, Person, Swap | None, Person | None, Person | None]]:
    """Per repeat that is named the best swap, with everybody as a person."""
    played = history(tournament, round_.number)
    tables = [table.numbers for table in seated.tables]
    people = seated.entries
    rules = demands(tournament, round_.number)
    stay = {person for group in rules.groups for person in group}
    stay |= {person for person, _table in rules.fixed}
    told = []
    for a, b, _times in round_.quality.get("repeated_pairs", [])[:MOST_NAMED]:
        if a not in people or b not in people:
            continue
        found = best_swap(tables, played, (a, b), stay)
        who = (people.get(found.one), people.get(found.other)) if found else (None,) * 2
        told.append((people[a], people[b], found, *who))
    return told


def _seated(tournament: Tournament, round_: Round) -> dict[str, object]:
    seated = seating(tournament, round_, public=False)
    missing = [t for t in seated.tables if t.state not in THERE]
    unseen = [t for t in seated.tables if t.state == Sheet.State.HANDED_IN]
    entries = seated.entries
    repeats = [
        (entries[a], entries[b], times)
        for a, b, times in round_.quality.get("repeated_pairs", [])
        if a in entries and b in entries
    ]
    return {
        "seating": seated,
        "late": seated.clock.late(timezone.now()) if seated.clock else [],
        "missing": missing,
        "unseen": unseen,
        "done": len(seated.tables) - len(missing),
        "repeats": repeats,
        "unusual": _unusual(tournament, seated),
        "about_way": about_way(way_from_dict(round_.inputs.get("way", {}))),
        "stale": round_.state == Round.State.PROPOSED
        and rounds.is_stale(round_, tournament),
    }


def _unusual(tournament: Tournament, seated: Seating) -> list[tuple[int, int]]:
    """Tables of a size that the game is not usually played at, each with its size."""
    usual = tournament.rules.usual_sizes
    sized = [(table.number, len(table.people)) for table in seated.tables]
    return [(number, size) for number, size in sized if size not in usual]


@post_only
@desk
@say_refused("round")
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round, or draw the proposal that is named once more.

    With "same" by the lot it was drawn by, so that only what is chosen differs.
    """
    replacing = None
    if request.POST.get("replacing"):
        replacing = named_proposal(tournament, request.POST["replacing"])
    way = way_in(request)
    if way.key == FINAL and "decided" not in request.POST:
        return _to_final(request, tournament)
    drawn = rounds.draw(
        tournament,
        who(request),
        seed=replacing.seed if replacing and "same" in request.POST else None,
        replacing=replacing,
        sizes=_sizes(request),
        variety_first="variety" in request.POST,
        way=way,
        version=request.POST.get("version", "")[:40],
    )
    messages.success(
        request, _("Round %(number)s is drawn.") % {"number": drawn.number}
    )
    return redirect("round", tournament.slug)


def _to_final(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """First see who would be in the final."""
    asked = {
        key: request.POST[key]
        for key in ("final", "sizes", "replacing", "version", "variety")
        if request.POST.get(key)
    }
    return redirect(f"{reverse('final', args=[tournament.slug])}?{urlencode(asked)}")


@post_only
@desk
@say_refused("round")
def act(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """Take one step with a round, forward or back."""
    round_ = acted_on(tournament, number)
    step, sentence = _steps()[act]
    step(round_, request)
    said = sentence % {"number": number}
    if tournament.objections_until and act in ("publish", "reopen"):
        said += " " + _("Say after the last round anew until when objections count.")
    messages.success(request, said)
    return redirect("round", tournament.slug)


def _steps() -> dict[str, tuple[Callable[[Round, HttpRequest], None], str]]:
    return {
        "publish": (
            lambda r, q: rounds.publish(
                r,
                who(q),
                anyway="anyway" in q.POST,
                version=q.POST.get("version", "")[:40],
            ),
            _("The seating of round %(number)s is out."),
        ),
        "discard": (
            lambda r, q: rounds.discard(r, who(q)),
            _("The draw of round %(number)s is thrown away."),
        ),
        "unpublish": (
            lambda r, q: rounds.unpublish(r, who(q)),
            _(
                "The seating of round %(number)s is taken back. Table cards that were "
                "printed do not work any more: print them again once it is out."
            ),
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


def _sizes(request: HttpRequest) -> tuple[int, ...]:
    """The tables that were chosen; none where the rule decides."""
    try:
        return sizes_of(request.POST["sizes"]) if "sizes" in request.POST else ()
    except ValueError:
        raise Http404 from None


def _tables(request: HttpRequest) -> frozenset[int]:
    named = request.POST.getlist("without")
    return frozenset(int(t) for t in named if t.isdecimal() and len(t) < 9)
