"""House rules: every option on the page in words, read back, refused and frozen."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from scoring import rulebooks
from scoring.models import Sheet
from scoring.refused import Refused
from scoring.rulebooks import PRESETS
from scoring.rulebooks.prediction import Prediction
from tests.building import Evening
from tournament.actions import rounds
from tournament.actions.tournaments import change_tournament, set_rules
from tournament.houserules import changed, game_name, plain, rules_in_words
from tournament.models import LogEntry, Tournament
from tournament.options import FAMILIES, groups_of, options_of

Build = Callable[..., Evening]
Values = dict[str, Any]

# What is deliberately on no page; the reasons stand beside the words.
NOT_ASKED = {
    "Prediction": {"key", "max_cards"},
    "Belotten": {"key", "sizes", "usual_sizes"},
    "Canasta": {"key"},
}


@pytest.fixture(autouse=True)
def english(dutch: None) -> Iterator[None]:
    with translation.override("en"):
        yield


def here(tournament: Tournament, path: str = "rules/") -> str:
    return f"/en/desk/{tournament.slug}/{path}"


def text_of(response: Any) -> str:
    return html.unescape(response.content.decode())


def stored(tournament: Tournament) -> Tournament:
    return Tournament.objects.get(pk=tournament.pk)


def refused_code(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value)
    return caught.value.code


class Typed(HTMLParser):
    """What a browser sends of the form on a page as it stands: texts by name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "select":
            self.select = named["name"]
            self.sent.setdefault(self.select, []).append("")
        elif tag == "option" and "selected" in named:
            self.sent[self.select][-1] = named["value"]
        elif tag == "input":
            choice = named.get("type") in ("checkbox", "radio")
            if not choice or "checked" in named:
                self.sent.setdefault(named["name"], []).append(named.get("value", ""))


def page_of(desk: Client, tournament: Tournament) -> dict[str, Any]:
    """What the page sends when nothing on it is touched."""
    return Typed(desk.get(here(tournament)).content.decode()).sent


# Words for everything.


