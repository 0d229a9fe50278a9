"""Games that are left: set aside, taken up again, started over."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.play.game import Op, OpKind
from puzzles.play.models import Attempt
from puzzles.play.services.access import LockedError
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.play.services.game_ends import LeaveError, set_aside, start_over, take_up
from puzzles.play.services.hints import HelpError, give_hint, show_cell
from puzzles.play.services.play import SentOp, play_moves
from puzzles.play.services.practice import practise

StartAttempt = Callable[..., Attempt]


def place(attempt: Attempt, seq: int = 1, cell: int = 2, digit: int = 4) -> None:
    op = Op(OpKind.DIGIT, cell, digit)
    play_moves(player=attempt.player, attempt_id=attempt.pk, client="a" * 16, ops=[SentOp(seq, op, 500)])


def test_a_game_set_aside_stays_open_and_is_not_at_hand(student: User, attempt_of: StartAttempt) -> None:
    attempt = attempt_of(student)
    place(attempt)
    set_aside(player=student, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert attempt.is_open
    assert attempt.is_set_aside
    assert not Attempt.objects.at_hand().exists()
    take_up(player=student, attempt_id=attempt.pk)
    assert list(Attempt.objects.at_hand()) == [attempt]


def test_a_move_takes_a_game_up_again(student: User, attempt_of: StartAttempt) -> None:
    attempt = attempt_of(student)
    set_aside(player=student, attempt_id=attempt.pk)
    place(attempt)
    assert list(Attempt.objects.at_hand()) == [attempt]


def test_a_grid_set_aside_is_gone_on_with_where_it_is_asked_for_again(
    student: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student)
    set_aside(player=student, attempt_id=attempt.pk)
    again = Attempt.objects.get_or_begin(player=student, puzzle=attempt.puzzle, policy=attempt.policy)
    assert again == attempt


def test_starting_over_gives_the_givens_and_keeps_the_old_game(
    student: User, attempt_of: StartAttempt
) -> None:
    old = attempt_of(student)
    place(old)
    fresh = start_over(player=student, attempt_id=old.pk)
    old.refresh_from_db()
    assert (old.state, old.move_count) == (Attempt.State.RESTARTED, 1)
    assert fresh.pk != old.pk
    assert (fresh.digits, fresh.elapsed_ms, fresh.policy) == (old.puzzle.givens, 0, old.policy)


def test_a_game_without_a_move_is_fresh_already(student: User, attempt_of: StartAttempt) -> None:
    attempt = attempt_of(student)
    assert start_over(player=student, attempt_id=attempt.pk) == attempt
    assert Attempt.objects.get().is_open


def test_a_practice_copy_keeps_the_position_it_was_begun_from(
    student: User, attempt_of: StartAttempt
) -> None:
    source = attempt_of(student)
    place(source)
    Attempt.objects.update(state=Attempt.State.SHOWN, finished_at=timezone.now())
    copy = practise(player=student, attempt_id=source.pk, number=1)
    with pytest.raises(LeaveError):
        start_over(player=student, attempt_id=copy.pk)
    copy.refresh_from_db()
    assert (copy.is_open, copy.digits[2]) == (True, "4")


def test_starting_over_gives_no_help_anew(student: User, attempt_of: StartAttempt) -> None:
    rules = {"partial_cells": 1, "hint_budget": 1, "hint_rung": 4, "checking": True, "solution": "never"}
    old = attempt_of(student, **rules)
    give_hint(player=student, attempt_id=old.pk, seen_version=0)
    show_cell(player=student, attempt_id=old.pk, cell=2)
    fresh = start_over(player=student, attempt_id=old.pk)
    with pytest.raises(HelpError):
        give_hint(player=student, attempt_id=fresh.pk, seen_version=0)
    with pytest.raises(HelpError):
        show_cell(player=student, attempt_id=fresh.pk, cell=2)


def test_help_that_is_taken_along_is_counted_once(student: User, attempt_of: StartAttempt) -> None:
    old = attempt_of(student, partial_cells=5)
    show_cell(player=student, attempt_id=old.pk, cell=2)
    start_over(player=student, attempt_id=old.pk)
    assert [row["cells"] for row in Attempt.objects.sums_by_player()] == [1]


def test_a_game_started_over_is_judged_by_nobody(student: User, attempt_of: StartAttempt) -> None:
    old = attempt_of(student)
    place(old)
    start_over(player=student, attempt_id=old.pk)
    assert not Attempt.objects.to_review().exists()
    assert not Attempt.objects.ended().exists()


@pytest.mark.parametrize("leave", [set_aside, take_up, start_over])
def test_a_grid_of_an_assignment_is_not_left(
    student: User, assignment_of: Callable[..., Assignment], leave: Callable[..., Attempt]
) -> None:
    work = assignment_of()
    begin(student=student, assignment_id=work.pk)
    attempt = open_grid(student=student, assignment_id=work.pk, position=1)
    place(attempt)
    with pytest.raises(LeaveError):
        leave(player=student, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert attempt.is_open
    assert not attempt.is_set_aside


@pytest.mark.parametrize("leave", [set_aside, take_up, start_over])
def test_a_free_game_on_the_grid_of_an_exam_is_not_left_either(
    student: User,
    attempt_of: StartAttempt,
    assignment_of: Callable[..., Assignment],
    leave: Callable[..., Attempt],
) -> None:
    attempt = attempt_of(student)
    place(attempt)
    exam = assignment_of(is_exam=True)
    # Before it is begun, a refusal would tell which grid is chosen.
    attempt = leave(player=student, attempt_id=attempt.pk)
    begin(student=student, assignment_id=exam.pk)
    with pytest.raises(LockedError):
        leave(player=student, attempt_id=attempt.pk)


@pytest.mark.parametrize("leave", [set_aside, take_up, start_over])
def test_another_players_game_is_not_found(
    classmate: User, student: User, attempt_of: StartAttempt, leave: Callable[..., Attempt]
) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        leave(player=classmate, attempt_id=attempt_of(student).pk)
