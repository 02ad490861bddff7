"""Two phones of one table send different forms: the desk sees both and decides."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.models import Draft, Revision
from scoring.refused import Refused
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.test_captain import link, typed
from tests.tournament.test_sheet_page import Page
from tournament.actions import moving, rounds, sheets, tournaments, twoforms
from tournament.models import Table
from tournament.queries.twoforms import second_form, with_two_forms

Build = Callable[..., Evening]
TURNED = (FORM_OF_FOUR[1], FORM_OF_FOUR[0], *FORM_OF_FOUR[2:])
ROUND = (*FORM_OF_FOUR[1:], FORM_OF_FOUR[0])
CAPTAIN = Revision.Source.CAPTAIN


@pytest.fixture
def night(evening: Build) -> Evening:
    night = evening(16)
    night.publish()
    return night


@pytest.fixture
def table(night: Evening, client: Client) -> Table:
    """A table of which two phones sent different forms."""
    table = night.table(1, 2)
    send(client, table)
    send(client, table, TURNED)
    return table


def send(client: Client, table: Table, rows: Any = FORM_OF_FOUR, **more: str) -> Any:
    """What a phone sends and reads; each form has a key of its own."""
    fields = {"key": "-".join(row[:9] for row in rows), **more}
    return client.post(link(table).replace("/nl/", "/en/"), typed(rows, **fields))


def page_of(night: Evening, page: str = "") -> str:
    return f"/en/desk/{night.tournament.slug}/{page}"


def two_of(night: Evening) -> str:
    return page_of(night, "rounds/1/tables/2/")


def decide(desk: Client, night: Evening, **more: str) -> Any:
    """Open both forms as the round page links them, and send the page's form."""
    shown = Page(desk.get(two_of(night) + "?second=1"))
    asked = re.compile(r"c\d+-\d+|pen\d+|seats|key|based_on|second|sure|reason")
    sent = {name: shown.value(name) for name in shown.inputs if asked.fullmatch(name)}
    return desk.post(two_of(night), {**sent, **more}, follow=True)


def rows_of(revision: Revision) -> tuple[str, ...]:
    return tuple(" ".join(row) for row in revision.cells["rows"])


def versions() -> list[tuple[tuple[str, ...], str, bool]]:
    found = Revision.objects.order_by("number")
    return [(rows_of(each), each.source, each.counted) for each in found]


def logged(night: Evening) -> list[str]:
    return [each.action for each in night.tournament.log.order_by("pk")][-2:]


def test_the_second_phone_reads_that_the_desk_decides_and_the_first_still_counts(
    client: Client, night: Evening
) -> None:
    table = night.table(1, 2)
    send(client, table)
    answer = send(client, table, TURNED)
    assert answer.status_code == 409
    assert "The desk sees both forms and decides" in answer.content.decode()
    assert versions() == [(FORM_OF_FOUR, "captain", True)]
    # So does every phone of the table that comes back later.
    page = client.get(link(table).replace("/nl/", "/en/"))
    assert "The desk sees both forms and decides" in page.content.decode()


def test_the_newest_of_more_forms_takes_the_place_of_an_earlier(
    client: Client, night: Evening, table: Table
) -> None:
    send(client, table, ROUND)
    second = second_form(sheets.laid(table))
    assert second
    assert [" ".join(row) for row in second.cells["rows"]] == list(ROUND)
    assert Draft.objects.count() == 1
    assert night.tournament.log.filter(action="sheet.second_came").count() == 1


@pytest.mark.parametrize("fields", [{"c1-1": ""}, {"c1-1": "zz"}, {"pen1": "zeven"}])
def test_what_is_not_all_there_or_cannot_be_read_never_comes_to_the_desk(
    client: Client, night: Evening, fields: dict[str, str]
) -> None:
    table = night.table(1, 2)
    send(client, table)
    answer = send(client, table, TURNED, **fields)
    assert answer.status_code in (409, 422)
    assert "The desk sees both" not in answer.content.decode()
    assert not Draft.objects.exists()


