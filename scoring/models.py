"""A sheet of one table and everything that was ever handed in on it.

Nothing here knows of tournaments. Revisions and results are only ever added: the
one thing about a revision that changes is whether it is the one that counts.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.rulebooks import load
from scoring.rulebooks.base import Rulebook


class Sheet(models.Model):
    """The score form of one table: its rules, its places, where it stands."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        HANDED_IN = "handed_in", _("handed in")
        APPROVED = "approved", _("approved")
        SENT_BACK = "sent_back", _("sent back")

    rulebook = models.CharField(max_length=40)
    options = models.JSONField(default=dict, blank=True)
    places = models.PositiveSmallIntegerField()
    heading = models.CharField(max_length=200)
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.OPEN, db_index=True
    )
    locked = models.BooleanField(default=False)
    # What is to be looked at, said by who sent it back.
    sent_back_because = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("sheet")
        verbose_name_plural = _("sheets")
        constraints = [
            models.CheckConstraint(
                name="sheet_has_places", condition=Q(places__gte=2, places__lte=12)
            ),
        ]

    def __str__(self) -> str:
        return self.heading

    @property
    def rules(self) -> Rulebook:
        return load(self.rulebook, self.options)


class Draft(models.Model):
    """What is being filled in on one device. It never counts."""

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="drafts")
    device = models.CharField(max_length=80)
    cells = models.JSONField()
    saved_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "device"], name="one_draft_per_device"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet} ({self.device})"


class Immutable(models.Model):
    """A row that is written once."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        assert self._state.adding, f"{self._meta.label} is written once"
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AssertionError(f"{self._meta.label} is never deleted")


class Revision(Immutable):
    """One complete reading of a sheet, handed in by somebody from somewhere."""

    class Source(models.TextChoices):
        DESK = "desk", _("at the desk")
        CAPTAIN = "captain", _("by the table captain")
        FILE = "file", _("from a file")
        ROBOT = "robot", _("by a robot")

    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="revisions")
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=64, unique=True)
    cells = models.JSONField()
    counted = models.BooleanField()
    source = models.CharField(max_length=10, choices=Source.choices)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    # Why a correction was made, and why each warning was overruled, by its code.
    reason = models.CharField(max_length=300, blank=True)
    overruled = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("revision")
        verbose_name_plural = _("revisions")
        ordering = ["sheet", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], name="revision_numbers_run_on"
            ),
            models.UniqueConstraint(
                fields=["sheet"],
                condition=Q(counted=True),
                name="one_counted_revision_per_sheet",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}, {self.number}"


class Result(Immutable):
    """What one place scored in one revision, as the rulebook said when it was made."""

    revision = models.ForeignKey(Revision, models.PROTECT, related_name="results")
    place = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=10)
    total = models.IntegerField()
    stats = models.JSONField()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = [
            models.UniqueConstraint(
                fields=["revision", "place"], name="one_result_per_place"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.revision}: {self.place}"
