"""The request of somebody who is logged in: what every view gets that is not marked public."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from .models import User

P = ParamSpec("P")


class UserRequest(HttpRequest):
    user: User


def teacher_required(
    view: Callable[Concatenate[UserRequest, P], HttpResponse],
) -> Callable[Concatenate[UserRequest, P], HttpResponse]:
    """Only teachers come to this view; anybody else is told that the page is not theirs."""

    @wraps(view)
    def for_teachers(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_teacher:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return for_teachers
