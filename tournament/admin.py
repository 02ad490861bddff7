"""The records of clubs and tournaments, to look at.

Only a club and a player can be changed here, and a player by the same action as at
the desk, so that every tournament concerned hears of it.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.admin import ReadOnly
from tournament.access import who
from tournament.actions.log import log, results_changed
from tournament.actions.registration import change_player
from tournament.models import (
    Club,
    Company,
    Entry,
    LogEntry,
    Member,
    Penalty,
    Player,
    PreRegistration,
    Presence,
    Prize,
    Round,
    Seat,
    Table,
    Together,
    Tournament,
)


class PlayerForm(forms.ModelForm):
    """Refuses what the action would refuse, where the page can still say so."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Shown and not left out, so that the club's member numbers are compared.
        self.fields["club"].disabled = bool(self.instance.pk)

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if not any(letter.isalpha() for letter in name):
            raise forms.ValidationError(_("A name has at least one letter."))
        return name


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    filter_horizontal = ("staff",)

    def save_model(
        self, request: HttpRequest, obj: Club, form: Any, change: bool
    ) -> None:
        super().save_model(request, obj, form, change)
        for tournament in obj.tournaments.all():
            results_changed(tournament)
            log(tournament, who(request), "club.changed", name=obj.name)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "member_number", "note", "consent", "club")
    search_fields = ("name", "member_number")
    list_select_related = ("club",)
    form = PlayerForm

    def save_model(
        self, request: HttpRequest, obj: Player, form: Any, change: bool
    ) -> None:
        if not change:
            super().save_model(request, obj, form, change)
            return
        change_player(
            obj,
            who(request),
            name=obj.name,
            member_number=obj.member_number,
            note=obj.note,
            consent=obj.consent,
        )


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ("name", "date", "club", "results_version")
    list_select_related = ("club",)


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    list_display = ("tournament", "number", "joins_in", "withdrawn_from")
    list_select_related = ("tournament",)


@admin.register(Member)
class MemberAdmin(ReadOnly):
    list_display = ("entry", "position", "player")
    list_select_related = ("entry__tournament", "player")


@admin.register(Presence)
class PresenceAdmin(ReadOnly):
    list_display = ("entry", "round_number", "state")
    list_select_related = ("entry__tournament",)


@admin.register(Company)
class CompanyAdmin(ReadOnly):
    list_display = ("one", "other", "kind", "club")
    list_select_related = ("one", "other", "club")


@admin.register(Together)
class TogetherAdmin(ReadOnly):
    list_display = ("tournament", "round_number", "one", "other")
    list_select_related = ("tournament", "one__tournament", "other__tournament")


@admin.register(PreRegistration)
class PreRegistrationAdmin(ReadOnly):
    list_display = ("tournament", "code", "name", "partner", "entry", "cancelled_at")
    list_select_related = ("tournament", "entry__tournament")


@admin.register(Penalty)
class PenaltyAdmin(ReadOnly):
    list_display = ("entry", "round_number", "points", "reason", "cancelled_at")
    list_select_related = ("entry__tournament",)


@admin.register(Prize)
class PrizeAdmin(ReadOnly):
    list_display = ("tournament", "kind", "place", "what", "cents")
    list_select_related = ("tournament",)


@admin.register(Round)
class RoundAdmin(ReadOnly):
    list_display = ("tournament", "number", "state", "seed", "drawn_at")
    list_select_related = ("tournament",)


@admin.register(Table)
class TableAdmin(ReadOnly):
    list_display = ("round", "number", "sheet")
    list_select_related = ("round__tournament", "sheet")


@admin.register(Seat)
class SeatAdmin(ReadOnly):
    list_display = ("table", "place", "entry", "player")
    list_select_related = ("table__round__tournament", "entry__tournament", "player")


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly):
    list_display = ("at", "user", "tournament", "action", "data")
    list_filter = ("action",)
    list_select_related = ("tournament", "user")
