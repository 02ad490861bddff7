"""Whom somebody is to sit with or not, and at which table: said once, minded by every
draw.

A published seating stays as it is.
"""

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.actions.log import User, lock, log
from tournament.models import Entry, KeptApart, Member, Player, Together, Tournament

HIGHEST_TABLE = 500


@transaction.atomic
def keep_apart(member: Member, other: Player, user: User, hard: bool = True) -> None:
    """Two people do not sit at one table, wherever the club plays.

    Not ``hard``: only where it costs hardly anything. Raises Refused: same_person.
    """
    tournament = lock(member.tournament)
    one = member.player
    if one.pk == other.pk or one.club_id != other.club_id:
        raise Refused("same_person", _("Choose somebody else to keep apart."))
    first, second = sorted((one, other), key=lambda player: player.pk)
    KeptApart.objects.update_or_create(
        one=first,
        other=second,
        defaults={"hard": hard, "club_id": one.club_id},
    )
    _log_apart(tournament, user, "player.kept_apart", member, other, hard=hard)


@transaction.atomic
def let_together(member: Member, other: Player, user: User) -> None:
    """Two people may sit at one table again."""
    tournament = lock(member.tournament)
    first, second = sorted((member.player, other), key=lambda player: player.pk)
    gone, _rows = KeptApart.objects.filter(one=first, other=second).delete()
    if gone:
        _log_apart(tournament, user, "player.not_apart", member, other)


def _log_apart(
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

    None takes it away. Raises Refused: no_such_table.
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
def seat_together(one: Entry, other: Entry, round_number: int, user: User) -> None:
    """Two sit at one table in that round: somebody who is learning, and their help.

    Raises Refused: same_person.
    """
    tournament = lock(one.tournament)
    if one.pk == other.pk or one.tournament_id != other.tournament_id:
        raise Refused("same_person", _("Choose somebody else to sit with."))
    first, second = sorted((one, other), key=lambda entry: entry.pk)
    _pair, new = Together.objects.get_or_create(
        tournament=tournament, round_number=round_number, one=first, other=second
    )
    if new:
        numbers = [one.number, other.number]
        log(tournament, user, "entry.together", round=round_number, numbers=numbers)


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
