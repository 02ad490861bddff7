"""Player lists as clubs have them: every row comes back, and no file does harm."""

import io
import random
import zipfile
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament import playerlist
from tournament.playerlist import (
    BadRow,
    PairRow,
    PersonRow,
    PlayerList,
    UnreadableFile,
    read_player_list,
)

SEEDS = Path(__file__).parents[2] / "seeds"
WORKBOOK = (SEEDS / "club-list.xlsx").read_bytes()
SHEET = "xl/worksheets/sheet1.xml"


def read_csv(text: str, encoding: str = "utf-8") -> PlayerList:
    return read_player_list(text.encode(encoding), "leden.csv")


def people(players: PlayerList) -> list[PersonRow]:
    return [row for row in players.rows if isinstance(row, PersonRow)]


def names(players: PlayerList) -> list[str]:
    return [row.name for row in people(players)]


def workbook(*sheets: list[list[object]], hidden: int = -1) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet()
        sheet.sheet_state = "hidden" if number == hidden else "visible"
        for row in rows:
            sheet.append(row)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def with_part(part: str, content: bytes, picture: bytes = b"") -> bytes:
    """The workbook of the seeds with one part replaced, and a picture added."""
    target = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(WORKBOOK)) as old,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            if name != part:
                new.writestr(name, old.read(name))
        new.writestr(part, content)
        new.writestr("xl/media/picture.png", picture)
    return target.getvalue()


def read_xlsx(*sheets: list[list[object]], hidden: int = -1) -> PlayerList:
    return read_player_list(workbook(*sheets, hidden=hidden), "leden.xlsx")


def refusal(data: bytes, filename: str = "leden.csv") -> UnreadableFile:
    with pytest.raises(UnreadableFile) as caught:
        read_player_list(data, filename)
    return caught.value


def only_row(cell: str) -> PersonRow | BadRow:
    (row,) = read_csv(f"Nr;Naam\n1;{cell}").rows
    assert not isinstance(row, PairRow)
    return row


# The lists in seeds/


def test_csv_and_workbook_of_the_club_hold_the_same_people() -> None:
    lists = [
        read_player_list((SEEDS / name).read_bytes(), name)
        for name in ("club-list.csv", "club-list.xlsx")
    ]
    plain, excel = (
        [(p.name, p.member_number, p.note, p.consent) for p in people(players)]
        for players in lists
    )
    assert len(plain) == 43
    assert plain == excel
    assert [players.rows[0].line for players in lists] == [2, 4]


def test_awkward_names_of_the_club_come_through_unchanged() -> None:
    found = names(read_player_list(WORKBOOK, "club-list.xlsx"))
    assert found.count("Jan de Vries") == 2
    assert max(map(len, found)) == 80
    assert {
        "Ruud van 't Hof",
        "Lucia D'Angelo",
        "Renée Çelik",
        "Željko Šimek",
        "Piet \\",
        '=HYPERLINK("http://x.test","klik")',
        "+31 Truus",
        "@nders Bos",
        "-Wim- de Lange",
        "</script> Verbeek",
        "NA",
        "Bo Li",
    } <= set(found)


def test_broken_list_keeps_its_good_rows_and_says_what_is_wrong_where() -> None:
    data = (SEEDS / "broken-list.csv").read_bytes()
    players = read_player_list(data, "broken-list.csv")
    bad = [(r.line, r.code) for r in players.rows if isinstance(r, BadRow)]
    assert bad == [
        (5, "no_name"),
        (6, "no_letters"),
        (7, "excel_error"),
        (8, "name_too_long"),
        (13, "no_letters"),
        (15, "control_characters"),
    ]
    assert [row.line for row in people(players)] == [2, 3, 4, 9, 10, 12, 16]
    assert names(players)[-1] == "Renée Çelik"
    assert players.ignored == ("Telefoon",)


# One row


@pytest.mark.parametrize(
    ("cell", "code", "params"),
    [
        ("", "no_name", {}),
        ("\u00a0 \u200b", "no_name", {}),
        ("12345", "no_letters", {}),
        ("???", "no_letters", {}),
        ("#REF!", "excel_error", {"error": "#REF!"}),
        ("#naam?", "excel_error", {"error": "#naam?"}),
        ("x" * 201, "name_too_long", {"length": 201, "limit": 200}),
        ("Jan\0", "control_characters", {"character": "U+0000"}),
        ("Jan \u202e seirV", "control_characters", {"character": "U+202E"}),
    ],
)
def test_a_row_without_a_usable_name_says_why(
    cell: str, code: str, params: dict[str, str | int]
) -> None:
    row = only_row(cell)
    assert isinstance(row, BadRow)
    assert (row.line, row.code, row.params) == (2, code, params)


