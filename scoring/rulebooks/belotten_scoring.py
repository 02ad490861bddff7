"""What a deal of Belotten scores, and the course of a game (rules 4.4 to 4.6).

It reads no form and judges none: deals come in as they were read.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rulebooks.belotten_deals import (
    CARD_POINTS,
    NOTHING,
    TRICKS,
    Deal,
    other_side,
)
from scoring.rulebooks.belotten_melds import SIDES
from scoring.rulebooks.belotten_rules import BelottenRules, goal_of


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


def rounded(points: int, rounding: str) -> int:
    """A side's points of one deal in the unit of the totals (rule 4.6)."""
    half = {"none": None, "tens_half_up": 5, "tens_half_down": 4}[rounding]
    return points if half is None else (points + half) // 10


def score_deal(rules: BelottenRules, deal: Deal, held: int = 0) -> Scored:
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


def contract(rules: BelottenRules, deal: Deal) -> str:
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


def _at_stake(rules: BelottenRules, deal: Deal, side: str) -> int:
    """What a side brings to the comparison of rule 4.4 (Q31)."""
    melds = deal.melds[side] if rules.melds_count_for_contract else 0
    belot = deal.belot_of(side) if rules.belot_counts_for_contract else 0
    return deal.points[side] + melds + belot


def _penalty(rules: BelottenRules, deal: Deal, held: int) -> Scored | None:
    """A misdeal or a revoke as rule 4.7 lets them be settled; None otherwise."""
    if deal.event not in unplayed(rules):
        return None
    points = rules.misdeal_penalty if deal.event == "misdeal" else CARD_POINTS
    others = other_side(deal.by) if deal.by else None
    score = {side: points if side == others else 0 for side in SIDES}
    return Scored(deal.event, score, held, None if deal.event == "misdeal" else others)


def _played(rules: BelottenRules, deal: Deal, held: int) -> Scored:
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


def _with_belot(rules: BelottenRules, deal: Deal, scored: Scored, held: int) -> Scored:
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


def unplayed(rules: BelottenRules) -> tuple[str, ...]:
    """The events after which the cards of a deal no longer matter."""
    ended = ("revoke",) if rules.revoke_rule == "162_to_others" else ()
    return ("all_passed_twice", "misdeal", *ended)


def ending(
    rules: BelottenRules, totals: Mapping[str, int], dealt: int
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


def start_game(rules: BelottenRules, totals: Mapping[str, int], held: int = 0) -> Game:
    """A game before its next deal, from totals that stand already."""
    over, winner, deciding = ending(rules, totals, 0)
    return Game(totals, held, over=over, winner=winner, deciding=deciding)


def after_deal(rules: BelottenRules, game: Game, deal: Deal) -> Game:
    """The game with one more deal. Whether that deal is allowed is not asked."""
    lapsed = game.deciding and not rules.held_in_deciding_deal
    scored = score_deal(rules, deal, 0 if lapsed else game.held)
    totals = {side: game.totals[side] + scored.score[side] for side in SIDES}
    dealt = game.dealt + (deal.event != "misdeal")
    over, winner, deciding = ending(rules, totals, dealt)
    steps, running = (*game.steps, scored), (*game.running, totals)
    return Game(totals, scored.held, steps, running, over, winner, deciding, dealt)


def final_totals(rules: BelottenRules, game: Game) -> dict[str, int]:
    """The totals, with points still held where the winner takes them (Q35)."""
    totals = dict(game.totals)
    if game.winner and rules.held_at_end == "to_winner":
        totals[game.winner] += rounded(game.held, rules.rounding)
    return totals
