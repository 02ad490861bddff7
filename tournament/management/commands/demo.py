"""manage.py demo: a whole evening from the seeds, its workbook, and then the server."""

import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import Revision
from tournament.actions import rounds, sheets, tournaments
from tournament.actions.registration import import_list
from tournament.management.commands._errors import one_sentence
from tournament.management.commands.serve import claim_port
from tournament.messages import counted
from tournament.models import Club, Round, Tournament
from tournament.paperforms import read_paper_forms
from tournament.playerlist import read_player_list
from tournament.queries.evening import evening
from tournament.workbook import write_workbook

SEEDS = settings.BASE_DIR / "seeds"
WORKBOOK = Path("standings.xlsx")
DIRECTOR = "demo"


class Command(BaseCommand):
    help = "Run a whole evening from the seeds, write standings.xlsx, and serve it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--no-serve", action="store_true")
        parser.add_argument("--port", type=int, default=8000)

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["no_serve"]:
            claim_port("0.0.0.0", options["port"])
        call_command("migrate", verbosity=0)
        with one_sentence():
            user, password = director()
            tournament = self.run_evening(user)
            with WORKBOOK.open("wb") as target:
                write_workbook(evening(tournament), target)
        self.say_standings(tournament)
        self.stdout.write(_("The workbook: %(file)s") % {"file": WORKBOOK.resolve()})
        if options["no_serve"]:
            return
        self.stdout.write(
            _("Log in as %(user)s with the password %(password)s")
            % {"user": DIRECTOR, "password": password}
        )
        call_command("serve", port=options["port"])

    def run_evening(self, user: User) -> Tournament:
        """From the club's list to the last form, by the same actions as the pages."""
        club = Club.objects.get_or_create(name="Kaartclub De Vaste Hand")[0]
        club.staff.add(user)
        tournament = tournaments.create_tournament(
            club, user, name="Najaarsbollen", date=timezone.localdate()
        )
        file = SEEDS / "club-list.csv"
        listed = read_player_list(file.read_bytes(), file.name)
        self.stdout.write(counted(import_list(tournament, listed, user)))
        forms = read_paper_forms((SEEDS / "paper-forms.csv").read_text("utf-8"))
        for number in range(1, tournament.rounds_planned + 1):
            play_round(tournament, user, number, forms)
            self.stdout.write(_("Round %(number)s is closed.") % {"number": number})
        return tournament

    def say_standings(self, tournament: Tournament) -> None:
        for row in evening(tournament).standings.rows[:5]:
            self.stdout.write(f"{row.place:>4}  {row.person.name}  {row.total}")


def play_round(
    tournament: Tournament,
    user: User,
    number: int,
    forms: dict[tuple[int, int], dict[str, Any]],
) -> None:
    """Draw, publish, type in the paper forms, close."""
    round_ = rounds.draw(tournament, user, seed=number)
    rounds.publish(round_, user)
    for table in round_.tables.select_related("sheet", "round__tournament"):
        sheets.hand_in(
            table,
            forms[number, table.number],
            user,
            key=f"paper-{table.pk}",
            based_on=0,
            source=Revision.Source.FILE,
        )
    rounds.close(Round.objects.get(pk=round_.pk), user)


@transaction.atomic
def director() -> tuple[User, str]:
    """The demo's account, with a new password each time: the hall can reach it."""
    password = "-".join(secrets.token_hex(2) for _part in range(3))
    user, _created = User.objects.get_or_create(username=DIRECTOR)
    user.set_password(password)
    user.save()
    return user, password
