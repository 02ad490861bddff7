"""Reading paper forms that were typed over into a file."""

from pathlib import Path

import pytest

from scoring.rulebooks import PRESETS
from tournament.paperforms import read_paper_forms

SEEDS = Path(__file__).parents[2] / "seeds"
HEADING = "ronde;tafel;plaats;1;2;straf\n"


def test_rows_of_a_table_become_one_reading() -> None:
    text = HEADING + "1;1;1;0;1x;\n1;1;2;x;0;2\n2;3;1;1;1;1\n"
    assert read_paper_forms(text) == {
        (1, 1): {"rows": [["0", "1x"], ["x", "0"]], "penalties": [{"place": 2}] * 2},
        (2, 3): {"rows": [["1", "1"]], "penalties": [{"place": 1}]},
    }


@pytest.mark.parametrize(
    "text",
    [
        "tafel;ronde;plaats;1;straf\n1;1;1;0;\n",
        "ronde;tafel;plaats;1;2\n1;1;1;0;0\n",
        HEADING + "1;1;2;0;0;\n",
        HEADING + "1;1;1;0;0;\n1;1;1;0;0;\n",
        HEADING + "1;1;1;0;0;een\n",
        HEADING + "1;een;1;0;0;\n",
        "",
    ],
)
def test_a_file_that_is_laid_out_differently_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_paper_forms(text)


def test_the_paper_forms_of_the_seeds_can_all_be_handed_in() -> None:
    forms = read_paper_forms((SEEDS / "paper-forms.csv").read_text("utf-8"))
    assert sorted(forms) == [(n, t) for n in (1, 2, 3, 4) for t in range(1, 11)]
    rules = PRESETS["bollen"]
    for form in forms.values():
        found = rules.problems(form, len(form["rows"]))
        assert not [p for p in found if p.severity != "INFO"]
    assert any(form["penalties"] for form in forms.values())
