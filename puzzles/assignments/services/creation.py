"""Assignments made: a draft with its grids shared out, then handed out, and then frozen."""

import random
import time
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Classroom, User
from accounts.refusals import Refusal
from puzzles.library.models import HelpPolicy, Puzzle
from puzzles.library.services.difficulty import grade_now

from ..models import AssignedPuzzle, Assignee, Assignment
from .distribution import Hands, draw_hands, hands_like_the_others
from .sources import Source

# How long a teacher waits for the grades of grids she has chosen.
GRADING_SECONDS = 5.0


class FrozenError(Refusal):
    """What was handed out is to be changed, in a sentence for the teacher."""


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
    assignment = Assignment(
        author=author, classroom=classroom, name=name, policy=policy, source=source.to_json(), **fields
    )
    drawn, hands = draw(assignment, rng)
    with transaction.atomic():
        assignment.save()
        share_out(assignment, drawn, hands)
    return assignment


def deal(*, assignment: Assignment, rng: random.Random | None = None) -> Assignment:
    """The draft with its grids drawn and shared out anew among the students who are in the class now.

    Raises SourceError when there are not enough, and FrozenError for what is handed out already.
    """
    refuse_handed_out(assignment)
    drawn, hands = draw(assignment, rng)
    with transaction.atomic():
        refuse_handed_out(Assignment.objects.locked().get(pk=assignment.pk))
        share_out(assignment, drawn, hands)
    return assignment


def change_draft(*, assignment: Assignment, source: Source, **fields: Any) -> Assignment:
    """The draft with other columns; its grids are drawn anew only where others are wished for.

    Raises SourceError and FrozenError as `deal` does.
    """
    refuse_handed_out(assignment)
    is_same = Source.from_json(assignment.source).wished_only() == source.wished_only()
    for name, value in fields.items():
        setattr(assignment, name, value)
    if not is_same:
        assignment.source = source.to_json()
    drawn, hands = (source, None) if is_same else draw(assignment, None)
    with transaction.atomic():
        refuse_handed_out(Assignment.objects.locked().get(pk=assignment.pk))
        assignment.save(update_fields=list(fields))
        if hands is not None:
            share_out(assignment, drawn, hands)
    return assignment


def draw(assignment: Assignment, rng: random.Random | None) -> tuple[Source, Hands]:
    """What is drawn for the class as it is now; chosen grids that wait for their grades get them.

    This takes its time, and is done before the transaction: meanwhile others play, and want to write.
    """
    students = students_of(assignment.classroom)
    source, hands = draw_hands(assignment, students, rng or random.SystemRandom())
    grade_soon({*source.puzzles, *(key for hand in hands.values() for key in hand)})
    return source, hands


def share_out(assignment: Assignment, source: Source, hands: Hands) -> None:
    """Write down what was drawn, in place of what was drawn before."""
    assignment.assignees.all().delete()
    assignment.source = source.to_json()
    assignment.save(update_fields=["source"])
    assign_puzzles(assignment, hands)


def refuse_handed_out(assignment: Assignment) -> None:
    if not assignment.is_draft:
        raise FrozenError(_("These grids are handed out already: they stay as they are."))


def hand_out(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """Hand a locked assignment out to the class as it is now, unless it is handed out already."""
    if assignment.is_draft:
        students = students_of(assignment.classroom)
        assignment.assignees.exclude(student__in=students).delete()
        assign_to_newcomers(assignment=assignment, students=students)
        assignment.handed_out_at = now or timezone.now()
        assignment.save(update_fields=["handed_out_at"])
    return assignment


def assign_to_newcomers(
    *, assignment: Assignment, students: Iterable[User] | None = None, rng: random.Random | None = None
) -> list[int]:
    """Share grids of a locked assignment out to the students without any. Returns the keys of these students.

    They get what the others have, or the like of it. Raises SourceError when there is none.
    """
    given = set(assignment.assignees.values_list("student_id", flat=True))
    everybody = students_of(assignment.classroom) if students is None else students
    hands = hands_like_the_others(
        assignment,
        [student for student in everybody if student.pk not in given],
        rng or random.SystemRandom(),
    )
    assign_puzzles(assignment, hands)
    return list(hands)


def grade_soon(puzzles: Iterable[int]) -> None:
    """Grade these puzzles that wait for it, for some seconds; what is left then is graded as all others."""
    end = time.monotonic() + GRADING_SECONDS
    for puzzle in Puzzle.objects.filter(pk__in=puzzles, tier=None):
        if time.monotonic() >= end:
            break
        grade_now(puzzle=puzzle)


def assign_puzzles(assignment: Assignment, hands: Hands) -> None:
    """Write down whose grids these are."""
    assignees = Assignee.objects.bulk_create(
        Assignee(assignment=assignment, student_id=student) for student in hands
    )
    AssignedPuzzle.objects.bulk_create(
        AssignedPuzzle(assignee=assignee, puzzle_id=puzzle, position=position)
        for assignee in assignees
        for position, puzzle in enumerate(hands[assignee.student_id], start=1)
    )


def puzzles_of(assignment: Assignment) -> QuerySet[Puzzle]:
    """Every grid that somebody has in this assignment, or would have."""
    allotted = AssignedPuzzle.objects.filter(assignee__assignment=assignment).values("puzzle")
    return Puzzle.objects.filter(Q(pk__in=Source.from_json(assignment.source).puzzles) | Q(pk__in=allotted))


def students_of(classroom: Classroom) -> list[User]:
    """The students of a class; nobody in it who has become a teacher."""
    members = User.objects.students().filter(memberships__classroom=classroom)
    return list(members.order_by("username"))