@pytest.mark.parametrize("game", PRESETS)
def test_every_option_of_every_game_has_words_or_a_reason_to_have_none(
    game: str,
) -> None:
    rules = PRESETS[game]
    asked_by_family, reasons = FAMILIES[type(rules)]
    assert set(reasons) == NOT_ASKED[type(rules).__name__]
    assert all(reasons.values())
    in_words = [name for group in asked_by_family for name in group.options]
    assert sorted([*in_words, *reasons]) == sorted(rules.options())
    labels = [str(option.label) for option in options_of(rules).values()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("game", PRESETS)
def test_the_page_shows_every_option_under_its_label(
    desk: Client, evening: Build, game: str
) -> None:
    tournament = evening(0, rulebook=game).tournament
    page = text_of(desk.get(here(tournament)))
    assert game_name(game) in page
    for group in groups_of(PRESETS[game]):
        assert f">{group.title}</legend>" in page
        for name, option in group.options.items():
            assert str(option.label) in page
            assert str(option.help) in page
            assert f'id="rule-{name}"' in page


@pytest.mark.parametrize("game", PRESETS)
def test_the_page_as_it_stands_changes_nothing(
    desk: Client, evening: Build, game: str
) -> None:
    tournament = evening(0, rulebook=game).tournament
    before = LogEntry.objects.count()
    response = desk.post(here(tournament), page_of(desk, tournament))
    assert response.headers["Location"] == here(tournament, "settings/")
    assert stored(tournament).options == {}
    assert stored(tournament).rules == PRESETS[game]
    assert LogEntry.objects.count() == before


@pytest.mark.parametrize("game", PRESETS)
def test_a_game_can_be_told_in_a_few_lines(game: str) -> None:
    lines = rules_in_words(PRESETS[game])
    assert 5 <= len(lines) <= 12
    assert all(line and "None" not in line and "%" not in line for line in lines)


def test_the_lines_of_bollen_say_what_a_bid_and_a_bol_score() -> None:
    lines = rules_in_words(PRESETS["bollen"])
    assert "11 deals: 1 2 3 4 5 5Z 5B 4 3 2 1" in lines
    assert "made: bid + 2" in lines
    assert "bol: −2" in lines
    rules = Prediction(hit_per=10, hit_bonus=-3, miss=-5, miss_per=-1)
    assert "made: 10 × bid − 3" in rules_in_words(rules)
    assert "bol: −5, and −1 for every trick it is off" in rules_in_words(rules)


# A game that nobody gave words.


@dataclass(frozen=True)
class Vreemd:
    """A game of which only the options are known."""

    key: str = "vreemd_spel"
    lives: int = 3
    limit: int | None = None
    fast: bool = False
    motto: str = "nooit"
    steps: tuple[int, ...] = (1, 2)
    secret: tuple[tuple[int, int], ...] = ((1, 2),)
    sizes: tuple[int, ...] = (4,)
    usual_sizes: tuple[int, ...] = (4,)

    def options(self) -> Values:
        return asdict(self)


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def vreemd(options: Mapping[str, Any]) -> Any:
    return Vreemd(**{name: frozen(value) for name, value in options.items()})


@pytest.fixture
def fifth(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(rulebooks, "_READERS", {**rulebooks._READERS})
    monkeypatch.setitem(PRESETS, "vreemd_spel", Vreemd())
    monkeypatch.setitem(rulebooks._READERS, "vreemd_spel", vreemd)
    return "vreemd_spel"


def test_a_game_without_words_is_asked_by_the_names_of_its_options(
    desk: Client, evening: Build, fifth: str
) -> None:
    assert game_name(fifth) == "Vreemd spel"
    tournament = evening(0).tournament
    change_tournament(tournament, None, rulebook=fifth)
    page = text_of(desk.get(here(tournament)))
    for label in ("Lives", "Limit", "Fast", "Motto", "Steps"):
        assert f">{label}<" in page
    assert "Secret" not in page
    typed = {"rule-lives": "5", "rule-steps": "4, 5 6", "rule-fast": "1"}
    sent = page_of(desk, tournament) | typed
    assert desk.post(here(tournament), sent).status_code == 302
    rules: Any = stored(tournament).rules
    assert rules == Vreemd(lives=5, fast=True, steps=(4, 5, 6))
    page = text_of(desk.get(here(tournament, "settings/")))
    assert "Lives: 5" in page
    assert "Limit: nothing" in page
    page = text_of(desk.post(here(tournament), sent | {"rule-lives": "many"}))
    assert "“many” is not a whole number." in page


# Saved, shown, taken back, frozen.


def test_own_rules_are_saved_shown_beside_the_standard_and_taken_back(
    desk: Client, evening: Build
) -> None:
    night = evening(0)
    tournament = night.tournament
    sent = page_of(desk, tournament)
    assert "rule-bids_at_once" not in sent
    sent |= {
        "rule-hit_bonus": ["3"],
        "rule-hook_from": [""],
        "rule-forfeit": ["koffie"],
    }
    page = text_of(desk.post(here(tournament), sent, follow=True))
    assert "The house rules are saved." in page
    assert "Made: bid + 3" in page
    assert "The last bidder may bid anything" in page
    assert "What the loser owes the others: koffie" in page
    rules = stored(tournament).rules
    assert rules == Prediction(hit_bonus=3, hook_from=None, forfeit="koffie")
    assert LogEntry.objects.get(action="tournament.rules_set").data == {
        "game": "bollen",
        "own": ["hook_from", "hit_bonus", "forfeit"],
    }
    page = text_of(desk.get(here(tournament)))
    assert "3 rules are not the standard ones." in page
    assert page.count("own rule") == 3
    assert "standard: 2" in page
    sent = page_of(desk, tournament) | {"standard": "1"}
    page = text_of(desk.post(here(tournament), sent, follow=True))
    assert "The standard rules hold again." in page
    assert "All rules are the standard ones." in page
    assert "Back to the standard rules" not in page
    assert stored(tournament).options == {}


def test_published_forms_carry_the_rules_and_freeze_them(
    desk: Client, evening: Build
) -> None:
    night = evening(8)
    tournament = night.tournament
    options = Prediction(hit_bonus=3).options()
    set_rules(tournament, "bollen", options, night.director)
    night.tournament.refresh_from_db()
    sent = page_of(desk, tournament)
    round_ = night.publish()
    assert {sheet.rules for sheet in Sheet.objects.all()} == {Prediction(hit_bonus=3)}

    def change() -> None:
        set_rules(tournament, "bollen", {}, night.director)

    assert refused_code(change) == "rules_fixed"
    for path in (sent, sent | {"standard": "1"}, {"rule-deck": "x"}):
        page = text_of(desk.post(here(tournament), path, follow=True))
        assert page.count("Round 1 is published, and its forms carry these rules.") == 2
    assert "<fieldset" not in page
    assert "<button" not in page.split("<main", 1)[1].split("</main>")[0]
    assert re.search(
        r"<dt>Points for a made bid.*own rule.*</dt><dd>3</dd>", page, re.S
    )
    assert "See all the rules" in text_of(desk.get(here(tournament, "settings/")))
    assert stored(tournament).rules == Prediction(hit_bonus=3)
    rounds.unpublish(round_, night.director)
    change()
    assert stored(tournament).options == {}


def test_standard_rules_are_frozen_by_publishing_too(evening: Build) -> None:
    night = evening(8)
    night.publish()
    assert stored(night.tournament).options == plain(PRESETS["bollen"])
    assert changed(stored(night.tournament).rules) == []


def test_a_round_that_is_drawn_keeps_its_tables(evening: Build) -> None:
    night = evening(9)
    proposal = night.draw()
    rules = Prediction(sizes=(4,), usual_sizes=(4,))

    def change() -> None:
        set_rules(night.tournament, "bollen", rules.options(), night.director)

    assert refused_code(change) == "sizes_drawn"
    rounds.discard(proposal, night.director)
    change()
    assert stored(night.tournament).rules == rules


def test_another_game_can_be_set_until_the_first_draw(evening: Build) -> None:
    night = evening(8)

    def change(game: str) -> None:
        options = replace(PRESETS[game], hit_bonus=7).options()  # type: ignore[type-var]
        set_rules(night.tournament, game, options, night.director)

    change("boerenbridge")
    assert stored(night.tournament).rulebook == "boerenbridge"
    night.draw()
    assert refused_code(lambda: change("bollen_app")) == "game_fixed"
    change("boerenbridge")


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("klaverjas", {}),
        ("bollen", {"key": "belotten"}),
        ("bollen_app", {"hit_bonus": 3}),
        ("bollen", {"nonsense": 1}),
        ("bollen", {"deals": [{"cards": 1}]}),
        ("bollen", {"deals": 5}),
        ("bollen", {"deck": "veel"}),
        ("bollen", {"deck": True}),
        ("bollen", {"deck": None}),
        ("bollen", {"hit_bonus": 2.5}),
        ("bollen", {"sizes": [4, "5"]}),
        ("bollen", {"packs": [{"places": 6, "deck": "36"}]}),
        ("bollen", {"ranking": ["geluk"]}),
        ("bollen", {"deck": 16}),
        ("belotten", {"rounding": "naar boven"}),
        ("belotten", {"sequence_order": ["A", "K"]}),
        ("bolivia", {"red_three_condition": "altijd"}),
        ("bolivia", {"target": [1, 2]}),
        ("bolivia", {"seven_to_4": 0}),
    ],
)
def test_nonsense_is_never_stored(
    evening: Build, game: str, options: dict[str, Any]
) -> None:
    night = evening(0, rulebook=game if game in PRESETS else "bollen")

    def change() -> None:
        set_rules(night.tournament, game, options, night.director)

    assert refused_code(change) == "rules_impossible"
    assert stored(night.tournament).options == {}


def test_who_sets_rules_of_the_game_that_was_is_told_so(
    desk: Client, evening: Build
) -> None:
    night = evening(0)
    sent = page_of(desk, night.tournament)
    change_tournament(night.tournament, night.director, rulebook="canasta")
    page = text_of(desk.post(here(night.tournament), sent, follow=True))
    assert "Somebody was just before you." in page
    assert "Mixed canasta" in page
    assert stored(night.tournament).options == {}
