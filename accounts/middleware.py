"""Middleware that depends on the user: login, refusals, language, sessions, caching."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth import middleware
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from .refusals import Refusal
from .requests import is_own_address, sent_by_script
from .responses import plain_response
from .sessions import forget_kept_pages, renew_session

GetResponse = Callable[[HttpRequest], HttpResponse]


class LoginRequiredMiddleware(middleware.LoginRequiredMiddleware):
    """Requires a login for every view without `@login_not_required`.

    Pages are redirected to the login page. Scripts get 401: they would follow a redirect unseen and take the
    login page for the answer to a move.
    """

    def handle_no_permission(  # type: ignore[override]
        self, request: HttpRequest, view_func: Callable[..., Any]
    ) -> HttpResponse:
        if sent_by_script(request):
            return plain_response(_("Your session has ended. Log in again."), 401)
        is_page = request.method in {"GET", "HEAD"}
        wanted = request.get_full_path() if is_page else page_of_form(request)
        return redirect_to_login(wanted, resolve_url(self.get_login_url(view_func)))


class RefusalMiddleware:
    """Answers a `Refusal` that a view raises.

    A script gets the sentence as text; a page leads back, with the sentence as a message.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refusal):
            return None
        if sent_by_script(request) and not exception.leads_away:
            response = plain_response(str(exception), exception.status)
            if exception.retry_after_s is not None:
                response["Retry-After"] = str(exception.retry_after_s)
            return response
        messages.warning(request, str(exception))
        address = page_after_refusal(request, exception)
        if sent_by_script(request):
            return HttpResponse(status=204, headers={"HX-Redirect": address})
        return HttpResponseRedirect(address)


def page_after_refusal(request: HttpRequest, refusal: Refusal) -> str:
    """The refusal's own page, the view's, or the page where the form was sent."""
    match = request.resolver_match
    if refusal.back is not None:
        return resolve_url(refusal.back)
    if match and (marked := getattr(match.func, "refused_to", None)):
        name, arguments = marked
        return reverse(name, args=[match.kwargs[argument] for argument in arguments])
    return page_of_form(request)


def page_of_form(request: HttpRequest) -> str:
    """The page where a form was sent, if it is one of ours; otherwise the home page."""
    referrer = request.headers.get("Referer", "")
    # A page that was asked for and refused must not lead to itself.
    is_same = request.method == "GET" and referrer == request.build_absolute_uri()
    return referrer if is_own_address(request, referrer) and not is_same else resolve_url("home:home")


def account_language(get_response: GetResponse) -> GetResponse:
    """Activate the account's language; LocaleMiddleware has activated the browser's before."""

    def respond(request: HttpRequest) -> HttpResponse:
        language = getattr(request.user, "language", "")
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = translation.get_language()
        return get_response(request)

    return respond


def renew_sessions(get_response: GetResponse) -> GetResponse:
    """Extend the session with each request, except those that pages poll by themselves."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        view = request.resolver_match.func if request.resolver_match else None
        if not getattr(view, "is_poll", False):
            renew_session(request)
        return response

    return respond


def private_pages(get_response: GetResponse) -> GetResponse:
    """Keep pages of logged-in users out of every cache: the next user must not go back to them.

    Responses marked public are the same for everybody. If nobody is logged in, the browser deletes the boards
    it has kept for offline use.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        # Read before the view, which may be the logout.
        is_personal = request.user.is_authenticated
        response = get_response(request)
        if "public" in response.get("Cache-Control", ""):
            return response
        if is_personal or request.user.is_authenticated:
            patch_cache_control(response, no_store=True, private=True)
        if not request.user.is_authenticated:
            forget_kept_pages(response)
        return response

    return respond
