"""How people, settings and figures read in the sentences of the log."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, cast

from django.db.models import Field, Model
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

Data = Mapping[str, Any]
Who = Callable[[int], str]  # a start number as people read it: "Jan de Vries (12)"
Words = Mapping[str, Callable[[Data, Who], str]]
FEW = 8  # so many people are named one by one


def named(number: int, name: str | None) -> str:
    """A start number with its name where there is one."""
    if name:
        return _("%(name)s (no. %(number)s)") % {"name": name, "number": number}
    return _("number %(number)s") % {"number": number}


def listed(texts: Iterable[str]) -> str:
    """All of them up to FEW; else the first and how many more."""
    texts = list(texts)
    if len(texts) <= FEW:
        return ", ".join(texts)
    return _("%(first)s and %(count)s more") % {
        "first": ", ".join(texts[: FEW - 1]),
        "count": len(texts) - FEW + 1,
    }


def moment(stored: str) -> str:
    """A moment as it was stored, in the venue's time: "14 November, 22:45"."""
    return date_format(timezone.localtime(datetime.fromisoformat(stored)), "j F, H:i")


def label_of(model: type[Model], key: str) -> str:
    return str(cast("Field[Any, Any]", model._meta.get_field(key)).verbose_name)
