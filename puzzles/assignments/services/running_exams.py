"""Who is in an exam at this moment."""

from collections.abc import Collection
from typing import Any

from django.utils import timezone

from accounts.models import User

from ..models import Assignee


def students_in_exams(*, students: Collection[User], **_rest: Any) -> set[int]:
    """The keys of those who have begun an exam that is not over: see `access.is_writing_exam`."""
    now = timezone.now()
    begun = Assignee.objects.filter(student__in=students).writing_exam()
    rows = begun.select_related("student", "assignment__classroom", "assignment__policy")
    return {part.student_id for part in rows if not part.is_over(now)}
