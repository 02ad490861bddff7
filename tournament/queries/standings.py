"""The standings: one function feeds page, board, JSON and workbook.

Always summed anew from counted results; nothing is kept that could go stale.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from scoring.models import Result, Sheet
from scoring.ranking import Ranked, rank
from scoring.rulebooks.base import Line, Rulebook, Stats
from scoring.rulebooks.figures import LEFT, with_penalties
from scoring.rulebooks.pairs import MUTUAL, add_mutual_results
from tournament.missed import missed_worth
from tournament.models import Penalty, Round, Seat, Tournament
from tournament.objections import Objections, objections
from tournament.queries.people import Person, people
from tournament.queries.ranked import CLOSED, Progress, Row, Score, Standings

BY_ROUND = ("bollen", "tafelpunten")


# (round, entry) -> the entry that sat there instead
Exchanged = Mapping[tuple[int, int], int]


@dataclass
class _Facts:
    """Everything the database says, read once."""

    people: dict[int, Person]
    states: dict[int, str] = field(default_factory=dict)  # round -> state
    sheets: dict[int, dict[int, str]] = field(default_factory=dict)
    sizes: dict[tuple[int, int], int] = field(default_factory=dict)
    seated: dict[int, set[int]] = field(default_factory=dict)  # round -> entries
    # (round, entry) of whose place was taken by a substitute who counts apart
    apart: set[tuple[int, int]] = field(default_factory=set)
    stats: dict[int, dict[int, Stats]] = field(default_factory=dict)
    totals: dict[int, dict[int, int]] = field(default_factory=dict)
    # round -> entry -> (opponent, own points, theirs) for every opponent
    met: dict[int, dict[int, list[tuple[int, int, int]]]] = field(default_factory=dict)
    left: set[tuple[int, int]] = field(default_factory=set)  # as a missed round
    free: set[tuple[int, int]] = field(default_factory=set)  # (round, entry)
    # entry -> (round, points) of every penalty that counts
    penalties: dict[int, list[tuple[int, int]]] = field(default_factory=dict)

    def takes_part(self, number: int, entry: int) -> bool:
        """Whether an entry had a seat in a round or was free in it."""
        return entry in self.seated[number] or (number, entry) in self.free

    def awaited(self, number: int, entry: int) -> bool:
        """Whether a form may still come in: not for a table left out at the close,
        nor where a substitute counts apart.
        """
        if (number, entry) in self.left:
            return False
        if not self.stats[number]:
            return True
        open_ = self.states[number] != CLOSED and (number, entry) not in self.apart
        return open_ and entry in self.seated[number]


def standings(
    tournament: Tournament,
    *,
    public: bool = False,
    upto: int | None = None,
    instead: Mapping[int, Sequence[Line]] | None = None,
    exchanged: Exchanged | None = None,
) -> Standings:
    """The standings now, or as they are after round ``upto``. Five queries.

    With ``public`` only names that may be shown, and nothing that is hidden from the
    public. Everybody who ever had a seat or was free in a published round is in it,
    also after leaving. With ``instead`` as they would be if these lines were what
    counts of these sheets, by primary key; with ``exchanged`` as if people sat on each
    other's places.
    """
    facts = _read(tournament, public, instead or {}, exchanged or {})
    hidden = hidden_from(tournament) if public else None
    revealed = tournament.revealed_from if hidden and upto is None else None
    if hidden and not revealed:
        upto = hidden - 1 if upto is None else min(upto, hidden - 1)
    numbers = [n for n in sorted(facts.states) if upto is None or n <= upto]
    ranked, figures = _ranked(tournament, facts, numbers)
    ranked = [item for item in ranked if not revealed or item.place >= revealed]
    after = max((n for n in numbers if facts.stats.get(n)), default=0)
    before: dict[int, int] = {}
    if any(facts.stats.get(n) for n in numbers if n < after):
        earlier, _ = _ranked(tournament, facts, [n for n in numbers if n < after])
        before = {item.row: item.place for item in earlier}
    rules = tournament.rules
    columns, main = tuple(rules.columns), rules.criteria[0].key
    return Standings(
        rows=tuple(
            _row(facts, item, figures[item.row], before, main, columns)
            for item in ranked
        ),
        columns=columns,
        criteria=tuple(rules.criteria),
        rounds=tuple(_progress(facts, n) for n in numbers),
        after=after,
        planned=tournament.rounds_planned,
        hidden_from=hidden if hidden in facts.states else None,
        revealed_from=revealed,
        going=_progress(facts, max(facts.states)) if hidden and facts.states else None,
        moment=_moment(tournament),
        ended=bool(tournament.closed_at and numbers and upto is None),
    )


def _moment(tournament: Tournament) -> Objections | None:
    """Until when objections count; a tournament closed before that hears none."""
    until, closed_at = tournament.objections_until, tournament.closed_at
    if until and closed_at and closed_at < until:
        return None
    return objections(until, tournament.date, timezone.now())


def hidden_from(tournament: Tournament) -> int | None:
    """From which round on the public does not see the standings; None if it does."""
    return None if tournament.revealed_from == 1 else tournament.hidden_from


def _read(
    tournament: Tournament,
    public: bool,
    instead: Mapping[int, Sequence[Line]],
    exchanged: Exchanged,
) -> _Facts:
    facts = _Facts(people(tournament, public=public))
    rounds = Round.objects.filter(tournament=tournament)
    numbered = {person.number: entry for entry, person in facts.people.items()}
    for number, state, free in rounds.exclude(state=Round.State.PROPOSED).values_list(
        "number", "state", "inputs__free"
    ):
        facts.states[number] = state
        facts.free |= {(number, numbered[n]) for n in free or () if n in numbered}
        facts.sheets[number], facts.seated[number] = {}, set()
        facts.stats[number], facts.totals[number] = {}, {}
    places: dict[tuple[int, int], tuple[int, int]] = {}
    for number, table, state, sheet, size, place, entry, apart in (
        Seat.objects.filter(round__tournament=tournament, table__sheet__isnull=False)
        .order_by("round__number", "table__number", "place")
        .values_list(
            "round__number",
            "table__number",
            "table__sheet__state",
            "table__sheet_id",
            "table__sheet__places",
            "place",
            "entry_id",
            "apart",
        )
    ):
        facts.apart |= {(number, entry)} if apart else set()
        entry = exchanged.get((number, entry), entry)
        facts.sheets[number][table] = state
        facts.seated[number].add(entry)
        facts.sizes[number, entry] = size
        places[sheet, place] = (number, entry)
    for entry, number, points in Penalty.objects.filter(
        entry__tournament=tournament, cancelled_at=None
    ).values_list("entry_id", "round_number", "points"):
        facts.penalties.setdefault(entry, []).append((number, points))
    games: dict[int, list[tuple[int, str, int]]] = defaultdict(list)
    for sheet, place, side, total, stats in _results(tournament, instead):
        number, entry = places[sheet, place]
        if (number, entry) in facts.apart:
            continue
        games[sheet].append((entry, side, total))
        if LEFT in stats and tournament.left_counts == Tournament.Left.MISSED:
            facts.left.add((number, entry))
            continue
        facts.stats[number][entry] = stats
        facts.totals[number][entry] = total
    if any(criterion.key == MUTUAL for criterion in tournament.rules.criteria):
        rounds_of = {sheet: number for (sheet, _), (number, _) in places.items()}
        facts.met = _met((rounds_of[s], game) for s, game in games.items())
    return facts


def _results(
    tournament: Tournament, instead: Mapping[int, Sequence[Line]]
) -> Iterator[tuple[int, int, str, int, Stats]]:
    """(sheet, place, side, total, stats) of what counts, some of it put ``instead``."""
    for row in Result.objects.filter(
        revision__counted=True, revision__sheet__table__round__tournament=tournament
    ).values_list("revision__sheet_id", "place", "side", "total", "stats"):
        if row[0] not in instead:
            yield row
    for sheet, lines in instead.items():
        for line in lines:
            yield sheet, line.place, line.side, line.total, dict(line.stats)


def _met(
    games: Iterable[tuple[int, Sequence[tuple[int, str, int]]]],
) -> dict[int, dict[int, list[tuple[int, int, int]]]]:
    """Per round and entry every opponent of the game, with own points and theirs."""
    met: dict[int, dict[int, list[tuple[int, int, int]]]] = defaultdict(dict)
    for number, game in games:
        sides = {(entry, side): total for entry, side, total in game}
        for (entry, side), own in sides.items():
            met[number][entry] = [
                (other, own, theirs)
                for (other, of), theirs in sides.items()
                if of != side
            ]
    return met


def _ranked(
    tournament: Tournament, facts: _Facts, numbers: list[int]
) -> tuple[list[Ranked[int]], dict[int, dict[str, Any]]]:
    """Rank the entries over these rounds; figures by entry, with their scores."""
    rules = tournament.rules
    entries = [e for e in facts.people if any(facts.takes_part(n, e) for n in numbers)]
    figures = {e: _figures(rules, tournament, facts, numbers, e) for e in entries}
    chain = [criterion.key for criterion in rules.criteria]
    if MUTUAL in chain:
        results = {
            e: [game for n in numbers for game in facts.met.get(n, {}).get(e, [])]
            for e in entries
        }
        add_mutual_results(figures, results, chain)
    ranked = rank(
        entries,
        rules.criteria,
        lambda entry, key: figures[entry][key],
        lambda entry: facts.people[entry].number,
    )
    return ranked, figures


def _figures(
    rules: Rulebook,
    tournament: Tournament,
    facts: _Facts,
    numbers: list[int],
    entry: int,
) -> dict[str, Any]:
    played = [facts.stats[n][entry] for n in numbers if entry in facts.stats[n]]
    own = [facts.totals[n][entry] for n in numbers if entry in facts.stats[n]]
    free = rules.free_round(played)
    scores, missed, to_come, free_rounds = [], [], 0, 0
    main = rules.criteria[0].key
    for n in numbers:
        if entry in facts.stats[n]:
            total, size = facts.totals[n][entry], facts.sizes[n, entry]
            # A round shows what ranks first, where each game has that figure.
            shown = facts.stats[n][entry].get(main) if main in BY_ROUND else None
            scores.append(Score(n, total, size=size, shown=shown))
        elif free and (n, entry) in facts.free and facts.stats[n]:
            free_rounds += 1
            scores.append(Score(n, free["points_for"], free=True))
        elif facts.awaited(n, entry):
            to_come += 1
            scores.append(Score(n, None, size=facts.sizes.get((n, entry))))
        else:
            totals = list(facts.totals[n].values())
            worth = missed_worth(
                tournament.missed_round, totals, own, tournament.missed_points
            )
            missed.append(worth)
            scores.append(Score(n, missed[-1], missed=True))
    played += [free] * free_rounds if free else []
    given = facts.penalties.get(entry, ())
    points = sum(points for number, points in given if number <= max(numbers))
    figures = with_penalties(rules, rules.figures(played, missed, to_come), points)
    return figures | {"scores": tuple(scores)}


def _row(
    facts: _Facts,
    item: Ranked[int],
    figures: dict[str, Any],
    before: dict[int, int],
    main: str,
    columns: tuple[str, ...],
) -> Row:
    was = before.get(item.row)
    return Row(
        place=item.place,
        shared=item.shared,
        person=facts.people[item.row],
        total=figures[main],
        figures={key: figures[key] for key in columns},
        correctie=figures["correctie"],
        gemist=figures["gemist"],
        scores=figures["scores"],
        ahead_by=item.ahead_by,
        moved=None if was is None else was - item.place,
    )


def _progress(facts: _Facts, number: int) -> Progress:
    sheets = facts.sheets[number]
    handed = (Sheet.State.HANDED_IN, Sheet.State.APPROVED)
    counted = [table for table, state in sheets.items() if state in handed]
    return Progress(
        number=number,
        state=facts.states[number],
        tables=len(sheets),
        counted=len(counted),
        approved=sum(state == Sheet.State.APPROVED for state in sheets.values()),
        missing=tuple(t for t in sorted(sheets) if t not in counted),
    )


def by_size(scores: tuple[Score, ...]) -> dict[int, int]:
    """How many rounds were played at tables of each size."""
    sizes: dict[int, int] = defaultdict(int)
    for score in scores:
        if score.size and score.total is not None:
            sizes[score.size] += 1
    return dict(sizes)
