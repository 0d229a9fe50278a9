"""What somebody did with the exercises of the course, as their history and the class table tell it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q

from accounts.models import Classroom, User

from ..models import EXERCISES, Answer, ExerciseProgress, Submission, in_order
from .submissions import ExerciseLine, exercise_line

SUBMISSIONS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class WorksheetHistory:
    """What somebody did with one worksheet."""

    worksheet: str
    exercises: list[ExerciseLine]
    answers: list[Answer]
    passed: int
    total: int


@dataclass(frozen=True, slots=True)
class CourseHistory:
    """Worksheet by worksheet, and the programs handed in last."""

    worksheets: list[WorksheetHistory]
    submissions: list[Submission]


@dataclass(frozen=True, slots=True)
class ExerciseSums:
    """How many exercises a student has seen, tried and passed, and how many questions answered."""

    seen: int = 0
    tried: int = 0
    passed: int = 0
    answered: int = 0
    last_at: datetime | None = None


def course_history(student: User, reader: User) -> CourseHistory | None:
    """What a student did with the exercises; None where that is nothing. Three or four queries.

    Each submission has `is_readable`: whether the reader may open it, as its student and a teacher of the
    class it was handed in to may.
    """
    progress: dict[str, dict[str, ExerciseProgress]] = {}
    for row in ExerciseProgress.objects.filter(student=student):
        progress.setdefault(row.worksheet, {})[row.exercise] = row
    answers: dict[str, list[Answer]] = {}
    for answer in Answer.objects.filter(student=student):
        answers.setdefault(answer.worksheet, []).append(answer)
    submissions = list(Submission.objects.of(student).defer("source")[:SUBMISSIONS_SHOWN])
    readable: set[int] = {each.pk for each in submissions}
    if student != reader:
        readable &= set(Submission.objects.taught_by(reader).of(student).values_list("pk", flat=True))
    for each in submissions:
        each.is_readable = each.pk in readable
    if not progress and not answers and not submissions:
        return None
    worksheets = [
        WorksheetHistory(
            worksheet=name,
            exercises=[
                exercise_line(name, key, progress[name][key], None)
                for key in in_order(name, progress.get(name, {}))
            ],
            answers=answers.get(name, []),
            passed=sum(row.passed_at is not None for row in progress.get(name, {}).values()),
            total=len(EXERCISES[name]),
        )
        for name in EXERCISES
        if name in progress or name in answers
    ]
    return CourseHistory(worksheets, submissions)


def exercise_sums(classroom: Classroom, since: datetime) -> dict[int, ExerciseSums]:
    """What each student of a class did with exercises since then: two queries."""
    students = classroom.memberships.values("student")
    rows = (
        ExerciseProgress.objects.filter(student__in=students)
        .order_by()
        .values("student")
        .annotate(
            seen=Count("pk", filter=Q(seen_at__gte=since)),
            tried=Count("pk", filter=Q(last_at__gte=since)),
            passed=Count("pk", filter=Q(passed_at__gte=since)),
            last_seen=Max("seen_at"),
            last_tried=Max("last_at"),
        )
    )
    answered = dict(
        Answer.objects.filter(student__in=students)
        .order_by()
        .values("student")
        .annotate(count=Count("pk", filter=Q(answered_at__gte=since)))
        .values_list("student", "count")
    )
    sums = {
        row["student"]: ExerciseSums(
            seen=row["seen"],
            tried=row["tried"],
            passed=row["passed"],
            answered=answered.get(row["student"], 0),
            last_at=max(filter(None, (row["last_seen"], row["last_tried"]))),
        )
        for row in rows
    }
    for student, count in answered.items():
        sums.setdefault(student, ExerciseSums(answered=count))
    return sums
