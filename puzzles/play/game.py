"""The game: digits, marks and moves of a player, what each op does to them, and how they are stored as text.

`apply_op` is a pure function: the server decides with it, and the browser mirrors it to paint at once
(`reducer.js`). One file of vectors tests both. An op is what a player asks for; a move is an op that changed
something.

A digit replaces notes and centre marks; a colour stays under it, and givens may have one too. The marks of a
cell are one number:

bits 18-21         bits 9-17                      bits 0-8
colour, 0 (none)   centre marks,                  notes,
to 9               digit d in bit d + 8           digit d in bit d - 1
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from puzzles.engine.board import Board
from puzzles.engine.cells import CELLS, DIGITS, PEERS
from puzzles.engine.rules import is_valid

# How many moves can be undone; the oldest are forgotten first.
UNDO_LIMIT = 1000

NO_MARKS = (0,) * 81
COLOURS = range(10)

_NOTES = 0x1FF
_CENTRE_SHIFT = 9
_COLOUR_SHIFT = 18


class OpKind(StrEnum):
    """Kinds of operations of a player."""

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
_MARKING_OPS = (OpKind.NOTE_ON, OpKind.NOTE_OFF, OpKind.CENTRE_ON, OpKind.CENTRE_OFF)
WHOLE_OPS = (OpKind.UNDO, OpKind.REDO, OpKind.FILL_NOTES, OpKind.REMEMBER, OpKind.GO_BACK)


class MoveRefusal(StrEnum):
    """Reason for refusing an op."""

    GIVEN = "given"
    FILLED = "filled"
    FINISHED = "finished"
    FORBIDDEN = "forbidden"
    NONSENSE = "nonsense"


class Op(NamedTuple):
    """One request of a player. It comes from outside: any value is possible.

    `digit` is the colour for a colour op, 0 to remove it. `more` are further cells of the same op, which is
    one move all the same: where some of them cannot take it, the others do.
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
    """Change of one cell by a move."""

    cell: int
    digit_before: int
    digit_after: int
    marks_before: int
    marks_after: int

    def reversed(self) -> "Change":
        """The change that undoes this one."""
        return Change(self.cell, self.digit_after, self.digit_before, self.marks_after, self.marks_before)


Effect = tuple[Change, ...]


class Done(NamedTuple):
    """A move on the undo or the redo stack. The effect is None where it has not been read yet."""

    number: int
    effect: Effect | None


@dataclass(frozen=True, slots=True)
class NoteRules:
    """Effects of digits and fills on notes, and whether the game may show which digits are right.

    Where it does not, as in an exam, a move has the same effect whether the digits are right or not: a solved
    grid takes further moves like any full one, and a digit cleans notes also where it repeats another.
    """

    clean_notes: bool = True
    fill_notes: bool = True
    judges: bool = True


