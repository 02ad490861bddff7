"""How an evening ends when it does not end neatly: ties, penalties and forms that wait
while places are revealed, prizes are read out and the tournament is closed.
"""

from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.refused import Refused
from tests.building import FORM_OF_FOUR, Evening, reading
from tests.tournament.test_public_cases import cells_of
from tournament.actions import ending, penalties, prizes, rounds, sheets, twoforms
from tournament.actions.substitutes import substitute
from tournament.models import Penalty, Tournament
from tournament.queries.closing import cut_short
from tournament.queries.prizes import Award, prize_giving
from tournament.queries.standings import standings
from tournament.queries.twoforms import second_form

Build = Callable[..., Evening]


def where(name: str, night: Evening, *more: object) -> str:
    with translation.override("en"):
        return reverse(name, args=[night.tournament.slug, *more])


def page(name: str, night: Evening, client: Client | None = None, *more: object) -> str:
    client = client or Client()
    text = client.get(where(name, night, *more)).content.decode()
    return unescape(text).replace("\N{NO-BREAK SPACE}", " ")


def fresh(night: Evening) -> Tournament:
    night.tournament.refresh_from_db()
    return night.tournament


def places(night: Evening) -> dict[int, int]:
    return {r.person.number: r.place for r in standings(night.tournament).rows}


def award(night: Evening, kind: str) -> Award:
    found = prize_giving(night.tournament).awards
    return next(each for each in found if each.won.kind == kind)


def alike(night: Evening) -> None:
    """Two tables of four with the same form: every place of one is tied with one."""
    round_ = night.publish()
    for table in round_.tables.all():
        night.hand_in(table, reading(FORM_OF_FOUR))
    rounds.close(round_, night.director)


def test_a_tie_over_the_edge_of_the_money_shares_what_is_inside_it(
    evening: Build, desk: Client
) -> None:
    """Two share each of the places 1, 3, 5 and 7; money for three places."""
    night = evening(8, rounds_planned=1)
    alike(night)
    for place, cents in ((1, 5001), (2, 2500), (3, 1001)):
        prizes.put(
            night.tournament, night.director, kind="place", place=place, cents=cents
        )
    won = [each.won for each in prize_giving(night.tournament).awards]
    assert [(w.winners, w.cents, w.left) for w in won] == [(2, 500, 1), (2, 3750, 1)]
    text = page("prize_list", night, desk)
    assert "€ 5.00 each" in text
    assert "2 share this. 1 cent cannot be split" in text
    assert "2 are equal and share places 1 and 2" in text


def test_an_incomplete_team_is_named_as_such_where_it_is_read_out(
    evening: Build, desk: Client
) -> None:
    night = evening(8, played=1, rounds_planned=1)
    teams = {1: "A", 2: "A", 3: "B", 4: "B", 5: "C"}
    prizes.set_teams(night.tournament, teams, night.director)
    prizes.put(night.tournament, night.director, kind="place", what="ham")
    assert "not all teams" not in page("prize_list", night, desk)
    prizes.put(night.tournament, night.director, kind="team", what="krat")
    assert "not all teams" in page("prize_list", night, desk)
    prizes.set_teams(night.tournament, {6: "C"}, night.director)
    assert "not all teams" not in page("prize_list", night, desk)


def test_what_is_paid_out_counts_a_prize_as_often_as_it_is_won(
    evening: Build, desk: Client
) -> None:
    night = evening(8, rounds_planned=1)
    alike(night)
    prizes.put(night.tournament, night.director, kind="table", cents=300)
    prizes.put(night.tournament, night.director, kind="place", cents=1001)
    text = page("prizes", night, desk)
    assert "Prize money on this list: € 13.01." in text
    assert "As it stands € 16.00 is paid out." in text  # twice 3.00, and twice 5.00


