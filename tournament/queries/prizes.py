"""Who won which prize, with names: for the desk, the public page and the workbook."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.models import Result
from scoring.rulebooks.bid_rules import BidRules
from tournament.models import Entry, Prize, Seat, Tournament
from tournament.prizegiving import BOLLOOS, Contender, Game, Offered, Won, awards
from tournament.queries.people import Person
from tournament.queries.ranked import Row, Standings
from tournament.queries.standings import standings


@dataclass(frozen=True)
class Award:
    """One line to read out: what was won, and the people who won it."""

    won: Won
    people: tuple[Person, ...]


@dataclass(frozen=True)
class PrizeGiving:
    """All prizes from the first that is read out to the last, and where we are.

    ``uneven`` says that teams have not all as many people.
    """

    awards: tuple[Award, ...]
    standings: Standings
    uneven: bool

    @property
    def final(self) -> bool:
        return self.standings.final

    @property
    def uneven_teams(self) -> bool:
        """Whether a prize goes to a team while not all have as many people."""
        return self.uneven and any(award.won.teams for award in self.awards)


def prize_giving(tournament: Tournament, *, public: bool = False) -> PrizeGiving:
    """The prizes as things stand now. Nine queries.

    With ``public`` only names that may be shown, and nobody wins anything before all
    is played, or while the standings are hidden.
    """
    ranked = standings(tournament, public=public)
    wins = not public or ranked.final
    return prizes_by(tournament, ranked) if wins else PrizeGiving((), ranked, False)


def prizes_by(tournament: Tournament, ranked: Standings) -> PrizeGiving:
    """The prizes by these standings. Four queries, one where there are no prizes."""
    rules = tournament.rules
    offered = [
        Offered(prize.kind, prize.place, prize.what, prize.cents)
        for prize in Prize.objects.filter(tournament=tournament)
        if prize.kind != BOLLOOS or isinstance(rules, BidRules)
    ]
    if not offered or not ranked.after or ranked.hidden_from:
        return PrizeGiving((), ranked, False)
    contenders = list(_contenders(tournament, ranked))
    folk = {row.person.number: row.person for row in ranked.rows}
    found = awards(offered, contenders, high=rules.criteria[0].high)
    sizes = {c.team: 0 for c in contenders if c.team}
    for contender in contenders:
        if contender.team:
            sizes[contender.team] += 1
    return PrizeGiving(
        awards=tuple(Award(w, tuple(folk[n] for n in w.numbers)) for w in found),
        standings=ranked,
        uneven=len(set(sizes.values())) > 1,
    )


def _contenders(tournament: Tournament, ranked: Standings) -> Iterable[Contender]:
    tables: dict[tuple[int, int], int] = {}  # (round, start number) -> table
    places: dict[tuple[int, int], tuple[int, int]] = {}  # of a sheet -> the same
    for number, table, sheet, place, who in Seat.objects.filter(
        round__tournament=tournament, table__sheet__isnull=False
    ).values_list(
        "round__number", "table__number", "table__sheet_id", "place", "entry__number"
    ):
        tables[number, who] = table
        places[sheet, place] = number, who
    clean = {
        places[sheet, place]
        for sheet, place, stats in Result.objects.filter(
            revision__counted=True,
            revision__sheet__table__round__tournament=tournament,
        ).values_list("revision__sheet_id", "place", "stats")
        if stats.get("bollen") == 0
    }
    teams = dict(
        Entry.objects.filter(tournament=tournament).values_list("number", "team")
    )
    for row in ranked.rows:
        number = row.person.number
        yield Contender(
            number=number,
            place=row.place,
            total=row.total,
            games=tuple(_games(row, ranked.main, tables, clean)),
            whole=not row.gemist,
            team=teams.get(number, ""),
        )


def _games(
    row: Row,
    main: str,
    tables: dict[tuple[int, int], int],
    clean: set[tuple[int, int]],
) -> Iterable[Game]:
    """The rounds that somebody played. At home a round is as good as its bollen."""
    for score in row.scores:
        at = (score.round, row.person.number)
        figure = score.shown if main == "bollen" else score.total
        if figure is not None and at in tables and not (score.missed or score.free):
            yield Game(score.round, tables[at], figure, at in clean)
