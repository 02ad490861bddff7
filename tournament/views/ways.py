"""The desk: a final with who is at its edge, and lots drawn in the hall, typed in."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.access import desk, say_refused, who
from tournament.actions import rounds
from tournament.actions.laying import version_of
from tournament.models import Round, Tournament
from tournament.proposalwords import name_of
from tournament.queries.people import Person, people, round_to_come
from tournament.queries.playing import present_numbers
from tournament.queries.ways import final_edge
from tournament.seatingways import LOTS, Way
from tournament.tablesizes import NoTables, layout
from tournament.views.proposals import final_in, named_proposal

SPARE_TABLES = 2
MOST_TYPED = 200


@never_cache
@desk
@say_refused("round")
def final_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who would be in a final, and who of those at its edge the director takes."""
    if "final" not in request.GET:
        return redirect("round", tournament.slug)
    final = final_in(request.GET["final"])
    edge = final_edge(tournament, round_to_come(tournament), sum(final))
    kept = ("sizes", "replacing", "version", "variety")
    context = {
        "tournament": tournament,
        "edge": edge,
        "final": request.GET["final"],
        "tables": len(final),
        "seats": sum(final),
        "kept": [(key, request.GET[key]) for key in kept if key in request.GET],
    }
    return render(request, "director/final.html", context)


@dataclass
class Typed:
    """One table as it was typed in: the numbers read, and what is wrong with it."""

    number: int
    text: str
    people: tuple[int, ...] = ()
    names: str = ""
    faults: list[str] = field(default_factory=list)


@never_cache
@desk
def lots_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Type lots in, table by table; what is typed stays until it is right."""
    folk = {p.number: p for p in people(tournament, public=False).values()}
    present = present_numbers(tournament, round_to_come(tournament))
    sizes, free = _tables_of(tournament, len(present))
    typed = [
        Typed(number, request.POST.get(f"table{number}", "")[:MOST_TYPED].strip())
        for number in range(1, len(sizes) + SPARE_TABLES + 1)
    ]
    faults: list[str] = []
    if request.method == "POST":
        faults = _read(tournament, typed, present, folk)
    seated = {number for table in typed for number in table.people}
    left = [folk[number] for number in present if number not in seated]
    if request.method == "POST" and len(left) > free:
        faults.append(_left_over(len(left)))
    wrong = faults or any(table.faults for table in typed)
    if request.method == "POST" and not wrong and "check" not in request.POST:
        try:
            return _drawn(request, tournament, typed)
        except Refused as refused:
            faults.append(str(refused))
    replacing = tournament.rounds.filter(state=Round.State.PROPOSED).first()
    context = {
        "tournament": tournament,
        "number": round_to_come(tournament),
        "typed": typed,
        "sizes": sizes,
        "people": [folk[number] for number in present],
        "left": {person.number for person in left},
        "faults": faults,
        "replacing": replacing,
        "version": version_of(replacing) if replacing else "",
    }
    status = 422 if faults or wrong else 200
    return render(request, "director/lots.html", context, status=status)


def _tables_of(tournament: Tournament, present: int) -> tuple[Sequence[int], int]:
    try:
        tables = layout(present, tournament.rules, pairs=tournament.pairs)
    except NoTables:
        return (), 0
    return tables.sizes, tables.free


def _left_over(count: int) -> str:
    return ngettext(
        "%(count)s person has no table yet. They stand below.",
        "%(count)s people have no table yet. They stand below.",
        count,
    ) % {"count": count}


def _read(
    tournament: Tournament,
    typed: Sequence[Typed],
    present: Sequence[int],
    folk: Mapping[int, Person],
) -> list[str]:
    """Read every table; each says what is wrong with it."""
    allowed = {2} if tournament.pairs else set(tournament.rules.sizes)
    at: dict[int, int] = {}
    last = max((table.number for table in typed if table.text), default=0)
    for table in typed:
        numbers = [int(n) for n in re.findall(r"[0-9]{1,6}", table.text)]
        table.people = tuple(dict.fromkeys(numbers))
        table.names = ", ".join(name_of(number, folk) for number in table.people)
        if re.search(r"[^0-9\s,;.+/-]", table.text):
            table.faults.append(_("Type start numbers only, with a space between."))
        for number in table.people:
            if number not in present:
                table.faults.append(_not_there(number, folk))
            elif number in at:
                table.faults.append(
                    _("Number %(number)s is at table %(table)s already.")
                    % {"number": number, "table": at[number]}
                )
            at.setdefault(number, table.number)
        if len(numbers) > len(table.people):
            table.faults.append(_("A number stands here twice."))
        if table.text and len(table.people) not in allowed and not table.faults:
            table.faults.append(_wrong_size(len(table.people), allowed))
        if not table.text and table.number < last:
            table.faults.append(_("This table is empty. Fill the tables from 1 on."))
    return [] if last else [_("Type the start numbers at each table first.")]


def _not_there(number: int, folk: Mapping[int, Person]) -> str:
    if number in folk:
        return _("%(who)s is not present this round. Say so under Presence first.") % {
            "who": name_of(number, folk)
        }
    return _("There is no number %(number)s.") % {"number": number}


def _wrong_size(count: int, allowed: set[int]) -> str:
    return ngettext(
        "That is %(count)s; the game is played by %(sizes)s.",
        "Those are %(count)s; the game is played by %(sizes)s.",
        count,
    ) % {"count": count, "sizes": ", ".join(map(str, sorted(allowed)))}


def _drawn(
    request: HttpRequest, tournament: Tournament, typed: Sequence[Typed]
) -> HttpResponse:
    tables = tuple(table.people for table in typed if table.people)
    replacing = request.POST.get("replacing", "")
    drawn = rounds.draw(
        tournament,
        who(request),
        replacing=named_proposal(tournament, replacing) if replacing else None,
        way=Way(LOTS, tables=tables),
        version=request.POST.get("version", "")[:40],
    )
    messages.success(
        request,
        _("The lots of round %(number)s are in. Look, then publish.")
        % {"number": drawn.number},
    )
    return redirect("round", tournament.slug)
