"""Registering people: one by one, typed, and from lists as clubs really have them."""

import csv
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import registration
from tournament.actions.entering import Reported
from tournament.messages import report_sentence
from tournament.models import Club, Entry, LogEntry, Player, Tournament
from tournament.playerlist import BadRow, PersonRow, PlayerList, read_player_list
from tournament.queries.people import people

Build = Callable[..., Evening]
Answer = Any  # a response as the test client gives it, with its context
SEEDS = Path(__file__).parents[2] / "seeds"
CLUB_LIST = (SEEDS / "club-list.csv").read_bytes()
BROKEN_LIST = (SEEDS / "broken-list.csv").read_bytes()
Made = list[Reported]


def listed(*rows: PersonRow | BadRow) -> PlayerList:
    return PlayerList(rows, {}, ())


def row(name: str, number: str = "", note: str = "") -> PersonRow:
    return PersonRow(1, name, number, note, None)


def read(night: Evening, *rows: PersonRow | BadRow) -> Made:
    return registration.import_list(night.tournament, listed(*rows), night.director)


def outcomes(report: Made) -> list[tuple[str, int | None]]:
    return [(each.outcome, each.number) for each in report]


def refused(act: Callable[[], object]) -> Refused:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value


def upload(
    desk: Client, night: Evening, data: bytes, name: str, *, follow: bool = True
) -> Answer:
    return desk.post(
        f"/nl/desk/{night.tournament.slug}/people/import/",
        {"file": SimpleUploadedFile(name, data)},
        follow=follow,
    )


def text_of(response: Answer) -> str:
    return str(response.content.decode())


def test_the_same_player_is_registered_once(evening: Build) -> None:
    night = evening(2)
    player = Player.objects.get(name="Speler A")
    error = refused(
        lambda: registration.register(night.tournament, player, night.director)
    )
    assert error.code == "already_registered"
    assert "startnummer 1" in str(error)
    assert night.tournament.members.count() == 2


def test_a_start_number_that_was_taken_back_is_not_given_out_again(
    evening: Build,
) -> None:
    night = evening(3)
    last = night.tournament.entries.get(number=3)
    player = last.members.get().player
    registration.unregister(last, night.director)
    again = registration.register(night.tournament, player, night.director)
    assert again.number == 4


def test_who_has_a_seat_cannot_be_taken_off_the_list(evening: Build) -> None:
    night = evening(4)
    night.draw()
    entry = night.tournament.entries.get(number=1)
    error = refused(lambda: registration.unregister(entry, night.director))
    assert error.code == "has_played"
    assert night.tournament.members.count() == 4


@pytest.mark.parametrize(
    ("name", "number", "code"),
    [
        ("  ", "", "no_name"),
        ("12 34", "", "no_name"),
        ("é" * 201, "", "name_too_long"),
        ("Bo Li", "7", "number_taken"),
    ],
)
def test_a_player_needs_a_name_and_a_member_number_of_their_own(
    club: Club, name: str, number: str, code: str
) -> None:
    registration.add_player(club, None, name="Jan  de\tVries", member_number="7")
    error = refused(
        lambda: registration.add_player(club, None, name=name, member_number=number)
    )
    assert error.code == code
    assert [p.name for p in Player.objects.all()] == ["Jan de Vries"]


def test_correcting_a_name_renews_every_tournament_and_keeps_the_old_one_in_the_log(
    evening: Build,
) -> None:
    nights = [evening(1, name="Een"), evening(1, name="Twee")]
    player = nights[0].tournament.members.get().player
    registration.register(nights[1].tournament, player, nights[1].director)
    before = dict(Tournament.objects.values_list("pk", "results_version"))
    registration.change_player(
        player, None, name="Ander", member_number="", note="", consent=None
    )
    after = dict(Tournament.objects.values_list("pk", "results_version"))
    assert {pk: after[pk] - before[pk] for pk in before} == dict.fromkeys(before, 1)
    logged = LogEntry.objects.filter(action="player.changed")
    assert [(e.data["was"], e.data["name"]) for e in logged] == [
        ("Speler A", "Ander")
    ] * 2


