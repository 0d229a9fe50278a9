"""A game that begins at a position of the bank, where a technique is the easiest step."""

from django.utils.translation import gettext as _

from accounts.models import User
from puzzles.engine import Board, search, solving_class
from puzzles.library.models import Puzzle
from puzzles.library.services.bulk_insert import CheckedPuzzle, add_puzzles
from puzzles.library.services.difficulty import grade_now
from puzzles.play.models import Attempt
from puzzles.play.services.access import LockedError
from puzzles.play.services.practice import PracticeError, practise_at

from ..models import TrainingPosition
from .drills import NoPositionError, explorable_positions, require_no_exam


def play_position(*, player: User, technique: str) -> Attempt:
    """The player's practice copy of a puzzle, at a position of the technique; another one each time.

    Raises DrillError during an exam, and NoPositionError where there is none.
    """
    require_no_exam(player)
    begun = set(
        Attempt.objects.played_by(player).order_by().values_list("puzzle__givens", flat=True).distinct()
    )
    rows = list(explorable_positions(player, technique))
    for row in sorted(rows, key=lambda row: row.givens in begun):
        try:
            return _begin_at(player, row)
        except (PracticeError, LockedError):
            # Another position is as good.
            continue
    raise NoPositionError(_("There is no position of this technique for you at the moment."))


def _begin_at(player: User, row: TrainingPosition) -> Attempt:
    """The practice copy. The puzzle is graded before the transaction: other users can write meanwhile."""
    position = row.position
    puzzle = _puzzle_of(row)
    return practise_at(player=player, puzzle=puzzle, digits=position.digits, marks=position.masks)


def _puzzle_of(row: TrainingPosition) -> Puzzle:
    """The puzzle of a position; one that is in no collection becomes a row, as an own grid does."""
    board = Board.from_line(row.givens)
    puzzle = Puzzle.objects.filter(givens=row.givens).first()
    if puzzle is None:
        solution = search(board).solution
        if solution is None:
            raise PracticeError(_("This position cannot be restored."))
        checked = CheckedPuzzle.with_solution(row.givens, solution.to_line(), solving_class(board))
        puzzle = Puzzle.objects.get(pk=add_puzzles([checked])[row.givens].pk)
    return grade_now(puzzle=puzzle)