def test_a_penalty_cancelled_after_the_reveal_moves_places_and_prizes_at_once(
    evening: Build,
) -> None:
    night = evening(8, played=2, rounds_planned=2)
    prizes.put(night.tournament, night.director, kind="place", what="ham")
    ending.hide_from(night.tournament, 2, night.director)
    winner = next(n for n, place in places(night).items() if place == 1)
    entry = night.tournament.entries.get(number=winner)
    penalties.give(entry, 2, -500, "verzaakt", night.director)
    ending.reveal(fresh(night), 1, night.director, was=None)
    assert winner not in award(night, "place").won.numbers
    penalties.cancel(Penalty.objects.get(), night.director)
    assert winner in award(night, "place").won.numbers
    shown = page("public_prizes", night)
    assert entry.members.get().player.name in shown


def test_halfway_a_reveal_who_rises_by_a_penalty_cancelled_is_hidden_again(
    evening: Build,
) -> None:
    night = evening(8, played=2, rounds_planned=2)
    ending.hide_from(night.tournament, 2, night.director)
    winner = next(n for n, place in places(night).items() if place == 1)
    entry = night.tournament.entries.get(number=winner)
    penalties.give(entry, 2, -500, "verzaakt", night.director)
    ending.reveal(fresh(night), 8, night.director, was=None)
    ranked = standings(fresh(night), public=True)
    assert [row.person.number for row in ranked.rows] == [winner]
    penalties.cancel(Penalty.objects.get(), night.director)
    ranked = standings(fresh(night), public=True)
    assert winner not in [row.person.number for row in ranked.rows]


def test_a_shared_place_is_revealed_in_one_step(evening: Build, desk: Client) -> None:
    night = evening(8, rounds_planned=1)
    ending.hide_from(night.tournament, 1, night.director)
    alike(night)
    here, was, seen = where("stage", night), "", []
    for _step in range(4):
        desk.post(here, {"act": "next", "was": was})
        was = str(fresh(night).revealed_from)
        seen.append((was, len(standings(fresh(night), public=True).rows)))
    assert seen == [("7", 2), ("5", 4), ("3", 6), ("1", 8)]
    assert "They share this place." in page("stage", night, desk)


def test_two_directors_on_one_stage_reveal_one_place(
    evening: Build, desk: Client
) -> None:
    night = evening(8, played=2, rounds_planned=2)
    ending.hide_from(night.tournament, 2, night.director)
    here = where("stage", night)
    desk.post(here, {"act": "next", "was": ""})
    now = fresh(night).revealed_from
    second = desk.post(here, {"act": "next", "was": ""}, follow=True)
    assert fresh(night).revealed_from == now
    assert "Somebody was just before you" in unescape(second.content.decode())


@pytest.fixture
def unseen(evening: Build) -> Evening:
    """All is played, and a form counts that nobody looked at."""
    night = evening(8, rounds_planned=1, verification="second")
    prizes.put(night.tournament, night.director, kind="place", what="ham")
    round_ = night.publish()
    night.fill(round_)
    rounds.close(round_, night.director, without=frozenset({1, 2}))
    return night


def test_closing_while_a_form_waits_names_it_and_asks(
    unseen: Evening, desk: Client
) -> None:
    with pytest.raises(Refused):
        ending.close(unseen.tournament, unseen.director)
    here = where("finish", unseen, "close")
    text = unescape(desk.post(here, follow=True).content.decode())
    assert "Nobody looked at the form of table 1 in round 1." in text
    assert where("check_form", unseen, 1, 2) in text
    assert fresh(unseen).closed_at is None


def test_closed_all_the_same_the_standings_are_final_and_the_prizes_public(
    unseen: Evening, desk: Client
) -> None:
    assert "Provisional" in page("standings", unseen)
    stamp = cut_short(unseen.tournament, timezone.now()).stamp
    desk.post(where("finish", unseen, "close"), {"anyway": stamp})
    assert fresh(unseen).closed_at
    for name in ("standings", "hall"):
        assert "Provisional" not in page(name, unseen)
        assert "Final standings" in page(name, unseen)
    assert "ham" in page("public_prizes", unseen)


