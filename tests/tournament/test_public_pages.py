"""What everybody may see: names that may be shown, unharmed and escaped, and pages
that are light, cheap and the same for all."""

import csv
import gzip
import html
import io
import json
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.building import FORM_OF_FOUR, Evening, reading
from tournament.actions import registration
from tournament.models import Club, Player, Tournament
from tournament.playerlist import read_player_list

Build = Callable[..., Evening]
Answer = Any  # a response as the test client gives it, with its context
SEEDS = Path(__file__).parents[2] / "seeds"
HIDDEN = "Zwijgzame Zelda"
SHY = "Onbevraagde Oscar"
PAGES = ("t/{slug}/", "t/{slug}/seats/", "t/{slug}/hall/")
FILES = ("t/{slug}/standings.json", "t/{slug}/standings.csv")
EXCEL = "t/{slug}/standings.xlsx"
EVERYTHING = (*(f"/{lang}/{p}" for lang in ("nl", "en") for p in PAGES), *FILES, EXCEL)


def address(path: str, night: Evening) -> str:
    return "/" + path.format(slug=night.tournament.slug).lstrip("/")


def get(client: Client, path: str, night: Evening, **query: str) -> Answer:
    response = client.get(address(path, night), query)
    assert response.status_code == 200
    return response


def everything_in(response: Answer) -> str:
    """All text of an answer; a workbook part by part."""
    body: bytes = response.content
    if not body.startswith(b"PK"):
        return body.decode()
    with zipfile.ZipFile(io.BytesIO(body)) as parts:
        return "\n".join(parts.read(name).decode() for name in parts.namelist())


def names_in_json(night: Evening) -> list[str | None]:
    data = json.loads(get(Client(), FILES[0], night).content)
    rows = sorted(data["standings"], key=lambda row: row["number"])
    return [row["name"] for row in rows]


@pytest.fixture
def club_night(club: Club, evening: Build) -> Evening:
    """The seeds' whole club, everybody's name in public, after one round."""
    night = evening(0)
    people = read_player_list((SEEDS / "club-list.csv").read_bytes(), "club-list.csv")
    registration.import_list(night.tournament, people, night.director)
    night.tournament.members.update(consent=None)
    Player.objects.update(consent=None)
    night.play()
    return night


@pytest.mark.parametrize("policy", ["all", "consent"])
def test_a_name_that_may_not_be_shown_is_nowhere_in_public(
    client: Client, evening: Build, policy: str
) -> None:
    night = evening(
        9, names=[HIDDEN, SHY, "Openbare Olga", "Nee Zeggende Nel"], names_public=policy
    )
    Player.objects.filter(name=HIDDEN).update(consent=False)
    Player.objects.filter(name="Openbare Olga").update(consent=True)
    # Said no at the door, whatever the address book says.
    Player.objects.filter(name="Nee Zeggende Nel").update(consent=True)
    night.tournament.members.filter(entry__number=4).update(consent=False)
    night.play()
    night.publish(seed=2)
    secret = [HIDDEN, "Nee Zeggende Nel", *([SHY] if policy == "consent" else [])]
    for path in EVERYTHING:
        shown = everything_in(get(client, path, night))
        for word in {word for name in secret for word in name.split()} - {"Nee"}:
            assert word not in shown, (path, word)
        assert "Olga" in shown or "hall" in path
        assert (SHY in shown) == (policy == "all") or "hall" in path


@pytest.mark.parametrize("page", PAGES[:2])
def test_searching_for_a_hidden_name_finds_nobody(
    client: Client, evening: Build, page: str
) -> None:
    night = evening(8, names=[HIDDEN, "Openbare Olga"])
    Player.objects.filter(name=HIDDEN).update(consent=False)
    night.play()
    night.publish(seed=2)
    for sought in (HIDDEN, "zelda", "Zwijgzame"):
        found = get(client, f"/nl/{page}", night, q=sought)
        assert not found.context["found"]
    assert get(client, f"/nl/{page}", night, q="olga").context["found"]
    assert get(client, f"/nl/{page}", night, q="1").context["found"]


def test_who_is_hidden_is_found_by_number_and_shown_as_a_number(
    client: Client, evening: Build
) -> None:
    night = evening(4, names=[HIDDEN])
    Player.objects.filter(name=HIDDEN).update(consent=False)
    night.publish()
    page = get(client, f"/nl/{PAGES[1]}", night, q="1").content.decode()
    assert "Deelnemer 1" in page
    assert "Participant 1" in get(client, f"/en/{PAGES[1]}", night).content.decode()
    assert "Zelda" not in page


@pytest.mark.parametrize("sought", ["9" * 5000, "٣", "\x00", "²", "<script>", "%", "_"])
def test_any_search_gets_a_page(client: Client, evening: Build, sought: str) -> None:
    night = evening(4)
    night.play()
    for page in PAGES[:2]:
        shown = get(client, f"/nl/{page}", night, q=sought).content.decode()
        assert "<script>" not in shown
        if sought in "%_":
            assert not get(client, f"/nl/{page}", night, q=sought).context["found"]


