"""What a student did with the exercises: for their history, and as sums for the class table."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q
from django.db.models.functions import Coalesce

from accounts.models import Classroom, User

from ..models import EXERCISES, QUESTIONS, Answer, BugFind, ExerciseProgress, Submission, in_order
from .exercises import exercise_line
from .worksheets import SHEETS, exercise_label

QUESTION_BY_KEY = {(sheet, each.key): each for (sheet, _key), asked in QUESTIONS.items() for each in asked}

SUBMISSIONS_SHOWN = 12


@dataclass(slots=True)
class ExerciseSums:
    """How many exercises a student has seen, tried and passed, questions answered, and bugs found.

    `passed_of` has the passed ones by worksheet, for each worksheet that the student has ever opened.
    """

    seen: int = 0
    tried: int = 0
    passed: int = 0
    answered: int = 0
    bugs: int = 0
    last_at: datetime | None = None
    passed_of: dict[str, int] = field(default_factory=dict)

    def add(self, last_sign: datetime | None, worksheet: str | None, **counts: int) -> None:
        self.last_at = max(filter(None, (self.last_at, last_sign)), default=None)
        for name, count in counts.items():
            setattr(self, name, getattr(self, name) + count)
        if worksheet is not None:
            self.passed_of[worksheet] = counts["passed"]


def course_history(student: User, reader: User) -> dict[str, Any] | None:
    """What a student did with the exercises; None where that is nothing. Four or five queries.

    Each submission has `is_readable`: whether the reader may open it, as its student and a teacher of the
    class it was handed in to may.
    """
    progress = list(ExerciseProgress.objects.filter(student=student))
    answers = list(Answer.objects.filter(student=student))
    finds = list(BugFind.objects.filter(student=student))
    submissions = list(Submission.objects.of(student).defer("source")[:SUBMISSIONS_SHOWN])
    if not (progress or answers or finds or submissions):
        return None
    readable: set[int] = {each.pk for each in submissions}
    if student != reader:
        readable &= set(Submission.objects.read_by(reader).of(student).values_list("pk", flat=True))
    for each in submissions:
        each.is_readable = each.pk in readable
    worksheets = []
    for name in EXERCISES:
        rows = {row.exercise: row for row in progress if row.worksheet == name}
        given = {answer.question: answer for answer in answers if answer.worksheet == name}
        found = [find for find in finds if find.worksheet == name]
        if rows or given or found:
            worksheets.append(
                {
                    "worksheet": name,
                    "sheet": SHEETS[name],
                    "exercises": [exercise_line(name, key, rows[key]) for key in in_order(name, rows)],
                    # A question may no longer exist.
                    "answers": [
                        (question, given[key])
                        for (sheet, key), question in QUESTION_BY_KEY.items()
                        if sheet == name and key in given
                    ],
                    "bugs": [(exercise_label(name, find.exercise), find) for find in found],
                    "passed": sum(row.passed_at is not None for row in rows.values()),
                    "total": len(EXERCISES[name]),
                }
            )
    return {"worksheets": worksheets, "submissions": submissions}


def exercise_sums(classroom: Classroom, since: datetime) -> dict[int, ExerciseSums]:
    """What each student of a class did with exercises since then: three queries."""
    students = classroom.memberships.values("student")
    sums: dict[int, ExerciseSums] = {}
    for rows in (_progress_sums(students, since), _answer_sums(students, since), _bug_sums(students, since)):
        for row in rows:
            student = sums.setdefault(row.pop("student"), ExerciseSums())
            student.add(row.pop("last_sign"), row.pop("worksheet", None), **row)
    return sums


def exercise_signs(since: datetime) -> list[Any]:
    """Querysets of the students who did something with exercises since then."""
    return [
        ExerciseProgress.objects.filter(Q(last_at__gte=since) | Q(seen_at__gte=since)).values("student"),
        Answer.objects.filter(answered_at__gte=since).values("student"),
        BugFind.objects.filter(tried_at__gte=since).values("student"),
    ]


def active_at_exercises(students: Iterable[int], since: datetime) -> set[int]:
    """Those of the students who did something with exercises since then: one query."""
    first, *others = (each.filter(student__in=students).order_by() for each in exercise_signs(since))
    return {row["student"] for row in first.union(*others)}


# One row for each student (and worksheet): sums, and the last sign of life.


def _progress_sums(students: Any, since: datetime) -> Iterable[Any]:
    return (
        ExerciseProgress.objects.filter(student__in=students)
        .order_by()
        .values("student", "worksheet")
        .annotate(
            seen=Count("pk", filter=Q(seen_at__gte=since)),
            tried=Count("pk", filter=Q(last_at__gte=since)),
            passed=Count("pk", filter=Q(passed_at__gte=since)),
            # Every try comes after a first sight.
            last_sign=Max(Coalesce("last_at", "seen_at")),
        )
    )


def _answer_sums(students: Any, since: datetime) -> Iterable[Any]:
    return (
        Answer.objects.filter(student__in=students)
        .order_by()
        .values("student")
        .annotate(answered=Count("pk", filter=Q(answered_at__gte=since)), last_sign=Max("answered_at"))
    )


def _bug_sums(students: Any, since: datetime) -> Iterable[Any]:
    return (
        BugFind.objects.filter(student__in=students)
        .order_by()
        .values("student")
        .annotate(bugs=Count("pk", filter=Q(found_at__gte=since)), last_sign=Max("tried_at"))
    )
