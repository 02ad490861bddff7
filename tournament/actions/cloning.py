"""Next month's tournament: made from one that was played."""

from datetime import date

from django.db import transaction

from tournament.actions.entering import enter
from tournament.actions.log import User, log
from tournament.actions.tournaments import create_tournament
from tournament.houserules import changed, plain
from tournament.models import Entry, Member, Prize, Tournament

# What the next one begins with; who comes, and what is drawn, hidden or closed is new.
SETTINGS = (
    "rounds_planned",
    "rulebook",
    "entrants",
    "names_public",
    "missed_round",
    "missed_points",
    "left_counts",
    "substitutes",
    "verification",
    "phones",
    "minutes",
    "first_dealer",
    "fee_cents",
    "preregistration",
    "hidden_from",
)


@transaction.atomic
def clone(
    tournament: Tournament, user: User, *, name: str, date: date, people: bool
) -> Tournament:
    """Make a tournament with the settings, rules and prizes of another.

    With ``people`` everybody registered there is registered here, unpaid, in the same
    order of start numbers and in the same teams.
    """
    rules = tournament.rules
    made = create_tournament(
        tournament.club,
        user,
        name=name,
        date=date,
        options=plain(rules) if changed(rules) else {},
        **{key: getattr(tournament, key) for key in SETTINGS},
    )
    Prize.objects.bulk_create(
        Prize(
            tournament=made,
            kind=prize.kind,
            place=prize.place,
            what=prize.what,
            cents=prize.cents,
        )
        for prize in tournament.prizes.all()
    )
    registered = _register_all(tournament, made) if people else 0
    log(
        made,
        user,
        "tournament.cloned",
        of=tournament.name,
        slug=tournament.slug,
        people=registered,
    )
    return made


def _register_all(tournament: Tournament, made: Tournament) -> int:
    """Everybody of a tournament in another; how many start numbers that are."""
    members: dict[int, list[Member]] = {}
    for member in (
        Member.objects.filter(tournament=tournament)
        .select_related("player", "entry")
        .order_by("entry__number", "position")
    ):
        members.setdefault(member.entry_id, []).append(member)
    for number, each in enumerate(members.values(), 1):
        entry = enter(made, [(m.player, None) for m in each], number)
        if each[0].entry.team:
            Entry.objects.filter(pk=entry.pk).update(team=each[0].entry.team)
    return len(members)
