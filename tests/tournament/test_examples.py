"""The worked examples of the rules typed into the desk's page, each as somebody types
it over from paper: BF03, BF04, BF10, BF11, CH02, CH04, CH08, CG01, CG03, CG05."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest
from django.test import Client

from tests.building import FORM_OF_FOUR, FORM_OF_THREE, Evening
from tests.tournament.test_sheet_page import form_of
from tournament.models import Table

Build = Callable[..., Evening]
Hand = Mapping[str, Mapping[str, str]]
FIGURES = ("bollen", "punten")


@pytest.fixture
def open_table(evening: Build) -> Callable[..., Table]:
    """The first table of a game for so many people."""

    def opened(people: int, rulebook: str) -> Table:
        night = evening(people, rulebook=rulebook)
        night.publish()
        return night.table(1, 1)

    return opened


def page_of(table: Table) -> str:
    slug = table.round.tournament.slug
    return f"/en/desk/{slug}/rounds/1/tables/1/"


def type_over(desk: Client, table: Table, fields: dict[str, str]) -> str:
    """Hand in what was typed; the form as it is shown afterwards."""
    answer = desk.post(page_of(table), {"key": "a", "based_on": "0"} | fields)
    assert answer.status_code == 302, answer.content.decode()
    assert table.sheet
    # A corrected form shows its first version to look at, as nobody types in it.
    table.sheet.revisions.get()
    again = {"key": "b", "based_on": "1", "reason": "nog eens"}
    desk.post(page_of(table), fields | again | {"first_dealer": "2"})
    return desk.get(page_of(table) + "?revision=1").content.decode()


def results(table: Table) -> list[Any]:
    assert table.sheet
    counted = table.sheet.revisions.get(counted=True)
    return list(counted.results.order_by("place"))


def names(table: Table) -> list[str]:
    return [seat.player.name for seat in table.seats.order_by("place")]


def loser_of(page: str) -> str:
    looked = page.split('id="versions"')[1]
    (before, *more) = looked.split('<span class="tag">loser')
    assert len(more) == 1
    return before.rsplit("<span>", 1)[1].strip()


def test_bf03_the_sheet_of_four_as_a_home_game(
    desk: Client, open_table: Callable[..., Table]
) -> None:
    table = open_table(4, "bollen_thuis")
    page = type_over(desk, table, form_of(FORM_OF_FOUR))
    figures = [[r.stats[key] for key in FIGURES] for r in results(table)]
    assert figures == [[3, 6], [4, 3], [3, 5], [3, 7]]
    assert loser_of(page) == names(table)[1]


def test_bf04_a_home_game_of_three_with_a_tie_on_bollen(
    desk: Client, open_table: Callable[..., Table]
) -> None:
    table = open_table(3, "bollen_thuis")
    page = type_over(desk, table, form_of(FORM_OF_THREE))
    figures = [[r.stats[key] for key in FIGURES] for r in results(table)]
    assert figures == [[3, 10], [4, 5], [4, 4]]
    assert loser_of(page) == names(table)[2]


def test_bf10_a_revoke_with_a_bol_to_the_right(
    desk: Client, open_table: Callable[..., Table]
) -> None:
    table = open_table(4, "bollen")
    type_over(desk, table, form_of(FORM_OF_FOUR) | {"pen1": "1"})
    first = results(table)[0]
    assert (first.stats["bollen"], first.stats["niet_behaalde_bollen"]) == (4, 8)
    assert first.total == 14


def test_bf11_a_revoke_at_home_with_a_turned_zero(
    desk: Client, open_table: Callable[..., Table]
) -> None:
    table = open_table(4, "bollen_thuis")
    turned = {"v1-place": "1", "v1-deal": "8", "v1-zero": "1"}
    page = type_over(desk, table, form_of(FORM_OF_FOUR) | turned)
    figures = [[r.stats[key] for key in FIGURES] for r in results(table)]
    assert figures[:2] == [[4, 6], [4, 3]]
    assert loser_of(page) == names(table)[1]


def typed_hands(hands: Sequence[Hand]) -> Iterator[tuple[str, str]]:
    """The fields of the page; nobody out in a hand is the stock exhausted."""
    yield "deals", str(len(hands))
    for number, hand in enumerate(hands, 1):
        out = any(figures.get("out", "no") != "no" for figures in hand.values())
        yield f"d{number}-end", "out" if out else "stock"
        for side, figures in hand.items():
            for name, value in figures.items():
                yield f"d{number}-sides.{side}.{name}", value


def figures(text: str) -> dict[str, str]:
    """ "melded 235, natural 1, out normal" as the fields of one side."""
    return dict(part.split() for part in text.split(", "))


CH02 = {
    "A": "melded 235, natural 1, escalera 1, out concealed, hand 0",
    "B": "melded 0, red_threes 2, hand 120, hand_threes 2",
}
CH04 = {
    "A": "melded 150, natural 1, red_threes 6, hand 75",
    "B": "melded 180, escalera 2, out normal, hand 0",
}
CH08 = {
    "A": "melded 260, natural 1, escalera 1, red_threes 1, out normal, hand 0",
    "B": "melded 90, red_threes 2, hand 55",
    "C": "melded 0, hand 180, hand_threes 2",
}


@pytest.mark.parametrize(
    ("hand", "scores"),
    [(CH02, [2435, -520]), (CH04, [-425, 3280]), (CH08, [2460, -165, -380])],
    ids=["CH02", "CH04", "CH08"],
)
def test_a_hand_of_bolivia(
    desk: Client,
    open_table: Callable[..., Table],
    hand: dict[str, str],
    scores: list[int],
) -> None:
    table = open_table(len(hand), "bolivia")
    typed = {side: figures(text) for side, text in hand.items()}
    fields = dict(typed_hands([typed])) | {"reason": "de tijd was om"}
    type_over(desk, table, fields)
    assert [result.total for result in results(table)] == scores


def scoring(points: int) -> dict[str, str]:
    """A side that scores so many points in a hand, from -45 up to 3500."""
    escaleras, rest = divmod(points, 1700) if points >= 1700 else (0, points)
    naturals = min(rest // 600, 2)
    melded = points - 1500 * escaleras - 500 * naturals + 45
    asked = f"melded {melded}, escalera {escaleras}, natural {naturals}, hand 45"
    return figures(asked)


def game(*hands: tuple[int, int]) -> dict[str, str]:
    fields = typed_hands([{"A": scoring(a), "B": scoring(b)} for a, b in hands])
    return dict(fields) | {"reason": "zo opgeschreven"}


CG01 = game(*[(2000, 1500)] * 6, (400, 0), (2805, 40))
CG03 = game(*[(1600, 2000)] * 6, (1800, 1000), (1600, 1000), (2100, 1100))
CG05 = game(*[(150, 135)] * 58, (300, 170), (500, 200))


@pytest.mark.parametrize(
    ("people", "fields", "totals", "victory_points"),
    [
        (4, CG01, [15205, 9040], [2, 0]),
        (4, CG03, [15100, 15100], [1, 1]),
        (2, CG05, [9500, 8200], [1, 1]),
    ],
    ids=["CG01", "CG03", "CG05"],
)
def test_how_a_game_of_bolivia_ends(
    desk: Client,
    open_table: Callable[..., Table],
    people: int,
    fields: dict[str, str],
    totals: list[int],
    victory_points: list[int],
) -> None:
    table = open_table(people, "bolivia")
    type_over(desk, table, fields)
    found = results(table)[:2]
    assert [result.total for result in found] == totals
    assert [result.stats["victory_points"] for result in found] == victory_points
