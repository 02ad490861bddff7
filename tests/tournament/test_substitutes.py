"""Who sits in for somebody, under what name, and whom that counts for."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from scoring.models import Result
from scoring.refused import Refused
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.evenings import written
from tests.tournament.pair_nights import belotten_game, pair_night
from tests.tournament.test_rekenblad import check_rekenblad, recalculated
from tournament.actions import presence, registration, rounds, seats
from tournament.actions.substitutes import own_again, substitute
from tournament.models import Club, Player, Round, Seat
from tournament.queries.evening import evening as whole_evening
from tournament.queries.people import Attendance, attendance
from tournament.queries.places import candidates
from tournament.queries.ranked import Row
from tournament.queries.seating import people_at, seating
from tournament.queries.standings import standings

Build = Callable[..., Evening]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value).endswith(".")
    return caught.value.code


def known(night: Evening, name: str, consent: bool | None = None) -> Player:
    club = night.tournament.club
    return Player.objects.create(club=club, name=name, consent=consent)


def row_of(night: Evening, number: int) -> Row:
    rows = standings(night.tournament).rows
    return next(row for row in rows if row.person.number == number)


def seat_of(night: Evening, number: int, round_number: int = 1) -> Seat:
    return Seat.objects.get(
        round__tournament=night.tournament,
        round__number=round_number,
        entry__number=number,
    )


def names(night: Evening, round_: Round, *, public: bool = False) -> list[str | None]:
    tables = seating(night.tournament, round_, public=public).tables
    return [person.name for table in tables for person in table.people]


def state(night: Evening, number: int, round_number: int = 1) -> Attendance:
    entry = night.tournament.entries.get(number=number)
    return attendance(night.tournament, round_number)[entry.pk]


def test_a_substitute_sits_under_their_own_name_for_somebody(evening: Build) -> None:
    night = evening(4, names=["Jan de Vries"])
    round_ = night.publish()
    kees = known(night, "Kees Bakker")
    seat = substitute(round_, 1, kees, night.director)
    assert (seat.player, seat.entry.number, seat.apart) == (kees, 1, False)
    assert "Kees Bakker for Jan de Vries" in names(night, round_)
    at_table = people_at(night.table(1, 1))
    assert "Kees Bakker for Jan de Vries" in [person.name for person in at_table]
    assert state(night, 1) == state(night, 1, 2) == Attendance.ABSENT


def test_what_a_substitute_scores_counts_for_the_absent_person(evening: Build) -> None:
    night = evening(4)
    round_ = night.publish()
    substitute(round_, 1, "Kees Bakker", night.director)
    night.fill(round_)
    rounds.close(round_, night.director)
    place = seat_of(night, 1).place
    result = Result.objects.get(revision__sheet__table__number=1, place=place)
    assert row_of(night, 1).scores[0].total == result.total
    assert row_of(night, 1).gemist == 0


def test_a_substitute_who_counts_apart_leaves_a_missed_round(evening: Build) -> None:
    night = evening(4, substitutes="apart", missed_round="lowest")
    round_ = night.publish()
    assert substitute(round_, 1, "Kees Bakker", night.director).apart
    night.fill(round_)
    rounds.close(round_, night.director)
    mine = row_of(night, 1)
    others = [row.total for row in standings(night.tournament).rows if row != mine]
    assert (mine.scores[0].missed, mine.gemist) == (True, 1)
    assert mine.scores[0].total == min(others)


def test_the_setting_is_only_the_default_of_a_seat(evening: Build) -> None:
    night = evening(8, substitutes="apart")
    round_ = night.publish()
    assert not substitute(round_, 1, "Kees Bakker", night.director, apart=False).apart
    night.tournament.__class__.objects.update(substitutes="for_absent")
    assert substitute(round_, 2, "Riet Bakker", night.director, apart=True).apart
    assert not substitute(round_, 3, "Toos Bakker", night.director).apart


def test_the_person_plays_after_all_and_is_there_again(evening: Build) -> None:
    night = evening(4, substitutes="apart")
    round_ = night.publish()
    substitute(round_, 1, "Kees Bakker", night.director)
    substitute(round_, 1, "Riet Bakker", night.director)
    seat = own_again(round_, 1, night.director)
    assert (seat.player, seat.apart) == (seat.member.player, False)
    assert state(night, 1) == state(night, 1, 2) == Attendance.PRESENT


def test_what_a_substitute_counts_is_changed_without_another_substitute(
    evening: Build,
) -> None:
    night = evening(4)
    round_ = night.publish()
    kees = substitute(round_, 1, "Kees Bakker", night.director).player
    assert substitute(round_, 1, kees, night.director, apart=True).apart
    act = partial(substitute, round_, 1, kees, night.director, apart=True)
    assert refused(act) == "sits_there"
    own_again(round_, 1, night.director)
    assert state(night, 1) == Attendance.PRESENT


def test_nobody_plays_at_two_tables_at_once(evening: Build) -> None:
    night = evening(8, names=["Jan de Vries"])
    round_ = night.publish()
    kees = known(night, "Kees Bakker")
    substitute(round_, 1, kees, night.director)
    other = next(n for n in range(2, 9) if seat_of(night, n).table.number != 1)
    for player in (kees, seat_of(night, 2).player):
        act = partial(substitute, round_, other, player, night.director)
        if player != seat_of(night, other).player:
            assert refused(act) == "plays_elsewhere"
    here = seat_of(night, 1).table
    night.hand_in(night.table(1, here.number))
    free = next(n for n in range(1, 9) if seat_of(night, n).table.number != here.number)
    assert substitute(round_, free, kees, night.director).player == kees


def test_who_sits_in_elsewhere_does_not_come_late_at_a_table(evening: Build) -> None:
    night = evening(8)
    round_ = night.publish()
    kees = known(night, "Kees Bakker")
    substitute(round_, 1, kees, night.director)
    number = registration.register(night.tournament, kees, night.director).number
    act = partial(seats.add, round_, number, None, night.director)
    assert refused(act) == "plays_elsewhere"


def test_with_the_form_in_it_is_put_down_who_really_played(evening: Build) -> None:
    night = evening(4)
    round_ = night.publish()
    night.fill(round_)
    act = partial(substitute, round_, 1, "Kees Bakker", night.director)
    assert refused(act) == "form_in"
    assert act(seen=1).player.name == "Kees Bakker"
    rounds.close(round_, night.director)
    act = partial(own_again, round_, 1, night.director)
    assert refused(act) == "round_moved_on"


@pytest.mark.parametrize(
    ("named", "code"),
    [("", "no_name"), ("12", "no_name"), ("x" * 201, "name_too_long")],
)
def test_a_substitute_has_a_name(evening: Build, named: str, code: str) -> None:
    night = evening(4)
    round_ = night.publish()
    assert refused(partial(substitute, round_, 1, named, night.director)) == code


def test_where_nobody_is_named_it_is_asked_who_sits_in(evening: Build) -> None:
    night = evening(4)
    round_ = night.publish()
    with pytest.raises(Refused, match="Choose who sits in"):
        substitute(round_, 1, "", night.director)


def test_a_name_the_club_knows_is_that_person(evening: Build) -> None:
    night = evening(4)
    round_ = night.publish()
    kees = known(night, "Kees Bakker")
    assert substitute(round_, 1, "kees bakker", night.director).player == kees
    assert refused(partial(substitute, round_, 1, kees, night.director)) == "sits_there"


@pytest.mark.parametrize(
    ("own", "other", "shown"),
    [
        (True, True, "Kees for Jan"),
        (True, False, "substitute for Jan"),
        (False, True, "Kees for no. 1"),
        (False, None, "substitute for no. 1"),
    ],
)
def test_in_public_each_name_is_shown_only_where_its_owner_said_yes(
    evening: Build,
    client: Client,
    own: bool,
    other: bool | None,
    shown: str,
) -> None:
    night = evening(4, names=["Jan"], names_public="consent")
    Player.objects.filter(name="Jan").update(consent=own)
    round_ = night.publish()
    substitute(round_, 1, known(night, "Kees", other), night.director)
    assert shown in names(night, round_, public=True)
    assert "Kees for Jan" in names(night, round_)
    slug = night.tournament.slug
    for page in (f"/en/t/{slug}/seats/", f"/en/t/{slug}/hall/", f"/en/t/{slug}/"):
        text = client.get(page).content.decode()
        assert ("Kees" in text) == (bool(other) and not page.endswith(f"{slug}/"))
        assert own or "Jan" not in text


def test_what_a_participant_said_at_the_door_holds_where_they_sit_in_too(
    evening: Build,
) -> None:
    night = evening(4, names=["Jan"], names_public="consent")
    round_ = night.publish()
    kees = known(night, "Kees", consent=True)
    registration.register(night.tournament, kees, night.director, consent=False)
    substitute(round_, 1, kees, night.director)
    assert "Kees" not in str(names(night, round_, public=True))


def test_the_public_pages_hear_that_the_name_of_a_substitute_is_corrected(
    evening: Build,
) -> None:
    night = evening(4)
    round_ = night.publish()
    kees = known(night, "Kes Bakker")
    substitute(round_, 1, kees, night.director)
    night.tournament.refresh_from_db()
    before = night.tournament.results_version
    registration.change_player(
        kees,
        night.director,
        name="Kees Bakker",
        member_number="",
        note="",
        consent=None,
    )
    night.tournament.refresh_from_db()
    assert night.tournament.results_version > before


def test_of_a_pair_one_has_a_substitute_and_the_pair_plays(
    club: Club, director: User
) -> None:
    night = pair_night(club, director, 2, substitutes="apart")
    round_ = night.publish()
    substitute(round_, 1, "Kees Bakker", director, position=2, apart=False)
    assert "Kees Bakker for Bert A" in names(night, round_)
    night.hand_in(night.table(1, 1), belotten_game())
    assert row_of(night, 1).scores[0].total is not None
    substitute(round_, 1, "Riet Bakker", director, position=1, apart=True, seen=1)
    assert Seat.objects.filter(entry__number=1, apart=True).count() == 2
    assert row_of(night, 1).scores[0].missed
    own_again(round_, 1, director, position=1)
    own_again(round_, 1, director, position=2)
    assert not Seat.objects.filter(apart=True).exists()
    assert not row_of(night, 1).scores[0].missed


def test_who_may_sit_in_are_those_who_do_not_play_now(evening: Build) -> None:
    night = evening(9, names=["Jan", "Piet"])
    presence.set_presence(night.tournament, 1, {9: "if_needed"}, night.director)
    round_ = night.publish()
    known(night, "Kees")
    night.hand_in(night.table(1, 1))
    found = candidates(night.tournament, round_)
    assert [c.number for c in found.offered] == [9]
    assert [c.name for c in found.others] == ["Kees"]
    done = {s.entry.number for s in Seat.objects.filter(table__number=1)}
    assert {c.number for c in found.done} == done


@pytest.fixture
def substituted(evening: Build) -> Evening:
    """Two rounds: in the first somebody sits in for number 1, in the second apart."""
    night = evening(8, names=["Jan"], rounds_planned=2)
    for seed, apart in ((1, False), (2, True)):
        round_ = night.publish(seed=seed)
        number = 1 if seed == 1 else 2
        substitute(round_, number, f"Kees {'AB'[apart]}", night.director, apart=apart)
        for at, table in enumerate(round_.tables.order_by("number")):
            rows = FORM_OF_FOUR[at:] + FORM_OF_FOUR[:at]
            night.hand_in(night.table(round_.number, table.number), reading(rows))
        rounds.close(round_, night.director)
        presence.set_presence(
            night.tournament, round_.number + 1, {1: "present"}, night.director
        )
    return night


def test_the_workbook_names_who_sat_there_and_for_whom(substituted: Evening) -> None:
    seen = whole_evening(substituted.tournament)
    told = {seat.person.name: seat for seat in seen.seats}
    assert told["Kees A for Jan"].person.number == 1
    assert not told["Kees A for Jan"].apart
    apart = [seat for seat in seen.seats if seat.apart]
    assert [seat.round for seat in apart] == [2]


@pytest.mark.libreoffice
def test_rekenblad_rebuilds_the_standings_with_a_substitute_apart(
    substituted: Evening, tmp_path: Path
) -> None:
    data = written(whole_evening(substituted.tournament))
    check_rekenblad(recalculated(tmp_path, {"invaller": data})["invaller"])
