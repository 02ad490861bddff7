"""A game that nobody plays, in one file: Tientje.

Everybody for themselves, three deals; in each deal ten pegs are divided over the
table, and a peg is a point. It stands here to show what a fifth game takes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from scoring.ranking import Criterion
from scoring.rulebooks.base import (
    DealLine,
    DealRulebook,
    Field,
    Line,
    Problem,
    Reading,
    Severity,
    Stats,
)


@dataclass(frozen=True)
class Tientje(DealRulebook):
    """Its rules: how many deals, and how many pegs are divided in each."""

    key: str = "tientje"
    sizes: tuple[int, ...] = (2, 3, 4, 5, 6)
    usual_sizes: tuple[int, ...] = (4, 5)
    deal_count: int = 3
    pegs: int = 10

    criteria = (Criterion("totaal"), Criterion("best_deal"))
    columns = ("best_deal",)
    blames = {"pegs": ("pegs",)}

    def options(self) -> dict[str, Any]:
        return asdict(self)

    def sides(self, places: int) -> dict[str, list[int]]:
        return {str(place): [place] for place in range(1, places + 1)}

    def fields(self, places: int, mode: str) -> list[Field]:
        return [Field("pegs", "pegs.{side}", most=self.pegs)]

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Three deals, and in each the pegs add up."""
        deals = reading.get("deals") or []
        if len(deals) != self.deal_count:
            expected = {"expected": self.deal_count}
            return [Problem("deal_count", Severity.HARD, params=expected)]
        return [
            Problem("pegs", Severity.HARD, deal=number, params=self._said(deal))
            for number, deal in enumerate(deals, 1)
            if not self._adds_up(deal, places)
        ]

    def score(self, reading: Reading, places: int) -> list[Line]:
        lines = []
        for place in range(1, places + 1):
            own = [deal["pegs"].get(str(place), 0) for deal in reading["deals"]]
            stats = {"totaal": sum(own), "best_deal": max(own)}
            lines.append(Line(place, str(place), sum(own), stats))
        return lines

    def figures(
        self, played: Sequence[Stats], missed: Sequence[int], to_come: int
    ) -> dict[str, Any]:
        return {
            "totaal": sum(stats["totaal"] for stats in played),
            "best_deal": max((stats["best_deal"] for stats in played), default=0),
            "correctie": 0,
            "gemist": len(missed),
        }

    def course(self, reading: Reading, places: int) -> list[DealLine]:
        lines = []
        totals = dict.fromkeys(self.sides(places), 0)
        for number, deal in enumerate(reading["deals"], 1):
            if not self._adds_up(deal, places):
                break
            scores = {side: deal["pegs"].get(side, 0) for side in totals}
            totals = {side: totals[side] + scores[side] for side in totals}
            lines.append(DealLine(number, number, scores=scores, totals=totals))
        return lines

    def _adds_up(self, deal: Any, places: int) -> bool:
        pegs = deal.get("pegs") or {}
        whole = all(type(figure) is int and figure >= 0 for figure in pegs.values())
        return whole and sum(pegs.values()) == self.pegs

    def _said(self, deal: Any) -> dict[str, Any]:
        pegs = (deal.get("pegs") or {}).values()
        told = " + ".join(str(figure) for figure in pegs) or "0"
        return {"sentence": f"{told} is no {self.pegs} pegs. Count them once more."}


PRESETS: Mapping[str, Tientje] = {"tientje": Tientje()}


def of_options(options: Mapping[str, Any]) -> Tientje:
    known: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in options.items()
    }
    return Tientje(**known)
