"""Pairs at the desk: typed, chosen, from a list; partners changed; leaving together."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client

from scoring.refused import Refused
from scoring.rulebooks import PRESETS
from tests.building import Evening
from tournament.actions import pairs, presence, registration, tournaments
from tournament.actions.entering import Reported
from tournament.listrows import names_of_pair
from tournament.messages import report_sentence
from tournament.models import (
    Club,
    LogEntry,
    Member,
    Player,
    Presence,
    Seat,
    Tournament,
)
from tournament.playerlist import (
    BadRow,
    PairRow,
    PlayerList,
    read_names,
    read_player_list,
)
from tournament.queries.people import Attendance, attendance, people

Build = Callable[..., Evening]


def refused(act: Callable[..., object], *arguments: object) -> str:
    with pytest.raises(Refused) as caught:
        act(*arguments)
    assert str(caught.value)
    return caught.value.code


def press(desk: Client, night: Evening, path: str, **fields: Any) -> str:
    address = f"/en/desk/{night.tournament.slug}/people/{path}"
    return desk.post(address, fields, follow=True).content.decode()


def upload(desk: Client, night: Evening, text: str) -> str:
    file = SimpleUploadedFile("koppels.csv", text.encode())
    return press(desk, night, "import/", file=file)


def named(night: Evening) -> dict[int, str | None]:
    folk = people(night.tournament, public=False).values()
    return {person.number: person.name for person in folk}


def members(night: Evening, number: int) -> list[Member]:
    entry = night.tournament.entries.get(number=number)
    return list(entry.members.select_related("player").order_by("position"))


# Reading pairs


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna Bakker & Bert Visser", ["Anna Bakker", "Bert Visser"]),
        ("Anna Bakker&Bert Visser", ["Anna Bakker", "Bert Visser"]),
        ("Anna Bakker + Bert Visser", ["Anna Bakker", "Bert Visser"]),
        ("Anna Bakker/Bert Visser", ["Anna Bakker", "Bert Visser"]),
        ("Anna Bakker en Bert Visser", ["Anna Bakker", "Bert Visser"]),
        ("Anna Bakker AND Bert Visser", ["Anna Bakker", "Bert Visser"]),
        ("Jan v/d Berg / Piet a/d Wal", ["Jan v/d Berg", "Piet a/d Wal"]),
        ("Jan v/d Berg en Els", ["Jan v/d Berg", "Els"]),
        ("Olav/Dirk", ["Olav", "Dirk"]),
        ("Koen Enders & Mia Andersen", ["Koen Enders", "Mia Andersen"]),
        ("Wouter van den Enden", ["Wouter van den Enden"]),
        ("Anna & Bert & Carla", ["Anna", "Bert", "Carla"]),
        ("Anna &", ["Anna"]),
    ],
)
def test_two_names_in_one_text_are_parted_by_what_people_write(
    text: str, names: list[str]
) -> None:
    assert names_of_pair(text) == names


def pairs_in(listed: PlayerList) -> list[tuple[str, ...]]:
    """The names of every pair, and of a bad row its code."""
    return [
        (row.code,) if isinstance(row, BadRow) else tuple(p.name for p in row.people)
        for row in listed.rows
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Naam 1;Naam 2\nAnna;Bert\nCarla;Dirk\n",
        "Name 2;Name 1\nBert;Anna\nDirk;Carla\n",
        "nr;speler 1;speler 2\n1;Anna;Bert\n2;Carla;Dirk\n",
        "Naam (1);Naam (2)\nAnna;Bert\nCarla;Dirk\n",
        "Naam;Partner\nAnna;Bert\nCarla;Dirk\n",
        "Koppel\nAnna & Bert\nCarla / Dirk\n",
        "Koppels\n\nNr;Naam\n1;Anna en Bert\n2;Carla+Dirk\n",
        "Koppel;Naam 1;Naam 2\n1;Anna;Bert\n2;Carla;Dirk\n",
        "Voornaam 1;Achternaam 1;Naam 2\nAnna;;Bert\n;Carla;Dirk\n",
    ],
)
def test_a_list_of_pairs_is_read_from_two_columns_or_from_one(text: str) -> None:
    listed = read_player_list(text.encode(), "koppels.csv", pairs=True)
    assert pairs_in(listed) == [("Anna", "Bert"), ("Carla", "Dirk")]


def test_what_stands_once_in_a_row_holds_for_both_but_a_number_for_neither() -> None:
    text = (
        "Naam 1;Lidnummer 1;Naam 2;Lidnummer;Plaats;Openbaar;Openbaar 2\n"
        "Anna;7;Bert;8;Ede;nee;ja\n"
    )
    listed = read_player_list(text.encode(), "koppels.csv", pairs=True)
    (row,) = listed.rows
    assert isinstance(row, PairRow)
    assert [(p.member_number, p.note, p.consent) for p in row.people] == [
        ("7", "Ede", False),
        ("", "Ede", True),
    ]
    assert listed.ignored == ("Lidnummer",)
    assert listed.headings["name 2"] == "Naam 2"
    assert listed.headings["note"] == "Plaats"


def test_every_row_that_is_no_pair_says_why() -> None:
    lines = (
        "Anna\tBert\n\nAnna\nAnna & Bert & Carla\nAnna & anna\nAnna & 12\n& \nAnna &"
    )
    assert pairs_in(read_names(lines, pairs=True)) == [
        ("Anna", "Bert"),
        ("no_partner",),
        ("many_names",),
        ("twice_one",),
        ("no_letters",),
        ("no_letters",),
        ("no_partner",),
    ]
    text = "Naam 1;Naam 2\nAnna;\n;Bert\n#REF!;Bert\nAnna;9\n"
    listed = read_player_list(text.encode(), "koppels.csv", pairs=True)
    codes = ["no_partner", "no_partner", "excel_error", "no_letters"]
    assert pairs_in(listed) == [(code,) for code in codes]


def test_every_reason_to_refuse_a_pair_has_a_sentence() -> None:
    params = {"count": 3, "name": "Anna", "number": 4}
    codes = ("no_partner", "many_names", "twice_one", "in_a_pair")
    said = [
        report_sentence(Reported(1, "a", "refused", code=code, params=params))
        for code in codes
    ]
    assert len(set(said)) == len(codes)
    assert not [sentence for sentence in said if "%" in sentence]


# At the desk


def test_two_typed_names_are_one_number(desk: Client, pair_evening: Build) -> None:
    night = pair_evening(0)
    page = press(desk, night, "pair/", name1=" Anna  Bakker", name2="Bert Visser")
    assert "1 pair added" in page
    assert named(night) == {1: "Anna Bakker & Bert Visser"}
    assert [m.position for m in members(night, 1)] == [1, 2]
    assert "<h1>1 pair</h1>" in page
    assert "Anna Bakker &amp; Bert Visser" in page


def test_people_are_chosen_from_the_address_book_or_one_of_them_typed(
    desk: Client, pair_evening: Build, club: Club
) -> None:
    night = pair_evening(0)
    anna, bert, carla = (
        Player.objects.create(club=club, name=name)
        for name in ("Anna", "Bert", "Carla")
    )
    press(desk, night, "pair/", player1=anna.pk, player2=bert.pk, name2="Wie dan ook")
    press(desk, night, "pair/", name1="Dirk", player2=carla.pk)
    assert named(night) == {1: "Anna & Bert", 2: "Dirk & Carla"}
    assert Player.objects.count() == 4


def test_a_typed_name_of_the_address_book_is_that_person(
    desk: Client, pair_evening: Build, club: Club
) -> None:
    night = pair_evening(0)
    known = Player.objects.create(club=club, name="Anna Bakker")
    other = Player.objects.create(club=club, name="Anna Bakker")
    press(desk, night, "pair/", name1="Anna Bakker", name2="Bert")
    press(desk, night, "pair/", name1="Anna Bakker", name2="Carla")
    assert [members(night, n)[0].player for n in (1, 2)] == [known, other]


def test_the_same_form_sent_twice_enters_a_pair_once(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(0)
    for _again in range(2):
        press(desk, night, "pair/", name1="Anna", name2="Bert", key="one-page")
    page = press(desk, night, "pair/", name1="Anna", name2="Bert", key="another")
    assert "was registered already" in page
    assert named(night) == {1: "Anna & Bert"}


@pytest.mark.parametrize(
    ("name1", "name2", "sentence"),
    [
        ("Anna A", "Carla", "Anna A takes part already, in pair 1."),
        ("Carla", "Bert B", "Bert B takes part already, in pair 2."),
        ("Anna A", "Bert B", "takes part already"),
        ("Carla", " carla", "A pair is two people."),
        ("Carla", "", "at least one letter"),
        ("Carla", "C" * 201, "at most 200 letters"),
    ],
)
def test_nobody_is_in_two_pairs_and_nobody_is_a_pair_alone(
    desk: Client, pair_evening: Build, name1: str, name2: str, sentence: str
) -> None:
    night = pair_evening(2)
    assert sentence in press(desk, night, "pair/", name1=name1, name2=name2)
    assert len(named(night)) == 2
    assert Player.objects.count() == 4


def test_the_database_itself_refuses_somebody_in_two_pairs(pair_evening: Build) -> None:
    night = pair_evening(2)
    first, second = members(night, 1)[0], members(night, 2)[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        Member.objects.filter(pk=second.pk).update(player=first.player)


def test_several_pairs_are_typed_a_line_each(desk: Client, pair_evening: Build) -> None:
    night = pair_evening(1)
    page = press(desk, night, "add/", names="Carla & Dirk\r\nEls/Fred\nGijs en Hans")
    assert "3 pairs added" in page
    assert list(named(night).values())[1:] == [
        "Carla & Dirk",
        "Els & Fred",
        "Gijs & Hans",
    ]
    page = press(desk, night, "add/", names="Anna A & Ivo\nIvo\nJan & Kees")
    assert "Anna A takes part already, in pair 1" in page
    assert "there is one name in this row" in page
    assert "1 pair added, 2 rows refused" in page
    assert not Player.objects.filter(name="Ivo").exists()


def test_a_list_is_read_through_the_page_and_read_again_adds_nobody(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(0)
    text = "Naam 1;Naam 2;Telefoon\nAnna;Bert;030\nCarla;Dirk;030\nEls;;030\n"
    for added in (2, 0):
        page = upload(desk, night, text)
        assert f"{added} pairs added, 1 row refused" in page
        assert "Not used: Telefoon." in page
        assert named(night) == {1: "Anna & Bert", 2: "Carla & Dirk"}
    press(desk, night, "import/", file=SimpleUploadedFile("a.csv", b"Naam\nZoe\n"))
    assert len(named(night)) == 2
    assert "Zoe" not in Player.objects.values_list("name", flat=True)


def test_a_list_of_pairs_is_read_by_the_command(
    pair_evening: Build, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    night = pair_evening(0)
    file = tmp_path / "koppels.csv"
    file.write_text("Koppel\nAnna & Bert\n", encoding="utf-8")
    call_command("import_players", night.tournament.slug, str(file))
    assert "2: Anna & Bert (1)" in capsys.readouterr().out
    assert named(night) == {1: "Anna & Bert"}


def test_a_no_of_one_on_a_list_hides_the_pair_and_not_the_partner(
    pair_evening: Build,
) -> None:
    night = pair_evening(0)
    for answers in ("ja;ja", "nee;", "ja;ja"):
        text = f"Naam 1;Naam 2;Openbaar 1;Openbaar 2\nAnna;Bert;{answers}\n"
        listed = read_player_list(text.encode(), "koppels.csv", pairs=True)
        registration.import_list(night.tournament, listed, night.director)
    assert [m.consent for m in members(night, 1)] == [False, True]
    shown = people(night.tournament, public=True).values()
    assert [person.name for person in shown] == [None]


def test_one_of_a_pair_is_corrected_on_the_page_of_the_pair(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(1)
    address = f"/en/desk/{night.tournament.slug}/people/1/"
    page = desk.get(address).content.decode()
    assert "Save Anna A" in page
    assert "Save Bert A" in page
    data = {"p2-name": "Bert Visser", "p2-member_number": "7", "p2-consent": "False"}
    page = desk.post(address, {"position": "2", **data}, follow=True).content.decode()
    assert "Anna A &amp; Bert Visser" in page
    first, second = members(night, 1)
    assert (first.consent, second.consent, second.player.consent) == (
        None,
        False,
        False,
    )
    wrong = desk.post(address, {"position": "2", **data, "p2-name": "12"})
    assert wrong.status_code == 422
    assert "at least one letter" in wrong.content.decode()
    assert desk.post(address, {"position": "x"}).status_code == 200


def test_a_partner_changes_until_the_first_round_is_published(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(4)
    proposal = night.draw()
    assert "Somebody else instead of Bert A" in press_get(desk, night, "1/")
    page = press(desk, night, "1/partner/2/", name="Wim Wals")
    assert "Wim Wals is in pair 1 now." in page
    assert named(night)[1] == "Anna A & Wim Wals"
    seat = Seat.objects.get(round=proposal, member=members(night, 1)[1])
    assert seat.player.name == "Wim Wals"
    deed = LogEntry.objects.get(action="entry.partner_changed")
    assert deed.data == {"number": 1, "was": "Bert A", "name": "Wim Wals"}
    for name, sentence in (
        ("Anna B", "takes part already, in pair 2"),
        ("Anna A", "A pair is two people."),
        ("", "at least one letter"),
    ):
        assert sentence in press(desk, night, "1/partner/2/", name=name)
    assert "looks like Bert A" in press(desk, night, "1/partner/2/", name="bert a")
    bert = Player.objects.get(name="Bert A")
    press(desk, night, "1/partner/1/", player=bert.pk)
    assert named(night)[1] == "Bert A & bert a"
    night = pair_evening(2, name="Later")
    night.publish()
    assert "stay as they are" in press(desk, night, "1/partner/2/", name="Wim")
    assert "Somebody else instead" not in press_get(desk, night, "1/")
    assert "just before you" in press(desk, night, "9/partner/2/", name="Wim")


def press_get(desk: Client, night: Evening, path: str) -> str:
    address = f"/en/desk/{night.tournament.slug}/people/{path}"
    return desk.get(address).content.decode()


def test_a_pair_is_present_leaves_and_is_taken_off_together(
    desk: Client, pair_evening: Build
) -> None:
    night = pair_evening(5)
    page = desk.get(f"/en/desk/{night.tournament.slug}/presence/").content.decode()
    assert "5 pairs are present." in page
    assert page.count('name="p1"') == len(Presence.State)
    presence.set_presence(night.tournament, 1, {1: "absent"}, night.director)
    states = list(attendance(night.tournament, 1).values())
    assert states == [Attendance.ABSENT, *[Attendance.PRESENT] * 4]
    press(desk, night, "2/unregister/")
    assert named(night).keys() == {1, 3, 4, 5}
    assert night.tournament.members.count() == 8
    press(desk, night, "3/withdraw/")
    round_ = night.draw()
    assert sorted({s.entry.number for s in round_.seats.all()}) == [4, 5]
    assert press_get(desk, night, "").count("withdrawn from round 1") == 1


# Who may take part


def test_pairs_and_players_do_not_mix(
    desk: Client, pair_evening: Build, evening: Build, club: Club
) -> None:
    wim = Player.objects.create(club=club, name="Wim")
    night = pair_evening(1)
    assert refused(registration.register, night.tournament, wim, None) == "pairs_only"
    assert "Only pairs take part here." in press(desk, night, "book/", player=wim.pk)
    singles = evening(1)
    two = (wim, "Zoe")
    assert refused(pairs.register_pair, singles.tournament, two, None) == "singles_only"
    assert "Add people one by one." in press(
        desk, singles, "pair/", name1="A", name2="B"
    )
    assert "Name in the pair" not in press_get(desk, singles, "")


def test_entrants_change_only_while_nobody_is_registered(
    pair_evening: Build, evening: Build
) -> None:
    night = pair_evening(1)

    def change(tournament: Tournament, entrants: str, user: User | None) -> None:
        tournaments.change_tournament(tournament, user, entrants=entrants)

    assert refused(change, night.tournament, "single", None) == "entrants_fixed"
    registration.unregister(night.tournament.entries.get(), night.director)
    change(night.tournament, "single", night.director)
    assert not Tournament.objects.get(pk=night.tournament.pk).pairs
    bollen = evening(0)
    assert refused(change, bollen.tournament, "pairs", None) == "no_pairs"
    new = Tournament(rulebook="bollen")
    assert refused(pairs.refuse_entrants, new, PRESETS["bollen"], "pairs") == "no_pairs"
    pairs.refuse_entrants(new, PRESETS["canasta"], "pairs")
    assert LogEntry.objects.filter(action="tournament.changed").count() == 1
