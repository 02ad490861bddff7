"""Setting up clubs, their first account, and tournaments."""

from datetime import date
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User as Account
from django.db import transaction
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, lock, log, results_changed
from tournament.models import Club, Tournament

SLUGS_TAKEN_BY_PAGES = {"new", "address-book"}


@transaction.atomic
def set_up_club(name: str, username: str, password: str) -> Account:
    """Make the first account and its club on an empty installation.

    Raises Refused (already_set_up) as soon as there is any account.
    """
    users = get_user_model().objects
    if users.select_for_update().exists():
        raise Refused(
            "already_set_up", _("There is an account already. Log in with it.")
        )
    user = users.create_superuser(username, password=password)
    club, _created = Club.objects.get_or_create(name=name)
    club.staff.add(user)
    return user


@transaction.atomic
def create_tournament(
    club: Club, user: User, *, name: str, date: date, **settings: Any
) -> Tournament:
    """Create a tournament under a slug of its own; ``settings`` as in the model."""
    Club.objects.select_for_update().get(pk=club.pk)
    described = {"club": club, "name": name, "date": date, **settings}
    created = False
    while not created:  # another club may take the slug at the same instant
        tournament, created = Tournament.objects.get_or_create(
            slug=_free_slug(name), defaults=described
        )
    log(tournament, user, "tournament.created", name=name)
    return tournament


@transaction.atomic
def change_tournament(tournament: Tournament, user: User, **settings: Any) -> None:
    """Change settings; what a missed round counts is fixed by the first draw.

    Raises Refused: missed_round_fixed, too_few_rounds.
    """
    tournament = lock(tournament)
    drawn = tournament.rounds.count()
    missed = settings.get("missed_round", tournament.missed_round)
    if drawn and missed != tournament.missed_round:
        raise Refused(
            "missed_round_fixed",
            _("What a missed round counts is fixed once a round has been drawn."),
        )
    if settings.get("rounds_planned", drawn) < drawn:
        raise Refused(
            "too_few_rounds",
            _("Round %(number)s is drawn already; plan at least that many.")
            % {"number": drawn},
        )
    changed = {k: v for k, v in settings.items() if getattr(tournament, k) != v}
    if changed:
        Tournament.objects.filter(pk=tournament.pk).update(**changed)
        results_changed(tournament)
        log(tournament, user, "tournament.changed", fields=sorted(changed))


def _free_slug(name: str) -> str:
    base = slugify(name)[:70] or "tournament"
    slug, number = base, 1
    while slug in SLUGS_TAKEN_BY_PAGES or Tournament.objects.filter(slug=slug).exists():
        number += 1
        slug = f"{base}-{number}"
    return slug
