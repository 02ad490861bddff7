"""The workbook as people read it: with pandas, with openpyxl, and on paper."""

from typing import Any

import pandas as pd
import pytest

from scoring.ranking import Decision
from scoring.rulebooks.figures import NOT_YET
from tests.tournament.evenings import (
    LABELS,
    LONG,
    NAMES,
    Played,
    bk04,
    evening_of,
    frame,
    opened,
    random_evening,
    written,
)
from tournament.excel import clean
from tournament.formcells import deal_cell
from tournament.rekenblad.formulas import MISSED
from tournament.workbook import decided_by


def cells(data: bytes, sheet: str, heading: str) -> list[Any]:
    """The cells of a column below its heading."""
    table = opened(data)[sheet]
    at = [cell.value for cell in table[1]].index(heading)
    return [row[at] for row in table.iter_rows(min_row=2)]


def test_the_sheets_have_their_fixed_names_and_order() -> None:
    assert opened(written(random_evening())).sheetnames == [
        "Stand",
        "Rondes",
        "Formulieren",
        "Indeling",
        "Rekenblad",
    ]


def test_the_columns_of_stand_are_fixed() -> None:
    stand = opened(written(random_evening(people=14, rounds=2, whole=True)))["Stand"]
    assert [cell.value for cell in stand[1]] == [
        *("plaats", "nummer", "naam", "R1", "R2", "totaal", "bollen", "punten"),
        *("niet behaalde bollen", "correctie", "gemist"),
        *("tafels van 4", "tafels van 5", "beslist"),
    ]


def test_the_columns_of_formulieren_are_those_of_the_paper_form() -> None:
    table = opened(written(random_evening()))["Formulieren"]
    assert [cell.value for cell in table[1]] == [
        *("ronde", "tafel", "plaats", "nummer", "naam"),
        *LABELS,
        *("straf", "bollen", "punten", "niet behaalde bollen", "totaal"),
    ]


def recomputed_forms(data: bytes) -> pd.DataFrame:
    """Formulieren with B, P, N and T (rule 2.6) counted from the cells alone."""
    forms = frame(data, "Formulieren")
    deals = forms.iloc[:, 5:16]
    bol = deals.map(lambda cell: str(cell).startswith("●"))
    made = deals.where(~bol).apply(pd.to_numeric)
    forms["B"] = bol.sum(axis=1) + forms["straf"]
    forms["P"], forms["N"] = made.sum(axis=1), made.notna().sum(axis=1)
    forms["T"] = forms["P"] + 2 * forms["N"] - 2 * forms["B"]
    return forms


