"""The evening as the workbook gets it: read from the database after real acts."""

from collections.abc import Callable
from io import BytesIO

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoAssertNumQueries

from tests.building import Evening
from tests.tournament.evenings import frame
from tests.tournament.pair_nights import belotten_game, pair_night
from tournament.actions import rounds
from tournament.models import Club, Tournament
from tournament.queries.evening import evening as evening_of
from tournament.workbook import write_workbook

Build = Callable[..., Evening]


def workbook(tournament: Tournament) -> bytes:
    target = BytesIO()
    write_workbook(evening_of(tournament), target)
    return target.getvalue()


@pytest.fixture
def pairs(club: Club, director: User) -> Evening:
    """Five pairs after a round of two tables; one pair was free."""
    night = pair_night(club, director, 5)
    round_ = night.publish()
    for table in round_.tables.all():
        night.hand_in(night.table(1, table.number), belotten_game())
    rounds.close(night.round(1), night.director)
    return night


def test_a_game_kept_by_deal_is_read_with_the_scores_of_both_sides(
    pairs: Evening,
) -> None:
    found = evening_of(pairs.tournament)
    assert len(found.forms) == 8
    for form in found.forms:
        assert sum(score or 0 for score in form.scores) == form.total
        assert len(form.scores) == len(form.labels) == len(found.labels)
    assert {form.total for form in found.forms} == {1088, 782}


def test_at_the_places_people_have_their_own_names_and_the_number_of_their_pair(
    pairs: Evening,
) -> None:
    data = workbook(pairs.tournament)
    forms = frame(data, "Formulieren")
    stand = frame(data, "Stand").set_index("nummer")
    for number, names in forms.groupby("nummer")["naam"]:
        assert " & ".join(names) == stand["naam"][number]
    assert len(stand) == 5


def test_the_pair_that_was_free_stands_on_indeling(pairs: Evening) -> None:
    data = workbook(pairs.tournament)
    seats = frame(data, "Indeling")
    free = seats[seats["vrij"] == "ja"]
    assert len(seats) == 9
    assert free["nummer"].tolist() == pairs.round(1).inputs["free"]
    assert frame(data, "Stand")["gemist"].tolist() == [0] * 5


def test_a_form_of_sums_has_empty_cells(evening: Build) -> None:
    night = evening(4)
    night.publish()
    columns = ("bollen", "punten", "niet_behaalde_bollen", "strafbollen")
    sums = [dict(zip(columns, (3, 4, 8, 0), strict=True)) for _ in range(4)]
    night.hand_in(night.table(1, 1), {"rows": [[""] * 11] * 4, "sums": sums})
    forms = frame(workbook(night.tournament), "Formulieren")
    assert forms.iloc[:, 5:16].isna().all(axis=None)
    assert forms["totaal"].tolist() == [14] * 4


def test_before_the_first_form_the_columns_are_those_of_a_usual_table(
    evening: Build,
) -> None:
    night = evening(9, rulebook="bollen_app")
    night.publish()
    found = evening_of(night.tournament)
    assert (found.forms, len(found.labels)) == ((), 13)


@pytest.mark.parametrize("people", [8, 40])
def test_it_takes_as_many_queries_whoever_takes_part(
    evening: Build, people: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    night = evening(people, played=2)
    with django_assert_num_queries(11):
        evening_of(night.tournament)
