"""Sheets and what was handed in, to look at. Nothing is changed here."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from scoring.models import Draft, Result, Revision, Sheet


class ReadOnly(admin.ModelAdmin):
    """Records that only actions may change."""

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Sheet)
class SheetAdmin(ReadOnly):
    list_display = ("heading", "rulebook", "places", "state", "locked")
    list_filter = ("state", "locked")
    search_fields = ("heading",)


@admin.register(Revision)
class RevisionAdmin(ReadOnly):
    list_display = ("sheet", "number", "counted", "source", "made_by", "made_at")
    list_filter = ("counted", "source")
    list_select_related = ("sheet", "made_by")


@admin.register(Result)
class ResultAdmin(ReadOnly):
    list_display = ("revision", "place", "total")
    list_select_related = ("revision__sheet",)


@admin.register(Draft)
class DraftAdmin(ReadOnly):
    list_display = ("sheet", "device", "saved_at")
    list_select_related = ("sheet",)
