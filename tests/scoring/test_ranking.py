"""Shared places, a chain of criteria, and which of them decided (rules 6.1 and 6.2)."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking import Criterion, Decision, Ranked, places, rank
from scoring.rulebooks import PRESETS

Figures = Mapping[str, Any]
Row = tuple[str, Figures]
CHAIN = (Criterion("total"), Criterion("bollen", high=False), Criterion("rounds"))


def ranked(
    rows: Mapping[str, Figures], chain: Sequence[Criterion] = CHAIN
) -> list[Ranked[str]]:
    return rank(rows, chain, lambda name, key: rows[name][key], str)


def table(found: list[Ranked[str]]) -> list[tuple[int, str, bool]]:
    return [(item.place, item.row, item.shared) for item in found]


def row(total: int, bollen: int = 0, rounds: tuple[int, ...] = (0, 0)) -> Figures:
    return {"total": total, "bollen": bollen, "rounds": rounds}


def test_nobody_gives_an_empty_ranking() -> None:
    assert ranked({}) == []
    assert places([], str) == []


def test_equal_on_everything_is_a_shared_place_and_the_next_one_skips() -> None:
    rows = {"A": row(80), "B": row(90), "C": row(100), "D": row(90)}
    assert table(ranked(rows)) == [
        (1, "C", False),
        (2, "B", True),
        (2, "D", True),
        (4, "A", False),
    ]


def test_three_can_share_the_first_and_two_the_last_place() -> None:
    rows = dict.fromkeys("ABC", row(9)) | dict.fromkeys("DE", row(1))
    assert table(ranked(rows)) == [
        *((1, name, True) for name in "ABC"),
        *((4, name, True) for name in "DE"),
    ]


def test_names_and_the_order_of_arrival_never_break_a_tie() -> None:
    rows = {"Z": row(5), "A": row(5), "M": row(7)}
    for names in ("ZAM", "AZM", "MAZ"):
        arrived = {name: rows[name] for name in names}
        assert table(ranked(arrived)) == [
            (1, "M", False),
            (2, "A", True),
            (2, "Z", True),
        ]


def test_each_criterion_decides_only_when_those_before_it_are_equal() -> None:
    rows = {
        "A": row(10, 5, (9, 1)),
        "B": row(10, 4, (5, 5)),
        "C": row(10, 5, (6, 4)),
        "D": row(11, 9, (6, 5)),
        "E": row(10, 5, (9, 0)),
    }
    found = ranked(rows)
    assert [item.row for item in found] == ["D", "B", "A", "E", "C"]
    assert [item.ahead_by for item in found] == [
        Decision("total", 11, 10),
        Decision("bollen", 4, 5),
        Decision("rounds", 1, 0, step=1),
        Decision("rounds", 9, 6, step=0),
        None,
    ]


def test_a_tie_has_nothing_that_decided_and_its_last_row_has() -> None:
    rows = {"A": row(7), "B": row(7), "C": row(7), "D": row(6)}
    assert [item.ahead_by for item in ranked(rows)] == [
        None,
        None,
        Decision("total", 7, 6),
        None,
    ]


def test_a_tuple_where_low_is_better_is_compared_the_other_way() -> None:
    rows = {"A": {"r": (1, 9)}, "B": {"r": (1, 2)}, "C": {"r": (0, 9)}}
    found = ranked(rows, [Criterion("r", high=False)])
    assert [item.row for item in found] == ["C", "B", "A"]
    assert [item.ahead_by for item in found] == [
        Decision("r", 0, 1, step=0),
        Decision("r", 2, 9, step=1),
        None,
    ]


def test_without_any_criterion_everybody_shares_the_first_place() -> None:
    found = ranked({"B": {}, "A": {}}, [])
    assert table(found) == [(1, "A", True), (1, "B", True)]


def test_rows_that_cannot_be_compared_themselves_are_ranked() -> None:
    rows: list[dict[str, int]] = [{"n": 1, "total": 3}, {"n": 2, "total": 3}]
    found = rank(
        rows, [Criterion("total")], lambda item, key: item[key], lambda item: item["n"]
    )
    assert [(item.place, item.row["n"]) for item in found] == [(1, 1), (1, 2)]
    rows[0]["total"] = 4
    found = rank(
        rows, [Criterion("total")], lambda item, key: item[key], lambda item: item["n"]
    )
    assert found[0].ahead_by == Decision("total", 4, 3)


def test_places_lists_the_names_that_share_each_place() -> None:
    rows = {"Wim": row(5), "Els": row(7), "Bart": row(5), "Co": row(1)}
    assert places(ranked(rows), str) == [["Els"], ["Bart", "Wim"], ["Co"]]
    assert places(ranked(rows), lambda name: name[::-1]) == [
        ["slE"],
        ["miW", "traB"],
        ["oC"],
    ]


def test_the_example_of_three_rounds() -> None:
    """Rule 6.2, BK04: bollen before points, the best round last."""
    totals = {
        "P1": ((22, 10, 15), 10),
        "P2": ((19, 16, 12), 10),
        "P3": ((17, 17, 13), 9),
        "P4": ((13, 17, 17), 9),
        "P5": ((30, 9, 9), 11),
    }
    rows = {
        name: {
            "totaal": sum(rounds),
            "gemist": 0,
            "bollen": bollen,
            "punten": sum(rounds) - 66 + 4 * bollen,
            "beste_rondes": tuple(sorted(rounds, reverse=True)),
        }
        for name, (rounds, bollen) in totals.items()
    }
    found = ranked(rows, PRESETS["bollen"].criteria)
    assert [(item.place, item.row) for item in found] == [
        *((1, "P5"), (2, "P3"), (2, "P4"), (4, "P1"), (5, "P2"))
    ]
    assert found[2].ahead_by == Decision("bollen", 9, 10)
    assert found[3].ahead_by == Decision("beste_rondes", 22, 19)


def test_points_decide_when_one_of_two_has_a_penalty() -> None:
    """Rule 6.2, BK02: 18 with 4 bollen each, one of them a penalty bol."""
    rows: dict[str, dict[str, Any]] = {
        "X": {"totaal": 18, "bollen": 4, "punten": 10},
        "Y": {"totaal": 18, "bollen": 4, "punten": 12},
    }
    for figures in rows.values():
        figures |= {"gemist": 0, "beste_rondes": (18,)}
    found = ranked(rows, PRESETS["bollen"].criteria)
    assert table(found) == [(1, "Y", False), (2, "X", False)]
    assert found[0].ahead_by == Decision("punten", 12, 10)


def test_who_missed_fewer_rounds_is_ahead_of_who_has_fewer_bollen() -> None:
    rows: dict[str, dict[str, Any]] = {
        "played": {"totaal": 30, "gemist": 0, "bollen": 9, "punten": 1},
        "missed": {"totaal": 30, "gemist": 1, "bollen": 2, "punten": 9},
    }
    rows = {name: row | {"beste_rondes": (30, 0)} for name, row in rows.items()}
    found = ranked(rows, PRESETS["bollen"].criteria)
    assert [item.row for item in found] == ["played", "missed"]
    assert found[0].ahead_by == Decision("gemist", 0, 1)


drawn_figures = st.tuples(
    st.integers(-2, 2),
    st.integers(0, 2),
    st.tuples(st.integers(0, 1), st.integers(0, 1)),
)


def beats(mine: Figures, theirs: Figures) -> bool:
    if mine["total"] != theirs["total"]:
        return bool(mine["total"] > theirs["total"])
    if mine["bollen"] != theirs["bollen"]:
        return bool(mine["bollen"] < theirs["bollen"])
    return bool(mine["rounds"] > theirs["rounds"])


@given(st.lists(drawn_figures, max_size=12), st.randoms())
def test_a_place_is_one_more_than_the_number_of_rows_that_are_better(
    drawn: list[tuple[int, int, tuple[int, int]]], chance: Any
) -> None:
    rows = {chr(65 + n): row(*numbers) for n, numbers in enumerate(drawn)}
    arrived = list(rows)
    chance.shuffle(arrived)
    found = ranked({name: rows[name] for name in arrived})
    assert sorted(item.row for item in found) == sorted(rows)
    for item in found:
        mine = rows[item.row]
        assert item.place == 1 + sum(beats(other, mine) for other in rows.values())
        assert item.shared == (sum(other == mine for other in rows.values()) > 1)


@given(st.lists(drawn_figures, min_size=2, max_size=12))
def test_what_decided_is_the_first_figure_that_differs_from_the_row_below(
    drawn: list[tuple[int, int, tuple[int, int]]],
) -> None:
    rows = {chr(65 + n): row(*numbers) for n, numbers in enumerate(drawn)}
    found = ranked(rows)
    assert found[-1].ahead_by is None
    for item, below in pairwise(found):
        mine, theirs = rows[item.row], rows[below.row]
        differing = [c.key for c in CHAIN if mine[c.key] != theirs[c.key]]
        assert (item.ahead_by.key if item.ahead_by else None) == (
            differing[0] if differing else None
        )
