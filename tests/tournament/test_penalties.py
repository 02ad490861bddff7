"""Penalties: what they change, from when on, where they show, and how they end."""

import csv
import io
import json
from collections.abc import Callable

import pytest
from django.core.management import call_command
from django.test import Client

from scoring.refused import Refused
from scoring.rulebooks import PRESETS
from scoring.rulebooks.figures import penalised, with_penalties
from tests.building import Evening
from tests.tournament.evenings import Played, evening_of, frame, opened, written
from tests.tournament.pair_nights import belotten_game
from tournament.actions import penalties, presence, registration, rounds
from tournament.models import Entry, LogEntry, Penalty
from tournament.queries.ranked import Row
from tournament.queries.standings import standings

Build = Callable[..., Evening]


def entry(night: Evening, number: int) -> Entry:
    return night.tournament.entries.get(number=number)


def give(
    night: Evening, number: int, points: int, round_number: int = 1, why: str = "x"
) -> Penalty:
    penalties.give(entry(night, number), round_number, points, why, night.director)
    found = Penalty.objects.filter(entry__number=number).last()
    assert found
    return found


def row(night: Evening, number: int, upto: int | None = None) -> Row:
    ranked = standings(night.tournament, upto=upto)
    return next(each for each in ranked.rows if each.person.number == number)


def test_a_penalty_is_in_the_correction_and_in_the_total(evening: Build) -> None:
    night = evening(8, played=1)
    before = row(night, 3)
    give(night, 3, -10)
    after = row(night, 3)
    assert (after.correctie, after.total) == (-10, before.total - 10)
    assert sum(s.total or 0 for s in after.scores) + after.correctie == after.total
    assert after.figures["bollen"] == before.figures["bollen"]
    assert after.place == 8


def test_a_penalty_counts_from_the_round_it_was_given_on(evening: Build) -> None:
    night = evening(8, played=2)
    give(night, 3, -10, round_number=2)
    assert row(night, 3, upto=1).correctie == 0
    assert row(night, 3).correctie == -10


def test_penalties_and_missed_rounds_stand_in_one_column(evening: Build) -> None:
    night = evening(9, played=1, missed_round="fixed", missed_points=-3)
    presence.set_presence(night.tournament, 2, {3: "absent"}, night.director)
    night.play(seed=2)
    give(night, 3, -10, round_number=2)
    assert (row(night, 3).correctie, row(night, 3).gemist) == (-13, 1)


def test_a_cancelled_penalty_is_kept_and_does_not_count(evening: Build) -> None:
    night = evening(8, played=1)
    given = give(night, 3, -10)
    version = night.tournament.results_version
    penalties.cancel(given, night.director)
    assert row(night, 3).correctie == 0
    night.tournament.refresh_from_db()
    assert night.tournament.results_version > version
    with pytest.raises(Refused, match="net voor"):
        penalties.cancel(given, night.director)
    assert Penalty.objects.count() == 1


def test_drawing_a_round_again_leaves_penalties_as_they_are(evening: Build) -> None:
    night = evening(8)
    night.draw()
    give(night, 3, -5)
    rounds.discard(night.round(1), night.director)
    night.play(seed=2)
    assert row(night, 3).correctie == -5


@pytest.mark.parametrize(
    ("points", "reason", "round_number", "code"),
    [
        (0, "x", 1, "no_points"),
        (10_000, "x", 1, "no_points"),
        (-5, "  ", 1, "no_reason"),
        (-5, "x", 2, "no_such_round"),
        (-5, "x", 0, "no_such_round"),
    ],
)
def test_what_is_no_penalty_is_refused(
    evening: Build, points: int, reason: str, round_number: int, code: str
) -> None:
    night = evening(8, played=1)
    with pytest.raises(Refused) as refused:
        give(night, 3, points, round_number, reason)
    assert refused.value.code == code
    assert not Penalty.objects.exists()


def test_who_was_taken_off_the_list_gets_no_penalty(evening: Build) -> None:
    night = evening(8)
    gone = entry(night, 8)
    registration.unregister(gone, night.director)
    with pytest.raises(Refused) as refused:
        penalties.give(gone, 1, -5, "x", night.director)
    assert refused.value.code == "taken_off"


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        ("bollen", ("totaal",)),
        ("bollen_thuis", ("punten",)),
        ("belotten", ("points_for", "balance")),
        ("bolivia", ("points_for", "balance")),
    ],
)
def test_points_go_to_the_points_of_the_form(
    game: str, figures: tuple[str, ...]
) -> None:
    rules = PRESETS[game]
    assert penalised(rules) == figures
    nothing = rules.figures([], [], 0)
    after = with_penalties(rules, nothing, -7)
    changed = {key for key in nothing if nothing[key] != after[key]}
    assert changed == {*figures, "correctie"}


