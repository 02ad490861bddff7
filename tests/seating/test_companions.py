"""Who always sits together does so in every round, and costs the others nothing."""

from itertools import combinations

from tournament.seating import Request, Round, Rules, plan_round
from tournament.seating.quality import judge_rounds
from tournament.seating.wire import request_from_json, request_to_json
from tournament.seatingways import Way, seat_by_standing

COUPLES = tuple((first, first + 1) for first in range(1, 16, 2))


def rounds_of(request: Request) -> list[Round]:
    proposal = plan_round(request)
    return [Round(proposal.tables), *proposal.ahead]


def meetings_again(rounds: list[Round]) -> int:
    met = [
        pair
        for played in rounds
        for table in played.tables
        for pair in combinations(sorted(table), 2)
        if pair not in COUPLES
    ]
    return len(met) - len({*met})


def test_companions_share_a_table_in_every_round_and_meet_new_people() -> None:
    rules = Rules(companions=COUPLES[:4])
    rounds = rounds_of(Request(tuple(range(1, 33)), (), (4,) * 8, 3, 20_000, 4, rules))
    assert len(rounds) == 4
    for played in rounds:
        for couple in rules.companions:
            assert sum({*couple} <= {*table} for table in played.tables) == 1
    assert meetings_again(rounds) == 0


def test_when_everybody_has_company_the_couples_meet_new_couples() -> None:
    rules = Rules(companions=COUPLES)
    played: list[Round] = []
    for seed in range(1, 4):
        request = Request(
            tuple(range(1, 17)), tuple(played), (4,) * 4, seed, 2000, 1, rules
        )
        played += rounds_of(request)
    assert meetings_again(played) == 0


def test_a_chain_without_the_one_in_the_middle_is_none() -> None:
    rules = Rules(companions=((1, 2), (2, 3)), apart=((1, 3),))
    request = Request((1, 3, 4, 5, 6, 7, 8, 9), (), (4, 4), 1, 300, 1, rules)
    (first,) = rounds_of(request)
    assert not any({1, 3} <= {*table} for table in first.tables)


def test_a_final_parts_company_that_is_half_in_it() -> None:
    rules = Rules(companions=((1, 12), (10, 11)))
    ranking = tuple((number, number) for number in range(1, 13))
    request = Request(tuple(range(1, 13)), (), (4, 4, 4), 1, 300, 1, rules)
    way = Way("final", ranking=ranking, final=(4,))
    tables = seat_by_standing(request, way).tables
    assert {*tables[0]} == {1, 2, 3, 4}
    assert any({10, 11} <= {*table} for table in tables)


def test_a_chain_is_brought_together_by_standing_in_any_order() -> None:
    ranking = tuple((number, number) for number in range(1, 13))
    for rules in (
        Rules(companions=((1, 5), (9, 12), (5, 9))),
        Rules(companions=((1, 5),), together=((5, 9),)),
    ):
        request = Request(tuple(range(1, 13)), (), (4, 4, 4), 1, 300, 1, rules)
        tables = seat_by_standing(request, Way("standing", ranking=ranking)).tables
        assert any({1, 5, 9} <= {*table} for table in tables)


def test_companions_cross_to_the_other_process() -> None:
    rules = Rules(companions=((1, 2),))
    request = Request((1, 2, 3, 4), (), (4,), 1, rules=rules)
    assert request_from_json(request_to_json(request)).rules == rules


def test_meetings_that_were_asked_for_are_no_reason_to_search_on() -> None:
    rules = Rules(companions=((1, 2), (3, 4)))
    request = Request(tuple(range(1, 41)), (), (4,) * 10, 1, None, 6, rules)
    proposal = plan_round(request)
    assert proposal.how == "mended"
    rounds = [Round(proposal.tables), *proposal.ahead]
    assert judge_rounds(rounds, []).collisions == 2 * 15
