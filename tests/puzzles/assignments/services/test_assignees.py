"""Work that is begun, and its grids, opened one by one."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from accounts.services.students import set_account
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.assignments.services import assignees
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt
from puzzles.play.services import assigned_puzzles
from puzzles.play.services.assigned_puzzles import AssignmentError

AssignmentOf = Callable[..., Assignment]
HOUR = timedelta(hours=1)


def part_of(student: User, assignment: Assignment) -> Assignee:
    return assignment.assignees.get(student=student)


def test_an_assignment_begun_twice_keeps_its_first_time(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    first = assignees.begin(student=student, assignment_id=assignment.pk)
    again = assignees.begin(student=student, assignment_id=assignment.pk)
    assert first.began_at is not None
    assert again.began_at == first.began_at


def test_a_grid_opens_under_the_rules_of_its_assignment(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of(rules={"hint_budget": 2})
    assignees.begin(student=student, assignment_id=assignment.pk)
    attempt = assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1)
    assert attempt.policy == assignment.policy
    assert attempt.assigned_puzzle == AssignedPuzzle.objects.get(assignee__student=student)
    assert assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1) == attempt


def test_a_grid_does_not_open_before_the_assignment_is_begun(
    student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    with pytest.raises(AssignmentError):
        assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1)
    assert not Attempt.objects.exists()


def test_an_assignment_cannot_be_begun_before_it_opens(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of(opens_at=timezone.now() + HOUR)
    with pytest.raises(AssignmentError):
        assignees.begin(student=student, assignment_id=assignment.pk)


def test_in_a_paused_exam_no_grid_is_opened_and_an_open_one_is_found(
    student: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    other = Puzzle.objects.create(
        givens=puzzle.givens[::-1],
        clue_count=30,
        solution_count=1,
        solution=puzzle.solution[::-1],
        solving_class=puzzle.solving_class,
    )
    exam = assignment_of([puzzle, other], is_exam=True)
    assignees.begin(student=student, assignment_id=exam.pk)
    first = assigned_puzzles.open_grid(student=student, assignment_id=exam.pk, position=1)
    Classroom.objects.update(paused_at=timezone.now())
    with pytest.raises(AssignmentError, match="paused"):
        assigned_puzzles.open_grid(student=student, assignment_id=exam.pk, position=2)
    assert assigned_puzzles.open_grid(student=student, assignment_id=exam.pk, position=1) == first
    Classroom.objects.update(paused_at=None)
    assert assigned_puzzles.open_grid(student=student, assignment_id=exam.pk, position=2) != first


def test_homework_goes_on_opening_grids_in_a_pause(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    assignees.begin(student=student, assignment_id=assignment.pk)
    Classroom.objects.update(paused_at=timezone.now())
    assert assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1).is_open


def test_homework_may_be_begun_late_and_an_exam_may_not(student: User, assignment_of: AssignmentOf) -> None:
    past = {"opens_at": timezone.now() - 3 * HOUR, "due_at": timezone.now() - HOUR}
    assert assignees.begin(student=student, assignment_id=assignment_of(**past).pk).began_at
    with pytest.raises(AssignmentError):
        assignees.begin(student=student, assignment_id=assignment_of(is_exam=True, **past).pk)


def test_an_exam_is_not_begun_during_a_pause(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=20)
    Classroom.objects.update(paused_at=timezone.now())
    with pytest.raises(AssignmentError):
        assignees.begin(student=student, assignment_id=exam.pk)


def test_a_student_who_joined_later_gets_the_grids_when_beginning(
    student: User, stranger: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    with pytest.raises(Assignment.DoesNotExist):
        assignees.begin(student=stranger, assignment_id=assignment.pk)
    Membership.objects.create(classroom=classroom, student=stranger)
    assert assignees.begin(student=stranger, assignment_id=assignment.pk).assigned_puzzles.count() == 1


def test_an_excused_student_finds_nothing(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    assignment.assignees.update(excused_at=timezone.now())
    with pytest.raises(Assignment.DoesNotExist):
        assignees.find_assignee(student=student, assignment_id=assignment.pk)
    with pytest.raises(Assignee.DoesNotExist):
        assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1)


def test_a_draft_is_not_found(student: User, assignment_of: AssignmentOf) -> None:
    draft = assignment_of(is_draft=True)
    with pytest.raises(Assignment.DoesNotExist):
        assignees.find_assignee(student=student, assignment_id=draft.pk)


@pytest.mark.django_db(transaction=True)
def test_a_grid_opened_twenty_times_at_once_is_one_attempt(
    student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()

    def go(_number: int) -> int:
        try:
            assignees.begin(student=student, assignment_id=assignment.pk)
            return assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        found = set(pool.map(go, range(20)))
    assert found == {Attempt.objects.get().pk}


def test_extra_time_changed_later_does_not_move_an_exam_that_was_begun(
    student: User, classmate: User, other_teacher: User, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30, due_at=timezone.now() + 4 * HOUR)
    User.objects.filter(pk=student.pk).update(extra_time="1.50")
    student.refresh_from_db()
    begun = assignees.begin(student=student, assignment_id=exam.pk)
    assert begun.ends_at == begun.began_at + 0.75 * HOUR
    for each in (student, classmate):
        set_account(student=each, extra_time=Decimal(5), is_active=True, teacher=other_teacher)
    assert part_of(student, exam).ends_at == begun.ends_at
    # A student who has not begun gets the time that counts at the beginning.
    classmate.refresh_from_db()
    later = assignees.begin(student=classmate, assignment_id=exam.pk)
    assert later.ends_at == later.began_at + 2.5 * HOUR


def test_extra_time_given_later_stretches_homework_that_was_begun(
    student: User, teacher: User, assignment_of: AssignmentOf
) -> None:
    homework = assignment_of(minutes=30)
    begun = assignees.begin(student=student, assignment_id=homework.pk)
    set_account(student=student, extra_time=Decimal(2), is_active=True, teacher=teacher)
    assert part_of(student, homework).ends_at == begun.began_at + HOUR
