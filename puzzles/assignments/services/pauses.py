"""The pause of a class, given back to the exams that it interrupted."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.models import Classroom
from puzzles.play.models import Attempt

from ..models import Assignee


@transaction.atomic
def give_back_pause(*, classroom: Classroom, paused_at: datetime, now: datetime | None = None) -> int:
    """Give each student in a running exam of the class the time that the pause took; to how many.

    Who has begun gets it, and who has not where one time counts for all: the minutes of a student who begins
    later are not touched by a pause before. A due date of a student's own moves along.

    Moves that were in transit when the pause began are taken (see `play.PAUSE_GRACE`). The time up to the
    last of them was used, and is not given back.
    """
    parts = list(
        Assignee.objects.filter(
            assignment__classroom=classroom,
            assignment__policy__is_exam=True,
            assignment__handed_out_at__isnull=False,
            assignment__stopped_at=None,
            excluded_at=None,
            handed_in_at=None,
        )
        .select_for_update(of=("self",))
        .select_related("assignment", "student")
        .order_by("pk")
    )
    # Read after the lock: who waited for it comes later than who held it.
    now = now or timezone.now()
    last_moves = dict(
        Attempt.objects.filter(assigned_puzzle__assignee__in=parts, last_move_at__gt=paused_at)
        .order_by()
        .values_list("assigned_puzzle__assignee")
        .annotate(last=Max("last_move_at"))
    )
    held_up = [part for part in parts if _was_held_up(part, paused_at, now)]
    for part in held_up:
        lost = now - max(paused_at, part.assignment.opens_at, last_moves.get(part.pk, paused_at))
        if part.due_at:
            part.due_at += lost
        else:
            part.given_back_s += lost // timedelta(seconds=1)
    Assignee.objects.bulk_update(held_up, ["due_at", "given_back_s"])
    return len(held_up)


def resume_exams(*, classroom: Classroom, paused_at: datetime, **_rest: Any) -> None:
    """What follows from `class_resumed`."""
    give_back_pause(classroom=classroom, paused_at=paused_at)


def _was_held_up(part: Assignee, paused_at: datetime, now: datetime) -> bool:
    if part.assignment.opens_at >= now:
        return False
    if part.began_at is None and part.assignment.minutes:
        return False
    return part.times_out_at is not None and part.times_out_at > paused_at
