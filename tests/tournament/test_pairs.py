"""Fixed pairs at their tables: the draw, who is free, who sits where."""

from collections import Counter
from collections.abc import Callable

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.refused import Refused
from tests.building import Evening
from tests.tournament.pair_nights import (
    ONE_HAND,
    belotten_game,
    by_number,
    every_game,
    free_of,
    numbers_at,
    opponents,
    play_round,
)
from tournament.actions import pairs, presence, rounds
from tournament.models import Club, Player, Tournament
from tournament.queries.people import people
from tournament.queries.seating import people_at, seating
from tournament.queries.standings import standings

Build = Callable[..., Evening]

# The draw


def test_partners_sit_opposite_and_the_pair_drawn_first_deals_first(
    pair_evening: Build,
) -> None:
    night = pair_evening(6)
    round_ = night.publish()
    for table in round_.tables.all():
        one, other, *rest = numbers_at(table)
        assert rest == [one, other]
        assert one != other
        assert table.sheet is not None
        assert table.sheet.places == 4
        names = [seat.player.name for seat in table.seats.order_by("place")]
        assert [name.split()[0] for name in names] == ["Anna", "Anna", "Bert", "Bert"]
        assert names[0].split()[1] == names[2].split()[1]


@pytest.mark.parametrize(("count", "number"), [(5, 5), (6, 5), (7, 7)])
def test_pairs_meet_and_are_free_in_turn(
    pair_evening: Build, count: int, number: int
) -> None:
    night = pair_evening(count, rounds_planned=number)
    met: Counter[tuple[int, int]] = Counter()
    for seed in range(1, number + 1):
        round_ = night.publish(seed)
        games = opponents(round_)
        met.update((min(game), max(game)) for game in games)
        free = round_.inputs["free"]
        assert len(free) == count % 2
        assert sorted([n for game in games for n in game] + list(free)) == [
            *range(1, count + 1)
        ]
        times = free_of(night)
        assert (
            max(times.values(), default=0) - min(times[n + 1] for n in range(count)) < 2
        )
        for table in round_.tables.select_related("sheet", "round__tournament"):
            night.hand_in(table, belotten_game())
        rounds.close(round_, night.director)
    repeats = sum(times - 1 for times in met.values())
    assert repeats == sum(r.quality["repeats"] for r in night.tournament.rounds.all())
    assert repeats <= (2 if count == 5 else 0)


@pytest.mark.parametrize(("people", "free"), [(8, 0), (9, 1), (10, 2), (11, 3)])
def test_individuals_of_a_game_for_four_are_free_in_turn(
    evening: Build, people: int, free: int
) -> None:
    night = evening(people, rulebook="belotten")
    for seed in (1, 2, 3):
        round_ = night.publish(seed)
        assert len(round_.inputs["free"]) == free
        assert {table.seats.count() for table in round_.tables.all()} == {4}
        times = free_of(night)
        assert max(times.values(), default=0) <= 1
        for table in round_.tables.select_related("sheet", "round__tournament"):
            night.hand_in(table, belotten_game())
        rounds.close(round_, night.director)
    assert sum(free_of(night).values()) == 3 * free


def test_a_repeated_draw_leaves_the_same_pair_free(pair_evening: Build) -> None:
    night = pair_evening(7)
    first = night.draw(seed=5)
    games, free = opponents(first), first.inputs["free"]
    again = rounds.draw(night.tournament, night.director, seed=5, replacing=first)
    assert (opponents(again), list(again.inputs["free"])) == (games, list(free))


def test_who_sits_out_by_wish_misses_the_round_and_is_free_another_time(
    pair_evening: Build,
) -> None:
    night = pair_evening(6, "bolivia", options=ONE_HAND)
    wins = every_game(range(1, 7), lambda a, b: (500, 400))
    presence.set_presence(night.tournament, 1, {6: "sits_out"}, night.director)
    round_ = play_round(night, wins)
    (free,) = round_.inputs["free"]
    assert free != 6
    rows = by_number(standings(night.tournament))
    assert (rows[free].total, rows[free].scores[0].free) == (2, True)
    assert 6 not in rows
    play_round(night, wins, seed=2)
    sat_out = by_number(standings(night.tournament))[6].scores[0]
    assert (sat_out.missed, sat_out.free) == (True, False)


def test_too_few_are_told_how_many_are_needed(
    desk: Client, pair_evening: Build, evening: Build
) -> None:
    for night, sentence in (
        (pair_evening(1), "1 pair is present; a round needs at least 2."),
        (
            evening(3, rulebook="belotten"),
            "3 people are present; a round needs at least 4.",
        ),
    ):
        address = f"/en/desk/{night.tournament.slug}/"
        assert sentence in desk.get(address).content.decode()
        page = desk.post(f"{address}draw/", follow=True).content.decode()
        assert sentence in page
        assert not night.tournament.rounds.exists()


def test_a_game_without_partners_is_not_drawn_for_pairs(pair_evening: Build) -> None:
    night = pair_evening(4)
    Tournament.objects.update(rulebook="bollen")
    with pytest.raises(Refused) as caught:
        night.draw()
    assert caught.value.code == "no_pairs"


