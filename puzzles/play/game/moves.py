"""The moves of play: what each does to the digits and the marks of a game, and how it is taken back.

`apply_op` is a pure function: the server decides with it, and the browser mirrors it to paint at once
(`reducer.js`). One file of vectors runs through both. An op is what a player asks for; a move is an op that
changed something.

A digit takes the place of notes and centre marks; a colour stays under it, and givens may have one too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, DIGITS, PEERS
from puzzles.engine.rules import is_valid

from .marks import (
    COLOURS,
    NO_MARKS,
    centre_marks_of,
    colour_of,
    digit_bit,
    notes_of,
    pack_marks,
    without_notes,
)

# How many moves can be taken back; the oldest are forgotten first.
UNDO_LIMIT = 1000


class OpKind(StrEnum):
    """What a player can ask for."""

    DIGIT = "d"
    DIGIT_ALONE = "i"
    NOTE_ON = "n"
    NOTE_OFF = "o"
    CENTRE_ON = "c"
    CENTRE_OFF = "e"
    COLOUR = "l"
    CLEAR = "x"
    UNDO = "u"
    REDO = "r"
    FILL_NOTES = "f"
    REMEMBER = "g"
    GO_BACK = "b"


# Ops on a digit in one cell, on a mark of one or several cells, and on the game as a whole.
PLACING_OPS = (OpKind.DIGIT, OpKind.DIGIT_ALONE)
_MARKING = (OpKind.NOTE_ON, OpKind.NOTE_OFF, OpKind.CENTRE_ON, OpKind.CENTRE_OFF)
WHOLE_OPS = (OpKind.UNDO, OpKind.REDO, OpKind.FILL_NOTES, OpKind.REMEMBER, OpKind.GO_BACK)


class Refusal(StrEnum):
    """Why an op was not done."""

    GIVEN = "given"
    FILLED = "filled"
    FINISHED = "finished"
    FORBIDDEN = "forbidden"
    NONSENSE = "nonsense"


class Op(NamedTuple):
    """One wish of a player. All of it comes from outside: anything may stand there.

    `digit` is the colour where a colour is wished for, 0 to take it away. `more` are further cells of the
    same wish, which is one move all the same: where some of them cannot take it, the others do.
    """

    kind: str
    cell: int | None = None
    digit: int = 0
    more: tuple[int, ...] = ()

    @property
    def cells(self) -> tuple[int, ...]:
        """Every cell it is about."""
        return () if self.cell is None else (self.cell, *self.more)


class Change(NamedTuple):
    """What a move did to one cell."""

    cell: int
    digit_before: int
    digit_after: int
    marks_before: int
    marks_after: int

    def reversed(self) -> "Change":
        """The change that takes this one back."""
        return Change(self.cell, self.digit_after, self.digit_before, self.marks_after, self.marks_before)


Effect = tuple[Change, ...]


class Done(NamedTuple):
    """A move on the undo or the redo stack. The effect is None where nobody has looked it up yet."""

    number: int
    effect: Effect | None


@dataclass(frozen=True, slots=True)
class NoteRules:
    """What a digit and a fill may do with the notes, and whether the game tells right from wrong.

    Where it does not, as in an exam, a move has the same effect whether the digits are right or not: a solved
    grid takes further moves like any full one, and a digit cleans notes also where it repeats another.
    """

    clean_notes: bool = True
    fill_notes: bool = True
    judges: bool = True


class Point(NamedTuple):
    """A grid that the player remembers, to come back to."""

    digits: tuple[int, ...]
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """A game as it stands after `version` moves; the last of each stack is the next to be taken.

    `point` is the grid that was remembered last. To remember one is a move, but none that undo takes back.
    """

    givens: tuple[int, ...]
    digits: tuple[int, ...]
    marks: tuple[int, ...] = NO_MARKS
    undo: tuple[Done, ...] = ()
    redo: tuple[Done, ...] = ()
    version: int = 0
    point: Point | None = None

    @property
    def notes(self) -> tuple[int, ...]:
        """The notes of each cell, without its other marks."""
        return tuple([notes_of(marks) for marks in self.marks])

    @property
    def given_cells(self) -> list[int]:
        """The cells that came filled, ascending."""
        return [cell for cell in CELLS if self.givens[cell]]

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and right by the rules."""
        return 0 not in self.digits and is_valid(Board(self.digits))


