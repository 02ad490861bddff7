"""Hidden standings: nothing public tells more than may be known, in every state."""

import io
import itertools
import json
from collections.abc import Callable, Iterator

import openpyxl
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import ending, penalties, prizes, rounds
from tournament.models import Round
from tournament.queries.standings import standings

Build = Callable[..., Evening]
PAGES = (
    *("standings", "seats", "hall", "public_prizes"),
    *("standings_json", "standings_csv", "standings_xlsx"),
)
QUERIES = ("", "?part=live", "?q=speler", "?q=1", "?page=2", "?page=3&part=live")


def everything_public(night: Evening) -> Iterator[tuple[str, str]]:
    """Every public answer as text, by its address: pages, parts, searches, files."""
    client = Client()
    pages = [where(name, night) for name in PAGES]
    for page, query, language in itertools.product(pages, QUERIES, ("nl", "en")):
        address = page.replace("/nl/", f"/{language}/") + query
        answer = client.get(address)
        assert answer.status_code == 200
        yield address, _text(answer.content)
    for code in night.tournament.rounds.values_list("tables__code", flat=True):
        if code:
            yield code, _text(client.get(f"/nl/c/{code}/").content)


def where(name: str, night: Evening) -> str:
    """A public address in Dutch, whatever was read last."""
    with translation.override("nl"):
        return reverse(name, args=[night.tournament.slug])


def _text(body: bytes) -> str:
    if not body.startswith(b"PK"):
        return body.decode()
    book = openpyxl.load_workbook(io.BytesIO(body))
    rows = (row for sheet in book for row in sheet.iter_rows(values_only=True))
    return "\n".join(";".join(map(str, row)) for row in rows)


def shown(night: Evening) -> list[tuple[int, int, float]]:
    """Place, number and total of every row that the public gets as data."""
    answer = Client().get(where("standings_json", night))
    rows = json.loads(answer.content)["standings"]
    return [(row["place"], row["number"], row["totaal"]) for row in rows]


def really(night: Evening, upto: int | None = None) -> list[tuple[int, int, float]]:
    rows = standings(night.tournament, upto=upto).rows
    return [(row.place, row.person.number, row.total) for row in rows]


@pytest.fixture
def night(evening: Build) -> Evening:
    """Two rounds of which the second is hidden; every total then is above 100."""
    night = evening(8, played=1, rounds_planned=2, fee_cents=500)
    ending.hide_from(night.tournament, 2, night.director)
    prizes.first_three(night.tournament, night.director)
    return fresh(night)


def fresh(night: Evening) -> Evening:
    night.tournament.refresh_from_db()
    return night


def play_hidden(night: Evening, close: bool = True) -> Round:
    """Round 2, in which number n is punished with 1000 + n points extra."""
    round_ = night.publish(seed=2)
    night.fill(round_)
    for entry in night.tournament.entries.all():
        extra = 1000 + 13 * entry.number
        penalties.give(entry, 2, extra, "spannend", night.director)
    if close:
        rounds.close(round_, night.director)
    fresh(night)
    return round_


def leaks(night: Evening, places: range) -> list[tuple[str, int]]:
    """Where the public can read a final total of somebody at one of these places."""
    totals = [int(total) for place, _n, total in really(night) if place in places]
    assert all(total > 1000 for total in totals)
    return [
        (address, total)
        for address, text in everything_public(night)
        for total in totals
        if str(total) in text
    ]


def test_before_the_round_is_out_nothing_is_hidden(night: Evening) -> None:
    assert shown(night) == really(night)
    assert standings(night.tournament, public=True).hidden_from is None


def test_while_it_is_played_the_public_sees_the_standings_before_it(
    night: Evening,
) -> None:
    play_hidden(night, close=False)
    assert shown(night) == really(night, upto=1)
    assert leaks(night, range(1, 9)) == []


def test_after_the_last_round_everything_stays_hidden(night: Evening) -> None:
    play_hidden(night)
    assert shown(night) == really(night, upto=1)
    assert leaks(night, range(1, 9)) == []
    pages = dict(everything_public(night))
    assert "Vanaf ronde 2 verborgen" in pages[where("standings", night)]
    assert "spannend" not in pages[where("standings_xlsx", night)]


@pytest.mark.parametrize("first", range(2, 9))
def test_of_a_revealed_part_nothing_above_it_is_told(
    night: Evening, first: int
) -> None:
    play_hidden(night)
    ending.reveal(night.tournament, first, night.director, was=None)
    fresh(night)
    assert shown(night) == [row for row in really(night) if row[0] >= first]
    assert leaks(night, range(1, first)) == []


