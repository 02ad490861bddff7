"""The README's pictures: python -m tests.browser.readme writes them to .readme/.

The demo's evening, with its last round still being played.
"""

import os
import tempfile
from pathlib import Path

import django
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page

from tests.browser.shots import serving

FOLDER = Path(__file__).parents[2] / ".readme"


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/readme.sqlite3"
        django.setup()
        call_command("migrate", verbosity=0)
        session = evening_under_way()
        from tests.browser.opening import chromium, log_in

        with serving() as origin, chromium() as browser:
            context = browser.new_context(
                base_url=origin,
                locale="en",
                viewport={"width": 1280, "height": 800},
                color_scheme="light",
            )
            log_in(context, origin, session)
            page = context.new_page()
            page.goto("/en/t/najaarsbollen/")
            keep(page, "standings")
            page.goto("/en/desk/najaarsbollen/rounds/4/tables/3/")
            type_with_a_mistake(page)
            keep(page, "form")
            context.close()


def evening_under_way() -> str:
    """Three rounds of the seeds played, the fourth half in; a director's session."""
    from django.contrib.auth.models import User
    from django.test import Client

    from tournament.actions import rounds, sheets, tournaments
    from tournament.actions.registration import import_list
    from tournament.management.commands.demo import SEEDS, play_round
    from tournament.models import Club
    from tournament.paperforms import read_paper_forms
    from tournament.playerlist import read_player_list

    director = User.objects.create_user("margriet")
    club = Club.objects.create(name="Kaartclub De Vaste Hand")
    club.staff.add(director)
    tournament = tournaments.create_tournament(
        club, director, name="Najaarsbollen", date=timezone.localdate()
    )
    people = (SEEDS / "club-list.csv").read_bytes()
    import_list(tournament, read_player_list(people, "club-list.csv"), director)
    forms = read_paper_forms((SEEDS / "paper-forms.csv").read_text("utf-8"))
    for number in (1, 2, 3):
        play_round(tournament, director, number, forms)
    last = rounds.draw(tournament, director, seed=4)
    rounds.publish(last, director)
    for table in last.tables.exclude(number__in=(3, 7)).select_related(
        "sheet", "round__tournament"
    ):
        sheets.hand_in(
            table, forms[4, table.number], director, key=f"{table.pk}", based_on=0
        )
    client = Client()
    client.force_login(director)
    return client.cookies["sessionid"].value


def type_with_a_mistake(page: Page) -> None:
    """The paper form of the table with one digit misread, handed in."""
    from tournament.management.commands.demo import SEEDS
    from tournament.paperforms import read_paper_forms

    forms = read_paper_forms((SEEDS / "paper-forms.csv").read_text("utf-8"))
    rows = forms[4, 3]["rows"]
    rows[1][4] = "5"
    for row in rows:
        for cell in row:
            for key in cell:
                page.keyboard.press(key)
            page.keyboard.press("Tab")
        page.keyboard.press("Tab")
    page.keyboard.press("Control+Enter")
    page.wait_for_selector("[role=alert]")


def keep(page: Page, name: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
