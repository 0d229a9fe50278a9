"""The end of an assignment of exercises: collect the students' drafts as programs handed in."""

from datetime import datetime

from puzzles.course.models import Program, Submission

from ..models import Assignment
from .submissions import SubmissionError, submit


def collect_drafts(*, assignment: Assignment, now: datetime) -> int:
    """Hand in saved drafts that are newer than what the student handed in. Returns how many.

    An assignment that is not open collects none.
    """
    if not assignment.is_open(now):
        return 0
    drafts = Program.objects.filter(
        worksheet=assignment.worksheet, student__memberships__classroom=assignment.classroom_id
    )
    counted = Submission.objects.filter(assignment=assignment).counted()
    newest = {each.student_id: each for each in counted.newest_per_student()}
    count = 0
    # Lock students in one order, so that two assignments stopped at once do not deadlock.
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
            # An empty draft, or an excused student.
            continue
        count += 1
    return count
