"""What is said of people: the door, the list, presence."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.logwords.parts import Data, Who, Words, label_of, listed, named
from tournament.models import Player, Presence
from tournament.money import in_euros


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
    others = [label_of(Player, key) for key in data.get("changed", ()) if key != "name"]
    if data["was"] == data["name"]:
        return _("Of %(name)s was changed: %(what)s.") % {
            **figures,
            "what": ", ".join(others) or _("details"),
        }
    sentence = _("%(was)s is written %(name)s from now on.") % figures
    if others:
        sentence += " " + _("Also changed: %(what)s.") % {"what": ", ".join(others)}
    return sentence


def _kept_apart(data: Data, who: Who) -> str:
    if data["hard"]:
        text = _("%(name)s and %(other)s are never to sit at one table.")
    else:
        text = _("%(name)s and %(other)s would rather not sit at one table.")
    return text % data


def _not_apart(data: Data, who: Who) -> str:
    return _("%(name)s and %(other)s may sit at one table again.") % data


def _kept_together(data: Data, who: Who) -> str:
    return _("%(name)s and %(other)s always sit at one table.") % data


def _let_part(data: Data, who: Who) -> str:
    return _("%(name)s and %(other)s need not always sit together.") % data


def _fixed_table(data: Data, who: Who) -> str:
    if not data["table"]:
        return _("%(name)s no longer has a fixed table.") % data
    return _("%(name)s always has table %(table)s.") % data


def _together(data: Data, who: Who) -> str:
    one, other = map(who, data["numbers"])
    figures = {
        "one": one,
        "other": other,
        "round": data["round"],
        "table": data.get("table"),
    }
    if figures["table"]:
        text = _("%(one)s and %(other)s sit at table %(table)s in round %(round)s.")
    else:
        text = _("%(one)s and %(other)s sit at one table in round %(round)s.")
    return text % figures


def _not_together(data: Data, who: Who) -> str:
    one, other = map(who, data["numbers"])
    return _("%(one)s and %(other)s need not sit together in round %(round)s.") % {
        "one": one,
        "other": other,
        "round": data["round"],
    }


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
        f"{Presence.State(state).label} {listed(people)}"
        for state, people in said.items()
    ]
    return _("Presence in round %(round)s was changed: %(what)s.") % {
        "round": data["round"],
        "what": "; ".join(texts),
    }


WORDS: Words = {
    "entry.paid": _paid,
    "entry.unpaid": _unpaid,
    "player.added": _player_added,
    "entry.registered": _registered,
    "entry.unregistered": _unregistered,
    "entry.withdrawn": _withdrawn,
    "entry.taken_back": _taken_back,
    "entry.partner_changed": _partner_changed,
    "player.changed": _player_changed,
    "player.kept_apart": _kept_apart,
    "player.not_apart": _not_apart,
    "player.kept_together": _kept_together,
    "player.not_together": _let_part,
    "player.fixed_table": _fixed_table,
    "entry.together": _together,
    "entry.not_together": _not_together,
    "list.imported": _imported,
    "presence.set": _presence_set,
}
