"""A seating that is out: a latecomer to one table, one fewer, and who leaves."""

import uuid
from collections.abc import Callable, Sequence
from functools import partial

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import translation

from scoring.models import Sheet
from scoring.refused import Refused
from tests.building import FORM_OF_FIVE, FORM_OF_FOUR, Evening, reading
from tests.tournament.pair_nights import pair_night
from tournament.actions import presence, registration, rounds, seats, sheets
from tournament.models import Club, Player, Presence, Round, Seat, Table
from tournament.queries.people import Attendance, attendance
from tournament.queries.places import places_for
from tournament.queries.standings import standings

Build = Callable[..., Evening]


def latecomer(night: Evening, name: str = "Late Lotte") -> int:
    player = Player.objects.create(club=night.tournament.club, name=name)
    return registration.register(night.tournament, player, night.director).number


def seated(night: Evening, round_number: int = 1) -> dict[int, list[int]]:
    """Start numbers per table in seat order; places run from 1 without a gap."""
    found: dict[int, list[int]] = {}
    for seat in Seat.objects.filter(
        round__tournament=night.tournament, round__number=round_number
    ).order_by("table__number", "place"):
        at = found.setdefault(seat.table.number, [])
        at.append(seat.entry.number)
        assert seat.place == len(at)
    return found


def state(night: Evening, number: int, round_number: int = 1) -> Attendance:
    entry = night.tournament.entries.get(number=number)
    return attendance(night.tournament, round_number)[entry.pk]


def draft(night: Evening, table: int, rows: Sequence[str]) -> None:
    sheets.save_draft(night.table(1, table), reading(rows), night.director)


def sheet(night: Evening, table: int) -> Sheet:
    found = night.table(1, table).sheet
    assert found
    return found


def drafted(night: Evening, table: int) -> list[list[str]]:
    found = sheet(night, table).drafts.get(device__startswith="desk")
    rows: list[list[str]] = found.cells["rows"]
    return rows


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_a_latecomer_joins_one_table_and_all_others_stay(evening: Build) -> None:
    night = evening(8)
    round_ = night.publish()
    before, code = seated(night), night.table(1, 1).code
    number = latecomer(night)
    assert state(night, number) == Attendance.NOT_YET
    seat = seats.add(round_, number, None, night.director)
    joined = seat.table.number
    after = seated(night)
    assert after.pop(joined) == [*before.pop(joined), number]
    assert after == before
    assert sheet(night, joined).places == 5
    assert night.table(1, 1).code == code
    assert state(night, number) == Attendance.PRESENT
    night.fill(round_)
    rounds.close(round_, night.director)
    row = next(r for r in standings(night.tournament).rows if r.person.number == number)
    assert row.scores[0].size == 5
    assert not row.scores[0].missed


def test_a_latecomer_of_a_later_round_missed_the_ones_before(evening: Build) -> None:
    night = evening(8, played=1)
    number = latecomer(night)
    round_ = night.publish(seed=2)
    assert number in [n for at in seated(night, 2).values() for n in at]
    late = latecomer(night, "Nog Later")
    seats.add(round_, late, 2, night.director)
    assert [state(night, late, n) for n in (1, 2, 3)] == [
        Attendance.NOT_YET,
        Attendance.PRESENT,
        Attendance.PRESENT,
    ]
    rows = {r.person.number: r for r in standings(night.tournament).rows}
    assert rows[late].scores[0].missed
    night.fill(round_)
    rounds.close(round_, night.director)
    night.draw(seed=3)
    everybody = sorted(n for at in seated(night, 3).values() for n in at)
    assert everybody == list(range(1, 11))


def test_the_best_table_is_the_smallest_where_play_has_not_begun(
    evening: Build,
) -> None:
    night = evening(13)  # 5 + 4 + 4
    round_ = night.publish()
    number = latecomer(night)
    sizes = {at: len(people) for at, people in seated(night).items()}
    fours = [at for at, size in sizes.items() if size == 4]
    draft(night, fours[0], FORM_OF_FOUR)
    rooms = places_for(night.tournament, round_, number)
    assert rooms.best
    assert rooms.best.number == fours[1]
    assert {r.number for r in rooms.tables if r.begun} == {fours[0]}
    night.hand_in(night.table(1, fours[1]))
    rooms = places_for(night.tournament, round_, number)
    assert fours[1] not in {r.number for r in rooms.tables}
    assert rooms.in_ == 1


def test_the_latecomer_meets_as_few_again_as_there_can_be(evening: Build) -> None:
    night = evening(16, played=1)
    away = night.tournament.entries.get(number=1)
    presence.set_presence(night.tournament, 2, {1: "absent"}, night.director)
    round_ = night.publish(seed=2)
    rooms = places_for(night.tournament, round_, 1)
    smallest = min(r.size for r in rooms.tables)
    fewest = min(len(r.again) for r in rooms.tables if r.size == smallest)
    assert rooms.best
    assert len(rooms.best.again) == fewest
    seats.add(round_, 1, None, night.director)
    assert state(night, 1, 2) == Attendance.PRESENT
    seats.unseat(round_, 1, night.director)
    assert Presence.objects.get(entry=away, round_number=2).state == "absent"


