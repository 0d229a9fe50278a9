"""The whole solution explained: the path of a person who always takes the easiest step open.

Most paths are found at once. Where that takes too long, the rest is ordered, found in the background, and
told as far as it has come.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock

from accounts.models import User
from puzzles.engine import Board, Position, Step
from puzzles.library.models import Puzzle

from ...models import Attempt, StepSearch
from ..preferences import techniques_for
from ..timed_steps import Techniques, steps_at_once
from .search_jobs import key_of, steps_of
from .step_search import has_room, ordered_search

PATHS_KEPT = 32


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps from the givens on, each with the position before it, and where they end.

    They end before the grid is full where the techniques that may be used go no further, or where the rest
    is not found yet (`is_unfinished`); `is_ordered` says that it is being looked for.
    """

    steps: tuple[tuple[Position, Step], ...]
    end: Position
    is_unfinished: bool = False
    is_ordered: bool = False

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


def order_explanation(*, givens: str, reader_id: int) -> bool:
    """Have the rest of a path looked for in the background; whether it is.

    It is not where the path is whole, nor where its reader has to wait for others first: see `may_order`.
    """
    techniques = techniques_for(reader_id)
    explanation = _explained(givens, techniques)
    if not explanation.is_unfinished:
        return False
    steps = [step for _position, step in explanation.steps]
    search = ordered_search(_start_of(givens), techniques, asker_id=reader_id, is_path=True, steps=steps)
    return search is not None


def may_order(reader_id: int) -> bool:
    """Whether the rest of one path more may be looked for now."""
    return has_room(reader_id, is_path=True)


# Whole paths, the last used ones; of an unfinished one there will be more.
_paths: OrderedDict[tuple[str, Techniques], Explanation] = OrderedDict()
_paths_lock = Lock()


def _explained(givens: str, techniques: Techniques) -> Explanation:
    key = givens, techniques
    with _paths_lock:
        if key in _paths:
            _paths.move_to_end(key)
            return _paths[key]
    explanation = _explained_anew(givens, techniques)
    if not explanation.is_unfinished:
        with _paths_lock:
            _paths[key] = explanation
            if len(_paths) > PATHS_KEPT:
                _paths.popitem(last=False)
    return explanation


def _explained_anew(givens: str, techniques: Techniques) -> Explanation:
    start = _start_of(givens)
    search = StepSearch.objects.filter(key=key_of(start, techniques, is_path=True)).first()
    if search is not None:
        steps, is_unfinished = steps_of(search), search.found_at is None
    else:
        steps, is_unfinished = steps_at_once(start, techniques)
    return _told(start, steps, is_unfinished=is_unfinished, is_ordered=search is not None)


def _told(start: Position, steps: Iterable[Step], *, is_unfinished: bool, is_ordered: bool) -> Explanation:
    position, told = start, []
    for step in steps:
        told.append((position, step))
        position = position.apply(step)
    return Explanation(tuple(told), position, is_unfinished=is_unfinished, is_ordered=is_ordered)


def _start_of(givens: str) -> Position:
    return Position.from_board(Board.from_line(givens), is_unique=True)
