"""The chosen colours: stored with the account, or in a cookie without a login."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .models import User

COOKIE = "theme"


def theme_of(request: HttpRequest) -> str:
    """The colours of a request's page; "" for the device's."""
    user = getattr(request, "user", None)
    theme = user.theme if isinstance(user, User) else request.COOKIES.get(COOKIE, "")
    return theme if theme in User.Theme.values else ""


def keep_theme(response: HttpResponse, theme: str) -> None:
    """Store the colours in this browser."""
    if not theme:
        forget_theme(response)
        return
    response.set_cookie(
        COOKIE,
        theme,
        max_age=365 * 24 * 3600,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def forget_theme(response: HttpResponse) -> None:
    response.delete_cookie(COOKIE, samesite="Lax")
