"""What the draw page offers: tables to choose, what is proven, who deals first, and
evenings at one table and of pairs.
"""

import html
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.models import Revision
from scoring.refused import Refused
from scoring.rulebooks import PRESETS
from tests.building import Evening
from tests.tournament.pair_nights import (
    ONE_HAND,
    every_game,
    opponents,
    play_round,
)
from tournament.actions import presence, rounds
from tournament.drawing import drawn
from tournament.models import Round, Table
from tournament.queries.drawing import drawn_from
from tournament.queries.seating import seated_numbers
from tournament.seating import Round as Seated
from tournament.swaps import Swap, best_swap
from tournament.tablechoices import sizes_of, table_choices

Build = Callable[..., Evening]


def page(desk: Client, night: Evening, path: str = "") -> str:
    answer = desk.get(f"/en/desk/{night.tournament.slug}/{path}")
    assert answer.status_code == 200
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


def press(desk: Client, night: Evening, path: str, **data: object) -> str:
    answer = desk.post(f"/en/desk/{night.tournament.slug}/{path}", data, follow=True)
    assert answer.status_code == 200
    return html.unescape(re.sub(r"\s+", " ", answer.content.decode()))


def played(night: Evening, seed: int = 1, **wishes: object) -> Round:
    """Draw a round as wished, and close it without its forms."""
    round_ = rounds.draw(night.tournament, night.director, seed=seed, **wishes)  # type: ignore[arg-type]
    return closed(night, round_)


def closed(night: Evening, round_: Round) -> Round:
    rounds.publish(round_, night.director)
    tables = frozenset(round_.tables.values_list("number", flat=True))
    rounds.close(round_, night.director, without=tables)
    return round_


def laid(round_: Round) -> list[int]:
    return [len(table) for table in seated_numbers(round_)]


def verified(round_: Round) -> str:
    out = StringIO()
    slug = f"{round_.tournament.slug}/{round_.number}"
    call_command("verify_draw", slug, stdout=out)
    return out.getvalue()


# Tables to choose


def test_the_rule_comes_first_and_what_the_others_mean_is_said(
    desk: Client, evening: Build
) -> None:
    shown = page(desk, evening(40))
    assert 'value="10x4" checked' in shown
    assert "Proven: 0 repeats can be had in 4 rounds. Everybody meets 12 others." in (
        shown
    )
    assert 'name="sizes" value="8x5"' in shown
    assert shown.count('name="sizes"') == 5


def test_repeats_that_tables_force_are_said_before_the_draw(
    desk: Client, evening: Build
) -> None:
    shown = page(desk, evening(15))
    assert 'value="3x5" checked' in shown
    assert "At least 18 repeats in 4 rounds." in shown
    assert 'value="3x4+1x3"' in shown


@pytest.mark.parametrize("n", [3, 6, 7, 17, 23, 43, 97])
def test_every_choice_seats_everybody_at_tables_the_game_allows(n: int) -> None:
    for key in ("bollen", "bollen_app", "bollen_thuis", "boerenbridge_19"):
        rules = PRESETS[key]
        choices = table_choices(range(1, n + 1), 4, rules)
        assert choices[0].usual
        assert len({choice.sizes for choice in choices}) == len(choices) <= 5
        for choice in choices:
            assert sum(choice.sizes) == n
            assert set(choice.sizes) <= set(rules.sizes)
            assert sizes_of(choice.key) == choice.sizes


def test_house_rules_for_uneven_tables_are_the_first_choice() -> None:
    rules = replace(PRESETS["bollen"], sizes=(4, 6), usual_sizes=(6, 4))  # type: ignore[type-var]
    assert table_choices(range(10), 4, rules)[0].sizes == (6, 4)


