"""What somebody did with the exercises of the course, as their history and the class table tell it."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _

from accounts.models import Classroom, User
from puzzles.engine import EXERCISE_7

from ..models import EXERCISES, Answer, ExerciseProgress, Submission, in_order
from .exercises import SHEETS, Words
from .submissions import ExerciseLine, exercise_line

QUESTIONS = {("mini_projet", question.key): question for question in EXERCISE_7}

SUBMISSIONS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """An answer to a question: both as they are read, and the reason in the student's own words."""

    question: str
    choices: list[str]
    text: str
    is_right: bool | None


@dataclass(frozen=True, slots=True)
class WorksheetHistory:
    """What somebody did with one worksheet."""

    worksheet: str
    number: int
    title: Words
    exercises: list[ExerciseLine]
    answers: list[AnswerLine]
    passed: int
    total: int


@dataclass(frozen=True, slots=True)
class CourseHistory:
    """Worksheet by worksheet, and the programs handed in last."""

    worksheets: list[WorksheetHistory]
    submissions: list[Submission]


@dataclass(frozen=True, slots=True)
class ExerciseSums:
    """How many exercises a student has seen, tried and passed, and how many questions answered.

    `passed_of` has the passed ones by worksheet, for each worksheet that the student has ever opened.
    """

    seen: int = 0
    tried: int = 0
    passed: int = 0
    answered: int = 0
    last_at: datetime | None = None
    passed_of: dict[str, int] = field(default_factory=dict)


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
            number=SHEETS[name].number,
            title=SHEETS[name].title,
            exercises=[
                exercise_line(name, key, progress[name][key], None)
                for key in in_order(name, progress.get(name, {}))
            ],
            answers=answer_lines(name, answers.get(name, [])),
            passed=sum(row.passed_at is not None for row in progress.get(name, {}).values()),
            total=len(EXERCISES[name]),
        )
        for name in EXERCISES
        if name in progress or name in answers
    ]
    return CourseHistory(worksheets, submissions)


def answer_lines(worksheet: str, answers: list[Answer]) -> list[AnswerLine]:
    """The answers in the order of the questions; one whose question no longer exists is left out."""
    given = {answer.question: answer for answer in answers}
    return [
        AnswerLine(
            question=_(question.text),
            choices=[_(text) for choice, text in question.choices.items() if choice in given[key].choices],
            text=given[key].text,
            is_right=given[key].is_right,
        )
        for (name, key), question in QUESTIONS.items()
        if name == worksheet and key in given
    ]


def exercise_sums(classroom: Classroom, since: datetime) -> dict[int, ExerciseSums]:
    """What each student of a class did with exercises since then: two queries."""
    students = classroom.memberships.values("student")
    rows = (
        ExerciseProgress.objects.filter(student__in=students)
        .order_by()
        .values("student", "worksheet")
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
    by_student: dict[int, list[dict[str, Any]]] = {student: [] for student in answered}
    for row in rows:
        by_student.setdefault(row["student"], []).append(row)
    return {
        student: ExerciseSums(
            seen=sum(row["seen"] for row in worksheets),
            tried=sum(row["tried"] for row in worksheets),
            passed=sum(row["passed"] for row in worksheets),
            answered=answered.get(student, 0),
            last_at=max(
                (at for row in worksheets for at in (row["last_seen"], row["last_tried"]) if at),
                default=None,
            ),
            passed_of={row["worksheet"]: row["passed"] for row in worksheets},
        )
        for student, worksheets in by_student.items()
    }
