"""Length of sessions.

A school's computers are shared: a session ends with the browser, and at the latest twelve hours after its
last request (settings.SESSION_COOKIE_AGE). On a device of one's own it lasts longer; for teachers, who see
real names, not as long as for students.
"""

from datetime import timedelta

from django.contrib import auth
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from .models import User

OWN_DEVICE_AGE = {User.Role.STUDENT: timedelta(days=14), User.Role.TEACHER: timedelta(days=7)}
# A session is extended at most this often, as each time costs a write.
RENEW_EVERY = timedelta(minutes=30)
SEEN_AT = "seen_at"


def start_session(request: HttpRequest, user: User, *, is_own_device: bool = False) -> None:
    """Log the user in, on one's own device for longer."""
    with transaction.atomic():
        auth.login(request, user)
    if is_own_device:
        request.session.set_expiry(round(OWN_DEVICE_AGE[User.Role(user.role)].total_seconds()))
    request.session[SEEN_AT] = round(timezone.now().timestamp())


def renew_session(request: HttpRequest) -> None:
    """Extend the session from now on, if it was last extended a while ago."""
    user = request.user
    if not isinstance(user, User):
        return
    now = timezone.now().timestamp()
    seen_at = request.session.get(SEEN_AT) or (user.last_login or user.date_joined).timestamp()
    if now - seen_at > RENEW_EVERY.total_seconds():
        request.session[SEEN_AT] = round(now)


# Header that lets the service worker (static/js/worker.js) keep a personal page for offline use. Other
# personal pages are not kept.
KEPT_FOR = "Kept-For"


def keep_page(request: HttpRequest, response: HttpResponse, *, at_most_s: float | None = None) -> None:
    """Allow keeping this page for its user: `mark seconds end`.

    The mark is the same for all pages of an account and reveals nothing about it. The page is kept as long as
    the session lasts; `end` is `closing` if the session ends with the browser, else `later`.
    """
    mark = salted_hmac("accounts.sessions.keep_page", str(request.user.pk)).hexdigest()[:16]
    age_s = request.session.get_expiry_age()
    seconds = age_s if at_most_s is None else max(0, round(min(age_s, at_most_s)))
    ends = "closing" if request.session.get_expire_at_browser_close() else "later"
    response[KEPT_FOR] = f"{mark} {seconds} {ends}"


def forget_kept_pages(response: HttpResponse) -> None:
    """Delete all kept pages: nobody is logged in."""
    response[KEPT_FOR] = "nobody"
