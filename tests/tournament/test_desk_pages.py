"""The desk from the new tournament to the final standings, in two languages, with
everything pressed twice and in the wrong order.
"""

import html
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polib
import pytest
from django.test import Client

from tests.building import Evening
from tournament.actions import rounds
from tournament.models import Club, Player, Presence, Round, Tournament

Build = Callable[..., Evening]
Answer = Any  # a response as the test client gives it, with its context
ROOT = Path(__file__).parents[2]
JUST_BEFORE = "Iemand was je net voor."
NEW = {
    "name": "Winterbollen",
    "date": "2026-12-12",
    "rounds_planned": "3",
    "names_public": "consent",
    "missed_round": "average",
}


def here(night: Evening, path: str = "") -> str:
    return f"/nl/desk/{night.tournament.slug}/{path}"


def press(desk: Client, night: Evening, path: str, **data: object) -> str:
    """Press a button and read the page it leads to."""
    response = desk.post(here(night, path), data, follow=True)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def text_of(response: Answer) -> str:
    return html.unescape(response.content.decode())


def test_a_tournament_is_made_on_one_screen_with_defaults(
    desk: Client, club: Club
) -> None:
    page = text_of(desk.get("/nl/desk/new/"))
    assert re.search(r'name="rounds_planned"[^>]*value="4"', page)
    assert re.search(r'value="all"[^>]*checked', page)
    assert re.search(r'type="date" name="date" value="\d{4}-\d\d-\d\d"', page)
    response = desk.post("/nl/desk/new/", NEW)
    assert response.headers["Location"] == "/nl/desk/winterbollen/people/"
    made = Tournament.objects.get()
    assert (made.rounds_planned, made.names_public) == (3, "consent")
    assert (made.missed_round, made.club) == ("average", club)
    response = desk.post("/nl/desk/new/", NEW)
    assert response.headers["Location"] == "/nl/desk/winterbollen-2/people/"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", " "),
        ("name", "x" * 121),
        ("name", "nul\x00"),
        ("date", ""),
        ("date", "31-31-2026"),
        ("rounds_planned", "0"),
        ("rounds_planned", "-1"),
        ("rounds_planned", "9" * 30),
        ("rounds_planned", "drie"),
        ("names_public", "niemand"),
        ("missed_round", "nooit"),
    ],
)
def test_bad_input_for_a_tournament_is_said_at_its_field(
    desk: Client, club: Club, field: str, value: str
) -> None:
    response = desk.post("/nl/desk/new/", NEW | {field: value})
    assert response.status_code == 422
    assert "Nog niet bewaard." in text_of(response)
    assert field in response.context["form"].errors
    assert not Tournament.objects.exists()


def test_settings_are_saved_and_frozen_by_the_draw(
    desk: Client, evening: Build
) -> None:
    night = evening(4)
    assert "De instellingen zijn bewaard." in press(desk, night, "settings/", **NEW)
    night.draw()
    response = desk.post(here(night, "settings/"), NEW | {"missed_round": "zero"})
    assert response.status_code == 422
    assert "ligt vast zodra er geloot is" in text_of(response)
    assert Tournament.objects.get().missed_round == "average"
    page = press(desk, night, "settings/", **NEW | {"name": "Lentebollen"})
    assert "Lentebollen" in page


def test_people_come_from_the_address_book_once(desk: Client, evening: Build) -> None:
    night = evening(0)
    known = [
        Player.objects.create(club=night.tournament.club, name=name)
        for name in ("Bo Li", "Jan de Vries")
    ]
    chosen = [player.pk for player in known]
    page = press(desk, night, "people/book/", player=chosen)
    assert "2 deelnemers toegevoegd." in page
    page = press(desk, night, "people/book/", player=chosen)
    assert "Kies minstens één persoon." in page
    for nonsense in ("0", "x", "9" * 17, "9" * 5000, "-1"):
        press(desk, night, "people/book/", player=nonsense)
    assert night.tournament.members.count() == 2


