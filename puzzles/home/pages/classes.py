"""Classes as the home page and the list of students show them."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.course.models import PredictionRound
from puzzles.play.models import Attempt


def monday() -> datetime:
    """The start of this week in the school's time zone."""
    today = timezone.localtime().replace(hour=0, minute=0, second=0, microsecond=0)
    return today - timedelta(days=today.weekday())


def class_tables(teacher: User) -> list[dict[str, Any]]:
    """The teacher's current classes, each student with sums over all games and predictions.

    The sums are empty for a student without any.
    """
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
        {
            "classroom": classroom,
            "rows": [
                {
                    "student": member.student,
                    "real_name": member.real_name,
                    "sums": sums.get(member.student_id, {}),
                    "predictions": predictions.get(member.student_id, {}),
                }
                for member in members
                if member.classroom_id == classroom.pk
            ],
        }
        for classroom in classrooms
    ]


def class_overview(teacher: User) -> Iterable[Classroom]:
    """The teacher's current classes with `student_count`, students `active` and grids `solved` this week.

    All three count distinct rows (`solved`: attempts), because the joins multiply them.
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
    """The student's real names in the classes of this teacher."""
    members = Membership.objects.taught_by(teacher).filter(student=student).exclude(real_name="")
    return ", ".join(sorted(set(members.values_list("real_name", flat=True))))