def test_the_undo_of_a_latecomer_leaves_everything_as_it_was(evening: Build) -> None:
    night = evening(8)
    round_ = night.publish()
    before = seated(night)
    draft(night, 1, [*FORM_OF_FOUR[:3], "1x 1 0" + " " * 8])
    number = latecomer(night)
    seats.add(round_, number, 1, night.director)
    assert drafted(night, 1)[4] == ["-", "-", "-", *[""] * 8]
    seats.unseat(round_, number, night.director)
    assert seated(night) == before
    assert state(night, number) == Attendance.NOT_YET
    assert [len(drafted(night, 1)), sheet(night, 1).places] == [4, 4]


def test_who_joins_a_table_where_play_has_begun_was_not_dealt_in_before(
    evening: Build,
) -> None:
    night = evening(8)
    round_ = night.publish()
    begun = reading(FORM_OF_FOUR)
    begun["rows"] = [[*row[:3], *[""] * 8] for row in begun["rows"]]
    sheets.save_draft(night.table(1, 1), begun, night.director)
    seats.add(round_, latecomer(night), 1, night.director)
    rows = drafted(night, 1)
    assert rows[:4] == begun["rows"]
    assert rows[4] == ["-", "-", "-", *[""] * 8]


def test_a_table_goes_on_with_one_fewer_and_back_on_the_same_seat(
    evening: Build,
) -> None:
    night = evening(5)
    round_ = night.publish()
    [people] = seated(night).values()
    gone = people[1]
    blank = ["" for _ in range(11)]
    rows = [row.split() for row in FORM_OF_FIVE]
    rows[1] = blank
    sheets.save_draft(
        night.table(1, 1),
        {"rows": rows, "penalties": [{"place": 3}], "first_leader": 4},
        night.director,
    )
    seats.remove(round_, gone, night.director)
    assert seated(night) == {1: [people[0], *people[2:]]}
    assert sheet(night, 1).places == 4
    assert state(night, gone) == state(night, gone, 2) == Attendance.ABSENT
    cells = sheet(night, 1).drafts.get().cells
    assert cells["rows"] == [rows[0], *rows[2:]]
    assert (cells["penalties"], cells["first_leader"]) == ([{"place": 2}], 3)
    seats.put_back(round_, gone, night.director)
    assert seated(night) == {1: people}
    assert state(night, gone) == Attendance.PRESENT
    cells = sheet(night, 1).drafts.get().cells
    assert (cells["rows"], cells["first_leader"]) == (rows, 4)


def test_what_is_written_for_somebody_is_never_thrown_away(evening: Build) -> None:
    night = evening(5)
    round_ = night.publish()
    draft(night, 1, FORM_OF_FIVE)
    [people] = seated(night).values()
    code = refused(lambda: seats.remove(round_, people[0], night.director))
    assert code == "written_already"
    assert drafted(night, 1) == [row.split() for row in FORM_OF_FIVE]
    assert seated(night) == {1: people}


def test_a_table_too_small_for_the_game_keeps_everybody(evening: Build) -> None:
    night = evening(3)
    round_ = night.publish()
    code = refused(lambda: seats.remove(round_, 1, night.director))
    assert code == "table_too_small"
    assert len(seated(night)[1]) == 3


def test_a_table_that_is_full_takes_nobody_more(evening: Build) -> None:
    night = evening(6)
    round_ = rounds.draw(night.tournament, night.director, seed=1, sizes=(6,))
    rounds.publish(round_, night.director)
    number = latecomer(night)
    assert places_for(night.tournament, round_, number).best is None
    for table, code in ((1, "table_full"), (None, "no_table"), (9, "no_table")):
        act = partial(seats.add, round_, number, table, night.director)
        assert refused(act) == code


def test_once_a_form_is_in_its_table_stays_as_it_is(evening: Build) -> None:
    night = evening(8)
    round_ = night.publish()
    night.hand_in(night.table(1, 1))
    here = seated(night)[1]
    number = latecomer(night)
    user = night.director
    for act in (
        partial(seats.add, round_, number, 1, user),
        partial(seats.remove, round_, here[0], user),
        partial(seats.leave, round_, here[0], 4, user),
    ):
        assert refused(act) == "form_in"
    assert seated(night)[1] == here
    seats.add(round_, number, None, night.director)
    assert seated(night)[2][-1] == number


def test_nobody_has_two_seats_in_a_round(evening: Build) -> None:
    night = evening(8)
    round_ = night.publish()
    code = refused(lambda: seats.add(round_, 1, None, night.director))
    assert code == "seated_already"


