"""manage.py verify_draw: a draw can be repeated and proven."""

from collections.abc import Callable, Iterator
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import translation

from tests.building import Evening
from tournament.actions import rounds
from tournament.models import Round, Seat

Build = Callable[..., Evening]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def verified(*arguments: object) -> str:
    out = StringIO()
    call_command("verify_draw", *map(str, arguments), stdout=out)
    return out.getvalue()


def refusal(*arguments: object) -> str:
    with pytest.raises(CommandError) as caught:
        verified(*arguments)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_round_of_an_evening_can_be_drawn_again(evening: Build) -> None:
    night = evening(14)
    slug = night.tournament.slug
    for seed in (3, 4):
        drawn = night.draw(seed=seed)
        rounds.publish(drawn, night.director)
        tables = frozenset(drawn.tables.values_list("number", flat=True))
        rounds.close(drawn, night.director, without=tables)
    assert f"seed 3 and {effort(1)} moves" in verified(slug, 1)
    assert "the same seating (tables: 3)" in verified(f"{slug}/2")


def test_why_none_can_have_fewer_is_told_in_words(evening: Build) -> None:
    night = evening(8)
    for seed in (3, 4):
        drawn = night.draw(seed=seed)
        rounds.publish(drawn, night.director)
        tables = frozenset(drawn.tables.values_list("number", flat=True))
        rounds.close(drawn, night.director, without=tables)
    said = verified(night.tournament.slug, 2)
    assert "(a table seats more people than there are tables they can come from)" in (
        said
    )


def test_the_next_round_goes_by_the_plan_of_the_one_before(evening: Build) -> None:
    night = evening(16)
    first = night.draw(seed=1)
    assert len(first.inputs["ahead"]) == night.tournament.rounds_planned - 1
    assert first.inputs["request"]["rounds_left"] == night.tournament.rounds_planned


def test_a_seat_that_was_changed_afterwards_is_named(evening: Build) -> None:
    night = evening(8)
    drawn = night.draw(seed=1)
    one, other = (
        Seat.objects.filter(round=drawn, table__number=n, place=1).get() for n in (1, 2)
    )
    numbers = sorted((one.entry.number, other.entry.number))
    Seat.objects.filter(pk=one.pk).delete()
    Seat.objects.filter(pk=other.pk).update(table=one.table)
    one.pk, one.table = None, other.table
    one.save()
    said = refusal(night.tournament.slug, 1)
    assert said.endswith(f"number {numbers[0]}, {numbers[1]}.")


def test_a_round_that_is_not_there_is_refused(evening: Build) -> None:
    night = evening(8)
    assert "0 rounds" in refusal(night.tournament.slug, 1)
    assert "Say which round" in refusal(night.tournament.slug)


def test_a_round_drawn_before_enough_was_stored_is_refused(evening: Build) -> None:
    night = evening(8)
    night.draw()
    Round.objects.update(inputs={})
    assert "players is missing" in refusal(night.tournament.slug, 1)


def effort(number: int) -> int:
    moves: int = Round.objects.get(number=number).inputs["request"]["moves"]
    return moves
