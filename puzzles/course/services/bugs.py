"""Reports of the bug gallery from a student's browser: both versions ran, and differed or not."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User

from ..models import BugFind


@dataclass(frozen=True, slots=True)
class Found:
    """A bug that was found: the digits of this grid, and of the smallest before (None: not found before)."""

    digits: int
    before: int | None

    @property
    def is_smaller(self) -> bool:
        return self.before is not None and self.digits < self.before


@transaction.atomic
def record_try(
    *,
    student: User,
    worksheet: str,
    exercise: str,
    name: str,
    digits: int | None,
    now: datetime | None = None,
) -> Found | None:
    """Count a run of both versions; `digits` is what the grid had where they differed, else None.

    The smallest grid is kept.
    """
    now = now or timezone.now()
    row, _is_new = BugFind.objects.select_for_update().get_or_create(
        student=student, worksheet=worksheet, exercise=exercise, name=name
    )
    before = row.digits
    row.tries += 1
    row.tried_at = now
    if digits is not None:
        row.digits = digits if before is None else min(before, digits)
        row.found_at = row.found_at or now
    row.save()
    return None if digits is None else Found(digits, before)