def test_a_form_that_says_the_same_is_no_second(client: Client, night: Evening) -> None:
    table = night.table(1, 2)
    send(client, table)
    assert send(client, table, key="another").status_code == 302
    assert not Draft.objects.exists()


def test_a_long_list_of_differences_is_folded_and_a_short_one_is_not(
    client: Client, desk: Client, night: Evening, table: Table
) -> None:
    send(client, table, ROUND)
    assert "<details><summary>37 differences" in said_of(desk, night)
    send(client, table, FORM_OF_FOUR, pen1="1")
    assert "<details open><summary>1 difference<" in said_of(desk, night)


def said_of(desk: Client, night: Evening) -> str:
    text: str = desk.get(two_of(night) + "?second=1").content.decode()
    return text


def test_the_round_page_names_the_table_and_links_both_forms(
    desk: Client, night: Evening, table: Table
) -> None:
    for page in (page_of(night), page_of(night, "?part=live")):
        shown = desk.get(page)
        assert "two different forms" in shown.content.decode()
        assert two_of(night) + "?second=1" in Page(shown).links
    others = [two_of(night), two_of(night) + "check/"]
    for page in others:
        assert two_of(night) + "?second=1" in Page(desk.get(page)).links


def test_both_forms_stand_side_by_side_with_what_the_second_would_change(
    desk: Client, night: Evening, table: Table
) -> None:
    shown = desk.get(two_of(night) + "?second=1")
    assert shown.status_code == 200
    assert shown.context["two"].differences
    assert shown.context["typed"].changes
    text = shown.content.decode()
    assert "Keep the first" in text
    assert "from a phone" in text
    assert versions() == [(FORM_OF_FOUR, "captain", True)]


def test_the_desk_keeps_the_first_and_both_stay_among_the_versions(
    client: Client, desk: Client, night: Evening, table: Table
) -> None:
    answer = decide(desk, night, keep_first="1")
    assert "The first form of table 2 stays" in answer.content.decode()
    assert versions() == [
        (FORM_OF_FOUR, "captain", False),
        (TURNED, "captain", False),
        (FORM_OF_FOUR, "desk", True),
    ]
    assert not Draft.objects.exists()
    assert logged(night)[-1] == "sheet.second_kept_out"
    assert with_two_forms(night.round(1)) == ()
    # A phone that only loads its page again asks nothing anew.
    assert send(client, table, TURNED).status_code == 302
    assert not Draft.objects.exists()


def test_the_desk_takes_the_second_with_a_reason(
    desk: Client, night: Evening, table: Table
) -> None:
    refused = decide(desk, night)
    assert refused.status_code == 422
    assert refused.context["two"].differences
    answer = decide(desk, night, reason="zo staat het op papier")
    assert answer.status_code == 200
    assert versions() == [
        (FORM_OF_FOUR, "captain", False),
        (TURNED, "captain", True),
    ]
    assert Revision.objects.get(counted=True).reason == "zo staat het op papier"
    assert not Draft.objects.exists()
    by = night.tournament.log.get(action="sheet.corrected").user
    assert by == night.director


def test_what_the_desk_makes_of_the_second_is_the_desks(
    desk: Client, night: Evening, table: Table
) -> None:
    fields = {"pen1": "1", "reason": "verzaakt"}
    before = decide(desk, night, **fields)
    assert before.context["typed"].changes
    decide(desk, night, **fields, sure=Page(before).value("sure"))
    assert [each[1:] for each in versions()] == [("captain", False), ("desk", True)]
    assert not Draft.objects.exists()


