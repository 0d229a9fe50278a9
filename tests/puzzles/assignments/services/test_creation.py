"""Drafts, and what is handed out."""

from collections.abc import Callable

from accounts.models import Classroom, User
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services.creation import hand_out
from puzzles.library.models import Puzzle

AssignmentOf = Callable[..., Assignment]


def test_every_student_of_the_class_gets_the_grids(
    student: User, classmate: User, stranger: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    allotted = AssignedPuzzle.objects.filter(assignee__assignment=assignment)
    assert set(allotted.values_list("assignee__student", "puzzle", "position")) == {
        (student.pk, puzzle.pk, 1),
        (classmate.pk, puzzle.pk, 1),
    }


def test_a_draft_has_no_assignees(student: User, assignment_of: AssignmentOf) -> None:
    draft = assignment_of(is_draft=True)
    assert not Assignee.objects.of(student).exists()
    hand_out(assignment=draft)
    assert Assignee.objects.of(student).get().assignment == draft


def test_handed_out_twice_it_keeps_its_first_moment(student: User, assignment_of: AssignmentOf) -> None:
    first = assignment_of()
    assert hand_out(assignment=first).handed_out_at == first.handed_out_at
    assert first.assignees.count() == 1


def test_a_student_who_left_before_the_handing_out_gets_nothing(
    student: User, classmate: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    draft = assignment_of(is_draft=True)
    classroom.memberships.get(student=classmate).delete()
    hand_out(assignment=draft)
    assert [assignee.student for assignee in draft.assignees.all()] == [student]


def test_grids_without_a_grade_get_theirs(student: User, puzzle: Puzzle, assignment_of: AssignmentOf) -> None:
    assert not puzzle.is_graded
    assignment_of()
    puzzle.refresh_from_db()
    assert puzzle.is_graded


def test_an_exam_has_no_help_whatever_was_asked_for(student: User, assignment_of: AssignmentOf) -> None:
    exam = assignment_of(is_exam=True)
    assert exam.is_exam
    assert not exam.policy.has_hints
    assert not exam.policy.auto_notes
