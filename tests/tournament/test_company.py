"""Kept apart, kept together, a table of one's own: said with the person, minded by the
draw.
"""

import html
import re
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import company, presence, proposals, rounds
from tournament.actions.laying import version_of
from tournament.models import Company, LogEntry, Member, Round, Together
from tournament.queries.demands import demands
from tournament.queries.seating import seated_numbers
from tournament.queries.undo import now, undo_of
from tournament.remarks import Remark, remarks
from tournament.seating import Round as Played
from tournament.seating import Rules
from tournament.seating.quality import swap_effect
from tournament.swaps import Effect, effects

Build = Callable[..., Evening]


def member(night: Evening, number: int) -> Member:
    members = night.tournament.members.select_related("entry", "player", "tournament")
    return members.get(entry__number=number)


def page(desk: Client, night: Evening, path: str = "") -> str:
    answer = desk.get(f"/en/desk/{night.tournament.slug}/{path}")
    assert answer.status_code == 200
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


def press(desk: Client, night: Evening, path: str, **data: object) -> str:
    answer = desk.post(f"/en/desk/{night.tournament.slug}/{path}", data, follow=True)
    assert answer.status_code == 200
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


def table_of(round_: Round, number: int) -> int:
    tables = enumerate(seated_numbers(round_), 1)
    return next(table for table, people in tables if number in people)


# Said with the person


@pytest.mark.slow
def test_two_are_kept_apart_in_every_draw_and_proven(evening: Build) -> None:
    night = evening(8, rounds_planned=6)
    company.keep_apart(member(night, 5), member(night, 2).player, night.director)
    assert demands(night.tournament, 1).apart == ((2, 5),)
    for seed in range(1, 5):
        round_ = night.draw(seed)
        assert table_of(round_, 2) != table_of(round_, 5)
        call_command("verify_draw", f"najaarsbollen/{seed}", stdout=StringIO())
        rounds.publish(round_, night.director)
        rounds.close(round_, night.director, without=frozenset({1, 2}))


def test_rather_apart_is_weighed_and_either_order_is_one_wish(evening: Build) -> None:
    night = evening(8)
    one, two = member(night, 1), member(night, 2)
    company.keep_apart(one, two.player, night.director, hard=False)
    assert demands(night.tournament, 1).rather_apart == ((1, 2),)
    company.keep_apart(two, one.player, night.director)
    assert demands(night.tournament, 1) == Rules(apart=((1, 2),))
    company.let_together(one, two.player, night.director)
    company.let_together(one, two.player, night.director)
    assert demands(night.tournament, 1) == Rules()
    assert LogEntry.objects.filter(action="player.not_apart").count() == 1


@pytest.mark.slow
def test_a_table_of_ones_own_holds_every_round_also_at_mixed_sizes(
    evening: Build,
) -> None:
    night = evening(17, rounds_planned=4)
    company.set_table(member(night, 7), 3, night.director)
    for seed in range(1, 5):
        round_ = night.draw(seed)
        assert table_of(round_, 7) == 3
        rounds.publish(round_, night.director)
        rounds.close(round_, night.director, without=frozenset(range(1, 5)))


def test_a_learner_sits_with_their_help_for_one_round(evening: Build) -> None:
    night = evening(16)
    one, two = member(night, 1).entry, member(night, 2).entry
    company.seat_together(two, one, 1, night.director)
    company.seat_together(one, two, 1, night.director)
    assert Together.objects.count() == 1
    first = night.draw(1)
    assert table_of(first, 1) == table_of(first, 2)
    assert demands(night.tournament, 2).together == ()
    company.seat_anywhere(one, two, 1, night.director)
    assert not Together.objects.exists()


def test_nobody_is_kept_from_or_with_themselves(evening: Build) -> None:
    night = evening(8)
    one = member(night, 1)
    for act in (
        lambda: company.keep_apart(one, one.player, night.director),
        lambda: company.seat_together(one.entry, one.entry, 1, night.director),
        lambda: company.set_table(one, 0, night.director),
        lambda: company.set_table(one, 501, night.director),
    ):
        with pytest.raises(Refused):
            act()


def test_who_is_absent_is_passed_over(evening: Build) -> None:
    night = evening(9)
    company.keep_apart(member(night, 1), member(night, 2).player, night.director)
    company.set_table(member(night, 3), 40, night.director)
    presence.set_presence(
        night.tournament, 1, {1: "absent", 3: "absent"}, night.director
    )
    assert night.draw()


# Pages