def test_a_no_at_the_desk_takes_a_name_off_every_public_page(
    desk: Client, evening: Build
) -> None:
    night = evening(4, names=[HIDDEN])
    night.tournament.members.filter(entry__number=1).update(consent=True)
    night.play()
    assert HIDDEN in names_in_json(night)
    said = {"name": HIDDEN, "member_number": "", "note": "", "consent": "False"}
    desk.post(f"/nl/desk/{night.tournament.slug}/people/1/", said)
    assert HIDDEN not in names_in_json(night)
    assert Player.objects.get(name=HIDDEN).consent is False


def test_correcting_a_name_leaves_both_answers_as_they_were(
    desk: Client, evening: Build
) -> None:
    night = evening(4, names=[HIDDEN])
    night.tournament.members.filter(entry__number=1).update(consent=True)
    Player.objects.filter(name=HIDDEN).update(consent=False)
    night.play()
    said = {"name": "Zelda Z.", "member_number": "", "note": "", "consent": "True"}
    desk.post(f"/nl/desk/{night.tournament.slug}/people/1/", said)
    assert names_in_json(night)[0] == "Zelda Z."
    assert Player.objects.get(name="Zelda Z.").consent is False


def test_every_awkward_name_survives_to_page_and_files(
    client: Client, club_night: Evening
) -> None:
    night = club_night
    names = list(
        night.tournament.members.order_by("entry__number").values_list(
            "player__name", flat=True
        )
    )
    assert {"Jan de Vries", "Piet \\", "NA", "</script> Verbeek"} <= set(names)
    assert names_in_json(night) == names
    page = get(client, f"/nl/{PAGES[0]}", night).content.decode()
    for name in names:
        assert html.escape(name) in page, name
    assert "</script> Verbeek" not in page
    text = get(client, FILES[1], night).content.decode("utf-8-sig")
    rows = sorted(csv.DictReader(io.StringIO(text), delimiter=";"), key=by_number)
    assert [row["naam"].removeprefix("'") for row in rows] == names
    assert not [row["naam"] for row in rows if row["naam"][0] in "=+-@\t\r"]
    book = openpyxl.load_workbook(io.BytesIO(get(client, EXCEL, night).content))
    sheet = book["Stand"]
    cells = {cell.value: cell for line in sheet.iter_rows() for cell in line}
    for name in names:
        assert cells[name].data_type == "s", name


def by_number(row: dict[str, str]) -> int:
    return int(row["nummer"])


def test_negative_scores_stay_numbers_in_the_csv(
    client: Client, evening: Build
) -> None:
    night = evening(4)
    night.publish()
    night.hand_in(
        night.table(1, 1), reading(FORM_OF_FOUR, penalties=[{"place": 2}] * 9)
    )
    text = get(client, FILES[1], night).content.decode("utf-8-sig")
    last = list(csv.DictReader(io.StringIO(text), delimiter=";"))[-1]
    assert last["totaal"] == last["R1"] == "-9"  # 9 of the form, and nine times 2 less


def test_twins_are_shown_with_their_start_numbers(
    client: Client, club_night: Evening
) -> None:
    for path in PAGES[:2]:
        page = get(client, f"/nl/{path}", club_night).content.decode()
        text = re.sub(r"<[^>]+>", " ", page)
        assert re.search(r"Jan de Vries\s+nr\. 1\b", text)
        assert re.search(r"Jan de Vries\s+nr\. 2\b", text)
        assert not re.search(r"Henk Mulder\s+nr\.", text)


def test_the_page_says_how_many_tables_are_in(client: Client, evening: Build) -> None:
    night = evening(40)
    night.fill(night.publish(), leave=[7])
    dutch = get(client, f"/nl/{PAGES[0]}", night).content.decode()
    assert "Voorlopig: 9 van 10 tafels" in dutch
    assert "tafel 7 is nog niet binnen" in dutch
    english = get(client, f"/en/{PAGES[0]}", night).content.decode()
    assert "Provisional: 9 of 10 tables" in english
    data = json.loads(get(client, FILES[0], night).content)
    assert (data["tables_counted"], data["tables"]) == (9, 10)
    assert (data["provisional"], data["final"], data["after_round"]) == (True, False, 1)


def test_the_data_are_the_numbers_of_the_standings(
    client: Client, evening: Build
) -> None:
    night = evening(9, played=2)
    data = json.loads(get(client, FILES[0], night).content)["standings"]
    text = get(client, FILES[1], night).content.decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text), delimiter=";"))
    for row, line in zip(data, lines, strict=True):
        assert (str(row["place"]), str(row["number"])) == (
            line["plaats"],
            line["nummer"],
        )
        assert [str(t) for t in row["rounds"]] == [line["R1"], line["R2"]]
        assert str(row["totaal"]) == line["totaal"]
        assert sum(row["rounds"]) + row["correctie"] == row["totaal"]


