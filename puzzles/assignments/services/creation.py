"""Create assignments: a draft with its puzzles distributed, then handed out, and then frozen."""

import random
import time
from collections.abc import Callable, Collection, Iterable, Mapping
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
from .distribution import Distribution, distribute, distribute_to_newcomers, same_for_all
from .sources import Source, SourceError

# How long a teacher waits while the chosen puzzles are graded.
GRADING_SECONDS = 5.0
# How many parts an assignment of several kinds of work may have: as many as a lesson pack has activities.
MOST_PARTS = 30


class FrozenError(Refusal):
    """The assignment is handed out and cannot change, in a sentence for the teacher."""


def create_assignment(
    *,
    author: User,
    classroom: Classroom,
    name: str,
    source: Source,
    policy: HelpPolicy,
    chosen: Collection[int] | None = None,
    rng: random.Random | None = None,
    **fields: Any,
) -> Assignment:
    """Create a draft for a class and distribute its puzzles. Raises SourceError if there are too few.

    `chosen` are the keys of the students who get it, None if the whole class does.

    `fields` are further columns of the assignment: dates, minutes, the algorithm and its predictions. With a
    `whole` it becomes its last part. Raises FrozenError if that is handed out.
    """
    assignment = Assignment(
        author=author,
        classroom=classroom,
        name=name,
        policy=policy,
        source=source.to_json(),
        for_group=chosen is not None,
        **fields,
    )
    drawn, distribution = draw(assignment, students_of(classroom, chosen), rng)
    with transaction.atomic():
        if assignment.whole is not None:
            join_whole(assignment, assignment.whole, chosen)
        assignment.save()
        save_distribution(assignment, drawn, distribution)
    return assignment


def join_whole(part: Assignment, whole: Assignment, chosen: Collection[int] | None) -> None:
    """Make a new assignment the last part of a whole, with its dates. Raises FrozenError."""
    whole = Assignment.objects.locked().get(pk=whole.pk, has_parts=True, classroom=part.classroom)
    refuse_handed_out(whole)
    numbers = list(whole.parts.values_list("part_number", flat=True))
    if len(numbers) >= MOST_PARTS:
        sentence = _("An assignment has at most %(count)d parts.")
        raise FrozenError(sentence % {"count": MOST_PARTS})
    if part.policy.is_exam:
        raise FrozenError(_("No part of an assignment can be an exam."))
    if not is_same_group(whole, chosen):
        raise FrozenError(_("The students of this assignment have changed meanwhile: try again."))
    part.part_number = max(numbers, default=0) + 1
    part.opens_at, part.due_at, part.minutes = whole.opens_at, whole.due_at, None


def create_for_classes(
    *,
    classrooms: Iterable[Classroom],
    positions_for: Callable[[Classroom], list[int]] | None = None,
    chosen: Mapping[int, Collection[int] | None] | None = None,
    **fields: Any,
) -> list[Assignment]:
    """Create a draft for each class, as `create_assignment` does. Raises SourceError and creates none.

    `positions_for` chooses the positions of drills for a class. `chosen` has the students by class.
    """
    drafts: list[Assignment] = []
    for classroom in classrooms:
        try:
            positions: dict[str, Any] = {"positions": positions_for(classroom)} if positions_for else {}
            group = (chosen or {}).get(classroom.pk)
            drafts.append(create_assignment(classroom=classroom, chosen=group, **positions, **fields))
        except SourceError as error:
            Assignment.objects.filter(pk__in=[each.pk for each in drafts]).delete()
            raise SourceError(f"{classroom}{_(': ')}{error}") from error
    return drafts


