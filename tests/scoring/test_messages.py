"""Every problem has a sentence in Dutch and in English, with its figures filled in."""

import random
import re
from typing import Any

import pytest
from django.utils import translation
from django.utils.translation import gettext_lazy

from scoring.messages import SENTENCES, sentence
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.belotten import Belotten
from scoring.rulebooks.canasta import BOLIVIA
from scoring.rulebooks.canasta_checks import hand_problems
from scoring.rulebooks.canasta_hand import Side
from tests.scoring.bad_forms import (
    bad_belotten,
    bad_canasta,
    bad_deals,
    bad_forms,
    bad_games,
    bad_hands,
    bad_sums,
    both,
    points,
    shown,
)
from tests.scoring.belotten_hands import carre, entry, sequence
from tests.scoring.deals import one_deal
from tests.scoring.hands import hand_of, out, sheet, side

# Found when tables are laid out; no rulebook gives it.
ELSEWHERE = {"table_size_unusual"}

BIDS = [*bad_deals(), *bad_forms(), *bad_sums(), *bad_games()]
FOUND = [*BIDS, *bad_belotten(), *bad_hands(), *bad_canasta()]
ALL = [*FOUND, *(Problem(code, Severity.WARN) for code in sorted(ELSEWHERE))]

# One of a thing that is called as if it were more, or more as if it were one.
MISCOUNTED = {
    "en": re.compile(
        r"(?<![\w-])1 (\w+ )?(points|tricks|cards|deals|threes)\b|\bthere are 1\b"
        r"|\b(0|[2-9]|\d\d+) (card )?(point|trick|deal)\b|\b1 are\b"
    ),
    "nl": re.compile(
        r"(?<![\w-])1 (kaart)?(punten|slagen|kaarten|giften)\b|\bzijn er 1\b"
        r"|\b(0|[2-9]|\d\d+) ((kaart)?punt|slag|gift)\b"
    ),
}


def said(problem: Problem, language: str = "en") -> str:
    with translation.override(language):
        return sentence(problem)


def of_belotten(deal: Any) -> Problem:
    return Belotten().problems({"deals": [deal]}, 4)[0]


def of_bolivia(*sides: Side, **more: Any) -> Problem:
    return hand_problems(BOLIVIA, hand_of(*sides, **more))[0]


def test_the_bad_forms_have_every_problem_there_is() -> None:
    assert {problem.code for problem in ALL} == set(SENTENCES)


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_sentence_is_whole_and_shows_no_code(language: str) -> None:
    for problem in ALL:
        text = said(problem, language)
        assert text[-1] in ".?", text
        assert text[0].isupper() or not text[0].isalpha(), text
        assert "%" not in text
        assert "{" not in text
        assert "None" not in text
        assert "_" not in text
        assert problem.code not in text or problem.code == "bolloos"  # a card word


@pytest.mark.parametrize("problem", ALL, ids=lambda problem: problem.code)
def test_the_two_languages_say_it_with_the_same_figures(problem: Problem) -> None:
    english, dutch = said(problem, "en"), said(problem, "nl")
    assert english != dutch
    figures = re.compile(r"-?\d+")
    assert set(figures.findall(english)) == set(figures.findall(dutch))


@pytest.mark.parametrize("language", ["nl", "en"])
def test_one_is_one_and_more_are_many(language: str) -> None:
    for problem in ALL:
        text = said(problem, language)
        assert not MISCOUNTED[language].search(text), text


@pytest.mark.parametrize(
    ("cells", "cards", "figures"),
    [
        ("1 1 1 0x", 3, ["1 + 1 + 1 + 0", "3"]),
        ("2 1 0 1", 5, ["4", "5"]),
        ("2 2 1 0x", 4, ["2 + 2 + 1 = 5", "4"]),
        ("2 1 1x 1x", 4, ["1", "4"]),
        ("1 0 0 1x", 5, ["1", "4"]),
        ("9x 0 0 1x", 5, ["5", "0", "5"]),
        ("twee 0 0 1x", 5, ["twee"]),
    ],
)
def test_a_sentence_tells_the_figures_of_its_deal(
    cells: str, cards: int, figures: list[str]
) -> None:
    text = said(one_deal(cards, cells)[0])
    for figure in figures:
        assert figure in text


@pytest.mark.parametrize(
    ("deal", "text"),
    [
        (points(95, 66), "95 + 66 = 161 card points, there are 162. Count once more."),
        (points(1, 0), "1 + 0 = 1 card point, there are 162. Count once more."),
        (
            entry("A", 95, tricks=both(5, 4)),
            "5 + 4 = 9 tricks, there are 8. Count once more.",
        ),
        (
            entry("A", 95, tricks=both(1, 0)),
            "1 + 0 = 1 trick, there are 8. Count once more.",
        ),
        (
            entry("A", 100, tricks=both(1, 7)),
            "100 card points with 1 trick: it can be at most 66. Count both once more.",
        ),
        (
            entry("A", 90, tricks=both(7, 1)),
            "90 card points with 7 tricks: it must be at least 96. Count both once "
            "more.",
        ),
        (
            entry("A", 11, last_trick="A"),
            "11 card points with the last trick: without its 10 that is 1, and no "
            "cards make that. Look at both once more.",
        ),
        (
            entry("A", 95, melds=both(600, 0)),
            "600 in melds is more than two hands can show: at most 550, or 1000 to "
            "1120 with eight trumps. Add up once more.",
        ),
        (
            points(None, None),
            "Card points: nothing is filled in. Type the number, also when it is 0.",
        ),
        (
            points("9?", None),
            "Card points: “9?” is not a whole number. Type digits only.",
        ),
        (
            shown(sequence("A1", "H", "Q", 9)),
            "A sequence of 9 with the queen on top: there can be at most 6. Look at "
            "the highest card and the number of cards once more.",
        ),
        (
            shown(carre("A1", "K"), sequence("B1", "H", "A", 3)),
            "Also shown at place 2: king of hearts. Each card is there once; look at "
            "both melds once more.",
        ),
    ],
)
def test_a_sentence_tells_the_figures_of_a_deal_of_belotten(
    deal: dict[str, Any], text: str
) -> None:
    assert said(of_belotten(deal)) == text