class Checkpoint(NamedTuple):
    """A grid that the player can come back to."""

    digits: tuple[int, ...]
    marks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after `version` moves; the last entry of each stack is the next to be undone or redone.

    `checkpoint` is the newest one. To set one is a move, but undo skips it.
    """

    givens: tuple[int, ...]
    digits: tuple[int, ...]
    marks: tuple[int, ...] = NO_MARKS
    undo: tuple[Done, ...] = ()
    redo: tuple[Done, ...] = ()
    version: int = 0
    checkpoint: Checkpoint | None = None

    @property
    def notes(self) -> tuple[int, ...]:
        """The notes of each cell, without its other marks."""
        return tuple([notes_of(marks) for marks in self.marks])

    @property
    def given_cells(self) -> list[int]:
        """The cells of the givens, ascending."""
        return [cell for cell in CELLS if self.givens[cell]]

    @property
    def is_solved(self) -> bool:
        """Whether the grid is full and right by the rules."""
        return 0 not in self.digits and is_valid(Board(self.digits))


class OpResult(NamedTuple):
    """The state after an op, and its effect, or a refusal, or neither: it changed nothing.

    Only the version says whether it was a move: to set a checkpoint is one without an effect. `target` is the
    number of the move that was undone or redone.
    """

    state: GameState
    effect: Effect = ()
    target: int | None = None
    refusal: MoveRefusal | None = None


class ReplayError(ValueError):
    """A move that does not follow from the moves before it."""


def new_game(givens: Sequence[int]) -> GameState:
    """The game before its first move."""
    return GameState(givens=tuple(givens), digits=tuple(givens))


def apply_op(state: GameState, op: Op, rules: NoteRules | None = None) -> OpResult:
    """The result of an op. It never raises: nonsense is refused, and what changes nothing is no move."""
    rules = rules or NoteRules()
    if refusal := _refusal(state, op, rules):
        return OpResult(state, refusal=refusal)
    match op.kind:
        case OpKind.UNDO:
            return _undo(state)
        case OpKind.REDO:
            return _redo(state)
        case OpKind.REMEMBER:
            checkpoint = Checkpoint(state.digits, state.marks)
            if checkpoint == state.checkpoint:
                return OpResult(state)
            return OpResult(replace(state, checkpoint=checkpoint, version=state.version + 1))
        case OpKind.DIGIT:
            effect = placing_effect(state, op.cells[0], op.digit, rules)
        case OpKind.DIGIT_ALONE:
            effect = placing_effect(state, op.cells[0], op.digit, replace(rules, clean_notes=False))
        case OpKind.FILL_NOTES:
            effect = _fill_notes_effect(state)
        case OpKind.GO_BACK:
            effect = effect_towards(state, *state.checkpoint) if state.checkpoint else ()
        case OpKind.CLEAR:
            effect = _changing(_clear_cell(state, cell) for cell in op.cells)
        case _:
            free = [cell for cell in op.cells if not _cell_refusal(state, op.kind, cell)]
            marks = {cell: _with_mark(state.marks[cell], op) for cell in free}
            effect = _changing(_change(state, cell, marks=mark) for cell, mark in marks.items())
    return apply_effect(state, effect)


def apply_effect(state: GameState, effect: Effect) -> OpResult:
    """The state with these changes made as one new move; an empty effect is no move."""
    if not effect:
        return OpResult(state)
    number = state.version + 1
    after = replace(
        _changed(state, effect),
        undo=(*state.undo, Done(number, effect))[-UNDO_LIMIT:],
        redo=(),
        version=number,
    )
    return OpResult(after, effect)


def effect_towards(state: GameState, digits: Sequence[int], marks: Sequence[int]) -> Effect:
    """The changes from a state to these digits and marks, as one move."""
    return _changing(_change(state, cell, digit=digits[cell], marks=marks[cell]) for cell in CELLS)


def placing_effect(state: GameState, cell: int, digit: int, rules: NoteRules) -> Effect:
    """The effect of placing a digit: on the cell, and on the marks of its peers unless one has the digit."""
    if state.digits[cell] == digit:
        return ()
    placed = _change(state, cell, digit=digit, marks=pack_marks(colour=colour_of(state.marks[cell])))
    repeats = rules.judges and any(state.digits[peer] == digit for peer in PEERS[cell])
    if not rules.clean_notes or repeats:
        return (placed,)
    bits = pack_marks(1 << digit - 1, 1 << digit - 1)
    cleaned = [_change(state, peer, marks=state.marks[peer] & ~bits) for peer in PEERS[cell]]
    return (placed, *_changing(cleaned))


def replay(givens: Sequence[int], effects: Iterable[Effect]) -> GameState:
    """The digits and marks after these effects, one after the other. Raises ReplayError."""
    state = new_game(givens)
    for effect in effects:
        for change in effect:
            found = (state.digits[change.cell], state.marks[change.cell])
            if found != (change.digit_before, change.marks_before):
                raise ReplayError(f"move {state.version + 1} does not follow: {change}, but found {found}")
        state = replace(_changed(state, effect), version=state.version + 1)
    return state


def _refusal(state: GameState, op: Op, rules: NoteRules) -> MoveRefusal | None:
    if not _makes_sense(op):
        return MoveRefusal.NONSENSE
    if rules.judges and state.is_solved:
        return MoveRefusal.FINISHED
    if op.kind == OpKind.FILL_NOTES and not rules.fill_notes:
        return MoveRefusal.FORBIDDEN
    # Several cells are refused together only when each of them is.
    refusals = [_cell_refusal(state, op.kind, cell) for cell in op.cells]
    return refusals[0] if refusals and all(refusals) else None


def _cell_refusal(state: GameState, kind: str, cell: int) -> MoveRefusal | None:
    if kind == OpKind.COLOUR:
        return None
    if state.givens[cell]:
        # The colour of a given can be cleared.
        return None if kind == OpKind.CLEAR and state.marks[cell] else MoveRefusal.GIVEN
    return MoveRefusal.FILLED if kind in _MARKING_OPS and state.digits[cell] else None


def _makes_sense(op: Op) -> bool:
    if op.kind in WHOLE_OPS:
        # A digit that is not used is recorded all the same.
        return op.cell is None and not op.more and op.digit in COLOURS
    if len(set(op.cells)) < max(len(op.more) + 1, 1) or not all(cell in CELLS for cell in op.cells):
        return False
    if op.kind in PLACING_OPS:
        return op.digit in DIGITS and not op.more
    if op.kind in _MARKING_OPS:
        return op.digit in DIGITS
    return op.kind in (OpKind.COLOUR, OpKind.CLEAR) and op.digit in COLOURS


def _with_mark(marks: int, op: Op) -> int:
    """The marks of a cell with the mark of an op, or without it."""
    notes, centre, colour = notes_of(marks), centre_marks_of(marks), colour_of(marks)
    bit = 1 << op.digit - 1 if op.digit else 0
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


def _clear_cell(state: GameState, cell: int) -> Change:
    """Clearing removes a cell's digit, or else its notes and centre marks, or else its colour."""
    marks = state.marks[cell]
    if state.digits[cell] and not state.givens[cell]:
        return _change(state, cell, digit=0, marks=marks)
    only_colour = pack_marks(colour=colour_of(marks))
    return _change(state, cell, marks=only_colour if marks != only_colour else 0)


