"""Belotten: two against two, to 1000 points or a fixed number of deals.

The options, what a deal scores, and the course of a game. What is wrong with a
single deal stands in belotten_deals.py, melds in belotten_melds.py.

A reading of a sheet holds "deals" (entries as belotten_deals.py describes them, in
order) and, optional, "first_dealer" (a place), and "start" and "held" where a game
goes on from an earlier sheet. Places 1 and 3 are side A, 2 and 4 side B.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
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
    RANKS,
    SIDES,
    MeldRules,
    place_of,
)
from scoring.rulebooks.pairs import (
    DEALS_CHAIN,
    GAMES_CHAIN,
    columns_of,
    criteria_of,
    figures_of_games,
    free_game,
    stats_of_game,
)

HARD, WARN = Severity.HARD, Severity.WARN

# What an option that is a word can say; the first one is the default.
CHOICES = {
    "target_rule": ("exceed", "reach"),
    "rounding": ("none", "tens_half_up", "tens_half_down"),
    "melds_on_failure": ("to_defenders", "void"),
    "tie_rule": ("carry", "failed"),
    "held_at_end": ("lapse", "to_winner"),
    "no_trick_voids": ("all", "makers"),
    "eight_sequence": ("seed", "split"),
    "equal_melds": ("first", "none"),
    "revoke_rule": ("none", "162_to_others"),
}


@dataclass(frozen=True)
class Belotten(DealRulebook):
    """The rules of Belotten; the defaults are those of rules 4.4 to 4.6.

    Raises ValueError for a word that an option does not know.
    """

    key: str = "belotten"
    sizes: tuple[int, ...] = (PLACES,)
    usual_sizes: tuple[int, ...] = (PLACES,)
    target: int = 1000  # a side past it ends the game; in tens: a tenth of it
    target_rule: str = "exceed"  # or "reach": exactly the target is enough (Q36)
    deal_count: int | None = None  # so many deals instead of a target (rule 6.4)
    rounding: str = "none"  # or "tens_half_up", "tens_half_down" (Q40)
    melds_count_for_contract: bool = True  # melds help the makers to make it (Q31)
    belot_counts_for_contract: bool = True  # belot helps to make it (Q31)
    makers_keep_belot: bool = True  # when they fail or tie; else it goes along (Q32)
    melds_on_failure: str = "to_defenders"  # or "void": makers' melds are lost (Q33)
    tie_rule: str = "carry"  # or "failed": an equal deal counts as failed
    held_adds_up: bool = True  # held points of equal deals in a row add up (Q34)
    held_at_end: str = "lapse"  # or "to_winner" of the game (Q35)
    capot_bonus: int = 90  # for makers who take every trick
    no_trick_bonus: int = 50  # for defenders who take every trick (Q38)
    no_trick_on_top: bool = True  # those 50 come on top of the 162 (Q37)
    no_trick_voids: str = "all"  # whose melds are void then: all or "makers" (Q37)
    defenders_melds_on_capot: bool = True  # they count when makers take all (Q39)
    deciding_deal: bool = True  # equal past the target: play on; else a draw (Q46)
    held_in_deciding_deal: bool = True  # held points are at stake in it too (Q47)
    eight_sequence: str = "seed"  # eight plain cards: 100; or "split", 5 + 3 is 120
    sequence_order: tuple[str, ...] = RANKS  # how cards follow in a sequence (Q41)
    carre_order: tuple[str, ...] = ("A", "10", "K", "Q")  # among carrés of 100 (Q41)
    worthless_carre_takes_precedence: bool = False  # eights or sevens rank too (Q41)
    equal_melds: str = "first"  # who plays first has it; or "none": nobody (Q41)
    card_in_carre_and_sequence: bool = True  # one card may serve both (Q43)
    misdeal_penalty: int = 0  # points for the other side after a misdeal
    revoke_rule: str = "none"  # or "162_to_others": the deal is theirs (Q44)

    modes = MODES
    blames = BLAMES

    def __post_init__(self) -> None:
        for name, known in CHOICES.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} is one of {known}, not {getattr(self, name)}")

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """Rule 6.4: wins first in games to a target, else points first."""
        return criteria_of(self.chain)

    @property
    def chain(self) -> tuple[str, ...]:
        return DEALS_CHAIN if self.deal_count else GAMES_CHAIN

    @property
    def columns(self) -> tuple[str, ...]:
        return columns_of(self.chain)

    @property
    def meld_rules(self) -> MeldRules:
        """The options that concern melds."""
        return MeldRules(**{f.name: getattr(self, f.name) for f in fields(MeldRules)})

    def options(self) -> dict[str, Any]:
        return asdict(self)

    def mode_of(self, reading: Reading) -> str:
        shown = any(_has_list(entry) for entry in reading.get("deals") or ())
        return "shown" if shown else "totals"

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Checks of rule 4.8 deal by deal, then those of the whole sheet."""
        if places not in self.sizes:
            return [Problem("player_count", HARD, params={"places": places})]
        return _around(self, reading) or read_game(self, reading)[1]

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
        entries = [] if _around(self, reading) else reading["deals"]
        game = read_game(self, {**reading, "deals": entries})[0]
        steps = dict(enumerate(zip(game.steps, game.running, strict=True), 1))
        first = reading.get("first_dealer")
        events = [event_of(entry) for entry in entries]
        lines = []
        for number in range(1, len(entries) + (not game.over) + 1):
            dealer = first and dealer_of_deal(first, events[: number - 1])
            step, totals = steps.get(number, (None, None))
            if step is None or totals is None:
                lines.append(DealLine(number, dealer))
                continue
            held = {"held": step.held} if step.held else {}
            line = DealLine(number, dealer, step.outcome, step.score, totals, left=held)
            lines.append(line)
        return lines

    def live(self, places: int) -> dict[str, Any]:
        """What a page needs to check and add up while somebody types."""
        figures = {"card_points": CARD_POINTS, "tricks": TRICKS, "places": places}
        goal = {"sides": self.sides(places), "goal": goal_of(self)}
        return {**self.options(), **figures, **goal}