def test_recheck_adds_up_rounds_and_penalties(evening: Build) -> None:
    night = evening(8, played=2)
    give(night, 3, -10)
    told = io.StringIO()
    call_command("recheck", night.tournament.slug, stdout=told)
    assert "all as the rulebook says" in told.getvalue()


def test_of_pairs_the_victories_stay_as_they_were_won(pair_evening: Build) -> None:
    night = pair_evening(4)
    for table in night.publish().tables.all():
        night.hand_in(night.table(1, table.number), belotten_game())
    before = row(night, 1)
    give(night, 1, -100)
    after = row(night, 1)
    assert after.total == before.total
    assert after.figures["points_for"] == before.figures["points_for"] - 100
    assert after.figures["balance"] == before.figures["balance"] - 100


def test_everything_public_adds_up_with_a_penalty_and_tells_no_reason(
    evening: Build, client: Client
) -> None:
    night = evening(8, played=2)
    give(night, 3, -10, why="dronken")
    here = f"/t/{night.tournament.slug}/standings"
    data = json.loads(client.get(f"{here}.json").content)["standings"]
    (mine,) = (each for each in data if each["number"] == 3)
    assert mine["correctie"] == -10
    assert sum(mine["rounds"]) - 10 == mine["totaal"]
    text = client.get(f"{here}.csv").content.decode("utf-8-sig")
    (line,) = (
        each
        for each in csv.DictReader(io.StringIO(text), delimiter=";")
        if each["nummer"] == "3"
    )
    assert (line["correctie"], line["totaal"]) == ("-10", str(mine["totaal"]))
    book = opened(client.get(f"{here}.xlsx").content)
    told = [cell.value for row_ in book["Straffen"].iter_rows() for cell in row_]
    assert -10 in told
    assert "dronken" not in told


def test_the_workbook_of_the_desk_has_the_reason(evening: Build, desk: Client) -> None:
    night = evening(8, played=1)
    give(night, 3, -10, why="dronken")
    penalties.cancel(give(night, 4, -20, why="vergissing"), night.director)
    page = desk.get(f"/nl/desk/{night.tournament.slug}/workbook.xlsx")
    assert frame(page.content, "Straffen").to_dict("records") == [
        {"ronde": 1, "nummer": 3, "naam": "Speler C", "punten": -10, "reden": "dronken"}
    ]


def test_a_page_gives_and_cancels_and_keeps_what_was_typed(
    evening: Build, desk: Client
) -> None:
    night = evening(8, played=1)
    here = f"/nl/desk/{night.tournament.slug}/penalties/"
    typed = {"number": 3, "sign": "off", "points": "12", "round": 1, "reason": " "}
    page = desk.post(here, typed)
    assert page.status_code == 422
    assert 'value="12"' in page.content.decode()
    desk.post(here, typed | {"reason": "verzaakt"})
    assert row(night, 3).correctie == -12
    (given,) = Penalty.objects.all()
    assert "verzaakt" in desk.get(here).content.decode()
    desk.post(f"{here}{given.pk}/cancel/")
    assert row(night, 3).correctie == 0
    desk.post(here, typed | {"reason": "ereprijs", "sign": "extra"})
    assert row(night, 3).correctie == 12


@pytest.mark.parametrize("points", ["", "x", "-", "1.5", "9" * 30, "0"])
def test_points_that_are_none_get_a_sentence(
    evening: Build, desk: Client, points: str
) -> None:
    night = evening(8, played=1)
    here = f"/nl/desk/{night.tournament.slug}/penalties/"
    page = desk.post(here, {"number": 3, "points": points, "round": 1, "reason": "x"})
    assert page.status_code == 422
    assert not Penalty.objects.exists()


def test_the_log_tells_of_a_penalty_and_takes_it_back(
    evening: Build, desk: Client
) -> None:
    night = evening(8, played=1)
    given = give(night, 3, -10, why="te laat")
    here = f"/nl/desk/{night.tournament.slug}"
    page = desk.get(f"{here}/log/?q=3").content.decode()
    assert "Reden: te laat" in page
    undo = f"{here}/penalties/{given.pk}/cancel/"
    assert undo in page
    desk.post(undo)
    assert undo not in desk.get(f"{here}/log/?q=3").content.decode()
    assert LogEntry.objects.filter(action="penalty.cancelled").exists()


def test_a_penalty_of_somebody_else_is_not_found(evening: Build, desk: Client) -> None:
    night, other = evening(4), evening(4, name="Elders")
    given = give(other, 1, -1)
    here = f"/nl/desk/{night.tournament.slug}/penalties/{given.pk}/cancel/"
    assert desk.post(here).status_code == 404


def test_the_sheet_of_penalties_is_only_there_with_penalties() -> None:
    night = evening_of([[Played([1, 2, 3], None)]])
    assert "Straffen" not in opened(written(night)).sheetnames
