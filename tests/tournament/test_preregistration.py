"""Registering beforehand: the public page, its number, and what the door does."""

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.refused import Refused
from tests.building import Evening
from tests.tournament.test_log import press_undo
from tournament.actions import door, preregistration, registration, tournaments
from tournament.models import LogEntry, Member, PreRegistration
from tournament.queries.preregistration import expected

Build = Callable[..., Evening]
Answer = Any  # a response as the test client gives it, with its context
TICKET = re.compile(r'name="ticket" value="([^"]+)"')
CODE = re.compile(r'class="code number">([A-Z2-9]{6})<')


@pytest.fixture
def night(evening: Build) -> Evening:
    """Nobody in yet; the club knows Jan de Vries and Anneke Bos."""
    night = evening(0, preregistration=True, fee_cents=500)
    for name in ("Jan de Vries", "Anneke Bos"):
        registration.add_player(night.tournament.club, None, name=name)
    return night


def page_of(night: Evening, path: str = "") -> str:
    return f"/nl/t/{night.tournament.slug}/register/{path}"


def text(response: Answer) -> str:
    return html.unescape(response.content.decode())


def send(client: Client, night: Evening, name: str, **more: str) -> Answer:
    """Fill in the page and send it; the page after it."""
    ticket = TICKET.search(text(client.get(page_of(night))))
    assert ticket
    form = {"name": name, "consent": "True", "ticket": ticket[1], **more}
    return client.post(page_of(night), form, follow=True)


def expect(night: Evening, *names: str, consent: bool = True) -> PreRegistration:
    people = [(name, consent) for name in names]
    code = preregistration.new_code()
    return preregistration.preregister(night.tournament, people, code, sure=True)


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value)
    return caught.value.code


def awaited(night: Evening) -> list[str]:
    return [each.name for each in expected(night.tournament)]


def test_somebody_registers_and_keeps_a_number(client: Client, night: Evening) -> None:
    answer = send(client, night, "  Jan   de Vries ")
    page = text(answer)
    code = CODE.search(page)
    assert code
    assert "Jan de Vries, je bent aangemeld" in page
    assert "Aan de deur betaal je €\xa05,00." in page
    made = PreRegistration.objects.get()
    assert (made.code, made.name, made.consent) == (code[1], "Jan de Vries", True)
    assert not Member.objects.exists()


def test_the_number_leads_back_without_the_name(client: Client, night: Evening) -> None:
    code = expect(night, "Zelda Zwijg").code
    typed = f"{code[:3].lower()} {code[3:].lower()}"
    page = text(client.get(page_of(night), {"number": typed}, follow=True))
    assert "Deze aanmelding staat" in page
    assert code in page
    assert "Zelda" not in page
    guessed = text(client.get(page_of(night, f"{code}/?names=geraden")))
    assert "Zelda" not in guessed


def test_a_number_that_nobody_has_gets_a_sentence(
    client: Client, night: Evening
) -> None:
    page = text(client.get(page_of(night, "ZZZZZZ/"), follow=True))
    assert "Onder dit nummer is niemand aangemeld." in page
    assert 'value="ZZZZZZ"' in page


def test_a_name_that_is_expected_is_asked_about_and_nothing_is_lost(
    client: Client, night: Evening
) -> None:
    expect(night, "Jan de Vries")
    answer = send(client, night, "jan de vries", consent="False")
    assert answer.status_code == 422
    page = text(answer)
    assert "Er is al een jan de vries aangemeld. Ben jij dat?" in page
    assert 'value="jan de vries"' in page
    assert re.search(r'value="False"[^>]* checked', page)
    assert len(awaited(night)) == 1
    assert send(client, night, "jan de vries", sure="1").status_code == 200
    assert len(awaited(night)) == 2


