"""The standings: the chain of rule 6.2, missed rounds, corrections, what is missing.

Where figures matter the results are laid into the database by hand, so that no form
and no rulebook stands between the figures and the places.
"""

from collections.abc import Callable, Mapping

import pytest
from pytest_django import DjangoAssertNumQueries

from scoring.models import Result, Revision, Sheet
from tests.building import FORM_OF_FOUR, Evening, reading
from tournament.actions import presence, registration, rounds
from tournament.messages import decided
from tournament.models import Player, Round, Seat, Table
from tournament.queries.ranked import Row, Standings
from tournament.queries.standings import by_size, standings

Build = Callable[..., Evening]
# What somebody scored: (totaal, bollen, punten), or None while the form is not in.
Line = tuple[int, int, int] | None


def lay_round(night: Evening, number: int, *tables: Mapping[int, Line]) -> Round:
    """Write a closed round down as facts: per table the lines by start number."""
    round_ = Round.objects.create(
        tournament=night.tournament,
        number=number,
        state=Round.State.CLOSED,
        seed=0,
        inputs={},
        quality={},
    )
    for at, lines in enumerate(tables, 1):
        lay_table(night, round_, at, lines)
    return round_


def lay_table(
    night: Evening, round_: Round, number: int, lines: Mapping[int, Line]
) -> None:
    played = all(line is not None for line in lines.values())
    sheet = Sheet.objects.create(
        rulebook="bollen",
        places=len(lines),
        heading="formulier",
        state=Sheet.State.APPROVED if played else Sheet.State.OPEN,
    )
    table = Table.objects.create(round=round_, number=number, sheet=sheet)
    revision = played and Revision.objects.create(
        sheet=sheet,
        number=1,
        key=f"{round_.pk}-{number}",
        cells={},
        counted=True,
        source=Revision.Source.DESK,
    )
    for place, (start_number, line) in enumerate(lines.items(), 1):
        entry = night.tournament.entries.get(number=start_number)
        member = entry.members.get()
        Seat.objects.create(
            round=round_,
            table=table,
            place=place,
            entry=entry,
            member=member,
            player=member.player,
        )
        if revision and line:
            lay_result(revision, place, line)


def lay_result(revision: Revision, place: int, line: tuple[int, int, int]) -> None:
    totaal, bollen, punten = line
    stats = {
        "totaal": totaal,
        "bollen": bollen,
        "punten": punten,
        "niet_behaalde_bollen": 11 - bollen,
        "strafbollen": 0,
    }
    Result.objects.create(
        revision=revision, place=place, side=str(place), total=totaal, stats=stats
    )


def by_number(shown: Standings) -> dict[int, Row]:
    return {row.person.number: row for row in shown.rows}


def places(shown: Standings) -> list[tuple[int, int]]:
    return [(row.place, row.person.number) for row in shown.rows]


# Example BK04 of rule 6.2: per round total and bollen; punten = total - 22 + 4 bollen.
BK04 = {
    1: [(22, 2), (10, 5), (15, 3)],
    2: [(19, 3), (16, 3), (12, 4)],
    3: [(17, 3), (17, 3), (13, 3)],
    4: [(13, 3), (17, 3), (17, 3)],
    5: [(30, 1), (9, 5), (9, 5)],
}


@pytest.fixture
def bk04(evening: Build) -> Evening:
    night = evening(5, rounds_planned=3)
    for number in (1, 2, 3):
        scores = {who: line[number - 1] for who, line in BK04.items()}
        lay_round(
            night,
            number,
            {who: (t, b, t - 22 + 4 * b) for who, (t, b) in scores.items()},
        )
    return night


def test_the_worked_example_is_ranked_as_the_rules_say(bk04: Evening) -> None:
    shown = standings(bk04.tournament)
    assert places(shown) == [(1, 5), (2, 3), (2, 4), (4, 1), (5, 2)]
    assert [row.shared for row in shown.rows] == [False, True, True, False, False]
    assert [row.total for row in shown.rows] == [48, 47, 47, 47, 47]


def test_what_decided_stands_on_the_row_that_is_ahead(bk04: Evening) -> None:
    rows = by_number(standings(bk04.tournament))
    keys = {n: row.ahead_by.key if row.ahead_by else None for n, row in rows.items()}
    assert keys == {5: "totaal", 3: None, 4: "bollen", 1: "beste_rondes", 2: None}
    assert decided(rows[4].ahead_by) == "vóór op bollen, 9 om 10"
    assert decided(rows[1].ahead_by) == "vóór op beste ronde, 22"
    assert decided(rows[5].ahead_by) == ""


