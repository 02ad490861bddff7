"""Sentences for what happened to a tournament: what decided a place, what became of
the rows of a player list.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.ranking import Criterion, Decision
from scoring.words import word
from tournament.actions.entering import Reported
from tournament.tablesizes import NoTables

# What ranks first is in sight as the total.
MEASURED = ("totaal", "balance", "mutual_result")
SAYS_ITSELF = ("totaal", "victory_points")


def figure(value: float | None) -> str:
    """A number with a real minus sign, halves as such; nothing for None."""
    if value is None:
        return ""
    half = "½" if value % 1 else ""
    whole = str(int(value)) if int(value) or not half else ""
    return (whole + half).replace("-", "\N{MINUS SIGN}")


def decided(decision: Decision | None) -> str:
    """Why a row stands above the next; empty where the total says so by itself."""
    if decision is None or decision.key in SAYS_ITSELF:
        return ""
    figures = {"mine": figure(decision.mine), "theirs": figure(decision.theirs)}
    if decision.key == "beste_rondes" and decision.step == 0:
        return _("ahead on best round, %(mine)s") % figures
    if decision.key == "beste_rondes":
        return _("ahead on round number %(step)s by score, %(mine)s") % {
            "step": decision.step + 1,
            "mine": figures["mine"],
        }
    return _("ahead on %(what)s, %(mine)s to %(theirs)s") % {
        "what": word("figure", decision.key),
        **figures,
    }


def ranked_by(criteria: Sequence[Criterion]) -> str:
    """How the standings rank, in one line."""
    counted = _("most %(what)s"), _("fewest %(what)s")
    measured = _("the highest %(what)s"), _("the lowest %(what)s")
    steps = []
    for criterion in criteria:
        if criterion.key == "beste_rondes":
            steps.append(_("the best round"))
            continue
        what = word("figure", criterion.key)
        best = measured if criterion.key in MEASURED else counted
        steps.append(best[not criterion.high] % {"what": what})
    first, *rest = steps
    return _(
        "First %(first)s; then %(rest)s. Who is equal in all of these shares the place."
    ) % {"first": first, "rest": ", ".join(rest)}


def report_sentence(row: Reported) -> str:
    """What became of one row of a player list, and why."""
    if row.outcome == "refused":
        return ROW_FAULTS[row.code](row.params or {})
    if row.outcome == "exists" and row.like:
        return _("was registered already; the address book says %(name)s") % {
            "name": ", ".join(row.like)
        }
    if row.outcome == "exists":
        return _("was registered already")
    if row.outcome == "similar":
        return _("added; looks like %(names)s, check whether it is one person") % {
            "names": ", ".join(row.like)
        }
    return _("added")


def too_few(none: NoTables, *, pairs: bool) -> str:
    """Why no round can be drawn for so many, and how many are needed."""
    figures = {"count": none.n, "fewer": none.fewer, "more": none.more}
    if pairs:
        text = ngettext(
            "%(count)s pair is present; a round needs at least %(more)s.",
            "%(count)s pairs are present; a round needs at least %(more)s.",
            none.n,
        )
    elif none.fewer is None:
        text = ngettext(
            "%(count)s person is present; a round needs at least %(more)s.",
            "%(count)s people are present; a round needs at least %(more)s.",
            none.n,
        )
    else:
        text = _(
            "%(count)s people are present, and they fill no tables of the sizes this "
            "game allows; %(fewer)s or %(more)s do. Let somebody sit out, or allow "
            "another size in the house rules."
        )
    return text % figures


def file_sentence(code: str, params: Mapping[str, Any]) -> str:
    """Why a whole file could not be used."""
    return FILE_FAULTS[code]() % dict(params)


ROW_FAULTS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "no_name": lambda p: _("there is no name in this row"),
    "name_too_long": lambda p: _("the name is longer than 200 letters"),
    "no_letters": lambda p: _("a name has at least one letter"),
    "excel_error": lambda p: _("the cell holds an Excel error instead of a name"),
    "control_characters": lambda p: _("the name holds characters that cannot be shown"),
    "no_partner": lambda p: _("there is one name in this row, and a pair has two"),
    "many_names": lambda p: (
        _("there are %(count)s names in this row, and a pair has two") % p
    ),
    "twice_one": lambda p: _("this row has the same name twice"),
    "in_a_pair": lambda p: (
        _("%(name)s takes part already, in pair %(number)s; this row was left out") % p
    ),
}

FILE_FAULTS: Mapping[str, Callable[[], str]] = {
    "empty_file": lambda: _("The file is empty."),
    "too_big": lambda: _("The file is larger than 2 MB. Is it the right one?"),
    "unsupported_kind": lambda: _(
        "This kind of file cannot be read. Save it as .xlsx or .csv."
    ),
    "damaged_file": lambda: _(
        "The file is damaged. Open it in Excel and save it once more as .xlsx."
    ),
    "suspicious_zip": lambda: _(
        "The file unpacks to far more than a player list. It was not opened."
    ),
    "no_name_column": lambda: _(
        "There is no column for the name. Put Naam or Name above it in the first row."
    ),
    "no_rows": lambda: _("There is nobody in the list."),
    "too_many_rows": lambda: _("The list has more than 5000 rows."),
}


def counted(report: Sequence[Reported], *, pairs: bool = False) -> str:
    """One line for a whole report: so many added, so many refused."""
    added = sum(row.outcome in ("added", "similar") for row in report)
    refused = sum(row.outcome == "refused" for row in report)
    if pairs:
        text = ngettext("%(n)s pair added", "%(n)s pairs added", added)
    else:
        text = ngettext("%(n)s person added", "%(n)s people added", added)
    text %= {"n": added}
    if refused:
        text += ", " + ngettext("%(n)s row refused", "%(n)s rows refused", refused) % {
            "n": refused
        }
    return text
