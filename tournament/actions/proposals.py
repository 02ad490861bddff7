"""Changing a proposal by hand, as long as nobody else saw it.

Every change is a step over the seats as drawn (tournament/handwork.py), so that a draw
can still be proven and the last step taken back. ``version`` is the proposal as
somebody looked at it: whoever looked at an older one changes nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.laying import (
    as_seen,
    at_places,
    members_of,
    seat,
    version_of,
)
from tournament.actions.log import User, lock, log
from tournament.drawing import judged
from tournament.handwork import (
    PIN,
    PLACE,
    SWAP,
    UNPIN,
    Laid,
    NotThere,
    Step,
    after,
    replay,
)
from tournament.models import Round, Seat, Tournament
from tournament.queries.playing import present_numbers
from tournament.queries.seating import history, laid_as_drawn, laid_for_all
from tournament.seating import as_dict


def swap(
    round_: Round, one: int, other: int, user: User, version: str, stays: bool = True
) -> Round:
    """Let two start numbers change places; ``one`` then stays there if drawn again.

    Raises Refused: round_moved_on, proposal_changed, not_in_round.
    """
    said = {"one": one, "other": other, "numbers": [one, other]}
    step: Step = [SWAP, one, other, int(stays)]
    return _change(round_, user, version, step, "round.swapped", said)


def place(round_: Round, one: int, table: int, user: User, version: str) -> Round:
    """Put somebody at a table, or at none (0), whatever its size becomes.

    Raises Refused: round_moved_on, proposal_changed, not_in_round, table_full.
    """
    said = {"number": one, "table": table}
    return _change(round_, user, version, [PLACE, one, table], "round.placed", said)


def pin(round_: Round, one: int, user: User, version: str) -> Round:
    """Keep somebody at their table when the round is drawn again.

    Raises Refused: round_moved_on, proposal_changed, not_in_round.
    """
    return _change(round_, user, version, [PIN, one], "round.pinned", {"number": one})


def unpin(round_: Round, one: int, user: User, version: str) -> Round:
    """Let somebody be seated anywhere again.

    Raises Refused: round_moved_on, proposal_changed, not_in_round.
    """
    return _change(
        round_, user, version, [UNPIN, one], "round.unpinned", {"number": one}
    )


@transaction.atomic
def take_back(round_: Round, user: User, version: str) -> Round:
    """Take the last change by hand back.

    Raises Refused: round_moved_on, proposal_changed, nothing_by_hand.
    """
    tournament = lock(round_.tournament)
    round_ = as_seen(round_, version)
    steps = round_.inputs.get("hand", [])
    if not steps:
        raise Refused(
            "nothing_by_hand", _("Nothing was changed by hand in this proposal.")
        )
    before = replay(laid_as_drawn(round_), steps[:-1])
    there = {*present_numbers(tournament, round_.number)}
    before = replace(before, loose=tuple(n for n in before.loose if n in there))
    _write(tournament, round_, before, steps[:-1])
    log(
        tournament,
        user,
        "round.hand_undone",
        round=round_.number,
        numbers=[int(n) for n in steps[-1][1 : 3 if steps[-1][0] == SWAP else 2]],
    )
    return round_


@transaction.atomic
def _change(
    round_: Round,
    user: User,
    version: str,
    step: Step,
    action: str,
    said: dict[str, Any],
) -> Round:
    tournament = lock(round_.tournament)
    round_ = as_seen(round_, version)
    now = laid_for_all(round_)
    try:
        then = after(now, step)
    except NotThere:
        raise Refused(
            "not_in_round",
            _("That person or table is not in this proposal. Choose once more."),
        ) from None
    if then == now:
        return round_
    _refuse_too_many(tournament, now, then)
    drawn = round_.inputs.setdefault("drawn", {"tables": now.tables, "free": []})
    # who came since the draw has no seat in it either
    drawn["free"] = sorted({*drawn["free"], *now.loose})
    _write(tournament, round_, then, [*round_.inputs.get("hand", []), list(step)])
    log(
        tournament,
        user,
        action,
        round=round_.number,
        draw=version_of(round_),
        **said,
    )
    return round_


def _refuse_too_many(tournament: Tournament, now: Laid, then: Laid) -> None:
    most = 2 if tournament.pairs else max(tournament.rules.sizes)
    for number, table in enumerate(then.tables, 1):
        if len(table) > most and len(table) > len(now.tables[number - 1]):
            raise Refused(
                "table_full",
                _("Table %(table)s is full. Let somebody there change places instead.")
                % {"table": number},
            )


def _write(
    tournament: Tournament, round_: Round, laid: Laid, steps: Sequence[Step]
) -> None:
    """Lay the seats so, judge them anew, and remember the steps."""
    round_.inputs["hand"] = list(steps)
    round_.inputs["free"] = laid.loose
    round_.inputs["version"] = round_.inputs.get("version", 0) + 1
    if {p for table in laid.tables for p in table} | {*laid.loose} == {
        *present_numbers(tournament, round_.number)
    }:
        # whoever came or went is seen to
        round_.inputs["people_version"] = tournament.people_version
    tables = [table for table in laid.tables if table]
    round_.quality = as_dict(judged(tables, history(tournament, round_.number)))
    round_.save(update_fields=["inputs", "quality"])
    was = {
        (s.member_id, s.table_id, s.place, s.pinned): s.pk
        for s in Seat.objects.filter(round=round_)
    }
    members = members_of(tournament)
    laid_out = [
        seat(round_, table, at, member, member.entry.number in laid.pinned)
        for table, numbers in zip(
            round_.tables.order_by("number"), laid.tables, strict=True
        )
        for at, member in at_places(tournament.rules, [members[n] for n in numbers])
    ]
    new = [
        each
        for each in laid_out
        if not was.pop((each.member_id, each.table_id, each.place, each.pinned), None)
    ]
    Seat.objects.filter(pk__in=was.values()).delete()
    Seat.objects.bulk_create(new)
