"""What a correction changes is seen before it is saved, and is what it then changes."""

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Revision, Sheet
from tests.building import FORM_OF_FOUR, FORMS, Evening, reading
from tests.tournament.pair_nights import belotten_game
from tests.tournament.test_sheet_page import Page, address, correct, form_of, post
from tournament.models import Prize
from tournament.queries.corrections import changes_by
from tournament.queries.seating import people_at
from tournament.queries.standings import standings
from tournament.views.compare import compare
from tournament.views.filling import build_form

Build = Callable[..., Evening]
SWAPPED = [*FORM_OF_FOUR[1:], FORM_OF_FOUR[0]]


@pytest.fixture
def night(evening: Build) -> Evening:
    """Four people who played a round: totals 17, 15, 16 and 9 in order of place."""
    night = evening(4)
    night.publish()
    night.hand_in(night.table(1, 1))
    return night


def changes(night: Evening, cells: Any, table: int = 1, round_: int = 1) -> Any:
    sheet = Sheet.objects.get(table=night.table(round_, table))
    return changes_by(night.tournament, sheet, cells)


def board(night: Evening) -> dict[int, tuple[float, int]]:
    rows = standings(night.tournament).rows
    return {row.person.entry: (row.total, row.place) for row in rows}


def test_the_totals_and_places_that_change_are_told_old_and_new(
    night: Evening,
) -> None:
    before = board(night)
    told = changes(night, reading(SWAPPED))
    assert board(night) == before  # looking writes nothing
    night.hand_in(night.table(1, 1), reading(SWAPPED), based_on=1, reason="verschoven")
    after = board(night)
    assert {
        each.person.entry: (
            (each.total_before, each.place_before),
            (each.total, each.place),
        )
        for each in told.moved
    } == {entry: (before[entry], after[entry]) for entry in before}
    assert told.places == sum(before[e][1] != after[e][1] for e in before)


def test_who_gets_and_loses_the_first_places_and_the_prizes_is_told(
    night: Evening,
) -> None:
    tournament = night.tournament
    Prize.objects.create(tournament=tournament, kind="place", place=4, what="een worst")
    told = changes(night, reading(SWAPPED))
    first, *_rest, last = told.tops
    assert (first.place, last.place, last.prize) == (1, 4, "een worst")
    rows = standings(tournament).rows
    assert [p.entry for p in first.before] == [rows[0].person.entry]
    assert [p.entry for p in last.before] == [rows[-1].person.entry]
    assert first.before != first.after


def test_who_would_be_in_a_final_that_is_drawn_is_told(evening: Build) -> None:
    night = evening(8, played=1)
    ranking = [(r.person.number, r.place) for r in standings(night.tournament).rows]
    final = night.publish(seed=2)
    final.inputs["way"] = {"key": "final", "ranking": ranking, "final": [4]}
    final.save(update_fields=["inputs"])
    assert changes(night, reading(FORM_OF_FOUR)).finals == ()
    # Everybody at table 1 gets what nobody there had, and three of them are out.
    told = changes(night, reading(["0x 0x 0x 0x 0x 0x 0x 0x 0x 0x 0x"] * 4))
    (of_final,) = told.finals
    assert of_final.round == 2
    best = {number for number, place in ranking if place <= 4}
    at_one = set(night.table(1, 1).seats.values_list("entry__number", flat=True))
    assert {p.number for p in of_final.goes_out} <= best & at_one
    assert {p.number for p in of_final.goes_in} <= set(range(1, 9)) - best
    assert of_final.goes_out


def test_what_changes_no_total_changes_nobody(night: Evening) -> None:
    told = changes(night, reading(FORM_OF_FOUR))
    assert (told.moved, told.tops, told.places) == ((), (), 0)


