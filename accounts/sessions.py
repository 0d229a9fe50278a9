"""How long somebody stays logged in.

A school's machines are shared: a session ends with the browser, and twelve hours after its last request at
the latest (settings.SESSION_COOKIE_AGE). On a device of one's own it may last, for teachers less long than
for students: theirs opens the names of a class.
"""

from datetime import datetime, timedelta

from django.contrib import auth
from django.http import HttpRequest
from django.utils import timezone

from .models import User

OWN_DEVICE_AGE = {User.Role.STUDENT: timedelta(days=14), User.Role.TEACHER: timedelta(days=7)}
# The end is put off when this has passed since it last was, not at every request: each costs a write.
PUT_OFF_EVERY = timedelta(minutes=30)
SEEN_AT = "seen_at"


def start_session(request: HttpRequest, user: User, *, is_own_device: bool = False) -> None:
    """Log the user in, here and for as long as this kind of device deserves."""
    auth.login(request, user)
    if is_own_device:
        request.session.set_expiry(round(OWN_DEVICE_AGE[User.Role(user.role)].total_seconds()))
    request.session[SEEN_AT] = round(timezone.now().timestamp())


def put_off_end(request: HttpRequest) -> None:
    """Let the session of who is logged in count from now, if the last time is a while ago."""
    user = request.user
    if not isinstance(user, User):
        return
    now = timezone.now()
    if now - _last_seen(request, user) > PUT_OFF_EVERY:
        request.session[SEEN_AT] = round(now.timestamp())


def _last_seen(request: HttpRequest, user: User) -> datetime:
    stamp = request.session.get(SEEN_AT)
    if stamp:
        return datetime.fromtimestamp(stamp, tz=timezone.get_default_timezone())
    return user.last_login or user.date_joined
