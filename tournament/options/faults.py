"""Why rules cannot be played as they stand: options that do not go together.

Each fault is the option to change and a sentence for it. Nothing here asks whether a
rule is wise.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import pairwise
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from django.utils.translation import gettext as _

from scoring.messages import sentence
from scoring.rulebooks.base import Problem, Rulebook, Severity
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.bid_rules import BEST_ROUNDS
from scoring.rulebooks.canasta import Canasta
from scoring.rulebooks.canasta_hand import deck_cards, for_players
from scoring.rulebooks.prediction import Prediction
from tournament.houserules import plain
from tournament.options import options_of

Fault = tuple[str, str]


def faults(rules: Rulebook) -> list[Fault]:
    """Everything that keeps the rules from being played: option, sentence."""
    misfits = [
        (name, _("This is not a value that the rule can have."))
        for name in _misfits(rules)
    ]
    if misfits:
        return misfits
    values = plain(rules)
    found = [
        (name, fault)
        for name, option in options_of(rules).items()
        if (fault := option.kind.fault(values[name]))
    ]
    together = (check for kind, check in TOGETHER.items() if isinstance(rules, kind))
    return found or [fault for check in together for fault in check(rules)]


def _misfits(rules: Rulebook) -> Iterator[str]:
    """Options whose value is not of the type that the rulebook says."""
    for name, hint in _hints(rules).items():
        if not fits(getattr(rules, name), hint):
            yield name


def fits(value: Any, hint: Any) -> bool:
    """Whether a value is what a type hint says, all the way down."""
    args = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return any(fits(value, each) for each in args)
    if get_origin(hint) is tuple:
        if not isinstance(value, tuple):
            return False
        each = (args[0],) * len(value) if args[-1] is Ellipsis else args
        return len(value) == len(each) and all(map(fits, value, each))
    if hint is int:
        return type(value) is int
    return isinstance(value, hint) and all(
        fits(getattr(value, name), inner) for name, inner in _hints(value).items()
    )


def _hints(thing: Any) -> dict[str, Any]:
    """The type of each field of a dataclass; nothing for anything else."""
    if not is_dataclass(thing):
        return {}
    hints = get_type_hints(type(thing))
    return {field.name: hints[field.name] for field in fields(thing)}


def _prediction(rules: Prediction) -> Iterator[Fault]:
    yield from _tables(rules)
    for number in {pack.places for pack in rules.packs}:
        if number not in rules.sizes:
            yield "packs", _nobody_plays_at(number)
        if [pack.places for pack in rules.packs].count(number) > 1:
            yield (
                "packs",
                _("Tables of %(size)s have two packs. Leave one out.")
                % {"size": number},
            )
    short = next(filter(None, (_too_few_cards(rules, n) for n in rules.sizes)), None)
    if short:
        yield ("deals" if rules.deals else "most_cards"), short
    if rules.ranking[:1] == (BEST_ROUNDS,):
        yield (
            "ranking",
            _("Best rounds only decide between equals. Put another figure first."),
        )


def _too_few_cards(rules: Prediction, places: int) -> str:
    """Why a table of this size cannot deal its largest deal, and what to do."""
    problem = rules.capacity_problem(places)
    most = max((deal.cards for deal in rules.deals), default=0)
    dealt, deck = rules.dealt_at(places), rules.deck_for(places)
    if most * dealt > deck:
        params = {"places": dealt, "cards": most, "deck": deck}
        problem = Problem("sequence_capacity", Severity.HARD, params=params)
    if problem is None:
        return ""
    return (
        sentence(problem)
        + " "
        + _("Deal fewer cards, take a larger pack, or play at smaller tables.")
    )


def _belotten(rules: Belotten) -> Iterator[Fault]:
    if rules.rounding != "none" and rules.target % 10:
        yield (
            "target",
            _("Scores are in tens, and %(target)s is not. Play to a multiple of ten.")
            % {"target": rules.target},
        )


def _canasta(rules: Canasta) -> Iterator[Fault]:
    yield from _tables(rules)
    yield from _dealt(rules)
    yield from _values(rules)
    yield from _first_meld(rules)
    if len(rules.red_threes) != rules.threes + 1:
        told = {"threes": rules.threes, "count": len(rules.red_threes) - 1}
        yield (
            "red_threes",
            _(
                "There are %(threes)s red threes in the packs, and %(count)s numbers "
                "here. Type a number for each."
            )
            % told,
        )
    if rules.escalera_to_go_out and not rules.sequences:
        yield (
            "escalera_to_go_out",
            _("Without escaleras nobody can go out. Let there be, or do not ask one."),
        )


def _dealt(rules: Canasta) -> Iterator[Fault]:
    cards = 52 * rules.packs + rules.jokers
    for places in rules.sizes:
        each = for_players(rules.dealt, places)
        if each * places >= cards:  # one is turned to begin the pile
            told = {"places": places, "cards": each, "deck": cards}
            yield (
                "dealt",
                _(
                    "%(places)s players with %(cards)s cards each: %(deck)s cards do "
                    "not leave one to turn. Deal fewer."
                )
                % told,
            )
            return


def _values(rules: Canasta) -> Iterator[Fault]:
    """The checks take for granted that a wild card is worth what it stands for."""
    dearest = max(rules.ace, rules.k_to_8, rules.seven_to_4)
    for name in ("two", "joker"):
        value = getattr(rules, name)
        if value < dearest and deck_cards(rules)[name]:
            told = {"value": value, "dearest": dearest}
            yield (
                name,
                _(
                    "A wild card of %(value)s can stand for a card of %(dearest)s. "
                    "Let it be worth at least as much."
                )
                % told,
            )


def _first_meld(rules: Canasta) -> Iterator[Fault]:
    rows = list(rules.first_meld)
    if not rows or rows[0][0] != 0:
        yield "first_meld", _("Begin with a row for scores from 0.")
        return
    rising = all(low[0] < high[0] and low[1] <= high[1] for low, high in pairwise(rows))
    if not rising:
        yield (
            "first_meld",
            _("Write the lowest score first; no value is below the one before it."),
        )


def _tables(rules: Prediction | Canasta) -> Iterator[Fault]:
    for size in rules.usual_sizes:
        if size not in rules.sizes:
            yield "usual_sizes", _nobody_plays_at(size)
            return


def _nobody_plays_at(size: int) -> str:
    return _(
        "Tables of %(size)s are not among the sizes to play at. Tick %(size)s there, "
        "or leave it out here."
    ) % {"size": size}


TOGETHER: Mapping[type, Callable[[Any], Iterator[Fault]]] = {
    Prediction: _prediction,
    Belotten: _belotten,
    Canasta: _canasta,
}