def test_a_bad_row_is_shown_as_it_stands_in_the_list() -> None:
    row = read_csv("Nr;Naam;Plaats\n7;#REF!;Zeist").rows[0]
    assert isinstance(row, BadRow)
    assert row.raw == "7 | #REF! | Zeist"


def test_no_more_of_a_bad_row_is_shown_than_a_person_can_read() -> None:
    row = only_row("x" * 1000)
    assert isinstance(row, BadRow)
    assert len(row.raw) == 300


@pytest.mark.parametrize(
    "name",
    [
        "NA",
        "None",
        "Null",
        "True",
        "=A1+1",
        "'=A1+1",
        "+A",
        "-A",
        "@A",
        "x" * 200,
        "李",
    ],
)
def test_an_unusual_name_is_kept_as_text(name: str) -> None:
    row = only_row(name)
    assert isinstance(row, PersonRow)
    assert row.name == name


def test_a_name_is_one_line_in_composed_letters() -> None:
    players = read_csv('Naam\n" Rene\u0301e\t de\nBoer\u00ad "')
    assert names(players) == ["Renée de Boer"]


def test_a_name_in_parts_is_joined_without_gaps() -> None:
    players = read_csv("Achternaam;Tussenv.;TV;Voornaam\nHof;;van 't;Ruud\nLi;;;Bo")
    assert names(players) == ["Ruud van 't Hof", "Bo Li"]


def test_an_infix_repeated_in_the_last_name_is_written_once() -> None:
    players = read_csv("Voornaam;Tussenvoegsel;Achternaam\nJan;de;de Vries")
    assert names(players) == ["Jan de Vries"]


def test_naam_beside_voornaam_is_the_family_name() -> None:
    players = read_csv("Naam;Voornaam\nDe Smet;Joris\nAn Claes;An\nJansen;Jan")
    assert names(players) == ["Joris De Smet", "An Claes", "Jan Jansen"]


def test_a_full_name_wins_over_its_parts() -> None:
    players = read_csv(
        "Volledige naam;Voornaam;Achternaam\nJan de Vries;Johannes;Vries\n;Bo;Li"
    )
    assert names(players) == ["Jan de Vries", "Bo Li"]


def test_last_name_before_the_first_is_kept_as_written() -> None:
    assert names(read_csv('Naam,Nr\n"Vries, Jan de",1')) == ["Vries, Jan de"]


@pytest.mark.parametrize(
    ("answer", "consent"),
    [("Ja", True), ("x", True), ("WAAR", True), ("1", True), ("nee", False)]
    + [("N", False), ("0", False), ("onwaar", False), ("", None), ("soms", None)],
)
def test_consent_is_yes_or_no_or_unknown(answer: str, consent: bool | None) -> None:
    players = read_csv(f"Naam;Naam openbaar? (ja/nee)\nJan;{answer}")
    assert people(players)[0].consent is consent


def test_several_remarks_are_joined_in_the_order_of_their_columns() -> None:
    players = read_csv("Plaats;Naam;Straat;Opmerking\nZeist;Jan;#N/B;rolstoel")
    assert people(players)[0].note == "Zeist, rolstoel"
    assert players.headings == {"name": "Naam", "note": "Plaats, Straat, Opmerking"}


def test_short_and_long_rows_are_read_as_far_as_there_are_headings() -> None:
    players = read_csv("Naam;Lidnr;Club\nJan\nPiet;2;Bol;over;veel")
    assert [(p.name, p.member_number, p.note) for p in people(players)] == [
        ("Jan", "", ""),
        ("Piet", "2", "Bol"),
    ]


# The heading row


def test_headings_are_found_in_any_order_case_and_spelling() -> None:
    players = read_csv("LID-NR.;Éxtra;;  volledige NAAM \n3;x;;Jan")
    assert people(players) == [PersonRow(2, "Jan", "3", "", None)]
    assert players.ignored == ("Éxtra",)


def test_titles_and_blank_rows_above_the_headings_still_count_as_lines() -> None:
    players = read_csv("Spelers\n\nNaam\n\nJan\n;\nPiet\n")
    assert [(row.line, row.name) for row in people(players)] == [
        (5, "Jan"),
        (7, "Piet"),
    ]


