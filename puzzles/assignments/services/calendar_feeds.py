"""Secret addresses of calendars: create and revoke them, and find whose an address is."""

import secrets

from django.db import transaction

from accounts.models import Classroom, User
from accounts.services.throttle import hashed

from ..models import CalendarFeed

TOKEN_BYTES = 24


def create_feed(*, owner: User, classroom: Classroom | None = None) -> str:
    """Create an address and return its token, which cannot be shown again. It replaces an earlier one."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    with transaction.atomic():
        # Two requests at once: the unique constraint keeps one row, and the last token works.
        CalendarFeed.objects.update_or_create(
            owner=owner, classroom=classroom, defaults={"token_hash": _hashed(token)}
        )
    return token


def revoke_feed(*, owner: User, classroom: Classroom | None = None) -> bool:
    """Revoke the address; whether there was one."""
    deleted, _rows = CalendarFeed.objects.filter(owner=owner, classroom=classroom).delete()
    return bool(deleted)


def find_feed(token: str) -> CalendarFeed:
    """The feed of this token. Raises CalendarFeed.DoesNotExist, also once its owner may no longer read it."""
    rows = CalendarFeed.objects.filter(owner__is_active=True).select_related("owner", "classroom")
    feed = rows.get(token_hash=_hashed(token))
    if feed.classroom is None:
        may_read = feed.owner.is_student
    else:
        taught = Classroom.objects.read_by(feed.owner).current()
        may_read = feed.owner.is_teacher and taught.filter(pk=feed.classroom.pk).exists()
    if not may_read:
        raise CalendarFeed.DoesNotExist
    return feed


def _hashed(token: str) -> str:
    return hashed("calendar", token)
