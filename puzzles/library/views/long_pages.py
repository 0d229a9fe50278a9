"""Slow pages: rendered one at a time in each process, in the order of a fair queue."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.http import HttpRequest, HttpResponse

from accounts.fair_queue import FairQueue
from accounts.requests import UserRequest

P = ParamSpec("P")

# Sheets, a PDF of sixty grids, a path or a replay take up to a second.
LONG_PAGES = FairQueue()

View = Callable[Concatenate[UserRequest, P], HttpResponse]


def always(request: HttpRequest) -> bool:
    return True


def long_page(is_long: Callable[[HttpRequest], object] = always) -> Callable[[View[P]], View[P]]:
    """A view that waits for a slot if `is_long` says that the request is slow. Raises BusyError."""

    def wrapped(view: View[P]) -> View[P]:
        @wraps(view)
        def in_its_slot(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            if not is_long(request):
                return view(request, *args, **kwargs)
            with LONG_PAGES.slot(request.user.pk):
                return view(request, *args, **kwargs)

        return in_its_slot

    return wrapped


def has_query(request: HttpRequest) -> bool:
    """Whether the form was sent, not just opened."""
    return bool(request.GET)


def has_file(request: HttpRequest) -> bool:
    """Whether there is a file to read."""
    return bool(request.FILES)


def is_read(request: HttpRequest) -> bool:
    """Whether the request only reads."""
    return request.method != "POST"
