"""Who fills in at a second table has met that table too; who is absent, nobody."""

from collections import Counter
from collections.abc import Callable
from io import StringIO
from itertools import combinations

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.models import Sheet
from tests.building import Evening
from tournament.actions import registration, rounds
from tournament.actions.substitutes import own_again, substitute
from tournament.models import Player, Round, Seat
from tournament.queries.drawing import draw_request, drawn_from
from tournament.queries.places import places_for
from tournament.queries.seating import history, seated_numbers
from tournament.seating import Round as Played
from tournament.seating import judge

Build = Callable[..., Evening]


def first_round(night: Evening, apart: bool | None = None) -> Round:
    """A round in which the first of table 1, once done, also sits in at table 2."""
    round_ = night.publish(seed=1)
    night.fill(round_, leave=[2])
    one, two = seated_numbers(round_)[:2]
    player = night.tournament.members.get(entry__number=one[0]).player
    substitute(round_, two[0], player, night.director, apart=apart)
    return round_


def recounted(night: Evening, before: int) -> Counter[tuple[int, int]]:
    """Meetings of the start numbers, from nothing but who is the player of a seat."""
    number = dict(night.tournament.members.values_list("player_id", "entry__number"))
    tables: dict[int, set[int]] = {}
    for table, player in Seat.objects.filter(
        round__tournament=night.tournament, round__number__lt=before
    ).values_list("table_id", "player_id"):
        if player in number:
            tables.setdefault(table, set()).add(number[player])
    return Counter(
        pair for sat in tables.values() for pair in combinations(sorted(sat), 2)
    )


def close(night: Evening, round_: Round) -> None:
    missing = round_.tables.exclude(
        sheet__state__in=(Sheet.State.HANDED_IN, Sheet.State.APPROVED)
    ).values_list("number", flat=True)
    rounds.close(round_, night.director, without=frozenset(missing))


@pytest.mark.parametrize("apart", [True, False])
def test_the_filler_met_both_tables_and_the_absent_met_neither(
    evening: Build, apart: bool
) -> None:
    night = evening(16)
    round_ = first_round(night, apart=apart)
    one, two = seated_numbers(round_)[:2]
    (played,) = history(night.tournament, 2)
    assert played.tables == seated_numbers(round_)
    assert {*played.company[0]} == {*one}
    assert {*played.company[1]} == {one[0], *two[1:]}
    assert two[0] not in {n for table in played.company for n in table}


def test_somebody_of_outside_met_nobody_who_counts(evening: Build) -> None:
    night = evening(8)
    round_ = night.publish()
    number = seated_numbers(round_)[0][0]
    substitute(round_, number, "Oom Piet", night.director)
    (played,) = history(night.tournament, 2)
    assert sorted(map(len, played.company)) == [3, 4]
    own_again(round_, number, night.director)
    assert history(night.tournament, 2)[0].sat is None


def test_a_pair_stays_a_pair_whoever_sits_in_for_one_of_the_two(
    pair_evening: Build,
) -> None:
    night = pair_evening(4)
    round_ = night.publish()
    substitute(round_, 1, "Oom Piet", night.director, position=2)
    assert history(night.tournament, 2)[0].sat is None


@pytest.mark.parametrize("seed", range(1, 4))
def test_the_next_draw_counts_and_proves_those_meetings(
    evening: Build, seed: int
) -> None:
    night = evening(12, rounds_planned=3)
    for number in (1, 2):
        close(night, first_round(night))
        night.draw(seed * 10 + number)
        proposal = Round.objects.get(
            tournament=night.tournament, state=Round.State.PROPOSED
        )
        before = recounted(night, proposal.number)
        here = [
            pair
            for table in seated_numbers(proposal)
            for pair in combinations(sorted(table), 2)
        ]
        quality = proposal.quality
        assert quality["collisions"] == sum(before[pair] for pair in here)
        assert quality["repeats"] == sum(before[pair] > 0 for pair in here)
        assert quality["repeated_pairs"] == [
            [*pair, before[pair] + 1] for pair in sorted(here) if before[pair]
        ]
        assert quality["bound"] <= quality["collisions"]
        call_command(
            "verify_draw", f"najaarsbollen/{proposal.number}", stdout=StringIO()
        )
        rounds.discard(proposal, night.director)


def test_the_draw_spares_the_filler_the_table_where_they_filled_in(
    evening: Build,
) -> None:
    night = evening(20, rounds_planned=2)
    round_ = first_round(night)
    one, two = seated_numbers(round_)[:2]
    close(night, round_)
    for seed in range(1, 6):
        proposal = night.draw(seed)
        mine = next(table for table in seated_numbers(proposal) if one[0] in table)
        assert not {*mine} & {*one[1:], *two[1:]}
        rounds.discard(proposal, night.director)


def test_the_sizes_and_first_deals_stay_with_whose_result_it_is(
    evening: Build,
) -> None:
    night = evening(17)
    round_ = first_round(night)
    seats = history(night.tournament, 2)
    plain = (Played(seated_numbers(round_)),)
    tables = seated_numbers(round_)
    mine, own = judge(tables, seats), judge(tables, plain)
    assert mine.evenness == own.evenness
    assert mine.first_dealer_spread == own.first_dealer_spread
    assert mine.collisions == own.collisions - len(tables[1]) + 1


def test_a_latecomer_is_told_of_whom_they_met_by_sitting_in(evening: Build) -> None:
    night = evening(16)
    round_ = night.publish(seed=1)
    late = Player.objects.create(club=night.tournament.club, name="Zoë")
    substitute(round_, seated_numbers(round_)[0][0], late, night.director)
    night.fill(round_)
    close(night, round_)
    entry = registration.register(night.tournament, late, night.director)
    night.publish(seed=2)
    again = places_for(night.tournament, night.round(2), entry.number)
    met = {p.number for room in again.tables for p in room.again}
    assert met == {*seated_numbers(round_)[0][1:]}


def test_what_a_round_was_drawn_from_is_read_again_as_it_was(evening: Build) -> None:
    night = evening(16)
    close(night, first_round(night))
    asked = draw_request(night.tournament, 2, 5).request
    round_ = night.draw(5)
    assert drawn_from(round_).request.history == asked.history
    assert "sat" not in round_.inputs["request"]


@pytest.mark.parametrize("people", [20, 60])
def test_who_met_whom_takes_as_many_queries_for_many_as_for_few(
    evening: Build, people: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    night = evening(people)
    first_round(night)
    with django_assert_num_queries(2):
        history(night.tournament, 2)


def test_the_page_names_who_meets_again_by_sitting_in(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Anna"])
    close(night, first_round(night))
    round_ = night.draw(seed=3)
    shown = desk.get("/en/desk/najaarsbollen/").content.decode()
    before = recounted(night, 2)
    count = sum(
        before[pair] > 0
        for table in seated_numbers(round_)
        for pair in combinations(sorted(table), 2)
    )
    assert f"{count} pairs meet again" in shown