def test_correcting_a_name_does_not_make_a_draw_stale(evening: Build) -> None:
    night = evening(4)
    drawn_for = Tournament.objects.get().people_version
    player = Player.objects.get(name="Speler A")
    registration.change_player(
        player, None, name="Ander", member_number="", note="", consent=None
    )
    assert Tournament.objects.get().people_version == drawn_for
    assert night.tournament.members.count() == 4


def test_a_member_number_goes_before_the_name(evening: Build) -> None:
    night = evening(0)
    known = Player.objects.create(
        club=night.tournament.club, name="Jan de Vries", member_number="12"
    )
    report = read(night, row("J. de Vries", "12"), row("Jan de Vries"))
    assert outcomes(report) == [("similar", 1), ("similar", 2)]
    assert night.tournament.entries.get(number=1).members.get().player == known
    assert Player.objects.count() == 2


def test_twins_on_a_list_are_two_people_and_stay_two(evening: Build) -> None:
    night = evening(0)
    rows = (row("Jan de Vries", note="Utrecht"), row("Jan de Vries", note="Zeist"))
    assert outcomes(read(night, *rows)) == [("added", 1), ("similar", 2)]
    assert outcomes(read(night, *reversed(rows))) == [("exists", 2), ("exists", 1)]


def test_a_member_number_that_somebody_else_has_stays_with_them(evening: Build) -> None:
    night = evening(0)
    rows = (row("Jan", "7"), row("Piet", "7"))
    read(night, *rows)
    read(night, *rows)
    assert list(Player.objects.order_by("pk").values_list("name", "member_number")) == [
        ("Jan", "7"),
        ("Piet", ""),
    ]


def test_one_person_on_two_rows_is_one_participant(evening: Build) -> None:
    night = evening(0)
    report = read(night, row("Jan Bos", "1"), row("Jan Bos", "1"))
    assert outcomes(report) == [("added", 1), ("exists", 1)]
    assert night.tournament.members.count() == 1


def test_a_list_fills_in_what_nobody_had_said_of_a_person(evening: Build) -> None:
    night = evening(1, names=["Bo Li"])
    read(night, row("Bo Li", "9", "Kerkstraat"))
    player = Player.objects.get()
    assert (player.member_number, player.note) == ("9", "Kerkstraat")
    read(night, row("Bo Li", "9", "Dorpsweg"))
    player.refresh_from_db()
    assert player.note == "Kerkstraat"


def test_member_numbers_longer_than_a_cell_are_cut_and_known_again(
    evening: Build,
) -> None:
    night = evening(0)
    rows = (row("Jan", "1" * 45, "n" * 300), row("Piet", "1" * 46))
    assert outcomes(read(night, *rows)) == [("added", 1), ("similar", 2)]
    assert outcomes(read(night, *rows)) == [("exists", 1), ("exists", 2)]
    lengths = Player.objects.order_by("pk").values_list("member_number", "note")
    assert [(len(number), len(note)) for number, note in lengths] == [(40, 200), (0, 0)]


def test_the_address_book_of_another_club_is_not_touched(evening: Build) -> None:
    night = evening(0)
    other = Club.objects.create(name="De Overkant")
    stranger = Player.objects.create(club=other, name="Jan de Vries", member_number="7")
    read(night, row("Jan de Vries", "7"))
    stranger.refresh_from_db()
    assert not stranger.memberships.exists()
    assert Player.objects.get(club=night.tournament.club).member_number == "7"


def test_what_the_list_says_of_names_in_public_is_said_for_this_tournament(
    evening: Build,
) -> None:
    night = evening(0)
    read(night, PersonRow(2, "Lucia", "", "", False), PersonRow(3, "Bo", "", "", None))
    said = night.tournament.members.order_by("entry__number")
    assert list(said.values_list("consent", flat=True)) == [False, None]


def test_late_comers_join_in_the_round_after_the_one_that_is_out(
    evening: Build,
) -> None:
    night = evening(8)
    night.draw()
    read(night, row("Vroeg"))
    assert night.tournament.entries.get(number=9).joins_in == 1
    night = evening(8, name="Later")
    night.publish()
    read(night, row("Laat"))
    assert night.tournament.entries.get(number=9).joins_in == 2


