"""Evenings to test with: who was there each round, and the rounds as planned."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tournament.seating import Proposal, Request, Round, plan_round, table_sizes


def attendances(most: int = 60, rounds: int = 4) -> st.SearchStrategy[list[list[int]]]:
    """Per round the start numbers present, at least three; people come and go."""
    return st.integers(3, most).flatmap(lambda n: _coming_and_going(n, rounds))


def _coming_and_going(n: int, rounds: int) -> st.SearchStrategy[list[list[int]]]:
    everybody = st.just(list(range(1, n + 1)))
    some = st.lists(st.integers(1, n), min_size=3, max_size=n, unique=True)
    return st.lists(everybody | some, min_size=1, max_size=rounds)


def played(
    attendance: Sequence[Sequence[int]], seed: int = 0, moves: int = 1_000
) -> list[tuple[Request, Proposal]]:
    """The rounds of an evening, each planned with those left and played as it came."""
    rounds: list[tuple[Request, Proposal]] = []
    history: tuple[Round, ...] = ()
    ahead: tuple[Round, ...] = ()
    for number, present in enumerate(attendance):
        request = Request(
            players=tuple(present),
            history=history,
            sizes=tuple(table_sizes(len(present))),
            seed=seed,
            moves=moves,
            rounds_left=len(attendance) - number,
            ahead=ahead,
        )
        proposal = plan_round(request)
        rounds.append((request, proposal))
        history += (Round(proposal.tables),)
        ahead = proposal.ahead
    return rounds


def evening(n: int, rounds: int, seed: int = 0, moves: int = 20_000) -> list[Proposal]:
    """The proposals for n players who all stay the whole evening."""
    attendance = [range(1, n + 1)] * rounds
    return [proposal for _, proposal in played(attendance, seed, moves)]
