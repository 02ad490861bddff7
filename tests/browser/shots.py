"""Pictures of every page: python -m tests.browser.shots DIR [--people 3,43,200].

Each at four widths, light and dark, in both languages, of a club of its own in a
temporary database. Judges nothing: the pictures are for looking at.
"""

import argparse
import os
import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import django
from django.core.management import call_command
from playwright.sync_api import Browser, Page

if TYPE_CHECKING:
    from tests.browser.filled import Site


def main() -> None:
    """Read the arguments, fill the database per number of people, take pictures."""
    wanted = arguments().parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/shots.sqlite3"
        django.setup()
        call_command("migrate", verbosity=0)
        from tests.browser.opening import chromium

        with serving() as origin, chromium() as browser:
            for people in wanted.people:
                target = wanted.folder / str(people)
                take(browser, origin, people, target, wanted.languages, wanted.pages)
                call_command("flush", interactive=False, verbosity=0)


def arguments() -> argparse.ArgumentParser:
    """What the command understands; lists are written with commas."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--people", type=numbers, default="3,43,200")
    parser.add_argument("--languages", type=words, default="nl,en")
    parser.add_argument("--pages", type=words, default="", help="only these")
    return parser


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def numbers(text: str) -> list[int]:
    return [int(word) for word in words(text)]


@contextmanager
def serving() -> Iterator[str]:
    """Serve Bolwerk on a free port of this computer; its address."""
    from django.core.servers.basehttp import ThreadedWSGIServer
    from django.core.wsgi import get_wsgi_application
    from django.test.testcases import QuietWSGIRequestHandler

    server = ThreadedWSGIServer(("localhost", 0), QuietWSGIRequestHandler)
    server.set_app(get_wsgi_application())
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def take(
    browser: Browser,
    origin: str,
    people: int,
    folder: Path,
    languages: Sequence[str],
    only: Collection[str],
) -> None:
    """Pictures of every page (or ``only`` some) with ``people`` participants."""
    from tests.browser.filled import addresses
    from tests.browser.opening import log_in, visit, watch

    site, session = filled(people)
    for language in languages:
        for desk in (False, True):
            context = browser.new_context(base_url=origin, locale=language)
            troubles = watch(context, origin)
            if desk:
                log_in(context, origin, session)
            page = context.new_page()
            for address in addresses(site):
                if address.desk == desk and (not only or address.name in only):
                    visit(page, address, language)
                    photograph(page, folder, f"{address.name}-{language}")
            context.close()
            for trouble in troubles:
                print(f"{people} {language}: {trouble}")


def filled(people: int) -> "tuple[Site, str]":
    """A filled club, and the session of its director, logged in."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tests.browser.filled import fill_site
    from tournament.models import Club

    director = User.objects.create_user("margriet")
    club = Club.objects.create(name="Kaartclub De Vaste Hand")
    club.staff.add(director)
    client = Client()
    client.force_login(director)
    return fill_site(club, director, people), client.cookies["sessionid"].value


def photograph(page: Page, folder: Path, name: str) -> None:
    """One page as it stands, at every width in light and dark."""
    from tests.browser.filled import SCHEMES, WIDTHS
    from tests.browser.opening import look_at

    folder.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        for scheme in SCHEMES:
            look_at(page, width, scheme)
            path = folder / f"{name}-{width}-{scheme}.png"
            page.screenshot(path=path, full_page=True)


if __name__ == "__main__":
    main()
