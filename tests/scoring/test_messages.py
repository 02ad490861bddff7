"""Every problem has a sentence in Dutch and in English, with its figures filled in."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation

from scoring.messages import SENTENCES, sentence
from scoring.rulebooks import PRESETS
from scoring.rulebooks.base import Problem, Severity
from scoring.rulebooks.prediction import APP, BOLLEN, Prediction
from scoring.rulebooks.session import correction_problem
from scoring.rulebooks.sums import sums_problems
from tests.building import FORM_OF_FOUR, reading
from tests.scoring.deals import one_deal

# Found when tables are laid out; no rulebook gives it.
ELSEWHERE = {"table_size_unusual"}


def zero(place: int, deal: int) -> dict[str, Any]:
    return {
        "place": place,
        "notation": "zero",
        "zero_deal": deal,
        "replayed": False,
    }


def bad_deals() -> Iterator[Problem]:
    yield from one_deal(3, "2 ? 1x 1")
    yield from one_deal(3, ["2", "", "4", "1"])
    yield from one_deal(3, "1 1 1 0", first_leader=1)
    yield from one_deal(3, "2 1 0 1")
    yield from one_deal(4, "2 1 1x 1x")
    yield from one_deal(5, "1 0 0 1x")
    yield from one_deal(1, "1x 1x 0x 1x")
    tricks = [[4], [0], [1], [1]]
    yield from one_deal(3, "2 0x 1x 2x", tricks=tricks)


def bad_forms() -> Iterator[Problem]:
    rules = PRESETS["bollen"]
    form = reading(FORM_OF_FOUR)
    penalties = [zero(1, 1), zero(1, 2)]
    written = dict.fromkeys(("bollen", "punten", "niet_behaalde_bollen", "totaal"), 99)
    yield from rules.problems(form, 9)
    yield from rules.problems(form | {"labels": ["1"]}, 4)
    yield from rules.problems(form | {"penalties": penalties}, 4)
    yield from rules.problems(form | {"written": [written] * 4}, 4)


def bad_sums() -> Iterator[Problem]:
    row = {"bollen": 0, "punten": 36, "niet_behaalde_bollen": 10}
    yield from sums_problems(Prediction(), [row])
    yield from sums_problems(Prediction(), [row | {"bollen": -1}])


def bad_games() -> Iterator[Problem]:
    """People who leave or sit out, other packs, readings of another shape."""
    form = reading(FORM_OF_FOUR)
    rules = PRESETS["bollen"]
    gone = [[*row[:5], *["-"] * 6] for row in form["rows"][:2]]
    back = [[*gone[0][:8], "0", "-", "-"], *form["rows"][1:]]
    yield from rules.problems({"rows": [*gone, *form["rows"][2:]]}, 4)
    yield from rules.problems({"rows": back}, 4)
    yield from rules.problems(form | {"surprise": 1}, 4)
    yield from rules.problems(form | {"penalties": [{"place": 9}]}, 4)
    in_turn = replace(BOLLEN, sits_out_from=4)
    yield from in_turn.problems({"rows": back}, 4)
    yield from in_turn.problems({"rows": [["-"] * 11, *form["rows"][1:]]}, 4)
    app = replace(APP, max_cards=8)
    yield from app.problems(form, 4)
    boeren = PRESETS["boerenbridge"]
    yield from boeren.problems({"rows": [["1x"] * 17] * 4}, 4)
    locked = correction_problem(2, 5, False)
    yield from [locked] if locked else []


FOUND = [*bad_deals(), *bad_forms(), *bad_sums(), *bad_games()]
ALL = [*FOUND, *(Problem(code, Severity.WARN) for code in sorted(ELSEWHERE))]


def test_the_bad_forms_of_this_test_have_every_problem_there_is() -> None:
    assert {problem.code for problem in ALL} == set(SENTENCES)


@pytest.mark.parametrize("language", ["nl", "en"])
def test_a_sentence_is_whole_and_shows_no_code(language: str) -> None:
    for problem in ALL:
        with translation.override(language):
            text = sentence(problem)
        assert text[-1] in ".?", text
        assert text[0].isupper() or not text[0].isalpha(), text
        assert "%" not in text
        assert "{" not in text
        assert "None" not in text
        assert "_" not in text
        assert problem.code not in text or problem.code == "bolloos"  # a card word


@pytest.mark.parametrize("problem", ALL, ids=lambda problem: problem.code)
def test_the_two_languages_say_it_with_the_same_figures(problem: Problem) -> None:
    with translation.override("en"):
        english = sentence(problem)
    with translation.override("nl"):
        dutch = sentence(problem)
    assert english != dutch
    figures = re.compile(r"-?\d+")
    assert set(figures.findall(english)) == set(figures.findall(dutch))


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
    with translation.override("en"):
        text = sentence(one_deal(cards, cells)[0])
    for figure in figures:
        assert figure in text


def test_a_percent_sign_that_was_typed_is_shown_and_not_filled_in() -> None:
    found = one_deal(3, ["%(cards)s", "1", "1x", "0"])[0]
    for language in ("nl", "en"):
        with translation.override(language):
            assert "%(cards)s" in sentence(found)


def test_whatever_is_typed_gives_a_sentence() -> None:
    chance = random.Random(4)
    for _ in range(300):
        typed = [
            chance.choice(["", "0", "1", "2", "7", "x", "1x", "q"]) for _ in "1234"
        ]
        tricks = [[chance.choice([0, 1, 2, None])] for _ in "1234"]
        for problem in one_deal(2, typed, tricks=chance.choice([None, tricks])):
            assert sentence(problem)
