"""Right digits shown after a hand-in: what they count when the game is opened again."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import reopen
from puzzles.assignments.services.results import ResultStatus, results_of
from puzzles.library.models import HelpPolicy
from puzzles.play.game import Op
from puzzles.play.models import Attempt, TechniqueUse
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.closing import hand_in
from puzzles.play.services.corrections import CorrectionError, show_right_digit
from puzzles.play.services.play import SentOp, play_moves
from puzzles.play.services.review import judged, review_attempt

AssignmentOf = Callable[..., Assignment]
WEEK = timedelta(days=7)


@pytest.fixture
def homework(student: User, assignment_of: AssignmentOf) -> Assignment:
    return assignment_of()


@pytest.fixture
def attempt(student: User, homework: Assignment) -> Attempt:
    begin(student=student, assignment_id=homework.pk)
    return open_grid(student=student, assignment_id=homework.pk, position=1)


def empty_cells(attempt: Attempt) -> list[int]:
    return [cell for cell, digit in enumerate(attempt.puzzle.givens) if digit == "."]


def reopen_after_showing(attempt: Attempt, homework: Assignment, cells: list[int]) -> None:
    """Hand in the empty grid, show the right digits of these cells, and open the game again."""
    hand_in(student=attempt.player, assignment_id=homework.pk)
    for cell in cells:
        show_right_digit(player=attempt.player, attempt_id=attempt.pk, cell=cell)
    reopen(assignee=homework.assignees.get())


def enter(attempt: Attempt, cells: list[int]) -> None:
    right = attempt.puzzle.solution
    ops = [SentOp(seq, Op("d", cell, int(right[cell]))) for seq, cell in enumerate(cells, 1)]
    for at in range(0, len(ops), 50):
        play_moves(player=attempt.player, attempt_id=attempt.pk, client="a" * 16, ops=ops[at : at + 50])
    attempt.refresh_from_db()


@pytest.mark.parametrize(
    ("shown", "state"),
    [(51, Attempt.State.SHOWN), (18, Attempt.State.HELPED), (17, Attempt.State.SOLVED)],
)
def test_a_grid_is_not_solved_with_right_digits_that_were_shown(
    attempt: Attempt, homework: Assignment, shown: int, state: str
) -> None:
    cells = empty_cells(attempt)
    reopen_after_showing(attempt, homework, cells[:shown])
    enter(attempt, cells)
    assert attempt.state == state


def test_a_right_digit_that_was_shown_and_entered_counts_as_filled_by_help(
    attempt: Attempt, homework: Assignment
) -> None:
    cells = empty_cells(attempt)
    reopen_after_showing(attempt, homework, cells[:3])
    enter(attempt, [*cells[:2], *cells[5:9]])
    [[grid]] = [result.grids for result in results_of(homework)]
    assert (grid.status, grid.cells, grid.own_right) == (ResultStatus.OPEN, 2, 4)


def test_a_digit_that_was_shown_is_no_technique_of_the_player(attempt: Attempt, homework: Assignment) -> None:
    cells = empty_cells(attempt)
    reopen_after_showing(attempt, homework, cells[:5])
    enter(attempt, cells)
    unaided = {placement.cell for placement in judged(attempt) if placement.is_unaided}
    assert unaided == set(cells[5:])


def test_a_game_that_is_opened_again_keeps_no_credit_for_techniques(
    student: User, attempt: Attempt, homework: Assignment
) -> None:
    hand_in(student=student, assignment_id=homework.pk)
    review_attempt(attempt_id=attempt.pk)
    TechniqueUse.objects.create(
        attempt=attempt, player=student, technique="x_wing", taken=1, is_unbroken=True, made_at=timezone.now()
    )
    student.technique_progress.create(technique="x_wing", progress=1)
    reopen(assignee=homework.assignees.get())
    assert not TechniqueUse.objects.exists()
    assert not student.technique_progress.filter(technique="x_wing").exists()


@pytest.fixture
def early(student: User, assignment_of: AssignmentOf) -> Attempt:
    """Homework whose solution is granted after its due date, handed in a week before, empty."""
    given = assignment_of(due_at=timezone.now() + WEEK, rules={"solution": HelpPolicy.Solution.AFTER_DUE})
    begin(student=student, assignment_id=given.pk)
    attempt = open_grid(student=student, assignment_id=given.pk, position=1)
    hand_in(student=student, assignment_id=given.pk)
    return attempt


def test_right_digits_of_homework_wait_until_its_solution_is_granted(student: User, early: Attempt) -> None:
    show = {"player": student, "attempt_id": early.pk, "cell": empty_cells(early)[0]}
    with pytest.raises(CorrectionError, match="You can see the solution from"):
        show_right_digit(**show)
    early.refresh_from_db()
    assert early.corrected_cells == []
    assert show_right_digit(**show, now=timezone.now() + WEEK).corrected_cells == [show["cell"]]


def test_right_digits_of_homework_are_shown_once_the_teacher_ends_it(student: User, early: Attempt) -> None:
    Assignment.objects.update(stopped_at=timezone.now())
    cell = empty_cells(early)[0]
    assert show_right_digit(player=student, attempt_id=early.pk, cell=cell).corrected_cells == [cell]


def test_right_digits_of_homework_without_a_solution_are_never_shown(
    student: User, assignment_of: AssignmentOf
) -> None:
    given = assignment_of(rules={"solution": HelpPolicy.Solution.NEVER})
    begin(student=student, assignment_id=given.pk)
    attempt = open_grid(student=student, assignment_id=given.pk, position=1)
    hand_in(student=student, assignment_id=given.pk)
    with pytest.raises(CorrectionError, match="The solution of this grid is not shown"):
        show_right_digit(player=student, attempt_id=attempt.pk, cell=2, now=timezone.now() + 9 * WEEK)


def test_the_board_says_when_right_digits_may_be_asked_for(
    student: User, early: Attempt, client_of: Callable[[User], Client]
) -> None:
    client = client_of(student)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    board = client.get(early.get_absolute_url()).content.decode()
    assert "You can see the solution from" in board
    assert "Show the right digit" not in board
    Assignment.objects.update(stopped_at=timezone.now())
    assert "Show the right digit" in client.get(early.get_absolute_url()).content.decode()
