"""Seating by standing, as a final, and by lots drawn in the hall."""

import html
import re
from collections.abc import Callable
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import company, rounds
from tournament.models import Member, Round
from tournament.queries.seating import history, seated_numbers
from tournament.queries.standings import standings
from tournament.seating import Contradiction, Request, Rules
from tournament.seatingways import (
    Way,
    finalists,
    seat_by_standing,
    way_as_dict,
    way_from_dict,
)

Build = Callable[..., Evening]


def ranking(people: int) -> tuple[tuple[int, int], ...]:
    return tuple((person, person) for person in range(1, people + 1))


def asked(people: int, sizes: tuple[int, ...], **more: Any) -> Request:
    return Request(tuple(range(1, people + 1)), (), sizes, seed=4, **more)


def seated(request: Request, way: Way) -> list[list[int]]:
    return [sorted(table) for table in seat_by_standing(request, way).tables]


def verified(round_: Round) -> str:
    out = StringIO()
    with translation.override("en"):
        call_command(
            "verify_draw", f"{round_.tournament.slug}/{round_.number}", stdout=out
        )
    return out.getvalue()


def press(desk: Client, night: Evening, path: str, **data: object) -> str:
    answer = desk.post(f"/en/desk/{night.tournament.slug}/{path}", data, follow=True)
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


# Pure


def test_strictly_by_standing_the_best_sit_together() -> None:
    way = Way("standing", ranking=ranking(12))
    assert seated(asked(12, (4, 4, 4)), way) == [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
        [9, 10, 11, 12],
    ]


def test_a_snake_gives_every_table_a_leader() -> None:
    tables = seated(asked(12, (4, 4, 4)), Way("snake", ranking=ranking(12)))
    assert tables == [[1, 6, 7, 12], [2, 5, 8, 11], [3, 4, 9, 10]]


def test_a_table_of_ones_own_is_kept_and_the_best_sit_elsewhere() -> None:
    rules = Rules(fixed=((2, 3), (9, 1)))
    for way in ("standing", "snake"):
        request = asked(12, (4, 4, 4), rules=rules)
        tables = seated(request, Way(way, ranking=ranking(12)))
        assert 2 in tables[2]
        assert 9 in tables[0]
        assert sorted(p for table in tables for p in table) == [*range(1, 13)]


def test_two_who_are_kept_apart_part_with_somebody_of_about_their_rank() -> None:
    rules = Rules(apart=((1, 2), (6, 7)), together=((3, 12),))
    for way in ("standing", "snake"):
        request = asked(12, (4, 4, 4), rules=rules)
        tables = seated(request, Way(way, ranking=ranking(12)))
        for table in tables:
            assert not {1, 2} <= set(table)
            assert not {6, 7} <= set(table)
            assert ({3, 12} & set(table)) in (set(), {3, 12})


def test_what_cannot_be_kept_is_named() -> None:
    rules = Rules(fixed=((2, 4),))
    with pytest.raises(Contradiction) as caught:
        seat_by_standing(
            asked(12, (4, 4, 4), rules=rules), Way("snake", ranking=ranking(12))
        )
    assert caught.value.people == (2,)
    crowd = Rules(fixed=tuple((person, 1) for person in range(1, 6)))
    with pytest.raises(Contradiction):
        seat_by_standing(
            asked(8, (4, 4), rules=crowd), Way("standing", ranking=ranking(8))
        )


def test_the_final_is_the_best_and_the_others_are_mixed() -> None:
    way = Way("final", ranking=ranking(17), final=(4,))
    tables = seated(asked(17, (5, 4, 4, 4)), way)
    assert tables[0] == [1, 2, 3, 4]
    assert [len(table) for table in tables] == [4, 5, 4, 4]
    assert sorted(p for table in tables for p in table) == [*range(1, 18)]
    two = Way("final", ranking=ranking(16), final=(4, 4))
    assert seated(asked(16, (4,) * 4), two)[:2] == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_who_of_the_tied_gets_in_is_chosen_or_drawn() -> None:
    tied = ((1, 1), (2, 2), (3, 3), (4, 4), (5, 4), (6, 4), (7, 7), (8, 8))
    way = Way("final", ranking=tied, final=(4,), chosen=(6,))
    assert seated(asked(8, (4, 4)), way)[0] == [1, 2, 3, 6]
    by_lot = Way("final", ranking=tied, final=(4,))
    drawn = set()
    for seed in range(20):
        request = Request(tuple(range(1, 9)), (), (4, 4), seed=seed)
        drawn |= {*seated(request, by_lot)[0]} - {1, 2, 3}
    assert drawn == {4, 5, 6}
    for chosen in ((4, 5), (7,), (1,)):
        with pytest.raises(ValueError):
            finalists(Way("final", ranking=tied, final=(4,), chosen=chosen), [])


