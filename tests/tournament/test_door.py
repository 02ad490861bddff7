"""The door: a start number at once, the fee, what is said, and undo."""

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
from tournament.actions import door, pairs, registration, tournaments
from tournament.models import Club, Entry, LogEntry, Player
from tournament.money import in_euros, read_cents
from tournament.queries import door as doors

Build = Callable[..., Evening]


@pytest.fixture
def night(evening: Build) -> Evening:
    """Three people in, everybody pays 5 euros, and four more in the address book."""
    night = evening(3, names=["Jan de Vries", "Anneke Bos", "Cor Mulder"], **FEE)
    for name, number in (
        ("Jan Doeksen", "12"),
        ("Jannie Smit", ""),
        ("Zoë Lammers", ""),
        ("Jan de Vries", "31"),
    ):
        registration.add_player(
            night.tournament.club, None, name=name, member_number=number
        )
    return night


FEE = {"fee_cents": 500}


def here(night: Evening, path: str = "") -> str:
    return f"/nl/desk/{night.tournament.slug}/door/{path}"


def look(desk: Client, night: Evening, asked: str = "") -> str:
    response = desk.get(here(night, asked))
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def press(desk: Client, night: Evening, path: str, **data: object) -> str:
    """Press a button and read the page it leads to."""
    response = desk.post(here(night, path), data, follow=True)
    assert response.status_code == 200
    return html.unescape(response.content.decode())


