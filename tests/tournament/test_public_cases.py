"""What went wrong at other people's events, tried through the pages of the desk."""

from collections.abc import Callable
from html import unescape
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Revision
from tests.building import FORM_OF_FOUR, Evening
from tournament.models import Round

Build = Callable[..., Evening]


def press(desk: Client, night: Evening, path: str, **fields: Any) -> str:
    address = f"/en/desk/{night.tournament.slug}/{path}"
    response = desk.post(address, fields, follow=True)
    assert response.status_code in (200, 422)
    return unescape(response.content.decode())


def shown(desk: Client, night: Evening, path: str = "") -> str:
    response = desk.get(f"/en/desk/{night.tournament.slug}/{path}")
    assert response.status_code == 200
    return unescape(response.content.decode())


STALE = "Somebody came or went since this draw."


def test_somebody_who_withdraws_after_the_draw_is_named_in_the_proposal(
    desk: Client, evening: Build
) -> None:
    night = evening(12, names=["Jan de Vries", "Zoë Lammers"], played=1)
    press(desk, night, "draw/")
    press(desk, night, "people/2/withdraw/")
    page = shown(desk, night)
    assert STALE in page
    assert "In it, but not playing: Zoë Lammers (no. 2)." in page
    assert STALE in press(desk, night, "rounds/2/publish/")
    press(desk, night, "draw/", replacing=night.round(2).pk)
    assert not night.round(2).seats.filter(entry__number=2).exists()


def test_a_withdrawal_by_mistake_that_is_undone_leaves_the_proposal_good(
    desk: Client, evening: Build
) -> None:
    night = evening(12, played=1)
    press(desk, night, "draw/")
    press(desk, night, "people/3/withdraw/")
    press(desk, night, "people/3/return/")
    assert STALE not in shown(desk, night)
    assert "is out." in press(desk, night, "rounds/2/publish/")
    assert night.round(2).state == Round.State.PUBLISHED


def cells_of(rows: tuple[str, ...] = FORM_OF_FOUR) -> dict[str, str]:
    """The fields of a form of four as the page sends them."""
    return {
        f"c{place}-{deal}": text
        for place, row in enumerate(rows, 1)
        for deal, text in enumerate(row.split(), 1)
    }


def test_the_same_form_typed_twice_is_said_to_be_in_already(
    desk: Client, evening: Build
) -> None:
    night = evening(12)
    night.publish()
    typed = {**cells_of(), "based_on": "0"}
    where = "rounds/1/tables/3/"
    assert "Table 3 is handed in." in press(desk, night, where, key="a", **typed)
    for key in ("a", "b"):
        page = press(desk, night, where, key=key, **typed)
        assert "The form of table 3 was in already, and says the same." in page
    assert Revision.objects.count() == 1


def test_a_form_that_a_colleague_has_half_typed_is_marked_with_who(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    night.publish()
    half = {"key": "a", "based_on": "0", "c1-1": "1", "draft": "1"}
    press(desk, night, "rounds/1/tables/1/", **half)
    assert "half filled in" not in shown(desk, night, "rounds/1/tables/1/")
    henk, other = User.objects.create_user("henk"), Client()
    night.tournament.club.staff.add(henk)
    other.force_login(henk)
    assert shown(other, night).count("being filled in") == 1
    page = shown(other, night, "rounds/1/tables/1/")
    assert "margriet has this form half filled in, kept at" in page
    assert "half filled in" not in shown(other, night, "rounds/1/tables/2/")
    night.hand_in(night.table(1, 1))
    assert "being filled in" not in shown(other, night)


def test_a_form_that_the_table_fills_in_on_a_phone_is_marked_at_the_desk(
    desk: Client, client: Client, evening: Build
) -> None:
    night = evening(8)
    night.publish()
    kept = {**cells_of(), "key": "a", "based_on": "0", "phone": "p", "keep": "1"}
    Client().post(f"/en/c/{night.table(1, 2).code}/", {**kept, "answers": "0"})
    page = shown(desk, night, "rounds/1/tables/2/")
    assert "This form is being filled in on a phone at the table, last at" in page