def test_pressed_twice_a_decision_is_made_once(
    desk: Client, night: Evening, table: Table
) -> None:
    shown = Page(desk.get(two_of(night) + "?second=1"))
    names = ("key", "based_on", "second")
    sent = typed(TURNED, **{name: shown.value(name) for name in names})
    for act in ({"keep_first": "1"}, {"reason": "toch", "sure": shown.value("sure")}):
        for _press in range(2):
            assert desk.post(two_of(night), sent | act).status_code == 302
        if "keep_first" in act:
            assert Revision.objects.count() == 3
            twoforms.keep_second(table, reading(TURNED, penalties=[]), key="anew")
            shown = Page(desk.get(two_of(night) + "?second=1"))
            sent |= {name: shown.value(name) for name in names}
    assert Revision.objects.count() == 4


def test_a_phone_that_sends_yet_another_form_is_looked_at_once_more(
    client: Client, desk: Client, night: Evening, table: Table
) -> None:
    seen = Page(desk.get(two_of(night) + "?second=1")).value("second")
    send(client, table, ROUND)
    for act in ({"keep_first": "1"}, {"reason": "zo is het"}):
        late = decide(desk, night, second=seen, **act)
        assert late.status_code == 422
        assert "yet another form" in late.content.decode()
        assert Page(late).value("c1-2") == ROUND[0].split()[1]
    assert Revision.objects.count() == 1
    table = night.table(1, 2)
    with pytest.raises(Refused) as refused:
        twoforms.keep_first(table, {}, None, key="k", based_on=1, seen=seen)
    assert refused.value.code == twoforms.SECOND_CHANGED


def test_of_two_at_the_desk_the_second_to_decide_sees_what_became_of_it(
    desk: Client, night: Evening, table: Table
) -> None:
    shown = Page(desk.get(two_of(night) + "?second=1"))
    names = ("key", "based_on", "second", "sure")
    sent = typed(TURNED, **{name: shown.value(name) for name in names})
    decide(desk, night, keep_first="1")
    late = desk.post(two_of(night), sent | {"reason": "toch de tweede"})
    assert late.status_code == 422
    assert "by somebody else" in late.content.decode()
    assert rows_of(Revision.objects.get(counted=True)) == FORM_OF_FOUR


def test_who_keeps_the_first_after_a_colleague_took_the_second_changes_nothing(
    desk: Client, night: Evening, table: Table
) -> None:
    shown = Page(desk.get(two_of(night) + "?second=1"))
    names = ("key", "based_on", "second")
    sent = typed(TURNED, **{name: shown.value(name) for name in names})
    decide(desk, night, reason="zo staat het op papier")
    late = desk.post(two_of(night), sent | {"keep_first": "1"})
    assert late.status_code == 422
    assert rows_of(Revision.objects.get(counted=True)) == TURNED


@pytest.mark.parametrize("act", ["correct", "take back"])
def test_any_new_version_ends_the_question(
    night: Evening, table: Table, act: str
) -> None:
    if act == "correct":
        cells = reading(ROUND)
        night.hand_in(table, cells, based_on=1, reason="overgetypt")
    else:
        night.hand_in(table, reading(ROUND), based_on=1, reason="overgetypt")
        sheets.take_back_version(
            table, 1, night.director, key="back", based_on=2, reason="toch"
        )
    assert not Draft.objects.exists()
    assert with_two_forms(night.round(1)) == ()


def test_a_second_that_cannot_be_right_is_seen_and_taken_away(
    client: Client, desk: Client, night: Evening
) -> None:
    table = night.table(1, 2)
    send(client, table)
    wrong = ("1" + FORM_OF_FOUR[0][1:], *FORM_OF_FOUR[1:])
    assert send(client, table, wrong).status_code == 409
    shown = desk.get(two_of(night) + "?second=1")
    assert shown.context["two"].differences
    assert Page(shown).wrong
    assert decide(desk, night, reason="zo is het").status_code == 422
    answer = decide(desk, night, keep_first="1")
    assert "taken away" in answer.content.decode()
    assert versions() == [(FORM_OF_FOUR, "captain", True)]
    assert second_form(sheets.laid(table)) is None
    assert logged(night)[-1] == "sheet.second_dropped"


