"""Every version of a form can be looked at, and an earlier one counts again when
somebody says why.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Draft, Result, Revision
from scoring.refused import Refused
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.pair_nights import belotten_game
from tests.tournament.test_sheet_page import Page, form_of
from tournament.actions import rounds, sheets
from tournament.models import LogEntry
from tournament.queries.standings import standings

Build = Callable[..., Evening]
SWAPPED = [*FORM_OF_FOUR[1:], FORM_OF_FOUR[0]]


@pytest.fixture
def night(evening: Build) -> Evening:
    """Table 1 has a form and its correction, in which everybody's rows moved up."""
    night = evening(8)
    night.publish()
    night.hand_in(night.table(1, 1))
    night.hand_in(
        night.table(1, 1), reading(SWAPPED), based_on=1, reason="rijen verschoven"
    )
    return night


def address(night: Evening, asked: str = "", table: int = 1) -> str:
    here = f"/en/desk/{night.tournament.slug}/rounds/1/tables"
    return f"{here}/{table}/{asked}"


def take_back(desk: Client, night: Evening, number: int, **more: str) -> Any:
    form = {
        "take_back": str(number),
        "based_on": "2",
        "key": "k",
        "reason": "toch niet",
    }
    return desk.post(address(night, f"?revision={number}"), form | more)


def counted(night: Evening) -> Revision:
    return Revision.objects.get(sheet=night.table(1, 1).sheet, counted=True)


def test_the_page_lists_who_handed_in_when_from_where_and_why(
    desk: Client, night: Evening
) -> None:
    page = " ".join(Page(desk.get(address(night))).text.split())
    assert "version 2, at the desk (margriet)" in page
    assert "Reason: rijen verschoven" in page
    assert "Take this version back" not in page


def test_an_earlier_version_is_shown_read_only_beside_the_form(
    desk: Client, night: Evening
) -> None:
    response = desk.get(address(night, "?revision=1"))
    looked = response.context["versions"]
    assert (looked.looked.number, counted(night).number) == (1, 2)
    shown = [" ".join(cell.value for cell in row.cells) for row in looked.form.rows]
    assert shown == list(FORM_OF_FOUR)
    page = Page(response)
    assert page.value("take_back") == "1"
    # The form itself still is the one that counts, to be corrected.
    assert page.value("based_on") == "2"


@pytest.mark.parametrize("asked", ["9", "0", "-1", "x", "9" * 400, "1' or '1"])
def test_a_version_that_is_not_there_is_not_shown(
    desk: Client, night: Evening, asked: str
) -> None:
    response = desk.get(address(night), {"revision": asked})
    assert response.status_code == 200
    assert response.context["versions"].looked is None


def test_an_empty_table_has_no_versions(desk: Client, night: Evening) -> None:
    assert "Versions of this form" not in Page(desk.get(address(night, table=2))).text


def test_taking_a_version_back_adds_one_that_says_the_same_with_the_reason(
    desk: Client, night: Evening
) -> None:
    kept = list(Revision.objects.order_by("pk").values("pk", "number", "cells"))
    before = standings(night.tournament)
    response = take_back(desk, night, 1)
    assert response.headers["Location"] == address(night)
    newest = counted(night)
    assert (newest.number, newest.reason, newest.source) == (3, "toch niet", "desk")
    assert newest.made_by == night.director
    assert newest.cells == reading(FORM_OF_FOUR)
    totals = Result.objects.filter(revision=newest).order_by("place")
    assert [result.total for result in totals] == [16, 9, 15, 17]
    assert standings(night.tournament) != before
    assert (
        list(Revision.objects.order_by("pk").values("pk", "number", "cells"))[
            : len(kept)
        ]
        == kept
    )
    entry = LogEntry.objects.get(action="sheet.corrected", data__revision=3)
    assert (entry.data["again"], entry.data["reason"]) == (1, "toch niet")


def test_without_a_reason_nothing_is_taken_back(desk: Client, night: Evening) -> None:
    response = take_back(desk, night, 1, reason="  ")
    assert response.status_code == 422
    assert "Say why you change a form that is in" in response.content.decode()
    assert response.context["versions"].looked.number == 1
    assert counted(night).number == 2


def test_who_looked_at_an_older_list_is_told_and_keeps_the_reason(
    desk: Client, night: Evening
) -> None:
    night.hand_in(
        night.table(1, 1),
        reading([*SWAPPED[1:], SWAPPED[0]]),
        based_on=2,
        reason="nog eens geteld",
    )
    response = take_back(desk, night, 1)
    assert response.status_code == 422
    assert counted(night).number == 3
    page = Page(response)
    assert "handed in by somebody else" in page.text
    assert (page.value("reason"), page.value("based_on")) == ("toch niet", "3")
    # Now that it has been seen, it can be pressed again.
    assert take_back(desk, night, 1, based_on="3").status_code == 302
    assert counted(night).cells == reading(FORM_OF_FOUR)


def test_pressed_twice_it_is_taken_back_once(desk: Client, night: Evening) -> None:
    for _ in range(2):
        assert take_back(desk, night, 1).status_code == 302
    assert Revision.objects.count() == 3


def test_the_version_that_counts_is_not_handed_in_once_more(
    desk: Client, night: Evening
) -> None:
    take_back(desk, night, 2)
    assert Revision.objects.count() == 2


def test_a_version_that_is_not_there_is_refused(desk: Client, night: Evening) -> None:
    response = take_back(desk, night, 7)
    assert response.status_code == 422
    assert "This form has no version 7." in response.content.decode()
    with pytest.raises(Refused) as refused:
        sheets.take_back_version(
            night.table(1, 2), 1, night.director, key="k", based_on=0, reason="ja"
        )
    assert refused.value.code == "revision_gone"


def test_what_is_half_typed_stays_when_a_version_is_taken_back(
    desk: Client, night: Evening
) -> None:
    typed = form_of(SWAPPED, c1_1="") | {"draft": "1", "based_on": "2"}
    desk.post(address(night), typed)
    cells = Draft.objects.get().cells
    take_back(desk, night, 1)
    assert Draft.objects.get().cells == cells


def test_a_version_is_taken_back_after_the_round_is_closed(
    desk: Client, night: Evening
) -> None:
    night.hand_in(night.table(1, 2))
    rounds.close(night.round(1), night.director)
    assert take_back(desk, night, 1).status_code == 302
    assert counted(night).cells == reading(FORM_OF_FOUR)


def test_versions_cost_the_same_however_many_there_are(
    desk: Client, night: Evening
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert desk.get(address(night, "?revision=1")).status_code == 200
        return len(found)

    few = queries()
    for number in range(2, 12):
        rows = SWAPPED if number % 2 else FORM_OF_FOUR
        night.hand_in(
            night.table(1, 1), reading(rows), based_on=number, reason="nog eens"
        )
    assert queries() == few


def test_a_version_of_a_form_kept_deal_by_deal_can_be_looked_at_and_taken_back(
    desk: Client, evening: Build
) -> None:
    night = evening(4, rulebook="belotten")
    night.publish()
    game = belotten_game()
    night.hand_in(night.table(1, 1), game)
    other = {**game, "first_dealer": 2}
    night.hand_in(night.table(1, 1), other, based_on=1, reason="een plaats opgeschoven")
    assert "1088" in Page(desk.get(address(night, "?revision=1"))).text
    assert take_back(desk, night, 1).status_code == 302
    assert counted(night).cells == game
