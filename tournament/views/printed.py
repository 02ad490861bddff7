"""What is printed for a round: a card per table with its link, and its empty form.

An empty form on paper asks what the one on the screen asks, in the same order.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.rulebooks.base import DealRulebook, Field, Rulebook, kept_by_deal
from scoring.rulebooks.bidding import leaders_and_dealers
from scoring.rulebooks.session import dealer_of_deal
from scoring.words import word
from tournament.access import desk
from tournament.addresses import for_others
from tournament.formcells import total_terms
from tournament.houserules import rules_in_words
from tournament.models import Round, Table, Tournament
from tournament.queries.people import Person
from tournament.queries.seating import SeatedTable, seating
from tournament.views.grid import first_leader

# Millimetres on a landscape A4: what is left for columns and for rows of a pad, and
# what those take at least.
WIDE, HIGH = 237, 116
COLUMN, HEAD, ROW = 13, 12, 6.5
# Rows that are higher where there is room for them, and the class for it.
ROOMY = ((12, "h12"), (9, "h9"))
# More deals take narrower columns.
MANY_DEALS = 13


@dataclass(frozen=True)
class PaperDeal:
    """A column of a grid, or a block of a pad, with who deals and leads it.

    Places, or None where nobody knows yet.
    """

    label: str
    plain: bool = False
    dealer: int | None = None
    leader: int | None = None


@dataclass(frozen=True)
class PaperGrid:
    """An empty form of names by deals; ``sums`` are (class, heading) per column."""

    deals: tuple[PaperDeal, ...]
    sums: tuple[tuple[str, str], ...]
    look: str
    template: str = "print/_grid.html"


@dataclass(frozen=True)
class PaperBand:
    """Deals side by side; ``spare`` columns at the end stay empty."""

    deals: tuple[PaperDeal, ...]
    spare: int


@dataclass(frozen=True)
class PaperPad:
    """An empty form kept deal by deal: (label, per side) per row, sides across."""

    sides: tuple[tuple[str, tuple[tuple[int, Person], ...]], ...]
    rows: tuple[tuple[str, bool], ...]
    bands: tuple[PaperBand, ...]
    look: str
    template: str = "print/_pad.html"


@dataclass(frozen=True)
class PaperForm:
    """One sheet of paper: of which table, the form, and what stands at its foot."""

    id: str
    table: SeatedTable
    link: str
    form: PaperGrid | PaperPad
    how: str
    rules: str


@never_cache
@desk
def table_cards(
    request: HttpRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """A card per table to print: its number, its people, and the captain's link.

    Where only the desk fills in forms a card has no link; a closed round has no cards.
    """
    round_, laid = _laid(request, tournament, number)
    closed = round_.state == Round.State.CLOSED
    cards = [] if closed else [(seated, link) for seated, _table, link in laid]
    context = {"tournament": tournament, "round": round_, "cards": cards}
    return render(request, "print/cards.html", context)


@never_cache
@desk
def table_forms(
    request: HttpRequest, tournament: Tournament, number: int
) -> HttpResponse:
    """The empty form of every table to print, by the rules of its sheet."""
    round_, laid = _laid(request, tournament, number)
    told = ". ".join(capfirst(line) for line in rules_in_words(tournament.rules))
    forms = [
        form
        for table, row, link in laid
        for form in _forms(table, _rules(row), told, link)
    ]
    context = {"tournament": tournament, "round": round_, "forms": forms}
    return render(request, "print/forms.html", context)


def _laid(
    request: HttpRequest, tournament: Tournament, number: int
) -> tuple[Round, list[tuple[SeatedTable, Table, str]]]:
    """A published round and its tables, each with its link while that works."""
    round_ = get_object_or_404(
        tournament.rounds.exclude(state=Round.State.PROPOSED), number=number
    )
    rows = {row.number: row for row in round_.tables.select_related("sheet")}
    works = tournament.phones and round_.state != Round.State.CLOSED
    laid = []
    for seated in seating(tournament, round_, public=False).tables:
        row = rows[seated.number]
        path = reverse("captain_link", args=[row.code]) if row.code and works else ""
        link = for_others(request, path) if path else ""
        laid.append((seated, row, link))
    return round_, laid


def _rules(table: Table) -> Rulebook:
    assert table.sheet, "a published table has a sheet"
    return table.sheet.rules


def _forms(
    table: SeatedTable, rules: Rulebook, told: str, link: str
) -> Iterator[PaperForm]:
    """The paper of one table: one sheet, or more where its deals do not fit."""
    pages: Sequence[PaperGrid | PaperPad]
    if kept_by_deal(rules):
        pages, how = (
            list(_pads(rules, table.people, table.dealer_drawn)),
            _answers(rules, len(table.people)),
        )
    else:
        pages, how = [_grid(rules, table)], _how_to_write(rules, table)
    for at, form in enumerate(pages, 1):
        yield PaperForm(f"form{table.number}-{at}", table, link, form, how, told)


def _grid(rules: Rulebook, table: SeatedTable) -> PaperGrid:
    places = len(table.people)
    live = rules.live(places)
    deals = live.get("deals", ())
    turns: list[tuple[int | None, int | None]] = [(None, None)] * len(deals)
    if table.dealer_drawn and not live.get("sits_out"):
        turns = list(
            leaders_and_dealers(first_leader(places), [()] * len(deals), places)
        )
    return PaperGrid(
        deals=tuple(
            PaperDeal(deal["label"], not deal["trump"], dealer, leader)
            for deal, (leader, dealer) in zip(deals, turns, strict=True)
        ),
        sums=tuple(_sums(bool(live.get("home")))),
        look=" ".join(_look(places, len(deals), tricks=bool(live.get("miss_per")))),
    )


def _look(places: int, deals: int, *, tricks: bool) -> Iterator[str]:
    """Classes: lower rows, narrower columns, cells for a bid and the tricks."""
    if places >= 5:
        yield "five" if places == 5 else "more"
    if deals > MANY_DEALS:
        yield "many"
    if tricks:
        yield "tricks"


def _sums(home: bool) -> Iterator[tuple[str, str]]:
    """The columns behind the deals; at home bollen decide and no total is made."""
    yield "pen", word("short", "strafbollen")
    if home:
        yield "s", word("short", "punten")
        yield "tot", word("short", "bollen")
        return
    for key in ("bollen", "punten", "niet_behaalde_bollen"):
        yield "s", word("short", key)
    yield "tot", word("short", "totaal")


def _how_to_write(rules: Rulebook, table: SeatedTable) -> str:
    """How a cell is written, and what the total is made of."""
    live = rules.live(len(table.people))
    said = [
        _("Write your bid. Made: leave the figure. Missed: turn it into a filled bol.")
    ]
    if live.get("miss_per"):
        said += [_("Write the tricks you took below the line.")]
    elif not live.get("home"):
        said += [_total(total_terms(rules) or ())]
    return " ".join(said)


def _total(terms: Sequence[tuple[int, str]]) -> str:
    """The total in words: "Total = points + 2 × made bids − 2 × bollen."."""
    text = ""
    for factor, key in terms:
        if not factor:
            continue
        size = "" if abs(factor) == 1 and key else str(abs(factor))
        part = " × ".join(filter(None, (size, key and word("figure", key))))
        sign = "−" if factor < 0 else "+"
        text += f" {sign} {part}" if text else f"{sign}{part}".removeprefix("+")
    return f"{capfirst(word('figure', 'totaal'))} = {text}." if text else ""


def _pads(
    rules: DealRulebook, people: Sequence[Person], dealer_drawn: bool
) -> Iterator[PaperPad]:
    places = len(people)
    sides = rules.sides(places)
    rows = tuple(_rows(rules, places))
    wide = max(1, WIDE // (COLUMN * len(sides)))
    high = max(1, int(HIGH // (HEAD + ROW * len(rows))))
    count = rules.deal_count or wide * high
    each = -(-count // -(-count // wide))
    bands = list(_bands(rules, places, count, each, dealer_drawn))
    for at in range(0, len(bands), high):
        room = (HIGH / min(high, len(bands)) - HEAD) / len(rows)
        yield PaperPad(
            sides=tuple(
                (side, tuple((place, people[place - 1]) for place in seats))
                for side, seats in sides.items()
            ),
            rows=rows,
            bands=tuple(bands[at : at + high]),
            look=next((name for height, name in ROOMY if room >= height), ""),
        )


def _bands(
    rules: DealRulebook, places: int, count: int, each: int, dealer_drawn: bool
) -> Iterator[PaperBand]:
    """``count`` deals in bands of ``each``; who deals where no deal is played anew."""
    known = dealer_drawn and rules.deal_count
    deals = [
        PaperDeal(
            str(number),
            dealer=dealer_of_deal(1, number, places) if known else None,
        )
        for number in range(1, count + 1)
    ]
    for at in range(0, count, each):
        band = tuple(deals[at : at + each])
        yield PaperBand(band, (each - len(band)) * len(rules.sides(places)))


def _rows(rules: DealRulebook, places: int) -> Iterator[tuple[str, bool]]:
    """What is asked of a deal; a side is ticked in its own column.

    What is rarely needed shares a row with the remarks, under the name of its first
    figure: the tricks of Belotten.
    """
    fields = rules.fields(places, rules.modes[0])
    sides = set(rules.sides(places))
    for field in fields:
        if not field.folded:
            yield word("field", field.name), field.per_side or _of_sides(field, sides)
    rare = next((f for f in fields if f.folded and not f.choices), None)
    if rare:
        yield _("%(field)s, remarks") % {"field": word("field", rare.name)}, False
    yield _("this deal"), True
    yield word("figure", "totaal"), True


def _of_sides(field: Field, sides: set[str]) -> bool:
    return bool(field.choices) and set(field.choices) <= sides


def _answers(rules: DealRulebook, places: int) -> str:
    """What can be answered where that is no figure, and what figures add up to."""
    said = []
    sides = set(rules.sides(places))
    for field in rules.fields(places, rules.modes[0]):
        told: dict[str, Any] = {"field": capfirst(word("field", field.name))}
        if field.folded or not (field.choices or field.adds_to):
            continue
        if _of_sides(field, sides):
            said.append(_("%(field)s: tick the side.") % told)
        elif field.choices:
            told["choices"] = ", ".join(word("choice", c) for c in field.choices)
            said.append(_("%(field)s: %(choices)s.") % told)
        else:
            told["total"] = field.adds_to
            said.append(_("%(field)s: together %(total)s.") % told)
    return " ".join(said)
