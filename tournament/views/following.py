"""Rows of a form that follow their people when somebody came to the table, or went,
while the page was open: what was typed for somebody never counts for somebody else.
"""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from scoring.refused import Refused
from tournament.actions.sheets import SEATS_CHANGED
from tournament.models import Seat

Page = Callable[..., HttpResponse]
# A field of one place: a cell, its penalty bollen, a sum.
OF_A_PLACE = re.compile(r"(c|pen|s)(\d{1,2})(-.*)?")


def following_people(table: Callable[..., dict[str, Any]]) -> Callable[[Page], Page]:
    """What is sent to this page has its rows moved to where their people sit now.

    ``table`` makes of the page's arguments a filter of tables. A form says in "seats"
    for whom it was shown, by start number and place by place.
    """

    def decorate(page: Page) -> Page:
        @wraps(page)
        def followed(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            for _attempt in range(3):
                if "seats" in request.POST:
                    _follow(request, table(*args, **kwargs))
                try:
                    return page(request, *args, **kwargs)
                except Refused as refused:
                    if refused.code != SEATS_CHANGED:
                        raise
                    changed = refused
            raise changed

        return followed

    return decorate


def _follow(request: HttpRequest, table: dict[str, Any]) -> None:
    seats = Seat.objects.filter(**{f"table__{key}": v for key, v in table.items()})
    numbers = seats.order_by("place").values_list("entry__number", flat=True)
    now = [str(number) for number in numbers]
    then = request.POST["seats"].split(",")
    if then == now or len(set(now)) < len(now) or len(set(then)) < len(then):
        return  # nothing changed; and pairs, whose tables never grow or shrink
    places = {
        str(then.index(who) + 1): at for at, who in enumerate(now, 1) if who in then
    }
    moved = QueryDict(mutable=True)
    for key, values in request.POST.lists():
        found = OF_A_PLACE.fullmatch(key)
        if found and found[2] in places:
            moved.setlist(f"{found[1]}{places[found[2]]}{found[3] or ''}", values)
        elif not found:
            moved.setlist(key, values)
    first = moved.get("first_dealer", "")
    if first:
        moved["first_dealer"] = str(places.get(first, ""))
    moved["seats"] = ",".join(now)
    request.POST = moved  # type: ignore[assignment]
