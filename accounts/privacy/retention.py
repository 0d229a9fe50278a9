"""Retention: accounts are deleted some time after their last class was archived."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ..models import Classroom, Membership, User
from .deletion import delete_account

DEFAULT_DAYS = 365
DELETE_EVERY = timedelta(days=1)


def expired_students(*, after_days: int) -> QuerySet[User]:
    """Students whose classes were all archived at least so many days ago. Students without a class stay."""
    limit = timezone.now() - timedelta(days=after_days)
    current = Membership.objects.filter(Q(classroom__archived_at=None) | Q(classroom__archived_at__gt=limit))
    return (
        User.objects.students()
        .filter(pk__in=Membership.objects.values("student"), is_superuser=False)
        .exclude(pk__in=current.values("student"))
        .order_by("username")
    )


def students_in_no_class() -> QuerySet[User]:
    return User.objects.students().exclude(pk__in=Membership.objects.values("student"))


def delete_expired_students(*, after_days: int) -> int:
    """Delete expired accounts, one transaction each so that play goes on. Returns how many."""
    keys = list(expired_students(after_days=after_days).values_list("pk", flat=True))
    return sum(_delete_if_expired(key, after_days) for key in keys)


@transaction.atomic
def _delete_if_expired(key: int, after_days: int) -> bool:
    """Whether the account was deleted: its class may have been restored just now."""
    classes = Classroom.objects.filter(memberships__student=key)
    # Locked, so that no class is restored between the check and the deletion.
    list(Classroom.objects.select_for_update().filter(pk__in=classes.values("pk")).order_by("pk"))
    student = expired_students(after_days=after_days).filter(pk=key).first()
    if student:
        delete_account(user=student)
    return student is not None


class DailyDeletion:
    """Deletes them once a day, however often it is called."""

    def __init__(self) -> None:
        self.last: datetime | None = None

    def __call__(self, *, after_days: int | None) -> int:
        """Returns how many accounts were deleted; with None, no account is ever deleted automatically."""
        now = timezone.now()
        if after_days is None or (self.last and now - self.last < DELETE_EVERY):
            return 0
        self.last = now
        return delete_expired_students(after_days=after_days)


delete_daily = DailyDeletion()
