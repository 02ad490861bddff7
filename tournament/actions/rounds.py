"""A round from the draw to its close, and every step back that still can be taken."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.db.models import Count, F
from django.utils.translation import gettext as _

from scoring.models import Sheet
from scoring.refused import Refused
from tournament.actions.laying import as_seen, in_state, version_of, write_round
from tournament.actions.log import User, lock, log, results_changed
from tournament.actions.objections import take_away
from tournament.actions.pairs import refuse_entrants
from tournament.child import (
    plan_in_child,
    plan_pairs_in_child,
    seat_ranked_in_child,
)
from tournament.drawing import Drawn, Wanted, drawn
from tournament.messages import too_few
from tournament.models import Round, Tournament
from tournament.proposalwords import about_contradiction, unfinished
from tournament.queries.drawing import (
    TablesDoNotFit,
    draw_request,
    drawn_from,
    planned_ahead,
)
from tournament.queries.people import people
from tournament.queries.playing import present_numbers
from tournament.queries.seating import laid_for_all, laid_now, seated_numbers
from tournament.queries.twoforms import with_two_forms
from tournament.queries.ways import ranking_of
from tournament.seating import (
    Contradiction,
    Quality,
    Request,
)
from tournament.seating import Round as Planned
from tournament.seating.quality import judge_rounds
from tournament.seating.wire import (
    PairRequest,
)
from tournament.seatingways import MIXED, OWN, Way, finalists
from tournament.tablesizes import NoTables

State = Round.State


def draw(
    tournament: Tournament,
    user: User,
    seed: int | None = None,
    replacing: Round | None = None,
    sizes: tuple[int, ...] = (),
    variety_first: bool = False,
    way: Way = MIXED,
    version: str = "",
) -> Round:
    """Plan the next round and write it down as proposed.

    ``replacing`` is the proposal that is thrown away for it, ``version`` as somebody
    saw it; who was put at a table in it by hand stays there. ``sizes`` are the tables
    chosen, else those of the rule; ``variety_first`` puts few repeats before small
    tables shared out evenly; ``way`` is how it is seated, its ranking filled in here.
    Planned without a lock in a process of its own; written only if nobody drew, came
    or went meanwhile. Raises Refused: too_few_players, tables_do_not_fit, no_pairs,
    already_drawn, all_rounds_drawn, people_changed, round_moved_on, proposal_changed,
    contradiction, no_standings, final_does_not_fit.
    """
    tournament = Tournament.objects.get(pk=tournament.pk)
    number = replacing.number if replacing else _next_round(tournament)
    seed = secrets.randbelow(2**31) if seed is None else seed
    refuse_entrants(tournament, tournament.rules, tournament.entrants)
    seen = version or (version_of(replacing) if replacing else "")
    if way.ranked:
        way = replace(way, ranking=ranking_of(tournament, number))
    try:
        wanted = draw_request(
            tournament,
            number,
            seed,
            anew=bool(replacing),
            sizes=sizes,
            variety_first=variety_first,
            way=way,
            pins=_pins(replacing) if way.key not in OWN else (),
        )
    except NoTables as none:
        sentence = too_few(none, pairs=tournament.pairs)
        raise Refused("too_few_players", sentence) from None
    except TablesDoNotFit as misfit:
        raise Refused("tables_do_not_fit", _do_not_fit(misfit)) from None
    _refuse_final(wanted)
    found = _found(tournament, wanted)
    with transaction.atomic():
        locked = lock(tournament)
        if locked.people_version != tournament.people_version:
            raise Refused("people_changed", _people_changed())
        if replacing:
            as_seen(replacing, seen).delete()
        if _next_round(locked) != number:
            raise Refused("already_drawn", _already_drawn(number))
        round_ = write_round(locked, number, wanted, found)
        tables = round_.tables.count()
        how = {} if way.key == MIXED.key else {"way": way.key}
        log(locked, user, "round.drawn", round=number, seed=seed, tables=tables, **how)
    return round_


def _pins(replacing: Round | None) -> tuple[tuple[int, int], ...]:
    return laid_now(replacing).pins if replacing else ()


def _refuse_final(wanted: Wanted) -> None:
    """Raise Refused where the final has no such tables, or not these people."""
    way, request = wanted.way, wanted.request
    if way.ranked and isinstance(request, PairRequest):
        raise Refused("singles_only", _("Pairs are always mixed, or placed by hand."))
    if not way.final or isinstance(request, PairRequest):
        return
    sentence = _("That final does not fit these tables. Choose another.")
    if Counter(way.final) - Counter(request.sizes):
        raise Refused("final_does_not_fit", sentence)
    try:
        finalists(way, [number for number, _place in way.ranking])
    except ValueError:
        raise Refused("final_does_not_fit", _chosen_anew()) from None


def _chosen_anew() -> str:
    return _("Choose as many people as there are places left in the final.")


def _found(tournament: Tournament, wanted: Wanted) -> Drawn:
    """The seating that was planned elsewhere."""
    try:
        return drawn(
            wanted,
            tournament.rules,
            plan_in_child,
            plan_pairs_in_child,
            seat_ranked_in_child,
        )
    except Contradiction as refused:
        folk = {p.number: p for p in people(tournament, public=False).values()}
        sentence = about_contradiction(refused, wanted.request, folk)
        raise Refused("contradiction", sentence, people=refused.people) from None


def other_variety(round_: Round) -> tuple[Quality, Quality]:
    """This proposal, and the one with variety first (or no longer), by all its rounds.

    What drawing it again with this seed would give. Plans in another process.
    """
    wanted = drawn_from(round_)
    assert isinstance(wanted.request, Request), "pairs sit at tables of one size"
    request = replace(
        wanted.request, variety_first=not wanted.request.variety_first, ahead=()
    )
    other = plan_in_child(request)
    here, ahead = seated_numbers(round_), planned_ahead(round_)
    return (
        judge_rounds([Planned(here), *ahead], request.history),
        judge_rounds([Planned(other.tables), *other.ahead], request.history),
    )


@transaction.atomic
def discard(round_: Round, user: User) -> None:
    """Throw a proposal away, so that the round can be drawn anew."""
    tournament = lock(round_.tournament)
    round_ = in_state(round_, State.PROPOSED)
    log(tournament, user, "round.discarded", round=round_.number, seed=round_.seed)
    round_.delete()


@transaction.atomic
def publish(round_: Round, user: User, anyway: bool = False, version: str = "") -> None:
    """Show the seating; every table gets a sheet and a link for its captain.

    Raises Refused (people_changed) when somebody came or went since the draw and
    the director did not say to publish it anyway; proposal_changed when it is not the
    ``version`` they saw; not_finished when seats are still to be given.
    """
    tournament = lock(round_.tournament)
    round_ = as_seen(round_, version)
    if not anyway and is_stale(round_, tournament):
        raise Refused("people_changed", _people_changed())
    rules = tournament.rules
    _drop_empty_tables(tournament, round_)
    if not tournament.options:
        tournament.options = rules.options()
        tournament.save(update_fields=["options"])
    tables = list(round_.tables.annotate(places=Count("seats")))
    options = rules.options_at([table.places for table in tables])
    for table in tables:
        table.sheet = Sheet.objects.create(
            rulebook=tournament.rulebook,
            options=options,
            places=table.places,
            heading=f"{tournament.name}, {round_.number}-{table.number}"[:200],
        )
        table.code = secrets.token_urlsafe(12)
        table.save(update_fields=["sheet", "code"])
    _move(round_, State.PROPOSED, State.PUBLISHED)
    taken = take_away(tournament)
    results_changed(tournament)
    log(tournament, user, "round.published", round=round_.number, **taken)


def is_stale(round_: Round, tournament: Tournament) -> bool:
    """Whether others play now than when this round was drawn.

    Who went and came back, or has somebody else in their place who has gone again, is
    nothing to draw anew for. Four queries at the most.
    """
    if round_.inputs["people_version"] == tournament.people_version:
        return False
    laid = laid_now(round_)
    drawn = {number for table in (*laid.tables, laid.loose) for number in table}
    if drawn != {*present_numbers(tournament, round_.number)}:
        return True
    return round_.seats.exclude(player=F("member__player")).exists()


@transaction.atomic
def unpublish(round_: Round, user: User) -> None:
    """Take a published seating back; the first form handed in ends that."""
    tournament = lock(round_.tournament)
    round_ = in_state(round_, State.PUBLISHED)
    sheets = list(round_.tables.values_list("sheet_id", flat=True))
    round_.tables.update(sheet=None, code=None)
    Sheet.objects.filter(pk__in=sheets).delete()
    _move(round_, State.PUBLISHED, State.PROPOSED)
    results_changed(tournament)
    log(tournament, user, "round.unpublished", round=round_.number)


@transaction.atomic
def close(round_: Round, user: User, without: frozenset[int] = frozenset()) -> None:
    """Close a round; its sheets are locked.

    ``without`` names the tables whose form the director accepts as missing, as not
    looked at, or as the first of two. Raises Refused (forms_missing, details:
    missing) for any other.
    """
    tournament = lock(round_.tournament)
    round_ = in_state(round_, State.PUBLISHED, State.PLAYING)
    sheets = Sheet.objects.filter(table__round=round_)
    rest = sheets.exclude(state=Sheet.State.APPROVED).order_by("table__number")
    states = dict(rest.values_list("table__number", "state"))
    unseen = [n for n, state in states.items() if state == Sheet.State.HANDED_IN]
    missing = [n for n in states if n not in unseen]
    undecided = with_two_forms(round_)
    if {*states, *undecided} - without:
        sentence = _not_all_in(missing, unseen, undecided)
        raise Refused("forms_missing", sentence, missing=list(states))
    sheets.update(locked=True)
    _move(round_, round_.state, State.CLOSED)
    results_changed(tournament)
    log(
        tournament,
        user,
        "round.closed",
        round=round_.number,
        without=missing,
        unseen=unseen,
        undecided=undecided,
    )


@transaction.atomic
def reopen(round_: Round, user: User) -> None:
    """Open a closed round again, as long as no later round was drawn.

    The moment until which objections count goes: it was for other standings.
    """
    tournament = lock(round_.tournament)
    round_ = in_state(round_, State.CLOSED)
    if tournament.rounds.filter(number__gt=round_.number).exists():
        raise Refused(
            "later_round",
            _("Round %(number)s is drawn already. Take that draw back first.")
            % {"number": round_.number + 1},
        )
    Sheet.objects.filter(table__round=round_).update(locked=False)
    _move(round_, State.CLOSED, State.PLAYING)
    taken = take_away(tournament)
    results_changed(tournament)
    log(tournament, user, "round.reopened", round=round_.number, **taken)


def _next_round(tournament: Tournament) -> int:
    last = tournament.rounds.order_by("-number").first()
    if last and last.state != State.CLOSED:
        raise Refused(
            "already_drawn",
            _already_drawn(last.number),
            round=last,
        )
    number = last.number + 1 if last else 1
    if number > tournament.rounds_planned:
        raise Refused(
            "all_rounds_drawn",
            _("All %(count)s rounds are played. Plan more rounds to go on.")
            % {"count": tournament.rounds_planned},
        )
    return number


def _drop_empty_tables(tournament: Tournament, round_: Round) -> None:
    """Leave out tables at the end where nobody was put; refuse what is not finished."""
    laid = laid_for_all(round_)
    waiting = set(round_.inputs.get("free", ()))
    laid = replace(laid, loose=tuple(n for n in laid.loose if n in waiting))
    fault = unfinished(laid, tournament.rules, pairs=tournament.pairs)
    if fault:
        raise Refused("not_finished", fault)
    filled = max(number for number, table in enumerate(laid.tables, 1) if table)
    if filled < len(laid.tables):
        round_.tables.filter(number__gt=filled).delete()


def _move(round_: Round, old: str, new: str) -> None:
    moved = Round.objects.filter(pk=round_.pk, state=old).update(state=new)
    assert moved == 1, "the tournament is locked, so nobody else can have moved it"


def _not_all_in(
    missing: Sequence[int], unseen: Sequence[int], undecided: Sequence[int]
) -> str:
    """Which forms keep a round from being closed."""
    parts = []
    if missing:
        named = ", ".join(map(str, missing))
        parts.append(_("Not in yet: table %(tables)s.") % {"tables": named})
    if unseen:
        named = ", ".join(map(str, unseen))
        parts.append(_("Not looked at yet: table %(tables)s.") % {"tables": named})
    if undecided:
        named = ", ".join(map(str, undecided))
        parts.append(_("Two different forms: table %(tables)s.") % {"tables": named})
    return " ".join(parts)


def _do_not_fit(tables: TablesDoNotFit) -> str:
    if not tables.seats:
        return _("The game is not played at those tables. Choose the tables again.")
    return _(
        "%(count)s people are present, and the tables you chose seat %(seats)s. Choose "
        "the tables again."
    ) % {"count": tables.n, "seats": tables.seats}


def _already_drawn(number: int) -> str:
    return _("Round %(number)s is drawn already.") % {"number": number}


def _people_changed() -> str:
    return _("Somebody came or went in the meantime. Draw again.")
