"""A browser for these tests, and a watch over everything it does.

The browser is gone before the next package's tests: Playwright's loop would make
Django refuse them the database. Each page must keep quiet and to itself; what it
does wrong fails the test at its end.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


def pytest_pycollect_makemodule() -> None:
    """Without Playwright these tests are skipped, and said to be."""
    pytest.importorskip(
        "playwright.sync_api", reason="every browser test needs the browser group"
    )


@pytest.fixture(scope="package")
def browser() -> "Iterator[Browser]":
    from tests.browser.opening import chromium

    with pytest.MonkeyPatch.context() as while_open, chromium() as opened:
        while_open.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield opened


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """A second per account is for thieves, not for tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def open_context(
    browser: "Browser", live_server: LiveServer
) -> "Iterator[Callable[..., BrowserContext]]":
    """Opens browser contexts that are watched: open_context("en", script=False)."""
    from tests.browser.opening import PATIENCE, watch

    opened: list[BrowserContext] = []
    troubles: list[list[str]] = []

    def open_one(locale: str = "nl", script: bool = True) -> "BrowserContext":
        context = browser.new_context(
            base_url=live_server.url, locale=locale, java_script_enabled=script
        )
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        troubles.append(watch(context, live_server.url))
        return context

    yield open_one
    for context in opened:
        context.close()
    assert [sentence for said in troubles for sentence in said] == []


@pytest.fixture
def desk_session(director: User) -> str:
    """A session in which the director is logged in."""
    client = Client()
    client.force_login(director)
    return client.cookies["sessionid"].value


@pytest.fixture
def desk_context(
    open_context: "Callable[..., BrowserContext]",
    live_server: LiveServer,
    desk_session: str,
) -> "Callable[..., BrowserContext]":
    """Opens browser contexts in which the director is logged in."""
    from tests.browser.opening import log_in

    def open_one(locale: str = "nl", script: bool = True) -> "BrowserContext":
        context = open_context(locale, script)
        log_in(context, live_server.url, desk_session)
        return context

    return open_one


@pytest.fixture
def desk_page(desk_context: "Callable[..., BrowserContext]") -> "Page":
    """A page of the director's browser."""
    return desk_context().new_page()
