"""A tournament: one event under one set of rules."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.rulebooks import load
from scoring.rulebooks.base import Rulebook
from tournament.models.clubs import Club


class Tournament(models.Model):
    """One event under one set of rules."""

    class Names(models.TextChoices):
        ALL = "all", _("Everybody’s name, announced at the door")
        CONSENT = "consent", _("Only the names of those who said yes")

    class Missed(models.TextChoices):
        LOWEST_OR_ZERO = (
            "lowest_or_zero",
            _("The lowest total of that round, and never more than 0"),
        )
        ZERO = "zero", _("0 points")
        LOWEST = "lowest", _("The lowest total of that round")
        AVERAGE = "average", _("The person’s own average")
        FIXED = "fixed", _("A fixed number of points")

    class Left(models.TextChoices):
        PLAYED = "played", _("As played: what stands on the form")
        MISSED = "missed", _("As a missed round")

    class Substitutes(models.TextChoices):
        FOR_ABSENT = "for_absent", _("For the person who is absent")
        APART = "apart", _("For nobody: the absent person misses the round")

    class Verification(models.TextChoices):
        NONE = "none", _("Nobody: a form counts as handed in")
        SECOND = "second", _("A second person at the desk")
        TABLE = "table", _("The table itself, on the captain’s phone")

    class Entrants(models.TextChoices):
        SINGLE = "single", _("Everybody for themselves, a number per player")
        PAIRS = "pairs", _("Fixed pairs, a number per pair")

    class FirstDealer(models.TextChoices):
        DRAWN = "drawn", _("Drawn by Bolwerk")
        CARD = "card", _("By card at the table")

    club = models.ForeignKey(Club, models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    date = models.DateField(_("date"))
    rounds_planned = models.PositiveSmallIntegerField(
        _("tournament rounds"), default=4, validators=[MinValueValidator(1)]
    )
    rulebook = models.CharField(max_length=40, default="bollen")
    # Changes only while nobody is registered.
    entrants = models.CharField(
        _("who takes part"),
        max_length=10,
        choices=Entrants.choices,
        default=Entrants.SINGLE,
    )
    # Frozen when the first round is drawn; empty while the preset may still change.
    options = models.JSONField(default=dict, blank=True)
    names_public = models.CharField(
        _("names in public"), max_length=10, choices=Names.choices, default=Names.ALL
    )
    missed_round = models.CharField(
        _("a missed round counts"),
        max_length=20,
        choices=Missed.choices,
        default=Missed.LOWEST_OR_ZERO,
    )
    # What each missed round counts under "fixed".
    missed_points = models.SmallIntegerField(_("points of a missed round"), default=0)
    left_counts = models.CharField(
        _("a game that somebody left counts"),
        max_length=10,
        choices=Left.choices,
        default=Left.PLAYED,
    )
    substitutes = models.CharField(
        _("what a substitute scores counts"),
        max_length=10,
        choices=Substitutes.choices,
        default=Substitutes.FOR_ABSENT,
    )
    verification = models.CharField(
        _("who looks at a form before it is approved"),
        max_length=10,
        choices=Verification.choices,
        default=Verification.NONE,
    )
    # How long a round takes; None without a clock.
    minutes = models.PositiveSmallIntegerField(
        _("minutes per round"), null=True, blank=True
    )
    first_dealer = models.CharField(
        _("first dealer"),
        max_length=10,
        choices=FirstDealer.choices,
        default=FirstDealer.DRAWN,
    )
    fee_cents = models.PositiveIntegerField(_("entry fee per person"), default=0)
    preregistration = models.BooleanField(
        _("people may register on the public page"), default=False
    )
    # Without it only the desk fills in forms, and a table's link opens nothing.
    phones = models.BooleanField(
        _("tables may fill in their form on a phone"), default=True
    )
    # The standings are hidden from the public once this round has begun, until the
    # places from ``revealed_from`` down are shown again: 1 shows everybody.
    hidden_from = models.PositiveSmallIntegerField(
        _("standings hidden from round"), null=True, blank=True
    )
    revealed_from = models.PositiveSmallIntegerField(null=True, blank=True)
    # Until when the standings after the last round may be objected to.
    objections_until = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # Bumped by every act that changes a standing, and by every act that changes
    # who takes part; a draw compares the second with what it was planned for.
    results_version = models.PositiveIntegerField(default=0)
    people_version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="tournament_has_rounds", condition=Q(rounds_planned__gte=1)
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Rulebook:
        return load(self.rulebook, self.options)

    @property
    def pairs(self) -> bool:
        """Whether an entry is a fixed pair."""
        return self.entrants == self.Entrants.PAIRS

    @property
    def fee_of_entry(self) -> int:
        """What is paid for one start number, in cents; a pair pays for two."""
        return self.fee_cents * (2 if self.pairs else 1)
