"""The end of work: handed in by the student, or collected when the teacher stops it or time is up.

Rows are locked in one order everywhere: the assignment, then its students by their keys, then their attempts
by theirs. A move locks its attempt, so it comes before the end, and counts, or after it, and is kept as late.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignee

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
    collect_attempts([assignee], now)
    return assignee


def collect_overdue(now: datetime | None = None) -> int:
    """Collect exams whose time is up, and open attempts of other work that is over. Returns their number."""
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
        return collect_attempts(Assignee.objects.locked().filter(pk__in=overdue), now)


def collect_if_over(attempt: Attempt, now: datetime) -> None:
    """Collect the student's open attempts if this one is open and its time is up: see `with_assignment`."""
    assignee = attempt.assignee
    if assignee is not None and attempt.is_open and assignee.is_read_only(now):
        with transaction.atomic():
            collect_attempts(Assignee.objects.locked().filter(pk=assignee.pk), now)
        attempt.refresh_from_db(fields=["state", "finished_at"])


def collect_attempts(assignees: Iterable[Assignee], now: datetime) -> int:
    """Collect open attempts of these locked assignees that take no more moves. Returns their number."""
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