def test_who_has_withdrawn_takes_part_again_before_they_get_a_seat(
    evening: Build,
) -> None:
    night = evening(9)
    entry = night.tournament.entries.get(number=9)
    presence.withdraw(entry, 1, night.director)
    round_ = night.publish()
    assert refused(lambda: seats.add(round_, 9, None, night.director)) == "withdrawn"
    presence.take_back(entry, night.director)
    assert seats.add(round_, 9, None, night.director).entry.number == 9


def test_a_round_that_is_proposed_or_closed_is_not_changed_like_this(
    evening: Build,
) -> None:
    night = evening(8, played=1)
    closed = night.round(1)
    proposed = night.draw(seed=2)
    number = latecomer(night)
    for round_ in (closed, proposed):
        code = refused(partial(seats.add, round_, number, None, night.director))
        assert code == "round_moved_on"


def test_who_leaves_during_the_game_is_not_dealt_in_from_that_deal_on(
    evening: Build,
) -> None:
    night = evening(4)
    round_ = night.publish()
    begun = reading(FORM_OF_FOUR)
    begun["rows"] = [[*row[:3], *[""] * 8] for row in begun["rows"]]
    sheets.save_draft(night.table(1, 1), begun, night.director)
    gone = seated(night)[1][1]
    seats.leave(round_, gone, 4, night.director)
    rows = drafted(night, 1)
    assert rows[1] == [*begun["rows"][1][:3], *["-"] * 8]
    assert rows[0] == begun["rows"][0]
    assert state(night, gone) == Attendance.PRESENT
    assert state(night, gone, 2) == Attendance.ABSENT
    seats.stay(round_, gone, night.director)
    assert drafted(night, 1) == begun["rows"]
    assert state(night, gone, 2) == Attendance.PRESENT


@pytest.mark.parametrize("deal", [0, 12])
def test_nobody_leaves_from_a_deal_that_there_is_not(evening: Build, deal: int) -> None:
    night = evening(4)
    round_ = night.publish()
    code = refused(lambda: seats.leave(round_, 1, deal, night.director))
    assert code == "no_such_deal"


def test_a_round_is_drawn_again_without_somebody(evening: Build) -> None:
    night = evening(9)
    round_ = night.publish()
    seats.redraw_without(round_, 3, night.director)
    round_.refresh_from_db()
    assert round_.state == Round.State.PROPOSED
    assert rounds.is_stale(round_, type(night.tournament).objects.get())
    again = rounds.draw(night.tournament, night.director, seed=2, replacing=round_)
    assert again.seats.count() == 8
    assert not again.seats.filter(entry__number=3).exists()


def test_a_round_with_a_form_in_is_not_drawn_again(evening: Build) -> None:
    night = evening(8)
    round_ = night.publish()
    night.hand_in(night.table(1, 1))
    code = refused(lambda: seats.redraw_without(round_, 1, night.director))
    assert code == "round_moved_on"
    assert state(night, 1) == Attendance.PRESENT


def test_a_pair_is_not_taken_apart(club: Club, director: User) -> None:
    night = pair_night(club, director, 4)
    round_ = night.publish()
    assert refused(lambda: seats.remove(round_, 1, director)) == "pairs_stay"
    seats.redraw_without(round_, 1, director)
    assert state(night, 1) == Attendance.ABSENT


def test_a_game_by_deal_that_has_begun_keeps_its_people(evening: Build) -> None:
    night = evening(3, rulebook="bolivia")
    round_ = night.publish()
    number = latecomer(night)
    table = night.table(1, 1)
    started = {"deals": [{"card_points": {"A": 100}}], "first_dealer": 1}
    sheets.save_draft(table, started, night.director)
    code = refused(lambda: seats.add(round_, number, 1, night.director))
    assert code == "written_already"
    code = refused(lambda: seats.leave(round_, 1, 2, night.director))
    assert code == "not_by_deal"
    Sheet.objects.get(table=table).drafts.all().delete()
    assert seats.add(round_, number, 1, night.director).place == 4


def test_the_form_of_a_table_that_grew_is_handed_in_with_a_row_more(
    evening: Build,
) -> None:
    night = evening(4)
    round_ = night.publish()
    number = latecomer(night)
    seats.add(round_, number, 1, night.director)
    table = Table.objects.select_related("sheet", "round__tournament").get()
    short = reading(FORM_OF_FOUR)
    with pytest.raises(Refused):
        sheets.hand_in(table, short, night.director, key=uuid.uuid4().hex, based_on=0)
    night.hand_in(table)
    assert [len(r.scores) for r in standings(night.tournament).rows] == [1] * 5


def test_the_draw_of_a_round_changed_afterwards_can_still_be_proven(
    evening: Build, capsys: pytest.CaptureFixture[str]
) -> None:
    night = evening(9)
    round_ = night.publish()
    seats.remove(round_, 2, night.director)
    seats.add(round_, latecomer(night), None, night.director)
    with translation.override("en"):
        call_command("verify_draw", night.tournament.slug, "1")
    said = capsys.readouterr().out
    assert "number 2" in said
    assert "10 " in said
