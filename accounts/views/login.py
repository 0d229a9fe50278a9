"""Log in with a password or a code, log out, and create the first teacher of a new site."""

from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from ..audit_log import Action, log_action
from ..browsers import client_address, device_token, keep_device_token, known_device_token
from ..forms import CardForm, CodeForm, LoginForm, SetupForm
from ..models import User
from ..requests import page_with_form, posted, wanted_page
from ..services.card_codes import check_card_code
from ..services.login_codes import check_code
from ..services.logins import check_login
from ..services.setup import create_first_teacher, needs_setup
from ..sessions import start_session


@page_with_form
@login_not_required
@never_cache
@sensitive_post_parameters("password")
def login(request: HttpRequest) -> HttpResponse:
    """Log in with user name and password; then go on to the page in `next`."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(wanted_page(request))
    form = LoginForm(posted(request))
    if form.is_valid():
        with form.refusals():
            device = device_token(request)
            user = check_login(
                name=form.cleaned_data["username"],
                password=form.cleaned_data["password"],
                address=client_address(request),
                device=device,
            )
            return logged_in(request, user, device, is_own_device=form.cleaned_data["is_own_device"])
    context = {"form": form, "next": wanted_page(request), "needs_setup": needs_setup()}
    return render(request, "accounts/login.html", context, status=form.status)


@page_with_form
@login_not_required
@never_cache
@sensitive_post_parameters("code")
def login_code(request: HttpRequest) -> HttpResponse:
    """Log in with a teacher's code. The code is never part of the address that is sent to the server."""
    form = CodeForm(posted(request))
    if not request.user.is_authenticated and form.is_valid():
        with form.refusals():
            device = device_token(request)
            user = check_code(
                code=form.cleaned_data["code"],
                address=client_address(request),
                known_device=known_device_token(request),
                device=device,
            )
            return logged_in(request, user, device, is_own_device=form.cleaned_data["is_own_device"])
    context = {"form": form, "next": wanted_page(request)}
    return render(request, "accounts/login_code.html", context, status=form.status)


@page_with_form
@login_not_required
@never_cache
@sensitive_post_parameters("code")
def login_card(request: HttpRequest) -> HttpResponse:
    """Log in with the QR code of a login card. Its code is never part of the address sent to the server.

    Without a script, or with a card that is no longer valid, user name and password are typed.
    """
    form = CardForm(posted(request), auto_id="card_%s")
    if not request.user.is_authenticated and form.is_valid():
        with form.refusals():
            device = device_token(request)
            user = check_card_code(
                code=form.cleaned_data["code"], address=client_address(request), device=device
            )
            return logged_in(request, user, device, is_own_device=form.cleaned_data["is_own_device"])
    context = {"card_form": form, "form": LoginForm(), "next": wanted_page(request)}
    return render(request, "accounts/login_card.html", context, status=form.status)


def logged_in(request: HttpRequest, user: User, device: str, *, is_own_device: bool) -> HttpResponse:
    """Start the session, remember the browser, and go on to the page in `next`."""
    start_session(request, user, is_own_device=is_own_device)
    response = HttpResponseRedirect(wanted_page(request))
    keep_device_token(response, device, path=reverse("accounts:login"))
    return response


@require_POST
@login_not_required
def logout(request: HttpRequest) -> HttpResponse:
    """End the session, also one that has expired."""
    if request.user.is_authenticated:
        log_action(Action.LOGOUT, by=request.user.pk)
    auth.logout(request)
    return redirect("accounts:login")


@require_safe
@login_not_required
def admin_login(request: HttpRequest) -> HttpResponse:
    """Send the admin's login to ours; 403 if already logged in."""
    if request.user.is_authenticated:
        raise PermissionDenied
    wanted = wanted_page(request, default="admin:index")
    return HttpResponseRedirect(reverse("accounts:login", query={"next": wanted}))


def admin_shortcut(request: HttpRequest, **row: str) -> HttpResponse:
    """404 in place of the admin's "view on site", which reveals whether any row exists."""
    raise Http404


@page_with_form
@login_not_required
@never_cache
@sensitive_post_parameters("token", "password1", "password2")
def setup(request: HttpRequest) -> HttpResponse:
    """Create the first teacher of a new site, with the token from its console."""
    if not needs_setup():
        return redirect("accounts:login")
    form = SetupForm(posted(request), initial={"token": request.GET.get("token", "")})
    if form.is_valid():
        with form.refusals("token"):
            teacher = create_first_teacher(
                token=form.cleaned_data["token"],
                username=form.cleaned_data["username"],
                password=form.cleaned_data["password1"],
                display_name=form.cleaned_data["display_name"],
            )
            start_session(request, teacher)
            messages.success(request, _("Welcome. You are this site's first teacher and its administrator."))
            return redirect("home:home")
    return render(request, "accounts/setup.html", {"form": form})
