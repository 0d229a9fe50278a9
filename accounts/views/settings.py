"""Settings of one's own account: password, language, colours, other logins."""

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from ..audit_log import Action, log_action
from ..forms import DisplayNameForm, LanguageForm, PasswordForm
from ..models import User
from ..requests import UserRequest, page_with_form, posted, wanted_page
from ..services.logins import change_password, log_out_elsewhere
from ..themes import forget_theme, keep_theme


@page_with_form
@sensitive_post_parameters("old_password", "new_password1", "new_password2")
def password_change(request: UserRequest) -> HttpResponse:
    """Change one's own password; it ends all other sessions."""
    form = PasswordForm(posted(request), user=request.user)
    if form.is_valid():
        with form.refusals("old_password"):
            old, new = form.cleaned_data["old_password"], form.cleaned_data["new_password1"]
            change_password(user=request.user, old=old, new=new)
            auth.update_session_auth_hash(request, request.user)
            messages.success(request, _("Your password was changed."))
            return redirect("accounts:settings")
    return render(request, "accounts/password.html", {"form": form}, status=form.status)


@page_with_form
def settings_page(request: UserRequest) -> HttpResponse:
    """The settings: one form chooses the language, a teacher's other one the name that students read."""
    if request.user.is_teacher and "display_name" in request.POST:
        return save_display_name(request)
    form = LanguageForm(posted(request), instance=request.user)
    if not form.is_valid():
        return render_settings(request, form, DisplayNameForm(instance=request.user))
    form.save()
    response = redirect("accounts:settings")
    # An earlier choice in this browser no longer counts.
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, path=settings.LANGUAGE_COOKIE_PATH)
    request.COOKIES.pop(settings.LANGUAGE_COOKIE_NAME, None)
    chosen = form.cleaned_data["language"] or translation.get_language_from_request(request)
    with translation.override(chosen):
        messages.success(request, _("Your language was saved."))
    return response


def save_display_name(request: UserRequest) -> HttpResponse:
    form = DisplayNameForm(request.POST, instance=request.user)
    if not form.is_valid():
        return render_settings(request, LanguageForm(instance=request.user), form)
    form.save()
    messages.success(request, _("Saved."))
    return redirect("accounts:settings")


def render_settings(request: UserRequest, form: LanguageForm, name_form: DisplayNameForm) -> HttpResponse:
    return render(request, "accounts/settings.html", {"form": form, "name_form": name_form})


@require_POST
def logout_elsewhere(request: UserRequest) -> HttpResponse:
    """End all one's other sessions."""
    log_out_elsewhere(user=request.user)
    log_action(Action.LOGOUT_ELSEWHERE, by=request.user.pk)
    auth.update_session_auth_hash(request, request.user)
    messages.success(request, _("You are logged out everywhere else."))
    return redirect("accounts:settings")


@require_POST
@login_not_required
def set_language(request: HttpRequest) -> HttpResponse:
    """Choose the language of this browser, and of the account if one is logged in."""
    language = request.POST.get("language")
    if language not in dict(settings.LANGUAGES):
        return HttpResponseRedirect(wanted_page(request))
    if isinstance(request.user, User):
        request.user.language = language
        request.user.save(update_fields=["language"])
    return i18n.set_language(request)


@require_POST
@login_not_required
def set_theme(request: HttpRequest) -> HttpResponse:
    """Choose the colours of the account, or without a login those of this browser."""
    response = HttpResponseRedirect(wanted_page(request))
    theme = request.POST.get("theme")
    if theme not in User.Theme.values:
        return response
    if isinstance(request.user, User):
        request.user.theme = theme
        request.user.save(update_fields=["theme"])
        # The next user of this browser does not inherit the colours.
        forget_theme(response)
    else:
        keep_theme(response, theme)
    return response