class Outcome(NamedTuple):
    """What came of an op: the state after it, and an effect, or a refusal, or neither: it changed nothing.

    Only the version tells whether it was a move: to remember a grid is one without an effect.

    `target` is the number of the move that an undo took back or a redo gave again.
    """

    state: GameState
    effect: Effect = ()
    target: int | None = None
    refusal: Refusal | None = None


class ReplayError(ValueError):
    """A move that does not follow from the moves before it."""


def new_game(givens: Sequence[int]) -> GameState:
    """The game before its first move."""
    return GameState(givens=tuple(givens), digits=tuple(givens))


def apply_op(state: GameState, op: Op, rules: NoteRules | None = None) -> Outcome:
    """What comes of an op. It never raises: nonsense is refused, and what changes nothing is no move."""
    rules = rules or NoteRules()
    refusal = _refusal(state, op, rules)
    if refusal:
        return Outcome(state, refusal=refusal)
    if op.kind == OpKind.UNDO:
        return _undo(state)
    if op.kind == OpKind.REDO:
        return _redo(state)
    if op.kind == OpKind.REMEMBER:
        return _remember(state)
    return apply_effect(state, _effect(state, op, rules))


def apply_effect(state: GameState, effect: Effect) -> Outcome:
    """The state with these changes made as one new move; an empty effect is no move."""
    if not effect:
        return Outcome(state)
    number = state.version + 1
    after = replace(
        _changed(state, effect),
        undo=(*state.undo, Done(number, effect))[-UNDO_LIMIT:],
        redo=(),
        version=number,
    )
    return Outcome(after, effect)


def effect_towards(state: GameState, digits: Sequence[int], marks: Sequence[int]) -> Effect:
    """What leads from a state to these digits and marks, as one move."""
    return _changing(_change(state, cell, digits[cell], marks[cell]) for cell in CELLS)


def placing_effect(state: GameState, cell: int, digit: int, rules: NoteRules) -> Effect:
    """What placing a digit changes: the cell, and the marks of its peers where the digit repeats nothing."""
    if state.digits[cell] == digit:
        return ()
    placed = _change(state, cell, digit, pack_marks(colour=colour_of(state.marks[cell])))
    repeats = rules.judges and any(state.digits[peer] == digit for peer in PEERS[cell])
    if not rules.clean_notes or repeats:
        return (placed,)
    bits = pack_marks(digit_bit(digit), digit_bit(digit))
    cleaned = [_marks_change(state, peer, state.marks[peer] & ~bits) for peer in PEERS[cell]]
    return (placed, *_changing(cleaned))


def replay(givens: Sequence[int], effects: Iterable[Effect]) -> GameState:
    """The digits and marks that these effects lead to, one after the other. Raises ReplayError."""
    state = new_game(givens)
    for effect in effects:
        for change in effect:
            stands = (state.digits[change.cell], state.marks[change.cell])
            if stands != (change.digit_before, change.marks_before):
                raise ReplayError(f"move {state.version + 1} does not follow: {change} where {stands} stands")
        state = replace(_changed(state, effect), version=state.version + 1)
    return state


def _refusal(state: GameState, op: Op, rules: NoteRules) -> Refusal | None:
    if not _makes_sense(op):
        return Refusal.NONSENSE
    if rules.judges and state.is_solved:
        return Refusal.FINISHED
    if op.kind == OpKind.FILL_NOTES and not rules.fill_notes:
        return Refusal.FORBIDDEN
    # Several cells are refused together only when each of them is.
    refusals = [_cell_refusal(state, op.kind, cell) for cell in op.cells]
    return refusals[0] if refusals and all(refusals) else None


def _cell_refusal(state: GameState, kind: str, cell: int) -> Refusal | None:
    if kind == OpKind.COLOUR:
        return None
    if state.givens[cell]:
        # What can be cleared of a given is its colour.
        return None if kind == OpKind.CLEAR and state.marks[cell] else Refusal.GIVEN
    return Refusal.FILLED if kind in _MARKING and state.digits[cell] else None


def _makes_sense(op: Op) -> bool:
    if op.kind in WHOLE_OPS:
        # A digit that stands idly by is recorded all the same.
        return op.cell is None and not op.more and op.digit in COLOURS
    if len(set(op.cells)) < max(len(op.more) + 1, 1) or not all(cell in CELLS for cell in op.cells):
        return False
    if op.kind in PLACING_OPS:
        return op.digit in DIGITS and not op.more
    if op.kind in _MARKING:
        return op.digit in DIGITS
    return op.kind in (OpKind.COLOUR, OpKind.CLEAR) and op.digit in COLOURS


