"""What of the log of a tournament can be taken back as things stand now, and how."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, Max, OuterRef, Q
from django.utils import timezone

from scoring.models import Sheet
from tournament.models import LogEntry, Round, Seat, Table, Tournament
from tournament.objections import stamp_of as stamp_of_moment
from tournament.queries.clock import OPEN, clock_of, stamp_of
from tournament.queries.people import Attendance, Person, attendance, people

State = Round.State


@dataclass(frozen=True)
class Undo:
    """The act that takes something back: the name of its page and what goes there."""

    page: str
    arguments: tuple[int | str, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Now:
    """How things stand, for what can still be undone.

    ``people`` by start number; ``withdrawn`` has from which round (None for who takes
    part) and ``seated`` who has a seat; ``forms`` has per (round, table) that is laid
    its last revision, 0 for none, ``shown`` the state of its sheet with the one to go
    on from, 0 for none, and ``extra`` the seconds that it has extra; ``attendance`` is
    that of the ``next_round``.
    ``revealed_from`` is the best place that the public sees of hidden standings, and
    ``objections_until`` until when they may be objected to.
    ``reversed`` has the last entry that took something back, see REVERSED_BY.
    """

    people: Mapping[int, Person]
    withdrawn: Mapping[int, int | None]
    seated: frozenset[int]
    rounds: Mapping[int, Round]
    forms: Mapping[tuple[int, int], int]
    extra: Mapping[tuple[int, int], int]
    shown: Mapping[tuple[int, int], tuple[str, int]]
    next_round: int
    attendance: Mapping[int, Attendance]
    revealed_from: int | None
    objections_until: datetime | None
    reversed: Mapping[tuple[str, tuple[Any, ...]], int]


# By what an act is taken back, and what the two have in common ("round number" is
# both).
REVERSED_BY: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "entry.registered": ("number", ("entry.unregistered",)),
    "entry.withdrawn": ("number", ("entry.taken_back",)),
    "entry.paid": ("number", ("entry.unpaid",)),
    "penalty.given": ("penalty", ("penalty.cancelled",)),
    "round.drawn": ("round", ("round.discarded", "round.drawn")),
    "round.published": ("round", ("round.unpublished",)),
    "round.closed": ("round", ("round.reopened",)),
    "round.clock_started": ("round", ("round.clock_stopped",)),
    "preregistration.cancelled": ("code", ("preregistration.restored",)),
    "sheet.approved": ("form", ("sheet.unapproved",)),
    "sheet.sent_back": ("form", ("sheet.unsent",)),
    "seat.added": ("round number", ("seat.unseated",)),
    "seat.removed": ("round number", ("seat.put_back",)),
    "seat.left": ("round number", ("seat.stayed",)),
    "seat.substituted": ("round number", ("seat.own_again", "seat.substituted")),
    "seat.exchanged": ("exchange", ("seat.exchanged_back",)),
}


def now(tournament: Tournament) -> Now:
    """What is true of a tournament at this moment. Seven queries."""
    folk = people(tournament, public=False)
    entries = tournament.entries.annotate(
        sits=Exists(Seat.objects.filter(entry=OuterRef("pk")))
    ).values_list("number", "withdrawn_from", "sits")
    rows = list(entries)
    drawn = tournament.rounds.defer("inputs", "quality")
    drawn = drawn.annotate(by_hand=F("inputs__version"))
    rounds = {r.number: r for r in drawn}
    out = [r for r in rounds.values() if r.state != State.PROPOSED]
    tables = Table.objects.filter(round__tournament=tournament, sheet__isnull=False)
    number = "sheet__revisions__number"
    counts = Q(sheet__revisions__counted=True)
    laid = tables.annotate(last=Max(number), counts=Max(number, filter=counts))
    forms = {
        (round_, table): (last or 0, state, counts or 0, more)
        for round_, table, last, state, counts, more in laid.order_by(
            "number"
        ).values_list(
            "round__number", "number", "last", "sheet__state", "counts", "extra_seconds"
        )
    }
    back = Sheet.State.SENT_BACK
    next_round = len(out) + 1
    present = attendance(tournament, next_round)
    return Now(
        people={person.number: person for person in folk.values()},
        withdrawn={number: gone for number, gone, _sits in rows},
        seated=frozenset(number for number, _gone, sits in rows if sits),
        rounds=rounds,
        forms={at: last for at, (last, _state, _counts, _more) in forms.items()},
        shown={
            at: (state, last if state == back else counts)
            for at, (last, state, counts, _more) in forms.items()
        },
        extra={at: more for at, (_last, _state, _counts, more) in forms.items()},
        next_round=next_round,
        attendance={folk[entry].number: state for entry, state in present.items()},
        revealed_from=tournament.revealed_from,
        objections_until=tournament.objections_until,
        reversed=_reversed(tournament),
    )


def _reversed(tournament: Tournament) -> dict[tuple[str, tuple[Any, ...]], int]:
    """The last entry of every reversing action, by what it concerns."""
    keys = {act: key for key, acts in REVERSED_BY.values() for act in acts}
    done = tournament.log.filter(action__in=keys).order_by("pk")
    return {
        (action, _concerns(data, keys[action])): pk
        for pk, action, data in done.values_list("pk", "action", "data")
    }


def is_undone(entry: LogEntry, now: Now) -> bool:
    """Whether a later act took this one back."""
    key, acts = REVERSED_BY.get(entry.action, ("", ()))
    what = _concerns(entry.data, key)
    return any(now.reversed.get((act, what), 0) > entry.pk for act in acts)


def _concerns(data: Mapping[str, Any], key: str) -> tuple[Any, ...]:
    return tuple(data[name] for name in key.split())


def undo_of(entry: LogEntry, now: Now) -> Undo | None:
    """How an entry can be taken back at this moment, if it can."""
    find = UNDO.get(entry.action)
    return find(entry.data, now) if find and not is_undone(entry, now) else None


def _registered(data: Mapping[str, Any], now: Now) -> Undo | None:
    number = data["number"]
    if number not in now.people or number in now.seated:
        return None
    return Undo("person_leaves", (number, "unregister"))


def _withdrawn(data: Mapping[str, Any], now: Now) -> Undo | None:
    number = data["number"]
    if number not in now.people or now.withdrawn[number] != data["from_round"]:
        return None
    return Undo("person_leaves", (number, "return"))


def _presence_set(data: Mapping[str, Any], now: Now) -> Undo | None:
    """As long as the round is to come and all that was said still holds."""
    said = data.get("said", ())
    holds = all(now.attendance.get(number) == state for number, _was, state in said)
    if not said or not holds or data["round"] != now.next_round:
        return None
    before = [(f"p{number}", was) for number, was, _now in said]
    return Undo("presence", (), (("round", str(data["round"])), *before))


def _drawn(data: Mapping[str, Any], now: Now) -> Undo | None:
    round_ = now.rounds.get(data["round"])
    if not round_ or (round_.state, round_.seed) != (State.PROPOSED, data.get("seed")):
        return None
    return Undo("act", (data["round"], "discard"))


def _by_hand(data: Mapping[str, Any], now: Now) -> Undo | None:
    """The last change in a proposal that is still one."""
    round_ = now.rounds.get(data["round"])
    if not round_ or round_.state != State.PROPOSED:
        return None
    if data.get("draw") != f"{round_.pk}.{getattr(round_, 'by_hand', None) or 0}":
        return None
    return Undo("by_hand", (data["round"], "undo"), (("version", data["draw"]),))


def _company(act: str) -> Callable[[Mapping[str, Any], Now], Undo | None]:
    """What was said of two people, by an act of the page of one."""

    def find(data: Mapping[str, Any], now: Now) -> Undo | None:
        if data["number"] not in now.people:
            return None
        return Undo("company", (data["number"], act), (("other", str(data["with"])),))

    return find


def _together(data: Mapping[str, Any], now: Now) -> Undo | None:
    one, other = data["numbers"]
    if data["round"] != now.next_round or not {one, other} <= now.people.keys():
        return None
    return Undo("company", (one, "not-together"), (("other", str(other)),))


def _fixed_table(data: Mapping[str, Any], now: Now) -> Undo | None:
    if data["number"] not in now.people:
        return None
    fields = (("table", str(data["was"] or "")),)
    return Undo("company", (data["number"], "table"), fields)


def _published(data: Mapping[str, Any], now: Now) -> Undo | None:
    round_ = now.rounds.get(data["round"])
    if not round_ or round_.state != State.PUBLISHED:
        return None
    return Undo("act", (data["round"], "unpublish"))


def _closed(data: Mapping[str, Any], now: Now) -> Undo | None:
    round_ = now.rounds.get(data["round"])
    if not round_ or round_.state != State.CLOSED or data["round"] + 1 in now.rounds:
        return None
    return Undo("act", (data["round"], "reopen"))


def _clock(data: Mapping[str, Any], now: Now, act: str, **more: Any) -> Undo | None:
    """An act on the clock of a round that is under way, as it stands now."""
    round_ = now.rounds.get(data["round"])
    if not round_ or round_.state not in OPEN:
        return None
    extra = {t: s for (r, t), s in now.extra.items() if r == round_.number}
    fields = {"seen": stamp_of(clock_of(round_, extra)), **more}
    sent = tuple((name, str(value)) for name, value in fields.items())
    return Undo("clock", (round_.number, act), sent)


def _clock_started(data: Mapping[str, Any], now: Now) -> Undo | None:
    round_ = now.rounds.get(data["round"])
    has_one = round_ and round_.clock_seconds is not None
    return _clock(data, now, "stop") if has_one else None


def _clock_changed(data: Mapping[str, Any], now: Now) -> Undo | None:
    """As long as nobody changed it once more."""
    round_ = now.rounds.get(data["round"])
    if not round_ or round_.clock_seconds != data["seconds"]:
        return None
    return _clock(data, now, "less" if data["seconds"] > data["was"] else "more")


def _clock_extra(data: Mapping[str, Any], now: Now) -> Undo | None:
    round_ = now.rounds.get(data["round"])
    has_it = now.extra.get((data["round"], data["table"])) == data["seconds"]
    if not round_ or round_.clock_seconds is None or not has_it:
        return None
    minutes = (data["was"] - data["seconds"]) // 60
    return _clock(data, now, "extra", table=data["table"], minutes=minutes)


def _cancelled(data: Mapping[str, Any], now: Now) -> Undo | None:
    return Undo("expected_act", (data["code"], "restore"))


def _penalty_given(data: Mapping[str, Any], now: Now) -> Undo | None:
    return Undo("penalty_cancel", (data["penalty"],))


def _revealed(data: Mapping[str, Any], now: Now) -> Undo | None:
    place, was = data["place"], data["was"]
    if now.revealed_from != place:
        return None
    return Undo("stage", (), (("was", str(place or "")), ("act", str(was or "none"))))


def _objections_set(data: Mapping[str, Any], now: Now) -> Undo | None:
    """As long as it is that moment, and the one before it is still to come."""
    if now.objections_until != datetime.fromisoformat(data["until"]):
        return None
    return _objections(now, data.get("was"))


def _objections_removed(data: Mapping[str, Any], now: Now) -> Undo | None:
    return None if now.objections_until else _objections(now, data["was"])


def _objections(now: Now, back: str | None) -> Undo | None:
    """To the moment that it was, or to none."""
    until = datetime.fromisoformat(back) if back else None
    if until and until <= timezone.now():
        return None
    seen = ("seen", stamp_of_moment(now.objections_until))
    return Undo("objections", (), (seen, ("back", stamp_of_moment(until) or "none")))


def _approved(data: Mapping[str, Any], now: Now) -> Undo | None:
    return _of_form(data, now, Sheet.State.APPROVED, "unapprove")


def _sent_back(data: Mapping[str, Any], now: Now) -> Undo | None:
    return _of_form(data, now, Sheet.State.SENT_BACK, "unsend")


def _of_form(
    data: Mapping[str, Any], now: Now, state: Sheet.State, act: str
) -> Undo | None:
    """As long as the form still is in that state, with the same revision."""
    round_, revision = now.rounds.get(data["round"]), data["revision"]
    if now.shown.get((data["round"], data["table"])) != (state, revision):
        return None
    if round_ is None or (round_.state == State.CLOSED and act == "unapprove"):
        return None
    fields = (("act", act), ("revision", str(revision)))
    return Undo("check_form", (data["round"], data["table"]), fields)


def _moved(data: Mapping[str, Any], now: Now) -> Undo | None:
    """As long as what was laid there still counts, and what it left is as it was."""
    here, there = _ends(data)
    if now.shown.get(there, ("", 0))[1] != data["made"]:
        return None
    if now.shown.get(here, ("", -1))[1] != data["back"]:
        return None
    fields = (
        ("to", f"{here[0]}-{here[1]}"),
        ("based_on", str(data["made"])),
        ("target_based_on", str(data["back"])),
        ("undo", "1"),
    )
    return Undo("move_form", there, fields)


def _ends(data: Mapping[str, Any]) -> tuple[tuple[int, int], tuple[int, int]]:
    """From which round and table a form was moved, and to which."""
    return (data["round"], data["table"]), (data["to_round"], data["to_table"])


def _seat(
    act: str, *, form_open: bool
) -> Callable[[Mapping[str, Any], Now], Undo | None]:
    """The step back of an act on a seat, while its round is played."""

    def find(data: Mapping[str, Any], now: Now) -> Undo | None:
        round_ = now.rounds.get(data["round"])
        if not round_ or round_.state not in (State.PUBLISHED, State.PLAYING):
            return None
        if form_open and now.forms.get((data["round"], data["table"])) != 0:
            return None
        position = (("position", str(data.get("position", 1))),)
        return Undo("seat_act", (data["round"], data["number"], act), position)

    return find


def _exchanged(data: Mapping[str, Any], now: Now) -> Undo | None:
    round_ = now.rounds.get(data["round"])
    if not round_ or round_.state == State.PROPOSED:
        return None
    one, other = data["numbers"]
    fields = {"one": one, "other": other, "seen": data["back"], "undo": 1}
    sent = tuple((name, str(value)) for name, value in fields.items())
    return Undo("exchange", (data["round"],), sent)


UNDO: Mapping[str, Callable[[Mapping[str, Any], Now], Undo | None]] = {
    "entry.registered": _registered,
    "entry.withdrawn": _withdrawn,
    "penalty.given": _penalty_given,
    "presence.set": _presence_set,
    "standings.revealed": _revealed,
    "objections.set": _objections_set,
    "objections.removed": _objections_removed,
    "player.kept_apart": _company("not-apart"),
    "player.kept_together": _company("not-always"),
    "player.fixed_table": _fixed_table,
    "entry.together": _together,
    "round.drawn": _drawn,
    "round.swapped": _by_hand,
    "round.placed": _by_hand,
    "round.pinned": _by_hand,
    "round.unpinned": _by_hand,
    "round.published": _published,
    "round.closed": _closed,
    "round.clock_started": _clock_started,
    "preregistration.cancelled": _cancelled,
    "round.clock_changed": _clock_changed,
    "round.clock_extra": _clock_extra,
    "sheet.approved": _approved,
    "sheet.sent_back": _sent_back,
    "sheet.moved": _moved,
    "sheet.exchanged": _moved,
    "seat.added": _seat("unseat", form_open=True),
    "seat.removed": _seat("put-back", form_open=True),
    "seat.left": _seat("stay", form_open=True),
    "seat.substituted": _seat("own", form_open=False),
    "seat.exchanged": _exchanged,
}
