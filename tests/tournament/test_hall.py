"""The hall's screen: pages that take turns, and parts that are refreshed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tests.building import Evening
from tournament.queries.hall import screen

Build = Callable[..., Evening]
HALL = "/nl/t/najaarsbollen/hall/"


def test_before_anything_is_drawn_the_screen_says_welcome(
    client: Client, evening: Build
) -> None:
    evening(16)
    page = client.get(HALL).content.decode()
    assert "Welkom" in page
    assert "Speler" not in page


@pytest.mark.parametrize(("people", "pages"), [(16, 1), (43, 1), (47, 2)])
def test_a_published_seating_is_shown_by_name(
    evening: Build, people: int, pages: int
) -> None:
    night = evening(people)
    night.publish()
    shown = [screen(night.tournament, number) for number in range(1, pages + 1)]
    assert all(page.of == pages and page.seats for page in shown)
    sought = [s for page in shown for column in page.columns for s in column]
    assert len(sought) == people
    names = [str(s.person.name).casefold() for s in sought]
    assert names == sorted(names)
    assert shown[-1].last == people


def test_while_a_round_is_played_seating_and_standings_take_turns(
    evening: Build,
) -> None:
    night = evening(43, played=1)
    night.publish(seed=2)
    assert screen(night.tournament, 1).of == 1
    night.hand_in(night.table(2, 1))
    kinds = [screen(night.tournament, number).seats for number in (1, 2, 3)]
    assert kinds == [True, False, False]
    assert screen(night.tournament, 3).following == 1
    assert screen(night.tournament, 4).number == 1


def test_after_the_last_round_only_the_standings_are_shown(evening: Build) -> None:
    night = evening(43, played=1, rounds_planned=1)
    pages = [screen(night.tournament, number) for number in (1, 2)]
    assert [page.seats for page in pages] == [False, False]
    rows = [row for page in pages for column in page.columns for row in column]
    assert [row.place for row in rows] == sorted(row.place for row in rows)
    assert len(rows) == 43


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999", "", "²"])
def test_a_page_that_is_not_there_is_one_that_is(
    client: Client, evening: Build, page: str
) -> None:
    evening(8).publish()
    assert client.get(HALL, {"page": page}).status_code == 200


@pytest.mark.parametrize("path", ["", "seats/", "hall/"])
def test_the_part_that_is_refreshed_is_also_in_the_page(
    client: Client, evening: Build, path: str
) -> None:
    evening(8, played=1)
    address = f"/nl/t/najaarsbollen/{path}"
    whole = client.get(address).content.decode()
    part = client.get(address, {"part": "live"}).content.decode()
    assert "<html" not in part
    assert "data-part=" in part
    for piece in part.strip().split("\n"):
        assert piece.strip() in whole


def test_an_unchanged_part_costs_one_query_and_no_bytes(
    client: Client,
    evening: Build,
    django_assert_num_queries: Any,
) -> None:
    evening(8, played=1)
    first = client.get(HALL, {"part": "live"})
    with django_assert_num_queries(1):
        again = client.get(
            HALL, {"part": "live"}, headers={"if-none-match": first["ETag"]}
        )
    assert again.status_code == 304
    assert again.content == b""


def test_a_form_that_comes_in_changes_the_screen(
    client: Client, evening: Build
) -> None:
    night = evening(8)
    night.publish()
    first = client.get(HALL, {"part": "live"})
    night.hand_in(night.table(1, 1))
    second = client.get(HALL, {"part": "live"})
    assert first["ETag"] != second["ETag"]
    shown = client.get(HALL, {"part": "live", "page": "2"}).content.decode()
    assert "Voorlopig: 1 van 2 tafels" in shown


def test_without_script_the_page_turns_by_itself(
    client: Client, evening: Build
) -> None:
    evening(47).publish()
    page = client.get(HALL).content.decode()
    assert '<noscript><meta http-equiv="refresh" content="12;url=?page=2">' in page
