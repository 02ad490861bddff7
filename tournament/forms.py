"""Forms of the desk: what a person fills in, with its labels and its checks."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models import Player, Tournament

CONSENT = ((None, _("not asked")), (True, _("yes")), (False, _("no")))


class SetUpForm(forms.Form):
    """The first account of an empty installation."""

    club = forms.CharField(label=_("Name of the club"), max_length=120)
    username = forms.CharField(label=_("Your user name"), max_length=60)
    password = forms.CharField(
        label=_("A password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least ten letters or digits."),
    )

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        try:
            validate_password(password)
        except ValidationError:
            raise ValidationError(
                _("Take a password of at least ten letters that nobody guesses.")
            ) from None
        return password


class TournamentForm(forms.ModelForm):
    """A tournament on one screen, with what most clubs want filled in."""

    class Meta:
        model = Tournament
        fields = ["name", "date", "rounds_planned", "names_public", "missed_round"]
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "rounds_planned": forms.NumberInput(attrs={"min": 1, "max": 30}),
            "names_public": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance.pk:
            self.initial.setdefault("date", timezone.localdate())


class PersonForm(forms.ModelForm):
    """A person as the address book knows them."""

    consent = forms.TypedChoiceField(
        label=_("Name in public"),
        choices=CONSENT,
        coerce={"True": True, "False": False}.get,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Player
        fields = ["name", "member_number", "note"]

    field_order = ["name", "member_number", "note", "consent"]


class NamesForm(forms.Form):
    """Several people at once, a name per line."""

    names = forms.CharField(
        label=_("New names, one per line"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=20_000,
    )


class ListForm(forms.Form):
    """A player list as a file."""

    file = forms.FileField(
        label=_("A player list, .xlsx or .csv"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.csv"}),
    )
