"""The positions that assignments of drills ask for: the same for a class, in an order for each student."""

import random
from typing import Any

from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.play.services.watching import HiddenPosition

from ..models import DrillAnswer, TrainingPosition


def order_of(assignee: Assignee) -> list[int]:
    """The positions of an assignment in the order of a student: it depends on the two alone."""
    positions = assignee.assignment.positions
    rng = random.Random(f"{assignee.assignment_id}/{assignee.student_id}")
    return rng.sample(positions, len(positions))


def reserved_positions(player: User) -> frozenset[int]:
    """The positions that the player still has to answer for an assignment: no drill of their own shows them.

    One query for a student without such an assignment.
    """
    if not player.is_student:
        return frozenset()
    asked = Assignee.objects.of(player).filter(
        assignment__in=Assignment.objects.of_drills().filter(stopped_at=None, archived_at=None)
    )
    found = dict(asked.values_list("pk", "assignment__positions"))
    if not found:
        return frozenset()
    answered = DrillAnswer.objects.filter(assignee__in=found).ended()
    ended = set(answered.values_list("assignee", "position"))
    return frozenset(key for pk, keys in found.items() for key in keys if (pk, key) not in ended)


def hidden_positions(*, student: User, **_parts: Any) -> list[HiddenPosition]:
    """The positions that a student may still answer for an assignment: the receiver of
    `hidden_positions_asked`. One query for a student without such an assignment.
    """
    now = timezone.now()
    running = Assignment.objects.of_drills().filter(
        stopped_at=None, archived_at=None, opens_at__lte=now, classroom__archived_at=None
    )
    rows = Assignee.objects.of(student).filter(assignment__in=running)
    assignees = {}
    for assignee in rows.select_related("assignment__policy", "assignment__classroom"):
        assignee.student = student
        if assignee.is_puzzle_available(now, has_begun=assignee.began_at is not None):
            assignees[assignee.pk] = assignee
    if not assignees:
        return []
    answered = DrillAnswer.objects.filter(assignee__in=assignees).ended()
    ended = set(answered.values_list("assignee", "position"))
    asked = [
        (assignee, key)
        for pk, assignee in assignees.items()
        for key in assignee.assignment.positions
        if (pk, key) not in ended
    ]
    rows_of = TrainingPosition.objects.in_bulk({key for _assignee, key in asked})
    return [
        HiddenPosition(assignee, row.digits, 81 - row.givens.count("."))
        for assignee, key in asked
        if (row := rows_of.get(key))
    ]


def assigned_positions() -> set[int]:
    """The positions of all assignments of drills: they stay in the bank."""
    listed = Assignment.objects.of_drills().values_list("positions", flat=True)
    return {key for keys in listed for key in keys}
