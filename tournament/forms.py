"""Forms of the desk: what a person fills in, with its labels and its checks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.functional import Promise
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
    """An amount as people write it, "5" or "7,50" or "€ 7.50", kept in cents.

    ``most`` is in euros.
    """

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def __init__(self, *, most: int = 999, **wishes: Any) -> None:
        super().__init__(**wishes)
        self.most = most

    def prepare_value(self, value: Any) -> Any:
        return as_decimal(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> int | None:
        cents = read_cents(str(value or "0"))
        if cents is None or cents >= (self.most + 1) * 100:
            raise ValidationError(
                _("Type an amount from 0 to %(most)s euros, such as 5 or 7,50.")
                % {"most": self.most}
            )
        return cents


def yes_no(label: Any, help_text: Any = "") -> forms.TypedChoiceField:
    """A setting that is on or off; sent empty it stays as it is."""
    return forms.TypedChoiceField(
        label=label,
        help_text=help_text,
        choices=((False, _("no")), (True, _("yes"))),
        coerce={"True": True, "False": False}.get,
        empty_value=None,
        required=False,
        widget=forms.RadioSelect,
    )


REQUIRED = ("name", "date", "rounds_planned")
MAIN = ("name", "date", "rulebook", "entrants", "rounds_planned", "fee_cents")
GROUPS = (
    (_("The door and the public pages"), ("preregistration", "names_public")),
    (
        _("The rounds and their forms"),
        ("minutes", "first_dealer", "phones", "verification"),
    ),
    (
        _("Who misses a round, leaves or is replaced"),
        ("missed_round", "missed_points", "left_counts", "substitutes"),
    ),
)


class TournamentForm(forms.ModelForm):
    """A tournament on one screen, with what most clubs want filled in."""

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

    preregistration = yes_no(
        _("People may register on the public page before they come")
    )
    phones = yes_no(
        _("Tables may fill in their form on a phone"),
        _("With no, only the desk does so, and the links of the tables open nothing."),
    )

    class Meta:
        model = Tournament
        fields = [*MAIN, *(name for _heading, names in GROUPS for name in names)]
        help_texts = {
            "missed_points": _(
                "Only for “A fixed number of points”; below 0 it costs points."
            ),
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
        for name in self.fields:
            self.fields[name].required = name in REQUIRED
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

    def clean_minutes(self) -> int | None:
        minutes: int | None = self.cleaned_data["minutes"]
        if minutes is not None and not 1 <= minutes <= 300:
            raise ValidationError(_("A round takes from 1 to 300 minutes."))
        return minutes

    def clean(self) -> dict[str, Any]:
        """What was not sent along, or sent empty where that says nothing, stays."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name in cleaned:
            field = Tournament._meta.get_field(name)
            says_nothing = cleaned[name] in ("", None) and not field.null
            if self.add_prefix(name) not in self.data or says_nothing:
                cleaned[name] = getattr(self.instance, name)
        return cleaned

    def groups(self) -> Iterator[tuple[Promise, list[forms.BoundField], bool]]:
        """What most clubs leave as it is: heading, fields, whether one is wrong."""
        for heading, names in GROUPS:
            fields = [self[name] for name in names]
            yield heading, fields, any(field.errors for field in fields)

    def main_fields(self) -> list[forms.BoundField]:
        """What every tournament says of itself."""
        return [self[name] for name in MAIN]


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