def _effect(state: GameState, op: Op, rules: NoteRules) -> Effect:
    if op.kind == OpKind.FILL_NOTES:
        return _filled_notes(state)
    if op.kind == OpKind.GO_BACK:
        return _way_back(state)
    if op.kind == OpKind.DIGIT:
        return placing_effect(state, op.cells[0], op.digit, rules)
    if op.kind == OpKind.DIGIT_ALONE:
        return placing_effect(state, op.cells[0], op.digit, replace(rules, clean_notes=False))
    if op.kind == OpKind.CLEAR:
        return _changing(_cleared(state, cell) for cell in op.cells)
    free = [cell for cell in op.cells if not _cell_refusal(state, op.kind, cell)]
    return _changing(_marks_change(state, cell, _marked(state.marks[cell], op)) for cell in free)


def _marked(marks: int, op: Op) -> int:
    """The marks of a cell with the mark of an op, or without it."""
    notes, centre, colour = notes_of(marks), centre_marks_of(marks), colour_of(marks)
    bit = digit_bit(op.digit) if op.digit else 0
    match op.kind:
        case OpKind.COLOUR:
            colour = op.digit
        case OpKind.NOTE_ON:
            notes |= bit
        case OpKind.NOTE_OFF:
            notes &= ~bit
        case OpKind.CENTRE_ON:
            centre |= bit
        case OpKind.CENTRE_OFF:
            centre &= ~bit
    return pack_marks(notes, centre, colour)


def _cleared(state: GameState, cell: int) -> Change:
    """What clearing takes from a cell: its digit, or else its notes and centre marks, or else its colour."""
    marks, digit = state.marks[cell], state.digits[cell]
    if digit and not state.givens[cell]:
        return _change(state, cell, 0, marks)
    only_colour = pack_marks(colour=colour_of(marks))
    return _marks_change(state, cell, only_colour if marks != only_colour else 0)


def _filled_notes(state: GameState) -> Effect:
    masks = Board(state.digits).candidate_masks()
    return _changing(
        _marks_change(state, cell, without_notes(state.marks[cell]) | masks[cell])
        for cell in CELLS
        if not state.digits[cell]
    )


def _way_back(state: GameState) -> Effect:
    """What leads back to the grid that was remembered; nothing where none was."""
    if not state.point:
        return ()
    return effect_towards(state, *state.point)


def _change(state: GameState, cell: int, digit: int, marks: int) -> Change:
    return Change(cell, state.digits[cell], digit, state.marks[cell], marks)


def _marks_change(state: GameState, cell: int, marks: int) -> Change:
    return _change(state, cell, state.digits[cell], marks)


def _changing(changes: Iterable[Change]) -> Effect:
    """Those of these changes that change something."""
    return tuple([change for change in changes if change != change.reversed()])


def _remember(state: GameState) -> Outcome:
    point = Point(state.digits, state.marks)
    if point == state.point:
        return Outcome(state)
    return Outcome(replace(state, point=point, version=state.version + 1))


def _undo(state: GameState) -> Outcome:
    if not state.undo:
        return Outcome(state)
    number, effect = state.undo[-1]
    back = tuple(change.reversed() for change in _known(number, effect))
    after = replace(
        _changed(state, back),
        undo=state.undo[:-1],
        redo=(*state.redo, Done(number, effect)),
        version=state.version + 1,
    )
    return Outcome(after, back, target=number)


def _redo(state: GameState) -> Outcome:
    if not state.redo:
        return Outcome(state)
    number, effect = state.redo[-1]
    again = _known(number, effect)
    after = replace(
        _changed(state, again),
        undo=(*state.undo, Done(number, effect)),
        redo=state.redo[:-1],
        version=state.version + 1,
    )
    return Outcome(after, again, target=number)


def _known(number: int, effect: Effect | None) -> Effect:
    if effect is None:
        raise ReplayError(f"the effect of move {number} was not looked up before it was asked for")
    return effect


def _changed(state: GameState, effect: Effect) -> GameState:
    digits, marks = list(state.digits), list(state.marks)
    for change in effect:
        digits[change.cell] = change.digit_after
        marks[change.cell] = change.marks_after
    return replace(state, digits=tuple(digits), marks=tuple(marks))