def test_a_round_closes_with_two_forms_only_where_that_was_seen(
    desk: Client, night: Evening, table: Table
) -> None:
    round_ = night.round(1)
    night.fill(round_, leave=[2])
    page = desk.get(page_of(night)).content.decode()
    assert "between the two forms of table 2" in page
    assert "table 2: the first of its two forms counts" in page
    with pytest.raises(Refused) as refused:
        rounds.close(round_, night.director)
    assert "2" in str(refused.value)
    rounds.close(round_, night.director, frozenset({2}))
    told = desk.get(page_of(night, "log/")).content.decode()
    assert "Of two forms the first counts: table 2." in told
    # It can still be decided then.
    decide(desk, night, keep_first="1")
    assert Revision.objects.filter(sheet=table.sheet).count() == 3


def test_the_tables_own_looking_waits_for_nobody_and_keeps_the_question(
    client: Client, evening: Build
) -> None:
    night = evening(8, verification="table")
    night.publish()
    table = night.table(1, 1)
    send(client, table)
    send(client, table, TURNED)
    sheets.approve(table, 1, None)
    assert with_two_forms(night.round(1)) == (1,)
    sheets.unapprove(table, 1, night.director)
    sheets.send_back(table, 1, None, "gift 3")
    send(client, table, ROUND, answers="1")
    assert with_two_forms(night.round(1)) == ()


def test_when_the_first_was_another_tables_the_phones_go_on_with_the_second(
    client: Client, night: Evening, table: Table
) -> None:
    target = night.table(1, 3)
    moving.move_form(table, target, night.director, based_on=1, reason="lag daar")
    assert with_two_forms(night.round(1)) == ()
    page = Page(client.get(link(table)))
    assert [page.value(f"c1-{deal}") for deal in range(1, 12)] == TURNED[0].split()
    assert send(client, table, TURNED).status_code == 302


def test_nothing_comes_to_the_desk_once_phones_are_off(
    client: Client, night: Evening
) -> None:
    table = night.table(1, 2)
    send(client, table)
    tournaments.change_tournament(night.tournament, night.director, phones=False)
    assert send(client, table, TURNED).status_code == 403
    with pytest.raises(Refused) as refused:
        twoforms.keep_second(table, reading(TURNED), key="k")
    assert refused.value.code == sheets.PHONES_OFF
    assert not Draft.objects.exists()


def test_what_was_handed_in_at_the_desk_is_compared_with_a_phones_too(
    client: Client, desk: Client, night: Evening
) -> None:
    night.hand_in(night.table(1, 2))
    assert send(client, night.table(1, 2), TURNED).status_code == 409
    decide(desk, night, keep_first="1")
    assert [each[1] for each in versions()] == ["desk", "captain", "desk"]


def test_a_key_of_an_earlier_form_decides_as_any_other(
    client: Client, desk: Client, night: Evening
) -> None:
    """Somebody went back in the phone's browser and typed on."""
    table = night.table(1, 2)
    send(client, table, key="one-page")
    assert send(client, table, TURNED, key="one-page").status_code == 409
    decide(desk, night, reason="verschreven")
    assert rows_of(Revision.objects.get(counted=True)) == TURNED


@pytest.mark.parametrize("count", [20, 200])
def test_the_pages_cost_as_many_queries_at_200_people(
    desk: Client, evening: Build, count: int
) -> None:
    night = evening(count)
    night.fill(night.publish())
    for table in night.round(1).tables.all()[: count // 10]:
        own = night.table(1, table.number)
        assert own.sheet
        turned = own.sheet.revisions.get().cells["rows"]
        rows = tuple(" ".join(row) for row in [*turned[1:], turned[0]])
        send(desk, own, rows, key=f"phone-{table.number}")
    asked = []
    for page in (page_of(night), two_of(night) + "?second=1"):
        desk.get(page)
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(page).status_code == 200
        asked.append(len(queries))
    assert asked == [9, 25]
