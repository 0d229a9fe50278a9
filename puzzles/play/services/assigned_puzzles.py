"""A student's row of an assignment: locked, checked, its puzzles opened one by one."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment

from ..models import Attempt


class AssignmentError(Refusal):
    """The student cannot work on the assignment now; the text is for them."""


@transaction.atomic
def open_grid(*, student: User, assignment_id: int, position: int, now: datetime | None = None) -> Attempt:
    """The student's attempt on one of the grids, created if need be; two requests at once get one.

    Raises Assignee.DoesNotExist or AssignedPuzzle.DoesNotExist, and AssignmentError before or after its time.
    """
    assignee = lock_assignee(student=student, assignment_id=assignment_id)
    # Read after the lock: the work may have been handed in meanwhile.
    now = now or timezone.now()
    if assignee.assignment.algorithm:
        raise AssignedPuzzle.DoesNotExist
    assigned_puzzle = assignee.assigned_puzzles.select_related("puzzle", "attempt").get(position=position)
    if assigned_puzzle.attempt_or_none is not None:
        return assigned_puzzle.attempt
    require_begun(assignee)
    require_takes_moves(assignee, now)
    if assignee.assignment.clock_stopped_at is not None:
        raise AssignmentError(_("Your teacher has paused the class. Open the grid when it resumes."))
    return Attempt.objects.create(
        player=student,
        puzzle=assigned_puzzle.puzzle,
        policy=assignee.assignment.policy,
        assigned_puzzle=assigned_puzzle,
        digits=assigned_puzzle.puzzle.givens,
        started_at=now,
        progress_at=now,
        last_move_at=now,
    )


def lock_assignee(*, student: User, assignment_id: int) -> Assignee:
    """The student's row of an assignment, locked; the assignment is read after that.

    Raises Assignee.DoesNotExist.
    """
    rows = Assignee.objects.of(student).select_for_update(of=("self",))
    assignee = rows.get(assignment=assignment_id)
    # Read after the lock: closing the assignment for all locks this row as well.
    assignee.assignment = Assignment.objects.select_related("policy", "classroom").get(pk=assignment_id)
    assignee.student = student
    return assignee


def lock_working_assignee(*, student: User, assignment_id: int, now: datetime) -> Assignee:
    """The same, begun and not over. Raises Assignee.DoesNotExist and AssignmentError."""
    assignee = lock_assignee(student=student, assignment_id=assignment_id)
    require_begun(assignee)
    require_takes_moves(assignee, now)
    return assignee


def require_begun(assignee: Assignee) -> None:
    """Raise AssignmentError when the student has not begun."""
    if assignee.began_at is None:
        raise AssignmentError(_("Begin the work first."))


def require_takes_moves(assignee: Assignee, now: datetime) -> None:
    """Raise AssignmentError once the assignment is over for the student."""
    if assignee.is_read_only(now):
        raise AssignmentError(_("This assignment is over."))