def test_the_club_list_registers_everybody_once_however_often_it_is_read(
    evening: Build,
) -> None:
    night = evening(0)
    people = read_player_list(CLUB_LIST, "club-list.csv")
    first = registration.import_list(night.tournament, people, night.director)
    assert [r.number for r in first] == list(range(1, 44))
    again = registration.import_list(night.tournament, people, night.director)
    assert outcomes(again) == [("exists", n) for n in range(1, 44)]
    assert Entry.objects.count() == Player.objects.count() == 43


def test_the_club_list_keeps_every_name_as_it_is_written(evening: Build) -> None:
    night = evening(0)
    people = read_player_list(CLUB_LIST, "club-list.csv")
    registration.import_list(night.tournament, people, night.director)
    rows = csv.DictReader(StringIO(CLUB_LIST.decode("cp1252")), delimiter=";")
    parts = ("Voornaam", "Tussenvoegsel", "Achternaam")
    written = [" ".join(filter(None, (r[part] for part in parts))) for r in rows]
    kept = night.tournament.members.order_by("entry__number")
    assert list(kept.values_list("player__name", flat=True)) == written


def test_the_page_says_what_became_of_every_row_of_the_broken_list(
    desk: Client, evening: Build
) -> None:
    night = evening(0)
    shown = text_of(upload(desk, night, BROKEN_LIST, "broken-list.csv"))
    listed = read_player_list(BROKEN_LIST, "broken-list.csv")
    assert shown.count("<tr") == 1 + len(listed.rows)
    bad = sum(isinstance(r, BadRow) for r in listed.rows)
    assert shown.count("geweigerd") == 1 + bad == 7  # once in the summary
    assert "Niet gebruikt: Telefoon." in shown
    for sentence in (
        "in deze regel staat geen naam",
        "in een naam staat minstens één letter",
        "in de cel staat een Excelfout in plaats van een naam",
        "in de naam staan tekens die niet getoond kunnen worden",
        "lijkt op Kees Bakker, kijk of het dezelfde is",
        "lijkt op Jan de Vries, kijk of het dezelfde is",
    ):
        assert sentence in shown
    assert night.tournament.members.count() == len(listed.rows) - bad


def test_the_same_file_twice_through_the_page_registers_nobody_twice(
    desk: Client, evening: Build
) -> None:
    night = evening(0)
    upload(desk, night, BROKEN_LIST, "broken-list.csv")
    people = night.tournament.members.count()
    shown = text_of(upload(desk, night, BROKEN_LIST, "broken-list.csv"))
    assert night.tournament.members.count() == people
    assert shown.count("was al ingeschreven") == people
    assert "0 deelnemers toegevoegd, 6 regels geweigerd" in shown


@pytest.mark.parametrize(
    ("data", "name", "sentence"),
    [
        (b"Naam\nJan\n", "lijst.ods", "Sla het op als .xlsx of .csv."),
        (b"Naam\nJan\n", "lijst.xls", "Sla het op als .xlsx of .csv."),
        (b"Naam\nJan\n", "lijst", "Sla het op als .xlsx of .csv."),
        (b"Naam\nJan\n", "lijst.csv.exe", "Sla het op als .xlsx of .csv."),
        (b"\x89PNG\r\n\x1a\n", "lijst.xlsx", "Het bestand is beschadigd."),
        (b"PK\x03\x04niets", "lijst.xlsx", "Het bestand is beschadigd."),
        (b"", "lijst.csv", "of het bestand is leeg."),
        (b"\n\n", "lijst.csv", "Het bestand is leeg."),
        (b"Naam\n", "lijst.csv", "Er staat niemand in de lijst."),
        (b"Telefoon\n030\n", "lijst.csv", "Er is geen kolom met namen."),
        (b"Naam\n" + b"Jan\n" * 5001, "lijst.csv", "meer dan 5000 regels."),
        (b"Naam\n" + b"x" * (2**21 + 1), "lijst.csv", "groter dan 2 MB."),
        (b"Naam\n" + b"x" * (5 * 2**20), "lijst.csv", "groter dan 2 MB."),
    ],
    ids=range(13),
)
def test_a_file_that_cannot_be_used_gets_a_sentence_and_changes_nothing(
    desk: Client, evening: Build, data: bytes, name: str, sentence: str
) -> None:
    night = evening(1)
    response = upload(desk, night, data, name)
    assert response.status_code == 200
    assert sentence in text_of(response)
    assert Player.objects.count() == 1