def duplicate(
    *, assignment: Assignment, author: User, classrooms: Iterable[Classroom], **fields: Any
) -> list[Assignment]:
    """Create drafts like an assignment; `fields` are its new name and dates. Drawn grids are drawn anew.

    Of drills they have `positions_for` too, as `create_for_classes` has. In its own class a group stays.
    """
    asked = (
        "algorithm",
        "predictions",
        "worksheet",
        "exercises",
        "questions",
        "technique",
        "drill_level",
        "spares_masters",
        "has_parts",
        "weight",
    )
    copied = ("policy", "instructions", "grade_rule", "exam_time", *asked)
    return create_for_classes(
        classrooms=classrooms,
        author=author,
        source=Source.from_json(assignment.source).criteria_only(),
        chosen={assignment.classroom_id: group_of(assignment)},
        **{name: getattr(assignment, name) for name in copied},
        **fields,
    )


def puzzles_to_draw(
    *,
    author: User,
    classroom: Classroom,
    source: Source,
    chosen: Collection[int] | None = None,
    rng: random.Random | None = None,
    draft: Assignment | None = None,
) -> list[int]:
    """The puzzles that the first student would get from `create_assignment`, or `change_draft` of the draft.

    Stores nothing. Raises SourceError.
    """
    if draft and is_same_source(draft, source) and (source.is_same_for_all or is_same_group(draft, chosen)):
        first = draft.assignees.filter(excused_at=None).order_by("pk").first()
        assigned = AssignedPuzzle.objects.filter(assignee=first).order_by("position")
        return list(Source.from_json(draft.source).puzzles or assigned.values_list("puzzle_id", flat=True))
    assignment = Assignment(
        pk=draft.pk if draft else None, author=author, classroom=classroom, source=source.to_json()
    )
    students = students_of(classroom, chosen)
    source, distribution = distribute(assignment, students, rng or random.SystemRandom())
    shares = list(distribution.values())
    return list(source.puzzles or (shares[0] if shares else ()))


def redraw(*, assignment: Assignment, rng: random.Random | None = None) -> Assignment:
    """Draw other puzzles for a draft and distribute them to the students who are in the class now.

    Raises SourceError if there are too few, and FrozenError if it is handed out.
    """
    refuse_handed_out(assignment)
    students = students_of(assignment.classroom, group_of(assignment))
    drawn, distribution = draw(assignment, students, rng)
    with transaction.atomic():
        refuse_handed_out(Assignment.objects.locked().get(pk=assignment.pk))
        save_distribution(assignment, drawn, distribution)
    return assignment


def change_draft(
    *,
    assignment: Assignment,
    source: Source,
    chosen: Collection[int] | None = None,
    rng: random.Random | None = None,
    **fields: Any,
) -> Assignment:
    """Change a draft. Its puzzles are drawn again only if the source has changed.

    Other students who are `chosen` get the puzzles of all; of equal work they are drawn again for them.

    Raises SourceError and FrozenError as `redraw` does.
    """
    refuse_handed_out(assignment)
    is_same, has_same_students = is_same_source(assignment, source), is_same_group(assignment, chosen)
    fields["for_group"] = chosen is not None
    for name, value in fields.items():
        setattr(assignment, name, value)
    if not is_same:
        assignment.source = source.to_json()
    students = students_of(assignment.classroom, chosen)
    drawn, distribution = Source.from_json(assignment.source), None
    if is_same and source.is_same_for_all and not has_same_students:
        distribution = same_for_all(drawn, students)
    elif not (is_same and has_same_students):
        drawn, distribution = draw(assignment, students, rng)
    with transaction.atomic():
        refuse_handed_out(Assignment.objects.locked().get(pk=assignment.pk))
        assignment.save(update_fields=list(fields))
        if distribution is not None:
            save_distribution(assignment, drawn, distribution)
    return assignment


def is_same_source(draft: Assignment, source: Source) -> bool:
    return Source.from_json(draft.source).criteria_only() == source.criteria_only()


def is_same_group(draft: Assignment, chosen: Collection[int] | None) -> bool:
    group = group_of(draft)
    return (group is None) == (chosen is None) and set(group or ()) == set(chosen or ())


def group_of(assignment: Assignment) -> list[int] | None:
    """The keys of the students who get an assignment for some only; None if the whole class does."""
    if not assignment.for_group:
        return None
    return list(assignment.assignees.filter(excused_at=None).values_list("student_id", flat=True))


