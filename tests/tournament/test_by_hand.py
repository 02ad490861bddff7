"""A proposal changed by hand: swaps, tables, who stays, and the way back."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import translation

from scoring.refused import Refused
from tests.building import Evening
from tournament.actions import presence, proposals, rounds
from tournament.actions.laying import version_of
from tournament.drawing import judged
from tournament.handwork import Laid, NotThere, after, by_hand, replay
from tournament.models import LogEntry, Round, Seat
from tournament.queries.seating import history, laid_for_all, laid_now, seated_numbers
from tournament.seating import as_dict
from tournament.seatingways import Way

Build = Callable[..., Evening]
LAID = Laid(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))


def verified(round_: Round) -> str:
    out = StringIO()
    with translation.override("en"):
        call_command(
            "verify_draw", f"{round_.tournament.slug}/{round_.number}", stdout=out
        )
    return out.getvalue()


def refused(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        act()
    assert str(caught.value)
    return caught.value.code


def now(round_: Round) -> Round:
    return Round.objects.get(pk=round_.pk)


# Steps


def test_two_who_change_places_take_each_others_seat_and_the_first_stays() -> None:
    laid = after(LAID, ["swap", 2, 7, 1])
    assert laid.tables == ((1, 7, 3, 4), (5, 6, 2, 8))
    assert laid.pins == ((2, 2),)
    assert after(laid, ["swap", 2, 7, 0]).pinned == frozenset()


def test_somebody_without_a_seat_changes_places_with_somebody_who_has_one() -> None:
    laid = after(LAID, ["swap", 9, 1, 1])
    assert (laid.tables[0], laid.loose) == ((9, 2, 3, 4), (1,))
    assert laid.pins == ((9, 1),)
    back = after(LAID, ["swap", 1, 9, 1])
    assert (back.tables[0], back.pinned) == ((9, 2, 3, 4), frozenset())


def test_people_are_put_at_a_table_and_taken_from_it() -> None:
    laid = replay(LAID, [["place", 9, 2], ["place", 1, 0]])
    assert laid == Laid(((2, 3, 4), (5, 6, 7, 8, 9)), (1,), frozenset({9}))
    assert by_hand(LAID, laid) == (1, 2, 3, 4, 9)


def test_who_stays_at_one_table_may_change_seats_there() -> None:
    pinned = after(LAID, ["pin", 1])
    assert after(pinned, ["swap", 2, 1, 0]).pins == ((1, 1),)
    assert after(pinned, ["unpin", 1]).pins == ()
    assert after(LAID, ["pin", 9]).pins == ()


@pytest.mark.parametrize(
    "step",
    [
        ["swap", 1, 99, 1],
        ["swap", 99, 1, 1],
        ["swap", 1, 1, 1],
        ["place", 1, 3],
        ["place", 1, -1],
        ["pin", 99],
    ],
)
def test_a_step_about_nobody_is_none(step: list[str | int]) -> None:
    with pytest.raises(NotThere):
        after(LAID, step)


# Acts


def two_apart(round_: Round) -> tuple[int, int]:
    """Somebody of table 1 and somebody of table 2."""
    tables = seated_numbers(round_)
    return tables[0][1], tables[1][2]


def test_a_swap_is_written_judged_anew_and_logged(evening: Build) -> None:
    night = evening(12, played=1)
    round_ = night.draw(seed=2)
    one, other = two_apart(round_)
    before = seated_numbers(round_)
    proposals.swap(round_, one, other, night.director, version_of(round_))
    changed = now(round_)
    after_swap = seated_numbers(changed)
    assert after_swap[0][1] == other
    assert after_swap[1][2] == one
    assert after_swap[2] == before[2]
    quality = judged(after_swap, history(night.tournament, 2))
    assert changed.quality == as_dict(quality)
    assert laid_now(changed).pins == ((one, 2),)
    entry = LogEntry.objects.latest("pk")
    assert entry.action == "round.swapped"
    assert entry.data["numbers"] == [one, other]
    said = verified(changed)
    assert f"changed by hand after the draw: {min(one, other)}, {max(one, other)}." in (
        said
    )
    assert "the same seating (tables: 3)" in said


def test_the_way_back_is_step_by_step_to_the_draw(evening: Build) -> None:
    night = evening(12)
    round_ = night.draw()
    drawn = seated_numbers(round_)
    one, other = two_apart(round_)
    proposals.swap(round_, one, other, night.director, version_of(round_))
    proposals.unpin(round_, one, night.director, version_of(now(round_)))
    proposals.take_back(round_, night.director, version_of(now(round_)))
    assert laid_now(now(round_)).pins == ((one, 2),)
    proposals.take_back(round_, night.director, version_of(now(round_)))
    assert laid_now(now(round_)) == Laid(drawn)
    assert (
        refused(
            lambda: proposals.take_back(round_, night.director, version_of(now(round_)))
        )
        == "nothing_by_hand"
    )
    assert "changed by hand" not in verified(now(round_))


def test_who_looked_at_an_older_proposal_changes_nothing(evening: Build) -> None:
    night = evening(12)
    round_ = night.draw()
    seen = version_of(round_)
    one, other = two_apart(round_)
    proposals.swap(round_, one, other, night.director, seen)
    laid = laid_now(now(round_))
    for act in (
        lambda: proposals.swap(round_, other, one, night.director, seen),
        lambda: proposals.place(round_, one, 3, night.director, seen),
        lambda: proposals.take_back(round_, night.director, seen),
        lambda: rounds.publish(round_, night.director, version=seen),
        lambda: rounds.draw(
            night.tournament, night.director, replacing=round_, version=seen
        ),
    ):
        assert refused(act) == "proposal_changed"
    assert laid_now(now(round_)) == laid


def test_back_and_forth_is_not_mistaken_for_nothing_changed(evening: Build) -> None:
    night = evening(12)
    round_ = night.draw()
    one, other = two_apart(round_)
    proposals.swap(round_, one, other, night.director, version_of(round_))
    seen = version_of(now(round_))
    proposals.take_back(round_, night.director, seen)
    proposals.swap(round_, one, other, night.director, version_of(now(round_)))
    assert (
        refused(lambda: proposals.take_back(round_, night.director, seen))
        == "proposal_changed"
    )


def test_nothing_is_changed_once_the_seating_is_out(evening: Build) -> None:
    night = evening(12)
    round_ = night.draw()
    rounds.publish(round_, night.director)
    one, other = two_apart(round_)
    assert (
        refused(
            lambda: proposals.swap(
                round_, one, other, night.director, version_of(round_)
            )
        )
        == "round_moved_on"
    )


def test_who_was_put_by_hand_stays_there_when_it_is_drawn_again(
    evening: Build,
) -> None:
    night = evening(16)
    round_ = night.draw()
    one, other = two_apart(round_)
    proposals.swap(round_, one, other, night.director, version_of(round_))
    for seed in range(5, 9):
        round_ = rounds.draw(
            night.tournament, night.director, seed=seed, replacing=now(round_)
        )
        laid = laid_now(round_)
        assert laid.pins == ((one, 2),)
        assert "the same seating (tables: 4)" in verified(round_)
    proposals.unpin(round_, one, night.director, version_of(round_))
    assert not Seat.objects.filter(pinned=True).exists()


def test_a_table_too_large_or_too_small_is_not_published(evening: Build) -> None:
    night = evening(12)
    round_ = night.draw()
    tables = seated_numbers(round_)
    for person in tables[0][:2]:
        proposals.place(round_, person, 2, night.director, version_of(now(round_)))

    def publish() -> None:
        rounds.publish(now(round_), night.director)

    assert refused(publish) == "not_finished"
    assert (
        refused(
            lambda: proposals.place(
                round_, tables[0][2], 2, night.director, version_of(now(round_))
            )
        )
        == "table_full"
    )
    proposals.place(round_, tables[0][2], 3, night.director, version_of(now(round_)))
    assert refused(publish) == "not_finished"


def test_a_pair_is_swapped_whole(pair_evening: Build) -> None:
    night = pair_evening(5)
    round_ = night.draw()
    (free,) = round_.inputs["free"]
    one = seated_numbers(round_)[0][0]
    proposals.swap(round_, free, one, night.director, version_of(round_))
    changed = now(round_)
    assert changed.inputs["free"] == [one]
    assert free in seated_numbers(changed)[0]
    assert Seat.objects.filter(round=round_, entry__number=free).count() == 2
    assert "changed by hand" in verified(changed)
    rounds.publish(changed, night.director)


def test_who_came_or_went_since_the_draw_is_seen_to_by_hand(evening: Build) -> None:
    night = evening(8)
    presence.set_presence(night.tournament, 1, {8: "absent"}, night.director)
    round_ = night.draw()
    presence.set_presence(
        night.tournament, 1, {8: "present", 1: "absent"}, night.director
    )
    assert rounds.is_stale(now(round_), now(round_).tournament)
    proposals.place(round_, 1, 0, night.director, version_of(round_))
    smallest = min(seated_numbers(round_), key=len)
    table = seated_numbers(round_).index(smallest) + 1
    proposals.place(round_, 8, table, night.director, version_of(now(round_)))
    assert not rounds.is_stale(now(round_), now(round_).tournament)
    assert "changed by hand" in verified(now(round_))
    proposals.take_back(round_, night.director, version_of(now(round_)))
    assert laid_for_all(now(round_)).loose == (8,)
    proposals.place(round_, 8, table, night.director, version_of(now(round_)))
    rounds.publish(now(round_), night.director)


# By hand from nothing


def test_empty_tables_are_filled_by_hand_and_published(evening: Build) -> None:
    night = evening(9)
    round_ = rounds.draw(night.tournament, night.director, way=Way("hand"))
    assert seated_numbers(round_) == ((), ())
    assert refused(lambda: rounds.publish(round_, night.director)) == "not_finished"
    for person in range(1, 10):
        table = 1 if person < 6 else 2
        proposals.place(round_, person, table, night.director, version_of(now(round_)))
    assert seated_numbers(now(round_)) == ((1, 2, 3, 4, 5), (6, 7, 8, 9))
    assert now(round_).inputs["free"] == []
    assert "nothing was drawn" in verified(now(round_))
    rounds.publish(now(round_), night.director)
    assert night.table(1, 1).sheet is not None


def test_tables_left_empty_at_the_end_are_left_out(evening: Build) -> None:
    night = evening(8)
    round_ = rounds.draw(
        night.tournament, night.director, way=Way("hand"), sizes=(4, 4)
    )
    for person in range(1, 9):
        table = 2 if person < 5 else 1
        proposals.place(round_, person, table, night.director, version_of(now(round_)))
    rounds.publish(now(round_), night.director)
    assert round_.tables.count() == 2
    again = evening(6)
    three = rounds.draw(again.tournament, again.director, way=Way("hand"), sizes=(3, 3))
    for person in range(1, 7):
        proposals.place(three, person, 1, again.director, version_of(now(three)))
    rounds.publish(now(three), again.director)
    assert three.tables.count() == 1
    assert "nothing was drawn" in verified(now(three))