def test_a_plural_may_head_the_only_column() -> None:
    assert names(read_csv("Deelnemers\nJan\nPiet")) == ["Jan", "Piet"]


def test_headings_below_the_twentieth_row_are_not_looked_for() -> None:
    assert names(read_csv("\n" * 19 + "Naam\nJan")) == ["Jan"]
    assert refusal(("\n" * 20 + "Naam\nJan").encode()).code == "no_name_column"


# CSV


@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_every_delimiter_and_line_end_is_understood(
    delimiter: str, line_end: str
) -> None:
    rows = [["Lidnr", "Naam"], ["1", '"Jan ; , | de Vries"'], ["2", "Bo Li"]]
    players = read_csv(line_end.join(delimiter.join(row) for row in rows))
    assert [p.member_number for p in people(players)] == ["1", "2"]
    assert names(players) == ["Jan ; , | de Vries", "Bo Li"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_every_encoding_excel_writes_is_understood(encoding: str) -> None:
    assert names(read_csv("Naam\nRenée Šimek", encoding)) == ["Renée Šimek"]


def test_one_undefined_byte_does_not_refuse_a_list() -> None:
    for mark in (b"", b"\xef\xbb\xbf"):
        data = mark + b"Naam\nJan \x81\nRen\xe9"
        assert names(read_player_list(data, "leden.csv")) == ["Jan \ufffd", "René"]


def test_the_separator_line_of_excel_is_obeyed_and_not_counted() -> None:
    players = read_csv("sep=|\r\nNaam;nr|Lidnr|Naam\r\nx|7|Jan\r\n")
    assert people(players) == [PersonRow(2, "Jan", "7", "", None)]


def test_a_quote_that_never_closes_does_not_swallow_the_rows_below() -> None:
    assert names(read_csv('Naam;Plaats\n"Jan;Zeist\nPiet;Gent')) == ['"Jan', "Piet"]


# Workbooks


def test_numbers_dates_and_truths_become_text() -> None:
    moment = datetime(2026, 3, 1, 20, 30)
    players = read_xlsx(
        [
            ["Naam", "Lidnr", "Openbaar", "Opmerking"],
            ["Jan", 12.0, True, datetime(2026, 3, 1)],
            [True, 7.5, False, moment],
            ["Piet", 1e300, None, 0],
        ]
    )
    assert people(players) == [
        PersonRow(2, "Jan", "12", "2026-03-01", True),
        PersonRow(3, "True", "7.5", "2026-03-01 20:30:00", False),
        PersonRow(4, "Piet", "1e+300", "0", None),
    ]


def test_a_formula_without_a_stored_value_is_empty() -> None:
    players = read_xlsx([["Naam", "Lidnr"], ["Jan", "=1+1"], ['="Piet"', 2]])
    assert people(players)[0].member_number == ""
    assert players.rows[1] == BadRow(3, "2", "no_name", {})


def test_the_first_visible_sheet_with_names_is_read() -> None:
    people_sheet: list[list[object]] = [["Naam"], ["Jan"]]
    players = read_xlsx(
        [["Naam"], ["Oud"]], [["Uitleg"]], people_sheet, [["Naam"], ["Nieuw"]], hidden=0
    )
    assert names(players) == ["Jan"]


def test_a_sheet_that_lies_about_its_size_is_read_whole() -> None:
    with zipfile.ZipFile(io.BytesIO(WORKBOOK)) as archive:
        sheet = archive.read(SHEET)
    assert b'<dimension ref="A1:H46"' in sheet
    for claim in (b"A1", b"A1:XFD1048576"):
        data = with_part(SHEET, sheet.replace(b"A1:H46", claim))
        assert len(read_player_list(data, "leden.xlsx").rows) == 43


def test_a_workbook_named_csv_is_read_as_the_workbook_it_is() -> None:
    assert len(read_player_list(WORKBOOK, "leden.csv").rows) == 43


# Files that cannot be used


@pytest.mark.parametrize(
    ("data", "filename", "code"),
    [
        (b"", "leden.csv", "empty_file"),
        (b"\xef\xbb\xbf \r\n;;\r\n", "leden.csv", "empty_file"),
        (workbook([]), "leden.xlsx", "empty_file"),
        (b"Naam\nJan", "leden.ods", "unsupported_kind"),
        (b"Naam\nJan", "csv", "unsupported_kind"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "leden.xlsx", "unsupported_kind"),
        (b"Naam\nJan", "leden.xlsx", "damaged_file"),
        (WORKBOOK[:3000], "leden.xlsx", "damaged_file"),
        (b"\xff\xfeN\x00a", "leden.csv", "damaged_file"),
        (b"Naam\nJ" + b"a" * 200_000, "leden.csv", "damaged_file"),
        (b"Naam\n\n", "leden.csv", "no_rows"),
    ],
)
def test_an_unusable_file_says_why(data: bytes, filename: str, code: str) -> None:
    assert refusal(data, filename).code == code


def test_a_list_without_a_name_column_says_which_headings_it_has() -> None:
    error = refusal(b"Wie;Waar\nJan;Zeist")
    assert (error.code, error.params) == ("no_name_column", {"headings": "Wie, Waar"})


def test_size_and_number_of_rows_are_limited() -> None:
    assert len(read_csv("Naam\n" + "Jan\n" * 5000).rows) == 5000
    assert refusal(b"Naam\n" + b"Jan\n" * 5001).code == "too_many_rows"
    assert refusal(b"Naam\n" + b" " * playerlist.MAX_BYTES).code == "too_big"


def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = with_part(SHEET, b" " * (playerlist.MAX_UNPACKED + 1))
    assert len(bomb) < 100_000
    error = refusal(bomb, "leden.xlsx")
    assert error.code == "suspicious_zip"
    assert int(error.params["unpacked"]) > playerlist.MAX_UNPACKED


def test_a_small_file_that_unpacks_two_hundredfold_is_refused() -> None:
    assert (
        refusal(with_part(SHEET, b" " * 3_000_000), "a.xlsx").code == "suspicious_zip"
    )


def test_a_workbook_of_more_than_two_hundred_parts_is_refused() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for number in range(201):
            archive.writestr(f"xl/media/{number}.png", b"")
    assert refusal(target.getvalue(), "a.xlsx").params["parts"] == 201


def test_a_workbook_of_a_million_empty_cells_is_refused() -> None:
    padding = random.Random(1).randbytes(30_000)
    data = with_part(SHEET, b"<c/>" * (playerlist.MAX_TAGS + 1), padding)
    assert refusal(data, "a.xlsx").code == "suspicious_zip"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_workbook_with_entities_is_refused(encoding: str) -> None:
    text = '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;&a;</worksheet>'
    data = with_part(SHEET, text.encode(encoding))
    assert refusal(data, "leden.xlsx").code == "suspicious_zip"


def reads_or_refuses(data: bytes, filename: str) -> None:
    with suppress(UnreadableFile):
        assert read_player_list(data, filename).rows


@settings(deadline=None)
@given(st.binary(), st.sampled_from(["a.csv", "a.xlsx"]))
def test_any_bytes_are_read_or_refused(data: bytes, filename: str) -> None:
    reads_or_refuses(data, filename)


@settings(deadline=None)
@given(st.text("Naam;,\t|\"'\n\r\0=é\u0301"))
def test_any_text_below_a_heading_is_read_or_refused(text: str) -> None:
    reads_or_refuses(f"Naam;Nr\n{text}".encode(), "a.csv")


@settings(deadline=None, max_examples=50)
@given(st.integers(0, len(WORKBOOK) - 1), st.binary(min_size=1, max_size=8))
def test_a_workbook_with_damaged_bytes_is_read_or_refused(at: int, junk: bytes) -> None:
    reads_or_refuses(WORKBOOK[:at] + junk + WORKBOOK[at + len(junk) :], "a.xlsx")


@settings(deadline=None, max_examples=50)
@given(
    st.sampled_from(["n", "d", "e", "b", "s", "str", "inlineStr", "?"]),
    st.sampled_from(["A1", "", "ZZZZ9", "A0", "A99999999999"]),
    st.text("0123456789.eE-naNTZ:", max_size=30),
)
def test_a_sheet_of_odd_cells_is_read_or_refused(kind: str, at: str, text: str) -> None:
    sheet = (
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<sheetData><row><c t="inlineStr"><is><t>Naam</t></is></c></row>'
        f'<row><c t="{kind}" r="{at}" s="1"><v>{text}</v></c></row>'
        "</sheetData></worksheet>"
    )
    reads_or_refuses(with_part(SHEET, sheet.encode()), "a.xlsx")