def test_the_proposal_speaks_of_games_and_of_who_is_free(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(5, "bolivia", options=ONE_HAND, rounds_planned=6)
    address = f"/en/desk/{night.tournament.slug}/"
    page = desk.get(address).content.decode()
    assert "5 pairs are present:" in page
    assert "2 tables of 4" in page
    assert "One pair is free, in turn." in page
    wins = every_game(range(1, 6), lambda a, b: (500, 400))
    for seed in range(1, 6):
        play_round(night, wins, seed)
    proposal = night.draw(seed=6)
    page = desk.get(address).content.decode()
    assert "2 games are rematches" in page
    assert "meet again" not in page
    (free,) = proposal.inputs["free"]
    named = people(night.tournament, public=False)
    name = next(p.name for p in named.values() if p.number == free)
    assert name is not None
    without_seat = page.partition("Free this round</h3>")[2].partition("</section>")[0]
    assert name.replace("&", "&amp;") in without_seat
    one, other = (
        night.tournament.entries.get(number=n).pk for n in opponents(proposal)[0]
    )
    told = [
        f"{named[a].name} against {named[b].name}"
        for a, b in ((one, other), (other, one))
    ]
    assert any(each.replace("&", "&amp;") in page for each in told)
    assert "table of three" not in page


# Who sits where


def test_people_at_a_table_have_their_own_names_and_the_number_of_the_pair(
    pair_evening: Build, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    night = pair_evening(4)
    round_ = night.publish()
    table = night.table(1, 1)
    with django_assert_num_queries(2):
        here = people_at(table)
    assert [p.number for p in here] == list(numbers_at(table))
    names = [seat.player.name for seat in table.seats.order_by("place")]
    assert [p.name for p in here] == names
    with django_assert_num_queries(2):
        seated = seating(night.tournament, round_, public=False)
    assert [p.name for p in seated.tables[0].people] == names
    assert seated.tables[0].numbers == numbers_at(table)[:2]
    assert seated.sizes == [(2, 4)]


def test_in_public_a_pair_has_a_name_only_if_both_said_yes(
    client: Client, pair_evening: Build
) -> None:
    night = pair_evening(4, names_public="consent")
    Player.objects.filter(name__in=["Anna A", "Bert A", "Anna B"]).update(consent=True)
    night.tournament.members.filter(player__name="Anna A").update(consent=False)
    night.tournament.members.filter(player__name="Bert B").update(consent=True)
    shown = {p.number: p.name for p in people(night.tournament, public=True).values()}
    assert shown == {1: None, 2: "Anna B & Bert B", 3: None, 4: None}
    night.publish()
    at_places = seating(night.tournament, night.round(1), public=True).tables
    named = {p.name for table in at_places for p in table.people if p.name}
    assert named == {"Bert A", "Anna B", "Bert B"}
    page = client.get(f"/en/t/{night.tournament.slug}/seats/?q=bert+b").content.decode()
    assert "Anna A" not in page
    hall = client.get(f"/en/t/{night.tournament.slug}/hall/").content.decode()
    assert "Bert A" in hall
    assert "Anna A" not in hall


def test_a_search_by_number_finds_both_and_names_the_partner(
    client: Client, pair_evening: Build
) -> None:
    night = pair_evening(5)
    round_ = night.publish()
    (free,) = round_.inputs["free"]
    seats = f"/en/t/{night.tournament.slug}/seats/"
    one, _other = opponents(round_)[0]
    answer = client.get(seats, {"q": str(one)})
    assert [place for _t, _p, place, _o in answer.context["found"]] == [1, 3]
    first, second = (others for _t, _p, _place, others in answer.context["found"])
    assert (
        {p.number for p in first}
        == {p.number for p in second}
        == set(opponents(round_)[0])
    )
    answer = client.get(seats, {"q": str(free)})
    assert answer.context["found"] == []
    assert "Free this round" in answer.content.decode()
    hall = client.get(f"/en/t/{night.tournament.slug}/hall/").content.decode()
    assert hall.count('<td class="tt">free</td>') == 2
    assert "1 to 10 of 10 people" in hall


def test_the_same_name_in_two_pairs_is_told_apart_at_the_table(
    pair_evening: Build, club: Club
) -> None:
    night = pair_evening(1)
    namesakes = [Player.objects.create(club=club, name="Anna A") for _ in range(2)]
    pairs.register_pair(night.tournament, (namesakes[0], "Wim"), night.director)
    pairs.register_pair(night.tournament, (namesakes[1], "Wim B"), night.director)
    night.publish()
    tables = seating(night.tournament, night.round(1), public=False).tables
    folk = [p for table in tables for p in table.people]
    assert {p.twin for p in folk if p.name == "Anna A"} == {True}
    assert {p.twin for p in folk if p.name != "Anna A"} == {False}
    assert not [p for p in people(night.tournament, public=False).values() if p.twin]
