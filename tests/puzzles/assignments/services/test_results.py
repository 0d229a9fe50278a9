"""What came of an assignment: how each grid is judged, and what is counted."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.lifecycle import excuse, try_as_student
from puzzles.assignments.services.results import GridResult, ResultStatus, results_of
from puzzles.course.models import PredictionRound
from puzzles.play.models import Attempt, Move

AssignmentOf = Callable[..., Assignment]
RoundOf = Callable[..., PredictionRound]
State = Attempt.State
MINUTE = timedelta(minutes=1)


def played(assignment: Assignment, student: User, **fields: Any) -> Attempt:
    """The student's attempt on the first grid of an assignment, as it was left."""
    part = assignment.assignees.get(student=student)
    assigned_puzzle = part.assigned_puzzles.get(position=1)
    known = {"digits": assigned_puzzle.puzzle.givens, "policy": assignment.policy} | fields
    if known.get("state", State.OPEN) != State.OPEN:
        known.setdefault("finished_at", timezone.now())
    Assignee.objects.filter(pk=part.pk, began_at=None).update(began_at=timezone.now())
    return Attempt.objects.create(
        player=student, puzzle=assigned_puzzle.puzzle, assigned_puzzle=assigned_puzzle, **known
    )


def only_grid(assignment: Assignment) -> GridResult:
    ((grid,),) = [each.grids for each in results_of(assignment)]
    return grid


def wrong_at(digits: str, cell: int) -> str:
    return digits[:cell] + str(int(digits[cell]) % 9 + 1) + digits[cell + 1 :]


def test_a_grid_that_nobody_opened_is_not_begun(assignment_of: AssignmentOf, student: User) -> None:
    grid = only_grid(assignment_of())
    assert (grid.status, grid.attempt, grid.is_done) == (ResultStatus.NEW, None, False)


def test_solved_after_the_due_date_is_late(assignment_of: AssignmentOf, student: User) -> None:
    now = timezone.now()
    assignment = assignment_of(opens_at=now - timedelta(days=3), due_at=now - timedelta(days=1))
    attempt = played(assignment, student, state=State.SOLVED, finished_at=now)
    assert (only_grid(assignment).status, only_grid(assignment).is_late) == (ResultStatus.SOLVED, True)
    Attempt.objects.filter(pk=attempt.pk).update(finished_at=now - timedelta(days=2))
    assert not only_grid(assignment).is_late


def test_extra_time_counts_before_somebody_is_late(assignment_of: AssignmentOf, student: User) -> None:
    now = timezone.now()
    student.extra_time = 2  # type: ignore[assignment]
    student.save(update_fields=["extra_time"])
    assignment = assignment_of(opens_at=now - timedelta(hours=3), due_at=now - timedelta(hours=1))
    played(assignment, student, state=State.SOLVED, finished_at=now)
    assert not only_grid(assignment).is_late


def test_a_grid_handed_in_is_judged_by_the_rules(
    assignment_of: AssignmentOf, student: User, classmate: User, puzzle: Any
) -> None:
    assignment = assignment_of(is_exam=True)
    played(assignment, student, state=State.HANDED_IN, digits=puzzle.solution)
    empty = puzzle.givens.index(".")
    played(assignment, classmate, state=State.HANDED_IN, digits=wrong_at(puzzle.solution, empty))
    right, wrong = [each.grids[0] for each in results_of(assignment)]
    assert (right.status, wrong.status) == (ResultStatus.RIGHT, ResultStatus.WRONG)
    assert (right.is_solved, wrong.is_solved) == (True, False)
    assert (right.own_right, wrong.own_right) == (51, 50)


def test_an_exam_that_is_over_counts_as_handed_in_before_it_is_collected(
    assignment_of: AssignmentOf, student: User
) -> None:
    now = timezone.now()
    assignment = assignment_of(
        is_exam=True, opens_at=now - timedelta(hours=2), due_at=now + timedelta(hours=1)
    )
    played(assignment, student)
    assert only_grid(assignment).status == ResultStatus.OPEN
    ((later,),) = [each.grids for each in results_of(assignment, now + timedelta(hours=2))]
    assert later.status == ResultStatus.UNFINISHED


def test_hints_are_counted_by_the_last_rung_and_wrong_digits_are_named(
    assignment_of: AssignmentOf, student: User
) -> None:
    assignment = assignment_of()
    attempt = played(
        assignment, student, hints_nudge=4, hints_where=3, hints_why=1, hints_do=1, cells_shown=1, mistakes=1
    )
    Move.objects.create(attempt=attempt, number=1, kind=Move.Kind.DIGIT, cell=2, digit=1, mistake=True)
    Move.objects.create(attempt=attempt, number=2, kind=Move.Kind.DIGIT, cell=2, digit=4)
    grid = only_grid(assignment)
    assert grid.hints == (1, 2, 0, 1)
    assert grid.wrong == ((2, 1),)


def test_cells_filled_by_help_are_nobodys_own(
    assignment_of: AssignmentOf, student: User, puzzle: Any
) -> None:
    assignment = assignment_of()
    first, second = [cell for cell in range(81) if puzzle.givens[cell] == "."][:2]
    digits = list(puzzle.givens)
    digits[first], digits[second] = puzzle.solution[first], puzzle.solution[second]
    played(assignment, student, digits="".join(digits), cells_shown=1)
    assert only_grid(assignment).own_right == 1


def test_the_teachers_own_attempt_is_in_no_results(
    assignment_of: AssignmentOf, teacher: User, student: User, puzzle: Any
) -> None:
    assignment = assignment_of()
    try_as_student(teacher=teacher, assignment=assignment, puzzle=puzzle)
    assert [each.assignee.student for each in results_of(assignment)] == [student]
    assert only_grid(assignment).attempt is None


def test_the_results_mark_an_excused_student(assignment_of: AssignmentOf, student: User) -> None:
    assignment = assignment_of()
    excuse(assignee=assignment.assignees.get())
    (result,) = results_of(assignment)
    assert result.is_excused


def test_only_the_round_of_the_assignment_counts(
    assignment_of: AssignmentOf, student: User, puzzle: Any, round_of: RoundOf
) -> None:
    assignment = assignment_of(algorithm="tutoriel", predictions=5)
    free = {"player": student, "algorithm": "tutoriel", "grid": puzzle.givens, "token": "free"}
    PredictionRound.objects.create(**free, asked=9, right=9)
    grid = only_grid(assignment)
    assert (grid.asked, grid.wanted, grid.status) == (0, 5, ResultStatus.NEW)
    round_of(assignment, student, 4, right=3)
    grid = only_grid(assignment)
    assert (grid.asked, grid.right, grid.status) == (4, 3, ResultStatus.OPEN)


def test_a_run_with_fewer_questions_is_done_when_these_are_answered(
    assignment_of: AssignmentOf, student: User, round_of: RoundOf
) -> None:
    assignment = assignment_of(algorithm="projet_insa", predictions=5)
    round_of(assignment, student, 2, right=2, wanted=2)
    grid = only_grid(assignment)
    assert (grid.asked, grid.wanted, grid.status) == (2, 2, ResultStatus.PREDICTED)
