"""Putting digits on a grid by help, as one move."""

from collections.abc import Iterable

from ...engine import CELLS, Change, Effect, GameState, NoteRules, apply_effect, placing_effect
from ...models import Attempt
from ..play import note_rules


def filling_effect(attempt: Attempt, state: GameState, digits: Iterable[tuple[int, int]]) -> Effect:
    """What placing these (cell, digit) in order changes, notes cleaned as by the player's own hand."""
    return _difference(state, _filled(state, digits, note_rules(attempt.policy)))


def clearing_effect(state: GameState, cell: int) -> Effect:
    """What emptying a cell changes."""
    return (Change(cell, state.digits[cell], 0, state.notes[cell], 0),)


def _filled(state: GameState, digits: Iterable[tuple[int, int]], rules: NoteRules) -> GameState:
    for cell, digit in digits:
        state = apply_effect(state, placing_effect(state, cell, digit, rules)).state
    return state


def _difference(before: GameState, after: GameState) -> Effect:
    changes = [
        Change(cell, before.digits[cell], after.digits[cell], before.notes[cell], after.notes[cell])
        for cell in CELLS
    ]
    return tuple(
        change
        for change in changes
        if change.digit_before != change.digit_after or change.notes_before != change.notes_after
    )
