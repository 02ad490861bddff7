"""Clubs and their tournaments: people, rounds, tables, seats, and the log.

Rows are changed by tournament/actions only. What must be true is a constraint
here; what may be done when is decided there.
"""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Sheet
from scoring.rulebooks import load
from scoring.rulebooks.base import Rulebook


class Club(models.Model):
    """Owns people and tournaments. A laptop has one, a hosted site many."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    staff = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="clubs", blank=True
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person in a club's address book. Two people may have the same name."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=200)
    member_number = models.CharField(_("member number"), max_length=40, blank=True)
    note = models.CharField(_("note"), max_length=200, blank=True)
    # Whether the name may be shown in public; None while nobody asked.
    consent = models.BooleanField(_("name in public"), null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(name="player_has_a_name", condition=~Q(name="")),
            models.UniqueConstraint(
                fields=["club", "member_number"],
                condition=~Q(member_number=""),
                name="member_number_once_per_club",
                violation_error_message=_("Another player has this member number."),
            ),
        ]

    def __str__(self) -> str:
        return self.name


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
    first_dealer = models.CharField(
        _("first dealer"),
        max_length=10,
        choices=FirstDealer.choices,
        default=FirstDealer.DRAWN,
    )
    fee_cents = models.PositiveIntegerField(_("entry fee per person"), default=0)
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


class Entry(models.Model):
    """Somebody taking part, or a fixed pair, under a start number that stays."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    number = models.PositiveSmallIntegerField(_("start number"))
    joins_in = models.PositiveSmallIntegerField(default=1)
    withdrawn_from = models.PositiveSmallIntegerField(null=True, blank=True)
    paid = models.BooleanField(_("paid"), default=False)

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


class Presence(models.Model):
    """What was said about one entry for one round. Without a row: as before."""

    class State(models.TextChoices):
        PRESENT = "present", _("present")
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
