"""The desk's pages of a seating that is out, and forms whose people changed."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.models import Draft
from tests.building import FORM_OF_FIVE, FORM_OF_FOUR, Evening
from tests.tournament.test_log import press_undo
from tests.tournament.test_substitutes import known, seat_of
from tournament.actions import presence, registration, seats
from tournament.models import Player, Seat

Build = Callable[..., Evening]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def here(night: Evening, path: str) -> str:
    return f"/en/desk/{night.tournament.slug}/{path}"


def shown(desk: Client, night: Evening, path: str) -> str:
    response = desk.get(here(night, path))
    assert response.status_code == 200
    return unescape(response.content.decode())


def press(desk: Client, night: Evening, path: str, **fields: Any) -> str:
    response = desk.post(here(night, path), fields, follow=True)
    assert response.status_code in (200, 422)
    return unescape(response.content.decode())


def late(night: Evening, name: str = "Late Lotte") -> int:
    player = Player.objects.create(club=night.tournament.club, name=name)
    return registration.register(night.tournament, player, night.director).number


def seated(night: Evening, table: int = 1) -> list[int]:
    found = Seat.objects.filter(table__round__number=1, table__number=table)
    return list(found.order_by("place").values_list("entry__number", flat=True))


def fields_of(page: str) -> dict[str, str]:
    """What the score form of a page holds, by name; of a choice what is chosen."""
    form = page.split("data-sheet", 1)[1].split("</form>", 1)[0]
    typed = re.findall(r'<input[^>]* name="([^"]+)"[^>]*? value="([^"]*)"', form)
    chosen = re.search(r'<option value="(\d+)" selected', form)
    return dict(typed) | ({"first_dealer": chosen[1]} if chosen else {})


@pytest.fixture
def night(evening: Build) -> Evening:
    """Nine people at a table of five and one of four; the seating is out."""
    night = evening(9, names=["Jan de Vries", "Zoë Lammers"])
    night.publish()
    return night


def test_a_latecomer_is_found_and_seated_in_two_presses(
    desk: Client, night: Evening
) -> None:
    number = late(night)
    assert "Late Lotte" in shown(desk, night, "rounds/1/newcomer/")
    page = shown(desk, night, f"rounds/1/newcomer/?number={number}")
    four = next(n for n in (1, 2) if len(seated(night, n)) == 4)
    assert f"Join table {four}" in page
    assert "From 4 to 5 people." in page
    page = press(desk, night, "rounds/1/newcomer/", number=number, table=four)
    assert f"Late Lotte sits at table {four}, place 5." in page
    page = press_undo(desk, night, f"Late Lotte (no. {number}) joined table")
    assert number not in seated(night, four)
    log = shown(desk, night, "log/")
    assert "undone" in log


def test_who_is_late_is_sought_without_a_script_by_number_or_name(
    desk: Client, night: Evening
) -> None:
    for name in ("Late Lotte", "Trage Truus"):
        late(night, name)
    by_number = shown(desk, night, "rounds/1/newcomer/?q=11")
    assert "Trage Truus" in by_number
    assert "Late Lotte" not in by_number
    assert "Late Lotte" in shown(desk, night, "rounds/1/newcomer/?q=LÀTE")
    assert "without a seat" in shown(desk, night, "rounds/1/newcomer/?q=niemand")


def test_the_director_may_choose_another_table(desk: Client, night: Evening) -> None:
    number = late(night)
    five = next(n for n in (1, 2) if len(seated(night, n)) == 5)
    press(desk, night, "rounds/1/newcomer/", number=number, table=five)
    assert seated(night, five)[-1] == number


def test_a_form_that_came_in_meanwhile_is_said(desk: Client, night: Evening) -> None:
    number = late(night)
    night.hand_in(night.table(1, 1))
    page = press(desk, night, "rounds/1/newcomer/", number=number, table=1)
    assert "The form of table 1 is in, so who sits there stays as it is." in page
    for act in ("remove", "leave"):
        person = seated(night)[0]
        page = press(desk, night, f"rounds/1/seats/{person}/{act}/", deal="3")
        assert "The form of table 1 is in" in page


def test_the_page_of_a_table_asks_what_happens_to_a_place(
    desk: Client, night: Evening
) -> None:
    five = next(n for n in (1, 2) if len(seated(night, n)) == 5)
    person = seated(night, five)[1]
    page = shown(desk, night, f"rounds/1/tables/{five}/people/?number={person}")
    for choice in ("Let them sit in", "Go on with 4", "Note that they left"):
        assert choice in page
    assert "Take round 1 back" in page
    page = press(desk, night, f"rounds/1/seats/{person}/remove/")
    assert "the table goes on with one fewer" in page
    assert person not in seated(night, five)
    press_undo(desk, night, next(iter(_named(person, night))))
    assert seated(night, five)[1] == person


def _named(number: int, night: Evening) -> Iterator[str]:
    entry = night.tournament.entries.get(number=number)
    name = entry.members.get().player.name
    yield f"{name} (no. {number}) was taken out"


def test_a_person_leads_to_their_place_in_the_round(
    desk: Client, night: Evening
) -> None:
    table = seat_of(night, 1).table.number
    page = shown(desk, night, "people/1/")
    assert f"rounds/1/tables/{table}/people/?number=1#what" in page


def test_a_substitute_is_chosen_typed_and_taken_back(
    desk: Client, night: Evening
) -> None:
    kees = known(night, "Kees Bakker")
    page = press(desk, night, "rounds/1/seats/1/substitute/", player=kees.pk, seen=0)
    assert "Kees Bakker sits in for number 1" in page
    assert "Kees Bakker for Jan de Vries" in page
    cards = shown(desk, night, "rounds/1/cards/")
    assert "Kees Bakker for Jan de Vries" in cards
    assert "Kees Bakker for Jan de Vries" in shown(desk, night, "rounds/1/forms/")
    press_undo(desk, night, "Kees Bakker sits in for Jan de Vries (no. 1)")
    assert seat_of(night, 1).player.name == "Jan de Vries"
    page = press(desk, night, "rounds/1/seats/1/substitute/", name="Nieuwe Nel", seen=0)
    assert "Nieuwe Nel sits in for number 1" in page


def test_who_sits_in_may_count_otherwise_with_one_press(
    desk: Client, night: Evening
) -> None:
    press(desk, night, "rounds/1/seats/1/substitute/", name="Nieuwe Nel", seen=0)
    press(desk, night, "rounds/1/seats/1/substitute/", name="", apart="yes", seen=0)
    seat = seat_of(night, 1)
    assert (seat.player.name, seat.apart) == ("Nieuwe Nel", True)
    path = f"rounds/1/tables/{seat.table.number}/people/?number=1"
    assert 'name="apart" value="yes" checked' in shown(desk, night, path)


def test_a_refused_substitute_leaves_what_was_typed(
    desk: Client, night: Evening
) -> None:
    page = press(
        desk, night, "rounds/1/seats/1/substitute/", name="Zoë Lammers", seen=0
    )
    assert "Zoë Lammers plays at table" in page
    assert 'value="Zoë Lammers"' in page
    page = press(desk, night, "rounds/1/seats/1/substitute/", name="  ", seen=0)
    assert "Choose who sits in, or type the name of somebody new." in page


def test_leaving_is_on_the_form_of_the_desk_and_of_the_captain(
    desk: Client, client: Client, night: Evening
) -> None:
    person = seated(night)[0]
    press(desk, night, f"rounds/1/seats/{person}/leave/", deal="9")
    code = night.table(1, 1).code
    for page in (
        shown(desk, night, "rounds/1/tables/1/"),
        client.get(f"/en/c/{code}/").content.decode(),
    ):
        fields = fields_of(page)
        assert [fields[f"c1-{deal}"] for deal in (8, 9, 10, 11)] == ["", "-", "-", "-"]
        assert fields["c2-9"] == ""


def filled(places: int, numbers: list[int]) -> dict[str, str]:
    rows = {4: FORM_OF_FOUR, 5: FORM_OF_FIVE}[places]
    cells = {
        f"c{place}-{deal}": text
        for place, row in enumerate(rows, 1)
        for deal, text in enumerate(row.split(), 1)
    }
    return cells | {"seats": ",".join(map(str, numbers)), "first_dealer": "4"}


def test_rows_typed_before_somebody_went_stay_with_their_people(
    desk: Client, client: Client, night: Evening
) -> None:
    """The captain had the form of five open when number two was taken out."""
    five = next(n for n in (1, 2) if len(seated(night, n)) == 5)
    people = seated(night, five)
    typed = filled(5, people)
    seats.remove(night.round(1), people[1], night.director)
    code = night.table(1, five).code
    page = client.post(f"/en/c/{code}/", typed | {"check": "1"}).content.decode()
    fields = fields_of(page)
    for place, was in enumerate((1, 3, 4, 5), 1):
        assert fields[f"c{place}-3"] == typed[f"c{was}-3"]
    assert "c5-1" not in fields
    assert fields["first_dealer"] == "3"
    assert fields["seats"] == ",".join(map(str, seated(night, five)))


def test_rows_typed_before_somebody_came_are_kept_and_the_new_one_is_asked(
    desk: Client, night: Evening
) -> None:
    four = next(n for n in (1, 2) if len(seated(night, n)) == 4)
    typed = filled(4, seated(night, four))
    seats.add(night.round(1), late(night), four, night.director)
    path = here(night, f"rounds/1/tables/{four}/")
    response = desk.post(path, typed | {"key": "k", "based_on": "0"})
    assert response.status_code == 422
    fields = fields_of(response.content.decode())
    assert [fields[f"c{n}-1"] for n in (1, 2, 3, 4, 5)] == [
        *(typed[f"c{n}-1"] for n in (1, 2, 3, 4)),
        "",
    ]
    assert len(Draft.objects.get().cells["rows"]) == 5


def test_presence_has_four_choices_counts_and_a_search(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Jan de Vries", "Zoë Lammers"])
    said = {"p1": "if_needed", "p2": "absent", "p3": "sits_out", "p4": "present"}
    press(desk, night, "presence/", **said)
    page = shown(desk, night, "presence/")
    for state, count in (("present", 5), ("if needed", 1), ("absent", 1)):
        assert f"{state} <strong>{count}</strong>" in page
    one = shown(desk, night, "presence/?q=zoe")
    assert "Zoë Lammers" in one
    assert "Jan de Vries" not in one
    assert "Jan de Vries" in shown(desk, night, "presence/?state=if_needed")
    page = press(desk, night, "presence/", p2="present", filtered="1")
    assert "Who is there for round 1?" in page
    assert "1 change saved." in page


def test_the_proposal_says_who_plays_because_it_is_needed(
    desk: Client, evening: Build
) -> None:
    night = evening(17, names=["Jan de Vries", "Zoë Lammers"])
    press(desk, night, "presence/", p1="if_needed", p2="if_needed", p3="if_needed")
    page = shown(desk, night, "")
    assert "1 person who plays if needed makes the tables fit." in page
    night.draw()
    page = shown(desk, night, "")
    assert "Plays because it makes the tables fit:" in page
    taken = page.split("Plays because")[1].split("Not needed this round:")
    assert "Jan de Vries" in taken[0]
    assert "Zoë Lammers" in taken[1]


def test_what_a_substitute_counts_may_change_and_stands_in_the_log(
    desk: Client, night: Evening
) -> None:
    settings = {
        "name": "Najaarsbollen",
        "date": "2026-11-14",
        "rounds_planned": 4,
        "names_public": "all",
        "missed_round": "lowest_or_zero",
        "substitutes": "apart",
    }
    press(desk, night, "settings/", **settings)
    page = shown(desk, night, f"rounds/1/tables/1/people/?number={seated(night)[0]}")
    assert 'name="apart" value="yes" checked' in page
    assert "what a substitute scores counts from" in shown(desk, night, "log/")
    del settings["substitutes"]  # a page of before this was asked
    press(desk, night, "settings/", **settings)
    night.tournament.refresh_from_db()
    assert night.tournament.substitutes == "apart"


@pytest.mark.parametrize(
    "path",
    [
        "presence/",
        "rounds/2/newcomer/",
        "rounds/2/newcomer/?number={late}",
        "rounds/2/tables/1/people/?number={seated}",
    ],
)
def test_pages_ask_as_much_of_many_people_as_of_few(
    desk: Client, evening: Build, path: str
) -> None:
    counts = []
    for people in (20, 60):
        night = evening(people, name=f"Avond {people}", played=1)
        away = dict.fromkeys(range(1, people // 5 + 1), "absent")
        presence.set_presence(night.tournament, 2, away, night.director)
        night.publish(seed=2)
        seat = Seat.objects.filter(
            round__tournament=night.tournament, round__number=2, table__number=1
        ).first()
        assert seat
        where = path.format(late=1, seated=seat.entry.number)
        desk.get(here(night, where))
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert desk.get(here(night, where)).status_code == 200
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 20


def test_who_comes_when_a_round_is_out_is_led_to_a_table_from_the_card_at_the_door(
    desk: Client, evening: Build
) -> None:
    night = evening(9)
    night.publish()
    number = late(night)
    to_a_table = f"rounds/1/newcomer/?number={number}"
    for part in ("", "&part=live"):
        assert to_a_table in shown(desk, night, f"door/?in={number}{part}")
        assert "newcomer" not in shown(desk, night, f"door/?in=3{part}")
    seats.add(night.round(1), number, None, night.director)
    assert to_a_table not in shown(desk, night, f"door/?in={number}")
    entry = night.tournament.entries.get(number=late(night, "Toch Niet"))
    presence.withdraw(entry, 1, night.director)
    assert "newcomer" not in shown(desk, night, f"door/?in={entry.number}")


def test_who_is_not_there_is_named_before_the_draw(
    desk: Client, evening: Build
) -> None:
    night = evening(20)
    assert "Not there" not in shown(desk, night, "")
    away = dict.fromkeys(range(1, 15), "absent") | {15: "sits_out"}
    presence.set_presence(night.tournament, 1, away, night.director)
    page = shown(desk, night, "")
    assert "Not there: Speler A" in page
    assert page.count("Speler ") == 12
    assert "and 3 more" in page