def test_the_tables_that_were_chosen_are_drawn_and_kept(
    desk: Client, evening: Build
) -> None:
    night = evening(40)
    press(desk, night, "draw/", sizes="8x5")
    round_ = night.round(1)
    assert laid(round_) == [5] * 8
    assert round_.inputs["request"]["sizes"] == [5] * 8
    assert 'value="8x5" checked' in page(desk, night)
    closed(night, round_)
    shown = page(desk, night)
    assert 'value="8x5" checked' in shown
    assert "Proven: 0 repeats can be had in 3 rounds." in shown
    assert "8" in verified(round_)


def test_tables_for_another_number_are_refused_with_both_numbers(
    desk: Client, evening: Build
) -> None:
    night = evening(16)
    said = press(desk, night, "draw/", sizes="3x5")
    assert "16 people are present, and the tables you chose seat 15." in said
    assert "not played at those tables" in press(desk, night, "draw/", sizes="2x8")
    assert not Round.objects.exists()
    for nonsense in ("", "4", "x", "4x", "9999999x4", "4x4+", "²x4"):
        answer = desk.post(
            f"/en/desk/{night.tournament.slug}/draw/", {"sizes": nonsense}
        )
        assert answer.status_code == 404


def test_a_game_for_four_and_pairs_leave_nothing_to_choose(
    desk: Client, evening: Build, pair_evening: Build
) -> None:
    couples, night = pair_evening(6), evening(12, rulebook="canasta")
    for each in (couples, night):
        assert 'name="sizes"' not in page(desk, each)
    with pytest.raises(Refused) as caught:
        rounds.draw(night.tournament, night.director, sizes=(3, 3, 3, 3))
    assert caught.value.code == "tables_do_not_fit"


def test_the_tables_of_an_unusual_size_are_called_the_choice_they_are(
    desk: Client, evening: Build
) -> None:
    night = evening(15)
    shown = press(desk, night, "draw/", sizes="3x4+1x3")
    assert "is a table of 3, as you chose." in shown


