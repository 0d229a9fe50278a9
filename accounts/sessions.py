"""How long somebody stays logged in.

A school's machines are shared: a session ends with the browser, and twelve hours after its last request at
the latest (settings.SESSION_COOKIE_AGE). On a device of one's own it may last, for teachers less long than
for students: theirs opens the names of a class.
"""

from datetime import datetime, timedelta

from django.contrib import auth
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from .models import User

OWN_DEVICE_AGE = {User.Role.STUDENT: timedelta(days=14), User.Role.TEACHER: timedelta(days=7)}
# The end is put off when this has passed since it last was, not at every request: each costs a write.
RENEW_EVERY = timedelta(minutes=30)
SEEN_AT = "seen_at"


def start_session(request: HttpRequest, user: User, *, is_own_device: bool = False) -> None:
    """Log the user in, here and for as long as this kind of device deserves."""
    with transaction.atomic():
        auth.login(request, user)
    if is_own_device:
        request.session.set_expiry(round(OWN_DEVICE_AGE[User.Role(user.role)].total_seconds()))
    request.session[SEEN_AT] = round(timezone.now().timestamp())


def renew_session(request: HttpRequest) -> None:
    """Let the session of who is logged in count from now, if the last time is a while ago."""
    user = request.user
    if not isinstance(user, User):
        return
    now = timezone.now()
    if now - _last_seen(request, user) > RENEW_EVERY:
        request.session[SEEN_AT] = round(now.timestamp())


def _last_seen(request: HttpRequest, user: User) -> datetime:
    stamp = request.session.get(SEEN_AT)
    if stamp:
        return datetime.fromtimestamp(stamp, tz=timezone.get_default_timezone())
    return user.last_login or user.date_joined


# Whose a page is that the browser's service worker (static/js/worker.js) may keep for when there is no
# network. Nothing else that a person sees is kept.
KEPT_FOR = "Kept-For"


def keep_page(request: HttpRequest, response: HttpResponse, *, at_most_s: float | None = None) -> None:
    """Let this page be kept for its reader: `mark seconds when`.

    The mark is the same for all pages of an account and tells nothing about it. The page is kept as long as
    the session may last, and for nobody once the browser is closed, if that ends the session: then the last
    word is `closing`, else `later`.
    """
    mark = salted_hmac("accounts.sessions.keep_page", str(request.user.pk)).hexdigest()[:16]
    age_s = request.session.get_expiry_age()
    seconds = age_s if at_most_s is None else max(0, round(min(age_s, at_most_s)))
    ends = "closing" if request.session.get_expire_at_browser_close() else "later"
    response[KEPT_FOR] = f"{mark} {seconds} {ends}"


def forget_kept_pages(response: HttpResponse) -> None:
    """Let go of all pages that were kept: nobody is logged in."""
    response[KEPT_FOR] = "nobody"
