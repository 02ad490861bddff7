"""Who looks at a form before it is approved: nobody, a second person, or the table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Revision, Sheet
from scoring.refused import Refused
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.test_captain import typed
from tests.tournament.test_log import press_undo
from tests.tournament.test_sheet_page import Page
from tournament.actions import rounds, sheets
from tournament.models import Table
from tournament.queries.standings import standings

Build = Callable[..., Evening]
OTHER = [*FORM_OF_FOUR[1:], FORM_OF_FOUR[0]]
State = Sheet.State


@pytest.fixture
def second(evening: Build) -> Evening:
    """Eight people; a second person looks at every form. Table 1 is in."""
    night = evening(8, verification="second")
    night.publish()
    night.hand_in(night.table(1, 1))
    return night


@pytest.fixture
def by_table(evening: Build) -> Evening:
    """The same, where the table itself looks."""
    night = evening(8, verification="table")
    night.publish()
    night.hand_in(night.table(1, 1))
    return night


@pytest.fixture
def colleague(second: Evening) -> User:
    user = User.objects.create_user("henk")
    second.tournament.club.staff.add(user)
    return user


def state(night: Evening, table: int = 1) -> str:
    sheet = night.table(1, table).sheet
    assert sheet
    return sheet.state


def refused(act: Callable[..., object], *arguments: Any, **named: Any) -> str:
    with pytest.raises(Refused) as caught:
        act(*arguments, **named)
    assert str(caught.value).endswith(".")
    return caught.value.code


def page_of(night: Evening, table: int = 1) -> str:
    slug = night.tournament.slug
    return f"/en/desk/{slug}/rounds/1/tables/{table}/check/"


def link(table: Table) -> str:
    return f"/en/c/{table.code}/"


def counted(night: Evening, table: int = 1) -> Revision | None:
    sheet = night.table(1, table).sheet
    return Revision.objects.filter(sheet=sheet, counted=True).first()


def test_without_a_policy_handing_in_approves(evening: Build) -> None:
    night = evening(4)
    night.publish()
    night.hand_in(night.table(1, 1))
    assert state(night) == State.APPROVED


def test_a_form_counts_provisionally_until_somebody_else_approves_it(
    second: Evening, colleague: User
) -> None:
    assert state(second) == State.HANDED_IN
    ranked = standings(second.tournament)
    assert (ranked.provisional, ranked.unseen, ranked.rounds[0].counted) == (True, 1, 1)
    table = second.table(1, 1)
    assert refused(sheets.approve, table, 1, second.director) == "same_person"
    assert refused(sheets.approve, table, 1, None) == "not_the_table"
    sheets.approve(table, 1, colleague)
    assert state(second) == State.APPROVED
    assert standings(second.tournament).unseen == 0
    assert refused(sheets.approve, table, 1, colleague) == "not_waiting"


def test_the_public_and_the_hall_see_that_a_form_is_still_to_be_looked_at(
    client: Client, second: Evening, colleague: User
) -> None:
    second.hand_in(second.table(1, 2))
    here = f"/en/t/{second.tournament.slug}/"
    page = client.get(here).content.decode()
    assert "2 forms still have to be looked at." in page
    assert "Provisional" in client.get(f"{here}hall/?page=2").content.decode()
    for table in (1, 2):
        sheets.approve(second.table(1, table), 1, colleague)
    assert "Provisional" not in client.get(here).content.decode()


def test_only_the_version_that_was_shown_is_approved_or_sent_back(
    second: Evening, colleague: User
) -> None:
    table = second.table(1, 1)
    second.hand_in(table, reading(OTHER), based_on=1, reason="nageteld")
    assert refused(sheets.approve, table, 1, colleague) == "sheet_changed"
    assert refused(sheets.send_back, table, 1, colleague, "x") == "sheet_changed"
    assert state(second) == State.HANDED_IN
    sheets.approve(table, 2, colleague)


def test_a_form_that_was_sent_back_does_not_count_until_it_is_in_again(
    second: Evening, colleague: User
) -> None:
    table = second.table(1, 1)
    assert refused(sheets.send_back, table, 1, colleague, "  ") == "reason_missing"
    sheets.send_back(table, 1, colleague, "gift 3 van Jan")
    sheet = Sheet.objects.get(table=table)
    assert (sheet.state, sheet.sent_back_because) == (State.SENT_BACK, "gift 3 van Jan")
    assert counted(second) is None
    progress = standings(second.tournament).rounds[0]
    assert (progress.counted, progress.missing) == (0, (1, 2))
    # The same cells are an answer too: we looked, and it is right.
    again = second.hand_in(table, based_on=1)
    assert (again.number, again.counted) == (2, True)
    sheet.refresh_from_db()
    assert (sheet.state, sheet.sent_back_because) == (State.HANDED_IN, "")


def test_two_who_fill_in_again_what_was_sent_back_do_not_overwrite_each_other(
    second: Evening, colleague: User
) -> None:
    table = second.table(1, 1)
    sheets.send_back(table, 1, colleague, "gift 3")
    second.hand_in(table, reading(OTHER), based_on=1)
    act = second.hand_in
    assert refused(act, table, based_on=1, reason="x") == "sheet_changed"
    assert refused(act, table, based_on=0, reason="x") == "sheet_changed"


def test_a_round_closes_once_every_form_is_looked_at(
    second: Evening, colleague: User
) -> None:
    second.hand_in(second.table(1, 2))
    round_ = second.round(1)
    sheets.approve(second.table(1, 1), 1, colleague)
    with pytest.raises(Refused, match=r"nagekeken|looked") as caught:
        rounds.close(round_, second.director)
    assert caught.value.details["missing"] == [2]
    rounds.close(round_, second.director, without=frozenset({2}))
    closed = second.tournament.log.get(action="round.closed").data
    assert (closed["without"], closed["unseen"]) == ([], [2])
    assert standings(second.tournament).provisional
    sheets.approve(second.table(1, 2), 1, colleague)
    assert not standings(second.tournament).provisional


def test_a_verifier_approves_and_goes_on_to_the_next(
    client: Client, second: Evening, colleague: User
) -> None:
    second.hand_in(second.table(1, 2))
    client.force_login(colleague)
    board = client.get(f"/en/desk/{second.tournament.slug}/")
    assert board.context["waiting"].mine == (1, 2)
    page = client.get(page_of(second))
    names = set(Page(page).inputs) - {"csrfmiddlewaretoken", "q"}
    assert names == {"act", "revision", "reason"}  # nothing of the form itself
    answer = client.post(page_of(second), {"act": "approve", "revision": "1"})
    assert answer.headers["Location"] == page_of(second, 2)
    back = {"act": "send_back", "revision": "1", "reason": "totaal van Bo"}
    answer = client.post(page_of(second, 2), back, follow=True)
    assert answer.redirect_chain[-1][0].endswith("/rounds/1/")
    assert [state(second, t) for t in (1, 2)] == [State.APPROVED, State.SENT_BACK]


def test_who_handed_a_form_in_cannot_look_at_it(desk: Client, second: Evening) -> None:
    board = desk.get(f"/en/desk/{second.tournament.slug}/")
    assert (board.context["waiting"].mine, board.context["waiting"].others) == (
        (),
        (1,),
    )
    page = desk.get(page_of(second)).content.decode()
    assert "somebody else looks at it" in page
    assert 'name="act"' not in page
    answer = desk.post(page_of(second), {"act": "approve", "revision": "1"})
    assert answer.status_code == 422
    assert state(second) == State.HANDED_IN


@pytest.mark.parametrize(
    "act", ["approve", "send_back", "unapprove", "unsend", "x", ""]
)
@pytest.mark.parametrize("revision", ["", "9", "²", "9" * 400, "-1"])
def test_garbage_on_the_page_of_a_verifier_changes_nothing(
    client: Client, second: Evening, colleague: User, act: str, revision: str
) -> None:
    client.force_login(colleague)
    sent = {"act": act, "revision": revision, "reason": "\0\ud7ff<b>"}
    assert client.post(page_of(second), sent).status_code == 422
    assert state(second) == State.HANDED_IN
    assert counted(second)


def test_sending_back_and_approving_are_undone_in_the_log_which_shows_again(
    client: Client, second: Evening, colleague: User
) -> None:
    table = second.table(1, 1)
    client.force_login(colleague)
    sheets.send_back(table, 1, colleague, "gift 3")
    page = press_undo(client, second, "The form of table 1 in round 1 was sent back")
    assert "newest first" in page  # the log itself
    assert "counts again" in page
    assert state(second) == State.HANDED_IN
    assert counted(second)
    sheets.approve(table, 1, colleague)
    press_undo(client, second, "The form of table 1 in round 1 was approved")
    assert state(second) == State.HANDED_IN
    assert refused(sheets.unapprove, table, 1, colleague) == "not_waiting"
    assert refused(sheets.unsend, table, 1, colleague) == "not_waiting"


def test_an_approval_in_a_closed_round_stays(second: Evening, colleague: User) -> None:
    second.hand_in(second.table(1, 2))
    for table in (1, 2):
        sheets.approve(second.table(1, table), 1, colleague)
    rounds.close(second.round(1), second.director)
    act = sheets.unapprove
    assert refused(act, second.table(1, 1), 1, colleague) == "sheet_locked"


def test_the_table_approves_on_its_phone_what_the_desk_typed(
    client: Client, by_table: Evening
) -> None:
    table = by_table.table(1, 1)
    page = client.get(link(table)).content.decode()
    assert "We looked together" in page
    client.post(link(table), {"act": "approve", "revision": "1"})
    assert state(by_table) == State.APPROVED
    page = client.get(link(table)).content.decode()
    assert "approved" in page
    assert 'name="act"' not in page
    entry = by_table.tournament.log.latest("pk")
    assert (entry.action, entry.user, entry.data["source"]) == (
        "sheet.approved",
        None,
        "captain",
    )


def test_the_table_sends_back_what_the_desk_typed_and_fills_it_in_itself(
    client: Client, by_table: Evening
) -> None:
    table = by_table.table(1, 1)
    empty = client.post(link(table), {"act": "send_back", "revision": "1"})
    assert empty.status_code == 422
    assert "Say what is to be looked at." in empty.content.decode()
    sent = {"act": "send_back", "revision": "1", "reason": "een rij verschoven"}
    page = client.post(link(table), sent, follow=True)
    assert "een rij verschoven" in page.content.decode()
    shown = Page(page)
    assert shown.value("answers") == "1"
    assert shown.value("c1-2") == "1x"
    again = typed(tuple(OTHER), key="phone", answers="1")
    assert client.post(link(table), again).status_code == 302
    now = counted(by_table)
    assert now
    assert (now.number, now.source) == (2, "captain")


def test_the_phone_that_handed_in_does_not_approve_but_another_does(
    client: Client, by_table: Evening
) -> None:
    table, other = by_table.table(1, 2), Client()
    client.post(link(table), typed(FORM_OF_FOUR))
    assert state(by_table, 2) == State.HANDED_IN
    page = client.get(link(table)).content.decode()
    assert "This phone handed it in." in page
    assert "We looked together" not in page
    answer = client.post(link(table), {"act": "approve", "revision": "1"})
    assert answer.status_code == 422
    assert state(by_table, 2) == State.HANDED_IN
    other.post(link(table), {"act": "approve", "revision": "1"})
    assert state(by_table, 2) == State.APPROVED


def test_a_captain_never_corrects_what_counts(
    client: Client, by_table: Evening
) -> None:
    table = by_table.table(1, 1)
    sent = typed(tuple(OTHER), answers="1", reason="toch anders")
    assert client.post(link(table), sent).status_code == 409
    now = counted(by_table)
    assert now
    assert now.number == 1


def test_the_desk_approves_for_a_table_when_it_says_who_looked(
    desk: Client, by_table: Evening
) -> None:
    act = {"act": "approve", "revision": "1"}
    assert desk.post(page_of(by_table), act).status_code == 422
    desk.post(page_of(by_table), act | {"reason": "Bo kwam kijken"})
    assert state(by_table) == State.APPROVED
    assert by_table.tournament.log.latest("pk").data["reason"] == "Bo kwam kijken"


def test_where_the_desk_looks_a_table_cannot_approve(
    client: Client, second: Evening
) -> None:
    table = second.table(1, 1)
    answer = client.post(link(table), {"act": "approve", "revision": "1"})
    assert answer.status_code == 422
    assert state(second) == State.HANDED_IN
    assert "The desk still looks at it." in client.get(link(table)).content.decode()


def test_after_the_close_no_table_is_asked_to_look(by_table: Evening) -> None:
    for number in (1, 2):
        if number == 2:
            by_table.hand_in(by_table.table(1, 2))
        sheets.approve(by_table.table(1, number), 1, None)
    rounds.close(by_table.round(1), by_table.director)
    by_table.hand_in(by_table.table(1, 1), reading(OTHER), based_on=1, reason="x")
    assert state(by_table) == State.APPROVED


def test_the_policy_is_chosen_in_the_settings_and_said_in_the_log(
    desk: Client, evening: Build
) -> None:
    night = evening(4)
    page = desk.get(f"/en/desk/{night.tournament.slug}/settings/")
    stored = page.context["form"].initial
    sent = {key: value for key, value in stored.items() if value is not None}
    sent |= {"verification": "second", "date": "2026-11-14"}
    answer = desk.post(f"/en/desk/{night.tournament.slug}/settings/", sent)
    assert answer.status_code == 302
    night.tournament.refresh_from_db()
    assert night.tournament.verification == "second"
    log = desk.get(f"/en/desk/{night.tournament.slug}/log/").content.decode()
    assert "A second person at the desk" in log


@pytest.mark.parametrize("count", [20, 200])
def test_looking_costs_as_many_queries_at_200_people(
    client: Client, evening: Build, count: int
) -> None:
    night = evening(count, verification="second")
    night.fill(night.publish())
    user = User.objects.create_user("henk")
    night.tournament.club.staff.add(user)
    client.force_login(user)
    asked = []
    for address in (page_of(night), page_of(night).removesuffix("tables/1/check/")):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(address).status_code == 200
        asked.append(len(queries))
    assert asked == [10, 9]
