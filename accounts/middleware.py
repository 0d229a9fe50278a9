"""What holds for every page because of who looks at it."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth import middleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from .sessions import keep_for_nobody, put_off_end

GetResponse = Callable[[HttpRequest], HttpResponse]


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """Every view asks for a login unless it is marked `@login_not_required`.

    A page is sent to the login page. A script gets 401: a redirect would be followed unseen, and the login
    page taken for the answer to a move.
    """

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponse:
        if request.headers.get("HX-Request") == "true":
            ended = _("Your session has ended. Log in again.")
            return HttpResponse(ended, status=401, content_type="text/plain; charset=utf-8")
        return redirect_to_login(page_to_return_to(request), resolve_url(self.get_login_url(view_func)))


def page_to_return_to(request: HttpRequest) -> str:
    """The page to show after the login: what was asked for, or the page where a form was sent."""
    if request.method in {"GET", "HEAD"}:
        return request.get_full_path()
    referrer = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(referrer, {request.get_host()}, require_https=request.is_secure()):
        return referrer
    return resolve_url("home")


def chosen_language(get_response: GetResponse) -> GetResponse:
    """Speak the language that the account has chosen; LocaleMiddleware has found the browser's before."""

    def respond(request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return get_response(request)

    return respond


def lasting_sessions(get_response: GetResponse) -> GetResponse:
    """Put off the end of the session for who does something; not for a page that asks by itself."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        view = request.resolver_match.func if request.resolver_match else None
        if not getattr(view, "is_poll", False):
            put_off_end(request)
        return response

    return respond


def personal_pages(get_response: GetResponse) -> GetResponse:
    """Keep what a person sees out of every cache: the next at this machine must not go back to it.

    What says that it is public is the same for everybody. Where nobody is logged in, what the browser has
    kept of a person's boards goes.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        # Before: the view may be the logout.
        is_personal = request.user.is_authenticated
        response = get_response(request)
        if "public" in response.get("Cache-Control", ""):
            return response
        if is_personal or request.user.is_authenticated:
            patch_cache_control(response, no_store=True, private=True)
        if not request.user.is_authenticated:
            keep_for_nobody(response)
        return response

    return respond
