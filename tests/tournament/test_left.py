"""A game that somebody left counts as played or as a missed round (rule 2.9)."""

from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from scoring.refused import Refused
from scoring.rulebooks.figures import LEFT
from scoring.rulebooks.prediction import BOLLEN, BOLLEN_DEALS
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.test_rekenblad import check_rekenblad, recalculated
from tournament.actions import rounds, tournaments
from tournament.models import Tournament
from tournament.queries.evening import evening as whole
from tournament.queries.ranked import Row
from tournament.queries.standings import standings
from tournament.workbook import write_workbook

Build = Callable[..., Evening]


def left_by_the_fifth(after: int = 8) -> dict[str, Any]:
    """The form of five; who sits in the fifth place leaves after some deals."""
    leaver = " ".join(["0"] * after + ["-"] * (11 - after))
    return reading([*FORM_OF_FOUR, leaver])


def night_with_a_leaver(evening: Build, **settings: Any) -> tuple[Evening, int, int]:
    """Two rounds of nine people; the table of five loses its fifth in the first.

    Also the primary key of who left, and of who sat in the first place there.
    """
    night = evening(9, **settings)
    round_ = night.publish()
    for table in round_.tables.select_related("sheet", "round__tournament"):
        assert table.sheet
        five = table.sheet.places == 5
        night.hand_in(table, left_by_the_fifth() if five else None)
        if five:
            seats = {seat.place: seat.entry_id for seat in table.seats.all()}
    rounds.close(round_, night.director)
    night.play(seed=2)
    return night, seats[5], seats[1]


def row_of(night: Evening, entry: int) -> Row:
    rows = standings(night.tournament).rows
    number = night.tournament.entries.get(pk=entry).number
    return next(row for row in rows if row.person.number == number)


def test_who_left_keeps_what_was_played_by_default(evening: Build) -> None:
    night, leaver, _other = night_with_a_leaver(evening)
    first = row_of(night, leaver).scores[0]
    assert (first.total, first.missed) == (16, False)


def test_who_left_missed_the_round_where_the_club_says_so(evening: Build) -> None:
    night, leaver, other = night_with_a_leaver(evening, left_counts="missed")
    row = row_of(night, leaver)
    assert (row.scores[0].total, row.scores[0].missed) == (0, True)
    assert (row.gemist, row.correctie) == (1, 0)
    assert row.total == row.scores[1].total
    assert row_of(night, other).scores[0].total == 16
    assert row_of(night, other).gemist == 0


def test_the_lowest_total_of_a_round_is_that_of_somebody_who_stayed(
    evening: Build,
) -> None:
    wishes = {"left_counts": "missed", "missed_round": "lowest"}
    night, leaver, _other = night_with_a_leaver(evening, **wishes)
    assert row_of(night, leaver).scores[0].total == 9


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        (["0 0 0", "0 - -", "0 0 0", "0 0 0"], {2: 2}),
        (["0 0 0", "- - -", "0 0 0", "0 0 0"], {2: 1}),
        (["0 0 0", "0 - 0", "0 0 0", "0 0 0"], {}),  # came back
        (["0 0 0", "0 0 -", "0 0 0", "0 - -"], {2: 3, 4: 2}),
        (["0 - -", "0 0 -", "0 0 -", "0 0 -"], {1: 2}),  # then all stopped
    ],
)
def test_left_is_who_is_not_dealt_in_to_the_end(
    rows: list[str], left: dict[int, int]
) -> None:
    rules = replace(BOLLEN, deals=BOLLEN_DEALS[:3])
    lines = rules.score(reading(rows), len(rows))
    assert {n.place: n.stats[LEFT] for n in lines if LEFT in n.stats} == left


def test_an_annulled_deal_and_one_turn_to_sit_out_are_no_leaving() -> None:
    rules = replace(BOLLEN, deals=BOLLEN_DEALS[:3])
    rows = reading(["0 0 0", "0 0 -", "0 0 0", "0 0 0"], annulled=[3])
    assert not any(LEFT in line.stats for line in rules.score(rows, 4))
    in_turn = replace(rules, sits_out_from=4)
    assert not any(
        LEFT in line.stats
        for line in in_turn.score(reading(["0 0 -", *["0 0 0"] * 3]), 4)
    )
    lines = in_turn.score(reading(["0 - -", *["0 0 0"] * 3]), 4)
    assert [line.stats.get(LEFT) for line in lines] == [2, None, None, None]


def test_what_a_game_that_was_left_counts_is_fixed_by_the_first_draw(
    evening: Build,
) -> None:
    night = evening(4)
    change = tournaments.change_tournament
    change(night.tournament, night.director, left_counts="missed")
    night.draw()
    with pytest.raises(Refused) as refused:
        change(night.tournament, night.director, left_counts="played")
    assert refused.value.code == "left_counts_fixed"
    assert Tournament.objects.get().left_counts == "missed"


def test_the_settings_ask_it_and_the_log_says_it(evening: Build, desk: Client) -> None:
    night = evening(4)
    address = f"/en/desk/{night.tournament.slug}"
    page = desk.get(f"{address}/settings/").content.decode()
    assert 'name="left_counts" value="missed"' in page
    sent = {"name": "Najaarsbollen", "date": "2026-11-14", "rounds_planned": 4}
    sent |= {"names_public": "all", "missed_round": "zero", "left_counts": "missed"}
    desk.post(f"{address}/settings/", sent)
    assert Tournament.objects.get().left_counts == "missed"
    log = desk.get(f"{address}/log/").content.decode()
    assert "a game that somebody left counts from" in log


@pytest.mark.libreoffice
@pytest.mark.parametrize("left_counts", ["played", "missed"])
def test_workbook_and_recheck_agree_with_the_standings(
    evening: Build, tmp_path: Path, left_counts: str
) -> None:
    wishes = {"left_counts": left_counts, "missed_round": "lowest"}
    night, _leaver, _other = night_with_a_leaver(evening, **wishes)
    target = BytesIO()
    write_workbook(whole(night.tournament), target)
    check_rekenblad(recalculated(tmp_path, {"left": target.getvalue()})["left"])
    call_command("recheck", night.tournament.slug)