@pytest.mark.parametrize("seed", range(8))
def test_the_preview_is_always_what_the_correction_then_does(
    evening: Build, seed: int
) -> None:
    """Rows handed round at any table of any round, by a form that is there or not."""
    chance = random.Random(seed)
    night = evening(13, played=2, missed_round="average")
    round_, table = chance.choice((1, 2)), chance.choice((1, 2, 3))
    where = night.table(round_, table)
    assert where.sheet
    rows = FORMS[where.sheet.places]
    turned = chance.randrange(1, len(rows))
    cells = reading([*rows[turned:], *rows[:turned]])
    before = board(night)
    told = changes(night, cells, table, round_)
    night.hand_in(where, cells, based_on=1, reason="nageteld")
    after = board(night)
    moved = {m.person.entry: (m.total, m.place) for m in told.moved}
    assert {**before, **moved} == after
    assert all(before[entry] != after[entry] for entry in moved)


def test_a_correction_is_saved_only_after_it_was_shown(
    desk: Client, night: Evening
) -> None:
    typed = form_of(based_on="1", pen1="1", reason="strafbol vergeten")
    shown = post(desk, night, typed)
    assert shown.status_code == 200
    assert Revision.objects.count() == 1
    person = shown.context["typed"].changes.moved[0].person
    assert person.name in shown.content.decode()
    page = Page(shown)
    assert page.value("pen1") == "1"
    assert page.value("reason") == "strafbol vergeten"
    sure = page.value("sure")
    # Typed on after the look: shown anew.
    other = post(desk, night, typed | {"sure": sure, "pen1": "2"})
    assert (other.status_code, Revision.objects.count()) == (200, 1)
    assert post(desk, night, typed | {"sure": sure}).status_code == 302
    assert Revision.objects.get(counted=True).cells["penalties"] == [{"place": 1}]


def test_a_first_form_is_not_asked_twice(desk: Client, evening: Build) -> None:
    night = evening(4)
    night.publish()
    assert post(desk, night, form_of()).status_code == 302


def test_a_correction_while_another_comes_in_shows_both(
    desk: Client, night: Evening
) -> None:
    typed = form_of(based_on="1", pen1="1", reason="strafbol vergeten")
    sure = Page(post(desk, night, typed)).value("sure")
    night.hand_in(night.table(1, 1), reading(SWAPPED), based_on=1, reason="verschoven")
    late = post(desk, night, typed | {"sure": sure})
    assert late.status_code == 422
    assert late.context["two"].differences
    assert Revision.objects.count() == 2


def test_the_first_of_two_forms_stays_and_the_second_is_kept_as_a_version(
    desk: Client, night: Evening
) -> None:
    typed = form_of(SWAPPED)
    page = Page(post(desk, night, typed))
    sent = typed | {n: page.value(n) for n in ("based_on", "key", "sure")}
    done = desk.post(address(night), sent | {"keep_first": "1"}, follow=True)
    assert done.redirect_chain[-1][0] == address(night)
    kept = list(Revision.objects.order_by("number"))
    rows = [[" ".join(row) for row in r.cells["rows"]] for r in kept]
    assert rows == [list(FORM_OF_FOUR), SWAPPED, list(FORM_OF_FOUR)]
    assert [r.counted for r in kept] == [False, False, True]
    log = [entry.action for entry in night.tournament.log.all()[:2]]
    assert log == ["sheet.second_kept_out", "sheet.handed_in"]
    # Pressed twice it is one act.
    assert desk.post(address(night), sent | {"keep_first": "1"}).status_code == 302
    assert Revision.objects.count() == 3
    log = [entry.action for entry in night.tournament.log.all()[:2]]
    assert log == ["sheet.second_kept_out", "sheet.handed_in"]


def test_the_first_is_not_kept_when_a_third_form_came_in_meanwhile(
    desk: Client, night: Evening
) -> None:
    typed = form_of(SWAPPED)
    page = Page(post(desk, night, typed))
    sent = typed | {n: page.value(n) for n in ("based_on", "key")}
    third = reading(FORM_OF_FOUR, penalties=[{"place": 1}])
    night.hand_in(night.table(1, 1), third, based_on=1, reason="verzaakt")
    late = post(desk, night, sent | {"keep_first": "1"})
    assert late.status_code == 422
    assert late.context["two"].differences
    assert Page(late).value("c1-2") == "1"  # what was typed
    assert Revision.objects.count() == 2


