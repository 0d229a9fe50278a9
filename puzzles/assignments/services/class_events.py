"""Receivers of signals: a class with assignments is resumed, archived or deleted."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from puzzles.play.models import Attempt

from ..models import Assignee, Assignment


@transaction.atomic
def give_back_pause(
    *, classroom: Classroom, paused_at: datetime, now: datetime | None = None, **_rest: Any
) -> int:
    """Give the time of a pause back to the students in running exams. Returns how many got it.

    Students who have not begun get it only if one due date counts for all: their minutes have not run yet.
    A student's own due date moves.

    Moves in transit when the pause began are still accepted (see `play.PAUSE_GRACE`); the time up to the last
    of them was used, and is not given back.
    """
    assignees = list(
        Assignee.objects.filter(
            assignment__classroom=classroom,
            assignment__policy__is_exam=True,
            assignment__handed_out_at__isnull=False,
            assignment__stopped_at=None,
            excused_at=None,
            handed_in_at=None,
        )
        .select_for_update(of=("self",))
        .select_related("assignment", "student")
        .order_by("pk")
    )
    # Read the clock after taking the lock: the request that held it before has written an earlier time.
    now = now or timezone.now()
    last_moves = dict(
        Attempt.objects.filter(assigned_puzzle__assignee__in=assignees, last_move_at__gt=paused_at)
        .order_by()
        .values_list("assigned_puzzle__assignee")
        .annotate(last=Max("last_move_at"))
    )
    delayed = [assignee for assignee in assignees if _was_delayed(assignee, paused_at, now)]
    for assignee in delayed:
        lost = now - max(paused_at, assignee.assignment.opens_at, last_moves.get(assignee.pk, paused_at))
        if assignee.due_at:
            assignee.due_at += lost
        else:
            assignee.given_back_s += lost // timedelta(seconds=1)
    Assignee.objects.bulk_update(delayed, ["due_at", "given_back_s"])
    return len(delayed)


def _was_delayed(assignee: Assignee, paused_at: datetime, now: datetime) -> bool:
    if assignee.assignment.opens_at >= now:
        return False
    if assignee.began_at is None and assignee.assignment.minutes:
        return False
    return assignee.times_out_at is not None and assignee.times_out_at > paused_at


def unreleased_exam_reason(*, classroom: Classroom, **_rest: Any) -> str | Promise | None:
    """The reason to keep the class: an exam whose results are not released. None without one.

    Until the release its grids are locked, and students may still be writing.
    """
    exams = Assignment.objects.unreleased_exams().handed_out().filter(classroom=classroom)
    exam = exams.order_by("opens_at").first()
    if exam is None:
        return None
    return _("Release the results of “%(exam)s” first.") % {"exam": exam.name}


def unreleased_exam_of_student_reason(*, student: User, **_rest: Any) -> str | Promise | None:
    """The reason to keep a student without a class: an exam not released yet. None without one."""
    begun = Assignee.objects.filter(student=student, began_at__isnull=False)
    if not begun.filter(assignment__in=Assignment.objects.unreleased_exams()).exists():
        return None
    return _("The student has written an exam whose results are not released yet.")


def detach_attempts(*, classroom: Classroom, **_rest: Any) -> None:
    """End the open attempts in a class's assignments before it is deleted, and keep the titles.

    Without its assigned puzzle an open attempt could be a second free one of its player and puzzle, which a
    constraint forbids.
    """
    attempts = Attempt.objects.filter(assigned_puzzle__assignee__assignment__classroom=classroom)
    titles = Assignment.objects.filter(assignees__assigned_puzzles=OuterRef("assigned_puzzle"))
    # Players may be making a move: it comes before the lock, or finds the class deleted.
    list(attempts.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    attempts.update(assignment_name=Subquery(titles.values("name")[:1]))
    attempts.unfinished().update(state=Attempt.State.HANDED_IN, finished_at=timezone.now())


def students_in_exams(*, students: Collection[User], **_rest: Any) -> set[int]:
    """The keys of the students who are writing an exam now: see `access.is_writing_exam`."""
    now = timezone.now()
    begun = Assignee.objects.filter(student__in=students).writing_exam()
    rows = begun.select_related("student", "assignment__classroom", "assignment__policy")
    return {assignee.student_id for assignee in rows if not assignee.is_over(now)}
