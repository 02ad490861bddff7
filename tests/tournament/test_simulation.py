"""A referee replays what the robots played, and a clerk sums what they wrote.

Both work from the files of simulate_evening alone, and use none of the code that
made them.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import openpyxl
import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from scoring.models import Revision
from tournament.models import Club, Player, Tournament
from tournament.simulation import GAMES, play_evening, set_up

Json = dict[str, Any]
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
PACK = {suit + rank for suit in "SHDC" for rank in RANKS}
STANDING = {
    *("place", "number", "totaal", "bollen", "punten"),
    *("niet_behaalde_bollen", "rounds"),
}
FORM = {"table", "seats", "first_leader", "rows", "tricks", "penalties"}
CARDS = (1, 2, 3, 4, 5, 5, 5, 4, 3, 2, 1)
LABELS = ("1", "2", "3", "4", "5", "5Z", "5B", "4", "3", "2", "1")
# Threes and fours, fives and fours, fives only, fours only.
EVENINGS = [(7, 2), (6, 1), (9, 3), (15, 2), (16, 5), (43, 4)]
evenings = pytest.mark.parametrize(("people", "rounds"), EVENINGS)


@dataclass(frozen=True)
class Night:
    """The three files of one simulated evening, read."""

    json: Json
    plays: Json
    workbook: Path

    @property
    def tables(self) -> Iterator[tuple[int, Json, Json]]:
        """Each table as (round, what was written, what was played)."""
        for told, shown in zip(self.json["rounds"], self.plays["rounds"], strict=True):
            assert told["number"] == shown["number"]
            for form, play in zip(told["tables"], shown["tables"], strict=True):
                assert form["table"] == play["table"]
                yield told["number"], form, play


class Simulated:
    """Evenings that are played once, when a test first asks for them."""

    def __init__(self, folder: Path, blocker: DjangoDbBlocker) -> None:
        self.folder, self.blocker = folder, blocker
        self.nights: dict[tuple[int, int, int], Night] = {}

    def __call__(self, people: int, rounds: int, seed: int = 3) -> Night:
        key = (people, rounds, seed)
        if key not in self.nights:
            self.nights[key] = self._play(*key)
        return self.nights[key]

    def _play(self, people: int, rounds: int, seed: int) -> Night:
        at = self.folder / f"{people}-{rounds}-{seed}"
        files = {kind: at.with_suffix(f".{kind}") for kind in ("json", "plays", "xlsx")}
        asked = {"players": people, "rounds": rounds, "seed": seed}
        with self.blocker.unblock():
            call_command("simulate_evening", **asked, **files, verbosity=0)
        told, shown = (json.loads(files[k].read_bytes()) for k in ("json", "plays"))
        return Night(told, shown, files["xlsx"])


@pytest.fixture(scope="module")
def night(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
) -> Simulated:
    return Simulated(tmp_path_factory.mktemp("nights"), django_db_blocker)


# The referee


@evenings
def test_every_deal_can_be_replayed(night: Simulated, people: int, rounds: int) -> None:
    for _, form, play in night(people, rounds).tables:
        assert [deal["deal"] for deal in play["deals"]] == list(range(1, 12))
        for deal in play["deals"]:
            check_cards(deal, form["seats"])
            check_turns(deal, form)
            check_bids(deal)
            check_tricks(deal)


@evenings
def test_the_forms_say_what_was_played(
    night: Simulated, people: int, rounds: int
) -> None:
    for _, form, play in night(people, rounds).tables:
        for index, deal in enumerate(play["deals"]):
            bids, taken = dict(deal["bids"]), Counter(winners(deal))
            for number in form["seats"]:
                bol = "" if bids[number] == taken[number] else "x"
                assert form["rows"][str(number)][index] == f"{bids[number]}{bol}"
                assert form["tricks"][str(number)][index] == taken[number]


def check_cards(deal: Json, seats: list[int]) -> None:
    """Rule 2.2: so many cards each, no card twice, the next one turned for trump."""
    assert deal["cards"] == CARDS[deal["deal"] - 1]
    assert set(deal["hands"]) == {str(number) for number in seats}
    assert {len(hand) for hand in deal["hands"].values()} == {deal["cards"]}
    seen = [card for hand in deal["hands"].values() for card in hand]
    if LABELS[deal["deal"] - 1] in ("5Z", "5B"):
        assert deal["turned"] is None
        assert deal["trump"] is None
    else:
        seen.append(deal["turned"])
        assert deal["trump"] == deal["turned"][0]
    assert len(set(seen)) == len(seen)
    assert set(seen) <= PACK


def check_turns(deal: Json, form: Json) -> None:
    """Rule 2.3: leader and dealer move one seat a deal; the dealer bids last."""
    seats, first = form["seats"], form["seats"].index(form["first_leader"])
    leader = seats[(first + deal["deal"] - 1) % len(seats)]
    assert deal["leader"] == leader
    assert deal["dealer"] == clockwise(seats, leader)[-1]
    assert [number for number, _ in deal["bids"]] == clockwise(seats, leader)
    leads = [leader, *winners(deal)][:-1]
    for leader, trick in zip(leads, deal["tricks"], strict=True):
        assert [number for number, _ in trick] == clockwise(seats, leader)


def check_bids(deal: Json) -> None:
    """Rule 2.3: the dealer may not make the bids add up to the tricks."""
    bids = [bid for _, bid in deal["bids"]]
    assert all(0 <= bid <= deal["cards"] for bid in bids)
    assert sum(bids) != deal["cards"]


def check_tricks(deal: Json) -> None:
    """Rule 2.5: everybody plays from their own hand, and follows suit if they can."""
    left = {int(number): list(hand) for number, hand in deal["hands"].items()}
    assert len(deal["tricks"]) == deal["cards"]
    for trick in deal["tricks"]:
        led = trick[0][1][0]
        for number, card in trick:
            follows = [own for own in left[number] if own[0] == led]
            assert card in (follows or left[number])
            left[number].remove(card)
    assert not any(left.values())


def winners(deal: Json) -> list[int]:
    """Who took each trick: the highest trump, else the highest of the suit led."""
    took = []
    for trick in deal["tricks"]:
        led = trick[0][1][0]
        strength = {led: 1, deal["trump"]: 2}
        best = max(
            trick, key=lambda t: (strength.get(t[1][0], 0), RANKS.index(t[1][1:]))
        )
        took.append(best[0])
    return took


def clockwise(seats: list[int], first: int) -> list[int]:
    at = seats.index(first)
    return seats[at:] + seats[:at]


# The clerk


@evenings
def test_the_json_has_the_form_that_people_script_against(
    night: Simulated, people: int, rounds: int
) -> None:
    told = night(people, rounds).json
    assert set(told) == {"game", "players", "rounds", "standings"}
    assert told["game"] == "bollen"
    assert [p["number"] for p in told["players"]] == list(range(1, people + 1))
    assert len({p["name"] for p in told["players"]}) == people
    assert [r["number"] for r in told["rounds"]] == list(range(1, rounds + 1))
    assert len(told["standings"]) == people
    for row in told["standings"]:
        assert set(row) == STANDING
        figures = [row[key] for key in STANDING - {"rounds"}] + row["rounds"]
        assert all(type(figure) is int for figure in figures)


@evenings
def test_every_form_is_whole(night: Simulated, people: int, rounds: int) -> None:
    seated: dict[int, list[int]] = {}
    for number, form, _ in night(people, rounds).tables:
        assert set(form) == FORM
        assert form["first_leader"] in form["seats"]
        keys = [str(n) for n in form["seats"]]
        assert list(form["rows"]) == list(form["tricks"]) == keys
        for row in form["rows"].values():
            assert len(row) == 11
            assert all(re.fullmatch(r"[0-5]x?", cell) for cell in row)
        columns = zip(*form["tricks"].values(), strict=True)
        assert tuple(sum(column) for column in columns) == CARDS
        assert form["penalties"] == {}
        seated.setdefault(number, []).extend(form["seats"])
    assert len(seated) == rounds
    for numbers in seated.values():
        assert sorted(numbers) == list(range(1, people + 1))


@evenings
def test_the_standings_are_what_the_forms_add_up_to(
    night: Simulated, people: int, rounds: int
) -> None:
    told = night(people, rounds).json
    assert told["standings"] == sorted(
        standings(told), key=lambda row: (row["place"], row["number"])
    )


def standings(told: Json) -> list[Json]:
    """The standings by rules 2.6 and 6.2, from nothing but the cells."""
    rows: dict[int, Json] = {p["number"]: {"rounds": []} for p in told["players"]}
    for round_ in told["rounds"]:
        for form in round_["tables"]:
            for number, cells in form["rows"].items():
                add_row(rows[int(number)], cells)
    keys = {
        n: (-r["totaal"], r["bollen"], -r["punten"], sorted(-t for t in r["rounds"]))
        for n, r in rows.items()
    }
    return [
        {**row, "number": n, "place": 1 + sum(k < keys[n] for k in keys.values())}
        for n, row in rows.items()
    ]


def add_row(row: Json, cells: Sequence[str]) -> None:
    made = [int(cell) for cell in cells if "x" not in cell]
    bollen = len(cells) - len(made)
    total = sum(made) + 2 * len(made) - 2 * bollen
    sums = {
        "totaal": total,
        "bollen": bollen,
        "punten": sum(made),
        "niet_behaalde_bollen": len(made),
    }
    for key, value in sums.items():
        row[key] = row.get(key, 0) + value
    row["rounds"].append(total)


@evenings
def test_the_workbook_holds_the_same_evening(
    night: Simulated, people: int, rounds: int
) -> None:
    played = night(people, rounds)
    book = openpyxl.load_workbook(played.workbook, read_only=True)
    stand, forms = (lines(book[name]) for name in ("Stand", "Formulieren"))
    book.close()
    assert [row["nummer"] for row in stand] == [
        row["number"] for row in played.json["standings"]
    ]
    for shown, told in zip(stand, played.json["standings"], strict=True):
        assert shown["plaats"] == told["place"]
        for key in ("totaal", "bollen", "punten", "niet_behaalde_bollen"):
            assert shown[key.replace("_", " ")] == told[key]
        assert [shown[f"R{n + 1}"] for n in range(rounds)] == told["rounds"]
    cells = {(r["ronde"], r["nummer"]): list(r.values())[5:16] for r in forms}
    assert len(cells) == people * rounds
    for number, form, _ in played.tables:
        for who, row in form["rows"].items():
            assert cells[number, int(who)] == [as_in_excel(cell) for cell in row]


def lines(sheet: Any) -> list[dict[str, Any]]:
    """Rows by heading; a heading that comes back is told apart by its column."""
    heads, *rows = sheet.iter_rows(values_only=True)
    keys = [h if h not in heads[:at] else f"{h}@{at}" for at, h in enumerate(heads)]
    return [dict(zip(keys, row, strict=True)) for row in rows]


def as_in_excel(cell: str) -> int | str:
    return "●" + cell.removesuffix("x") if cell.endswith("x") else int(cell)


# Chance


def test_another_seed_gives_other_forms(night: Simulated) -> None:
    first, other = night(9, 3).json, night(9, 3, seed=4).json
    assert first["players"] == other["players"]
    assert first["rounds"] != other["rounds"]


def test_two_tables_of_an_evening_are_dealt_other_cards(night: Simulated) -> None:
    hands = [
        list(play["deals"][4]["hands"].values()) for *_, play in night(16, 5).tables
    ]
    assert all(a != b for a, b in combinations(hands, 2))


@pytest.mark.django_db
def test_an_evening_leaves_nothing_in_bolwerks_own_database() -> None:
    call_command("simulate_evening", players=4, rounds=1, seed=1, verbosity=0)
    for model in (Club, Player, Tournament):
        assert not model.objects.exists()


@pytest.mark.parametrize(("people", "rounds"), [(16, 5), (20, 4), (43, 4)])
def test_no_more_people_meet_again_than_in_the_best_of_a_thousand_draws_by_lot(
    night: Simulated, people: int, rounds: int
) -> None:
    played = [
        [form["seats"] for form in r["tables"]]
        for r in night(people, rounds).json["rounds"]
    ]
    sizes = [len(table) for table in played[0]]
    rng = Random(1)
    best = min(
        collisions([by_lot(people, sizes, rng) for _ in range(rounds)])
        for _ in range(1000)
    )
    assert collisions(played) <= best
    for number in range(1, rounds):
        before = played[:number]
        lots = (by_lot(people, sizes, rng) for _ in range(1000))
        next_best = min(collisions([*before, lot]) for lot in lots)
        assert collisions(played[: number + 1]) <= next_best


def by_lot(people: int, sizes: Sequence[int], rng: Random) -> list[list[int]]:
    order = rng.sample(range(1, people + 1), people)
    return [[order.pop() for _ in range(size)] for size in sizes]


def collisions(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """For every pair m(m - 1)/2, m being how often they met."""
    met = Counter(
        frozenset(pair)
        for tables in rounds
        for table in tables
        for pair in combinations(table, 2)
    )
    return sum(times * (times - 1) // 2 for times in met.values())


@pytest.mark.parametrize("game", [game for game in GAMES if game != "bollen"])
@pytest.mark.parametrize("people", [7, 13])
def test_robots_play_cousins_of_bollen_and_their_forms_are_accepted(
    game: str, people: int, club: Club
) -> None:
    tournament = set_up(club, None, people, 2, game)
    play_evening(tournament, None, seed=5)
    revisions = Revision.objects.all()
    assert {r.sheet.rulebook for r in revisions} == {game}
    assert all(
        {problem.code for problem in r.sheet.rules.problems(r.cells, r.sheet.places)}
        <= {"implied_far", "all_bol", "bolloos"}
        for r in revisions
    )
    assert sum(r.results.count() for r in revisions) == 2 * people
