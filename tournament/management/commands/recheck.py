"""manage.py recheck TOURNAMENT: prove that every stored result is what the rulebook
says of its revision now.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.models import Revision
from scoring.sheets import recomputed
from tournament.management.commands._errors import named_tournament


class Command(BaseCommand):
    help = "Score every revision of a tournament anew and compare."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tournament", help="the slug of the tournament")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = named_tournament(options["tournament"])
        revisions = (
            Revision.objects.filter(sheet__table__round__tournament=tournament)
            .select_related("sheet")
            .prefetch_related("results")
        )
        wrong = [str(revision) for revision in revisions if _differs(revision)]
        if wrong:
            raise CommandError("Not what the rulebook says: " + "; ".join(wrong))
        self.stdout.write(f"{len(revisions)} revisions, all as the rulebook says.")


def _differs(revision: Revision) -> bool:
    stored = {r.place: (r.side, r.total, r.stats) for r in revision.results.all()}
    return stored != {r.place: (r.side, r.total, r.stats) for r in recomputed(revision)}
