"""A student at work: what was given, beginning it, and opening its grids one by one."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from puzzles.play.services.assigned_work import WorkError, locked_part, require_takes_moves

from ..models import Assignee, Assignment
from .creation import give_to_newcomers
from .sources import SourceError


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
        require_takes_moves(assignee, now)
        assignee.began_at = now
        if assignee.assignment.is_exam:
            assignee.extra_time = assignee.student.extra_time
        assignee.save(update_fields=["began_at", "extra_time"])
    return assignee


def _has_joined(student: User, assignment: Assignment) -> bool:
    if not student.is_student or assignment.archived_at or assignment.classroom.archived_at:
        return False
    return assignment.classroom.memberships.filter(student=student).exists()


def _require_open(assignment: Assignment, now: datetime) -> None:
    if assignment.opens_at > now:
        raise WorkError(_("It is not open yet."))
    if assignment.stopped_at is not None:
        raise WorkError(_("It has been ended: nothing more can be done."))
    if assignment.stands_since is not None:
        raise WorkError(_("Your teacher has paused the class. Begin when it goes on."))
