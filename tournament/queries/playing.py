"""Who plays in a round: who is there, and who only where that makes the tables fit."""

from collections import Counter
from dataclasses import dataclass

from tournament.models import Tournament
from tournament.queries.people import (
    Attendance,
    Person,
    attendance,
    people,
)
from tournament.tablesizes import needed

AWAY = (Attendance.ABSENT, Attendance.SITS_OUT)


@dataclass(frozen=True)
class Playing:
    """Who plays in a round, as start numbers in order.

    ``taken`` are those of them who play only if needed, ``spare`` who are not needed.
    ``away`` are the people who take part and are absent or sit out.
    """

    numbers: tuple[int, ...]
    taken: tuple[int, ...] = ()
    spare: tuple[int, ...] = ()
    away: tuple[Person, ...] = ()

    @property
    def helpers(self) -> dict[str, tuple[int, ...]]:
        """As it is stored with a draw: nothing where nobody offered."""
        offered = self.taken + self.spare
        return {"taken": self.taken, "spare": self.spare} if offered else {}


def who_plays(
    tournament: Tournament, round_number: int, sizes: tuple[int, ...] = ()
) -> Playing:
    """Who is there in a round, and as few of those who play if needed as there can be.

    For the tables chosen (``sizes``) as many as fill them. In turn: who played so
    least often goes first. Three queries, and one more where somebody offered.
    """
    present = attendance(tournament, round_number)
    folk = people(tournament, public=False)
    states: dict[Attendance, list[int]] = {}
    for entry, state in present.items():
        states.setdefault(state, []).append(folk[entry].number)
    there = states.get(Attendance.PRESENT, [])
    offered = states.get(Attendance.IF_NEEDED, [])
    away = tuple(folk[e] for e, state in present.items() if state in AWAY)
    if not offered:
        return Playing(tuple(there), away=away)
    if sizes:
        count = max(0, min(sum(sizes) - len(there), len(offered)))
    else:
        count = needed(
            len(there), len(offered), tournament.rules, pairs=tournament.pairs
        )
    helped = times_helped(tournament, round_number)
    taken = sorted(sorted(offered, key=lambda n: (helped[n], n))[:count])
    spare = [number for number in offered if number not in taken]
    return Playing(tuple(sorted(there + taken)), tuple(taken), tuple(spare), away)


def present_numbers(tournament: Tournament, round_number: int) -> list[int]:
    """The start numbers that play in a round, in order. See who_plays.

    Those who play because they are needed stay so while their proposal stands.
    """
    drawn = tournament.rounds.filter(number=round_number)
    stored = drawn.values_list("inputs__helpers", flat=True).first() or {}
    playing = who_plays(tournament, round_number)
    offered = {*playing.taken, *playing.spare}
    if not stored or not offered:
        return list(playing.numbers)
    there = {*playing.numbers} - offered
    return sorted(there | (offered & {*stored.get("taken", ())}))


def times_helped(tournament: Tournament, before: int) -> Counter[int]:
    """How often each start number played because it was needed, before this round."""
    rounds = tournament.rounds.filter(number__lt=before)
    drawn = rounds.values_list("inputs__helpers", flat=True)
    return Counter(n for stored in drawn for n in (stored or {}).get("taken", ()))
