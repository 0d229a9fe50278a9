"""Classes as the home page shows them, and the names of their students."""

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
        Classroom.objects.read_by(teacher)
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


def student_heading(student: User, teacher: User) -> dict[str, Any]:
    """The student's classes with this teacher, and the real names there."""
    members = list(
        Membership.objects.read_by(teacher)
        .filter(student=student)
        .select_related("classroom")
        .order_by("classroom__name")
    )
    names = {member.real_name for member in members if member.real_name}
    return {
        "classrooms": [member.classroom for member in members],
        "real_name": ", ".join(sorted(names, key=name_key)),
    }
