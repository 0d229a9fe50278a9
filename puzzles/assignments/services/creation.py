"""Create assignments: a draft with its puzzles distributed, then handed out, and then frozen."""

import random
import time
from collections.abc import Callable, Iterable
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
from .distribution import Distribution, distribute, distribute_to_newcomers
from .sources import Source, SourceError

# How long a teacher waits while the chosen puzzles are graded.
GRADING_SECONDS = 5.0


class FrozenError(Refusal):
    """The assignment is handed out and cannot change, in a sentence for the teacher."""


def create_assignment(
    *,
    author: User,
    classroom: Classroom,
    name: str,
    source: Source,
    policy: HelpPolicy,
    rng: random.Random | None = None,
    **fields: Any,
) -> Assignment:
    """Create a draft for a class and distribute its puzzles. Raises SourceError if there are too few.

    `fields` are further columns of the assignment: dates, minutes, the algorithm and its predictions.
    """
    assignment = Assignment(
        author=author, classroom=classroom, name=name, policy=policy, source=source.to_json(), **fields
    )
    drawn, distribution = draw(assignment, rng)
    with transaction.atomic():
        assignment.save()
        save_distribution(assignment, drawn, distribution)
    return assignment


def create_for_classes(
    *,
    classrooms: Iterable[Classroom],
    positions_for: Callable[[Classroom], list[int]] | None = None,
    **fields: Any,
) -> list[Assignment]:
    """Create a draft for each class, as `create_assignment` does. Raises SourceError and creates none.

    `positions_for` chooses the positions of drills for a class.
    """
    drafts: list[Assignment] = []
    for classroom in classrooms:
        try:
            positions: dict[str, Any] = {"positions": positions_for(classroom)} if positions_for else {}
            drafts.append(create_assignment(classroom=classroom, **positions, **fields))
        except SourceError as error:
            Assignment.objects.filter(pk__in=[each.pk for each in drafts]).delete()
            raise SourceError(f"{classroom}{_(': ')}{error}") from error
    return drafts


def duplicate(
    *, assignment: Assignment, author: User, classrooms: Iterable[Classroom], **fields: Any
) -> list[Assignment]:
    """Create drafts like an assignment; `fields` are its new name and dates. Drawn grids are drawn anew.

    Of drills they have `positions_for` too, as `create_for_classes` has.
    """
    asked = (
        "algorithm",
        "predictions",
        "worksheet",
        "exercises",
        "technique",
        "drill_level",
        "spares_masters",
    )
    copied = ("policy", "instructions", "grade_rule", "exam_time", *asked)
    return create_for_classes(
        classrooms=classrooms,
        author=author,
        source=Source.from_json(assignment.source).criteria_only(),
        **{name: getattr(assignment, name) for name in copied},
        **fields,
    )


def puzzles_to_draw(
    *,
    author: User,
    classroom: Classroom,
    source: Source,
    rng: random.Random | None = None,
    draft: Assignment | None = None,
) -> list[int]:
    """The puzzles that the first student would get from `create_assignment`, or `change_draft` of the draft.

    Stores nothing. Raises SourceError.
    """
    if draft and Source.from_json(draft.source).criteria_only() == source.criteria_only():
        first = draft.assignees.order_by("pk").first()
        assigned = AssignedPuzzle.objects.filter(assignee=first).order_by("position")
        return list(Source.from_json(draft.source).puzzles or assigned.values_list("puzzle_id", flat=True))
    assignment = Assignment(
        pk=draft.pk if draft else None, author=author, classroom=classroom, source=source.to_json()
    )
    source, distribution = distribute(assignment, students_of(classroom), rng or random.SystemRandom())
    shares = list(distribution.values())
    return list(source.puzzles or (shares[0] if shares else ()))


def redraw(*, assignment: Assignment, rng: random.Random | None = None) -> Assignment:
    """Draw other puzzles for a draft and distribute them to the students who are in the class now.

    Raises SourceError if there are too few, and FrozenError if it is handed out.
    """
    refuse_handed_out(assignment)
    drawn, distribution = draw(assignment, rng)
    with transaction.atomic():
        refuse_handed_out(Assignment.objects.locked().get(pk=assignment.pk))
        save_distribution(assignment, drawn, distribution)
    return assignment


