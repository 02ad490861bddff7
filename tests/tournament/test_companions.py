"""Somebody who is learning and their help always sit together, at every event."""

import html
import re
from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.translation import override

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import company, presence, registration, rounds
from tournament.actions.company import keep_apart, keep_together, set_table
from tournament.models import Company, LogEntry, Member, Player
from tournament.queries.demands import demands
from tournament.queries.places import places_for
from tournament.queries.seating import seated_numbers
from tournament.queries.undo import now, undo_of
from tournament.seating import Rules

Build = Callable[..., Evening]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with override("en"):
        yield


def member(night: Evening, number: int) -> Member:
    members = night.tournament.members.select_related("entry", "player", "tournament")
    return members.get(entry__number=number)


def together(night: Evening, one: int, other: int) -> None:
    keep_together(member(night, one), member(night, other).player, night.director)


def press(desk: Client, night: Evening, path: str, **data: object) -> str:
    answer = desk.post(f"/en/desk/{night.tournament.slug}/{path}", data, follow=True)
    assert answer.status_code == 200
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


@pytest.mark.slow
def test_two_sit_together_in_every_draw_and_it_is_proven(evening: Build) -> None:
    night = evening(13, rounds_planned=4)
    together(night, 5, 2)
    together(night, 2, 5)
    assert Company.objects.count() == 1
    assert LogEntry.objects.filter(action="player.kept_together").count() == 1
    for seed in range(1, 5):
        assert demands(night.tournament, seed) == Rules(companions=((2, 5),))
        round_ = night.draw(seed)
        assert any({2, 5} <= {*table} for table in seated_numbers(round_))
        call_command("verify_draw", f"najaarsbollen/{seed}", stdout=StringIO())
        rounds.publish(round_, night.director)
        rounds.close(round_, night.director, without=frozenset({1, 2, 3}))


def test_it_is_said_of_the_people_and_holds_on_another_evening(evening: Build) -> None:
    night = evening(8)
    together(night, 1, 2)
    company.let_together(
        member(night, 1), member(night, 2).player, night.director
    )  # of another kind: nothing changes
    other = evening(8, name="Kerstbollen")
    known = [member(night, number).player for number in (1, 2)]
    for player in known:
        registration.register(other.tournament, player, other.director)
    assert demands(other.tournament, 1).companions == ((9, 10),)


def test_who_is_absent_is_waited_for_by_nobody(evening: Build) -> None:
    night = evening(9)
    together(night, 1, 2)
    presence.set_presence(night.tournament, 1, {1: "absent"}, night.director)
    assert night.draw()


def test_together_and_apart_is_refused_with_both_names(evening: Build) -> None:
    night = evening(8, names=["Anna", "Bert", "Carla"])
    together(night, 1, 2)
    for hard in (True, False):
        with pytest.raises(Refused, match=r"Bert and Anna are always to sit together"):
            keep_apart(
                member(night, 2), member(night, 1).player, night.director, hard=hard
            )
        keep_apart(member(night, 3), member(night, 2).player, night.director, hard=hard)
        with pytest.raises(Refused, match=r"Bert and Carla are kept apart"):
            together(night, 2, 3)
    with pytest.raises(Refused, match="Choose somebody else"):
        together(night, 1, 1)
    assert demands(night.tournament, 1) == Rules(
        rather_apart=((2, 3),), companions=((1, 2),)
    )


def test_two_tables_of_their_own_are_refused_whichever_is_said_first(
    evening: Build,
) -> None:
    night = evening(8, names=["Anna", "Bert"])
    set_table(member(night, 1), 1, night.director)
    set_table(member(night, 2), 2, night.director)
    with pytest.raises(Refused, match="Anna always has table 1 and Bert table 2"):
        together(night, 1, 2)
    set_table(member(night, 2), None, night.director)
    together(night, 1, 2)
    with pytest.raises(Refused, match="Bert always has table 2 and Anna table 1"):
        set_table(member(night, 2), 2, night.director)
    set_table(member(night, 2), 1, night.director)
    assert {1, 2} <= {*seated_numbers(night.draw())[0]}


