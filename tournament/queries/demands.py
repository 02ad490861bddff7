"""What was said of people that a seating must mind: apart, together, a fixed table."""

from dataclasses import dataclass

from tournament.models import KeptApart, Member, Player, Together, Tournament
from tournament.seating import Rules


def demands(tournament: Tournament, round_number: int) -> Rules:
    """Everything said of those who take part, by start number. Three queries."""
    numbers: dict[int, int] = {}
    fixed = []
    for player, number, table in (
        Member.objects.filter(tournament=tournament)
        .order_by("entry__number")
        .values_list("player_id", "entry__number", "player__fixed_table")
    ):
        numbers[player] = number
        if table:
            fixed.append((number, table))
    apart: dict[bool, set[tuple[int, int]]] = {True: set(), False: set()}
    for one, other, hard in KeptApart.objects.filter(
        club=tournament.club_id
    ).values_list("one_id", "other_id", "hard"):
        if one in numbers and other in numbers and numbers[one] != numbers[other]:
            pair = sorted((numbers[one], numbers[other]))
            apart[hard].add((pair[0], pair[1]))
    company = Together.objects.filter(
        tournament=tournament, round_number=round_number
    ).values_list("one__number", "other__number")
    return Rules(
        apart=tuple(sorted(apart[True])),
        rather_apart=tuple(sorted(apart[False])),
        fixed=tuple(fixed),
        together=tuple(sorted((min(pair), max(pair)) for pair in company)),
    )


@dataclass(frozen=True)
class Kept:
    """One thing that was said of a person, as their page shows it.

    ``key`` names it to the act that takes it back.
    """

    key: int
    name: str
    hard: bool = True


def kept_apart_from(player: Player) -> list[Kept]:
    """Whom somebody is kept apart from, by name. One query."""
    found = []
    for pair in KeptApart.objects.filter(club=player.club_id).select_related(
        "one", "other"
    ):
        if player.pk in (pair.one_id, pair.other_id):
            them = pair.other if pair.one_id == player.pk else pair.one
            found.append(Kept(them.pk, them.name, pair.hard))
    return sorted(found, key=lambda kept: (kept.name.casefold(), kept.key))


def kept_together_with(
    tournament: Tournament, number: int, round_number: int
) -> list[int]:
    """The start numbers somebody is to sit with in that round. One query."""
    pairs = Together.objects.filter(
        tournament=tournament, round_number=round_number
    ).values_list("one__number", "other__number")
    return sorted(a if b == number else b for a, b in pairs if number in (a, b))
