"""The whole solution explained: the path of a person who always takes the easiest step open.

Most paths are found at once. Where that takes too long, the worker searches the rest, and the page shows the
steps found so far.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from puzzles.engine import Board, Position, Step

from ...models import StepSearch
from ..techniques import Techniques, steps_at_once, techniques_for
from .step_search import has_room, key_of, ordered_search, steps_of

PATHS_KEPT = 32


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps from the givens on, each with the position before it, and the position at the end.

    They end before the grid is full where the techniques that may be used go no further, or where the rest
    is not found yet (`is_unfinished`); `is_ordered` says that the worker searches it.
    """

    steps: tuple[tuple[Position, Step], ...]
    end: Position
    is_unfinished: bool = False
    is_ordered: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the steps fill the grid."""
        return self.end.is_complete


# Whole paths, the last used ones; of an unfinished one there will be more.
_paths: OrderedDict[tuple[str, Techniques], Explanation] = OrderedDict()
_paths_lock = Lock()


def explain(givens: str, techniques: Techniques = None) -> Explanation:
    """The solution path of a grid with one solution, by these techniques.

    It holds the solution: the caller decides who may read it.
    """
    key = givens, techniques
    with _paths_lock:
        if key in _paths:
            _paths.move_to_end(key)
            return _paths[key]
    start = Position.from_board(Board.from_line(givens), is_unique=True)
    search = StepSearch.objects.filter(key=key_of(start, techniques, is_path=True)).first()
    if search is not None:
        steps, is_unfinished = steps_of(search), search.found_at is None
    else:
        steps, is_unfinished = steps_at_once(start, techniques)
    position, path = start, []
    for step in steps:
        path.append((position, step))
        position = position.apply(step)
    explanation = Explanation(tuple(path), position, is_unfinished, is_ordered=search is not None)
    if not is_unfinished:
        with _paths_lock:
            _paths[key] = explanation
            if len(_paths) > PATHS_KEPT:
                _paths.popitem(last=False)
    return explanation


def order_explanation(*, givens: str, reader_id: int) -> bool:
    """Let the worker search the rest of a path; whether it does.

    It does not if the path is whole, or if its reader has too many unfinished ones: see `may_order`.
    """
    techniques = techniques_for(reader_id)
    explanation = explain(givens, techniques)
    if not explanation.is_unfinished:
        return False
    steps = [step for _position, step in explanation.steps]
    start = explanation.steps[0][0] if steps else explanation.end
    search = ordered_search(start, techniques, asker_id=reader_id, is_path=True, steps=steps)
    return search is not None


def may_order(reader_id: int) -> bool:
    """Whether a reader may have the rest of one more path searched."""
    return has_room(reader_id, is_path=True)
