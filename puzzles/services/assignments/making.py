"""Assignments made: a draft with its grids shared out, then handed out, and then frozen."""

import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Classroom, User

from ...models import Allotment, Assignee, Assignment, HelpPolicy, Puzzle
from ..grading import grade_now
from .sources import Source

# student -> the grids of that student, in their order, all by their keys.
Hands = Mapping[int, Sequence[int]]


@transaction.atomic
def make_assignment(
    *,
    author: User,
    classroom: Classroom,
    name: str,
    source: Source,
    policy: HelpPolicy,
    rng: random.Random | None = None,
    **fields: Any,
) -> Assignment:
    """A draft for a class, its grids shared out already. Raises SourceError when there are not enough.

    `fields` are further columns of the assignment: dates, minutes, the algorithm and its predictions.
    """
    assignment = Assignment.objects.create(
        author=author,
        classroom=classroom,
        name=name,
        policy=policy,
        source=source.to_json(),
        **fields,
    )
    deal(assignment=assignment, rng=rng)
    return assignment


@transaction.atomic
def deal(*, assignment: Assignment, rng: random.Random | None = None) -> Assignment:
    """The draft with its grids shared out anew among the students who are in the class now."""
    assignment.assignees.all().delete()
    allot(assignment, hands_for(assignment, students_of(assignment.classroom)))
    return assignment


@transaction.atomic
def hand_out(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """The assignment, given to the class as it is now; what was handed out before stays as it is."""
    assignment = (
        Assignment.objects.select_for_update().select_related("policy", "classroom").get(pk=assignment.pk)
    )
    if assignment.is_draft:
        students = students_of(assignment.classroom)
        assignment.assignees.exclude(student__in=students).delete()
        give_to_newcomers(assignment, students)
        assignment.handed_out_at = now or timezone.now()
        assignment.save(update_fields=["handed_out_at"])
    return assignment


def give_to_newcomers(assignment: Assignment, students: Iterable[User]) -> list[int]:
    """Share grids out to those of these students who have none yet; who they are, by their keys."""
    given = set(assignment.assignees.values_list("student_id", flat=True))
    hands = hands_for(assignment, [student for student in students if student.pk not in given])
    allot(assignment, hands)
    return list(hands)


def hands_for(assignment: Assignment, students: Iterable[User]) -> Hands:
    """Which grids each of these students is to get."""
    source = Source.from_json(assignment.source)
    return {student.pk: source.puzzles for student in students}


def allot(assignment: Assignment, hands: Hands) -> None:
    """Write down whose grids these are. Grids that wait for their grades get them now."""
    for puzzle in Puzzle.objects.filter(pk__in={key for hand in hands.values() for key in hand}, tier=None):
        grade_now(puzzle=puzzle)
    assignees = Assignee.objects.bulk_create(
        Assignee(assignment=assignment, student_id=student) for student in hands
    )
    Allotment.objects.bulk_create(
        Allotment(assignee=assignee, puzzle_id=puzzle, position=position)
        for assignee in assignees
        for position, puzzle in enumerate(hands[assignee.student_id], start=1)
    )


def students_of(classroom: Classroom) -> list[User]:
    """The students of a class; nobody in it who has become a teacher."""
    members = User.objects.students().filter(memberships__classroom=classroom)
    return list(members.order_by("username"))
