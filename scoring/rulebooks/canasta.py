"""Bolivia and standard Canasta: one game at one table, hand after hand.

The presets and a whole sheet. How a game ends stands in canasta_game.py; one hand is
read and counted in canasta_hand.py and judged in canasta_checks.py.

A reading of a sheet holds:
    deals         per hand {"end": "out" or "stock", "sides": {"A": {...}, ...}}
    first_dealer  optional, the place that dealt the first hand
    as_played     hands of which the direction accepts that a side went out
Per side: melded and hand (points, or the number of cards per value group), mixed,
natural, escalera, bolivia, red_threes, hand_threes, out ("no", "normal",
"concealed"), black_threes and first_meld (rule 5.2). Only melded and hand must be
there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from scoring.ranking import Criterion
from scoring.rulebooks.base import (
    DealLine,
    DealRulebook,
    Field,
    Line,
    Problem,
    Reading,
    Severity,
    Stats,
    deals_of,
)
from scoring.rulebooks.canasta_cards import (
    most_bolivias,
    most_escaleras,
    most_mixed,
    most_naturals,
)
from scoring.rulebooks.canasta_checks import hand_problems
from scoring.rulebooks.canasta_form import BLAMES, MODES, form_fields
from scoring.rulebooks.canasta_game import (
    CanastaRules,
    End,
    dealer_of_hand,
    final_result,
    game_end,
)
from scoring.rulebooks.canasta_hand import (
    CANASTAS,
    GROUPS,
    SIDES,
    Hand,
    HandRules,
    RedThrees,
    card_values,
    deck_cards,
    first_meld_minimum,
    for_players,
    read_side,
    scores,
    sides_of,
    unreadable,
)
from scoring.rulebooks.pairs import (
    DRAW,
    columns_of,
    criteria_of,
    figures_of_games,
    free_game,
    stats_of_game,
)

HARD, WARN = Severity.HARD, Severity.WARN


@dataclass(frozen=True)
class Canasta(CanastaRules, DealRulebook):
    """What the rules of one game of the family say of a form."""

    modes = MODES
    as_played = "out_requirement"
    blames = BLAMES

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        return criteria_of(self.chain)

    @property
    def columns(self) -> tuple[str, ...]:
        return columns_of(self.chain)

    def options(self) -> dict[str, Any]:
        return asdict(self)

    def mode_of(self, reading: Reading) -> str:
        counted = any(_has_counts(deal) for deal in deals_of(reading))
        return "counted" if counted else "totals"

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Rule 5.5: deal_count first, then hand by hand, then an unfinished game."""
        if places not in self.sizes:
            return [Problem("player_count", HARD, params={"places": places})]
        misfits = _misfits(reading, places)
        if misfits:
            return misfits
        found = _deal_count(self, len(deals_of(reading)))
        steps = course(self, reading, places)
        found += [problem for step in steps for problem in step.problems]
        if steps and not any(problem.blocks for problem in found):
            found += _unfinished(self, steps[-1], places)
        return found

    def score(self, reading: Reading, places: int) -> list[Line]:
        """One line per place with what its side made of the game (rule 5.4)."""
        steps = course(self, reading, places)
        totals = steps[-1].after
        assert totals is not None
        end = final_result(self, totals, len(steps), places)
        return [
            Line(place, SIDES[side], totals[side], _stats(totals, end, side))
            for place in range(1, places + 1)
            for side, members in enumerate(sides_of(places))
            if place in members
        ]

    def figures(
        self, played: Sequence[Stats], missed: Sequence[int], to_come: int
    ) -> dict[str, Any]:
        return figures_of_games(played, missed)

    def free_round(self, played: Sequence[Stats]) -> Stats:
        return free_game(played)

    def sides(self, places: int) -> dict[str, list[int]]:
        named = zip(SIDES, sides_of(places), strict=False)
        return {side: list(members) for side, members in named}

    def fields(self, places: int, mode: str) -> list[Field]:
        return form_fields(self, mode)

    def course(self, reading: Reading, places: int) -> list[DealLine]:
        """Every hand, and before each what the first meld must be worth."""
        reading = {} if _misfits(reading, places) else reading
        steps = course(self, reading, places)
        following = next_hand(self, reading, places)
        return [_line(step) for step in [*steps, *([following] if following else [])]]

    def live(self, places: int) -> dict[str, Any]:
        """The options, and what the fields of a page can hold."""
        most = {
            "mixed": most_mixed(self),
            "natural": most_naturals(self),
            "escalera": most_escaleras(self),
            "bolivia": most_bolivias(self),
            **dict.fromkeys(("red_threes", "hand_threes", "black_threes"), self.threes),
        }
        return {
            **self.options(),
            "places": places,
            "sides": self.sides(places),
            "cards": deck_cards(self),
            "values": card_values(self),
            "bonuses": {kind: getattr(self, kind) for kind in CANASTAS},
            "goal": None if self.deal_count else for_players(self.target, places),
            "most": most,
        }


