"""Handing in the form of a table: what is kept, what is refused, what counts."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from scoring import sheets as scoring
from scoring.models import Draft, Result, Revision, Sheet
from scoring.refused import Refused
from scoring.rulebooks.base import Problem
from tests.building import FORM_OF_FIVE, FORM_OF_FOUR, Evening, reading
from tournament.actions import sheets
from tournament.models import LogEntry, Round, Table

Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build) -> Evening:
    """Eight people at two tables of four, the first round published."""
    night = evening(8)
    night.publish()
    return night


@pytest.fixture
def table(night: Evening) -> Table:
    return night.table(1, 1)


def changed(place: int = 1, deal: int = 6, text: str = "2") -> dict[str, Any]:
    """The right form of four with one cell written otherwise, by default rightly."""
    form = reading(FORM_OF_FOUR)
    form["rows"][place - 1][deal - 1] = text
    return form


FAULTY = changed(1, 4, "3")
DOUBTFUL = reading(FORM_OF_FOUR, penalties=[{"place": 1, "replayed": False}])
FORBIDDEN = changed(4, 1, "0")  # the bids of deal 1 make 1


def refused(act: Callable[..., object], *arguments: Any, **named: Any) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*arguments, **named)
    assert str(caught.value)
    return caught.value


def problems_of(table: Table, cells: Any) -> list[Problem]:
    sheet = sheet_of(table)
    return sheet.rules.problems(cells, sheet.places)


def sheet_of(table: Table) -> Sheet:
    assert table.sheet
    return Sheet.objects.get(pk=table.sheet.pk)


def nothing_is_stored() -> bool:
    return not Revision.objects.exists() and not Result.objects.exists()


def test_a_form_that_is_handed_in_counts(night: Evening, table: Table) -> None:
    cells = reading(FORM_OF_FOUR)
    revision = night.hand_in(table, cells, key="abc")
    revision.refresh_from_db()
    assert (revision.number, revision.counted, revision.cells) == (1, True, cells)
    assert (revision.made_by, revision.source) == (night.director, "desk")
    assert (revision.reason, revision.overruled) == ("", {})
    assert sheet_of(table).state == Sheet.State.APPROVED


def test_the_results_are_what_the_rulebook_says(night: Evening, table: Table) -> None:
    cells = reading(FORM_OF_FOUR, penalties=[{"place": 2}])
    night.hand_in(table, cells)
    stored = Result.objects.order_by("place")
    assert [(r.place, r.side, r.total, r.stats) for r in stored] == [
        (line.place, line.side, line.total, dict(line.stats))
        for line in sheet_of(table).rules.score(cells, 4)
    ]
    assert [r.total for r in stored] == [16, 7, 15, 17]


def test_a_form_of_five_is_judged_as_one_of_five(evening: Build) -> None:
    night = evening(5)
    night.publish()
    table = night.table(1, 1)
    assert refused(night.hand_in, table, reading(FORM_OF_FOUR)).code == "sheet_faulty"
    night.hand_in(table, reading(FORM_OF_FIVE))
    assert Result.objects.count() == 5


def test_the_first_form_of_a_round_sets_it_playing(
    night: Evening, table: Table
) -> None:
    assert night.round(1).state == Round.State.PUBLISHED
    night.hand_in(table)
    assert night.round(1).state == Round.State.PLAYING
    night.hand_in(night.table(1, 2))
    assert night.round(1).state == Round.State.PLAYING


def test_the_same_key_twice_is_one_handing_in(night: Evening, table: Table) -> None:
    first = night.hand_in(table, key="twice")
    before = LogEntry.objects.count(), version(night)
    assert night.hand_in(table, key="twice") == first
    assert Revision.objects.count() == 1
    assert Result.objects.count() == 4
    assert (LogEntry.objects.count(), version(night)) == before


def version(night: Evening) -> int:
    night.tournament.refresh_from_db()
    return night.tournament.results_version


def test_two_tables_may_use_the_same_key(night: Evening, table: Table) -> None:
    first = night.hand_in(table, key="same")
    assert night.hand_in(night.table(1, 2), key="same") != first
    assert Revision.objects.filter(counted=True).count() == 2


def test_the_same_content_is_no_new_revision_whatever_it_is_based_on(
    night: Evening, table: Table
) -> None:
    first = night.hand_in(table, reading(FORM_OF_FOUR))
    before = version(night)
    for based_on in (0, 1, 7):
        again = night.hand_in(table, reading(FORM_OF_FOUR), based_on=based_on)
        assert again == first
    assert Revision.objects.count() == 1
    assert version(night) == before


@pytest.mark.parametrize("based_on", [0, 2])
def test_a_form_based_on_another_revision_is_refused_with_the_one_that_counts(
    night: Evening, table: Table, based_on: int
) -> None:
    first = night.hand_in(table)
    refusal = refused(
        night.hand_in, table, changed(), based_on=based_on, reason="misread"
    )
    assert refusal.code == "sheet_changed"
    assert refusal.details["counted"] == first
    assert Revision.objects.get() == first


def test_a_first_form_cannot_be_based_on_a_revision(
    night: Evening, table: Table
) -> None:
    refusal = refused(night.hand_in, table, based_on=1)
    assert (refusal.code, refusal.details["counted"]) == ("sheet_changed", None)
    assert nothing_is_stored()


@pytest.mark.parametrize("cells", [FAULTY, FORBIDDEN, {"rows": []}])
@pytest.mark.parametrize("reason", ["", "we know better"])
def test_a_faulty_form_is_refused_with_its_problems_and_nothing_is_stored(
    night: Evening, table: Table, cells: dict[str, Any], reason: str
) -> None:
    refusal = refused(night.hand_in, table, cells, reason=reason)
    assert refusal.code == "sheet_faulty"
    assert refusal.details["problems"] == problems_of(table, cells)
    assert any(problem.blocks for problem in refusal.details["problems"])
    assert nothing_is_stored()
    assert sheet_of(table).state == Sheet.State.OPEN
    assert night.round(1).state == Round.State.PUBLISHED
    assert not LogEntry.objects.filter(action__startswith="sheet").exists()


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_warning_wants_a_reason(night: Evening, table: Table, reason: str) -> None:
    refusal = refused(night.hand_in, table, DOUBTFUL, reason=reason)
    assert refusal.code == "sheet_doubtful"
    assert [p.code for p in refusal.details["problems"]] == ["penalty_without_replay"]
    assert nothing_is_stored()


def test_the_reason_of_a_warning_is_kept_with_its_code(
    night: Evening, table: Table
) -> None:
    revision = night.hand_in(table, DOUBTFUL, reason=" seen too late ")
    revision.refresh_from_db()
    assert revision.reason == "seen too late"
    assert revision.overruled == {"penalty_without_replay": "seen too late"}


def test_what_is_only_told_wants_no_reason(night: Evening, table: Table) -> None:
    cells = reading(FORM_OF_FOUR)
    for row, text in zip(cells["rows"], ("0x", "1x", "1x", "1x"), strict=True):
        row[0] = text
    assert [p.code for p in problems_of(table, cells)] == ["all_bol"]
    assert night.hand_in(table, cells).overruled == {}


def test_a_deal_accepted_as_played_wants_a_reason_too(
    night: Evening, table: Table
) -> None:
    cells = copy.deepcopy(FORBIDDEN) | {"as_played": [1]}
    assert refused(night.hand_in, table, cells).code == "sheet_doubtful"
    revision = night.hand_in(table, cells, reason="nobody noticed")
    assert revision.overruled == {"bid_sum_equals_tricks": "nobody noticed"}


def test_a_correction_wants_a_reason(night: Evening, table: Table) -> None:
    night.hand_in(table)
    for reason in ("", "  "):
        refusal = refused(night.hand_in, table, changed(), based_on=1, reason=reason)
        assert refusal.code == "reason_missing"
    assert Revision.objects.count() == 1


def test_a_correction_adds_a_revision_and_keeps_the_old_one_uncounted(
    night: Evening, table: Table
) -> None:
    first = night.hand_in(table)
    old = list(first.results.order_by("place").values_list("total", flat=True))
    second = night.hand_in(table, changed(), based_on=1, reason="misread")
    kept = Revision.objects.order_by("number").values_list("number", "counted")
    assert list(kept) == [(1, False), (2, True)]
    assert second.reason == "misread"
    first.refresh_from_db()
    assert first.cells == reading(FORM_OF_FOUR)
    assert list(first.results.order_by("place").values_list("total", flat=True)) == old
    assert second.results.get(place=1).total == 18


def test_a_correction_can_be_taken_back_by_another_correction(
    night: Evening, table: Table
) -> None:
    night.hand_in(table)
    night.hand_in(table, changed(), based_on=1, reason="misread")
    third = night.hand_in(table, based_on=2, reason="it was right after all")
    assert third.number == 3
    assert Revision.objects.get(counted=True) == third


def test_a_key_that_was_used_before_a_correction_brings_nothing_back(
    night: Evening, table: Table
) -> None:
    first = night.hand_in(table, key="first")
    second = night.hand_in(table, changed(), based_on=1, reason="misread")
    assert night.hand_in(table, key="first") == first
    assert Revision.objects.get(counted=True) == second


def test_a_used_key_with_other_cells_is_refused_and_not_swallowed(
    night: Evening, table: Table
) -> None:
    """Somebody went back in the browser, typed on, and sent the same page again."""
    first = night.hand_in(table, key="page")
    refusal = refused(
        night.hand_in, table, changed(), key="page", based_on=1, reason="misread"
    )
    assert refusal.code == "sheet_changed"
    assert refusal.details["counted"] == first
    assert Revision.objects.get() == first


def test_keys_and_reasons_are_cut_to_what_the_database_holds(
    night: Evening, table: Table
) -> None:
    revision = night.hand_in(table, DOUBTFUL, key="k" * 500, reason=" a\0" + "b" * 500)
    assert revision.reason == "a" + "b" * 299
    assert revision.overruled == {"penalty_without_replay": revision.reason}
    assert night.hand_in(table, DOUBTFUL, key="k" * 500) == revision
    revision.full_clean(exclude=["overruled"])


def test_every_handing_in_is_in_the_log_and_makes_the_standings_new(
    night: Evening, table: Table
) -> None:
    before = version(night)
    night.hand_in(table)
    assert version(night) == before + 1
    night.hand_in(table, changed(), based_on=1, reason="misread")
    assert version(night) == before + 2
    entries = LogEntry.objects.filter(action__startswith="sheet").order_by("pk")
    assert [(e.action, e.data["revision"], e.data["reason"]) for e in entries] == [
        ("sheet.handed_in", 1, ""),
        ("sheet.corrected", 2, "misread"),
    ]
    assert {(e.user, e.data["round"], e.data["table"]) for e in entries} == {
        (night.director, 1, 1)
    }


def test_a_sheet_is_only_written_inside_a_transaction(table: Table) -> None:
    def outside() -> None:
        connection = transaction.get_connection()
        connection.in_atomic_block, inside = False, connection.in_atomic_block
        try:
            scoring.hand_in(
                sheet_of(table), {}, key="a", based_on=0, source="desk", reason=""
            )
        finally:
            connection.in_atomic_block = inside

    with pytest.raises(AssertionError):
        outside()


def test_a_draft_is_kept_per_person_and_never_counts(
    night: Evening, table: Table
) -> None:
    half = {"rows": [["1"], [""]]}
    sheets.save_draft(table, {"rows": []}, night.director)
    sheets.save_draft(table, half, night.director)
    sheets.save_draft(table, {"rows": [["2"]]}, None)
    assert Draft.objects.count() == 2
    own = Draft.objects.get(device=sheets.desk_device(night.director))
    assert (own.sheet, own.cells) == (table.sheet, half)
    assert nothing_is_stored()
    assert sheet_of(table).state == Sheet.State.OPEN


def test_handing_in_removes_the_drafts_of_that_sheet_only(
    night: Evening, table: Table
) -> None:
    for number in (1, 2):
        sheets.save_draft(night.table(1, number), {"rows": []}, night.director)
    refused(night.hand_in, table, FAULTY)
    assert Draft.objects.count() == 2
    night.hand_in(table)
    assert Draft.objects.get().sheet == night.table(1, 2).sheet


def test_the_database_refuses_a_second_counted_revision(
    night: Evening, table: Table
) -> None:
    first = night.hand_in(table)
    twin: dict[str, Any] = {"sheet": table.sheet, "cells": {}, "source": "desk"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.create(number=2, key="b", counted=True, **twin)
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.create(number=1, key="b", counted=False, **twin)
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.create(number=2, key=first.key, counted=False, **twin)
    Revision.objects.create(number=2, key="b", counted=False, **twin)
    with pytest.raises(IntegrityError), transaction.atomic():
        Revision.objects.update(counted=True)


def test_the_database_refuses_a_second_result_of_one_place(
    night: Evening, table: Table
) -> None:
    revision = night.hand_in(table)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(revision=revision, place=1, side="1", total=9, stats={})


def test_revisions_and_results_are_written_once_and_never_deleted(
    night: Evening, table: Table
) -> None:
    revision = night.hand_in(table)
    result = revision.results.get(place=1)
    for row in (revision, result):
        with pytest.raises(AssertionError, match="written once"):
            row.save()
        with pytest.raises(AssertionError, match="never deleted"):
            row.delete()
    with pytest.raises(ProtectedError):
        sheet_of(table).delete()


def test_recheck_finds_every_stored_result_right(
    night: Evening, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    night.hand_in(table)
    night.hand_in(table, changed(), based_on=1, reason="misread")
    call_command("recheck", night.tournament.slug)
    assert "2 revisions" in capsys.readouterr().out


@pytest.mark.parametrize(
    "tampering", [{"total": 17}, {"side": "9"}, {"stats": {}}, {"place": 9}]
)
def test_recheck_finds_a_result_that_was_tampered_with(
    night: Evening, table: Table, tampering: dict[str, Any]
) -> None:
    revision = night.hand_in(table)
    Result.objects.filter(revision=revision, place=1).update(**tampering)
    with pytest.raises(CommandError, match=str(revision)):
        call_command("recheck", night.tournament.slug)


def test_recheck_finds_cells_that_were_tampered_with(
    night: Evening, table: Table
) -> None:
    night.hand_in(table)
    Revision.objects.update(cells=changed())
    with pytest.raises(CommandError):
        call_command("recheck", night.tournament.slug)


def test_recheck_finds_a_result_that_is_gone(night: Evening, table: Table) -> None:
    night.hand_in(table)
    Result.objects.filter(place=4).delete()
    with pytest.raises(CommandError):
        call_command("recheck", night.tournament.slug)