def test_equal_places_are_put_in_order_by_lot_and_the_same_seed_gives_the_same() -> (
    None
):
    level = tuple((person, 1) for person in range(1, 13))
    first = seat_by_standing(asked(12, (4,) * 3), Way("snake", ranking=level))
    shuffled = list(level)
    Random(1).shuffle(shuffled)
    again = seat_by_standing(asked(12, (4,) * 3), Way("snake", ranking=tuple(shuffled)))
    assert first == again


def test_a_way_is_read_as_it_was_written() -> None:
    way = Way("final", 2, ((1, 1), (2, 2)), (4,), (2,), ((1, 2), ()))
    assert way_from_dict(way_as_dict(way)) == way
    assert way_from_dict({}) == Way()


# Rounds


@pytest.mark.parametrize("key", ["standing", "snake"])
def test_a_round_by_standing_is_drawn_and_proven(evening: Build, key: str) -> None:
    night = evening(17, played=1)
    round_ = rounds.draw(night.tournament, night.director, seed=3, way=Way(key, stop=2))
    assert round_.inputs["way"]["key"] == key
    assert "the same seating (tables: 4)" in verified(round_)
    rounds.publish(round_, night.director)
    night.fill(round_)
    rounds.close(round_, night.director)
    counted = [played.counted for played in history(night.tournament, 3)]
    assert counted == [True, False]
    third = night.draw(seed=4)
    assert third.inputs["way"] == {"key": "mix"}
    assert "the same seating (tables: 4)" in verified(third)


def test_the_standings_it_went_by_are_kept_with_the_round(evening: Build) -> None:
    night = evening(12, played=1)
    round_ = rounds.draw(night.tournament, night.director, way=Way("standing"))
    leader = standings(night.tournament).rows[0].person.number
    ranked = round_.inputs["way"]["ranking"]
    assert ranked[0][1] == 1
    assert leader in {number for number, place in ranked if place == 1}
    assert "the same seating (tables: 3)" in verified(round_)


def test_without_standings_nobody_is_seated_by_them(
    desk: Client, evening: Build
) -> None:
    night = evening(12)
    assert "There are no standings yet" in press(desk, night, "draw/", way="snake")
    assert not Round.objects.exists()
    page = desk.get(f"/en/desk/{night.tournament.slug}/").content.decode()
    assert 'value="snake"' not in page
    assert 'value="hand"' in page


def test_pairs_are_not_seated_by_standing(pair_evening: Build) -> None:
    night = pair_evening(6)
    night.draw()
    round_ = night.round(1)
    rounds.publish(round_, night.director)
    tables = frozenset(round_.tables.values_list("number", flat=True))
    rounds.close(round_, night.director, without=tables)
    with pytest.raises(Refused):
        rounds.draw(night.tournament, night.director, way=Way("snake"))


def test_the_page_says_how_a_round_is_seated(desk: Client, evening: Build) -> None:
    night = evening(16, played=1)
    shown = press(desk, night, "draw/", way="standing", stop="1", sizes="4x4")
    assert "Seated by standing, mostly by standing. Meetings are not counted." in shown
    assert "proven minimum" not in shown
    for nonsense in ({"way": "x"}, {"way": "final", "final": "4", "decided": 1}):
        answer = desk.post(f"/en/desk/{night.tournament.slug}/draw/", nonsense)
        assert answer.status_code == 404


def test_who_is_in_the_final_is_shown_before_it_is_drawn(
    desk: Client, evening: Build
) -> None:
    night = evening(16, played=1)
    shown = press(desk, night, "draw/", way="final", final="1x5", sizes="3x4+1x4")
    assert "Who plays the final?" in shown
    assert not Round.objects.filter(number=2).exists()
    rows = standings(night.tournament).rows
    tied = [row.person.number for row in rows if row.place == rows[4].place]
    assert len(tied) > 1
    assert "equal on everything that decides" in shown
    assert re.findall(r'name="chosen" value="(\d+)"', shown) == [*map(str, tied)]
    shown = press(
        desk,
        night,
        "draw/",
        way="final",
        final="1x4",
        decided="1",
        sizes="4x4",
        chosen=[99],
    )
    assert "Choose as many people as there are places" in shown
    press(desk, night, "draw/", way="final", final="1x4", decided="1", sizes="4x4")
    round_ = night.round(2)
    assert {*seated_numbers(round_)[0]} == {row.person.number for row in rows[:4]}
    assert "the same seating (tables: 4)" in verified(round_)
    assert "That final does not fit" in press(
        desk, night, "draw/", replacing=round_.pk, way="final", final="1x5", decided=1
    )


