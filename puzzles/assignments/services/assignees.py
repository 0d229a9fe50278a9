"""A student's side of an assignment: find it and begin it."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from puzzles.play.services.assigned_puzzles import AssignmentError, lock_assignee, require_takes_moves

from ..models import Assignee, Assignment
from .creation import assign_to_newcomers
from .sources import SourceError


def find_assignee(*, student: User, assignment_id: int) -> Assignee:
    """The student in the assignment; not saved yet if they joined the class after it was handed out.

    Raises Assignment.DoesNotExist for drafts, and for assignments the student does not have: who joins later
    is outside a group.
    """
    assignments = Assignment.objects.handed_out().select_related("policy", "classroom", "author", "whole")
    assignment = assignments.get(pk=assignment_id)
    assignee = assignment.assignees.filter(student=student).first()
    if assignee is None:
        classroom = assignment.classroom
        is_open = assignment.archived_at is None and classroom.archived_at is None and student.is_student
        if assignment.for_group or not is_open or not classroom.memberships.filter(student=student).exists():
            raise Assignment.DoesNotExist
        return Assignee(assignment=assignment, student=student)
    if assignee.excused_at:
        raise Assignment.DoesNotExist
    assignee.assignment, assignee.student = assignment, student
    return assignee


@transaction.atomic
def begin(*, student: User, assignment_id: int, now: datetime | None = None) -> Assignee:
    """Begin an assignment: the student's minutes run from now. Beginning it twice changes nothing.

    A student who joined the class later gets their puzzles now.
    Raises Assignment.DoesNotExist and AssignmentError.
    """
    now = now or timezone.now()
    found = find_assignee(student=student, assignment_id=assignment_id)
    if found.assignment.opens_at > now:
        raise AssignmentError(_("This assignment is not open yet."))
    if found.assignment.stopped_at is not None:
        raise AssignmentError(_("Your teacher has ended this assignment."))
    if found.assignment.clock_stopped_at is not None:
        raise AssignmentError(_("Your teacher has paused the class. Begin when it goes on."))
    if found.pk is None:
        try:
            assign_to_newcomer(assignment=found.assignment, student=student)
        except SourceError as error:
            raise AssignmentError(_("There are no grids left for you. Tell your teacher.")) from error
    begin_whole(student=student, assignment=found.assignment, now=now)
    assignee = lock_assignee(student=student, assignment_id=assignment_id)
    if assignee.began_at is None:
        require_takes_moves(assignee, now)
        assignee.began_at = now
        if assignee.assignment.is_exam:
            assignee.extra_time = assignee.student.extra_time
        assignee.save(update_fields=["began_at", "extra_time"])
    return assignee


def assign_to_newcomer(*, assignment: Assignment, student: User) -> None:
    """Assign an assignment to a student who joined later; of a part, the whole with all parts.

    Raises SourceError.
    """
    locked = Assignment.objects.locked().get(pk=assignment.whole_id or assignment.pk)
    assign_to_newcomers(assignment=locked, students=[student])


def begin_whole(*, student: User, assignment: Assignment, now: datetime) -> None:
    """Who begins a part begins its whole. Its row is locked before that of the part, as everywhere."""
    if assignment.whole_id:
        whole = Assignee.objects.filter(assignment=assignment.whole_id, student=student, began_at=None)
        whole.update(began_at=now)
