"""The log in words: a sentence for everything anybody can do.

One function per action, from what was stored with the deed. What an entry was stored
with by an earlier version may lack figures; its sentence then does without them.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, cast

from django.db.models import DateField, Field, Model
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.models import Revision
from tournament.houserules import game_name
from tournament.models import Player, Presence, Tournament
from tournament.money import in_euros

Data = Mapping[str, Any]
Who = Callable[[int], str]  # a start number as people read it: "Jan de Vries (12)"

# What can be asked for, with the beginnings of its actions.
KINDS: Mapping[str, tuple[Promise, tuple[str, ...]]] = {
    "people": (gettext_lazy("People"), ("entry", "list", "player", "presence")),
    "rounds": (gettext_lazy("Draw and rounds"), ("round",)),
    "forms": (gettext_lazy("Forms"), ("sheet",)),
    "settings": (gettext_lazy("Settings"), ("tournament", "club")),
}
FEW = 8  # so many people are named one by one


def in_words(action: str, data: Data, who: Who) -> str:
    """The sentence of one log entry, with the reason where one was given."""
    words = WORDS.get(action)
    if words is None:  # written by another version of Bolwerk
        return _("Something that this version of Bolwerk has no words for.")
    sentence = words(data, who)
    if data.get("reason"):
        sentence += " " + _("Reason: %(reason)s") % {"reason": data["reason"]}
    return sentence


def named(number: int, name: str | None) -> str:
    """A start number with its name where there is one."""
    if name:
        return _("%(name)s (no. %(number)s)") % {"name": name, "number": number}
    return _("number %(number)s") % {"number": number}


def _listed(texts: Iterable[str]) -> str:
    """All of them up to FEW; else the first and how many more."""
    texts = list(texts)
    if len(texts) <= FEW:
        return ", ".join(texts)
    return _("%(first)s and %(count)s more") % {
        "first": ", ".join(texts[: FEW - 1]),
        "count": len(texts) - FEW + 1,
    }


def _registered(data: Data, who: Who) -> str:
    return _("%(who)s was registered.") % _person(data)


def _unregistered(data: Data, who: Who) -> str:
    return _("%(who)s was taken off the list.") % _person(data)


def _person(data: Data) -> Data:
    return {"who": named(data["number"], data.get("name"))}


def _withdrawn(data: Data, who: Who) -> str:
    return _("%(who)s has withdrawn from round %(round)s on.") % {
        "who": who(data["number"]),
        "round": data["from_round"],
    }


def _taken_back(data: Data, who: Who) -> str:
    return _("%(who)s takes part again.") % {"who": who(data["number"])}


def _partner_changed(data: Data, who: Who) -> str:
    return _("In pair %(number)s %(name)s took the place of %(was)s.") % data


def _paid(data: Data, who: Who) -> str:
    return _("%(who)s paid %(fee)s.") % {
        "who": who(data["number"]),
        "fee": in_euros(data["cents"]),
    }


def _unpaid(data: Data, who: Who) -> str:
    return _("%(who)s has not paid after all: %(fee)s.") % {
        "who": who(data["number"]),
        "fee": in_euros(data["cents"]),
    }


def _player_added(data: Data, who: Who) -> str:
    return _("%(name)s is new in the address book.") % data


def _player_changed(data: Data, who: Who) -> str:
    figures = {"was": data["was"], "name": data["name"]}
    if "number" in data:
        figures["name"] = named(data["number"], data["name"])
    others = [_label(Player, key) for key in data.get("changed", ()) if key != "name"]
    if data["was"] == data["name"]:
        return _("Of %(name)s was changed: %(what)s.") % {
            **figures,
            "what": ", ".join(others) or _("details"),
        }
    sentence = _("%(was)s is written %(name)s from now on.") % figures
    if others:
        sentence += " " + _("Also changed: %(what)s.") % {"what": ", ".join(others)}
    return sentence


def _imported(data: Data, who: Who) -> str:
    rows = ngettext(
        "%(rows)s row of a list was read.",
        "%(rows)s rows of a list were read.",
        data["rows"],
    ) % {"rows": data["rows"]}
    numbers = data.get("numbers")
    if numbers is None:
        return rows
    if not numbers:
        return rows + " " + _("Nobody was added.")
    return f"{rows} " + ngettext(
        "Added: number %(numbers)s.", "Added: numbers %(numbers)s.", len(numbers)
    ) % {"numbers": _runs(numbers)}


def _runs(numbers: list[int]) -> str:
    """Start numbers that follow one another as first and last: "1–43, 45"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("\N{EN DASH}".join(map(str, run)) for run in runs)


