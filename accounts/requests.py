"""The request of somebody who is logged in: what every view gets that is not marked public."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django_htmx.middleware import HtmxDetails

from .models import User

P = ParamSpec("P")


class UserRequest(HttpRequest):
    user: User
    htmx: HtmxDetails


View = Callable[Concatenate[UserRequest, P], HttpResponseBase]


def teacher_required(view: View[P]) -> View[P]:
    """Only teachers come to this view; anybody else is told that the page is not theirs."""

    @wraps(view)
    def for_teachers(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_teacher:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return for_teachers


def student_required(view: View[P]) -> View[P]:
    """Only students come to this view; a teacher is told that the page is not hers."""

    @wraps(view)
    def for_students(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_student:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return for_students


def sent_by_script(request: HttpRequest) -> bool:
    """Whether htmx or one of our scripts asks: both send htmx's header."""
    return bool(cast(UserRequest, request).htmx)


def poll(view: View[P]) -> View[P]:
    """A view that pages ask by themselves: it keeps nobody logged in who has left the machine."""
    view.is_poll = True  # type: ignore[attr-defined]
    return view
