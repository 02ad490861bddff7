"""Options of rulebooks: what can be played can be typed, what cannot is refused."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rulebooks import PRESETS, load
from scoring.rulebooks.base import Rulebook
from tests.building import Evening
from tests.tournament.test_houserules import Typed, here, page_of, stored, text_of
from tournament.forms import HouseRulesForm
from tournament.houserules import changed, plain, rules_in_words
from tournament.options import options_of
from tournament.options.deals import MARKS, Deals, deals_text
from tournament.options.faults import faults
from tournament.options.kinds import Choice, Flag, Kind, Number, Sizes, Text
from tournament.options.lists import Figures, Numbers, Order, Rows

Build = Callable[..., Evening]

# Rules that say nothing beside some other rule.
SILENT: Mapping[str, Callable[[Any], object]] = {
    "most_cards": lambda rules: True,  # the deals that come of it are told
    "no_trump_label": lambda rules: rules.deals,
    "hook_from": lambda rules: rules.bids_at_once,
    "high_wins": lambda rules: rules.home,
    "target": lambda rules: rules.deal_count,
    "target_rule": lambda rules: rules.deal_count,
    "escalera": lambda rules: not rules.sequences,
    "bolivia": lambda rules: not rules.sequences,
}


@pytest.fixture(autouse=True)
def english(dutch: None) -> Iterator[None]:
    with translation.override("en"):
        yield


def values(kind: Kind) -> st.SearchStrategy[Any]:
    """Values of an option as JSON, most of them possible ones."""
    if isinstance(kind, Flag):
        return st.booleans()
    if isinstance(kind, Number):
        steps = st.integers(-(-kind.low // kind.step), kind.high // kind.step)
        number = steps.map(lambda n: n * kind.step)
        return st.none() | number if kind.empty else number
    if isinstance(kind, Text):
        letters = st.characters(categories=["L"]) if kind.letters else st.characters()
        text = st.text(letters, min_size=1, max_size=kind.most)
        return text.map(lambda each: kind.read([each]))
    if isinstance(kind, Choice):
        return st.sampled_from(list(kind.words))
    if isinstance(kind, Sizes):
        sizes = st.sets(st.integers(kind.low, kind.high), min_size=1)
        return sizes.map(sorted)
    if isinstance(kind, Order):
        orders = st.permutations(list(kind.words))
        return st.tuples(orders, st.integers(kind.least, len(kind.words))).map(
            lambda drawn: drawn[0][: drawn[1]]
        )
    if isinstance(kind, Figures):
        size = len(kind.labels)
        return st.lists(st.integers(kind.low, kind.high), min_size=size, max_size=size)
    if isinstance(kind, Numbers):
        rest = st.lists(st.integers(kind.low, kind.high), min_size=4, max_size=6)
        return rest.map(lambda numbers: [*kind.lead, *numbers])
    if isinstance(kind, Rows):
        return st.lists(row(kind), max_size=4)
    assert isinstance(kind, Deals)
    words = st.tuples(st.integers(1, 12), st.sampled_from(list(MARKS)))
    line = st.lists(words.map(lambda drawn: f"{drawn[0]}{drawn[1]}"), max_size=20)
    return line.map(lambda drawn: kind.read([" ".join(drawn)]))


def row(kind: Rows) -> st.SearchStrategy[Any]:
    cells = {
        column.name: st.integers(column.low, column.high)
        | (st.none() if column.optional else st.nothing())
        for column in kind.columns
    }
    if kind.named:
        return st.fixed_dictionaries(cells)
    return st.tuples(*cells.values()).map(list)


@st.composite
def playable(draw: st.DrawFn) -> Rulebook:
    """A game with some options changed, each only where it can still be played."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    options = options_of(rules)
    for name in draw(st.lists(st.sampled_from(sorted(options)), max_size=8)):
        tried = plain(rules) | {name: draw(values(options[name].kind))}
        candidate = load(rules.key, tried)
        if not faults(candidate):
            rules = candidate
    return rules


def typed(form: HouseRulesForm) -> QueryDict:
    """The form as a browser sends it when nothing is touched."""
    sent = QueryDict(mutable=True)
    for name in form.fields:
        sent.setlist(form.add_prefix(name), list(form.initial[name]))
    return sent