@pytest.mark.parametrize("based_on", ["0", "9", "x"])
def test_without_a_first_form_none_is_kept(
    desk: Client, evening: Build, based_on: str
) -> None:
    night = evening(4)
    night.publish()
    sent = form_of(based_on=based_on, keep_first="1")
    assert post(desk, night, sent).status_code == 422
    assert not Revision.objects.exists()


def test_forms_by_deal_are_compared_deal_by_deal(
    desk: Client, pair_evening: Callable[..., Evening]
) -> None:
    night = pair_evening(2)
    night.publish()
    first = belotten_game()
    second = copy.deepcopy(first) | {"first_dealer": 2}
    second["deals"][2] = copy.deepcopy(first["deals"][3])
    night.hand_in(night.table(1, 1), first)
    sheet = Sheet.objects.get(table=night.table(1, 1))
    seated = people_at(night.table(1, 1))
    forms = [build_form(sheet, seated, cells, bare=True) for cells in (first, second)]
    told = compare(*forms)
    assert told.alike
    assert told.differences
    dealer, *rest = told.differences
    assert (dealer.first, dealer.second) == tuple(p.name for p in seated[:2])
    assert {each.where.split(",")[0] for each in rest} == {"Gift 3"}
    assert told.first.differing == told.second.differing != frozenset()


def test_a_second_form_that_cannot_be_right_is_kept_as_a_draft(
    desk: Client, night: Evening
) -> None:
    typed = form_of(c1_4="3")
    page = Page(post(desk, night, typed))
    assert page.wrong
    sent = typed | {n: page.value(n) for n in ("based_on", "key")}
    desk.post(address(night), sent | {"keep_first": "1"})
    assert Revision.objects.count() == 1
    shown = Page(desk.get(address(night)))
    assert shown.value("c1-4") == "3"
    desk.post(address(night), {"drop": "1"})
    assert Page(desk.get(address(night))).value("c1-4") == "1"


def test_the_second_of_two_forms_is_taken_with_a_reason_in_one_press(
    desk: Client, night: Evening
) -> None:
    typed = form_of(SWAPPED)
    page = Page(post(desk, night, typed))
    sent = typed | {n: page.value(n) for n in ("based_on", "key", "sure")}
    assert post(desk, night, sent).status_code == 422  # why?
    assert post(desk, night, sent | {"reason": "papier klopt"}).status_code == 302
    assert Revision.objects.get(counted=True).number == 2


def test_the_second_of_two_forms_taken_without_a_reason_shows_both_again(
    desk: Client, night: Evening
) -> None:
    typed = form_of(SWAPPED)
    page = Page(post(desk, night, typed))
    sent = typed | {n: page.value(n) for n in ("based_on", "key", "sure", "two")}
    answer = post(desk, night, sent)
    assert answer.status_code == 422
    assert answer.context["two"].differences
    assert answer.context["typed"].changes
    again = Page(answer)
    sent |= {n: again.value(n) for n in ("based_on", "key", "sure", "two")}
    assert post(desk, night, sent | {"reason": "papier klopt"}).status_code == 302
    assert Revision.objects.get(counted=True).number == 2


def test_a_preview_costs_as_many_queries_at_200_people(
    desk: Client, evening: Build
) -> None:
    asked = []
    for count in (20, 200):
        night = evening(count, name=f"Avond {count}")
        night.fill(night.publish())
        where = night.table(1, 1)
        assert where.sheet
        rows = FORMS[where.sheet.places]
        typed = form_of(rows, based_on="1", pen1="1", reason="x")
        desk.get(address(night))  # what was said of the night before is read
        with CaptureQueriesContext(connection) as queries:
            assert post(desk, night, typed).status_code == 200
        asked.append(len(queries))
        assert correct(desk, night, typed).status_code == 302
    assert asked[0] == asked[1] < 30