def test_the_persons_page_says_it_in_words_and_takes_it_back(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Anna", "Bert", "Carla"])
    shown = press(desk, night, "people/1/table/apart/", other="2", how="never")
    assert "Anna and Bert never sit at one table from now on." in shown
    shown = press(desk, night, "people/1/table/apart/", other="3", how="rather")
    assert "sit at one table only if it must be" in shown
    assert "(rather not)" in shown
    shown = press(desk, night, "people/2/table/table/", table="2")
    assert "Bert always has table 2." in shown
    shown = press(desk, night, "people/1/table/together/", other="4")
    assert "They sit at one table in round 1." in shown
    people = page(desk, night, "people/")
    assert "always table 2, kept apart from 1" in people
    bert = member(night, 2).player_id
    press(desk, night, "people/1/table/not-apart/", other=str(bert))
    press(desk, night, "people/1/table/not-together/", other="4")
    press(desk, night, "people/2/table/table/", table="")
    assert Company.objects.count() == 1
    assert demands(night.tournament, 1) == Rules(rather_apart=((1, 3),))


@pytest.mark.parametrize(
    ("act", "data", "said"),
    [
        ("apart", {"other": ""}, "Choose somebody first."),
        ("apart", {"other": "1"}, "Choose somebody else to keep apart."),
        ("not-apart", {"other": "99999"}, "Choose somebody first."),
        ("table", {"table": "drie"}, "Type the number of a table"),
        ("table", {"table": "-1"}, "Type the number of a table"),
        ("together", {"other": "1"}, "Choose somebody else to sit with."),
        ("together", {"other": "x"}, "Choose somebody first."),
    ],
)
def test_what_cannot_be_is_said_on_the_persons_page(
    desk: Client, evening: Build, act: str, data: dict[str, str], said: str
) -> None:
    night = evening(8)
    assert said in press(desk, night, f"people/1/table/{act}/", **data)
    assert demands(night.tournament, 1) == Rules()


def test_the_list_of_people_has_no_column_for_what_nobody_has(
    desk: Client, evening: Build
) -> None:
    assert "At the table" not in page(desk, evening(8), "people/")


@pytest.mark.parametrize("people", [20, 60])
def test_the_pages_ask_as_much_for_many_as_for_few(
    desk: Client,
    evening: Build,
    people: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    night = evening(people)
    company.keep_apart(member(night, 1), member(night, 2).player, night.director)
    with django_assert_num_queries(6):
        page(desk, night, "people/")
    with django_assert_num_queries(13):
        page(desk, night, "people/1/")
    night.draw()
    with django_assert_num_queries(19):
        page(desk, night, "?pick=3")
    with django_assert_num_queries(11):
        page(desk, night, "draw/lots/")


def test_a_proposal_made_before_it_was_said_shows_who_sits_where_they_should_not(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Anna"])
    round_ = night.draw()
    anna = table_of(round_, 1)
    beside = next(n for n in seated_numbers(round_)[anna - 1] if n != 1)
    other = seated_numbers(round_)[2 - anna][0]
    company.keep_apart(member(night, 1), member(night, beside).player, night.director)
    company.set_table(member(night, 1), 3 - anna, night.director)
    company.seat_together(
        member(night, 1).entry, member(night, other).entry, 1, night.director
    )
    shown = page(desk, night)
    assert f"sit at table {anna}, and are never to sit together." in shown
    assert f"Anna (no. 1) sits at table {anna}, and always has table {3 - anna}." in (
        shown
    )
    assert "were to sit together, and do not." in shown


def test_who_is_picked_up_is_shown_with_what_each_swap_does(
    desk: Client, evening: Build
) -> None:
    night = evening(16, played=1, names=["Anna"])
    round_ = night.draw(seed=2)
    company.keep_apart(
        member(night, 1),
        member(night, _far(round_, 1)).player,
        night.director,
    )
    shown = page(desk, night, "?pick=1")
    assert "Anna (1) is picked up." in shown
    assert "would sit with somebody to be kept apart from" in shown
    assert "more meet" in shown
    fragment = page(desk, night, "?pick=1&part=draft")
    assert fragment.strip().startswith("<section")
    assert "<html" not in fragment
    for nobody in ("99", "x", "", "9" * 40):
        assert "is picked up" not in page(desk, night, f"?pick={nobody}")


def _far(round_: Round, number: int) -> int:
    here = table_of(round_, number)
    return seated_numbers(round_)[here % 4][0]


def test_a_proposed_swap_is_done_in_one_press(desk: Client, evening: Build) -> None:
    night = evening(17)
    round_ = night.draw()
    shown = page(desk, night, "?look=swaps")
    while "Do this swap" not in shown:
        rounds.publish(round_, night.director)
        rounds.close(round_, night.director, without=frozenset(range(1, 5)))
        round_ = night.draw(seed=round_.number + 1)
        shown = page(desk, night, "?look=swaps")
    form = re.search(
        r'name="version" value="([^"]+)"> ?<input type="hidden" name="loose" '
        r'value="1"> ?<input type="hidden" name="one" value="(\d+)"> ?'
        r'<input type="hidden" name="other" value="(\d+)">',
        shown,
    )
    assert form
    version, one, other = form.groups()
    press(
        desk,
        night,
        f"rounds/{round_.number}/seats/swap/",
        version=version,
        one=one,
        other=other,
        loose="1",
    )
    better = Round.objects.get(pk=round_.pk)
    assert better.quality["repeats"] < round_.quality["repeats"]
    assert not better.seats.filter(pinned=True).exists()


def test_changes_by_hand_are_said_on_the_page_and_taken_back_from_it(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Anna"])
    round_ = night.draw()
    where = f"rounds/{round_.number}/seats/"
    other = _other_table(round_, 1)
    shown = press(
        desk, night, f"{where}swap/", version=version_of(round_), one=1, other=other
    )
    assert "Anna (no. 1) and" in shown
    assert "changed places." in shown
    assert "Draw again, 1 stays" in shown
    stale = press(desk, night, f"{where}undo/", version=version_of(round_))
    assert "Somebody else changed this proposal in the meantime." in stale
    shown = press(desk, night, f"{where}undo/", version=f"{round_.pk}.1")
    assert "changed places." not in shown
    for one in ("", "99", "x"):
        said = press(desk, night, f"{where}place/", version="", one=one, table="1")
        assert "That person or table is not in this proposal." in said


def _other_table(round_: Round, number: int) -> int:
    here = table_of(round_, number)
    return seated_numbers(round_)[2 - here][0]


# The log


def test_what_was_said_and_changed_can_be_undone_from_the_log(
    desk: Client, evening: Build
) -> None:
    night = evening(8, names=["Anna", "Bert"])
    company.keep_apart(member(night, 1), member(night, 2).player, night.director)
    company.set_table(member(night, 1), 2, night.director)
    company.seat_together(
        member(night, 1).entry, member(night, 3).entry, 1, night.director
    )
    round_ = night.draw()
    one = next(n for n in range(4, 9) if table_of(round_, n) != table_of(round_, 2))
    proposals.swap(round_, one, 2, night.director, version_of(round_))
    shown = page(desk, night, "log/")
    assert "Anna and Bert are never to sit at one table." in shown
    assert "Anna always has table 2." in shown
    for action in (
        "round.swapped",
        "entry.together",
        "player.fixed_table",
        "player.kept_apart",
    ):
        entry = LogEntry.objects.filter(action=action).latest("pk")
        undo = undo_of(entry, now(night.tournament))
        assert undo is not None, action
        address = {
            "by_hand": f"rounds/1/seats/{undo.arguments[-1]}/",
            "company": f"people/{undo.arguments[0]}/table/{undo.arguments[-1]}/",
        }[undo.page]
        press(desk, night, address, **dict(undo.fields))
    assert demands(night.tournament, 1) == Rules()
    assert (
        "hand" not in Round.objects.get().inputs
        or not (Round.objects.get().inputs["hand"])
    )
    swapped = LogEntry.objects.get(action="round.swapped")
    assert undo_of(swapped, now(night.tournament)) is None


# Pure


def test_what_everybody_would_do_is_what_one_swap_does() -> None:
    played = [
        Played(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))),
        Played(((1, 5, 9, 2), (3, 6, 10, 11), (4, 7, 8, 12)), counted=False),
        Played(((1, 5, 9, 3), (2, 6, 10, 12), (4, 7, 8, 11))),
    ]
    tables = ((1, 6, 11, 8), (2, 5, 12, 3), (4, 9, 10, 7))
    people = range(1, 13)
    found = effects(tables, played, Rules(apart=((1, 12),)), 1, people)
    for other in people:
        if other in tables[0]:
            assert found[other] == Effect(0, apart=False)
            continue
        change = swap_effect(tables, played, 1, other)
        assert found[other].repeats == change.repeats
        assert found[other].apart == (other in (2, 5, 3))
    loose = effects(tables, played, Rules(), 13, (1, 13))
    assert loose[1].repeats == 0


def test_what_is_to_be_minded_is_named_the_demands_first() -> None:
    tables = ((1, 2, 3, 4, 5), (6, 7, 8, 9), (10, 11, 12, 13))
    same = [Played(tables)] * 2
    rules = Rules(
        apart=((1, 2), (1, 6)),
        rather_apart=((6, 7),),
        fixed=((8, 2), (9, 3)),
        together=((10, 1), (11, 12), (1, 99)),
    )
    found = remarks(tables, same, rules)
    assert found[:4] == [
        Remark("apart", (1, 2), 1),
        Remark("rather_apart", (6, 7), 2),
        Remark("not_together", (10, 1), 3),
        Remark("not_own_table", (9,), 2, 3),
    ]
    assert Remark("same_size", (5,), 1, 5, 2) in found
    assert Remark("same_table", (13,), 3, 3, 2) in found
    assert not [r for r in found if r.code == "same_table" and r.people == (8,)]
    assert remarks(tables, [], Rules()) == []
