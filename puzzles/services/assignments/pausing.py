"""The pause of a class, given back to the exams that it interrupted."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Classroom

from ...models import Assignee


@transaction.atomic
def give_back_pause(*, classroom: Classroom, paused_at: datetime, now: datetime | None = None) -> int:
    """Give each student in a running exam of the class the time that the pause took; to how many.

    Who has begun gets it, and who has not where one time counts for all: the minutes of a student who begins
    later are not touched by a pause before. A due date of a student's own moves along.
    """
    now = now or timezone.now()
    now = now or timezone.now()
    parts = (
        Assignee.objects.filter(
            assignment__classroom=classroom,
            assignment__policy__is_exam=True,
            assignment__handed_out_at__isnull=False,
            assignment__stopped_at=None,
            assignment__opens_at__lt=now,
            excluded_at=None,
            handed_in_at=None,
        )
        .select_for_update(of=("self",))
        .select_related("assignment", "student")
        .order_by("pk")
    )
    held_up = [part for part in parts if _was_held_up(part, paused_at)]
    for part in held_up:
        lost = now - max(paused_at, part.assignment.opens_at)
        if part.due_at:
            part.due_at += lost
        else:
            part.given_back_s += lost // timedelta(seconds=1)
    Assignee.objects.bulk_update(held_up, ["due_at", "given_back_s"])
    return len(held_up)


def resume_exams(*, classroom: Classroom, paused_at: datetime, **_rest: Any) -> None:
    """What follows from `class_resumed`."""
    give_back_pause(classroom=classroom, paused_at=paused_at)


def _was_held_up(part: Assignee, paused_at: datetime) -> bool:
    if part.began_at is None and part.assignment.minutes:
        return False
    return part.times_out_at is not None and part.times_out_at > paused_at
