"""Assignments for some students of a class: the others are excused."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services import creation
from puzzles.assignments.services.assignees import begin, find_assignee
from puzzles.assignments.services.lifecycle import (
    LifecycleError,
    hand_out_now,
    hand_out_to_newcomers,
    take_back_excuse,
)
from puzzles.assignments.services.sources import Source
from puzzles.course.pages.exercises import open_assignees
from puzzles.library.models import Collection, Puzzle
from puzzles.library.services.policies import policy_with

AssignmentOf = Callable[..., Assignment]


@pytest.fixture
def collection(grids: list[str], bring_in: Callable[..., object]) -> Collection:
    """Twenty grids."""
    return bring_in(grids[:20]).collection  # type: ignore[attr-defined]


@pytest.fixture
def drawn_for(teacher: User, classroom: Classroom, collection: Collection) -> Callable[..., Assignment]:
    """`drawn_for(chosen, band=)`: a draft of three drawn grids."""

    def make(chosen: list[int] | None, band: int | None = None) -> Assignment:
        source = Source(collections=(collection.pk,), count=3, band=band)
        return creation.create_assignment(
            author=teacher,
            classroom=classroom,
            name="Monday",
            source=source,
            policy=policy_with(),
            chosen=chosen,
        )

    return make


def grids_of(assignment: Assignment, student: User) -> list[int]:
    assigned = AssignedPuzzle.objects.in_assignment(assignment).filter(assignee__student=student)
    return list(assigned.values_list("puzzle_id", flat=True))


def excused_from(assignment: Assignment) -> set[int]:
    return set(assignment.assignees.exclude(excused_at=None).values_list("student_id", flat=True))


def test_only_the_chosen_get_it(student: User, classmate: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of(chosen=[student.pk])
    assert find_assignee(student=student, assignment_id=assignment.pk).pk
    assert not Assignee.objects.of(classmate).exists()
    with pytest.raises(Assignment.DoesNotExist):
        begin(student=classmate, assignment_id=assignment.pk)


def test_it_stays_so_when_other_grids_are_drawn(
    student: User, classmate: User, drawn_for: Callable[..., Assignment]
) -> None:
    draft = drawn_for([student.pk])
    creation.redraw(assignment=draft)
    assert len(grids_of(draft, student)) == 3
    assert excused_from(draft) == {classmate.pk}
    hand_out_now(assignment=draft)
    assert excused_from(draft) == {classmate.pk}


def test_equal_scores_need_grids_for_the_chosen_alone(
    student: User, classmate: User, drawn_for: Callable[..., Assignment]
) -> None:
    draft = drawn_for([student.pk], band=100)
    assert len(grids_of(draft, student)) == 3
    assert grids_of(draft, classmate) == []


def test_who_joins_later_is_outside_until_the_teacher_includes_them(
    student: User, stranger: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    draft = assignment_of(chosen=[student.pk], is_draft=True)
    Membership.objects.create(classroom=classroom, student=stranger)
    hand_out_now(assignment=draft)
    with pytest.raises(Assignment.DoesNotExist):
        begin(student=stranger, assignment_id=draft.pk)
    assert hand_out_to_newcomers(assignment=draft) == [stranger.pk]
    assert begin(student=stranger, assignment_id=draft.pk).began_at


def test_exercises_are_not_offered_to_who_joins_later(
    student: User, stranger: User, classroom: Classroom, exercises_of: AssignmentOf
) -> None:
    exercises_of(chosen=[student.pk])
    Membership.objects.create(classroom=classroom, student=stranger)
    assert len(open_assignees("mini_projet", student)) == 1
    assert open_assignees("mini_projet", stranger) == []


def test_who_is_included_again_gets_grids_of_equal_scores(
    student: User, classmate: User, drawn_for: Callable[..., Assignment]
) -> None:
    assignment = hand_out_now(assignment=drawn_for([student.pk], band=100))
    take_back_excuse(assignee=assignment.assignees.get(student=classmate))
    assert len(grids_of(assignment, classmate)) == 3
    assert excused_from(assignment) == set()


def test_without_grids_nobody_is_included(
    student: User, classmate: User, collection: Collection, drawn_for: Callable[..., Assignment]
) -> None:
    assignment = hand_out_now(assignment=drawn_for([], band=100))
    collection.entries.all().delete()
    with pytest.raises(LifecycleError):
        take_back_excuse(assignee=assignment.assignees.get(student=classmate))
    assert classmate.pk in excused_from(assignment)


def test_other_students_of_a_draft_get_the_grids_it_has(
    student: User, classmate: User, drawn_for: Callable[..., Assignment]
) -> None:
    draft = drawn_for([student.pk])
    kept, source = grids_of(draft, student), Source.from_json(draft.source).criteria_only()
    creation.change_draft(assignment=draft, source=source, chosen=[classmate.pk])
    assert grids_of(draft, classmate) == kept
    assert excused_from(draft) == {student.pk}
    creation.change_draft(assignment=draft, source=source, chosen=None)
    assert grids_of(draft, student) == kept
    assert not draft.for_group
    assert excused_from(draft) == set()


def test_grids_of_equal_scores_are_drawn_again_for_others(
    student: User, classmate: User, drawn_for: Callable[..., Assignment]
) -> None:
    draft = drawn_for([student.pk], band=100)
    source = Source.from_json(draft.source).criteria_only()
    creation.change_draft(assignment=draft, source=source, chosen=[student.pk, classmate.pk])
    assert len(grids_of(draft, student)) == len(grids_of(draft, classmate)) == 3
    creation.change_draft(assignment=draft, source=replace(source, count=2), chosen=[classmate.pk])
    assert len(grids_of(draft, classmate)) == 2
    assert grids_of(draft, student) == []


def test_a_duplicate_for_the_same_class_has_the_same_group(
    teacher: User,
    student: User,
    classmate: User,
    classroom: Classroom,
    puzzle: Puzzle,
    assignment_of: AssignmentOf,
) -> None:
    other = Classroom.objects.create(name="Other")
    other.teachers.add(teacher)
    first, second = creation.duplicate(
        assignment=assignment_of(chosen=[student.pk]),
        author=teacher,
        classrooms=[classroom, other],
        name="Again",
    )
    assert (first.for_group, excused_from(first)) == (True, {classmate.pk})
    assert not second.for_group
