"""The week of a teacher, class by class: what is due, who has not begun, what to release and to mark."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import Classroom, Membership
from accounts.names import name_key
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.pages.calendar import WEEK, monday_of
from puzzles.course.models import Comment, JudgedExercise, Submission

from .home import flagged_students

NOT_BEGUN = (Assignee.Progress.NEW, Assignee.Progress.MISSED)
ENDED = (Assignment.Status.OVER, Assignment.Status.STOPPED)
HANDED_IN = (Assignee.Progress.HANDED_IN, Assignee.Progress.DONE)


@dataclass(frozen=True)
class DueRow:
    """An assignment that is due this week. `not_begun` are the names of students, by family name."""

    assignment: Assignment
    not_begun: list[str]
    handed_in: int
    students: int


@dataclass(frozen=True)
class ProgramsToJudge:
    """An assignment of exercises, and the number of programs that no teacher has judged or commented."""

    assignment: Assignment
    count: int


@dataclass
class ClassDigest:
    classroom: Classroom
    due: list[DueRow] = field(default_factory=list)
    to_release: list[Assignment] = field(default_factory=list)
    to_mark: list[ProgramsToJudge] = field(default_factory=list)
    flagged: list[dict[str, Any]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.due or self.to_release or self.to_mark or self.flagged)


def week_digest(classrooms: Sequence[Classroom], now: datetime) -> list[ClassDigest]:
    """What there is to do in each class this week, in a fixed number of queries."""
    digests = {each.pk: ClassDigest(each) for each in classrooms}
    current = list(_current_assignments(classrooms))
    week = week_of(now)
    due = [each for each in current if each.due_at and _is_in(week, each.due_at)]
    for row in _due_rows(due, classrooms, now):
        digests[row.assignment.classroom_id].due.append(row)
    for exam in current:
        if exam.is_unreleased_exam and exam.status(now) in (
            Assignment.Status.OVER,
            Assignment.Status.STOPPED,
        ):
            digests[exam.classroom_id].to_release.append(exam)
    for to_mark in _to_mark([each for each in current if each.asks_exercises]):
        digests[to_mark.assignment.classroom_id].to_mark.append(to_mark)
    for flagged in flagged_students(classrooms, now):
        digests[flagged["classroom"].pk].flagged.append(flagged)
    return list(digests.values())


def week_of(now: datetime) -> tuple[date, date]:
    """The Monday of this week and of the next."""
    monday = monday_of(timezone.localtime(now).date())
    return monday, monday + WEEK


def _is_in(week: tuple[date, date], moment: datetime) -> bool:
    return week[0] <= timezone.localtime(moment).date() < week[1]


def _current_assignments(classrooms: Iterable[Classroom]) -> Iterable[Assignment]:
    rows = Assignment.objects.filter(classroom__in=classrooms, archived_at=None).handed_out()
    return rows.select_related("policy", "classroom", "whole").order_by("due_at", "pk")


def _due_rows(
    assignments: Collection[Assignment], classrooms: Iterable[Classroom], now: datetime
) -> Iterable[DueRow]:
    by_pk = {each.pk: each for each in assignments}
    submitted = Submission.objects.filter(
        assignment=OuterRef("assignment"), student=OuterRef("student"), is_trial=False
    )
    rows: Iterable[Any] = (
        Assignee.objects.filter(assignment__in=by_pk, excused_at=None)
        .with_progress()
        .select_related("student")
        .annotate(is_submitted=Exists(submitted))
    )
    members = Membership.objects.filter(classroom__in=classrooms, student__is_active=True)
    names = {
        (member.classroom_id, member.student_id): member.shown_name
        for member in members.select_related("student")
    }
    of_assignment: dict[int, list[Any]] = defaultdict(list)
    of_parts = [row for row in rows if row.assignment.whole_id]
    left = {(row.assignment.whole_id, row.student_id) for row in of_parts if not _is_done(row)}
    for row in rows:
        row.is_left = (row.assignment_id, row.student_id) in left
        if (by_pk[row.assignment_id].classroom_id, row.student_id) in names:
            of_assignment[row.assignment_id].append(row)
    for pk, assignment in by_pk.items():
        if assignment.whole_id:
            continue
        progress = [(each, each.progress(now, is_done=_is_done(each))) for each in of_assignment[pk]]
        idle = [names[assignment.classroom_id, each.student_id] for each, how in progress if how in NOT_BEGUN]
        yield DueRow(
            assignment,
            not_begun=sorted(idle, key=name_key),
            handed_in=sum(how in HANDED_IN for _assignee, how in progress),
            students=len(progress),
        )


def _is_done(row: Any) -> bool:
    """Whether the student has done all; of a whole, all parts, which `is_left` tells."""
    if row.handed_in_at:
        return True
    if row.assignment.has_parts:
        return not row.is_left
    if row.assignment.asks_exercises:
        return bool(row.is_submitted)
    if row.assignment.asks_drills:
        return bool(row.drilled == len(row.assignment.positions))
    if row.assignment.asks_questions:
        return bool(row.answered == len(row.assignment.questions))
    done = row.predicted if row.assignment.algorithm else row.played
    return bool(row.grids) and done == row.grids


def _to_mark(assignments: Collection[Assignment]) -> list[ProgramsToJudge]:
    """The newest programs of students without a teacher's verdict or comment."""
    by_pk = {each.pk: each for each in assignments}
    newer = Submission.objects.filter(
        assignment=OuterRef("assignment"), student=OuterRef("student"), is_trial=False, pk__gt=OuterRef("pk")
    )
    confirmed = JudgedExercise.objects.filter(
        submission=OuterRef("pk"), judged_by=JudgedExercise.Judge.TEACHER
    )
    commented = Comment.objects.filter(submission=OuterRef("pk"))
    excused = Assignee.objects.filter(
        assignment=OuterRef("assignment"), student=OuterRef("student"), excused_at__isnull=False
    )
    waiting = Submission.objects.filter(
        ~Exists(newer), ~Exists(confirmed), ~Exists(commented), ~Exists(excused), assignment__in=by_pk
    )
    counts: dict[int, int] = defaultdict(int)
    for pk in waiting.counted().order_by().values_list("assignment", flat=True):
        counts[pk] += 1
    return [ProgramsToJudge(by_pk[pk], count) for pk, count in counts.items()]
