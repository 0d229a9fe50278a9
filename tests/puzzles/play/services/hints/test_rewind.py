"""Rewind to before the first mistake: where it leads, what it reveals, when it is refused."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from puzzles.play.models import Attempt, Move
from puzzles.play.services import hints
from puzzles.play.services.hints import HelpError
from puzzles.play.services.practice import practise

Play = Callable[..., None]
StartAttempt = Callable[..., Attempt]


def rewind(attempt: Attempt) -> tuple[int, ...]:
    _game, found = hints.rewind(player=attempt.player, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    return found


def grid(attempt: Attempt) -> tuple[str, str]:
    return attempt.digits, attempt.marks


def test_it_leads_to_the_grid_before_the_first_remaining_mistake(attempt: Attempt, move: Play) -> None:
    """Not before an earlier one that was taken back."""
    move(attempt, "3.d.2", "3.d.6", "5.n.8")
    before = grid(attempt)
    move(attempt, "2.d.1", "40.d.5", "10.n.7", "37.d.9")
    assert rewind(attempt) == (2, 37)
    assert grid(attempt) == before


def test_it_is_one_move_that_undo_takes_back(
    attempt: Attempt, move: Play, grid_is_replay: Callable[[Attempt], bool]
) -> None:
    move(attempt, "2.d.1", "40.d.5")
    after = grid(attempt)
    rewind(attempt)
    last = attempt.moves.latest("number")
    assert (last.kind, last.number, [change[0] for change in last.effect]) == (Move.Kind.REWIND, 3, [2, 40])
    move(attempt, ".u")
    assert grid(attempt) == after
    move(attempt, ".r")
    assert attempt.digits == attempt.puzzle.givens
    assert grid_is_replay(attempt)


def test_it_counts_as_a_check(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.1")
    rewind(attempt)
    assert (attempt.checks, attempt.cells_shown) == (1, 0)
    assert attempt.last_help_at is not None


def test_digits_that_come_back_are_not_counted_as_shown(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.4", "3.d.1", "2.x")
    rewind(attempt)
    assert (attempt.digits[2], attempt.digits[3], attempt.cells_shown) == ("4", ".", 0)


def test_without_a_mistake_the_grid_stays_and_the_answer_is_recorded_once(
    attempt: Attempt, move: Play
) -> None:
    move(attempt, "2.d.4")
    assert rewind(attempt) == rewind(attempt) == ()
    assert (attempt.digits[2], attempt.checks, attempt.version) == ("4", 1, 2)
    assert attempt.moves.latest("number").effect == []


def test_a_check_right_after_it_is_free(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.1")
    rewind(attempt)
    _game, found = hints.check_grid(player=attempt.player, attempt_id=attempt.pk)
    attempt.refresh_from_db()
    assert found == ()
    assert (attempt.checks, attempt.version) == (1, 2)


def test_a_rewind_that_changed_nothing_leaves_undo_alone(attempt: Attempt, move: Play) -> None:
    move(attempt, "2.d.4")
    rewind(attempt)
    move(attempt, ".u")
    assert attempt.digits == attempt.puzzle.givens


def test_a_practice_copy_keeps_what_was_right_of_the_position_it_began_at(
    attempt: Attempt, move: Play, grid_is_replay: Callable[[Attempt], bool]
) -> None:
    move(attempt, "2.d.4", "5.n.8", "40.d.1", "3.d.6")
    Attempt.objects.update(state=Attempt.State.SHOWN, finished_at=timezone.now())
    copy = practise(player=attempt.player, attempt_id=attempt.pk, number=4)
    copy.refresh_from_db()
    begun = copy.marks
    move(copy, "10.d.7", "11.d.1")
    assert rewind(copy) == (11, 40)
    assert [copy.digits[cell] for cell in (2, 3, 10, 11, 40)] == ["4", "6", ".", ".", "."]
    assert copy.marks == begun
    assert grid_is_replay(copy)


@pytest.mark.parametrize("rules", [{"hint_rung": 0, "checking": False}, {"is_exam": True}])
def test_where_nothing_is_checked_there_is_no_way_back(
    attempt_of: StartAttempt, student: User, move: Play, rules: dict[str, Any]
) -> None:
    if "is_exam" in rules:
        rules = rules | {"hint_rung": 0, "checking": False, "partial_cells": 0, "solution": "never"}
    attempt = attempt_of(student, **rules)
    move(attempt, "2.d.1")
    before = Attempt.objects.filter(pk=attempt.pk).values().get()
    with pytest.raises(HelpError):
        rewind(attempt)
    assert Attempt.objects.filter(pk=attempt.pk).values().get() == before
    assert attempt.moves.count() == 1


def test_a_finished_grid_has_no_way_back(attempt: Attempt) -> None:
    hints.show_solution(player=attempt.player, attempt_id=attempt.pk)
    with pytest.raises(HelpError):
        rewind(attempt)


def test_the_attempt_of_somebody_else_is_not_found(attempt: Attempt, classmate: User) -> None:
    with pytest.raises(Attempt.DoesNotExist):
        hints.rewind(player=classmate, attempt_id=attempt.pk)
