"""The moves of play: what each does to the digits and the notes of a game, and how it is taken back.

`apply_op` is a pure function: the server decides with it, and the browser mirrors it to paint at once
(`reducer.js`). One file of vectors runs through both. An op is what a player asks for; a move is an op that
changed something. Notes are masks of nine bits, digit d being bit d - 1.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from .board import Board
from .cells import CELLS, DIGITS, PEERS
from .rules import is_valid

# How many moves can be taken back; the oldest are forgotten first.
UNDO_LIMIT = 1000

NO_NOTES = (0,) * 81


class OpKind(StrEnum):
    """What a player can ask for."""

    DIGIT = "d"
    NOTE_ON = "n"
    NOTE_OFF = "o"
    CLEAR = "x"
    UNDO = "u"
    REDO = "r"
    FILL_NOTES = "f"


class Refusal(StrEnum):
    """Why an op was not done."""

    GIVEN = "given"
    FILLED = "filled"
    FINISHED = "finished"
    FORBIDDEN = "forbidden"
    NONSENSE = "nonsense"


class Op(NamedTuple):
    """One wish of a player. Kind, cell and digit come from outside: anything may stand there."""

    kind: str
    cell: int | None = None
    digit: int = 0


class Change(NamedTuple):
    """What a move did to one cell."""

    cell: int
    digit_before: int
    digit_after: int
    notes_before: int
    notes_after: int

    def reversed(self) -> "Change":
        """The change that takes this one back."""
        return Change(self.cell, self.digit_after, self.digit_before, self.notes_after, self.notes_before)


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


@dataclass(frozen=True, slots=True)
class GameState:
    """A game as it stands after `version` moves; the last of each stack is the next to be taken."""

    givens: tuple[int, ...]
    digits: tuple[int, ...]
    notes: tuple[int, ...] = NO_NOTES
    undo: tuple[Done, ...] = ()
    redo: tuple[Done, ...] = ()
    version: int = 0

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


def placing_effect(state: GameState, cell: int, digit: int, rules: NoteRules) -> Effect:
    """What placing a digit changes: the cell, and the notes of its peers where the digit repeats nothing."""
    if state.digits[cell] == digit:
        return ()
    placed = Change(cell, state.digits[cell], digit, state.notes[cell], 0)
    repeats = rules.judges and any(state.digits[peer] == digit for peer in PEERS[cell])
    if not rules.clean_notes or repeats:
        return (placed,)
    bit = 1 << digit - 1
    cleaned = [_notes_change(state, peer, state.notes[peer] & ~bit) for peer in PEERS[cell]]
    return (placed, *(change for change in cleaned if change.notes_before != change.notes_after))


def replay(givens: Sequence[int], effects: Iterable[Effect]) -> GameState:
    """The digits and notes that these effects lead to, one after the other. Raises ReplayError."""
    state = new_game(givens)
    for effect in effects:
        for change in effect:
            stands = (state.digits[change.cell], state.notes[change.cell])
            if stands != (change.digit_before, change.notes_before):
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
    if op.cell is None:
        return None
    if state.givens[op.cell]:
        return Refusal.GIVEN
    if op.kind in (OpKind.NOTE_ON, OpKind.NOTE_OFF) and state.digits[op.cell]:
        return Refusal.FILLED
    return None


def _makes_sense(op: Op) -> bool:
    if op.kind in (OpKind.DIGIT, OpKind.NOTE_ON, OpKind.NOTE_OFF):
        return op.cell in CELLS and op.digit in DIGITS
    # A digit that stands idly by is recorded all the same.
    if op.digit not in (0, *DIGITS):
        return False
    if op.kind == OpKind.CLEAR:
        return op.cell in CELLS
    return op.kind in (OpKind.UNDO, OpKind.REDO, OpKind.FILL_NOTES) and op.cell is None


def _effect(state: GameState, op: Op, rules: NoteRules) -> Effect:
    if op.cell is None:
        return _filled_notes(state)
    if op.kind == OpKind.DIGIT:
        return placing_effect(state, op.cell, op.digit, rules)
    if op.kind == OpKind.CLEAR:
        digit, notes = state.digits[op.cell], state.notes[op.cell]
        return (Change(op.cell, digit, 0, notes, 0),) if digit or notes else ()
    bit, before = 1 << op.digit - 1, state.notes[op.cell]
    after = before | bit if op.kind == OpKind.NOTE_ON else before & ~bit
    return (_notes_change(state, op.cell, after),) if after != before else ()


def _filled_notes(state: GameState) -> Effect:
    masks = Board(state.digits).candidate_masks()
    return tuple(
        _notes_change(state, cell, masks[cell])
        for cell in CELLS
        if not state.digits[cell] and masks[cell] != state.notes[cell]
    )


def _notes_change(state: GameState, cell: int, notes: int) -> Change:
    return Change(cell, state.digits[cell], state.digits[cell], state.notes[cell], notes)


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
    digits, notes = list(state.digits), list(state.notes)
    for change in effect:
        digits[change.cell] = change.digit_after
        notes[change.cell] = change.notes_after
    return replace(state, digits=tuple(digits), notes=tuple(notes))


# The text a state is kept as: 81 three-digit hexadecimal masks, and numbers of moves as ranges.


def notes_to_text(notes: Sequence[int]) -> str:
    """Notes as 243 characters; nothing at all for no notes."""
    return "".join([f"{mask:03x}" for mask in notes]) if any(notes) else ""


def notes_from_text(text: str) -> tuple[int, ...]:
    """The notes of a text that `notes_to_text` made."""
    return tuple([int(text[at : at + 3], 16) for at in range(0, 243, 3)]) if text else NO_NOTES


def numbers_to_text(numbers: Iterable[int]) -> str:
    """Ascending numbers as ranges: `1-5,8` for 1, 2, 3, 4, 5, 8; a falling order is kept, one by one."""
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
