"""Every field, choice and figure that a game shows has a word of its own."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Field, Rulebook, kept_by_deal
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.belotten_melds import PLAYERS
from scoring.rulebooks.canasta import BOLIVIA
from scoring.words import CHOICES, FIELDS, FIGURES, MODES, card_name, word
from tests.scoring.belotten_hands import entry
from tests.scoring.hands import sheet

GAMES: list[Rulebook] = [*PRESETS.values(), replace(BOLIVIA, short_wild_meld=100)]


def fields() -> Iterator[Field]:
    for rules in GAMES:
        if kept_by_deal(rules):
            for places in rules.sizes:
                for mode in rules.modes:
                    yield from rules.fields(places, mode)


def test_every_field_of_a_form_has_a_word() -> None:
    named = {field.name for field in fields()} | {field.group for field in fields()}
    assert named - {""} <= set(FIELDS)


def test_every_choice_has_a_word_unless_it_is_a_person_or_a_figure() -> None:
    choices = {
        choice
        for field in fields()
        if not set(field.choices) <= {*"ABC", *PLAYERS}
        for choice in field.choices
    }
    assert {choice for choice in choices if not choice.isdigit()} <= set(CHOICES)


def test_every_field_that_a_problem_points_at_has_a_word() -> None:
    for rules in GAMES:
        if kept_by_deal(rules):
            assert {name for some in rules.blames.values() for name in some} <= set(
                FIELDS
            )


def test_every_way_to_fill_in_a_form_has_a_word() -> None:
    assert {mode for rules in GAMES for mode in rules.modes} <= set(MODES)


def test_every_figure_that_standings_show_or_rank_by_has_a_heading() -> None:
    shown = {column for rules in GAMES for column in rules.columns}
    ranked = {criterion.key for rules in GAMES for criterion in rules.criteria}
    assert shown | ranked <= set(FIGURES)


def test_every_outcome_of_a_deal_and_what_is_shown_beside_it_has_a_word() -> None:
    deals = [
        entry("A", 162, tricks={"A": 8}),
        entry("A", 0, tricks={"A": 0}),
        entry("A", 95),
        entry("A", 67),
        entry("A", 81),
        {"event": "all_passed_twice"},
        {"event": "misdeal"},
        entry("A", 95, event="revoke", by="A"),
    ]
    rules = Belotten(revoke_rule="162_to_others", target=5000)
    hand = {"melded": 60, "hand": 45}
    lines = [
        *rules.course({"deals": deals}, 4),
        *BOLIVIA.course(sheet([hand, hand]), 4),
    ]
    outcomes = {line.outcome for line in lines if line.outcome}
    assert len(outcomes) == len(deals)
    assert outcomes <= set(CHOICES)
    assert {name for line in lines for name in (*line.before, *line.left)} <= set(
        FIELDS
    )


@pytest.mark.parametrize(
    ("kind", "key", "english", "dutch"),
    [
        ("field", "makers", "makers", "speelt"),
        ("field", "melds.length", "cards in the sequence", "kaarten in de reeks"),
        ("choice", "C", "clubs", "klaveren"),
        ("choice", "K", "king", "heer"),
        ("choice", "out", "somebody went out", "iemand ging uit"),
        ("field", "out", "out", "uit"),
        ("mode", "sums", "only the sums", "alleen de sommen"),
        ("figure", "niet_behaalde_bollen", "made bids", "niet behaalde bollen"),
        ("short", "niet_behaalde_bollen", "made", "niet beh."),
    ],
)
def test_a_word_is_told_in_the_language_of_the_page(
    kind: str, key: str, english: str, dutch: str
) -> None:
    for language, told in (("en", english), ("nl", dutch)):
        with translation.override(language):
            assert word(kind, key) == told


def test_a_key_without_a_word_is_its_own() -> None:
    assert word("field", "odd_tricks") == "odd tricks"
    assert word("nothing_like_it", "odd_tricks") == "odd tricks"
    assert (word("choice", "B"), word("choice", "10")) == ("B", "10")


def test_no_word_begins_with_a_capital() -> None:
    with translation.override("nl"):
        for kind, words in (("field", FIELDS), ("choice", CHOICES), ("mode", MODES)):
            for key in words:
                assert not word(kind, key)[0].isupper()


def test_a_card_is_named_by_suit_and_rank() -> None:
    for language, name in (("en", "10 of spades"), ("nl", "schoppen 10")):
        with translation.override(language):
            assert card_name("S10") == name
