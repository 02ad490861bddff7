"""The desk chose between two forms of a table: the first one stays."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.refused import Refused
from tournament.access import who
from tournament.actions import sheets, twoforms
from tournament.models import Table
from tournament.views.typed import based_on, page_key


def first_kept(
    request: HttpRequest, table: Table, cells: Mapping[str, Any], seen: str
) -> HttpResponse:
    """Keep the first form; the other is kept as a version, and ``cells`` as a draft.

    ``seen`` is the Second.seen of what a phone sent, "" where ``cells`` was typed here.
    What cannot be right is no version: of a phone it is taken away, as nobody here
    typed it. Raises Refused as twoforms.keep_first does, save for sheet_faulty.
    """
    user = who(request)
    try:
        twoforms.keep_first(
            table,
            cells,
            user,
            key=page_key(request),
            based_on=based_on(request),
            seen=seen,
        )
        text = _(
            "The first form of table %(table)s stays. The other is kept among the "
            "versions of this form."
        )
    except Refused as refused:
        if refused.code != "sheet_faulty":
            raise
        if seen:
            twoforms.drop_second(table, user, seen=seen)
            text = _(
                "The first form of table %(table)s stays. The second cannot be right, "
                "and is taken away."
            )
        else:
            sheets.save_draft(table, cells, user)
            text = _(
                "The first form of table %(table)s stays. What you typed cannot be "
                "right, so it is kept as your draft only."
            )
    messages.success(request, text % {"table": table.number})
    round_ = table.round
    return redirect("sheet", round_.tournament.slug, round_.number, table.number)