def refused(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


def enter(night: Evening, who: Player | str, **wishes: Any) -> Entry:
    return door.register_at_door(night.tournament, [who], night.director, **wishes)


def lines(page: str) -> list[str]:
    """The people found, in order, as the keyboard meets them."""
    return re.findall(r'data-hit="([^"]*)"', page)


def cash(night: Evening) -> tuple[int, int, int]:
    now = doors.door(night.tournament)
    return now.count, now.paid, now.cash


def acts(night: Evening) -> list[str]:
    logged = LogEntry.objects.filter(tournament=night.tournament).order_by("pk")
    return list(logged.values_list("action", flat=True))


def test_two_letters_find_who_is_not_in_yet_before_who_is(
    desk: Client, night: Evening
) -> None:
    assert lines(look(desk, night, "?q=jan")) == [
        "Jan de Vries",
        "Jan Doeksen",
        "Jannie Smit",
        "Jan de Vries, 1",
        "Nieuwe deelnemer “jan”",
    ]
    assert lines(look(desk, night, "?q=zoe+l"))[0] == "Zoë Lammers"
    assert lines(look(desk, night, "?q=vries+jan"))[:2] == [
        "Jan de Vries",
        "Jan de Vries, 1",
    ]


def test_who_is_in_comes_before_somebody_with_the_letters_inside_a_name(
    desk: Client, night: Evening
) -> None:
    registration.add_player(night.tournament.club, None, name="Hanneke Kok")
    assert lines(look(desk, night, "?q=anne"))[:2] == ["Anneke Bos, 2", "Hanneke Kok"]


def test_one_letter_finds_nobody_and_a_number_finds_its_owners(
    desk: Client, night: Evening
) -> None:
    assert lines(look(desk, night, "?q=j")) == []
    assert lines(look(desk, night, "?q=12")) == ["Jan Doeksen"]
    assert lines(look(desk, night, "?q=2")) == ["Anneke Bos, 2"]


@pytest.mark.parametrize("typed", ["a", "999", "-2", "1e9", "😀"])
def test_where_nobody_is_found_the_door_says_so_and_what_to_type(
    desk: Client, night: Evening, typed: str
) -> None:
    for part in ("", "&part=hits"):
        page = look(desk, night, f"?q={typed}{part}")
        assert "data-nobody" in page
        assert f"“{typed}”" in page
    assert "data-nobody" not in look(desk, night, "?q=jan")
    assert "data-nobody" not in look(desk, night)


def test_somebody_from_the_book_gets_the_next_number_and_pays_in_one_press(
    desk: Client, night: Evening
) -> None:
    player = Player.objects.get(name="Jan Doeksen")
    page = press(desk, night, "register/", player=player.pk, paid="1", key="a")
    assert re.search(r'class="num">.*?</span>4</span> <span>Jan Doeksen', page)
    assert "€\xa05,00 is betaald" in page
    assert cash(night) == (4, 1, 500)
    assert acts(night)[-2:] == ["entry.registered", "entry.paid"]
    paid = LogEntry.objects.latest("pk")
    assert (paid.user, paid.data) == (night.director, {"number": 4, "cents": 500})


def test_a_form_sent_twice_registers_nobody_twice(desk: Client, night: Evening) -> None:
    for _ in range(2):
        page = press(desk, night, "register/", player_new="Ali Haddad", key="b")
        assert "Ali Haddad" in page
    assert cash(night) == (4, 0, 0)


def test_somebody_who_is_in_is_shown_with_their_number(
    desk: Client, night: Evening
) -> None:
    player = night.tournament.members.get(entry__number=2).player
    page = press(desk, night, "register/", player=player.pk, key="c")
    assert "Anneke Bos is al ingeschreven, met startnummer 2." in page
    assert re.search(r"</span>2</span> <span>Anneke Bos", page)


def test_a_near_double_is_asked_about_once(desk: Client, night: Evening) -> None:
    page = press(desk, night, "register/", player_new="Jan Doekssen", key="d", paid="1")
    assert "Is “Jan Doekssen” deze persoon?" in page
    assert "lidnr. 12" in page
    assert lines(page) == ["Jan Doeksen", "Nieuwe deelnemer “Jan Doekssen”"]
    assert 'name="sure"' in page
    assert cash(night)[0] == 3
    press(desk, night, "register/", player_new="Jan Doekssen", key="e", sure="1")
    assert cash(night)[0] == 4
    assert Player.objects.filter(name__startswith="Jan Doeks").count() == 2


def test_a_name_that_is_in_the_book_is_asked_about_too(night: Evening) -> None:
    error = refused(lambda: enter(night, "jan  de vries"))
    assert error.code == "near_double"
    assert [player.name for player in error.details["like"]] == ["Jan de Vries"] * 2
    entry = enter(night, "Jan de Vries", sure=["Jan de Vries"])
    assert entry.number == 4
    assert Player.objects.filter(name="Jan de Vries").count() == 3


@pytest.mark.parametrize(
    ("name", "code"), [("", "no_name"), ("12", "no_name"), ("x" * 201, "name_too_long")]
)
def test_a_new_person_has_a_name(night: Evening, name: str, code: str) -> None:
    assert refused(lambda: enter(night, name)).code == code
    assert cash(night)[0] == 3


def test_undo_leaves_no_trace_but_the_log(desk: Client, night: Evening) -> None:
    press(desk, night, "register/", player_new="Ali Haddad", paid="1", key="f")
    press(desk, night, "4/said/1/", note="gast van Cor")
    page = press(desk, night, "4/undo/")
    assert "Nummer 4 is van de lijst gehaald. Geef €\xa05,00 terug." in page
    assert cash(night) == (3, 0, 0)
    assert not Player.objects.filter(name="Ali Haddad").exists()
    assert acts(night)[-2:] == ["entry.unregistered", "entry.unpaid"]
    assert "Iemand was je net voor." in press(desk, night, "4/undo/")
    assert enter(night, "Ali Haddad").number == 5


def test_undo_leaves_who_was_in_the_book_or_takes_part_elsewhere(
    night: Evening, evening: Build
) -> None:
    known = Player.objects.get(name="Zoë Lammers")
    assert door.undo(enter(night, known), None) == 0
    entry = enter(night, "Ali Haddad")
    new = Player.objects.get(name="Ali Haddad")
    registration.register(evening(0, name="Ander").tournament, new, None)
    door.undo(entry, None)
    assert Player.objects.filter(name__in=["Zoë Lammers", "Ali Haddad"]).count() == 2


def test_nobody_with_a_seat_is_undone(desk: Client, evening: Build) -> None:
    night = evening(4, **FEE)
    assert "Maak ongedaan" in look(desk, night)
    night.publish()
    assert "Maak ongedaan" not in look(desk, night)
    assert "heeft al een plaats" in press(desk, night, "1/undo/")


def test_who_was_undone_at_another_laptop_is_not_registered_by_accident(
    night: Evening,
) -> None:
    entry = enter(night, "Ali Haddad")
    gone = Player.objects.get(name="Ali Haddad")
    door.undo(entry, None)
    assert refused(lambda: enter(night, gone)).code == "taken_off"
    assert refused(lambda: door.set_paid(entry, True, None)).code == "taken_off"


def test_paying_later_and_not_after_all_is_in_the_log_once_each(
    desk: Client, night: Evening
) -> None:
    for act in ("paid", "paid", "unpaid", "unpaid", "paid"):
        press(desk, night, f"2/{act}/")
    assert acts(night)[-3:] == ["entry.paid", "entry.unpaid", "entry.paid"]
    page = look(desk, night)
    assert "1 à €\xa05,00" in page
    assert "2 nog te betalen" in page


def test_taking_somebody_off_the_list_of_people_gives_the_money_back(
    night: Evening,
) -> None:
    entry = night.tournament.entries.get(number=1)
    door.set_paid(entry, True, None)
    registration.unregister(entry, None)
    assert cash(night) == (2, 0, 0)
    assert acts(night)[-1] == "entry.unpaid"


def test_without_a_fee_nothing_is_asked_or_paid(desk: Client, evening: Build) -> None:
    night = evening(1)
    page = look(desk, night, "?q=Ali+Haddad&in=1")
    assert "betaal" not in page
    assert "Kas" not in page
    assert "Hier wordt niets betaald." in press(desk, night, "1/paid/")
    assert not enter(night, "Ali Haddad", paid=True).paid
    assert cash(night) == (2, 0, 0)


def test_what_is_said_of_the_name_counts_here_and_next_time(
    desk: Client, night: Evening
) -> None:
    member = night.tournament.members.get(entry__number=1)
    assert "niet gevraagd" in look(desk, night, "?in=1")
    for word, answer in (("yes", True), ("no", False), ("", None)):
        press(desk, night, "1/said/1/", consent=word)
        member.refresh_from_db()
        member.player.refresh_from_db()
        assert (member.consent, member.player.consent) == (answer, answer)
    press(desk, night, "1/said/1/", note="  De   Overkant ", consent="misschien")
    member.refresh_from_db()
    member.player.refresh_from_db()
    assert member.player.note == "De Overkant"
    assert member.consent is None


def test_a_note_leaves_a_no_for_this_evening_only_as_it_is(night: Evening) -> None:
    member = night.tournament.members.get(entry__number=1)
    night.tournament.members.filter(pk=member.pk).update(consent=False)
    door.say(member, None, note="x" * 300)
    member.refresh_from_db()
    member.player.refresh_from_db()
    assert (member.consent, member.player.consent) == (False, None)
    assert len(member.player.note) == 200


def test_a_pair_is_two_people_one_after_the_other(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(1, **FEE)
    page = look(desk, night, "?q=Cor+Mulder&ask=1")
    assert "Wie speelt er met Cor Mulder?" in page
    anna = Player.objects.get(name="Anna A")
    page = look(desk, night, f"?first={anna.pk}&q=bert")
    assert "Wie speelt er met Anna A?" in page
    page = press(
        desk,
        night,
        "register/",
        first_new="Cor Mulder",
        player_new="Zoë Lammers",
        paid="1",
        key="g",
    )
    assert "Cor Mulder & Zoë Lammers" in page
    assert cash(night) == (2, 1, 1000)
    page = press(
        desk, night, "register/", first=anna.pk, player_new="Ali Haddad", key="h"
    )
    assert "Anna A doet al mee, in koppel 1." in page
    assert "alleen koppels" in press(desk, night, "register/", player_new="A B")
    door.undo(night.tournament.entries.get(number=2), None)
    assert Player.objects.count() == 2


def test_a_pair_that_is_in_is_not_registered_again(pair_evening: Build) -> None:
    night = pair_evening(1)
    two = list(Player.objects.order_by("pk"))
    error = refused(lambda: door.register_at_door(night.tournament, two, None))
    assert (error.code, error.details["entry"].number) == ("already_registered", 1)


def test_the_fee_stays_while_somebody_has_paid_it(night: Evening) -> None:
    def change(cents: int) -> None:
        tournaments.change_tournament(night.tournament, None, fee_cents=cents)

    entry = night.tournament.entries.get(number=1)
    door.set_paid(entry, True, None)
    error = refused(lambda: change(600))
    assert "1 startnummer betaald à €\xa05,00" in str(error)
    change(500)
    door.set_paid(entry, False, None)
    change(600)
    night.tournament.refresh_from_db()
    assert night.tournament.fee_cents == 600


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("5", 500),
        ("7,5", 750),
        ("7.50", 750),
        ("€ 7,50", 750),
        ("12,-", 1200),
        (" 0 ", 0),
        ("999.99", 99999),
        ("1000", 100_000),
        ("1.250,50", 125_050),
        ("1,000", None),
        ("10000", None),
        ("-5", None),
        ("7,505", None),
        ("vijf", None),
        ("", None),
    ],
)
def test_an_amount_is_read_with_a_comma_or_a_point(
    text: str, cents: int | None
) -> None:
    assert read_cents(text) == cents


