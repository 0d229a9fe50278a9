"""The request as views get it: its user, who may open a view, what was posted, where to go next."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from .models import User
from .refusals import Refusal

P = ParamSpec("P")

SAFE_METHODS = {"GET", "HEAD"}

page_with_form = require_http_methods(["GET", "HEAD", "POST"])


class UserRequest(HttpRequest):
    """The request of a user who is logged in, as every view gets it that is not `login_not_required`."""

    user: User
    htmx: HtmxDetails


View = Callable[Concatenate[UserRequest, P], HttpResponseBase]


def teacher_required(view: View[P]) -> View[P]:
    """Only teachers may open this view; others get 403."""

    @wraps(view)
    def for_teachers(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_teacher:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return for_teachers


def student_required(view: View[P]) -> View[P]:
    """Only students may open this view; others get 403."""

    @wraps(view)
    def for_students(request: UserRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not request.user.is_student:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return for_students


class ReadOnlyError(Refusal):
    """A change to a class that the teacher only reads."""

    sentence = gettext_lazy(
        "You can look at this class but not change it. Its teachers can give you that right."
    )


def get_of_class(request: UserRequest, rows: Any, *, changes: bool = False, **lookup: Any) -> Any:
    """The row of a class of this teacher; another's is a 404.

    `rows` have `taught_by` and `read_by`. Who only reads the class finds it by safe methods, unless the view
    `changes` something; everything else is refused with ReadOnlyError.
    """
    if not changes and request.method in SAFE_METHODS:
        return get_object_or_404(rows.read_by(request.user), **lookup)
    found = rows.taught_by(request.user).filter(**lookup).first()
    if found is None:
        if rows.read_by(request.user).filter(**lookup).exists():
            raise ReadOnlyError
        raise Http404
    return found


def sent_by_script(request: HttpRequest) -> bool:
    """Whether htmx or one of our scripts sent the request: both set htmx's header."""
    return bool(cast(UserRequest, request).htmx)


def poll(view: View[P]) -> View[P]:
    """A view that pages poll by themselves: it does not extend the session."""
    view.is_poll = True  # type: ignore[attr-defined]
    return view


def posted(request: HttpRequest) -> QueryDict | None:
    """The data for a form: None unless the form was sent."""
    return request.POST if request.method == "POST" else None


def is_own_address(request: HttpRequest, address: str) -> bool:
    """Whether it is safe to redirect to this address: it is on this site."""
    return url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())


def wanted_page(request: HttpRequest, default: str = "home:home") -> str:
    """The page named by `next`, if it is on this site; otherwise the default."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if is_own_address(request, wanted) else resolve_url(default)


def is_fragment_wanted(request: UserRequest) -> bool:
    """Whether a script asks for a part of the page; htmx going back in the history wants the whole of it."""
    return bool(request.htmx) and not request.htmx.history_restore_request
