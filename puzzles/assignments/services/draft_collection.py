"""Assignments of exercises that end: the drafts of the class are collected as programs handed in."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from puzzles.course.models import Program, Submission

from ..models import Assignment
from . import lifecycle
from .submissions import SubmissionError, submit


@transaction.atomic
def stop_exercises(*, assignment: Assignment, now: datetime | None = None) -> int:
    """Stop an assignment of exercises for the whole class; how many drafts were collected.

    Raises LifecycleError for a draft of an assignment.
    """
    now = now or timezone.now()
    assignment.refresh_from_db(fields=["stopped_at"])
    # Collected first: after the stop no program is taken.
    count = _collect_drafts(assignment, now) if assignment.is_open(now) else 0
    lifecycle.stop_assignment(assignment=assignment, now=now)
    return count


def archive_exercises(*, assignment: Assignment) -> Assignment:
    """Put an assignment of exercises into the archive; one that still runs is stopped first."""
    if not assignment.is_draft:
        stop_exercises(assignment=assignment)
    return lifecycle.archive_assignment(assignment=assignment)


def _collect_drafts(assignment: Assignment, now: datetime) -> int:
    """Hand in the drafts of the class as they are saved, where nothing newer was handed in; how many."""
    drafts = Program.objects.filter(
        worksheet=assignment.worksheet, student__memberships__classroom=assignment.classroom_id
    )
    counted = Submission.objects.filter(assignment=assignment).counted()
    newest = {each.student_id: each for each in counted.newest_per_student()}
    count = 0
    # Students are locked in one order, so that two assignments stopped at once never wait for each other.
    for draft in drafts.select_related("student").order_by("student"):
        last = newest.get(draft.student_id)
        if last and (last.created_at >= draft.saved_at or last.source == draft.text):
            continue
        try:
            submit(
                student=draft.student,
                worksheet=assignment.worksheet,
                source=draft.text,
                assignment_id=assignment.pk,
                collected_from=draft.saved_at,
                now=now,
            )
        except (SubmissionError, Assignment.DoesNotExist):
            # An empty draft, or that of a student who is excluded.
            continue
        count += 1
    return count