@dataclass(frozen=True)
class Scored:
    """What a deal came to: points per side, points held after it, and its winner."""

    outcome: str
    score: Mapping[str, int]
    held: int
    winner: str | None = None


@dataclass(frozen=True)
class Game:
    """A game so far. Totals are in tens where the rules round.

    ``winner`` is a side once the game is over, None for a draw. ``deciding`` says
    that the next deal is a deciding deal.
    """

    totals: Mapping[str, int]
    held: int = 0
    steps: tuple[Scored, ...] = ()
    running: tuple[Mapping[str, int], ...] = ()
    over: bool = False
    winner: str | None = None
    deciding: bool = False
    dealt: int = 0  # without misdeals


def of_options(options: Mapping[str, Any]) -> Belotten:
    """The rules with options as ``options()`` gave them, also after JSON."""
    known: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in options.items()
    }
    return Belotten(**known)


def goal_of(rules: Belotten) -> int:
    """The target in the unit in which totals are kept."""
    return rules.target if rules.rounding == "none" else rules.target // 10


def rounded(points: int, rounding: str) -> int:
    """A side's points of one deal in the unit of the totals (rule 4.6)."""
    half = {"none": None, "tens_half_up": 5, "tens_half_down": 4}[rounding]
    return points if half is None else (points + half) // 10


def score_deal(rules: Belotten, deal: Deal, held: int = 0) -> Scored:
    """What a deal scores (rules 4.4 and 4.6), ``held`` points waiting before it.

    Points still held are exact, also where scores are in tens.
    """
    if deal.event == "all_passed_twice":
        return Scored("all_passed", NOTHING, held)
    exact = _penalty(rules, deal, held) or _played(rules, deal, held)
    score = dict(exact.score)
    left = exact.held
    if exact.winner:
        score[exact.winner] += left
        left = 0
    tens = {side: rounded(points, rules.rounding) for side, points in score.items()}
    return Scored(exact.outcome, tens, left, exact.winner)


def contract(rules: Belotten, deal: Deal) -> str:
    """The outcome of a played deal: capot, no_tricks, made, failed or equal."""
    taken = deal.tricks[deal.makers] if deal.tricks else None
    if taken == TRICKS:
        return "capot"
    if taken == 0:
        return "no_tricks"
    mine, theirs = (_at_stake(rules, deal, s) for s in (deal.makers, deal.defenders))
    if mine == theirs and rules.tie_rule == "carry":
        return "equal"
    return "made" if mine > theirs else "failed"


def _at_stake(rules: Belotten, deal: Deal, side: str) -> int:
    """What a side brings to the comparison of rule 4.4 (Q31)."""
    melds = deal.melds[side] if rules.melds_count_for_contract else 0
    belot = deal.belot_of(side) if rules.belot_counts_for_contract else 0
    return deal.points[side] + melds + belot


def _penalty(rules: Belotten, deal: Deal, held: int) -> Scored | None:
    """A misdeal or a revoke as rule 4.7 lets them be settled; None otherwise."""
    if deal.event not in _unplayed(rules):
        return None
    points = rules.misdeal_penalty if deal.event == "misdeal" else CARD_POINTS
    others = other_side(deal.by) if deal.by else None
    score = {side: points if side == others else 0 for side in SIDES}
    return Scored(deal.event, score, held, None if deal.event == "misdeal" else others)


