"""What closing a tournament would cut short: asked once more before it is done."""

from dataclasses import dataclass
from datetime import datetime

from scoring.models import Sheet
from tournament.models import Round, Table, Tournament
from tournament.objections import Objections, objections, stamp_of
from tournament.queries.twoforms import undecided


@dataclass(frozen=True)
class CutShort:
    """Objections that still count, (round, table) of forms that nobody looked at yet
    and of two forms left undecided, and how many planned rounds are not played.
    """

    moment: Objections | None
    unseen: tuple[tuple[int, int], ...]
    undecided: tuple[tuple[int, int], ...]
    to_come: int

    @property
    def stamp(self) -> str:
        """What somebody was asked about; empty where there is nothing to ask."""
        if not (self.moment or self.unseen or self.undecided or self.to_come):
            return ""
        forms, pairs = (
            ".".join(f"{round_}-{table}" for round_, table in each)
            for each in (self.unseen, self.undecided)
        )
        until = stamp_of(self.moment.until) if self.moment else ""
        return f"{until}/{forms}/{pairs}/{self.to_come}"


def cut_short(tournament: Tournament, now: datetime) -> CutShort:
    """What would be cut short by closing at ``now``. Three queries."""
    moment = objections(tournament.objections_until, tournament.date, now)
    unseen = Table.objects.filter(
        round__tournament=tournament, sheet__state=Sheet.State.HANDED_IN
    ).order_by("round__number", "number")
    played = tournament.rounds.filter(state=Round.State.CLOSED).count()
    return CutShort(
        moment=None if moment is None or moment.over else moment,
        unseen=tuple(unseen.values_list("round__number", "number")),
        undecided=undecided(tournament),
        to_come=max(0, tournament.rounds_planned - played),
    )
