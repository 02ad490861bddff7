"""manage.py import_players TOURNAMENT FILE: register a list of players or pairs."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.actions.registration import import_list
from tournament.management.commands._errors import named_tournament, one_sentence
from tournament.messages import counted, file_sentence, report_sentence
from tournament.playerlist import UnreadableFile, read_player_list


class Command(BaseCommand):
    help = "Register everybody on a player list (.xlsx or .csv) in a tournament."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="the slug of the tournament")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, file = named_tournament(options["tournament"]), options["file"]
        with one_sentence():
            data = file.read_bytes()
            try:
                listed = read_player_list(data, file.name, pairs=tournament.pairs)
            except UnreadableFile as fault:
                raise CommandError(file_sentence(fault.code, fault.params)) from fault
            report = import_list(tournament, listed, None)
        for row in report:
            number = "" if row.number is None else f" ({row.number})"
            self.stdout.write(f"{row.line}: {row.name}{number}: {report_sentence(row)}")
        self.stdout.write(counted(report, pairs=tournament.pairs))