def recomputed_rounds(data: bytes, policy: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """What every round counts for, and which were missed, by start number."""
    seats = frame(data, "Indeling")
    seated = pd.crosstab(seats["nummer"], seats["ronde"]) > 0
    totals = recomputed_forms(data).pivot_table("T", "nummer", "ronde")
    totals = totals.reindex(index=seated.index, columns=seated.columns)
    missed = ~seated & totals.notna().any()
    own = totals.mean(axis=1).fillna(0).floordiv(1)
    for number in totals.columns:
        lowest = totals[number].min()
        worth = {"zero": 0, "lowest": lowest, "average": own, "fixed": -7}
        worth["lowest_or_zero"] = min(0, lowest)
        totals[number] = totals[number].where(~missed[number], worth[policy])
    return totals, missed


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("policy", MISSED)
def test_pandas_finds_the_sums_of_stand_in_formulieren(
    policy: str, whole: bool
) -> None:
    data = written(random_evening(policy=policy, whole=whole))
    stand = frame(data, "Stand").set_index("nummer").sort_index()
    forms = recomputed_forms(data)
    for column, heading in (("B", "bollen"), ("P", "punten"), ("T", "totaal")):
        assert (forms[column] == forms[heading]).all()
    summed = forms.groupby("nummer")[["B", "P", "N", "T"]].sum()
    summed = summed.reindex(stand.index, fill_value=0)
    assert (summed["B"] == stand["bollen"]).all()
    assert (summed["P"] == stand["punten"]).all()
    assert (summed["N"] == stand["niet behaalde bollen"]).all()
    assert (summed["T"] + stand["correctie"] == stand["totaal"]).all()


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("policy", MISSED)
def test_pandas_ranks_everybody_as_stand_does(policy: str, whole: bool) -> None:
    data = written(random_evening(policy=policy, fixed=-7, whole=whole))
    stand = frame(data, "Stand").set_index("nummer").sort_index()
    rounds, missed = recomputed_rounds(data, policy)
    assert (missed.sum(axis=1) == stand["gemist"]).all()
    assert (rounds.sum(axis=1) == stand["totaal"]).all()
    for number in rounds.columns:
        played = rounds[number].where(~missed[number])
        assert played.equals(stand[f"R{number}"].astype(float).rename(number))
    chain = {
        number: (
            *(rounds.loc[number].sum(), -missed.loc[number].sum()),
            *(-stand["bollen"][number], stand["punten"][number]),
            *sorted(rounds.loc[number].fillna(float("-inf")), reverse=True),
        )
        for number in rounds.index
    }
    for number, keys in chain.items():
        better = sum(other > keys for other in chain.values())
        assert stand["plaats"][number] == better + 1
    assert stand["plaats"].duplicated().any()


def test_rounds_and_correction_add_up_to_the_total() -> None:
    stand = frame(written(random_evening()), "Stand")
    rounds = stand.filter(regex=r"^R\d+$")
    assert (rounds.sum(axis=1) + stand["correctie"] == stand["totaal"]).all()
    assert stand["gemist"].sum() == 6
    assert (stand.loc[stand["gemist"] == 2, "correctie"] < 0).all()


def test_shared_places_and_what_decided_stand_as_in_example_bk04() -> None:
    stand = frame(written(bk04()), "Stand").set_index("nummer")
    assert stand["plaats"].to_dict() == {5: 1, 3: 2, 4: 2, 1: 4, 2: 5}
    assert stand["totaal"].to_dict() == {5: 48, 3: 47, 4: 47, 1: 47, 2: 47}
    decided = stand["beslist"].dropna().to_dict()
    assert decided == {4: "bollen, 9 om 10", 1: "beste ronde, 22 om 19"}


def test_what_decided_is_said_in_words() -> None:
    assert decided_by(None) is None
    assert decided_by(Decision("totaal", 9, 8)) is None
    assert decided_by(Decision("gemist", 0, 1)) == "gemist, 0 om 1"
    assert decided_by(Decision("beste_rondes", 18, 17, 1)) == "2e ronde, 18 om 17"
    waiting = Decision("beste_rondes", 3, NOT_YET, 2)
    assert decided_by(waiting) == "3e ronde, 3 om nog geen"


def test_names_are_text_whatever_they_look_like() -> None:
    data = written(random_evening(names=NAMES))
    for sheet in ("Stand", "Formulieren", "Indeling", "Rekenblad"):
        numbers = [cell.value for cell in cells(data, sheet, "nummer")]
        names = dict(zip(numbers, cells(data, sheet, "naam"), strict=True))
        for number, name in NAMES.items():
            shown = f"Deelnemer {number}" if name is None else clean(name)
            assert names[number].value == shown
            assert names[number].data_type == "s"
            assert names[number].quotePrefix is not shown[0].isalpha()


def test_what_xml_cannot_hold_is_left_out_and_nothing_else() -> None:
    assert clean("a\x00b\x0b\x1f\ud800\uffff\ufffec") == "abc"
    assert clean("é\t\U0001f0a1 ●\x85 ") == "é\t\U0001f0a1 ●\x85 "


def test_numbers_are_numbers_also_below_zero() -> None:
    stand = opened(written(random_evening()))["Stand"]
    for row in stand.iter_rows(min_row=2):
        texts = [cell.value for cell in row if isinstance(cell.value, str)]
        assert len(texts) <= 3
        assert texts[0].startswith("Speler")
    totals = cells(written(random_evening()), "Stand", "totaal")
    assert min(cell.value for cell in totals) < 0
    assert {cell.data_type for cell in totals} == {"n"}


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("2", 2), ("0", 0), ("2x", "●2"), ("x", "●"), ("●3", "●3"), ("", None)],
)
def test_a_made_bid_is_a_number_and_a_bol_a_text(
    typed: str, shown: int | str | None
) -> None:
    assert deal_cell(typed) == shown


