"""Rounds, their tables, and who sits where."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Sheet
from tournament.models.clubs import Player
from tournament.models.people import Entry, Member
from tournament.models.tournaments import Tournament


class Round(models.Model):
    """A tournament round: every table plays one game."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        PUBLISHED = "published", _("published")
        PLAYING = "playing", _("playing")
        CLOSED = "closed", _("closed")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(
        max_length=10, choices=State.choices, default=State.PROPOSED
    )
    # With these three a draw can be repeated and proven; the inputs also name who
    # is free: "free" has the numbers left over when the tables were full. With "kept"
    # nothing was drawn: everybody sat on at the one table.
    seed = models.BigIntegerField()
    inputs = models.JSONField()
    quality = models.JSONField()
    drawn_at = models.DateTimeField(auto_now_add=True)
    # The clock: how long the round takes, since when it runs (None while it stands
    # still), and how much of it had gone by then. None seconds: a round without one.
    clock_seconds = models.PositiveIntegerField(null=True, blank=True)
    clock_since = models.DateTimeField(null=True, blank=True)
    clock_spent = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("tournament round")
        verbose_name_plural = _("tournament rounds")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="a_round_is_drawn_once"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=~Q(state="closed"),
                name="one_open_round_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def dealers_drawn(self) -> bool:
        """Whether the first place deals first; else a card at the table decides."""
        asked = self.inputs.get("request", {})
        return bool(self.inputs.get("kept") or asked.get("plan_dealers", True))


class Table(models.Model):
    """One table in one round, with its sheet once the seating is published."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(
        Sheet, models.PROTECT, null=True, blank=True, related_name="table"
    )
    # What the captain's link ends in; whoever has it may hand in this one form.
    code = models.CharField(max_length=24, unique=True, null=True, blank=True)
    extra_seconds = models.PositiveIntegerField(default=0)  # beyond the clock

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "number"], name="table_number_once_per_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {self.number}"


class Seat(models.Model):
    """Who sits where: the entry it counts for, the player who really sits there.

    The first place deals first, unless a card at the table decides.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    place = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    member = models.ForeignKey(Member, models.PROTECT, related_name="seats")
    player = models.ForeignKey(Player, models.PROTECT, related_name="seats")
    # A substitute's score that counts for nobody: the entry misses the round.
    apart = models.BooleanField(default=False)
    # Put here by hand: drawing the proposal again leaves the entry at this table.
    pinned = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["round", "table", "place"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "place"], name="a_place_has_one_seat"
            ),
            models.UniqueConstraint(
                fields=["round", "entry", "member"], name="one_seat_per_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.place}"
