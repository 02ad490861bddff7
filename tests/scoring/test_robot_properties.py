"""Forms that robots really played, in every game of the family and every size.

They are accepted however little of them was written down; and with one cell changed
the verdict is that of trying every way in which the tricks can have fallen.
"""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.base import Problem
from scoring.rulebooks.bidding import NOT_DEALT_IN, Cell
from scoring.rulebooks.prediction import BOERENBRIDGE_19, Prediction
from tests.scoring.deals import happened
from tests.scoring.robot_forms import (
    Cells,
    as_bids,
    as_known,
    everything,
    in_cells,
    leader_of,
    left_early,
    played,
    reading,
    tables,
    ways_to_know,
)

HONOURS = {"all_bol", "bolloos"}
Table = tuple[Prediction, int]


def codes(problems: Sequence[Problem]) -> set[str]:
    return {problem.code for problem in problems}


@settings(max_examples=60, deadline=None)
@given(tables(), st.integers(0, 10**6), st.data())
def test_a_form_that_was_played_is_accepted_in_every_reading(
    table: Table, seed: int, data: st.DataObject
) -> None:
    rules, places = table
    cells = played(rules, places, seed)
    leader = leader_of(places, seed)
    for known in ways_to_know(rules):
        form = reading(as_known(cells, known), first_leader=leader)
        far = set() if form["tricks"] else {"implied_far"}
        assert codes(rules.problems(form, places)) <= HONOURS | far
    full = as_known(cells, everything)
    for form in (in_cells(full), as_bids(full)):
        assert codes(rules.problems(form, places)) <= HONOURS
    one_by_one = st.sampled_from(ways_to_know(rules))
    mixed: Cells = [[data.draw(one_by_one)(cell) for cell in row] for row in cells]
    found = rules.problems(reading(mixed), places)
    assert codes(found) <= HONOURS | {"implied_far"}


@settings(max_examples=40, deadline=None)
@given(tables(), st.integers(0, 10**6), st.data())
def test_a_form_that_somebody_left_is_accepted(
    table: Table, seed: int, data: st.DataObject
) -> None:
    rules, places = table
    same = replace(rules, deals=rules.deals_for(places))
    after = data.draw(st.integers(0, len(same.deals)))
    cells = left_early(same, places, seed, data.draw(st.integers(1, places)), after)
    found = codes(same.problems(reading(cells), places))
    if places > 3 or after == len(same.deals):
        assert found <= HONOURS
    else:
        assert "game_ended" in found


def any_cell(cards: int) -> st.SearchStrategy[Cell | None]:
    """Anything that can stand in a cell, a little beyond what may."""
    number = st.integers(-1, cards + 1)
    tricks = st.none() | number
    filled = st.builds(Cell, number, st.booleans(), tricks)
    unread = st.builds(Cell, st.none(), st.just(False), tricks)
    return filled | filled | unread | st.sampled_from([None, NOT_DEALT_IN])


def can_be(
    rules: Prediction, cards: int, column: Sequence[Cell | None], accepted: bool
) -> bool:
    """Whether a deal can be handed in, by trying everything that can have happened."""
    cells = [cell for cell in column if cell is not None and cell.dealt]
    if None in column or len(cells) < 3:
        return False
    if any(c.bid is not None and not 0 <= c.bid <= cards for c in cells):
        return False
    missed = [cell for cell in cells if not cell.made]
    if rules.miss_per and any(None in (c.bid, c.tricks) for c in missed):
        return False
    barred = rules.hook_from is not None and cards >= rules.hook_from
    return happened(cards, cells, barred and not accepted)


@settings(max_examples=400, deadline=None)
@given(tables(), st.integers(0, 9), st.booleans(), st.data())
def test_with_one_cell_changed_the_verdict_is_that_of_enumeration(
    table: Table, seed: int, accepted: bool, data: st.DataObject
) -> None:
    rules, places = table
    known = data.draw(st.sampled_from(ways_to_know(rules)))
    cells = as_known(played(rules, places, seed), known)
    deals = rules.deals_for(places)
    place = data.draw(st.integers(0, places - 1))
    deal = data.draw(st.integers(0, len(deals) - 1))
    cells[place][deal] = data.draw(any_cell(deals[deal].cards))
    form = reading(cells, as_played=[deal + 1] if accepted else [])
    blocking = [p for p in rules.problems(form, places) if p.blocks]
    column = [row[deal] for row in cells]
    good = can_be(rules, deals[deal].cards, column, accepted)
    assert bool(blocking) == (not good)
    if sum(cell is None or cell.dealt for cell in column) >= 3:
        assert {p.deal for p in blocking} <= {deal + 1}


def test_bids_add_up_to_the_cards_only_where_the_rules_let_them() -> None:
    added_up = {
        deal.cards
        for seed in range(40)
        for column, deal in zip(
            zip(*played(BOERENBRIDGE_19, 4, seed), strict=True),
            BOERENBRIDGE_19.deals,
            strict=True,
        )
        if sum(cell.bid or 0 for cell in column) == deal.cards
    }
    assert BOERENBRIDGE_19.hook_from == 4
    assert added_up == {1, 2, 3}
