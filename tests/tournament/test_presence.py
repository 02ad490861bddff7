"""Saying who is there, who sits out and who has gone home."""

from collections.abc import Callable

import pytest
from django.core.management import call_command

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import presence, rounds, seats
from tournament.models import LogEntry, Presence, Tournament
from tournament.queries.people import Attendance, attendance

Build = Callable[..., Evening]


def state(night: Evening, number: int, round_number: int) -> Attendance:
    entry = night.tournament.entries.get(number=number)
    return attendance(night.tournament, round_number)[entry.pk]


def people_version(night: Evening) -> int:
    return Tournament.objects.get(pk=night.tournament.pk).people_version


def test_only_what_differs_is_written_and_counted(evening: Build) -> None:
    night = evening(4)
    said = {1: "present", 2: "absent", 3: "sits_out", 4: "present"}
    assert presence.set_presence(night.tournament, 1, said, night.director) == 2
    assert Presence.objects.count() == 2
    before = people_version(night)
    assert presence.set_presence(night.tournament, 1, said, night.director) == 0
    assert people_version(night) == before


def test_absent_lasts_until_the_next_word(evening: Build) -> None:
    night = evening(4)
    presence.set_presence(night.tournament, 1, {2: "absent"}, night.director)
    assert state(night, 2, 4) == Attendance.ABSENT
    presence.set_presence(night.tournament, 3, {2: "present"}, night.director)
    assert [state(night, 2, n) for n in (1, 2, 3, 4)] == [
        Attendance.ABSENT,
        Attendance.ABSENT,
        Attendance.PRESENT,
        Attendance.PRESENT,
    ]


def test_sitting_out_is_for_one_round(evening: Build) -> None:
    night = evening(4)
    presence.set_presence(night.tournament, 2, {3: "sits_out"}, night.director)
    assert [state(night, 3, n) for n in (1, 2, 3)] == [
        Attendance.PRESENT,
        Attendance.SITS_OUT,
        Attendance.PRESENT,
    ]


def test_a_number_nobody_has_and_people_who_left_are_passed_over(
    evening: Build,
) -> None:
    night = evening(4)
    presence.withdraw(night.tournament.entries.get(number=1), 1, night.director)
    said = {1: "present", 99: "absent"}
    assert presence.set_presence(night.tournament, 1, said, night.director) == 0
    assert state(night, 1, 1) == Attendance.WITHDRAWN


def test_presence_is_refused_for_a_round_whose_seating_is_out(evening: Build) -> None:
    night = evening(4)
    night.publish()
    with pytest.raises(Refused) as caught:
        presence.set_presence(night.tournament, 1, {1: "absent"}, night.director)
    assert caught.value.code == "round_drawn"
    assert not Presence.objects.exists()


def test_presence_changes_under_a_proposal_make_it_stale(evening: Build) -> None:
    night = evening(5)
    night.draw()
    drawn_for = people_version(night)
    presence.set_presence(night.tournament, 1, {1: "absent"}, night.director)
    assert people_version(night) > drawn_for


def test_who_plays_if_needed_does_so_in_turn(evening: Build) -> None:
    night = evening(17, rounds_planned=4)
    said = dict.fromkeys((3, 9, 12), "if_needed")
    presence.set_presence(night.tournament, 1, said, night.director)
    taken = []
    for seed in (1, 2, 3, 4):
        round_ = night.play(seed)
        taken += round_.inputs["helpers"]["taken"]
        assert round_.seats.count() == 15
        assert len(round_.inputs["helpers"]["spare"]) == 2
    assert taken == [3, 9, 12, 3]


def test_the_tables_that_were_chosen_say_how_many_are_needed(evening: Build) -> None:
    night = evening(10)
    presence.set_presence(
        night.tournament, 1, {1: "if_needed", 2: "if_needed"}, night.director
    )
    chosen = rounds.draw(night.tournament, night.director, seed=1, sizes=(5, 5))
    assert night.round(1).inputs["helpers"] == {"taken": [1, 2], "spare": []}
    rounds.discard(chosen, night.director)
    by_rule = rounds.draw(night.tournament, night.director, seed=1)
    assert night.round(1).inputs["helpers"] == {"taken": [], "spare": [1, 2]}
    with pytest.raises(Refused):
        rounds.draw(
            night.tournament, night.director, replacing=by_rule, sizes=(5, 5, 5)
        )


def test_a_draw_with_who_was_needed_can_be_proven(evening: Build) -> None:
    night = evening(17)
    presence.set_presence(night.tournament, 1, {4: "if_needed"}, night.director)
    night.publish()
    call_command("verify_draw", night.tournament.slug, "1")


def test_who_is_needed_as_a_latecomer_still_plays_only_if_needed(
    evening: Build,
) -> None:
    night = evening(9)
    presence.set_presence(night.tournament, 1, {9: "if_needed"}, night.director)
    seats.add(night.publish(), 9, None, night.director)
    assert state(night, 9, 2) == Attendance.IF_NEEDED


def test_nobody_withdraws_from_a_round_they_have_a_seat_in(evening: Build) -> None:
    night = evening(4)
    night.publish()
    entry = night.tournament.entries.get(number=1)
    with pytest.raises(Refused) as caught:
        presence.withdraw(entry, 1, night.director)
    assert caught.value.code == "already_seated"
    presence.withdraw(entry, 2, night.director)
    assert state(night, 1, 1) == Attendance.PRESENT
    assert state(night, 1, 2) == Attendance.WITHDRAWN


def test_withdrawing_twice_keeps_the_first_round_said(evening: Build) -> None:
    night = evening(9, played=1)
    entry = night.tournament.entries.get(number=1)
    presence.withdraw(entry, 2, night.director)
    night.play(seed=2)
    presence.withdraw(entry, 3, night.director)
    assert state(night, 1, 2) == Attendance.WITHDRAWN
    assert LogEntry.objects.filter(action="entry.withdrawn").count() == 1


def test_a_withdrawal_is_taken_back_and_stands_in_the_log(evening: Build) -> None:
    night = evening(4)
    entry = night.tournament.entries.get(number=1)
    presence.withdraw(entry, 1, night.director)
    presence.take_back(entry, night.director)
    assert state(night, 1, 1) == Attendance.PRESENT
    deeds = LogEntry.objects.filter(action__startswith="entry.").order_by("pk")
    assert [d.action for d in deeds][-2:] == ["entry.withdrawn", "entry.taken_back"]
    assert {d.user for d in deeds} == {night.director}