def test_a_form_sent_twice_is_one_registration(client: Client, night: Evening) -> None:
    ticket = re.search(
        r'name="ticket" value="([^"]+)"', text(client.get(page_of(night)))
    )
    assert ticket
    form = {"name": "Jan", "consent": "True", "ticket": ticket[1]}
    pages = [client.post(page_of(night), form)["Location"] for _ in range(2)]
    assert pages[0] == pages[1]
    assert awaited(night) == ["Jan"]
    # The same page filled in for somebody else is another registration.
    other = client.post(page_of(night), form | {"name": "Piet"})["Location"]
    assert other != pages[0]
    assert awaited(night) == ["Jan", "Piet"]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name": ""}, "Dit veld is verplicht"),
        ({"name": "123"}, "In een naam staat minstens één letter."),
        ({"name": "x" * 201}, "200"),
        ({"name": "Jan", "consent": ""}, "Kies een van de twee."),
        ({"name": "Jan\0"}, "toegestaan"),
    ],
)
def test_what_is_missing_is_said_at_its_place(
    client: Client, night: Evening, form: dict[str, str], sentence: str
) -> None:
    answer = client.post(page_of(night), {"consent": "True", **form})
    assert answer.status_code == 422
    assert sentence in text(answer)
    assert awaited(night) == []


def test_a_ticket_of_ones_own_making_gives_a_number_of_ours(
    client: Client, night: Evening
) -> None:
    send(client, night, "Jan", ticket="AAAAAA:verzonnen")
    assert PreRegistration.objects.get().code != "AAAAAA"


def test_it_is_cancelled_with_the_number_and_may_be_done_again(
    client: Client, night: Evening
) -> None:
    code = expect(night, "Jan de Vries").code
    for _twice in range(2):
        page = text(client.post(page_of(night, f"{code}/")))
        assert "Je bent niet meer aangemeld." in page
    assert awaited(night) == []
    assert send(client, night, "Jan de Vries").status_code == 200
    assert awaited(night) == ["Jan de Vries"]


def test_nobody_registers_where_it_is_off_or_too_late(
    client: Client, night: Evening, evening: Build
) -> None:
    off = evening(0, name="Dicht")
    page = text(client.get(page_of(off)))
    assert "meld je je niet vooraf aan" in page
    assert 'name="consent"' not in page
    assert client.post(page_of(off), {"name": "Jan"}).status_code == 422
    begun = evening(4, name="Begonnen", preregistration=True)
    begun.draw()
    assert 'name="consent"' in text(client.get(page_of(begun)))
    begun.tournament.rounds.all().delete()
    begun.publish()
    assert "De eerste ronde is al ingedeeld" in text(client.get(page_of(begun)))
    late = code_of(lambda: expect(begun, "Jan"))
    assert late == "not_beforehand"
    assert awaited(begun) == []


def test_the_list_has_an_end(night: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preregistration, "MOST_EXPECTED", 2)
    monkeypatch.setattr(preregistration, "MOST_EVER", 3)
    first = expect(night, "A een")
    expect(night, "B twee")
    assert code_of(lambda: expect(night, "C drie")) == "full"
    preregistration.cancel(first, None)
    third = expect(night, "C drie")
    preregistration.cancel(third, None)
    assert code_of(lambda: expect(night, "D vier")) == "full"


def test_a_pair_registers_together(client: Client, pair_evening: Build) -> None:
    night = pair_evening(0, preregistration=True)
    both = {"partner": "Piet Bos", "partner_consent": "False"}
    assert "Jan Bos en Piet Bos, jullie zijn" in text(
        send(client, night, "Jan Bos", **both)
    )
    made = PreRegistration.objects.get()
    assert (made.consent, made.partner_consent) == (True, False)
    alone = send(client, night, "Kees Vis")
    assert alone.status_code == 422
    twice = send(client, night, "Kees", partner="kees", partner_consent="True")
    assert "Een koppel bestaat uit twee mensen" in text(twice)
    again = send(client, night, "Piet Bos", partner="Aa", partner_consent="True")
    assert "Ben jij dat?" in text(again)


