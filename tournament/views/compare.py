"""Two readings of one form beside each other: where they differ, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournament.views.deals import Answer, DealsForm
from tournament.views.filling import Form
from tournament.views.grid import Grid
from tournament.views.sums import SumsForm


@dataclass(frozen=True)
class Difference:
    """One place of the form, and what the two say there; empty where nothing."""

    where: str
    first: str
    second: str


@dataclass(frozen=True)
class Comparison:
    """Both forms with their differing cells marked, and every difference in words.

    ``alike`` is False where they were filled in in different ways, so that only their
    totals can be compared.
    """

    first: Form
    second: Form
    differences: tuple[Difference, ...]
    alike: bool


def compare(first: Form, second: Form) -> Comparison:
    """Compare two forms of one table, cell by cell."""
    here, there = dict(_cells(first)), dict(_cells(second))
    alike = first.mode == second.mode
    names = dict.fromkeys([*here, *there]) if alike else {}
    differing = [name for name in names if _value(here, name) != _value(there, name)]
    marked = frozenset(differing)
    return Comparison(
        first=replace(first, differing=marked),
        second=replace(second, differing=marked),
        differences=tuple(
            Difference(
                (here.get(name) or there[name])[0],
                _value(here, name),
                _value(there, name),
            )
            for name in differing
        ),
        alike=alike,
    )


def _value(cells: Mapping[str, tuple[str, str]], name: str) -> str:
    return cells[name][1] if name in cells else ""


def _cells(form: Form) -> Iterator[tuple[str, tuple[str, str]]]:
    """The name of every field of a form, with where it is and what it says."""
    if not isinstance(form, SumsForm):
        dealer = form.people[form.first_dealer - 1]
        yield "first_dealer", (_("First dealer"), str(dealer.name or dealer.number))
    if isinstance(form, Grid):
        yield from _of_grid(form)
    elif isinstance(form, DealsForm):
        for block in form.blocks:
            for group in block.groups:
                for row in group.rows:
                    for answer in row.answers:
                        yield answer.name, (answer.label, _answered(answer))
    else:
        for line in form.rows:
            for cell in line.cells:
                yield cell.name, (cell.label, cell.value)


def _of_grid(form: Grid) -> Iterator[tuple[str, tuple[str, str]]]:
    for row in form.rows:
        number = f" ({row.person.number})" if row.person.twin else ""
        for cell in row.cells:
            yield cell.name, (cell.label + number, _read_out(cell.value))
        who = {"name": row.person.name or row.person.number}
        where = _("%(name)s, penalty bollen") % who
        yield row.penalty_name, (where + number, row.penalties)
    annulled = ", ".join(map(str, form.annulled))
    yield "annulled", (_("Annulled deals"), annulled)


def _read_out(text: str) -> str:
    """A cell as somebody says it: "2x" is a bol of 2."""
    if "x" not in text.casefold():
        return text
    return _("bol %(bid)s") % {"bid": text.casefold().replace("x", "")}


def _answered(answer: Answer) -> str:
    if answer.value == answer.usual:
        return ""
    return dict(answer.options).get(answer.value, answer.value)
