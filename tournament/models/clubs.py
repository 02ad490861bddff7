"""A club and its address book."""

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


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
    # Who cannot change tables, for example in a wheelchair, always has this one.
    fixed_table = models.PositiveSmallIntegerField(
        _("fixed table"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
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


class Company(models.Model):
    """Two people who are to sit at one table or not, wherever this club plays."""

    class Kind(models.TextChoices):
        APART = "apart", _("never at one table")
        RATHER_APART = "rather_apart", _("rather not at one table")
        TOGETHER = "together", _("always at one table")

    club = models.ForeignKey(Club, models.CASCADE, related_name="company")
    one = models.ForeignKey(Player, models.CASCADE, related_name="+")
    other = models.ForeignKey(Player, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)

    class Meta:
        verbose_name = _("company")
        verbose_name_plural = _("company")
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="company_once"),
            models.CheckConstraint(
                name="company_in_order", condition=Q(one__lt=models.F("other"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.one} / {self.other}: {self.kind}"
