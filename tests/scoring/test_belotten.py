"""What a deal of Belotten scores, with every option (rules 4.4, 4.6 and 4.7)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulebooks.belotten import Belotten, of_options
from scoring.rulebooks.belotten_deals import Deal
from scoring.rulebooks.belotten_scoring import contract, rounded, score_deal

RULES = Belotten()


def sides(a: int, b: int) -> dict[str, int]:
    return {"A": a, "B": b}


def result(
    makers: str,
    a: int,
    held: int = 0,
    rules: Belotten = RULES,
    tricks: int | None = None,
    melds: dict[str, int] | None = None,
    belot: str | None = None,
) -> tuple[str, int, int, int]:
    """Outcome, score of A and of B, and held points after a deal."""
    deal = Deal(
        makers=makers,
        points=sides(a, 162 - a),
        tricks=None if tricks is None else sides(tricks, 8 - tricks),
        melds=melds or sides(0, 0),
        belot=belot,
    )
    scored = score_deal(rules, deal, held)
    return scored.outcome, scored.score["A"], scored.score["B"], scored.held


@pytest.mark.parametrize(
    ("makers", "a", "more", "expected"),
    [
        ("A", 95, {}, ("made", 95, 67, 0)),  # ED01
        ("A", 70, {}, ("failed", 0, 162, 0)),
        ("A", 81, {}, ("equal", 0, 81, 81)),
        ("A", 76, {"belot": "A"}, ("made", 96, 86, 0)),
        ("A", 90, {"melds": sides(0, 20)}, ("failed", 0, 182, 0)),  # ED06
        ("A", 71, {"melds": sides(50, 0)}, ("made", 121, 91, 0)),
        ("A", 162, {"tricks": 8}, ("capot", 252, 0, 0)),
        ("A", 0, {"tricks": 0, "melds": sides(0, 50)}, ("no_tricks", 0, 212, 0)),
        ("A", 60, {"belot": "A"}, ("failed", 20, 162, 0)),  # ED12
        ("A", 60, {"melds": sides(20, 0), "belot": "B"}, ("failed", 0, 202, 0)),
        ("A", 71, {"belot": "A"}, ("equal", 20, 91, 71)),
        ("B", 62, {"held": 81}, ("made", 62, 181, 0)),  # ED16
        ("A", 162, {}, ("made", 162, 0, 0)),  # EE08
        ("A", 82, {}, ("made", 82, 80, 0)),
        ("A", 80, {}, ("failed", 0, 162, 0)),
        ("A", 0, {}, ("failed", 0, 162, 0)),
        ("B", 162, {"tricks": 8}, ("no_tricks", 212, 0, 0)),
        ("B", 162, {"tricks": 8, "belot": "B"}, ("no_tricks", 212, 20, 0)),
        ("B", 0, {"tricks": 0, "melds": sides(50, 0)}, ("capot", 50, 252, 0)),
        ("B", 0, {"tricks": 0, "belot": "A", "held": 81}, ("capot", 20, 333, 0)),
        ("A", 162, {"tricks": 8, "melds": sides(1000, 0)}, ("capot", 1252, 0, 0)),
        ("A", 0, {"tricks": 0, "melds": sides(20, 0)}, ("no_tricks", 0, 212, 0)),
        ("A", 81, {"held": 81}, ("equal", 0, 81, 162)),
        ("A", 70, {"held": 162}, ("failed", 0, 324, 0)),
        ("A", 61, {"melds": sides(40, 0), "belot": "B"}, ("failed", 0, 222, 0)),
        ("A", 71, {"melds": sides(20, 0)}, ("equal", 0, 91, 91)),
    ],
)
def test_a_deal_scores_by_its_outcome(
    makers: str, a: int, more: dict[str, Any], expected: tuple[str, int, int, int]
) -> None:
    assert result(makers, a, **more) == expected


@pytest.mark.parametrize(
    ("option", "makers", "a", "more", "expected"),
    [
        (
            {"melds_count_for_contract": False},
            "A",
            71,
            {"melds": sides(50, 0)},
            ("failed", 0, 212, 0),
        ),
        (
            {"melds_count_for_contract": False},
            "A",
            90,
            {"melds": sides(0, 20)},
            ("made", 90, 92, 0),
        ),
        (
            {"belot_counts_for_contract": False},
            "A",
            76,
            {"belot": "A"},
            ("failed", 20, 162, 0),
        ),
        ({"makers_keep_belot": False}, "A", 60, {"belot": "A"}, ("failed", 0, 182, 0)),
        ({"makers_keep_belot": False}, "A", 60, {"belot": "B"}, ("failed", 0, 182, 0)),
        ({"makers_keep_belot": False}, "A", 71, {"belot": "A"}, ("equal", 0, 91, 91)),
        ({"makers_keep_belot": False}, "A", 91, {"belot": "B"}, ("equal", 0, 91, 91)),
        ({"makers_keep_belot": False}, "A", 95, {"belot": "A"}, ("made", 115, 67, 0)),
        (
            {"makers_keep_belot": False},
            "A",
            0,
            {"belot": "A", "tricks": 0},
            ("no_tricks", 0, 232, 0),
        ),
        (
            {"melds_on_failure": "void"},
            "A",
            60,
            {"melds": sides(20, 0)},
            ("failed", 0, 162, 0),
        ),
        (
            {"melds_on_failure": "void"},
            "A",
            60,
            {"melds": sides(0, 20)},
            ("failed", 0, 182, 0),
        ),
        ({"tie_rule": "failed"}, "A", 81, {}, ("failed", 0, 162, 0)),
        ({"tie_rule": "failed"}, "A", 71, {"belot": "A"}, ("failed", 20, 162, 0)),
        ({"held_adds_up": False}, "A", 81, {"held": 70}, ("equal", 0, 81, 81)),
        ({"held_adds_up": False}, "A", 95, {"held": 70}, ("made", 165, 67, 0)),
        ({"capot_bonus": 100}, "A", 162, {"tricks": 8}, ("capot", 262, 0, 0)),
        ({"no_trick_bonus": 90}, "A", 0, {"tricks": 0}, ("no_tricks", 0, 252, 0)),
        ({"no_trick_on_top": False}, "A", 0, {"tricks": 0}, ("no_tricks", 0, 50, 0)),
        (
            {"no_trick_voids": "makers"},
            "A",
            0,
            {"tricks": 0, "melds": sides(0, 50)},
            ("no_tricks", 0, 262, 0),
        ),
        (
            {"no_trick_voids": "makers"},
            "A",
            0,
            {"tricks": 0, "melds": sides(50, 0)},
            ("no_tricks", 0, 212, 0),
        ),
        (
            {"defenders_melds_on_capot": False},
            "A",
            162,
            {"tricks": 8, "melds": sides(0, 50)},
            ("capot", 252, 0, 0),
        ),
        ({"rounding": "tens_half_up"}, "B", 54, {}, ("made", 5, 11, 0)),  # ED20
        ({"rounding": "tens_half_up"}, "A", 95, {}, ("made", 10, 7, 0)),
        ({"rounding": "tens_half_down"}, "A", 95, {}, ("made", 9, 7, 0)),
        ({"rounding": "tens_half_up"}, "A", 95, {"held": 81}, ("made", 18, 7, 0)),
        ({"rounding": "tens_half_up"}, "A", 81, {}, ("equal", 0, 8, 81)),
    ],
)
def test_every_option_changes_its_deal(
    option: dict[str, Any],
    makers: str,
    a: int,
    more: dict[str, Any],
    expected: tuple[str, int, int, int],
) -> None:
    assert result(makers, a, rules=Belotten(**option), **more) == expected


def test_halves_go_up_or_down() -> None:
    assert [rounded(p, "tens_half_up") for p in (54, 55, 56, 105)] == [5, 6, 6, 11]
    assert [rounded(p, "tens_half_down") for p in (54, 55, 56, 105)] == [5, 5, 6, 10]
    assert rounded(55, "none") == 55


def test_two_rounded_scores_add_to_sixteen_but_for_a_few_pairs() -> None:
    for a in range(163):
        pair = (a % 10, (162 - a) % 10)
        up = rounded(a, "tens_half_up") + rounded(162 - a, "tens_half_up")
        down = rounded(a, "tens_half_down") + rounded(162 - a, "tens_half_down")
        assert up == 16 + (pair in [(5, 7), (6, 6), (7, 5)])
        assert down == 16 + (pair == (6, 6))


def test_a_deal_passed_by_all_scores_nothing_and_keeps_what_is_held() -> None:
    scored = score_deal(RULES, Deal(event="all_passed_twice"), 81)
    assert (scored.outcome, scored.score, scored.held) == (
        "all_passed",
        sides(0, 0),
        81,
    )


def test_a_misdeal_costs_nothing_unless_the_rules_say_so() -> None:
    misdeal = Deal(event="misdeal", by="A")
    assert score_deal(RULES, misdeal, 81).score == sides(0, 0)
    strict = Belotten(misdeal_penalty=162)
    assert score_deal(strict, misdeal, 81).score == sides(0, 162)
    assert score_deal(strict, misdeal, 81).held == 81


def test_a_revoke_gives_the_deal_away_only_where_the_rules_say_so() -> None:
    revoke = Deal("A", sides(95, 67), event="revoke", by="A")
    assert score_deal(RULES, revoke).score == sides(95, 67)
    strict = Belotten(revoke_rule="162_to_others")
    assert score_deal(strict, revoke, 81).score == sides(0, 243)
    assert score_deal(strict, revoke, 81).outcome == "revoke"


def test_the_contract_is_settled_by_tricks_before_points() -> None:
    deal = Deal("A", sides(0, 162), sides(0, 8), melds=sides(200, 0))
    assert contract(RULES, deal) == "no_tricks"


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Deals of which every figure can be, and many are equal."""
    a = draw(st.sampled_from([0, 61, 71, 81, 91, 101, 162]) | st.integers(2, 160))
    tricks = {0: sides(0, 8), 162: sides(8, 0)}.get(a) if draw(st.booleans()) else None
    owner = draw(st.sampled_from("AB"))
    worth = draw(st.sampled_from([0, 0, 20, 40, 50, 100, 200]))
    return Deal(
        makers=draw(st.sampled_from("AB")),
        points=sides(a, 162 - a),
        tricks=tricks,
        melds=sides(0, 0) | {owner: worth},
        belot=draw(st.sampled_from([None, "A", "B"])),
    )


