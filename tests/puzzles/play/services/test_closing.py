"""The end of work, and moves sent at its very end or later."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services import assignees
from puzzles.assignments.services.lifecycle import change_assignment, set_own_due_date, stop_and_collect
from puzzles.library.models import Puzzle
from puzzles.play.game import Op
from puzzles.play.models import Attempt
from puzzles.play.services import assigned_puzzles, closing, play
from puzzles.play.services.assigned_puzzles import AssignmentError
from puzzles.play.services.play import SentOp

AssignmentOf = Callable[..., Assignment]
HOUR = timedelta(hours=1)
CLIENT = "0123456789abcdef"


def begun(student: User, assignment: Assignment) -> Attempt:
    """The student's attempt on the first grid of the assignment."""
    assignees.begin(student=student, assignment_id=assignment.pk)
    return assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1)


def send(attempt: Attempt, *ops: Op, first: int = 1, client: str = CLIENT) -> play.Game:
    sent = [SentOp(seq, op, 100) for seq, op in enumerate(ops, first)]
    return play.play_moves(player=attempt.player, attempt_id=attempt.pk, client=client, ops=sent)


def set_back(assignment: Assignment, by: timedelta) -> None:
    """Let the time of an assignment have passed: all its moments lie so much earlier."""
    for part in assignment.assignees.filter(began_at__isnull=False):
        Assignee.objects.filter(pk=part.pk).update(began_at=part.began_at - by)
    due_at = assignment.due_at and assignment.due_at - by
    Assignment.objects.filter(pk=assignment.pk).update(opens_at=assignment.opens_at - by, due_at=due_at)


# By hand