def test_a_contradiction_is_said_with_the_names(desk: Client, evening: Build) -> None:
    night = evening(8, names=["Anna", "Bert", "Carla"])
    one, two = (
        Member.objects.select_related("entry", "player").get(entry__number=n)
        for n in (1, 2)
    )
    company.keep_apart(one, two.player, night.director)
    company.seat_together(one.entry, two.entry, 1, night.director)
    shown = press(desk, night, "draw/")
    assert "What is demanded of Anna (no. 1), Bert (no. 2) cannot all be kept" in shown
    assert not Round.objects.exists()
    company.seat_anywhere(one.entry, two.entry, 1, night.director)
    company.set_table(one, 9, night.director)
    assert "Anna (no. 1) always has table 9, but there are 2 tables." in press(
        desk, night, "draw/"
    )


# Lots


def test_lots_are_typed_in_and_proven(desk: Client, evening: Build) -> None:
    night = evening(9)
    shown = press(desk, night, "draw/lots/", table1="9 1 8 2", table2="3, 4, 5, 6, 7")
    assert "Lots drawn in the hall, typed in" in shown
    round_ = night.round(1)
    assert seated_numbers(round_) == ((9, 1, 8, 2), (3, 4, 5, 6, 7))
    assert "nothing was drawn" in verified(round_)
    rounds.publish(round_, night.director)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"table1": "1 2 3 4", "table2": "5 6 7"}, "1 person has no table yet."),
        ({"table1": "1 2 3 4", "table2": "5 6 7 4"}, "Number 4 is at table 1 already."),
        ({"table1": "1 2 3 4", "table2": "5 6 7 80"}, "There is no number 80."),
        ({"table1": "1 2 3 4 4", "table2": "5 6 7 8"}, "A number stands here twice."),
        ({"table1": "1 2 3 x", "table2": "5 6 7 8"}, "Type start numbers only"),
        ({"table2": "1 2 3 4", "table3": "5 6 7 8"}, "This table is empty."),
        ({"table1": "1 2", "table2": "3 4 5 6 7 8"}, "Those are 2; the game is"),
        ({}, "Type the start numbers at each table first."),
    ],
)
def test_what_is_wrong_with_lots_is_said_and_nothing_is_lost(
    desk: Client, evening: Build, typed: dict[str, str], said: str
) -> None:
    night = evening(8)
    answer = desk.post(f"/en/desk/{night.tournament.slug}/draw/lots/", typed)
    shown = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    assert said in shown
    for text in typed.values():
        assert f'value="{text}"' in shown
    assert not Round.objects.exists()


def test_lots_are_only_checked_when_that_is_asked(desk: Client, evening: Build) -> None:
    night = evening(8)
    shown = press(
        desk, night, "draw/lots/", table1="1 2 3 4", table2="5 6 7 8", check="1"
    )
    assert "Speler A (no. 1), Speler B (no. 2)" in shown
    assert not Round.objects.exists()


def test_lots_take_the_place_of_a_proposal_as_it_was_seen(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    round_ = night.draw()
    lots = {"table1": "1 2 3 4", "table2": "5 6 7 8", "replacing": round_.pk}
    shown = press(desk, night, "draw/lots/", **lots, version=f"{round_.pk}.7")
    assert "Somebody else changed this proposal" in shown
    assert 'value="1 2 3 4"' in shown
    press(desk, night, "draw/lots/", **lots, version=f"{round_.pk}.0")
    assert seated_numbers(night.round(1)) == ((1, 2, 3, 4), (5, 6, 7, 8))


@pytest.mark.parametrize("seed", range(60))
def test_whatever_is_demanded_is_kept_or_named(seed: int) -> None:
    rng = Random(seed)
    sizes = rng.choice([(4, 4, 4), (5, 4, 4), (5, 5, 4, 4), (3, 3, 3)])
    people = range(1, sum(sizes) + 1)
    some = rng.sample(people, 8)
    rules = Rules(
        apart=((some[0], some[1]), (some[2], some[3])),
        fixed=((some[4], rng.randint(1, len(sizes))),),
        pins=((some[5], rng.randint(1, len(sizes))),),
        together=((some[6], some[7]),),
    )
    way = Way(rng.choice(["standing", "snake"]), rng.randrange(5), ranking(len(people)))
    try:
        proposal = seat_by_standing(asked(len(people), sizes, rules=rules), way)
    except Contradiction as refused:
        proposal, blamed = None, set(refused.people)
    if proposal is None:
        assert blamed <= set(some)
        return
    at = {p: n for n, table in enumerate(proposal.tables, 1) for p in table}
    assert sorted(p for table in proposal.tables for p in table) == [*people]
    assert sorted(map(len, proposal.tables)) == sorted(sizes)
    for a, b in rules.apart:
        assert at[a] != at[b]
    for person, table in (*rules.fixed, *rules.pins):
        assert at[person] == table
    assert at[some[6]] == at[some[7]]
