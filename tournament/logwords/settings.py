"""What is said of settings."""

from datetime import date
from typing import Any, cast

from django.db.models import DateField, Field
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.houserules import game_name
from tournament.logwords.parts import Data, Who, Words, label_of
from tournament.models import Tournament
from tournament.money import in_euros


def _created(data: Data, who: Who) -> str:
    return _("The tournament %(name)s was made.") % data


def _changed(data: Data, who: Who) -> str:
    # Without what they were: as an earlier version wrote it.
    changes = data.get("changes") or [(key, None, None) for key in data["fields"]]
    texts = [
        _("%(field)s from %(was)s to %(now)s")
        % {"field": _setting(key), "was": _value(key, was), "now": _value(key, now)}
        if (was, now) != (None, None)
        else _setting(key)
        for key, was, now in changes
    ]
    return _("Settings were changed: %(what)s.") % {"what": "; ".join(texts)}


def _setting(key: str) -> str:
    if key in ("rulebook", "options"):
        return _("game") if key == "rulebook" else _("house rules")
    return label_of(Tournament, key)


def _value(key: str, stored: Any) -> str:
    """A setting as its page shows it."""
    if key == "rulebook":
        return game_name(stored)
    if key == "fee_cents":
        return in_euros(stored)
    if stored is None:
        return _("nothing")
    if isinstance(stored, bool):
        return _("yes") if stored else _("no")
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


WORDS: Words = {
    "tournament.created": _created,
    "tournament.changed": _changed,
    "tournament.rules_set": _rules_set,
    "club.changed": _club_changed,
}
