"""Which forms wait for somebody who looks at them, and where moved ones went."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from scoring.models import Revision, Sheet
from tournament.models import Round, Table, Tournament


@dataclass(frozen=True)
class Waiting:
    """The tables whose form nobody looked at: that I may look at, and that others do.

    Under the policy of the table itself they are all for others.
    """

    mine: tuple[int, ...]
    others: tuple[int, ...]

    def after(self, number: int) -> int | None:
        """The next table for me after this one, going round."""
        rest = [n for n in self.mine if n != number]
        return next((n for n in rest if n > number), rest[0] if rest else None)


@dataclass(frozen=True)
class Gone:
    """Where a revision went when its form was moved."""

    round: int
    table: int


def may_look(tournament: Tournament, revision: Revision, user: User | None) -> bool:
    """Whether somebody may say that a form is right; None for the table itself."""
    if tournament.verification == Tournament.Verification.SECOND:
        return user is not None and revision.made_by_id != user.pk
    return True


def waiting(tournament: Tournament, round_: Round, user: User) -> Waiting:
    """The forms of a round that wait to be looked at. One query."""
    found = Revision.objects.filter(
        counted=True, sheet__table__round=round_, sheet__state=Sheet.State.HANDED_IN
    ).order_by("sheet__table__number")
    mine: list[int] = []
    others: list[int] = []
    of_table = tournament.verification == Tournament.Verification.TABLE
    for revision in found.select_related("sheet__table").defer("cells"):
        ours = not of_table and may_look(tournament, revision, user)
        (mine if ours else others).append(revision.sheet.table.number)
    return Waiting(tuple(mine), tuple(others))


def moves_of(table: Table) -> dict[int, Gone]:
    """Where revisions of a table went, by their number. One query."""
    tournament, at = table.round.tournament, (table.round.number, table.number)
    here = Q(data__round=at[0], data__table=at[1])
    there = Q(data__to_round=at[0], data__to_table=at[1], action="sheet.exchanged")
    moved = tournament.log.filter(action__in=("sheet.moved", "sheet.exchanged"))
    gone = {}
    for data in moved.filter(here | there).values_list("data", flat=True):
        if (data["round"], data["table"]) == at:
            gone[data["revision"]] = Gone(data["to_round"], data["to_table"])
        else:
            gone[data["theirs"]] = Gone(data["round"], data["table"])
    return gone
