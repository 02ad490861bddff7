"""The admin looks and does not touch, save for a club and a person by an action."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client, RequestFactory

from scoring.models import Draft, Result
from tests.building import Evening
from tournament.actions import sheets
from tournament.models import Club, LogEntry, Player, Tournament

Build = Callable[..., Evening]
CHANGEABLE = {Club, Player}
OURS = [
    model
    for app in ("tournament", "scoring")
    for model in apps.get_app_config(app).get_models()
    if not model._meta.auto_created
]
READ_ONLY = [model for model in OURS if model not in CHANGEABLE]


@pytest.fixture
def boss(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("baas"))
    return client


@pytest.fixture
def night(evening: Build) -> Evening:
    """An evening that has a row of everything."""
    night = evening(8, played=1)
    night.publish(seed=2)
    sheets.save_draft(night.table(2, 1), {"rows": []}, night.director)
    tournament = night.tournament
    one, other = tournament.entries.filter(number__lte=2)
    one.presences.create(round_number=2, state="absent")
    tournament.together.create(round_number=2, one=one, other=other)
    one.penalties.create(round_number=1, points=-4, reason="Twice too late")
    tournament.preregistrations.create(code="ABC234", name="Zoë")
    tournament.prizes.create(kind="place", what="A ham")
    players = [member.player for member in tournament.members.order_by("player")[:2]]
    tournament.club.company.create(one=players[0], other=players[1], kind="apart")
    return night


def address(model: type[Model], rest: str = "") -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/{rest}"


def version(night: Evening) -> int:
    return Tournament.objects.get(pk=night.tournament.pk).results_version


@pytest.mark.parametrize("model", OURS)
def test_every_record_of_ours_can_be_looked_at(
    boss: Client, night: Evening, model: type[Model]
) -> None:
    assert model in admin.site._registry
    one = model._default_manager.first()
    assert one is not None
    assert str(one)
    assert boss.get(address(model)).status_code == 200
    assert boss.get(address(model, f"{one.pk}/change/")).status_code == 200


@pytest.mark.parametrize("model", READ_ONLY)
def test_what_actions_write_nobody_changes_in_the_admin(
    boss: Client, night: Evening, model: type[Model]
) -> None:
    request = RequestFactory().get("/")
    request.user = User.objects.get(username="baas")
    page = admin.site._registry[model]
    one = model._default_manager.first()
    assert one is not None
    assert not page.has_add_permission(request)
    assert not page.has_change_permission(request, one)
    assert not page.has_delete_permission(request, one)
    count = model._default_manager.count()
    for path in ("add/", f"{one.pk}/change/", f"{one.pk}/delete/"):
        assert boss.post(address(model, path), {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [one.pk], "post": "yes"}
    boss.post(address(model), chosen)
    assert model._default_manager.count() == count


def test_correcting_a_person_renews_their_tournaments_and_is_logged(
    boss: Client, night: Evening
) -> None:
    player = Player.objects.get(name="Speler A")
    before = version(night)
    form = {"name": "Anders Ander", "member_number": "", "note": "", "consent": "false"}
    response = boss.post(address(Player, f"{player.pk}/change/"), form)
    assert response.status_code == 302
    player.refresh_from_db()
    assert (player.name, player.consent) == ("Anders Ander", False)
    assert version(night) == before + 1
    entry = LogEntry.objects.get(action="player.changed")
    assert (entry.data["was"], entry.data["name"]) == ("Speler A", "Anders Ander")
    assert entry.user is not None
    assert entry.user.username == "baas"
    assert "Speler A" not in str(boss.get(f"/nl/t/{night.tournament.slug}/").content)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "1234"}, "name"),
        ({"name": ""}, "name"),
        ({"member_number": "7"}, None),
    ],
)
def test_what_the_action_would_refuse_is_said_in_the_form(
    boss: Client, night: Evening, change: dict[str, str], field: str | None
) -> None:
    Player.objects.filter(name="Speler B").update(member_number="7")
    player = Player.objects.get(name="Speler A")
    form = {"name": "Speler A", "member_number": "", "note": "", "consent": "unknown"}
    response = boss.post(address(Player, f"{player.pk}/change/"), form | change)
    assert response.status_code == 200
    errors = response.context["adminform"].form.errors
    assert set(errors) == {field or "__all__"}
    assert not LogEntry.objects.filter(action="player.changed").exists()


def test_a_person_does_not_move_to_another_club(boss: Client, night: Evening) -> None:
    other = Club.objects.create(name="De Overkant")
    player = Player.objects.get(name="Speler A")
    form = {"name": "Speler A", "member_number": "", "note": "", "consent": "unknown"}
    boss.post(address(Player, f"{player.pk}/change/"), form | {"club": other.pk})
    player.refresh_from_db()
    assert player.club == night.tournament.club


def test_a_person_or_club_with_results_cannot_be_deleted(
    boss: Client, night: Evening
) -> None:
    player = Player.objects.get(name="Speler A")
    for one in (player, night.tournament.club):
        model = type(one)
        page = boss.post(address(model, f"{one.pk}/delete/"), {"post": "yes"})
        assert page.status_code == 200
        assert model._default_manager.filter(pk=one.pk).exists()
    assert Result.objects.count() == 8


def test_a_new_person_in_the_admin_belongs_to_the_club_that_is_chosen(
    boss: Client, club: Club
) -> None:
    form = {"name": "Bo Li", "member_number": "", "note": "", "consent": "unknown"}
    boss.post(address(Player, "add/"), form | {"club": club.pk})
    assert Player.objects.get().club == club


def test_a_director_without_the_sites_rights_does_not_get_in(
    desk: Client, night: Evening
) -> None:
    assert desk.get(address(Draft)).status_code == 302
