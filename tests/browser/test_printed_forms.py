"""The forms on paper: one landscape A4 per sheet, whatever the game and the names."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from scoring.rulebooks import belotten
from tests.browser.filled import names_of
from tests.building import Evening

pytestmark = pytest.mark.browser

Build = Callable[..., Evening]
TEN_DEALS = replace(belotten.PRESETS["belotten"], deal_count=10)
# A game, how many people at its one table, and the options of the house.
TABLES = [
    *(("bollen", people, {}) for people in (3, 4, 5)),
    ("bollen_thuis", 6, {}),
    ("bollen_app", 7, {}),
    ("boerenbridge", 5, {}),
    ("boerenbridge_19", 5, {}),
    ("belotten", 4, {}),
    ("belotten", 4, TEN_DEALS.options()),
    *((game, people, {}) for game in ("bolivia", "canasta") for people in (3, 4)),
]


def sheets_of_paper(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of every page in millimetres."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [tuple(round(float(side) * 25.4 / 72) for side in box) for box in boxes]  # type: ignore[misc]


@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_table_takes_one_sheet_of_paper(
    desk_page: Page, evening: Build, language: str
) -> None:
    found = {}
    for index, (game, people, options) in enumerate(TABLES):
        night = evening(
            people,
            names=names_of(people),
            name=f"Avond {index}",
            rulebook=game,
            options=options,
        )
        night.publish()
        desk_page.goto(f"/{language}/desk/{night.tournament.slug}/rounds/1/forms/")
        pdf = desk_page.pdf(prefer_css_page_size=True)
        found[game, people, bool(options)] = sheets_of_paper(pdf)
    assert {key for key, sheets in found.items() if sheets != [(297, 210)]} == set()
