"""Sentences about one proposal: what to mind in it, what cannot be had, what is left.

Figures and people come in, words come out.
"""

from collections.abc import Callable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.rulebooks.base import Rulebook
from tournament.handwork import Laid
from tournament.logwords.parts import listed, named
from tournament.queries.people import Person
from tournament.remarks import Remark
from tournament.seating import Contradiction, Request
from tournament.seating.wire import PairRequest
from tournament.seatingways import FINAL, HAND, LOTS, MIX, SNAKE, STANDING, Way
from tournament.tablesizes import NoTables, layout

Folk = Mapping[int, Person]

WAYS: Mapping[str, Promise] = {
    MIX: gettext_lazy("Mixed: everybody meets new people"),
    STANDING: gettext_lazy("By standing: like plays like"),
    SNAKE: gettext_lazy("All tables about as strong: best, middle and last together"),
    FINAL: gettext_lazy("A final: the best at the final table, the others mixed"),
    HAND: gettext_lazy("By hand: empty tables, and you put everybody in place"),
}
STOPS: Sequence[Promise] = (
    gettext_lazy("strictly by standing: 1 to 4, 5 to 8, and so on"),
    gettext_lazy("mostly by standing"),
    gettext_lazy("half by standing, half new people"),
    gettext_lazy("mostly new people, of about the same place"),
    gettext_lazy("new people first, the standing a little"),
)


def about_way(way: Way) -> str:
    """How a round is seated, in a sentence; nothing for a mix."""
    if way.key == STANDING:
        return _("Seated by standing, %(how)s. Meetings are not counted.") % {
            "how": STOPS[min(way.stop, len(STOPS) - 1)]
        }
    if way.key == FINAL:
        text = ngettext(
            "A final: table 1 has the best %(count)s. Meetings are not counted.",
            "A final: the best %(count)s sit at %(tables)s final tables. Meetings are "
            "not counted.",
            len(way.final),
        )
        return text % {"count": sum(way.final), "tables": len(way.final)}
    return {
        SNAKE: _("Every table has about as strong people. Meetings are not counted."),
        HAND: _("Seated by hand; nothing was drawn."),
        LOTS: _("Lots drawn in the hall, typed in; nothing was drawn here."),
    }.get(way.key, "")


def name_of(number: int, folk: Folk) -> str:
    """A start number with its name where somebody has it."""
    return named(number, folk[number].name if number in folk else None)


def about_contradiction(
    refused: Contradiction, request: Request | PairRequest, folk: Folk
) -> str:
    """Why a round cannot be seated as is demanded, with who it is about."""
    rules = set(refused.rules)
    if isinstance(request, Request) and "seats" in rules:
        tables = len(request.sizes)
        for person, table in (*request.rules.fixed, *request.rules.pins):
            if person in refused.people and table > tables:
                own = (person, table) in request.rules.fixed
                return _no_such_table(own) % {
                    "who": name_of(person, folk),
                    "table": table,
                    "tables": tables,
                }
    return _(
        "Nothing was drawn. What is demanded of %(people)s cannot all be kept: "
        "%(rules)s. Change one of these, then draw again."
    ) % {
        "people": listed(name_of(person, folk) for person in refused.people),
        "rules": ", ".join(
            words
            for kind, words in {
                "apart": _("they are kept apart"),
                "together": _("they are to sit together"),
                "fixed": _("a fixed table"),
                "pins": _("a table they were put at by hand"),
                "seats": _("the number of seats at a table"),
            }.items()
            if kind in rules
        ),
    }


def _no_such_table(own: bool) -> str:
    if own:
        return _(
            "%(who)s always has table %(table)s, but there are %(tables)s tables. Give "
            "them another table, or choose other tables."
        )
    return _(
        "%(who)s was put at table %(table)s by hand, but there are %(tables)s tables. "
        "Let them sit anywhere, or choose other tables."
    )


def unfinished(laid: Laid, rules: Rulebook, *, pairs: bool) -> str:
    """Why a proposal cannot be published yet; nothing when it can."""
    sizes = {2} if pairs else set(rules.sizes)
    there = len(laid.loose) + sum(map(len, laid.tables))
    try:
        free = layout(there, rules, pairs=pairs).free
    except NoTables:
        free = 0
    if len(laid.loose) > free:
        return ngettext(
            "Number %(numbers)s has no seat yet. Put them at a table first.",
            "Numbers %(numbers)s have no seat yet. Put them at a table first.",
            len(laid.loose),
        ) % {"numbers": listed(map(str, laid.loose))}
    filled = [number for number, table in enumerate(laid.tables, 1) if table]
    for number, table in enumerate(laid.tables, 1):
        if not table and filled and number < max(filled):
            return _("Table %(table)s is empty. Fill the tables from 1 on.") % {
                "table": number
            }
        if table and len(table) not in sizes:
            return ngettext(
                "Table %(table)s has %(count)s person, and the game is not played so.",
                "Table %(table)s has %(count)s people, and the game is not played so.",
                len(table),
            ) % {"table": number, "count": len(table)}
    return ""


def about_remark(remark: Remark, folk: Folk) -> str:
    """What to mind in a proposal, as a sentence."""
    figures = {
        "table": remark.table,
        "own": remark.figure,
        "size": remark.figure,
        "times": remark.times,
        "who": name_of(remark.people[0], folk),
        "other": name_of(remark.people[-1], folk),
    }
    return SAID[remark.code]() % figures


SAID: Mapping[str, Callable[[], str]] = {
    "apart": lambda: _(
        "%(who)s and %(other)s sit at table %(table)s, and are never to sit together."
    ),
    "rather_apart": lambda: _(
        "%(who)s and %(other)s sit at table %(table)s, and would rather not."
    ),
    "not_together": lambda: _(
        "%(who)s and %(other)s were to sit together, and do not."
    ),
    "not_own_table": lambda: _(
        "%(who)s sits at table %(table)s, and always has table %(own)s."
    ),
    "same_size": lambda: _(
        "%(who)s sits at a table of %(size)s, as %(times)s times before."
    ),
    "same_table": lambda: _(
        "%(who)s sits at table %(table)s, as %(times)s times before."
    ),
}
