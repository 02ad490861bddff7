"""The list of prizes: set up, divided, won, read out, and shown to the public."""

import io
from collections.abc import Callable
from typing import Any

import openpyxl
import pytest
from django.test import Client

from scoring.refused import Refused
from tests.building import Evening
from tests.tournament.evenings import frame
from tournament.actions import door, presence, prizes, registration
from tournament.models import Member, Prize
from tournament.prizegiving import Offered, Won
from tournament.prizewords import how_shared, what_each_gets, won_for
from tournament.queries.prizes import prize_giving

Build = Callable[..., Evening]


def put(night: Evening, **prize: Any) -> None:
    prizes.put(night.tournament, night.director, **prize)


def offered(night: Evening) -> list[tuple[str, int, str, int]]:
    found = Prize.objects.filter(tournament=night.tournament)
    return list(found.values_list("kind", "place", "what", "cents"))


def test_a_prize_for_the_same_place_is_replaced(evening: Build) -> None:
    night = evening(4)
    put(night, kind="place", place=2, what="ham")
    put(night, kind="place", place=2, cents=1250)
    assert offered(night) == [("place", 2, "", 1250)]


def test_a_prize_for_tables_has_no_place_of_its_own(evening: Build) -> None:
    night = evening(4)
    put(night, kind="table", place=7, what="borrel")
    assert offered(night) == [("table", 1, "borrel", 0)]


@pytest.mark.parametrize(
    ("prize", "code"),
    [
        ({"kind": "x", "what": "ham"}, "no_such_kind"),
        ({"kind": "place", "place": 0, "what": "ham"}, "no_such_place"),
        ({"kind": "place", "place": 201, "what": "ham"}, "no_such_place"),
        ({"kind": "place", "what": "  "}, "nothing_won"),
    ],
)
def test_what_is_no_prize_is_refused(
    evening: Build, prize: dict[str, Any], code: str
) -> None:
    night = evening(4)
    with pytest.raises(Refused) as refused:
        put(night, **prize)
    assert refused.value.code == code
    assert offered(night) == []


def test_the_first_three_and_the_last_are_set_up_beside_what_is_there(
    evening: Build,
) -> None:
    night = evening(4)
    put(night, kind="place", place=1, what="ham")
    prizes.first_three(night.tournament, night.director)
    assert [(kind, place) for kind, place, *_ in offered(night)] == [
        ("place", 1),
        ("place", 2),
        ("place", 3),
        ("booby", 1),
    ]
    assert offered(night)[0][2] == "ham"


def test_the_fees_are_divided_to_the_cent(evening: Build) -> None:
    night = evening(7, fee_cents=333)
    for entry in night.tournament.entries.all():
        door.set_paid(entry, True, night.director)
    put(night, kind="place", place=1, what="beker")
    divided = prizes.divide_fees(night.tournament, night.director, [50, 30, 20])
    assert divided == 7 * 333
    assert offered(night) == [
        ("place", 1, "beker", 1166),
        ("place", 2, "", 699),
        ("place", 3, "", 466),
    ]


@pytest.mark.parametrize("percents", [[], [0], [60, 50], [-10, 50]])
def test_per_cents_that_cannot_be_are_refused(
    evening: Build, percents: list[int]
) -> None:
    night = evening(4, fee_cents=500)
    with pytest.raises(Refused) as refused:
        prizes.divide_fees(night.tournament, night.director, percents)
    assert refused.value.code == "no_percents"


def test_without_cash_nothing_is_divided(evening: Build, desk: Client) -> None:
    night = evening(4, fee_cents=500)
    here = f"/nl/desk/{night.tournament.slug}/prizes/"
    page = desk.post(f"{here}divide/", {"percents": "50/30/20 %"}, follow=True)
    assert 'role="alert"' in page.content.decode()
    assert 'value="50/30/20 %"' in page.content.decode()
    assert offered(night) == []


