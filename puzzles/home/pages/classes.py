"""What was played, as the history, the home page and a teacher's table of students show it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.course.models import PredictionRound
from puzzles.play.models import Attempt


@dataclass(frozen=True)
class StudentRow:
    """A student of a class, and sums over all they played and predicted; empty when that is nothing."""

    student: User
    real_name: str
    sums: dict[str, Any]
    predictions: dict[str, Any]


@dataclass(frozen=True)
class ClassTable:
    classroom: Classroom
    rows: list[StudentRow]


# Attempts


# Predictions


# Weeks


def monday() -> datetime:
    """The beginning of this week, in the school's time zone."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=today.weekday())


# Classes


def class_tables(teacher: User) -> list[ClassTable]:
    """The teacher's classes of today, each student with sums over everything they played."""
    classrooms = list(Classroom.objects.taught_by(teacher).current())
    members = list(
        Membership.objects.filter(classroom__in=classrooms)
        .select_related("student")
        .order_by("student__username")
    )
    students = [member.student_id for member in members]
    attempts = Attempt.objects.filter(player__in=students)
    sums = {row["player"]: row for row in attempts.sums_by_player()}
    rounds = PredictionRound.objects.filter(player__in=students)
    predictions = {row["player"]: row for row in rounds.sums_by_player()}
    return [
        ClassTable(
            classroom,
            [
                StudentRow(
                    member.student,
                    member.real_name,
                    sums.get(member.student_id, {}),
                    predictions.get(member.student_id, {}),
                )
                for member in members
                if member.classroom_id == classroom.pk
            ],
        )
        for classroom in classrooms
    ]


def class_overview(teacher: User) -> Iterable[Classroom]:
    """The teacher's classes of today with `student_count`, and how many of them were `active` this week.

    Both are counts of distinct students: the joins multiply rows, and plain sums over them would be wrong.
    """
    return (
        Classroom.objects.taught_by(teacher)
        .current()
        .annotate(
            student_count=Count("memberships__student", distinct=True),
            active=Count(
                "memberships__student",
                distinct=True,
                filter=Q(memberships__student__attempts__last_move_at__gte=monday()),
            ),
            solved=Count(
                "memberships__student__attempts",
                distinct=True,
                filter=Q(
                    memberships__student__attempts__state=Attempt.State.SOLVED,
                    memberships__student__attempts__finished_at__gte=monday(),
                    memberships__student__attempts__is_practice=False,
                ),
            ),
        )
    )


def real_names(student: User, teacher: User) -> str:
    """What the student is called in the classes of this teacher."""
    members = Membership.objects.taught_by(teacher).filter(student=student).exclude(real_name="")
    return ", ".join(sorted(set(members.values_list("real_name", flat=True))))