@given(deals(), st.sampled_from([0, 81, 162]))
def test_no_point_is_lost_and_none_is_made_up(deal: Deal, held: int) -> None:
    scored = score_deal(RULES, deal, held)
    bonus = {"capot": 90, "no_tricks": 50}.get(scored.outcome, 0)
    melds = 0 if scored.outcome == "no_tricks" else sum(deal.melds.values())
    belot = deal.belot_of("A") + deal.belot_of("B")
    got = sum(scored.score.values()) + scored.held - held
    assert got == 162 + melds + belot + bonus


@given(deals(), st.sampled_from([0, 81]))
def test_both_sides_are_treated_alike(deal: Deal, held: int) -> None:
    def turned(of: Any) -> dict[str, int]:
        return sides(of["B"], of["A"])

    other = {"A": "B", "B": "A"}
    mirror = Deal(
        makers=other[deal.makers],
        points=turned(deal.points),
        tricks=turned(deal.tricks) if deal.tricks else None,
        melds=turned(deal.melds),
        belot=other.get(deal.belot or ""),
    )
    assert score_deal(RULES, mirror, held).score == turned(
        score_deal(RULES, deal, held).score
    )


@given(deals(), st.sampled_from([0, 81]))
def test_only_the_winner_of_a_deal_gets_what_was_held(deal: Deal, held: int) -> None:
    without, scored = score_deal(RULES, deal), score_deal(RULES, deal, held)
    extra = {side: scored.score[side] - without.score[side] for side in "AB"}
    if scored.winner is None:
        assert (extra, scored.held) == (sides(0, 0), without.held + held)
    else:
        assert (extra, scored.held) == (sides(0, 0) | {scored.winner: held}, 0)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("target_rule", "exceed reach"),
        ("rounding", "none tens_half_up tens_half_down"),
        ("melds_on_failure", "to_defenders void"),
        ("tie_rule", "carry failed"),
        ("held_at_end", "lapse to_winner"),
        ("no_trick_voids", "all makers"),
        ("eight_sequence", "seed split"),
        ("equal_melds", "first none"),
        ("revoke_rule", "none 162_to_others"),
    ],
)
def test_a_club_writes_its_rules_in_these_words(option: str, words: str) -> None:
    usual, *_ = known = words.split()
    assert [of_options({option: word}).options()[option] for word in known] == known
    assert of_options({}).options()[option] == usual