def test_a_prize_taken_off_twice_is_off_and_the_second_reads_a_sentence(
    evening: Build,
) -> None:
    night = evening(4)
    put(night, kind="booby", what="eieren")
    pk = night.tournament.prizes.get().pk
    prizes.remove(night.tournament, pk, night.director)
    with pytest.raises(Refused, match="net voor"):
        prizes.remove(night.tournament, pk, night.director)


def test_everybody_wins_what_the_standings_say(evening: Build) -> None:
    night = evening(8, played=2, rounds_planned=2)
    for kind in Prize.Kind.values:
        put(night, kind=kind, what="rollade", cents=700)
    prizes.set_teams(night.tournament, {1: "A", 2: "A", 3: "B"}, night.director)
    giving = prize_giving(night.tournament)
    rows = {row.person.number: row for row in giving.standings.rows}
    assert giving.final
    assert giving.uneven
    by_kind = {award.won.kind: award for award in giving.awards}
    best = max(s.total or 0 for row in rows.values() for s in row.scores)
    assert by_kind["best_round"].won.figure == best
    assert rows[by_kind["place"].people[0].number].place == 1
    last = max(row.place for row in rows.values())
    assert {p.number for p in by_kind["booby"].people} == {
        number for number, row in rows.items() if row.place == last
    }
    sums = {"A": rows[1].total + rows[2].total, "B": rows[3].total}
    assert by_kind["team"].won.figure == max(sums.values())
    tables = [award for award in giving.awards if award.won.kind == "table"]
    assert len(tables) == 4
    assert "bolloos" not in by_kind


def test_who_missed_a_round_wins_no_booby_prize(evening: Build) -> None:
    night = evening(9, played=1, rounds_planned=2)
    presence.set_presence(night.tournament, 2, {9: "absent"}, night.director)
    night.play(seed=2)
    put(night, kind="booby", what="eieren")
    (award,) = prize_giving(night.tournament).awards
    assert 9 not in award.won.numbers


def test_who_said_no_is_a_number_in_public_and_a_name_at_the_desk(
    evening: Build, desk: Client
) -> None:
    night = evening(4, played=1, rounds_planned=1)
    Member.objects.filter(tournament=night.tournament).update(consent=False)
    put(night, kind="place", place=1, cents=5000)
    desk_page = desk.get(f"/nl/desk/{night.tournament.slug}/prizes/list/")
    public = Client().get(f"/nl/t/{night.tournament.slug}/prizes/").content.decode()
    assert "Speler" in desk_page.content.decode()
    assert "Speler" not in public
    assert "Deelnemer" in public
    assert "50,00" in public


def test_the_public_hears_of_prizes_when_all_is_played(evening: Build) -> None:
    night = evening(8, played=1, rounds_planned=2)
    put(night, kind="place", place=1, what="ham")
    assert prize_giving(night.tournament).awards
    assert not prize_giving(night.tournament, public=True).awards


def test_the_workbook_has_a_row_per_winner(evening: Build, desk: Client) -> None:
    night = evening(8, played=2, rounds_planned=2)
    put(night, kind="place", place=1, cents=5001)
    put(night, kind="booby", what="=eieren()")
    page = desk.get(f"/en/desk/{night.tournament.slug}/workbook.xlsx")
    sheet = frame(page.content, "Prijzen")
    assert list(sheet.columns[:3]) == ["prijs", "te winnen", "bedrag"]
    giving = prize_giving(night.tournament)
    assert len(sheet) == sum(len(award.people) for award in giving.awards)
    assert sheet["bedrag"][0] == giving.awards[-1].won.cents / 100
    book = openpyxl.load_workbook(io.BytesIO(page.content))
    assert book.sheetnames[:5] == [
        *("Stand", "Rondes", "Formulieren", "Indeling", "Rekenblad")
    ]
    assert all(c.data_type != "f" for row in book["Prijzen"].iter_rows() for c in row)


