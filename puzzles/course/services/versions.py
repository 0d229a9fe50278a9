"""Limits on the versions of a program: their number, their size together, and their rate.

A lesson brings about ten versions of two or three kilobytes. A student who reaches a limit can still hand in:
old versions that nobody needs make room. A version that counts, or that a teacher has commented or judged,
is never dropped.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef

from accounts.models import User

from ..models import Comment, JudgedExercise, Submission

# For one student and worksheet, all assignments together.
MAX_VERSIONS = 200
MAX_BYTES = 5 * 1024 * 1024
# For one student, all worksheets together.
VERSIONS_A_MINUTE = 10


def is_too_often(student: User, now: datetime) -> bool:
    """Whether the student has handed in as many versions within the last minute as one may."""
    newest = Submission.objects.of(student).order_by("-pk").values_list("created_at", flat=True)
    last = newest[VERSIONS_A_MINUTE - 1 : VERSIONS_A_MINUTE]
    return any(now - timedelta(minutes=1) < created_at <= now for created_at in last)


def make_room(*, student: User, worksheet: str, size: int) -> bool:
    """Drop old versions until one of `size` bytes fits; False, and nothing dropped, where none may go.

    The caller has locked the student's row.
    """
    versions = _versions(student, worksheet)
    count, total = len(versions) + 1, sum(each.size for each in versions) + size
    dropped = []
    for each in _expendable(versions):
        if count <= MAX_VERSIONS and total <= MAX_BYTES:
            break
        dropped.append(each.pk)
        count, total = count - 1, total - each.size
    if count > MAX_VERSIONS or total > MAX_BYTES:
        return False
    if dropped:
        Submission.objects.filter(pk__in=dropped).delete()
    return True


def _versions(student: User, worksheet: str) -> list[Any]:
    """The student's versions of one worksheet, oldest first, in a query that reads no program.

    Each has `is_passed` (one exercise at least), `is_judged` (by a teacher) and `is_commented`.
    """
    verdicts = JudgedExercise.objects.filter(submission=OuterRef("pk"))
    rows = Submission.objects.of(student).filter(worksheet=worksheet)
    found = rows.annotate(
        is_passed=Exists(verdicts.filter(verdict=JudgedExercise.Verdict.PASSED)),
        is_judged=Exists(verdicts.filter(judged_by=JudgedExercise.Judge.TEACHER)),
        is_commented=Exists(Comment.objects.filter(submission=OuterRef("pk"))),
    )
    return list(found.only("size", "assignment", "is_trial", "is_late").order_by("pk"))


def _expendable(versions: list[Any]) -> Iterator[Any]:
    """The versions that may go, in this order: test deposits, what passed nothing, the rest; oldest first."""
    # The last version of each assignment counts; where that is late, so does the last one in time.
    counting = {(each.assignment_id, each.is_late): each.pk for each in versions if not each.is_trial}
    needed = set(counting.values())
    free = [
        each for each in versions if each.pk not in needed and not each.is_judged and not each.is_commented
    ]
    yield from (each for each in free if each.is_trial)
    yield from (each for each in free if not each.is_trial and not each.is_passed)
    yield from (each for each in free if not each.is_trial and each.is_passed)