def test_for_one_round_it_is_asked_which_of_two_tables_is_taken(
    desk: Client, evening: Build
) -> None:
    night = evening(12, names=["Anna", "Bert"])
    set_table(member(night, 1), 1, night.director)
    set_table(member(night, 2), 3, night.director)
    path = "people/1/table/together/"
    shown = press(desk, night, path, other="2", how="once")
    assert "Each of them has a table of their own: 1, 3." in shown
    assert "At which table do Anna and Bert sit in round 1?" in shown
    assert demands(night.tournament, 1) == Rules(fixed=((1, 1), (2, 3)))
    refused = press(desk, night, path, other="2", how="once", table="2")
    assert "At which table do Anna and Bert" in refused
    press(desk, night, path, other="2", table="1")
    press(desk, night, path, other="2", table="3")
    press(desk, night, path, other="2", table="3")
    assert demands(night.tournament, 1) == Rules(
        fixed=((1, 3), (2, 3)), together=((1, 2),)
    )
    assert demands(night.tournament, 2) == Rules(fixed=((1, 1), (2, 3)))
    assert LogEntry.objects.filter(action="entry.together").count() == 2
    log = desk.get("/en/desk/najaarsbollen/log/").content.decode()
    assert "sit at table 3 in round 1." in log
    assert {1, 2} <= {*seated_numbers(night.draw())[2]}
    for nobody in ("99", "x", "3"):
        page = desk.get(f"/en/desk/najaarsbollen/people/1/?with={nobody}")
        assert "At which table" not in page.content.decode()


def test_a_chain_too_long_for_a_table_is_named_when_it_is_drawn(
    evening: Build,
) -> None:
    night = evening(12, names=["Anna", "Bert", "Carla", "Dirk", "Els"])
    for number in range(1, 5):
        together(night, number, number + 1)
    with pytest.raises(Refused) as refused:
        night.draw()
    said = str(refused.value)
    assert refused.value.details["people"] == (1, 2, 3, 4, 5)
    assert "Anna" in said
    assert "Els" in said
    assert "they are to sit together, the number of seats at a table" in said


def test_a_chain_that_ends_in_two_kept_apart_is_named_as_a_whole(
    evening: Build,
) -> None:
    night = evening(8, names=["Anna", "Bert", "Carla"])
    together(night, 1, 2)
    together(night, 2, 3)
    keep_apart(member(night, 1), member(night, 3).player, night.director)
    with pytest.raises(Refused) as refused:
        night.draw()
    assert refused.value.details["people"] == (1, 2, 3)
    assert "they are kept apart, they are to sit together" in str(refused.value)


def test_who_comes_late_is_shown_to_the_table_of_their_company(
    evening: Build,
) -> None:
    night = evening(16)
    round_ = night.publish()
    late = Player.objects.create(club=night.tournament.club, name="Zoë")
    entry = registration.register(night.tournament, late, night.director)
    for number in range(1, 17):
        member_ = night.tournament.members.get(entry=entry)
        keep_together(member_, member(night, number).player, night.director)
        rooms = places_for(night.tournament, round_, entry.number)
        assert rooms.best
        assert rooms.best.beside
        assert number in {person.number for person in rooms.best.people}
        company.let_part(member_, member(night, number).player, night.director)


def test_the_persons_page_says_it_and_takes_it_back(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Anna", "Bert"])
    path = "people/1/table"
    shown = press(desk, night, f"{path}/together/", other="2", how="always")
    assert "Anna and Bert always sit at one table from now on." in shown
    assert "Bert <span" in shown
    assert "(always)" in shown
    shown = press(desk, night, f"{path}/together/", other="3", how="once")
    assert "(round 1)" in shown
    refused = press(desk, night, f"{path}/apart/", other="2", how="never")
    assert "Anna and Bert are always to sit together." in refused
    listed = desk.get("/en/desk/najaarsbollen/people/").content.decode()
    assert listed.count("always with 1") == 2
    bert = member(night, 2).player_id
    shown = press(desk, night, f"{path}/not-always/", other=str(bert))
    assert "Anna and Bert need not always sit together." in shown
    press(desk, night, f"{path}/not-always/", other=str(bert))
    assert LogEntry.objects.filter(action="player.not_together").count() == 1
    assert demands(night.tournament, 1) == Rules(together=((1, 3),))


def test_it_is_undone_from_the_log(desk: Client, evening: Build) -> None:
    night = evening(8, names=["Anna", "Bert"])
    together(night, 1, 2)
    shown = desk.get("/en/desk/najaarsbollen/log/").content.decode()
    assert "Anna and Bert always sit at one table." in shown
    said = LogEntry.objects.get(action="player.kept_together")
    undo = undo_of(said, now(night.tournament))
    assert undo
    number, act = undo.arguments
    press(desk, night, f"people/{number}/table/{act}/", **dict(undo.fields))
    assert not Company.objects.exists()


def test_a_proposal_from_before_names_who_were_to_sit_together(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Anna"])
    tables = seated_numbers(night.draw())
    here = next(table for table in tables if 1 in table)
    other = next(n for table in tables if table != here for n in table)
    together(night, 1, other)
    shown = desk.get("/en/desk/najaarsbollen/").content.decode()
    assert "were to sit together, and do not." in shown
