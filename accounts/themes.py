"""The colours somebody has chosen: an account's stand in it, a stranger's in a cookie."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from .models import User

COOKIE = "theme"


def theme_of(request: HttpRequest) -> str:
    """What the page of a request is to look like; "" where the device decides."""
    user = getattr(request, "user", None)
    theme = user.theme if isinstance(user, User) else request.COOKIES.get(COOKIE, "")
    return theme if theme in User.Theme.values else ""


def keep_theme(response: HttpResponse, theme: str) -> None:
    """Let the browser remember the colours, for who has no account."""
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
