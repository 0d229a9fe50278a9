"""The life of an assignment: hand out, change, stop, release, archive; and reopen or excuse for one student.

Nothing handed out is deleted. Every function takes a row that its caller has locked (see `locked`), so that
it is read once and cannot change between the decision and the write. What it does to an assignment with parts
it does to each part too.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import Board, is_valid
from puzzles.library.models import Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.models import Attempt, TechniqueProgress
from puzzles.play.services.closing import collect_attempts
from puzzles.play.services.review import forget_reviews, wake_reviews

from ..models import Assignee, Assignment
from .creation import assign_missing_puzzles, assign_to_newcomers, hand_out, locked_parts
from .draft_collection import collect_drafts
from .sources import SourceError

CHANGEABLE = ("name", "opens_at", "due_at", "minutes")


class LifecycleError(Refusal):
    """The act is refused now; the text is for the teacher."""


class StillRunningError(LifecycleError):
    """Some students are still working."""


# The whole assignment


def hand_out_now(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """Hand out a draft. If its opening time has passed, it opens now and an exam keeps its length.

    Raises LifecycleError if its due date has passed or its class is archived, and SourceError if there are no
    grids for students who joined since.
    """
    now = now or timezone.now()
    parts = locked_parts(assignment)
    if assignment.is_draft:
        if assignment.has_parts and not parts:
            raise LifecycleError(_("Add a part first."))
        require_current_class(assignment)
        is_late = assignment.opens_at < now
        if is_late and assignment.exam_time:
            assignment.due_at = Assignment.exam_end(
                assignment.exam_time, begins=now, minutes=assignment.minutes
            )
        if assignment.due_at and assignment.due_at <= now:
            raise LifecycleError(_("The due date has passed: change it first."))
        if is_late:
            assignment.opens_at = now
            assignment.save(update_fields=["opens_at", "due_at"])
    hand_out(assignment=assignment, now=now)
    excuse_masters(assignment, now)
    for part in parts:
        hand_out_now(assignment=part, now=now)
    return assignment


def hand_out_to_newcomers(*, assignment: Assignment) -> list[int]:
    """Hand out to students who joined the class later. Returns their keys."""
    require_current_class(assignment)
    if assignment.is_draft or assignment.stopped_at or assignment.archived_at:
        raise LifecycleError(_("This assignment is not running: you cannot hand it out to more students."))
    given = assign_to_newcomers(assignment=assignment)
    excused = excuse_masters(assignment, timezone.now())
    for part in locked_parts(assignment):
        excuse_masters(part, timezone.now())
    return [student for student in given if student not in excused]


def excuse_masters(assignment: Assignment, now: datetime) -> set[int]:
    """Excuse the students who have mastered the technique, if they are to be spared. Returns their keys."""
    if not assignment.spares_masters:
        return set()
    assignees = assignment.assignees.filter(began_at=None, excused_at=None)
    masters = masters_among(assignees.values_list("student", flat=True), assignment.technique)
    assignees.filter(student__in=masters).update(excused_at=now)
    return masters


def masters_among(students: Iterable[int], technique: str) -> set[int]:
    """Those of the students who have mastered a technique: one query."""
    mastery = TechniqueProgress.objects.of_many(students)
    return {
        student for student, found in mastery.items() if technique in found and found[technique].is_mastered
    }


@transaction.atomic
def change_assignment(*, assignment: Assignment, now: datetime | None = None, **values: Any) -> Assignment:
    """Change the name or the dates. Raises LifecycleError if it is too late for that.

    A later due date reopens attempts that were collected when time was up.
    """
    now = now or timezone.now()
    for name in CHANGEABLE:
        setattr(assignment, name, values.get(name, getattr(assignment, name)))
    due = assignment.due_at
    if due and due <= assignment.opens_at:
        raise LifecycleError(_("The due date must be after the opening date."))
    if "due_at" in values and assignment.stopped_at and due:
        raise LifecycleError(_("This assignment is stopped: you cannot give it a due date."))
    assignment.save(update_fields=list(CHANGEABLE))
    if assignment.released_at is None:
        reopen_collected(assignment.assignees.locked(), now)
    for part in locked_parts(assignment):
        change_assignment(assignment=part, now=now, **values | {"name": part.name})
    return assignment


@transaction.atomic
def stop_assignment(*, assignment: Assignment, now: datetime | None = None) -> int:
    """Stop the assignment for all students and collect their open attempts as they are.

    Returns how many drafts of programs were collected.
    """
    if assignment.is_draft:
        raise LifecycleError(_("This assignment is not handed out yet."))
    return 0 if assignment.stopped_at else _stop_with_drafts(assignment, now or timezone.now())


def _stop_with_drafts(assignment: Assignment, now: datetime) -> int:
    # Collect drafts first: a stopped assignment accepts no programs.
    collected = collect_drafts(assignment=assignment, now=now) if assignment.asks_exercises else 0
    stop_and_collect(assignment, now)
    return collected + sum(_stop_with_drafts(part, now) for part in locked_parts(assignment))


@transaction.atomic
def stop_and_collect(assignment: Assignment, now: datetime | None = None) -> int:
    """Stop the assignment, unless it is stopped, and collect open attempts. Returns their number."""
    now = now or timezone.now()
    if assignment.stopped_at is None:
        assignment.stopped_at = now
        assignment.save(update_fields=["stopped_at"])
    return collect_attempts(Assignee.objects.locked().filter(assignment=assignment), now)


@transaction.atomic
def release_exam(*, assignment: Assignment, end_all: bool = False, now: datetime | None = None) -> Assignment:
    """Release the results of an exam: grids handed in that are right count as solved from now on.

    Raises StillRunningError if students are still working, unless `end_all` ends the exam for them.
    """
    now = now or timezone.now()
    if assignment.is_draft or not assignment.is_exam:
        raise LifecycleError(_("Only an exam that you have handed out has results to release."))
    if assignment.released_at is not None:
        return assignment
    assignees = assignment.assignees.filter(excused_at=None).select_related(
        "assignment__policy", "assignment__classroom", "student"
    )
    if not end_all and not all(assignee.is_over(now) for assignee in assignees):
        raise StillRunningError(_("Some students are still working: end the exam to release the results."))
    stop_and_collect(assignment, now)
    assignment.released_at = now
    assignment.save(update_fields=["released_at"])
    count_as_solved(assignment)
    transaction.on_commit(wake_reviews, robust=True)
    return assignment


def count_as_solved(assignment: Assignment) -> None:
    """Mark right attempts as solved. The rules decide, not the stored solution."""
    handed_in = Attempt.objects.filter(
        assigned_puzzle__assignee__assignment=assignment, state=Attempt.State.HANDED_IN
    )
    right = [
        key for key, digits in handed_in.values_list("pk", "digits") if is_valid(Board.from_line(digits))
    ]
    Attempt.objects.filter(pk__in=right).update(state=Attempt.State.SOLVED)


@transaction.atomic
def archive_assignment(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """Archive the assignment and stop it if it still runs. All attempts stay."""
    now = now or timezone.now()
    if assignment.is_draft:
        raise LifecycleError(_("You cannot archive a draft: delete it instead."))
    if assignment.is_unreleased_exam:
        raise LifecycleError(_("Release the results of the exam first."))
    _stop_with_drafts(assignment, now)
    assignment.archived_at = assignment.archived_at or now
    assignment.save(update_fields=["archived_at"])
    for part in locked_parts(assignment):
        archive_assignment(assignment=part, now=now)
    return assignment


def restore_assignment(*, assignment: Assignment) -> Assignment:
    """Take the assignment out of the archive. It stays stopped."""
    assignment.archived_at = None
    assignment.save(update_fields=["archived_at"])
    for part in locked_parts(assignment):
        restore_assignment(assignment=part)
    return assignment


def delete_draft(*, assignment: Assignment) -> None:
    """Delete a draft."""
    if not assignment.is_draft:
        raise LifecycleError(_("You cannot delete what you have handed out: archive it instead."))
    assignment.delete()


# One student


@transaction.atomic
def reopen(*, assignee: Assignee, due_at: datetime | None = None, now: datetime | None = None) -> Assignee:
    """Reopen the assignment for a student, until their own due date or the assignment's.

    Attempts handed in or collected open again; solved ones stay. Raises LifecycleError if it would be over at
    once, or if the results are released.
    """
    now = now or timezone.now()
    require_unreleased(assignee.assignment)
    assignee.handed_in_at, assignee.due_at = None, due_at
    if assignee.is_over(now):
        raise LifecycleError(
            _("You have stopped this assignment for the whole class.")
            if assignee.assignment.stopped_at
            else _("The time is up: choose a later date for this student.")
        )
    assignee.save(update_fields=["handed_in_at", "due_at"])
    reopen_collected([assignee], now)
    for each in in_parts(assignee):
        reopen(assignee=each, due_at=due_at, now=now)
    return assignee


@transaction.atomic
def set_own_due_date(*, assignee: Assignee, due_at: datetime | None, now: datetime | None = None) -> Assignee:
    """Give a student their own due date, or the assignment's again.

    A later date reopens attempts that were collected when time was up.
    """
    now = now or timezone.now()
    require_unreleased(assignee.assignment)
    if due_at is not None and due_at <= max(now, assignee.assignment.opens_at):
        raise LifecycleError(_("Choose a date in the future, after the assignment opens."))
    assignee.due_at = due_at
    assignee.save(update_fields=["due_at"])
    reopen_collected([assignee], now)
    for each in in_parts(assignee):
        set_own_due_date(assignee=each, due_at=due_at, now=now)
    return assignee


def excuse(*, assignee: Assignee, now: datetime | None = None) -> Assignee:
    """Excuse a student: the assignment does not count for them. Their attempts stay."""
    assignee.excused_at = assignee.excused_at or now or timezone.now()
    assignee.save(update_fields=["excused_at"])
    for each in in_parts(assignee):
        excuse(assignee=each, now=now)
    return assignee


@transaction.atomic
def take_back_excuse(*, assignee: Assignee) -> Assignee:
    """Take back an excuse. Raises LifecycleError if there are no puzzles for who was outside the group."""
    try:
        assign_missing_puzzles(assignee)
    except SourceError as error:
        raise LifecycleError(str(error)) from error
    assignee.excused_at = None
    assignee.save(update_fields=["excused_at"])
    for each in in_parts(assignee):
        take_back_excuse(assignee=each)
    return assignee


def in_parts(assignee: Assignee) -> list[Assignee]:
    """The student in each part of an assignment, locked; none in an assignment of one kind."""
    if not assignee.assignment.has_parts:
        return []
    rows = Assignee.objects.locked()
    return list(rows.filter(assignment__whole=assignee.assignment_id, student=assignee.student_id))


def reopen_collected(assignees: Iterable[Assignee], now: datetime) -> None:
    """Reopen the attempts handed in by these locked students, if their grids take moves again."""
    working = [assignee.pk for assignee in assignees if not assignee.is_read_only(now)]
    collected = Attempt.objects.filter(assigned_puzzle__assignee__in=working, state=Attempt.State.HANDED_IN)
    # Their reviews are done again at the new end, and count as progress only then.
    for player, techniques in sorted(forget_reviews(collected).items()):
        TechniqueProgress.objects.keep(player, techniques)
    collected.update(state=Attempt.State.OPEN, finished_at=None, reviewed_at=None, reviewer=0)


@transaction.atomic
def try_as_student(*, teacher: User, assignment: Assignment, puzzle: Puzzle) -> Attempt:
    """An attempt of the teacher on a grid of the assignment, under its rules; it does not count.

    An open attempt of the teacher goes on, now under these rules.
    """
    grade_now(puzzle=puzzle)
    attempt = Attempt.objects.get_or_begin(player=teacher, puzzle=puzzle, policy=assignment.policy)
    if attempt.policy_id != assignment.policy_id:
        attempt.policy = assignment.policy
        attempt.save(update_fields=["policy"])
    return attempt


# Conditions


def require_current_class(assignment: Assignment) -> None:
    if assignment.classroom.archived_at is not None:
        raise LifecycleError(_("This class is archived."))


def require_unreleased(assignment: Assignment) -> None:
    """Raise LifecycleError once the results of an exam are released."""
    if assignment.released_at is not None:
        raise LifecycleError(_("The results are released: the exam cannot go on."))
