"""Builds an evening through the same actions as the pages."""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unittest import mock

from django.contrib.auth.models import User

from scoring.models import Revision
from tournament.actions import registration, rounds, sheets, tournaments
from tournament.drawing import planned_pairs
from tournament.models import Club, Player, Round, Table, Tournament
from tournament.seating import plan_round

# A form of each size that was checked by hand against the rules.
FORM_OF_FOUR = (
    "0 1x 1x 1 2 0 1 2 0 0 0x",
    "0 1 0 1x 1x 1 1x 1x 1 0 0",
    "1 0 1 1 0 1x 1x 0 2 0x 0",
    "1x 1 0 2 1 2 1x 0 1x 1 0",
)
FORM_OF_FIVE = (
    "0 1x 1x 0 1 2 0x 1 1 0 0",
    "0x 1 1 0 2x 1 1 0x 0 0 0",
    "0 0 1 0x 0 1 1x 1 2x 1 1x",
    "0 0 1 1 2 0 1x 0 0 1x 0",
    "0 1 0 2x 1 2x 1 1 1 1 1",
)
FORM_OF_THREE = (
    "0x 0 1 2 3x 2 2 1 1 1 0x",
    "0 1x 0 1 2 2x 1 1x 1 0x 0",
    "0 0 1x 2x 1 2 1x 1 0x 0 0",
)
FORMS = {3: FORM_OF_THREE, 4: FORM_OF_FOUR, 5: FORM_OF_FIVE}


def reading(rows: Sequence[str], **more: Any) -> dict[str, Any]:
    """A reading of a form from rows like "0 1x x 2 ...", one per place."""
    return {"rows": [row.split() for row in rows], **more}


@dataclass
class Evening:
    """A tournament under way and the director who runs it."""

    tournament: Tournament
    director: User

    def round(self, number: int) -> Round:
        return self.tournament.rounds.get(number=number)

    def table(self, round_number: int, table: int) -> Table:
        return Table.objects.select_related("sheet", "round__tournament").get(
            round__tournament=self.tournament, round__number=round_number, number=table
        )

    def draw(self, seed: int = 1) -> Round:
        """Planned here: starting a process for it takes longer than the planning.

        The pages, and rounds.draw itself, have one started.
        """
        here = mock.patch.multiple(
            rounds, plan_in_child=plan_round, plan_pairs_in_child=planned_pairs
        )
        with here:
            return rounds.draw(self.tournament, self.director, seed=seed)

    def publish(self, seed: int = 1) -> Round:
        round_ = self.draw(seed)
        rounds.publish(round_, self.director)
        round_.refresh_from_db()
        return round_

    def hand_in(
        self, table: Table, cells: dict[str, Any] | None = None, **wishes: Any
    ) -> Revision:
        assert table.sheet
        wishes = {"key": uuid.uuid4().hex, "based_on": 0, **wishes}
        cells = cells or reading(FORMS[table.sheet.places])
        return sheets.hand_in(table, cells, self.director, **wishes)

    def fill(self, round_: Round, leave: Sequence[int] = ()) -> None:
        """Hand in the form of every table but those in ``leave``."""
        for table in round_.tables.select_related("sheet", "round__tournament"):
            if table.number not in leave:
                self.hand_in(table)

    def play(self, seed: int = 1) -> Round:
        """Draw, publish, fill and close a round."""
        round_ = self.publish(seed)
        self.fill(round_)
        rounds.close(round_, self.director)
        return round_


def build_evening(
    club: Club,
    director: User,
    people: int,
    *,
    played: int = 0,
    names: Sequence[str] = (),
    **settings: Any,
) -> Evening:
    """A tournament with ``people`` entered and ``played`` rounds behind it."""
    tournament = tournaments.create_tournament(
        club,
        director,
        name=settings.pop("name", "Najaarsbollen"),
        date=datetime.date(2026, 11, 14),
        **settings,
    )
    for number in range(1, people + 1):
        name = (
            names[number - 1] if number <= len(names) else f"Speler {letters(number)}"
        )
        player = Player.objects.create(club=club, name=name)
        registration.register(tournament, player, director)
    evening = Evening(tournament, director)
    for seed in range(1, played + 1):
        evening.play(seed)
    return evening


def letters(number: int) -> str:
    """1 -> A, 27 -> AA: names without digits, each another."""
    text = ""
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
