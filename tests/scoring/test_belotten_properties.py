"""What holds for every deal of Belotten: no point is lost, and real play is accepted.

Deals come as tables write them, with many ties, and from hands that were played.
"""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks.belotten import Belotten, read_game
from scoring.rulebooks.belotten_deals import play_order
from tests.scoring.belotten_hands import Entry, counted, played

MELDS = (0, 0, 20, 40, 50, 70, 100, 120, 150, 200, 250, 300, 550)
ONE_SIDE = ("card_points", "tricks")

# The options under which every point of a deal goes to somebody or waits.
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "target": st.sampled_from([100, 1000, 10_000]),
        "target_rule": st.sampled_from(["exceed", "reach"]),
        "deal_count": st.none() | st.integers(1, 16),
        "melds_count_for_contract": st.booleans(),
        "belot_counts_for_contract": st.booleans(),
        "makers_keep_belot": st.booleans(),
        "melds_on_failure": st.sampled_from(["to_defenders", "void"]),
        "tie_rule": st.sampled_from(["carry", "failed"]),
        "capot_bonus": st.integers(0, 200),
        "no_trick_bonus": st.integers(0, 200),
        "no_trick_voids": st.sampled_from(["all", "makers"]),
        "defenders_melds_on_capot": st.booleans(),
        "deciding_deal": st.booleans(),
        "eight_sequence": st.sampled_from(["seed", "split"]),
        "revoke_rule": st.sampled_from(["none", "162_to_others"]),
    },
)


@st.composite
def written(draw: st.DrawFn) -> Entry:
    """A deal as a table writes it, melds as totals; often equal or with no trick."""
    side = st.sampled_from("AB")
    makers, melds = draw(side), {"A": 0, "B": 0}
    melds[draw(side)] = draw(st.sampled_from(MELDS))
    belot = draw(st.none() | side)
    ahead = melds["B"] - melds["A"] + 20 * ((belot == "B") - (belot == "A"))
    equal = 81 + ahead // 2
    level = [equal] if 1 < equal < 161 else []
    points = draw(st.sampled_from([0, 81, 162, *level, *level]) | st.integers(2, 160))
    entry = {"makers": makers, "card_points": {"A": points}, "melds": melds}
    if points in (0, 162) and draw(st.booleans()):
        entry |= {"tricks": {"A": 8 * points // 162}}
    if draw(st.integers(0, 9)) == 0:
        entry |= {"event": "revoke", "by": draw(side)}
    return entry | {"belot": belot}


def shown(dealer: int) -> st.SearchStrategy[Entry]:
    """A deal that was played, with the melds as they were shown."""
    seeds = st.integers(0, 10**6)
    return seeds.map(lambda seed: played(random.Random(seed), dealer)[1])


def melds_of(entry: Entry, dealer: int, rules: Belotten) -> dict[str, int]:
    if isinstance(entry["melds"], dict):
        return entry["melds"]
    eight = 120 if rules.eight_sequence == "split" else 100
    return counted(entry["melds"], entry["trump"], play_order(dealer), eight)


def to_be_had(rules: Belotten, entry: Entry, melds: dict[str, int]) -> int:
    """Rule 4.4: 162, the melds that count, belot and the bonus."""
    if entry.get("event") == "revoke" and rules.revoke_rule == "162_to_others":
        return 162
    makers = entry["makers"]
    points = entry["card_points"]["A"]
    mine = points if makers == "A" else 162 - points
    defenders = "B" if makers == "A" else "A"
    belot = (entry["belot"] or "")[:1]
    total = 162 + 20 * bool(belot)
    tricks = entry.get("tricks")
    taken = tricks and (tricks["A"] if makers == "A" else 8 - tricks["A"])
    if taken == 8:
        kept = melds[defenders] if rules.defenders_melds_on_capot else 0
        return total + rules.capot_bonus + melds[makers] + kept
    if taken == 0:
        kept = melds[defenders] if rules.no_trick_voids == "makers" else 0
        return total + rules.no_trick_bonus + kept
    ahead = 2 * mine - 162
    if rules.melds_count_for_contract:
        ahead += melds[makers] - melds[defenders]
    if rules.belot_counts_for_contract and belot:
        ahead += 20 if belot == makers else -20
    failed = ahead < 0 or (ahead == 0 and rules.tie_rule == "failed")
    void = failed and rules.melds_on_failure == "void"
    return total + melds[defenders] + (0 if void else melds[makers])


@settings(max_examples=400, deadline=None)
@given(
    OPTIONS,
    st.integers(1, 4).flatmap(lambda p: st.tuples(st.just(p), written() | shown(p))),
    st.sampled_from([0, 71, 81, 162]),
)
def test_every_point_of_a_deal_goes_to_a_side_or_is_held(
    options: dict[str, Any], dealt: tuple[int, Entry], held: int
) -> None:
    """Score A + score B + held after - held before = 162 + melds + belot + bonus."""
    rules, (dealer, entry) = Belotten(**options), dealt
    reading = {"deals": [entry], "held": held, "first_dealer": dealer}
    game, problems = read_game(rules, reading)
    assert [p for p in problems if p.blocks] == []
    (step,) = game.steps
    got = sum(step.score.values()) + step.held - held
    assert got == to_be_had(rules, entry, melds_of(entry, dealer, rules))
    assert step.winner is None or step.held == 0


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 4).flatmap(lambda p: st.tuples(st.just(p), shown(p))), st.data())
def test_a_deal_that_was_played_is_accepted_however_little_is_written(
    dealt: tuple[int, Entry], data: st.DataObject
) -> None:
    dealer, entry = dealt
    rules = Belotten(deal_count=1)
    reading = {"deals": [entry], "first_dealer": dealer}
    held = {"held_at_end"}
    assert {p.code for p in rules.problems(reading, 4)} <= held
    totals = entry | {
        "melds": counted(entry["melds"], entry["trump"], play_order(dealer))
    }
    assert rules.score({"deals": [totals]}, 4) == rules.score(reading, 4)
    for key in ONE_SIDE:
        if data.draw(st.booleans()):
            side = data.draw(st.sampled_from("AB"))
            totals |= {key: {side: totals[key][side]}}
    for key in ("last_trick", "trump", "belot"):
        if data.draw(st.booleans()):
            totals |= {key: None}
    assert {p.code for p in rules.problems({"deals": [totals]}, 4)} <= held
    unsure = {"all_points_without_kapot", "zero_points_without_no_tricks"}
    short = totals | {"tricks": None}
    assert {p.code for p in rules.problems({"deals": [short]}, 4)} <= held | unsure
