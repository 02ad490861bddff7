"""The desk: whom somebody sits with or not, and a table that is always theirs."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import company
from tournament.models import Entry, Member, Player, Tournament
from tournament.queries.demands import company_of as said_of
from tournament.queries.demands import kept_together_with, own_tables
from tournament.queries.people import people, round_to_come
from tournament.views.proposals import number_in


def company_context(
    tournament: Tournament, member: Member | None, beside: str
) -> dict[str, Any]:
    """What a person's page says of their table; nothing for a pair. Four queries.

    ``beside`` is the start number of whom they are to sit with where it is asked at
    which of their two tables; with two more queries.
    """
    if member is None or tournament.pairs:
        return {}
    number, next_round = member.entry.number, round_to_come(tournament)
    folk = people(tournament, public=False).values()
    with_them = kept_together_with(tournament, number, next_round)
    said = said_of(member.player)
    return {
        "member": member,
        "apart": [kept for kept in said if not kept.together],
        "always": [kept for kept in said if kept.together],
        "together": [person for person in folk if person.number in with_them],
        "others": [person for person in folk if person.number != number],
        "round_to_come": next_round,
        **(_which_table(tournament, member, beside) if beside else {}),
    }


def _which_table(
    tournament: Tournament, member: Member, beside: str
) -> dict[str, object]:
    other = _entry(tournament, beside)
    if other is None:
        return {}
    tables = own_tables(member.entry, other)
    return {"beside": _player(other), "beside_number": other.number, "tables": tables}


@post_only
@desk
@say_refused("people")
def company_of(
    request: HttpRequest, tournament: Tournament, number: int, act: str
) -> HttpResponse:
    """Keep somebody apart or together, or give them a table, or take that back."""
    members = tournament.members.select_related("player", "entry")
    member = members.filter(entry__number=number).order_by("position").first()
    if member is None:
        raise Refused("taken_off", _("Somebody was just before you. Look once more."))
    try:
        messages.success(request, ACTS[act](request, tournament, member))
    except Refused as refused:
        messages.error(request, str(refused))
        if refused.code == "which_table":
            page = reverse("person", args=[tournament.slug, number])
            return redirect(f"{page}?with={refused.details['other']}#company")
    return redirect("person", tournament.slug, number)


def _apart(request: HttpRequest, tournament: Tournament, member: Member) -> str:
    other = _player(_other(request, tournament))
    hard = request.POST.get("how") != "rather"
    company.keep_apart(member, other, who(request), hard=hard)
    if hard:
        text = _("%(name)s and %(other)s never sit at one table from now on.")
    else:
        text = _("%(name)s and %(other)s sit at one table only if it must be.")
    return text % {"name": member.player.name, "other": other.name}


def _not_apart(request: HttpRequest, tournament: Tournament, member: Member) -> str:
    other = _in_book(request, tournament)
    company.let_together(member, other, who(request))
    return _("%(name)s and %(other)s may sit at one table again.") % {
        "name": member.player.name,
        "other": other.name,
    }


def _not_always(request: HttpRequest, tournament: Tournament, member: Member) -> str:
    other = _in_book(request, tournament)
    company.let_part(member, other, who(request))
    return _("%(name)s and %(other)s need not always sit together.") % {
        "name": member.player.name,
        "other": other.name,
    }


def _table(request: HttpRequest, tournament: Tournament, member: Member) -> str:
    text = request.POST.get("table", "").strip()
    table = number_in(text)
    company.set_table(member, table if table or not text else 0, who(request))
    if not text:
        return _("%(name)s no longer has a fixed table.") % {"name": member.player.name}
    return _("%(name)s always has table %(table)s.") % {
        "name": member.player.name,
        "table": table,
    }


def _together(request: HttpRequest, tournament: Tournament, member: Member) -> str:
    other, number = _other(request, tournament), round_to_come(tournament)
    if request.POST.get("how") == "always":
        player = _player(other)
        company.keep_together(member, player, who(request))
        return _("%(name)s and %(other)s always sit at one table from now on.") % {
            "name": member.player.name,
            "other": player.name,
        }
    table = number_in(request.POST.get("table", ""))
    company.seat_together(member.entry, other, number, who(request), table)
    return _("They sit at one table in round %(round)s.") % {"round": number}


def _not_together(request: HttpRequest, tournament: Tournament, member: Member) -> str:
    other, number = _other(request, tournament), round_to_come(tournament)
    company.seat_anywhere(member.entry, other, number, who(request))
    return _("They need not sit together in round %(round)s.") % {"round": number}


ACTS: dict[str, Callable[[HttpRequest, Tournament, Member], str]] = {
    "apart": _apart,
    "not-apart": _not_apart,
    "not-always": _not_always,
    "table": _table,
    "together": _together,
    "not-together": _not_together,
}


def _other(request: HttpRequest, tournament: Tournament) -> Entry:
    """The other participant, chosen by start number."""
    found = _entry(tournament, request.POST.get("other", ""))
    if found is None:
        raise _nobody()
    return found


def _entry(tournament: Tournament, typed: str) -> Entry | None:
    number = number_in(typed) or 0
    return tournament.entries.filter(number=number, members__isnull=False).first()


def _in_book(request: HttpRequest, tournament: Tournament) -> Player:
    """A person of the address book, who need not take part."""
    key = number_in(request.POST.get("other", "")) or 0
    player = Player.objects.filter(club=tournament.club_id, pk=key).first()
    if player is None:
        raise _nobody()
    return player


def _player(entry: Entry) -> Player:
    return entry.members.select_related("player").order_by("position")[0].player


def _nobody() -> Refused:
    return Refused("nobody_chosen", _("Choose somebody first."))