BOLIVIA = Canasta()
CANASTA = Canasta(
    key="canasta",
    packs=2,
    jokers=4,
    dealt=(15, 13, 11),
    most_wild=3,
    sequences=False,
    canastas_to_go_out=(2, 1, 1),
    escalera_to_go_out=False,
    red_threes=(0, 100, 200, 300, 800),
    red_three_condition=RedThrees.MELDED,
    three_in_hand=5,
    first_meld=BOLIVIA.first_meld[:3],
    target=(5000, 7500, 5000),
)
# A whole game does not fit into a round: everybody deals once (rule 6.5, Q62).
BOLIVIA_ROUND = replace(BOLIVIA, key="bolivia_ronde", deal_count=4)
PRESETS = {rules.key: rules for rules in (BOLIVIA_ROUND, BOLIVIA, CANASTA)}


@dataclass(frozen=True)
class Step:
    """One hand of a game as a sheet shows it.

    ``before``, ``minimum`` (of the first meld), ``scores`` and ``after`` are per
    side; None from the first hand on that cannot be scored. ``dealer`` is None
    where nobody wrote who dealt first.
    """

    number: int
    dealer: int | None
    before: tuple[int, ...] | None
    minimum: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    after: tuple[int, ...] | None
    problems: tuple[Problem, ...]


def of_options(options: Mapping[str, Any]) -> Canasta:
    """The rules with options as ``options()`` gave them, also after JSON.

    Raises ValueError for a condition of the red threes that is not known.
    """
    known = {key: _frozen(value) for key, value in options.items()}
    if "red_three_condition" in known:
        known["red_three_condition"] = RedThrees(known["red_three_condition"])
    return Canasta(**known)


def course(rules: Canasta, reading: Reading, places: int) -> list[Step]:
    """Every hand of a sheet with totals, minimum, dealer and problems.

    Totals stop after a hand that blocks; later hands are judged without them.
    """
    accepted = frozenset(reading.get("as_played") or ())
    totals: tuple[int, ...] | None = (0,) * len(sides_of(places))
    steps: list[Step] = []
    for number, deal in enumerate(deals_of(reading), 1):
        over = bool(
            totals is not None
            and steps
            and game_end(rules, totals, number - 1, places).over
        )
        hand, found = read_hand(rules, deal, places, totals, over)
        if hand:
            found = [
                problem
                for problem in hand_problems(rules, hand)
                if not (problem.code == "out_requirement" and number in accepted)
            ]
        won = None
        if hand and not any(problem.blocks for problem in found):
            won = tuple(scores(rules, hand))
        step = _step(rules, reading, number, places, totals, won, found)
        totals = step.after
        steps.append(step)
    return steps


def next_hand(rules: Canasta, reading: Reading, places: int) -> Step | None:
    """The hand to play now: who deals, and each side's minimum of the first meld.

    None when the game is over or a hand before it cannot be scored.
    """
    steps = course(rules, reading, places)
    totals = steps[-1].after if steps else (0,) * len(sides_of(places))
    if totals is None or (steps and game_end(rules, totals, len(steps), places).over):
        return None
    return _step(rules, reading, len(steps) + 1, places, totals, None, ())


def read_hand(
    rules: HandRules,
    deal: Mapping[str, Any],
    places: int,
    before: Sequence[int | None] | None = None,
    over: bool = False,
) -> tuple[Hand | None, list[Problem]]:
    """A hand as a form gives it, or why it cannot be read."""
    given = _as_mapping(deal.get("sides"))
    written = {name: _as_mapping(given.get(name)) for name in SIDES}
    names = SIDES[: len(sides_of(places))]
    found = [
        Problem(code, HARD, place, params=_misread(name, written, field, text))
        for place, name in enumerate(names, 1)
        for code, field, text in unreadable(written[name])
    ]
    if found:
        return None, found
    sides = tuple(read_side(rules, written[name]) for name in names)
    known = tuple(before) if before else (None,) * len(sides)
    return Hand(str(deal.get("end")), sides, places, known, over), []