def test_a_proposed_seating_is_shown_nowhere(client: Client, evening: Build) -> None:
    night = evening(8)
    night.draw()
    for path in EVERYTHING:
        assert "Speler A" not in everything_in(get(client, path, night)), path
    start = client.get("/nl/").content.decode()
    assert night.tournament.name not in start


@pytest.mark.parametrize("path", EVERYTHING)
def test_public_answers_leave_no_cookie_and_may_be_cached(
    client: Client, evening: Build, path: str
) -> None:
    night = evening(4)
    night.play()
    response = get(client, path, night)
    assert not response.cookies
    assert "cookie" not in response.headers.get("Vary", "").lower()
    assert response.headers["Cache-Control"] == "public, max-age=0, s-maxage=2"


def test_the_start_page_leaves_no_cookie(client: Client, evening: Build) -> None:
    evening(4, played=1)
    response = client.get("/nl/")
    assert "Najaarsbollen" in response.content.decode()
    assert not response.cookies
    assert "cookie" not in response.headers.get("Vary", "").lower()


@pytest.mark.parametrize("path", EVERYTHING)
def test_an_unchanged_answer_is_a_304_of_one_query(
    client: Client,
    evening: Build,
    path: str,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    night = evening(4)
    night.publish()
    where = address(path, night)
    etag = client.get(where).headers["ETag"]
    with django_assert_max_num_queries(1):
        again = client.get(where, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    weak = client.get(where, headers={"If-None-Match": f"W/{etag}"})
    assert weak.status_code == 304
    night.hand_in(night.table(1, 1))
    assert client.get(where, headers={"If-None-Match": etag}).status_code == 200


def test_each_language_has_an_etag_of_its_own(client: Client, evening: Build) -> None:
    night = evening(4)
    night.play()
    tags = {
        get(client, f"/{lang}/{PAGES[0]}", night).headers["ETag"]
        for lang in ("nl", "en")
    }
    assert len(tags) == 2


@pytest.mark.parametrize("path", [*EVERYTHING, "/nl/", "/nl/t/{slug}/nix/"])
def test_every_answer_forbids_what_is_not_ours(
    client: Client, evening: Build, path: str
) -> None:
    night = evening(4)
    policy = client.get(address(path, night)).headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("people", [20, 200])
def test_the_public_page_stays_light_after_four_rounds(
    evening: Build, people: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    dice = random.Random(4)
    names = [
        "".join(dice.choices("aeinrst ", k=24)).strip() + "x" for _ in range(people)
    ]
    night = evening(people, played=4, names=names)
    with django_assert_max_num_queries(7) as queries:
        page = get(Client(), f"/nl/{PAGES[0]}", night)
    assert len(queries.captured_queries) == 7
    assert len(gzip.compress(page.content)) < 60_000
    sent = Client().get(
        address(f"/nl/{PAGES[0]}", night), headers={"Accept-Encoding": "gzip"}
    )
    assert len(sent.content) < 60_000
    assert sent.headers["Content-Encoding"] == "gzip"


def test_the_short_address_leads_to_the_visitors_language(
    client: Client, evening: Build
) -> None:
    night = evening(4)
    slug = night.tournament.slug
    for accepted, language in (("en-GB,en", "en"), ("fr", "nl"), ("nl", "nl")):
        response = client.get(
            f"/t/{slug}/seats/?q=é&x=1", headers={"Accept-Language": accepted}
        )
        assert response.status_code == 302
        assert (
            response.headers["Location"] == f"/{language}/t/{slug}/seats/?q=%C3%A9&x=1"
        )
        assert "Accept-Language" in response.headers["Vary"]


def test_a_tournament_without_people_has_pages_too(
    client: Client, evening: Build
) -> None:
    night = evening(0)
    for path in EVERYTHING:
        get(client, path, night)


def test_renaming_the_tournament_or_its_club_renews_the_pages(
    client: Client, evening: Build
) -> None:
    night = evening(4)
    night.play()
    where = address(f"/nl/{PAGES[0]}", night)
    etag = client.get(where).headers["ETag"]
    admin = Client()
    admin.force_login(User.objects.create_superuser("baas"))
    club = night.tournament.club
    form = {"name": "De Nieuwe Hand", "staff": [night.director.pk]}
    admin.post(f"/admin/tournament/club/{club.pk}/change/", form)
    page = client.get(where, headers={"If-None-Match": etag})
    assert page.status_code == 200
    assert "De Nieuwe Hand" in page.content.decode()
    assert Tournament.objects.get().log.filter(action="club.changed").exists()
