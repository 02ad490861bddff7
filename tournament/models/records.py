"""What is kept beside the play: the prizes and the log."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.tournaments import Tournament


class Prize(models.Model):
    """One prize of a tournament: what it is for, and what is won."""

    class Kind(models.TextChoices):
        PLACE = "place", _("place")
        BOOBY = "booby", _("booby prize")
        BEST_ROUND = "best_round", _("best round")
        BOLLOOS = "bolloos", _("a form without a bol")
        TABLE = "table", _("winner of a table")
        TEAM = "team", _("team")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="prizes")
    kind = models.CharField(_("for"), max_length=10, choices=Kind.choices)
    place = models.PositiveSmallIntegerField(
        _("place"), default=1, validators=[MinValueValidator(1)]
    )
    what = models.CharField(_("what is won"), max_length=120, blank=True)
    cents = models.PositiveIntegerField(_("prize money"), default=0)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ["tournament", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "kind", "place"], name="a_prize_once"
            ),
            models.CheckConstraint(
                name="prize_is_something", condition=~Q(what="") | Q(cents__gt=0)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.kind} {self.place}"


class LogEntry(models.Model):
    """Something somebody did, written in the same transaction as the deed."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="log")
    at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    action = models.CharField(max_length=60)
    data = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log entries")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.action
