"""Writing down who sits where in a round, and which proposal somebody looked at.

For the acts on rounds and on proposals; it decides nothing and logs nothing.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.refused import Refused
from scoring.rulebooks.base import Rulebook, kept_by_deal
from tournament.actions.log import just_before
from tournament.drawing import Drawn, Wanted
from tournament.models import Entry, Member, Round, Seat, Table, Tournament
from tournament.queries.seating import laid_as_drawn
from tournament.seating import as_dict, request_as_dict
from tournament.seating.wire import PairRequest, pair_request_as_dict
from tournament.seatingways import way_as_dict

State = Round.State


def write_round(
    tournament: Tournament,
    number: int,
    wanted: Wanted,
    found: Drawn,
) -> Round:
    """Write a round down as it was found, proposed."""
    proposal = found.proposal
    round_ = Round.objects.create(
        tournament=tournament,
        number=number,
        seed=wanted.request.seed,
        inputs=_inputs(tournament, wanted, found),
        quality=as_dict(proposal.quality),
    )
    members = members_of(tournament)
    tables = Table.objects.bulk_create(
        Table(round=round_, number=n) for n in range(1, len(proposal.tables) + 1)
    )
    rules = tournament.rules
    pinned = laid_as_drawn(round_).pinned
    Seat.objects.bulk_create(
        seat(round_, table, place, member, member.entry.number in pinned)
        for table, numbers in zip(tables, proposal.tables, strict=True)
        for place, member in at_places(rules, [members[n] for n in numbers])
    )
    return round_


def at_places(
    rules: Rulebook, entries: Sequence[Sequence[Member]]
) -> Iterator[tuple[int, Member]]:
    """The places of a table with who sits there; a pair takes those of a side.

    The first place deals first, so the pair that was drawn first does.
    """
    if all(len(members) == 1 for members in entries):
        yield from enumerate((member for members in entries for member in members), 1)
        return
    assert kept_by_deal(rules), "pairs play for sides"
    sides = rules.sides(sum(map(len, entries))).values()
    for places, members in zip(sides, entries, strict=True):
        yield from zip(places, members, strict=True)


def _inputs(
    tournament: Tournament,
    wanted: Wanted,
    found: Drawn,
) -> dict[str, Any]:
    """What the draw can be made again from, save the rounds before: those are seats.

    Also the rounds it planned ahead, which the next draw goes by.
    """
    request = wanted.request
    if isinstance(request, PairRequest):
        asked = pair_request_as_dict(request)
    else:
        asked = request_as_dict(request)
    for of_before in ("history", "sat"):
        asked.pop(of_before, None)
    kept = {"kept": True, "dealing": wanted.dealing} if wanted.games else {}
    return {
        "request": asked,
        "people_version": tournament.people_version,
        "how": found.proposal.how,
        "free": found.free,
        "ahead": [played.tables for played in found.proposal.ahead],
        "way": way_as_dict(wanted.way),
        **({"helpers": dict(wanted.helpers)} if wanted.helpers else {}),
        **kept,
    }


def seat(
    round_: Round, table: Table, place: int, member: Member, pinned: bool = False
) -> Seat:
    """A seat, not written down yet."""
    entry: Entry = member.entry
    return Seat(
        pinned=pinned,
        round=round_,
        table=table,
        place=place,
        entry=entry,
        member=member,
        player_id=member.player_id,
    )


def members_of(tournament: Tournament) -> dict[int, list[Member]]:
    """The people of every start number, in order of position. One query."""
    members: dict[int, list[Member]] = {}
    for member in (
        Member.objects.filter(tournament=tournament)
        .select_related("entry")
        .order_by("position")
    ):
        members.setdefault(member.entry.number, []).append(member)
    return members


def version_of(round_: Round) -> str:
    """Which proposal this is, and after how many changes by hand."""
    return f"{round_.pk}.{round_.inputs.get('version', 0)}"


def as_seen(round_: Round, version: str) -> Round:
    """The proposal as it is now, if that is the version somebody saw ("" for any)."""
    now = in_state(round_, State.PROPOSED)
    if version and version_of(now) != version:
        raise Refused(
            "proposal_changed",
            _(
                "Somebody else changed this proposal in the meantime. Here is how it "
                "is now."
            ),
        )
    return now


def in_state(round_: Round, *states: State) -> Round:
    """The round as it is now, if it is in one of these states."""
    now = Round.objects.select_for_update().filter(pk=round_.pk).first()
    if now is None or now.state not in states:
        raise just_before()
    return now
