"""Who may see what: three lines per role, and the page that goes with a refusal."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.urls import reverse

from scoring.refused import Refused
from tournament.models import Club, Tournament

P = ParamSpec("P")
View = Callable[..., HttpResponse]


def who(request: HttpRequest) -> User:
    """Who is logged in; only for views that ask for a log-in."""
    assert isinstance(request.user, User)
    return request.user


def clubs_of(request: HttpRequest) -> QuerySet[Club]:
    """The clubs at whose desk this person works; all of them for the site's own."""
    clubs = Club.objects.order_by("name")
    return clubs if who(request).is_superuser else clubs.filter(staff=who(request))


def desk(
    view: Callable[Concatenate[HttpRequest, Tournament, P], HttpResponse],
) -> View:
    """A desk page of one tournament: for the staff of its club; others get a 404."""

    @wraps(view)
    def at_desk(
        request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs
    ) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(_page_of(request))
        tournament = get_object_or_404(
            Tournament.objects.select_related("club"),
            slug=slug,
            club__in=clubs_of(request),
        )
        try:
            answer = view(request, tournament, *args, **kwargs)
        except Refused as refused:
            if refused.code != "tournament_closed":
                raise
            messages.error(request, str(refused))
            return redirect("prizes", slug)
        if "from_log" in request.POST and answer.status_code == 302:
            return redirect(_log_as_it_was(request, slug))
        return answer

    return at_desk


def post_only(view: View) -> View:
    """An address that only acts: whoever opens it reads so, with a way on."""

    @wraps(view)
    def act(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, *args, **kwargs)
        return HttpResponseNotAllowed(
            ["POST"], render_to_string("405.html", {}, request)
        )

    return act


def _log_as_it_was(request: HttpRequest, slug: str) -> str:
    """The page of the log on which somebody pressed Undo."""
    asked = QueryDict(request.POST["from_log"][:500]).urlencode()
    page = reverse("log", args=[slug])
    return f"{page}?{asked}" if asked else page


def _page_of(request: HttpRequest) -> str:
    """The page to come back to after logging in: that of the form, for a POST."""
    if request.method == "GET":
        return request.get_full_path()
    return urlsplit(request.headers.get("referer", "")).path or reverse("desk")


def say_refused(back: str) -> Callable[[View], View]:
    """A refused act leads back to the page ``back`` with the sentence that says why."""

    def decorate(view: View) -> View:
        @wraps(view)
        def told(
            request: HttpRequest, tournament: Tournament, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            try:
                return view(request, tournament, *args, **kwargs)
            except Refused as refused:
                messages.error(request, str(refused))
                return redirect(reverse(back, args=[tournament.slug]))

        return told

    return decorate
