"""Fixed pairs: two people under one start number."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.refused import Refused
from scoring.rulebooks.base import Rulebook
from tournament.actions.entering import (
    Reported,
    in_book,
    looks_like,
    member_of,
    new_player,
    next_number,
    proper,
    refuse_other_entrants,
    take,
)
from tournament.actions.log import User, just_before, lock, log, people_changed
from tournament.models import Member, Player, Round, Tournament
from tournament.names import same_name
from tournament.playerlist import PersonRow
from tournament.tablesizes import can_be_pairs


@transaction.atomic
def register_pair(
    tournament: Tournament, two: Sequence[Player | str], user: User
) -> Reported:
    """Give two people one start number, each chosen from the book or by name.

    A name that stands exactly so in the address book is that person. Two people who
    are a pair already are reported as such. Raises Refused: no_name, name_too_long,
    twice_one, in_a_pair, singles_only.
    """
    tournament = lock(tournament)
    refuse_other_entrants(tournament, pairs=True)
    book = list(Player.objects.filter(club=tournament.club).order_by("pk"))
    rows, found = _named(tournament, two, book)
    reported, _players = take(tournament, rows, found, book, next_number(tournament))
    if reported.outcome == "refused":
        raise _in_a_pair(reported.params)
    people_changed(tournament)
    log(
        tournament,
        user,
        "entry.registered",
        number=reported.number,
        name=reported.name,
    )
    return reported


@transaction.atomic
def change_partner(member: Member, partner: Player | str, user: User) -> Reported:
    """Put somebody else in the place of one of a pair, as long as nobody has played.

    Raises Refused: round_published, taken_off, no_name, name_too_long, twice_one,
    in_a_pair.
    """
    tournament = lock(member.tournament)
    if tournament.rounds.exclude(state=Round.State.PROPOSED).exists():
        raise Refused(
            "round_published",
            _("The first round is published, so the pairs stay as they are."),
        )
    now = Member.objects.select_related("entry", "player").filter(pk=member.pk).first()
    if now is None:
        raise just_before("taken_off")
    member = now
    others = Member.objects.filter(entry=member.entry).exclude(pk=member.pk)
    stays = others.select_related("player").get().player
    book = list(Player.objects.filter(club=tournament.club).order_by("pk"))
    rows, (_stays, found) = _named(tournament, [stays, partner], book)
    taking_part = found and member_of(tournament, found)
    if taking_part:
        raise _in_a_pair({"name": rows[1].name, "number": taking_part.entry.number})
    like = () if found else looks_like(rows[1], book)
    player = found or new_player(tournament.club, rows[1], book)
    Member.objects.filter(pk=member.pk).update(player=player, consent=None)
    # A round that is only proposed may still be published as it was drawn.
    member.seats.update(player=player)
    people_changed(tournament)
    number, was = member.entry.number, member.player.name
    log(
        tournament,
        user,
        "entry.partner_changed",
        number=number,
        was=was,
        name=player.name,
    )
    outcome = "similar" if like else "added"
    return Reported(1, player.name, outcome, number, like)


def refuse_entrants(tournament: Tournament, rules: Rulebook, entrants: str) -> None:
    """Refuse entrants that cannot be had any more, or not in a game with these rules.

    Raises Refused: entrants_fixed, no_pairs.
    """
    count = tournament.members.filter(position=1).count() if tournament.pk else 0
    if count and entrants != tournament.entrants:
        raise Refused(
            "entrants_fixed",
            ngettext(
                "%(count)s start number is given out already. Take it off the list "
                "before you change who takes part.",
                "%(count)s start numbers are given out already. Take them off the list "
                "before you change who takes part.",
                count,
            )
            % {"count": count},
        )
    if entrants == Tournament.Entrants.PAIRS and not can_be_pairs(rules):
        raise Refused(
            "no_pairs",
            _(
                "In this game nobody has a partner. Choose a game of two against two, "
                "or let everybody play for themselves."
            ),
        )


def _named(
    tournament: Tournament, two: Sequence[Player | str], book: Sequence[Player]
) -> tuple[list[PersonRow], list[Player | None]]:
    """Two people, chosen or typed, as rows, and who they are in the book.

    Of people with the name that was typed, those who do not take part yet go first.
    """
    rows: list[PersonRow] = []
    found: list[Player | None] = []
    chosen = {each.pk for each in two if isinstance(each, Player)}
    entered = set(tournament.members.values_list("player_id", flat=True))
    for each in two:
        if isinstance(each, Player):
            rows.append(PersonRow(1, each.name, each.member_number, each.note, None))
            found.append(each)
        else:
            row = PersonRow(1, proper(each), "", "", None)
            rows.append(row)
            known = in_book(row, book, chosen | entered) or in_book(row, book, chosen)
            found.append(known)
    first, second = found
    names = [row.name for row in rows]
    if first == second if first and second else same_name(*names):
        raise Refused(
            "twice_one", _("A pair is two people. Name somebody else as well.")
        )
    return rows, found


def _in_a_pair(params: Mapping[str, Any]) -> Refused:
    return Refused(
        "in_a_pair",
        _(
            "%(name)s takes part already, in pair %(number)s. Is it somebody else of "
            "the same name? Then add something to the name."
        )
        % dict(params),
    )
