"""From a table number, a start number or a name to the form, by keyboard alone."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.building import Evening

Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(16, names=["Zoë Lammers", "Jan de Vries"])
    night.publish()
    return night


def asked(desk: Client, night: Evening, q: str) -> Any:
    return desk.get(f"/en/desk/{night.tournament.slug}/rounds/1/find/", {"q": q})


def table_of(night: Evening, number: int) -> int:
    return night.round(1).tables.get(seats__entry__number=number).number


def sheet(night: Evening, table: int, number: int | None = None) -> str:
    page = f"/en/desk/{night.tournament.slug}/rounds/1/tables/{table}/"
    return f"{page}?who={number}" if number else page


def test_a_number_that_no_table_has_is_a_start_number(
    desk: Client, night: Evening
) -> None:
    table = table_of(night, 12)
    answer = asked(desk, night, "12")
    assert answer.headers["Location"] == sheet(night, table, 12)
    page = desk.get(answer.headers["Location"]).content.decode()
    assert "Number 12, Speler L, sits here." in page


@pytest.mark.parametrize("said", ["t3", "T 3", "tafel 3", "table 3", "t.3"])
def test_a_table_is_named_with_a_t(desk: Client, night: Evening, said: str) -> None:
    assert asked(desk, night, said).headers["Location"] == sheet(night, 3)


@pytest.mark.parametrize("said", ["n3", "nr 3", "nr. 3", "nummer 3", "number 3"])
def test_a_start_number_is_named_with_an_n(
    desk: Client, night: Evening, said: str
) -> None:
    where = sheet(night, table_of(night, 3), 3)
    assert asked(desk, night, said).headers["Location"] == where


def test_what_can_be_both_is_asked_with_the_table_first(
    desk: Client, night: Evening
) -> None:
    for number in range(1, 5):
        answer = asked(desk, night, str(number))
        table = table_of(night, number)
        if table == number:
            assert answer.headers["Location"] == sheet(night, number)
            continue
        hits = answer.context["hits"]
        assert [hit.table for hit in hits] == [number, table]
        page = answer.content.decode()
        assert f'href="{sheet(night, number)}" autofocus' in page
        assert f'href="{sheet(night, table, number)}"' in page


@pytest.mark.parametrize("said", ["zoe", "lammers", "ZOË L"])
def test_a_part_of_a_name_is_enough(desk: Client, night: Evening, said: str) -> None:
    where = sheet(night, table_of(night, 1), 1)
    assert asked(desk, night, said).headers["Location"] == where


def test_several_of_a_name_are_offered_to_choose_from(
    desk: Client, night: Evening
) -> None:
    hits = asked(desk, night, "speler").context["hits"]
    assert len(hits) == 12
    assert {hit.person.number for hit in hits} <= set(range(3, 17))


@pytest.mark.parametrize("said", ["99", "t9", "Zebedeus", "", ":", "\0", "9" * 400])
def test_what_is_not_found_is_said_and_can_be_typed_again(
    desk: Client, night: Evening, said: str
) -> None:
    answer = asked(desk, night, said)
    assert answer.status_code == 200
    assert answer.context["hits"] == []
    assert 'id="find"' in answer.content.decode()


def test_a_round_that_is_not_out_has_no_forms(desk: Client, evening: Build) -> None:
    night = evening(8, name="Voorstel")
    night.draw()
    answer = asked(desk, night, "1")
    assert answer.headers["Location"] == f"/en/desk/{night.tournament.slug}/"
    assert desk.get("/en/desk/voorstel/rounds/9/find/").status_code == 404
