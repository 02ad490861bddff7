"""The sorted and paged lists of the desk."""

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.models import Company, Member, Player, Tournament


def paged(table: tables.Table, request: HttpRequest, rows: int) -> None:
    """Sort a list as the address asks and cut it into pages of ``rows``.

    A page that is not there is the last one; how many rows a page has is not asked.
    """
    tables.RequestConfig(request, paginate=False).configure(table)
    table.paginate(per_page=rows)
    table.page = table.paginator.get_page(request.GET.get("page"))


@dataclass(frozen=True)
class EntryRow:
    """A participant, or a pair, as the desk's list shows them."""

    number: int
    name: str
    member_number: str
    note: str
    consent: bool | None
    withdrawn_from: int | None
    table: int | None = None  # one that is always theirs
    apart: int = 0  # so many people they are kept apart from
    together: int = 0  # so many they always sit with


def entry_rows(tournament: Tournament) -> list[EntryRow]:
    """Every participant, by start number, a pair in one row. Two queries."""
    company: Counter[tuple[int, bool]] = Counter()
    for *two, kind in Company.objects.filter(club=tournament.club_id).values_list(
        "one_id", "other_id", "kind"
    ):
        company.update((player, kind == Company.Kind.TOGETHER) for player in two)
    members = (
        Member.objects.filter(tournament=tournament)
        .select_related("entry", "player")
        .order_by("entry__number", "position")
    )
    return [
        _entry_row(list(each), company)
        for _e, each in groupby(members, lambda m: m.entry_id)
    ]


def _entry_row(members: list[Member], company: Counter[tuple[int, bool]]) -> EntryRow:
    entry, players = members[0].entry, [member.player for member in members]
    said = [member.answer for member in members]
    return EntryRow(
        entry.number,
        " & ".join(player.name for player in players),
        " & ".join(filter(None, (player.member_number for player in players))),
        " & ".join(filter(None, (player.note for player in players))),
        False if False in said else None if None in said else True,
        entry.withdrawn_from,
        next((player.fixed_table for player in players if player.fixed_table), None),
        sum(company[player.pk, False] for player in players),
        sum(company[player.pk, True] for player in players),
    )


class EntryTable(tables.Table):
    """Participants of one tournament."""

    number = tables.Column(verbose_name=_("No."), attrs={"td": {"class": "nr"}})
    name = tables.Column(verbose_name=_("Name"), order_by=("name", "number"))
    member_number = tables.Column(verbose_name=_("Member no."))
    note = tables.Column(verbose_name=_("Note"))
    consent = tables.Column(verbose_name=_("Name in public"), empty_values=())
    table = tables.Column(
        verbose_name=_("At the table"), empty_values=(), orderable=False
    )
    withdrawn_from = tables.Column(verbose_name=_("Takes part"), empty_values=())

    class Meta:
        attrs = {"class": "tbl"}

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament
        # a column for what hardly anybody has only where somebody has it
        if not any(row.table or row.apart or row.together for row in self.data):
            self.columns.hide("table")

    def render_name(self, value: str, record: EntryRow) -> SafeString:
        link = reverse("person", args=[self.tournament.slug, record.number])
        return format_html('<a href="{}">{}</a>', link, value)

    def render_consent(self, value: bool | None) -> Any:
        return {True: _("yes"), False: _("no"), None: _("not asked")}[value]

    def render_table(self, record: EntryRow) -> str:
        said = []
        if record.table:
            said.append(_("always table %(table)s") % {"table": record.table})
        if record.apart:
            text = ngettext(
                "kept apart from %(count)s", "kept apart from %(count)s", record.apart
            )
            said.append(text % {"count": record.apart})
        if record.together:
            text = ngettext(
                "always with %(count)s", "always with %(count)s", record.together
            )
            said.append(text % {"count": record.together})
        return ", ".join(map(str, said)) or "—"

    def render_withdrawn_from(self, value: int | None) -> Any:
        if value is None:
            return _("yes")
        return _("withdrawn from round %(round)s") % {"round": value}


class PlayerTable(tables.Table):
    """The address book."""

    name = tables.Column(verbose_name=_("Name"), order_by=("name", "pk"))
    member_number = tables.Column(verbose_name=_("Member no."))
    note = tables.Column(verbose_name=_("Note"))
    consent = tables.BooleanColumn(verbose_name=_("Name in public"), empty_values=())

    class Meta:
        model = Player
        fields = ("name", "member_number", "note", "consent")
        attrs = {"class": "tbl"}

    def render_consent(self, value: bool | None) -> Any:
        return {True: _("yes"), False: _("no"), None: _("not asked")}[value]


class TournamentTable(tables.Table):
    """The tournaments of one's clubs, newest first."""

    name = tables.Column(verbose_name=_("Tournament"))
    date = tables.DateColumn(verbose_name=_("Date"), format="j F Y")
    club = tables.Column(verbose_name=_("Club"), accessor="club__name")
    slug = tables.Column(verbose_name=_("The next one"), orderable=False)

    class Meta:
        attrs = {"class": "tbl"}
        order_by = "-date"

    def render_slug(self, value: str, record: Tournament) -> SafeString:
        link = reverse("clone", args=[value])
        return format_html(
            '<a href="{}">{}<span class="vh"> {}</span></a>',
            link,
            _("Make the next"),
            record.name,
        )

    def render_name(self, value: str, record: Tournament) -> SafeString:
        link = reverse("round", args=[record.slug])
        return format_html('<a href="{}"><strong>{}</strong></a>', link, value)
