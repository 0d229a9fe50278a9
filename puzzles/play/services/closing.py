"""Work that ends: handed in by the student, ended by the teacher, or because time is up.

Rows are locked in one order everywhere: the assignment, then its students by their keys, then their attempts
by theirs. A move locks its attempt, so it comes before the end, and counts, or after it, and is kept as late.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignee, Assignment

from ..models import Attempt
from .assigned_puzzles import lock_assignee, require_begun
from .review import wake_reviews


@transaction.atomic
def hand_in(*, student: User, assignment_id: int, now: datetime | None = None) -> Assignee:
    """Hand in the student's assignment: its grids take no more moves. A second time changes nothing.

    Raises Assignee.DoesNotExist, and AssignmentError where nothing was begun.
    """
    assignee = lock_assignee(student=student, assignment_id=assignment_id)
    # Take the time after the lock, so that it is later than that of the request we waited for.
    now = now or timezone.now()
    require_begun(assignee)
    if assignee.handed_in_at is None and not assignee.is_read_only(now):
        assignee.handed_in_at = now
        assignee.save(update_fields=["handed_in_at"])
    close_attempts([assignee], now)
    return assignee


@transaction.atomic
def end_assignment(assignment: Assignment, now: datetime | None = None) -> int:
    """End the work of the whole class, and collect what is open as it stands. Returns the number of grids.

    The assignment is locked by the caller.
    """
    now = now or timezone.now()
    if assignment.stopped_at is None:
        assignment.stopped_at = now
        assignment.save(update_fields=["stopped_at"])
    return close_attempts(Assignee.objects.locked().filter(assignment=assignment), now)


def end_overdue(now: datetime | None = None) -> int:
    """Collect the exams whose time is up, and what other work that is over left open; how many grids."""
    now = now or timezone.now()
    may_be_over = (
        Q(policy__is_exam=True)
        | Q(assigned_puzzle__assignee__handed_in_at__isnull=False)
        | Q(assigned_puzzle__assignee__assignment__stopped_at__isnull=False)
    )
    waiting = (
        Attempt.objects.unfinished().filter(may_be_over, assigned_puzzle__isnull=False).with_assignment()
    )
    overdue = {
        assignee.pk
        for attempt in waiting.select_related("assigned_puzzle__assignee__student").order_by()
        if (assignee := attempt.assignee) is not None and assignee.is_read_only(now)
    }
    if not overdue:
        return 0
    with transaction.atomic():
        return close_attempts(Assignee.objects.locked().filter(pk__in=overdue), now)


def collect_if_over(attempt: Attempt, now: datetime) -> None:
    """Collect what its student has open, if the attempt is open and its time is up: see `with_assignment`."""
    assignee = attempt.assignee
    if assignee is not None and attempt.is_open and assignee.is_read_only(now):
        with transaction.atomic():
            close_attempts(Assignee.objects.locked().filter(pk=assignee.pk), now)
        attempt.refresh_from_db(fields=["state", "finished_at"])


def close_attempts(assignees: Iterable[Assignee], now: datetime) -> int:
    """Close the open attempts of these locked students if they take no more moves; how many those are."""
    read_only = {assignee.pk: assignee for assignee in assignees if assignee.is_read_only(now)}
    attempts = list(
        Attempt.objects.unfinished()
        .filter(assigned_puzzle__assignee__in=read_only)
        .select_for_update(of=("self",))
        .select_related("assigned_puzzle")
        .order_by("pk")
    )
    for attempt in attempts:
        attempt.state = Attempt.State.HANDED_IN
        attempt.finished_at = (
            read_only[attempt.assigned_puzzle.assignee_id].read_only_at if attempt.assigned_puzzle else now
        )
    Attempt.objects.bulk_update(attempts, ["state", "finished_at"])
    if attempts:
        transaction.on_commit(wake_reviews, robust=True)
    return len(attempts)
