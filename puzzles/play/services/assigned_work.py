"""A student's part in an assignment: locked, checked, its puzzles opened one by one."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment

from ..models import Attempt


class WorkError(Refusal):
    """Why a student cannot work on an assignment now, in a sentence for them."""


@transaction.atomic
def open_grid(*, student: User, assignment_id: int, position: int, now: datetime | None = None) -> Attempt:
    """The student's attempt on one of the grids, created if need be; two requests at once get one.

    Raises Assignee.DoesNotExist or AssignedPuzzle.DoesNotExist, and WorkError before or after its time.
    """
    assignee = locked_part(student=student, assignment_id=assignment_id)
    # Read after the lock: the work may have been handed in meanwhile.
    now = now or timezone.now()
    if assignee.assignment.algorithm:
        raise AssignedPuzzle.DoesNotExist
    assigned_puzzle = assignee.assigned_puzzles.select_related("puzzle", "attempt").get(position=position)
    if assigned_puzzle.attempt_or_none is not None:
        return assigned_puzzle.attempt
    require_begun(assignee)
    require_takes_moves(assignee, now)
    if assignee.assignment.stands_since is not None:
        raise WorkError(_("Your teacher has paused the class. Open the grid when it resumes."))
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


def locked_part(*, student: User, assignment_id: int) -> Assignee:
    """The student's part, locked, and its assignment as it stands then. Raises Assignee.DoesNotExist."""
    parts = Assignee.objects.of(student).select_for_update(of=("self",))
    assignee = parts.get(assignment=assignment_id)
    # Read after the lock: who ends the work for all has locked this part as well.
    assignee.assignment = Assignment.objects.select_related("policy", "classroom").get(pk=assignment_id)
    assignee.student = student
    return assignee


def part_at_work(*, student: User, assignment_id: int, now: datetime) -> Assignee:
    """The student's part, locked, begun and not over. Raises Assignee.DoesNotExist and WorkError."""
    assignee = locked_part(student=student, assignment_id=assignment_id)
    require_begun(assignee)
    require_takes_moves(assignee, now)
    return assignee


def require_begun(assignee: Assignee) -> None:
    """Raise WorkError when the student has not begun."""
    if assignee.began_at is None:
        raise WorkError(_("Begin the work first."))


def require_takes_moves(assignee: Assignee, now: datetime) -> None:
    """Raise WorkError once the assignment is over for the student."""
    if assignee.is_shut(now):
        raise WorkError(_("This assignment is over."))