def _played(rules: Belotten, deal: Deal, held: int) -> Scored:
    """Rule 4.4 in exact points, before held points are paid out to the winner."""
    makers, defenders = deal.makers, deal.defenders
    mine, theirs = deal.melds[makers], deal.melds[defenders]
    outcome = contract(rules, deal)
    score = {makers: 0, defenders: 0}
    winner: str | None = defenders
    added = 0
    if outcome == "capot":
        winner = makers
        score[makers] = CARD_POINTS + rules.capot_bonus + mine
        score[defenders] = theirs if rules.defenders_melds_on_capot else 0
    elif outcome == "no_tricks":
        kept = theirs if rules.no_trick_voids == "makers" else 0
        tricks = CARD_POINTS if rules.no_trick_on_top else 0
        score[defenders] = tricks + rules.no_trick_bonus + kept
    elif outcome == "made":
        winner = makers
        score = {side: deal.points[side] + deal.melds[side] for side in SIDES}
    elif outcome == "failed":
        lost = mine if rules.melds_on_failure == "to_defenders" else 0
        score[defenders] = CARD_POINTS + theirs + lost
    else:
        winner = None
        score[defenders] = deal.points[defenders] + theirs
        added = deal.points[makers] + mine
    return _with_belot(rules, deal, Scored(outcome, score, added, winner), held)


def _with_belot(rules: Belotten, deal: Deal, scored: Scored, held: int) -> Scored:
    """Add belot (Q32), and the points that were held before (Q34)."""
    score, added = dict(scored.score), scored.held
    for side in SIDES:
        fell_short = side == deal.makers and scored.winner != deal.makers
        if rules.makers_keep_belot or not fell_short:
            score[side] += deal.belot_of(side)
        elif scored.winner:
            score[scored.winner] += deal.belot_of(side)
        else:
            added += deal.belot_of(side)
    if scored.winner or rules.held_adds_up:
        added += held
    return Scored(scored.outcome, score, added, scored.winner)


def _unplayed(rules: Belotten) -> tuple[str, ...]:
    """The events after which the cards of a deal no longer matter."""
    ended = ("revoke",) if rules.revoke_rule == "162_to_others" else ()
    return ("all_passed_twice", "misdeal", *ended)


def ending(
    rules: Belotten, totals: Mapping[str, int], dealt: int
) -> tuple[bool, str | None, bool]:
    """Whether the game is over, who won, and whether a deciding deal comes.

    Rule 4.5 for games to a target, after any deal; rule 6.4 for ``deal_count``.
    """
    leader = None if totals["A"] == totals["B"] else max(SIDES, key=totals.__getitem__)
    if rules.deal_count is not None:
        over = dealt >= rules.deal_count
        return over, leader if over else None, False
    goal = goal_of(rules) + (rules.target_rule == "exceed")
    if max(totals.values()) < goal:
        return False, None, False
    deciding = leader is None and rules.deciding_deal
    return not deciding, leader, deciding


def start_game(rules: Belotten, totals: Mapping[str, int], held: int = 0) -> Game:
    """A game before its next deal, from totals that stand already."""
    over, winner, deciding = ending(rules, totals, 0)
    return Game(totals, held, over=over, winner=winner, deciding=deciding)


def after_deal(rules: Belotten, game: Game, deal: Deal) -> Game:
    """The game with one more deal. Whether that deal is allowed is not asked."""
    lapsed = game.deciding and not rules.held_in_deciding_deal
    scored = score_deal(rules, deal, 0 if lapsed else game.held)
    totals = {side: game.totals[side] + scored.score[side] for side in SIDES}
    dealt = game.dealt + (deal.event != "misdeal")
    over, winner, deciding = ending(rules, totals, dealt)
    steps, running = (*game.steps, scored), (*game.running, totals)
    return Game(totals, scored.held, steps, running, over, winner, deciding, dealt)


def final_totals(rules: Belotten, game: Game) -> dict[str, int]:
    """The totals, with points still held where the winner takes them (Q35)."""
    totals = dict(game.totals)
    if game.winner and rules.held_at_end == "to_winner":
        totals[game.winner] += rounded(game.held, rules.rounding)
    return totals


def read_game(rules: Belotten, reading: Reading) -> tuple[Game, list[Problem]]:
    """The game up to its first faulty deal, and everything wrong with the sheet."""
    entries = reading["deals"]
    first_dealer = reading.get("first_dealer")
    game = start_game(rules, reading.get("start") or NOTHING, reading.get("held") or 0)
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
    deal, found = read_deal(entry, order, rules.meld_rules, _unplayed(rules))
    event = deal.event if deal else ""
    costs = event == "revoke" or (event == "misdeal" and rules.misdeal_penalty > 0)
    if deal and costs and deal.by is None:
        params = {"field": "by", "text": ""}
        found.append(Problem("side_unknown", HARD, params=params))
    elif deal and event == "revoke" and event not in _unplayed(rules):
        place = place_of(deal.by or "A")
        found.append(Problem("revoke_undecided", WARN, place))
    return deal, found


def _has_list(entry: Any) -> bool:
    return isinstance(entry, Mapping) and isinstance(entry.get("melds"), list)


def _around(rules: Belotten, reading: Reading) -> list[Problem]:
    """What is wrong around the deals of a sheet, so that they cannot be read."""
    entries, start = reading.get("deals"), reading.get("start") or NOTHING
    if not isinstance(entries, list) or not entries:
        params = {"expected": rules.deal_count, "written": 0}
        return [Problem("deal_count", HARD, params=params)]
    if reading.get("first_dealer") not in (None, *range(1, PLACES + 1)):
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
