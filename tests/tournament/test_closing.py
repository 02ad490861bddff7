"""A closed tournament is read only until it is opened again; the next made from it."""

from collections.abc import Callable
from datetime import date

import pytest
from django.test import Client
from django.urls import reverse

from scoring.refused import Refused
from tests.building import FORMS, Evening, reading
from tests.tournament.test_roles import TABLE
from tournament.actions import ending, presence, prizes, registration, rounds
from tournament.actions.cloning import clone
from tournament.actions.tournaments import rules_fixed, set_rules
from tournament.models import Club, Entry, LogEntry, Player, Tournament
from tournament.queries.people import people

Build = Callable[..., Evening]
NEXT = date(2026, 12, 12)


@pytest.fixture
def closed(evening: Build) -> Evening:
    night = evening(8, played=2, rounds_planned=2, fee_cents=500)
    prizes.first_three(night.tournament, night.director)
    ending.close(night.tournament, night.director)
    night.tournament.refresh_from_db()
    return night


def test_an_open_round_keeps_a_tournament_open(evening: Build) -> None:
    night = evening(8)
    night.publish()
    with pytest.raises(Refused) as refused:
        ending.close(night.tournament, night.director)
    assert refused.value.code == "round_open"


def test_hidden_standings_are_shown_before_closing(evening: Build) -> None:
    night = evening(8, played=2, rounds_planned=2)
    ending.hide_from(night.tournament, 2, night.director)
    with pytest.raises(Refused) as refused:
        ending.close(night.tournament, night.director)
    assert refused.value.code == "standings_hidden"
    ending.reveal(night.tournament, 1, night.director, was=None)
    ending.close(night.tournament, night.director)


def test_every_act_on_a_closed_tournament_is_refused(
    closed: Evening, club: Club
) -> None:
    director, tournament = closed.director, closed.tournament
    entry = tournament.entries.get(number=1)
    table, stranger = closed.table(1, 1), Player.objects.create(club=club, name="Nieuw")
    assert table.sheet
    cells = reading(FORMS[table.sheet.places][::-1])
    acts: list[Callable[[], object]] = [
        lambda: registration.register(tournament, stranger, director),
        lambda: registration.unregister(entry, director),
        lambda: presence.withdraw(entry, 2, director),
        lambda: presence.set_presence(tournament, 3, {1: "absent"}, director),
        lambda: rounds.reopen(closed.round(2), director),
        lambda: closed.hand_in(table, cells, based_on=1, reason="fout"),
        lambda: prizes.first_three(tournament, director),
        lambda: ending.hide_from(tournament, 1, director),
        lambda: ending.close(tournament, director),
    ]
    before = LogEntry.objects.count()
    for act in acts:
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == "tournament_closed"
    assert LogEntry.objects.count() == before


def test_every_form_of_the_desk_answers_with_a_sentence(
    closed: Evening, desk: Client
) -> None:
    """Whatever is sent to any address of the desk: no error page, nothing changed."""
    before = LogEntry.objects.count()
    fill = {"{slug}": closed.tournament.slug, "{penalty}": 1, "{prize}": 1}
    sent = {"kind": "place", "what": "ham", "round": "1", "act": "all", "names": "A B"}
    for name, (arguments, _get, post) in TABLE.items():
        if "404" not in post or name in ("clone", "finish"):
            continue
        filled = [
            fill.get(each, each) if isinstance(each, str) else each
            for each in arguments
        ]
        answer = desk.post(reverse(name, args=filled), sent, follow=True)
        assert answer.status_code in (200, 404, 409, 422), name
    assert LogEntry.objects.count() == before


def test_pages_of_a_closed_tournament_say_so(closed: Evening, desk: Client) -> None:
    for page in ("round", "people", "settings", "desk_standings", "log", "prizes"):
        text = desk.get(reverse(page, args=[closed.tournament.slug])).content.decode()
        assert 'class="closed"' in text
        assert reverse("prizes", args=[closed.tournament.slug]) in text