def test_bollen_are_red() -> None:
    table = opened(written(random_evening()))["Formulieren"]
    for row in table.iter_rows(min_row=2, min_col=6, max_col=16):
        for cell in row:
            red = cell.font.color is not None and cell.font.color.rgb == "FFC00000"
            assert red == str(cell.value).startswith("●")


def test_a_provisional_standing_says_so_on_the_sheet_and_in_print() -> None:
    data = written(random_evening())
    assert {c.value for c in cells(data, "Stand", "voorlopig")} == {
        "ronde 4: 4 van 5 tafels"
    }
    for table in opened(data):
        assert "voorlopig, ronde 4: 4 van 5 tafels" in table.oddHeader.right.text
    missing = [cell.value for cell in cells(data, "Rondes", "ontbrekende tafels")]
    assert missing == [None, None, None, "5"]


def test_a_final_standing_does_not_speak_of_provisional() -> None:
    book = opened(written(random_evening(whole=True)))
    assert "voorlopig" not in [cell.value for cell in book["Stand"][1]]
    assert book["Stand"].oddHeader.right.text == "31-10-2026"


def test_rondes_sums_up_every_round() -> None:
    data = written(random_evening(whole=True))
    rounds = frame(data, "Rondes").set_index("ronde")
    totals = frame(data, "Formulieren").groupby("ronde")["totaal"]
    assert (rounds["hoogste"] == totals.max()).all()
    assert (rounds["laagste"] == totals.min()).all()
    assert (rounds["gemiddelde"] - totals.mean()).abs().max() < 1e-9
    assert (rounds["spelers"] + rounds["gemist"] == 23).all()
    assert (rounds["tafels"] == rounds["formulieren binnen"]).all()
    assert set(rounds["staat"]) == {"afgesloten"}


def test_the_first_seat_deals_first() -> None:
    evening = random_evening()
    seats = frame(written(evening), "Indeling")
    assert len(seats) == len(evening.seats)
    assert ((seats["plaats"] == 1) == (seats["geeft eerst"] == "ja")).all()


def test_every_sheet_can_be_read_and_printed() -> None:
    for table in opened(written(random_evening(names=NAMES))):
        assert table.freeze_panes
        assert table.print_title_rows == "$1:$1"
        assert table.page_setup.paperSize == 9
        assert table.sheet_properties.pageSetUpPr.fitToPage
        assert (table.page_setup.fitToWidth, table.page_setup.fitToHeight) == (1, 0)
        assert table.oddFooter.right.text == "pagina &P van &N"
        assert all(cell.font.bold for cell in table[1] if cell.value)
    stand = opened(written(random_evening(names=NAMES)))["Stand"]
    assert stand.auto_filter.ref == "A1:Q24"
    assert stand.column_dimensions["C"].width == 43
    row = next(r for r in stand.iter_rows(min_row=2) if r[2].value == LONG)
    assert stand.row_dimensions[row[0].row].height == 30


def test_a_page_header_is_never_longer_than_excel_reads() -> None:
    club = "Vis & Co &P " * 12
    book = opened(written(evening_of([[Played([1], None)]], club=club)))
    text = book["Stand"].oddHeader.left.text
    assert text.startswith("Vis && Co &&P Vis")
    assert len(str(book["Stand"].oddHeader)) <= 255


def test_the_file_says_what_it_is() -> None:
    properties = opened(written(random_evening())).properties
    assert (properties.title, properties.creator) == ("Najaarstoernooi", "Bolwerk")


def test_an_evening_without_rounds_has_all_sheets_and_no_rows() -> None:
    book = opened(written(evening_of([])))
    for name in ("Stand", "Rondes", "Formulieren", "Indeling"):
        assert book[name].max_row == 1
