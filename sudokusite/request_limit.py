"""Limit on concurrent requests of one person in a process; one more is answered 503 immediately.

Threads are few. Refusing a request costs next to nothing: no session is loaded and no row is read.
"""

import threading
import weakref
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.functional import Promise
from django.utils.translation import get_language_from_request
from django.utils.translation import gettext_lazy as _

from accounts.fair_queue import BusyError
from accounts.requests import sent_by_script

GetResponse = Callable[[HttpRequest], Any]

MOST_OWNERS = 10_000
RETRY_AFTER_S = 1
TOO_MANY = _("Several of your pages are already loading.")
# The same for everybody, cached by browsers, and fetched with every page.
PUBLIC = ("/worker.js", "/app/", "/offline/")


class RequestLimitMiddleware:
    """Limits the concurrent requests of a session and of an account. Answers BusyError in the same way."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._lock = threading.Lock()
        self._sessions: Counter[str] = Counter()
        self._accounts: Counter[int] = Counter()
        # Session -> account, from the latest requests.
        self._owners: OrderedDict[str, int] = OrderedDict()

    def __call__(self, request: HttpRequest) -> Any:
        session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")[:64]
        if not session or request.path_info.startswith(PUBLIC):
            return self.get_response(request)
        account = self._owners.get(session)
        if not self._enter(session, account):
            return busy_response(request, TOO_MANY)
        try:
            response = self.get_response(request)
            self._remember(session, request)
        except BaseException:
            self._leave(session, account)
            raise
        if response.streaming and getattr(response, "file_to_stream", None) is None:
            # Counted until the server closes it, or drops it unread, as Django's test client may.
            leave = weakref.finalize(response, self._leave, session, account)
            response.streaming_content = _Stream(response.streaming_content, leave)
        else:
            # A file is complete and is sent without a thread.
            self._leave(session, account)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """503 if a fair queue is full."""
        return busy_response(request, exception.args[0]) if isinstance(exception, BusyError) else None

    def _enter(self, session: str, account: int | None) -> bool:
        with self._lock:
            if self._sessions[session] >= settings.REQUESTS_PER_SESSION:
                return False
            if account is not None and self._accounts[account] >= settings.REQUESTS_PER_ACCOUNT:
                return False
            self._sessions[session] += 1
            if account is not None:
                self._accounts[account] += 1
            return True

    def _leave(self, session: str, account: int | None) -> None:
        with self._lock:
            self._sessions[session] -= 1
            if account is not None:
                self._accounts[account] -= 1
            # Keys without a request are dropped.
            self._sessions, self._accounts = +self._sessions, +self._accounts

    def _remember(self, session: str, request: HttpRequest) -> None:
        """Remember the session's account, from the user that the request has loaded anyway."""
        if not request.session.accessed or not request.user.is_authenticated:
            return
        with self._lock:
            self._owners[session] = request.user.pk
            self._owners.move_to_end(session)
            if len(self._owners) > MOST_OWNERS:
                self._owners.popitem(last=False)


class _Stream:
    """The content of a streaming response, with a callback for when it is read or closed."""

    def __init__(self, content: Iterable[bytes], when_closed: Callable[[], object]) -> None:
        self._content, self.close = content, when_closed

    def __iter__(self) -> Iterator[bytes]:
        yield from self._content
        self.close()


def busy_response(request: HttpRequest, sentence: Promise | str) -> HttpResponse:
    """503: scripts get the time to retry, pages reload themselves."""
    language = get_language_from_request(request)
    if sent_by_script(request):
        with translation.override(language):
            response = HttpResponse(str(sentence), status=503, content_type="text/plain; charset=utf-8")
    else:
        reloads = request.method == "GET"
        response = HttpResponse(_busy_page(language, sentence, reloads), status=503)
        if reloads:
            response["Refresh"] = str(2 * RETRY_AFTER_S)
    response["Retry-After"] = str(RETRY_AFTER_S)
    response["Cache-Control"] = "no-store"
    response["Content-Language"] = language
    patch_vary_headers(response, ["Accept-Language"])
    return response


@lru_cache(maxsize=32)
def _busy_page(language: str, sentence: Promise | str, reloads: bool) -> str:
    """The page, rendered once, so that a flood costs little."""
    with translation.override(language):
        return render_to_string("503.html", {"sentence": sentence, "reloads": reloads})
