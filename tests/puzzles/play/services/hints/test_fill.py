"""Digits put on a grid by help: one effect, the same as the player's own moves would have together."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from puzzles.engine import Board
from puzzles.library.models import HelpPolicy
from puzzles.play.game import Change, GameState, NoteRules, Op, apply_effect, apply_op, new_game
from puzzles.play.models import Attempt, Preferences
from puzzles.play.services import hints
from puzzles.play.services.hints.reveal import clearing_effect, filling_effect, noting_effect, removing_effect

# The player's preferences for notes are read from the database.
pytestmark = pytest.mark.django_db

GIVENS = Board.from_line("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EMPTY = GIVENS.empty_cells
ATTEMPT = Attempt(policy=HelpPolicy())


def after(state: GameState, *ops: Op) -> GameState:
    for op in ops:
        state = apply_op(state, op, NoteRules()).state
    return state


notes = st.lists(st.builds(Op, st.just("n"), st.sampled_from(EMPTY), st.integers(1, 9)), max_size=30)


@given(notes=notes, cells=st.lists(st.sampled_from(EMPTY), unique=True, max_size=20))
def test_cells_filled_together_change_what_they_change_one_by_one(notes: list[Op], cells: list[int]) -> None:
    noted = after(new_game(GIVENS.digits), *notes)
    digits = [(cell, int(SOLUTION[cell])) for cell in cells]
    together = apply_effect(noted, filling_effect(ATTEMPT, noted, digits)).state
    one_by_one = after(noted, *[Op("d", cell, digit) for cell, digit in digits])
    assert (together.digits, together.notes) == (one_by_one.digits, one_by_one.notes)


@given(notes=notes, cells=st.lists(st.sampled_from(EMPTY), unique=True, min_size=1, max_size=20))
def test_cells_filled_together_are_one_undo(notes: list[Op], cells: list[int]) -> None:
    noted = after(new_game(GIVENS.digits), *notes)
    effect = filling_effect(ATTEMPT, noted, [(cell, int(SOLUTION[cell])) for cell in cells])
    back = after(apply_effect(noted, effect).state, Op("u"))
    assert (back.digits, back.notes) == (noted.digits, noted.notes)


def test_a_digit_already_placed_changes_nothing() -> None:
    state = after(new_game(GIVENS.digits), Op("d", 2, 4))
    assert filling_effect(ATTEMPT, state, [(2, 4)]) == ()


def test_clearing_takes_the_digit_or_the_notes() -> None:
    state = after(new_game(GIVENS.digits), Op("d", 2, 1), Op("n", 3, 9))
    assert clearing_effect(state, 2) == (Change(2, 1, 0, 0, 0),)
    assert clearing_effect(state, 3) == (Change(3, 0, 0, 256, 0),)


def test_candidates_that_fall_leave_the_notes_and_what_is_not_noted_is_noted_without_them() -> None:
    # r1c3 can hold 1, 2 and 4, r3c1 only 1 and 2; the first has a note that is no candidate.
    state = after(new_game(GIVENS.digits), Op("n", 2, 1), Op("n", 2, 4), Op("n", 2, 9))
    effect = removing_effect(state, [(2, 1), (18, 1)])
    assert effect == (Change(2, 0, 0, 0b1_0000_1001, 0b1_0000_1000), Change(18, 0, 0, 0, 0b10))


def test_notes_are_filled_in_unless_they_are_left_to_the_player() -> None:
    state = new_game(GIVENS.digits)
    effect = noting_effect(ATTEMPT, state)
    assert {change.cell for change in effect} == set(EMPTY)
    assert noting_effect(Attempt(policy=HelpPolicy(auto_notes=False)), state) == ()


def press_to_the_end(player: User, attempt: Attempt) -> None:
    for _rung in range(4):
        hints.give_hint(player=player, attempt_id=attempt.pk, seen_version=attempt.version)
        attempt.refresh_from_db()


FILLING: dict[str, Callable[[User, Attempt], object]] = {
    "do it": press_to_the_end,
    "fill this cell": lambda player, attempt: hints.show_cell(player=player, attempt_id=attempt.pk, cell=40),
    "simple method": lambda player, attempt: hints.show_simple(player=player, attempt_id=attempt.pk),
}


@pytest.mark.parametrize("is_wished", [True, False])
@pytest.mark.parametrize("filling", FILLING)
def test_help_cleans_the_notes_of_the_peers_only_with_the_setting_on(
    attempt_of: Callable[..., Attempt],
    student: User,
    move: Callable[..., None],
    filling: str,
    is_wished: bool,
) -> None:
    Preferences.objects.update_or_create(player=student, defaults={"clean_notes": is_wished})
    attempt = attempt_of(student, solution="never", partial_cells=3)
    move(attempt, ".f")
    before = attempt.game_state()
    FILLING[filling](student, attempt)
    attempt.refresh_from_db()
    filled = attempt.game_state()
    assert sum(map(bool, filled.digits)) > sum(map(bool, before.digits))
    still_empty = [cell for cell in EMPTY if not filled.digits[cell]]
    cleaned = [cell for cell in still_empty if filled.notes[cell] != before.notes[cell]]
    assert bool(cleaned) == is_wished
