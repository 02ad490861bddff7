"""manage.py export TOURNAMENT FILE.xlsx: write the club's workbook."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournament.management.commands._errors import named_tournament, one_sentence
from tournament.queries.evening import evening
from tournament.workbook import write_workbook


class Command(BaseCommand):
    help = "Write the workbook of a tournament, with every name in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="the slug of the tournament")
        parser.add_argument("file", type=Path, help="where to write, ending in .xlsx")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, file = named_tournament(options["tournament"]), options["file"]
        if file.suffix.lower() != ".xlsx":
            raise CommandError(f"{file}: the name of a workbook ends in .xlsx.")
        with one_sentence(), file.open("wb") as target:
            write_workbook(evening(tournament), target)
        self.stdout.write(f"{file}")
