"""Who registered beforehand is found at the door, and let in once."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.building import Evening
from tests.tournament.test_door import lines, look, press
from tests.tournament.test_preregistration import awaited, code_of, expect, night
from tournament.actions import door, preregistration, registration
from tournament.models import Member, Player, PreRegistration

__all__ = ["night"]
Build = Callable[..., Evening]


@pytest.mark.parametrize("typed", ["code", "zel", "zwijg zelda"])
def test_the_door_finds_them_by_number_or_name_and_registers_at_once(
    desk: Client, night: Evening, typed: str
) -> None:
    made = expect(night, "Zelda Zwijg", consent=False)
    page = look(desk, night, f"?q={made.code if typed == 'code' else typed}")
    assert lines(page)[0] == f"Zelda Zwijg, {made.code}"
    assert "1 vooraf aangemeld en nog niet gezien." in page
    sent = {"made": made.pk, "player_new": "Zelda Zwijg", "key": "a", "paid": "1"}
    page = press(desk, night, "register/", **sent)
    assert re.search(r"</span>1</span> <span>Zelda Zwijg", page)
    assert "0 vooraf aangemeld" in page
    assert Member.objects.get().consent is False
    made.refresh_from_db()
    assert made.entry == night.tournament.entries.get(number=1)


def test_who_is_in_the_address_book_is_offered_as_that_person_and_as_another(
    desk: Client, night: Evening
) -> None:
    made = expect(night, "jan de vries")
    page = look(desk, night, "?q=vries")
    assert lines(page) == [
        f"jan de vries, {made.code}",
        f"jan de vries, {made.code}",
        "Nieuwe deelnemer “vries”",
    ]
    known = Player.objects.get(name="Jan de Vries")
    assert f'name="player" value="{known.pk}"' in page
    press(desk, night, "register/", made=made.pk, player=known.pk, key="a")
    member = Member.objects.get()
    assert (member.player, member.consent) == (known, True)
    assert Player.objects.count() == 2


def test_another_of_that_name_is_asked_about_and_then_let_in(
    desk: Client, night: Evening
) -> None:
    made = expect(night, "Jan de Vries")
    sent = {"made": made.pk, "player_new": "Jan de Vries"}
    page = press(desk, night, "register/", **sent, key="a")
    assert "Is “Jan de Vries” deze persoon?" in page
    assert page.count(f'name="made" value="{made.pk}"') == 2
    press(desk, night, "register/", **sent, key="b", sure="1")
    assert Player.objects.filter(name="Jan de Vries").count() == 2
    assert awaited(night) == []


def test_who_was_let_in_at_another_laptop_is_not_let_in_twice(
    desk: Client, night: Evening
) -> None:
    made = expect(night, "Zelda Zwijg")
    door.register_at_door(night.tournament, ["Zelda Zwijg"], None, made=made)
    sent = {"made": made.pk, "player_new": "Zelda Zwijg", "sure": "1", "key": "a"}
    page = press(desk, night, "register/", **sent)
    assert "Zelda Zwijg is al binnen, met startnummer 1." in page
    assert re.search(r"</span>1</span> <span>Zelda Zwijg", page)
    assert Member.objects.count() == 1


def test_who_cancelled_is_not_let_in_as_if_they_had_not(night: Evening) -> None:
    made = expect(night, "Zelda Zwijg")
    preregistration.cancel(made, None)
    act = lambda: door.register_at_door(  # noqa: E731
        night.tournament, ["Zelda Zwijg"], None, made=made
    )
    assert code_of(act) == "not_coming"
    assert not Player.objects.filter(name="Zelda Zwijg").exists()


def test_who_is_taken_off_the_list_is_expected_again(night: Evening) -> None:
    made = expect(night, "Zelda Zwijg")
    for undo in (door.undo, registration.unregister):
        entry = door.register_at_door(
            night.tournament, ["Zelda Zwijg"], None, made=made, sure=["Zelda Zwijg"]
        )
        assert awaited(night) == []
        undo(entry, None)
        assert awaited(night) == ["Zelda Zwijg"]


def test_a_pair_whose_names_are_clear_comes_in_with_one_press(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(0, preregistration=True)
    known = registration.add_player(night.tournament.club, None, name="Jan Bos")
    made = expect(night, "Jan Bos", "Piet Vis")
    page = look(desk, night, f"?q={made.code}")
    assert lines(page) == [f"Jan Bos & Piet Vis, {made.code}"]
    assert f'name="first" value="{known.pk}"' in page
    press(desk, night, "register/", made=made.pk, first=known.pk, player_new="Piet Vis")
    people = [m.player.name for m in Member.objects.order_by("position")]
    assert people == ["Jan Bos", "Piet Vis"]
    assert awaited(night) == []


def test_a_pair_with_a_doubtful_name_is_chosen_one_after_the_other(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(0, preregistration=True)
    registration.add_player(night.tournament.club, None, name="Jan Doekssen")
    made = expect(night, "Jan Doeksen", "Piet Vis", consent=False)
    assert f'href="?made={made.pk}&q=Jan%20Doeksen&ask=1"' in look(
        desk, night, "?q=piet"
    )
    page = look(desk, night, f"?made={made.pk}&q=Jan%20Doeksen&ask=1")
    known = Player.objects.get(name="Jan Doekssen")
    step = f"?first={known.pk}&made={made.pk}&q=Piet%20Vis"
    assert f'href="{step}"' in page
    page = look(desk, night, step)
    assert "Wie speelt er met Jan Doekssen?" in page
    assert f'name="made" value="{made.pk}"' in page
    press(desk, night, "register/", made=made.pk, first=known.pk, player_new="Piet Vis")
    assert awaited(night) == []
    said = Member.objects.order_by("position").values_list("consent", flat=True)
    assert list(said) == [False, False]


def test_somebody_else_in_the_place_of_a_partner_has_not_said_yes(
    pair_evening: Build,
) -> None:
    night = pair_evening(0, preregistration=True)
    made = expect(night, "Jan Bos", "Piet Vis")
    door.register_at_door(night.tournament, ["Jan Bos", "Ali Haddad"], None, made=made)
    said = Member.objects.order_by("position").values_list("consent", flat=True)
    assert list(said) == [True, None]


@pytest.mark.parametrize("asked", ["", "?q=sp", "?q=Verwacht", "?part=live"])
def test_the_door_asks_as_little_with_200_expected_as_with_20(
    desk: Client, evening: Build, asked: str
) -> None:
    counts = []
    for people in (20, 200):
        night = evening(people, preregistration=True)
        PreRegistration.objects.bulk_create(
            PreRegistration(
                tournament=night.tournament, code=f"C{n:05}", name=f"Verwacht {n}e"
            )
            for n in range(people)
        )
        with CaptureQueriesContext(connection) as queries:
            look(desk, night, asked)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8
