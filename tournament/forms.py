"""Forms of the desk: what a person fills in, with its labels and its checks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.refused import Refused
from scoring.rulebooks import PRESETS, load
from scoring.rulebooks.base import Rulebook
from tournament.actions.entering import proper
from tournament.houserules import changed, games, plain
from tournament.models import Player, Tournament
from tournament.money import as_decimal, read_cents
from tournament.options import groups_of, options_of
from tournament.options.faults import faults
from tournament.options.kinds import Option

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


class EurosField(forms.Field):
    """An amount as people write it, "5" or "7,50" or "€ 7.50", kept in cents."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def prepare_value(self, value: Any) -> Any:
        return as_decimal(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        cents = read_cents(str(value or "0"))
        if cents is None:
            raise ValidationError(
                _("Type an amount from 0 to 999 euros, such as 5 or 7,50.")
            )
        return cents


class TournamentForm(forms.ModelForm):
    """A tournament on one screen, with what most clubs want filled in.

    The game is left as it is where it is not sent along.
    """

    rulebook = forms.ChoiceField(
        label=_("Game"),
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose one of the games below.")},
    )
    fee_cents = EurosField(
        label=_("Entry fee per person, in euros"),
        help_text=_("0 where nothing is paid at the door."),
        required=False,
    )

    preregistration = forms.TypedChoiceField(
        label=_("People may register on the public page before they come"),
        choices=((False, _("no")), (True, _("yes"))),
        coerce={"True": True, "False": False}.get,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )

    class Meta:
        model = Tournament
        fields = [
            "name",
            "date",
            "rulebook",
            "entrants",
            "rounds_planned",
            "first_dealer",
            "names_public",
            "missed_round",
            "missed_points",
            "left_counts",
            "verification",
            "substitutes",
            "fee_cents",
            "minutes",
            "preregistration",
        ]
        help_texts = {
            "minutes": _(
                "The clock of a round starts from here. Leave it empty to play "
                "without a clock."
            ),
            "verification": _(
                "Until a form is approved it counts, and the standings are provisional."
            ),
        }
        widgets = {
            "date": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "missed_points": forms.NumberInput(attrs={"min": -999, "max": 999}),
            "rounds_planned": forms.NumberInput(attrs={"min": 1, "max": 30}),
            "names_public": forms.RadioSelect,
            "entrants": forms.RadioSelect,
            "left_counts": forms.RadioSelect,
            "first_dealer": forms.RadioSelect,
            "minutes": forms.NumberInput(attrs={"min": 1, "max": 300}),
            "verification": forms.RadioSelect,
            "substitutes": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Left as it is where it is not sent along, as the game is.
        self.fields["entrants"].required = False
        self.fields["missed_points"].required = False
        self.fields["missed_points"].help_text = _(
            "Only for “A fixed number of points”; below 0 it costs points."
        )
        self.fields["left_counts"].required = False
        self.fields["first_dealer"].required = False
        self.fields["verification"].required = False
        self.fields["substitutes"].required = False
        game = self.fields["rulebook"]
        assert isinstance(game, forms.ChoiceField)
        game.choices = games()
        self.initial.setdefault("rulebook", self.instance.rulebook)
        if not self.instance.pk:
            self.initial.setdefault("date", timezone.localdate())
        elif self.instance.rounds.exists():
            game.choices = [
                each for each in games() if each[0] == self.instance.rulebook
            ]
            game.help_text = _("A round has been drawn, so the game stays this one.")

    def clean_rulebook(self) -> str:
        chosen: str = self.cleaned_data["rulebook"]
        return chosen or self.instance.rulebook

    def clean_fee_cents(self) -> int:
        sent = self.add_prefix("fee_cents") in self.data
        cents: int = self.cleaned_data["fee_cents"]
        return cents if sent else self.instance.fee_cents

    def clean_minutes(self) -> int | None:
        minutes: int | None = self.cleaned_data["minutes"]
        if minutes is not None and not 1 <= minutes <= 300:
            raise ValidationError(_("A round takes from 1 to 300 minutes."))
        sent = self.add_prefix("minutes") in self.data
        return minutes if sent else self.instance.minutes

    def clean_preregistration(self) -> bool:
        chosen: bool | None = self.cleaned_data["preregistration"]
        return self.instance.preregistration if chosen is None else chosen

    def clean_missed_points(self) -> int:
        typed: int | None = self.cleaned_data["missed_points"]
        return self.instance.missed_points if typed is None else typed

    def clean_entrants(self) -> str:
        chosen: str = self.cleaned_data["entrants"]
        return chosen or self.instance.entrants

    def clean_left_counts(self) -> str:
        chosen: str = self.cleaned_data["left_counts"]
        return chosen or self.instance.left_counts

    def clean_first_dealer(self) -> str:
        chosen: str = self.cleaned_data["first_dealer"]
        return chosen or self.instance.first_dealer

    def clean_verification(self) -> str:
        chosen: str = self.cleaned_data["verification"]
        return chosen or self.instance.verification

    def clean_substitutes(self) -> str:
        chosen: str = self.cleaned_data["substitutes"]
        return chosen or self.instance.substitutes


class TextsInput(forms.Widget):
    """All texts that were sent under one name; the page draws the inputs itself."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        texts: list[str] = data.getlist(name)
        return texts


class OptionField(forms.Field):
    """One option of a rulebook, read and judged by its kind."""

    widget = TextsInput

    def __init__(self, option: Option) -> None:
        super().__init__(required=False, label=option.label, help_text=option.help)
        self.kind = option.kind

    def to_python(self, value: Any) -> Any:
        return self.kind.read(value)

    def validate(self, value: Any) -> None:
        fault = self.kind.fault(value)
        if fault:
            raise ValidationError(fault)


@dataclass(frozen=True)
class Asked:
    """One option as a page shows it; ``standard`` is said where it differs."""

    name: str
    option: Option
    texts: list[str]
    said: str
    errors: list[str]
    standard: str = ""

    @property
    def parts(self) -> list[Any]:
        return self.option.kind.parts(self.texts)

    @property
    def noted(self) -> bool:
        return bool(self.option.help or self.standard or self.errors)


class HouseRulesForm(forms.Form):
    """Every option of the rules of a game, as they are now.

    ``rules`` afterwards holds the rules as they were typed.
    """

    def __init__(self, rules: Rulebook, data: Any = None) -> None:
        super().__init__(data, prefix="rule")
        self.rules = self.before = rules
        self.values = plain(rules)
        for name, option in options_of(rules).items():
            self.fields[name] = OptionField(option)
            self.initial[name] = option.kind.show(self.values[name])

    def clean(self) -> None:
        if self.errors:
            return
        try:
            self.rules = load(self.before.key, self.values | self.cleaned_data)
        except ValueError:
            raise ValidationError(_("These rules do not go together.")) from None
        for name, sentence in faults(self.rules):
            self.add_error(name if name in self.fields else None, sentence)

    def groups(self) -> Iterator[tuple[str, list[Asked]]]:
        """The headings of the page, each with what is asked under it."""
        different = changed(self.before)
        standard = plain(PRESETS[self.before.key])
        for group in groups_of(self.before):
            yield (
                str(group.title),
                [
                    self._asked(name, option, standard if name in different else {})
                    for name, option in group.options.items()
                ],
            )

    def _asked(self, name: str, option: Option, standard: Mapping[str, Any]) -> Asked:
        return Asked(
            name=self[name].html_name,
            option=option,
            texts=self[name].value(),
            said=option.kind.say(self.values[name]),
            errors=[str(error) for error in self[name].errors],
            standard=option.kind.say(standard[name]) if standard else "",
        )


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


class RegisterForm(forms.Form):
    """Who wants to come, on the public page: one person, or the two of a pair."""

    YES_NO = ((True, _("Yes, my name")), (False, _("No, only my number")))
    YES_NO_PARTNER = ((True, _("Yes, the name")), (False, _("No, only the number")))

    name = forms.CharField(
        label=_("Your first and last name"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    consent = forms.TypedChoiceField(
        label=_("What may the others see of you?"),
        help_text=_("On the screen in the hall and on the public page."),
        choices=YES_NO,
        coerce={"True": True, "False": False}.get,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the two.")},
    )
    partner = forms.CharField(
        label=_("First and last name of your partner"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    partner_consent = forms.TypedChoiceField(
        label=_("What may the others see of your partner?"),
        help_text=_("Ask first."),
        choices=YES_NO_PARTNER,
        coerce={"True": True, "False": False}.get,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose one of the two.")},
    )

    def __init__(self, *args: Any, pairs: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not pairs:
            del self.fields["partner"], self.fields["partner_consent"]

    def clean_name(self) -> str:
        return self._proper("name")

    def clean_partner(self) -> str:
        return self._proper("partner")

    def _proper(self, field: str) -> str:
        try:
            return proper(self.cleaned_data[field])
        except Refused as refused:
            raise ValidationError(str(refused)) from None

    @property
    def people(self) -> list[tuple[str, bool]]:
        """Each with whether the name may be public, once the form is valid."""
        data = self.cleaned_data
        both = [("name", "consent"), ("partner", "partner_consent")]
        return [(data[name], data[said]) for name, said in both if name in data]


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
