"""The whole solution explained: the path of a person who always takes the easiest step open."""

from dataclasses import dataclass
from functools import lru_cache

from accounts.models import User

from ...engine import Board, Position, Step, solve_path
from ...models import Attempt, Puzzle
from ..preferences import techniques_for

# Further than any puzzle people solve.
STEP_LIMIT = 400
PATHS_KEPT = 32


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps from the givens on, each with the position before it, and where they end.

    They end before the grid is full where the techniques that may be used go no further.
    """

    steps: tuple[tuple[Position, Step], ...]
    end: Position

    @property
    def is_whole(self) -> bool:
        """Whether the steps fill the grid."""
        return self.end.is_complete


def explain_solution(attempt: Attempt) -> Explanation:
    """How the puzzle of a finished attempt is solved by the techniques its player has switched on.

    Who may read it, the caller has to decide: it holds the solution.
    """
    return _explained(attempt.puzzle.givens, techniques_for(attempt.player_id))


def explain_puzzle(puzzle: Puzzle) -> Explanation:
    """How a puzzle is solved where every technique may be used. Who may read it, the caller has to decide."""
    return _explained(puzzle.givens, None)


def explain_board(board: Board, reader: User) -> Explanation:
    """How a grid with one solution is solved by the techniques its reader has switched on.

    Who may read it, the caller has to decide.
    """
    return _explained(board.to_line(), techniques_for(reader.pk))


@lru_cache(maxsize=PATHS_KEPT)
def _explained(givens: str, techniques: frozenset[str] | None) -> Explanation:
    position = Position.from_board(Board.from_line(givens), is_unique=True)
    path = solve_path(position, techniques=techniques, step_limit=STEP_LIMIT)
    steps = []
    for step in path.steps:
        steps.append((position, step))
        position = position.apply(step)
    return Explanation(tuple(steps), path.end)