def test_the_settings_show_and_keep_the_fee(desk: Client, night: Evening) -> None:
    address = f"/nl/desk/{night.tournament.slug}/settings/"
    assert 'name="fee_cents" value="5,00"' in desk.get(address).content.decode()
    form = {
        "name": "Najaarsbollen",
        "date": "2026-11-14",
        "rounds_planned": 4,
        "names_public": "all",
        "missed_round": "zero",
    }

    def kept() -> int:
        night.tournament.refresh_from_db()
        return night.tournament.fee_cents

    assert desk.post(address, form).status_code == 302
    assert kept() == 500
    assert desk.post(address, form | {"fee_cents": "7,50"}).status_code == 302
    assert kept() == 750
    wrong = desk.post(address, form | {"fee_cents": "veel"})
    assert wrong.status_code == 422
    assert "Typ een bedrag van 0 tot 999 euro" in wrong.content.decode()
    assert desk.post(address, form | {"fee_cents": ""}).status_code == 302
    assert kept() == 0


def test_an_amount_is_written_as_the_language_does() -> None:
    assert in_euros(19750) == "€\xa0197,50"


@pytest.mark.parametrize("asked", ["", "?q=sp", "?part=live&in=3", "?q=Speler+B&ask=1"])
def test_the_door_asks_as_little_of_the_database_at_200_people_as_at_20(
    desk: Client, evening: Build, asked: str
) -> None:
    counts = []
    for people in (20, 200):
        night = evening(people, **FEE)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            look(desk, night, asked)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 8