def test_the_address_book_is_searched_by_part_of_a_name(
    desk: Client, evening: Build
) -> None:
    evening(2, names=["Ruud van 't Hof", "Bo Li"])
    page = text_of(desk.get("/nl/desk/address-book/?q=VAN 'T"))
    assert "Ruud van 't Hof" in page
    assert "Bo Li" not in page
    assert "Niemand heet hier" in text_of(desk.get("/nl/desk/address-book/?q=zzz"))


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        "page=-1",
        "page=x",
        f"page={'9' * 5000}",
        "per_page=0",
        "per_page=-1",
        f"per_page={'9' * 400}",
        "sort=zzz",
        "sort=-consent",
        "sort=withdrawn_from",
        "sort=note&sort=-number",
        "q=%00",
    ],
)
def test_a_list_is_shown_whatever_the_address_asks(
    desk: Client, evening: Build, query: str
) -> None:
    night = evening(60)
    night.tournament.entries.filter(number=3).update(withdrawn_from=2)
    night.tournament.members.filter(entry__number=3).update(consent=True)
    for address in (here(night, "people/"), "/nl/desk/", "/nl/desk/address-book/"):
        page = desk.get(f"{address}?{query}")
        assert page.status_code == 200
        assert page.content.count(b"<tr") <= 51


def test_correcting_a_person_shows_what_is_wrong(desk: Client, evening: Build) -> None:
    night = evening(2)
    Player.objects.filter(name="Speler B").update(member_number="7")
    person = {"name": "Jan", "member_number": "7", "note": "", "consent": ""}
    for change, sentence in (
        ({}, "heeft dit lidnummer al"),
        ({"name": "123", "member_number": ""}, "minstens één letter"),
        ({"name": "", "member_number": ""}, "Nog niet bewaard."),
        ({"name": "J" * 201, "member_number": ""}, "Nog niet bewaard."),
        ({"note": "n" * 201, "member_number": ""}, "Nog niet bewaard."),
    ):
        response = desk.post(here(night, "people/1/"), person | change)
        assert response.status_code == 422
        assert sentence in text_of(response)
    assert Player.objects.filter(name="Speler A").exists()
    assert "Bewaard." in press(
        desk, night, "people/1/", **person | {"member_number": "8"}
    )
    assert Player.objects.get(name="Jan").member_number == "8"


def test_people_leave_and_come_back_and_a_second_press_is_told_so(
    desk: Client, evening: Build
) -> None:
    night = evening(9)
    assert "van de lijst gehaald" in press(desk, night, "people/9/unregister/")
    assert JUST_BEFORE in press(desk, night, "people/9/unregister/")
    assert desk.get(here(night, "people/9/")).status_code == 404
    night.play()
    for _ in range(2):
        assert "is afgemeld" in press(desk, night, "people/1/withdraw/")
    assert "Afgemeld vanaf toernooironde 2" in text_of(
        desk.get(here(night, "people/1/"))
    )
    for _ in range(2):
        assert "doet weer mee" in press(desk, night, "people/1/return/")
    assert "heeft al een plaats" in press(desk, night, "people/1/unregister/")


def test_presence_is_saved_and_only_what_was_said(desk: Client, evening: Build) -> None:
    night = evening(5)
    page = press(
        desk, night, "presence/", p1="absent", p2="sits_out", p3="present", p4="weg"
    )
    assert "2 wijzigingen bewaard." in page
    assert set(Presence.objects.values_list("entry__number", "state")) == {
        (1, "absent"),
        (2, "sits_out"),
    }
    nonsense = {"p": "absent", "p" + "9" * 30: "absent", "p²": "absent", "px": "absent"}
    nonsense["p" + "9" * 500] = "absent"
    assert "0 wijzigingen bewaard." in press(desk, night, "presence/", **nonsense)
    page = text_of(desk.get(here(night, "presence/")))
    assert re.search(r'name="p1" value="absent" checked', page)


