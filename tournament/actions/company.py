"""Whom somebody is to sit with or not, and at which table: said once, minded by every
draw.

A published seating stays as it is.
"""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, lock, log
from tournament.models import Company, Entry, Member, Player, Together, Tournament
from tournament.queries.demands import companions_of, own_tables

HIGHEST_TABLE = 500
Kind = Company.Kind


@transaction.atomic
def keep_apart(member: Member, other: Player, user: User, hard: bool = True) -> None:
    """Two people do not sit at one table, wherever the club plays.

    Not ``hard``: only where it costs hardly anything. Raises Refused: same_person,
    kept_together.
    """
    tournament = lock(member.tournament)
    one = member.player
    if one.pk == other.pk or one.club_id != other.club_id:
        raise Refused("same_person", _("Choose somebody else to keep apart."))
    if _said_of(one, other) == Kind.TOGETHER:
        raise Refused(
            "kept_together",
            _(
                "%(one)s and %(other)s are always to sit together. Take that back "
                "first, then keep them apart."
            )
            % {"one": one.name, "other": other.name},
        )
    _say(one, other, Kind.APART if hard else Kind.RATHER_APART)
    _log(tournament, user, "player.kept_apart", member, other, hard=hard)


@transaction.atomic
def keep_together(member: Member, other: Player, user: User) -> None:
    """Two people always share a table, wherever the club plays: a learner and a help.

    Raises Refused: same_person, kept_apart, two_tables.
    """
    tournament = lock(member.tournament)
    one = member.player
    if one.pk == other.pk or one.club_id != other.club_id:
        raise Refused("same_person", _("Choose somebody else to sit with."))
    said = _said_of(one, other)
    if said not in (None, Kind.TOGETHER):
        raise Refused(
            "kept_apart",
            _(
                "%(one)s and %(other)s are kept apart. Take that back first, then let "
                "them sit together."
            )
            % {"one": one.name, "other": other.name},
        )
    _refuse_two_tables(one, one.fixed_table, [other])
    if said:
        return
    _say(one, other, Kind.TOGETHER)
    _log(tournament, user, "player.kept_together", member, other)


@transaction.atomic
def let_together(member: Member, other: Player, user: User) -> None:
    """Two people may sit at one table again."""
    tournament = lock(member.tournament)
    between = Company.objects.filter(**_pair(member.player, other))
    gone, _rows = between.exclude(kind=Kind.TOGETHER).delete()
    if gone:
        _log(tournament, user, "player.not_apart", member, other)


@transaction.atomic
def let_part(member: Member, other: Player, user: User) -> None:
    """Two people need not always share a table any more."""
    tournament = lock(member.tournament)
    between = Company.objects.filter(**_pair(member.player, other))
    gone, _rows = between.filter(kind=Kind.TOGETHER).delete()
    if gone:
        _log(tournament, user, "player.not_together", member, other)


def _pair(one: Player, other: Player) -> dict[str, Any]:
    """Two people as they are stored: once, the lower key first."""
    first, second = sorted((one.pk, other.pk))
    return {"one_id": first, "other_id": second}


def _said_of(one: Player, other: Player) -> str | None:
    between = Company.objects.filter(**_pair(one, other))
    return between.values_list("kind", flat=True).first()


def _say(one: Player, other: Player, kind: str) -> None:
    Company.objects.update_or_create(
        **_pair(one, other), defaults={"kind": kind, "club_id": one.club_id}
    )


def _refuse_two_tables(
    player: Player, table: int | None, others: Iterable[Player]
) -> None:
    """Raise Refused where two who always sit together have different tables."""
    for other in others:
        if table and other.fixed_table and other.fixed_table != table:
            raise Refused(
                "two_tables",
                _(
                    "%(one)s always has table %(table)s and %(other)s table %(own)s, "
                    "so they cannot always sit together. Take one of these back first."
                )
                % {
                    "one": player.name,
                    "table": table,
                    "other": other.name,
                    "own": other.fixed_table,
                },
            )


def _log(
    tournament: Tournament,
    user: User,
    action: str,
    member: Member,
    other: Player,
    **said: bool,
) -> None:
    log(
        tournament,
        user,
        action,
        number=member.entry.number,
        player=member.player_id,
        name=member.player.name,
        other=other.name,
        **{"with": other.pk},
        **said,
    )


@transaction.atomic
def set_table(member: Member, table: int | None, user: User) -> None:
    """Give somebody who cannot change tables a table that is always theirs.

    None takes it away. Raises Refused: no_such_table, two_tables.
    """
    tournament = lock(member.tournament)
    if table is not None and not 0 < table <= HIGHEST_TABLE:
        raise Refused(
            "no_such_table",
            _("Type the number of a table, from 1 to %(most)s.")
            % {"most": HIGHEST_TABLE},
        )
    player = Player.objects.select_for_update(no_key=True).get(pk=member.player_id)
    if player.fixed_table == table:
        return
    _refuse_two_tables(player, table, companions_of(player))
    Player.objects.filter(pk=player.pk).update(fixed_table=table)
    log(
        tournament,
        user,
        "player.fixed_table",
        number=member.entry.number,
        player=player.pk,
        name=player.name,
        table=table,
        was=player.fixed_table,
    )


@transaction.atomic
def seat_together(
    one: Entry, other: Entry, round_number: int, user: User, table: int | None = None
) -> None:
    """Two sit at one table in that round: somebody who is learning, and their help.

    Where each has another table of their own, ``table`` says which of these they take.
    Raises Refused: same_person, which_table.
    """
    tournament = lock(one.tournament)
    if one.pk == other.pk or one.tournament_id != other.tournament_id:
        raise Refused("same_person", _("Choose somebody else to sit with."))
    tables = own_tables(one, other)
    if not tables:
        table = None
    elif table not in tables:
        raise Refused(
            "which_table",
            _(
                "Each of them has a table of their own: %(tables)s. Choose which of "
                "the two they take in round %(round)s."
            )
            % {"tables": ", ".join(map(str, tables)), "round": round_number},
            other=other.number,
        )
    first, second = sorted((one, other), key=lambda entry: entry.pk)
    two: dict[str, Any] = {
        "tournament": tournament,
        "round_number": round_number,
        "one": first,
        "other": second,
    }
    if Together.objects.filter(**two, table=table).exists():
        return
    Together.objects.update_or_create(**two, defaults={"table": table})
    log(
        tournament,
        user,
        "entry.together",
        round=round_number,
        numbers=[one.number, other.number],
        **({"table": table} if table else {}),
    )


@transaction.atomic
def seat_anywhere(one: Entry, other: Entry, round_number: int, user: User) -> None:
    """Two need not sit together in that round after all."""
    tournament = lock(one.tournament)
    first, second = sorted((one, other), key=lambda entry: entry.pk)
    gone, _rows = Together.objects.filter(
        round_number=round_number, one=first, other=second
    ).delete()
    if gone:
        numbers = [one.number, other.number]
        log(tournament, user, "entry.not_together", round=round_number, numbers=numbers)
