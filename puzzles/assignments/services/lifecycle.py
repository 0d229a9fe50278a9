"""What a teacher does to an assignment and its students after it was made.

Nothing that was handed out is deleted: it is stopped, archived, and each student's part shut or opened again.
Every function takes a row that its caller has locked (`Assignment.objects.locked()`): it is read once, and
nobody changes it between the decision and the write.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Classroom, User
from accounts.refusals import Refusal
from puzzles.engine import Board, is_valid
from puzzles.library.models import Puzzle
from puzzles.library.services.difficulty import grade_now
from puzzles.play.models import Attempt, TechniqueProgress
from puzzles.play.services.closing import end_assignment
from puzzles.play.services.review import forget_reviews, wake_reviews

from ..models import Assignee, Assignment
from .creation import assign_to_newcomers, hand_out
from .exam_ends import exam_end

CHANGEABLE = ("name", "opens_at", "due_at", "minutes")


class LifecycleError(Refusal):
    """Why this cannot be done to the assignment now, in a sentence for the teacher."""


class StillRunningError(LifecycleError):
    """Some students are not done: to go on, their work has to be ended first."""


# The whole assignment


def hand_out_now(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """The draft, given to the class at this moment. One that should have opened before opens now.

    An exam without dates of its teacher's lasts as long from this opening as it would have from the other.

    Raises LifecycleError when its due date has passed or its class is in the archive, and SourceError when
    there are no grids for who has joined the class since.
    """
    now = now or timezone.now()
    if assignment.is_draft:
        refuse_archived_class(assignment)
        is_late = assignment.opens_at < now
        if is_late and assignment.exam_time:
            assignment.due_at = exam_end(assignment.exam_time, begins=now, minutes=assignment.minutes)
        if assignment.due_at and assignment.due_at <= now:
            raise LifecycleError(_("Its due date has passed: change it first."))
        if is_late:
            assignment.opens_at = now
            assignment.save(update_fields=["opens_at", "due_at"])
    return hand_out(assignment=assignment, now=now)


def give_now(*, assignment: Assignment) -> list[int]:
    """Grids for who joined the class after it was handed out; who they are, by their keys."""
    refuse_archived_class(assignment)
    if assignment.is_draft or assignment.stopped_at or assignment.archived_at:
        raise LifecycleError(_("Only work that is running can be given to more students."))
    return assign_to_newcomers(assignment=assignment)


@transaction.atomic
def change_assignment(*, assignment: Assignment, now: datetime | None = None, **values: Any) -> Assignment:
    """The assignment under another name, or with other dates. Raises LifecycleError when it is too late.

    What was collected because time was up can be played on, where it is up no longer.
    """
    now = now or timezone.now()
    for name in CHANGEABLE:
        setattr(assignment, name, values.get(name, getattr(assignment, name)))
    due = assignment.due_at
    if due and due <= assignment.opens_at:
        raise LifecycleError(_("An assignment is due after it opens."))
    if "due_at" in values and assignment.stopped_at and due:
        raise LifecycleError(_("It is stopped: its dates say nothing any more."))
    assignment.save(update_fields=list(CHANGEABLE))
    if assignment.released_at is None:
        open_collected(assignment.assignees.locked(), now)
    return assignment


@transaction.atomic
def stop_assignment(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """The assignment, ended for everybody: what is open is collected as it stands."""
    if assignment.is_draft:
        raise LifecycleError(_("It is not handed out yet."))
    if assignment.stopped_at is None:
        end_assignment(assignment, now)
    return assignment


@transaction.atomic
def release_exam(*, assignment: Assignment, end_all: bool = False, now: datetime | None = None) -> Assignment:
    """The exam with its results told: grids handed in that are right count as solved from now on.

    Raises StillRunningError when somebody is not done, unless `end_all` ends everybody's work first.
    """
    now = now or timezone.now()
    if assignment.is_draft or not assignment.is_exam:
        raise LifecycleError(_("Only an exam that was handed out has results to release."))
    if assignment.released_at is not None:
        return assignment
    if not end_all and students_at_work(assignment, now):
        raise StillRunningError(_("Some students are not done yet: end their work to release the results."))
    end_assignment(assignment, now)
    assignment.released_at = now
    assignment.save(update_fields=["released_at"])
    count_as_solved(assignment)
    transaction.on_commit(wake_reviews, robust=True)
    return assignment


def students_at_work(assignment: Assignment, now: datetime) -> int:
    """How many students may still work on it."""
    assignees = assignment.assignees.filter(excluded_at=None)
    parts = assignees.select_related("assignment__policy", "assignment__classroom", "student")
    return sum(1 for assignee in parts if not assignee.is_over(now))


def count_as_solved(assignment: Assignment) -> None:
    """Make solved what was handed in and is right: judged by the rules, not by the stored solution."""
    handed_in = Attempt.objects.filter(
        assigned_puzzle__assignee__assignment=assignment, state=Attempt.State.HANDED_IN
    )
    right = [
        key for key, digits in handed_in.values_list("pk", "digits") if is_valid(Board.from_line(digits))
    ]
    Attempt.objects.filter(pk__in=right).update(state=Attempt.State.SOLVED)


@transaction.atomic
def archive_assignment(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """The assignment, put away with all that was done in it. What still runs is stopped first."""
    now = now or timezone.now()
    if assignment.is_draft:
        raise LifecycleError(_("A draft is deleted, not archived."))
    if assignment.is_unreleased_exam:
        raise LifecycleError(_("Release the results of the exam first: until then its grids are kept."))
    end_assignment(assignment, now)
    assignment.archived_at = assignment.archived_at or now
    assignment.save(update_fields=["archived_at"])
    return assignment


def restore_assignment(*, assignment: Assignment) -> Assignment:
    """The assignment, out of the archive; it stays stopped."""
    assignment.archived_at = None
    assignment.save(update_fields=["archived_at"])
    return assignment


def delete_draft(*, assignment: Assignment) -> None:
    """Delete what was never handed out."""
    if not assignment.is_draft:
        raise LifecycleError(_("What was handed out is archived, not deleted."))
    assignment.delete()


# One student


@transaction.atomic
def reopen(*, assignee: Assignee, due_at: datetime | None = None, now: datetime | None = None) -> Assignee:
    """The student's part, open again, until a due date of their own or that of all.

    What was collected or handed in can be played on; what was solved stays. Raises LifecycleError when it
    would be over at once, or its results are told.
    """
    now = now or timezone.now()
    refuse_told(assignee.assignment)
    assignee.handed_in_at, assignee.due_at = None, due_at
    if assignee.is_over(now):
        raise LifecycleError(
            _("It is stopped for the whole class.")
            if assignee.assignment.stopped_at
            else _("The time is over: give a later date for this student.")
        )
    assignee.save(update_fields=["handed_in_at", "due_at"])
    open_collected([assignee], now)
    return assignee


@transaction.atomic
def set_own_due_date(*, assignee: Assignee, due_at: datetime | None, now: datetime | None = None) -> Assignee:
    """The student with a due date of their own, or with that of all again. It is taken as it stands.

    What was collected because time was up can be played on, if it is up no longer.
    """
    now = now or timezone.now()
    refuse_told(assignee.assignment)
    if due_at is not None and due_at <= max(now, assignee.assignment.opens_at):
        raise LifecycleError(_("Give a date that is still to come, after the assignment opens."))
    assignee.due_at = due_at
    assignee.save(update_fields=["due_at"])
    open_collected([assignee], now)
    return assignee


def exclude(*, assignee: Assignee, now: datetime | None = None) -> Assignee:
    """The student, let off: the work is not theirs any more and counts nowhere. What they did stays."""
    assignee.excluded_at = assignee.excluded_at or now or timezone.now()
    assignee.save(update_fields=["excluded_at"])
    return assignee


def include(*, assignee: Assignee) -> Assignee:
    """The student, back in the assignment."""
    assignee.excluded_at = None
    assignee.save(update_fields=["excluded_at"])
    return assignee


def open_collected(assignees: Iterable[Assignee], now: datetime) -> None:
    """Open again what was collected of these locked students, where the grids take moves again."""
    going_on = [assignee.pk for assignee in assignees if not assignee.is_shut(now)]
    collected = Attempt.objects.filter(assigned_puzzle__assignee__in=going_on, state=Attempt.State.HANDED_IN)
    # What was judged already is judged again at the new end, and counts as progress only then.
    for player, techniques in sorted(forget_reviews(collected).items()):
        TechniqueProgress.objects.keep(player, techniques)
    collected.update(state=Attempt.State.OPEN, finished_at=None, reviewed_at=None, reviewer=0)


# The teacher in a student's place


@transaction.atomic
def try_as_student(*, teacher: User, assignment: Assignment, puzzle: Puzzle) -> Attempt:
    """An attempt of the teacher's own on a grid of the assignment, under its rules; it counts nowhere.

    One she has open already goes on, under these rules.
    """
    grade_now(puzzle=puzzle)
    attempt = Attempt.objects.get_or_begin(player=teacher, puzzle=puzzle, policy=assignment.policy)
    if attempt.policy_id != assignment.policy_id:
        attempt.policy = assignment.policy
        attempt.save(update_fields=["policy"])
    return attempt


# What stands in the way


def refuse_archived_class(assignment: Assignment) -> None:
    if assignment.classroom.archived_at is not None:
        raise LifecycleError(_("The class is in the archive."))


def exam_in_the_way(*, classroom: Classroom, **_rest: Any) -> str | Promise | None:
    """Why the class is neither archived nor deleted now: an exam with results to release.

    As for an assignment alone: until the release its grids are locked, and students may still be writing.
    """
    exams = Assignment.objects.unreleased_exams().handed_out().filter(classroom=classroom)
    exam = exams.order_by("opens_at").first()
    if exam is None:
        return None
    sentence = _("Release the results of “%(exam)s” first: until then its grids are kept.")
    return sentence % {"exam": exam.name}


def refuse_told(assignment: Assignment) -> None:
    """Once the results of an exam are told, nobody works on it any more."""
    if assignment.released_at is not None:
        raise LifecycleError(_("The results are released: nobody can work on it any more."))
