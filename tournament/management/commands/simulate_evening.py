"""manage.py simulate_evening: an evening of robots, in a database of its own."""

import json
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.management.commands._errors import one_sentence
from tournament.models import Club
from tournament.queries.evening import evening
from tournament.scratch import scratch_database
from tournament.simulation import (
    GAMES,
    evening_as_json,
    play_evening,
    plays_as_json,
    set_up,
)
from tournament.workbook import write_workbook


class Command(BaseCommand):
    help = "Let robots play a whole evening and write down what they did."
    # Checks would open Bolwerk's own database, which this leaves alone.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, required=True, metavar="N")
        parser.add_argument("--rounds", type=int, required=True, metavar="R")
        parser.add_argument("--seed", type=int, required=True, metavar="K")
        parser.add_argument("--game", default="bollen", metavar="G")
        parser.add_argument("--json", type=Path, help="write forms and standings")
        parser.add_argument("--xlsx", type=Path, help="write the workbook")
        parser.add_argument("--plays", type=Path, help="write every deal as played")
        parser.add_argument(
            "--here",
            action="store_true",
            help="keep the evening in Bolwerk's own database",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["game"] not in GAMES:
            raise CommandError(
                _("Robots play these games: %(games)s.") % {"games": ", ".join(GAMES)}
            )
        if options["rounds"] < 1:
            raise CommandError(_("An evening has at least one round."))
        place = nullcontext() if options["here"] else scratch_database()
        with place, one_sentence():
            self._simulate(options)

    def _simulate(self, options: dict[str, Any]) -> None:
        club, _created = Club.objects.get_or_create(name="Robots")
        people, count = options["players"], options["rounds"]
        tournament = set_up(club, None, people, count, options["game"])
        plays = play_evening(tournament, None, options["seed"])
        played = evening(tournament)
        if options["json"]:
            _write_json(options["json"], evening_as_json(played, options["game"]))
        if options["plays"]:
            _write_json(options["plays"], plays_as_json(plays))
        if options["xlsx"]:
            with options["xlsx"].open("wb") as target:
                write_workbook(played, target)
        best = played.standings.rows[0]
        self.stdout.write(
            _("%(people)s people, %(rounds)s rounds. First: %(name)s, %(total)s.")
            % {
                "people": options["players"],
                "rounds": options["rounds"],
                "name": best.person.name,
                "total": best.total,
            }
        )


def _write_json(path: Path, data: Any) -> None:
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1), encoding="utf-8")
