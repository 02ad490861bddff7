"""The workbook of every game: the same five sheets, and Rekenblad that agrees."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scoring.rulebooks import PRESETS, prediction
from scoring.rulebooks.prediction import BOERENBRIDGE
from tests.tournament.evenings import (
    Played,
    cells_with,
    evening_of,
    frame,
    opened,
    written,
)
from tests.tournament.games import (
    BELOTTEN,
    every_game,
    pairs_evening,
    pairs_that_never_met,
    random_game,
    tied_pairs,
)
from tests.tournament.test_rekenblad import check_rekenblad, recalculated
from tournament.formcells import deal_cell, spread
from tournament.queries.evening import Evening

GAMES = sorted(every_game())
SHEETS = ["Stand", "Rondes", "Formulieren", "Indeling", "Rekenblad"]


def headings(data: bytes, sheet: str) -> list[Any]:
    return [cell.value for cell in opened(data)[sheet][1]]


@pytest.fixture(scope="module")
def evenings() -> dict[str, Evening]:
    return every_game()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_five_sheets(
    evenings: dict[str, Evening], game: str
) -> None:
    extra = ["Straffen"] if evenings[game].penalties else []
    assert opened(written(evenings[game])).sheetnames == SHEETS + extra


@pytest.mark.parametrize("game", GAMES)
def test_the_figures_of_stand_are_those_of_the_standings(
    evenings: dict[str, Evening], game: str
) -> None:
    evening = evenings[game]
    stand = frame(written(evening), "Stand").set_index("nummer")
    rows = {row.person.number: row for row in evening.standings.rows}
    assert stand["plaats"].to_dict() == {n: row.place for n, row in rows.items()}
    for number in stand.index:
        totals = [s.total for s in rows[number].scores if not s.missed and s.total]
        shown = stand.filter(regex=r"^R\d+$").loc[number].dropna()
        assert [total for total in shown if total] == totals


@pytest.mark.libreoffice
def test_libreoffice_rebuilds_stand_of_every_game(
    tmp_path: Path, evenings: dict[str, Evening]
) -> None:
    files = {name.replace(" ", "_"): written(e) for name, e in evenings.items()}
    for data in recalculated(tmp_path, files).values():
        check_rekenblad(data)


@pytest.mark.libreoffice
def test_libreoffice_shows_a_difference_in_every_kind_of_game(tmp_path: Path) -> None:
    def changed(evening: Evening, sheet: str, heading: str, value: int | str) -> bytes:
        data = written(evening)
        book = opened(data)
        at = headings(data, sheet).index(heading) + 1
        assert book[sheet].cell(2, at).value != value
        book[sheet].cell(2, at).value = value
        target = io.BytesIO()
        book.save(target)
        return target.getvalue()

    belotten, pairs = random_game(BELOTTEN, [(4, 4)] * 3), pairs_evening()
    bridge = random_game(BOERENBRIDGE)
    files = {
        "figure": changed(belotten, "Formulieren", "winstpunten", 5),
        "total": changed(belotten, "Formulieren", "totaal", 5),
        "place": changed(tied_pairs(), "Stand", "plaats", 2),
        "own_game": changed(tied_pairs(), "Formulieren", "totaal", 900),
        "points_of_a_pair": changed(pairs, "Stand", "saldo", 4000),
        "bollen": changed(bridge, "Formulieren", "bollen", 99),
        "total_of_tricks": changed(bridge, "Formulieren", "totaal", 99),
    }
    for name, data in recalculated(tmp_path, files).items():
        assert frame(data, "Rekenblad")["uitkomst"][0] == "klopt niet", name


def test_a_form_kept_by_deal_shows_the_score_of_its_side_in_every_deal() -> None:
    data = written(random_game(BELOTTEN, [(4, 4)]))
    forms = frame(data, "Formulieren")
    deals = forms.filter(regex=r"^gift \d+$")
    assert headings(data, "Formulieren")[5 + deals.shape[1] :] == [
        *("winstpunten", "saldo", "punten voor", "punten tegen", "totaal")
    ]
    assert (deals.sum(axis=1) == forms["totaal"]).all()
    partners = forms[forms["plaats"].isin([1, 3])]
    for _, table in partners.groupby(["ronde", "tafel"]):
        assert table[deals.columns].nunique().max() == 1
        assert table["winstpunten"].nunique() == 1


def test_both_of_a_pair_have_a_row_and_the_pair_counts_once() -> None:
    data = written(tied_pairs())
    forms = frame(data, "Formulieren").groupby("nummer")["winstpunten"].sum()
    stand = frame(data, "Stand").set_index("nummer")["winstpunten"]
    assert forms.to_dict() == (2 * stand).to_dict()


def test_the_mutual_result_decides_and_is_named_in_dutch() -> None:
    stand = frame(written(tied_pairs()), "Stand").set_index("nummer")
    assert stand["plaats"].to_dict() == {2: 1, 3: 2, 1: 3, 4: 4}
    assert stand["beslist"][2] == "onderling resultaat, 24 om 0"
    assert stand["beslist"].isna()[1]
    apart = frame(written(pairs_that_never_met()), "Stand").set_index("nummer")
    assert apart["plaats"].to_dict() == {1: 1, 3: 1, 2: 3, 4: 3}


def test_who_was_free_stands_on_indeling_and_is_not_missed() -> None:
    data = written(pairs_evening())
    seats = frame(data, "Indeling")
    free = seats[seats["vrij"] == "ja"]
    assert list(zip(free["ronde"], free["nummer"], strict=True)) == [
        (n, n) for n in range(1, 5)
    ]
    assert free["tafel"].isna().all()
    stand = frame(data, "Stand").set_index("nummer")
    assert stand["gemist"].sort_index().tolist() == [0, 0, 0, 1, 1]
    assert frame(data, "Rondes")["vrij"].tolist() == [1, 1, 1, 1]


def test_without_anybody_free_there_is_no_column_for_it() -> None:
    data = written(tied_pairs())
    assert "vrij" not in [*headings(data, "Indeling"), *headings(data, "Rondes")]


def test_the_columns_are_the_deals_of_the_longest_form() -> None:
    data = written(every_game()["sizes"])
    heads = headings(data, "Formulieren")
    assert heads[5:18] == [*"123456", "6SA", *"654321"]
    assert heads[-1] == "giften"
    forms = frame(data, "Formulieren")
    of_seven = forms[forms["giften"].str.contains("5SA")]
    assert len(of_seven) == 21
    deals = of_seven.iloc[:, 5:18]
    assert deals.notna().all().tolist() == [
        *[True] * 5,
        *(False, True, False),
        *[True] * 5,
    ]


@pytest.mark.parametrize(
    ("cells", "shown"),
    [
        ([1, 2, 3], [1, None, 2, None, 3]),
        ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
        ([1], [None, None, 1, None, None]),
        ([], [None] * 5),
    ],
)
def test_a_shorter_form_is_spread_under_the_columns(
    cells: list[Any], shown: list[Any]
) -> None:
    assert spread(cells, 5) == shown


def test_a_bol_tells_its_tricks_where_they_make_the_score() -> None:
    assert deal_cell("2/1", 1) == "●2/1"
    assert deal_cell("2/2", 2) == 2
    assert deal_cell("2/1") == "●2"
    rows = [["2/1", "0/0", *["0/0"] * 15]] * 4
    played = [[Played(range(1, 5), reading={"rows": rows})]]
    table = opened(written(evening_of(played, rules=BOERENBRIDGE)))["Formulieren"]
    assert [cell.value for cell in table[2][5:8]] == ["●2/1", 0, 0]


def test_bids_with_their_tricks_are_cells_like_any_other() -> None:
    bids, tricks = [[1, *[0] * 16]] * 4, [[0] * 17] * 4
    played = [[Played(range(1, 5), reading={"bids": bids, "tricks": tricks})]]
    table = opened(written(evening_of(played, rules=BOERENBRIDGE)))["Formulieren"]
    assert [cell.value for cell in table[2][5:8]] == ["●1/0", 0, 0]


@pytest.mark.parametrize(
    ("game", "empty"), [("sums", 11), ("annulled", 2), ("ended", 3)]
)
def test_cells_that_count_for_nobody_are_empty(
    evenings: dict[str, Evening], game: str, empty: int
) -> None:
    forms = frame(written(evenings[game]), "Formulieren")
    assert (forms.iloc[:, 5:16].isna().sum(axis=1).max()) == empty


def test_a_turned_nought_is_a_bol_and_no_made_bid(
    evenings: dict[str, Evening],
) -> None:
    forms = frame(written(evenings["turned"]), "Formulieren")
    assert set(forms["1"]) == {"0●"}
    assert (forms["straf"] >= 1).all()


def test_at_home_bollen_stand_first() -> None:
    data = written(random_game(prediction.AT_HOME, [(4,)]))
    assert headings(data, "Stand")[3:8] == [
        "R1",
        "bollen",
        "punten",
        "correctie",
        "gemist",
    ]


def test_a_figure_that_is_no_sum_is_taken_over_and_said_to_be() -> None:
    data = written(every_game()["fifth"])
    sheet = opened(data)["Rekenblad"]
    texts = [cell.value for row in sheet.iter_rows() for cell in row]
    assert "Overgenomen van Stand: best deal." in texts


def test_a_place_at_the_table_can_be_worth_half_a_point_more() -> None:
    rules = replace(prediction.BOLLEN, table_points=True)
    row = cells_with(6, 0)
    tables = [Played(range(1, 5), [row, row, cells_with(4, 2), cells_with(4, 5)])]
    data = written(evening_of([tables], rules=rules))
    assert frame(data, "Formulieren")["tafelpunten"].tolist() == [3.5, 3.5, 2, 1]
    assert headings(data, "Stand")[4:6] == ["tafelpunten", "totaal"]


@pytest.mark.parametrize("key", PRESETS)
def test_before_the_first_form_the_columns_are_known(key: str) -> None:
    rules = PRESETS[key]
    data = written(evening_of([[Played(range(1, 5))]], rules=rules))
    heads = headings(data, "Formulieren")
    assert heads[-1] == "totaal"
    assert "giften" not in heads
    assert ("gift 1" in heads) == bool(getattr(rules, "deal_count", None))
