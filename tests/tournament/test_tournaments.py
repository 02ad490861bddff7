"""Setting up a club and its first account; making and changing tournaments."""

import datetime
import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.refused import Refused
from scoring.rulebooks import PRESETS
from scoring.rulebooks.prediction import Prediction
from tests.building import Evening
from tournament.actions import rounds, tournaments
from tournament.houserules import game_name
from tournament.models import Club, LogEntry, Tournament

Build = Callable[..., Evening]
Answer = Any  # a response as the test client gives it, with its context
NEW = {
    "name": "Winterkaarten",
    "date": "2026-12-12",
    "rounds_planned": "3",
    "names_public": "all",
    "missed_round": "zero",
}


def make(club: Club, user: User, name: str, **settings: Any) -> Tournament:
    day = datetime.date(2026, 11, 14)
    return tournaments.create_tournament(club, user, name=name, date=day, **settings)


def text_of(response: Answer) -> str:
    return html.unescape(response.content.decode())


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


def test_another_game_begins_with_its_standard_rules_until_the_first_draw(
    evening: Build,
) -> None:
    night = evening(8)
    tournament, user = night.tournament, night.director
    own = Prediction(hit_bonus=3)
    tournaments.set_rules(tournament, "bollen", own.options(), user)

    def play(game: str) -> None:
        tournaments.change_tournament(tournament, user, rulebook=game)
        tournament.refresh_from_db()

    play("bollen")
    assert tournament.rules == own
    play("boerenbridge")
    assert tournament.rules == PRESETS["boerenbridge"]
    assert LogEntry.objects.get(action="tournament.changed").data == {
        "changes": [["options", None, None], ["rulebook", "bollen", "boerenbridge"]]
    }
    night.draw()
    assert refused_code(lambda: play("bollen")) == "game_fixed"
    play("boerenbridge")


def test_every_game_that_is_known_can_be_chosen_for_a_new_tournament(
    desk: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRESETS, "pesten", Prediction(key="pesten"))
    page = text_of(desk.get("/nl/desk/new/"))
    assert re.search(r'value="bollen"[^>]*checked', page)
    for game in PRESETS:
        assert f'name="rulebook" value="{game}"' in page
        assert game_name(game) in page
        desk.post("/nl/desk/new/", NEW | {"name": game, "rulebook": game})
        assert Tournament.objects.get(name=game).rulebook == game
    assert "Pesten" in page
    response = desk.post("/nl/desk/new/", NEW | {"rulebook": "klaverjas"})
    assert response.status_code == 422
    assert "rulebook" in response.context["form"].errors


def test_making_a_tournament_can_lead_straight_to_its_house_rules(
    desk: Client, club: Club
) -> None:
    chosen = {"rulebook": "bolivia", "then_rules": "1"}
    response = desk.post("/nl/desk/new/", NEW | chosen)
    assert response.headers["Location"] == "/nl/desk/winterkaarten/rules/"