def test_people_of_another_club_are_neither_found_nor_registered(
    desk: Client, night: Evening
) -> None:
    other = Club.objects.create(name="De Overkant")
    stranger = Player.objects.create(club=other, name="Xander Vreemd")
    assert lines(look(desk, night, "?q=xander")) == ["Nieuwe deelnemer “xander”"]
    press(desk, night, "register/", player=stranger.pk, key="i")
    assert not stranger.memberships.exists()


@pytest.mark.parametrize(
    "asked",
    [
        "?in=x&first=y",
        "?in=99999999999999999&first=99999999999999999",
        "?q=%00%00%00",
        "?q=%C4%B0%C4%B0",
        "?q=" + "x" * 1500,
        "?part=nothing",
        "?ask=1",
    ],
)
def test_an_address_typed_by_hand_shows_the_door(
    desk: Client, night: Evening, asked: str
) -> None:
    assert "Wie staat er voor je?" in look(desk, night, asked)


def test_a_pair_typed_at_the_list_of_people_is_found_at_the_door(
    pair_evening: Build,
) -> None:
    night = pair_evening(0)
    pairs.register_pair(night.tournament, ("Anna", "Bert"), None)
    inside = doors.door(night.tournament).inside
    assert [entry.name for entry in inside.values()] == ["Anna & Bert"] * 2
