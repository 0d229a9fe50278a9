"""Drills of an assignment: the student's next position, and how far they are."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.assignments.models import Assignee
from puzzles.play.services.assigned_puzzles import require_begun, require_takes_moves

from ..models import DrillAnswer, TrainingPosition
from .assigned_positions import order_of
from .drills import Drill, DrillError, NoPositionError, assigned_drill, require_no_exam, shown_now


class AllFoundError(DrillError):
    """Every position of the assignment is answered."""


@dataclass(frozen=True)
class DrillsOfAssignee:
    """A student's answers in an assignment of drills, in the order in which they ended."""

    assignee: Assignee
    ended: list[DrillAnswer]

    @property
    def total(self) -> int:
        return len(self.assignee.assignment.positions)

    def next_number(self, row: TrainingPosition) -> int:
        """The number of the next answer to a position: its drill goes on, however often it is shown."""
        begun = DrillAnswer.objects.filter(assignee=self.assignee, position=row).first()
        return begun.answers + 1 if begun else 1


def assigned_drills(*, student: User, assignment_id: int) -> DrillsOfAssignee:
    """The student's drills of an assignment. Raises Assignee.DoesNotExist."""
    rows = Assignee.objects.of(student).exclude(assignment__technique="")
    assignee = rows.select_related("assignment__policy", "assignment__classroom").get(
        assignment=assignment_id
    )
    assignee.student = student
    ended = DrillAnswer.objects.filter(assignee=assignee).ended().select_related("position")
    return DrillsOfAssignee(assignee, list(ended.order_by("created_at", "pk")))


def next_assigned_drill(drills: DrillsOfAssignee) -> Drill:
    """The drill of the next position in the student's order. It comes again until it has ended.

    Raises AssignmentError before they begin and once it is over, AllFoundError after the last position,
    DrillError during an exam, and NoPositionError while other work hides all that are left.
    """
    assignee, assignment = drills.assignee, drills.assignee.assignment
    require_no_exam(assignee.student)
    require_begun(assignee)
    require_takes_moves(assignee, timezone.now())
    ended = {answer.position_id for answer in drills.ended}
    left = [key for key in order_of(assignee) if key not in ended]
    if not left:
        raise AllFoundError(_("You have answered every position of this assignment."))
    for row in shown_now(assignee.student, left):
        return assigned_drill(
            assignee.student,
            row,
            level=assignment.drill_level,
            technique=assignment.technique,
            assignment_id=assignment.pk,
        )
    raise NoPositionError(_("Other work of yours hides the positions that are left. Finish it first."))
