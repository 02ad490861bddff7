"""What went wrong at other people's events, tried through the pages of the desk."""

from collections.abc import Callable
from html import unescape
from typing import Any

from django.test import Client

from tests.building import Evening
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
