"""What holds for every form: verdicts like enumeration, sums that add up (rule 2.6)."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Line
from scoring.rulebooks.bidding import Cell
from scoring.rulebooks.prediction import AT_HOME, BOLLEN, Prediction
from scoring.rulebooks.sums import sums_total
from tests.scoring.deals import (
    blocking,
    happened,
    happenings,
    marked_deals,
    one_deal,
    played_deals,
)
from tests.scoring.robot_forms import Cells, left_early, reading


@settings(max_examples=300, deadline=None)
@given(marked_deals(), st.booleans(), st.sampled_from([None, 1, 2, 4]))
def test_a_deal_is_refused_exactly_when_it_cannot_have_happened(
    deal: tuple[int, list[Cell]], accepted: bool, hook_from: int | None
) -> None:
    cards, cells = deal
    rules = Prediction(hook_from=hook_from)
    problems = one_deal(cards, cells, rules, as_played=[1] if accepted else [])
    hook = rules.hooked(cards) and not accepted
    assert (not blocking(problems)) == happened(cards, cells, hook)


@settings(max_examples=300, deadline=None)
@given(marked_deals(), st.data())
def test_a_deal_with_tricks_is_refused_exactly_when_it_cannot_have_gone_so(
    deal: tuple[int, list[Cell]], data: st.DataObject
) -> None:
    cards, cells = deal
    went = [tricks for _bids, tricks in happenings(cards, cells)]
    one = st.lists(st.integers(0, cards), min_size=len(cells), max_size=len(cells))
    tricks = data.draw(st.sampled_from(went) | one if went else one)
    problems = one_deal(cards, cells, tricks=[[taken] for taken in tricks])
    assert (not blocking(problems)) == (tuple(tricks) in went)


@settings(max_examples=200, deadline=None)
@given(played_deals(), st.data())
def test_one_trick_more_or_less_is_always_found(
    deal: tuple[int, list[Cell], list[int]], data: st.DataObject
) -> None:
    cards, cells, tricks = deal
    assert not blocking(one_deal(cards, cells, tricks=[[t] for t in tricks]))
    tricks[data.draw(st.integers(0, len(cells) - 1))] += data.draw(
        st.sampled_from([-1, 1])
    )
    assert "trick_sum" in blocking(one_deal(cards, cells, tricks=[[t] for t in tricks]))


@st.composite
def forms(draw: st.DrawFn) -> tuple[Cells, dict[str, Any]]:
    """A form of Bollen with penalties, deals annulled, and perhaps one who left."""
    places, seed = draw(st.integers(3, 6)), draw(st.integers(0, 30))
    after = draw(st.just(11) | st.integers(0, 11)) if places > 3 else 11
    cells = left_early(BOLLEN, places, seed, draw(st.integers(1, places)), after)
    some_deals = st.sets(st.integers(1, 11), max_size=4).map(sorted)
    off = draw(st.just([]) | some_deals)
    right = st.fixed_dictionaries({"place": st.integers(1, places)})
    penalties = draw(st.lists(right, max_size=4))
    zeros = [
        {"place": place, "notation": "zero", "zero_deal": deal}
        for place, row in enumerate(cells, 1)
        for deal, cell in enumerate(row, 1)
        if cell and cell.made and cell.bid == 0 and deal not in off
    ]
    if zeros:
        penalties += draw(st.lists(st.sampled_from(zeros), max_size=3, unique_by=str))
    return cells, {"penalties": penalties, "annulled": off}


def scored(
    rules: Prediction, form: tuple[Cells, dict[str, Any]]
) -> tuple[list[Line], list[list[Cell]]]:
    """The lines of a form, and per place the cells that count."""
    cells, more = form
    counted = [
        [c for n, c in enumerate(row, 1) if c and c.dealt and n not in more["annulled"]]
        for row in cells
    ]
    return rules.score(reading(cells, **more), len(cells)), counted


@settings(max_examples=150, deadline=None)
@given(forms())
def test_the_columns_of_every_row_add_up(form: tuple[Cells, dict[str, Any]]) -> None:
    cells, more = form
    assert not blocking(BOLLEN.problems(reading(cells, **more), len(cells)))
    places = [penalty["place"] for penalty in more["penalties"]]
    for line, row in zip(*scored(BOLLEN, form), strict=True):
        stats, pen = line.stats, places.count(line.place)
        standing = [cell.bid or 0 for cell in row if cell.made]
        assert stats["strafbollen"] == pen
        assert stats["bollen"] == len(row) - len(standing) + pen
        assert stats["niet_behaalde_bollen"] == len(standing)
        assert stats["punten"] == sum(standing)
        assert line.total == stats["totaal"]
        assert line.total == sum(standing) + 2 * len(standing) - 2 * stats["bollen"]
        assert line.total == sums_total(BOLLEN, stats)


@settings(max_examples=150, deadline=None)
@given(forms())
def test_the_totals_of_a_table_follow_from_points_and_bollen(
    form: tuple[Cells, dict[str, Any]],
) -> None:
    """Rule 2.6: sum of T = sum of P + 22n - 4 x cell bollen - 2 x penalty bollen.

    22n is twice the cells that count: a deal annulled and a player gone take away.
    """
    lines, counted = scored(BOLLEN, form)
    cells = [cell for row in counted for cell in row]
    points = sum(line.stats["punten"] for line in lines)
    in_cells = sum(not cell.made for cell in cells)
    booked = len(form[1]["penalties"])
    assert points == sum(cell.bid or 0 for cell in cells if cell.made)
    expected = points + 2 * len(cells) - 4 * in_cells - 2 * booked
    assert sum(line.total for line in lines) == expected
    assert points <= 35


@settings(max_examples=100, deadline=None)
@given(forms())
def test_at_home_a_turned_zero_stands_no_longer(
    form: tuple[Cells, dict[str, Any]],
) -> None:
    """Rule 2.5: both notations are a bol, and neither costs a point at home."""
    turned = [p["place"] for p in form[1]["penalties"] if "notation" in p]
    for home, line in zip(
        scored(AT_HOME, form)[0], scored(BOLLEN, form)[0], strict=True
    ):
        zeros = turned.count(home.place)
        for key in ("bollen", "punten", "strafbollen"):
            assert home.stats[key] == line.stats[key]
        standing = home.stats["niet_behaalde_bollen"]
        assert standing == line.stats["niet_behaalde_bollen"] - zeros
        assert home.total == line.total - 2 * zeros
