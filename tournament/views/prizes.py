"""The desk's pages of prizes: the list, who won, teams; and the public page of it."""

from collections.abc import Callable
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from scoring.rulebooks.bid_rules import BidRules
from tournament.access import desk, post_only, say_refused, who
from tournament.actions import prizes as actions
from tournament.forms import EurosField
from tournament.models import Prize, Tournament
from tournament.money import in_euros
from tournament.objections import stamp_of
from tournament.prizegiving import READ_OUT, Offered
from tournament.prizewords import prize_for
from tournament.queries.closing import cut_short
from tournament.queries.people import people
from tournament.queries.prizes import prize_giving
from tournament.queries.standings import hidden_from
from tournament.views.public import public

MINUTES = (10, 15, 30)  # in which everybody has looked at their score


class PrizeForm(forms.Form):
    """A prize to put on the list."""

    kind = forms.ChoiceField(label=gettext_lazy("For"), choices=Prize.Kind.choices)
    place = forms.IntegerField(
        label=gettext_lazy("Which place"),
        min_value=1,
        max_value=actions.MOST_PLACES,
        initial=1,
        required=False,
        help_text=gettext_lazy("Of the booby prize 1 is the very last."),
    )
    what = forms.CharField(
        label=gettext_lazy("What is won"), max_length=120, required=False
    )
    cents = EurosField(
        label=gettext_lazy("Prize money, in euros"), most=9999, required=False
    )


@never_cache
@desk
def prizes_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What can be won, and who won it as things stand."""
    form = PrizeForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _put(request, tournament, form):
        messages.success(request, _("The prize is on the list."))
        return redirect("prizes", tournament.slug)
    return prizes_shown(request, tournament, form)


def prizes_shown(
    request: HttpRequest,
    tournament: Tournament,
    form: PrizeForm,
    refused: Refused | None = None,
) -> HttpResponse:
    """The page of prizes; ``refused`` says what is wrong with a moment typed there."""
    if not isinstance(tournament.rules, BidRules):
        kinds = form.fields["kind"]
        assert isinstance(kinds, forms.ChoiceField)
        bolloos = Prize.Kind.BOLLOOS
        kinds.choices = [c for c in Prize.Kind.choices if c[0] != bolloos]
    stored = sorted(
        tournament.prizes.all(),
        key=lambda prize: (-READ_OUT.index(prize.kind), prize.place),
    )
    entries = tournament.entries.filter(members__isnull=False).distinct()
    paid = entries.filter(paid=True).count() * tournament.fee_of_entry
    giving = prize_giving(tournament)
    closing = (
        cut_short(tournament, timezone.now()) if "closing" in request.GET else None
    )
    context = {
        "tournament": tournament,
        "form": form,
        "offered": [
            (p, prize_for(p.kind, p.place), Offered(p.kind, p.place, p.what, p.cents))
            for p in stored
        ],
        "money": sum(prize.cents for prize in stored if prize.cents),
        "giving": giving,
        "refused": refused,
        "closing": closing if closing and closing.stamp else None,
        "hidden": hidden_from(tournament),
        "seen": stamp_of(tournament.objections_until),
        "minutes": MINUTES,
        "paid_out": sum(each.won.cents * each.won.winners for each in giving.awards),
        "cash": paid,
        "percents": request.GET.get("percents", "50 30 20"),
        "teams": entries.exclude(team="").exists(),
    }
    status = 422 if form.errors or refused else 200
    return render(request, "director/prizes.html", context, status=status)


def _put(request: HttpRequest, tournament: Tournament, form: PrizeForm) -> bool:
    said = form.cleaned_data
    try:
        actions.put(tournament, who(request), **{**said, "place": said["place"] or 1})
    except Refused as refused:
        form.add_error(None, str(refused))
        return False
    return True


@post_only
@desk
@say_refused("prizes")
def remove_prize(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a prize off the list."""
    actions.remove(tournament, pk, who(request))
    messages.success(request, _("The prize is off the list."))
    return redirect("prizes", tournament.slug)


@post_only
@desk
def quick_prizes(
    request: HttpRequest, tournament: Tournament, act: str
) -> HttpResponse:
    """Set up several prizes at once; per cents that are none stay as typed."""
    quick: dict[str, Callable[[HttpRequest, Tournament], str]] = {
        "three": _first_three,
        "divide": _divide,
    }
    page = reverse("prizes", args=[tournament.slug])
    try:
        messages.success(request, quick[act](request, tournament))
    except Refused as refused:
        messages.error(request, str(refused))
        typed = request.POST.get("percents", "")[:100]
        page += "?" + urlencode({"percents": typed}) if typed else ""
    return redirect(page)


def _first_three(request: HttpRequest, tournament: Tournament) -> str:
    actions.first_three(tournament, who(request))
    return _("The first three and the last have a prize now.")


def _divide(request: HttpRequest, tournament: Tournament) -> str:
    texts = request.POST.get("percents", "").replace("%", " ").replace("/", " ")
    parts = texts.replace(",", " ").split()
    whole = all(part.isdecimal() and len(part) < 4 for part in parts)
    percents = [int(part) for part in parts] if whole else []
    divided = actions.divide_fees(tournament, who(request), percents)
    return _("%(amount)s is divided over the first places.") % {
        "amount": in_euros(divided)
    }


@never_cache
@desk
def prize_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The prizes to read out, from the last to the first, names large."""
    context = {"tournament": tournament, "giving": prize_giving(tournament)}
    return render(request, "director/prize_list.html", context)


@never_cache
@desk
@say_refused("teams")
def teams_page(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who plays in which team."""
    if request.method == "POST":
        said = {
            int(key[1:]): str(team)
            for key, team in request.POST.items()
            if key[:1] == "t" and key[1:].isdecimal() and len(key) < 7
        }
        changed = actions.set_teams(tournament, said, who(request))
        messages.success(
            request,
            ngettext("%(n)s change saved.", "%(n)s changes saved.", changed)
            % {"n": changed},
        )
        return redirect("prizes", tournament.slug)
    teams = dict(tournament.entries.values_list("number", "team"))
    folk = people(tournament, public=False).values()
    context = {
        "tournament": tournament,
        "rows": [(person, teams[person.number]) for person in folk],
        "names": sorted({team for team in teams.values() if team}),
    }
    return render(request, "director/teams.html", context)


@public
def public_prizes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who won what, with the names that may be public, once everything is known."""
    giving = prize_giving(tournament, public=True)
    context = {
        "tournament": tournament,
        "giving": giving,
        "count": tournament.members.filter(position=1).count(),
        "page": "prizes",
    }
    return render(request, "public/prizes.html", context)
