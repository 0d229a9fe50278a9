"""The pages about accounts: log in and out, password, language, and the first teacher."""

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import check_for_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from .. import services
from ..audit import Act, note
from ..browsers import client_address, device_token, keep_device_token, known_device_token
from ..forms import CodeForm, LanguageForm, LoginForm, PasswordForm, SetupForm
from ..models import User
from ..requests import UserRequest
from ..sessions import start_session
from ..themes import forget_theme, keep_theme

page_with_form = require_http_methods(["GET", "HEAD", "POST"])


@page_with_form
@login_not_required
@never_cache
@sensitive_post_parameters("password")
def login(request: HttpRequest) -> HttpResponse:
    """Let somebody in who knows name and password; then go on to the page that was wanted."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(wanted_page(request))
    form = LoginForm(posted(request))
    status = 200
    if form.is_valid():
        try:
            return logged_in(request, form)
        except services.LoginError as error:
            form.add_error(None, str(error.message))
            status = 429 if isinstance(error, services.TooManyTriesError) else 200
    context = {"form": form, "next": wanted_page(request), "needs_setup": services.needs_setup()}
    return render(request, "accounts/login.html", context, status=status)


def logged_in(request: HttpRequest, form: LoginForm) -> HttpResponse:
    """The way on for whoever the form lets in; raises LoginError for anybody else."""
    device = device_token(request)
    user = services.check_login(
        name=form.cleaned_data["username"],
        password=form.cleaned_data["password"],
        address=client_address(request),
        device=device,
    )
    return let_in(request, user, device, is_own_device=form.cleaned_data["is_own_device"])


@page_with_form
@login_not_required
@never_cache
@sensitive_post_parameters("code")
def login_code(request: HttpRequest) -> HttpResponse:
    """Let a student in who has a code of the teacher's. The address of the page never holds it for us."""
    form = CodeForm(posted(request))
    status = 200
    if not request.user.is_authenticated and form.is_valid():
        try:
            return logged_in_by_code(request, form)
        except services.LoginError as error:
            form.add_error(None, str(error.message))
            status = 429 if isinstance(error, services.TooManyTriesError) else 200
    context = {"form": form, "next": wanted_page(request)}
    return render(request, "accounts/login_code.html", context, status=status)


def logged_in_by_code(request: HttpRequest, form: CodeForm) -> HttpResponse:
    """The way on for the student whose code it is; raises LoginError for any other."""
    device = device_token(request)
    user = services.check_code(
        code=form.cleaned_data["code"],
        address=client_address(request),
        known_device=known_device_token(request),
        device=device,
    )
    return let_in(request, user, device, is_own_device=form.cleaned_data["is_own_device"])


def let_in(request: HttpRequest, user: User, device: str, *, is_own_device: bool) -> HttpResponse:
    """Start the session, know the browser again, and go on to the page that was wanted."""
    start_session(request, user, is_own_device=is_own_device)
    response = HttpResponseRedirect(wanted_page(request))
    keep_device_token(response, device, path=reverse("login"))
    return response


@require_POST
@login_not_required
def logout(request: HttpRequest) -> HttpResponse:
    """End the session, also one that has ended by itself."""
    if request.user.is_authenticated:
        note(Act.LOGOUT, by=request.user.pk)
    auth.logout(request)
    return redirect("login")


