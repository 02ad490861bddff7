"""Fixtures: one builder that sets up an evening in a line, and the people in it.

What a machine lacks (a browser, PostgreSQL, LibreOffice) is skipped, and said
aloud at the end; with BOLWERK_SKIP_NOTHING=1 such a skip is a failure.
"""

import datetime
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from tests.building import Evening, build_evening
from tournament.models import Club

LACKING = {
    "browser": ("chromium", "Chromium"),
    "libreoffice": ("soffice", "LibreOffice"),
}


def pytest_configure() -> None:
    # How long an example takes says more of the machine than of the rules.
    hypothesis.settings.register_profile("untimed", deadline=None)
    hypothesis.settings.load_profile("untimed")
    # Hashing a password well takes a third of a second, in every test that logs in.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for marker, (program, name) in LACKING.items():
        if shutil.which(program):
            continue
        for item in items:
            if item.get_closest_marker(marker):
                item.add_marker(pytest.mark.skip(reason=f"needs {name}"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    if skipped:
        terminalreporter.section("NOT TESTED HERE")
        reasons = Counter(str(report.longrepr[-1]) for report in skipped)
        for reason, count in sorted(reasons.items()):
            terminalreporter.write_line(f"{count} tests: {reason}")


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    skipped = reporter.stats.get("skipped", []) if reporter else []
    if skipped and os.environ.get("BOLWERK_SKIP_NOTHING") == "1":
        session.exitstatus = 1


@pytest.fixture(autouse=True)
def dutch() -> Iterator[None]:
    """The test client leaves the language of its last page active."""
    with translation.override("nl"):
        yield


@pytest.fixture
def director(db: None) -> User:
    return User.objects.create_user("margriet", password="klaver-zeven-boer")


@pytest.fixture
def club(director: User) -> Club:
    club = Club.objects.create(name="Kaartclub De Vaste Hand")
    club.staff.add(director)
    return club


@pytest.fixture
def outsider(db: None) -> User:
    """Staff of another club on the same site."""
    user = User.objects.create_user("buurvrouw", password="schoppen-tien-heer")
    Club.objects.create(name="De Overkant").staff.add(user)
    return user


@pytest.fixture
def evening(club: Club, director: User) -> Callable[..., Evening]:
    """Builds an evening: evening(16), evening(43, rounds=2, forms=True)."""

    def build(people: int, **wishes: Any) -> Evening:
        return build_evening(club, director, people, **wishes)

    return build


@pytest.fixture
def desk(client: Client, director: User) -> Client:
    """A browser in which the director is logged in."""
    client.force_login(director)
    return client


@pytest.fixture
def day() -> datetime.date:
    return datetime.date(2026, 11, 14)
