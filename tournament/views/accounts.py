"""The start page, and the first account of an empty installation."""

from django.contrib.auth import get_user_model, login
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.actions.tournaments import set_up_club
from tournament.forms import SetUpForm
from tournament.models import Round, Tournament


def start(request: HttpRequest) -> HttpResponse:
    """What this is, and the tournaments the public may look at."""
    shown = (
        Tournament.objects.filter(rounds__state__in=PUBLIC_STATES)
        .select_related("club")
        .distinct()[:20]
    )
    return render(request, "public/start.html", {"tournaments": shown})


PUBLIC_STATES = [Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED]


@never_cache
def set_up(request: HttpRequest) -> HttpResponse:
    """Make the first account; afterwards this page leads to the log-in page."""
    if get_user_model().objects.exists():
        return redirect("login")
    form = SetUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            user = set_up_club(data["club"], data["username"], data["password"])
        except Refused:
            return redirect("login")
        login(request, user, "django.contrib.auth.backends.ModelBackend")
        return redirect("desk")
    status = 422 if request.method == "POST" else 200
    return render(request, "accounts/set_up.html", {"form": form}, status=status)


@method_decorator(never_cache, name="dispatch")
class LogIn(LoginView):
    """Django's log-in; on an empty installation it leads to the first account."""

    template_name = "accounts/log_in.html"
    redirect_authenticated_user = True

    def get(
        self, request: HttpRequest, *args: object, **kwargs: object
    ) -> HttpResponse:
        if not get_user_model().objects.exists():
            return redirect("set_up")
        return super().get(request, *args, **kwargs)


def to_language(request: HttpRequest, rest: str) -> HttpResponse:
    """Lead /t/... to the same page under the visitor's language."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    response = redirect(f"/{get_language()}/t/{rest}{query}")
    response["Vary"] = "Accept-Language"
    return response
