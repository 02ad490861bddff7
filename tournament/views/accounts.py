"""The start page, and the first account of an empty installation."""

from django.conf import settings
from django.contrib.auth import get_user_model, login
from django.contrib.auth.views import LoginView
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import translate_url
from django.utils import translation
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, get_language_from_path
from django.views.decorators.cache import never_cache

from scoring.refused import Refused
from tournament.actions.tournaments import set_up_club
from tournament.forms import SetUpForm
from tournament.models import Round, Tournament


def start(request: HttpRequest) -> HttpResponse:
    """What this is, and the tournaments the public may look at."""
    shown = (
        Tournament.objects.filter(
            Q(rounds__state__in=PUBLIC_STATES) | Q(preregistration=True, closed_at=None)
        )
        .select_related("club")
        .distinct()[:20]
    )
    return render(request, "public/start.html", {"tournaments": shown})


PUBLIC_STATES = [Round.State.PUBLISHED, Round.State.PLAYING, Round.State.CLOSED]


@never_cache
def set_up(request: HttpRequest) -> HttpResponse:
    """Make the first account of a laptop; a site's is made by its owner.

    Afterwards this page leads to the log-in page.
    """
    if settings.HOSTED:
        raise Http404
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
        if not (settings.HOSTED or get_user_model().objects.exists()):
            return redirect("set_up")
        return super().get(request, *args, **kwargs)


def choose_language(request: HttpRequest, code: str) -> HttpResponse:
    """Remember a language and go on to the same page in it."""
    if code not in dict(settings.LANGUAGES):
        raise Http404
    here = request.GET.get("next", "/")
    if not url_has_allowed_host_and_scheme(here, allowed_hosts=None):
        here = "/"
    # An address is only understood in its own language, whatever the phone prefers.
    with translation.override(get_language_from_path(here) or get_language()):
        there = translate_url(here, code)
    response = redirect(there)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=365 * 24 * 3600,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def to_captain(request: HttpRequest, code: str) -> HttpResponse:
    """The short link of a captain's QR code, to the page in the phone's language."""
    response = redirect("captain", code)
    response["Vary"] = "Accept-Language, Cookie"
    return response


def to_language(request: HttpRequest, rest: str) -> HttpResponse:
    """Lead /t/... to the same page under the visitor's language."""
    query = f"?{request.GET.urlencode()}" if request.GET else ""
    response = redirect(f"/{get_language()}/t/{rest}{query}")
    response["Vary"] = "Accept-Language, Cookie"
    return response