def test_more_points_decide_between_equal_totals_and_bollen(evening: Build) -> None:
    night = evening(3)
    lay_round(night, 1, {1: (18, 4, 10), 2: (18, 4, 12), 3: (2, 6, 0)})
    shown = standings(night.tournament)
    assert places(shown) == [(1, 2), (2, 1), (3, 3)]
    assert decided(shown.rows[0].ahead_by) == "vóór op punten, 12 om 10"


def test_the_second_best_round_decides_when_the_best_are_equal(evening: Build) -> None:
    night = evening(3)
    lay_round(night, 1, {1: (20, 3, 4), 2: (20, 3, 4), 3: (0, 6, 0)})
    lay_round(night, 2, {1: (7, 3, 4), 2: (10, 3, 4), 3: (0, 6, 0)})
    lay_round(night, 3, {1: (10, 3, 4), 2: (7, 3, 4), 3: (0, 6, 0)})
    assert places(standings(night.tournament))[:2] == [(1, 1), (1, 2)]
    lay_round(night, 4, {1: (5, 3, 4), 2: (9, 3, 4), 3: (0, 6, 0)})
    lay_round(night, 5, {1: (9, 3, 4), 2: (5, 3, 4), 3: (0, 6, 0)})
    lay_round(night, 6, {1: (8, 3, 4), 2: (8, 3, 4), 3: (0, 6, 0)})
    lay_round(night, 7, {1: (4, 3, 4), 2: (6, 3, 4), 3: (0, 6, 0)})
    lay_round(night, 8, {1: (7, 3, 4), 2: (5, 3, 4), 3: (0, 6, 0)})
    first = standings(night.tournament).rows[0]
    # Sorted: 20 10 9 8 7 7 5 4 against 20 10 9 8 7 6 5 5.
    assert first.person.number == 1
    assert decided(first.ahead_by) == "vóór op 6e ronde naar score, 7"


def test_fewer_missed_rounds_go_before_fewer_bollen(evening: Build) -> None:
    night = evening(4)
    lay_round(night, 1, {1: (10, 8, 5), 2: (10, 0, 5), 3: (0, 6, 0)})
    lay_round(night, 2, {1: (0, 6, 0), 3: (0, 6, 0), 4: (0, 6, 0)})
    shown = standings(night.tournament)
    assert places(shown)[:2] == [(1, 1), (2, 2)]
    assert decided(shown.rows[0].ahead_by) == "vóór op gemiste rondes, 0 om 1"


def test_equal_rows_share_a_place_and_the_next_place_skips(evening: Build) -> None:
    night = evening(8, played=1)  # two tables with one and the same form
    shown = standings(night.tournament)
    assert [row.place for row in shown.rows] == [1, 1, 3, 3, 5, 5, 7, 7]
    assert all(row.shared for row in shown.rows)
    pairs = [[row.person.number for row in shown.rows[i : i + 2]] for i in (0, 2, 4, 6)]
    assert pairs == [sorted(pair) for pair in pairs]


@pytest.mark.parametrize(
    ("policy", "of_four", "of_five"),
    [("lowest_or_zero", 0, -3), ("zero", 0, 0), ("lowest", 4, -3), ("average", 8, 9)],
)
def test_a_missed_round_counts_what_was_chosen(
    evening: Build, policy: str, of_four: int, of_five: int
) -> None:
    night = evening(5, missed_round=policy)
    lay_round(night, 1, {1: (10, 3, 4), 2: (5, 4, 4), 3: (-3, 8, 4), 4: (8, 4, 4)})
    lay_round(night, 2, {1: (4, 5, 4), 2: (6, 4, 4), 3: (7, 4, 4), 5: (9, 4, 4)})
    rows = by_number(standings(night.tournament))
    assert (rows[4].correctie, rows[4].total) == (of_four, 8 + of_four)
    assert (rows[5].correctie, rows[5].total) == (of_five, 9 + of_five)
    assert (rows[4].gemist, rows[5].gemist, rows[1].gemist) == (1, 1, 0)
    assert rows[4].figures["bollen"] == 4
    assert [s.missed for s in rows[4].scores] == [False, True]
    assert [s.missed for s in rows[5].scores] == [True, False]