def _stats(totals: Sequence[int], end: End, side: int) -> dict[str, int]:
    """The figures that rank: a game against every other side (rule 6.5)."""
    summed: dict[str, int] = {}
    for other, theirs in enumerate(totals):
        if other == side:
            continue
        game = stats_of_game(totals[side], theirs)
        if end.result == "draw" and {side, other} <= set(end.winners):
            game["victory_points"] = DRAW
        for key, figure in game.items():
            summed[key] = summed.get(key, 0) + figure
    return summed | {"points_for": totals[side]}


def _step(
    rules: Canasta,
    reading: Reading,
    number: int,
    places: int,
    before: tuple[int, ...] | None,
    won: tuple[int, ...] | None,
    found: Sequence[Problem],
) -> Step:
    first = reading.get("first_dealer")
    minimum = after = None
    if before is not None:
        minimum = tuple(first_meld_minimum(rules, total) for total in before)
    if before is not None and won is not None:
        after = tuple(map(sum, zip(before, won, strict=True)))
    return Step(
        number=number,
        dealer=dealer_of_hand(first, number, places) if first else None,
        before=before,
        minimum=minimum,
        scores=won,
        after=after,
        problems=tuple(replace(problem, deal=number) for problem in found),
    )


def _line(step: Step) -> DealLine:
    def per_side(figures: Sequence[int] | None) -> dict[str, int] | None:
        return None if figures is None else dict(zip(SIDES, figures, strict=False))

    minimum = per_side(step.minimum)
    return DealLine(
        number=step.number,
        dealer=step.dealer,
        scores=per_side(step.scores),
        totals=per_side(step.after),
        before={"first_meld_minimum": minimum} if minimum else {},
    )


def _as_mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _has_counts(deal: Any) -> bool:
    sides = deal.get("sides") if isinstance(deal, Mapping) else None
    written = sides.values() if isinstance(sides, Mapping) else ()
    return any(
        isinstance(side, Mapping) and isinstance(side.get(name), Mapping)
        for side in written
        for name in ("melded", "hand")
    )


def _misread(
    side: str, written: Mapping[str, Any], field: str, text: str
) -> dict[str, Any]:
    """What the sentence needs: of counted cards also the value group."""
    params = {"side": side, "field": field, "text": text}
    counted = written[side].get(field)
    group, _, number = text.partition(" ")
    if isinstance(counted, Mapping) and group in GROUPS:
        params |= {"group": group, "text": "" if counted[group] is None else number}
    return params


def _misfits(reading: Reading, places: int) -> list[Problem]:
    """What is wrong around the hands of a sheet, so that they cannot be read."""
    deals, accepted = reading.get("deals") or [], reading.get("as_played") or []
    found = []
    if not isinstance(deals, list) or not all(isinstance(d, Mapping) for d in deals):
        found.append(Problem("reading_unreadable", HARD, params={"part": "deals"}))
    if not isinstance(accepted, list) or not all(type(n) is int for n in accepted):
        found.append(Problem("reading_unreadable", HARD, params={"part": "as_played"}))
    first = reading.get("first_dealer")
    if first is not None and (type(first) is not int or not 1 <= first <= places):
        found.append(Problem("dealer_unknown", HARD, params={"places": places}))
    return found


def _deal_count(rules: Canasta, hands: int) -> list[Problem]:
    """At least one hand, and as many as the rules say; fewer when time is up."""
    least = 1 if rules.time_limit else rules.deal_count or 1
    if least <= hands and (not rules.deal_count or hands <= rules.deal_count):
        return []
    params = {"expected": rules.deal_count or 1, "written": hands}
    return [Problem("deal_count", HARD, params=params)]


def _unfinished(rules: Canasta, last: Step, places: int) -> list[Problem]:
    """A sheet of a game to a target on which nobody has it yet."""
    over = last.after and game_end(rules, last.after, last.number, places).over
    if over or rules.deal_count or rules.time_limit:
        return []
    totals = dict(zip(SIDES, last.after or (), strict=False))
    goal = for_players(rules.target, places)
    params = {**totals, "goal": goal, "dealt": last.number}
    return [Problem("game_unfinished", WARN, params=params)]


def _frozen(value: Any) -> Any:
    """Lists of JSON as the tuples that options are."""
    if isinstance(value, list | tuple):
        return tuple(_frozen(item) for item in value)
    return value