@pytest.fixture
def two_forms(evening: Build) -> Evening:
    """All is played, and a phone's second form of table 2 was left undecided."""
    night = evening(8, rounds_planned=1)
    round_ = night.publish()
    night.fill(round_)
    twoforms.keep_second(night.table(1, 2), reading(FORM_OF_FOUR[::-1]), key="phone")
    rounds.close(round_, night.director, without=frozenset({2}))
    return night


def test_closing_with_two_forms_undecided_names_the_table_and_asks(
    two_forms: Evening, desk: Client
) -> None:
    here = where("finish", two_forms, "close")
    text = unescape(desk.post(here, follow=True).content.decode())
    assert "Two different forms of table 2 in round 1" in text
    assert where("sheet", two_forms, 1, 2) + "?second=1" in text
    assert fresh(two_forms).closed_at is None
    desk.post(here, {"anyway": cut_short(fresh(two_forms), timezone.now()).stamp})
    assert fresh(two_forms).closed_at


def test_the_stage_says_that_two_forms_are_undecided_before_a_place_is_given_away(
    two_forms: Evening, desk: Client
) -> None:
    ending.hide_from(two_forms.tournament, 1, two_forms.director)
    stage = where("stage", two_forms)
    assert "Two different forms of table 2" in desk.get(stage).content.decode()
    second = second_form(sheets.laid(two_forms.table(1, 2)))
    assert second
    twoforms.keep_first(
        two_forms.table(1, 2),
        second.cells,
        two_forms.director,
        key="first",
        based_on=1,
        seen=second.seen,
    )
    assert "Two different forms" not in desk.get(stage).content.decode()


def test_an_evening_that_stops_early_can_be_closed_and_has_its_prizes(
    evening: Build, desk: Client
) -> None:
    night = evening(8, played=2, rounds_planned=3)
    prizes.put(night.tournament, night.director, kind="place", what="ham")
    here = where("finish", night, "close")
    text = unescape(desk.post(here, follow=True).content.decode())
    assert "1 round that was planned is not played." in text
    desk.post(here, {"anyway": cut_short(fresh(night), timezone.now()).stamp})
    assert fresh(night).closed_at
    assert "Final standings" in page("standings", night)
    assert "ham" in page("public_prizes", night)
    assert standings(night.tournament, upto=1).final is False


def test_a_correction_typed_while_somebody_closes_reads_that_it_is_closed(
    evening: Build, desk: Client
) -> None:
    night = evening(8, played=1, rounds_planned=1)
    ending.close(night.tournament, night.director)
    sent = {**cells_of(), "pen1": "1", "reason": "verzaakt", "based_on": "1"}
    answer = desk.post(where("sheet", night, 1, 1), sent, follow=True)
    assert "This tournament is closed" in answer.content.decode()
    assert "no score" not in answer.content.decode()


def test_a_form_sent_back_is_no_reason_to_keep_a_tournament_open(
    evening: Build,
) -> None:
    night = evening(8, rounds_planned=1, verification="second")
    round_ = night.publish()
    night.fill(round_)
    other = User.objects.create_user("tweede")
    sheets.send_back(night.table(1, 1), 1, other, "gift 3")
    rounds.close(round_, night.director, without=frozenset({1, 2}))
    assert cut_short(night.tournament, timezone.now()).unseen == ((1, 2),)


def test_who_sat_in_apart_wins_nothing_and_neither_does_who_was_away(
    evening: Build,
) -> None:
    """The best form of the table was played by a substitute who counts for nobody."""
    night = evening(4, rounds_planned=1)
    round_ = night.publish()
    best = round_.seats.select_related("entry").get(place=4).entry.number
    substitute(round_, best, "Invaller Ilse", night.director, apart=True)
    for kind in ("table", "best_round", "booby"):
        prizes.put(night.tournament, night.director, kind=kind, what="ham")
    night.hand_in(night.table(1, 1), reading(FORM_OF_FOUR))
    rounds.close(round_, night.director)
    won = [each.won for each in prize_giving(night.tournament).awards]
    assert [each.kind for each in won] == ["table", "best_round", "booby"]
    assert best not in {number for each in won for number in each.numbers}
    assert [each.figure for each in won] == [16, 16, 9]