def test_a_round_of_which_no_form_is_in_is_missed_by_nobody(evening: Build) -> None:
    night = evening(5)
    lay_round(night, 1, dict.fromkeys((1, 2, 3, 4, 5), (10, 3, 4)))
    lay_round(night, 2, {1: None, 2: None, 3: None, 4: None})
    rows = by_number(standings(night.tournament))
    assert rows[5].gemist == 0
    assert rows[5].scores[1].total is None


def test_a_late_comer_appears_with_the_first_seat_and_a_missed_round(
    evening: Build,
) -> None:
    night = evening(8, played=1)
    late = Player.objects.create(club=night.tournament.club, name="Laat Komer")
    entry = registration.register(night.tournament, late, night.director)
    assert entry.number not in by_number(standings(night.tournament))
    night.play(seed=2)
    row = by_number(standings(night.tournament))[entry.number]
    assert [s.missed for s in row.scores] == [True, False]
    assert (row.gemist, row.moved) == (1, None)


def test_who_withdraws_keeps_what_was_played(evening: Build) -> None:
    night = evening(9, played=1)
    before = by_number(standings(night.tournament))[3]
    presence.withdraw(night.tournament.entries.get(number=3), 2, night.director)
    night.play(seed=2)
    after = by_number(standings(night.tournament))[3]
    assert after.scores[0] == before.scores[0]
    assert after.scores[1].missed
    assert after.total == before.total + after.correctie


def test_standings_are_provisional_while_one_form_is_missing(evening: Build) -> None:
    night = evening(40)
    round_ = night.publish()
    night.fill(round_, leave=[4])
    shown = standings(night.tournament)
    assert shown.current is not None
    assert (shown.current.counted, shown.current.tables) == (9, 10)
    assert shown.current.missing == (4,)
    assert shown.waiting == (shown.current,)
    assert shown.provisional
    assert not shown.final
    assert len(shown.rows) == 40
    waiting = set(round_.seats.filter(table__number=4).values_list("entry__number"))
    totals = {(n,): row.scores[0].total for n, row in by_number(shown).items()}
    assert {n for n, total in totals.items() if total is None} == waiting


def test_a_form_handed_in_and_not_approved_counts_and_is_provisional(
    evening: Build,
) -> None:
    night = evening(8, played=1)
    before = standings(night.tournament)
    Sheet.objects.filter(table__number=1).update(state=Sheet.State.HANDED_IN)
    after = standings(night.tournament)
    assert places(after) == places(before)
    assert (before.provisional, after.provisional) == (False, True)
    assert after.waiting == ()


def test_standings_are_final_when_every_planned_round_is_closed(evening: Build) -> None:
    night = evening(8, rounds_planned=2, played=1)
    assert not standings(night.tournament).final
    round_ = night.publish(seed=2)
    night.fill(round_)
    assert not standings(night.tournament).final
    rounds.close(round_, night.director)
    assert standings(night.tournament).final


def test_a_table_left_out_at_the_close_has_missed_the_round(evening: Build) -> None:
    night = evening(8, rounds_planned=1)
    round_ = night.publish()
    night.fill(round_, leave=[2])
    assert not any(row.gemist for row in standings(night.tournament).rows)
    rounds.close(round_, night.director, without=frozenset({2}))
    shown = standings(night.tournament)
    assert sorted(row.gemist for row in shown.rows) == [0] * 4 + [1] * 4
    assert (shown.final, shown.provisional, shown.waiting) == (True, False, ())


def test_nobody_is_in_the_standings_before_a_seating_is_published(
    evening: Build,
) -> None:
    night = evening(8)
    night.draw()
    assert standings(night.tournament).rows == ()
    rounds.publish(night.round(1), night.director)
    shown = standings(night.tournament)
    assert {row.place for row in shown.rows} == {1}
    assert shown.after == 0