def draw(
    assignment: Assignment, students: list[User], rng: random.Random | None
) -> tuple[Source, Distribution]:
    """Draw puzzles for these students, and grade those that have no grade yet.

    This is slow, so it runs before the transaction: other users can write meanwhile.
    """
    source, distribution = distribute(assignment, students, rng or random.SystemRandom())
    grade_soon({*source.puzzles, *(key for puzzles in distribution.values() for key in puzzles)})
    return source, distribution


def save_distribution(assignment: Assignment, source: Source, distribution: Distribution) -> None:
    """Replace what was distributed before. Students outside the group are excused."""
    assignment.assignees.all().delete()
    assignment.source = source.to_json()
    assignment.save(update_fields=["source"])
    assign_puzzles(assignment, distribution)
    if assignment.for_group:
        now = timezone.now()
        others = [each for each in students_of(assignment.classroom) if each.pk not in distribution]
        Assignee.objects.bulk_create(
            Assignee(assignment=assignment, student=student, excused_at=now) for student in others
        )


def refuse_handed_out(assignment: Assignment) -> None:
    if assignment.is_draft:
        return
    if assignment.has_parts:
        raise FrozenError(_("You have handed out this assignment: its parts cannot change any more."))
    if assignment.asks_questions:
        raise FrozenError(_("You have handed out these questions: they cannot change any more."))
    raise FrozenError(_("You have handed out these grids: they cannot change any more."))


def hand_out(*, assignment: Assignment, now: datetime | None = None) -> Assignment:
    """Hand out a locked assignment to the students who are in the class now, or to its group of them.

    Does nothing the second time.
    """
    if assignment.is_draft:
        students = students_of(assignment.classroom)
        assignment.assignees.exclude(student__in=students).delete()
        if not assignment.for_group:
            assign_to_newcomers(assignment=assignment, students=students)
        assignment.handed_out_at = now or timezone.now()
        assignment.save(update_fields=["handed_out_at"])
    return assignment


def assign_to_newcomers(
    *, assignment: Assignment, students: Iterable[User] | None = None, rng: random.Random | None = None
) -> list[int]:
    """Assign puzzles of a locked assignment to students who have none. Returns the students' keys.

    They get the puzzles of the others or similar ones, and so in each part. Raises SourceError if there are
    none.
    """
    assigned = set(assignment.assignees.values_list("student_id", flat=True))
    everybody = students_of(assignment.classroom) if students is None else students
    distribution = distribute_to_newcomers(
        assignment,
        [student for student in everybody if student.pk not in assigned],
        rng or random.SystemRandom(),
    )
    assign_puzzles(assignment, distribution)
    for part in locked_parts(assignment):
        assign_to_newcomers(assignment=part, students=students, rng=rng)
    return list(distribution)


def locked_parts(assignment: Assignment) -> list[Assignment]:
    """The parts of a locked assignment in their order, locked too; none of an assignment of one kind."""
    return list(assignment.parts.in_order().locked()) if assignment.has_parts else []


def assign_missing_puzzles(assignee: Assignee) -> None:
    """Assign puzzles to a student who was outside the group. Raises SourceError if there are none."""
    if assignee.assigned_puzzles.exists():
        return
    assignment = assignee.assignment
    distribution = distribute_to_newcomers(assignment, [assignee.student], random.SystemRandom())
    AssignedPuzzle.objects.bulk_create(
        AssignedPuzzle(assignee=assignee, puzzle_id=puzzle, position=position)
        for position, puzzle in enumerate(distribution[assignee.student_id], start=1)
    )


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


def students_of(classroom: Classroom, chosen: Collection[int] | None = None) -> list[User]:
    """The students of a class, or those `chosen` of them, without members who have become teachers."""
    members = User.objects.students().filter(memberships__classroom=classroom)
    if chosen is not None:
        members = members.filter(pk__in=chosen)
    return list(members.order_by("username"))