def test_no_public_page_shows_who_is_expected(client: Client, night: Evening) -> None:
    expect(night, "Zelda Zwijg")
    slug = night.tournament.slug
    for path in (f"t/{slug}/", f"t/{slug}/seats/", f"t/{slug}/register/", ""):
        page = text(client.get(f"/nl/{path}"))
        assert "Zelda" not in page
        assert f"/nl/t/{slug}/" in page or not path


def test_the_desk_sees_who_is_expected_and_takes_somebody_off(
    desk: Client, night: Evening
) -> None:
    made = expect(night, "Grap Jas")
    address = f"/nl/desk/{night.tournament.slug}/door/expected/"
    assert "Grap Jas" in text(desk.get(address))
    page = text(desk.post(f"{address}{made.code}/cancel/", follow=True))
    assert "Grap Jas" not in page
    press_undo(desk, night, f"The registration of Grap Jas ({made.code}) was")
    assert awaited(night) == ["Grap Jas"]
    assert "Iemand was je net voor" in text(
        desk.post(f"{address}QQQQQQ/cancel/", follow=True)
    )


def test_everything_is_in_the_log_with_where_it_came_from(
    desk: Client, client: Client, night: Evening
) -> None:
    made = expect(night, "Zelda Zwijg")
    door.register_at_door(night.tournament, ["Zelda Zwijg"], night.director, made=made)
    shown = text(desk.get(f"/en/desk/{night.tournament.slug}/log/"))
    assert f"Zelda Zwijg registered beforehand, under {made.code}." in shown
    assert "on the public page" in shown
    came = f"Zelda Zwijg (no. 1) had registered beforehand, under {made.code}."
    assert came in shown
    actions = LogEntry.objects.order_by("pk").values_list("action", flat=True)
    assert list(actions)[-4:] == [
        "preregistration.made",
        "entry.registered",
        "player.added",
        "preregistration.came",
    ]


def test_the_number_is_never_one_that_is_read_wrong_or_a_start_number() -> None:
    codes = [preregistration.new_code() for _ in range(500)]
    assert all(len(code) == 6 and not code.isdecimal() for code in codes)
    assert not set("".join(codes)) & set("0O1I")
    assert len(set(codes)) == 500


def test_the_settings_open_and_close_it(desk: Client, evening: Build) -> None:
    night = evening(0)
    address = f"/nl/desk/{night.tournament.slug}/settings/"
    form = {
        "name": "Najaarsbollen",
        "date": "2026-11-14",
        "rounds_planned": 4,
        "names_public": "all",
        "missed_round": "zero",
    }
    for sent, on in (({"preregistration": "True"}, True), ({}, True)):
        assert desk.post(address, form | sent).status_code == 302
        night.tournament.refresh_from_db()
        assert night.tournament.preregistration is on
    assert "Meld je aan" in text(desk.get(f"/nl/t/{night.tournament.slug}/"))
    desk.post(address, form | {"preregistration": "False"})
    assert "Meld je aan" not in text(desk.get(f"/nl/t/{night.tournament.slug}/"))
    log = text(desk.get(f"/nl/desk/{night.tournament.slug}/log/"))
    assert "van nee naar ja" in log


def test_the_public_form_asks_four_queries_and_sets_only_its_token(
    client: Client, night: Evening
) -> None:
    for _ in range(30):
        expect(night, "Jan")
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(page_of(night))
    assert len(queries) <= 4
    assert set(answer.cookies) == {"csrftoken"}
    assert "no-store" in answer["Cache-Control"]
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(page_of(night), {"name": "Jan"}).status_code == 403


def test_a_tournament_that_takes_registrations_is_on_the_start_page(
    client: Client, night: Evening
) -> None:
    assert night.tournament.name in text(client.get("/nl/"))
    tournaments.change_tournament(night.tournament, None, preregistration=False)
    assert night.tournament.name not in text(client.get("/nl/"))