def test_correcting_the_first_round_changes_the_standings_after_every_round(
    evening: Build,
) -> None:
    night = evening(8, played=4)
    before = [standings(night.tournament, upto=n) for n in (1, 2, 3, 4)]
    seats = list(Seat.objects.order_by("pk").values_list("pk", "table", "entry"))
    table = night.table(1, 1)
    hit = table.seats.get(place=2).entry.number
    cells = reading(FORM_OF_FOUR, penalties=[{"place": 2}])
    night.hand_in(table, cells, based_on=1, reason="verzaakt in gift 8")
    after = [standings(night.tournament, upto=n) for n in (1, 2, 3, 4)]
    for old, new in zip(before, after, strict=True):
        lost = {
            n: by_number(old)[n].total - row.total for n, row in by_number(new).items()
        }
        assert lost == {n: 2 if n == hit else 0 for n in range(1, 9)}
    assert (
        list(Seat.objects.order_by("pk").values_list("pk", "table", "entry")) == seats
    )


def test_only_the_revision_that_counts_is_summed(evening: Build) -> None:
    night = evening(3)
    lay_round(night, 1, {1: (10, 3, 4), 2: (8, 3, 4), 3: (6, 3, 4)})
    before = standings(night.tournament)
    sheet = Sheet.objects.get()
    other = Revision.objects.create(
        sheet=sheet, number=2, key="k", cells={}, counted=False, source="desk"
    )
    lay_result(other, 3, (99, 0, 77))
    assert standings(night.tournament) == before


def test_standings_upto_a_round_are_as_they_were_after_it(evening: Build) -> None:
    night = evening(9, played=1)
    then = standings(night.tournament)
    night.play(seed=2)
    assert standings(night.tournament, upto=1) == then
    assert standings(night.tournament).after == 2


def test_places_moved_are_counted_from_the_round_before(evening: Build) -> None:
    night = evening(3)
    lay_round(night, 1, {1: (10, 3, 4), 2: (8, 3, 4), 3: (6, 3, 4)})
    assert [row.moved for row in standings(night.tournament).rows] == [None] * 3
    lay_round(night, 2, {1: (0, 3, 4), 2: (8, 3, 4), 3: (6, 3, 4)})
    moved = {n: row.moved for n, row in by_number(standings(night.tournament)).items()}
    assert moved == {1: -2, 2: 1, 3: 1}


def test_rounds_and_correction_add_up_to_the_total_for_everybody(
    evening: Build,
) -> None:
    night = evening(11)
    for number, away in enumerate(([4], [4, 9], [2], []), 1):
        said = {n: "absent" if n in away else "present" for n in range(1, 12)}
        presence.set_presence(night.tournament, number, said, night.director)
        round_ = night.publish(seed=number)
        night.fill(round_, leave=[2] if number == 4 else [])
        rounds.close(round_, night.director, without=frozenset({2}))
    shown = standings(night.tournament)
    assert shown.has_corrections
    left_out = night.table(4, 2).seats.count()
    assert sum(row.gemist for row in shown.rows) == 4 + left_out
    for row in shown.rows:
        played = [s.total or 0 for s in row.scores if not s.missed]
        missed = [s.total or 0 for s in row.scores if s.missed]
        assert sum(played) + row.correctie == row.total
        assert sum(missed) == row.correctie
        assert sum(by_size(row.scores).values()) == 4 - row.gemist


def test_the_order_does_not_depend_on_which_form_came_first(evening: Build) -> None:
    shown = []
    for order in ([1, 2, 3], [3, 1, 2], [2, 3, 1]):
        night = evening(12, name=f"Avond {order}")
        night.publish(seed=5)
        for table in order:
            night.hand_in(night.table(1, table))
        shown.append(places(standings(night.tournament)))
    assert all(each == shown[0] for each in shown)


def test_saving_a_form_anew_does_not_move_a_shared_place(evening: Build) -> None:
    night = evening(8, played=1)
    before = places(standings(night.tournament))
    table = night.table(1, 2)
    worse = reading(FORM_OF_FOUR, penalties=[{"place": 1}])
    night.hand_in(table, worse, based_on=1, reason="verzaakt")
    assert places(standings(night.tournament)) != before
    night.hand_in(table, based_on=2, reason="toch niet")
    assert places(standings(night.tournament)) == before


@pytest.mark.parametrize("people", [20, 200])
def test_standings_take_five_queries_however_many_people_there_are(
    evening: Build, people: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    night = evening(people, played=4)
    with django_assert_max_num_queries(5) as queries:
        shown = standings(night.tournament, public=True)
    assert len(shown.rows) == people
    assert len(queries.captured_queries) == 5
