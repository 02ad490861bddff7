"""A form that was typed under the wrong table goes where it belongs, and back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.models import Draft, Revision, Sheet
from scoring.refused import Refused
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.test_log import press_undo
from tests.tournament.test_sheet_page import Page
from tournament.actions import sheets, twoforms
from tournament.actions.moving import move_form
from tournament.queries.standings import standings
from tournament.queries.twoforms import second_form, with_two_forms

Build = Callable[..., Evening]
OTHER = [*FORM_OF_FOUR[1:], FORM_OF_FOUR[0]]


@pytest.fixture
def night(evening: Build) -> Evening:
    """Twelve people at three tables; the form of table 2 was typed under table 1."""
    night = evening(12)
    night.publish()
    night.hand_in(night.table(1, 1), reading(OTHER))
    return night


def lies(night: Evening, table: int, round_: int = 1) -> tuple[str, Any, list[int]]:
    """The state of a table's sheet, the rows that count, and all its versions."""
    sheet = Sheet.objects.get(table=night.table(round_, table))
    counted = sheet.revisions.filter(counted=True).first()
    rows = [" ".join(row) for row in counted.cells["rows"]] if counted else None
    return sheet.state, rows, [r.number for r in sheet.revisions.all()]


def move(night: Evening, frm: int, to: int, **wishes: Any) -> Revision:
    wishes = {"based_on": 1, "reason": "verkeerde tafel", **wishes}
    return move_form(night.table(1, frm), night.table(1, to), night.director, **wishes)