def _fill_notes_effect(state: GameState) -> Effect:
    masks = Board(state.digits).candidate_masks()
    return _changing(
        _change(state, cell, marks=state.marks[cell] & ~_NOTES | masks[cell])
        for cell in CELLS
        if not state.digits[cell]
    )


def _change(state: GameState, cell: int, *, marks: int, digit: int | None = None) -> Change:
    """The change of a cell to these marks, and to this digit unless it keeps its own."""
    before = state.digits[cell]
    return Change(cell, before, before if digit is None else digit, state.marks[cell], marks)


def _changing(changes: Iterable[Change]) -> Effect:
    """Select the changes that change something."""
    return tuple(
        [
            change
            for change in changes
            if change.digit_before != change.digit_after or change.marks_before != change.marks_after
        ]
    )


def _undo(state: GameState) -> OpResult:
    if not state.undo:
        return OpResult(state)
    number, effect = state.undo[-1]
    back = tuple([change.reversed() for change in _known(number, effect)])
    after = replace(
        _changed(state, back),
        undo=state.undo[:-1],
        redo=(*state.redo, Done(number, effect)),
        version=state.version + 1,
    )
    return OpResult(after, back, target=number)


def _redo(state: GameState) -> OpResult:
    if not state.redo:
        return OpResult(state)
    number, effect = state.redo[-1]
    again = _known(number, effect)
    after = replace(
        _changed(state, again),
        undo=(*state.undo, Done(number, effect)),
        redo=state.redo[:-1],
        version=state.version + 1,
    )
    return OpResult(after, again, target=number)


def _known(number: int, effect: Effect | None) -> Effect:
    if effect is None:
        raise ReplayError(f"the effect of move {number} was not read before it was needed")
    return effect


def _changed(state: GameState, effect: Effect) -> GameState:
    digits, marks = list(state.digits), list(state.marks)
    for change in effect:
        digits[change.cell] = change.digit_after
        marks[change.cell] = change.marks_after
    return replace(state, digits=tuple(digits), marks=tuple(marks))


# The marks of a cell


def notes_of(marks: int) -> int:
    """The notes among the marks of a cell, as a mask of digits."""
    return marks & _NOTES


def centre_marks_of(marks: int) -> int:
    """The centre marks among the marks of a cell, as a mask of digits."""
    return marks >> _CENTRE_SHIFT & _NOTES


def colour_of(marks: int) -> int:
    """The colour among the marks of a cell, 0 for none."""
    return marks >> _COLOUR_SHIFT


def pack_marks(notes: int = 0, centre_marks: int = 0, colour: int = 0) -> int:
    """The marks of a cell that has these notes and centre marks (masks of digits) and this colour."""
    return notes | centre_marks << _CENTRE_SHIFT | colour << _COLOUR_SHIFT


# As text, for the database and for scripts


def marks_to_text(marks: Sequence[int]) -> str:
    """The marks of 81 cells as 243 characters, or 486 where there are others than notes; "" for none."""
    if not any(marks):
        return ""
    width = 3 if max(marks) <= _NOTES else 6
    return "".join([f"{mask:0{width}x}" for mask in marks])


def marks_from_text(text: str) -> tuple[int, ...]:
    """The marks of a text that `marks_to_text` made."""
    width = len(text) // 81
    return tuple([int(text[at : at + width], 16) for at in range(0, len(text), width)]) if text else NO_MARKS


def numbers_to_text(numbers: Iterable[int]) -> str:
    """Ascending numbers as ranges: `1-5,8` for 1, 2, 3, 4, 5, 8; descending ones stay single."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ranges = [[number for _, number in run] for _, run in runs]
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ranges)


def numbers_from_text(text: str) -> tuple[int, ...]:
    """The numbers of a text that `numbers_to_text` made."""
    numbers: list[int] = []
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        numbers.extend(range(int(first), int(last or first) + 1))
    return tuple(numbers)