@pytest.mark.parametrize("people", [16, 43])
def test_the_page_asks_the_database_as_much_for_many_as_for_few(
    desk: Client,
    evening: Build,
    people: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    night = evening(people)
    with django_assert_num_queries(7):
        page(desk, night)
    round_ = night.draw()
    with django_assert_num_queries(19):
        page(desk, night)
    closed(night, round_)
    with django_assert_num_queries(14):
        page(desk, night)


# Variety first


def test_variety_first_prints_the_figures_of_both_and_draws_what_it_showed(
    desk: Client, evening: Build
) -> None:
    night = evening(23)
    press(desk, night, "draw/")
    first = night.round(1)
    assert "Compare with variety first" in page(desk, night)
    shown = page(desk, night, "?look=variety")
    mine, other = rounds.other_variety(first)
    assert other.collisions < mine.collisions
    assert other.evenness > mine.evenness
    assert f"Even tables first: {mine.repeats} pairs meet again" in shown
    assert f"Variety first: {other.repeats} pairs meet again" in shown
    shown = press(
        desk,
        night,
        "draw/",
        replacing=first.pk,
        same=1,
        variety=1,
        sizes="3x5+2x4",
    )
    second = night.round(1)
    assert second.seed == first.seed
    assert second.inputs["request"]["variety_first"] is True
    mirrored, back = rounds.other_variety(second)
    assert (mirrored, back) == (other, mine)
    assert "Compare with even tables first" in shown


def test_tables_all_alike_have_nothing_to_compare(desk: Client, evening: Build) -> None:
    night = evening(16)
    night.draw()
    assert "Compare with" not in page(desk, night)
    assert "Compare with" not in page(desk, night, "?look=variety")


# The proposal


def test_a_proposal_says_what_is_proven_and_why(desk: Client, evening: Build) -> None:
    night = evening(15, rounds_planned=3)
    played(night)
    night.draw()
    shown = page(desk, night)
    assert "proven minimum" in shown
    assert (
        "Proven: nobody can seat this round with fewer than 6, because a table seats "
        "more people than there are tables they can come from." in shown
    )
    assert "A draw by lot alone would give about 9 on average." in shown
    assert "No two people have met more than 2 times then." in shown


def test_every_repeat_is_told_what_the_best_swap_would_change(
    desk: Client, evening: Build
) -> None:
    night = evening(17)
    round_ = night.draw()
    while round_.quality["collisions"] <= round_.quality["bound"]:
        assert "one swap would change" not in page(desk, night, "?look=swaps")
        closed(night, round_)
        round_ = night.draw(seed=round_.number + 1)
    assert "See what one swap would change" in page(desk, night)
    shown = page(desk, night, "?look=swaps")
    told = re.findall(r"no swap leaves fewer repeats\.|repeats? fewer", shown)
    assert len(told) == min(12, len(round_.quality["repeated_pairs"]))


def test_the_best_swap_is_found_and_named() -> None:
    earlier = [Seated(((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)))]
    now = [(1, 2, 3, 5), (4, 6, 7, 9), (8, 10, 11, 12)]
    assert best_swap(now, earlier, (1, 2)) == Swap(1, 10, 4, uneven=False)
    best = [(1, 2, 5, 9), (3, 6, 7, 10), (4, 8, 11, 12)]
    assert best_swap(best, earlier, (1, 2)) is None


# Who deals first


def test_by_card_nobody_is_said_to_deal_first(desk: Client, evening: Build) -> None:
    night = evening(16)
    press(
        desk,
        night,
        "settings/",
        name="Kaart",
        date="2026-12-12",
        rounds_planned="4",
        names_public="all",
        missed_round="zero",
        first_dealer="card",
    )
    night.tournament.refresh_from_db()
    assert night.tournament.first_dealer == "card"
    round_ = night.draw()
    assert round_.inputs["request"]["plan_dealers"] is False
    assert "Who deals first is decided by card at the table." in page(desk, night)
    rounds.publish(round_, night.director)
    for path in ("", "rounds/1/cards/"):
        assert "deals first" not in page(desk, night, path)
    forms = page(desk, night, "rounds/1/forms/")
    row = re.search(r"who deals, by place</th>(.*?)</tr>", forms)
    assert row
    assert not re.search(r"<td[^>]*>\d", row.group(1))
    for shown in (
        page(desk, night, "rounds/1/tables/1/"),
        Client().get(f"/en/c/{night.table(1, 1).code}/").content.decode(),
    ):
        assert "deals first" not in shown
        assert re.search(r'name="first_dealer" required><option value="" sel', shown)
        assert not re.search(r'<option value="1" selected', shown)


def test_drawn_by_bolwerk_is_the_default(desk: Client, evening: Build) -> None:
    night = evening(16)
    round_ = night.publish()
    assert round_.dealers_drawn
    assert "deals first" in page(desk, night, "rounds/1/cards/")
    assert 'name="first_dealer">' in page(desk, night, "rounds/1/tables/1/")


@pytest.mark.parametrize("rulebook", ["belotten", "bollen_app"])
def test_a_form_by_card_opens_without_a_dealer(
    desk: Client, evening: Build, rulebook: str
) -> None:
    night = evening(8, rulebook=rulebook, first_dealer="card")
    night.publish()
    assert 'option value="" selected' in page(desk, night, "rounds/1/tables/1/")


# One table, game after game


def app_game(first_leader: int) -> dict[str, object]:
    cells = [["0"] * 13 for _ in range(3)] + [["1"] * 13]
    return {"rows": cells, "first_leader": first_leader}


def hand_in_and_close(night: Evening, number: int, cells: dict[str, object]) -> None:
    round_ = night.round(number)
    rounds.publish(round_, night.director)
    table = Table.objects.select_related("sheet", "round__tournament").get(round=round_)
    assert table.sheet
    Revision.objects.create(
        sheet=table.sheet, number=1, counted=True, cells=cells, key=f"k{number}"
    )
    rounds.close(round_, night.director, without=frozenset({1}))


def test_at_one_table_the_deal_goes_on_and_nothing_is_drawn(
    desk: Client, evening: Build
) -> None:
    night = evening(4, rulebook="bollen_app", options={})
    first = night.draw()
    (order,) = seated_numbers(first)
    hand_in_and_close(night, 1, app_game(first_leader=4))
    press(desk, night, "draw/")
    second = night.round(2)
    # dealt first at place 3, thirteen deals: place 4 is next
    assert seated_numbers(second) == ((*order[3:], *order[:3]),)
    assert second.inputs["kept"] is True
    shown = page(desk, night)
    assert "nothing was drawn" in shown
    assert "meet again" not in shown
    assert verified(second)
    again = rounds.draw(night.tournament, night.director, seed=5, replacing=second)
    assert "kept" not in again.inputs
    assert verified(again)


def test_a_corrected_form_leaves_a_round_that_sat_on_as_it_was(evening: Build) -> None:
    night = evening(4, rulebook="bollen_app", options={})
    night.draw()
    hand_in_and_close(night, 1, app_game(first_leader=4))
    second = night.draw()
    sheet = night.table(1, 1).sheet
    assert sheet is not None
    sheet.revisions.update(cells=app_game(first_leader=2))
    assert drawn(drawn_from(second), night.tournament.rules).proposal.tables == (
        seated_numbers(second)
    )


def test_four_at_belotten_partner_everybody_once(evening: Build) -> None:
    night = evening(4, rulebook="belotten", rounds_planned=4)
    partners = []
    for seed in range(1, 5):
        round_ = played(night, seed)
        (order,) = seated_numbers(round_)
        partners.append({frozenset(order[::2]), frozenset(order[1::2])})
    assert len(set().union(*partners[:3])) == 6
    assert partners[3] == partners[0]


def test_with_somebody_else_at_the_table_the_seats_are_drawn(evening: Build) -> None:
    night = evening(5, rulebook="bollen_thuis")
    presence.set_presence(night.tournament, 1, {5: "sits_out"}, night.director)
    assert laid(played(night)) == [4]
    second = played(night, 2)
    assert laid(second) == [5]
    assert "kept" not in second.inputs
    third = played(night, 3)
    assert third.inputs["kept"] is True
    assert verified(third)


# Pairs


@pytest.mark.parametrize("count", [5, 7, 9])
def test_pairs_play_a_full_cycle_without_a_rematch(
    pair_evening: Build, count: int
) -> None:
    night = pair_evening(count, "bolivia", options=ONE_HAND, rounds_planned=count)
    met: Counter[tuple[int, int]] = Counter()
    free: Counter[int] = Counter()
    for seed in range(1, count + 1):
        round_ = played(night, seed)
        met.update((min(g), max(g)) for g in opponents(round_))
        free.update(round_.inputs["free"])
        assert len(round_.inputs["ahead"]) == count - seed
        assert verified(round_)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2
    assert free == dict.fromkeys(range(1, count + 1), 1)


def test_pairs_drawn_again_and_after_one_left_meet_nobody_twice(
    pair_evening: Build,
) -> None:
    night = pair_evening(9, "bolivia", options=ONE_HAND, rounds_planned=6)
    met: Counter[tuple[int, int]] = Counter()
    for seed in range(1, 6):
        if seed == 4:
            presence.set_presence(night.tournament, 4, {9: "absent"}, night.director)
        round_ = night.draw(seed)
        if seed == 3:
            round_ = rounds.draw(
                night.tournament, night.director, seed=33, replacing=round_
            )
        closed(night, round_)
        met.update((min(g), max(g)) for g in opponents(round_))
        assert len(round_.inputs["free"]) == (1 if seed < 4 else 0)
    assert set(met.values()) == {1}


def test_results_do_not_change_what_pairs_draw(pair_evening: Build) -> None:
    night = pair_evening(6, "bolivia", options=ONE_HAND, rounds_planned=5)
    wins = every_game(range(1, 7), lambda a, b: (500, 400))
    met = Counter(
        (min(g), max(g))
        for seed in range(1, 6)
        for g in opponents(play_round(night, wins, seed))
    )
    assert set(met.values()) == {1}
    assert len(met) == 15