def test_a_round_runs_by_its_buttons_and_every_second_press_is_told_so(
    desk: Client, evening: Build
) -> None:
    night = evening(8, rounds_planned=1)
    assert "is geloot." in press(desk, night, "draw/")
    assert "is al geloot." in press(desk, night, "draw/")
    assert "weggegooid" in press(desk, night, "rounds/1/discard/")
    assert JUST_BEFORE in press(desk, night, "rounds/1/discard/")
    press(desk, night, "draw/")
    assert "is bekend." in press(desk, night, "rounds/1/publish/")
    assert JUST_BEFORE in press(desk, night, "rounds/1/publish/")
    assert JUST_BEFORE in press(desk, night, "rounds/1/discard/")
    assert "ingetrokken" in press(desk, night, "rounds/1/unpublish/")
    assert JUST_BEFORE in press(desk, night, "rounds/1/unpublish/")
    press(desk, night, "rounds/1/publish/")
    assert "Nog niet binnen: tafel 1, 2." in press(desk, night, "rounds/1/close/")
    night.fill(night.round(1), leave=[2])
    assert JUST_BEFORE in press(desk, night, "rounds/1/unpublish/")
    assert "Nog niet binnen" in press(desk, night, "rounds/1/close/", without="1")
    assert "is gesloten." in press(desk, night, "rounds/1/close/", without=["2", "x"])
    assert JUST_BEFORE in press(desk, night, "rounds/1/close/", without="2")
    assert "is weer open." in press(desk, night, "rounds/1/reopen/")
    assert JUST_BEFORE in press(desk, night, "rounds/1/reopen/")
    night.hand_in(night.table(1, 2))
    assert "is gesloten." in press(desk, night, "rounds/1/close/")
    assert "Plan er meer om door te gaan." in press(desk, night, "draw/")
    assert Round.objects.get().state == Round.State.CLOSED


