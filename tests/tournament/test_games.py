"""Every game through the same pages: choose it, fill in its form, see it rank."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring import rulebooks
from tests import fifth_game
from tests.building import Evening, build_evening
from tournament.models import Club
from tournament.queries.standings import standings

pytestmark = pytest.mark.django_db

Typed = Mapping[str, Any]

BELOTTEN: Typed = {
    "deals": 3,
    "d1-makers": "A",
    "d1-card_points.A": "95",
    "d2-makers": "B",
    "d2-card_points.B": "92",
    "d2-belot": "A",
    "d3-event": "all_passed_twice",
}
BOLIVIA: Typed = {
    "deals": 1,
    "d1-end": "out",
    "d1-sides.A.melded": "230",
    "d1-sides.A.mixed": "1",
    "d1-sides.A.natural": "1",
    "d1-sides.A.escalera": "1",
    "d1-sides.A.red_threes": "2",
    "d1-sides.A.out": "normal",
    "d1-sides.A.hand": "25",
    "d1-sides.B.melded": "185",
    "d1-sides.B.mixed": "1",
    "d1-sides.B.red_threes": "3",
    "d1-sides.B.hand": "45",
    "d1-sides.B.hand_threes": "1",
}
TIENTJE: Typed = {
    "deals": 3,
    **{f"d{deal}-pegs.{place}": str(place) for deal in (1, 2) for place in (1, 2, 3)},
    "d1-pegs.4": "4",
    "d2-pegs.4": "4",
    "d3-pegs.2": "10",
}


@pytest.fixture
def tientje() -> Iterator[None]:
    """A fifth game, known to Bolwerk for as long as the test runs."""
    rulebooks.register(fifth_game.PRESETS, fifth_game.of_options)
    yield
    for key in fifth_game.PRESETS:
        rulebooks.forget(key)


def evening_of(club: Club, user: User, game: str, people: int = 4) -> Evening:
    evening = build_evening(club, user, people, rulebook=game, rounds_planned=2)
    evening.publish()
    return evening


def address(evening: Evening, table: int = 1) -> str:
    return f"/nl/desk/{evening.tournament.slug}/rounds/1/tables/{table}/"


def hand_in(client: Client, evening: Evening, typed: Typed, **more: str) -> Any:
    post = {"based_on": "0", "key": "a", **typed, **more}
    return client.post(address(evening), post)


def test_a_fifth_game_is_chosen_played_and_ranked_through_the_same_pages(
    tientje: None, desk: Client, club: Club, director: User
) -> None:
    page = desk.get("/en/desk/new/").content.decode()
    assert 'value="tientje"' in page
    evening = evening_of(club, director, "tientje")
    form = desk.get(address(evening)).content.decode()
    assert form.count('name="d1-pegs.') == 4
    wrong = hand_in(desk, evening, {**TIENTJE, "d3-pegs.2": "9"})
    assert wrong.status_code == 422
    assert "9 is no 10 pegs. Count them once more." in wrong.content.decode()
    assert hand_in(desk, evening, TIENTJE).status_code == 302
    rows = standings(evening.tournament).rows
    assert [(row.place, row.total, row.figures) for row in rows] == [
        (1, 14, {"best_deal": 10}),
        (2, 8, {"best_deal": 4}),
        (3, 6, {"best_deal": 3}),
        (4, 2, {"best_deal": 1}),
    ]
    slug = evening.tournament.slug
    for public in (f"/nl/t/{slug}/", f"/nl/t/{slug}/hall/", f"/nl/t/{slug}/seats/"):
        assert desk.get(public).status_code == 200
    data = desk.get(f"/t/{slug}/standings.json").json()["standings"]
    assert [row["totaal"] for row in data] == [14, 8, 6, 2]
    assert desk.get(f"/t/{slug}/standings.xlsx").status_code == 200


def test_its_cases_hold() -> None:
    rules = fifth_game.Tientje()
    deals = [{"pegs": {"1": 4, "2": 6}}, {"pegs": {"1": 10}}, {"pegs": {"2": 10}}]
    assert rules.problems({"deals": deals}, 2) == []
    assert [line.total for line in rules.score({"deals": deals}, 2)] == [14, 16]
    found = rules.problems({"deals": [*deals[:2], {"pegs": {"1": 9}}]}, 2)
    assert [(problem.code, problem.deal) for problem in found] == [("pegs", 3)]


def test_its_options_go_into_the_sheet_and_back(
    tientje: None, desk: Client, club: Club, director: User
) -> None:
    evening = build_evening(club, director, 4, rulebook="tientje")
    evening.tournament.options = fifth_game.Tientje(deal_count=1).options()
    evening.tournament.save()
    evening.publish()
    form = desk.get(address(evening)).content.decode()
    assert len(re.findall(r'id="deal\d+"', form)) == 1


@pytest.mark.parametrize("game", sorted(rulebooks.PRESETS))
@pytest.mark.parametrize("language", ["nl", "en"])
def test_the_form_of_every_game_opens_empty_in_every_way_of_filling_in(
    game: str, language: str, desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, game)
    rules = evening.tournament.rules
    for mode in rules.modes:
        where = address(evening).replace("/nl/", f"/{language}/") + f"?mode={mode}"
        response = desk.get(where)
        assert response.status_code == 200
        assert "Anna" not in response.content.decode()
        code = evening.table(1, 1).code
        assert desk.get(f"/{language}/c/{code}/?mode={mode}").status_code == 200


@pytest.mark.parametrize("game", sorted(rulebooks.PRESETS))
def test_an_empty_form_of_any_game_is_refused_with_a_sentence(
    game: str, desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, game)
    response = hand_in(desk, evening, {})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_a_belotten_form_adds_up_while_it_is_typed_and_keeps_nothing(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "belotten")
    response = hand_in(desk, evening, BELOTTEN, live="1")
    assert response.status_code == 200
    parts = re.sub(r"\s+", " ", response.content.decode())
    assert "<!doctype" not in parts
    assert '<dd class="num">185</dd>' in parts  # 95, then 70 and belot
    assert '<dd class="num">159</dd>' in parts
    assert evening.table(1, 1).sheet.revisions.count() == 0  # type: ignore[union-attr]
    assert evening.table(1, 1).sheet.drafts.count() == 0  # type: ignore[union-attr]


def test_two_against_two_score_together_and_rank_by_victory_points(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "belotten")
    asked = hand_in(desk, evening, BELOTTEN)
    assert asked.status_code == 422  # nobody has 1000 yet: only time can end it there
    assert hand_in(desk, evening, BELOTTEN, reason="bar dicht").status_code == 302
    ranked = standings(evening.tournament)
    assert ranked.main == "victory_points"
    assert [row.place for row in ranked.rows] == [1, 1, 3, 3]
    assert [row.total for row in ranked.rows] == [2, 2, 0, 0]
    lines = {row.person.number: row for row in ranked.rows}
    seats = evening.table(1, 1).seats.order_by("place")
    numbers = [seat.entry.number for seat in seats]
    totals = [lines[number].scores[0].total for number in numbers]
    assert totals[0] == totals[2] != totals[1] == totals[3]


def test_the_hand_of_bolivia_as_worked_out_in_the_rules(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "bolivia")
    response = hand_in(desk, evening, BOLIVIA, reason="tijd om")
    assert response.status_code == 302
    totals = {row.scores[0].total for row in standings(evening.tournament).rows}
    assert totals == {2805, 40}


def test_going_out_without_the_canastas_is_for_the_direction_to_accept(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "bolivia")
    typed = {**BOLIVIA, "d1-sides.A.escalera": ""}
    refused = hand_in(desk, evening, typed, reason="tijd om")
    assert refused.status_code == 422
    assert 'name="as_played" value="1"' in refused.content.decode()
    table = evening.table(1, 1)
    captain = Client().post(f"/nl/c/{table.code}/", {**typed, "as_played": "1"})
    assert captain.status_code == 422
    accepted = hand_in(desk, evening, typed, reason="zo gespeeld", as_played="1")
    assert accepted.status_code == 302
    revision = table.sheet.revisions.get()  # type: ignore[union-attr]
    assert revision.overruled["out_requirement"] == "zo gespeeld"


def test_cards_can_be_counted_instead_of_points(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "canasta", people=3)
    typed = {
        "mode": "counted",
        "deals": 1,
        "d1-end": "stock",
        "d1-sides.A.melded.joker": "1",
        "d1-sides.A.melded.k_to_8": "6",
        "d1-sides.A.mixed": "1",
        "d1-sides.A.hand.ace": "3",
        "d1-sides.B.melded.seven_to_4": "0",
        "d1-sides.B.hand.ace": "5",
        "d1-sides.B.hand.k_to_8": "6",
        "d1-sides.B.hand.seven_to_4": "4",
        "d1-sides.C.melded.seven_to_4": "0",
        "d1-sides.C.hand.k_to_8": "15",
    }
    response = hand_in(desk, evening, typed, reason="tijd om")
    assert response.status_code == 302, response.content.decode()
    totals = {row.scores[0].total for row in standings(evening.tournament).rows}
    assert totals == {110 + 300 - 60, -(100 + 60 + 20), -150}
    shown = desk.get(address(evening)).content.decode()
    assert 'name="d1-sides.A.melded.joker"' in shown


def test_sums_alone_are_an_emergency_that_counts(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "bollen")
    columns = [(3, 6, 8), (4, 3, 7), (3, 5, 8), (3, 7, 8)]
    typed = {"mode": "sums"} | {
        f"s{place}-{name}": str(figure)
        for place, row in enumerate(columns, 1)
        for name, figure in zip(
            ("bollen", "punten", "niet_behaalde_bollen"), row, strict=True
        )
    }
    wrong = hand_in(desk, evening, {**typed, "s1-niet_behaalde_bollen": "7"})
    assert wrong.status_code == 422
    assert 'aria-invalid="true"' in wrong.content.decode()
    assert hand_in(desk, evening, typed).status_code == 302
    rows = standings(evening.tournament).rows
    assert sorted(row.total for row in rows) == [9, 15, 16, 17]
    page = desk.get(address(evening)).content.decode()
    assert 'name="s1-bollen"' in page
    book = desk.get(f"/t/{evening.tournament.slug}/standings.xlsx")
    assert book.status_code == 200


def test_tricks_typed_beside_the_bid_decide_the_mark_and_the_score(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "boerenbridge")
    deals = [1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 7, 6, 5, 4, 3, 2, 1]
    typed = {}
    for deal, cards in enumerate(deals, 1):
        typed[f"c1-{deal}"] = f"{cards}/{cards}"
        typed[f"c2-{deal}"] = "1/0"
        typed[f"c3-{deal}"] = typed[f"c4-{deal}"] = "0/0"
    assert hand_in(desk, evening, typed).status_code == 302
    totals = sorted(row.total for row in standings(evening.tournament).rows)
    assert totals == [-17, 85, 85, 85 + sum(deals)]


def test_a_house_rule_is_on_the_form_and_in_the_score(
    desk: Client, club: Club, director: User
) -> None:
    evening = build_evening(club, director, 4, rulebook="bollen")
    rules = evening.tournament.rules.options() | {
        "deals": [{"label": "2Z", "cards": 2, "trump": False, "blind": False}],
        "hit_bonus": 10,
        "miss": -1,
    }
    evening.tournament.options = rules
    evening.tournament.save()
    evening.publish()
    page = desk.get(address(evening)).content.decode()
    assert ">2Z</th>" in page
    typed = {"c1-1": "1", "c2-1": "0", "c3-1": "0", "c4-1": "2x"}
    assert hand_in(desk, evening, typed).status_code == 302
    totals = sorted(row.total for row in standings(evening.tournament).rows)
    assert totals == [-1, 10, 10, 11]


def test_an_annulled_deal_counts_for_nobody(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "bollen")
    rows = (
        "0 1x 1x 1 2 0 1 2 0 0 0x",
        "0 1 0 1x 1x 1 1x 1x 1 0 0",
        "1 0 1 1 0 1x 1x 0 2 0x 0",
        "1x 1 0 2 1 2 1x 0 1x 1 0",
    )
    typed = {
        f"c{place}-{deal}": cell
        for place, row in enumerate(rows, 1)
        for deal, cell in enumerate(row.split(), 1)
    }
    assert hand_in(desk, evening, typed, annulled="5").status_code == 422
    told = {"annulled": "5", "reason": "kaart te weinig"}
    assert hand_in(desk, evening, typed, **told).status_code == 302
    totals = sorted(row.total for row in standings(evening.tournament).rows)
    assert totals == sorted([16 - 4, 9 + 2, 15 - 2, 17 - 3])


def test_at_home_the_loser_and_the_bolloos_are_named_on_the_receipt(
    desk: Client, club: Club, director: User
) -> None:
    evening = evening_of(club, director, "bollen_thuis", people=3)
    rows = (
        "0x 0 1 2 3x 2 2 1 1 1 0x",
        "0 1x 0 1 2 2x 1 1x 1 0x 0",
        "0 0 1x 2x 1 2 1x 1 0x 0 0",
    )
    typed = {
        f"c{place}-{deal}": cell
        for place, row in enumerate(rows, 1)
        for deal, cell in enumerate(row.split(), 1)
    }
    code = evening.table(1, 1).code
    where = f"/en/c/{code}/"
    assert Client().post(where, {**typed, "key": "h"}).status_code == 302
    receipt = Client().get(where).content.decode()
    assert receipt.count(">loser<") == 1
    ranked = standings(evening.tournament)
    assert ranked.main == "bollen"
    assert [row.total for row in ranked.rows] == [3, 4, 4]
    assert [row.figures["punten"] for row in ranked.rows] == [10, 5, 4]


def test_a_round_can_be_worth_ones_place_at_the_table(
    desk: Client, club: Club, director: User
) -> None:
    evening = build_evening(club, director, 4, rulebook="bollen")
    options = evening.tournament.rules.options() | {"table_points": True}
    evening.tournament.options = options
    evening.tournament.save()
    evening.publish()
    columns = [(3, 6, 8), (4, 3, 7), (3, 6, 8), (3, 7, 8)]
    typed = {"mode": "sums"} | {
        f"s{place}-{name}": str(figure)
        for place, row in enumerate(columns, 1)
        for name, figure in zip(
            ("bollen", "punten", "niet_behaalde_bollen"), row, strict=True
        )
    }
    assert hand_in(desk, evening, typed).status_code == 302
    ranked = standings(evening.tournament)
    assert ranked.main == "tafelpunten"
    assert [(row.place, row.total) for row in ranked.rows] == [
        (1, 4),
        (2, 2.5),
        (2, 2.5),
        (4, 1),
    ]
    board = desk.get(f"/nl/t/{evening.tournament.slug}/").content.decode()
    assert ">2½</td>" in board