@pytest.mark.parametrize(
    ("sides", "text"),
    [
        (
            (out(red_threes=4), side(red_threes=3)),
            "4 + 3 = 7 red threes, there are 6. Count once more.",
        ),
        (
            (out(melded=1645), side()),
            "1670 + 105 = 1775 points in cards, there are 1770. Count once more.",
        ),
        (
            (out(melded=233), side()),
            "Melded: 233 is not a multiple of 5, and every card is. Count once more.",
        ),
        (
            (out(hand=0), side()),
            "Who did not go out holds a card: that is at least 1 here, and what is "
            "left in hand makes at most 0. Count it once more.",
        ),
        (
            (out(mixed=-1), side()),
            "Mixed canastas: -1 is less than 0. Read it once more.",
        ),
    ],
)
def test_a_sentence_tells_the_figures_of_a_hand(
    sides: tuple[Side, Side], text: str
) -> None:
    assert said(of_bolivia(*sides)) == text


def test_a_card_that_cannot_be_counted_is_named_with_its_group() -> None:
    counted = {"melded": {"joker": "1,5"}, "hand": 45}
    found = BOLIVIA.problems(sheet([counted, {"melded": 60, "hand": 45}]), 4)
    assert said(found[0]) == (
        "Melded, jokers: “1,5” is not a whole number. Type digits only."
    )


def test_a_percent_sign_that_was_typed_is_shown_and_not_filled_in() -> None:
    typed = "%(cards)s"
    for found in (
        one_deal(3, [typed, "1", "1x", "0"])[0],
        of_belotten(points(typed, None)),
        of_belotten(entry("A", 95, last_trick=typed)),
        of_belotten({"event": typed}),
    ):
        for language in ("nl", "en"):
            assert typed in said(found, language)


def test_a_game_from_elsewhere_brings_its_own_sentence() -> None:
    text = gettext_lazy("total")
    brought = Problem("too_many_queens", Severity.HARD, params={"sentence": text})
    assert (said(brought), said(brought, "nl")) == ("total", "totaal")


def test_a_problem_nobody_has_a_sentence_for_is_told_in_the_words_of_its_code() -> None:
    strange = Problem("too_many_queens", Severity.HARD)
    assert said(strange) == (
        "This cannot be right: too many queens. Look at it once more."
    )


def test_whatever_is_typed_gives_a_sentence() -> None:
    chance = random.Random(4)
    for _ in range(300):
        typed = [
            chance.choice(["", "0", "1", "2", "7", "x", "1x", "q"]) for _ in "1234"
        ]
        tricks = [[chance.choice([0, 1, 2, None])] for _ in "1234"]
        for problem in one_deal(2, typed, tricks=chance.choice([None, tricks])):
            assert_fluent(problem)


def test_whatever_is_typed_of_a_deal_of_belotten_gives_a_sentence() -> None:
    chance = random.Random(5)

    def figures(*some: int | str | None) -> dict[str, Any]:
        return {name: chance.choice(some) for name in "AB"}

    for _ in range(500):
        a = chance.choice([0, 1, 2, 11, 81, 95, 152, 161, 162, 170])
        deal = entry(
            chance.choice("AB"),
            a,
            tricks=chance.choice([None, figures(0, 1, 2, 7, 8, None)]),
            melds=figures(0, 0, 1, 20, 150, 560, 1000, "q"),
            belot=chance.choice(["A", "B1", None, "q"]),
            last_trick=chance.choice(["A", "B", None]),
            event=chance.choice(["played", "played", "revoke", "misdeal"]),
        )
        if chance.random() < 0.3:
            deal["card_points"] = figures(-1, 0, 1, 2, 95, None, "")
        rules = Belotten(deal_count=chance.choice([None, 1, 2]), misdeal_penalty=1)
        for problem in rules.problems({"deals": [deal]}, 4):
            assert_fluent(problem)


def test_whatever_is_typed_of_a_hand_gives_a_sentence() -> None:
    chance = random.Random(6)
    kinds = ("mixed", "natural", "escalera", "bolivia", "red_threes")
    few: dict[str, tuple[Any, ...]] = dict.fromkeys(kinds, (0, 0, 0, 1, 2, 7))
    other: dict[str, tuple[Any, ...]] = {
        "melded": (0, 1, 5, 60, 230, 1000, "", None, {"ace": 1}, {"two": "q"}),
        "hand": (0, 1, 5, 45, None, {"joker": 1, "black_three": 1}),
        "hand_threes": (0, 0, 1, 5),
        "black_threes": (None, 0, 1, 3),
        "first_meld": (None, 1, 50),
        "out": ("no", "normal", "concealed", "q"),
    }
    for _ in range(500):
        sides = [
            {name: chance.choice(some) for name, some in (few | other).items()}
            for _ in "AB"
        ]
        hand = {"end": chance.choice(["out", "stock", ""]), "sides": {}}
        hand["sides"] = dict(zip("AB", sides, strict=True))
        for problem in BOLIVIA.problems({"deals": [hand]}, chance.choice([2, 4])):
            assert_fluent(problem)


def assert_fluent(problem: Problem) -> None:
    for language in ("nl", "en"):
        text = said(problem, language)
        assert not MISCOUNTED[language].search(text), text
        assert "None" not in text
