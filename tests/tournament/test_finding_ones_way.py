"""Finding one's way: the page in the other language, and people by their name."""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.building import Evening

Build = Callable[..., Evening]


@pytest.mark.parametrize("prefers", ["nl", "en", "de"])
@pytest.mark.parametrize(("here", "code"), [("nl", "en"), ("en", "nl"), ("nl", "nl")])
def test_the_switch_leads_to_the_same_page_whatever_the_phone_prefers(
    client: Client, prefers: str, here: str, code: str
) -> None:
    answer = client.get(
        f"/language/{code}/",
        {"next": f"/{here}/t/najaarsbollen/?q=jan"},
        headers={"accept-language": prefers},
    )
    assert answer["Location"] == f"/{code}/t/najaarsbollen/?q=jan"
    assert answer.cookies["django_language"].value == code


def test_the_language_chosen_is_kept_for_short_links(
    client: Client, evening: Build
) -> None:
    evening(4).publish()
    client.get("/language/en/", {"next": "/nl/"}, headers={"accept-language": "nl"})
    answer = client.get("/t/najaarsbollen/", headers={"accept-language": "nl"})
    assert answer["Location"] == "/en/t/najaarsbollen/"


@pytest.mark.parametrize(
    "elsewhere", ["https://example.org/", "//example.org/nl/", "javascript:alert(1)"]
)
def test_the_switch_leads_nowhere_else(client: Client, elsewhere: str) -> None:
    answer = client.get("/language/en/", {"next": elsewhere})
    assert answer["Location"].startswith("/")
    assert "example.org" not in answer["Location"]


def test_a_language_that_is_not_there_is_nothing(client: Client) -> None:
    assert client.get("/language/fr/", {"next": "/nl/"}).status_code == 404


@pytest.mark.parametrize("typed", ["celik", "RENÉE", "van t hof", "2"])
def test_people_are_found_without_their_accents_and_apostrophes(
    client: Client, evening: Build, typed: str
) -> None:
    night = evening(4, names=["Renée Çelik", "Ruud van 't Hof"], played=1)
    address = f"/nl/t/{night.tournament.slug}/"
    seats = client.get(f"{address}seats/", {"q": typed}).content.decode()
    listed = client.get(address, {"q": typed}).content.decode()
    listed = listed.split('<ol class="readback">')[1].split("</ol>")[0]
    assert ("<h3>Renée Çelik" in seats) == (typed in ("celik", "RENÉE"))
    assert ("<h3>Ruud van" in seats) == (typed in ("van t hof", "2"))
    assert ("Renée Çelik" in listed) == (typed in ("celik", "RENÉE"))
    assert ("Ruud van" in listed) == (typed in ("van t hof", "2"))
