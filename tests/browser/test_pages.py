"""Every page, at four widths, light and dark, in both languages.

Filled with the longest and the most awkward names: nothing scrolls sideways, nothing
complains, and axe finds nothing that keeps anybody out.
"""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page

from tests.browser.filled import (
    LANGUAGES,
    SCHEMES,
    WIDTHS,
    Address,
    Scheme,
    Site,
    addresses,
    fill_site,
)
from tests.browser.opening import look_at, sideways, visit
from tournament.models import Club

pytestmark = pytest.mark.browser

LOOKS: list[tuple[int, Scheme]] = [
    (width, scheme) for width in WIDTHS for scheme in SCHEMES
]


@pytest.fixture
def site(club: Club, director: User) -> Site:
    return fill_site(club, director, 11)


@pytest.fixture
def visited(
    site: Site,
    open_context: Callable[..., BrowserContext],
    desk_context: Callable[..., BrowserContext],
) -> Callable[[str], Iterator[tuple[Address, Page]]]:
    """Goes to every page in a language, the public ones without a session."""

    def walk(language: str) -> Iterator[tuple[Address, Page]]:
        pages = {
            True: desk_context(locale=language).new_page(),
            False: open_context(locale=language).new_page(),
        }
        for address in addresses(site):
            page = pages[address.desk]
            visit(page, address, language)
            yield address, page

    return walk


def violations(page: Page) -> list[str]:
    """What axe holds against the page, a line per rule with its elements."""
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {[node['html'][:160] for node in each['nodes'][:3]]}"
        for each in found
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_its_window_and_keeps_nobody_out(
    language: str, visited: Callable[[str], Iterator[tuple[Address, Page]]]
) -> None:
    """Each page fits in every look; axe sees it in one, another per language."""
    too_wide, kept_out = [], {}
    for index, (address, page) in enumerate(visited(language)):
        for look in LOOKS:
            look_at(page, *look)
            if sideways(page) > 0:
                too_wide.append(f"{address.name} {look}: {sideways(page)} px")
        look_at(page, *LOOKS[(index + 3 * LANGUAGES.index(language)) % len(LOOKS)])
        if said := violations(page):
            kept_out[address.name] = said

    assert too_wide == []
    assert kept_out == {}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_on_any_page_on_a_phone_or_a_laptop_by_day_or_night(
    language: str, visited: Callable[[str], Iterator[tuple[Address, Page]]]
) -> None:
    """The other widths have their turn in the test above, a look per page."""
    found = {}
    for address, page in visited(language):
        for look in [look for look in LOOKS if look[0] in (360, 1280)]:
            look_at(page, *look)
            if said := violations(page):
                found[address.name, look] = said

    assert found == {}