def test_who_is_not_revealed_yet_is_not_said_to_be_nobody(night: Evening) -> None:
    play_hidden(night)
    ending.reveal(night.tournament, 8, night.director, was=None)
    first = really(fresh(night))[0][1]
    with translation.override("en"):
        address = reverse("standings", args=[night.tournament.slug])
    page = Client().get(address, {"q": first}).content.decode()
    assert f"Nobody in the places revealed so far is called “{first}”." in page


def test_once_all_is_revealed_the_public_sees_everything(night: Evening) -> None:
    play_hidden(night)
    ending.reveal(night.tournament, 1, night.director, was=None)
    fresh(night)
    assert shown(night) == really(night)
    found = {address for address, _total in leaks(night, range(1, 9))}
    for name in ("standings", "hall", "public_prizes", "standings_xlsx"):
        assert where(name, night) in found


def test_hidden_from_the_first_round_there_is_nothing_to_see(evening: Build) -> None:
    night = evening(8, rounds_planned=2)
    ending.hide_from(night.tournament, 1, night.director)
    fresh(night).play()
    assert shown(night) == []
    assert standings(night.tournament).rows


def test_a_form_that_comes_in_changes_nothing_in_public(night: Evening) -> None:
    before = shown(night)
    round_ = night.publish(seed=2)
    night.fill(round_)
    assert shown(fresh(night)) == before


def test_the_desk_and_the_draw_use_the_real_standings(
    night: Evening, desk: Client
) -> None:
    play_hidden(night)
    page = desk.get(f"/nl/desk/{night.tournament.slug}/standings/").content.decode()
    assert str(int(really(night)[0][2])) in page
    assert "Het publiek ziet vanaf ronde 2 geen stand" in page


def test_the_hall_shows_the_place_that_was_revealed_last(night: Evening) -> None:
    play_hidden(night)
    ending.reveal(night.tournament, 7, night.director, was=None)
    text = Client().get(where("hall", night)).content.decode()
    rows = {place: number for place, number, _total in really(night)}
    letters = "ABCDEFGH"
    assert f"Speler {letters[rows[7] - 1]}" in text
    assert f"Speler {letters[rows[1] - 1]}" not in text


def test_nothing_is_revealed_while_a_round_is_open(night: Evening) -> None:
    play_hidden(night, close=False)
    with pytest.raises(Refused, match="Ronde 2"):
        ending.reveal(night.tournament, 8, night.director, was=None)


def test_a_key_pressed_twice_gives_no_place_away(night: Evening) -> None:
    play_hidden(night)
    ending.reveal(night.tournament, 8, night.director, was=None)
    with pytest.raises(Refused) as refused:
        ending.reveal(night.tournament, 7, night.director, was=None)
    assert refused.value.code == "moved_on"


def test_the_stage_goes_place_by_place_and_back(night: Evening, desk: Client) -> None:
    play_hidden(night)
    here = where("stage", night)
    places = sorted({row[0] for row in really(night)}, reverse=True)
    seen, was = [], ""
    for _place in places:
        desk.post(here, {"act": "next", "was": was})
        was = str(fresh(night).tournament.revealed_from)
        seen.append(int(was))
    assert seen == places
    desk.post(here, {"act": "back", "was": was})
    assert fresh(night).tournament.revealed_from == places[-2]
    desk.post(here, {"act": "none", "was": str(places[-2])})
    assert fresh(night).tournament.revealed_from is None
    desk.post(here, {"act": "back", "was": ""})
    assert fresh(night).tournament.revealed_from is None
    desk.post(here, {"act": str(places[2]), "was": ""})
    assert fresh(night).tournament.revealed_from == places[2]


@pytest.mark.parametrize("act", ["", "x", "-3", "99999999"])
def test_an_act_that_is_none_reveals_nothing(
    night: Evening, desk: Client, act: str
) -> None:
    play_hidden(night)
    here = where("stage", night)
    desk.post(here, {"act": act, "was": ""})
    assert fresh(night).tournament.revealed_from is None


def test_the_log_takes_a_reveal_back(night: Evening, desk: Client) -> None:
    play_hidden(night)
    ending.reveal(night.tournament, 8, night.director, was=None)
    page = desk.get(f"/nl/desk/{night.tournament.slug}/log/?kind=prizes")
    assert 'value="none"' in page.content.decode()


@pytest.mark.parametrize("number", [0, 3])
def test_hiding_from_a_round_that_is_not_planned_is_refused(
    night: Evening, number: int
) -> None:
    with pytest.raises(Refused) as refused:
        ending.hide_from(night.tournament, number, night.director)
    assert refused.value.code == "no_such_round"


def test_not_hiding_any_more_shows_everything(night: Evening) -> None:
    play_hidden(night)
    ending.hide_from(night.tournament, None, night.director)
    assert shown(fresh(night)) == really(night)