@require_safe
@login_not_required
def admin_login(request: HttpRequest) -> HttpResponse:
    """The admin's door leads to the one login page; who is logged in and still stands here may not go in."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return HttpResponseRedirect(reverse("login", query={"next": wanted_page(request, default="admin:index")}))


def admin_shortcut(request: HttpRequest, **row: str) -> HttpResponse:
    """Nothing is found where the admin would tell, of any row, whether it is there and where it is shown."""
    raise Http404


@page_with_form
@sensitive_post_parameters("old_password", "new_password1", "new_password2")
def password_change(request: UserRequest) -> HttpResponse:
    """Change one's own password; sessions elsewhere end by it, this one stays."""
    form = PasswordForm(posted(request), user=request.user)
    status = 200
    if form.is_valid():
        old, new = form.cleaned_data["old_password"], form.cleaned_data["new_password1"]
        try:
            services.change_password(user=request.user, old=old, new=new)
        except services.LoginError as error:
            form.add_error("old_password", str(error.message))
            status = 429 if isinstance(error, services.TooManyTriesError) else 200
        else:
            auth.update_session_auth_hash(request, request.user)
            messages.success(request, _("The password is changed."))
            return redirect("settings")
    return render(request, "accounts/password.html", {"form": form}, status=status)


@page_with_form
def settings_page(request: UserRequest) -> HttpResponse:
    """What a person may choose for their own account: the language."""
    form = LanguageForm(posted(request), instance=request.user)
    if form.is_valid():
        form.save()
        return in_language(request, redirect("settings"), form.cleaned_data["language"])
    return render(request, "accounts/settings.html", {"form": form})


@require_POST
def logout_elsewhere(request: UserRequest) -> HttpResponse:
    """End all sessions of one's own but this one."""
    services.log_out_elsewhere(user=request.user)
    note(Act.LOGOUT_ELSEWHERE, by=request.user.pk)
    auth.update_session_auth_hash(request, request.user)
    messages.success(request, _("You are logged out everywhere else."))
    return redirect("settings")


def in_language(request: HttpRequest, response: HttpResponse, language: str) -> HttpResponse:
    """The response, with a word in the language chosen; an earlier choice of this browser is forgotten."""
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)
    request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
    with translation.override(language or translation.get_language_from_request(request)):
        messages.success(request, _("The language is saved."))
    return response


@require_POST
@login_not_required
def set_language(request: HttpRequest) -> HttpResponse:
    """Speak another language from now on: to the account, or without one to this browser."""
    response = HttpResponseRedirect(wanted_page(request))
    language = request.POST.get("language", "")
    if language not in dict(settings.LANGUAGES) or not check_for_language(language):
        return response
    if isinstance(request.user, User):
        request.user.language = language
        request.user.save(update_fields=["language"])
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=365 * 24 * 3600,
        path=settings.LANGUAGE_COOKIE_PATH,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


@require_POST
@login_not_required
def set_theme(request: HttpRequest) -> HttpResponse:
    """Show other colours from now on: to the account wherever it is used, or without one in this browser."""
    response = HttpResponseRedirect(wanted_page(request))
    theme = request.POST.get("theme")
    if theme not in User.Theme.values:
        return response
    if isinstance(request.user, User):
        request.user.theme = theme
        request.user.save(update_fields=["theme"])
        # Whoever uses this browser next shall not find another's colours.
        forget_theme(response)
    else:
        keep_theme(response, theme)
    return response


@page_with_form
@login_not_required
@never_cache
@sensitive_post_parameters("token", "password1", "password2")
def setup(request: HttpRequest) -> HttpResponse:
    """Make the first teacher of a site that has none, for whoever reads its console."""
    if not services.needs_setup():
        return redirect("login")
    form = SetupForm(posted(request), initial={"token": request.GET.get("token", "")})
    if form.is_valid():
        try:
            teacher = services.create_first_teacher(
                token=form.cleaned_data["token"],
                username=form.cleaned_data["username"],
                password=form.cleaned_data["password1"],
            )
        except services.SetupError as error:
            form.add_error("token", str(error.message))
        else:
            start_session(request, teacher)
            messages.success(request, _("Welcome. You are this site's first teacher, and its administrator."))
            return redirect("home")
    return render(request, "accounts/setup.html", {"form": form})


def posted(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with, be it nothing at all; None where none was sent."""
    return request.POST if request.method == "POST" else None


def wanted_page(request: HttpRequest, default: str = "home") -> str:
    """The page named by `next`, if it is one of ours; otherwise the default."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return resolve_url(default)
