"""Under what name somebody is shown, and where they stand in a round."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.building import Evening
from tournament.actions import presence, registration
from tournament.models import Player
from tournament.queries.people import Attendance, attendance, people

Build = Callable[..., Evening]
YES, NO, UNKNOWN = True, False, None


def name_of_one(night: Evening, *, public: bool) -> str | None:
    return next(iter(people(night.tournament, public=public).values())).name


def answered(night: Evening, at_door: bool | None, in_book: bool | None) -> None:
    night.tournament.members.update(consent=at_door)
    Player.objects.update(consent=in_book)


@pytest.mark.parametrize(
    ("policy", "at_door", "in_book", "shown"),
    [
        ("all", UNKNOWN, UNKNOWN, True),
        ("all", UNKNOWN, YES, True),
        ("all", UNKNOWN, NO, False),
        ("all", YES, NO, True),
        ("all", NO, YES, False),
        ("all", NO, UNKNOWN, False),
        ("consent", UNKNOWN, UNKNOWN, False),
        ("consent", UNKNOWN, YES, True),
        ("consent", UNKNOWN, NO, False),
        ("consent", YES, NO, True),
        ("consent", YES, UNKNOWN, True),
        ("consent", NO, YES, False),
    ],
)
def test_what_was_said_at_the_door_goes_before_the_address_book(
    evening: Build,
    policy: str,
    at_door: bool | None,
    in_book: bool | None,
    shown: bool,
) -> None:
    night = evening(1, names=["Lucia D'Angelo"], names_public=policy)
    answered(night, at_door, in_book)
    assert (name_of_one(night, public=True) is not None) == shown
    assert name_of_one(night, public=False) == "Lucia D'Angelo"


def test_people_with_the_same_name_are_twins_in_whatever_case(evening: Build) -> None:
    night = evening(4, names=["Jan de Vries", "JAN DE VRIES", "Jan de Vriess", "Bo Li"])
    twins = [p.twin for p in people(night.tournament, public=False).values()]
    assert twins == [True, True, False, False]


def test_a_hidden_twin_does_not_give_itself_away_by_the_other_one(
    evening: Build,
) -> None:
    night = evening(2, names=["Jan de Vries", "Jan de Vries"])
    night.tournament.members.filter(entry__number=2).update(consent=False)
    folk = people(night.tournament, public=True).values()
    assert [(p.name, p.twin) for p in folk] == [("Jan de Vries", False), (None, False)]


def test_people_stand_in_the_order_of_their_start_numbers(
    evening: Build, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    night = evening(12)
    with django_assert_num_queries(1):
        folk = people(night.tournament, public=False)
    assert [p.number for p in folk.values()] == list(range(1, 13))
    assert list(folk) == [p.entry for p in folk.values()]


def test_the_five_ways_to_stand_in_a_round_have_a_label_each(evening: Build) -> None:
    night = evening(8, played=1)
    late = Player.objects.create(club=night.tournament.club, name="Laat Komer")
    registration.register(night.tournament, late, night.director)
    said = {1: "absent", 2: "sits_out", 3: "present"}
    presence.set_presence(night.tournament, 2, said, night.director)
    presence.withdraw(night.tournament.entries.get(number=4), 2, night.director)
    second = list(attendance(night.tournament, 2).values())
    assert second == [
        Attendance.ABSENT,
        Attendance.SITS_OUT,
        Attendance.PRESENT,
        Attendance.WITHDRAWN,
        *[Attendance.PRESENT] * 5,
    ]
    assert list(attendance(night.tournament, 1).values())[-1] == Attendance.NOT_YET
    assert (
        list(attendance(night.tournament, 1).values())[:4] == [Attendance.PRESENT] * 4
    )
    third = list(attendance(night.tournament, 3).values())
    assert third[:2] == [Attendance.ABSENT, Attendance.PRESENT]


def test_who_was_taken_off_the_list_stands_nowhere(evening: Build) -> None:
    night = evening(3)
    gone = night.tournament.entries.get(number=2)
    registration.unregister(gone, night.director)
    assert gone.pk not in people(night.tournament, public=False)
    assert gone.pk not in attendance(night.tournament, 1)
