"""The positions that assignments of drills ask for: the same for a class, in an order for each student."""

import random

from accounts.models import User
from puzzles.assignments.models import Assignee, Assignment

from ..models import DrillAnswer


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


def assigned_positions() -> set[int]:
    """The positions of all assignments of drills: they stay in the bank."""
    listed = Assignment.objects.of_drills().values_list("positions", flat=True)
    return {key for keys in listed for key in keys}
