"""Games in which you bid your tricks: Bollen, as a tournament, at home and as an
app evening, and Boerenbridge.

One engine, its options as data (bid_rules.py). It judges and scores one form.

A reading of a sheet holds, per place:
    rows       cells as typed: "2" made, "2x" a bol, "x" a bol with unreadable bid,
               "2/1" bid 2 and took 1, "-" not dealt in
    tricks     optional, tricks taken per deal (None where unknown)
    bids       instead of rows: bids as numbers, the marks follow from the tricks
    penalties  [{"place", "deal", "notation", "zero_deal", "replayed"}], the notation
               "right" for a bol to the right, "zero" for a 0 that was turned
    written    optional, the sums as written on paper, or None
    sums       instead of cells, where nothing else is known: the sum columns,
               [{"bollen", "punten", "niet_behaalde_bollen", "strafbollen"}]
    pen, attempts  see bid_history.py
and for the sheet: labels (optional), first_leader (a place, or None), as_played:
deals whose forbidden bid sum the direction accepts, annulled: deals that count for
nobody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from scoring.rulebooks.base import Line, Problem, Reading, Severity, Stats
from scoring.rulebooks.bid_checks import (
    absence_problems,
    deal_problems,
    differences,
    penalty_problems,
    sum_problems,
)
from scoring.rulebooks.bid_form import Form, is_blank, read_form, unreadable
from scoring.rulebooks.bid_rules import (
    BOERENBRIDGE_DEALS,
    BOLLEN_DEALS,
    TABLE_POINTS,
    TEN_DOWN_AND_UP,
    BidRules,
    Deal,
    Pack,
    one_maximum,
    read_options,
)
from scoring.rulebooks.bidding import Cell
from scoring.rulebooks.figures import LEFT, figures_of_rounds, table_points
from scoring.rulebooks.sums import sums_lines, sums_misfits, sums_problems

__all__ = ["BOLLEN_DEALS", "PRESETS", "Deal", "Pack", "Prediction", "of_options"]

HARD = Severity.HARD
SUMS = ("bollen", "punten", "niet_behaalde_bollen")


@dataclass(frozen=True)
class Prediction(BidRules):
    """The rules of one prediction game, and what they say of a form."""

    as_played = "bid_sum_equals_tricks"

    @property
    def modes(self) -> tuple[str, ...]:
        """Sums alone tell nothing where a bol costs by how far it is off."""
        return ("cells", "live") if self.miss_per else ("cells", "live", "sums")

    @property
    def columns(self) -> tuple[str, ...]:
        """The sums of the form; at home there is no total."""
        sums = ("bollen", "punten") if self.home else ("totaal", *SUMS)
        return tuple(key for key in sums if key != self.criteria[0].key)

    def options_at(self, sizes: Sequence[int]) -> dict[str, Any]:
        """All tables of a round play to the same largest deal (rule 6.3)."""
        most = one_maximum(self, sizes)
        return self.options() | ({} if most is None else {"max_cards": most})

    def mode_of(self, reading: Reading) -> str:
        return "sums" if _only_sums(reading) else "cells"

    def figures(
        self, played: Sequence[Stats], missed: Sequence[int], to_come: int
    ) -> dict[str, Any]:
        return figures_of_rounds(played, missed, to_come)

    def free_round(self, played: Sequence[Stats]) -> None:
        """Everybody plays every round; who does not misses it."""

    def problems(self, reading: Reading, places: int) -> list[Problem]:
        """Rule 2.7: deal_count first, then deal by deal, then the whole form."""
        if places not in self.sizes:
            return [Problem("player_count", HARD, params={"places": places})]
        capacity = self.capacity_problem(places)
        if capacity:
            return [capacity]
        form = self._form(reading, places)
        if _only_sums(reading):
            return self._problems_of_sums(form, reading)
        found = [*form.misfits]
        if not found:
            found += deal_problems(self, form)
            found += penalty_problems(self, form)
            found += absence_problems(self, form)
        found += form.strays
        if not any(p.blocks for p in found):
            found += sum_problems(form, self._lines(form))
        return found

    def score(self, reading: Reading, places: int) -> list[Line]:
        """Rule 2.6: bollen with penalties, points that stand, cells that stand.

        A cell that is empty or cannot be read counts for nothing.
        """
        if _only_sums(reading):
            if not sums_misfits(self, reading["sums"], places):
                return self._with_table_points(sums_lines(self, reading["sums"]))
            reading = {}
        return self._lines(self._form(reading, places))

    def live(self, places: int) -> dict[str, Any]:
        """What a page needs to add up while somebody types."""
        deals = self.deals_for(places)
        return {
            "deals": [asdict(d) | {"hook": self.hooked(d.cards)} for d in deals],
            "hit_bonus": self.hit_bonus,
            "hit_per": self.hit_per,
            "miss": self.miss,
            "miss_per": self.miss_per,
            "penalty": self.penalty_bol,
            "turns_zeros": self.turns_zeros,
            "start": self.start,
            "bids_at_once": self.bids_at_once,
            "sits_out": self.sits_out_at(places),
            "locks_deals": self.locks_deals,
            "trump_suit": self.trump_suit,
            "deck": self.deck_for(places),
            "home": self.home,
            "high_wins": self.high_wins,
            "forfeit": self.forfeit,
            "places": places,
        }

    def _form(self, reading: Reading, places: int) -> Form:
        return read_form(reading, places, self.deals_for(places))

    def _problems_of_sums(self, form: Form, reading: Reading) -> list[Problem]:
        rows = reading["sums"]
        if not is_blank(reading):
            return [unreadable("sums")]
        misfits = sums_misfits(self, rows, form.places)
        if misfits:
            return misfits
        found = sums_problems(
            self, rows, as_played=form.as_played, annulled=form.annulled
        )
        found += form.strays
        if not any(p.blocks for p in found):
            for line, row in zip(sums_lines(self, rows), rows, strict=True):
                found += differences(line, row)
        return found

    def _lines(self, form: Form) -> list[Line]:
        zeros = [p.place for p in form.penalties if p.notation == "zero"]
        turned = zeros if self.turns_zeros else []
        booked = [p.place for p in form.penalties]
        left = form.left(2 if self.sits_out_at(form.places) else 1)
        lines = []
        for place, row in enumerate(form.cells, 1):
            if form.off:
                row = [c for n, c in enumerate(row, 1) if n not in form.off]
            penalties = booked.count(place)
            stats = self._stats(row, turned.count(place), penalties)
            if place in left:
                stats[LEFT] = left[place]
            lines.append(Line(place, str(place), stats["totaal"], stats))
        return self._with_table_points(lines)

    def _with_table_points(self, lines: list[Line]) -> list[Line]:
        if not self.table_points:
            return lines
        worth = table_points([line.total for line in lines], self.high_wins)
        return [
            replace(line, stats={**line.stats, TABLE_POINTS: points})
            for line, points in zip(lines, worth, strict=True)
        ]

    def _stats(
        self, row: Sequence[Cell | None], turned: int, penalties: int
    ) -> dict[str, int]:
        """The columns of one row, its deals that count; ``turned`` zeros are bollen."""
        stand = points = bollen = off = 0
        for cell in row:
            if cell is None or not cell.dealt:
                continue
            if cell.made:
                stand += 1
                points += cell.bid or 0
            else:
                bollen += 1
                if cell.bid is not None and cell.tricks is not None:
                    off += abs(cell.bid - cell.tricks)
        stand -= turned
        made = self.hit_per * points + self.hit_bonus * stand
        missed = self.miss * bollen + self.miss_per * off
        return {
            "bollen": bollen + penalties,
            "punten": points,
            "niet_behaalde_bollen": stand,
            "strafbollen": penalties,
            "totaal": self.start + made + missed + self.penalty_bol * penalties,
        }


def of_options(options: Mapping[str, Any]) -> Prediction:
    """The rules with options as ``options()`` gave them, also after JSON."""
    return Prediction(**read_options(options))


def _only_sums(reading: Reading) -> bool:
    return isinstance(reading, Mapping) and reading.get("sums") is not None


BOLLEN = Prediction()
AT_HOME = Prediction(key="bollen_thuis", usual_sizes=(3, 4, 5, 6), home=True)
# Rule 3: the sequence follows the number of players; the bids do not add up, also in
# a deal of one card and without trump; a bol costs ten however far it is off.
APP = Prediction(
    key="bollen_app",
    packs=(Pack(places=7, deck=36),),
    sizes=(3, 4, 5, 6, 7),
    usual_sizes=(3, 4, 5, 6, 7),
    deals=(),
    hit_bonus=0,
    miss=-10,
    start=100,
    locks_deals=True,
)
# kaartspeluitleg.nl: everybody bids at the same moment, so no bid can be forbidden;
# trump is turned from a second pack, so a table of six has 48 of 52 cards.
BOERENBRIDGE = Prediction(
    key="boerenbridge",
    deck=52,
    deals=BOERENBRIDGE_DEALS,
    bids_at_once=True,
    hook_from=None,
    hit_bonus=5,
    miss=0,
    miss_per=-1,
)
# WK Boerenbridge (boerenbridge.com): 19 deals, spades trump, 4 points off for who had
# the wrong number of cards. Its scores per bid are not public any more, so they are
# those of the game above; the last bid is barred from four cards on, as Wikipedia
# has it ("more than three").
BOERENBRIDGE_19 = Prediction(
    key="boerenbridge_19",
    deck=52,
    sizes=(3, 4, 5),
    deals=TEN_DOWN_AND_UP,
    trump_suit="S",
    hook_from=4,
    hit_bonus=5,
    miss=0,
    miss_per=-1,
    penalty=-4,
)
PRESETS = {
    rules.key: rules for rules in (BOLLEN, AT_HOME, APP, BOERENBRIDGE, BOERENBRIDGE_19)
}