def _presence_set(data: Data, who: Who) -> str:
    said: dict[str, list[str]] = {}
    for number, _was, now in data.get("said", ()):
        said.setdefault(now, []).append(who(number))
    if not said:  # as an earlier version wrote it
        return _("Presence in round %(round)s was changed.") % data
    texts = [
        f"{Presence.State(state).label} {_listed(people)}"
        for state, people in said.items()
    ]
    return _("Presence in round %(round)s was changed: %(what)s.") % {
        "round": data["round"],
        "what": "; ".join(texts),
    }


def _drawn(data: Data, who: Who) -> str:
    if "tables" not in data:
        return _("Round %(round)s was drawn.") % data
    return (
        ngettext(
            "Round %(round)s was drawn: %(tables)s table.",
            "Round %(round)s was drawn: %(tables)s tables.",
            data["tables"],
        )
        % data
    )


def _discarded(data: Data, who: Who) -> str:
    return _("The draw of round %(round)s was thrown away.") % data


def _published(data: Data, who: Who) -> str:
    return _("The seating of round %(round)s was published.") % data


def _unpublished(data: Data, who: Who) -> str:
    return _("The seating of round %(round)s was taken back.") % data


def _closed(data: Data, who: Who) -> str:
    without = data.get("without", ())
    if not without:
        return _("Round %(round)s was closed with all forms in.") % data
    return ngettext(
        "Round %(round)s was closed without the form of table %(tables)s.",
        "Round %(round)s was closed without the forms of tables %(tables)s.",
        len(without),
    ) % {"round": data["round"], "tables": ", ".join(map(str, without))}


def _reopened(data: Data, who: Who) -> str:
    return _("Round %(round)s was opened again.") % data


def _handed_in(data: Data, who: Who) -> str:
    if data.get("source") == Revision.Source.CAPTAIN:
        return _("Table %(table)s handed in its form of round %(round)s.") % data
    return _("The form of table %(table)s in round %(round)s was entered.") % data


def _corrected(data: Data, who: Who) -> str:
    if data.get("again"):
        return (
            _(
                "Version %(again)s of the form of table %(table)s in round %(round)s "
                "was taken back, as version %(revision)s."
            )
            % data
        )
    return (
        _(
            "The form of table %(table)s in round %(round)s was corrected; this is "
            "version %(revision)s."
        )
        % data
    )


def _created(data: Data, who: Who) -> str:
    return _("The tournament %(name)s was made.") % data


def _changed(data: Data, who: Who) -> str:
    # Without what they were: as an earlier version wrote it.
    changes = data.get("changes") or [(key, None, None) for key in data["fields"]]
    texts = [
        _("%(field)s from %(was)s to %(now)s")
        % {"field": _setting(key), "was": _value(key, was), "now": _value(key, now)}
        if now is not None
        else _setting(key)
        for key, was, now in changes
    ]
    return _("Settings were changed: %(what)s.") % {"what": "; ".join(texts)}


def _setting(key: str) -> str:
    if key in ("rulebook", "options"):
        return _("game") if key == "rulebook" else _("house rules")
    return _label(Tournament, key)


def _label(model: type[Model], key: str) -> str:
    return str(cast("Field[Any, Any]", model._meta.get_field(key)).verbose_name)


def _value(key: str, stored: Any) -> str:
    """A setting as its page shows it."""
    if key == "rulebook":
        return game_name(stored)
    if key == "fee_cents":
        return in_euros(stored)
    field = cast("Field[Any, Any]", Tournament._meta.get_field(key))
    if field.choices:
        return _("“%(text)s”") % {"text": dict(field.flatchoices).get(stored, stored)}
    if isinstance(field, DateField):
        return date_format(date.fromisoformat(stored), "j F Y")
    return str(stored)


def _rules_set(data: Data, who: Who) -> str:
    game = game_name(data["game"])
    if data.get("own"):
        return _("%(game)s is played by rules of the house.") % {"game": game}
    return _("%(game)s is played by its standard rules.") % {"game": game}


def _club_changed(data: Data, who: Who) -> str:
    return _("The details of the club %(name)s were changed.") % data


WORDS: Mapping[str, Callable[[Data, Who], str]] = {
    "entry.paid": _paid,
    "entry.unpaid": _unpaid,
    "player.added": _player_added,
    "entry.registered": _registered,
    "entry.unregistered": _unregistered,
    "entry.withdrawn": _withdrawn,
    "entry.taken_back": _taken_back,
    "entry.partner_changed": _partner_changed,
    "player.changed": _player_changed,
    "list.imported": _imported,
    "presence.set": _presence_set,
    "round.drawn": _drawn,
    "round.discarded": _discarded,
    "round.published": _published,
    "round.unpublished": _unpublished,
    "round.closed": _closed,
    "round.reopened": _reopened,
    "sheet.handed_in": _handed_in,
    "sheet.corrected": _corrected,
    "tournament.created": _created,
    "tournament.changed": _changed,
    "tournament.rules_set": _rules_set,
    "club.changed": _club_changed,
}