@settings(max_examples=100, deadline=None)
@given(rules=playable())
def test_rules_that_can_be_played_come_through_the_form_as_they_are(
    rules: Rulebook,
) -> None:
    form = HouseRulesForm(PRESETS[rules.key], typed(HouseRulesForm(rules)))
    assert form.is_valid(), form.errors
    assert form.rules == rules
    again = load(rules.key, plain(rules))
    assert again == rules
    for size in rules.sizes:
        assert rules.live(size)


@settings(max_examples=100, deadline=None)
@given(rules=playable())
def test_every_rule_that_is_not_standard_is_told(rules: Rulebook) -> None:
    """Changing it back changes the lines."""
    lines = rules_in_words(rules)
    assert all(lines)
    for name in changed(rules):
        standard = getattr(PRESETS[rules.key], name)
        back = replace(rules, **{name: standard})  # type: ignore[type-var]
        silent = name in SILENT and SILENT[name](rules)
        if not silent and not faults(back):
            assert rules_in_words(back) != lines


def test_deals_that_follow_the_table_are_told_per_size() -> None:
    rules = replace(PRESETS["bollen_app"], most_cards=5, no_trump_label="Z")  # type: ignore[type-var]
    assert "tables of 3, 4, 5, 6 and 7: 11 deals: 1 2 3 4 5 5Z 5 4 3 2 1" in (
        rules_in_words(rules)
    )


@pytest.mark.parametrize("game", [g for g, r in PRESETS.items() if hasattr(r, "deals")])
def test_deals_are_one_line_that_reads_back(game: str) -> None:
    deals = plain(PRESETS[game])["deals"]
    assert Deals().read([deals_text(deals)]) == deals


@pytest.mark.parametrize(
    ("line", "trump", "blind"),
    [
        ("5", True, False),
        ("5Z", False, False),
        ("5sa", False, False),
        ("5b", False, True),
        ("5T", True, True),
    ],
)
def test_a_mark_behind_a_deal_says_how_it_is_bid(
    line: str, trump: bool, blind: bool
) -> None:
    (deal,) = Deals().read([line])
    assert deal == {
        "label": line.upper(),
        "cards": 5,
        "trump": trump,
        "blind": blind,
    }


def test_a_deal_with_a_label_of_its_own_is_typed_as_what_it_is() -> None:
    deals = [{"label": "blind", "cards": 5, "trump": False, "blind": True}]
    assert deals_text(deals) == "5B"


# Refused in a sentence, at its field.