def refused(act: Callable[..., object], *arguments: Any, **named: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(*arguments, **named)
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_a_form_goes_to_the_right_table_and_the_wrong_one_is_open(
    night: Evening,
) -> None:
    made = move(night, 1, 2)
    assert lies(night, 1) == ("open", None, [1])
    assert lies(night, 2) == ("approved", OTHER, [1])
    assert made.reason.endswith(": verkeerde tafel")
    assert made.made_by == night.director
    entry = night.tournament.log.latest("pk")
    assert entry.action == "sheet.moved"
    assert (entry.data["table"], entry.data["to_table"]) == (1, 2)
    # The open table is filled in as if it was new, and keeps its history.
    night.hand_in(night.table(1, 1))
    assert lies(night, 1) == ("approved", list(FORM_OF_FOUR), [1, 2])
    assert night.tournament.log.latest("pk").action == "sheet.handed_in"


def test_a_move_and_the_move_back_leave_the_standings_as_they_were(
    night: Evening,
) -> None:
    def totals() -> list[tuple[int, float]]:
        return [(r.person.number, r.total) for r in standings(night.tournament).rows]

    before = totals()
    move(night, 1, 3)
    assert totals() != before
    move(night, 3, 1)
    assert totals() == before
    assert lies(night, 1)[2] == [1, 2]


def test_where_a_form_lies_already_the_two_change_places(night: Evening) -> None:
    night.hand_in(night.table(1, 2))
    assert refused(move, night, 1, 2) == "sheet_changed"
    assert lies(night, 1)[1] == OTHER
    move(night, 1, 2, target_based_on=1)
    assert lies(night, 1) == ("approved", list(FORM_OF_FOUR), [1, 2])
    assert lies(night, 2) == ("approved", OTHER, [1, 2])
    assert night.tournament.log.latest("pk").action == "sheet.exchanged"


def test_what_a_phone_sent_as_a_second_form_waits_on_through_an_exchange(
    night: Evening,
) -> None:
    night.hand_in(night.table(1, 2))
    for table in (1, 2):  # at table 2 it is what comes to lie there
        cells = reading([OTHER, FORM_OF_FOUR[::-1]][table == 1])
        assert twoforms.keep_second(night.table(1, table), cells, key=f"phone {table}")
    move(night, 1, 2, target_based_on=1)
    assert with_two_forms(night.round(1)) == (1,)
    second = second_form(sheets.laid(night.table(1, 1)))
    assert second
    assert second.cells == reading(FORM_OF_FOUR[::-1])
    assert second.key == "phone 1"


def test_a_form_goes_to_a_round_that_is_closed(evening: Build) -> None:
    night = evening(8, played=1)
    night.publish(seed=2)
    night.hand_in(night.table(2, 1), reading(OTHER))
    move_form(
        night.table(2, 1),
        night.table(1, 1),
        night.director,
        based_on=1,
        target_based_on=1,
        reason="lag bij ronde 1",
    )
    assert lies(night, 1, 1)[1] == OTHER
    assert lies(night, 1, 2)[1] == list(FORM_OF_FOUR)


def test_what_cannot_be_moved_says_why(night: Evening, evening: Build) -> None:
    assert refused(move, night, 1, 1) == "same_table"
    assert refused(move, night, 1, 2, reason=" \0 ") == "reason_missing"
    assert refused(move, night, 1, 2, based_on=2) == "sheet_changed"
    assert refused(move, night, 2, 3, based_on=0) == "nothing_to_move"
    mixed = evening(9, name="Gemengd")
    mixed.publish()
    mixed.hand_in(mixed.table(1, 1))
    assert refused(move, mixed, 1, 2) == "other_size"
    assert lies(night, 1) == ("approved", OTHER, [1])


def test_a_form_that_was_sent_back_is_moved_too(night: Evening, outsider: User) -> None:
    type(night.tournament).objects.update(verification="second")
    night.tournament.refresh_from_db()
    night.hand_in(night.table(1, 2))
    sheets.send_back(night.table(1, 2), 1, outsider, "andere namen")
    move(night, 2, 3)
    assert lies(night, 2) == ("open", None, [1])
    assert lies(night, 3)[0] == "handed_in"


def test_what_a_colleague_is_typing_at_the_other_table_stays(
    night: Evening, outsider: User
) -> None:
    sheets.save_draft(night.table(1, 2), reading(FORM_OF_FOUR), outsider)
    sheets.save_draft(night.table(1, 2), reading(FORM_OF_FOUR), night.director)
    move(night, 1, 2)
    assert Draft.objects.count() == 2


def test_the_page_names_who_sits_at_both_tables_before_it_is_done(
    desk: Client, night: Evening
) -> None:
    here = f"/en/desk/{night.tournament.slug}/rounds/1/tables/1/move/"
    first = desk.get(here)
    assert [(c.round, c.table) for c in first.context["choices"]] == [(1, 2), (1, 3)]
    page = desk.get(f"{here}?to=1-2")
    text = page.content.decode()
    for table in (1, 2):
        for seat in night.table(1, table).seats.select_related("player"):
            assert text.count(seat.player.name) >= 1
    assert lies(night, 1)[0] == "approved"
    sent = {n: Page(page).value(n) for n in ("to", "based_on", "target_based_on")}
    assert desk.post(here, {**sent, "to": "1-2"}).status_code == 422
    done = desk.post(here, {**sent, "to": "1-2", "reason": "lag verkeerd"}, follow=True)
    assert done.redirect_chain[-1][0].endswith("/tables/2/")
    assert "The form lies at table 2" in done.content.decode()
    old = desk.get(here.removesuffix("move/")).content.decode()
    assert "Moved to table 2 in round 1." in old


def test_the_page_offers_to_exchange_and_the_slower_of_two_sees_how_it_is(
    desk: Client, night: Evening
) -> None:
    here = f"/en/desk/{night.tournament.slug}/rounds/1/tables/1/move/"
    night.hand_in(night.table(1, 2))
    page = desk.get(f"{here}?to=1-2").content.decode()
    assert "Exchange the forms of table 1 and table 2" in page
    sent = {"to": "1-2", "based_on": "1", "target_based_on": "0", "reason": "x"}
    answer = desk.post(here, sent)
    assert answer.status_code == 422
    assert "Meanwhile another form came in" in answer.content.decode()
    assert Page(answer).value("target_based_on") == "1"


@pytest.mark.parametrize("to", ["", "x", "9-9", "1-1", "²-1", "1-" + "9" * 400, "-"])
def test_garbage_as_the_other_table_changes_nothing(
    desk: Client, night: Evening, to: str
) -> None:
    here = f"/en/desk/{night.tournament.slug}/rounds/1/tables/1/move/"
    assert desk.get(here, {"to": to}).status_code == 200
    sent = {"to": to, "based_on": "1", "target_based_on": "0", "reason": "x"}
    assert desk.post(here, sent).status_code in (200, 422)
    assert lies(night, 1) == ("approved", OTHER, [1])


def test_moving_is_undone_in_the_log_by_moving_back(
    desk: Client, night: Evening
) -> None:
    move(night, 1, 2)
    page = press_undo(
        desk, night, "The form of table 1 in round 1 was moved to table 2"
    )
    assert "newest first" in page
    assert lies(night, 1)[:2] == ("approved", OTHER)
    assert lies(night, 2)[:2] == ("open", None)
    night.hand_in(night.table(1, 2))
    move(night, 1, 2, based_on=2, target_based_on=2)
    press_undo(desk, night, "The forms of table 1 in round 1 and table 2 in round 1")
    assert lies(night, 1)[1] == OTHER
    assert lies(night, 2)[1] == list(FORM_OF_FOUR)