def test_a_tie_is_said_in_words_with_its_cents() -> None:
    both = (Offered("place", 1, cents=5000), Offered("place", 2, cents=3001))
    won = Won(both, numbers=(4, 9))
    assert won_for(won) == "Plaats 1 en 2"
    assert "40,00" in what_each_gets(won)
    assert "80,01" in how_shared(won)
    assert "1 cent" in how_shared(won)
    assert how_shared(Won(both[:1], numbers=(4,))) == ""


def test_the_page_keeps_what_was_typed_of_a_prize_that_is_none(
    evening: Build, desk: Client
) -> None:
    night = evening(4)
    here = f"/nl/desk/{night.tournament.slug}/prizes/"
    page = desk.post(here, {"kind": "place", "place": 3, "what": "", "cents": "x"})
    assert page.status_code == 422
    assert 'value="x"' in page.content.decode()
    page = desk.post(here, {"kind": "place", "place": 3, "what": "", "cents": ""})
    assert page.status_code == 422
    desk.post(here, {"kind": "place", "place": 3, "what": "ham", "cents": "12,50"})
    assert offered(night) == [("place", 3, "ham", 1250)]


def test_teams_are_typed_on_one_page(evening: Build, desk: Client) -> None:
    night = evening(4)
    here = f"/nl/desk/{night.tournament.slug}/prizes/teams/"
    desk.post(here, {"t1": " De  Boeren ", "t2": "De Boeren", "t3": "", "t99": "x"})
    teams = night.tournament.entries.values_list("number", "team")
    assert dict(teams) == {1: "De Boeren", 2: "De Boeren", 3: "", 4: ""}
    assert "De Boeren" in desk.get(here).content.decode()


def test_who_was_taken_off_the_list_is_in_no_team_list(
    evening: Build, desk: Client
) -> None:
    night = evening(4)
    registration.unregister(night.tournament.entries.get(number=4), night.director)
    page = desk.get(f"/nl/desk/{night.tournament.slug}/prizes/teams/")
    assert 'name="t4"' not in page.content.decode()


@pytest.mark.parametrize("people", [20, 200])
def test_pages_of_prizes_take_as_many_queries_however_many_people_there_are(
    evening: Build, desk: Client, people: int, django_assert_num_queries: Any
) -> None:
    night = evening(people, played=2, rounds_planned=2)
    prizes.first_three(night.tournament, night.director)
    put(night, kind="table", what="borrel")
    with django_assert_num_queries(9):
        prize_giving(night.tournament)
    for page, count in (("prizes/", 15), ("prizes/list/", 12), ("penalties/", 6)):
        with django_assert_num_queries(count):
            desk.get(f"/nl/desk/{night.tournament.slug}/{page}")


def test_a_team_in_other_capitals_is_the_same_team(evening: Build) -> None:
    night = evening(4)
    prizes.set_teams(night.tournament, {1: "De Boeren"}, night.director)
    typed = {2: "de boeren", 3: "VROUWEN", 4: "Vrouwen"}
    prizes.set_teams(night.tournament, typed, night.director)
    teams = night.tournament.entries.order_by("number").values_list("team", flat=True)
    assert list(teams) == ["De Boeren", "De Boeren", "VROUWEN", "VROUWEN"]


@pytest.mark.parametrize(
    ("typed", "cents"),
    [
        ("1000", 100_000),
        ("1.250,50", 125_050),
        ("€ 1000,-", 100_000),
        ("9999,99", 999_999),
    ],
)
def test_a_prize_may_be_of_a_thousand_euros_and_more(
    evening: Build, desk: Client, typed: str, cents: int
) -> None:
    night = evening(4)
    here = f"/nl/desk/{night.tournament.slug}/prizes/"
    desk.post(here, {"kind": "place", "place": 1, "what": "", "cents": typed})
    assert offered(night) == [("place", 1, "", cents)]
    page = desk.post(here, {"kind": "place", "place": 1, "what": "", "cents": "10000"})
    assert page.status_code == 422