def test_the_forms_of_a_closed_tournament_are_read_and_not_typed_in(
    closed: Evening, desk: Client
) -> None:
    where = reverse("sheet", args=[closed.tournament.slug, 1, 1])
    page = desk.get(where).content.decode()
    assert 'class="bol"' in page
    assert 'id="sheet"' not in page
    assert 'name="reason"' not in page
    ending.reopen(closed.tournament, closed.director)
    assert 'id="sheet"' in desk.get(where).content.decode()


def test_opening_again_is_logged_and_lets_everything_be_done(
    closed: Evening, desk: Client
) -> None:
    slug = closed.tournament.slug
    desk.post(reverse("finish", args=[slug, "reopen"]))
    closed.tournament.refresh_from_db()
    assert closed.tournament.closed_at is None
    rounds.reopen(closed.round(2), closed.director)
    done = LogEntry.objects.filter(tournament=closed.tournament)
    assert done.filter(action="tournament.reopened").count() == 1
    with pytest.raises(Refused) as refused:
        ending.reopen(closed.tournament, closed.director)
    assert refused.value.code == "not_closed"


def test_the_next_has_settings_rules_prizes_and_the_same_people_unpaid(
    evening: Build,
) -> None:
    night = evening(
        6,
        played=1,
        fee_cents=750,
        missed_round="fixed",
        missed_points=-5,
        names_public="consent",
        rounds_planned=3,
    )
    registration.unregister(_late(night), night.director)
    prizes.put(night.tournament, night.director, kind="booby", what="eieren")
    prizes.set_teams(night.tournament, {2: "De Boeren"}, night.director)
    night.tournament.entries.update(paid=True)
    made = clone(
        night.tournament, night.director, name="December", date=NEXT, people=True
    )
    made.refresh_from_db()
    night.tournament.refresh_from_db()
    for key in ("fee_cents", "missed_round", "missed_points", "names_public"):
        assert getattr(made, key) == getattr(night.tournament, key)
    assert (made.rounds_planned, made.date, made.options) == (3, NEXT, {})
    assert made.rounds.count() == 0
    assert made.prizes.get().what == "eieren"
    assert not made.entries.filter(paid=True).exists()
    assert made.entries.get(number=2).team == "De Boeren"
    names = [
        [p.name for p in people(t, public=False).values()]
        for t in (night.tournament, made)
    ]
    assert names[0] == names[1]
    assert len(names[0]) == 6


def _late(night: Evening) -> Entry:
    player = Player.objects.create(club=night.tournament.club, name="Te Laat")
    return registration.register(night.tournament, player, night.director)


def test_house_rules_go_along_and_may_still_be_changed(evening: Build) -> None:
    night = evening(8)
    options = {**night.tournament.rules.options(), "miss": -3}
    set_rules(night.tournament, "bollen", options, night.director)
    night.tournament.refresh_from_db()
    made = clone(night.tournament, night.director, name="X", date=NEXT, people=False)
    assert made.rules.options()["miss"] == -3
    assert made.entries.count() == 0
    assert rules_fixed(made) == ""


def test_pairs_stay_pairs(pair_evening: Build) -> None:
    night = pair_evening(3)
    made = clone(night.tournament, night.director, name="X", date=NEXT, people=True)
    assert [e.members.count() for e in made.entries.all()] == [2, 2, 2]


def test_a_closed_tournament_makes_the_next_on_a_page_of_the_desk(
    closed: Evening, desk: Client
) -> None:
    here = reverse("clone", args=[closed.tournament.slug])
    assert here in desk.get("/nl/desk/").content.decode()
    assert desk.post(here, {"name": "", "date": "x"}).status_code == 422
    desk.post(here, {"name": "December", "date": "2026-12-12", "people": "on"})
    made = Tournament.objects.get(name="December")
    assert made.entries.count() == 8
    assert made.closed_at is None
    closed.tournament.refresh_from_db()
    assert closed.tournament.closed_at is not None
