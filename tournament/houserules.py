"""Games by name, and the rules of one in plain words."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Rulebook
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.canasta import Canasta
from scoring.rulebooks.canasta_hand import CANASTAS
from scoring.rulebooks.prediction import Deal, Prediction
from tournament.options import options_of
from tournament.options.deals import deals_text
from tournament.options.kinds import figure, listed

# The options that a line tells, and the line.
Line = tuple[str, str]
NAMES = {
    "bollen": gettext_lazy("Bollen, tournament"),
    "bollen_thuis": gettext_lazy("Bollen at home"),
    "bollen_app": gettext_lazy("Bollen as an app"),
    "boerenbridge": gettext_lazy("Boerenbridge, 17 deals"),
    "boerenbridge_19": gettext_lazy("Boerenbridge, 19 deals"),
    "belotten": gettext_lazy("Belotten"),
    "bolivia_ronde": gettext_lazy("Bolivia, four hands a round"),
    "bolivia": gettext_lazy("Bolivia, a whole game"),
    "canasta": gettext_lazy("Canasta"),
}


def game_name(key: str) -> str:
    """What a game is called, by the key of its preset."""
    return str(NAMES.get(key) or key[:1].upper() + key[1:].replace("_", " "))


def games() -> list[tuple[str, str]]:
    """(key, name) of every game that is known at this moment."""
    return [(key, game_name(key)) for key in PRESETS]


def plain(rules: Rulebook) -> dict[str, Any]:
    """The options as they look in JSON: lists instead of tuples."""
    options: dict[str, Any] = json.loads(json.dumps(rules.options()))
    return options


def changed(rules: Rulebook) -> list[str]:
    """The options in which these rules are not those of the preset of the game."""
    standard = plain(PRESETS[rules.key])
    return [name for name, value in plain(rules).items() if value != standard[name]]


def rules_in_words(rules: Rulebook) -> list[str]:
    """The rules in short lines; every option that is not standard is among them."""
    lines = next(
        (told for kind, told in LINES.items() if isinstance(rules, kind)), None
    )
    said: list[str] = []
    told: set[str] = set()
    for names, line in lines(rules) if lines else ():
        told |= {*names.split()}
        said += [line] if line else []
    values, different = plain(rules), changed(rules)
    for name, option in options_of(rules).items():
        if lines is None or (name in different and name not in told):
            said.append(f"{option.label}: {option.kind.say(values[name])}")
    return said


def _said(rules: Rulebook, name: str) -> str:
    """The value of one option in words."""
    return options_of(rules)[name].kind.say(plain(rules)[name])


def _prediction(rules: Prediction) -> Iterator[Line]:
    yield "deals most_cards no_trump_label", _deals(rules)
    yield "deck packs", _packs(rules)
    yield "trump_suit", _("trump: %(suit)s") % {"suit": _said(rules, "trump_suit")}
    yield "bids_at_once hook_from", _bidding(rules)
    if rules.home:
        yield (
            "home high_wins",
            _("who has most bollen loses; where that is equal, who has fewest points"),
        )
    else:
        yield "hit_bonus hit_per", _("made: %(score)s") % {"score": _made(rules)}
        yield "miss miss_per", _("bol: %(score)s") % {"score": _bol(rules)}
        if rules.penalty_bol != rules.miss:
            yield (
                "penalty",
                _("penalty bol: %(score)s") % {"score": figure(rules.penalty_bol)},
            )
        if rules.start:
            yield (
                "start",
                _("everybody begins with %(points)s") % {"points": figure(rules.start)},
            )
        highest, lowest = _("the highest total wins"), _("the lowest total wins")
        yield "high_wins home", highest if rules.high_wins else lowest
    yield "sizes usual_sizes", _tables(rules)
    if rules.sits_out_from is not None:
        yield (
            "sits_out_from",
            _("from tables of %(size)s on, one player sits out each deal")
            % {"size": rules.sits_out_from},
        )


def _deals(rules: Prediction) -> str:
    """How many deals and which, per table size where they follow it."""
    if rules.deals:
        return _sequence(rules.deals)
    sequences: dict[tuple[Deal, ...], list[str]] = {}
    for size in sorted(rules.sizes):
        sequences.setdefault(rules.deals_for(size), []).append(str(size))
    return "; ".join(
        _("tables of %(sizes)s: %(deals)s")
        % {"sizes": listed(sizes), "deals": _sequence(deals)}
        for deals, sizes in sequences.items()
    )


def _sequence(deals: Sequence[Deal]) -> str:
    told = {"n": len(deals), "deals": deals_text([asdict(deal) for deal in deals])}
    said = ngettext("%(n)s deal: %(deals)s", "%(n)s deals: %(deals)s", len(deals))
    return said % told


def _packs(rules: Prediction) -> str:
    line = _("a pack of %(cards)s cards") % {"cards": rules.deck}
    return f"{line}; {_said(rules, 'packs')}" if rules.packs else line


def _bidding(rules: Prediction) -> str:
    if rules.bids_at_once:
        return _("everybody bids at the same moment")
    if rules.hook_from is None:
        return _("the last bidder may bid anything")
    if rules.hook_from == 1:
        return _("the last bidder may not make the bids add up to the tricks")
    return _(
        "from %(cards)s cards on, the last bidder may not make the bids add up to the "
        "tricks"
    ) % {"cards": rules.hook_from}


def _made(rules: Prediction) -> str:
    """What a made bid scores: bid + 2, 10 × bid, 5."""
    times = {0: "", 1: _("bid")}.get(
        rules.hit_per, f"{figure(rules.hit_per)} × {_('bid')}"
    )
    if not times:
        return figure(rules.hit_bonus)
    if not rules.hit_bonus:
        return times
    sign = "+" if rules.hit_bonus > 0 else "−"
    return f"{times} {sign} {abs(rules.hit_bonus)}"


def _bol(rules: Prediction) -> str:
    """What a bol scores: −2, or −1 per trick that it is off, or both."""
    off = _("%(points)s for every trick it is off") % {"points": figure(rules.miss_per)}
    if not rules.miss_per:
        return figure(rules.miss)
    if not rules.miss:
        return off
    return _("%(points)s, and %(more)s") % {"points": figure(rules.miss), "more": off}


def _tables(rules: Prediction | Canasta) -> str:
    usual = listed([str(size) for size in rules.usual_sizes])
    others = [str(size) for size in rules.sizes if size not in rules.usual_sizes]
    if not others:
        return _("tables of %(sizes)s") % {"sizes": usual}
    return _("tables of %(sizes)s; of %(others)s if need be") % {
        "sizes": usual,
        "others": listed(others),
    }


def _belotten(rules: Belotten) -> Iterator[Line]:
    yield "deal_count target target_rule", _goal(rules)
    if rules.rounding != "none":
        yield (
            "rounding",
            _("scores are written %(how)s") % {"how": _said(rules, "rounding")},
        )
    yield (
        "melds_count_for_contract belot_counts_for_contract",
        _("the makers need more points than the defenders, %(counting)s")
        % {"counting": _counting(rules)},
    )
    yield (
        "tie_rule",
        _("as many points as the defenders: %(what)s")
        % {"what": _said(rules, "tie_rule")},
    )
    yield (
        "melds_on_failure",
        _("makers who fail lose all points to the defenders; their melds %(what)s")
        % {"what": _said(rules, "melds_on_failure")},
    )
    yield (
        "capot_bonus no_trick_bonus",
        _("all tricks: %(makers)s extra for makers, %(defenders)s for defenders")
        % {"makers": rules.capot_bonus, "defenders": rules.no_trick_bonus},
    )


def _goal(rules: Belotten) -> str:
    if rules.deal_count is not None:
        return ngettext(
            "a game is %(n)s deal", "a game is %(n)s deals", rules.deal_count
        ) % {"n": rules.deal_count}
    told = {"points": rules.target}
    if rules.target_rule == "exceed":
        return _("the game ends with more than %(points)s points") % told
    return _("the game ends with %(points)s points") % told


def _counting(rules: Belotten) -> str:
    melds, belot = rules.melds_count_for_contract, rules.belot_counts_for_contract
    return {
        (True, True): _("melds and belot counted"),
        (True, False): _("melds counted and belot not"),
        (False, True): _("belot counted and melds not"),
        (False, False): _("melds and belot not counted"),
    }[melds, belot]


def _canasta(rules: Canasta) -> Iterator[Line]:
    yield "deal_count target", _canasta_goal(rules)
    yield (
        "packs jokers dealt",
        _("%(packs)s packs and %(jokers)s jokers; dealt to each: %(dealt)s")
        % {
            "packs": rules.packs,
            "jokers": rules.jokers,
            "dealt": _said(rules, "dealt"),
        },
    )
    yield "mixed natural escalera bolivia sequences", _canastas(rules)
    yield "out_normal out_concealed canastas_to_go_out escalera_to_go_out", _out(rules)
    yield (
        "red_threes red_three_condition",
        _("red threes: %(points)s; for a side that %(what)s, else against it")
        % {
            "points": _said(rules, "red_threes"),
            "what": _said(rules, "red_three_condition"),
        },
    )
    yield (
        "first_meld first_meld_below_zero",
        _("first meld: %(least)s below 0; %(rows)s")
        % {
            "least": rules.first_meld_below_zero,
            "rows": _said(rules, "first_meld"),
        },
    )
    yield "sizes usual_sizes", _tables(rules)


def _canasta_goal(rules: Canasta) -> str:
    if rules.deal_count:
        return ngettext(
            "a game is %(n)s hand", "a game is %(n)s hands", rules.deal_count
        ) % {"n": rules.deal_count}
    return _("points to play to: %(points)s") % {"points": _said(rules, "target")}


def _canastas(rules: Canasta) -> str:
    told = {kind: getattr(rules, kind) for kind in CANASTAS}
    line = _("canastas: mixed %(mixed)s, natural %(natural)s") % told
    if rules.sequences:
        line += _(", escalera %(escalera)s, bolivia %(bolivia)s") % told
    return line


def _out(rules: Canasta) -> str:
    told = {
        "bonus": rules.out_normal,
        "concealed": rules.out_concealed,
        "canastas": _said(rules, "canastas_to_go_out"),
    }
    line = _(
        "going out: %(bonus)s, in one turn %(concealed)s; canastas that it takes: "
        "%(canastas)s"
    )
    line = line % told
    if rules.escalera_to_go_out:
        line = _("%(line)s, one of them an escalera") % {"line": line}
    return line


LINES: Mapping[type, Callable[[Any], Iterator[Line]]] = {
    Prediction: _prediction,
    Belotten: _belotten,
    Canasta: _canasta,
}
