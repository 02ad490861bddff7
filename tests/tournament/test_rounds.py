"""From the draw to the close of a round, and every step back."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from scoring.refused import Refused
from scoring.rulebooks import PRESETS
from tests.building import Evening
from tournament.actions import rounds
from tournament.actions.presence import set_presence, withdraw
from tournament.actions.registration import register
from tournament.child import plan_in_child
from tournament.models import Player, Round, Seat, Table
from tournament.seating import Proposal, Request

Build = Callable[..., Evening]


def refused(act: Callable[..., object], *arguments: object, **named: object) -> Refused:
    with pytest.raises(Refused) as caught:
        act(*arguments, **named)
    assert str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (3, [3]),
        (6, [3, 3]),
        (7, [4, 3]),
        (11, [4, 4, 3]),
        (15, [5, 5, 5]),
        (16, [4, 4, 4, 4]),
        (43, [5, 5, 5, 4, 4, 4, 4, 4, 4, 4]),
    ],
)
def test_everybody_present_sits_at_exactly_one_table(
    evening: Build, people: int, sizes: list[int]
) -> None:
    round_ = evening(people).draw()
    assert [table.seats.count() for table in round_.tables.all()] == sizes
    numbers = Seat.objects.filter(round=round_).values_list("entry__number", flat=True)
    assert sorted(numbers) == list(range(1, people + 1))


@pytest.mark.parametrize("people", [0, 1, 2])
def test_two_people_are_too_few_for_a_round(evening: Build, people: int) -> None:
    night = evening(people)
    assert refused(night.draw).code == "too_few_players"
    assert not Round.objects.exists()


def test_pressing_draw_twice_draws_once(evening: Build) -> None:
    night = evening(16)
    night.draw()
    assert refused(night.draw).code == "already_drawn"
    assert Round.objects.count() == 1
    assert Seat.objects.count() == 16


def test_the_database_itself_refuses_a_second_open_round(evening: Build) -> None:
    night = evening(8)
    night.draw()
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(
            tournament=night.tournament, number=2, seed=1, inputs={}, quality={}
        )


def test_drawing_again_replaces_the_proposal(evening: Build) -> None:
    night = evening(16)
    first = night.draw(seed=1)
    second = rounds.draw(night.tournament, night.director, seed=2, replacing=first)
    assert Round.objects.get() == second
    assert (
        refused(
            rounds.draw, night.tournament, night.director, seed=3, replacing=first
        ).code
        == "round_moved_on"
    )


def test_the_same_seed_draws_the_same_tables(evening: Build) -> None:
    night = evening(16)
    first = night.draw(seed=7)
    seats = list(first.seats.values_list("table__number", "place", "entry__number"))
    again = rounds.draw(night.tournament, night.director, seed=7, replacing=first)
    assert seats == list(
        again.seats.values_list("table__number", "place", "entry__number")
    )


def test_a_draw_is_refused_when_somebody_comes_while_it_is_planned(
    evening: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = evening(16)
    plan = plan_in_child

    def slowly(request: Request) -> Proposal:
        late = Player.objects.create(club=night.tournament.club, name="Laat Komer")
        register(night.tournament, late, night.director)
        return plan(request)

    monkeypatch.setattr(rounds, "plan_in_child", slowly)
    assert refused(rounds.draw, night.tournament, None).code == "people_changed"
    assert not Round.objects.exists()


def test_a_late_comer_makes_a_proposal_stale_and_is_in_the_next_draw(
    evening: Build,
) -> None:
    night = evening(16)
    proposal = night.draw()
    late = Player.objects.create(club=night.tournament.club, name="Laat Komer")
    register(night.tournament, late, night.director)
    assert refused(rounds.publish, proposal, night.director).code == "people_changed"
    again = rounds.draw(night.tournament, night.director, replacing=proposal)
    assert again.seats.count() == 17


def test_absent_people_get_no_seat_and_stay_absent(evening: Build) -> None:
    night = evening(17)
    set_presence(night.tournament, 1, {5: "absent", 6: "present"}, night.director)
    night.play()
    second = night.draw()
    numbers = set(second.seats.values_list("entry__number", flat=True))
    assert numbers == set(range(1, 18)) - {5}


def test_who_sits_out_is_back_the_next_round(evening: Build) -> None:
    night = evening(17)
    set_presence(night.tournament, 1, {5: "sits_out"}, night.director)
    assert night.play().seats.count() == 16
    assert night.draw().seats.count() == 17


def test_withdrawing_keeps_what_was_played(evening: Build) -> None:
    night = evening(16, played=1)
    entry = night.tournament.entries.get(number=3)
    withdraw(entry, 2, night.director)
    assert night.draw().seats.count() == 15
    assert entry.seats.count() == 1


def test_publishing_lays_a_sheet_on_every_table(evening: Build) -> None:
    night = evening(43)
    round_ = night.publish()
    assert round_.state == Round.State.PUBLISHED
    assert [t.sheet.places for t in round_.tables.all() if t.sheet] == [5] * 3 + [4] * 7
    assert refused(rounds.publish, round_, night.director).code == "round_moved_on"


def test_all_tables_of_an_app_round_play_to_the_same_largest_deal(
    evening: Build,
) -> None:
    app = PRESETS["bollen_app"].options() | {"usual_sizes": [6, 4]}
    round_ = evening(10, rulebook="bollen_app", options=app).publish()
    sheets = [table.sheet for table in round_.tables.all() if table.sheet]
    assert [sheet.places for sheet in sheets] == [6, 4]
    assert [len(s.rules.live(s.places)["deals"]) for s in sheets] == [11, 11]


def test_a_published_seating_can_be_taken_back_until_a_form_is_in(
    evening: Build,
) -> None:
    night = evening(8)
    round_ = night.publish()
    rounds.unpublish(round_, night.director)
    round_.refresh_from_db()
    assert round_.state == Round.State.PROPOSED
    rounds.publish(round_, night.director)
    night.hand_in(night.table(1, 1))
    assert refused(rounds.unpublish, round_, night.director).code == "round_moved_on"


def test_a_round_closes_only_with_all_forms_or_the_missing_ones_named(
    evening: Build,
) -> None:
    night = evening(8)
    round_ = night.publish()
    night.fill(round_, leave=[2])
    error = refused(rounds.close, round_, night.director)
    assert error.code == "forms_missing"
    assert error.details["missing"] == [2]
    rounds.close(round_, night.director, without=frozenset({2}))
    round_.refresh_from_db()
    assert round_.state == Round.State.CLOSED
    assert all(table.sheet.locked for table in round_.tables.all() if table.sheet)


def test_a_closed_round_opens_again_until_the_next_is_drawn(evening: Build) -> None:
    night = evening(8, played=1)
    rounds.reopen(night.round(1), night.director)
    rounds.close(night.round(1), night.director)
    night.draw()
    assert refused(rounds.reopen, night.round(1), night.director).code == "later_round"


def test_no_more_rounds_are_drawn_than_planned(evening: Build) -> None:
    night = evening(4, played=1, rounds_planned=1)
    assert refused(night.draw).code == "all_rounds_drawn"


def test_people_who_met_are_not_seated_together_again(evening: Build) -> None:
    night = evening(43, played=3)
    fourth = night.draw(seed=4)
    assert fourth.quality["repeats"] == 0
    assert Table.objects.filter(round=fourth).count() == 10
