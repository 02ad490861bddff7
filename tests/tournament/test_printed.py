"""What is printed for a round: an empty form of every game, and the table cards."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring import rulebooks
from scoring.rulebooks import PRESETS, belotten, canasta, prediction
from tests import fifth_game
from tests.building import Evening
from tests.tournament.pair_nights import pair_night
from tournament.actions import rounds
from tournament.models import Tournament

Build = Callable[..., Evening]
ARTICLE = re.compile(r"<article.*?</article>", re.S)
BELOTTEN = belotten.PRESETS["belotten"]


@pytest.fixture
def tientje() -> Iterator[None]:
    """A fifth game, known to Bolwerk for as long as the test runs."""
    rulebooks.register(fifth_game.PRESETS, fifth_game.of_options)
    yield
    for key in fifth_game.PRESETS:
        rulebooks.forget(key)


def printed(desk: Client, tournament: Tournament) -> list[str]:
    """The sheets of paper of the first round, in English."""
    answer = desk.get(f"/en/desk/{tournament.slug}/rounds/1/forms/")
    assert answer.status_code == 200
    return ARTICLE.findall(answer.content.decode())


def paper(desk: Client, evening: Build, people: int, **settings: Any) -> list[str]:
    night = evening(people, **settings)
    night.publish()
    return printed(desk, night.tournament)


def row_of(sheet: str, heading: str) -> list[str]:
    """The cells of the row behind a heading, without their marks."""
    row = re.search(rf"<tr[^>]*><th[^>]*>{heading}</th>(.*?)</tr>", sheet, re.S)
    assert row
    return [re.sub("<.*?>", "", cell) for cell in re.findall("<td.*?</td>", row[1])]


def headings(sheet: str) -> list[str]:
    head = re.search(r"<thead>(.*?)</tr>", sheet, re.S)
    assert head
    return [re.sub("<.*?>", "", cell) for cell in re.findall("<th .*?</th>", head[1])]


@pytest.mark.parametrize("game", PRESETS)
def test_every_game_has_a_sheet_of_paper_per_table(
    desk: Client, evening: Build, game: str
) -> None:
    sheets = paper(desk, evening, 8, rulebook=game)
    assert len(sheets) == 2
    for letter in "ABCDEFGH":
        assert sum(f"Speler {letter}" in sheet for sheet in sheets) == 1
    for sheet in sheets:
        assert "Najaarsbollen, Kaartclub De Vaste Hand" in sheet
        assert "<input" not in sheet


def test_the_form_has_the_deals_and_sums_of_the_screen(
    desk: Client, evening: Build
) -> None:
    (sheet,) = paper(desk, evening, 4)
    assert headings(sheet) == [
        "player",
        *("1", "2", "3", "4", "5", "5Z", "5B", "4", "3", "2", "1"),
        *("penalty", "bollen", "points", "made", "total"),
    ]
    assert sheet.count('<th scope="col" class="z">') == 2
    assert sheet.count('class="deal z"') == 2 * 4
    assert "Total = points + 2 × made bids − 2 × bollen." in sheet
    assert "The highest total wins" in sheet


@pytest.mark.parametrize("places", [4, 5])
def test_it_says_per_deal_who_deals_and_who_leads(
    desk: Client, evening: Build, places: int
) -> None:
    (sheet,) = paper(desk, evening, places)
    dealers = row_of(sheet, "who deals, by place")[:11]
    leaders = row_of(sheet, "who leads")[:11]
    assert dealers == [str(deal % places + 1) for deal in range(11)]
    assert leaders == [str((deal + 1) % places + 1) for deal in range(11)]


def test_who_sits_out_in_turn_leaves_the_dealers_to_the_table(
    desk: Client, evening: Build
) -> None:
    rules = replace(prediction.BOLLEN, sits_out_from=5)
    (sheet,) = paper(desk, evening, 5, options=rules.options())
    assert set(row_of(sheet, "who leads")) == {""}


def test_at_home_there_is_no_total(desk: Client, evening: Build) -> None:
    (sheet,) = paper(desk, evening, 4, rulebook="bollen_thuis")
    assert headings(sheet)[-3:] == ["penalty", "points", "bollen"]
    assert "Total =" not in sheet


def test_a_game_of_tricks_has_cells_for_both(desk: Client, evening: Build) -> None:
    (sheet,) = paper(desk, evening, 4, rulebook="boerenbridge_19")
    assert '<table class="sheet many tricks">' in sheet
    assert len(headings(sheet)) == 1 + 19 + 5
    assert "Write the tricks you took below the line." in sheet


def test_the_total_is_told_by_the_rules_of_the_house(
    desk: Client, evening: Build
) -> None:
    rules = replace(
        prediction.BOLLEN, hit_per=10, hit_bonus=0, miss=-5, penalty=-6, start=100
    )
    (sheet,) = paper(desk, evening, 4, options=rules.options())
    assert "Total = 10 × points − 5 × bollen − penalty bollen + 100." in sheet


def test_a_pad_has_a_column_per_side_and_what_is_usually_asked(
    desk: Client, evening: Build
) -> None:
    (sheet,) = paper(desk, evening, 4, rulebook="belotten")
    rows = re.findall(r'<th scope="row" class="name">(.*?)</th>', sheet)
    asked = ["makers", "card points", "melds", "belot", "tricks, remarks"]
    asked += ["this deal", "total"]
    assert rows == asked * 2
    assert re.findall(r"Deal (\d+) ", sheet) == [str(n) for n in range(1, 19)]
    assert "dealer …" in sheet
    assert "Card points: together 162." in sheet
    assert "Makers: tick the side." in sheet


def test_where_the_number_of_deals_is_known_the_dealers_are(
    desk: Client, evening: Build
) -> None:
    rules = replace(BELOTTEN, deal_count=6)
    (sheet,) = paper(desk, evening, 4, rulebook="belotten", options=rules.options())
    assert re.findall(r"dealer (\d)", sheet) == ["1", "2", "3", "4", "1", "2"]


def test_the_sides_are_told_with_their_people_and_places(
    desk: Client, evening: Build
) -> None:
    night = evening(4, rulebook="bolivia")
    night.publish()
    (sheet,) = printed(desk, night.tournament)
    names = [s.player.name for s in night.table(1, 1).seats.order_by("place")]
    sides = re.findall(r"<li>(.*?)</li>", sheet)
    assert len(sides) == 2
    for side, letter, places in zip(sides, "AB", ((1, 3), (2, 4)), strict=True):
        assert f"<strong>{letter}</strong>" in side
        for place in places:
            assert names[place - 1] in side
            assert f"place {place})" in side


def test_a_pair_has_its_number_and_everybody_their_own_name(
    desk: Client, evening: Build
) -> None:
    base = evening(0)
    night = pair_night(base.tournament.club, base.director, 2)
    night.publish()
    (sheet,) = printed(desk, night.tournament)
    for number, letter in enumerate("AB", 1):
        for name in ("Anna", "Bert"):
            said = f"{name} {letter}</span> <small>(no. {number}, place"
            assert said in sheet


def test_a_table_of_three_has_three_sides(desk: Client, evening: Build) -> None:
    sheets = paper(desk, evening, 3, rulebook="bolivia")
    assert [len(re.findall("<li>", sheet)) for sheet in sheets] == [3]
    assert re.findall(r"Deal (\d+) ", sheets[0]) == [str(n) for n in range(1, 7)]


def test_more_deals_than_fit_take_another_sheet(desk: Client, evening: Build) -> None:
    rules = replace(canasta.BOLIVIA, deal_count=16)
    sheets = paper(desk, evening, 4, rulebook="bolivia", options=rules.options())
    deals = [re.findall(r"Deal (\d+) ", sheet) for sheet in sheets]
    assert deals == [[str(n) for n in range(a, a + 8)] for a in (1, 9)]


def test_the_last_deals_keep_the_width_of_the_others(
    desk: Client, evening: Build
) -> None:
    rules = replace(BELOTTEN, deal_count=11)
    (sheet,) = paper(desk, evening, 4, rulebook="belotten", options=rules.options())
    assert '<td rowspan="2" colspan="2" class="from"></td>' in sheet


@pytest.mark.usefixtures("tientje")
def test_a_game_registered_elsewhere_is_printed_too(
    desk: Client, evening: Build
) -> None:
    (sheet,) = paper(desk, evening, 5, rulebook="tientje")
    rows = re.findall(r'<th scope="row" class="name">(.*?)</th>', sheet)
    assert rows == ["pegs", "this deal", "total"]
    assert re.findall(r"dealer (\d)", sheet) == ["1", "2", "3"]
    assert "Pegs: 10" in sheet


def test_the_round_page_leads_to_the_forms(desk: Client, evening: Build) -> None:
    night = evening(4)
    night.publish()
    page = desk.get(f"/nl/desk/{night.tournament.slug}/").content.decode()
    assert f'href="/nl/desk/{night.tournament.slug}/rounds/1/forms/"' in page


def test_forms_and_cards_lead_to_the_same_page_until_the_round_is_closed(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    round_ = night.publish()
    here = f"/nl/desk/{night.tournament.slug}/rounds/1"
    codes = [
        desk.get(f"{here}/{page}/").content.decode() for page in ("forms", "cards")
    ]
    links = [re.findall(r'<div class="qr">.*?</div>', page) for page in codes]
    assert len(links[0]) == 2
    assert links[0] == links[1]
    night.fill(round_)
    rounds.close(round_, night.director)
    assert "<svg" not in "".join(printed(desk, night.tournament))
    assert "</article>" not in desk.get(f"{here}/cards/").content.decode()


def test_a_seating_that_is_not_out_has_no_forms(desk: Client, evening: Build) -> None:
    night = evening(4)
    night.draw()
    here = f"/nl/desk/{night.tournament.slug}/rounds/1"
    for page in ("forms", "cards"):
        assert desk.get(f"{here}/{page}/").status_code == 404


@pytest.mark.parametrize("people", [8, 40])
@pytest.mark.parametrize("page", ["forms", "cards"])
def test_it_takes_as_many_queries_however_many_tables_there_are(
    desk: Client,
    evening: Build,
    people: int,
    page: str,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    night = evening(people)
    night.publish()
    with django_assert_num_queries(7):
        desk.get(f"/nl/desk/{night.tournament.slug}/rounds/1/{page}/")
