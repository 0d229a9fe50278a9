"""Classes as the home page and the list of students show them."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import CharField, Count, Max, Q, Value
from django.db.models.functions import Concat
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from accounts.names import name_key
from puzzles.assignments.pages.roster import FIGURE_DAYS
from puzzles.course.models import PredictionRound
from puzzles.course.pages.history import exercise_signs
from puzzles.play.models import Attempt


def class_tables(teacher: User) -> list[dict[str, Any]]:
    """The teacher's current classes, each student with sums over all games and predictions.

    The sums are empty for a student without any.
    """
    classrooms = list(Classroom.objects.taught_by(teacher).current())
    members = sorted(
        Membership.objects.filter(classroom__in=classrooms).select_related("student"),
        key=lambda member: member.sort_key,
    )
    students = [member.student_id for member in members]
    attempts = Attempt.objects.readable_by(teacher).filter(player__in=students)
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
    """The teacher's current classes with `student_count`, students `active` and grids `solved` in the days of
    the class page's figures, and `last_move_at`, None if nobody has played.

    A grid that a student solved twice counts once. All are counts of distinct values: the joins multiply
    rows, and plain sums over them would be wrong.
    """
    since = timezone.now() - timedelta(days=FIGURE_DAYS)
    attempts = Attempt.objects.filter(last_move_at__gte=since)
    rounds = PredictionRound.objects.filter(last_at__gte=since)
    active = Q(memberships__student__in=attempts.values("player")) | Q(
        memberships__student__in=rounds.values("player")
    )
    for signs in exercise_signs(since):
        active |= Q(memberships__student__in=signs)
    return (
        Classroom.objects.taught_by(teacher)
        .current()
        .annotate(
            student_count=Count("memberships__student", distinct=True),
            active=Count("memberships__student", distinct=True, filter=active),
            last_move_at=Max("memberships__student__attempts__last_move_at"),
            solved=Count(
                Concat(
                    "memberships__student__attempts__player",
                    Value(" "),
                    "memberships__student__attempts__puzzle",
                    output_field=CharField(),
                ),
                distinct=True,
                filter=Q(
                    memberships__student__attempts__state=Attempt.State.SOLVED,
                    memberships__student__attempts__last_move_at__gte=since,
                    memberships__student__attempts__is_practice=False,
                ),
            ),
        )
    )


def real_names(student: User, teacher: User) -> str:
    """The student's real names in the classes of this teacher."""
    members = Membership.objects.taught_by(teacher).filter(student=student).named()
    return ", ".join(sorted({member.real_name for member in members}, key=name_key))
