"""The list of prizes: what can be won, and the teams that play for one."""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, just_before, lock, log, results_changed
from tournament.models import Entry, Prize, Tournament
from tournament.prizegiving import EACH_TIME, divided

MOST_PLACES = 200
Kind = Prize.Kind


@transaction.atomic
def put(
    tournament: Tournament,
    user: User,
    *,
    kind: str,
    place: int = 1,
    what: str = "",
    cents: int = 0,
) -> None:
    """Offer a prize, in the place of the one for the same.

    A form without a bol and a table have one prize, won as often as it happens.
    Raises Refused: no_such_kind, no_such_place, nothing_won.
    """
    tournament = lock(tournament)
    if kind not in Kind.values:
        raise Refused("no_such_kind", _("Choose what the prize is for."))
    place = 1 if kind in EACH_TIME else place
    if not 1 <= place <= MOST_PLACES:
        raise Refused(
            "no_such_place",
            _("Type the place: a whole number from 1 to %(most)s.")
            % {"most": MOST_PLACES},
        )
    what = " ".join(what.split())[:120]
    if not what and not cents:
        raise Refused("nothing_won", _("Type what is won: a thing, an amount or both."))
    _write(tournament, user, kind, place, what, cents)


@transaction.atomic
def remove(tournament: Tournament, prize: int, user: User) -> None:
    """Take a prize off the list. Raises Refused (taken_off) for the second of two."""
    tournament = lock(tournament)
    now = tournament.prizes.filter(pk=prize).first()
    if now is None:
        raise just_before("taken_off")
    told = _told(now)
    now.delete()
    results_changed(tournament)
    log(tournament, user, "prize.removed", **told)


@transaction.atomic
def first_three(tournament: Tournament, user: User) -> None:
    """Offer a prize for the first three and for the last, where there is none yet."""
    tournament = lock(tournament)
    there = set(tournament.prizes.values_list("kind", "place"))
    for kind, place, what in (
        (Kind.PLACE, 1, _("first prize")),
        (Kind.PLACE, 2, _("second prize")),
        (Kind.PLACE, 3, _("third prize")),
        (Kind.BOOBY, 1, _("booby prize")),
    ):
        if (kind, place) not in there:
            _write(tournament, user, kind, place, what, 0)


@transaction.atomic
def divide_fees(tournament: Tournament, user: User, percents: Sequence[int]) -> int:
    """Divide what was paid at the door over the first places; the cents divided.

    Rounded down to whole cents; what that leaves goes to the first prize. What else
    is won for these places stays. Raises Refused: no_percents, no_cash.
    """
    tournament = lock(tournament)
    if not percents or min(percents) < 1 or sum(percents) > 100:
        raise Refused(
            "no_percents",
            _("Type per cents of 1 and more that make at most 100, such as 50 30 20."),
        )
    paid = tournament.entries.filter(paid=True).count()
    pot = paid * tournament.fee_of_entry
    if not pot:
        raise Refused(
            "no_cash", _("Nothing was paid at the door yet, so nothing is divided.")
        )
    things = dict(
        tournament.prizes.filter(kind=Kind.PLACE).values_list("place", "what")
    )
    parts = divided(pot, percents)
    for place, cents in enumerate(parts, 1):
        if cents:
            what = things.get(place, "")
            _write(tournament, user, Kind.PLACE, place, what, cents)
    return sum(parts)


@transaction.atomic
def set_teams(tournament: Tournament, teams: Mapping[int, str], user: User) -> int:
    """Say in which team each start number plays, "" for none; how many changed.

    A team that is there already in other capitals is that team.
    """
    tournament = lock(tournament)
    entries = {e.number: e for e in tournament.entries.filter(number__in=teams)}
    kept = tournament.entries.exclude(team="").exclude(number__in=teams)
    known = {team.casefold(): team for team in kept.values_list("team", flat=True)}
    changed = []
    for number, name in teams.items():
        team = " ".join(name.split())[:60]
        team = known.setdefault(team.casefold(), team)
        if number in entries and entries[number].team != team:
            Entry.objects.filter(pk=entries[number].pk).update(team=team)
            changed.append(number)
    if changed:
        results_changed(tournament)
        log(tournament, user, "prize.teams", numbers=changed)
    return len(changed)


def _write(
    tournament: Tournament, user: User, kind: str, place: int, what: str, cents: int
) -> None:
    was = tournament.prizes.filter(kind=kind, place=place).first()
    if was and (was.what, was.cents) == (what, cents):
        return
    prize, _created = Prize.objects.update_or_create(
        tournament=tournament,
        kind=kind,
        place=place,
        defaults={"what": what, "cents": cents},
    )
    results_changed(tournament)
    before = {"was": _told(was)} if was else {}
    log(tournament, user, "prize.set", **_told(prize), **before)


def _told(prize: Prize) -> dict[str, str | int]:
    return {
        "kind": str(prize.kind),
        "place": prize.place,
        "what": prize.what,
        "cents": prize.cents,
    }
