"""Who takes part in a tournament, and when."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.models.clubs import Player
from tournament.models.tournaments import Tournament


class Entry(models.Model):
    """Somebody taking part, or a fixed pair, under a start number that stays."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("start number"))
    joins_in = models.PositiveSmallIntegerField(default=1)
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    paid = models.BooleanField(_("paid"), default=False)
    # Whose totals are added up for the prize of teams.
    team = models.CharField(_("team"), max_length=60, blank=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="start_number_once"
            ),
            models.CheckConstraint(
                name="start_number_from_one",
                condition=Q(number__gte=1, joins_in__gte=1),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"


class Member(models.Model):
    """A player in an entry: one, or the first and second of a pair."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="members")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="members")
    position = models.PositiveSmallIntegerField(default=1)
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    # What was said at the door of this tournament; None while nobody asked.
    consent = models.BooleanField(null=True, blank=True)

    class Meta:
        verbose_name = _("member")
        verbose_name_plural = _("members")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], name="nobody_takes_part_twice"
            ),
            models.UniqueConstraint(
                fields=["entry", "position"], name="one_player_per_position"
            ),
            models.CheckConstraint(
                name="one_or_two_members", condition=Q(position__in=[1, 2])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.player}"

    @property
    def answer(self) -> bool | None:
        """Whether the name may be public: as said at the door, else as in the book."""
        return self.player.consent if self.consent is None else self.consent


class PreRegistration(models.Model):
    """Somebody, or a pair, who said on the public page that they would come.

    Becomes an entry at the door, where it is found by its code.
    """

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="preregistrations"
    )
    code = models.CharField(max_length=12)
    name = models.CharField(_("name"), max_length=200)
    partner = models.CharField(_("name of the partner"), max_length=200, blank=True)
    consent = models.BooleanField(_("name in public"), default=False)
    partner_consent = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    entry = models.OneToOneField(
        Entry,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="preregistration",
    )

    class Meta:
        verbose_name = _("pre-registration")
        verbose_name_plural = _("pre-registrations")
        ordering = ["tournament", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "code"], name="preregistration_code_once"
            ),
            models.CheckConstraint(
                name="preregistration_has_a_name", condition=~Q(name="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.code}"


class Presence(models.Model):
    """What was said about one entry for one round. Without a row: as before."""

    class State(models.TextChoices):
        PRESENT = "present", _("present")
        IF_NEEDED = "if_needed", _("if needed")
        SITS_OUT = "sits_out", _("sits out")
        ABSENT = "absent", _("absent")

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="presences")
    round_number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices)

    class Meta:
        verbose_name = _("presence")
        verbose_name_plural = _("presences")
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "round_number"], name="one_presence_per_round"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.round_number} {self.state}"


class Together(models.Model):
    """Two who are to sit at one table in one round; in every one: see Company."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="together")
    round_number = models.PositiveSmallIntegerField()
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    # Theirs in that round, where each has another one of their own.
    table = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        verbose_name = _("kept together")
        verbose_name_plural = _("kept together")
        constraints = [
            models.UniqueConstraint(
                fields=["round_number", "one", "other"], name="together_once"
            ),
            models.CheckConstraint(
                name="together_in_order", condition=Q(one__lt=models.F("other"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} + {self.other}: {self.round_number}"


class Penalty(models.Model):
    """Points taken from an entry (or given) by the direction, with the reason.

    Never deleted: one that is cancelled no longer counts.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    # The round it was given in, which says from when on the standings show it.
    round_number = models.PositiveSmallIntegerField(_("tournament round"))
    points = models.SmallIntegerField(
        _("points"), help_text=_("Below 0 takes points away.")
    )
    reason = models.CharField(_("reason"), max_length=300)
    made_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                name="penalty_has_points_and_reason",
                condition=~Q(points=0) & ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points}"