def test_the_game_is_changed_with_the_settings_until_a_round_is_drawn(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    here = f"/nl/desk/{night.tournament.slug}/settings/"
    chosen = NEW | {"rulebook": "boerenbridge"}
    assert desk.post(here, chosen).status_code == 302
    assert Tournament.objects.get().rulebook == "boerenbridge"
    page = text_of(desk.get(here))
    assert "/rules/" in page
    night.tournament.refresh_from_db()
    night.draw()
    page = text_of(desk.get(here))
    assert page.count('name="rulebook"') == 1
    response = desk.post(here, NEW | {"rulebook": "bollen"})
    assert response.status_code == 422
    assert "rulebook" in response.context["form"].errors
    assert desk.post(here, NEW).status_code == 302
    assert Tournament.objects.get().rulebook == "boerenbridge"


def test_only_a_real_change_is_logged_and_renews_the_pages(evening: Build) -> None:
    night = evening(4)
    tournament = Tournament.objects.get()
    tournaments.change_tournament(tournament, night.director, name=tournament.name)
    assert Tournament.objects.get().results_version == tournament.results_version
    tournaments.change_tournament(tournament, night.director, names_public="consent")
    assert Tournament.objects.get().results_version == tournament.results_version + 1
    assert LogEntry.objects.get(action="tournament.changed").data == {
        "changes": [["names_public", "all", "consent"]]
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


def test_the_first_page_of_an_empty_installation_makes_the_account(
    client: Client, db: None
) -> None:
    assert client.get("/nl/desk/", follow=True).redirect_chain[-1][0] == "/nl/setup/"
    data = {"club": "De Vaste Hand", "username": "margriet", "password": "kort"}
    response = client.post("/nl/setup/", data)
    assert response.status_code == 422
    assert 'value="De Vaste Hand"' in text_of(response)
    assert not User.objects.exists()
    response = client.post("/nl/setup/", data | {"password": "klaver-zeven-boer"})
    assert response.headers["Location"] == "/nl/desk/"
    assert client.get("/nl/desk/").status_code == 200
    assert Club.objects.get().staff.get().username == "margriet"


def test_a_second_first_account_cannot_be_made(client: Client, director: User) -> None:
    data = {"club": "Ander", "username": "inbreker", "password": "klaver-zeven-boer"}
    for response in (client.get("/nl/setup/"), client.post("/nl/setup/", data)):
        assert response.headers["Location"] == "/nl/login/"
    assert User.objects.get() == director


def test_guessing_passwords_locks_out_with_a_sentence(
    client: Client, director: User
) -> None:
    wrong = {"username": "margriet", "password": "verkeerd-verkeerd"}
    page = client.post("/nl/login/", wrong)
    assert "horen niet bij elkaar" in text_of(page)
    answers = [client.post("/nl/login/", wrong) for _ in range(9)]
    assert answers[-1].status_code == 429
    assert "Te vaak een verkeerd wachtwoord" in text_of(answers[-1])
    right = {"username": "margriet", "password": "klaver-zeven-boer"}
    assert client.post("/nl/login/", right).status_code == 429


def test_logging_in_leads_to_the_page_that_was_asked_for(
    client: Client, evening: Build
) -> None:
    evening(0)
    right = {"username": "margriet", "password": "klaver-zeven-boer"}
    for wanted, reached in (
        ("/nl/desk/najaarsbollen/people/", "/nl/desk/najaarsbollen/people/"),
        ("https://elders.test/", "/nl/desk/"),
        ("//elders.test/", "/nl/desk/"),
    ):
        response = client.post("/nl/login/", right | {"next": wanted})
        assert response.headers["Location"] == reached
        client.post("/nl/logout/")


def test_pairs_are_chosen_with_a_game_that_has_partners(
    desk: Client, club: Club
) -> None:
    wishes = {"name": "Koppels", "date": "2026-11-14", "rounds_planned": 4}
    wishes |= {"names_public": "all", "missed_round": "zero", "entrants": "pairs"}
    refused = desk.post("/en/desk/new/", {**wishes, "rulebook": "bollen"})
    assert refused.status_code == 422
    assert "Choose a game of two against two" in refused.content.decode()
    made = desk.post("/en/desk/new/", {**wishes, "rulebook": "belotten"})
    assert made.status_code == 302
    tournament = Tournament.objects.get(name="Koppels")
    assert tournament.pairs
    with pytest.raises(Refused) as other:
        tournaments.change_tournament(tournament, None, rulebook="bollen")
    assert other.value.code == "no_pairs"


def test_a_new_tournament_begins_with_its_name_under_the_fingers(
    desk: Client, club: Club
) -> None:
    page = text_of(desk.get("/nl/desk/new/"))
    name = page[page.index('name="name"') :]
    assert "autofocus" in name[: name.index(">")]
    assert page.count("autofocus") == 1
