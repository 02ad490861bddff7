"""What closing a tournament would cut short: asked once more before it is done."""

from dataclasses import dataclass
from datetime import datetime

from scoring.models import Sheet
from tournament.models import Round, Table, Tournament
from tournament.objections import Objections, objections, stamp_of


@dataclass(frozen=True)
class CutShort:
    """Objections that still count, (round, table) of forms that nobody looked at yet,
    and how many rounds are planned and not played.
    """

    moment: Objections | None
    unseen: tuple[tuple[int, int], ...]
    to_come: int

    @property
    def stamp(self) -> str:
        """What somebody was asked about; empty where there is nothing to ask."""
        if not (self.moment or self.unseen or self.to_come):
            return ""
        forms = ".".join(f"{round_}-{table}" for round_, table in self.unseen)
        until = stamp_of(self.moment.until) if self.moment else ""
        return f"{until}/{forms}/{self.to_come}"


def cut_short(tournament: Tournament, now: datetime) -> CutShort:
    """What would be cut short by closing at ``now``. Two queries."""
    moment = objections(tournament.objections_until, tournament.date, now)
    unseen = Table.objects.filter(
        round__tournament=tournament, sheet__state=Sheet.State.HANDED_IN
    ).order_by("round__number", "number")
    played = tournament.rounds.filter(state=Round.State.CLOSED).count()
    return CutShort(
        moment=None if moment is None or moment.over else moment,
        unseen=tuple(unseen.values_list("round__number", "number")),
        to_come=max(0, tournament.rounds_planned - played),
    )
