"""What was said of people that a seating must mind: apart, together, a fixed table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q

from tournament.models import Company, Entry, Member, Player, Together, Tournament
from tournament.seating import Rules


def demands(tournament: Tournament, round_number: int) -> Rules:
    """Everything said of those who take part, by start number. Three queries."""
    numbers: dict[int, int] = {}
    fixed: dict[int, int] = {}
    for player, number, table in (
        Member.objects.filter(tournament=tournament)
        .order_by("entry__number")
        .values_list("player_id", "entry__number", "player__fixed_table")
    ):
        numbers[player] = number
        if table:
            fixed[number] = table
    said = said_of_two(tournament, numbers)
    once = []
    for *pair, table in Together.objects.filter(
        tournament=tournament, round_number=round_number
    ).values_list("one__number", "other__number", "table"):
        once.append((min(pair), max(pair)))
        if table:
            fixed |= dict.fromkeys(pair, table)
    return Rules(
        apart=said[Company.Kind.APART],
        rather_apart=said[Company.Kind.RATHER_APART],
        fixed=tuple(fixed.items()),
        together=tuple(sorted(once)),
        companions=said[Company.Kind.TOGETHER],
    )


def said_of_two(
    tournament: Tournament, numbers: Mapping[int, int]
) -> dict[str, tuple[tuple[int, int], ...]]:
    """By kind, the pairs of start numbers of which it was said. One query.

    ``numbers`` are the start numbers by player.
    """
    said: dict[str, set[tuple[int, int]]] = {kind: set() for kind in Company.Kind}
    for one, other, kind in Company.objects.filter(club=tournament.club_id).values_list(
        "one_id", "other_id", "kind"
    ):
        if one in numbers and other in numbers and numbers[one] != numbers[other]:
            first, second = sorted((numbers[one], numbers[other]))
            said[kind].add((first, second))
    return {kind: tuple(sorted(pairs)) for kind, pairs in said.items()}


@dataclass(frozen=True)
class Kept:
    """One thing that was said of a person, as their page shows it.

    ``key`` names it to the act that takes it back.
    """

    key: int
    name: str
    kind: str

    @property
    def together(self) -> bool:
        return self.kind == Company.Kind.TOGETHER

    @property
    def hard(self) -> bool:
        return self.kind != Company.Kind.RATHER_APART


def company_of(player: Player) -> list[Kept]:
    """Whom somebody is kept apart from, or together with, by name. One query."""
    found = [Kept(them.pk, them.name, kind) for them, kind in _company_of(player)]
    return sorted(found, key=lambda kept: (kept.name.casefold(), kept.key))


def companions_of(player: Player) -> list[Player]:
    """With whom somebody always shares a table. One query."""
    said = _company_of(player)
    return [them for them, kind in said if kind == Company.Kind.TOGETHER]


def _company_of(player: Player) -> Iterator[tuple[Player, str]]:
    pairs = Company.objects.filter(Q(one=player) | Q(other=player))
    for pair in pairs.select_related("one", "other"):
        yield pair.other if pair.one_id == player.pk else pair.one, pair.kind


def own_tables(one: Entry, other: Entry) -> list[int]:
    """The tables that are theirs, where each has another; else none. One query."""
    tables = {
        number: table
        for number, table in Member.objects.filter(entry__in=(one, other)).values_list(
            "entry__number", "player__fixed_table"
        )
        if table
    }
    different = sorted({*tables.values()})
    return different if len(different) > 1 else []


def kept_together_with(
    tournament: Tournament, number: int, round_number: int
) -> list[int]:
    """The start numbers somebody is to sit with in that round. One query."""
    pairs = Together.objects.filter(
        tournament=tournament, round_number=round_number
    ).values_list("one__number", "other__number")
    return sorted(a if b == number else b for a, b in pairs if number in (a, b))