REFUSED = [
    ("bollen", {"deals": "1 2 drie"}, "deals", "“drie” is not a deal."),
    ("bollen", {"deals": "5ZB"}, "deals", "“5ZB” is not a deal."),
    ("bollen", {"deals": "-1"}, "deals", "“-1” is not a deal."),
    ("bollen", {"deals": "1 0 1"}, "deals", "Deal “0” has no cards."),
    ("bollen", {"deals": "1" + 40 * " 1"}, "deals", "That is 41 deals"),
    (
        "bollen",
        {"deals": "1 6 1"},
        "deals",
        "6 people with 6 cards each: a pack of 32 is too small. Deal fewer cards",
    ),
    ("bollen_app", {"most_cards": "0"}, "most_cards", "0 is not between 1 and 60."),
    ("bollen_app", {"deck": "5"}, "most_cards", "a pack of 5 is too small."),
    ("bollen", {"deck": ""}, "deck", "Type a number."),
    ("bollen", {"deck": "2,5"}, "deck", "“2,5” is not a whole number."),
    ("bollen", {"deck": "9" * 5000}, "deck", "is not a whole number."),
    ("bollen", {"hit_bonus": "1001"}, "hit_bonus", "is not between −1000 and 1000."),
    ("bollen", {"usual_sizes": ["4", "8"]}, "usual_sizes", "Tables of 8 are not among"),
    ("bollen", {"usual_sizes": ["4", "4"]}, "usual_sizes", "“4” stands there twice."),
    ("bollen", {"usual_sizes": ["", ""]}, "usual_sizes", "0 places are filled in"),
    ("bollen", {"usual_sizes": ["x"]}, "usual_sizes", "Choose one of these"),
    ("bollen", {"sizes": []}, "sizes", "Tick at least one table size."),
    ("bollen", {"sizes": ["4", "9"]}, "sizes", "9 is not between 3 and 8."),
    ("bollen", {"sits_out_from": "3"}, "sits_out_from", "3 is not between 4 and 8."),
    ("bollen", {"trump_suit": "X"}, "trump_suit", "Choose one of these."),
    ("bollen", {"high_wins": []}, "high_wins", "Choose one of these."),
    ("bollen", {"packs": ["7", "36", ""]}, "packs", "Tables of 7 are not among"),
    ("bollen", {"packs": ["6", "", ""]}, "packs", "Row 1, cards: Type a number."),
    ("bollen", {"packs": ["6", "1", ""]}, "packs", "1 is not between 4 and 208."),
    (
        "bollen",
        {"packs": ["6", "36", "", "6", "40", ""]},
        "packs",
        "Tables of 6 have two packs.",
    ),
    ("bollen", {"no_trump_label": "5"}, "no_trump_label", "Type letters only"),
    ("bollen", {"forfeit": "x" * 101}, "forfeit", "That is 101 letters"),
    (
        "bollen",
        {"high_wins": "False", "ranking": ["beste_rondes"]},
        "ranking",
        "Put another figure first",
    ),
    (
        "bollen",
        {"ranking": ["beste_rondes", "totaal"]},
        "ranking",
        "Put another figure first",
    ),
    ("belotten", {"target": "0"}, "target", "0 is not between 1 and"),
    (
        "belotten",
        {"target": "1005", "rounding": "tens_half_up"},
        "target",
        "Scores are in tens, and 1005 is not.",
    ),
    (
        "belotten",
        {"carre_order": ["A", "K", "Q"]},
        "carre_order",
        "3 places are filled",
    ),
    ("belotten", {"deal_count": "0"}, "deal_count", "0 is not between 1 and 100."),
    ("canasta", {"target": ["5000", "0", "1"]}, "target", "0 is not between 1 and"),
    ("canasta", {"target": ["5000"]}, "target", "Type a number."),
    ("canasta", {"dealt": ["15", "13", "28"]}, "dealt", "4 players with 28 cards each"),
    ("canasta", {"packs": "3"}, "red_threes", "There are 6 red threes in the packs"),
    ("canasta", {"ace": "12"}, "ace", "12 is not a multiple of 5."),
    ("canasta", {"two": "15"}, "two", "A wild card of 15 can stand for a card of 20."),
    ("canasta", {"escalera_to_go_out": "1"}, "escalera_to_go_out", "Without escaleras"),
    ("canasta", {"first_meld": ["100", "50"]}, "first_meld", "Begin with a row"),
    (
        "canasta",
        {"first_meld": ["0", "50", "1500", "40"]},
        "first_meld",
        "Write the lowest score first",
    ),
    ("canasta", {"first_meld": ["0", "x"]}, "first_meld", "“x” is not a whole number."),
    (
        "canasta",
        {"red_threes": "100 2oo"},
        "red_threes",
        "“2oo” is not a whole number.",
    ),
]


@pytest.mark.parametrize(("game", "typed_in", "field", "sentence"), REFUSED)
def test_what_cannot_be_played_is_refused_at_its_field(
    desk: Client,
    evening: Build,
    game: str,
    typed_in: dict[str, Any],
    field: str,
    sentence: str,
) -> None:
    tournament = evening(0, rulebook=game).tournament
    sent = page_of(desk, tournament)
    sent |= {f"rule-{name}": texts for name, texts in typed_in.items()}
    response = desk.post(here(tournament), sent)
    assert response.status_code == 422
    page = text_of(response)
    assert "Not saved yet." in page
    assert list(response.context["form"].errors) == [field]
    assert page.count(sentence) == 2
    assert f'href="#rule-{field}"' in page
    assert stored(tournament).options == {}
    shown = Typed(page).sent
    for name, texts in typed_in.items():
        if options_of(PRESETS[game])[name].kind.shape in ("number", "line", "text"):
            assert shown[f"rule-{name}"] == [texts]
