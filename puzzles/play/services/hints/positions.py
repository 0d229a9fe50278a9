"""The position in which hints are looked for: the grid as its player has narrowed it."""

from collections.abc import Sequence
from typing import NamedTuple

from puzzles.engine import Board, Candidate, Position
from puzzles.engine.techniques import hint_position
from puzzles.library.models import HelpPolicy

from ...game import GameState
from ...models import Attempt, Move, Preferences

NotesKind = Preferences.NotesKind


class Narrowing(NamedTuple):
    """Reading of the notes: whether they are complete, and the candidates that hints have eliminated."""

    are_notes_complete: bool
    ruled_out: tuple[Candidate, ...]


def narrowing(attempt: Attempt, board: Board, notes: Sequence[int]) -> Narrowing:
    """The reading of a game's notes: as its player says, else complete if every empty cell has some."""
    if not any(notes):
        return Narrowing(False, ())
    kinds = Preferences.objects.filter(player=attempt.player_id).values_list("notes_kind", flat=True)
    kind = kinds.first() or NotesKind.GUESSED
    if kind == NotesKind.GUESSED and all(notes[cell] for cell in board.empty_cells):
        kind = NotesKind.ALL
    # Notes that may lack candidates cannot keep what a hint has removed: its record does.
    return Narrowing(True, ()) if kind == NotesKind.ALL else Narrowing(False, _shown_false(attempt))


def _shown_false(attempt: Attempt) -> tuple[Candidate, ...]:
    done = attempt.moves.filter(kind=Move.Kind.HINT, rung=HelpPolicy.Rung.DO)
    shown = done.values_list("hint__eliminations", flat=True)
    return tuple(Candidate(*pair) for pairs in shown if pairs for pair in pairs)


def position_of(attempt: Attempt, state: GameState | None = None) -> Position:
    """The position of a game for its next hint, in its state. The attempt comes with its puzzle."""
    state = state or attempt.game_state()
    board = Board(state.digits)
    return hint_position(
        board,
        solution=Board.from_line(attempt.puzzle.solution),
        notes=state.notes,
        givens=state.given_cells,
        **narrowing(attempt, board, state.notes)._asdict(),
    )