def test_a_grid_handed_in_keeps_its_moves_and_takes_no_more(
    student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(is_exam=True)
    attempt = begun(student, assignment)
    send(attempt, Op("d", 2, 4))
    closing.hand_in(student=student, assignment_id=assignment.pk)
    game = send(attempt, Op("d", 3, 6), Op("u"), first=2)
    attempt.refresh_from_db()
    assert (attempt.state, attempt.digits[2], attempt.digits[3]) == ("handed_in", "4", ".")
    assert list(attempt.moves.values_list("seq", "late", "effect")) == [
        (1, False, [[2, 0, 4, 0, 0]]),
        (2, True, []),
        (3, True, []),
    ]
    assert (game.kept, game.refusals, attempt.move_count) == ([2, 3], [], 1)


def test_handed_in_twice_it_keeps_its_first_moment(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    begun(student, assignment)
    first = closing.hand_in(student=student, assignment_id=assignment.pk).handed_in_at
    assert closing.hand_in(student=student, assignment_id=assignment.pk).handed_in_at == first


def test_an_assignment_not_begun_cannot_be_handed_in(student: User, assignment_of: AssignmentOf) -> None:
    with pytest.raises(AssignmentError):
        closing.hand_in(student=student, assignment_id=assignment_of().pk)


def test_handing_in_leaves_a_classmate_and_a_solved_grid_alone(
    student: User, classmate: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    solved, other = begun(student, assignment), begun(classmate, assignment)
    Attempt.objects.filter(pk=solved.pk).update(state="solved", finished_at=timezone.now())
    closing.hand_in(student=student, assignment_id=assignment.pk)
    states = Attempt.objects.in_bulk([solved.pk, other.pk])
    assert (states[solved.pk].state, states[other.pk].state) == ("solved", "open")


# By the teacher


def test_a_stopped_assignment_is_collected_from_everybody(
    student: User, classmate: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    attempts = [begun(student, assignment), begun(classmate, assignment)]
    assert stop_and_collect(assignment) == 2
    for attempt in attempts:
        attempt.refresh_from_db()
        assert attempt.state == "handed_in"
        assert attempt.finished_at is not None
    assert stop_and_collect(assignment) == 0


def test_a_stopped_assignment_opens_no_more_grids(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    assignees.begin(student=student, assignment_id=assignment.pk)
    stop_and_collect(assignment)
    with pytest.raises(AssignmentError):
        assigned_puzzles.open_grid(student=student, assignment_id=assignment.pk, position=1)


# By the clock


def test_an_exam_is_closed_by_the_first_move_after_its_end(
    student: User, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30)
    attempt = begun(student, exam)
    set_back(exam, HOUR)
    game = send(attempt, Op("d", 2, 4))
    attempt.refresh_from_db()
    part = exam.assignees.get(student=student)
    assert (game.is_read_only_now, game.kept) == (True, [1])
    assert (attempt.state, attempt.digits, attempt.finished_at) == (
        "handed_in",
        attempt.puzzle.givens,
        part.ends_at,
    )
    assert attempt.moves.get().late


def test_the_sweep_collects_an_exam_whose_time_is_up(
    student: User, classmate: User, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30)
    attempt = begun(student, exam)
    set_back(exam, HOUR)
    still_open = begun(classmate, exam)
    assert closing.collect_overdue() == 1
    assert closing.collect_overdue() == 0
    attempt.refresh_from_db()
    still_open.refresh_from_db()
    assert (attempt.state, still_open.state) == ("handed_in", "open")


@pytest.mark.parametrize("is_for_all", [True, False])
def test_more_time_opens_again_what_was_collected_when_it_was_up(
    student: User, assignment_of: AssignmentOf, *, is_for_all: bool
) -> None:
    exam = assignment_of(is_exam=True, due_at=timezone.now() + HOUR)
    attempt = begun(student, exam)
    set_back(exam, 2 * HOUR)
    assert closing.collect_overdue() == 1
    exam.refresh_from_db()
    later = timezone.now() + HOUR
    if is_for_all:
        change_assignment(assignment=exam, due_at=later)
    else:
        set_own_due_date(assignee=exam.assignees.get(student=student), due_at=later)
    assert not send(attempt, Op("d", 2, 4)).kept
    assert closing.collect_overdue() == 0


def test_more_time_opens_nothing_that_its_student_has_handed_in(
    student: User, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, due_at=timezone.now() + HOUR)
    attempt = begun(student, exam)
    closing.hand_in(student=student, assignment_id=exam.pk)
    change_assignment(assignment=exam, due_at=timezone.now() + 2 * HOUR)
    set_own_due_date(assignee=exam.assignees.get(student=student), due_at=timezone.now() + 2 * HOUR)
    assert send(attempt, Op("d", 2, 4)).kept == [1]


def test_extra_time_stretches_the_end(student: User, assignment_of: AssignmentOf) -> None:
    User.objects.filter(pk=student.pk).update(extra_time=Decimal("1.33"))
    student.refresh_from_db()
    exam = assignment_of(is_exam=True, minutes=30)
    attempt = begun(student, exam)
    set_back(exam, timedelta(minutes=35))
    assert closing.collect_overdue() == 0
    attempt.player = student
    assert not send(attempt, Op("d", 2, 4)).is_late


def test_homework_goes_on_after_its_date_and_counts_as_late(
    student: User, puzzle: Puzzle, assignment_of: AssignmentOf
) -> None:
    homework = assignment_of(due_at=timezone.now() + HOUR)
    attempt = begun(student, homework)
    send(attempt, Op("d", 2, 4))
    set_back(homework, 2 * HOUR)
    assert closing.collect_overdue() == 0
    send(attempt, Op("d", 3, 6), first=2)
    attempt.refresh_from_db()
    assert (attempt.state, attempt.digits[3]) == ("open", "6")
    assert list(attempt.moves.values_list("late", flat=True)) == [False, True]


def test_a_right_and_full_exam_stays_open(student: User, puzzle: Puzzle, assignment_of: AssignmentOf) -> None:
    attempt = begun(student, assignment_of(is_exam=True))
    digits = f"{puzzle.solution[:2]}.{puzzle.solution[3:]}"
    Attempt.objects.filter(pk=attempt.pk).update(digits=digits)
    send(attempt, Op("d", 2, 4))
    attempt.refresh_from_db()
    assert (attempt.is_full, attempt.state, attempt.finished_at) == (True, "open", None)
    send(attempt, Op("d", 2, 1), Op("u"), first=2)
    attempt.refresh_from_db()
    assert (attempt.digits, attempt.version) == (puzzle.solution, 3)


# All at once


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("end", ["hand in", "collect"])
def test_a_move_at_the_moment_of_the_end_counts_or_is_kept(
    student: User, assignment_of: AssignmentOf, end: str
) -> None:
    exam = assignment_of(is_exam=True)
    attempt = begun(student, exam)
    empty = [cell for cell, digit in enumerate(attempt.puzzle.givens) if digit == "."]

    def go(number: int) -> None:
        try:
            if number != 10:
                send(attempt, Op("d", empty[number], 5), client=f"{number:016x}")
            elif end == "hand in":
                closing.hand_in(student=student, assignment_id=exam.pk)
            else:
                stop_and_collect(exam)
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(go, range(20)))
    attempt.refresh_from_db()
    moves = list(attempt.moves.order_by("number"))
    assert [move.number for move in moves] == list(range(1, 20))
    assert attempt.version == 19
    assert [move.late for move in moves] == sorted(move.late for move in moves)
    counted = {move.cell for move in moves if move.effect}
    assert counted == {move.cell for move in moves if not move.late}
    assert counted == {cell for cell in empty if attempt.digits[cell] == "5"}
    assert attempt.state == "handed_in"


@pytest.mark.django_db(transaction=True)
def test_handed_in_twenty_times_at_once_it_has_one_moment(student: User, assignment_of: AssignmentOf) -> None:
    assignment = assignment_of()
    begun(student, assignment)

    def go(_number: int) -> object:
        try:
            return closing.hand_in(student=student, assignment_id=assignment.pk).handed_in_at
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        assert len(set(pool.map(go, range(20)))) == 1


# Under a pause


def test_an_exam_does_not_end_while_its_class_is_paused(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30)
    attempt = begun(student, exam)
    set_back(exam, timedelta(minutes=31))
    Classroom.objects.update(paused_at=timezone.now() - timedelta(minutes=5))
    assert closing.collect_overdue() == 0
    game = send(attempt)
    assert (game.is_late, game.attempt.is_open) == (False, True)
    with pytest.raises(play.PausedError):
        send(attempt, Op("d", 2, 4))
    stop_and_collect(exam)
    attempt.refresh_from_db()
    assert attempt.state == "handed_in"


def test_a_pause_that_came_after_the_end_changes_nothing(
    student: User, classroom: Classroom, assignment_of: AssignmentOf
) -> None:
    exam = assignment_of(is_exam=True, minutes=30)
    begun(student, exam)
    set_back(exam, HOUR)
    Classroom.objects.update(paused_at=timezone.now() - timedelta(minutes=5))
    assert closing.collect_overdue() == 1


def test_a_move_that_waited_for_the_handing_in_changes_nothing(
    student: User, assignment_of: AssignmentOf
) -> None:
    """Two servers' clocks may differ, and a moment that was read before the lock is an earlier one."""
    assignment = assignment_of()
    begun(student, assignment)
    first = closing.hand_in(student=student, assignment_id=assignment.pk)
    earlier = first.handed_in_at - timedelta(seconds=1)
    again = closing.hand_in(student=student, assignment_id=assignment.pk, now=earlier)
    assert again.handed_in_at == first.handed_in_at
    again.refresh_from_db()
    assert again.handed_in_at == first.handed_in_at
