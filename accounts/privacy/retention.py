"""Accounts end when nobody needs them any more: some time after their last class was put away."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ..models import Classroom, Membership, User
from .deletion import delete_account

DEFAULT_DAYS = 365
ROUND = timedelta(days=1)


def forgotten_students(*, after_days: int) -> QuerySet[User]:
    """Students of whom every class has been in the archive for so many days. Who is in no class stays."""
    limit = timezone.now() - timedelta(days=after_days)
    standing = Membership.objects.filter(Q(classroom__archived_at=None) | Q(classroom__archived_at__gt=limit))
    return (
        User.objects.students()
        .filter(pk__in=Membership.objects.values("student"), is_superuser=False)
        .exclude(pk__in=standing.values("student"))
        .order_by("username")
    )


def students_in_no_class() -> QuerySet[User]:
    return User.objects.students().exclude(pk__in=Membership.objects.values("student"))


def purge(*, after_days: int) -> int:
    """Delete those accounts, one transaction each so that play goes on meanwhile. How many they were."""
    return sum(
        _purge_one(key, after_days)
        for key in list(forgotten_students(after_days=after_days).values_list("pk", flat=True))
    )


@transaction.atomic
def _purge_one(key: int, after_days: int) -> bool:
    """Whether the account was deleted: its class may have come back from the archive just now."""
    classes = Classroom.objects.filter(memberships__student=key)
    # Locked, so that nobody takes one out of the archive between the look and the act.
    list(Classroom.objects.select_for_update().filter(pk__in=classes.values("pk")).order_by("pk"))
    student = forgotten_students(after_days=after_days).filter(pk=key).first()
    if student is None:
        return False
    delete_account(user=student)
    return True


class DailyPurge:
    """Purges once a day, however often it is asked."""

    def __init__(self) -> None:
        self.last: datetime | None = None

    def __call__(self, *, after_days: int | None) -> int:
        """How many accounts were deleted now. None days: accounts are kept until somebody deletes them."""
        now = timezone.now()
        if after_days is None or (self.last and now - self.last < ROUND):
            return 0
        self.last = now
        return purge(after_days=after_days)


purge_daily = DailyPurge()
