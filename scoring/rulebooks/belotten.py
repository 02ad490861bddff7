"""Belotten: two against two, to 1000 points or a fixed number of deals.

One form of one game. Its options stand in belotten_rules.py, what a deal scores in
belotten_scoring.py, what is wrong with it in belotten_deals.py, melds in
belotten_melds.py.

A reading of a sheet holds "deals" (entries as belotten_deals.py describes them, in
order) and, optional, "first_dealer" (a place), and "start" and "held" where a game
goes on from an earlier sheet. Places 1 and 3 are side A, 2 and 4 side B.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
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
from scoring.rulebooks.belotten_deals import (
    CARD_POINTS,
    NOTHING,
    PLACES,
    TRICKS,
    Deal,
    dealer_of_deal,
    event_of,
    not_integer,
    other_side,
    play_order,
    read_deal,
    side_of,
    with_deal,
)
from scoring.rulebooks.belotten_form import BLAMES, MODES, form_fields
from scoring.rulebooks.belotten_melds import (
    SIDES,
    place_of,
)
from scoring.rulebooks.belotten_rules import BelottenRules, goal_of
from scoring.rulebooks.belotten_scoring import (
    Game,
    after_deal,
    final_totals,
    start_game,
    unplayed,
)
from scoring.rulebooks.pairs import (
    columns_of,
    criteria_of,
    figures_of_games,
    free_game,
    stats_of_game,
)

HARD, WARN = Severity.HARD, Severity.WARN


@dataclass(frozen=True)
class Belotten(BelottenRules, DealRulebook):
    """What the rules of Belotten say of a form."""

    modes = MODES
    blames = BLAMES

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Rule 6.4: wins first in games to a target, else points first."""
        return criteria_of(self.chain)

    @property
    def columns(self) -> tuple[str, ...]:
        return columns_of(self.chain)

    def options(self) -> dict[str, Any]:
        return asdict(self)

    def mode_of(self, reading: Reading) -> str:
        shown = any(_has_list(entry) for entry in deals_of(reading))
        return "shown" if shown else "totals"

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Checks of rule 4.8 deal by deal, then those of the whole sheet."""
        if places not in self.sizes:
            return [Problem("player_count", HARD, params={"places": places})]
        expected = {"expected": self.deal_count, "written": 0}
        if not deals_of(reading):
            return [Problem("deal_count", HARD, params=expected)]
        return _misfits(reading) or read_game(self, reading)[1]

    def score(self, reading: Reading, places: int) -> list[Line]:
        """One line per place with the total of its side (rules 4.4 and 4.5)."""
        totals = final_totals(self, read_game(self, reading)[0])
        lines = []
        for place in range(1, places + 1):
            side = side_of(place)
            stats = stats_of_game(totals[side], totals[other_side(side)])
            lines.append(Line(place, side, totals[side], stats))
        return lines

    def figures(
        self, played: Sequence[Stats], missed: Sequence[int], to_come: int
    ) -> dict[str, Any]:
        return figures_of_games(played, missed)

    def free_round(self, played: Sequence[Stats]) -> Stats:
        return free_game(played)

    def sides(self, places: int) -> dict[str, list[int]]:
        return {s: [p for p in range(1, places + 1) if side_of(p) == s] for s in SIDES}

    def fields(self, places: int, mode: str) -> list[Field]:
        return form_fields(mode)

    def course(self, reading: Reading, places: int) -> list[DealLine]:
        """Every deal with its outcome and running totals (rules 4.4 and 4.5)."""
        reading = {} if _misfits(reading) else reading
        entries, game = deals_of(reading), read_game(self, reading)[0]
        steps = dict(enumerate(zip(game.steps, game.running, strict=True), 1))
        first = reading.get("first_dealer")
        events = [event_of(entry) for entry in entries]
        lines = []
        for number in range(1, len(entries) + (not game.over) + 1):
            dealer = first and dealer_of_deal(first, events[: number - 1])
            if number not in steps:
                lines.append(DealLine(number, dealer))
                continue
            step, totals = steps[number]
            held = {"held": step.held} if step.held else {}
            line = DealLine(number, dealer, step.outcome, step.score, totals, left=held)
            lines.append(line)
        return lines

    def live(self, places: int) -> dict[str, Any]:
        """What a page needs to check and add up while somebody types."""
        figures = {"card_points": CARD_POINTS, "tricks": TRICKS, "places": places}
        goal = {"sides": self.sides(places), "goal": goal_of(self)}
        return {**self.options(), **figures, **goal}


def of_options(options: Mapping[str, Any]) -> Belotten:
    """The rules with options as ``options()`` gave them, also after JSON."""
    known: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in options.items()
    }
    return Belotten(**known)


def read_game(rules: Belotten, reading: Reading) -> tuple[Game, list[Problem]]:
    """The game up to its first faulty deal, and everything wrong with the sheet."""
    entries = deals_of(reading)
    first_dealer = reading.get("first_dealer")
    start = reading.get("start") or NOTHING
    totals = {side: start[side] for side in SIDES}
    game = start_game(rules, totals, reading.get("held") or 0)
    problems: list[Problem] = []
    blocked = False
    for number, entry in enumerate(entries, 1):
        dealer = None
        if first_dealer:
            events = [event_of(e) for e in entries[: number - 1]]
            dealer = dealer_of_deal(first_dealer, events)
        deal, found = _read_entry(rules, entry, dealer)
        if game.over and not blocked:
            found.append(Problem("game_over", HARD, params=dict(game.totals)))
        problems += with_deal(found, number)
        blocked = blocked or deal is None or any(p.blocks for p in found)
        if deal and not blocked:
            game = after_deal(rules, game, deal)
    return game, problems if blocked else [*problems, *_at_end(rules, game, entries)]


def _read_entry(
    rules: Belotten, entry: Any, dealer: int | None
) -> tuple[Deal | None, list[Problem]]:
    order = play_order(dealer) if dealer else None
    deal, found = read_deal(entry, order, rules.meld_rules, unplayed(rules))
    if deal is None:
        return None, found
    event = deal.event
    costs = event == "revoke" or (event == "misdeal" and rules.misdeal_penalty > 0)
    if costs and deal.by is None:
        params = {"field": "by", "text": ""}
        found.append(Problem("side_unknown", HARD, params=params))
    elif deal.by and event == "revoke" and event not in unplayed(rules):
        place = place_of(deal.by)
        found.append(Problem("revoke_undecided", WARN, place))
    return deal, found


def _has_list(entry: Any) -> bool:
    return isinstance(entry, Mapping) and isinstance(entry.get("melds"), list)


def _misfits(reading: Reading) -> list[Problem]:
    """What is wrong around the deals of a sheet, so that they cannot be read."""
    start, first = reading.get("start") or NOTHING, reading.get("first_dealer")
    if first is not None and (type(first) is not int or not 1 <= first <= PLACES):
        return [Problem("dealer_unknown", HARD, params={"places": PLACES})]
    known = start if isinstance(start, Mapping) else {}
    figures = [("start", place_of(side), known.get(side)) for side in SIDES]
    for field, place, figure in [*figures, ("held", None, reading.get("held") or 0)]:
        if type(figure) is not int:
            return [not_integer(field, place, "" if figure is None else str(figure))]
    return []


def _at_end(rules: Belotten, game: Game, entries: Sequence[Any]) -> list[Problem]:
    """Check 22, and a game that stopped early: only time can do that (rule 6.4)."""
    if not game.over:
        deals = rules.deal_count
        end = {"deals": deals} if deals else {"goal": goal_of(rules)}
        params = {**game.totals, **end, "dealt": game.dealt}
        return [Problem("game_unfinished", WARN, params=params)]
    if rules.deal_count is not None and game.held:
        params = {"held": game.held}
        return [Problem("held_at_end", WARN, None, len(entries), params)]
    return []


PRESETS = {"belotten": Belotten()}