def test_a_proposal_that_is_gone_is_not_drawn_again(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    first = night.draw()
    page = press(desk, night, "draw/", replacing=first.pk)
    assert "is geloot." in page
    assert JUST_BEFORE in press(desk, night, "draw/", replacing=first.pk)
    assert Round.objects.count() == 1
    for nonsense in ("x", "-1", "9" * 18, "9" * 5000, "²"):
        response = desk.post(here(night, "draw/"), {"replacing": nonsense})
        assert response.status_code == 404
    assert JUST_BEFORE in press(desk, night, "draw/", replacing="9" * 17)


def test_a_stale_proposal_is_published_only_when_the_director_says_so(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    night.draw()
    press(desk, night, "people/add/", names="Laat Komer")
    page = text_of(desk.get(here(night)))
    assert "Sinds deze loting kwam of ging er iemand." in page
    assert "Loot opnieuw" in press(desk, night, "rounds/1/publish/")
    assert night.round(1).state == Round.State.PROPOSED
    assert "is bekend." in press(desk, night, "rounds/1/publish/", anyway="1")


def test_two_people_are_told_that_they_are_too_few(
    desk: Client, evening: Build
) -> None:
    night = evening(2)
    assert "minstens 3 nodig" in press(desk, night, "draw/")
    assert "minstens 3 nodig" in text_of(desk.get(here(night)))


# Every page at every stage: language, and nothing that the page itself may not hold.

PUBLIC = ("t/{slug}/", "t/{slug}/seats/?q=1", "t/{slug}/seats/?q=zzz", "t/{slug}/hall/")
OUTSIDE = ("", "t/{slug}/nergens/", "login/")
OF_CLUB = ("desk/", "desk/new/", "desk/address-book/", "desk/address-book/?q=zzz")
OF_NIGHT = ("", "people/", "people/1/", "presence/", "settings/", "standings/")
OF_ROUND = ("rounds/1/", "rounds/1/tables/1/", "rounds/1/cards/")


def at_every_stage(night: Evening, desk: Client, language: str) -> Iterator[str]:
    """Walk an evening of one round and give every page at every stage of it."""

    def pages() -> Iterator[str]:
        slug = night.tournament.slug
        paths = [*PUBLIC, *OF_CLUB]
        paths += [f"desk/{slug}/{path}" for path in (*OF_NIGHT, *OF_ROUND)]
        for path in paths:
            yield from read(desk, path)
        for path in (*OUTSIDE, *PUBLIC):
            yield from read(Client(), path)

    def read(client: Client, path: str) -> Iterator[str]:
        where = f"/{language}/{path.format(slug=night.tournament.slug)}"
        response = client.get(where)
        assert response.status_code in (200, 404), where
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        yield response.content.decode()

    yield from pages()
    round_ = night.draw()
    yield from pages()
    rounds.publish(round_, night.director)
    yield from pages()
    yield from faulty_pages(night, desk, language)
    night.hand_in(night.table(1, 1))
    yield from pages()
    night.fill(round_, leave=[1])
    rounds.close(round_, night.director)
    yield from pages()


def faulty_pages(night: Evening, desk: Client, language: str) -> Iterator[str]:
    """Pages that say no: a form, a person, a tournament, a captain's form."""
    here = f"/{language}/desk/{night.tournament.slug}"
    half = {"key": "k", "based_on": "0", "c1-1": "9", "c2-1": "een", "c3-1": "1"}
    captain = f"/{language}/c/{night.table(1, 1).code}/"
    for address in (f"{here}/rounds/1/tables/1/", captain):
        yield desk.post(address, half).content.decode()
    yield desk.post(f"{here}/people/1/", {"name": ""}).content.decode()
    yield desk.post(f"/{language}/desk/new/", {"name": ""}).content.decode()
    names = {"names": "123\nSpeler A"}
    yield desk.post(f"{here}/people/add/", names, follow=True).content.decode()
    yield Client().get(captain).content.decode()


def sentences(language: str) -> set[str]:
    """Pieces of the interface of more than 12 letters that only one language has."""
    pieces: dict[str, set[str]] = {"en": set(), "nl": set()}
    for app in ("tournament", "scoring"):
        for entry in polib.pofile(str(ROOT / app / "locale/nl/LC_MESSAGES/django.po")):
            pieces["en"] |= cut(entry.msgid) | cut(entry.msgid_plural)
            for text in (entry.msgstr, *entry.msgstr_plural.values()):
                pieces["nl"] |= cut(text)
    other = "\n".join(pieces["en" if language == "nl" else "nl"])
    return {piece for piece in pieces[language] if piece not in other}


def cut(text: str) -> set[str]:
    parts = (part.strip() for part in re.split(r"%\(\w+\)s", text))
    return {part for part in parts if len(part) > 12}


class Inline(HTMLParser):
    """What a page holds that the policy forbids, or that comes from another host."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        wrong = [name for name in named if name == "style" or name[:2] == "on"]
        loaded = [named.get("src"), named.get("href") if tag != "a" else None]
        wrong += [link for link in loaded if link and re.match(r"\w+:|//", link)]
        data = named.get("type") == "application/json"
        if tag == "style" or (tag == "script" and not data and "src" not in named):
            wrong.append(tag)
        self.found += [f"<{tag}> {each}" for each in wrong]


@pytest.mark.parametrize(("language", "other"), [("nl", "en"), ("en", "nl")])
def test_every_page_at_every_stage_is_in_one_language_and_holds_nothing_inline(
    desk: Client, evening: Build, language: str, other: str
) -> None:
    night = evening(8, rounds_planned=1)
    foreign = sentences(other)
    assert len(foreign) > 100
    walked = 0
    for page in at_every_stage(night, desk, language):
        walked += 1
        shown = html.unescape(page)
        assert f'<html lang="{language}"' in shown
        assert not [piece for piece in foreign if piece in shown]
        assert not Inline(page).found
    assert walked > 100