def change_draft(
    *, assignment: Assignment, source: Source, rng: random.Random | None = None, **fields: Any
) -> Assignment:
    """Change a draft. Its puzzles are drawn again only if the source has changed.

    Raises SourceError and FrozenError as `redraw` does.
    """
    refuse_handed_out(assignment)
    is_same = Source.from_json(assignment.source).criteria_only() == source.criteria_only()
    for name, value in fields.items():
        setattr(assignment, name, value)
    if not is_same:
        assignment.source = source.to_json()
    drawn, distribution = (source, None) if is_same else draw(assignment, rng)
    with transaction.atomic():
        refuse_handed_out(Assignment.objects.locked().get(pk=assignment.pk))
        assignment.save(update_fields=list(fields))
        if distribution is not None:
            save_distribution(assignment, drawn, distribution)
    return assignment


def draw(assignment: Assignment, rng: random.Random | None) -> tuple[Source, Distribution]:
    """Draw puzzles for the students who are in the class now, and grade those that have no grade yet.

    This is slow, so it runs before the transaction: other users can write meanwhile.
    """
    students = students_of(assignment.classroom)
    source, distribution = distribute(assignment, students, rng or random.SystemRandom())
    grade_soon({*source.puzzles, *(key for puzzles in distribution.values() for key in puzzles)})
    return source, distribution


def save_distribution(assignment: Assignment, source: Source, distribution: Distribution) -> None:
    """Replace what was distributed before."""
    assignment.assignees.all().delete()
    assignment.source = source.to_json()
    assignment.save(update_fields=["source"])
    assign_puzzles(assignment, distribution)


def refuse_handed_out(assignment: Assignment) -> None:
    if not assignment.is_draft:
        raise FrozenError(_("You have handed out these grids: they cannot change any more."))


def hand_out(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """Hand out a locked assignment to the students who are in the class now. Does nothing the second time."""
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
    """Assign puzzles of a locked assignment to students who have none. Returns the students' keys.

    They get the puzzles of the others or similar ones. Raises SourceError if there are none.
    """
    assigned = set(assignment.assignees.values_list("student_id", flat=True))
    everybody = students_of(assignment.classroom) if students is None else students
    distribution = distribute_to_newcomers(
        assignment,
        [student for student in everybody if student.pk not in assigned],
        rng or random.SystemRandom(),
    )
    assign_puzzles(assignment, distribution)
    return list(distribution)


def grade_soon(puzzles: Iterable[int]) -> None:
    """Grade these puzzles for some seconds; the worker grades the rest."""
    end = time.monotonic() + GRADING_SECONDS
    for puzzle in Puzzle.objects.filter(pk__in=puzzles, tier=None):
        if time.monotonic() >= end:
            break
        grade_now(puzzle=puzzle)


def assign_puzzles(assignment: Assignment, distribution: Distribution) -> None:
    assignees = Assignee.objects.bulk_create(
        Assignee(assignment=assignment, student_id=student) for student in distribution
    )
    AssignedPuzzle.objects.bulk_create(
        AssignedPuzzle(assignee=assignee, puzzle_id=puzzle, position=position)
        for assignee in assignees
        for position, puzzle in enumerate(distribution[assignee.student_id], start=1)
    )


def puzzles_of(assignment: Assignment) -> QuerySet[Puzzle]:
    """All puzzles of an assignment, those of drafts without students included."""
    assigned = AssignedPuzzle.objects.in_assignment(assignment).order_by().values("puzzle")
    return Puzzle.objects.filter(Q(pk__in=Source.from_json(assignment.source).puzzles) | Q(pk__in=assigned))


def students_of(classroom: Classroom) -> list[User]:
    """The students of a class, without members who have become teachers."""
    members = User.objects.students().filter(memberships__classroom=classroom)
    return list(members.order_by("username"))
