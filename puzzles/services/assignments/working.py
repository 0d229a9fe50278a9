"""A student at work: what was given, beginning it, and opening its grids one by one."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal

from ...models import Allotment, Assignee, Assignment, Attempt
from .making import give_to_newcomers
from .sources import SourceError


class WorkError(Refusal):
    """Why work cannot go on like this, in a sentence for the student."""


@dataclass(frozen=True, slots=True)
class Work:
    """An assignment as a student was given it; no `assignee` yet for who joined the class later."""

    assignment: Assignment
    assignee: Assignee | None


def find_work(*, student: User, assignment_id: int) -> Work:
    """What this student was given. Raises Assignment.DoesNotExist for anything else, drafts included."""
    assignments = Assignment.objects.handed_out().select_related("policy", "classroom")
    assignment = assignments.get(pk=assignment_id)
    assignee = assignment.assignees.filter(student=student).first()
    if assignee is None and not _has_joined(student, assignment):
        raise Assignment.DoesNotExist
    if assignee is not None:
        if assignee.excluded_at:
            raise Assignment.DoesNotExist
        assignee.assignment, assignee.student = assignment, student
    return Work(assignment, assignee)


@transaction.atomic
def begin(*, student: User, assignment_id: int, now: datetime | None = None) -> Assignee:
    """The student's part, begun: from now on its minutes count. Begun twice it keeps its first moment.

    Who joined the class later is given grids now. Raises Assignment.DoesNotExist and WorkError.
    """
    now = now or timezone.now()
    work = find_work(student=student, assignment_id=assignment_id)
    _require_open(work.assignment, now)
    if work.assignee is None:
        try:
            locked = Assignment.objects.locked().get(pk=assignment_id)
            give_to_newcomers(assignment=locked, students=[student])
        except SourceError as error:
            raise WorkError(_("There are no grids left for you. Tell your teacher.")) from error
    assignee = locked_part(student=student, assignment_id=assignment_id)
    if assignee.began_at is None:
        _require_takes_moves(assignee, now)
        assignee.began_at = now
        if assignee.assignment.is_exam:
            assignee.extra_time = assignee.student.extra_time
        assignee.save(update_fields=["began_at", "extra_time"])
    return assignee


@transaction.atomic
def open_grid(*, student: User, assignment_id: int, position: int, now: datetime | None = None) -> Attempt:
    """The student's attempt on one of the grids, made now if there is none; two requests at once get one.

    Raises Assignee.DoesNotExist or Allotment.DoesNotExist, and WorkError when it is not the time for it.
    """
    assignee = locked_part(student=student, assignment_id=assignment_id)
    # Read after the lock: the work may have been handed in meanwhile.
    now = now or timezone.now()
    if assignee.assignment.algorithm:
        raise Allotment.DoesNotExist
    allotment = assignee.allotments.select_related("puzzle", "attempt").get(position=position)
    if allotment.attempt_or_none is not None:
        return allotment.attempt
    require_begun(assignee)
    _require_takes_moves(assignee, now)
    _require_running(
        assignee.assignment, _("Your teacher has paused the class. Open the grid when it goes on.")
    )
    return Attempt.objects.create(
        player=student,
        puzzle=allotment.puzzle,
        policy=assignee.assignment.policy,
        allotment=allotment,
        digits=allotment.puzzle.givens,
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
    _require_takes_moves(assignee, now)
    return assignee


def require_begun(assignee: Assignee) -> None:
    """Raise WorkError when the student has not begun."""
    if assignee.began_at is None:
        raise WorkError(_("Begin the work first."))


def _has_joined(student: User, assignment: Assignment) -> bool:
    if not student.is_student or assignment.archived_at or assignment.classroom.archived_at:
        return False
    return assignment.classroom.memberships.filter(student=student).exists()


def _require_open(assignment: Assignment, now: datetime) -> None:
    if assignment.opens_at > now:
        raise WorkError(_("It is not open yet."))
    if assignment.stopped_at is not None:
        raise WorkError(_("It has been ended: nothing more can be done."))
    _require_running(assignment, _("Your teacher has paused the class. Begin when it goes on."))


def _require_running(assignment: Assignment, sentence: str | Promise) -> None:
    """Raise WorkError with this sentence while an exam stands still, for its clock does."""
    if assignment.stands_since is not None:
        raise WorkError(sentence)


def _require_takes_moves(assignee: Assignee, now: datetime) -> None:
    if assignee.is_shut(now):
        raise WorkError(_("It is over: nothing more can be done."))
