"""Changing a grid by help, as one move: digits put on it or taken away, and notes."""

from collections.abc import Iterable
from dataclasses import replace

from puzzles.engine import Board

from ...game import (
    Change,
    Effect,
    GameState,
    NoteRules,
    Op,
    OpKind,
    apply_effect,
    apply_op,
    centre_marks_of,
    colour_of,
    effect_towards,
    pack_marks,
    placing_effect,
)
from ...models import Attempt
from ..play import note_rules
from ..preferences import cleans_notes


def filling_effect(attempt: Attempt, state: GameState, digits: Iterable[tuple[int, int]]) -> Effect:
    """What placing these (cell, digit) in order changes, notes cleaned as by the player's own hand."""
    rules = replace(note_rules(attempt.policy), clean_notes=cleans_notes(attempt.player_id))
    after = _filled(state, digits, rules)
    return effect_towards(state, after.digits, after.marks)


def clearing_effect(state: GameState, cell: int) -> Effect:
    """What emptying a cell changes; its colour stays."""
    marks = state.marks[cell]
    return (Change(cell, state.digits[cell], 0, marks, pack_marks(colour=colour_of(marks))),)


def removing_effect(state: GameState, candidates: Iterable[tuple[int, int]]) -> Effect:
    """What taking these (cell, digit) from the notes changes; a cell without notes gets those that remain."""
    fallen: dict[int, int] = {}
    for cell, digit in candidates:
        fallen[cell] = fallen.get(cell, 0) | 1 << digit - 1
    possible = Board(state.digits).candidate_masks()
    changes = []
    for cell, mask in sorted(fallen.items()):
        marks, notes = state.marks[cell], state.notes[cell]
        left = (notes or possible[cell]) & ~mask
        changes.append(
            Change(cell, 0, 0, marks, pack_marks(left, centre_marks_of(marks) & ~mask, colour_of(marks)))
        )
    return tuple(changes)


def noting_effect(attempt: Attempt, state: GameState) -> Effect:
    """What filling in all notes changes; nothing where the policy leaves that to the player."""
    return apply_op(state, Op(OpKind.FILL_NOTES), note_rules(attempt.policy)).effect


def _filled(state: GameState, digits: Iterable[tuple[int, int]], rules: NoteRules) -> GameState:
    for cell, digit in digits:
        state = apply_effect(state, placing_effect(state, cell, digit, rules)).state
    return state
