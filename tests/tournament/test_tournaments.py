"""Setting up a club and its first account; making and changing tournaments."""

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import rounds, tournaments
from tournament.models import Club, LogEntry, Tournament

Build = Callable[..., Evening]


def make(club: Club, user: User, name: str, **settings: Any) -> Tournament:
    day = datetime.date(2026, 11, 14)
    return tournaments.create_tournament(club, user, name=name, date=day, **settings)


def refused_code(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value)
    return caught.value.code


def test_tournaments_with_the_same_name_get_an_address_each(
    club: Club, director: User
) -> None:
    slugs = [make(club, director, "Najaarsbollen").slug for _ in range(3)]
    assert slugs == ["najaarsbollen", "najaarsbollen-2", "najaarsbollen-3"]


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Bollen in Café 't Hoekje", "bollen-in-cafe-t-hoekje"),
        ("🂡🂱🃁", "tournament"),
        ("麻雀", "tournament"),
        ("x" * 120, "x" * 70),
        ("New", "new-2"),
        ("Address book", "address-book-2"),
    ],
)
def test_an_address_is_readable_and_never_that_of_another_page(
    club: Club, director: User, name: str, slug: str
) -> None:
    assert make(club, director, name).slug == slug


def test_what_a_missed_round_counts_is_fixed_by_the_first_draw(evening: Build) -> None:
    night = evening(4)
    tournament, user = night.tournament, night.director
    tournaments.change_tournament(tournament, user, missed_round="zero")
    tournament.refresh_from_db()
    proposal = night.draw()

    def change() -> None:
        tournaments.change_tournament(tournament, user, missed_round="average")

    assert refused_code(change) == "missed_round_fixed"
    tournaments.change_tournament(tournament, user, name="Winterbollen")
    rounds.discard(proposal, user)
    tournament.refresh_from_db()
    change()
    tournament.refresh_from_db()
    assert (tournament.missed_round, tournament.name) == ("average", "Winterbollen")
    assert tournament.slug == "najaarsbollen"


def test_fewer_rounds_than_drawn_cannot_be_planned(evening: Build) -> None:
    night = evening(4, played=2)
    tournament, user = night.tournament, night.director

    def plan(count: int) -> None:
        tournaments.change_tournament(tournament, user, rounds_planned=count)

    assert refused_code(lambda: plan(1)) == "too_few_rounds"
    plan(2)
    tournament.refresh_from_db()
    assert tournament.rounds_planned == 2


def test_only_a_real_change_is_logged_and_renews_the_pages(evening: Build) -> None:
    night = evening(4)
    tournament = Tournament.objects.get()
    tournaments.change_tournament(tournament, night.director, name=tournament.name)
    assert Tournament.objects.get().results_version == tournament.results_version
    tournaments.change_tournament(tournament, night.director, names_public="consent")
    assert Tournament.objects.get().results_version == tournament.results_version + 1
    assert LogEntry.objects.get(action="tournament.changed").data == {
        "fields": ["names_public"]
    }


@pytest.mark.django_db
def test_the_first_account_runs_its_club_and_there_is_only_one_first() -> None:
    user = tournaments.set_up_club("De Vaste Hand", "margriet", "klaver-zeven-boer")
    assert user.check_password("klaver-zeven-boer")
    assert Club.objects.get().staff.get() == user
    assert (
        refused_code(lambda: tournaments.set_up_club("Ander", "bas", "x" * 12))
        == "already_set_up"
    )
    assert Club.objects.count() == User.objects.count() == 1