def test_sending_no_file_at_all_gets_a_sentence(desk: Client, evening: Build) -> None:
    night = evening(0)
    slug = night.tournament.slug
    page = desk.post(f"/nl/desk/{slug}/people/import/", {"file": "x"}, follow=True)
    assert "Kies eerst een bestand" in text_of(page)


def test_typed_names_are_new_people_and_doubtful_ones_are_shown(
    desk: Client, evening: Build
) -> None:
    night = evening(1, names=["Jan de Vries"])
    address = f"/nl/desk/{night.tournament.slug}/people/add/"
    page = desk.post(address, {"names": "Bo Li\r\n\r\n  Anouk   Smit "}, follow=True)
    assert "2 deelnemers toegevoegd" in text_of(page)
    names_typed = {"names": "jan de vries\n123\nRuud van 't Hof"}
    page = desk.post(address, names_typed, follow=True)
    assert "lijkt op Jan de Vries" in text_of(page)
    assert "in een naam staat minstens één letter" in text_of(page)
    assert "2 deelnemers toegevoegd, 1 regel geweigerd" in text_of(page)
    names = night.tournament.members.order_by("entry__number")
    assert list(names.values_list("player__name", flat=True)) == [
        "Jan de Vries",
        "Bo Li",
        "Anouk Smit",
        "jan de vries",
        "Ruud van 't Hof",
    ]


def test_the_same_typed_names_sent_twice_register_nobody_twice(
    desk: Client, evening: Build
) -> None:
    night = evening(1)
    address = f"/nl/desk/{night.tournament.slug}/people/add/"
    for _again in range(2):
        desk.post(address, {"names": "Bo Li\n123", "key": "one-page"}, follow=True)
    assert night.tournament.members.count() == 2
    desk.post(address, {"names": "Bo Li", "key": "another-page"}, follow=True)
    assert night.tournament.members.count() == 3


def test_reloading_the_report_of_a_list_reads_no_list_again(
    desk: Client, evening: Build
) -> None:
    night = evening(0)
    response = upload(desk, night, b"Naam\nBo Li\n", "lijst.csv")
    where = response.request["PATH_INFO"]
    assert where.endswith("/people/report/")
    assert "Bo Li" in text_of(desk.get(where))
    assert night.tournament.members.count() == 1


def test_a_report_belongs_to_its_own_tournament(desk: Client, evening: Build) -> None:
    first, second = evening(0), evening(0)
    upload(desk, first, b"Naam\nBo Li\n", "lijst.csv")
    page = desk.get(f"/nl/desk/{second.tournament.slug}/people/report/", follow=True)
    assert "Bo Li" not in text_of(page).split("<select")[0]


def test_a_no_on_a_list_that_is_read_again_hides_the_name(evening: Build) -> None:
    night = evening(0)
    for answer in (True, False, True):
        row = PersonRow(2, "Bo Li", "", "", answer)
        registration.import_list(night.tournament, listed(row), night.director)
        shown = next(iter(people(night.tournament, public=True).values())).name
    assert shown is None


def test_every_outcome_of_a_row_has_a_sentence() -> None:
    made = [
        Reported(1, "a", "added", 1),
        Reported(1, "a", "similar", 1, ("b",)),
        Reported(1, "a", "exists", 1),
        Reported(1, "a", "exists", 1, ("b",)),
        *(
            Reported(1, "a", "refused", code=code)
            for code in ("no_name", "name_too_long", "no_letters", "excel_error")
        ),
    ]
    sentences = [report_sentence(each) for each in made]
    assert len(set(sentences)) == len(made)
    assert not [s for s in sentences if "%" in s]
