"""One open attempt of a player on a puzzle, and one practice copy beside it."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import User
from puzzles.assignments.models import Assignment
from puzzles.library.models import Puzzle
from puzzles.play.game import Op, apply_op
from puzzles.play.models import Attempt


@pytest.fixture
def begin(student: User, puzzle: Puzzle) -> Callable[..., Attempt]:
    """The student's open attempt on the puzzle, found or made."""

    def get_or_begin(**fields: Any) -> Attempt:
        return Attempt.objects.get_or_begin(player=student, puzzle=puzzle, **fields)

    return get_or_begin


def test_an_open_attempt_is_found_again_as_it_was_begun(
    attempt_of: Callable[..., Attempt], student: User, begin: Callable[..., Attempt]
) -> None:
    first = attempt_of(student)
    assert begin(policy_id=first.policy_id + 1, cells_shown=3) == first
    first.refresh_from_db()
    assert first.cells_shown == 0


def test_a_new_one_begins_with_the_givens_and_what_was_asked_for(
    attempt_of: Callable[..., Attempt], classmate: User, puzzle: Puzzle, begin: Callable[..., Attempt]
) -> None:
    other = attempt_of(classmate)
    attempt = begin(policy=other.policy, cells_shown=3)
    attempt.refresh_from_db()
    assert attempt != other
    assert (attempt.digits, attempt.policy, attempt.cells_shown) == (puzzle.givens, other.policy, 3)


def test_a_practice_copy_and_an_assigned_attempt_may_exist_beside_it(
    assignment_of: Callable[..., Assignment], student: User, begin: Callable[..., Attempt]
) -> None:
    work = assignment_of()
    assigned_puzzle = work.assignees.get(student=student).assigned_puzzles.get()
    given = begin(policy=work.policy)
    Attempt.objects.filter(pk=given.pk).update(assigned_puzzle=assigned_puzzle)
    own, copy = begin(policy=work.policy), begin(policy=work.policy, is_practice=True)
    assert len({given.pk, own.pk, copy.pk}) == 3
    assert copy.is_practice
    assert begin(policy=work.policy, is_practice=True) == copy


@pytest.mark.parametrize("ops", [[Op("g")], [Op("d", 2, 4), Op("n", 3, 1), Op("g"), Op("u")]])
def test_a_checkpoint_is_stored_and_read_back(
    attempt_of: Callable[..., Attempt], student: User, ops: list[Op]
) -> None:
    attempt = attempt_of(student)
    state = attempt.game_state()
    for op in ops:
        state = apply_op(state, op).state
    attempt.hold_state(state)
    attempt.save()
    attempt.refresh_from_db()
    assert state.checkpoint is not None
    assert attempt.game_state().checkpoint == state.checkpoint
